"""Charges and Heroic Intervention at their limits, along odd angles."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.geometry.footprint import Base, Pose
from battlesim.model.scene import Clock
from battlesim.rules.wh40k.charge import Charge
from battlesim.rules.wh40k.heroic import Intervene
from battlesim.rules.wh40k.keywords import Hover
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.ways import Ways
from battlesim.units import inches
from tests.limits import NEAR, ODD_ANGLES
from tests.rules.wh40k.battles import CHARGE, HERE, Squad, away, battle, play, refusals, ruling

GUARD = Squad("guard", "blue", (HERE,))
THEIRS = Clock(2, "blue", "charge")


def charger(gap: float, angle: float, **more: object) -> Squad:
    """One model so far from the guard."""
    return Squad("squad", "red", (away(gap, angle),), **more)  # type: ignore[arg-type]


def way(gap: float, angle: float, end: float) -> Ways:
    """From there straight at the guard, until so far away."""
    return (("squad.1", (away(gap, angle), away(end, angle))),)


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_target_is_within_the_roll_or_not_charged(off: float, angle: float):
    gap = inches(8) + off
    field = battle(charger(gap, angle), GUARD, clock=CHARGE)
    _, step = play(field, Charge("squad", ("guard",), way(gap, angle, 10)), {"charge": [5, 3]})
    assert step.legal is (off <= 0)
    assert ruling(step, "charge", "target").holds is (off <= 0)


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_charging_model_ends_within_an_inch_where_it_can(off: float, angle: float):
    field = battle(charger(inches(6), angle), GUARD, clock=CHARGE)
    ways = way(inches(6), angle, inches(1) + off)
    _, step = play(field, Charge("squad", ("guard",), ways), {"charge": [5, 3]})
    assert refusals(step) == ([] if off <= 0 else ["charge/within-1"])


def test_a_model_that_the_roll_does_not_bring_within_an_inch_may_end_farther_away():
    gap, angle = inches(6), 37.3
    field = battle(charger(gap, angle), GUARD, clock=CHARGE)
    short = way(gap, angle, inches(1.5))
    _, step = play(field, Charge("squad", ("guard",), short), {"charge": [3, 3]})
    assert refusals(step) == ["charge/within-1"]
    ring = Squad("friends", "red", tuple(away(13, angle + 30 + 60 * k) for k in range(6)))
    _, step = play(
        battle(charger(gap, angle), GUARD, ring, clock=CHARGE), Charge("squad", ("guard",), short), {"charge": [3, 3]}
    )
    assert step.legal
    unable = ruling(step, "charge", "within-1")
    assert unable.holds
    assert unable.measured == pytest.approx(inches(1.5), abs=1e-4)


def test_no_model_moves_away_from_every_target():
    two = Squad("squad", "red", (away(inches(2.5), 7), away(inches(2.5), 7).moved(0, -40)))
    field = battle(two, GUARD, clock=CHARGE)
    start = away(inches(2.5), 7)
    back = start.moved(0, -40)
    ways = (("squad.1", (start, away(5, 7))), ("squad.2", (back, back.moved(10, -10))))
    _, step = play(field, Charge("squad", ("guard",), ways), {"charge": [5, 5]})
    assert "charge/closer" in refusals(step)


@pytest.mark.parametrize(("abilities", "reach"), [((), 7.0), ((Hover(),), 9.0)])
@pytest.mark.parametrize("off", NEAR)
def test_a_charge_through_the_skies_is_two_inches_shorter_unless_the_unit_hovers(off, abilities, reach):
    gap, angle = inches(reach) + off, 61.7
    field = battle(charger(gap, angle, keywords=("INFANTRY", "FLY"), abilities=abilities), GUARD, clock=CHARGE)
    _, step = play(field, Charge("squad", ("guard",), way(gap, angle, 10), skies=True), {"charge": [5, 4]})
    assert step.legal is (off <= 0)


def test_a_unit_on_foot_does_not_charge_through_the_skies():
    field = battle(charger(inches(4), 7), GUARD, clock=CHARGE)
    _, step = play(field, Charge("squad", ("guard",), way(inches(4), 7, 10), skies=True))
    assert refusals(step) == ["taking-to-the-skies/every-model"]


def test_only_units_that_fly_charge_aircraft():
    plane = Squad("plane", "blue", (HERE,), keywords=("VEHICLE", "AIRCRAFT"))
    ways = way(inches(4), 30, 10)
    _, step = play(battle(charger(inches(4), 30), plane, clock=CHARGE), Charge("squad", ("plane",), ways))
    assert refusals(step) == ["charge/enemies"]
    flying = charger(inches(4), 30, keywords=("INFANTRY", "FLY"))
    _, step = play(battle(flying, plane, clock=CHARGE), Charge("squad", ("plane",), ways), {"charge": [3, 3]})
    assert step.legal


def test_aircraft_do_not_charge():
    plane = charger(inches(4), 30, keywords=("VEHICLE", "AIRCRAFT", "FLY"))
    _, step = play(battle(plane, GUARD, clock=CHARGE), Charge("squad", ("guard",), way(inches(4), 30, 10)))
    assert refusals(step) == ["charge/not-barred"]


def test_a_declared_charge_without_a_target_costs_the_charge():
    field = battle(charger(inches(5), 7), GUARD, clock=CHARGE)
    after, step = play(field, Charge("squad"), {"charge": [6, 6]})
    assert step.legal
    assert UnitState.of(after.scene.unit("squad")).no_charge
    assert not UnitState.of(after.scene.unit("squad")).charged
    _, step = play(after, Charge("squad", ("guard",), way(inches(5), 7, 10)))
    assert refusals(step) == ["charge/not-barred"]


def test_a_declined_charge_stays_where_it_was():
    field = battle(charger(inches(5), 7), GUARD, clock=CHARGE)
    after, step = play(field, Charge("squad", ("guard",)), {"charge": [6, 6]})
    assert step.legal
    assert after.scene.model("squad.1").pose == away(inches(5), 7)
    assert not UnitState.of(after.scene.unit("squad")).charged


@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_a_charge_that_must_engage_a_third_unit_is_none(angle: float):
    near = Squad("near", "blue", (away(inches(1.5), angle + 40, origin=away(10, angle)),))
    field = battle(charger(inches(6), angle), GUARD, near, clock=CHARGE)
    _, step = play(field, Charge("squad", ("guard",), way(inches(6), angle, 10)))
    assert refusals(step) == ["charge/no-others"]


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_into_the_fray_reaches_six_inches_whatever_is_rolled(off: float, angle: float):
    gap = inches(6) + off
    field = battle(charger(gap, angle), GUARD, clock=THEIRS)
    after, step = play(field, Intervene("squad", "fray", ("guard",), way(gap, angle, 10)), {"charge": [6, 6]})
    assert step.legal is (off <= 0)
    assert UnitState.of(after.scene.unit("squad")).intervened


def test_into_the_fray_with_less_than_six_reaches_less():
    field = battle(charger(inches(5.1), 7), GUARD, clock=THEIRS)
    _, step = play(field, Intervene("squad", "fray", ("guard",), way(inches(5.1), 7, 10)), {"charge": [2, 3]})
    assert refusals(step) == ["heroic-intervention/target"]


def test_a_leap_to_defend_goes_at_chargers_only():
    charged = Squad("guard", "blue", (HERE,), marks={"charged": True})
    ways = way(inches(7), 7, 10)
    _, step = play(battle(charger(inches(7), 7), GUARD, clock=THEIRS), Intervene("squad", "leap", ("guard",), ways))
    assert refusals(step) == ["heroic-intervention/charged-target"]
    field = battle(charger(inches(7), 7), charged, clock=THEIRS)
    _, step = play(field, Intervene("squad", "leap", ("guard",), ways), {"charge": [3, 4]})
    assert step.legal


@pytest.mark.parametrize(
    ("keywords", "may"), [(("VEHICLE",), False), (("VEHICLE", "WALKER"), True), (("MONSTER",), True)]
)
def test_of_the_vehicles_only_walkers_and_characters_intervene(keywords: tuple[str, ...], may: bool):
    field = battle(charger(inches(4), 30, keywords=keywords), GUARD, clock=THEIRS)
    dice = {"charge": [4, 4]} if may else {}
    _, step = play(field, Intervene("squad", "fray", ("guard",), way(inches(4), 30, 10)), dice)
    assert step.legal is may


def test_a_side_intervenes_once_and_pays_what_it_has():
    second = Squad("second", "red", (away(inches(5), 187),))
    field = battle(charger(inches(5), 7), second, GUARD, clock=THEIRS)
    sides = {**field.scene.sides, "red": _with_points(field.scene.sides["red"], 2)}
    field = replace(field, scene=replace(field.scene, sides=sides))
    after, step = play(field, Intervene("squad", "fray", ("guard",), way(inches(5), 7, 10)), {"charge": [4, 4]})
    assert step.legal
    assert after.scene.sides["red"].marks["command-points"] == 0
    again = Intervene("second", "leap", ("guard",), (("second.1", (away(inches(5), 187), away(10, 187))),))
    _, step = play(after, again)
    assert refusals(step) == [
        "heroic-intervention/once",
        "heroic-intervention/points",
        "heroic-intervention/charged-target",
    ]


def _with_points(side, points: int):
    return replace(side, marks={"command-points": points})


def test_an_oval_base_finds_its_place_within_an_inch_too():
    base = Base.oval(75, 42)

    def facing_it(gap: float) -> Pose:
        return replace(away(gap, 30, base=Base.disc(75)), facing=210)

    start, end = facing_it(inches(6)), facing_it(inches(1.5))
    field = battle(Squad("squad", "red", (start,), base=base), GUARD, clock=CHARGE)
    _, step = play(field, Charge("squad", ("guard",), (("squad.1", (start, end)),)), {"charge": [6, 6]})
    assert refusals(step) == ["charge/within-1"]
    shown = ruling(step, "charge", "within-1")
    assert shown.measured == pytest.approx(inches(1.5), abs=0.01)
    assert len(shown.evidence) == 2
