"""Shields, sides of armour, regeneration, camouflage: the numbers at their limits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.geometry.footprint import Base
from battlesim.model.text import Text
from battlesim.rules.netepic.abilities import (
    HQ,
    DoubleFrontSave,
    EnergyShields,
    FullArmour,
    Graviton,
    MoreDamage,
    Regeneration,
    ShadowShield,
    SideArmour,
    medic,
)
from battlesim.rules.netepic.actions import Shoot
from battlesim.rules.netepic.flanks import side_attacked
from battlesim.rules.netepic.hooks import FireQuestion
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.profiles import Profile, Save, Weapon
from battlesim.rules.netepic.shooting import aims_at
from battlesim.rules.netepic.shots import compile_hit
from battlesim.units import cm
from tests.limits import NEAR, ODD_ANGLES
from tests.rules.netepic.tables import (
    INFANTRY,
    beside,
    detachment,
    middle,
    place,
    play,
    ruling,
    table,
    with_abilities,
)

LASER = Weapon("laser", Text("Laser"), cm(75), 1, 4, -1)
GUNNER = with_abilities(INFANTRY, weapons=(LASER,))
TANK = Profile(Text("Tank"), 3, cm(20), Save(3), kind="vehicle", base=Base.rectangle(35, 20))


def duel(target: Profile, facing: float, *, shooter: Profile = GUNNER, options: Options | None = None):
    """A shooter due east of the target, which faces so many degrees from it."""
    return table(
        detachment("target", target, middle(facing)),
        detachment("foe", shooter, middle(0).moved(200, 0), side="blue"),
        options=options,
    )


def save_against(battle, weapon: Weapon = LASER) -> int:
    return compile_hit(FireQuestion(battle, "foe.1", weapon, "target.1"), 1, ()).save_ledger.result


def shoot(battle, **script):
    return play(battle, Shoot("foe", aims_at(battle, "foe", "target")), **script)


@pytest.mark.parametrize(
    ("facing", "side"),
    [(0, "front"), (89.9, "front"), (90, "front"), (90.1, "flank"), (134.9, "flank"), (135, "rear"), (180, "rear"),
     (225, "rear"), (225.1, "flank"), (269.9, "flank"), (270, "front")],
)  # fmt: skip
def test_the_sides_of_a_tank(facing, side):
    assert side_attacked(duel(TANK, facing), "foe.1", "target.1")[0] == side


@pytest.mark.parametrize(
    ("abilities", "weak", "flank", "rear"),
    [
        ((), "flank_and_rear", 5, 5),
        ((), "rear", 4, 5),
        ((), "none", 4, 4),
        ((SideArmour(),), "flank_and_rear", 4, 5),
        ((FullArmour(),), "flank_and_rear", 4, 4),
    ],
)
def test_what_flank_and_rear_take_from_the_save(abilities, weak, flank, rear):
    tank, options = with_abilities(TANK, *abilities), Options(weak_sides=weak)
    found = [save_against(duel(tank, facing, options=options)) for facing in (0, 120, 180)]
    assert found == [4, flank, rear]


def test_small_stands_have_no_flank():
    walker = replace(TANK, blocking_class=2)
    assert [save_against(duel(walker, facing)) for facing in (0, 120, 180)] == [4, 4, 4]


def test_a_fixed_save_has_no_flank():
    assert save_against(duel(replace(TANK, save=Save(None, 5)), 180)) == 5


@given(hits=st.integers(0, 6), shields=st.integers(0, 4))
def test_each_shield_takes_one_hit(hits, shields):
    target = with_abilities(replace(TANK, wounds=9), EnergyShields(shields))
    weapon = replace(LASER, dice=6, pa=-5)
    battle = duel(target, 0, shooter=with_abilities(INFANTRY, weapons=(weapon,)))
    after, _ = shoot(battle, dice={"hit": [4] * hits + [3] * (6 - hits)})
    stand = after.scene.model("target.1")
    assert stand.wounds == 9 - max(hits - shields, 0)
    assert stand.marks.get("shields-down", 0) == min(hits, shields)


def test_the_front_save_is_rolled_twice_and_no_more():
    tank = with_abilities(TANK, DoubleFrontSave())
    after, _ = shoot(duel(tank, 0), dice={"hit": [4], "save": [1], "save-reroll": [4]})
    assert place(after, "target.1") == "table"
    after, _ = shoot(duel(tank, 180), dice={"hit": [4], "save": [1]})
    assert place(after, "target.1") == "destroyed"


@pytest.mark.parametrize(("order", "needs"), [("charge", 3), ("advance", 4), ("first-fire", 5), ("none", 4)])
def test_the_shadow_shield_goes_by_the_order(order, needs):
    battle = table(
        detachment("target", with_abilities(INFANTRY, ShadowShield(), save=Save(6)), middle(0), order=order),
        detachment("foe", GUNNER, middle(0).moved(200, 0), side="blue"),
    )
    assert save_against(battle) == needs


def test_a_better_save_of_its_own_counts_before_the_shadow():
    strong = with_abilities(INFANTRY, ShadowShield(), save=Save(None, 2))
    assert save_against(duel(strong, 0)) == 2


@pytest.mark.parametrize(("armour", "needs"), [(1, 2), (2, 2), (4, 4), (6, 6), (None, 5)])
def test_graviton_hits_on_the_save(armour, needs):
    weapon = Weapon("g", Text("g"), cm(50), 1, 5, 0, (Graviton(),))
    battle = duel(replace(INFANTRY, save=Save(armour)), 0)
    assert compile_hit(FireQuestion(battle, "foe.1", weapon, "target.1"), 1, ()).to_hit.result == needs


def test_more_damage_takes_more_wounds_of_one_stand():
    hurt = with_abilities(INFANTRY, weapons=(replace(LASER, pa=-6, abilities=(MoreDamage(2),)),))
    after, _ = shoot(duel(replace(TANK, wounds=5), 0, shooter=hurt), dice={"hit": [4]})
    assert after.scene.model("target.1").wounds == 2


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_medic_reaches_six_cm(angle, off):
    battle = table(
        detachment("target", INFANTRY, middle(angle)),
        detachment("medic", with_abilities(INFANTRY, medic()), beside(angle, 60 + off)),
        detachment("foe", GUNNER, middle(0).moved(-200, 0), side="blue"),
    )
    dice = {"hit": [4], "save": [1]} | ({"regeneration": [5]} if off <= 0 else {})
    after, step = shoot(battle, dice=dice)
    assert ruling(step, "medecin", "reach").holds == (off <= 0)
    assert place(after, "target.1") == ("table" if off <= 0 else "destroyed")


def test_one_regeneration_die_a_wound_whoever_is_near():
    battle = table(
        detachment("target", with_abilities(INFANTRY, Regeneration(6)), middle(0)),
        detachment("medic", with_abilities(INFANTRY, medic()), beside(90, 10)),
        detachment("foe", GUNNER, middle(0).moved(200, 0), side="blue"),
    )
    _, step = shoot(battle, dice={"hit": [4], "save": [1], "regeneration": [5]})
    assert [roll.target for roll in step.rolls if roll.purpose == "regeneration"] == [6]


def test_a_qg_that_regenerates_may_keep_its_stand_in():
    chief = with_abilities(INFANTRY, Regeneration(4), HQ())
    battle = table(
        detachment("target", chief, middle(0)),
        detachment("guard", INFANTRY, beside(90, 10)),
        detachment("foe", GUNNER, middle(0).moved(200, 0), side="blue"),
    )
    after, _ = shoot(battle, dice={"hit": [4], "save": [1], "regeneration": [4]})
    assert (place(after, "target.1"), place(after, "guard.1")) == ("table", "table")
    after, _ = shoot(battle, dice={"hit": [4], "save": [1], "regeneration": [3]})
    assert (place(after, "target.1"), place(after, "guard.1")) == ("table", "destroyed")
