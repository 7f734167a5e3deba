"""Who sees whom: straight lines past what is of a class to stand in the way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import gap, gap_to
from battlesim.geometry.sight import Blocker, SightField
from battlesim.model.battlefield import Area, Feature
from battlesim.model.ruling import Fact, Ruling
from battlesim.model.scene import Model
from battlesim.rules.netepic.profiles import ALL_ROUND, NetepicBattle, Weapon, profile_of
from battlesim.rules.netepic.terrain import ground_of
from battlesim.units import ZERO, Mm

SIGHT_RULE: Final = "netepic.sight"
ARC_RULE: Final = "netepic.arcs"
SOURCE: Final = "NetEpic (FR), shooting"

_POINT: Final = Base.disc(0.02)
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

    def sees(self, shooter: str, target: str) -> Ruling:
        """Whether a straight line runs from the one to the other that nothing of a sufficient class blocks."""
        a, b = self.battle.scene.model(shooter), self.battle.scene.model(target)
        sightline = self._field.sight(
            self._eye(a), self._eye(b), ends=(shooter, target), ignoring=self._out_of_the_way(a, b)
        )
        return Ruling(
            SIGHT_RULE, sightline.clear, "line", evidence=(sightline,), subjects=(shooter, target), source=SOURCE
        )

    @cached_property
    def _obstacles(self) -> dict[str, _Obstacle]:
        found = {}
        field = self.battle.scene.battlefield
        pieces: tuple[Feature | Area, ...] = (*field.areas, *field.features)
        for piece in pieces:
            if ground_of(piece).blocks:
                found[piece.id] = _Obstacle(ground_of(piece).blocks, "", piece)
        if self.battle.options.stands_block_sight:
            for stand in self.battle.scene.standing_models():
                found[stand.id] = _Obstacle(self._class(stand), stand.unit, stand.footprint)
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
        return stand.footprint if self.battle.options.measure == "edge" else _POINT.at(stand.footprint.pose)

    def _class(self, stand: Model) -> int:
        """The stand's class, and that of the hill it is on."""
        field = self.battle.scene.battlefield
        pieces: tuple[Feature | Area, ...] = (*field.areas, *field.features)
        raised = [
            ground_of(piece).raises
            for piece in pieces
            if ground_of(piece).raises and gap_to(stand.footprint, piece.shape).within(ZERO)
        ]
        return profile_of(self.battle, stand.id).blocking_class + max(raised, default=0)

    def _out_of_the_way(self, a: Model, b: Model) -> frozenset[str]:
        """What does not block this line: both detachments, the terrain that one of the two is in, and too low a class."""
        return frozenset(name for name, obstacle in self._obstacles.items() if not self._matters(obstacle, a, b))

    def _matters(self, obstacle: _Obstacle, a: Model, b: Model) -> bool:
        if obstacle.unit in (a.unit, b.unit):
            return False
        mine, theirs = self._class(a), self._class(b)
        high, higher = (mine, a) if mine >= theirs else (theirs, b)
        low, lower = (theirs, b) if mine >= theirs else (mine, a)
        there = obstacle.blocking_class
        if not isinstance(obstacle.where, Footprint) and self._stands_in(obstacle.where, a, b):
            return False
        if there >= high:
            return True
        if there <= low or high > 2 * there:
            return False
        # between the two classes: the higher stand looks over what is nearer to it than to the other
        return self._distance(obstacle, lower) < self._distance(obstacle, higher)

    def _stands_in(self, piece: Feature | Area, a: Model, b: Model) -> bool:
        return any(gap_to(stand.footprint, piece.shape).within(ZERO) for stand in (a, b))

    def _distance(self, obstacle: _Obstacle, stand: Model) -> Mm:
        if isinstance(obstacle.where, Footprint):
            return gap(obstacle.where, stand.footprint).value
        return gap_to(stand.footprint, obstacle.where.shape).value


def in_arc(battle: NetepicBattle, shooter: str, weapon: Weapon, target: str) -> Ruling:
    """Whether any part of the target lies in the weapon's arc, its border included.

    The arc starts at the middle of the base, half on each side of its facing. The measurement is how far outside the
    target lies.
    """
    degrees = profile_of(battle, shooter).arc_of(weapon)
    subjects = (shooter, target)
    if degrees >= ALL_ROUND:
        return Ruling(
            ARC_RULE, True, "all-round", evidence=(Fact("all-round", shooter),), subjects=subjects, source=SOURCE
        )
    stand, other = battle.scene.model(shooter).footprint, battle.scene.model(target).footprint
    seen = other if battle.options.measure == "edge" else _POINT.at(other.pose)
    wedge = _wedge(degrees).at(Pose(stand.pose.x, stand.pose.y, stand.pose.facing))
    outside = gap(wedge, seen, ends=subjects)
    return Ruling(
        ARC_RULE, outside.within(ZERO), "arc", ZERO, "within", (outside, Fact("arc", shooter)), subjects, SOURCE
    )


def _wedge(degrees: int) -> Base:
    """The arc as a shape: its point at the fixed point, open to both sides of the facing, larger than any table."""
    half = degrees / 2
    steps = max(int(half // 45), 1)
    rim = [math.radians(half * k / steps) for k in range(-steps, steps + 1)]
    return Base.hull([(0.0, 0.0), *((_FAR * math.cos(angle), _FAR * math.sin(angle)) for angle in rim)])
