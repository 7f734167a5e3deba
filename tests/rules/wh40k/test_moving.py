"""Moves, arrivals, transports and charges: what is refused, and what is remembered."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from shapely.geometry import box

from battlesim.geometry.footprint import Base, outline_of
from battlesim.model.battlefield import Area, Feature, Zone
from battlesim.model.scene import Clock
from battlesim.rules.wh40k.arrival import Arrive
from battlesim.rules.wh40k.charge import Charge
from battlesim.rules.wh40k.keywords import DeepStrike
from battlesim.rules.wh40k.movement import Move
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.shooting import Shoot, Volley
from battlesim.rules.wh40k.state import ModelState, UnitState, UnknownMark, forgetting
from battlesim.rules.wh40k.transports import Disembark, Embark
from battlesim.rules.wh40k.turn import Turn
from battlesim.units import inches
from tests.rules.wh40k.battles import CHARGE, HERE, MOVEMENT, Squad, at, away, battle, gun, play, refusals, ruling

CORNER = Squad("guard", "blue", (at(100, 100),))


def roof(height: float) -> Area:
    """A light block, 20 inches square, round the middle of these tables; its top is that many inches high."""
    outline = outline_of(box(400, 250, 1000, 750))
    return Area("roof", "roof", outline, (Feature("roof", "roof", outline, "light", height=inches(height)),))


def to(unit: str, *ends: object) -> tuple[tuple[str, tuple[object, ...]], ...]:
    """Ways for the models of a unit in order, each from its pose to another."""
    return tuple((f"{unit}.{k}", way) for k, way in enumerate(ends, 1))  # type: ignore[misc]


def test_an_illegal_end_puts_the_whole_unit_back():
    field = battle(Squad("squad", "red", (HERE, at(640, 400))), CORNER, clock=MOVEMENT)
    ways = to("squad", (HERE, at(600, 300)), (at(640, 400), at(800, 400)))
    after, step = play(field, Move("squad", "normal", ways))  # type: ignore[arg-type]
    assert "movement/distance" in refusals(step)
    assert "coherency/neighbour" in refusals(step)
    assert after == field


def test_a_model_without_a_way_stays_where_it_is():
    field = battle(Squad("squad", "red", (HERE, at(640, 400))), CORNER, clock=MOVEMENT)
    after, _ = play(field, Move("squad", "normal", to("squad", (HERE, at(600, 350)))))  # type: ignore[arg-type]
    assert after.scene.model("squad.2").pose == at(640, 400)
    assert ModelState.of(after.scene.model("squad.1")).travelled == pytest.approx(50)
    assert ModelState.of(after.scene.model("squad.2")).travelled == 0


def test_a_unit_moves_once_a_turn():
    field = battle(Squad("squad", "red", (HERE,)), CORNER, clock=MOVEMENT)
    field, _ = play(field, Move("squad", "stationary"))
    _, step = play(field, Move("squad", "normal", to("squad", (HERE, at(610, 400)))))  # type: ignore[arg-type]
    assert refusals(step) == ["movement/once"]


def test_passing_half_an_inch_from_an_enemy_is_allowed_and_ending_beside_it_is_not():
    start, enemy = at(520, 400), Squad("guard", "blue", (at(620, 400 + 32 + inches(0.5)),))
    field = battle(Squad("squad", "red", (start,)), enemy, clock=MOVEMENT)
    past, beside = (start, at(740, 400)), (start, at(640, 400))
    _, step = play(field, Move("squad", "advance", to("squad", past)), {"advance": [6]})  # type: ignore[arg-type]
    assert step.legal
    _, step = play(field, Move("squad", "normal", to("squad", beside)))  # type: ignore[arg-type]
    assert refusals(step) == ["movement/ends-unengaged"]


def test_no_base_passes_through_an_enemy_base():
    field = battle(Squad("squad", "red", (HERE,)), Squad("guard", "blue", (at(690, 400),)), clock=MOVEMENT)
    end = at(752, 400)
    _, step = play(field, Move("squad", "normal", to("squad", (HERE, end))))  # type: ignore[arg-type]
    met = ruling(step, "movement", "through-enemies")
    assert not met.holds
    assert met.measured == pytest.approx(90 - 32, abs=0.1)
    assert met.measurement is not None
    assert met.measurement.ends == ("squad.1", "guard.1")


def test_friends_are_walked_through():
    field = battle(Squad("squad", "red", (HERE,)), Squad("friends", "red", (at(650, 400),)), CORNER, clock=MOVEMENT)
    _, step = play(field, Move("squad", "normal", to("squad", (HERE, at(700, 400)))))  # type: ignore[arg-type]
    assert step.legal


@pytest.mark.parametrize(("height", "passes"), [(inches(2), True), (inches(2.1), False), (None, False)])
def test_a_vehicle_drives_over_walls_up_to_two_inches_and_infantry_through_any(height: float | None, passes: bool):
    outline = outline_of(box(700, 300, 710, 500))
    wall = Area("ruin", "ruin", outline, (Feature("wall", "wall", outline, "dense", height=height),))  # type: ignore[arg-type]
    for keyword, expected in (("VEHICLE", passes), ("INFANTRY", True)):
        squad = Squad("squad", "red", (at(640, 400),), keywords=(keyword,))
        field = battle(squad, CORNER, clock=MOVEMENT, areas=[wall])
        _, step = play(field, Move("squad", "normal", to("squad", (at(640, 400), at(760, 400)))))  # type: ignore[arg-type]
        assert step.legal is expected


def test_an_advance_longer_than_its_roll_stays_where_it_was():
    field = battle(Squad("squad", "red", (HERE,)), CORNER, clock=MOVEMENT)
    end = at(600 + inches(8.5), 400)
    after, step = play(field, Move("squad", "advance", to("squad", (HERE, end))), {"advance": [2]})  # type: ignore[arg-type]
    assert refusals(step) == ["movement/distance"]
    assert after.scene.model("squad.1").pose == HERE
    assert UnitState.of(after.scene.unit("squad")).moved == "advance"


def test_a_battle_shocked_unit_falls_back_in_despair_alone():
    shocked = Squad("squad", "red", (HERE,), marks={"battle-shocked": True})
    field = battle(shocked, Squad("guard", "blue", (away(inches(1), 7),)), clock=MOVEMENT)
    ways = to("squad", (HERE, at(500, 400)))
    _, step = play(field, Move("squad", "fall-back", ways))  # type: ignore[arg-type]
    assert refusals(step) == ["fall-back/ordered-retreat"]
    _, step = play(field, Move("squad", "fall-back", ways, desperate=True), {"hazard": [6]})  # type: ignore[arg-type]
    assert step.legal


@pytest.mark.parametrize(("variant", "fails"), [("glossary", False), ("core", True)])
def test_a_hazard_roll_of_two_fails_in_the_core_rules_alone(variant: str, fails: bool):
    field = battle(
        Squad("squad", "red", (HERE,)),
        Squad("guard", "blue", (away(inches(1), 7),)),
        clock=MOVEMENT,
        options=Options(variant),  # type: ignore[arg-type]
    )
    ways = to("squad", (HERE, at(500, 400)))
    dice = {"hazard": [2]} if fails else {"hazard": [2], "battle-shock": [4, 4]}
    after, _ = play(field, Move("squad", "fall-back", ways, desperate=True), dice)  # type: ignore[arg-type]
    assert (after.scene.model("squad.1").place == "destroyed") is fails


def test_deep_strike_ignores_height():
    field = battle(
        Squad("strikers", "red", (None,), abilities=(DeepStrike(),)),
        Squad("guard", "blue", (HERE,)),
        clock=MOVEMENT,
        areas=[roof(6)],
    )
    above = away(inches(7.9), 37.3, origin=at(600, 400, elevation=inches(6)))
    _, step = play(field, Arrive("strikers", (("strikers.1", above),), "wh40k.deep-strike"))
    assert refusals(step) == ["deep-strike/distance"]
    assert ruling(step, "deep-strike", "distance").measured == pytest.approx(inches(7.9), abs=1e-5)


def test_every_offending_pair_is_shown_nearest_first():
    guard = Squad("guard", "blue", (HERE, at(600, 440)))
    strikers = Squad("strikers", "red", (None, None), abilities=(DeepStrike(),))
    field = battle(strikers, guard, clock=MOVEMENT)
    poses = (("strikers.1", away(inches(7), 7)), ("strikers.2", away(inches(6), 7)))
    _, step = play(field, Arrive("strikers", poses, "wh40k.deep-strike"))
    shown = ruling(step, "deep-strike", "distance").evidence
    assert len(shown) == 4
    assert shown[0].ends == ("strikers.2", "guard.2")  # type: ignore[union-attr]
    assert [piece.value for piece in shown] == sorted(piece.value for piece in shown)  # type: ignore[union-attr]


def test_a_house_rule_is_another_parameter():
    near = DeepStrike(exclusion=inches(6))
    field = battle(
        Squad("strikers", "red", (None,), abilities=(near,)), Squad("guard", "blue", (HERE,)), clock=MOVEMENT
    )
    _, step = play(field, Arrive("strikers", (("strikers.1", away(inches(7), 7)),), "wh40k.deep-strike"))
    assert step.legal


def test_one_model_without_deep_strike_keeps_the_unit_in_reserves():
    mixed = Squad("strikers", "red", (None, None), own={1: (DeepStrike(),)})
    field = battle(mixed, Squad("guard", "blue", (HERE,)), clock=MOVEMENT)
    poses = (("strikers.1", at(1100, 700)), ("strikers.2", at(1140, 700)))
    _, step = play(field, Arrive("strikers", poses, "wh40k.deep-strike"))
    assert refusals(step) == ["deep-strike/every-model"]


def test_a_rapid_disembark_from_an_arrived_transport_obeys_its_deep_strike():
    hull = Base.disc(100)
    field = battle(
        Squad("pod", "red", (None,), base=hull, capacity=10, abilities=(DeepStrike(),), keywords=("VEHICLE",)),
        Squad("squad", "red", ("pod.1",)),
        Squad("guard", "blue", (HERE,)),
        clock=MOVEMENT,
    )
    pod = away(inches(8.2), 0, other=hull)
    field, step = play(field, Arrive("pod", (("pod.1", pod),), "wh40k.deep-strike"))
    assert step.legal
    nearer = at(pod.x - 50 - 20, pod.y)
    _, step = play(field, Disembark("squad", (("squad.1", nearer),)))
    assert refusals(step) == ["deep-strike/distance"]
    farther = at(pod.x + 50 + 20, pod.y)
    after, step = play(field, Disembark("squad", (("squad.1", farther),)))
    assert step.legal
    state = UnitState.of(after.scene.unit("squad"))
    assert (state.disembarked, state.no_charge, state.held) == ("rapid", True, True)


def test_a_tactical_disembark_may_move_and_charge_and_not_after_an_advance():
    hull = Base.disc(100)
    field = battle(
        Squad("carrier", "red", (HERE,), base=hull, capacity=10, keywords=("VEHICLE",)),
        Squad("squad", "red", ("carrier.1",)),
        Squad("guard", "blue", (away(inches(14), 7, other=hull),)),
        clock=MOVEMENT,
    )
    out = away(10, 7, other=hull)
    field, _ = play(field, Disembark("squad", (("squad.1", out),)))
    walked, _ = play(field, Move("squad", "normal", (("squad.1", (out, away(150, 7, other=hull))),)))
    walked, _ = play(walked, Turn(2, "red", "charge"))
    end = away(inches(14) - 32 - 10, 7, other=hull)
    start = walked.scene.model("squad.1").pose
    assert start is not None
    after, step = play(walked, Charge("squad", ("guard",), (("squad.1", (start, end)),)), {"charge": [5, 4]})
    assert step.legal
    assert UnitState.of(after.scene.unit("squad")).charged
    ran, _ = play(field, Move("squad", "advance", (("squad.1", (out, away(150, 7, other=hull))),)), {"advance": [6]})
    ran, _ = play(ran, Turn(2, "red", "charge"))
    _, step = play(ran, Charge("squad", ("guard",), (("squad.1", (start, end)),)))
    assert refusals(step) == ["charge/not-barred"]


def test_a_unit_does_not_leave_a_transport_in_the_phase_in_which_it_boarded():
    hull = Base.disc(100)
    field = battle(
        Squad("carrier", "red", (HERE,), base=hull, capacity=10, keywords=("VEHICLE",)),
        Squad("squad", "red", (away(20, 7, other=hull),)),
        CORNER,
        clock=MOVEMENT,
    )
    field, _ = play(field, Embark("squad", "carrier"))
    _, step = play(field, Disembark("squad", (("squad.1", away(20, 7, other=hull)),)))
    assert refusals(step) == ["transports/not-just-embarked"]


def test_a_full_transport_takes_nobody():
    hull = Base.disc(100)
    field = battle(
        Squad("carrier", "red", (HERE,), base=hull, capacity=1, keywords=("VEHICLE",)),
        Squad("first", "red", ("carrier.1",)),
        Squad("squad", "red", (away(20, 7, other=hull),)),
        CORNER,
        clock=MOVEMENT,
    )
    _, step = play(field, Embark("squad", "carrier"))
    assert refusals(step) == ["transports/capacity"]


def test_a_charge_ends_engaged_with_its_targets_alone():
    start = away(inches(5), 180)
    end = away(inches(0.5), 180)
    beside = Squad("others", "blue", (at(600, 400 + 32 + 20),))
    field = battle(Squad("squad", "red", (start,)), Squad("guard", "blue", (HERE,)), beside, clock=CHARGE)
    _, step = play(field, Charge("squad", ("guard",), (("squad.1", (start, end)),)))
    assert refusals(step) == ["charge/no-others"]


def test_ingress_keeps_out_of_the_enemy_zone_before_round_three():
    zone = Zone("north", "blue", outline_of(box(0, 0, 1524, 200)))
    for round, legal in ((2, False), (3, True)):
        field = battle(
            Squad("squad", "red", (None,)),
            Squad("guard", "blue", (at(200, 900),)),
            clock=Clock(round, "red", "movement"),
        )
        battlefield = replace(field.scene.battlefield, zones=(zone,))
        field = structs.replace(field, scene=structs.replace(field.scene, battlefield=battlefield))
        _, step = play(field, Arrive("squad", (("squad.1", at(1000, 30)),)))
        assert step.legal is legal


def test_marks_of_a_turn_end_with_it_and_shooting_is_remembered_for_one_more():
    squad = Squad("squad", "red", (HERE,), weapons=(gun(24),))
    field = battle(squad, Squad("guard", "blue", (at(900, 400),)))
    field, _ = play(field, Shoot("squad", (Volley("guard"),)), {"hit": [1]})
    assert UnitState.of(field.scene.unit("squad")).shot
    field, _ = play(field, Turn(2, "blue", "command"))
    state = UnitState.of(field.scene.unit("squad"))
    assert (state.shot, state.shot_before) == (False, True)
    field, _ = play(field, Turn(3, "red", "command"))
    assert field.scene.unit("squad").marks == {}


def test_what_holds_a_unit_until_the_charges_ends_with_the_charge_phase():
    held = Squad("squad", "red", (HERE,), marks={"held": True, "no-charge": True})
    field = battle(held, clock=MOVEMENT)
    assert forgetting(field.scene, Clock(2, "red", "shooting")) == ()
    ended = forgetting(field.scene, Clock(2, "red", "charge"))
    assert [(event.mark, event.value) for event in ended] == [("held", None)]


def test_an_unknown_mark_is_an_error():
    field = battle(Squad("squad", "red", (HERE,), marks={"shoot": True}))
    with pytest.raises(UnknownMark, match="did you mean 'shot'"):
        UnitState.of(field.scene.unit("squad"))
