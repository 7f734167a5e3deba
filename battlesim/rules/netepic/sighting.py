"""Who sees whom: straight lines past what is of a class to stand in the way."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final

from battlesim.engine.hooks import collect
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


@dataclass(frozen=True)
class Lookout:
    """Sight on one battle as it stands, prepared for many questions."""

    battle: NetepicBattle
    _known: dict[tuple[str, str, int, int], tuple[frozenset[str], tuple[str, ...]]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def sees(self, shooter: str, target: str) -> Ruling:
        """Whether a straight line runs from the one to the other that nothing of a sufficient class blocks."""
        a, b = self.battle.scene.model(shooter), self.battle.scene.model(target)
        sightline = self._field.sight(
            self._eye(a), self._eye(b), ends=(shooter, target), ignoring=self._out_of_the_way(a, b)
        )
        return Ruling(
            SIGHT_RULE, sightline.clear, "line", evidence=(sightline,), subjects=(shooter, target), source=SOURCE
        )

    def sees_spot(
        self, shooter: str, spot: tuple[float, float], *, name: str = "template", ignoring: tuple[str, ...] = ()
    ) -> Ruling:
        """Whether a straight line runs to a point of the table; the named stands do not block it.

        The point counts as of the shooter's class.
        """
        a, end = self.battle.scene.model(shooter), POINT.at(Pose(Mm(spot[0]), Mm(spot[1])))
        seen_from = self._classes[a.id]
        never, _ = self._sorted_out(a.unit, "", seen_from, seen_from)
        inside = [
            name
            for name in self._terrain
            if self._gap(name, a).within(ZERO) or gap_to(end, self._obstacles[name].where.shape).within(ZERO)
        ]
        ends = (shooter, name)
        sightline = self._field.sight(self._eye(a), end, ends=ends, ignoring=never.union(inside, ignoring))
        return Ruling(SIGHT_RULE, sightline.clear, "line", evidence=(sightline,), subjects=(shooter,), source=SOURCE)

    @property
    def _pieces(self) -> tuple[Feature | Area, ...]:
        return (*self.battle.scene.battlefield.areas, *self.battle.scene.battlefield.features)

    @cached_property
    def _obstacles(self) -> dict[str, _Obstacle]:
        found = {}
        for piece in self._pieces:
            if ground_of(piece).blocks:
                found[piece.id] = _Obstacle(ground_of(piece).blocks, "", piece)
        if self.battle.options.stands_block_sight:
            for stand in self.battle.scene.standing_models():
                found[stand.id] = _Obstacle(self._classes[stand.id], stand.unit, stand.footprint)
        return found

    @cached_property
    def _field(self) -> SightField:
        blockers = []
        for name, obstacle in self._obstacles.items():
            match obstacle.where:
                case Footprint() as footprint:
                    blockers.append(Blocker(name, footprint))
                case Feature() as feature:
                    blockers += [Blocker(name, solid) for solid in feature.solids]
                case Area() as area:
                    blockers.append(Blocker(name, area.shape))
        return SightField(blockers, width=ZERO)

    def _eye(self, stand: Model) -> Footprint:
        return stand.footprint if self.battle.options.measure == "edge" else POINT.at(stand.footprint.pose)

    @cached_property
    def _classes(self) -> dict[str, int]:
        """The class of each stand on the table, and that of the hill it is on."""
        hills = [piece for piece in self._pieces if ground_of(piece).raises]
        found = {}
        for stand in self.battle.scene.standing_models():
            raised = [ground_of(hill).raises for hill in hills if gap_to(stand.footprint, hill.shape).within(ZERO)]
            high = stand_state(self.battle, stand.id).up
            own = POPPED_UP if high else profile_of(self.battle, stand.id).blocking_class
            found[stand.id] = own + max(raised, default=0)
        return found

    def _out_of_the_way(self, a: Model, b: Model) -> frozenset[str]:
        """What does not block this line: both detachments, the terrain that one of the two is in, and too low a class."""
        classes = self._classes[a.id], self._classes[b.id]
        low, high = sorted(classes)
        never, between = self._sorted_out(a.unit, b.unit, low, high)
        lower, higher = (a, b) if classes[0] == low else (b, a)
        # between the two classes: the higher stand looks over what is not nearer to the other
        over = [name for name in between if self._gap(name, lower).value >= self._gap(name, higher).value]
        inside = [name for name in self._terrain if any(self._gap(name, end).within(ZERO) for end in (a, b))]
        return never.union(over, inside)

    def _sorted_out(self, unit: str, other: str, low: int, high: int) -> tuple[frozenset[str], tuple[str, ...]]:
        """What never blocks a line between these detachments and classes, and what does for the lower stand's sake only."""
        key = (unit, other, low, high)
        if key not in self._known:
            own = {name for name, obstacle in self._obstacles.items() if obstacle.unit in (unit, other)}
            classes = {name: obstacle.blocking_class for name, obstacle in self._obstacles.items() if name not in own}
            too_low = {name for name, there in classes.items() if there < high and (there <= low or high > 2 * there)}
            between = tuple(name for name, there in classes.items() if there < high and name not in too_low)
            self._known[key] = frozenset(own | too_low), between
        return self._known[key]

    @cached_property
    def _terrain(self) -> tuple[str, ...]:
        return tuple(name for name, obstacle in self._obstacles.items() if not isinstance(obstacle.where, Footprint))

    def _gap(self, name: str, stand: Model) -> Measurement:
        where = self._obstacles[name].where
        if isinstance(where, Footprint):
            return gap(where, stand.footprint)
        return gap_to(stand.footprint, where.shape)


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
