"""How fast measuring is, next to shapely polygons in the same run: ``pytest -m benchmark -s tests/benchmarks``."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import shapely

from battlesim.geometry.bulk import gap_matrix
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import nearest
from battlesim.units import Mm
from tests.benchmarks.timing import median_ms, print_row

ARROW = ((-40, -25), (30, -30), (45, 0), (30, 30), (-40, 25), (-20, 0))
UNITS = {
    "ovals": Base.oval(75, 42),
    "hulls": Base.hull(ARROW),
    "round bases": Base.disc(32),
}


def _army(diameter: float, seed: int, shift: float) -> list[Footprint]:
    places = np.random.default_rng(seed).uniform((0, 0), (1524, 1117.6), (200, 2))
    return [Footprint.disc(x + shift, y, diameter) for x, y in places]


def _unit(base: Base, x: float, y: float, seed: int) -> list[Footprint]:
    """Four rows of five, each facing its own way."""
    turns = np.random.default_rng(seed).uniform(0, 360, 20)
    return [base.at(Pose(Mm(x + 80 * (k % 5)), Mm(y + 80 * (k // 5)), float(t))) for k, t in enumerate(turns)]


@pytest.mark.benchmark
def test_gap_matrix_of_two_hundred_by_two_hundred_round_bases() -> None:
    shifts = itertools.count()

    def fresh() -> tuple[list[Footprint], list[Footprint]]:
        # nothing is known yet of footprints that have moved
        return _army(32, 1, next(shifts)), _army(40, 2, next(shifts))

    setting_up = median_ms(fresh)
    ours = median_ms(lambda: gap_matrix(*fresh())) - setting_up
    first, second = (np.array([f.shape for f in side]) for side in fresh())
    peer = median_ms(lambda: shapely.distance(first[:, None], second[None, :]), runs=3, warm_up=1)
    print_row("gap matrix, 200 x 200 round bases", ours, peer="shapely polygons", peer_ms=peer)


@pytest.mark.benchmark
@pytest.mark.parametrize("one", UNITS)
@pytest.mark.parametrize("other", ["ovals", "hulls"])
def test_nearest_pair_of_two_units_of_twenty(one: str, other: str) -> None:
    apart = itertools.count(430)

    def fresh() -> tuple[list[Footprint], list[Footprint]]:
        # a move makes new footprints, of which nothing is known yet
        return _unit(UNITS[one], 0, 0.001 * next(apart), 1), _unit(UNITS[other], 500, next(apart), 2)

    setting_up = median_ms(fresh)
    ours = median_ms(lambda: nearest(*fresh())) - setting_up
    ps, qs = fresh()
    first, second = (np.array([f.shape for f in side]) for side in (ps, qs))
    peer = median_ms(lambda: shapely.distance(first[:, None], second[None, :]).min(), runs=3, warm_up=1)
    print_row(f"nearest pair, 20 {one} and 20 {other}", ours, peer="shapely polygons", peer_ms=peer)
