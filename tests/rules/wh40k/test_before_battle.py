"""Before the battle: deployment zones, infiltrators, scouts, and units that join others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from shapely.geometry import box

from battlesim.geometry.footprint import Pose, outline_of
from battlesim.model.battlefield import Zone
from battlesim.model.scene import Clock
from battlesim.replay.timeline import Step
from battlesim.rules.wh40k.attached import bodyguards, is_attached, joining_faults, with_joined
from battlesim.rules.wh40k.compile import save_groups, toughness_of
from battlesim.rules.wh40k.deployment import Deploy, Scout, scout_reach
from battlesim.rules.wh40k.field import Field, shared_abilities, unit_has_keyword
from battlesim.rules.wh40k.keywords import Infiltrators, Leader, LoneOperative, Scouts, Stealth, Support
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.sighting import visibility
from battlesim.rules.wh40k.situations import Sighting
from battlesim.units import inches
from tests.limits import NEAR, ODD_ANGLES
from tests.rules.wh40k.battles import HUMAN, Squad, at, away, battle, losing, play, refusals, ruling

START, BESIDE = at(300, 500), at(780, 500)
PRE = Clock(0, "red", "pre-battle")
DEPLOYING = Clock(0, "red", "deployment")
RED = Zone("red-zone", "red", outline_of(box(0, 0, 400, 1117)))
BLUE = Zone("blue-zone", "blue", outline_of(box(1100, 0, 1524, 1117)))


def table(
    *squads: Squad, clock: Clock = PRE, options: Options | None = None, zones: Sequence[Zone] = (RED, BLUE)
) -> Field:
    field = battle(*squads, clock=clock, options=options)
    scene = field.scene
    return structs.replace(
        field, scene=structs.replace(scene, battlefield=replace(scene.battlefield, zones=tuple(zones)))
    )


def scout(field: Field, *end: tuple[float, float], start: tuple[float, float] = (300, 500)) -> Step:
    path = (at(*start), *(at(*point) for point in end))
    return play(field, Scout("scouts", (("scouts.1", path),)))[1]


def scouts(*abilities: object, pose: Pose = START, **changes: Any) -> Squad:
    return Squad("scouts", "red", (pose,), abilities=abilities, **changes)


GUARD = Squad("guard", "blue", (at(1300, 900),))


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_scout_goes_as_far_as_it_says(angle: float, off: float):
    far = inches(6) + off
    end = (300 + far * math.cos(math.radians(angle)), 500 + far * math.sin(math.radians(angle)))
    step = scout(table(scouts(Scouts(inches(6))), GUARD), end)
    assert refusals(step) == ([] if off <= 0 else ["scouts/move"])


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_scout_ends_more_than_eight_inches_away(angle: float, off: float):
    end = away(inches(8) + off, angle + 180, origin=at(600, 500))
    start = at(max(30.0, end.x - 40), end.y)
    field = table(scouts(Scouts(inches(30)), pose=start), replace(GUARD, poses=(at(600, 500),)), zones=(
        Zone("red-zone", "red", outline_of(box(0, 0, 800, 1117))),))  # fmt: skip
    step = scout(field, (end.x, end.y), start=(start.x, start.y))
    assert refusals(step) == ([] if off > 0 else ["scouts/distance"])


@pytest.mark.parametrize(("more", "legal"), [(-0.1, True), (0.0, True), (0.1, False)])
def test_a_scout_starts_wholly_within_its_zone(more: float, legal: bool):
    x = 400 - 16 + more
    step = scout(table(scouts(Scouts(inches(6)), pose=at(x, 500)), GUARD), (x - 30, 500), start=(x, 500))
    assert refusals(step) == ([] if legal else ["scouts/starts-in-zone"])


def test_a_scout_does_not_go_through_enemies():
    field = table(scouts(Scouts(inches(30))), replace(GUARD, poses=(at(500, 500),)))
    assert "movement/through-enemies" in refusals(scout(field, (900, 500)))


def test_scouts_act_once_and_before_the_battle_alone():
    field = table(scouts(Scouts(inches(6))), GUARD)
    after, _ = play(field, Scout("scouts", (("scouts.1", (at(300, 500), at(320, 500))),)))
    _, again = play(after, Scout("scouts", (("scouts.1", (at(320, 500), at(330, 500))),)))
    assert refusals(again) == ["scouts/once"]
    late = table(scouts(Scouts(inches(6))), GUARD, clock=Clock(1, "red", "movement"))
    assert refusals(scout(late, (310, 500))) == ["scouts/phase"]


def test_the_lowest_distance_counts():
    mixed = Squad("scouts", "red", (at(300, 500), at(300, 540)), own={1: (Scouts(inches(9)),), 2: (Scouts(inches(6)),)})
    assert scout_reach(table(mixed, GUARD), "scouts") == inches(6)


@pytest.mark.parametrize(("variant", "without"), [("glossary", True), ("core", False)])
def test_a_dedicated_transport_scouts_with_scouts_aboard_in_the_core_rules(variant: str, without: bool):
    carrier = Squad("scouts", "red", (at(300, 500),), keywords=("VEHICLE", "DEDICATED TRANSPORT"), capacity=6)
    aboard = Squad("riders", "red", ("scouts.1",) * 2, abilities=(Scouts(inches(6)),))
    field = table(carrier, aboard, GUARD, options=Options(variant=variant))  # type: ignore[arg-type]
    assert refusals(scout(field, (400, 500))) == (["scouts/every-model"] if without else [])


def test_a_transport_with_one_passenger_who_is_no_scout_stays():
    carrier = Squad("scouts", "red", (at(300, 500),), keywords=("VEHICLE", "DEDICATED TRANSPORT"), capacity=6)
    aboard = Squad("riders", "red", ("scouts.1",) * 2, own={1: (Scouts(inches(6)),)})
    field = table(carrier, aboard, GUARD, options=Options(variant="core"))
    assert refusals(scout(field, (400, 500))) == ["scouts/every-model"]


def test_scouts_in_reserves_are_set_up_in_their_zone():
    field = table(Squad("scouts", "red", (None,), abilities=(Scouts(inches(6)),)), GUARD)
    for x, legal in ((384, True), (384.1, False)):
        _, step = play(field, Scout("scouts", poses=(("scouts.1", at(x, 500)),)))
        assert refusals(step) == ([] if legal else ["scouts/set-up-in-zone"])


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_infiltrators_keep_more_than_eight_inches_from_the_enemys_zone(angle: float, off: float):
    turned = Zone("blue-zone", "blue", outline_of(box(1100, -3000, 4000, 3000)))
    field = table(
        Squad("scouts", "red", (None,), abilities=(Infiltrators(),)), GUARD, clock=DEPLOYING, zones=(RED, turned)
    )
    there = at(1100 - 16 - inches(8) - off, 300 + angle)
    _, step = play(field, Deploy("scouts", (("scouts.1", there),), "wh40k.infiltrators"))
    assert refusals(step) == ([] if off > 0 else ["infiltrators/zone"])
    assert ruling(step, "infiltrators", "zone").measured == pytest.approx(inches(8) + off, abs=0.01)


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_infiltrators_keep_more_than_eight_inches_from_enemy_models_whatever_the_height(angle: float, off: float):
    enemy = replace(GUARD, poses=(at(600, 500, elevation=300),))
    field = table(Squad("scouts", "red", (None,), abilities=(Infiltrators(),)), enemy, clock=DEPLOYING, zones=(RED,))
    there = away(inches(8) + off, angle, origin=at(600, 500))
    _, step = play(field, Deploy("scouts", (("scouts.1", there),), "wh40k.infiltrators"))
    assert refusals(step) == ([] if off > 0 else ["infiltrators/distance"])


def test_others_deploy_in_their_own_zone_and_once():
    field = table(Squad("squad", "red", (None,)), GUARD, clock=DEPLOYING)
    _, outside = play(field, Deploy("squad", (("squad.1", at(700, 500)),)))
    assert refusals(outside) == ["deployment/own-zone"]
    after, _ = play(field, Deploy("squad", (("squad.1", at(200, 500)),)))
    _, again = play(after, Deploy("squad", (("squad.1", at(220, 500)),)))
    assert refusals(again) == ["deployment/in-reserves"]


HERO = replace(HUMAN, toughness=5, wounds=4, leadership=6)


def joined(*guests: Squad, guard: Squad | None = None, options: Options | None = None) -> Field:
    host = guard or Squad("guard", "blue", (at(700, 500), at(740, 500)))
    field = table(host, *(replace(g, marks={"attached-to": "guard"}) for g in guests),
                  Squad("foe", "red", (at(200, 500),)), options=options)  # fmt: skip
    return structs.replace(field, scene=with_joined(field.scene))


def captain(*abilities: object, id: str = "captain", pose: Pose = BESIDE) -> Squad:
    return Squad(
        id, "blue", (pose,), profile=HERO, abilities=abilities or (Leader(),), keywords=("INFANTRY", "CHARACTER")
    )


def test_a_joined_unit_is_one_unit_with_the_sheets_of_both():
    field = joined(captain(Leader(), Stealth()))
    assert [model.id for model in field.scene.standing("guard")] == ["guard.1", "guard.2", "captain.1"]
    assert "captain" not in field.scene.units
    assert is_attached(field, "guard")
    assert bodyguards(field, "guard") == ("guard.1", "guard.2")
    assert unit_has_keyword(field, "guard", ("CHARACTER",))
    assert shared_abilities(field, "guard") == ()
    assert [group.models for group in save_groups(field, "guard", 0)] == [("guard.1", "guard.2"), ("captain.1",)]


def test_toughness_is_the_bodyguards_until_the_last_is_gone():
    field = joined(captain())
    assert toughness_of(field, "guard") == 4
    assert toughness_of(losing(field, "guard.1", "guard.2"), "guard") == 5


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("own", [6, 9, 12, 30])
def test_a_lone_operative_is_seen_within_its_own_reach(angle: float, own: float):
    for off in NEAR:
        seen = away(inches(own) + off, angle, origin=at(600, 500))
        field = battle(
            Squad("squad", "red", (at(600, 500),)),
            Squad("agent", "blue", (seen,), abilities=(LoneOperative(inches(own)),)),
        )
        rulings = visibility(Sighting(field, "squad.1", "agent"))
        assert all(r.holds for r in rulings) is (off <= 0)


def test_the_highest_value_of_a_unit_counts():
    own = {1: (LoneOperative(inches(9)),), 2: (LoneOperative(inches(15)),)}
    agents = Squad("agents", "blue", (away(inches(14), 0, origin=at(300, 500)), at(900, 540)), own=own)
    field = battle(Squad("squad", "red", (at(300, 500),)), agents)
    asked = visibility(Sighting(field, "squad.1", "agents"))
    assert [r.limit for r in asked if r.rule == "wh40k.lone-operative"] == [inches(15)]


@pytest.mark.parametrize(("variant", "hidden"), [("glossary", False), ("core", True)])
def test_an_attached_unit_of_lone_operatives_hides_in_the_core_rules_alone(variant: str, hidden: bool):
    guard = Squad("guard", "blue", (at(700, 500),), abilities=(LoneOperative(),))
    field = joined(captain(Leader(), LoneOperative()), guard=guard, options=Options(variant=variant))  # type: ignore[arg-type]
    asked = [r for r in visibility(Sighting(field, "foe.1", "guard")) if r.rule == "wh40k.lone-operative"]
    assert bool(asked) is hidden
    again = visibility(Sighting(losing(field, "guard.1"), "foe.1", "guard"))
    assert [r.holds for r in again if r.rule == "wh40k.lone-operative"] == [False]


@pytest.mark.parametrize(
    ("guests", "said"),
    [
        ((captain(), captain(id="other", pose=at(820, 500))), "has a leader already"),
        ((captain(), captain(Support(), id="medic", pose=at(820, 500))), ""),
        ((captain(Stealth()),), "neither Leader nor Support"),
        ((replace(captain(), side="red"),), "of the other side"),
        ((replace(captain(), poses=(None,)),), "begins elsewhere"),
    ],
)
def test_who_may_join_whom(guests: tuple[Squad, ...], said: str):
    host = Squad("guard", "blue", (at(700, 500), at(740, 500)))
    field = table(host, *(replace(g, marks={"attached-to": "guard"}) for g in guests))
    messages = [message for _, message in joining_faults(field.scene, field.sheets)]
    assert (said in " ".join(messages)) if said else not messages


def test_the_strength_of_both_counts_together():
    guard = Squad("guard", "blue", (at(700, 500), at(740, 500)), marks={"starting-strength": 5})
    field = joined(captain(), guard=guard)
    assert field.scene.unit("guard").marks["starting-strength"] == 6
