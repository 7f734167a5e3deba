"""Farthest parts, wholly inside, overlap."""

from __future__ import annotations

import itertools
import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.affinity import rotate
from shapely.geometry import Polygon, box

from battlesim.errors import BadGeometry
from battlesim.geometry.extent import reach, wholly_inside
from battlesim.geometry.footprint import Footprint
from battlesim.geometry.measure import gap
from battlesim.geometry.overlap import overlap
from battlesim.geometry.region import as_region
from battlesim.units import ZERO, inches
from tests.geometry.true_edges import BASES, at, farthest
from tests.limits import NEAR, ODD_ANGLES

places, facings = st.floats(-150, 150), st.floats(0, 360)
footprints = st.builds(at, st.sampled_from(list(BASES.values())), places, places, facings)
CONVEX = [name for name, base in BASES.items() if base.convex]


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_base_is_wholly_within_six_inches_up_to_its_far_edge(angle: float, off: float) -> None:
    between = 16 + inches(6) - 20 + off
    far = Footprint.disc(between * math.cos(math.radians(angle)), between * math.sin(math.radians(angle)), 40)
    aura = reach(Footprint.disc(0, 0, 32), far)
    assert aura.within(inches(6)) is (off <= 0)
    assert aura.value == pytest.approx(inches(6) + off, abs=1e-5)
    assert math.dist(aura.a, aura.b) == pytest.approx(aura.value)


@pytest.mark.parametrize(("one", "other"), list(itertools.product(CONVEX, BASES)))
def test_the_reach_agrees_with_the_true_edges(one: str, other: str) -> None:
    for k, angle in enumerate(ODD_ANGLES):
        p = at(BASES[one], 0, 0, 41 * k)
        q = at(BASES[other], 180 * math.cos(math.radians(angle)), 180 * math.sin(math.radians(angle)), 13.7 * k)
        measured = reach(p, q)
        assert measured.value == pytest.approx(farthest(p, q), abs=0.01)
        assert math.dist(measured.a, measured.b) == pytest.approx(measured.value, abs=0.005)


@settings(max_examples=80, deadline=None)
@given(footprints, footprints)
def test_the_farthest_part_is_no_nearer_than_the_nearest(p: Footprint, q: Footprint) -> None:
    assert reach(p, q).value >= gap(p, q).value - 1e-6


def test_a_base_in_the_notch_of_a_hull_reaches_less_far_than_from_its_two_tails() -> None:
    hull, peg = at(BASES["hull"], 0, 0), Footprint.disc(-32, 0, 4)
    # the notch is symmetric, so the farthest part of the peg lies on the axis, as far from both its sides
    assert reach(hull, peg).value == pytest.approx(14 * 25 / math.hypot(20, 25), abs=0.005)
    assert reach(peg, peg).value == 0


@pytest.mark.parametrize("name", BASES)
def test_every_base_reaches_nowhere_from_itself(name: str) -> None:
    assert reach(at(BASES[name], 5, 6, 7), at(BASES[name], 5, 6, 7)).within(ZERO)


@pytest.mark.parametrize(
    ("turn", "notched"), [*((turn, False) for turn in (0.0, *ODD_ANGLES)), (0.0, True), (37.3, True), (123.4, True)]
)
@pytest.mark.parametrize("off", NEAR)
@pytest.mark.parametrize("name", ["disc", "oval", "stadium", "rectangle"])
def test_a_base_may_stand_against_the_border_of_a_zone_but_not_over_it(
    name: str, off: float, turn: float, notched: bool
) -> None:
    base = BASES[name]
    corner = [(150, 150), (150, 300)] if notched else []
    zone = rotate(Polygon([(0, 0), (300, 0), (300, 150), *corner, (0, 300 if notched else 150)]), turn, origin=(0, 0))
    x, y = 300 - base.length / 2 + off, 75.0
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    standing = at(base, x * c - y * s, x * s + y * c, turn)
    out = wholly_inside(standing, zone)
    assert out.within(ZERO) is (off <= 0)
    assert out.value == pytest.approx(max(off, 0), abs=0.005)
    assert wholly_inside(standing, as_region("zone", zone)).value == pytest.approx(out.value, abs=1e-6)


def test_a_base_over_a_hole_or_across_two_parts_is_not_wholly_inside() -> None:
    ground = box(0, 0, 100, 100).difference(box(45, 45, 55, 55))
    # the middle of the hole is the part that sticks out farthest
    out = wholly_inside(Footprint.disc(50, 50, 32), ground)
    assert out.value == pytest.approx(5, abs=0.005)
    assert out.b[:2] == pytest.approx((50, 50), abs=0.01)
    halves = shapely.union_all([box(0, 0, 40, 100), box(46, 0, 100, 100)])
    assert wholly_inside(Footprint.disc(43, 50, 32), halves).value == pytest.approx(3, abs=0.005)
    assert wholly_inside(Footprint.disc(20, 50, 32), halves).value == 0
    with pytest.raises(BadGeometry, match="empty"):
        wholly_inside(Footprint.disc(20, 50, 32), Polygon())


@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_round_bases_overlap_by_what_they_lack_in_distance(angle: float) -> None:
    def other(between: float) -> Footprint:
        return Footprint.disc(between * math.cos(math.radians(angle)), between * math.sin(math.radians(angle)), 32)

    one = Footprint.disc(0, 0, 32)
    found = overlap(one, other(31.9), ends=("a", "b"))
    assert found is not None
    assert found.value == pytest.approx(0.1, abs=1e-5)
    assert (found.ends, found.what) == (("a", "b"), "depth")
    assert overlap(one, other(32)) is None
    assert overlap(one, other(31.995)) is None
    assert overlap(one, other(32.1)) is None


@settings(max_examples=60, deadline=None)
@given(footprints, footprints)
def test_the_depth_of_an_overlap_is_the_shift_that_just_parts_the_two(p: Footprint, q: Footprint) -> None:
    found = overlap(p, q)
    if found is None:
        return
    dx, dy = found.b.x - found.a.x, found.b.y - found.a.y
    assert math.hypot(dx, dy) == pytest.approx(found.value)
    assert gap(p, q.moved(dx, dy)).value < 0.01
    still = overlap(p, q.moved(dx, dy))
    assert still is None or still.value < 0.02
    back = overlap(q, p)
    assert back is not None
    assert back.value == pytest.approx(found.value, abs=0.01)


def test_a_base_in_a_notch_overlaps_nothing_although_the_hulls_hull_does() -> None:
    hull = at(BASES["hull"], 0, 0)
    assert overlap(hull, Footprint.disc(-32, 0, 4)) is None
    deep = overlap(hull, Footprint.disc(-20, 0, 4))
    assert deep is not None
    assert deep.value > 2


def test_bases_on_two_floors_do_not_overlap() -> None:
    assert overlap(Footprint.disc(0, 0, 32), Footprint.disc(0, 0, 32, elevation=76.2)) is None
    assert overlap(Footprint.disc(0, 0, 32), Footprint.disc(0, 0, 32)) is not None
