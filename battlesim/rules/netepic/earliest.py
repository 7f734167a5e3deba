"""Where on its way an enemy can first be shot at: the shortest travel at which range, arc and sight all hold."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from battlesim.geometry.footprint import Base, Footprint, Pose, Spot
from battlesim.geometry.measure import Measurement
from battlesim.geometry.path import Path, along, travelled
from battlesim.geometry.quick import may_meet
from battlesim.model.ruling import Ruling
from battlesim.model.scene import Model
from battlesim.rules.netepic.declared import declared_ways
from battlesim.rules.netepic.hooks import FireMode, FireQuestion
from battlesim.rules.netepic.measuring import stand_gap
from battlesim.rules.netepic.profiles import NetepicBattle, Weapon
from battlesim.rules.netepic.shots import INTERCEPTION_RULE, SOURCE, ShotSpec, compile_shot
from battlesim.rules.netepic.sighting import Lookout, in_arc, lookout_over
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


class Stops:
    """The battle with one detachment after so much travel, kept for every length that was asked for."""

    def __init__(self, battle: NetepicBattle, unit: str) -> None:
        self._battle, self._unit = battle, unit
        self.ways = declared_ways(battle, unit)
        self._lookout = lookout_over(battle)
        self._known: dict[float, tuple[NetepicBattle, Lookout]] = {}
        self._stands: dict[tuple[str, float], Model] = {}

    def at(self, length: float) -> tuple[NetepicBattle, Lookout]:
        """The battle there, and who sees the detachment in it."""
        if length not in self._known:
            scene = self._battle.scene.with_models(self.stand(id, length) for id in self.ways)
            there = replace(self._battle, scene=scene)
            self._known[length] = there, self._lookout.onto(there, self._unit)
        return self._known[length]

    def stand(self, id: str, length: float) -> Model:
        """One of its stands that are on their way, there."""
        if (id, length) not in self._stands:
            pose = along(self.ways[id], Mm(length))
            self._stands[id, length] = replace(self._battle.scene.model(id), pose=pose)
        return self._stands[id, length]


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
) -> Meeting:
    """The shot at the earliest place, or ``at`` a named length of travel; where it never can be fired, at the nearest.

    An enemy that declared no way is shot at where it stands. The search looks at the way every ``STEP`` mm, and where
    none of these places is near enough, where it comes nearest on each of its straight steps; then it halves what lies
    between a place from which the shot cannot be fired and one from which it can, down to a millionth of a millimetre.
    ``stops`` are those of earlier searches on the same ways.
    """
    search = _Search(
        battle, stand, weapon, target, mode, again, stops or Stops(battle, battle.scene.model(target).unit)
    )
    if search.way is None:
        return search.look(0.0)
    if at is not None:
        return search.look(min(max(at, search.gone), search.whole))
    return search.earliest(search.whole) or search.look(search.nearest())


def meeting_before(
    battle: NetepicBattle,
    stand: str,
    weapon: Weapon,
    target: str,
    mode: FireMode,
    latest: Mm,
    *,
    again: tuple[int, ...] = (),
    stops: Stops,
) -> Meeting | None:
    """As ``meeting``, where there is a shot that can be fired earlier than ``latest``: None is that there is none.

    What can be fired no earlier than that may be found all the same.
    """
    search = _Search(battle, stand, weapon, target, mode, again, stops)
    if latest <= search.gone:
        return None
    if search.way is None:
        found = search.look(0.0)
        return found if found.possible else None
    return search.earliest(max(min(latest, search.whole), search.gone))


class _Search:
    """The search for the place from which one stand shoots at one enemy on its way."""

    def __init__(
        self,
        battle: NetepicBattle,
        stand: str,
        weapon: Weapon,
        target: str,
        mode: FireMode,
        again: tuple[int, ...],
        stops: Stops,
    ) -> None:
        self._options = battle.options
        self._shooter, self._walker = battle.scene.model(stand), battle.scene.model(target)
        self._weapon, self._mode, self._again, self._stops = weapon, mode, again, stops
        self.way = stops.ways.get(target)
        self.gone = stand_state(battle, target).gone
        self.whole = ZERO if self.way is None else travelled(self.way).value

    def look(self, length: float) -> Meeting:
        """The shot as it would be there."""
        there, lookout = self._stops.at(length)
        asked = FireQuestion(there, self._shooter.id, self._weapon, self._walker.id, self._mode)
        shot = compile_shot(asked, 1, lookout, again=self._again)
        ruling = _ruling(there, asked.shooter, asked.target, shot, Mm(length), self.way)
        return Meeting(Mm(length), shot, self._mode, ruling)

    def earliest(self, latest: Mm) -> Meeting | None:
        """The first place, ``latest`` the last that counts, from which the shot can be fired."""
        places = self._places(latest)
        distances = {place: self._away(place) for place in places if self._may_reach(place)}
        if self._just_missed(distances.values()):
            distances |= {place: self._away(place) for place in self._nearest_places() if place <= latest}
        in_order, unseen = sorted({*places, *distances}), 0
        for k, place in enumerate(in_order):
            if k >= unseen and place in distances and distances[place].within(self._weapon.range):
                found = self._fired(place)
                if found is not None:
                    return found if k == 0 else self._first(in_order[k - 1], found)
                unseen = k + self._unseen(in_order[k:])
        return None

    def nearest(self) -> float:
        """Where the enemy comes nearest: the first such place."""
        distances = {place: self._away(place) for place in self._places(self.whole)}
        if self._just_missed(distances.values()):
            distances |= {place: self._away(place) for place in self._nearest_places()}
        return min(distances, key=lambda place: (distances[place].value, place))

    def _first(self, low: float, found: Meeting) -> Meeting:
        """The shortest travel between a place that does not do and one that does."""
        high, reach = float(found.length), self._weapon.range
        # a place that is out of reach by less than the tolerance is not the place: the ruler shows the range itself
        farthest = reach + (_FINE if self._away(high).value <= reach + _FINE else TOUCH)
        while high - low > _FINE:
            middle = (low + high) / 2
            shot = self._fired(middle) if self._away(middle).value <= farthest else None
            if shot is None:
                low = middle
            else:
                high, found = middle, shot
        return found

    def _fired(self, place: float) -> Meeting | None:
        """The shot at a place within range, where it can be fired; out of arc and sight nothing else is asked."""
        there, lookout = self._stops.at(place)
        shooter, target = self._shooter.id, self._walker.id
        if not (in_arc(there, shooter, self._weapon, target).holds and lookout.sees(shooter, target).holds):
            return None
        found = self.look(place)
        return found if found.possible else None

    def _unseen(self, places: Sequence[float]) -> int:
        """How many of these places in order, the first one included, surely cannot be seen: half as many again and again."""
        assert self.way is not None
        corner = next((corner for corner in _corners(self.way) if corner > places[0]), self.whole)
        count = sum(place <= corner for place in places)
        _, lookout = self._stops.at(places[0])
        while count > 1:
            ground = self._ground(places[0], places[count - 1])
            if not lookout.may_see(self._shooter.id, self._walker.id, ground):
                return count
            count //= 2
        return 1

    def _ground(self, start: float, end: float) -> Footprint:
        """All that the enemy can cover on one straight step of its way, whichever way it faces."""
        (x0, y0), (x1, y1) = (self._stops.stand(self._walker.id, place).footprint.centre for place in (start, end))
        radius, length = self._walker.base.circumradius + TOUCH, math.hypot(x1 - x0, y1 - y0)
        middle = Pose(Mm((x0 + x1) / 2), Mm((y0 + y1) / 2), math.degrees(math.atan2(y1 - y0, x1 - x0)))
        return Base.stadium(length + 2 * radius, 2 * radius).at(middle)

    def _just_missed(self, distances: Collection[Measurement]) -> bool:
        reach = self._weapon.range
        nearest = min(distances, key=lambda measured: measured.value, default=None)
        return nearest is not None and nearest.beyond(reach) and nearest.within(Mm(reach + STEP))

    def _away(self, place: float) -> Measurement:
        return stand_gap(self._options, self._shooter, self._stops.stand(self._walker.id, place))

    def _may_reach(self, place: float) -> bool:
        """Whether the enemy may be in range there, or just out of it: a no is sure."""
        there = self._stops.stand(self._walker.id, place).footprint
        return may_meet(self._shooter.footprint, there, after=self._weapon.range + STEP)

    def _places(self, latest: Mm) -> list[float]:
        """From where it is now to the end of its way, corners included, and ``latest``; none after that."""
        assert self.way is not None
        ahead = self.whole - self.gone
        count = max(math.ceil(ahead / STEP), 1)
        places = {self.gone + ahead * k / count for k in range(count + 1)}
        places |= {corner for corner in _corners(self.way) if self.gone <= corner <= self.whole}
        return sorted({float(place) for place in places if place <= latest} | {float(latest)})

    def _nearest_places(self) -> Iterator[float]:
        """On each straight step the place nearest to the shooter: the gap falls and then rises on it."""
        assert self.way is not None
        for low, high in pairwise([0.0, *_corners(self.way)]):
            low = max(low, float(self.gone))
            if low >= high:
                continue
            for _ in range(_CLOSEST):
                third = (high - low) / 3
                if self._away(low + third).value <= self._away(high - third).value:
                    high -= third
                else:
                    low += third
                if high - low < _FINE:
                    break
            yield (low + high) / 2


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


def _corners(way: Path) -> list[float]:
    lengths = [math.hypot(b.x - a.x, b.y - a.y) + abs(b.elevation - a.elevation) for a, b in pairwise(way.poses)]
    return [math.fsum(lengths[: k + 1]) for k in range(len(lengths))]
