"""Keywords of weapons about criticals, re-rolls and who suffers, at their limits and in both variants."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from shapely.geometry import box

from battlesim.geometry.footprint import outline_of
from battlesim.model.battlefield import Area, Feature
from battlesim.rules.wh40k.compile import compiled
from battlesim.rules.wh40k.keywords import (
    Anti,
    DevastatingWounds,
    FeelNoPain,
    Hazardous,
    Lance,
    LethalHits,
    Precision,
    SustainedHits,
    TwinLinked,
)
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.profiles import Amount
from battlesim.rules.wh40k.shooting import specs_of
from battlesim.rules.wh40k.situations import Attack
from battlesim.units import inches
from tests.rules.wh40k.battles import (
    HERE,
    HUMAN,
    Squad,
    at,
    away,
    battle,
    gun,
    losing,
    play,
)
from tests.rules.wh40k.shots import CORE, FIGHT, SHOT, TOUGH, armed, led, picks, rolled, row, spec


@pytest.mark.parametrize(("keywords", "critical"), [(("VEHICLE",), 4), (("MONSTER", "VEHICLE"), 2), (("INFANTRY",), 6)])
def test_the_lowest_anti_that_applies_counts(keywords: tuple[str, ...], critical: int):
    weapon = armed(Anti(("VEHICLE",), 4), Anti(("MONSTER",), 2))
    assert spec(weapon, row(1, keywords=keywords)).critical_wound == critical


def test_a_dead_model_no_longer_lends_its_keyword_to_the_unit():
    squad = armed(Anti(("PSYKER",), 2))
    psyker = row(2, own_keywords={1: ("PSYKER",)})
    assert spec(squad, psyker).critical_wound == 2
    (found,) = specs_of(losing(battle(squad, psyker), "guard.1"), SHOT)
    assert found.critical_wound == 6


def test_criticals_wound_whatever_the_table_says_and_ones_never_do():
    field = battle(
        armed(Anti(("INFANTRY",), 2), attacks=Amount(2), strength=1), row(3, profile=replace(HUMAN, toughness=8))
    )
    _, step = play(field, SHOT, {"hit": [4, 4], "wound": [2, 1], "save": [1]})
    assert rolled(step, "wound")[0].successes == (0,)


def test_twin_linked_dice_are_made_again_once_and_only_where_wanted():
    field = battle(armed(TwinLinked(), attacks=Amount(3)), row(3))
    dice = {"hit": [4, 4, 4], "wound": [1, 3, 5], "wound-reroll": [3, 4], "save": [1, 1]}
    _, step = play(field, SHOT, dice)
    (again,) = rolled(step, "wound-reroll")
    assert (again.target, again.successes) == (4, (1,))
    _, step = play(field, SHOT, {"hit": [4, 4, 4], "wound": [1, 3, 5], "save": [1]}, {"wound-reroll": ["none"]})
    assert not rolled(step, "wound-reroll")
    dice = {"hit": [4, 4, 4], "wound": [1, 3, 6], "wound-reroll": [6, 6], "save": [1, 1, 1]}
    play(field, SHOT, dice, {"wound-reroll": ["not-critical"]})


def test_nothing_is_asked_where_every_wound_is_critical():
    _, step = play(battle(armed(TwinLinked()), row(2)), SHOT, {"hit": [4], "wound": [6], "save": [1]})
    assert not picks(step, "wound-reroll")


def test_lethal_hits_are_chosen_for_each_critical_and_never_critical_wounds():
    field = battle(armed(LethalHits(), DevastatingWounds(), attacks=Amount(3), strength=1), row(3, profile=TOUGH))
    dice = {"hit": [6, 6, 6], "wound": [6], "save": [3, 3]}
    after, step = play(field, SHOT, dice, {"lethal-hits": ["wound", "roll", "wound"]})
    assert [pick.chosen for pick in picks(step, "lethal-hits")] == ["wound", "roll", "wound"]
    assert len(rolled(step, "wound")[0].faces) == 1
    assert sum(model.wounds for model in after.scene.alive("guard")) == 8


@pytest.mark.parametrize("options", [Options(), CORE])
def test_devastating_wounds_allow_an_invulnerable_save_in_the_glossary_alone(options: Options):
    warded = replace(TOUGH, invulnerable=4)
    field = battle(armed(DevastatingWounds(), ap=-3, damage=Amount(2)), row(2, profile=warded), options=options)
    dice = {"hit": [4], "wound": [6], **({"invulnerable-save": [4]} if options.variant == "glossary" else {})}
    after, step = play(field, SHOT, dice)
    assert not rolled(step, "save")
    assert after.scene.model("guard.2").wounds == (3 if options.variant == "glossary" else 1)


@pytest.mark.parametrize(
    ("options", "cited"), [(Options(), {"glossary"}), (CORE, {"core rules 24.10", "core rules 24.15"})]
)
def test_where_the_variants_part_a_ruling_cites_the_one_that_is_played(options: Options, cited: set[str]):
    field = battle(armed(DevastatingWounds(), Hazardous()), row(1), options=options)
    _, step = play(field, SHOT, {"hazard": [6], "hit": [1]})
    parted = ("wh40k.devastating-wounds", "wh40k.hazardous")
    assert {ruling.source for ruling in step.rulings if ruling.rule in parted} == cited


def test_an_invulnerable_save_against_devastation_fails_on_a_one_and_names_its_number():
    field = battle(armed(DevastatingWounds()), row(1, profile=replace(TOUGH, invulnerable=2)))
    after, step = play(field, SHOT, {"hit": [4], "wound": [6], "invulnerable-save": [1]})
    (made,) = rolled(step, "invulnerable-save")
    assert (made.target, [ledger.result for ledger in made.ledgers]) == (2, [2])
    assert after.scene.model("guard.1").wounds == 2


def test_each_devastating_wound_hurts_one_model_at_most_after_all_other_damage():
    field = battle(
        armed(DevastatingWounds(), attacks=Amount(3), damage=Amount(2)),
        row(3, profile=replace(HUMAN, wounds=1, save=3)),
    )
    after, step = play(field, SHOT, {"hit": [4, 4, 4], "wound": [6, 6, 4], "save": [1]})
    assert not after.scene.alive("guard")
    lost = [event.rule for event in step.events if event.kind == "wounds-lost"]
    assert lost == ["", "wh40k.devastating-wounds", "wh40k.devastating-wounds"]


def test_devastating_damage_that_is_rolled_is_rolled_for_each():
    field = battle(
        armed(DevastatingWounds(), attacks=Amount(2), damage=Amount(0, 1, 3)), row(1, profile=replace(TOUGH, wounds=9))
    )
    after, _ = play(field, SHOT, {"hit": [4, 4], "wound": [6, 6], "damage": [3, 1]})
    assert after.scene.model("guard.1").wounds == 5


def test_devastating_wounds_meet_feel_no_pain():
    field = battle(armed(DevastatingWounds(), damage=Amount(3)), row(1, profile=TOUGH, abilities=(FeelNoPain(5),)))
    after, _ = play(field, SHOT, {"hit": [4], "wound": [6], "feel-no-pain": [5, 6, 1]})
    assert after.scene.model("guard.1").wounds == 2


def test_sustained_hits_are_added_for_each_critical_and_do_not_add_more():
    field = battle(armed(SustainedHits(Amount(0, 1, 3)), attacks=Amount(3)), row(2))
    _, step = play(field, SHOT, {"hit": [6, 6, 4], "extra-hits": [3, 1], "wound": [1] * 7})
    (wound,) = rolled(step, "wound")
    (hits,) = (ledger for ledger in wound.ledgers if ledger.stat == "hits")
    assert (hits.start, hits.result) == (3, 7)
    assert hits.modifiers[0].ruling is not None


@pytest.mark.parametrize(
    ("options", "unit", "model", "face"),
    [
        (Options(), True, True, 3),
        (Options(), True, False, 4),
        (Options(), False, False, 4),
        (CORE, True, False, 3),
        (CORE, False, False, 4),
    ],
)
def test_lance_asks_the_model_in_the_glossary_and_the_unit_in_the_core_rules(
    options: Options, unit: bool, model: bool, face: int
):
    squad = Squad("squad", "red", (HERE,), weapons=(gun(None, Lance()),), marks={"charged": True} if unit else {})
    field = battle(squad, Squad("guard", "blue", (away(inches(1), 30),)), clock=FIGHT, options=options)
    if model:
        charged = structs.replace(field.scene.model("squad.1"), marks={"charge-moved": True})
        field = structs.replace(field, scene=field.scene.with_model(charged))
    assert compiled(Attack(field, "squad.1", squad.weapons[0], "guard", "melee")).wound.face == face


def test_lance_and_another_bonus_count_for_one():
    class Strong:
        rule = "wh40k.wound-roll"

        def on_wound(self, attack: Attack) -> object:
            return Lance().on_wound(attack)

    squad = Squad("squad", "red", (HERE,), weapons=(gun(None, Lance(), Strong()),), marks={"charged": True})
    field = battle(squad, Squad("guard", "blue", (away(inches(1), 30),)), clock=FIGHT, options=CORE)
    assert compiled(Attack(field, "squad.1", squad.weapons[0], "guard", "melee")).wound.face == 3


def test_precision_puts_a_visible_character_first_until_it_falls_then_the_others():
    field = battle(armed(Precision(), attacks=Amount(4), damage=Amount(2)), led())
    after, _ = play(field, SHOT, {"hit": [4] * 4, "wound": [4] * 4, "save": [1] * 4})
    assert [model.id for model in after.scene.alive("guard")] == []
    after, _ = play(field, SHOT, {"hit": [4] * 4, "wound": [4, 4, 4, 1], "save": [1] * 3})
    assert [model.id for model in after.scene.alive("guard")] == ["guard.2"]


def test_without_precision_a_character_is_last_though_it_is_wounded():
    field = battle(armed(attacks=Amount(2)), led(left={1: 1}))
    after, _ = play(field, SHOT, {"hit": [4] * 2, "wound": [4] * 2, "save": [1] * 2})
    assert [model.id for model in after.scene.alive("guard")] == ["guard.1"]


def test_precision_needs_one_attacking_model_that_sees_the_character():
    low = outline_of(box(870, 180, 872, 220))
    hidden = Area("wall", "wall", low, (Feature("brick", "brick", low, "dense"),))
    shooters = Squad("squad", "red", (at(600, 200), at(600, 20)), weapons=(gun(36, Precision()),))
    field = battle(shooters, led(), areas=[hidden])
    (found,) = specs_of(field, SHOT)
    seen = {g.subjects: g.holds for ground in found.grounds if ground.rule == "wh40k.precision" for g in ground.walk()}
    assert found.precision == ("guard.1",)
    assert seen[("squad.1", "guard.1")] is False
    assert seen[("squad.2", "guard.1")] is True
    one = battle(replace(shooters, poses=shooters.poses[:1]), led(), areas=[hidden])
    assert specs_of(one, SHOT)[0].precision == ()


def test_devastating_wounds_with_precision_go_to_the_character():
    field = battle(armed(Precision(), DevastatingWounds(), damage=Amount(3)), led())
    after, _ = play(field, SHOT, {"hit": [4], "wound": [6]})
    assert after.scene.model("guard.1").wounds == 1
    after, _ = play(field, SHOT, {"hit": [4], "wound": [6]}, {"precision": ["nobody"]})
    assert (after.scene.model("guard.1").wounds, len(after.scene.alive("guard"))) == (4, 2)
