"""Moves: length, what they cover, what they would pass through."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon, box

from battlesim.errors import BadGeometry
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.overlap import overlap
from battlesim.geometry.path import Obstacle, Path, along, first_contact, leaves, sweep, travelled
from battlesim.units import Mm, inches
from tests.geometry.true_edges import BASES, at
from tests.limits import NEAR, ODD_ANGLES

TABLE = box(0, 0, 1524, 1117.6)


def pose(x: float, y: float, facing: float = 0.0, elevation: float = 0.0) -> Pose:
    return Pose(Mm(x), Mm(y), facing, Mm(elevation))


def steps(*places: tuple[float, ...]) -> Path:
    return Path(tuple(pose(*place) for place in places))


@pytest.mark.parametrize("off", NEAR)
@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_a_six_inch_move_may_be_six_inches_long(angle: float, off: float) -> None:
    length = inches(6) + off
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    bent = steps((100, 100), (100 + 0.3 * length * c, 100 + 0.3 * length * s), (100 + length * c, 100 + length * s))
    measured = travelled(bent)
    assert measured.within(inches(6)) is (off <= 0)
    assert measured.what == "path"


def test_a_path_costs_its_corners_and_its_climbs_but_not_its_pivots() -> None:
    climbing = steps((0, 0), (30, 40), (30, 40, 90), (30, 40, 90, 76.2), (60, 80, 0, 76.2), (60, 80, 0, 0))
    assert travelled(climbing).value == pytest.approx(50 + 76.2 + 50 + 76.2)
    assert travelled(climbing).b == (60, 80, 0)
    assert travelled(Path((pose(3, 4),))).value == 0
    with pytest.raises(BadGeometry, match="one pose"):
        Path(())


def test_a_pose_along_the_path_is_found_by_its_travel() -> None:
    path = steps((0, 0), (30, 40), (30, 40, 0, 50), (60, 80, 90, 50))
    assert along(path, Mm(-1)) == path.start
    assert along(path, Mm(25)) == pose(15, 20)
    assert along(path, Mm(50)) == pose(30, 40)
    assert along(path, Mm(75)) == pose(30, 40, 0, 25)
    assert along(path, Mm(125)) == pose(45, 60, 90, 50)
    assert along(path, Mm(999)) == path.end


@pytest.mark.parametrize(("start", "end", "first", "last"), [(350, 10, 0, 4), (10, 350, 2, 6)])
def test_a_base_turns_the_shorter_way(start: float, end: float, first: float, last: float) -> None:
    # only a corner, which swings at 33.5 mm from 16.6 degrees to 36.6 or back, comes as far out as the post
    post = Footprint.disc(35 * math.cos(math.radians(30)), 35 * math.sin(math.radians(30)), 4)
    [contact] = first_contact(BASES["rectangle"], steps((0, 0, start), (0, 0, end)), [Obstacle("post", post)])
    assert first < contact.pose.facing < last
    beside_the_longer_way = Obstacle("post", Footprint.disc(-34, 0, 4))
    assert first_contact(BASES["rectangle"], steps((0, 0, start), (0, 0, end)), [beside_the_longer_way]) == ()


def test_a_turning_side_covers_no_more_than_it_sweeps() -> None:
    # the middle of the side passes the post at 0.09 mm; the chord between its two ends would cut it
    post = Footprint.disc(17.35 * math.cos(math.radians(100)), 17.35 * math.sin(math.radians(100)), 4)
    assert first_contact(BASES["rectangle"], steps((0, 0, 0), (0, 0, 20)), [Obstacle("post", post)]) == ()


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
@pytest.mark.parametrize("name", ["disc", "oval", "stadium", "rectangle"])
def test_a_base_may_brush_along_a_wall_but_not_cut_it(name: str, off: float, angle: float) -> None:
    base = BASES[name]
    turned = shapely.affinity.rotate
    wall = turned(box(100, base.width / 2 + off, 200, base.width / 2 + 50), angle, origin=(0, 0))
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    path = steps((0, 0, angle), (400 * c, 400 * s, angle))
    found = first_contact(base, path, [Obstacle("wall", wall)])
    assert [contact.name for contact in found] == (["wall"] if off < 0 else [])


@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_the_first_contact_comes_where_the_edges_meet(angle: float) -> None:
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    path = Path.straight(pose(0, 0), pose(300 * c, 300 * s))
    far, near = Footprint.disc(250 * c, 250 * s, 40), Footprint.disc(100 * c, 100 * s, 32)
    found = first_contact(Base.disc(32), path, [Obstacle("far", far), Obstacle("near", near)])
    assert [contact.name for contact in found] == ["near", "far"]
    # by then the base is in by the tolerance
    assert [contact.travelled for contact in found] == pytest.approx([68.01, 214.01], abs=1e-4)
    assert found[0].spot[:2] == pytest.approx((84 * c, 84 * s), abs=0.02)
    assert (found[0].pose.x, found[0].pose.y) == pytest.approx((68.01 * c, 68.01 * s), abs=1e-4)


def test_a_contact_on_a_later_step_counts_the_travel_before_it() -> None:
    path = steps((0, 0), (0, 100), (200, 100))
    [contact] = first_contact(Base.disc(32), path, [Obstacle("wall", LineString([(150, 50), (150, 200)]))])
    assert contact.travelled == pytest.approx(100 + 150 - 16 + 0.01, abs=1e-4)
    assert contact.spot[:2] == pytest.approx((150, 100))


def test_a_base_that_starts_inside_a_wall_meets_it_at_once() -> None:
    [contact] = first_contact(Base.disc(180), steps((0, 0), (300, 0)), [Obstacle("wall", box(-5, -60, 5, 60))])
    assert contact.travelled == 0
    assert first_contact(Base.disc(180), Path((pose(0, 0),)), [Obstacle("wall", box(-5, -60, 5, 60))])


def test_a_notched_hull_may_back_round_a_post_that_fits_its_notch() -> None:
    hull = BASES["hull"]
    post = Obstacle("post", Footprint.disc(0, 0, 4))
    assert first_contact(hull, steps((60, 0), (32, 0)), [post]) == ()
    [contact] = first_contact(hull, steps((60, 0), (10, 0)), [post])
    # the notch narrows until the post touches both its sides
    depth = 2 * math.hypot(20, 25) / 25
    assert 60 - contact.travelled == pytest.approx(20 + depth, abs=0.02)


def test_a_pivot_swings_through_what_stands_beside_it() -> None:
    beside = Obstacle("crate", box(-5, 20, 5, 30))
    base = BASES["rectangle"]
    assert first_contact(base, steps((0, 0), (100, 0)), [beside]) == ()
    [contact] = first_contact(base, steps((0, 0), (0, 0, 90)), [beside])
    assert contact.travelled == 0
    assert 0 < contact.pose.facing < 90
    assert first_contact(Base.disc(38), steps((0, 0), (0, 0, 90)), [beside]) == ()


def test_a_base_passes_over_low_walls_and_under_bridges() -> None:
    wall = Obstacle("wall", box(50, -50, 60, 50), top=Mm(50))
    bridge = Obstacle("bridge", box(50, -50, 60, 50), bottom=Mm(80), top=Mm(90))
    hedgehog = Obstacle("sentry", Footprint.disc(55, 0, 32, elevation=50))
    across = (0, 0), (110, 0)
    on_top = [(x, y, 0, 50) for x, y in across]
    assert [c.name for c in first_contact(Base.disc(32), steps(*across), [wall, bridge, hedgehog])] == ["wall"]
    assert [c.name for c in first_contact(Base.disc(32), steps(*on_top), [wall, bridge, hedgehog])] == ["sentry"]
    tall = Base.hull(((-16, -16), (16, -16), (16, 16), (-16, 16)), height=60)
    assert {c.name for c in first_contact(tall, steps(*on_top), [wall, bridge, hedgehog])} == {"bridge", "sentry"}


@pytest.mark.parametrize(("off", "over"), [(-0.1, True), (0.0, False), (0.1, False)])
@pytest.mark.parametrize("name", BASES)
def test_a_base_may_reach_the_edge_of_the_table_and_not_hang_over(name: str, off: float, over: bool) -> None:
    tail = {"hull": 40.0}.get(name, BASES[name].length / 2)
    contact = leaves(BASES[name], steps((500, 300), (tail + off, 300)), TABLE)
    assert (contact is not None) is over
    if contact is not None:
        assert contact.name == "table edge"
        assert contact.spot.x == pytest.approx(0, abs=1e-6)


def test_a_base_off_the_table_has_left_it() -> None:
    contact = leaves(Base.disc(32), steps((-100, 50), (200, 50)), TABLE)
    assert contact is not None
    assert contact.travelled == 0


@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_the_ground_a_base_covers_has_the_right_area(angle: float) -> None:
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    [covered] = sweep(Base.disc(32), steps((0, 0), (100 * c, 100 * s)))
    assert covered.area == pytest.approx(32 * 100 + math.pi * 256, rel=2e-4)
    [covered] = sweep(BASES["rectangle"], steps((0, 0, angle), (100 * c, 100 * s, angle)))
    assert covered.area == pytest.approx(30 * 160)
    turned, covered = sweep(BASES["rectangle"], steps((0, 0), (100 * c, 100 * s, angle)))
    assert turned.area > 30 * 60
    assert covered.area == pytest.approx(30 * 160)


def test_a_full_pivot_covers_the_circle_round_the_corners() -> None:
    half, other = sweep(Base.rectangle(60, 30), steps((0, 0), (0, 0, 180), (0, 0, 0)))
    circle = math.pi * (30**2 + 15**2)
    assert half.area == pytest.approx(circle, rel=1e-3)
    assert other.area == pytest.approx(circle, rel=1e-3)


def test_a_notched_hull_covers_its_notch_only_where_it_passes() -> None:
    [covered] = sweep(BASES["hull"], steps((0, 0), (0, 30)))
    # moving across its axis by 30, the notch keeps a triangle's tip free
    assert not covered.covers(shapely.Point(-39, 15))
    [covered] = sweep(BASES["hull"], steps((0, 0), (0, 60)))
    assert covered.covers(shapely.Point(-39, 30))


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(list(BASES.values())),
    st.sampled_from(list(BASES.values())),
    st.floats(-150, 150),
    st.floats(-150, 150),
    st.floats(0, 360),
    st.floats(0, 360),
)
def test_a_base_passes_through_just_what_it_overlaps_somewhere_on_its_way(
    mover: Base, other: Base, x: float, y: float, facing: float, turn: float
) -> None:
    obstacle = at(other, x, y, turn)
    path = steps((-200, 10, facing), (200, -20, facing))
    found = first_contact(mover, path, [Obstacle("it", obstacle)])
    depths = []
    for k in range(81):
        deep = overlap(mover.at(along(path, Mm(travelled(path).value * k / 80))), obstacle)
        depths.append(deep.value if deep else 0.0)
    if found:
        there = overlap(mover.at(along(path, Mm(found[0].travelled + 0.05))), obstacle)
        assert there is not None or max(depths) < 0.1
        before = overlap(mover.at(along(path, Mm(found[0].travelled - 0.05))), obstacle)
        assert before is None or found[0].travelled == 0 or before.value < 0.02
    else:
        assert max(depths) < 0.02


def test_an_obstacle_that_is_no_shape_is_refused() -> None:
    with pytest.raises(BadGeometry, match="'ghost'"):
        Obstacle("ghost", Polygon())
    with pytest.raises(BadGeometry, match="Self-intersection"):
        Obstacle("bow", Polygon([(0, 0), (1, 1), (1, 0), (0, 1)]))
