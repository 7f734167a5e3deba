"""Where a base has room: as near as it can, wholly within the limit, clear of what is there."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import box

from battlesim.geometry.coherency import coherency
from battlesim.geometry.extent import reach, wholly_inside
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import gap
from battlesim.geometry.overlap import overlap
from battlesim.geometry.room import Room, Together, nearest_place, settle
from battlesim.units import TOUCH, ZERO, Mm, inches
from tests.limits import ODD_ANGLES

TABLE = box(0, 0, 1500, 1100)
HULL = Base.rectangle(110, 75)
TOGETHER = Together(inches(2), inches(9))


def wreck(angle: float = 37.3, x: float = 700, y: float = 500, base: Base = HULL) -> Footprint:
    return Footprint(base, Pose(Mm(x), Mm(y), angle))


@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_a_lone_base_ends_in_contact(angle: float):
    pose = nearest_place(Base.disc(32), wreck(angle), inches(6), Room(TABLE))
    assert pose is not None
    assert gap(wreck(angle), Base.disc(32).at(pose)).within(ZERO)


@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_it_takes_the_side_that_it_is_asked_for(angle: float):
    middle = wreck(angle)
    left = nearest_place(Base.disc(32), middle, inches(6), Room(TABLE), toward=(0.0, 500.0))
    right = nearest_place(Base.disc(32), middle, inches(6), Room(TABLE), toward=(1500.0, 500.0))
    assert left is not None
    assert right is not None
    assert left.x < middle.centre[0] < right.x


@pytest.mark.parametrize(("more", "fits"), [(-0.1, False), (0.0, True), (0.1, True)])
def test_a_base_just_as_wide_as_the_limit_fits(more: float, fits: bool):
    pose = nearest_place(Base.disc(152.4), wreck(), Mm(152.4 + more), Room(TABLE))
    assert (pose is not None) is fits


@pytest.mark.parametrize(("clearance", "far"), [(ZERO, 0.0), (inches(2), 50.8)])
def test_it_keeps_clear_of_those_to_avoid(clearance: Mm, far: float):
    middle, enemy = wreck(), Footprint.disc(790, 520, 32)
    pose = nearest_place(
        Base.disc(32), middle, inches(6), Room(TABLE, (enemy,)), avoid=(enemy,), clearance=clearance, toward=(900, 520)
    )
    assert pose is not None
    assert gap(Base.disc(32).at(pose), enemy).beyond(Mm(far)) or far == 0.0


def test_it_ends_engaged_rather_than_nowhere():
    ring = tuple(
        Footprint.disc(*wreck().moved(120 * x, 120 * y).centre, 32) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    poses = settle([Base.disc(32)], wreck(), inches(2), Room(TABLE, ring), avoid=ring, clearance=inches(6))
    assert poses[0] is not None


def test_walls_all_round_leave_no_room():
    walls = (box(600, 440, 800, 445), box(600, 555, 800, 560), box(600, 440, 605, 560), box(795, 440, 800, 560))
    assert nearest_place(Base.disc(140), wreck(0.0), inches(6), Room(TABLE, (), walls)) is None


def test_the_edge_of_the_table_is_kept():
    middle = wreck(0.0, x=60, y=45)
    poses = settle([Base.disc(32)] * 6, middle, inches(6), Room(TABLE))
    assert all(wholly_inside(Base.disc(32).at(pose), TABLE).within(ZERO) for pose in poses if pose)


@settings(max_examples=25, deadline=None)
@given(
    angle=st.floats(0, 360),
    count=st.integers(1, 10),
    size=st.sampled_from([25, 32, 40]),
    enemy=st.floats(0, 360),
)
def test_whoever_finds_room_stands_well(angle: float, count: int, size: float, enemy: float):
    middle = wreck(round(angle, 1))
    way = math.radians(enemy)
    foe = Footprint.disc(*middle.moved(140 * math.cos(way), 140 * math.sin(way)).centre, 40)
    bases = [Base.disc(size)] * count

    def found() -> tuple[Pose | None, ...]:
        return settle(
            bases,
            middle,
            inches(6),
            Room(TABLE, (foe,)),
            avoid=(foe,),
            clearance=inches(2),
            together=TOGETHER,
            toward=(0, 0),
        )

    poses = found()
    placed = [base.at(pose) for base, pose in zip(bases, poses, strict=True) if pose is not None]
    assert len(placed) == count
    assert all(reach(middle, one).within(inches(6)) for one in placed)
    assert all(overlap(one, other) is None for k, one in enumerate(placed) for other in (middle, foe, *placed[:k]))
    assert coherency([(str(k), one) for k, one in enumerate(placed)], neighbour=inches(2), envelope=inches(9)).holds
    assert poses == found()


def test_an_oval_keeps_the_facing_of_the_middle_and_its_distance():
    middle = wreck(30.0)
    pose = nearest_place(Base.oval(75, 42), middle, inches(6), Room(TABLE))
    assert pose is not None
    assert pose.facing == 30.0
    assert gap(middle, Base.oval(75, 42).at(pose)).value <= TOUCH
