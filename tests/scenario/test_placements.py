"""Placements: where the models of a file come to stand, to the last digit."""

import itertools
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import nearest
from battlesim.scenario.arrange import Ground, Misplaced, poses_of
from battlesim.scenario.fields import Known
from battlesim.scenario.placements import Placement
from battlesim.units import MV, Mm, inches
from tests.limits import NEAR, ODD_ANGLES

ROUND = Base.disc(32)
HULL = Base.hull([(-50, -30), (40, -40), (60, 0), (10, 5), (40, 40), (-50, 30)])
BASES = {
    "disc": ROUND,
    "oval": Base.oval(75, 42),
    "rectangle": Base.rectangle(60, 35),
    "stadium": Base.stadium(75, 25),
    "hull": HULL,
}
ADAPTER: TypeAdapter = TypeAdapter(Placement)


def read(placement):
    return ADAPTER.validate_python(placement, context=Known(MV, {"unit": ("guard",), "model": ("guard.1",)}))


def placed(placement, bases, still=(), now=()):
    poses = poses_of(read(placement), bases, Ground(lambda name: tuple(still), now))
    return [Footprint(base, pose) for base, pose in zip(bases, poses, strict=True)]


def spots(footprints):
    return [(f.pose.x, f.pose.y) for f in footprints]


@pytest.mark.parametrize("limit", [2, 3, 6, 8, 9, 12, 24])
def test_a_relative_placement_is_exact_at_360_angles(limit):
    still = [Footprint.disc(762, 558.8, 32)]
    for angle in range(360):
        (found,) = placed({"from": "guard", "gap": limit, "along": angle}, [ROUND], still)
        assert nearest([found], still).value == pytest.approx(inches(limit), abs=1e-6)
        direction = math.degrees(math.atan2(found.pose.y - 558.8, found.pose.x - 762)) % 360
        assert direction == pytest.approx(angle, abs=1e-6)


@pytest.mark.parametrize("off", NEAR)
@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_a_tenth_of_a_millimetre_is_placed_as_asked(angle, off):
    still = [Footprint.disc(700 + 40 * i, 500 + 7 * i, 25) for i in range(5)]
    gap = f"{inches(8) + off!r}mm"
    found = placed({"from": "guard", "gap": gap, "along": angle, "columns": 3}, [ROUND] * 7, still)
    assert nearest(found, still).value == pytest.approx(inches(8) + off, abs=1e-6)


@pytest.mark.parametrize(("moving", "standing"), list(itertools.product(BASES, BASES)))
def test_formations_of_any_base_stand_at_the_exact_gap(moving, standing):
    still = [
        Footprint(BASES[standing], Pose(Mm(700 + 90 * i), Mm(500 + 100 * j), 33 * i)) for i in (0, 1) for j in (0, 1)
    ]
    for angle in ODD_ANGLES:
        placement = {"from": "guard", "gap": 8.0, "along": angle, "columns": 3, "spacing": 0.2}
        found = placed(placement, [BASES[moving]] * 5, still)
        assert nearest(found, still).value == pytest.approx(203.2, abs=1e-6)


@given(
    angle=st.floats(0, 360),
    gap=st.floats(0, 500),
    aside=st.floats(-20, 20),
    facing=st.floats(0, 360),
    kinds=st.tuples(st.sampled_from(sorted(BASES)), st.sampled_from(sorted(BASES))),
)
def test_one_model_beside_another_is_exact_however_they_stand(angle, gap, aside, facing, kinds):
    still = [Footprint(BASES[kinds[0]], Pose(Mm(800.0), Mm(600.0), facing))]
    placement = {"from": "guard", "gap": f"{gap:.6f}mm", "along": angle, "aside": f"{aside:.6f}mm"}
    found = placed(placement, [BASES[kinds[1]]], still)
    assert nearest(found, still).value == pytest.approx(round(gap, 6), abs=1e-6)


def test_a_formation_comes_in_from_outside_and_stops_at_the_first_place():
    ring = [Footprint.disc(500 + 200 * math.cos(k), 500 + 200 * math.sin(k), 40) for k in (0.0, 2.1, 4.2)]
    (found,) = placed({"from": "guard", "gap": "10mm", "along": 0}, [ROUND], ring)
    assert found.pose.x > 700
    assert nearest([found], ring).value == pytest.approx(10, abs=1e-6)


def test_a_relative_formation_faces_what_it_stands_by():
    still = [Footprint.disc(500, 500, 32)]
    found = placed({"from": "guard", "gap": 1, "along": 30}, [ROUND], still)
    assert found[0].pose.facing == pytest.approx(210)
    turned = placed({"from": "guard", "gap": 1, "along": 30, "facing": 5}, [ROUND], still)
    assert turned[0].pose.facing == 5


def test_aside_that_misses_is_refused():
    with pytest.raises(Misplaced, match="aside is too large"):
        placed({"from": "guard", "gap": 1, "along": 0, "aside": 10}, [ROUND], [Footprint.disc(500, 500, 32)])


def test_a_point_may_have_a_facing():
    assert spots(placed((3, 4), [ROUND])) == [(76.2, 101.6)]
    (found,) = placed(("10mm", "20mm", 61.7), [ROUND])
    assert found.pose == Pose(Mm(10.0), Mm(20.0), 61.7)


def test_a_point_keeps_the_facing_that_a_model_has():
    (found,) = placed((3, 4), [ROUND], now=[Pose(Mm(0), Mm(0), 37.3)])
    assert found.pose.facing == 37.3


def test_points_are_one_a_model():
    assert spots(placed((("1mm", "2mm"), ("3mm", "4mm", 90)), [ROUND, ROUND])) == [(1, 2), (3, 4)]
    with pytest.raises(Misplaced, match="2 points for 3 models"):
        placed(((1, 2), (3, 4)), [ROUND] * 3)
    with pytest.raises(Misplaced, match="1 point for 2 models"):
        placed((1, 2), [ROUND] * 2)


@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_a_line_parts_every_base_from_the_next_by_the_gap(angle):
    bases = [BASES[kind] for kind in ("disc", "oval", "hull", "rectangle", "stadium", "disc")]
    found = placed({"line": (10, 10), "along": angle, "gap": "5mm"}, bases)
    for one, other in itertools.pairwise(found):
        assert nearest([one], [other]).value == pytest.approx(5, abs=1e-5)


def test_a_grid_runs_along_its_rows():
    found = placed({"grid": ("100mm", "100mm"), "columns": 2, "gap": "8mm"}, [ROUND] * 3)
    assert spots(found) == [(100, 100), (140, 100), (100, 140)]
    turned = placed({"grid": ("100mm", "100mm"), "columns": 2, "gap": "8mm", "along": 90}, [ROUND] * 3)
    assert spots(turned) == [(100, 100), (100, 140), (60, 100)]


def test_a_shift_goes_exactly_as_far_as_it_says():
    now = [Pose(Mm(100.0), Mm(100.0), 10.0), Pose(Mm(150.0), Mm(100.0))]
    found = placed({"by": 6, "along": 37.3, "turn": 20}, [ROUND] * 2, now=now)
    for before, after in zip(now, found, strict=True):
        moved = math.hypot(after.pose.x - before.x, after.pose.y - before.y)
        assert moved == pytest.approx(inches(6), abs=1e-6)
        assert after.pose.facing == pytest.approx(before.facing + 20)


def test_models_in_reserves_have_no_place_to_go_from():
    with pytest.raises(Misplaced, match="no place to go from"):
        placed({"by": 6, "along": 0}, [ROUND], now=[None])


@pytest.mark.parametrize("kind", BASES)
def test_toward_keeps_the_formation_and_stops_at_the_gap(kind):
    still = [Footprint(BASES[kind], Pose(Mm(700.0), Mm(500.0), 12.0))]
    now = [Pose(Mm(300.0 + 40 * i), Mm(200.0 + 9 * i)) for i in range(3)]
    found = placed({"toward": "guard", "gap": 1}, [ROUND] * 3, still, now)
    assert nearest(found, still).value == pytest.approx(25.4, abs=1e-6)
    shifts = {(round(f.pose.x - p.x, 4), round(f.pose.y - p.y, 4)) for f, p in zip(found, now, strict=True)}
    assert len(shifts) == 1


def test_toward_never_goes_backwards():
    with pytest.raises(Misplaced, match="already are nearer"):
        placed({"toward": "guard", "gap": 3}, [ROUND], [Footprint.disc(60, 0, 32)], [Pose(Mm(0), Mm(0))])
    with pytest.raises(Misplaced, match="they never come that near"):
        placed({"toward": "guard", "gap": 0, "along": 90}, [ROUND], [Footprint.disc(90, 0, 32)], [Pose(Mm(0), Mm(0))])


@pytest.mark.parametrize(
    ("placement", "words"),
    [
        ("here", "expected a placement: a point [30, 20]"),
        ({"middle": (1, 2)}, "expected a placement"),
        ({"grit": (1, 2)}, "did you mean 'grid'"),
        ({"form": "guard", "gap": 1, "along": 0}, "did you mean 'from'"),
        ((1, 2, 3, 4), "expected a point"),
        ((1, "2x"), "unknown unit 'x'"),
        ((1, float("nan")), "a finite number"),
        ((1, 1e300), "too long"),
        ({"grid": (1, 2), "colums": 3}, "did you mean 'columns'"),
        ({"grid": (1, 2), "columns": 0}, "greater than or equal to 1"),
        ({"from": "gard", "gap": 1, "along": 0}, "did you mean 'guard'"),
        ({"from": "guard", "gap": -1, "along": 0}, "0 or more"),
        ({"from": "guard", "gap": 1, "along": "30"}, "expected an angle"),
    ],
)
def test_what_is_no_placement_says_what_is_expected(placement, words):
    with pytest.raises(ValidationError, match=re.escape(words)):
        read(placement)
