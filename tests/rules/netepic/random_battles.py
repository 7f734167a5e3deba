"""Random small battles of netepic: two or three detachments a side, and actions of every kind."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from battlesim.engine.engine import Battle
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import gap
from battlesim.geometry.overlap import overlap
from battlesim.model.scene import Clock, Model
from battlesim.rules.netepic.abilities.parse import parse_ability
from battlesim.rules.netepic.actions import (
    BeginPhase,
    Board,
    Boarding,
    Fight,
    GiveOrders,
    Leave,
    Move,
    NetepicAction,
    Shoot,
)
from battlesim.rules.netepic.activation import PHASES
from battlesim.rules.netepic.profiles import NetepicBattle, Profile, Save
from battlesim.rules.netepic.ruleset import NETEPIC
from battlesim.rules.netepic.shooting import aims_at
from battlesim.rules.netepic.state import ORDERS, Order, UnitState
from battlesim.units import Mm, cm
from tests.conformance import Game
from tests.rules.netepic.tables import BOLTER, INFANTRY, RHINO, detachment, table

WORDS = ("QG", "Elite (1)", "HQ", "Intercepteur")


def begin(chance: random.Random) -> NetepicBattle:
    """Detachments of infantry and transports within reach of each other, with orders, before or in a phase."""
    detachments = []
    taken: list[Footprint] = []
    for side in ("red", "blue"):
        for number in range(chance.randint(2, 3)):
            id = f"{side}{number}"
            carries = number == 1 and chance.random() < 0.7
            profile = _profile(chance, carries)
            count = 2 if carries else chance.randint(2, 5)
            poses = _places(profile.base, count, chance, taken)
            taken += [profile.base.at(pose) for pose in poses]
            detachments.append(detachment(id, profile, *poses, side=side, order=_order(chance)))
            if carries and chance.random() < 0.6:
                aboard = detachment(f"{id}p", INFANTRY, *(f"{id}.{k + 1}" for k in range(2)), side=side)
                detachments.append(aboard)
    battle = table(*detachments)
    clock = Clock(1, "", chance.choice(("movement", "combat", "orders")))
    return Battle(structs.replace(battle.scene, clock=clock), battle.sheets, battle.options)


def act(battle: NetepicBattle, chance: random.Random) -> NetepicAction:
    """What is tried next: mostly what the phase is for, sometimes anything."""
    makers = _MAKERS.get(battle.scene.clock.phase, _ANY) if chance.random() < 0.85 else _ANY
    for _ in range(6):
        action = chance.choice(makers)(battle, chance)
        if action is not None:
            return action
    return _next_phase(battle, chance)


def _profile(chance: random.Random, carries: bool) -> Profile:
    if carries:
        return replace(RHINO, abilities=(parse_ability("Transport (2)"),))
    weapon = replace(BOLTER, dice=chance.randint(1, 3), to_hit=chance.randint(3, 6))
    words = tuple(parse_ability(word) for word in WORDS if chance.random() < 0.15)
    return replace(INFANTRY, weapons=(weapon,), save=Save(chance.randint(3, 6)), abilities=words)


def _order(chance: random.Random) -> Order:
    return chance.choice((*ORDERS, "charge", "charge", "advance", "advance", "advance"))


def _places(base: Base, count: int, chance: random.Random, taken: Sequence[Footprint]) -> tuple[Pose, ...]:
    """A row of stands, some of them base to base with another detachment."""
    while True:
        x, y, facing = chance.uniform(700, 1300), chance.uniform(700, 1300), chance.choice((0.0, 90.0, 37.3))
        if taken and chance.random() < 0.3:
            other = chance.choice(taken)
            way = math.radians(other.pose.facing)
            facing = other.pose.facing
            x, y = other.centre[0] + 20 * math.cos(way), other.centre[1] + 20 * math.sin(way)
        step = 2 * base.circumradius + chance.uniform(1, 30)
        along = math.radians(facing + 90)
        poses = tuple(
            Pose(Mm(x + k * step * math.cos(along)), Mm(y + k * step * math.sin(along)), facing) for k in range(count)
        )
        if all(overlap(base.at(pose), other) is None for pose in poses for other in taken):
            return poses


def _unit(battle: NetepicBattle, chance: random.Random) -> str:
    units = [unit.id for unit in battle.scene.units.values() if battle.scene.alive(unit.id)]
    return chance.choice(units or list(battle.scene.units))


def _stands(battle: NetepicBattle, unit: str) -> tuple[Model, ...]:
    return battle.scene.standing(unit)


def _move(battle: NetepicBattle, chance: random.Random) -> NetepicAction | None:
    unit = _unit(battle, chance)
    stands = _stands(battle, unit)
    going = UnitState.of(battle.scene.unit(unit)).order in ("charge", "advance")
    if not stands or (not going and chance.random() < 0.8):
        return None
    way, length = chance.uniform(0, 2 * math.pi), chance.uniform(0, float(cm(chance.choice((9, 9, 19, 30)))))
    dx, dy = length * math.cos(way), length * math.sin(way)
    if chance.random() < 0.5:
        enemies = [m for e in battle.scene.enemies_of(battle.scene.unit(unit).side) for m in _stands(battle, e.id)]
        if enemies:
            enemy = min(enemies, key=lambda model: gap(stands[0].footprint, model.footprint).value)
            (x, y), (to_x, to_y) = stands[0].footprint.centre, enemy.footprint.centre
            share = max(0.0, 1 - 20.0 / (math.hypot(to_x - x, to_y - y) or 1.0)) * chance.choice((0.5, 1.0))
            dx, dy = (to_x - x) * share, (to_y - y) * share
    paths = tuple((m.id, (m.pose, m.pose.moved(dx, dy))) for m in stands if m.pose is not None)
    return Move(unit, paths)


def _orders(battle: NetepicBattle, chance: random.Random) -> NetepicAction | None:
    return GiveOrders(((_unit(battle, chance), _order(chance)),))


def _shoot(battle: NetepicBattle, chance: random.Random) -> NetepicAction | None:
    unit = _unit(battle, chance)
    enemies = [enemy.id for enemy in battle.scene.enemies_of(battle.scene.unit(unit).side) if _stands(battle, enemy.id)]
    if not enemies or not _stands(battle, unit):
        return None
    aims = aims_at(battle, unit, chance.choice(enemies))
    return Shoot(unit, tuple(aims)) if aims else None


def _fight(battle: NetepicBattle, chance: random.Random) -> NetepicAction | None:
    for _ in range(4):
        unit = _unit(battle, chance)
        enemies = [m for e in battle.scene.enemies_of(battle.scene.unit(unit).side) for m in _stands(battle, e.id)]
        mine = _stands(battle, unit)
        close = any(gap(one.footprint, two.footprint).value < 0.5 for one in mine for two in enemies)
        if mine and (close or chance.random() < 0.1):
            return Fight(unit)
    return None


def _board(battle: NetepicBattle, chance: random.Random) -> NetepicAction | None:
    unit = _unit(battle, chance)
    side = battle.scene.unit(unit).side
    carriers = [m.id for u in battle.scene.units_of(side) for m in _stands(battle, u.id) if m.name == RHINO.name]
    stands = [model.id for model in _stands(battle, unit) if model.name != RHINO.name]
    if not carriers or not stands:
        return None
    return Board((Boarding(chance.choice(stands), chance.choice(carriers)),))


def _leave(battle: NetepicBattle, chance: random.Random) -> NetepicAction | None:
    aboard = [model for model in battle.scene.models.values() if model.place == "aboard"]
    if not aboard:
        return None
    stand = chance.choice(aboard)
    carrier = battle.scene.models[stand.carrier]
    if not carrier.on_table:
        return None
    way, apart = chance.uniform(0, 2 * math.pi), chance.uniform(25, 60)
    x, y = carrier.footprint.centre
    return Leave(((stand.id, Pose(Mm(x + apart * math.cos(way)), Mm(y + apart * math.sin(way)))),))


def _next_phase(battle: NetepicBattle, chance: random.Random) -> NetepicAction:
    clock = battle.scene.clock
    place = PHASES.index(clock.phase) if clock.phase in PHASES else -1
    if place == len(PHASES) - 1:
        return BeginPhase(clock.round + 1, PHASES[0])
    return BeginPhase(clock.round, PHASES[place + 1])


_MAKERS = {
    "orders": (_orders, _orders, _next_phase),
    "movement": (_move, _move, _move, _board, _leave, _next_phase),
    "combat": (_shoot, _shoot, _fight, _next_phase),
    "final": (_next_phase,),
}
_ANY = (_move, _orders, _shoot, _fight, _board, _leave)

NETEPIC_GAME = Game(NETEPIC, begin, act)
