"""The fight phase: piling in, the order of fights, overruns, split attacks, consolidating."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from msgspec import structs
from shapely.geometry import box

from battlesim.geometry.footprint import Pose, Spot, outline_of
from battlesim.model.battlefield import Area, Objective
from battlesim.model.scene import Clock
from battlesim.rules.wh40k.consolidation import Consolidate
from battlesim.rules.wh40k.field import Field
from battlesim.rules.wh40k.fight_order import BeginFights
from battlesim.rules.wh40k.fighting import Fight
from battlesim.rules.wh40k.keywords import FightsFirst
from battlesim.rules.wh40k.melee_moves import PileIn
from battlesim.rules.wh40k.profiles import Amount
from battlesim.rules.wh40k.shooting import Volley
from battlesim.rules.wh40k.state import UnitState
from battlesim.units import inches
from tests.limits import NEAR, ODD_ANGLES
from tests.rules.wh40k.battles import HERE, Squad, at, away, battle, gun, play, refusals, ruling

FIGHT = Clock(2, "red", "fight")
AXE = gun(None, attacks=Amount(1))
GUARD = Squad("guard", "blue", (HERE,), weapons=(AXE,))
MISS = {"hit": [1]}
KILL = {"hit": [6], "wound": [6], "save": [1]}


def squad(gap: float, angle: float, id: str = "squad", **more: object) -> Squad:
    """One red model so far from the guard."""
    return Squad(id, "red", (away(gap, angle),), weapons=(AXE,), **more)  # type: ignore[arg-type]


def straight(gap: float, angle: float, end: float, id: str = "squad"):
    """The way from there to another gap."""
    return ((f"{id}.1", (away(gap, angle), away(end, angle))),)


def strike(unit: str, target: str) -> Fight:
    """All it has, at one target."""
    return Fight(unit, (Volley(target),))


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_only_what_is_engaged_or_charged_piles_in(off: float, angle: float):
    gap = inches(2) + off
    _, step = play(battle(squad(gap, angle), GUARD, clock=FIGHT), PileIn("squad", straight(gap, angle, 3)))
    assert refusals(step) == ([] if off <= 0 else ["pile-in/engaged-or-charged"])
    charged = squad(gap, angle, marks={"charged": True})
    _, step = play(battle(charged, GUARD, clock=FIGHT), PileIn("squad", straight(gap, angle, 3)))
    assert step.legal


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_an_unengaged_charger_piles_in_towards_enemies_within_five(off: float, angle: float):
    gap = inches(5) + off
    charged = squad(gap, angle, marks={"charged": True})
    ways = straight(gap, angle, gap - inches(3) + (0.0 if off <= 0 else off))
    _, step = play(battle(charged, GUARD, clock=FIGHT), PileIn("squad", ways))
    assert refusals(step) == ([] if off <= 0 else ["pile-in/search"])


@pytest.mark.parametrize("off", NEAR)
def test_a_pile_in_is_three_inches(off: float):
    gap = inches(4.5)
    charged = squad(gap, 7, marks={"charged": True})
    ways = straight(gap, 7, gap - inches(3) - off)
    _, step = play(battle(charged, GUARD, clock=FIGHT), PileIn("squad", ways))
    assert refusals(step) == ([] if off <= 0 else ["pile-in/move"])


@pytest.mark.parametrize("off", NEAR)
def test_a_model_that_moves_ends_closer(off: float):
    start, end = away(20, 30), away(20 + off, 30 + 3)
    field = battle(Squad("squad", "red", (start,), weapons=(AXE,)), GUARD, clock=FIGHT)
    _, step = play(field, PileIn("squad", (("squad.1", (start, end)),)))
    assert refusals(step) == ([] if off < 0 else ["pile-in/closer"])


def test_a_pivot_on_the_spot_is_no_pile_in():
    start = away(0, 30)
    field = battle(Squad("squad", "red", (start,), weapons=(AXE,)), GUARD, clock=FIGHT)
    _, step = play(field, PileIn("squad", (("squad.1", (start, start.turned(45))),)))
    assert step.legal


@pytest.mark.parametrize("gap", [0.0, 0.1])
def test_a_model_in_base_contact_stays(gap: float):
    start, end = away(gap, 30), away(0, 50)
    field = battle(Squad("squad", "red", (start,), weapons=(AXE,)), GUARD, clock=FIGHT)
    _, step = play(field, PileIn("squad", (("squad.1", (start, end)),)))
    assert ("pile-in/contact-stays" in refusals(step)) is (gap == 0.0)


def test_a_model_that_can_be_engaged_with_the_closest_enemy_has_to():
    near, far = away(inches(1), 180), away(inches(4), 180)
    two = Squad("squad", "red", (near, far), weapons=(AXE,))
    field = battle(two, GUARD, clock=FIGHT)
    timid = (("squad.2", (far, far.moved(20, 0))),)
    _, step = play(field, PileIn("squad", timid))
    assert refusals(step) == ["pile-in/engaged-if-able"]
    bold = (("squad.2", (far, far.moved(64, 38))),)
    _, step = play(field, PileIn("squad", bold))
    assert step.legal


@pytest.mark.parametrize("off", NEAR)
def test_no_model_leaves_an_enemy_that_it_was_engaged_with(off: float):
    start = away(40, 0)
    other = Squad("other", "blue", (away(inches(2) - 10, 0, origin=start),))
    field = battle(Squad("squad", "red", (start,), weapons=(AXE,)), GUARD, other, clock=FIGHT)
    _, step = play(field, PileIn("squad", (("squad.1", (start, start.moved(-10 - off, 0))),)))
    # the other is the farther one by half a millimetre: the guard is the closest
    assert refusals(step) == ([] if off <= 0 else ["pile-in/keeps-engaged"])


def test_the_other_side_piles_in_after_the_turns_side():
    both = squad(20, 7), squad(20, 187, "second"), GUARD
    field, step = play(battle(*both, clock=FIGHT), PileIn("squad"))
    field, step = play(field, PileIn("guard"))
    assert step.legal
    _, step = play(field, PileIn("second"))
    assert refusals(step) == ["pile-in/turn-side-first"]
    _, step = play(field, PileIn("squad"))
    assert refusals(step) == ["pile-in/once", "pile-in/turn-side-first"]


def four() -> Field:
    """Two pairs of engaged units: squad with guard, second with other."""
    second = Squad("second", "red", (away(20, 7, origin=at(900, 700)),), weapons=(AXE,))
    other = Squad("other", "blue", (at(900, 700),), weapons=(AXE,))
    return battle(squad(20, 7), second, GUARD, other, clock=FIGHT)


def test_without_a_beginning_units_fight_in_any_order():
    field = four()
    for unit, target in (("guard", "squad"), ("squad", "guard"), ("second", "other"), ("other", "second")):
        field, step = play(field, strike(unit, target), MISS)
        assert step.legal


def test_the_sides_alternate_from_the_turns_side_on():
    field, _ = play(four(), BeginFights())
    _, step = play(field, strike("guard", "squad"))
    assert refusals(step) == ["fight-order/turn-to-pick"]
    field, _ = play(field, strike("squad", "guard"), MISS)
    _, step = play(field, strike("second", "other"))
    assert refusals(step) == ["fight-order/turn-to-pick"]
    field, _ = play(field, strike("other", "second"), MISS)
    field, _ = play(field, strike("second", "other"), MISS)
    field, step = play(field, strike("guard", "squad"), MISS)
    assert step.legal
    assert [UnitState.of(field.scene.unit(u)).fought_as for u in ("squad", "other", "second", "guard")] == [1, 2, 3, 4]


def test_whoever_fights_first_goes_before_the_others_of_both_sides():
    second = Squad("second", "red", (away(20, 7, origin=at(900, 700)),), weapons=(AXE,))
    other = Squad("other", "blue", (at(900, 700),), weapons=(AXE,), abilities=(FightsFirst(),))
    field, _ = play(battle(squad(20, 7), second, GUARD, other, clock=FIGHT), BeginFights())
    _, step = play(field, strike("squad", "guard"))
    assert refusals(step) == ["fight-order/first-before-others", "fight-order/turn-to-pick"]
    field, step = play(field, strike("other", "second"), MISS)
    assert step.legal
    field, step = play(field, strike("squad", "guard"), MISS)
    assert step.legal


def test_one_model_without_it_keeps_a_unit_from_fighting_first():
    mixed = Squad("guard", "blue", (HERE, HERE.moved(0, -40)), weapons=(AXE,), own={1: (FightsFirst(),)})
    field, _ = play(battle(squad(20, 7), mixed, clock=FIGHT), BeginFights())
    _, step = play(field, strike("guard", "squad"))
    assert refusals(step) == ["fight-order/turn-to-pick"]


@pytest.mark.parametrize("off", NEAR)
def test_a_side_whose_units_are_more_than_five_inches_away_may_be_passed_over(off: float):
    gap = inches(5) + off
    charged = squad(gap, 7, marks={"charged": True})
    friend = Squad("friend", "blue", (at(1200, 900),), weapons=(AXE,), marks={"charged": True})
    field, _ = play(battle(charged, GUARD, friend, clock=FIGHT), BeginFights())
    _, step = play(field, Fight("friend", ()))
    assert refusals(step) == (["fight-order/turn-to-pick"] if off <= 0 else [])


def test_the_fights_begin_once_and_end_the_pile_ins():
    field, step = play(four(), BeginFights())
    assert step.legal
    _, step = play(field, BeginFights())
    assert refusals(step) == ["fight-order/begins-once"]
    _, step = play(field, PileIn("squad"))
    assert refusals(step) == ["pile-in/before-fights"]


def overrun_field(gap: float) -> Field:
    """The squad was engaged with the guard, whom the second squad has just destroyed; an enemy stands further on."""
    other = Squad("other", "blue", (away(gap, 90, origin=away(20, 180)),), weapons=(AXE,))
    field = battle(squad(20, 180), squad(20, 0, "second"), GUARD, other, clock=FIGHT)
    field, _ = play(field, BeginFights())
    field, step = play(field, strike("second", "guard"), KILL)
    assert step.legal
    return field


@pytest.mark.parametrize("off", NEAR)
def test_an_overrun_goes_for_enemies_within_five_inches(off: float):
    gap = inches(5) + off
    start = away(20, 180)
    ways = (("squad.1", (start, start.moved(0, inches(3)))),)
    after, step = play(overrun_field(gap), Fight("squad", (Volley("other"),), ways=ways), KILL if off <= 0 else {})
    assert refusals(step) == ([] if off <= 0 else ["pile-in/search"])
    if off <= 0:
        assert after.scene.model("other.1").place == "destroyed"


def test_a_unit_that_was_engaged_may_fight_nobody_but_has_fought():
    after, step = play(overrun_field(inches(6)), Fight("squad", ()))
    assert step.legal
    assert UnitState.of(after.scene.unit("squad")).fought


def test_no_overrun_while_engaged():
    field, _ = play(battle(squad(20, 7), GUARD, clock=FIGHT), BeginFights())
    _, step = play(field, Fight("squad", (Volley("guard"),), ways=straight(20, 7, 5)))
    assert refusals(step) == ["fight/unengaged-start"]


def test_aircraft_strike_only_what_flies():
    plane = Squad("plane", "red", (away(20, 7),), weapons=(AXE,), keywords=("VEHICLE", "AIRCRAFT", "FLY"))
    _, step = play(battle(plane, GUARD, clock=FIGHT), strike("plane", "guard"))
    assert refusals(step) == ["fight/flying-target"]
    flying = Squad("guard", "blue", (HERE,), keywords=("INFANTRY", "FLY"))
    _, step = play(battle(plane, flying, clock=FIGHT), strike("plane", "guard"), MISS)
    assert step.legal


def test_attacks_are_split_up_to_their_number():
    four_attacks = gun(None, attacks=Amount(4))
    brute = Squad("squad", "red", (away(20, 0),), weapons=(four_attacks,))
    other = Squad("other", "blue", (away(20, 0, origin=away(20, 0)),))
    field = battle(brute, GUARD, other, clock=FIGHT)
    for parts, legal in (((3, 1), True), ((2, 2), True), ((1, 1), True), ((3, 2), False), ((4, 1), False)):
        volleys = Volley("guard", attacks=parts[0]), Volley("other", attacks=parts[1])
        dice = {"hit": [1] * sum(parts)} if legal else {}
        _, step = play(field, Fight("squad", volleys), dice)
        assert refusals(step) == ([] if legal else ["fight/split"])


def test_a_rolled_number_of_attacks_is_not_split():
    brute = Squad("squad", "red", (away(20, 0),), weapons=(gun(None, attacks=Amount(0, 1, 6)),))
    field = battle(brute, GUARD, clock=FIGHT)
    _, step = play(field, Fight("squad", (Volley("guard", attacks=1),)))
    assert refusals(step) == ["fight/split"]


def after_a_kill(*others: Squad, objective: Spot | None = None, areas: tuple[Area, ...] = ()) -> Field:
    """The squad has destroyed the guard it was engaged with."""
    field = battle(squad(20, 180), GUARD, *others, clock=FIGHT, areas=areas)
    if objective is not None:
        table = replace(field.scene.battlefield, objectives=(Objective("centre", objective),))
        field = structs.replace(field, scene=structs.replace(field.scene, battlefield=table))
    field, _ = play(field, strike("squad", "guard"), KILL)
    return field


STANDS = away(20, 180)


def go(*poses: Pose) -> Consolidate:
    """The squad consolidates along those poses."""
    return Consolidate("squad", (("squad.1", (STANDS, *poses)),))


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_new_enemy_is_engaged_from_within_three_inches(off: float, angle: float):
    gap = inches(3) + off
    other = Squad("other", "blue", (away(gap, angle, origin=STANDS),), weapons=(AXE,))
    way = math.radians(angle)
    end = STANDS.moved((gap - 10) * math.cos(way), (gap - 10) * math.sin(way))
    after, step = play(after_a_kill(other), go(end))
    assert refusals(step) == ([] if off <= 0 else ["consolidation/engaging"])
    assert UnitState.of(after.scene.unit("other")).woken is (off <= 0)


def test_a_woken_enemy_fights_and_nobody_else_does():
    other = Squad("other", "blue", (away(inches(2.5), 0, origin=STANDS),), weapons=(AXE,))
    late = (
        Squad("late", "red", (at(1200, 800),), weapons=(AXE,)),
        Squad("foe", "blue", (at(1200, 1080),), weapons=(AXE,)),
    )
    field, step = play(after_a_kill(other, *late), go(STANDS.moved(30, 0)))
    assert step.legal
    _, step = play(field, Fight("late", ()))
    assert "fight/woken" in refusals(step)
    field, step = play(field, strike("other", "squad"), MISS)
    assert step.legal
    _, step = play(field, strike("other", "squad"))
    assert "fight/once" in refusals(step)


def test_the_ongoing_mode_comes_before_the_others():
    field = battle(squad(20, 180), GUARD, clock=FIGHT)
    field, _ = play(field, strike("squad", "guard"), MISS)
    field, _ = play(field, strike("guard", "squad"), MISS)
    _, step = play(field, go(STANDS.moved(-5, 0)))
    assert refusals(step) == ["consolidation/closer"]
    _, step = play(field, go(STANDS.moved(20, 0)))
    assert step.legal
    assert ruling(step, "consolidation", "ongoing").holds


def test_nobody_consolidates_before_all_have_fought():
    field = battle(squad(20, 180), GUARD, clock=FIGHT)
    field, _ = play(field, strike("squad", "guard"), MISS)
    _, step = play(field, go(STANDS.moved(20, 0)))
    assert refusals(step) == ["consolidation/after-fights"]


@pytest.mark.parametrize("off", NEAR)
def test_a_marker_is_gone_for_from_within_three_inches(off: float):
    # a marker is 40 mm wide: 16 + 20 from centre to centre is contact
    spot = Spot(STANDS.x - 36 - inches(3) - off, STANDS.y)
    _, step = play(after_a_kill(objective=spot), go(STANDS.moved(-20, 0)))
    assert refusals(step) == ([] if off <= 0 else ["consolidation/objective"])


def test_an_area_is_gone_for_and_ended_in():
    west = STANDS.x - 16 - inches(2.5)
    area = Area("home", "home", outline_of(box(west - 100, 300, west, 500)), objective=True)
    _, step = play(after_a_kill(areas=(area,)), go(STANDS.moved(-inches(2.4), 0)))
    assert refusals(step) == ["consolidation/in-range"]
    _, step = play(after_a_kill(areas=(area,)), go(STANDS.moved(-inches(2.6), 0)))
    assert step.legal


def test_the_turns_side_consolidates_first():
    second = Squad("second", "red", (away(20, 0),), weapons=(AXE,))
    field = battle(squad(20, 180), second, GUARD, clock=FIGHT)
    for unit, target in (("squad", "guard"), ("guard", "squad"), ("second", "guard")):
        field, _ = play(field, strike(unit, target), MISS)
    field, _ = play(field, Consolidate("squad"))
    field, step = play(field, Consolidate("guard"))
    assert step.legal
    _, step = play(field, Consolidate("second"))
    assert refusals(step) == ["consolidation/turn-side-first"]
