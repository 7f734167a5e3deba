"""Where on its way an enemy can first be shot at: the shortest travel at which range, arc and sight all hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from battlesim.geometry.footprint import Spot
from battlesim.geometry.measure import Measurement
from battlesim.geometry.path import Path, along, travelled
from battlesim.model.ruling import Ruling
from battlesim.rules.netepic.declared import battle_at, declared_way
from battlesim.rules.netepic.hooks import FireMode, FireQuestion
from battlesim.rules.netepic.measuring import stand_gap
from battlesim.rules.netepic.profiles import NetepicBattle, Weapon
from battlesim.rules.netepic.shots import INTERCEPTION_RULE, SOURCE, ShotSpec, compile_shot
from battlesim.rules.netepic.sighting import Lookout
from battlesim.rules.netepic.table import stand_state
from battlesim.units import TOUCH, ZERO, Mm

STEP: Final = 2.0
"""How far apart the places are at which a way is looked at first, mm."""

_FINE: Final = 1e-6
_CLOSEST: Final = 60
"""Halvings of a step of the way in search of its nearest place: more than a double can tell apart."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A shot at an enemy on its way, ``length`` mm after its start: the shot as it would be there."""

    length: Mm
    shot: ShotSpec
    mode: FireMode
    ruling: Ruling

    @property
    def possible(self) -> bool:
        """Whether it can be fired there."""
        return self.shot.possible


@dataclass(frozen=True)
class Stops:
    """The battle with one detachment after so much travel, kept for every length that was asked for."""

    battle: NetepicBattle
    unit: str
    _known: dict[float, tuple[NetepicBattle, Lookout]] = field(default_factory=dict, compare=False, repr=False)

    def at(self, length: float) -> tuple[NetepicBattle, Lookout]:
        """The battle there, and who sees whom in it."""
        if length not in self._known:
            there = battle_at(self.battle, self.unit, Mm(length))
            self._known[length] = there, Lookout(there)
        return self._known[length]


def meeting(
    battle: NetepicBattle,
    stand: str,
    weapon: Weapon,
    target: str,
    mode: FireMode,
    *,
    at: Mm | None = None,
    again: tuple[int, ...] = (),
    stops: Stops | None = None,
    before: Mm | None = None,
) -> Meeting:
    """The shot at the earliest place, or ``at`` a named length of travel; where it never can be fired, at the nearest.

    An enemy that declared no way is shot at where it stands. The search looks at the way every ``STEP`` mm, and where
    none of these places is near enough, where it comes nearest on each of its straight steps; then it halves what lies
    between a place from which the shot cannot be fired and one from which it can, down to a millionth of a millimetre.
    ``stops`` are those of earlier searches on the same ways; nothing after ``before`` is looked at, where that is given.
    """
    stops = stops or Stops(battle, battle.scene.model(target).unit)
    way = declared_way(battle, target)

    def look(length: float) -> Meeting:
        there, lookout = stops.at(length)
        shot = compile_shot(FireQuestion(there, stand, weapon, target, mode), 1, lookout, again=again)
        return Meeting(Mm(length), shot, mode, _ruling(there, stand, target, shot, Mm(length), way))

    if way is None:
        return look(0.0)
    gone, whole = stand_state(battle, target).gone, travelled(way).value
    if at is not None:
        return look(min(max(at, gone), whole))
    shooter, walker = battle.scene.model(stand), battle.scene.model(target)

    def away(length: float) -> float:
        there = replace(walker, pose=along(way, Mm(length)))
        return float(stand_gap(battle.options, shooter, there).value)

    latest = whole if before is None else max(min(before, whole), gone)
    places = sorted({length for length in _places(way, gone) if length <= latest} | {float(latest)})
    distances = {length: away(length) for length in places}
    nearest = min(distances.values())
    if weapon.range + TOUCH < nearest <= weapon.range + STEP:
        distances |= {length: away(length) for length in _nearest_places(way, gone, away) if length <= latest}
    last: float | None = None
    for length in sorted(distances):
        if distances[length] <= weapon.range + TOUCH:
            found = look(length)
            if found.possible:
                return found if last is None else _first(look, away, weapon.range, last, found)
        last = length
    return look(min(distances, key=lambda length: (distances[length], length)))


def _first(
    look: Callable[[float], Meeting], away: Callable[[float], float], reach: Mm, low: float, found: Meeting
) -> Meeting:
    """The shortest travel between a place that does not do and one that does."""
    high = float(found.length)
    # a place that is out of reach by less than the tolerance is not the place: the ruler shows the range itself
    strict = away(high) <= reach + _FINE
    while high - low > _FINE:
        middle = (low + high) / 2
        near = away(middle) <= (reach + _FINE if strict else reach + TOUCH)
        if near and look(middle).possible:
            high = middle
        else:
            low = middle
    return look(high)


def _ruling(battle: NetepicBattle, stand: str, target: str, shot: ShotSpec, length: Mm, way: Path | None) -> Ruling:
    """How far the enemy has come when it is shot at, of its whole way; it rests on what makes the shot possible."""
    pose = battle.scene.model(target).footprint.pose
    here = Spot(float(pose.x), float(pose.y), float(pose.elevation))
    start = here if way is None else Spot(float(way.start.x), float(way.start.y), float(way.start.elevation))
    measured = Measurement(length, start, here, (target, target), "path")
    limit = ZERO if way is None else travelled(way).value
    return Ruling(
        INTERCEPTION_RULE,
        shot.possible,
        "point",
        limit,
        "within",
        (measured,),
        (stand, target),
        SOURCE,
        shot.rulings,
    )


def _places(way: Path, gone: Mm) -> Iterable[float]:
    whole = travelled(way).value
    count = max(math.ceil((whole - gone) / STEP), 1)
    yield from (gone + (whole - gone) * k / count for k in range(count + 1))
    yield from (corner for corner in _corners(way) if gone <= corner <= whole)


def _nearest_places(way: Path, gone: Mm, away: Callable[[float], float]) -> Iterable[float]:
    """On each straight step the place nearest to the shooter: the gap falls and then rises on it."""
    corners = [0.0, *_corners(way)]
    for low, high in pairwise(corners):
        low = max(low, float(gone))
        if low >= high:
            continue
        for _ in range(_CLOSEST):
            third = (high - low) / 3
            if away(low + third) <= away(high - third):
                high -= third
            else:
                low += third
            if high - low < _FINE:
                break
        yield (low + high) / 2


def _corners(way: Path) -> list[float]:
    lengths = [math.hypot(b.x - a.x, b.y - a.y) + abs(b.elevation - a.elevation) for a, b in pairwise(way.poses)]
    return [math.fsum(lengths[: k + 1]) for k in range(len(lengths))]
