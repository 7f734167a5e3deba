"""Timing for the benchmarks: medians, and a row of a table for each."""

from __future__ import annotations

import functools
import gc
import statistics
import time
from collections.abc import Callable
from typing import TypeVar

from battlesim.cli import GARBAGE_THRESHOLD
from battlesim.engine import remembered

T = TypeVar("T")


def median_ms(work: Callable[[], object], *, runs: int = 15, warm_up: int = 2) -> float:
    """The median time of ``work`` in milliseconds, after a few runs that do not count."""
    for _ in range(warm_up):
        work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000.0


def once_ms(prepare: Callable[[], T], work: Callable[[T], object]) -> float:
    """The time that the process itself needs for ``work`` on something fresh, in milliseconds, with no answer kept.

    Garbage is looked for as seldom as by the console command.
    """
    fresh = prepare()
    forget()
    gc.collect()
    usual = gc.get_threshold()
    gc.set_threshold(*GARBAGE_THRESHOLD)
    try:
        start = time.process_time()
        work(fresh)
        return (time.process_time() - start) * 1000.0
    finally:
        gc.set_threshold(*usual)


def forget() -> None:
    """Empty all that the geometry, the engine and the rules keep from one question to the next."""
    for kept in (remembered._KEPT, remembered._TABLES, remembered._SETTLED):
        kept.clear()
    for known in gc.get_objects():
        floors = ("battlesim.geometry.", "battlesim.rules.", "battlesim.model.")
        if isinstance(known, functools._lru_cache_wrapper) and str(known.__module__).startswith(floors):
            known.cache_clear()


def print_row(work: str, ours_ms: float, *, peer: str = "", peer_ms: float | None = None) -> None:
    """One line: the work, our time, and the peer's time with the ratio where there is a peer."""
    row = f"{work:<52} {ours_ms:10.3f} ms"
    if peer_ms is not None:
        row += f"   {peer}: {peer_ms:10.3f} ms   x {peer_ms / ours_ms:.1f}"
    print(row)
