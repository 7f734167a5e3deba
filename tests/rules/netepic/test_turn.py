"""The turn: morale, break points, ends of assaults, wrecks, initiative, objectives."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from battlesim.dice import FirstChoice, ScriptedDice
from battlesim.engine.story import Story
from battlesim.geometry.footprint import Pose, Spot
from battlesim.geometry.measure import gap
from battlesim.model.battlefield import Objective
from battlesim.model.scene import Clock
from battlesim.rules.netepic.abilities import Transport
from battlesim.rules.netepic.abilities.courage import Charismatic, Fearless
from battlesim.rules.netepic.actions import Fight, Move
from battlesim.rules.netepic.declared import battle_at, declared_way, part_of, written
from battlesim.rules.netepic.final import groups_of, strength
from battlesim.rules.netepic.free_attacks import needed
from battlesim.rules.netepic.hooks import Loss
from battlesim.rules.netepic.losses import destroy
from battlesim.rules.netepic.morale import break_point, morale_ledger, morale_test
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.turn import whose_turn
from battlesim.rules.netepic.turn_actions import Continue, EndTurn, RollInitiative, Stop
from battlesim.units import Mm
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

CARRIER = with_abilities(RHINO, Transport(6))
STEADY = replace(INFANTRY, morale=6)


def story(battle, **dice):
    return Story(battle.scene, ScriptedDice(dice), FirstChoice())


@pytest.mark.parametrize(("stands", "broken_at"), [(1, 1), (2, 1), (3, 2), (5, 3), (9, 5), (13, 7), (19, 10)])
def test_a_break_point_is_half_of_the_stands_rounded_up(stands, broken_at):
    battle = table(detachment("squad", INFANTRY, *(Pose(Mm(100.0 + 30 * k), Mm(100.0), 0.0) for k in range(stands))))
    assert break_point(battle, "squad") == broken_at


def test_a_list_may_give_another_break_point():
    battle = table(detachment("squad", replace(INFANTRY, break_point=4), middle(0), beside(0, 10)))
    assert break_point(battle, "squad") == 4


@pytest.mark.parametrize(("faces", "passes"), [((2, 3), True), ((2, 2), False)])
def test_an_unhurt_detachment_adds_one_and_passes_on_the_number(faces, passes):
    battle = table(detachment("squad", STEADY, middle(0)))
    assert morale_test(battle, "squad", story(battle, morale=faces)) == passes


@pytest.mark.parametrize("morale", [None, 0])
def test_who_never_tests_rolls_no_dice(morale):
    battle = table(detachment("squad", replace(INFANTRY, morale=morale), middle(0)))
    assert morale_test(battle, "squad", story(battle))


def test_the_fearless_roll_no_dice():
    battle = table(detachment("squad", with_abilities(STEADY, Fearless()), middle(0)))
    assert morale_test(battle, "squad", story(battle))


def test_two_charismatiques_help_once():
    chief = with_abilities(INFANTRY, Charismatic())
    battle = table(
        detachment("a", chief, beside(7, 10)),
        detachment("b", chief, beside(123.4, 10)),
        detachment("squad", STEADY, middle(0)),
    )
    assert morale_ledger(battle, "squad").result == 2


def test_a_penalty_is_taken_from_the_roll():
    battle = table(detachment("squad", STEADY, middle(0)))
    assert morale_ledger(battle, "squad", 2).result == -1


@pytest.mark.parametrize(("factor", "needs"), [(-3, 6), (6, 6), (7, 5), (12, 5), (13, 4)])
def test_what_a_free_attack_needs(factor, needs):
    assert needed(factor) == needs


def test_who_gets_out_of_a_wreck_stands_apart_in_its_zone():
    battle = table(
        detachment("rhino", CARRIER, middle(37.3)),
        detachment("squad", INFANTRY, *["rhino.1"] * 6),
    )
    told = Story(battle.scene, ScriptedDice({"emergency-exit": [6] * 6}), FirstChoice())
    destroy(battle, "rhino.1", told, loss=Loss(battle, "rhino.1", "assault"))
    out = [model for model in told.scene.models.values() if model.unit == "squad" and model.on_table]
    assert len(out) == 6
    for k, one in enumerate(out):
        assert gap(one.footprint, battle.scene.model("rhino.1").footprint).within(Mm(27.5))
        assert all(gap(one.footprint, other.footprint).value > 0 for other in out[k + 1 :])


def test_nobody_gets_out_of_a_wreck_into_contact_with_an_enemy():
    ring = [beside(angle, 3.0) for angle in (0, 90, 180, 270)]
    battle = table(
        detachment("rhino", CARRIER, middle(0)),
        detachment("squad", INFANTRY, "rhino.1"),
        detachment("foe", INFANTRY, *ring, side="blue"),
    )
    told = Story(battle.scene, ScriptedDice({"emergency-exit": [6]}), FirstChoice())
    destroy(battle, "rhino.1", told)
    left = told.scene.model("squad.1")
    assert left.on_table
    assert all(gap(left.footprint, foe.footprint).value > 0 for foe in told.scene.standing("foe"))


def test_the_loser_of_an_assault_regroups_and_the_winner_may_follow():
    battle = table(
        detachment("squad", INFANTRY, middle(0), Pose(Mm(1000), Mm(1040), 0.0), order="charge"),
        detachment("foe", INFANTRY, beside(0, 0), Pose(Mm(1020), Mm(1040), 0.0), side="blue"),
    )
    after, step = play(battle, Fight("squad"), dice={"assault": [6, 6, 1, 1, 3, 3, 3, 3]})
    assert ruling(step, "assault", "lost").subjects == ("red", "blue")
    assert after.scene.unit("foe").marks["withdraws"] == "regroup"
    assert after.scene.unit("squad").marks["withdraws"] == "follow-up"


def test_a_drawn_assault_moves_nobody():
    battle = table(
        detachment("squad", INFANTRY, middle(0), order="charge"), detachment("foe", INFANTRY, beside(0, 0), side="blue")
    )
    after, step = play(battle, Fight("squad"), dice={"assault": [3, 3, 3, 3]})
    assert ruling(step, "assault", "drawn").holds
    assert "withdraws" not in after.scene.unit("foe").marks


def test_the_side_with_the_initiative_begins_and_then_they_alternate():
    battle = table(
        detachment("a", INFANTRY, beside(0, 400)),
        detachment("b", INFANTRY, beside(90, 400)),
        detachment("c", INFANTRY, beside(180, 400), side="blue"),
        options=Options(alternate=True),
    )
    battle, _ = play(battle, RollInitiative(("red", "blue")), dice={"initiative": [2, 5]})
    battle = structs.replace(battle, scene=structs.replace(battle.scene, clock=Clock(1, "", "movement")))
    assert whose_turn(battle) == "blue"
    start = battle.scene.model("c.1").pose
    battle, step = play(battle, Move("c", (("c.1", (start, start.moved(Mm(-10.0), Mm(0.0)))),)))
    assert step.legal
    assert whose_turn(battle) == "red"
    battle, _ = play(battle, Stop("red"))
    assert whose_turn(battle) == ""


def test_a_declared_way_is_written_and_read_to_a_millionth():
    start, end = beside(37.3, 100.0), beside(61.7, 10.0)
    battle = table(detachment("squad", INFANTRY, start, order="charge"))
    battle, _ = play(battle, Move("squad", (("squad.1", (start, end)),), declared=True))
    way = declared_way(battle, "squad.1")
    assert way is not None
    assert way.end.x == pytest.approx(end.x, abs=1e-6)
    assert written(way.poses) == battle.scene.model("squad.1").marks["way"]
    halfway = battle_at(battle, "squad", Mm(20.0)).scene.model("squad.1").pose
    assert part_of(way, Mm(0.0), Mm(20.0))[-1] == halfway
    after, _ = play(battle, Continue("squad"))
    assert after.scene.model("squad.1").pose == way.end


def test_groups_hold_together_over_6_cm():
    battle = table(detachment("squad", INFANTRY, middle(0), beside(0, 60.0), Pose(Mm(1200.0), Mm(1000.0), 0.0)))
    assert [len(group) for group in groups_of(battle, "squad")] == [2, 1]


@pytest.mark.parametrize(("away", "counted"), [(99.9, 1), (100.0, 1), (100.1, 0)])
def test_a_stand_counts_for_an_objective_within_10_cm(away, counted):
    battle = table(detachment("squad", INFANTRY, beside(0, away - 10.0)))
    assert strength(battle, "red", Objective("ford", Spot(1000.0, 1000.0, 0.0)))[0] == counted


def test_a_turn_that_ends_leaves_everybody_where_they_are():
    battle = table(detachment("squad", INFANTRY, middle(0)), detachment("foe", INFANTRY, beside(0, 50), side="blue"))
    after, step = play(battle, EndTurn())
    assert step.legal
    assert place(after, "squad.1") == place(after, "foe.1") == "table"
