"""Keywords of weapons about targets, numbers of dice, danger and use, at their limits and in both variants."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from shapely.geometry import box

from battlesim.geometry.footprint import Base, outline_of
from battlesim.model.battlefield import Area, Feature
from battlesim.model.event import SetUp, WoundsRegained
from battlesim.model.scene import Clock
from battlesim.model.text import Text
from battlesim.replay.fold import fold_all
from battlesim.replay.timeline import Step
from battlesim.rules.wh40k.compile import compiled
from battlesim.rules.wh40k.field import Field
from battlesim.rules.wh40k.fighting import Fight
from battlesim.rules.wh40k.keywords import (
    Anti,
    Blast,
    Cleave,
    CloseQuarters,
    Conversion,
    Damaged,
    DevastatingWounds,
    ExtraAttacks,
    FeelNoPain,
    Hazardous,
    Heavy,
    Hunter,
    IndirectFire,
    InvulnerableSave,
    LethalHits,
    LoneOperative,
    OneShot,
    Precision,
    Psychic,
    RapidFire,
    Stealth,
    SustainedHits,
    Torrent,
    TwinLinked,
)
from battlesim.rules.wh40k.narrowed import Narrowed
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.profiles import Amount, Profile, Weapon
from battlesim.rules.wh40k.shooting import Shoot, Volley, specs_of
from battlesim.rules.wh40k.situations import Attack
from battlesim.units import inches
from tests.limits import NEAR, ODD_ANGLES
from tests.rules.wh40k.battles import (
    HERE,
    HUMAN,
    MOVEMENT,
    Squad,
    at,
    away,
    battle,
    gun,
    play,
    refusals,
    ruling,
)
from tests.rules.wh40k.shots import CORE, FAR, FIGHT, SHOT, TOUGH, armed, face_of, led, picks, rolled, row, spec


@pytest.mark.parametrize(("models", "dice"), [(4, 1), (5, 2), (9, 2), (10, 3), (11, 3)])
def test_blast_counts_full_fives_of_the_target(models: int, dice: int):
    assert spec(armed(Blast()), row(models)).attacks.ledger().result == dice


def test_blast_may_be_rolled_for_and_multiplied():
    found = spec(armed(Blast(Amount(1, 1, 3))), row(11))
    assert found.attacks.rolled_extras[0].amount == Amount(2, 2, 3)
    assert found.attacks.ledger(1, [6]).result == 7


@pytest.mark.parametrize("delta", NEAR)
@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_blast_is_not_for_a_target_that_is_engaged_at_2_inches(angle: float, delta: float):
    monster = Squad("guard", "blue", (FAR,), keywords=("MONSTER",))
    friend = Squad("friends", "red", (away(inches(2) + delta, angle, origin=FAR),))
    _, step = play(battle(armed(Blast()), monster, friend), SHOT, {"hit": [1]} if delta > 0 else None)
    assert refusals(step) == ([] if delta > 0 else ["blast/unengaged"])


@pytest.mark.parametrize(("models", "dice"), [(4, 2), (5, 4), (10, 6)])
def test_cleave_counts_full_fives_in_a_fight(models: int, dice: int):
    squad = Squad("squad", "red", (HERE,), weapons=(gun(None, Cleave(Amount(2)), attacks=Amount(2)),))
    field = battle(squad, row(models), clock=FIGHT)
    assert compiled(Attack(field, "squad.1", squad.weapons[0], "guard", "melee")).attacks.ledger().result == dice


def test_cleave_adds_nothing_to_a_weapon_whose_attacks_are_split():
    squad = Squad("squad", "red", (HERE,), weapons=(gun(None, Cleave(Amount(2)), attacks=Amount(4)),))
    crowd = tuple(away(inches(1), 7.0 + 40 * k) for k in range(5))
    field = battle(squad, Squad("guard", "blue", crowd), Squad("others", "blue", (away(inches(1), 250),)), clock=FIGHT)
    _, step = play(field, Fight("squad", (Volley("guard"),)), {"hit": [1] * 6})
    assert struck(step) == 6
    parted = Fight("squad", (Volley("guard", attacks=3), Volley("others", attacks=1)))
    _, step = play(field, parted, {"hit": [1] * 4})
    assert struck(step) == 4
    assert not ruling(step, "cleave", "one-target").holds


def plasma(count: int, options: Options, **changes: object) -> tuple[Squad, Squad]:
    poses = tuple(at(600, 300 + 40 * k) for k in range(count))
    return Squad("squad", "red", poses, weapons=(gun(36, Hazardous()),), **changes), row(4)  # type: ignore[arg-type]


def test_in_the_glossary_a_one_destroys_a_bearer_before_he_shoots():
    field = battle(*plasma(3, Options()))
    after, step = play(field, SHOT, {"hazard": [1, 2, 6], "hit": [4, 1], "wound": [4], "save": [1]})
    assert [made.purpose for made in step.rolls][:2] == ["hazard", "hit"]
    assert (len(after.scene.alive("squad")), len(after.scene.alive("guard"))) == (2, 3)


def test_in_the_core_rules_all_shoot_and_then_the_unit_suffers():
    field = battle(*plasma(3, CORE), options=CORE)
    after, step = play(field, SHOT, {"hazard": [1, 2, 3], "hit": [1, 1, 1]})
    assert [made.purpose for made in step.rolls] == ["hit", "hazard"]
    assert len(after.scene.alive("squad")) == 1


@pytest.mark.parametrize("keyword", ["CHARACTER", "MONSTER", "VEHICLE"])
def test_big_bearers_and_characters_suffer_three_mortal_wounds_in_the_glossary(keyword: str):
    squad, guard = plasma(
        1, Options(), profile=replace(HUMAN, wounds=5), keywords=(keyword,), abilities=(FeelNoPain(5),)
    )
    after, _ = play(battle(squad, guard), SHOT, {"hazard": [1], "feel-no-pain": [5, 1, 1], "hit": [1]})
    assert after.scene.model("squad.1").wounds == 3


@pytest.mark.parametrize(("keywords", "lost"), [(("VEHICLE",), 3), (("INFANTRY",), 1)])
def test_in_the_core_rules_three_only_where_the_whole_unit_is_big(keywords: tuple[str, ...], lost: int):
    squad, guard = plasma(1, CORE, profile=replace(HUMAN, wounds=5), keywords=keywords)
    after, _ = play(battle(squad, guard, options=CORE), SHOT, {"hazard": [2], "hit": [1]})
    assert after.scene.model("squad.1").wounds == 5 - lost


def test_a_bearer_that_is_not_chosen_may_die_in_place_of_the_one_that_shoots():
    field = battle(*plasma(2, Options()))
    shot = Shoot("squad", (Volley("guard", models=("squad.1",)),))
    after, step = play(field, shot, {"hazard": [1], "hit": [1]}, {"hazardous-bearer": ["squad.2"]})
    assert after.scene.model("squad.1").alive
    assert len(rolled(step, "hit")[0].faces) == 1


WALL = outline_of(box(740, 200, 760, 600))
RUIN = Area("ruin", "ruin", WALL, (Feature("brick", "brick", WALL, "dense"),))
LOB = Shoot("squad", (Volley("guard"),), "indirect")


@pytest.mark.parametrize(("hidden", "face"), [(True, 6), (False, 4)])
def test_in_the_glossary_indirect_fire_is_worse_at_what_nobody_of_the_unit_sees(hidden: bool, face: int):
    field = battle(armed(IndirectFire()), row(1), areas=[RUIN] if hidden else [])
    (found,) = specs_of(field, LOB)
    assert found.hit is not None
    assert (found.hit.face, found.hit.never) == (face, 1)


def test_one_model_that_sees_the_target_spares_the_whole_unit_the_penalty():
    squad = replace(armed(IndirectFire()), poses=(HERE, at(890, 700)))
    field = battle(squad, row(1), areas=[RUIN])
    found = specs_of(field, LOB)
    assert {ledger.result for one in found if one.hit for ledger in one.hit.ledgers if ledger.stat == "hit"} == {0}


@pytest.mark.parametrize(
    ("moved", "spotter", "never"),
    [("stationary", True, 3), ("stationary", False, 5), ("normal", True, 5), ("", True, 3)],
)
def test_in_the_core_rules_indirect_fire_needs_a_spotter_and_a_steady_unit(moved: str, spotter: bool, never: int):
    squad = replace(armed(IndirectFire(), skill=2), marks={"moved": moved} if moved else {})
    friends = [Squad("friends", "red", (at(890, 700),))] if spotter else []
    field = battle(squad, row(1), *friends, areas=[RUIN], options=CORE)
    (found,) = specs_of(field, LOB)
    assert found.hit is not None
    assert found.hit.never == never
    assert found.hit.ledgers[0].result == 3
    _, step = play(field, LOB, {"hit": [never]})
    assert rolled(step, "hit")[0].successes == ()


@pytest.mark.parametrize(
    ("marks", "clause"), [({"moved": "advance"}, "not-advanced"), ({"moved": "fall-back"}, "not-fallen-back")]
)
def test_indirect_shooting_is_not_for_those_that_advanced_or_fell_back(marks: dict[str, object], clause: str):
    _, step = play(battle(replace(armed(IndirectFire()), marks=marks), row(1)), LOB)
    assert refusals(step) == [f"shooting/{clause}"]


def test_indirect_shooting_needs_a_weapon_for_it_and_no_enemy_close_by():
    _, step = play(battle(armed(), row(1)), LOB)
    assert refusals(step) == ["shooting/type-indirect"]
    close = Squad("others", "blue", (away(inches(1), 30),))
    _, step = play(battle(armed(IndirectFire()), row(1), close), LOB)
    assert refusals(step) == ["shooting/indirect-unengaged"]


@pytest.mark.parametrize("delta", NEAR)
@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_a_lone_operative_is_out_of_reach_of_indirect_fire_beyond_12_inches(angle: float, delta: float):
    agent = Squad("guard", "blue", (away(inches(12) + delta, angle),), abilities=(LoneOperative(),))
    _, step = play(battle(armed(IndirectFire()), agent), LOB, {"hit": [1]} if delta <= 0 else None)
    assert refusals(step) == ([] if delta <= 0 else ["lone-operative/distance"])


def blades(*weapons: tuple[str, tuple[object, ...]]) -> Squad:
    """One model with those melee weapons."""
    arms = tuple(gun(None, *abilities, id=id, name=Text(id)) for id, abilities in weapons)
    return Squad("squad", "red", (HERE,), weapons=arms)


def struck(step: Step) -> int:
    return sum(len(made.faces) for made in rolled(step, "hit"))


def test_extra_attacks_come_on_top_of_one_weapon_and_each_once():
    foe = Squad("guard", "blue", (away(inches(1), 61.7), at(640, 460)))
    arms = blades(("sword", ()), ("axe", ()), ("tail", (ExtraAttacks(),)), ("horns", (ExtraAttacks(),)))
    field = battle(arms, foe, clock=FIGHT)
    _, step = play(field, Fight("squad", (Volley("guard"),)), {"hit": [1, 1, 1]})
    assert struck(step) == 3
    named = Fight("squad", (Volley("guard", ("axe",)), Volley("guard", ("tail",))))
    _, step = play(field, named, {"hit": [1, 1]})
    assert struck(step) == 2
    beside = Fight("squad", (Volley("guard", ("axe",)), Volley("guard", ("tail", "sword"))))
    assert refusals(play(field, beside)[1]) == ["fight/weapon"]


def test_one_shot_is_spent_by_weapon_and_stays_so_when_the_model_comes_back():
    missiles = (gun(36, OneShot(), id="one", name=Text("Left")), gun(36, OneShot(), id="two", name=Text("Right")))
    field = battle(Squad("squad", "red", (HERE,), weapons=missiles), row(2))
    field, _ = play(field, Shoot("squad", (Volley("guard", ("one",)),)), {"hit": [1]})
    assert field.scene.model("squad.1").marks["spent"] == ("one",)
    fallen = structs.replace(field.scene.model("squad.1"), wounds=0, place="destroyed")
    back = fold_all(field.scene.with_model(fallen), (SetUp("squad.1", HERE), WoundsRegained("squad.1", 1, 1)))
    unit = structs.replace(back.unit("squad"), marks={})
    field = structs.replace(field, scene=structs.replace(back, units={**back.units, unit.id: unit}))
    _, step = play(field, Shoot("squad", (Volley("guard", ("one",)),)))
    assert refusals(step) == ["one-shot/unspent"]
    _, step = play(field, SHOT, {"hit": [1]})
    assert struck(step) == 1


@pytest.mark.parametrize("delta", NEAR)
@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_conversion_is_critical_from_4_beyond_12_inches(angle: float, delta: float):
    target = Squad("guard", "blue", (away(inches(12) + delta, angle),))
    assert spec(armed(Conversion()), target).critical_hit == (4 if delta > 0 else 6)


def test_a_psychic_weapon_leaves_penalties_aside_and_keeps_bonuses():
    hidden = row(1, abilities=(Stealth(),))
    found = spec(armed(Psychic(), Heavy()), hidden)
    assert found.hit is not None
    assert [ledger.result for ledger in found.hit.ledgers] == [4, 1]
    assert found.hit.face == 3


def test_a_psychic_model_that_is_damaged_aims_as_well_as_ever():
    worn = {1: 2}
    squad = replace(armed(), profile=replace(HUMAN, wounds=9), left=worn, abilities=(Damaged(4),))
    assert face_of(squad, row(1)) == 5
    psychic = replace(squad, weapons=(gun(36, Psychic()),))
    assert face_of(psychic, row(1)) == 4


@pytest.mark.parametrize(("left", "face"), [(5, 4), (4, 5), (1, 5)])
def test_a_damaged_model_aims_worse_with_that_many_wounds_or_fewer(left: int, face: int):
    squad = replace(armed(), profile=replace(HUMAN, wounds=9), left={1: left}, abilities=(Damaged(4),))
    assert face_of(squad, row(1)) == face


def test_a_hunter_may_be_aimed_at_any_of_its_keywords_and_else_another_profile_is_used():
    fist = (
        gun(36, Hunter(("MONSTER",)), Hunter(("VEHICLE",)), id="hunt", name=Text("Hunt"), group="gun", skill=2),
        gun(36, id="plain", name=Text("Plain"), group="gun"),
    )
    squad = Squad("squad", "red", (HERE,), weapons=fist)
    for keywords, face in ((("VEHICLE",), 2), (("MONSTER",), 2), (("INFANTRY",), 4)):
        assert face_of(squad, row(1, keywords=keywords)) == face
    _, step = play(battle(squad, row(1)), Shoot("squad", (Volley("guard", ("hunt",)),)))
    assert refusals(step) == ["hunter/keyword"]


def test_a_narrowed_keyword_bears_on_some_units_alone():
    lethal = Narrowed(LethalHits(), never=("MONSTER", "VEHICLE"))
    assert spec(armed(lethal), row(1)).lethal
    assert not spec(armed(lethal), row(1, keywords=("VEHICLE",))).lethal
    only = Narrowed(SustainedHits(Amount(1)), only=("FLY",))
    assert spec(armed(only), row(1)).extra_hits is None
    assert spec(armed(only), row(1, keywords=("INFANTRY", "FLY"))).extra_hits == Amount(1)


def test_an_invulnerable_save_may_be_against_shooting_alone():
    warded = row(1, profile=replace(HUMAN, save=4), abilities=(InvulnerableSave(5, "ranged"),))
    assert spec(armed(ap=-4), warded).groups[0].save.face == 5
    squad = Squad("squad", "red", (HERE,), weapons=(gun(None, ap=-4),))
    melee = compiled(Attack(battle(squad, warded, clock=FIGHT), "squad.1", squad.weapons[0], "guard", "melee"))
    assert melee.groups[0].save.face == 8


def test_the_owner_may_use_the_worse_save_in_the_glossary_alone():
    warded = row(2, profile=replace(TOUGH, invulnerable=4))
    field = battle(armed(ap=-2), warded)
    dice = {"hit": [4], "wound": [4], "save": [4]}
    _, step = play(field, SHOT, dice)
    assert (rolled(step, "save")[0].target, picks(step, "save-by")[0].options[0]) == (4, "invulnerable-save")
    _, step = play(field, SHOT, dice, {"save-by": ["armour-save"]})
    assert rolled(step, "save")[0].target == 5
    _, step = play(battle(armed(ap=-2), warded, options=CORE), SHOT, dice)
    assert not picks(step, "save-by")


def test_the_save_may_be_chosen_for_each_attack_and_the_better_comes_first():
    field = battle(armed(ap=0, attacks=Amount(2)), row(2, profile=replace(TOUGH, invulnerable=4)))
    dice = {"hit": [4, 4], "wound": [4, 4], "save": [3, 3]}
    after, step = play(field, SHOT, dice, {"save-by": ["each-attack", "armour-save", "invulnerable-save"]})
    assert picks(step, "save-by")[0].options == ("armour-save", "invulnerable-save", "each-attack")
    assert sum(model.wounds for model in after.scene.alive("guard")) == 5


def test_a_save_that_cannot_succeed_is_not_offered():
    field = battle(armed(ap=-6), row(2, profile=replace(TOUGH, invulnerable=4)))
    _, step = play(field, SHOT, {"hit": [4], "wound": [4], "save": [4]})
    assert not picks(step, "save-by")


def snap(gap: float, angle: float, *, clock: Clock = MOVEMENT) -> tuple[Field, Shoot]:
    squad = Squad("squad", "blue", (HERE,), weapons=(gun(48, Heavy(), skill=2, attacks=Amount(2)),))
    field = battle(squad, Squad("guard", "red", (away(gap, angle),)), clock=clock)
    return field, Shoot("squad", (Volley("guard"),), "snap")


@pytest.mark.parametrize("delta", NEAR)
@pytest.mark.parametrize("angle", [187.0, 217.3, 241.7])
def test_snap_shooting_reaches_24_inches(angle: float, delta: float):
    field, action = snap(inches(24) + delta, angle)
    _, step = play(field, action, {"hit": [5, 1]} if delta <= 0 else None)  # type: ignore[arg-type]
    assert refusals(step) == ([] if delta <= 0 else ["snap-shooting/distance"])


def test_snap_shooting_hits_with_unmodified_sixes_alone():
    field, action = snap(inches(10), 30)
    _, step = play(field, action, {"hit": [5, 6], "wound": [1]})  # type: ignore[arg-type]
    (hit,) = rolled(step, "hit")
    assert (hit.target, hit.successes) == (6, (1,))


def test_snap_shooting_is_for_the_enemys_movement_phase_and_one_target():
    field, action = snap(inches(10), 30, clock=structs.replace(MOVEMENT, side="blue"))
    _, step = play(field, action)  # type: ignore[arg-type]
    assert refusals(step) == ["snap-shooting/phase"]
    squad = Squad("squad", "blue", (HERE,), weapons=(gun(48),))
    two = battle(squad, Squad("guard", "red", (FAR,)), Squad("others", "red", (at(900, 600),)), clock=MOVEMENT)
    _, step = play(two, Shoot("squad", (Volley("guard"), Volley("others")), "snap"))
    assert refusals(step) == ["snap-shooting/one-target"]


def test_a_torrent_hits_in_snap_and_in_indirect_shooting_without_a_roll():
    squad = Squad("squad", "blue", (HERE,), weapons=(gun(36, Torrent(), skill=None),))
    field = battle(squad, Squad("guard", "red", (FAR,)), clock=MOVEMENT)
    _, step = play(field, Shoot("squad", (Volley("guard"),), "snap"), {"wound": [1]})
    assert not rolled(step, "hit")


def test_infantry_in_a_unit_with_a_vehicle_shoots_only_those_it_is_engaged_with():
    pistol = gun(24, CloseQuarters())
    mixed = Squad(
        "squad", "red", (HERE, at(560, 400)), weapons=(pistol,), keywords=("INFANTRY",), own_keywords={2: ("VEHICLE",)}
    )
    close = Squad("guard", "blue", (away(inches(1), 30),))
    others = Squad("others", "blue", (at(600, 600),))
    _, step = play(battle(mixed, close, others), Shoot("squad", (Volley("others"),)), {"hit": [4]})
    (hit,) = rolled(step, "hit")
    assert (hit.target, len(hit.faces)) == (5, 1)


def test_a_big_model_uses_close_quarters_weapons_and_others_at_once():
    arms: tuple[Weapon, ...] = (gun(24, CloseQuarters(), id="a", name=Text("A")), gun(24, id="b", name=Text("B")))
    for keywords, dice in ((("MONSTER",), 2), (("INFANTRY",), 1)):
        squad = Squad("squad", "red", (HERE,), weapons=arms, keywords=keywords)
        assert len(specs_of(battle(squad, row(1)), SHOT)) == dice


def test_the_owner_declares_the_order_of_equal_groups_and_wounded_ones_come_first():
    big, small = replace(HUMAN, wounds=2), HUMAN
    mixed = row(4, profile=small, own_profiles={3: big, 4: big})
    field = battle(armed(attacks=Amount(1), damage=Amount(2)), mixed)
    dice = {"hit": [4], "wound": [4], "save": [1]}
    after, _ = play(field, SHOT, dice, {"allocation-order": ["guard.3"]})
    assert not after.scene.model("guard.4").alive
    field = battle(armed(attacks=Amount(1)), replace(mixed, left={3: 1}))
    after, step = play(field, SHOT, dice)
    assert not picks(step, "allocation-order")
    assert not after.scene.model("guard.3").alive


def test_nothing_about_the_keywords_is_known_to_the_rolling_alone():
    abilities = (
        Anti(("INFANTRY",), 3),
        TwinLinked(),
        LethalHits(),
        SustainedHits(Amount(1)),
        DevastatingWounds(),
        Hazardous(),
    )
    found = spec(armed(*abilities, Precision(), Conversion(), RapidFire(Amount(1)), Blast()), led(6))
    assert (found.critical_wound, found.reroll_wound, found.lethal, found.extra_hits) == (3, "any", True, Amount(1))
    assert (found.devastating, found.danger, found.precision) == ("invulnerable-save", True, ("guard.1",))
    ruled = {ground.rule.removeprefix("wh40k.") for ground in found.grounds}
    assert {
        "anti",
        "twin-linked",
        "lethal-hits",
        "sustained-hits",
        "devastating-wounds",
        "hazardous",
        "precision",
    } <= ruled
    assert {"conversion", "half-range", "blast"} <= ruled


def test_a_large_base_and_a_long_gun_change_nothing_about_the_count():
    big = Squad("guard", "blue", (FAR,), base=Base.oval(120, 92), profile=Profile(Text("Tank"), inches(10), 10, 3, 12))
    assert spec(armed(Blast(), RapidFire(Amount(2))), big).attacks.ledger().result == 3


@pytest.mark.parametrize(("options", "dice"), [(Options(), 1), (CORE, 2)])
def test_beside_pistols_a_model_uses_one_other_weapon_in_the_glossary_and_all_in_the_core_rules(
    options: Options, dice: int
):
    arms = (
        gun(12, CloseQuarters(), id="pistol", name=Text("Pistol")),
        gun(36, id="rifle", name=Text("Rifle")),
        gun(36, id="launcher", name=Text("Launcher")),
    )
    squad = Squad("squad", "red", (HERE,), weapons=arms)
    near = Squad("guard", "blue", (away(inches(10), 30),))
    _, step = play(battle(squad, near, options=options), SHOT, {"hit": [1] * dice})
    assert struck(step) == dice
    without = Squad("squad", "red", (HERE,), weapons=arms[1:])
    _, step = play(battle(without, near, options=options), SHOT, {"hit": [1, 1]})
    assert struck(step) == 2


def test_the_other_weapon_is_one_that_reaches_and_pistols_do_not_join_it():
    arms = (
        gun(12, CloseQuarters(), id="pistol", name=Text("Pistol")),
        gun(8, id="short", name=Text("Short"), skill=2),
        gun(36, id="long", name=Text("Long")),
    )
    field = battle(Squad("squad", "red", (HERE,), weapons=arms), Squad("guard", "blue", (away(inches(10), 30),)))
    _, step = play(field, SHOT, {"hit": [1]})
    assert rolled(step, "hit")[0].target == 4
    both = Shoot("squad", (Volley("guard", ("Long",)), Volley("guard", ("Pistol",))))
    _, step = play(field, both)
    assert refusals(step) == ["shooting/weapon"]
    _, step = play(field, Shoot("squad", (Volley("guard", ("Pistol",)),)), {"hit": [1]})
    assert struck(step) == 1
