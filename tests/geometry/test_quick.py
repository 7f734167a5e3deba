"""Quick answers are never wrong on the side on which they are sure."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.geometry.extent import wholly_inside
from battlesim.geometry.footprint import Footprint
from battlesim.geometry.measure import gap, gap_to
from battlesim.geometry.overlap import overlap
from battlesim.geometry.quick import may_come_within, may_meet, may_reach, surely_inside, surely_overlap
from battlesim.geometry.separation import circles
from battlesim.units import TOUCH, ZERO, Mm
from tests.geometry.true_edges import BASES, at

bases = st.builds(at, st.sampled_from(list(BASES.values())), *[st.floats(-150, 150)] * 2, st.floats(0, 360))
TABLE = shapely.box(-120, -90, 100, 110)
LEAN_TO = shapely.box(20, -140, 60, -20)


@settings(max_examples=150, deadline=None)
@given(bases, bases, st.floats(0, 60))
def test_bases_that_cannot_meet_are_farther_apart(p: Footprint, q: Footprint, after: float) -> None:
    if not may_meet(p, q, after=after):
        assert gap(p, q).beyond(Mm(after))


@settings(max_examples=150, deadline=None)
@given(bases, bases)
def test_bases_that_surely_overlap_do(p: Footprint, q: Footprint) -> None:
    if surely_overlap(p, q):
        assert overlap(p, q) is not None


@settings(max_examples=150, deadline=None)
@given(bases)
def test_a_base_that_is_surely_inside_sticks_out_nowhere(p: Footprint) -> None:
    if surely_inside(p, TABLE):
        assert wholly_inside(p, TABLE).within(ZERO)


@settings(max_examples=150, deadline=None)
@given(st.lists(bases, min_size=1, max_size=6), st.floats(0, 80))
def test_a_base_out_of_reach_of_a_box_is_not_within_the_limit(ps: list[Footprint], limit: float) -> None:
    areas = TABLE, LEAN_TO
    near, least = may_come_within([Mm(limit)] * 2, circles(ps), [area.bounds for area in areas])
    for (area, p), may, apart in zip(product(areas, ps), near.flat, least.flat, strict=True):
        measured = gap_to(p, area)
        assert may or measured.beyond(Mm(limit))
        assert may_reach(p, area.bounds) or measured.beyond(ZERO)
        # an oval is measured to areas by its polygon
        assert apart <= measured.value + TOUCH


@pytest.mark.parametrize(("off", "may"), [(-0.1, True), (0.0, True), (0.1, False)])
def test_round_bases_may_meet_up_to_the_touch(off: float, may: bool) -> None:
    assert may_meet(Footprint.disc(0, 0, 32), Footprint.disc(32 + 20 + off, 0, 32), after=20) is may


def test_bases_on_two_levels_do_not_overlap() -> None:
    assert surely_overlap(Footprint.disc(0, 0, 32), Footprint.disc(5, 0, 32))
    assert not surely_overlap(Footprint.disc(0, 0, 32), Footprint.disc(5, 0, 32, elevation=76))


def test_an_area_with_a_notch_is_no_box() -> None:
    notched = TABLE.difference(shapely.box(-10, -10, 10, 10))
    assert not surely_inside(Footprint.disc(0, 0, 32), notched)
    assert np.isclose(notched.area, TABLE.area - 400)
