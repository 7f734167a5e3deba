"""Shots, saves, losses, and who is lost for whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlesim.model.event import Destroyed
from battlesim.model.text import Text
from battlesim.rules.netepic.abilities import HQ, Elite, PointDefence, Transport
from battlesim.rules.netepic.actions import Aim, Move, React, Shoot
from battlesim.rules.netepic.elite_pool import pool_left, pool_size
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.profiles import Weapon
from battlesim.rules.netepic.shooting import aims_at
from battlesim.units import cm
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

CHIEF = with_abilities(INFANTRY, HQ())
STORM = Weapon("storm", Text("Storm bolter"), cm(35), 2, 4, -1)


def shoot(battle, target, **script):
    return play(battle, Shoot("foe", aims_at(battle, "foe", target)), **script)


def row(start: float, count: int, *, y: float = 0.0):
    return [middle(0).moved(start + 25 * k, y) for k in range(count)]


def volley(*, options=None):
    """A chief with three plain stands near, four enemies in front."""
    return table(
        detachment("chief", CHIEF, middle(0)),
        detachment("guard", INFANTRY, *row(-50, 2, y=30), middle(0).moved(0, 30)),
        detachment("foe", INFANTRY, *row(-50, 4, y=-200), side="blue"),
        options=options,
    )


def aims(*targets):
    return Shoot("foe", tuple(Aim(f"foe.{k}", "bolter", target) for k, target in enumerate(targets, start=1)))


def test_a_stand_that_died_in_the_same_volley_is_not_lost_again():
    action = aims("chief.1", "guard.1", "guard.2", "guard.3")
    after, step = play(volley(), action, dice={"hit": [5, 5, 5, 5], "save": [1, 1, 1, 5]})
    gone = [event.model for event in step.events if isinstance(event, Destroyed)]
    assert gone == ["guard.1", "guard.2", "guard.3"]
    assert place(after, "chief.1") == "table"


def test_with_nobody_left_the_qg_itself_is_lost():
    action = aims("chief.1", "guard.1", "guard.2", "guard.3")
    after, step = play(volley(), action, dice={"hit": [5, 5, 5, 5], "save": [1, 1, 1, 1]})
    assert place(after, "chief.1") == "destroyed"
    assert not ruling(step, "qg", "sacrifice").holds


def test_each_sacrifice_uses_a_stand_up():
    action = aims("chief.1", "chief.1", "chief.1", "chief.1")
    after, _ = play(volley(), action, dice={"hit": [5, 5, 5, 1], "save": [1, 1, 1]})
    assert [place(after, f"guard.{k}") for k in (1, 2, 3)] == ["destroyed"] * 3
    assert place(after, "chief.1") == "table"


def test_another_qg_is_offered_last():
    battle = table(
        detachment("chief", CHIEF, middle(0)),
        detachment("other", CHIEF, beside(7, 5)),
        detachment("guard", INFANTRY, beside(200, 40)),
        detachment("foe", INFANTRY, beside(90, 200), side="blue"),
    )
    _, step = play(battle, aims("chief.1"), dice={"hit": [5], "save": [1]})
    choice = next(event for event in step.events if event.kind == "choice-made")
    assert choice.options == ("guard.1", "other.1", "keep")


def test_an_enemy_beside_the_qg_is_never_lost_for_it():
    battle = table(
        detachment("chief", CHIEF, middle(0)),
        detachment("foe", INFANTRY, beside(90, 50), side="blue"),
    )
    after, _ = play(battle, aims("chief.1"), dice={"hit": [5], "save": [1]})
    assert place(after, "chief.1") == "destroyed"


def test_dice_at_a_detachment_are_spread_over_it():
    battle = table(
        detachment("squad", INFANTRY, *row(0, 3)),
        detachment("foe", INFANTRY, *row(0, 3, y=-100), side="blue"),
    )
    after, step = shoot(battle, "squad", dice={"hit": [5, 5, 5], "save": [1, 1, 1]})
    assert [place(after, f"squad.{k}") for k in (1, 2, 3)] == ["destroyed"] * 3
    assert step.rolls[0].faces == (5, 5, 5)


def test_stands_out_of_range_do_not_waste_the_shots_of_the_others():
    battle = table(
        detachment("squad", INFANTRY, middle(0)),
        detachment("foe", INFANTRY, middle(0).moved(0, -400), middle(0).moved(0, -600), side="blue"),
    )
    _, step = shoot(battle, "squad", dice={"hit": [1]})
    assert step.legal
    assert len(step.rolls[0].faces) == 1


@pytest.mark.parametrize(("face", "left"), [(1, "destroyed"), (2, "table")])
def test_those_aboard_a_destroyed_carrier_get_out_on_two_or_more(face, left):
    battle = table(
        detachment("rhino", with_abilities(RHINO, Transport(2)), middle(0)),
        detachment("squad", INFANTRY, "rhino.1"),
        detachment("foe", INFANTRY, beside(90, 100), side="blue"),
    )
    after, _ = shoot(battle, "rhino", dice={"hit": [5], "save": [3], "emergency-exit": [face]})
    assert place(after, "squad.1") == left


def test_a_stand_with_two_wounds_falls_at_the_second():
    hard = replace(INFANTRY, wounds=2)
    battle = table(detachment("squad", hard, middle(0)), detachment("foe", INFANTRY, beside(90, 100), side="blue"))
    after, _ = shoot(battle, "squad", dice={"hit": [5], "save": [1]})
    assert after.scene.model("squad.1").wounds == 1
    assert place(after, "squad.1") == "table"


def test_the_pool_counts_a_detachment_once():
    battle = table(
        detachment("elite", with_abilities(INFANTRY, Elite(2)), *row(0, 4)),
        detachment("more", with_abilities(INFANTRY, Elite(1)), *row(0, 2, y=100)),
        detachment("foe", INFANTRY, beside(90, 300), side="blue"),
    )
    assert pool_size(battle, "red") == 3
    assert pool_size(battle, "blue") == 0


def test_a_spent_re_roll_is_gone():
    storm = with_abilities(replace(INFANTRY, weapons=(STORM,)), Elite(1))
    battle = table(detachment("foe", storm, *row(0, 2), side="blue"), detachment("squad", INFANTRY, beside(90, 100)))
    after, step = shoot(
        battle,
        "squad",
        dice={"hit": [1, 1, 1, 1], "elite-reroll": [1]},
        choices={"elite-hit": ["foe.2"]},
    )
    assert pool_left(after, "blue") == 0
    assert ruling(step, "elite", "own").subjects == ("foe.2",)


def test_a_failed_save_is_re_rolled_first_of_all():
    elite = with_abilities(INFANTRY, Elite(1))
    battle = table(detachment("squad", elite, middle(0)), detachment("foe", INFANTRY, beside(90, 100), side="blue"))
    after, _ = shoot(battle, "squad", dice={"hit": [5], "save": [1], "elite-reroll": [5]})
    assert place(after, "squad.1") == "table"


def test_first_fire_re_rolls_ones_unless_the_detachment_moved():
    battle = table(
        detachment("foe", INFANTRY, middle(0), side="blue", order="first-fire"),
        detachment("squad", INFANTRY, beside(90, 100)),
    )
    _, step = shoot(battle, "squad", dice={"hit": [1], "hit-reroll": [1]})
    assert len(step.rolls) == 2


def dr(shots: int, foes: int, *, options=None):
    battle = table(
        detachment("rhino", with_abilities(RHINO, PointDefence(shots)), middle(0)),
        detachment(
            "foe", INFANTRY, *[beside(0, 100).moved(0, 25 * k) for k in range(foes)], side="blue", order="charge"
        ),
        options=options,
    )
    paths = tuple(
        (f"foe.{k + 1}", (pose, pose.moved(-50, 0))) for k in range(foes) for pose in [beside(0, 100).moved(0, 25 * k)]
    )
    return play(battle, Move("foe", paths))[0]


def test_the_shots_of_dr_are_spread_and_used_up():
    battle = dr(2, 3)
    action = React("interception", (("rhino.1", "foe.1"), ("rhino.1", "foe.2")))
    after, step = play(battle, action, dice={"hit": [6, 2], "hit-further": [4], "save": [1]})
    assert place(after, "foe.1") == "destroyed"
    assert step.rolls[0].target == 6
    _, step = play(after, React("interception", (("rhino.1", "foe.3"),)))
    assert not ruling(step, "interception", "shots").holds


def test_dr_needs_six_and_four_or_more_only_when_intercepting():
    battle = dr(1, 1)
    _, step = play(battle, React("interception", (("rhino.1", "foe.1"),)), dice={"hit": [6], "hit-further": [3]})
    assert step.rolls[0].ledgers[0].result == 7


def test_dr_never_intercepts_where_seven_is_never():
    battle = dr(1, 1, options=Options(seven_plus="never"))
    _, step = play(battle, React("interception", (("rhino.1", "foe.1"),)))
    assert not ruling(step, "to-hit", "impossible").holds
