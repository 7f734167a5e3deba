"""The attack: what compiles before a die is rolled, and what the dice do with it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from shapely.geometry import box

from battlesim.geometry.footprint import Base, outline_of
from battlesim.model.battlefield import Area, Feature
from battlesim.model.ruling import Modifier
from battlesim.model.text import Text
from battlesim.rules.wh40k.compile import roll_ledger, wound_face
from battlesim.rules.wh40k.fighting import Fight
from battlesim.rules.wh40k.keywords import (
    CloseQuarters,
    FeelNoPain,
    Heavy,
    IgnoresCover,
    InvulnerableSave,
    Melta,
    RapidFire,
    Stealth,
    Torrent,
)
from battlesim.rules.wh40k.profiles import Amount, Profile
from battlesim.rules.wh40k.shooting import Shoot, Volley, specs_of
from battlesim.rules.wh40k.spec import AttackSpec, reckon
from battlesim.units import inches
from tests.rules.wh40k.battles import HERE, HUMAN, SHOOTING, Squad, at, away, battle, gun, play, refusals, ruling
from tests.rules.wh40k.shots import FAR, rolled

TOUGH = Profile(Text("Tough"), inches(6), 4, 3, 2)


def spec(shooter: Squad, target: Squad, *others: Squad, **changes: object) -> AttackSpec:
    """The one spec of a shot."""
    (found,) = specs_of(battle(shooter, target, *others, **changes), Shoot(shooter.id, (Volley(target.id),)))  # type: ignore[arg-type]
    return found


def test_arithmetic_runs_replace_multiply_add_divide_subtract_cap():
    shuffled = (
        Modifier("cap", "cap", 6),
        Modifier("less", "subtract", 1),
        Modifier("half", "divide", 2),
        Modifier("more", "add", 3),
        Modifier("twice", "multiply", 2),
        Modifier("instead", "replace", 5),
    )
    ledger = reckon("damage", 1, shuffled)
    assert [modifier.rule for modifier in ledger.modifiers] == ["instead", "twice", "more", "half", "less", "cap"]
    assert ledger.result == 6  # (5 x 2 + 3) / 2, rounded up, is 7; less 1 is 6
    assert reckon("damage", 5, (Modifier("half", "divide", 2),)).result == 3


def test_a_modifier_that_does_not_apply_is_kept_and_changes_nothing():
    ledger = reckon("hit", 3, (Modifier("bonus", "add", 1, applies=False),))
    assert ledger.result == 3
    assert len(ledger.modifiers) == 1
    assert not ledger.applied


@pytest.mark.parametrize(("amounts", "result"), [((1, 1), 1), ((-1, -1), -1), ((1, -1), 0), ((1, 1, -1), 1)])
def test_roll_modifiers_add_up_and_count_for_one_either_way(amounts: tuple[int, ...], result: int):
    assert roll_ledger("hit", [Modifier("some", "add", amount) for amount in amounts]).result == result


@pytest.mark.parametrize(
    ("strength", "toughness", "face"),
    [(10, 5, 2), (9, 5, 3), (5, 5, 4), (4, 7, 5), (5, 10, 6), (4, 8, 6), (6, 3, 2), (5, 3, 3), (3, 5, 5)],
)
def test_the_wound_table(strength: int, toughness: int, face: int):
    assert wound_face(strength, toughness) == face


def test_nothing_about_an_attack_is_rolled_before_it_is_compiled():
    shooter = Squad("squad", "red", (HERE,), weapons=(gun(24, RapidFire(Amount(0, 1, 3)), Melta(Amount(2)), Heavy()),))
    found = spec(shooter, Squad("guard", "blue", (away(100, 30),)))
    assert found.hit is not None
    assert (found.hit.face, found.wound.face, found.damage.ledger().result) == (3, 4, 3)
    assert found.attacks.rolled_extras[0].amount == Amount(0, 1, 3)
    assert found.attacks.ledger(1, [2]).result == 3


def test_identical_attacks_are_one_batch_with_every_measurement_kept():
    shooter = Squad("squad", "red", (HERE, at(600, 440), at(600, 480)), weapons=(gun(24, RapidFire(Amount(1))),))
    found = spec(shooter, Squad("guard", "blue", (away(100, 7),)))
    assert found.attackers == ("squad.1", "squad.2", "squad.3")
    near = next(ground for ground in found.grounds if ground.rule == "wh40k.half-range")
    assert [part.subjects for part in near.parts] == [(f"squad.{k}", "guard") for k in (1, 2, 3)]
    assert near.measured == max(part.measured for part in near.parts)


def test_models_inside_and_outside_half_range_make_two_batches():
    shooter = Squad("squad", "red", (HERE, at(560, 400)), weapons=(gun(24, RapidFire(Amount(1))),))
    field = battle(shooter, Squad("guard", "blue", (away(inches(12), 7.0),)))
    first, second = specs_of(field, Shoot("squad", (Volley("guard"),)))
    assert (first.attackers, first.attacks.ledger().result) == (("squad.1",), 2)
    assert (second.attackers, second.attacks.ledger().result) == (("squad.2",), 1)


def test_cover_worsens_the_skill_beside_the_limit_of_roll_modifiers():
    crater = Area("crater", "crater", outline_of(box(850, 350, 950, 450)), category="exposed")
    steady = Squad("squad", "red", (HERE,), weapons=(gun(24, Heavy(), skill=3),))
    found = spec(steady, Squad("guard", "blue", (FAR,)), areas=[crater])
    assert found.hit is not None
    skill, roll = found.hit.ledgers
    assert (skill.start, skill.result, roll.result, found.hit.face) == (3, 4, 1, 3)


def test_cover_leaves_a_skill_of_six_alone():
    hidden = Squad("guard", "blue", (FAR,), abilities=(Stealth(),))
    found = spec(Squad("squad", "red", (HERE,), weapons=(gun(24, skill=6),)), hidden)
    assert found.hit is not None
    assert (found.hit.ledgers[0].result, found.hit.face) == (6, 6)


def test_ignores_cover_undoes_stealth():
    hidden = Squad("guard", "blue", (FAR,), abilities=(Stealth(),))
    found = spec(Squad("squad", "red", (HERE,), weapons=(gun(24, IgnoresCover()),)), hidden)
    assert found.hit is not None
    assert found.hit.face == 4
    assert [ground.rule for ground in found.grounds if not ground.holds] == ["wh40k.benefit-of-cover"]


def test_one_model_without_stealth_takes_it_from_the_unit():
    mixed = Squad("guard", "blue", (FAR, at(900, 440)), own={1: (Stealth(),)})
    found = spec(Squad("squad", "red", (HERE,), weapons=(gun(24),)), mixed)
    assert found.hit is not None
    assert found.hit.face == 4


@pytest.mark.parametrize(
    ("save", "ap", "invulnerable", "face"),
    [
        (3, 0, None, 3),
        (3, -1, None, 4),
        (2, -3, None, 5),
        (6, -2, 4, 4),
        (2, 0, 4, 2),
        (7, 0, None, 7),
        (3, -4, None, 7),
    ],
)
def test_saves_take_ap_unless_the_invulnerable_one_is_better(save: int, ap: int, invulnerable: int | None, face: int):
    body = replace(HUMAN, save=save, invulnerable=invulnerable)
    found = spec(
        Squad("squad", "red", (HERE,), weapons=(gun(24, ap=ap),)), Squad("guard", "blue", (FAR,), profile=body)
    )
    assert found.groups[0].save.face == face


def test_an_invulnerable_save_may_come_from_an_ability():
    warded = Squad("guard", "blue", (FAR,), abilities=(InvulnerableSave(5),))
    assert spec(Squad("squad", "red", (HERE,), weapons=(gun(24),)), warded).groups[0].save.face == 5


def test_groups_are_by_wounds_and_saves_and_characters_are_last_and_alone():
    hero = replace(TOUGH, wounds=4)
    mixed = Squad(
        "guard",
        "blue",
        (FAR, at(900, 440), at(900, 480), at(900, 520)),
        profile=TOUGH,
        own_profiles={1: hero, 3: HUMAN},
        own_keywords={1: ("CHARACTER",)},
    )
    groups = spec(Squad("squad", "red", (HERE,), weapons=(gun(24),)), mixed).groups
    assert [group.models for group in groups] == [("guard.2", "guard.4"), ("guard.3",), ("guard.1",)]
    assert [group.character for group in groups] == [False, False, True]


def test_the_toughness_of_bodyguards_counts_while_they_live():
    hero = replace(HUMAN, toughness=8)
    led = Squad("guard", "blue", (FAR, at(900, 440)), own_profiles={1: hero}, own_keywords={1: ("CHARACTER",)})
    assert spec(Squad("squad", "red", (HERE,), weapons=(gun(24),)), led).wound.face == 4


def test_damage_does_not_spill():
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(24, attacks=Amount(2), damage=Amount(5)),)),
        Squad("guard", "blue", (FAR, at(900, 440), at(900, 480)), profile=TOUGH),
    )
    after, _ = play(field, Shoot("squad", (Volley("guard"),)), {"hit": [4, 4], "wound": [4, 4], "save": [1, 1]})
    assert len(after.scene.alive("guard")) == 1


def test_a_wounded_model_suffers_first_and_nobody_is_asked():
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(24),)),
        Squad("guard", "blue", (FAR, at(900, 440), at(900, 480)), profile=TOUGH, left={2: 1}),
    )
    after, step = play(field, Shoot("squad", (Volley("guard"),)), {"hit": [4], "wound": [4], "save": [2]})
    assert after.scene.model("guard.2").place == "destroyed"
    assert not [event for event in step.events if event.kind == "choice-made"]


def test_the_owner_may_lose_a_model_that_nobody_sees():
    wall = Feature("wall", "wall", outline_of(box(700, 420, 710, 900)), "dense")
    ruin = Area("ruin", "ruin", outline_of(box(700, 420, 710, 900)), (wall,))
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(24),)),
        Squad("guard", "blue", (at(900, 380), at(900, 600))),
        areas=[ruin],
    )
    dice = {"hit": [4], "wound": [4], "save": [1]}
    after, _ = play(field, Shoot("squad", (Volley("guard"),)), dice, {"allocate": ["guard.2"]})
    assert after.scene.model("guard.2").place == "destroyed"


def test_feel_no_pain_rolls_for_each_wound_of_the_damage():
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(24, damage=Amount(3)),)),
        Squad("guard", "blue", (FAR,), profile=replace(HUMAN, wounds=4), abilities=(FeelNoPain(6), FeelNoPain(5))),
    )
    dice = {"hit": [4], "wound": [4], "save": [1], "feel-no-pain": [5, 4, 5]}
    after, _ = play(field, Shoot("squad", (Volley("guard"),)), dice)
    assert after.scene.model("guard.1").wounds == 3


def test_an_unmodified_six_hits_and_an_unmodified_one_misses_whatever_is_needed():
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(24, Heavy(), attacks=Amount(2), skill=2),)),
        Squad("guard", "blue", (FAR,)),
    )
    _, step = play(field, Shoot("squad", (Volley("guard"),)), {"hit": [1, 6], "wound": [1]})
    (hit,) = rolled(step, "hit")
    assert (hit.target, hit.successes) == (2, (1,))


def test_a_torrent_weapon_rolls_no_hits_and_needs_no_skill():
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(24, Torrent(), attacks=Amount(3), skill=None),)),
        Squad("guard", "blue", (FAR,)),
    )
    _, step = play(field, Shoot("squad", (Volley("guard"),)), {"wound": [1, 2, 3]})
    assert not rolled(step, "hit")
    assert ruling(step, "torrent").holds


def test_every_die_can_be_asked_why_it_needed_what_it_needed():
    crater = Area("crater", "crater", outline_of(box(850, 350, 950, 450)), category="exposed")
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(24, Heavy(), RapidFire(Amount(1))),)),
        Squad("guard", "blue", (FAR,)),
        areas=[crater],
    )
    _, step = play(field, Shoot("squad", (Volley("guard"),)), {"hit": [4, 4], "wound": [4, 4], "save": [1, 2]})
    (hit,), (wound,), (save,) = (rolled(step, purpose) for purpose in ("hit", "wound", "save"))
    assert [ledger.stat for ledger in hit.ledgers] == ["attacks", "skill", "hit"]
    assert [modifier.rule for ledger in hit.ledgers for modifier in ledger.applied] == [
        "wh40k.rapid-fire",
        "wh40k.benefit-of-cover",
        "wh40k.heavy",
    ]
    assert all(modifier.ruling is not None for ledger in hit.ledgers for modifier in ledger.modifiers)
    assert [ledger.stat for ledger in wound.ledgers] == ["wound-table", "wound"]
    assert [ledger.stat for ledger in save.ledgers] == ["save", "damage"]


def test_what_was_settled_at_target_selection_stays_when_models_fall():
    nearest = away(inches(12), 37.3)
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(36, id="first"), gun(24, RapidFire(Amount(1)), id="second"))),
        Squad("guard", "blue", (nearest, away(inches(20), 37.3))),
    )
    dice = {"hit": [4, 4, 4], "wound": [4, 4, 4], "save": [1, 1, 1]}
    choices = {"allocate": ["guard.1"]}
    _, step = play(field, Shoot("squad", (Volley("guard"),)), dice, choices)
    assert [len(made.faces) for made in rolled(step, "hit")] == [1, 2]


def test_an_engaged_squad_shoots_pistols_at_those_it_is_engaged_with_alone():
    pistol = gun(12, CloseQuarters(), id="pistol", name=Text("Pistol"))
    units = (
        Squad("squad", "red", (HERE,), weapons=(pistol, gun(24))),
        Squad("guard", "blue", (away(inches(1), 30),)),
        Squad("others", "blue", (away(inches(6), 150),)),
    )
    _, step = play(battle(*units), Shoot("squad", (Volley("guard"),)), {"hit": [1]})
    assert len(rolled(step, "hit")[0].faces) == 1
    _, step = play(battle(*units), Shoot("squad", (Volley("others"),)))
    assert refusals(step) == ["shooting/engaged-with-target"]


def test_an_engaged_tank_shoots_others_with_a_penalty():
    field = battle(
        Squad("tank", "red", (HERE,), base=Base.disc(100), keywords=("VEHICLE",), weapons=(gun(24),)),
        Squad("guard", "blue", (away(inches(1), 30, base=Base.disc(100)),)),
        Squad("others", "blue", (away(inches(6), 150, base=Base.disc(100)),)),
    )
    _, step = play(field, Shoot("tank", (Volley("others"),)), {"hit": [4]})
    (hit,) = rolled(step, "hit")
    assert (hit.target, hit.successes) == (5, ())


def test_infantry_engaged_with_friends_is_no_target_but_a_monster_is():
    friends = Squad("friends", "red", (FAR,))
    shooter = Squad("squad", "red", (HERE,), weapons=(gun(24),))
    guard = Squad("guard", "blue", (away(inches(1), 61.7, origin=FAR),))
    _, step = play(battle(shooter, friends, guard), Shoot("squad", (Volley("guard"),)))
    assert refusals(step) == ["shooting/target-unengaged"]
    monster = replace(guard, keywords=("MONSTER",))
    _, step = play(battle(shooter, friends, monster), Shoot("squad", (Volley("guard"),)), {"hit": [4]})
    assert rolled(step, "hit")[0].target == 5


def test_melee_attacks_meet_no_cover():
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(None),)),
        Squad("guard", "blue", (away(inches(1), 37.3),), abilities=(Stealth(),)),
        clock=structs.replace(SHOOTING, phase="fight"),
    )
    _, step = play(field, Fight("squad", (Volley("guard"),)), {"hit": [4], "wound": [4], "save": [1]})
    assert rolled(step, "hit")[0].target == 4
