"""Who sees whom: straight lines past what is of a class to stand in the way."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.remembered import remembered
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import Measurement, gap, gap_to
from battlesim.geometry.sight import Blocker, SightField
from battlesim.model.battlefield import Area, Feature
from battlesim.model.ruling import Fact, Ruling
from battlesim.model.scene import Model
from battlesim.rules.netepic.fire_hooks import WidensArc
from battlesim.rules.netepic.profiles import ALL_ROUND, NetepicBattle, Weapon, profile_of
from battlesim.rules.netepic.table import stand_state
from battlesim.rules.netepic.terrain import ground_of
from battlesim.units import ZERO, Mm

SIGHT_RULE: Final = "netepic.sight"
ARC_RULE: Final = "netepic.arcs"
SOURCE: Final = "NetEpic (FR), shooting"

POINT: Final = Base.disc(0.02)
POPPED_UP: Final = 12
"""The class by which a stand that has popped up sees and is seen."""

_FAR: Final = 20_000.0


@dataclass(frozen=True, slots=True)
class _Obstacle:
    blocking_class: int
    unit: str
    where: Footprint | Feature | Area


class _Obstacles:
    """What can stand in the way of a line, prepared for many lines."""

    def __init__(self, battle: NetepicBattle, classes: Mapping[str, int]) -> None:
        self._known: dict[tuple[str, str, int, int], tuple[frozenset[str], tuple[str, ...]]] = {}
        self.all: dict[str, _Obstacle] = {}
        for piece in _pieces(battle):
            if ground_of(piece).blocks:
                self.all[piece.id] = _Obstacle(ground_of(piece).blocks, "", piece)
        self.terrain = tuple(self.all)
        if battle.options.stands_block_sight:
            for stand in battle.scene.standing_models():
                self.all[stand.id] = _Obstacle(classes[stand.id], stand.unit, stand.footprint)
        blockers = []
        for name, obstacle in self.all.items():
            match obstacle.where:
                case Footprint() as footprint:
                    blockers.append(Blocker(name, footprint))
                case Feature() as feature:
                    blockers += [Blocker(name, solid) for solid in feature.solids]
                case Area() as area:
                    blockers.append(Blocker(name, area.shape))
        self.field = SightField(blockers, width=ZERO)

    def gap(self, name: str, stand: Model) -> Measurement:
        """From an obstacle to a stand."""
        where = self.all[name].where
        if isinstance(where, Footprint):
            return gap(where, stand.footprint)
        return gap_to(stand.footprint, where.shape)

    def sorted_out(self, unit: str, other: str, low: int, high: int) -> tuple[frozenset[str], tuple[str, ...]]:
        """What never blocks a line between these detachments and classes, and what does for the lower stand's sake only."""
        key = (unit, other, low, high)
        if key not in self._known:
            own = {name for name, obstacle in self.all.items() if obstacle.unit in (unit, other)}
            classes = {name: obstacle.blocking_class for name, obstacle in self.all.items() if name not in own}
            too_low = {name for name, there in classes.items() if there < high and (there <= low or high > 2 * there)}
            between = tuple(name for name, there in classes.items() if there < high and name not in too_low)
            self._known[key] = frozenset(own | too_low), between
        return self._known[key]


class Lookout:
    """Sight on one battle as it stands; what was answered is kept."""

    def __init__(self, battle: NetepicBattle, classes: Mapping[str, int], obstacles: _Obstacles) -> None:
        self._battle = battle
        self._classes = classes
        self._obstacles = obstacles
        self._seen: dict[tuple[str, str], Ruling] = {}
        self._within: dict[str, frozenset[str]] = {}

    def sees(self, shooter: str, target: str) -> Ruling:
        """Whether a straight line runs from the one to the other that nothing of a sufficient class blocks."""
        ends = shooter, target
        if ends not in self._seen:
            a, b = self._battle.scene.model(shooter), self._battle.scene.model(target)
            out_of_the_way = self._out_of_the_way(a, b)
            sightline = self._obstacles.field.sight(self._eye(a), self._eye(b), ends=ends, ignoring=out_of_the_way)
            self._seen[ends] = Ruling(
                SIGHT_RULE, sightline.clear, "line", evidence=(sightline,), subjects=ends, source=SOURCE
            )
        return self._seen[ends]

    def may_see(self, shooter: str, target: str, ground: Footprint) -> bool:
        """Whether the shooter could see a stand somewhere on some ground: a no is sure, a yes is not.

        The ground is all that the stand covers on a way that begins where it stands.
        """
        a, b = self._battle.scene.model(shooter), self._battle.scene.model(target)
        under = [piece for piece in _pieces(self._battle) if gap_to(ground, piece.shape).within(ZERO)]
        if any(ground_of(piece).raises for piece in under):
            return True
        low, high = sorted((self._classes[shooter], self._classes[target]))
        never, between = self._obstacles.sorted_out(a.unit, b.unit, low, high)
        ignored = never.union(between, self._inside(a), (piece.id for piece in under))
        return self._obstacles.field.sight(self._eye(a), ground, ignoring=ignored).clear

    def sees_spot(
        self, shooter: str, spot: tuple[float, float], *, name: str = "template", ignoring: tuple[str, ...] = ()
    ) -> Ruling:
        """Whether a straight line runs to a point of the table; the named stands do not block it.

        The point counts as of the shooter's class.
        """
        a, end = self._battle.scene.model(shooter), POINT.at(Pose(Mm(spot[0]), Mm(spot[1])))
        seen_from = self._classes[a.id]
        never, _ = self._obstacles.sorted_out(a.unit, "", seen_from, seen_from)
        inside = [
            piece
            for piece in self._obstacles.terrain
            if gap_to(end, self._obstacles.all[piece].where.shape).within(ZERO)
        ]
        ignored = never.union(self._inside(a), inside, ignoring)
        sightline = self._obstacles.field.sight(self._eye(a), end, ends=(shooter, name), ignoring=ignored)
        return Ruling(SIGHT_RULE, sightline.clear, "line", evidence=(sightline,), subjects=(shooter,), source=SOURCE)

    def onto(self, battle: NetepicBattle, unit: str) -> Lookout:
        """The same with one detachment elsewhere, for lines from others onto it alone: its own stands block none of them."""
        return Lookout(battle, {**self._classes, **_classes(battle, battle.scene.standing(unit))}, self._obstacles)

    def _eye(self, stand: Model) -> Footprint:
        return stand.footprint if self._battle.options.measure == "edge" else POINT.at(stand.footprint.pose)

    def _out_of_the_way(self, a: Model, b: Model) -> frozenset[str]:
        """What does not block this line: both detachments, the terrain that one of the two is in, and too low a class."""
        classes = self._classes[a.id], self._classes[b.id]
        low, high = sorted(classes)
        never, between = self._obstacles.sorted_out(a.unit, b.unit, low, high)
        lower, higher = (a, b) if classes[0] == low else (b, a)
        # between the two classes: the higher stand looks over what is not nearer to the other
        apart = self._obstacles.gap
        over = [name for name in between if apart(name, lower).value >= apart(name, higher).value]
        return never.union(over, self._inside(a), self._inside(b))

    def _inside(self, stand: Model) -> frozenset[str]:
        """The terrain that it is in, any part of it."""
        if stand.id not in self._within:
            obstacles = self._obstacles
            self._within[stand.id] = frozenset(
                name for name in obstacles.terrain if obstacles.gap(name, stand).within(ZERO)
            )
        return self._within[stand.id]


def lookout_over(battle: NetepicBattle) -> Lookout:
    """The lookout of a battle, shared by all in which everybody stands as in this one and is of the same class."""
    own = {stand.id: _own_class(battle, stand) for stand in battle.scene.standing_models()}
    options = battle.options

    def prepared() -> Lookout:
        classes = _classes(battle, tuple(battle.scene.standing_models()))
        return Lookout(battle, classes, _Obstacles(battle, classes))

    question = "sight", tuple(own.values()), options.measure, options.stands_block_sight
    return remembered(battle.scene, question, prepared)


def _classes(battle: NetepicBattle, stands: Iterable[Model]) -> dict[str, int]:
    """The class of each stand and that of the hill it is on."""
    hills = [piece for piece in _pieces(battle) if ground_of(piece).raises]
    found = {}
    for stand in stands:
        raised = [ground_of(hill).raises for hill in hills if gap_to(stand.footprint, hill.shape).within(ZERO)]
        found[stand.id] = _own_class(battle, stand) + max(raised, default=0)
    return found


def _own_class(battle: NetepicBattle, stand: Model) -> int:
    return POPPED_UP if stand_state(battle, stand.id).up else profile_of(battle, stand.id).blocking_class


def _pieces(battle: NetepicBattle) -> tuple[Feature | Area, ...]:
    return (*battle.scene.battlefield.areas, *battle.scene.battlefield.features)


def in_arc(battle: NetepicBattle, shooter: str, weapon: Weapon, target: str) -> Ruling:
    """Whether any part of the target lies in the weapon's arc, its border included.

    The arc starts at the middle of the base, half on each side of its facing. The measurement is how far outside the
    target lies.
    """
    degrees = arc_of(battle, shooter, weapon)
    subjects = (shooter, target)
    if degrees >= ALL_ROUND:
        return Ruling(
            ARC_RULE, True, "all-round", evidence=(Fact("all-round", shooter),), subjects=subjects, source=SOURCE
        )
    stand, other = battle.scene.model(shooter).footprint, battle.scene.model(target).footprint
    seen = other if battle.options.measure == "edge" else POINT.at(other.pose)
    outside = gap(wedge_at(stand.pose, degrees), seen, ends=subjects)
    return Ruling(
        ARC_RULE, outside.within(ZERO), "arc", ZERO, "within", (outside, Fact("arc", shooter)), subjects, SOURCE
    )


def arc_of(battle: NetepicBattle, shooter: str, weapon: Weapon) -> int:
    """The angle that the weapon covers in these hands, in degrees: its own, or what an ability makes of it."""
    profile = profile_of(battle, shooter)
    wider = [rule.on_arc() for rule in collect(WidensArc, (*weapon.abilities, *profile.abilities))]
    return max([profile.arc_of(weapon), *wider])


def wedge_at(pose: Pose, degrees: int) -> Footprint:
    """An arc as a shape: its point at the pose, open to both sides of its facing, larger than any table."""
    return _wedge(degrees).at(Pose(pose.x, pose.y, pose.facing))


@cache
def _wedge(degrees: int) -> Base:
    half = degrees / 2
    steps = max(int(half // 45), 1)
    rim = [math.radians(half * k / steps) for k in range(-steps, steps + 1)]
    return Base.hull([(0.0, 0.0), *((_FAR * math.cos(angle), _FAR * math.sin(angle)) for angle in rim)])
