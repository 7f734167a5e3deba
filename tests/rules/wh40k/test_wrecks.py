"""Models that fall: they stay until the attacks are over, those aboard get out, and then they may explode."""

from __future__ import annotations

import math

import pytest

from battlesim.geometry.extent import reach
from battlesim.geometry.footprint import Base, Footprint
from battlesim.geometry.measure import gap
from battlesim.geometry.overlap import overlap
from battlesim.model.event import Destroyed, RollMade, SetUp, WoundsLost
from battlesim.model.scene import Clock
from battlesim.model.text import Text
from battlesim.rules.wh40k.field import Field
from battlesim.rules.wh40k.fighting import Fight
from battlesim.rules.wh40k.keywords import DeadlyDemise
from battlesim.rules.wh40k.movement import Move
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.profiles import Amount, Profile
from battlesim.rules.wh40k.shooting import Shoot, Volley
from battlesim.rules.wh40k.state import UnitState
from battlesim.units import ZERO, inches
from tests.limits import NEAR, ODD_ANGLES
from tests.rules.wh40k.battles import MOVEMENT, Squad, at, away, battle, gun, play, ruling

HERE = at(700, 500)
ROUND = Base.disc(100)
TANK = Profile(Text("Tank"), inches(10), 9, 3, 3)
KILL = {"hit": [6], "wound": [6], "save": [1]}


def lance():
    return gun(60, strength=12, ap=-4, damage=Amount(12), skill=3)


def gunner(count: int = 1) -> Squad:
    return Squad("gunner", "red", tuple(at(200, 500 + 40 * k) for k in range(count)), weapons=(lance(),))


def tank(*abilities: object, capacity: int = 0, pose=HERE, id: str = "tank") -> Squad:
    return Squad(
        id, "blue", (pose,), ROUND, TANK, abilities=abilities, keywords=("VEHICLE", "TRANSPORT"), capacity=capacity
    )


def shoot(field: Field, more: dict[str, list[int]], *, target: str = "tank", **changes):
    return play(field, Shoot("gunner", (Volley(target),), **changes), {**KILL, **more})


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_unit_is_caught_within_six_inches_and_not_beyond(angle: float, off: float):
    there = away(inches(6) + off, angle, origin=HERE, base=ROUND)
    field = battle(gunner(), tank(DeadlyDemise(Amount(1))), Squad("crowd", "blue", (there,)))
    after, step = shoot(field, {"deadly-demise": [6]})
    caught = [r for r in step.rulings if r.rule == "wh40k.deadly-demise" and r.subjects == ("tank.1", "crowd")]
    assert [r.holds for r in caught] == [off <= 0]
    assert caught[0].measured == pytest.approx(inches(6) + off, abs=0.01)
    assert bool(after.scene.alive("crowd")) is (off > 0)


def test_the_height_counts_towards_the_six_inches():
    high = away(inches(5), 30.0, origin=HERE, base=ROUND)
    there = at(high.x, high.y, elevation=inches(4))
    field = battle(gunner(), tank(DeadlyDemise(Amount(1))), Squad("crowd", "blue", (there,)))
    _, step = shoot(field, {"deadly-demise": [6]})
    measured = ruling(step, "deadly-demise", "reach")
    caught = next(r for r in step.rulings if r.subjects == ("tank.1", "crowd"))
    assert measured.comparison == "within"
    assert caught.measured == pytest.approx(math.hypot(inches(5), inches(4)), abs=0.05)
    assert not caught.holds


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_nothing_explodes_below_a_six(face: int):
    field = battle(
        gunner(), tank(DeadlyDemise(Amount(3))), Squad("crowd", "blue", (away(5, 7, origin=HERE, base=ROUND),))
    )
    after, step = shoot(field, {"deadly-demise": [face]})
    assert after.scene.alive("crowd")
    assert not [r for r in step.rulings if r.rule == "wh40k.deadly-demise"]


def test_every_unit_rolls_its_own_random_amount_and_the_dead_ones_mates_suffer_too():
    two = Squad("tank", "blue", (HERE, away(20, 61.7, origin=HERE, base=ROUND, other=ROUND)), ROUND, TANK,
                abilities=(DeadlyDemise(Amount(0, 1, 3)),), keywords=("VEHICLE",))  # fmt: skip
    friends = Squad("friends", "red", (away(30, 200, origin=HERE, base=ROUND),), profile=TANK)
    field = battle(gunner(), two, friends)
    _, step = play(
        field,
        Shoot("gunner", (Volley("tank"),)),
        {**KILL, "deadly-demise": [6], "demise-wounds": [2, 1]},
        {"allocate": ["tank.1"]},
    )
    rolled = [(r.against, r.faces) for r in step.rolls if r.purpose == "demise-wounds"]
    assert rolled == [("tank", (2,)), ("friends", (1,))]


def test_a_fallen_model_stays_until_the_last_attack():
    field = battle(gunner(2), tank(DeadlyDemise(Amount(1))))
    after, step = play(
        field,
        Shoot("gunner", (Volley("tank"),)),
        {"hit": [6, 6], "wound": [6, 6], "save": [1, 1], "deadly-demise": [2]},
    )
    events = [event for event in step.events if isinstance(event, WoundsLost | RollMade | Destroyed)]
    assert isinstance(events[-1], Destroyed)
    assert isinstance(events[-2], RollMade)
    assert events[-2].purpose == "deadly-demise"
    assert [event.model for event in events if isinstance(event, WoundsLost)] == ["tank.1"]
    assert not after.scene.alive("tank")


def test_explosions_go_on_in_the_order_in_which_models_fell():
    chain = [tank(DeadlyDemise(Amount(3)), id=f"t{k}", pose=at(700 + 220 * k, 500)) for k in range(3)]
    field = battle(gunner(), *chain)
    after, step = shoot(field, {"deadly-demise": [6, 6, 6]}, target="t0")
    assert [event.model for event in step.events if isinstance(event, Destroyed)] == ["t0.1", "t1.1", "t2.1"]
    assert all(not after.scene.alive(f"t{k}") for k in range(3))
    assert [r.subject for r in step.rolls if r.purpose == "deadly-demise"] == ["t0.1", "t1.1", "t2.1"]


def test_a_tank_lost_in_a_fight_explodes_too():
    fists = gun(None, strength=12, ap=-4, damage=Amount(12), skill=3)
    brute = Squad("brute", "red", (away(10, 37.3, origin=HERE, base=ROUND),), weapons=(fists,))
    field = battle(brute, tank(DeadlyDemise(Amount(1))), clock=Clock(2, "red", "fight"))
    after, _ = play(field, Fight("brute", (Volley("tank"),)), {**KILL, "deadly-demise": [6]})
    assert not after.scene.alive("tank")
    assert not after.scene.alive("brute")


def test_a_tank_lost_to_hazards_explodes_before_the_others_go():
    tanks = Squad("tanks", "red", (at(600, 400), at(600, 505)), ROUND, TANK, abilities=(DeadlyDemise(Amount(1)),),
                  keywords=("VEHICLE",))  # fmt: skip
    enemy = Squad("guard", "blue", (away(20, 180, origin=at(600, 400), base=ROUND),))
    field = battle(tanks, enemy, clock=MOVEMENT)
    ways = (("tanks.1", (at(600, 400), at(800, 400))), ("tanks.2", (at(600, 505), at(800, 505))))
    after, _ = play(
        field,
        Move("tanks", "fall-back", ways, desperate=True),
        {"hazard": [1, 4], "deadly-demise": [6], "battle-shock": [6, 6]},
        {"allocate": ["tanks.2"]},
    )
    assert after.scene.model("tanks.2").place == "destroyed"
    assert after.scene.model("tanks.1").wounds == 2
    assert not after.scene.alive("guard")


def carried(count: int = 10, **changes: object) -> Squad:
    return Squad("squad", "blue", ("tank.1",) * count, **changes)  # type: ignore[arg-type]


def test_ten_passengers_roll_ten_hazards_and_stand_round_the_wreck():
    field = battle(gunner(), tank(capacity=10), carried())
    after, step = shoot(field, {"hazard": [2, 3, 4, 5, 6, 2, 3, 4, 1, 1]})
    assert len(next(r for r in step.rolls if r.purpose == "hazard").faces) == 10
    standing = after.scene.standing("squad")
    assert len(standing) == 8
    wreck = Footprint(ROUND, HERE)
    assert all(reach(wreck, model.footprint).within(inches(6)) for model in standing)
    assert any(gap(wreck, model.footprint).within(ZERO) for model in standing)
    state = UnitState.of(after.scene.unit("squad"))
    assert (state.battle_shocked, state.no_charge, state.disembarked) == (True, True, "emergency")


@pytest.mark.parametrize(("variant", "lost"), [("glossary", 1), ("core", 3)])
def test_who_is_lost_to_hazards_depends_on_the_variant(variant: str, lost: int):
    options = Options(variant=variant)  # type: ignore[arg-type]
    field = battle(gunner(), tank(capacity=10), carried(6), options=options)
    after, _ = shoot(field, {"hazard": [1, 2, 2, 3, 4, 6]})
    assert len(after.scene.standing("squad")) == 6 - lost


def test_passengers_get_out_before_the_explosion_and_are_always_caught():
    field = battle(gunner(), tank(DeadlyDemise(Amount(2)), capacity=10), carried(3))
    after, step = shoot(field, {"hazard": [4, 4, 4], "deadly-demise": [6]})
    assert len(after.scene.alive("squad")) == 1
    order = [type(event).__name__ for event in step.events if isinstance(event, SetUp | Destroyed)]
    assert order == ["SetUp"] * 3 + ["Destroyed"] * 3
    assert [event for event in step.events if isinstance(event, Destroyed)][-1].model == "tank.1"


@pytest.mark.parametrize(("more", "fits"), [(-0.1, True), (0.0, True), (0.1, False)])
def test_a_passenger_wider_than_six_inches_has_no_room(more: float, fits: bool):
    wide = carried(1, base=Base.disc(152.4 + more), profile=TANK, keywords=("VEHICLE",))
    after, step = shoot(battle(gunner(), tank(capacity=10), wide), {"hazard": [4]})
    assert bool(after.scene.alive("squad")) is fits
    assert ruling(step, "emergency-disembark", "room").holds is fits


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_chosen_place_counts_wholly_within_six_inches(angle: float, off: float):
    there = away(inches(6) - 32 + off, angle, origin=HERE, base=ROUND)
    field = battle(gunner(), tank(capacity=10), carried(1))
    after, step = shoot(field, {"hazard": [4]}, landings=(("squad.1", there),))
    stands = after.scene.model("squad.1").pose
    assert stands is not None
    assert (math.hypot(stands.x - there.x, stands.y - there.y) < 0.01) is (off <= 0)
    assert ruling(step, "emergency-disembark", "wholly-within").holds is (off <= 0)


def test_they_keep_away_from_enemies_where_they_can():
    enemy = Squad("ours", "red", (away(20, 180, origin=HERE, base=ROUND), away(20, 200, origin=HERE, base=ROUND)))
    field = battle(gunner(), enemy, tank(capacity=10), carried(4))
    # the tank is engaged, and a vehicle may be shot all the same
    after, step = play(
        field, Shoot("gunner", (Volley("tank"),)), {"hit": [6], "wound": [6], "save": [1], "hazard": [4, 4, 4, 4]}
    )
    assert len(after.scene.standing("squad")) == 4
    assert ruling(step, "emergency-disembark", "unengaged").holds


def test_several_units_leave_one_wreck_without_standing_on_each_other():
    second = Squad("second", "blue", ("tank.1",) * 5)
    field = battle(gunner(), tank(capacity=12), carried(5), second)
    after, _ = shoot(field, {"hazard": [4] * 10})
    placed = [m.footprint for m in (*after.scene.standing("squad"), *after.scene.standing("second"))]
    assert len(placed) == 10
    assert all(overlap(a, b) is None for k, a in enumerate(placed) for b in placed[:k])
