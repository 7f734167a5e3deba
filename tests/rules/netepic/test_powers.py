"""Psychic powers, command units, characters who join, buildings, and fire into assaults."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from battlesim.geometry.footprint import Pose
from battlesim.model.battlefield import Area, Battlefield, Feature
from battlesim.model.text import Text
from battlesim.replay.fold import fold_all
from battlesim.rules.netepic.abilities import (
    AttachedCharacter,
    CommandUnit,
    DamagesBuildings,
    DestroysBuildings,
    Elite,
    EnergyShields,
    PsychicWard,
    Psyker,
    Regeneration,
)
from battlesim.rules.netepic.actions import Attach, BeginPhase, Bombard, Move, Shoot, UsePower
from battlesim.rules.netepic.attachment import abilities_of, attached, movement_of
from battlesim.rules.netepic.elite_pool import pool_size
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.powers import psychic_save
from battlesim.rules.netepic.profiles import Power, Weapon
from battlesim.rules.netepic.shooting import aims_at
from battlesim.rules.netepic.table import side_state
from battlesim.units import Mm, cm
from tests.limits import NEAR, ODD_ANGLES
from tests.rules.netepic.tables import (
    INFANTRY,
    RHINO,
    beside,
    detachment,
    middle,
    place,
    play,
    ruling,
    table,
    with_abilities,
)

BLAST = Power(Weapon("blast", Text("Blast"), cm(30), 1, 1), ethereal=True)
SMITE = Power(Weapon("smite", Text("Smite"), cm(30), 1, 4, -1))
SEER = with_abilities(INFANTRY, Psyker(), powers=(BLAST, SMITE))
CAPTAIN = with_abilities(INFANTRY, AttachedCharacter())


def minds(target, *, order: str = "advance", seer=SEER, gap: float = 100.0, angle: float = 0.0):
    return table(
        detachment("seer", seer, middle(angle), order=order),
        detachment("foe", target, beside(angle, gap), side="blue"),
    )


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_an_ethereal_power_reaches_its_range(angle, off):
    _, step = play(minds(INFANTRY, gap=300 + off, angle=angle), UsePower("seer.1", "blast", "foe.1"))
    assert step.legal == (off <= 0)
    assert ruling(step, "range").measured == pytest.approx(300 + off, abs=1e-3)


@pytest.mark.parametrize(
    ("abilities", "needs"),
    [
        ((), None),
        ((PsychicWard(5),), 5),
        ((EnergyShields(1),), 4),
        ((PsychicWard(5), EnergyShields(1)), 4),
        ((PsychicWard(3), EnergyShields(1)), 3),
        ((EnergyShields(0),), None),
    ],
)
def test_the_best_psychic_save_counts(abilities, needs):
    found = psychic_save(minds(with_abilities(INFANTRY, *abilities)), "foe.1")
    assert (found.needs if found else None) == needs


def test_what_an_ethereal_power_takes_does_not_come_back():
    after, step = play(minds(with_abilities(INFANTRY, Regeneration(2))), UsePower("seer.1", "blast", "foe.1"))
    assert place(after, "foe.1") == "destroyed"
    assert not ruling(step, "regeneration", "ethereal").holds


def test_a_stand_without_the_ability_uses_no_power():
    _, step = play(minds(INFANTRY, seer=replace(SEER, abilities=())), UsePower("seer.1", "blast", "foe.1"))
    assert not ruling(step, "psyker", "one").holds


@pytest.mark.parametrize(
    ("order", "may"), [("charge", False), ("advance", True), ("first-fire", True), ("none", False)]
)
def test_combat_powers_go_by_the_order(order, may):
    _, step = play(minds(INFANTRY, order=order), UsePower("seer.1", "blast", "foe.1"))
    assert step.legal is may


@pytest.mark.parametrize("order", ["charge", "advance", "first-fire", "none"])
def test_movement_powers_do_not(order):
    seer = replace(SEER, powers=(replace(BLAST, phase="movement"),))
    _, step = play(minds(INFANTRY, order=order, seer=seer), UsePower("seer.1", "blast", "foe.1"))
    assert step.legal


def test_a_new_turn_gives_the_power_back():
    battle = minds(replace(INFANTRY, wounds=3))
    battle, _ = play(battle, BeginPhase(1, "combat"))
    battle, _ = play(battle, UsePower("seer.1", "blast", "foe.1"))
    _, refused = play(battle, UsePower("seer.1", "blast", "foe.1"))
    assert not refused.legal
    battle, _ = play(battle, BeginPhase(2, "orders"))
    assert "powers" not in battle.scene.model("seer.1").marks


@pytest.mark.parametrize(
    ("before", "after"),
    [("charge", "advance"), ("advance", "first-fire"), ("first-fire", "first-fire"), ("none", "none")],
)
def test_a_command_unit_shoots_by_the_next_order(before, after):
    battle = table(detachment("command", with_abilities(INFANTRY, CommandUnit()), middle(0), order=before))
    battle, _ = play(battle, BeginPhase(1, "movement"))
    battle, _ = play(battle, BeginPhase(1, "combat"))
    unit = battle.scene.unit("command")
    assert unit.marks["order"] == after
    assert unit.marks["revealed"] is True
    assert bool(unit.marks.get("shifted")) == (before != after)


def test_the_order_shifts_once_a_turn():
    battle = table(detachment("command", with_abilities(INFANTRY, CommandUnit()), middle(0), order="charge"))
    for phase, side in (("movement", ""), ("combat", "red"), ("combat", "blue"), ("combat", "red")):
        battle, _ = play(battle, BeginPhase(1, phase, side))
    assert battle.scene.unit("command").marks["order"] == "advance"


def test_a_plain_stand_among_them_keeps_the_order_of_all():
    unit, models, sheet = detachment("mixed", INFANTRY, middle(0), beside(0, 5), order="charge")
    commander = with_abilities(INFANTRY, CommandUnit())
    mixed = replace(sheet, profiles={**sheet.profiles, "mixed.1": commander})
    battle, _ = play(table((unit, models, mixed)), BeginPhase(1, "combat"))
    assert battle.scene.unit("mixed").marks["order"] == "charge"


def joined(host=INFANTRY, guest=CAPTAIN, *, gap: float = 20.0, angle: float = 0.0):
    battle = table(
        detachment("squad", host, middle(angle)),
        detachment("captain", guest, beside(angle, gap), order=""),
        detachment("foe", INFANTRY, middle(0).moved(300, 300), side="blue"),
    )
    return play(battle, Attach("captain", "squad"))


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_character_joins_within_six_cm(angle, off):
    after, step = joined(gap=60 + off, angle=angle)
    assert step.legal == (off <= 0)
    assert ("captain" in after.scene.units) == (off > 0)
    if off <= 0:
        assert attached(after, "squad") == ("captain.1",)


def test_the_pool_counts_host_and_character():
    after, _ = joined(with_abilities(INFANTRY, Elite(2)), with_abilities(INFANTRY, AttachedCharacter(), Elite(1)))
    assert pool_size(after, "red") == 3


def test_a_character_gains_the_command_of_his_host_alone():
    after, _ = joined(with_abilities(INFANTRY, CommandUnit(), Elite(1)))
    assert abilities_of(after, "captain.1") == (AttachedCharacter(), CommandUnit())
    assert abilities_of(after, "squad.1") == (CommandUnit(), Elite(1))
    after, _ = joined(INFANTRY, with_abilities(INFANTRY, AttachedCharacter(), CommandUnit()))
    after, _ = play(after, BeginPhase(1, "combat"))
    assert after.scene.unit("squad").marks["order"] == "advance"


def test_with_cavalry_he_goes_as_far_as_they_do():
    riders = replace(INFANTRY, kind="cavalry", blocking_class=2, movement=cm(20))
    after, _ = joined(riders)
    assert movement_of(after, "captain.1") == cm(20)
    starts = {id: after.scene.model(id).pose for id in ("squad.1", "captain.1")}
    move = Move("squad", tuple((id, (start, start.moved(0, 150))) for id, start in starts.items()))
    assert play(after, move)[1].legal


@pytest.mark.parametrize(
    ("host", "guest", "may"),
    [
        (INFANTRY, CAPTAIN, True),
        (RHINO, CAPTAIN, False),
        (INFANTRY, replace(CAPTAIN, blocking_class=2, kind="walker"), False),
        (replace(INFANTRY, blocking_class=2, kind="walker"), replace(CAPTAIN, blocking_class=2, kind="walker"), True),
        (INFANTRY, INFANTRY, False),
    ],
)
def test_who_may_join_whom(host, guest, may):
    assert joined(host, guest)[1].legal is may


HALL = Feature("hall", "Hall", ((1100.0, 950.0), (1200.0, 950.0), (1200.0, 1050.0), (1100.0, 1050.0)), "building")


def siege(ability, *, options: Options | None = None, inside: int = 0):
    gun = Weapon("gun", Text("Gun"), cm(50), 1, 4, -2, (ability,))
    battle = table(
        detachment("guns", with_abilities(INFANTRY, weapons=(gun,)), middle(0)),
        *(
            [detachment("foe", INFANTRY, *(Pose(Mm(1120.0 + 25 * k), Mm(1000.0)) for k in range(inside)), side="blue")]
            if inside
            else []
        ),
        options=options,
    )
    field = Battlefield(Mm(2000.0), Mm(2000.0), (Area("hall", "Hall", HALL.outline, (HALL,), "building"),))
    return structs.replace(battle, scene=structs.replace(battle.scene, battlefield=field))


FIRE = Bombard("guns", (("guns.1", "gun"),), "hall")


@pytest.mark.parametrize(("faces", "damage"), [((3, 3), 0), ((2, 3), 1)])
def test_a_building_saves_on_the_sum_of_its_dice(faces, damage):
    after, step = play(siege(DamagesBuildings(-2)), FIRE, dice={"hit": [2], "structure": faces})
    assert after.scene.battlefield.features[0].damage == damage
    assert fold_all(siege(DamagesBuildings(-2)).scene, step.events) == after.scene


def test_at_no_structure_points_it_is_a_ruin():
    battle = siege(DestroysBuildings(-2), inside=3)
    after, step = play(battle, FIRE, dice={"hit": [2], "structure": [1, 1], "escape": [4, 3, 6]})
    field = after.scene.battlefield
    assert (field.areas[0].category, field.features[0].category) == ("ruin", "ruin")
    assert [place(after, f"foe.{k}") for k in (1, 2, 3)] == ["table", "destroyed", "table"]
    assert fold_all(battle.scene, step.events) == after.scene


def test_shots_at_a_building_are_the_sides_activation_where_the_table_alternates():
    after, step = play(siege(DamagesBuildings(0), options=Options(alternate=True)), FIRE, dice={"hit": [1]})
    assert step.legal
    assert side_state(after, "red").acted


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_the_number_of_dice_is_an_option(dice):
    battle = siege(DamagesBuildings(0), options=Options(building_dice=dice))
    _, step = play(battle, FIRE, dice={"hit": [2], "structure": [6] * dice})
    assert len(step.rolls[1].faces) == dice


def melee(option: str):
    return table(
        detachment("friends", INFANTRY, middle(0)),
        detachment("foe", INFANTRY, beside(0, 0), side="blue"),
        detachment("squad", INFANTRY, middle(0).moved(0, 300)),
        options=Options(fire_into_assault=option),
    )


@pytest.mark.parametrize(("option", "needs"), [("free", 5), ("risky", 6)])
def test_fire_into_an_assault_is_harder(option, needs):
    battle = melee(option)
    _, step = play(battle, Shoot("squad", aims_at(battle, "squad", "foe")), dice={"hit": [6], "save": [6]})
    assert step.rolls[0].target == needs


def test_a_stray_shot_needs_what_the_friend_needs():
    battle = melee("risky")
    dice = {"hit": [5], "hit-neighbour": [5], "save": [1]}
    after, _ = play(battle, Shoot("squad", aims_at(battle, "squad", "foe")), dice=dice)
    assert place(after, "friends.1") == "destroyed"
