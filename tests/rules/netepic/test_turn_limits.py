"""Limits of movement, zones, interception and the moves after it at -0.1 mm, exactly, and +0.1 mm, along odd angles."""

from __future__ import annotations

import math

import pytest

from battlesim.geometry.footprint import Pose
from battlesim.replay.timeline import Step
from battlesim.rules.netepic.abilities import PointDefence
from battlesim.rules.netepic.abilities.courage import Charismatic
from battlesim.rules.netepic.abilities.mobility import TacticalGenius
from battlesim.rules.netepic.actions import Move, React
from battlesim.rules.netepic.declared import declared_way
from battlesim.rules.netepic.morale import morale_ledger
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.profiles import NetepicBattle
from battlesim.rules.netepic.turn_actions import Consolidate, Continue, Intercept, ReviseOrder
from battlesim.units import Mm
from tests.limits import ODD_ANGLES, at_the_limit
from tests.rules.netepic.tables import (
    INFANTRY,
    RHINO,
    SQUARE,
    beside,
    chief_and_squad,
    detachment,
    middle,
    place,
    play,
    ruling,
    table,
    with_abilities,
)


def along(angle: float, forward: float, aside: float) -> Pose:
    """A pose from the middle of the table: so far along the angle, so far to its right hand, facing along it."""
    way = math.radians(angle)
    x = 1000 + forward * math.cos(way) - aside * math.sin(way)
    y = 1000 + forward * math.sin(way) + aside * math.cos(way)
    return Pose(Mm(x), Mm(y), angle)


def passing(angle: float, aside: float, options: Options | None = None) -> Step:
    """A squad charges past a foe in the middle, its own centre so far to the right of the foe's."""
    start, end = along(angle, -80.0, aside), along(angle, 80.0, aside)
    battle = table(
        detachment("squad", INFANTRY, start, order="charge"),
        detachment("foe", INFANTRY, middle(angle), side="blue"),
        options=options,
    )
    _, step = play(battle, Move("squad", (("squad.1", (start, end)),)))
    return step


def charged(defender, start: Pose, end: Pose) -> NetepicBattle:
    """The defender's battle once a foe has declared its charge from the start to the end."""
    battle = table(defender, detachment("foe", INFANTRY, start, side="blue", order="charge"))
    battle, _ = play(battle, Move("foe", (("foe.1", (start, end)),), declared=True))
    return battle


@at_the_limit(37.5)
def test_a_way_stays_out_of_a_zone_of_37_and_a_half_mm(angle, gap):
    step = passing(angle, gap + SQUARE / 2)
    assert step.legal == (gap >= 37.5)
    assert ruling(step, "zone-of-control", "keep-out").measured == pytest.approx(gap, abs=2e-3)


@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_where_centres_are_measured_the_zone_is_held_against_the_middle(angle):
    centres = Options(measure="centre")
    for aside, legal in ((37.5, True), (37.4, False)):
        assert passing(angle, aside, centres).legal == legal


def test_without_zones_nobody_keeps_out():
    assert passing(30, 21.0, Options(zone_small=Mm(0.0))).legal


@at_the_limit(60.0)
def test_a_consolidation_goes_6_cm(angle, gap):
    start, end = middle(angle), along(angle, -gap, 0.0)
    battle = table(
        detachment("squad", INFANTRY, start, order="none"),
        detachment("foe", INFANTRY, beside(angle, 15.0), side="blue"),
    )
    _, step = play(battle, Consolidate("squad", (("squad.1", (start, end)),)))
    assert step.legal == (gap <= 60.0)


@at_the_limit(120.0)
def test_a_charismatique_steadies_within_12_cm(angle, gap):
    battle = chief_and_squad(Charismatic(), angle, gap)
    assert morale_ledger(battle, "squad").result == (2 if gap <= 120.0 else 1)


@at_the_limit(200.0)
def test_a_genie_tactique_reaches_20_cm(angle, gap):
    battle = chief_and_squad(TacticalGenius(), angle, gap, order="first-fire")
    after, step = play(battle, ReviseOrder("chief.1", "squad", "charge"))
    assert step.legal == (gap <= 200.0)
    assert after.scene.unit("squad").marks["order"] == ("charge" if gap <= 200.0 else "first-fire")


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("aside", [0.0, 41.3, 100.0])
def test_the_earliest_place_is_where_the_gap_is_the_range_itself(angle, aside):
    start, end = along(angle, 260.0, aside), along(angle, 75.0, aside)
    battle = charged(detachment("rhino", with_abilities(RHINO, PointDefence(1)), middle(angle)), start, end)
    after, step = play(battle, React("interception", (("rhino.1", "foe.1"),)), dice={"hit": [5]})
    assert ruling(step, "range").measured == pytest.approx(150.0, abs=1e-4)
    forward = 20.0 + math.sqrt(150.0**2 - max(aside - 20.0, 0.0) ** 2)
    assert ruling(step, "interception", "point").measured == pytest.approx(260.0 - forward, abs=1e-3)
    done, step = play(after, Continue("foe"))
    assert step.legal
    assert done.scene.model("foe.1").pose == end
    assert declared_way(done, "foe.1") is None


def test_a_way_that_never_comes_near_enough_is_not_shot_at():
    start, end = along(37.3, 260.0, 180.0), along(37.3, 70.0, 180.0)
    battle = charged(detachment("rhino", with_abilities(RHINO, PointDefence(1)), middle(37.3)), start, end)
    _, step = play(battle, React("interception", (("rhino.1", "foe.1"),)))
    assert not step.legal
    found = ruling(step, "interception", "point")
    assert not found.holds
    assert ruling(step, "range").measured == pytest.approx(math.hypot(50.0, 160.0), abs=1e-3)


def test_a_way_that_only_grazes_the_range_is_shot_at_in_its_middle():
    start, end = along(7, 150.0, 170.0), along(7, -40.0, 170.0)
    battle = charged(detachment("rhino", with_abilities(RHINO, PointDefence(1)), middle(7)), start, end)
    _, step = play(battle, React("interception", (("rhino.1", "foe.1"),)), dice={"hit": [5]})
    # its side passes at 150 mm exactly as soon as the two bases are level
    assert ruling(step, "interception", "point").measured == pytest.approx(130.0, abs=1.5)


def test_a_hidden_first_fire_is_spent_by_its_interception():
    start, end = beside(30, 700.0), beside(30, 550.0)
    battle = charged(detachment("squad", INFANTRY, middle(30), order="first-fire"), start, end)
    _, step = play(battle, Intercept("squad", "foe"))
    assert not step.legal
    battle, _ = play(battle, Continue("foe"))
    assert not battle.scene.unit("squad").marks.get("revealed")


@pytest.mark.parametrize(("gap", "lost"), [(499.9, True), (500.0, True), (500.1, False)])
def test_an_interception_reaches_as_far_as_the_weapon(gap, lost):
    start, end = beside(61.7, gap + 100.0), beside(61.7, gap)
    battle = charged(detachment("squad", INFANTRY, middle(61.7), order="first-fire"), start, end)
    after, step = play(battle, Intercept("squad", "foe"), dice={"hit": [6], "save": [1]} if lost else {})
    assert step.legal == lost
    assert (place(after, "foe.1") == "destroyed") == lost
