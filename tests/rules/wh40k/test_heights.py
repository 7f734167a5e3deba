"""Climbing, standing high up and flying, at their limits."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from msgspec import structs
from shapely.geometry import box

from battlesim.geometry.footprint import Base, Pose, outline_of
from battlesim.geometry.path import Path, travelled
from battlesim.model.battlefield import Area, Feature
from battlesim.rules.wh40k.climbing import flat, spelled_out
from battlesim.rules.wh40k.keywords import Hover
from battlesim.rules.wh40k.movement import Move
from battlesim.rules.wh40k.state import UnitState
from battlesim.units import Mm, inches
from tests.limits import NEAR, ODD_ANGLES
from tests.rules.wh40k.battles import HERE, HUMAN, MOVEMENT, Squad, at, away, battle, play, refusals, ruling

CORNER = Squad("guard", "blue", (at(100, 1000),))


def block(height: float, *, category: str = "dense", bottom: float = 0.0, west: float = 700.0) -> Area:
    """A block from ``west`` on, 200 mm wide and long, so many inches high."""
    outline = outline_of(box(west, 300, west + 200, 500))
    feature = Feature("block", "block", outline, category, bottom=inches(bottom), height=inches(height))
    return Area("area", "area", outline, (feature,))


def moved(squad: Squad, *poses: Pose, areas=(), kind="normal", dice=None, skies=False, others=(CORNER,)):
    """The step of its only model along those poses from where it stands."""
    start = squad.poses[0]
    field = battle(squad, *others, clock=MOVEMENT, areas=areas)
    return play(field, Move(squad.id, kind, (("squad.1", (start, *poses)),), False, skies), dice)  # type: ignore[arg-type]


def infantry(x: float, *keywords: str, base: Base | None = None) -> Squad:
    """One model at x, on the level of the block."""
    return Squad("squad", "red", (at(x, 400),), base=base or Base.disc(32), keywords=keywords or ("INFANTRY",))


def test_a_climb_is_a_step_of_its_own_at_the_higher_end():
    low, high = at(0, 0), at(100, 0, elevation=50)
    up, down = spelled_out(Path((low, high))), spelled_out(Path((high, low)))
    assert up.poses == (low, at(100, 0), high)
    assert down.poses == (high, at(100, 0), low)
    for path in (up, down):
        assert travelled(path).value == pytest.approx(150)
    assert travelled(flat(up)).value == pytest.approx(100)


@pytest.mark.parametrize("off", NEAR)
def test_across_and_up_count_together(off: float):
    start = 716 - inches(3) - off
    _, step = moved(infantry(start), at(716, 400, elevation=inches(3)), areas=[block(3)])
    assert step.legal is (off <= 0)
    assert ruling(step, "movement", "distance").measured == pytest.approx(inches(6) + off, abs=1e-3)


@pytest.mark.parametrize("off", NEAR)
def test_no_part_of_the_base_hangs_over_the_edge(off: float):
    _, step = moved(infantry(650), at(716 - off, 400, elevation=inches(3)), areas=[block(3)])
    assert refusals(step) == ([] if off <= 0 else ["climbing/no-overhang"])


@pytest.mark.parametrize("off", NEAR)
def test_a_climb_keeps_within_half_an_inch(off: float):
    beast = Squad("squad", "red", (at(600, 400),), keywords=("MONSTER",), profile=_fast())
    x = 700 - 16 - inches(0.5) - off
    top = inches(3)
    _, step = moved(beast, at(x, 400), at(x, 400, elevation=top), at(730, 400, elevation=top), areas=[block(3)])
    assert refusals(step) == ([] if off <= 0 else ["climbing/along-terrain"])
    assert ruling(step, "climbing", "along-terrain").measured == pytest.approx(inches(0.5) + off, abs=1e-3)


def test_nobody_climbs_higher_than_the_terrain_or_into_the_air():
    _, step = moved(infantry(660), at(720, 400, elevation=inches(3.5)), areas=[block(3)])
    assert refusals(step) == ["climbing/along-terrain", "climbing/no-overhang"]
    _, step = moved(infantry(600), at(600, 400, elevation=inches(2)))
    assert refusals(step) == ["climbing/along-terrain", "climbing/no-overhang"]


@pytest.mark.parametrize(
    ("keywords", "may"),
    [
        (("INFANTRY",), True),
        (("BEASTS",), True),
        (("SWARM",), True),
        (("MONSTER",), True),
        (("VEHICLE", "FLY"), True),
        (("VEHICLE",), False),
        (("MOUNTED",), False),
        (("INFANTRY", "MOBILE"), True),
        (("MOUNTED", "MOBILE"), False),
    ],
)
def test_who_may_end_above_the_ground(keywords: tuple[str, ...], may: bool):
    squad = Squad("squad", "red", (at(660, 400),), keywords=keywords, profile=_fast())
    beside, top = at(680, 400), inches(3)
    path = (beside, structs.replace(beside, elevation=top), at(740, 400, elevation=top))
    _, step = moved(squad, *path, areas=[block(3)])
    assert refusals(step) == ([] if may else ["climbing/above-ground"])


@pytest.mark.parametrize(
    ("height", "category", "keywords", "passes"),
    [
        (2.0, "dense", ("VEHICLE",), True),
        (2.1, "dense", ("VEHICLE",), False),
        (2.1, "dense", ("INFANTRY",), True),
        (2.1, "dense", ("VEHICLE", "MOBILE"), True),
        (5.0, "light", ("VEHICLE",), True),
        (5.0, "exposed", ("VEHICLE",), True),
    ],
)
def test_who_passes_through_what(height: float, category: str, keywords: tuple[str, ...], passes: bool):
    squad = Squad("squad", "red", (at(670, 400),), keywords=keywords, profile=_fast(12))
    _, step = moved(squad, at(930, 400), areas=[block(height, category=category)])
    assert refusals(step) == ([] if passes else ["movement/through-walls"])


@pytest.mark.parametrize(
    ("keywords", "passes"),
    [(("INFANTRY",), True), (("MONSTER",), False), (("VEHICLE", "MOBILE", "FLY"), False)],
)
def test_who_goes_up_through_a_floor(keywords: tuple[str, ...], passes: bool):
    floor = block(0.1, bottom=2.9)
    squad = Squad("squad", "red", (at(800, 400),), keywords=keywords)
    _, step = moved(squad, at(800, 400, elevation=inches(3)), areas=[floor])
    assert refusals(step) == ([] if passes else ["movement/through-walls"])


def test_a_tank_drives_under_a_floor_that_is_high_up():
    tank = Squad("squad", "red", (at(670, 400),), keywords=("VEHICLE",), profile=_fast(12))
    _, step = moved(tank, at(930, 400), areas=[block(0.1, bottom=2.9)])
    assert step.legal


def test_a_tank_that_climbs_a_wall_pays_for_up_and_down():
    outline = outline_of(box(700, 300, 710, 500))
    wall = Area("wall", "wall", outline, (Feature("wall", "wall", outline, "dense", height=inches(2.1)),))
    tank = Squad("squad", "red", (at(680, 400),), keywords=("VEHICLE",), profile=_fast(6))
    top = inches(2.1)
    over = (at(680, 400, elevation=top), at(730, 400, elevation=top), at(730, 400))
    _, step = moved(tank, *over, areas=[wall])
    assert refusals(step) == ["movement/distance"]
    assert ruling(step, "movement", "distance").measured == pytest.approx(50 + 2 * top, abs=1e-3)
    _, step = moved(replace(tank, profile=_fast(7)), *over, areas=[wall])
    assert step.legal


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize(("abilities", "most"), [((), 4.0), ((Hover(),), 6.0)])
@pytest.mark.parametrize("off", NEAR)
def test_the_skies_cost_two_inches_unless_the_unit_hovers(off, abilities, most, angle):
    length = inches(most) + off
    way = math.radians(angle)
    flyer = Squad("squad", "red", (HERE,), keywords=("INFANTRY", "FLY"), abilities=abilities)
    _, step = moved(flyer, HERE.moved(length * math.cos(way), length * math.sin(way)), skies=True)
    assert refusals(step) == ([] if off <= 0 else ["taking-to-the-skies/distance"])


def test_the_skies_ignore_height_walls_and_enemies_but_not_the_edge():
    flyer = Squad("squad", "red", (at(620, 400),), keywords=("INFANTRY", "FLY"), profile=_fast(10))
    enemy = Squad("guard", "blue", (at(720, 400),))
    _, step = moved(flyer, at(790, 400, elevation=inches(5.5)), areas=[block(5.5)], skies=True, others=(enemy,))
    assert step.legal
    assert ruling(step, "taking-to-the-skies", "distance").measured == pytest.approx(170)
    near_edge = Squad("squad", "red", (at(30, 400),), keywords=("INFANTRY", "FLY"))
    _, step = moved(near_edge, at(10, 430), at(40, 430), skies=True)
    assert refusals(step) == ["movement/table-edge"]


def test_an_advance_through_the_skies_is_its_roll_longer():
    flyer = Squad("squad", "red", (HERE,), keywords=("INFANTRY", "FLY"))
    _, step = moved(flyer, HERE.moved(0, inches(9)), skies=True, kind="advance", dice={"advance": [5]})
    assert step.legal
    _, step = moved(flyer, HERE.moved(0, inches(9) + 0.1), skies=True, kind="advance", dice={"advance": [5]})
    assert refusals(step) == ["taking-to-the-skies/distance"]


def test_one_model_on_foot_keeps_the_unit_on_the_ground():
    mixed = Squad("squad", "red", (HERE, HERE.moved(40, 0)), own_keywords={1: ("FLY",)})
    field = battle(mixed, CORNER, clock=MOVEMENT)
    _, step = play(field, Move("squad", "normal", (), False, True))
    assert refusals(step) == ["taking-to-the-skies/every-model"]


@pytest.mark.parametrize("kind", ["normal", "advance"])
def test_a_monster_walks_through_infantry_and_not_through_its_like(kind: str):
    beast = Squad("squad", "red", (HERE,), base=Base.disc(60), keywords=("MONSTER",), profile=_fast(10))
    small, big = Squad("guard", "blue", (at(720, 400),)), Squad("guard", "blue", (at(720, 400),), keywords=("VEHICLE",))
    dice = {"advance": [6]} if kind == "advance" else None
    _, step = moved(beast, at(850, 400), kind=kind, dice=dice, others=(small,))
    assert step.legal
    _, step = moved(beast, at(850, 400), kind=kind, others=(big,))
    assert refusals(step) == ["movement/through-enemies"]


def test_a_monster_does_not_fall_back_through_infantry():
    beast = Squad("squad", "red", (HERE,), base=Base.disc(60), keywords=("MONSTER",), profile=_fast(10))
    _, step = moved(beast, at(815, 400), kind="fall-back", others=(Squad("guard", "blue", (at(690, 400),)),))
    assert refusals(step) == ["movement/through-enemies"]


def test_everybody_walks_under_aircraft():
    plane = Squad("guard", "blue", (at(684, 400),), keywords=("VEHICLE", "AIRCRAFT"))
    _, step = moved(infantry(600), at(770, 400), kind="advance", dice={"advance": [1]}, others=(plane,))
    assert step.legal


@pytest.mark.parametrize("kind", ["normal", "advance"])
def test_aircraft_alone_keep_nobody_from_moving(kind: str):
    plane = Squad("guard", "blue", (at(640, 400),), keywords=("VEHICLE", "AIRCRAFT"))
    dice = {"advance": [1]} if kind == "advance" else None
    _, step = moved(infantry(600), at(600, 430), kind=kind, dice=dice, others=(plane,))
    assert step.legal
    tank = Squad("guard", "blue", (at(640, 400),), keywords=("VEHICLE",))
    _, step = moved(infantry(600), at(600, 430), kind=kind, others=(tank,))
    assert refusals(step) == ["movement/starts-unengaged"]


def test_a_desperate_escape_that_leaves_a_gap_does_not_happen():
    start = [away(inches(1), 180, origin=at(700, 400)), at(560, 400), at(500, 400)]
    squad = Squad("squad", "red", tuple(start))
    field = battle(squad, Squad("guard", "blue", (at(700, 400),)), clock=MOVEMENT)
    ways = tuple((f"squad.{k}", (pose, pose.moved(-60, 0))) for k, pose in enumerate(start, 1))
    dice, choices = {"hazard": [1, 6, 6]}, {"allocate": ["squad.2"]}
    after, step = play(field, Move("squad", "fall-back", ways, True), dice, choices)
    assert refusals(step) == ["coherency/neighbour"]
    assert after.scene.model("squad.1").pose == start[0]
    assert after.scene.model("squad.2").place == "destroyed"


def test_a_failed_test_after_a_desperate_escape_shocks_the_unit():
    squad = Squad("squad", "red", (away(inches(1), 7),))
    field = battle(squad, Squad("guard", "blue", (HERE,)), clock=MOVEMENT)
    ways = (("squad.1", (away(inches(1), 7), away(inches(4), 7))),)
    after, step = play(field, Move("squad", "fall-back", ways, True), {"hazard": [6], "battle-shock": [3, 3]})
    assert step.legal
    assert UnitState.of(after.scene.unit("squad")).battle_shocked


def _fast(m: float = 12):
    return replace(HUMAN, movement=Mm(inches(m)))
