"""Random small battles of wh40k: two to four units a side, and actions of every kind, most of them nearly legal."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs
from shapely.geometry import box

from battlesim.geometry.footprint import Base, Footprint, Pose, Spot, outline_of
from battlesim.geometry.measure import gap
from battlesim.model.battlefield import Area, Feature, Objective
from battlesim.model.scene import Clock, Model
from battlesim.rules.wh40k.arrival import Arrive
from battlesim.rules.wh40k.charge import Charge
from battlesim.rules.wh40k.command import BattleShock
from battlesim.rules.wh40k.consolidation import Consolidate
from battlesim.rules.wh40k.engagement import unit_engaged
from battlesim.rules.wh40k.field import Field, side_of, state_of
from battlesim.rules.wh40k.fight_order import BeginFights, still_to_fight
from battlesim.rules.wh40k.fighting import Fight
from battlesim.rules.wh40k.heroic import Intervene
from battlesim.rules.wh40k.keywords.parse import parse_keyword
from battlesim.rules.wh40k.melee_moves import PileIn
from battlesim.rules.wh40k.movement import Move
from battlesim.rules.wh40k.profiles import Amount, Weapon
from battlesim.rules.wh40k.ruleset import WH40K, Action
from battlesim.rules.wh40k.shooting import Shoot, Volley
from battlesim.rules.wh40k.transports import Disembark, Embark
from battlesim.rules.wh40k.turn import Turn
from battlesim.rules.wh40k.ways import Ways
from battlesim.units import Mm, inches
from tests.conformance import Game
from tests.rules.wh40k.battles import HUMAN, Squad, battle, gun

GUN_WORDS = (
    "Rapid Fire 1", "Melta 2", "Blast", "Heavy", "Torrent", "Pistol", "Assault", "Lethal Hits", "Devastating Wounds",
    "Sustained Hits 1", "Twin-linked", "Precision", "Anti-Infantry 4+", "Hazardous", "One Shot", "Indirect Fire",
    "Ignores Cover",
)  # fmt: skip
BLADE_WORDS = (
    "Lance",
    "Extra Attacks",
    "Lethal Hits",
    "Devastating Wounds",
    "Sustained Hits D3",
    "Precision",
    "Cleave 1",
)
UNIT_WORDS = ("Feel No Pain 5+", "Stealth", "Lone Operative", "Fights First", "Deadly Demise D3", "Deep Strike")
PHASES = ("command", "movement", "shooting", "charge", "fight", "end")
LEFT, TOP, RIGHT, BOTTOM = 300.0, 250.0, 900.0, 750.0
"""Where the units begin, mm: near enough to each other for anything."""


def begin(chance: random.Random) -> Field:
    """Units in reach of each other, some engaged, some aboard, some in reserves, round a block and some woods."""
    areas = _terrain(chance)
    squads: list[Squad] = []
    taken: list[Footprint] = []
    for side in ("red", "blue"):
        for number in range(chance.randint(2, 4)):
            squads += _squad(f"{side}{number}", side, chance, taken, areas)
    clock = Clock(chance.randint(1, 3), chance.choice(("red", "blue")), chance.choice(PHASES[1:5]))
    field = battle(*squads, clock=clock, areas=areas)
    table = replace(field.scene.battlefield, objectives=(Objective("centre", Spot(600.0, 500.0)),))
    return structs.replace(field, scene=structs.replace(field.scene, battlefield=table))


def act(field: Field, chance: random.Random) -> Action:
    """What is tried next: mostly what the phase is for, by units that could; sometimes anything by anybody."""
    makers = _MAKERS[field.scene.clock.phase] if chance.random() < 0.85 else _ANY
    for _ in range(6):
        action = chance.choice(makers)(field, chance)
        if action is not None:
            return action
    return _next_phase(field, chance)


def _terrain(chance: random.Random) -> tuple[Area, ...]:
    x, y = chance.uniform(350, 750), chance.uniform(300, 650)
    block = outline_of(box(x, y, x + 120, y + 90))
    height = chance.choice((inches(2), inches(2.1), inches(3), None))
    woods = outline_of(box(700, 300, 850, 420))
    return (
        Area("ruin", "ruin", block, (Feature("block", "block", block, "dense", height=height),)),
        Area("woods", "woods", woods, (Feature("trees", "trees", woods, "light", height=inches(4)),)),
    )


def _squad(id: str, side: str, chance: random.Random, taken: list[Footprint], areas: Sequence[Area]) -> list[Squad]:
    kind = chance.choice(("infantry", "infantry", "wings", "monster", "transport", "reserves"))
    words = tuple(parse_keyword(word) for word in chance.sample(UNIT_WORDS, chance.randint(0, 2)))
    weapons = (_gun(chance), _blade(chance))
    base = {"monster": Base.disc(60), "transport": Base.rectangle(110, 70)}.get(
        kind, Base.disc(chance.choice((25, 32)))
    )
    count = 1 if kind in ("monster", "transport") else chance.randint(2, 5)
    keywords = {
        "monster": ("MONSTER",), "transport": ("VEHICLE", "TRANSPORT"), "wings": ("INFANTRY", "FLY")
    }.get(kind, ("INFANTRY",))  # fmt: skip
    profile = replace(HUMAN, wounds=6 if count == 1 else chance.randint(1, 2), save=chance.randint(3, 6))
    if kind == "reserves":
        deep = (*words, parse_keyword("Deep Strike")) if "Deep Strike" not in map(str, words) else words
        return [Squad(id, side, (None,) * count, base, profile, weapons, tuple(dict.fromkeys(deep)), keywords)]
    poses = _places(base, count, chance, taken, areas)
    if poses is None:
        return [Squad(id, side, (None,) * count, base, profile, weapons, words, keywords)]
    taken += [base.at(pose) for pose in poses]
    mine = Squad(id, side, poses, base, profile, weapons, words, keywords, capacity=6 if kind == "transport" else 0)
    if kind != "transport":
        return [mine]
    passengers = Squad(f"{id}p", side, (f"{id}.1",) * 3, Base.disc(25), HUMAN, weapons, (), ("INFANTRY",))
    return [mine, passengers]


def _places(
    base: Base, count: int, chance: random.Random, taken: Sequence[Footprint], areas: Sequence[Area]
) -> tuple[Pose, ...] | None:
    """A row of models that overlaps nothing; every other time right beside somebody."""
    walls = [feature.shape for area in areas for feature in area.features if feature.category == "dense"]
    for _ in range(60):
        x, y = chance.uniform(LEFT, RIGHT), chance.uniform(TOP, BOTTOM)
        if taken and chance.random() < 0.5:
            other = chance.choice(taken)
            way = chance.uniform(0, 2 * math.pi)
            apart = other.base.circumradius + base.circumradius + chance.uniform(0, inches(2.5))
            x, y = other.centre[0] + apart * math.cos(way), other.centre[1] + apart * math.sin(way)
        along = chance.choice((0.0, 90.0, 37.3))
        step = 2 * base.circumradius + chance.uniform(1, 20)
        poses = tuple(
            Pose(Mm(x + k * step * math.cos(math.radians(along))), Mm(y + k * step * math.sin(math.radians(along))))
            for k in range(count)
        )
        stands = [base.at(pose) for pose in poses]
        free = all(gap(one, other).value > 0.1 for one in stands for other in taken)
        clear = all(one.shape.disjoint(wall) for one in stands for wall in walls)
        if free and clear and all(60 < pose.x < 1460 and 60 < pose.y < 1050 for pose in poses):
            return poses
    return None


def _gun(chance: random.Random) -> Weapon:
    words = tuple(parse_keyword(word) for word in chance.sample(GUN_WORDS, chance.randint(0, 2)))
    attacks = chance.choice((Amount(1), Amount(2), Amount(0, 1, 3)))
    return gun(
        chance.choice((6, 12, 24)), *words, attacks=attacks, strength=chance.randint(3, 8), ap=-chance.randint(0, 3)
    )


def _blade(chance: random.Random) -> Weapon:
    words = tuple(parse_keyword(word) for word in chance.sample(BLADE_WORDS, chance.randint(0, 2)))
    return gun(
        None,
        *words,
        id="blade",
        attacks=Amount(chance.randint(1, 4)),
        damage=chance.choice((Amount(1), Amount(0, 1, 3))),
    )


def _units(field: Field, chance: random.Random, *, own: bool = True, standing: bool = True) -> list[str]:
    """Units in random order: those of the side whose turn it is, mostly, and of models on the table."""
    sure = chance.random() < 0.9
    found = [
        unit.id
        for unit in field.scene.units.values()
        if field.scene.alive(unit.id)
        and (not sure or not own or unit.side == field.scene.clock.side)
        and (not sure or not standing or field.scene.standing(unit.id))
    ]
    return chance.sample(found, len(found))


def _enemies(field: Field, unit: str) -> list[str]:
    enemies = field.scene.enemies_of(side_of(field, unit))
    return [enemy.id for enemy in enemies if field.scene.standing(enemy.id)]


def _nearest(field: Field, unit: str, others: Sequence[str]) -> tuple[str, Model, Model] | None:
    """The nearest of the other units, and the two nearest models."""
    pairs = [
        (gap(one.footprint, two.footprint).value, other, one, two)
        for other in others
        for one in field.scene.standing(unit)
        for two in field.scene.standing(other)
    ]
    return min(pairs, key=lambda pair: pair[0])[1:] if pairs else None


def _shifted(field: Field, unit: str, dx: float, dy: float, *, up: float = 0.0) -> Ways:
    ways = []
    for model in field.scene.standing(unit):
        assert model.pose is not None
        end = model.pose.moved(dx, dy)
        ways.append((model.id, (model.pose, structs.replace(end, elevation=Mm(max(0.0, end.elevation + up))))))
    return tuple(ways)


def _toward(field: Field, unit: str, others: Sequence[str], left: float, most: float) -> Ways:
    """Straight at the nearest of the others until the gap is ``left`` mm, at most so far; each model on its own line."""
    found = _nearest(field, unit, others)
    if found is None:
        return ()
    _, one, two = found
    apart = gap(one.footprint, two.footprint).value
    (x, y), (to_x, to_y) = one.footprint.centre, two.footprint.centre
    length = math.hypot(to_x - x, to_y - y) or 1.0
    by = max(-most, min(apart - left, most)) / length
    return _shifted(field, unit, (to_x - x) * by, (to_y - y) * by)


def _surround(field: Field, unit: str, others: Sequence[str], left: float, most: float) -> Ways:
    """Each model to a free place ``left`` mm from the nearest of the others, or as far towards it as it may go."""
    ways: list[tuple[str, tuple[Pose, ...]]] = []
    taken = [model.footprint for model in field.scene.standing_models(except_units=(unit,))]
    enemies = [model.footprint for other in others for model in field.scene.standing(other)]
    for model in field.scene.standing(unit):
        assert model.pose is not None
        if not enemies:
            return ()
        x, y = model.footprint.centre
        places = []
        for enemy in enemies:
            apart = enemy.base.circumradius + model.base.circumradius + left + 0.01
            straight = math.atan2(y - enemy.centre[1], x - enemy.centre[0])
            for turn in (0.0, 0.5, -0.5, 1.0, -1.0, 1.6, -1.6):
                end_x = enemy.centre[0] + apart * math.cos(straight + turn)
                end_y = enemy.centre[1] + apart * math.sin(straight + turn)
                length = math.hypot(end_x - x, end_y - y)
                share = min(1.0, most / length) if length else 1.0
                end = model.pose.moved((end_x - x) * share, (end_y - y) * share)
                if all(gap(model.base.at(end), other).value > 0 for other in taken):
                    places.append((share < 1.0, length, len(places), end))
        end = min(places)[3] if places else model.pose
        taken.append(model.base.at(end))
        ways.append((model.id, (model.pose, end)))
    return tuple(ways)


def _random_way(field: Field, unit: str, chance: random.Random, most: float) -> Ways:
    way, length = chance.uniform(0, 2 * math.pi), chance.uniform(0, most)
    up = chance.choice((0.0, 0.0, 0.0, 0.0, float(inches(3))))
    return _shifted(field, unit, length * math.cos(way), length * math.sin(way), up=up)


def _away(field: Field, unit: str, chance: random.Random) -> Ways:
    found = _nearest(field, unit, _enemies(field, unit))
    if found is None:
        return ()
    _, one, two = found
    (x, y), (to_x, to_y) = one.footprint.centre, two.footprint.centre
    length = math.hypot(to_x - x, to_y - y) or 1.0
    by = chance.uniform(30, float(inches(6))) / length
    return _shifted(field, unit, (x - to_x) * by, (y - to_y) * by)


def _next_phase(field: Field, chance: random.Random) -> Action:
    clock = field.scene.clock
    if clock.phase == "end":
        other = "blue" if clock.side == "red" else "red"
        later = clock.round + (1 if clock.side == "blue" else 0)
        return Turn(later, other, "command")
    return Turn(clock.round, clock.side, PHASES[PHASES.index(clock.phase) + 1])


def _move(field: Field, chance: random.Random) -> Action | None:
    for unit in _units(field, chance):
        if not field.scene.standing(unit):
            return Move(unit, "normal")
        if state_of(field, unit).moved and chance.random() < 0.9:
            continue
        skies = chance.random() < (0.4 if "FLY" in field.sheets[unit].keywords else 0.03)
        if unit_engaged(field, unit).holds:
            desperate = chance.random() < 0.4 or state_of(field, unit).battle_shocked
            return Move(unit, "fall-back", _away(field, unit, chance), desperate, skies)
        kind = chance.choice(("normal", "normal", "advance", "stationary"))
        if chance.random() < 0.6:
            enemies = _enemies(field, unit)
            left = chance.choice((float(inches(2)), float(inches(2.1)), float(inches(4))))
            ways = _toward(field, unit, enemies, left, float(inches(chance.choice((3, 6, 7)))))
        else:
            ways = _random_way(field, unit, chance, float(inches(6.2)))
        return Move(unit, kind, ways, False, skies)
    return None


def _arrive(field: Field, chance: random.Random) -> Action | None:
    for unit in _units(field, chance, standing=False):
        models = field.scene.alive(unit)
        if models and all(model.place == "reserves" for model in models):
            deep = chance.random() < 0.7
            x, y = (chance.uniform(100, 1400), chance.uniform(80, 1000)) if deep else (chance.uniform(100, 1300), 40)
            step = 2 * models[0].base.circumradius + 2
            poses = tuple((model.id, Pose(Mm(x + k * step), Mm(y))) for k, model in enumerate(models))
            return Arrive(unit, poses, "wh40k.deep-strike" if deep else "")
    return None


def _embark(field: Field, chance: random.Random) -> Action | None:
    for unit in _units(field, chance):
        carriers = [u.id for u in field.scene.units_of(side_of(field, unit)) if field.sheets[u.id].capacity]
        if carriers:
            return Embark(unit, chance.choice(carriers))
    return None


def _disembark(field: Field, chance: random.Random) -> Action | None:
    for unit in _units(field, chance, standing=False):
        models = field.scene.alive(unit)
        if not models or any(model.place != "aboard" for model in models):
            continue
        carrier = field.scene.models[models[0].carrier]
        if not carrier.on_table:
            continue
        x, y = carrier.footprint.centre
        side = chance.choice((1, -1))
        apart = chance.uniform(35, 75) + 13
        poses = tuple((model.id, Pose(Mm(x - 30 + 28 * k), Mm(y + side * apart))) for k, model in enumerate(models))
        return Disembark(unit, poses)
    return None


def _shoot(field: Field, chance: random.Random) -> Action | None:
    for unit in _units(field, chance):
        enemies = _enemies(field, unit)
        if enemies:
            kind = chance.choice(("", "", "", "indirect", "snap"))
            return Shoot(unit, (Volley(chance.choice(enemies)),), kind)  # type: ignore[arg-type]
    return None


def _charge(field: Field, chance: random.Random) -> Action | None:
    for unit in _units(field, chance):
        found = _nearest(field, unit, _enemies(field, unit))
        state = state_of(field, unit)
        barred = state.no_charge or state.charged or state.moved in ("advance", "fall-back")
        if found is None or (chance.random() < 0.9 and (barred or unit_engaged(field, unit).holds)):
            continue
        targets = (found[0],) if chance.random() < 0.8 else tuple(_enemies(field, unit)[:2])
        left = chance.choice((0.0, 5.0, float(inches(0.9)), float(inches(1.5))))
        ways: Ways = ()
        if chance.random() < 0.9:
            ways = chance.choice((_surround, _surround, _toward))(field, unit, targets, left, float(inches(8)))
        return Charge(unit, targets, ways, chance.random() < 0.1)
    return None


def _intervene(field: Field, chance: random.Random) -> Action | None:
    for unit in _units(field, chance, own=False):
        found = _nearest(field, unit, _enemies(field, unit))
        if found is not None and side_of(field, unit) != field.scene.clock.side:
            if unit_engaged(field, unit).holds and chance.random() < 0.9:
                continue
            ways = _surround(field, unit, (found[0],), 5.0, float(inches(6)))
            return Intervene(unit, chance.choice(("leap", "fray")), (found[0],), ways)  # type: ignore[arg-type]
    return None


def _melee_ways(field: Field, unit: str, chance: random.Random) -> Ways:
    if chance.random() < 0.4:
        return ()
    left = chance.choice((0.0, 3.0, 45.0))
    return chance.choice((_surround, _toward))(field, unit, _enemies(field, unit), left, float(inches(3)))


def _pile_in(field: Field, chance: random.Random) -> Action | None:
    for unit in _units(field, chance, own=False):
        over = any(state_of(field, other).fought for other in field.scene.units)
        fresh = not (over or state_of(field, unit).piled_in) or chance.random() < 0.1
        if fresh and (unit_engaged(field, unit).holds or chance.random() < 0.1):
            return PileIn(unit, _melee_ways(field, unit, chance))
    return None


def _begin_fights(field: Field, chance: random.Random) -> Action | None:
    return BeginFights() if chance.random() < 0.3 else None


def _fight(field: Field, chance: random.Random) -> Action | None:
    waiting = [unit for unit in still_to_fight(field) if _enemies(field, unit)]
    if not waiting and chance.random() < 0.7:
        return None
    units = waiting if waiting and chance.random() < 0.95 else _units(field, chance, own=False)
    for unit in chance.sample(units, len(units)):
        found = _nearest(field, unit, _enemies(field, unit))
        if found is None:
            continue
        overrun = _melee_ways(field, unit, chance) if not unit_engaged(field, unit).holds else ()
        split = chance.choice((None, None, None, 1, 2))
        return Fight(unit, (Volley(found[0], attacks=split),), ways=overrun)
    return None


def _consolidate(field: Field, chance: random.Random) -> Action | None:
    for unit in _units(field, chance, own=False):
        if not state_of(field, unit).fought and chance.random() < 0.8:
            continue
        return Consolidate(unit, _melee_ways(field, unit, chance))
    return None


def _battle_shock(field: Field, chance: random.Random) -> Action | None:
    return BattleShock(field.scene.clock.side)


_MAKERS = {
    "command": (_battle_shock, _next_phase),
    "movement": (_move, _move, _move, _move, _arrive, _embark, _disembark, _shoot, _next_phase),
    "shooting": (_shoot, _shoot, _shoot, _next_phase),
    "charge": (_charge, _charge, _charge, _intervene, _next_phase),
    "fight": (_pile_in, _pile_in, _begin_fights, _fight, _fight, _fight, _fight, _consolidate, _next_phase),
    "end": (_next_phase,),
}
_ANY = (_move, _arrive, _embark, _disembark, _shoot, _charge, _intervene, _pile_in, _begin_fights, _fight, _consolidate)

WH40K_GAME = Game(WH40K, begin, act)
