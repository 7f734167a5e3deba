"""Every limit of the game at -0.1 mm, exactly, and +0.1 mm, along odd angles."""

from __future__ import annotations

import math

import pytest

from battlesim.rules.netepic.abilities import HQ, EliteAura, Leader, PointDefence, Transport
from battlesim.rules.netepic.actions import Aim, Board, Boarding, Fight, Leave, Move, React, Shoot
from battlesim.rules.netepic.assault import assault_factor
from battlesim.rules.netepic.elite_pool import elite
from battlesim.rules.netepic.options import Options
from tests.limits import NEAR, ODD_ANGLES, at_the_limit
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

CARRIER = with_abilities(RHINO, Transport(2))


@at_the_limit(50.0)
def test_a_stand_with_10_cm_boards_from_5_and_no_farther(angle, gap):
    battle = table(detachment("rhino", CARRIER, middle(angle)), detachment("squad", INFANTRY, beside(angle, gap)))
    after, step = play(battle, Board((Boarding("squad.1", "rhino.1"),)))
    assert step.legal == (gap <= 50.0)
    assert ruling(step, "transport", "board").measured == pytest.approx(50.0 + gap, abs=1e-5)
    assert place(after, "squad.1") == ("aboard" if gap <= 50.0 else "table")


@at_the_limit(50.0)
def test_a_stand_that_leaves_ends_with_its_far_edge_5_cm_from_the_hull(angle, gap):
    battle = table(detachment("rhino", CARRIER, middle(angle)), detachment("squad", INFANTRY, "rhino.1"))
    _, step = play(battle, Leave((("squad.1", beside(angle, gap - SQUARE)),)))
    assert step.legal == (gap <= 50.0)
    assert ruling(step, "transport", "out").measured == pytest.approx(gap, abs=1e-5)


@at_the_limit(50.0)
def test_counted_from_outside_its_near_edge_ends_5_cm_from_the_hull(angle, gap):
    outside = Options(leave_from="outside")
    battle = table(
        detachment("rhino", CARRIER, middle(angle)), detachment("squad", INFANTRY, "rhino.1"), options=outside
    )
    _, step = play(battle, Leave((("squad.1", beside(angle, gap)),)))
    assert step.legal == (gap <= 50.0)


@at_the_limit(60.0)
def test_a_stand_within_6_cm_may_be_lost_for_a_qg(angle, gap):
    battle = table(
        detachment("chief", with_abilities(INFANTRY, HQ()), middle(angle)),
        detachment("guard", INFANTRY, beside(angle, gap)),
        detachment("foe", INFANTRY, beside(angle + 180, 200.0), side="blue"),
    )
    after, step = play(battle, Shoot("foe", (Aim("foe.1", "bolter", "chief.1"),)), dice={"hit": [5], "save": [1]})
    near = gap <= 60.0
    assert ruling(step, "qg", "sacrifice").holds == near
    assert place(after, "chief.1") == ("table" if near else "destroyed")
    assert place(after, "guard.1") == ("destroyed" if near else "table")


@at_the_limit(120.0)
def test_a_meneur_reaches_12_cm_inclusive(angle, gap):
    battle = chief_and_squad(Leader(), angle, gap)
    assert assault_factor(battle, "squad.1").result == (3 if gap <= 120.0 else 2)


@at_the_limit(120.0)
def test_the_elite_aura_reaches_less_than_12_cm(angle, gap):
    battle = chief_and_squad(EliteAura(), angle, gap)
    assert (elite(battle, "squad.1") is not None) == (gap < 120.0)


@at_the_limit(150.0)
def test_dr_reaches_15_cm(angle, gap):
    battle = table(
        detachment("rhino", with_abilities(RHINO, PointDefence(1)), middle(angle)),
        detachment("foe", INFANTRY, beside(angle, gap + 10.0), side="blue", order="charge"),
    )
    start, end = beside(angle, gap + 10.0), beside(angle, gap)
    battle, _ = play(battle, Move("foe", (("foe.1", (start, end)),)))
    action = React("interception", (("rhino.1", "foe.1"),))
    _, step = play(battle, action, dice={"hit": [5]} if gap <= 150.0 else {})
    assert step.legal == (gap <= 150.0)
    assert ruling(step, "range").measured == pytest.approx(gap, abs=1e-5)


@at_the_limit(60.0)
def test_a_chain_holds_with_steps_of_6_cm(angle, gap):
    battle = table(detachment("squad", INFANTRY, middle(angle), beside(angle, 10.0)))
    start, end = beside(angle, 10.0), beside(angle, gap)
    _, step = play(battle, Move("squad", (("squad.2", (start, end)),)))
    assert step.legal == (gap <= 60.0)
    assert ruling(step, "coherency").measured == pytest.approx(gap, abs=1e-5)


@at_the_limit(500.0)
def test_a_weapon_reaches_as_far_as_its_range(angle, gap):
    battle = table(
        detachment("squad", INFANTRY, middle(angle)), detachment("foe", INFANTRY, beside(angle, gap), side="blue")
    )
    action = Shoot("squad", (Aim("squad.1", "bolter", "foe.1"),))
    _, step = play(battle, action, dice={"hit": [1]} if gap <= 500.0 else {})
    assert step.legal == (gap <= 500.0)


@pytest.mark.parametrize(("order", "most"), [("advance", 100.0), ("charge", 200.0)])
@pytest.mark.parametrize("off", NEAR)
@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_an_order_lets_a_stand_go_so_far(angle, off, order, most):
    battle = table(detachment("squad", INFANTRY, middle(0.0), order=order))
    way = math.radians(angle)
    end = middle(0.0).moved((most + off) * math.cos(way), (most + off) * math.sin(way))
    _, step = play(battle, Move("squad", (("squad.1", (middle(0.0), end)),)))
    assert step.legal == (off <= 0)


@pytest.mark.parametrize("gap", [0.0, 0.1])
@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_an_assault_takes_contact(angle, gap):
    battle = table(
        detachment("squad", INFANTRY, middle(angle)), detachment("foe", INFANTRY, beside(angle, gap), side="blue")
    )
    _, step = play(battle, Fight("squad"), dice={"assault": [1, 2, 1, 2]} if gap == 0 else {})
    assert step.legal == (gap == 0.0)


@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_measured_from_centres_the_same_limits_lie_a_base_nearer(angle):
    centre = Options(measure="centre")
    for gap, within in ((99.9, True), (100.0, True), (100.1, False)):
        battle = chief_and_squad(Leader(), angle, gap, options=centre)
        assert (assault_factor(battle, "squad.1").result == 3) == within


@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_boarding_is_measured_from_edges_whatever_the_option(angle):
    battle = table(
        detachment("rhino", CARRIER, middle(angle)),
        detachment("squad", INFANTRY, beside(angle, 50.0)),
        options=Options(measure="centre"),
    )
    _, step = play(battle, Board((Boarding("squad.1", "rhino.1"),)))
    assert step.legal
    assert ruling(step, "transport", "reach").measured == pytest.approx(50.0, abs=1e-5)
