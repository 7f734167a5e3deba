"""Rounds, command phases, objectives, the ends of turns, and what units do between moves and attacks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from shapely.affinity import rotate
from shapely.geometry import box

from battlesim.geometry.footprint import Base, Spot, outline_of
from battlesim.model.battlefield import Area, Feature, Objective
from battlesim.model.event import Destroyed, Marked
from battlesim.model.scene import Clock
from battlesim.model.text import Text
from battlesim.replay.fold import fold
from battlesim.rules.wh40k.charge import Charge
from battlesim.rules.wh40k.command import BattleShock, must_test
from battlesim.rules.wh40k.ending import smallest_removal
from battlesim.rules.wh40k.field import Field, standing
from battlesim.rules.wh40k.keywords import DeadlyDemise, FiringDeck, Hover, SuperHeavyWalker
from battlesim.rules.wh40k.keywords.handling import OneShot
from battlesim.rules.wh40k.movement import Move
from battlesim.rules.wh40k.objectives import control_of, places
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.placing import coherent
from battlesim.rules.wh40k.profiles import Amount, Profile
from battlesim.rules.wh40k.shooting import Shoot, Volley
from battlesim.rules.wh40k.state import SideState, UnitState
from battlesim.rules.wh40k.surge import Surge
from battlesim.rules.wh40k.transports import Disembark, Embark
from battlesim.rules.wh40k.turn import Turn
from battlesim.units import inches
from tests.limits import NEAR, ODD_ANGLES
from tests.rules.wh40k.battles import (
    HERE,
    HUMAN,
    MOVEMENT,
    SHOOTING,
    Squad,
    at,
    away,
    battle,
    gun,
    losing,
    play,
    refusals,
    ruling,
)

COMMAND = Clock(2, "red", "command")
FIGHT = Clock(2, "red", "fight")
GUARD = Squad("guard", "blue", (at(1300, 900),))
BIG = Profile(Text("Big"), inches(10), 9, 3, 10, 6, 5)


def row(count: int) -> tuple:
    return tuple(at(300 + 40 * k, 500) for k in range(count))


@pytest.mark.parametrize(
    ("start", "lost", "tested"), [(10, 4, False), (10, 5, True), (10, 6, True), (5, 2, False), (5, 3, True)]
)
def test_a_unit_is_tested_at_half_its_strength_and_below(start: int, lost: int, tested: bool):
    field = battle(Squad("squad", "red", row(start)), GUARD, clock=COMMAND)
    field = losing(field, *(f"squad.{k}" for k in range(1, lost + 1)))
    assert must_test(field, "squad").holds is tested


@pytest.mark.parametrize(("left", "tested"), [(6, False), (5, True), (4, True)])
def test_a_single_model_counts_its_wounds(left: int, tested: bool):
    field = battle(Squad("beast", "red", (HERE,), profile=BIG, left={1: left}), GUARD, clock=COMMAND)
    assert must_test(field, "beast").holds is tested


@pytest.mark.parametrize(("faces", "shocked"), [([3, 3], True), ([3, 4], False), ([6, 6], False)])
def test_two_dice_have_to_reach_the_best_leadership(faces: list[int], shocked: bool):
    mixed = Squad(
        "squad", "red", row(4), own_profiles={2: replace(HUMAN, leadership=9)}, marks={"starting-strength": 8}
    )
    after, _ = play(battle(mixed, GUARD, clock=COMMAND), BattleShock("red"), {"battle-shock": faces})
    assert UnitState.of(after.scene.unit("squad")).battle_shocked is shocked


def test_units_off_the_table_are_tested_too_and_the_others_once_alone():
    hidden = Squad("hidden", "red", (None, None), marks={"starting-strength": 4})
    shocked = Squad("shocked", "red", row(3), marks={"battle-shocked": True})
    field = battle(hidden, shocked, GUARD, clock=COMMAND)
    after, step = play(field, BattleShock("red"), {"battle-shock": [6, 6, 1, 1]})
    assert [made.subject for made in step.rolls] == ["hidden", "shocked"]
    again, step = play(after, BattleShock("red"))
    assert step.legal
    assert not step.rolls
    _, named = play(again, BattleShock("red", ("shocked",)))
    assert refusals(named) == ["battle-shock/once"]


def test_the_other_side_is_not_tested_now():
    field = battle(Squad("squad", "red", row(2)), GUARD, clock=COMMAND)
    assert refusals(play(field, BattleShock("blue"))[1]) == ["battle-shock/phase"]


def test_both_sides_gain_a_point_in_every_command_phase():
    field = battle(Squad("squad", "red", row(2)), GUARD, clock=Clock(1, "red", "end"))
    for turn in (Turn(1, "blue", "command"), Turn(2, "red", "command")):
        field, _ = play(field, turn)
    assert [SideState.of(side).command_points for side in field.scene.sides.values()] == [2, 2]


def test_a_side_has_one_turn_a_round_and_a_battle_begins_after_round_0():
    field = battle(Squad("squad", "red", row(2)), GUARD, clock=Clock())
    for turn, why in (
        (Turn(0, "red", "movement"), ["turn/before-battle"]),
        (Turn(1, "red", "deployment"), ["turn/before-battle"]),
        (Turn(0, "red", "deployment"), []),
        (Turn(0, "blue", "pre-battle"), []),
        (Turn(1, "red", "command"), []),
        (Turn(1, "blue", "command"), []),
        (Turn(1, "red", "shooting"), ["turn/one-turn-a-round"]),
        (Turn(2, "red", "command"), []),
    ):
        field, step = play(field, turn)
        assert refusals(step) == why


def with_marker(*squads: Squad, **changes) -> Field:
    field = battle(*squads, **changes)
    marked = replace(field.scene.battlefield, objectives=(Objective("centre", Spot(600, 400)),))
    return structs.replace(field, scene=structs.replace(field.scene, battlefield=marked))


MARKER = Base.disc(40)


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
@pytest.mark.parametrize(
    ("height", "level"), [(0.0, True), (4 * 25.4, True), (5 * 25.4, True), (5 * 25.4 + 0.1, False), (6 * 25.4, False)]
)
def test_a_marker_reaches_three_inches_across_and_five_up(angle: float, off: float, height: float, level: bool):
    spot = away(inches(3) + off, angle, base=MARKER)
    field = with_marker(Squad("squad", "red", (at(spot.x, spot.y, elevation=height),)), GUARD)
    owner, control = control_of(field, places(field)[0])
    assert owner == ("red" if off <= 0 and level else "")
    assert control.evidence


@pytest.mark.parametrize(
    ("red", "blue", "owner"), [(2, 2, ""), (3, 2, "red"), (2, 3, "blue"), (0, 0, ""), (0, 1, "blue")]
)
def test_the_higher_sum_controls(red: int, blue: int, owner: str):
    field = with_marker(
        Squad("squad", "red", (at(570, 400),), profile=replace(HUMAN, control=red)),
        Squad("guard", "blue", (at(640, 400),), profile=replace(HUMAN, control=blue)),
    )
    assert control_of(field, places(field)[0])[0] == owner


def test_battle_shocked_units_count_nothing():
    field = with_marker(
        Squad("squad", "red", row(0) + (at(570, 400), at(530, 400)), marks={"battle-shocked": True}),
        Squad("guard", "blue", (at(640, 400),)),
    )
    assert control_of(field, places(field)[0])[0] == "blue"


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize(("off", "inside"), [(-0.1, True), (0.0, True), (0.1, False)])
def test_any_part_of_a_base_within_an_area_is_within_it(angle: float, off: float, inside: bool):
    shape = rotate(box(400, 300, 600, 500), angle, origin=(500, 400))
    area = Area("ruin", "ruin", outline_of(shape), category="light", objective=True)
    out = away(100 - 16 + off, angle, origin=at(500, 400), base=Base.disc(32))
    field = battle(Squad("squad", "red", (out,)), GUARD, areas=[area])
    assert (control_of(field, places(field)[0])[0] == "red") is inside


def test_linked_areas_are_one_objective():
    areas = [
        Area(name, name, outline_of(box(x, 300, x + 50, 500)), objective=True, linked="pair")
        for name, x in (("a", 400), ("b", 800))
    ]
    field = battle(
        Squad("squad", "red", (at(420, 400), at(820, 400))), Squad("guard", "blue", (at(425, 450),)), areas=areas
    )
    (place,) = places(field)
    owner, ruled = control_of(field, place)
    assert owner == "red"
    assert [piece.value for piece in ruled.evidence if getattr(piece, "kind", "") == "count"] == [2, 1]


def test_control_is_settled_when_a_phase_ends():
    field = with_marker(Squad("squad", "red", (at(570, 400),)), GUARD, clock=MOVEMENT)
    assert SideState.of(field.scene.sides["red"]).controls == ()
    after, step = play(field, Turn(2, "red", "shooting"))
    assert SideState.of(after.scene.sides["red"]).controls == ("centre",)
    assert ruling(step, "objectives", "control").holds


SCATTERED = {
    "one": (((10, 10), (11, 10), (30, 40)), ("squad.3",)),
    "two": (((10, 10), (11, 10), (30, 40), (5, 40)), ("squad.4", "squad.3")),
    "whole": (((10, 10), (11, 10), (12, 10)), ()),
    "chain": (tuple((10 + 1.5 * k, 10) for k in range(9)), ("squad.9", "squad.8")),
}


@pytest.mark.parametrize("case", SCATTERED)
def test_the_fewest_models_are_offered_first(case: str):
    places_, gone = SCATTERED[case]
    field = battle(Squad("squad", "red", tuple(at(inches(x), inches(y)) for x, y in places_)), GUARD, clock=FIGHT)
    assert smallest_removal(Options(), standing(field, "squad")) == gone
    after, step = play(field, Turn(2, "red", "end"))
    lost = tuple(event.model for event in step.events if isinstance(event, Destroyed))
    assert lost == gone
    assert len(after.scene.alive("squad")) == len(places_) - len(gone)


def test_the_owner_may_remove_another_model_and_nothing_explodes():
    tanks = Squad("tanks", "red", (at(300, 300), at(500, 300)), profile=BIG, abilities=(DeadlyDemise(Amount(3)),))
    close = Squad("guard", "blue", (at(340, 300),))
    after, step = play(battle(tanks, close, clock=FIGHT), Turn(2, "red", "end"), choices={"coherency": ["tanks.1"]})
    assert after.scene.model("tanks.1").place == "destroyed"
    assert after.scene.alive("guard")
    assert not step.rolls


def test_both_sides_tidy_up_at_the_end_of_either_turn():
    far = (at(300, 300), at(800, 300))
    field = battle(Squad("squad", "red", far), Squad("guard", "blue", (at(300, 700), at(800, 700))), clock=FIGHT)
    after, _ = play(field, Turn(2, "red", "end"))
    assert [len(after.scene.alive(unit)) for unit in ("squad", "guard")] == [1, 1]


@pytest.mark.parametrize(("before", "after", "lost"), [(2, 3, False), (3, 3, False), (3, 4, True), (0, 4, False)])
def test_reserves_are_lost_when_round_3_ends(before: int, after: int, lost: bool):
    field = battle(Squad("squad", "red", (None, None)), GUARD, clock=Clock(before, "red", "end" if before else ""))
    field, _ = play(field, Turn(after, "blue", "command"))
    assert bool(field.scene.alive("squad")) is not lost


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_surge_goes_as_far_as_its_rule_says(angle: float, off: float):
    enemy = Squad("guard", "blue", (away(inches(7) + off, angle, origin=HERE),))
    field = battle(Squad("raiders", "red", (HERE,)), enemy, clock=Clock(2, "blue", "shooting"))
    end = away(inches(6) - 32 + off, angle, origin=HERE)
    _, step = play(field, Surge("raiders", inches(6), (("raiders.1", (HERE, end)),)))
    assert refusals(step) == ([] if off <= 0 else ["surge/move"])


def test_a_surge_that_stops_short_or_meets_another_unit_is_refused():
    enemies = Squad("guard", "blue", (at(800, 400),)), Squad("others", "blue", (at(800, 470),))
    field = battle(Squad("raiders", "red", (HERE,)), *enemies, clock=Clock(2, "blue", "shooting"))
    for x, y, why in ((710, 400, "surge/as-near-as-it-can"), (760, 440, "surge/no-others")):
        _, step = play(field, Surge("raiders", inches(8), (("raiders.1", (HERE, at(x, y))),)))
        assert refusals(step) == [why]


def test_a_unit_surges_once_a_phase():
    field = battle(
        Squad("raiders", "red", (HERE,)), Squad("guard", "blue", (at(800, 400),)), clock=Clock(2, "blue", "shooting")
    )
    after, step = play(field, Surge("raiders", inches(8), (("raiders.1", (HERE, at(740, 400))),)))
    assert step.legal
    _, again = play(after, Surge("raiders", inches(8), ()))
    assert "surge/not-moved" in refusals(again)


def test_lent_weapons_shoot_from_the_transport_with_the_lenders_skill():
    tank = Squad(
        "tank", "red", (HERE,), Base.disc(100), BIG, abilities=(FiringDeck(2),), keywords=("VEHICLE",), capacity=6
    )
    riders = Squad(
        "riders",
        "red",
        ("tank.1",) * 3,
        weapons=(gun(24, skill=3), gun(24, OneShot(), id="rocket", name=Text("Rocket"))),
    )
    field = battle(tank, riders, Squad("guard", "blue", (at(900, 400),)), clock=SHOOTING)
    deck = (("riders.1", "Gun"), ("riders.2", "gun"))
    after, step = play(field, Shoot("tank", (Volley("guard"),), deck=deck), {"hit": [2, 2]})
    assert (step.rolls[0].target, len(step.rolls[0].faces)) == (3, 2)
    assert UnitState.of(after.scene.unit("riders")).lent
    for wrong, why in (
        ((*deck, ("riders.3", "gun")), "places"),
        ((("riders.1", "rocket"),), "weapon"),
        ((("riders.1", "gun"), ("riders.1", "gun")), "weapon"),
        ((("guard.1", "gun"),), "aboard"),
    ):
        assert f"firing-deck/{why}" in refusals(play(field, Shoot("tank", (Volley("guard"),), deck=wrong))[1])


def wall(height: float) -> Area:
    outline = outline_of(box(700, 200, 712, 600))
    return Area("wall", "wall", outline, (Feature("brick", "brick", outline, "dense", height=inches(height)),))


@pytest.mark.parametrize(("height", "legal"), [(3.9, True), (4.0, True), (4.1, False)])
def test_a_super_heavy_walker_strides_over_walls_up_to_four_inches(height: float, legal: bool):
    walker = Squad(
        "walker", "red", (HERE,), Base.disc(100), BIG, abilities=(SuperHeavyWalker(),), keywords=("VEHICLE",)
    )
    field = battle(walker, GUARD, clock=MOVEMENT, areas=[wall(height)])
    ways = (("walker.1", (HERE, at(780, 400))),)
    _, step = play(field, Move("walker", "normal", ways))
    assert refusals(step) == ([] if legal else ["movement/through-walls"])
    for face, shocked in ((1, True), (2, False)):
        after, step = play(field, Move("walker", "normal", ways, mobile=True), {"mobile": [face]})
        assert step.legal
        assert UnitState.of(after.scene.unit("walker")).battle_shocked is shocked


@pytest.mark.parametrize("off", NEAR)
def test_hover_flies_its_full_move(off: float):
    flyer = Squad("flyer", "red", (HERE,), profile=BIG, abilities=(Hover(),), keywords=("VEHICLE", "FLY"))
    end = at(600 + inches(10) + off, 400)
    _, step = play(
        battle(flyer, GUARD, clock=MOVEMENT), Move("flyer", "normal", (("flyer.1", (HERE, end)),), skies=True)
    )
    assert refusals(step) == ([] if off <= 0 else ["taking-to-the-skies/distance"])


def test_who_may_board():
    near = (away(20, 30, origin=HERE, base=Base.disc(100)),)
    for keywords, only, never, why in (
        (("INFANTRY",), ("INFANTRY",), ("JUMP PACK",), []),
        (("INFANTRY", "JUMP PACK"), ("INFANTRY",), ("JUMP PACK",), ["transports/keywords"]),
        (("BEASTS",), ("INFANTRY",), (), ["transports/keywords"]),
    ):
        field = battle(
            Squad("tank", "red", (HERE,), Base.disc(100), BIG, keywords=("VEHICLE",), capacity=6),
            Squad("squad", "red", near, keywords=keywords),
            GUARD,
            clock=MOVEMENT,
        )
        sheets = {**field.sheets, "tank": replace(field.sheets["tank"], carries=only, carries_not=never)}
        assert refusals(play(structs.replace(field, sheets=sheets), Embark("squad", "tank"))[1]) == why


def test_the_same_side_goes_first_in_every_round():
    field = battle(Squad("squad", "red", row(2)), GUARD, clock=Clock())
    for turn in (Turn(1, "red", "command"), Turn(1, "blue", "command")):
        field, _ = play(field, turn)
    assert refusals(play(field, Turn(2, "blue", "command"))[1]) == ["turn/same-side-first"]
    assert play(field, Turn(2, "red", "command"))[1].legal


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_neighbours_stand_within_two_inches_and_all_within_nine(angle: float, off: float):
    second = away(inches(2) + off, angle, origin=HERE)
    field = battle(Squad("squad", "red", (HERE, second)), GUARD)
    assert coherent(field.options, "squad", standing(field, "squad")).holds is (off <= 0)
    # a chain of links whose ends are just nine inches apart
    step = (inches(9) + off + 32) / 5
    chain = tuple(away(k * step - 32, angle, origin=HERE) if k else HERE for k in range(6))
    field = battle(Squad("squad", "red", chain), GUARD)
    assert coherent(field.options, "squad", standing(field, "squad")).holds is (off <= 0)


def carrier_and_crew(**marks: object) -> tuple[Squad, Squad]:
    tank = Squad("tank", "red", (HERE,), Base.disc(100), BIG, keywords=("VEHICLE",), capacity=6, marks=marks)
    return tank, Squad("crew", "red", ("tank.1",), weapons=(gun(24),))


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_out_of_a_transport_that_moved_they_stand_wholly_within_three_inches_and_only_shoot(angle: float, off: float):
    field = battle(*carrier_and_crew(moved="normal"), GUARD, clock=MOVEMENT)
    there = away(inches(3) - 32 + off, angle, origin=HERE, base=Base.disc(100))
    after, step = play(field, Disembark("crew", (("crew.1", there),)))
    assert refusals(step) == ([] if off <= 0 else ["transports/disembark-rapid"])
    if off > 0:
        return
    _, moving = play(after, Move("crew", "normal", (("crew.1", (there, there.moved(5, 0))),)))
    assert "movement/once" in refusals(moving)
    charging, _ = play(after, Turn(2, "red", "charge"))
    assert "charge/not-barred" in refusals(play(charging, Charge("crew", ("guard",)))[1])


def test_out_of_a_transport_that_stood_still_they_move_and_charge_and_out_of_a_hasty_one_nobody_gets():
    there = away(5, 30, origin=HERE, base=Base.disc(100))
    close = Squad("guard", "blue", (away(inches(6), 30, origin=there),))
    field = battle(*carrier_and_crew(), close, clock=MOVEMENT)
    after, _ = play(field, Disembark("crew", (("crew.1", there),)))
    after, moved = play(after, Move("crew", "normal", (("crew.1", (there, there.moved(10, 0))),)))
    assert moved.legal
    charging, _ = play(after, Turn(2, "red", "charge"))
    end = away(20, 210, origin=close.poses[0])  # type: ignore[arg-type]
    start = there.moved(10, 0)
    _, charge = play(charging, Charge("crew", ("guard",), (("crew.1", (start, end)),)), {"charge": [6, 6]})
    assert charge.legal
    hasty = battle(*carrier_and_crew(moved="advance"), GUARD, clock=MOVEMENT)
    assert refusals(play(hasty, Disembark("crew", (("crew.1", there),)))[1]) == ["transports/transport-moved"]


def test_control_is_asked_again_when_nobody_moves_but_a_model_falls_or_its_unit_is_shocked():
    field = with_marker(Squad("squad", "red", (at(570, 400), at(530, 400))), Squad("guard", "blue", (at(640, 400),)))
    (place,) = places(field)
    assert control_of(field, place)[0] == "red"
    fallen = structs.replace(field, scene=fold(field.scene, Destroyed("squad.1")))
    assert control_of(fallen, place)[0] == ""
    shocked = structs.replace(field, scene=fold(field.scene, Marked("squad", "battle-shocked", True)))
    assert control_of(shocked, place)[0] == "blue"
    assert control_of(field, place)[0] == "red"
