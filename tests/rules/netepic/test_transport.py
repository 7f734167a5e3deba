"""Boarding and leaving: what both pay, who shares an activation, who is shut in."""

from __future__ import annotations

import math

import pytest

from battlesim.geometry.encircled import room_beside
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.rules.netepic.abilities import AttachedCharacter, Character, Flyer, Transport
from battlesim.rules.netepic.actions import Board, Boarding, Leave, Move
from battlesim.rules.netepic.activation import sharing
from battlesim.rules.netepic.hooks import Load
from battlesim.rules.netepic.movement import allowance
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

CARRIER = with_abilities(RHINO, Transport(2))
WALKER = with_abilities(INFANTRY, blocking_class=2, kind="walker")


def aboard(places: int, *profiles):
    """A carrier with these stands aboard, and whether it holds them."""
    carrier = with_abilities(RHINO, Transport(places))
    units = [detachment(f"u{k}", profile, "rhino.1") for k, profile in enumerate(profiles)]
    battle = table(detachment("rhino", carrier, middle(0)), *units)
    stands = tuple(f"u{k}.1" for k in range(len(profiles)))
    return Transport(places).on_carry(Load(battle, "rhino.1", stands))


@pytest.mark.parametrize(
    ("places", "profiles", "taken", "holds"),
    [
        (2, [INFANTRY, INFANTRY], 2, True),
        (2, [INFANTRY] * 3, 3, False),
        (2, [INFANTRY, INFANTRY, with_abilities(INFANTRY, AttachedCharacter())], 2, True),
        (5, [WALKER], 2, False),
        (6, [WALKER] * 3, 6, True),
        (6, [WALKER, WALKER, INFANTRY, INFANTRY], 6, True),
        (6, [WALKER] * 3 + [INFANTRY], 7, False),
        (6, [WALKER] * 3 + [with_abilities(INFANTRY, Character())], 6, True),
        (6, [with_abilities(INFANTRY, Character())] * 2, 1, True),
        (5, [with_abilities(INFANTRY, Character())], 1, True),
        (12, [with_abilities(INFANTRY, blocking_class=2, kind="cavalry")], 2, False),
    ],
)
def test_room_aboard(places, profiles, taken, holds):
    answer = aboard(places, *profiles)
    assert answer.evidence[0].value == taken
    assert answer.holds == holds


@pytest.mark.parametrize(
    ("carrier", "left"),
    [
        (CARRIER, 200.0),
        (with_abilities(CARRIER, Transport(2), blocking_class=4), 250.0),
        (with_abilities(CARRIER, Transport(2), Flyer()), 250.0),
    ],
)
def test_what_boarding_costs_the_carrier_once(carrier, left):
    battle = table(
        detachment("rhino", carrier, middle(0)),
        detachment("a", INFANTRY, beside(7, 20)),
        detachment("b", INFANTRY, beside(200, 20)),
    )
    for unit in ("a", "b"):
        battle, step = play(battle, Board((Boarding(f"{unit}.1", "rhino.1"),)))
        assert step.legal or unit == "b"
    assert allowance(battle, "rhino.1").left == pytest.approx(left)


def test_in_and_out_costs_the_carrier_10_and_the_troops_10():
    battle = table(detachment("rhino", CARRIER, middle(0)), detachment("a", INFANTRY, beside(90, 0)))
    battle, _ = play(battle, Board((Boarding("a.1", "rhino.1"),)))
    battle, step = play(battle, Leave((("a.1", beside(90, 0)),)))
    assert ruling(step, "transport", "carrier").measured == 100.0
    assert allowance(battle, "rhino.1").left == 150.0
    assert allowance(battle, "a.1").left == 0.0


def test_on_charge_the_carrier_keeps_40_of_50():
    battle = table(detachment("rhino", CARRIER, middle(0), order="charge"), detachment("a", INFANTRY, beside(90, 0)))
    battle, _ = play(battle, Board((Boarding("a.1", "rhino.1"),)))
    battle, _ = play(battle, Leave((("a.1", beside(90, 0)),)))
    assert allowance(battle, "rhino.1").left == 400.0


def test_a_stand_with_nothing_left_is_put_against_the_hull_and_no_farther():
    battle = table(detachment("rhino", CARRIER, middle(0)), detachment("a", INFANTRY, beside(90, 50)))
    battle, _ = play(battle, Board((Boarding("a.1", "rhino.1"),)))
    _, refused = play(battle, Leave((("a.1", beside(0, 0.1)),)))
    after, step = play(battle, Leave((("a.1", beside(0, 0)),)))
    assert not refused.legal
    assert step.legal
    assert place(after, "a.1") == "table"


@pytest.mark.parametrize("order", ["first-fire", "none"])
def test_troops_that_cannot_move_neither_board_nor_leave(order):
    battle = table(
        detachment("rhino", CARRIER, middle(0)),
        detachment("a", INFANTRY, beside(90, 0), order=order),
        detachment("b", INFANTRY, "rhino.1", order=order),
    )
    for action in (Board((Boarding("a.1", "rhino.1"),)), Leave((("b.1", beside(180, 0)),))):
        _, step = play(battle, action)
        assert not ruling(step, "orders", "move").holds


@pytest.mark.parametrize("order", ["first-fire", "none"])
def test_a_carrier_that_cannot_move_loads_and_unloads(order):
    battle = table(
        detachment("rhino", CARRIER, middle(0), order=order),
        detachment("a", INFANTRY, beside(90, 0)),
        detachment("b", INFANTRY, "rhino.1"),
    )
    battle, step = play(battle, Board((Boarding("a.1", "rhino.1"),)))
    assert step.legal
    battle, step = play(battle, Leave((("b.1", beside(180, 0)),)))
    assert step.legal


def test_below_class_5_carrier_and_cargo_are_one_activation():
    battle = table(
        detachment("rhinos", CARRIER, middle(0), beside(90, 5)),
        detachment("a", INFANTRY, "rhinos.1"),
        detachment("b", INFANTRY, "rhinos.2"),
    )
    assert sharing(battle, "a") == ("a", "rhinos", "b")
    big = table(
        detachment("fort", with_abilities(CARRIER, Transport(10), blocking_class=5), middle(0)),
        detachment("a", INFANTRY, "fort.1"),
    )
    assert sharing(big, "a") == ("a",)


def test_a_carrier_that_came_for_troops_goes_on_with_them_aboard():
    battle = table(
        detachment("rhino", CARRIER, middle(0)),
        detachment("a", INFANTRY, beside(0, 100)),
    )
    start = middle(0)
    battle, _ = play(battle, Move("rhino", (("rhino.1", (start, start.moved(90, 0))),)))
    battle, step = play(battle, Board((Boarding("a.1", "rhino.1"),)))
    assert step.legal
    _, step = play(battle, Move("rhino", (("rhino.1", (start.moved(90, 0), start.moved(90, 50))),)))
    assert step.legal


def test_a_carrier_moves_no_further_once_it_let_somebody_out():
    battle = table(detachment("rhino", CARRIER, middle(0)), detachment("a", INFANTRY, "rhino.1"))
    battle, _ = play(battle, Leave((("a.1", beside(90, 0)),)))
    _, step = play(battle, Move("rhino", (("rhino.1", (middle(0), middle(0).moved(-10, 0))),)))
    assert not ruling(step, "movement", "unloaded").holds


def ring(angle: float, gap: float) -> list[Footprint]:
    """Seven squares round a square hull of 20 mm, and between the last two beside it a gap of that width."""
    square = Base.rectangle(20, 20)
    hull = Footprint(square, Pose(Mm(0), Mm(0), angle))
    spots = [(0, -20), (-20, 0), (20, 0), (-20, -20), (20, -20), (-gap / 2 - 10, 20), (gap / 2 + 10, 20)]
    turned = [hull]
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    for x, y in spots:
        turned.append(Footprint(square, Pose(Mm(x * c - y * s), Mm(x * s + y * c), angle)))
    return turned


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_gap_of_the_width_of_a_base_is_room_enough(angle, off):
    hull, *others = ring(angle, 20.0 + off)
    assert room_beside(hull, INFANTRY.base, others) == (off >= 0)


def test_an_open_hull_has_room():
    assert room_beside(Footprint.disc(0, 0, 60), INFANTRY.base, [Footprint.disc(100, 0, 25)])


def test_a_house_rule_changes_the_toll():
    cheap = with_abilities(RHINO, Transport(2, toll=cm(2)))
    battle = table(detachment("rhino", cheap, middle(0)), detachment("a", INFANTRY, beside(90, 80)))
    _, step = play(battle, Board((Boarding("a.1", "rhino.1"),)))
    assert step.legal
