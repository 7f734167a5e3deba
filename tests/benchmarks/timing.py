"""Timing for the benchmarks: medians, and a row of a table for each."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


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


def print_row(work: str, ours_ms: float, *, peer: str = "", peer_ms: float | None = None) -> None:
    """One line: the work, our time, and the peer's time with the ratio where there is a peer."""
    row = f"{work:<52} {ours_ms:10.3f} ms"
    if peer_ms is not None:
        row += f"   {peer}: {peer_ms:10.3f} ms   x {peer_ms / ours_ms:.1f}"
    print(row)
