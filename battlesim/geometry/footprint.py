"""Bases and where they stand: a core (point, segment or polygon) plus a radius.

The table's frame: x to the right, y down the page, origin in the top left corner, millimetres. Facings are degrees
from +x towards +y, so they turn clockwise as seen by a reader, as in the published layouts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import shapely
from msgspec import Struct
from msgspec.structs import asdict, force_setattr
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.validation import explain_validity

from battlesim.errors import BadGeometry
from battlesim.units import ZERO, Mm

Floats = npt.NDArray[np.float64]
Geometries = npt.NDArray[np.object_]
Coordinates = tuple[tuple[float, float], ...]
BaseKind = Literal["disc", "oval", "stadium", "rectangle", "hull"]

QUANTUM: Final = 6
"""Decimals of a millimetre that a pose keeps, so that the same battle has the same bytes on every machine."""

OVAL_SAGITTA: Final = 0.002
"""Most that an oval's polygon may leave its curve, in mm, from one side to the other."""


class Spot(NamedTuple):
    """A point on or above the table, mm."""

    x: float
    y: float
    z: float = 0.0


class Pose(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """Where the fixed point of a base stands (its centre), which way it faces (degrees) and how high (mm)."""

    x: Mm
    y: Mm
    facing: float = 0.0
    elevation: Mm = ZERO

    def __post_init__(self) -> None:
        if not math.isfinite(self.x + self.y + self.facing + self.elevation):
            for name, number in asdict(self).items():
                if not math.isfinite(number):
                    raise BadGeometry(f"a pose needs finite numbers: {name} is {number!r}")
        # + 0.0 turns -0.0 into 0.0, which would be other bytes
        force_setattr(self, "x", round(float(self.x), QUANTUM) + 0.0)
        force_setattr(self, "y", round(float(self.y), QUANTUM) + 0.0)
        force_setattr(self, "facing", (round(float(self.facing), QUANTUM) + 0.0) % 360.0)
        force_setattr(self, "elevation", round(float(self.elevation), QUANTUM) + 0.0)

    def moved(self, dx: float, dy: float) -> Pose:
        """The same facing and height, shifted on the table."""
        return Pose(Mm(self.x + dx), Mm(self.y + dy), self.facing, self.elevation)

    def turned(self, degrees: float) -> Pose:
        """A pivot on the spot."""
        return Pose(self.x, self.y, self.facing + degrees, self.elevation)


class Base(Struct, frozen=True, dict=True, cache_hash=True, forbid_unknown_fields=True):
    """The outline of one model, before it stands anywhere.

    ``length`` lies along the facing, ``width`` across it (for a disc both are the diameter). A hull has an
    ``outline`` instead, relative to its fixed point. ``height`` is what sight is measured against: None is unknown
    and blocks like a wall without end. ``frame`` models are measured to any part of them, from the table to their
    height, the others to the base alone.
    """

    kind: BaseKind
    length: Mm
    width: Mm
    height: Mm | None = None
    outline: Coordinates = ()
    frame: bool = False

    def __post_init__(self) -> None:
        for name in ("length", "width"):
            number = getattr(self, name)
            if not math.isfinite(number) or number <= 0:
                raise BadGeometry(f"a base needs a {name} above zero, not {number!r}")
            force_setattr(self, name, float(number))
        if self.height is not None and not (math.isfinite(self.height) and self.height >= 0):
            raise BadGeometry(f"a base needs a height of zero or more, not {self.height!r}")
        if self.kind == "stadium" and self.width > self.length:
            raise BadGeometry(f"a stadium is longer than wide, not {self.length!r} x {self.width!r}")
        if self.kind == "hull":
            check_outline(self.outline, "a hull")

    @classmethod
    def disc(cls, diameter: float, *, height: float | None = None) -> Base:
        """A round base."""
        return cls("disc", Mm(diameter), Mm(diameter), _mm(height))

    @classmethod
    def oval(cls, length: float, width: float, *, height: float | None = None) -> Base:
        """An elliptical base, ``length`` along its facing."""
        return cls("oval", Mm(length), Mm(width), _mm(height))

    @classmethod
    def stadium(cls, length: float, width: float, *, height: float | None = None) -> Base:
        """Two half discs joined by straight sides."""
        return cls("stadium", Mm(length), Mm(width), _mm(height))

    @classmethod
    def rectangle(cls, length: float, width: float, *, height: float | None = None) -> Base:
        """A rectangular base or stand, ``length`` along its facing."""
        return cls("rectangle", Mm(length), Mm(width), _mm(height))

    @classmethod
    def hull(cls, outline: Iterable[Sequence[float]], *, height: float | None = None, frame: bool = True) -> Base:
        """A model without a base: a simple polygon around its fixed point, convex or not."""
        points = _without_repeats(tuple((float(p[0]), float(p[1])) for p in outline))
        check_outline(points, "a hull")
        xs, ys = zip(*points, strict=True)
        return cls("hull", Mm(max(xs) - min(xs)), Mm(max(ys) - min(ys)), _mm(height), points, frame)

    def at(self, pose: Pose) -> Footprint:
        """This base standing there."""
        return Footprint(self, pose)

    @cached_property
    def circumradius(self) -> float:
        """Distance from the fixed point to the farthest part of the outline, mm."""
        if self.kind == "rectangle":
            return math.hypot(self.length, self.width) / 2
        if self.kind == "hull":
            return max(math.hypot(x, y) for x, y in self.outline)
        return max(self.length, self.width) / 2

    @cached_property
    def local_core(self) -> Floats:
        """The core around the fixed point, facing along +x: (n, 2) float64, mm, read-only."""
        core = _new_core(self)
        core.setflags(write=False)
        return core

    @property
    def radius(self) -> float:
        """What is added all round the core: half the diameter of a disc, zero for polygons, mm."""
        return float(self.width) / 2 if self.kind in ("disc", "stadium") else 0.0

    @cached_property
    def convex(self) -> bool:
        """No notch in the outline: only a hull can have one."""
        if self.kind != "hull":
            return True
        return has_no_notch(self.local_core)


class Footprint(Struct, frozen=True, dict=True, cache_hash=True):
    """A base on the table: every measurement of the game starts and ends on one of these."""

    base: Base
    pose: Pose

    @classmethod
    def disc(cls, x: float, y: float, diameter: float, *, elevation: float = 0.0) -> Footprint:
        """A round base, as tests write it.

        >>> Footprint.disc(0, 0, 32).radius
        16.0
        """
        return cls(Base.disc(diameter), Pose(Mm(x), Mm(y), 0.0, Mm(elevation)))

    @cached_property
    def radius(self) -> float:
        """What is added all round the core, mm: that of the base."""
        return self.base.radius

    @cached_property
    def core(self) -> Floats:
        """(n, 2) float64, mm, x then y: one point (disc), two (stadium) or an open ring (the rest)."""
        base, pose = self.base, self.pose
        local = base.local_core
        if pose.facing == 0.0:
            return local + (pose.x, pose.y)
        return turned(local, pose.facing) + (pose.x, pose.y)

    @cached_property
    def slack(self) -> float:
        """Most by which the core may misplace the true edge, mm: zero but for ovals."""
        return OVAL_SAGITTA / 2 if self.base.kind == "oval" else 0.0

    @cached_property
    def core_geometry(self) -> BaseGeometry:
        """The core as a shapely point, segment or polygon."""
        return as_geometry(self.core)

    @cached_property
    def shape(self) -> Polygon:
        """The whole base as a polygon: for drawing, areas and regions, never for a distance."""
        if self.radius == 0.0:
            return Polygon(self.core)
        grown = self.core_geometry.buffer(self.radius, quad_segs=32)
        assert isinstance(grown, Polygon)
        return grown

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """(min x, min y, max x, max y), mm."""
        low, high = self.core.min(axis=0) - self.radius, self.core.max(axis=0) + self.radius
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    @cached_property
    def circle(self) -> tuple[float, float, float]:
        """The circle round the whole base: x and y of the fixed point, and how far the base reaches from it, mm."""
        return self.pose.x, self.pose.y, self.base.circumradius

    @property
    def centre(self) -> tuple[float, float]:
        """The fixed point of the base, from which paths are measured."""
        pose = self.pose
        return pose.x, pose.y

    @property
    def bottom(self) -> float:
        """Height of the lowest part that counts for measuring, mm above the table."""
        return self.pose.elevation

    @property
    def top(self) -> float:
        """Height of the highest part that counts for measuring: the base itself, or the whole of a frame model."""
        return self.bottom + float(self.base.height or 0.0) if self.base.frame else self.bottom

    def at(self, pose: Pose) -> Footprint:
        """The same base elsewhere."""
        return Footprint(self.base, pose)

    def moved(self, dx: float, dy: float) -> Footprint:
        """The same base, shifted on the table."""
        return Footprint(self.base, self.pose.moved(dx, dy))


def check_outline(points: Sequence[Sequence[float]], what: str) -> None:
    """Raise BadGeometry, with the coordinates, unless the points are a simple polygon with an area."""
    if len(points) < 3:
        raise BadGeometry(f"{what} needs three corners or more, not {len(points)}")
    for x, y in points:
        if not (math.isfinite(x) and math.isfinite(y)):
            raise BadGeometry(f"{what} needs finite corners, not ({x!r}, {y!r})")
    polygon = Polygon(points)
    if not polygon.is_valid:
        raise BadGeometry(f"{what} must not cross or touch itself: {explain_validity(polygon)}")
    if polygon.area <= 0:
        raise BadGeometry(f"{what} needs an area: its corners {list(points)!r} lie on one line")


def _without_repeats(points: Coordinates) -> Coordinates:
    """An open ring, whether it was written closed or not, or with a corner twice."""
    return tuple(point for k, point in enumerate(points) if point != points[(k + 1) % len(points)])


def has_no_notch(ring: Floats) -> bool:
    """Whether an open ring, (n, 2), turns one way all round: true of convex polygons alone, points and segments too."""
    sides = np.roll(ring, -1, axis=0) - ring
    onward = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * onward[:, 1] - sides[:, 1] * onward[:, 0]
    slightest = 1e-9 * float(np.abs(sides).max(initial=0.0)) ** 2
    return bool(np.all(turns >= -slightest) or np.all(turns <= slightest))


def _mm(height: float | None) -> Mm | None:
    return None if height is None else Mm(float(height))


def as_geometry(core: Floats) -> BaseGeometry:
    """A core as a shapely point, segment or polygon."""
    if len(core) == 1:
        geometry: Any = shapely.points(core[0])
    else:
        geometry = shapely.linestrings(core) if len(core) == 2 else shapely.polygons(core)
    assert isinstance(geometry, BaseGeometry), "one core makes one geometry"
    return geometry


def drawn_core(base: Base, facing: float, *, tolerance: float) -> Floats:
    """The core around the fixed point, turned; an oval's with fewer corners, none farther off than ``tolerance``, mm."""
    core = turned(base.local_core, facing)
    if base.kind != "oval":
        return core
    return shapely.get_coordinates(shapely.simplify(Polygon(core), tolerance))[:-1]


def turned(points: Floats, degrees: float) -> Floats:
    """(n, 2) points turned about the origin, from +x towards +y."""
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    found: Floats = points @ np.array([[cos, sin], [-sin, cos]])
    return found


def _new_core(base: Base) -> Floats:
    a, b = float(base.length) / 2, float(base.width) / 2
    match base.kind:
        case "disc":
            points: Any = [(0.0, 0.0)]
        case "stadium":
            points = [(b - a, 0.0), (a - b, 0.0)] if a > b else [(0.0, 0.0)]
        case "rectangle":
            points = [(-a, -b), (a, -b), (a, b), (-a, b)]
        case "hull":
            points = base.outline
        case "oval":
            longest = max(a, b)
            count = 4 * math.ceil(math.pi / math.acos(1 - OVAL_SAGITTA / longest) / 4)
            angles = np.arange(count) * (2 * math.pi / count)
            # half the sagitta outside the curve, half inside
            half = OVAL_SAGITTA / 2
            points = np.column_stack([(a + half) * np.cos(angles), (b + half) * np.sin(angles)])
    core: Floats = np.array(points, dtype=np.float64)
    return core


def outline_of(shape: BaseGeometry) -> Coordinates:
    """The outer ring of a polygon as plain coordinates, open, mm."""
    ring = shapely.get_coordinates(shapely.get_exterior_ring(shape))[:-1]
    return tuple((float(x), float(y)) for x, y in ring)
