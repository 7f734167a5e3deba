"""Every limit of the rules at -0.1 mm, exactly, and +0.1 mm, along odd angles."""

from __future__ import annotations

import itertools

import pytest

from battlesim.geometry.footprint import Base
from battlesim.rules.wh40k.arrival import Arrive
from battlesim.rules.wh40k.charge import Charge
from battlesim.rules.wh40k.engagement import unit_engaged
from battlesim.rules.wh40k.field import standing
from battlesim.rules.wh40k.keywords import DeepStrike, Heavy, LoneOperative, Melta, RapidFire
from battlesim.rules.wh40k.movement import Move
from battlesim.rules.wh40k.placing import coherent
from battlesim.rules.wh40k.profiles import Amount
from battlesim.rules.wh40k.shooting import Shoot, Volley
from battlesim.rules.wh40k.transports import Disembark, Embark
from battlesim.rules.wh40k.turn import Turn
from battlesim.units import inches
from tests.limits import NEAR, ODD_ANGLES
from tests.rules.wh40k.battles import (
    BASE,
    CHARGE,
    HERE,
    MOVEMENT,
    Squad,
    at,
    away,
    battle,
    gun,
    play,
    refusals,
    ruling,
)

both = pytest.mark.parametrize(("angle", "off"), list(itertools.product(ODD_ANGLES, NEAR)))


@both
def test_deep_strike_needs_more_than_eight_inches(angle: float, off: float):
    field = battle(
        Squad("strikers", "red", (None,), abilities=(DeepStrike(),)), Squad("guard", "blue", (HERE,)), clock=MOVEMENT
    )
    landing = away(inches(8) + off, angle)
    after, step = play(field, Arrive("strikers", (("strikers.1", landing),), "wh40k.deep-strike"))
    assert refusals(step) == ([] if off > 0 else ["deep-strike/distance"])
    assert ruling(step, "deep-strike", "distance").measured == pytest.approx(inches(8) + off, abs=1e-5)
    assert after.scene.model("strikers.1").on_table is (off > 0)


@both
def test_engaged_within_two_inches(angle: float, off: float):
    field = battle(Squad("squad", "red", (away(inches(2) + off, angle),)), Squad("guard", "blue", (HERE,)))
    assert unit_engaged(field, "squad").holds is (off <= 0)


@pytest.mark.parametrize("off", NEAR)
def test_engaged_within_five_inches_of_height(off: float):
    above = away(inches(1), 37.3, origin=at(600, 400, elevation=inches(5) + off))
    field = battle(Squad("squad", "red", (above,)), Squad("guard", "blue", (HERE,)))
    verdict = unit_engaged(field, "squad")
    assert verdict.holds is (off <= 0)
    if off > 0:
        assert verdict.measured == pytest.approx(inches(5) + off)


@both
def test_a_neighbour_is_within_two_inches(angle: float, off: float):
    field = battle(Squad("squad", "red", (HERE, away(inches(2) + off, angle))))
    verdict = coherent(field.options, "squad", standing(field, "squad"))
    assert verdict.holds is (off <= 0)
    assert verdict.clause == ("envelope" if off <= 0 else "neighbour")


@both
def test_all_models_are_within_nine_inches_of_each_other(angle: float, off: float):
    far = away(inches(9) + off, angle)
    between = [away(inches(9) / 5 * k - 32 * (5 - k) / 5, angle) for k in range(1, 5)]
    field = battle(Squad("squad", "red", (HERE, *between, far)))
    verdict = coherent(field.options, "squad", standing(field, "squad"))
    assert verdict.holds is (off <= 0)
    assert verdict.clause == "envelope"
    assert verdict.measured == pytest.approx(inches(9) + off, abs=1e-5)


@both
def test_embarking_reaches_three_inches(angle: float, off: float):
    hull = Base.disc(100)
    field = battle(
        Squad("carrier", "red", (HERE,), base=hull, capacity=10, keywords=("VEHICLE",)),
        Squad("squad", "red", (away(inches(3) + off, angle, other=hull),)),
        clock=MOVEMENT,
    )
    _, step = play(field, Embark("squad", "carrier"))
    assert refusals(step) == ([] if off <= 0 else ["transports/embark-distance"])


@both
def test_disembarking_is_wholly_within_three_inches(angle: float, off: float):
    hull = Base.disc(100)
    field = battle(
        Squad("carrier", "red", (HERE,), base=hull, capacity=10, keywords=("VEHICLE",)),
        Squad("squad", "red", ("carrier.1",)),
        clock=MOVEMENT,
    )
    landing = away(inches(3) - BASE.width + off, angle, other=hull)
    _, step = play(field, Disembark("squad", (("squad.1", landing),)))
    assert refusals(step) == ([] if off <= 0 else ["transports/disembark-tactical"])


@both
def test_rapid_fire_and_melta_within_half_range(angle: float, off: float):
    weapon = gun(12, RapidFire(Amount(1)), Melta(Amount(2)))
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(weapon,)), Squad("guard", "blue", (away(inches(6) + off, angle),))
    )
    near = off <= 0
    dice = {"hit": [4, 1] if near else [4], "wound": [1]}
    _, step = play(field, Shoot("squad", (Volley("guard"),)), dice)
    assert ruling(step, "half-range").holds is near


@both
def test_a_lone_operative_is_seen_within_twelve_inches(angle: float, off: float):
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(36),)),
        Squad("agent", "blue", (away(inches(12) + off, angle),), abilities=(LoneOperative(),)),
    )
    seen = off <= 0
    _, step = play(field, Shoot("squad", (Volley("agent"),)), {"hit": [1]} if seen else {})
    assert refusals(step) == ([] if seen else ["lone-operative/distance"])


@both
def test_heavy_allows_three_inches_of_movement(angle: float, off: float):
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(36, Heavy()),)),
        Squad("guard", "blue", (at(100, 100),)),
        clock=MOVEMENT,
    )
    end = away(inches(3) + off - BASE.width, angle)
    field, _ = play(field, Move("squad", "normal", (("squad.1", (HERE, end)),)))
    field, _ = play(field, Turn(2, "red", "shooting"))
    steady = Heavy().steady(field, "squad")
    assert steady.holds is (off <= 0)
    assert steady.measured == pytest.approx(inches(3) + off, abs=1e-5)


@both
def test_a_move_is_no_longer_than_m(angle: float, off: float):
    field = battle(Squad("squad", "red", (HERE,)), Squad("guard", "blue", (at(100, 100),)), clock=MOVEMENT)
    end = away(inches(6) + off - BASE.width, angle)
    after, step = play(field, Move("squad", "normal", (("squad.1", (HERE, end)),)))
    assert refusals(step) == ([] if off <= 0 else ["movement/distance"])
    assert after.scene.model("squad.1").pose == (end if off <= 0 else HERE)


@both
def test_a_charge_target_is_within_the_roll(angle: float, off: float):
    start = away(inches(8) + off, angle)
    end = away(inches(0.5), angle)
    field = battle(Squad("squad", "red", (start,)), Squad("guard", "blue", (HERE,)), clock=CHARGE)
    _, step = play(field, Charge("squad", ("guard",), (("squad.1", (start, end)),)), {"charge": [5, 3]})
    assert refusals(step) == ([] if off <= 0 else ["charge/target"])


@both
def test_weapons_reach_their_range(angle: float, off: float):
    field = battle(
        Squad("squad", "red", (HERE,), weapons=(gun(9),)), Squad("guard", "blue", (away(inches(9) + off, angle),))
    )
    _, step = play(field, Shoot("squad", (Volley("guard"),)), {"hit": [1]} if off <= 0 else {})
    assert refusals(step) == ([] if off <= 0 else ["shooting/range"])
