"""Terrain at exact limits: who is hidden, who has gone to ground, whose fire plunges, and what answers are kept."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from shapely.geometry import box

from battlesim.geometry.footprint import Base, outline_of
from battlesim.model.battlefield import Area, Feature
from battlesim.model.event import Marked, Moved, WoundsLost
from battlesim.replay.fold import fold
from battlesim.rules.wh40k.compile import hit_needs
from battlesim.rules.wh40k.cover import cover
from battlesim.rules.wh40k.field import Field
from battlesim.rules.wh40k.hidden import detection, hidden
from battlesim.rules.wh40k.lookout import lookout
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.plunging import better_aim, plunging
from battlesim.rules.wh40k.shooting import Shoot, Volley
from battlesim.rules.wh40k.sighting import fully_visible, model_visible, visibility
from battlesim.rules.wh40k.situations import Attack, Sighting
from battlesim.rules.wh40k.turn import Turn
from battlesim.units import inches
from tests.limits import NEAR, ODD_ANGLES
from tests.rules.wh40k.battles import Squad, at, away, battle, gun, play

HERE = at(760, 560)
ALL_OVER = outline_of(box(0, 0, 1500, 1100))


def hiding(category: str = "light", features: tuple[Feature, ...] = ()) -> Area:
    """An area as large as the table: everybody stands in it, so that it blocks nobody's sight."""
    return Area("wood", "wood", ALL_OVER, features, category)


def bricks(x0: float, y0: float, x1: float, y1: float, category: str = "dense") -> Feature:
    outline = outline_of(box(x0, y0, x1, y1))
    return Feature("bricks", "bricks", outline, category, (outline,))


def looking(field: Field) -> bool:
    return all(ruling.holds for ruling in visibility(Sighting(field, "squad.1", "guard")))


def facing(gap: float, angle: float, *areas: Area, **changes: object) -> Field:
    guard = Squad("guard", "blue", (away(gap, angle, origin=HERE),), **changes)  # type: ignore[arg-type]
    return battle(Squad("squad", "red", (HERE,)), guard, areas=areas)


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_hidden_models_are_seen_from_within_15_inches(angle: float, off: float):
    assert looking(facing(inches(15) + off, angle, hiding())) is (off <= 0)


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_those_gone_to_ground_are_seen_from_within_12_inches(angle: float, off: float):
    there = away(inches(12) + off, angle, origin=HERE)
    # a stump in front of the one flank, between the two
    x, y = away(inches(12) + off - 45, angle, origin=HERE).x, away(inches(12) + off - 45, angle, origin=HERE).y
    stump = bricks(x - 4, y - 4, x + 4, y + 4)
    field = facing(inches(12) + off, angle, hiding(features=(stump,)))
    target = field.scene.model("guard.1")
    assert (target.pose.x, target.pose.y) == (there.x, there.y)
    assert not fully_visible(field, field.scene.model("squad.1"), target).holds
    assert looking(field) is (off <= 0)
    told = detection(field, field.scene.model("squad.1"), target)
    assert told is not None
    assert (told.clause, told.limit) == (("gone-to-ground", inches(12)) if off >= 0 else ("detection", inches(15)))


def test_a_light_feature_sends_nobody_to_the_ground():
    x, y = away(inches(13) - 45, 30, origin=HERE).x, away(inches(13) - 45, 30, origin=HERE).y
    field = facing(inches(13), 30, hiding(features=(bricks(x - 4, y - 4, x + 4, y + 4, "light"),)))
    assert not fully_visible(field, field.scene.model("squad.1"), field.scene.model("guard.1")).holds
    assert looking(field)


def test_the_range_is_measured_in_space():
    high = replace(away(inches(14.9), 37.3, origin=HERE), elevation=inches(3))
    field = battle(Squad("squad", "red", (HERE,)), Squad("guard", "blue", (high,)), areas=[hiding()])
    told = detection(field, field.scene.model("squad.1"), field.scene.model("guard.1"))
    assert told is not None
    assert not told.holds
    assert told.measured == pytest.approx((inches(14.9) ** 2 + inches(3) ** 2) ** 0.5)


@pytest.mark.parametrize(
    ("category", "keywords", "marks", "clause"),
    [
        ("light", ("INFANTRY",), {}, ""),
        ("dense", ("BEASTS",), {}, ""),
        ("dense", ("SWARM",), {}, ""),
        ("exposed", ("INFANTRY",), {}, "area"),
        ("dense", ("VEHICLE",), {}, "on-foot"),
        ("dense", ("INFANTRY",), {"shot": True}, "not-shot"),
        ("dense", ("INFANTRY",), {"shot-before": True}, "not-shot"),
    ],
)
def test_who_is_hidden(category: str, keywords: tuple[str, ...], marks: dict[str, object], clause: str):
    field = facing(inches(20), 7, hiding(category), keywords=keywords, marks=marks)
    verdict = hidden(field, field.scene.model("guard.1"))
    assert verdict.holds is (clause == "")
    assert verdict.clause == (clause or "not-shot")
    assert looking(field) is (clause != "")


def test_the_ranges_stay_between_9_and_30_inches():
    for asked, limit in ((5, 9), (15, 15), (40, 30)):
        field = facing(inches(8), 61.7, hiding())
        field = replace(field, options=Options(detection=inches(asked)))
        told = detection(field, field.scene.model("squad.1"), field.scene.model("guard.1"))
        assert told is not None
        assert told.limit == inches(limit)


def test_shooting_gives_a_unit_away_for_two_turns():
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(40),)),
        Squad("guard", "blue", (away(100, 7, origin=HERE),)),
        areas=[hiding()],
    )
    assert hidden(field, field.scene.model("squad.1")).holds
    field, _ = play(field, Shoot("squad", (Volley("guard"),)), {"hit": [1]})
    found = []
    for clock in ((2, "red", "charge"), (2, "blue", "shooting"), (3, "red", "shooting")):
        field, _ = play(field, Turn(*clock))
        found.append(hidden(field, field.scene.model("squad.1")).holds)
    assert found == [False, False, True]


def test_one_model_in_the_open_shows_the_unit():
    edge = Area("wood", "wood", outline_of(box(0, 0, 1500, 500)), (), "dense")
    inside, outside = at(300, 300), at(300, 530)
    for poses, seen in (((inside, inside.moved(40, 0)), False), ((inside, outside), True)):
        field = battle(Squad("squad", "red", (at(1200, 480),)), Squad("guard", "blue", poses), areas=[edge])
        assert looking(field) is seen
    assert not all(r.holds for r in model_visible(field, field.scene.model("squad.1"), field.scene.model("guard.1")))


@pytest.mark.parametrize("off", NEAR)
def test_fire_plunges_from_3_inches_up(off: float):
    high = at(600, 400, elevation=inches(3) + off)
    field = battle(Squad("squad", "red", (high,)), Squad("guard", "blue", (at(900, 400),)))
    assert plunging(Attack(field, "squad.1", gun(24), "guard")).holds is (off >= 0)


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_the_towering_plunge_upon_those_within_12_inches(angle: float, off: float):
    field = battle(
        Squad("squad", "red", (HERE,), base=Base.disc(100), keywords=("VEHICLE", "TOWERING")),
        Squad("guard", "blue", (away(inches(12) + off, angle, origin=HERE, base=Base.disc(100)),)),
    )
    verdict = plunging(Attack(field, "squad.1", gun(24), "guard"))
    assert (verdict.holds, verdict.clause) == (off <= 0, "towering")


def test_cover_and_plunging_fire_cancel_out():
    crater = Area("crater", "crater", outline_of(box(850, 350, 950, 450)), (), "exposed")
    for height, face in ((0, 4), (3, 3)):
        high = at(600, 400, elevation=inches(height))
        field = battle(Squad("squad", "red", (high,)), Squad("guard", "blue", (at(900, 400),)), areas=[crater])
        attack = Attack(field, "squad.1", gun(24, skill=3), "guard")
        assert cover(attack).holds
        assert hit_needs(attack).face == face


def test_plunging_fire_makes_no_skill_better_than_2():
    high = at(600, 400, elevation=inches(6))
    field = battle(Squad("squad", "red", (high,)), Squad("guard", "blue", (at(900, 400),)))
    assert hit_needs(Attack(field, "squad.1", gun(24, skill=2), "guard")).face == 2


def test_those_on_the_ground_say_nothing_of_plunging_fire():
    field = battle(Squad("squad", "red", (at(600, 400),)), Squad("guard", "blue", (at(900, 400),)))
    assert better_aim(Attack(field, "squad.1", gun(24), "guard")) is None


def test_wounds_marks_and_the_clock_keep_what_was_seen():
    field = facing(inches(10), 30, hiding())
    seer = lookout(field.scene)
    for event in (
        WoundsLost("guard.1", 1, 0),
        Marked("guard", "shot", True),
        Marked("guard.1", "travelled", 3.0, "model"),
    ):
        scene = fold(field.scene, event)
        assert lookout(scene) is seer
        assert hidden(replace(field, scene=scene), scene.model("guard.1")).holds is (
            event.kind != "marked" or event.of != "unit"
        )


def test_a_move_is_seen():
    field = facing(inches(10), 30, hiding())
    assert looking(field)
    start = field.scene.model("guard.1").pose
    assert start is not None
    scene = fold(field.scene, Moved("guard.1", (start, away(inches(16), 30, origin=HERE))))
    assert lookout(scene) is not lookout(field.scene)
    assert not looking(replace(field, scene=scene))


@pytest.mark.parametrize(("category", "lowest"), [("dense", 3), ("light", 1)])
@pytest.mark.parametrize("off", NEAR)
def test_windows_of_dense_features_are_shut_up_to_3_inches(category: str, lowest: float, off: float):
    wall = outline_of(box(700, 100, 704, 900))
    front = Feature("front", "front", wall, category, (wall,), height=inches(8), windows=((inches(1), inches(6)),))
    body = Base.disc(32, height=inches(lowest) + off)
    squads = [Squad("squad", "red", (at(600, 400),), base=body), Squad("guard", "blue", (at(800, 400),), base=body)]
    assert looking(battle(*squads, areas=[hiding(features=(front,))])) is (off >= 0)


def test_what_shuts_a_line_is_told():
    ruin = Area("ruin", "ruin", outline_of(box(700, 200, 800, 600)), (bricks(740, 200, 760, 600),), "dense")
    field = battle(Squad("squad", "red", (at(600, 400),)), Squad("guard", "blue", (at(900, 400),)), areas=[ruin])
    (seen,) = visibility(Sighting(field, "squad.1", "guard"))
    assert [part.rule for part in seen.parts] == ["wh40k.obscuring", "wh40k.solid"]
