"""Gaps: exact at every limit and angle, the same as an independent check, and symmetric."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.errors import BadGeometry
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import gap, gap_3d, gap_to, height_gap, nearest, nearest_3d, touches
from battlesim.geometry.oval import as_ovals, oval_to_core, oval_to_point
from battlesim.units import TOUCH, ZERO, Mm, cm, inches
from tests.geometry.true_edges import BASES, at, edge_gap
from tests.limits import NEAR, ODD_ANGLES

LIMITS = [*(inches(n) for n in (2, 3, 6, 8, 9, 12, 24)), *(cm(n) for n in (6, 12, 15))]
places = st.floats(-300, 300)
facings = st.floats(0, 360)
footprints = st.builds(at, st.sampled_from(list(BASES.values())), places, places, facings)


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("diameters", [(25, 25), (32, 40), (28.5, 60)])
def test_round_bases_are_judged_right_at_every_angle(limit: Mm, diameters: tuple[float, float]) -> None:
    wrong = []
    for angle, off in itertools.product(range(360), NEAR):
        between = limit + off + sum(diameters) / 2
        x, y = 317.3 + between * math.cos(math.radians(angle)), 211.9 + between * math.sin(math.radians(angle))
        measured = gap(Footprint.disc(317.3, 211.9, diameters[0]), Footprint.disc(x, y, diameters[1]))
        verdicts = measured.within(limit), measured.beyond(limit), measured.short_of(limit), measured.close_call(limit)
        if verdicts != (off <= 0, off > 0, off < 0, off == 0):
            wrong.append((angle, off, measured.value))
    assert wrong == []


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
@pytest.mark.parametrize("name", ["oval", "stadium", "rectangle", "hull"])
def test_an_eight_inch_limit_holds_along_the_axis_of_any_base(name: str, off: float, angle: float) -> None:
    limit = inches(8)
    reach_of_nose = {"oval": 37.5, "stadium": 37.5, "rectangle": 30.0, "hull": 45.0}[name]
    between = limit + off + reach_of_nose + 16
    way = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    measured = gap(at(BASES[name], 400, 300, angle), Footprint.disc(400 + between * way[0], 300 + between * way[1], 32))
    assert measured.within(limit) is (off <= 0)
    assert measured.short_of(limit) is (off < 0)


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations_with_replacement(BASES, 2)))
def test_every_pair_of_shapes_agrees_with_the_true_edges(one: str, other: str) -> None:
    for k, angle in enumerate(ODD_ANGLES):
        p = at(BASES[one], 0, 0, 17 * k)
        between = 110 + 40 * k
        x, y = between * math.cos(math.radians(angle)), between * math.sin(math.radians(angle))
        q = at(BASES[other], x, y, 29.3 * k + 5)
        measured = gap(p, q)
        if measured.value == 0:
            assert p.shape.intersects(q.shape)
        else:
            assert measured.value == pytest.approx(edge_gap(p, q), abs=0.001)


@settings(max_examples=150, deadline=None)
@given(footprints, footprints)
def test_the_end_points_lie_on_the_edges_as_far_apart_as_measured(p: Footprint, q: Footprint) -> None:
    measured = gap(p, q)
    assert math.dist(measured.a, measured.b) == pytest.approx(measured.value, abs=1e-6)
    for footprint, spot in ((p, measured.a), (q, measured.b)):
        point = shapely.Point(spot.x, spot.y)
        # drawn polygons stray from a curve by a few hundredths of a millimetre
        if measured.value > 0:
            assert footprint.shape.exterior.distance(point) < 0.03
        else:
            assert footprint.shape.distance(point) < 0.03
            assert measured.a[:2] == measured.b[:2]


@settings(max_examples=200, deadline=None)
@given(footprints, footprints)
def test_a_gap_is_the_same_from_both_ends(p: Footprint, q: Footprint) -> None:
    assert gap(p, q).value == pytest.approx(gap(q, p).value, abs=1e-9)


@settings(max_examples=150, deadline=None)
@given(footprints, footprints, places, places, facings)
def test_shifting_and_turning_the_table_changes_no_gap(
    p: Footprint, q: Footprint, dx: float, dy: float, turn: float
) -> None:
    def moved(f: Footprint) -> Footprint:
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        x, y = f.pose.x * c - f.pose.y * s, f.pose.x * s + f.pose.y * c
        return at(f.base, x + dx, y + dy, f.pose.facing + turn)

    # poses keep a millionth of a millimetre, and a millionth of a degree at the far end of a long base
    assert gap(moved(p), moved(q)).value == pytest.approx(gap(p, q).value, abs=1e-5)


@settings(max_examples=100, deadline=None)
@given(footprints, footprints)
def test_a_mirrored_table_has_the_same_gaps(p: Footprint, q: Footprint) -> None:
    def mirrored(f: Footprint) -> Footprint:
        outline = tuple((x, -y) for x, y in f.base.outline)
        base = Base.hull(outline) if f.base.kind == "hull" else f.base
        return at(base, f.pose.x, -f.pose.y, -f.pose.facing)

    assert gap(mirrored(p), mirrored(q)).value == pytest.approx(gap(p, q).value, abs=1e-5)


@settings(max_examples=100, deadline=None)
@given(footprints, footprints, st.floats(-50, 50), st.floats(-50, 50))
def test_a_gap_changes_by_no_more_than_the_base_moves(p: Footprint, q: Footprint, dx: float, dy: float) -> None:
    assert abs(gap(p, q.moved(dx, dy)).value - gap(p, q).value) <= math.hypot(dx, dy) + 1e-5


def test_a_base_in_the_notch_of_a_hull_is_measured_to_the_notch() -> None:
    tail = at(BASES["hull"], 0, 0)
    peg = Footprint.disc(-32, 0, 4)
    assert not tail.shape.convex_hull.disjoint(peg.shape)
    assert gap(tail, peg).value == pytest.approx(edge_gap(tail, peg), abs=0.001)
    assert gap(tail, peg).value > 2
    # the side of the notch leads from (-20, 0) to (-40, 25)
    assert gap(tail, peg).value == pytest.approx(12 * 25 / math.hypot(20, 25) - 2, abs=1e-9)


@pytest.mark.parametrize("name", BASES)
def test_a_base_on_top_of_another_has_no_gap_and_one_shared_point(name: str) -> None:
    for other in BASES.values():
        p, q = at(BASES[name], 10, 20, 33), at(other, 12, 19, 71)
        measured = gap(p, q)
        assert measured.value == 0
        assert measured.a == measured.b
        assert p.shape.distance(shapely.Point(measured.a.x, measured.a.y)) < 0.01
        assert q.shape.distance(shapely.Point(measured.a.x, measured.a.y)) < 0.01


@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_bases_that_touch_are_in_contact_and_bases_a_tenth_apart_are_not(angle: float) -> None:
    way = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    one = Footprint.disc(0, 0, 32)
    assert touches(one, Footprint.disc(32 * way[0], 32 * way[1], 32))
    assert not touches(one, Footprint.disc(32.1 * way[0], 32.1 * way[1], 32))
    assert not touches(one, Footprint.disc(32 * way[0], 32 * way[1], 32, elevation=76.2))


@pytest.mark.parametrize("off", NEAR)
def test_a_distance_in_space_joins_the_gap_and_the_height(off: float) -> None:
    # 3 across and 4 up make 5
    measured = gap_3d(Footprint.disc(0, 0, 32), Footprint.disc(32 + 76.2, 0, 32, elevation=101.6 + off))
    assert measured.within(inches(5)) is (off <= 0)
    assert measured.a.z == 0
    assert measured.b.z == pytest.approx(101.6 + off)
    assert math.dist(measured.a, measured.b) == pytest.approx(measured.value)


def test_a_frame_model_is_measured_up_to_its_height_and_others_at_their_base() -> None:
    walker, knight = Base.disc(60, height=100), Base.hull(((-30, -30), (30, -30), (30, 30), (-30, 30)), height=100)
    sniper = Footprint.disc(200, 0, 32, elevation=127)
    assert height_gap(at(walker, 0, 0), sniper).value == 127
    assert height_gap(at(knight, 0, 0), sniper).value == 27
    assert height_gap(at(knight, 0, 0), at(walker, 9, 9, elevation=50)).value == 0
    assert height_gap(sniper, at(knight, 0, 0)).what == "height"


def test_a_gap_to_an_area_is_nothing_inside_it_and_leads_to_its_border_from_outside() -> None:
    zone = shapely.box(0, 0, 1000, 254)
    assert gap_to(Footprint.disc(500, 300, 32), zone).value == pytest.approx(30)
    assert gap_to(Footprint.disc(500, 100, 32), zone).value == 0
    assert gap_to(Footprint.disc(500, 100, 32), zone.boundary).value == 84
    assert gap_to(at(BASES["oval"], 500, 300, 90), zone).value == pytest.approx(8.5, abs=0.002)
    assert gap_to(Footprint.disc(0, 0, 32), shapely.Point(30, 40)).b == (30, 40, 0)
    with pytest.raises(BadGeometry, match="empty"):
        gap_to(Footprint.disc(0, 0, 32), shapely.Polygon())


def _unit(base: Base, seed: int, x: float) -> list[Footprint]:
    rng = np.random.default_rng(seed)
    return [
        at(base, x + 90 * (k % 5), 90 * (k // 5), float(turn)) for k, turn in enumerate(rng.uniform(0, 360, size=15))
    ]


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations_with_replacement(BASES, 2)))
def test_the_nearest_pair_of_two_units_is_the_least_of_all_their_gaps(one: str, other: str) -> None:
    ps, qs = _unit(BASES[one], 1, 0), _unit(BASES[other], 2, 560)
    names, others = [f"p{k}" for k in range(15)], [f"q{k}" for k in range(15)]
    best = min((gap(p, q, ends=(a, b)) for p, a in zip(ps, names, strict=True) for q, b in zip(qs, others, strict=True)),
               key=lambda m: m.value)  # fmt: skip
    found = nearest(ps, qs, names=names, other_names=others)
    assert found.value == pytest.approx(best.value, abs=1e-9)
    assert found.ends == best.ends


def test_among_equal_gaps_the_first_pair_in_order_counts() -> None:
    ps = [Footprint.disc(0, y, 32) for y in (300, 0, 100)]
    qs = [Footprint.disc(200, y, 32) for y in (100, 0)]
    assert nearest(ps, qs, names="abc", other_names="xy").ends == ("b", "y")
    assert nearest(ps[::-1], qs, names="cba", other_names="xy").ends == ("c", "x")


def test_the_nearest_pair_in_space_can_be_another_one() -> None:
    ps = [Footprint.disc(0, 0, 32)]
    qs = [Footprint.disc(60, 0, 32, elevation=100), Footprint.disc(0, 90, 32)]
    assert nearest(ps, qs, other_names="ud").ends == ("", "u")
    assert nearest_3d(ps, qs, other_names="ud").ends == ("", "d")
    assert nearest_3d(ps, qs).what == "gap-3d"


def test_units_without_models_have_no_gap() -> None:
    with pytest.raises(BadGeometry, match="no models"):
        nearest([], [Footprint.disc(0, 0, 32)])


def test_a_tolerance_of_a_hundredth_is_all_there_is() -> None:
    measured = gap(Footprint.disc(0, 0, 32), Footprint.disc(32.009, 0, 32))
    assert measured.within(ZERO)
    assert not gap(Footprint.disc(0, 0, 32), Footprint.disc(32.011, 0, 32)).within(ZERO)
    assert Mm(0.01) == TOUCH


def test_a_pose_keeps_a_millionth_of_a_millimetre_and_no_minus_zero() -> None:
    pose = Pose(Mm(1.23456789), Mm(-0.0), -90)
    assert (pose.x, pose.facing) == (1.234568, 270.0)
    assert math.copysign(1, pose.y) == 1


@settings(max_examples=200, deadline=None)
@given(places, places, facings, st.floats(20, 200), st.floats(0.2, 1), places, places)
def test_an_oval_and_a_point_are_as_far_apart_alone_as_among_many(x, y, facing, length, share, to_x, to_y) -> None:
    oval = Footprint(Base.oval(length, length * share), Pose(Mm(x), Mm(y), facing))
    value, a, b = oval_to_point(oval, (to_x, to_y))
    among = oval_to_core(as_ovals([oval]), np.array([[to_x, to_y]]))
    assert value == pytest.approx(float(among.separation[0]), abs=1e-9)
    assert a == pytest.approx(tuple(among.a[0]), abs=1e-6)
    assert b == pytest.approx(tuple(among.b[0]), abs=1e-6)
