"""Moves: how far a base goes, what it covers on its way, and what it would pass through."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress, pairwise
from typing import Final, NamedTuple

import numpy as np
import shapely
from msgspec import Struct
from msgspec.structs import replace
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.validation import explain_validity

from battlesim.errors import BadGeometry
from battlesim.geometry.convex import come_within
from battlesim.geometry.footprint import Base, Floats, Footprint, Geometries, Pose, Spot, as_geometry, turned
from battlesim.geometry.measure import Measurement, gap, gap_to
from battlesim.geometry.minkowski import swept, united
from battlesim.geometry.quick import surely_inside
from battlesim.kinds import Kinded
from battlesim.units import TOUCH, ZERO, Mm

PIVOT_SAGITTA: Final = 0.005
"""Most that the steps of a pivot may miss of what it covers, mm."""


class Path(Struct, frozen=True, gc=False):
    """The poses a base goes through: straight from one to the next, and at each corner a free pivot first.

    A step that both turns and moves turns on the spot before it moves.
    """

    poses: tuple[Pose, ...]

    def __post_init__(self) -> None:
        if not self.poses:
            raise BadGeometry("a path needs one pose or more")

    @classmethod
    def straight(cls, start: Pose, end: Pose) -> Path:
        """One step."""
        return cls((start, end))

    @property
    def start(self) -> Pose:
        """Where it begins."""
        return self.poses[0]

    @property
    def end(self) -> Pose:
        """Where it ends."""
        return self.poses[-1]


class Solid(NamedTuple):
    """An obstacle as core, radius and heights."""

    core: BaseGeometry
    radius: float
    bounds: tuple[float, float, float, float]
    bottom: float
    top: float


@dataclass(frozen=True)
class Obstacle:
    """Something a base may not pass through: another base, or a shape of the table between two heights.

    A shape is an area, or a line for a wall without thickness or an edge; it stands from ``bottom`` to ``top`` (None:
    without end). A footprint has its own heights: its elevation and its base's height.
    """

    name: str
    shape: Footprint | BaseGeometry
    bottom: Mm = ZERO
    top: Mm | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.shape, Footprint) and (self.shape.is_empty or not self.shape.is_valid):
            raise BadGeometry(f"obstacle {self.name!r} is not a shape of the table: {explain_validity(self.shape)}")

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """(min x, min y, max x, max y) of it, or of the circle around a base, mm."""
        shape = self.shape
        if not isinstance(shape, Footprint):
            return shape.bounds
        around, x, y = shape.base.circumradius, shape.pose.x, shape.pose.y
        return x - around, y - around, x + around, y + around

    @cached_property
    def solid(self) -> Solid:
        """What a base meets of it."""
        shape = self.shape
        if isinstance(shape, Footprint):
            core, radius, bottom, top = shape.core_geometry, shape.radius, shape.bottom, shape.top
        else:
            core, radius = shape, 0.0
            bottom, top = float(self.bottom), math.inf if self.top is None else float(self.top)
        return Solid(core, radius, core.bounds, bottom, top)


class Contact(Kinded, frozen=True):
    """A base meets an obstacle: where on the obstacle, after how much travel, and how the base stands then."""

    name: str
    spot: Spot
    travelled: Mm
    pose: Pose


def travelled(path: Path, *, ends: tuple[str, str] = ("", "")) -> Measurement:
    """Length of the way of the fixed point: horizontal length plus every climb and descent. Pivots cost nothing."""
    value = math.fsum(_length(a, b) for a, b in pairwise(path.poses))
    return Measurement(Mm(value), _spot(path.start), _spot(path.end), ends, "path")


def along(path: Path, length: Mm) -> Pose:
    """The pose after that much travel: the start for zero or less, the end for the whole length or more.

    On a corner the base has arrived and not yet turned for the next step. Climbs are even along their step.
    """
    left = float(length)
    if left <= 0:
        return path.start
    for a, b in pairwise(path.poses):
        step = _length(a, b)
        if left <= step:
            return _between(replace(a, facing=b.facing), b, left / step)
        left -= step
    return path.end


def sweep(base: Base, path: Path) -> tuple[Polygon, ...]:
    """What the base covers on its way: polygons for each pivot and each straight step, in order.

    Straight steps are exact but for round edges and ovals, drawn as polygons. A pivot is the union of fine steps; a
    disc's covers nothing new. A path that goes nowhere gives the base where it stands.
    """
    found: list[Polygon] = []
    radius = base.radius
    for motion in _motions(base, path, base.local_core):
        parts = shapely.get_parts(motion.covers())
        if radius:
            parts = np.asarray(shapely.buffer(parts, radius, quad_segs=32))
        covered = united(parts.tolist())
        found += [part for part in shapely.get_parts(covered) if isinstance(part, Polygon)]
    return tuple(found)


def first_contact(base: Base, path: Path, obstacles: Sequence[Obstacle]) -> tuple[Contact, ...]:
    """Each obstacle that the base passes through deeper than TOUCH, and where it first does so; in order of travel.

    Touching, and sliding along, is allowed. An obstacle that the base overlaps at the start is met after zero. Among
    equals the obstacles' own order counts. What is wholly above or below the base on a step does not stop it there.
    """
    obstacles = _near(base, path, obstacles)
    if not obstacles:
        return ()
    core, radius = _slimmer(base)
    solids = [obstacle.solid for obstacle in obstacles]
    found: list[tuple[float, int, Contact]] = []
    waiting = list(range(len(solids)))
    for motion in _motions(base, path, core):
        covered = motion.covers()
        min_x, min_y, max_x, max_y = shapely.total_bounds(covered)
        for k in list(waiting):
            solid = solids[k]
            allowed = radius + solid.radius
            left, top, right, bottom = solid.bounds
            apart = max(left - max_x, min_x - right, top - max_y, min_y - bottom)
            if apart > allowed or not motion.level_with(solid) or not _meets(covered, solid, allowed):
                continue
            share = motion.first_share(solid, allowed)
            found.append((motion.before + share * motion.length, k, _contact(obstacles[k], base, motion, share)))
            waiting.remove(k)
    return tuple(contact for _, _, contact in sorted(found, key=lambda entry: entry[:2]))


def _near(base: Base, path: Path, obstacles: Sequence[Obstacle]) -> list[Obstacle]:
    """Those that any circle around the base may reach on its way."""
    xs, ys, reach = [pose.x for pose in path.poses], [pose.y for pose in path.poses], base.circumradius
    left, right, top, bottom = min(xs) - reach, max(xs) + reach, min(ys) - reach, max(ys) + reach

    def apart(obstacle: Obstacle) -> bool:
        min_x, min_y, max_x, max_y = obstacle.bounds
        return max_x < left or min_x > right or max_y < top or min_y > bottom

    found = [obstacle for obstacle in obstacles if not apart(obstacle)]
    # what a disc covers is as quickly told as whether its middle comes near
    if not found or base.kind == "disc":
        return found
    spots = list(zip(xs, ys, strict=True))
    trace = shapely.linestrings(spots) if len(set(spots)) > 1 else shapely.points(spots[0])
    solids = [obstacle.solid for obstacle in found]
    cores = np.array([solid.core for solid in solids], dtype=object)
    limits = np.array([reach + solid.radius + TOUCH for solid in solids])
    return list(compress(found, come_within(cores, trace, limits).tolist()))


def leaves(base: Base, path: Path, table: Polygon, *, name: str = "table edge") -> Contact | None:
    """Where the base first goes over the edge of the table by more than TOUCH; None where it never does."""
    # most moves keep well inside
    if all(surely_inside(base.at(pose), table) for pose in path.poses):
        return None
    if not table.covers(shapely.Point(path.start.x, path.start.y)):
        return Contact(name, _spot(path.start), ZERO, path.start)
    edges = [Obstacle(name, ring, Mm(-math.inf)) for ring in (table.exterior, *table.interiors)]
    met = first_contact(base, path, edges)
    return met[0] if met else None


@dataclass(frozen=True, slots=True)
class _Motion:
    """One pivot or one straight step of a core: from pose ``a`` to pose ``b``, after ``before`` mm of travel."""

    a: Pose
    b: Pose
    before: float
    core: Floats
    convex: bool
    thickness: float
    smooth: bool

    @property
    def length(self) -> float:
        return _length(self.a, self.b)

    def covers(self, share: float = 1.0) -> Geometries:
        """What the core covers in that share of the motion: one geometry for a step, many for a pivot."""
        start = turned(self.core, self.a.facing) + (self.a.x, self.a.y)
        turn = _turn(self.a, self.b)
        if turn == 0.0:
            shift = np.array([self.b.x - self.a.x, self.b.y - self.a.y]) * share
            return np.array([swept(start, shift, convex=self.convex)], dtype=np.object_)
        farthest = float(np.hypot(self.core[:, 0], self.core[:, 1]).max())
        step = 2 * math.degrees(math.acos(max(1 - PIVOT_SAGITTA / farthest, -1.0))) if farthest else 360.0
        count = max(math.ceil(abs(turn) / step), 1)
        angles = self.a.facing + turn * np.arange(count + 1) / count
        copies = np.stack([turned(self.core, angle) + (self.a.x, self.a.y) for angle in angles])
        if self.smooth:
            return np.array([as_geometry(copy) for copy in copies], dtype=np.object_)
        # Turned corners leave notches between one step and the next, which the sweeps of the sides fill.
        sides = np.stack([copies, np.roll(copies, -1, axis=1)], axis=2)
        quads = np.concatenate([sides[:-1], sides[1:]], axis=2).reshape(-1, 2)
        owners = np.repeat(np.arange(len(quads) // 4), 4)
        sweeps = np.asarray(shapely.convex_hull(shapely.multipoints(quads, indices=owners)))
        grouped = shapely.geometrycollections(sweeps, indices=np.repeat(np.arange(count), len(self.core)))
        return np.array([as_geometry(copies[0]), *np.atleast_1d(np.asarray(grouped))], dtype=np.object_)

    def level_with(self, solid: Solid) -> bool:
        """Heights that can meet: not when the base passes over its top or under its bottom."""
        low, high = min(self.a.elevation, self.b.elevation), max(self.a.elevation, self.b.elevation) + self.thickness
        over = low > solid.top + TOUCH or (solid.top > solid.bottom + TOUCH and low >= solid.top - TOUCH)
        under = high < solid.bottom - TOUCH or (low < solid.bottom - TOUCH and high <= solid.bottom + TOUCH)
        return not (over or under)

    def first_share(self, solid: Solid, allowed: float) -> float:
        """The share of the motion after which the core first comes nearer than allowed, given that it does."""
        if _turn(self.a, self.b) != 0.0:
            meets = shapely.dwithin(solid.core, self.covers(), allowed)
            return float(np.argmax(meets)) / (len(meets) - 1)
        if _meets(self.covers(0.0), solid, allowed):
            return 0.0
        # what is covered only grows, so halving finds the first share
        low, high = 0.0, 1.0
        while (high - low) * self.length > 1e-6:
            middle = (low + high) / 2
            low, high = (low, middle) if _meets(self.covers(middle), solid, allowed) else (middle, high)
        return high


def _meets(covered: Geometries, solid: Solid, allowed: float) -> bool:
    return bool(np.any(shapely.dwithin(solid.core, covered, allowed)))


def _motions(base: Base, path: Path, core: Floats) -> Iterator[_Motion]:
    """Every pivot of a base that is not a disc, and every step that goes somewhere."""
    thickness = float(base.height or 0.0) if base.frame else 0.0
    smooth = base.kind in ("oval", "stadium")
    before = 0.0
    poses = path.poses if len(path.poses) > 1 else path.poses * 2
    for k, (a, b) in enumerate(pairwise(poses)):
        aligned = replace(a, facing=b.facing)
        pivots = base.kind != "disc" and _turn(a, b) != 0.0
        if pivots:
            yield _Motion(a, aligned, before, core if smooth else _with_feet(core), base.convex, thickness, smooth)
        # a first step that goes nowhere still stands somewhere
        if _length(a, b) > 0.0 or (k == 0 and not pivots):
            yield _Motion(aligned, b, before, core, base.convex, thickness, smooth)
        before += _length(a, b)


def _with_feet(core: Floats) -> Floats:
    """The ring with one more corner on each side that passes its fixed point: there the side is nearest to it.

    From such a corner a side only comes nearer or only goes farther, so that a turned side does not cross itself.
    """
    if len(core) < 3:
        return core
    sides = np.roll(core, -1, axis=0) - core
    shares = -np.sum(core * sides, axis=1) / np.sum(sides * sides, axis=1)
    with_feet = np.insert(core, np.arange(1, len(core) + 1), core + shares[:, None] * sides, axis=0)
    kept = np.ones(len(with_feet), dtype=np.bool_)
    kept[1::2] = (shares > 0) & (shares < 1)
    ring: Floats = with_feet[kept]
    return ring


@lru_cache(maxsize=256)
def _slimmer(base: Base) -> tuple[Floats, float]:
    """Core and radius of the base less TOUCH all round: what may not meet an obstacle."""
    if base.radius:
        return base.local_core, max(base.radius - TOUCH, 0.0)
    slim = Polygon(base.local_core).buffer(-TOUCH, join_style="mitre")
    parts = sorted(shapely.get_parts(slim), key=lambda part: -float(part.area))
    return shapely.get_coordinates(parts[0])[:-1] if parts else np.zeros((1, 2)), 0.0


def _contact(obstacle: Obstacle, base: Base, motion: _Motion, share: float) -> Contact:
    pose = _between(motion.a, motion.b, share)
    there = base.at(pose)
    shape = obstacle.shape
    met = gap(there, shape) if isinstance(shape, Footprint) else gap_to(there, shape)
    return Contact(obstacle.name, met.b, Mm(motion.before + share * motion.length), pose)


def _length(a: Pose, b: Pose) -> float:
    return math.hypot(b.x - a.x, b.y - a.y) + abs(b.elevation - a.elevation)


def _turn(a: Pose, b: Pose) -> float:
    """The shorter way round, in degrees; +180 for half a turn."""
    turn = (b.facing - a.facing) % 360.0
    return turn - 360.0 if turn > 180.0 else turn


def _between(a: Pose, b: Pose, share: float) -> Pose:
    return Pose(
        Mm(a.x + (b.x - a.x) * share),
        Mm(a.y + (b.y - a.y) * share),
        a.facing + _turn(a, b) * share,
        Mm(a.elevation + (b.elevation - a.elevation) * share),
    )


def _spot(pose: Pose) -> Spot:
    return Spot(float(pose.x), float(pose.y), float(pose.elevation))
