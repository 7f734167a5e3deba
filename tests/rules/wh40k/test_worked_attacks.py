"""Questions about attacks that players ask, with the answers that follow from the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shapely.geometry import box

from battlesim.geometry.footprint import Base, outline_of
from battlesim.model.battlefield import Area, Feature
from battlesim.rules.wh40k.compile import wound_face
from battlesim.rules.wh40k.keywords import (
    Blast,
    CloseQuarters,
    IndirectFire,
    LoneOperative,
    Melta,
    Precision,
    RapidFire,
)
from battlesim.rules.wh40k.profiles import Amount
from battlesim.rules.wh40k.shooting import Shoot, Volley, specs_of
from battlesim.units import inches
from tests.limits import ODD_ANGLES
from tests.rules.wh40k.battles import HERE, HUMAN, Squad, at, away, battle, gun, play, refusals
from tests.rules.wh40k.shots import SHOT, rolled


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize(("gap", "dice"), [(12.0, 2), (12.01, 1)])
def test_half_range_of_24_is_12_and_not_more(angle: float, gap: float, dice: int):
    squad = Squad("squad", "red", (HERE,), weapons=(gun(24, RapidFire(Amount(1))),))
    (found,) = specs_of(battle(squad, Squad("guard", "blue", (away(inches(gap), angle),))), SHOT)
    assert found.attacks.ledger().result == dice


def test_the_nearest_model_sets_half_range_though_another_is_seen():
    wall = outline_of(box(700, 380, 705, 420))
    hiding = Area("wall", "wall", wall, (Feature("brick", "brick", wall, "dense"),))
    near, far = away(inches(12), 0), at(600, 400 + inches(20))
    squad = Squad("squad", "red", (HERE,), weapons=(gun(24, RapidFire(Amount(1))),))
    (found,) = specs_of(battle(squad, Squad("guard", "blue", (near, far)), areas=[hiding]), SHOT)
    assert found.attacks.ledger().result == 2


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize(("gap", "damage"), [(6.0, 3), (6.01, 1)])
def test_melta_2_with_a_range_of_12_adds_at_6(angle: float, gap: float, damage: int):
    squad = Squad("squad", "red", (HERE,), weapons=(gun(12, Melta(Amount(2))),))
    (found,) = specs_of(battle(squad, Squad("guard", "blue", (away(inches(gap), angle),))), SHOT)
    assert found.damage.ledger().result == damage


def test_blast_counts_the_models_that_were_there_when_targets_were_chosen():
    first = gun(36, id="first", attacks=Amount(8))
    second = gun(36, Blast(Amount(2)), id="second", attacks=Amount(3))
    squad = Squad("squad", "red", (HERE,), weapons=(first, second))
    field = battle(squad, Squad("guard", "blue", tuple(at(900, 40.0 * k) for k in range(1, 13))))
    dice = {"hit": [4] * 8 + [1] * 7, "wound": [4] * 8, "save": [1] * 8}
    after, step = play(field, SHOT, dice)
    assert [len(made.faces) for made in rolled(step, "hit")] == [8, 7]
    assert len(after.scene.alive("guard")) == 4


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize(("gap", "seen"), [(12.0, True), (12.01, False)])
def test_a_lone_operative_is_refused_to_indirect_fire_too(angle: float, gap: float, seen: bool):
    agent = Squad("guard", "blue", (away(inches(gap), angle),), abilities=(LoneOperative(),))
    squad = Squad("squad", "red", (HERE,), weapons=(gun(36, IndirectFire()),))
    for kind in ("", "indirect"):
        _, step = play(battle(squad, agent), replace(SHOT, kind=kind), {"hit": [1]} if seen else None)
        assert refusals(step) == ([] if seen else ["lone-operative/distance"])


def test_an_engaged_squad_has_pistols_for_its_enemy_alone_and_a_tank_shoots_others_at_minus_1():
    enemy = Squad("guard", "blue", (away(inches(1), 37.3),))
    free = Squad("others", "blue", (away(inches(6), 187),))
    squad = Squad("squad", "red", (HERE,), weapons=(gun(12, CloseQuarters(), id="pistol"), gun(24)))
    field = battle(squad, enemy, free)
    _, step = play(field, Shoot("squad", (Volley("others"),)))
    assert refusals(step) == ["shooting/engaged-with-target"]
    _, step = play(field, SHOT, {"hit": [1]})
    assert [(made.target, len(made.faces)) for made in rolled(step, "hit")] == [(4, 1)]
    tank = Squad("squad", "red", (HERE,), base=Base.disc(32), keywords=("VEHICLE",), weapons=(gun(24),))
    _, step = play(battle(tank, enemy, free), Shoot("squad", (Volley("others"),)), {"hit": [1]})
    assert rolled(step, "hit")[0].target == 5


def test_an_enemy_in_a_fight_with_friends_is_shot_only_if_it_is_big_at_minus_1_and_without_blast():
    there = at(900, 400)
    friends = Squad("friends", "red", (away(inches(1), 61.7, origin=there),))
    arms = (gun(36, Blast(), id="mortar"), gun(36, id="rifle"))
    squad = Squad("squad", "red", (HERE,), weapons=arms)
    _, step = play(battle(squad, friends, Squad("guard", "blue", (there,))), SHOT)
    assert refusals(step) == ["shooting/target-unengaged"]
    monster = Squad("guard", "blue", (there,), keywords=("MONSTER",))
    _, step = play(battle(squad, friends, monster), SHOT, {"hit": [1]})
    assert [(made.target, len(made.faces)) for made in rolled(step, "hit")] == [(5, 1)]


@pytest.mark.parametrize(("strength", "toughness", "face"), [(5, 10, 6), (4, 7, 5), (9, 5, 3), (10, 5, 2)])
def test_strength_against_toughness(strength: int, toughness: int, face: int):
    assert wound_face(strength, toughness) == face


def test_a_leader_is_not_allocated_while_bodyguards_live_but_by_precision():
    unit = Squad(
        "guard",
        "blue",
        tuple(at(900, 300 + 40.0 * k) for k in range(3)),
        own_profiles={1: replace(HUMAN, wounds=4)},
        own_keywords={1: ("CHARACTER",)},
    )
    dice = {"hit": [4, 4], "wound": [4, 4], "save": [1, 1]}
    plain = Squad("squad", "red", (HERE,), weapons=(gun(36, attacks=Amount(2)),))
    after, _ = play(battle(plain, unit), SHOT, dice)
    assert [model.id for model in after.scene.alive("guard")] == ["guard.1"]
    precise = Squad("squad", "red", (HERE,), weapons=(gun(36, Precision(), attacks=Amount(2)),))
    after, _ = play(battle(precise, unit), SHOT, dice)
    assert (after.scene.model("guard.1").wounds, len(after.scene.alive("guard"))) == (2, 3)
    wall = outline_of(box(860, 260, 865, 335))
    hiding = Area("wall", "wall", wall, (Feature("brick", "brick", wall, "dense"),))
    after, _ = play(battle(precise, unit, areas=[hiding]), SHOT, dice)
    assert after.scene.model("guard.1").wounds == 4


def test_a_casualty_may_be_out_of_sight():
    wall = outline_of(box(700, 420, 710, 900))
    ruin = Area("ruin", "ruin", wall, (Feature("brick", "brick", wall, "dense"),))
    squad = Squad("squad", "red", (HERE,), weapons=(gun(36),))
    field = battle(squad, Squad("guard", "blue", (at(900, 380), at(900, 600))), areas=[ruin])
    after, _ = play(field, SHOT, {"hit": [4], "wound": [4], "save": [1]}, {"allocate": ["guard.2"]})
    assert not after.scene.model("guard.2").alive
