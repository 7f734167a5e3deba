"""Convex shapes with a radius, and outlines cut into them: what lines of sight are tested against."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from battlesim.geometry.footprint import Base, Floats, Footprint, Geometries, as_geometry, outline_of
from battlesim.units import TOUCH

SEAL: Final = 1e-6
"""A gap narrower than this, beyond the width of the line, is shut, mm."""

DENT: Final = TOUCH / 2
"""An outline whose deepest dent is shallower than this counts as convex, mm."""

_ON_EDGE: Final = 1e-6
_NO_AREA: Final = 1e-9
_SNAP: Final = 1e-7
_KEPT: Final = 256
_FEW_CORNERS: Final = 8
_COMPLEX: Final = np.array([1.0, 1.0j])
_TURN: Final = 2 * math.pi


@dataclass(frozen=True, eq=False)
class Convex:
    """All points within ``radius`` of the convex hull of ``points`` ((n, 2) float64, mm, counter-clockwise in x, y)."""

    points: Floats
    radius: float = 0.0

    @classmethod
    def around(cls, points: Floats, radius: float = 0.0) -> Convex:
        """The convex hull of some points, grown by a radius."""
        together = shapely.multipoints(points)
        assert isinstance(together, MultiPoint), "one set of points makes one geometry"
        return cls.around_shape(together, radius)

    @classmethod
    def around_shape(cls, shape: BaseGeometry, radius: float = 0.0) -> Convex:
        """The convex hull of a shape, grown by a radius."""
        hull = shapely.convex_hull(shape)
        if not isinstance(hull, Polygon):
            return cls(shapely.get_coordinates(hull)[:2], radius)
        ring = shapely.get_coordinates(hull)[:-1]
        return cls(ring if hull.exterior.is_ccw else ring[::-1], radius)

    def grown(self, radius: float) -> Convex:
        """The same shape with that much more radius."""
        return Convex(self.points, self.radius + radius)

    @cached_property
    def core(self) -> BaseGeometry:
        """The hull of the points as a shapely point, segment or polygon."""
        return as_geometry(self.points)

    @cached_property
    def centre(self) -> tuple[float, float]:
        """A point well inside."""
        x, y = self.points[0] if len(self.points) == 1 else self.points.mean(axis=0)
        return float(x), float(y)

    @cached_property
    def circumradius(self) -> float:
        """Distance from the centre to the farthest part, mm."""
        if len(self.points) == 1:
            return self.radius
        return float(np.hypot(*(self.points - self.centre).T).max()) + self.radius

    @cached_property
    def polygon(self) -> Polygon:
        """The whole shape as a polygon; its arcs are inside the true ones, by 0.001 mm on a 50 mm base."""
        grown = self.core.buffer(self.radius, quad_segs=128) if self.radius else self.core
        assert isinstance(grown, Polygon), "only shapes with an area are drawn"
        return grown

    @cached_property
    def sides(self) -> Floats:
        """(m, 2, 2): the straight sides of the grown shape, each from its first to its last point."""
        if len(self.points) == 1:
            return np.empty((0, 2, 2))
        start, end = self.points, np.concatenate([self.points[1:], self.points[:1]])
        along = end - start
        outward = np.column_stack([along[:, 1], -along[:, 0]])
        outward *= self.radius / np.hypot(along[:, 0], along[:, 1])[:, None]
        return np.stack([start + outward, end + outward], axis=1)

    @cached_property
    def normals(self) -> Floats:
        """(m,): directions of the normals of the straight sides, radians, each at least as far on as the one before it."""
        along = self.sides[:, 1] - self.sides[:, 0]
        angles = np.arctan2(-along[:, 0], along[:, 1])
        turns = np.diff(angles) % _TURN
        # of two sides in one line rounding may turn the second back
        turns[turns > 1.5 * math.pi] = 0.0
        rising: Floats = angles[:1] + np.concatenate([[0.0], np.cumsum(turns)])[: len(angles)]
        return rising

    def farthest(self, angles: Floats) -> Floats:
        """(k, 2): the corner that lies farthest in each of k directions; beside it the shape ends at its radius."""
        if len(self.points) == 1:
            return np.broadcast_to(self.points[0], (len(angles), 2))
        first = self.normals[0]
        # a corner lies between the side before it and the side that begins there
        at = np.searchsorted(self.normals, first + (angles - first) % _TURN)
        corners: Floats = self.points[at % len(self.points)]
        return corners

    def chords(self, u: Floats, offset: Floats) -> tuple[Floats, Floats]:
        """Where straight lines enter and leave: positions along them, (k,) each, NaN where a line misses.

        A line is the points ``t * u + offset * n`` with ``u`` a unit vector ((k, 2)) and ``n = (-u_y, u_x)``.
        """
        n = np.column_stack([-u[:, 1], u[:, 0]])
        enter, leave = [], []
        with np.errstate(invalid="ignore", divide="ignore"):
            if self.radius:
                across, along = self.points @ n.T - offset, self.points @ u.T
                half = np.sqrt(self.radius**2 - across**2)
                enter.append(along - half)
                leave.append(along + half)
            if len(self.points) > 1:
                start, end = self.sides[:, 0], self.sides[:, 1]
                before, after = start @ n.T - offset, end @ n.T - offset
                share = np.where((before <= 0) != (after <= 0), before / (before - after), np.nan)
                crossing = start @ u.T * (1 - share) + end @ u.T * share
                enter.append(crossing)
                leave.append(crossing)
        return np.fmin.reduce(np.concatenate(enter), axis=0), np.fmax.reduce(np.concatenate(leave), axis=0)

    def tangents_at(self, point: Floats) -> list[float]:
        """Directions (radians) of the lines that touch this shape at a point of its edge: two at a corner."""
        if self.radius > 0:
            x, y = shapely.get_coordinates(shapely.shortest_line(self.core, Point(point)))[0]
            return [math.atan2(point[1] - y, point[0] - x) + math.pi / 2]
        near = shapely.distance(shapely.linestrings(self.sides), Point(point)) < _ON_EDGE
        along = self.sides[near, 1] - self.sides[near, 0]
        return [math.atan2(y, x) for x, y in along]

    def has_on_edge(self, points: Floats) -> npt.NDArray[np.bool_]:
        """Which of the points ((k, 2)) lie on the edge, within a millionth of a mm."""
        edge = self.core if self.radius > 0 else shapely.boundary(self.core)
        near: npt.NDArray[np.bool_] = np.abs(shapely.distance(edge, shapely.points(points)) - self.radius) < _ON_EDGE
        return near


def core_arrays(shapes: Sequence[Convex]) -> tuple[Geometries, Floats]:
    """The cores and the radii of some shapes, (n,) each."""
    return np.array([shape.core for shape in shapes], dtype=object), np.array([shape.radius for shape in shapes])


def come_within(cores: Geometries, others: Geometries | BaseGeometry, reach: Floats) -> npt.NDArray[np.bool_]:
    """Which cores come as near as that to other geometries, inclusive; much faster than by distance.

    None comes nearer than touching: below a reach of zero the answer is no.
    """
    # the library takes a distance for each pair, which its types do not say; where a shape was prepared (as areas are by
    # ``extent``) one below zero is zero to it
    limits: Any = reach
    return np.asarray(shapely.dwithin(cores, others, limits)) & (reach >= 0.0)


def core_distance(p: Convex, q: Convex) -> float:
    """How far apart the two are without their radii, mm."""
    if len(p.points) == len(q.points) == 1:
        return math.dist(p.centre, q.centre)
    return float(p.core.distance(q.core))


def crossings(p: Convex, q: Convex) -> Floats:
    """(k, 2): the points where the edges of two shapes cross, arcs and straight sides alike."""
    found = np.concatenate(
        [
            _circles_with_circles(p, q),
            _circles_with_sides(p, q),
            _circles_with_sides(q, p),
            _sides_with_sides(p, q),
        ]
    )
    found = found[np.isfinite(found).all(axis=1)]
    found = found[p.has_on_edge(found)]
    found = found[q.has_on_edge(found)]
    crossing: Floats = np.unique(np.round(found, 9), axis=0)
    return crossing


def _circles_with_circles(p: Convex, q: Convex) -> Floats:
    if p.radius == 0.0 or q.radius == 0.0:
        return np.empty((0, 2))
    a, b = p.points[:, None], q.points[None, :]
    apart = b - a
    square = (apart**2).sum(axis=2)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = (square + p.radius**2 - q.radius**2) / (2 * square)
        # a tangent contact may come out a hair below zero
        height = np.sqrt(p.radius**2 / square - share**2 + 1e-12)
        across = np.stack([-apart[..., 1], apart[..., 0]], axis=2)
        foot = a + share[..., None] * apart
        both = np.stack([foot + height[..., None] * across, foot - height[..., None] * across])
    points: Floats = both.reshape(-1, 2)
    return points


def _circles_with_sides(p: Convex, q: Convex) -> Floats:
    if p.radius == 0.0:
        return np.empty((0, 2))
    centre, start, end = p.points[:, None], q.sides[None, :, 0], q.sides[None, :, 1]
    along = end - start
    square = (along**2).sum(axis=2)
    foot = ((centre - start) * along).sum(axis=2) / square
    height = (along[..., 0] * (centre - start)[..., 1] - along[..., 1] * (centre - start)[..., 0]) ** 2 / square
    with np.errstate(invalid="ignore"):
        half = np.sqrt((p.radius**2 - height) / square + 1e-12)
    both = np.stack([foot + half, foot - half])
    points: Floats = (start + both[..., None] * along)[_within_side(both)]
    return points


def _sides_with_sides(p: Convex, q: Convex) -> Floats:
    a, b = p.sides[:, None, 0], q.sides[None, :, 0]
    d, e = p.sides[:, None, 1] - a, q.sides[None, :, 1] - b
    with np.errstate(invalid="ignore", divide="ignore"):
        turn = d[..., 0] * e[..., 1] - d[..., 1] * e[..., 0]
        p_share = ((b - a)[..., 0] * e[..., 1] - (b - a)[..., 1] * e[..., 0]) / turn
        q_share = ((b - a)[..., 0] * d[..., 1] - (b - a)[..., 1] * d[..., 0]) / turn
        points: Floats = (a + p_share[..., None] * d)[_within_side(p_share) & _within_side(q_share)]
    return points


def _within_side(share: Floats) -> npt.NDArray[np.bool_]:
    inside: npt.NDArray[np.bool_] = (share >= -1e-6) & (share <= 1 + 1e-6)
    return inside


class Outline:
    """A connected area of the table and its convex hull; cut in two or more where the hull is too much.

    A straight line meets a connected area exactly where it meets its hull, so long as the hull lies as a whole
    between the two ends of the line. Only an area that reaches to an end is ever looked at for dents and cut, and the
    cuts are kept.
    """

    __slots__ = ("_apart", "_area", "_parts", "hull")

    def __init__(self, area: Polygon | None, hull: Convex) -> None:
        self.hull = hull
        self._area = area
        self._apart: dict[Convex, tuple[Outline, ...]] = {}
        self._parts: tuple[Outline, ...] | None = None if area is not None else ()

    @classmethod
    def of(cls, shape: Polygon | Footprint, *, growth: float) -> Outline:
        """The outline of a base or an area, with ``growth`` added all round."""
        if isinstance(shape, Footprint):
            if shape.base.kind != "hull":
                return _outline_of_base(shape, growth)
            return cls.of_area(shape.shape, growth)
        return _outline_of_polygon(shape, growth)

    @classmethod
    def of_area(cls, area: Polygon, growth: float) -> Outline:
        """The outline of an area as it is, with ``growth`` added all round."""
        return cls(area, Convex.around_shape(area, growth))

    @property
    def core(self) -> BaseGeometry:
        """The area itself, dents and all, without the growth."""
        if self._area is None:
            return self.hull.core
        return self._area

    @property
    def parts(self) -> tuple[Outline, ...]:
        """The pieces it is cut into; none for a convex one."""
        if self._parts is None:
            assert self._area is not None, "an outline without an area is convex"
            dent = _deepest_dent(self._area, self.hull)
            pieces = [] if dent is None else _cut(self._area, *dent)
            self._parts = tuple(Outline.of_area(piece, self.hull.radius) for piece in pieces)
        return self._parts

    def apart_from(self, end: Convex) -> tuple[Outline, ...]:
        """The largest pieces whose hulls keep clear of an end of a line, or that have no dent.

        Kept: a unit that looks at one model, or is looked at by another, asks again for each of its own.
        """
        if end not in self._apart:
            if len(self._apart) >= _KEPT:
                self._apart.clear()
            clear = core_distance(end, self.hull) >= end.radius + self.hull.radius + SEAL
            pieces = () if clear else tuple(piece for part in self.parts for piece in part.apart_from(end))
            self._apart[end] = pieces or (self,)
        return self._apart[end]

    def convex_parts(self) -> Iterator[Convex]:
        """The whole area as convex shapes."""
        if not self.parts:
            yield self.hull
        for part in self.parts:
            yield from part.convex_parts()


@lru_cache(maxsize=4096)
def _outline_of_base(shape: Footprint, growth: float) -> Outline:
    # most of a table stands still from one question to the next
    return Outline(None, Convex(shape.core, shape.radius + growth))


@lru_cache(maxsize=2048)
def _outline_of_polygon(shape: Polygon, growth: float) -> Outline:
    # terrain stays where it is while models move, so its cuts are worth keeping
    if shapely.get_num_coordinates(shape) <= _FEW_CORNERS:
        return Outline.of_area(shape, growth)
    simple = shape.simplify(DENT, preserve_topology=False)
    return Outline.of_area(simple if isinstance(simple, Polygon) and simple.is_valid else shape, growth)


@lru_cache(maxsize=4096)
def convex_parts(footprint: Footprint) -> tuple[Convex, ...]:
    """A base as convex shapes: one, but for hulls with dents."""
    if footprint.base.kind != "hull":
        return (Convex(footprint.core, footprint.radius),)
    return tuple(Convex.around(Footprint(part, footprint.pose).core) for part in _hull_parts(footprint.base))


@lru_cache(maxsize=1024)
def _hull_parts(base: Base) -> tuple[Base, ...]:
    whole = Outline.of_area(Polygon(base.outline), 0.0)
    return tuple(Base.hull(outline_of(part.polygon)) for part in whole.convex_parts())


def _deepest_dent(area: Polygon, hull: Convex) -> tuple[Floats, Floats] | None:
    """The corner that lies deepest in a dent, and the two sides that meet there; None for a convex area."""
    deepest, found = float(DENT), None
    edge = shapely.boundary(hull.core)
    for number, ring in enumerate((area.exterior, *area.interiors)):
        corners: Floats = shapely.get_coordinates(ring)[:-1]
        # a hole is a dent however near the edge it comes
        depth = _depths(corners, hull.points) if number == 0 else shapely.distance(edge, _points(corners)) + 2 * DENT
        if depth.max() > deepest:
            deepest, i = float(depth.max()), int(depth.argmax())
            following = corners[(i + 1) % len(corners)]
            found = corners[i], np.array([corners[i] - corners[i - 1], following - corners[i]])
    return found


def _depths(corners: Floats, hull: Floats) -> Floats:
    """How far each corner of an outer ring lies from the straight line that bridges its dent, (n,) mm."""
    on_hull = np.flatnonzero(np.isin(corners @ _COMPLEX, hull @ _COMPLEX))
    # the bridge of each corner: from the last corner before it that lies on the hull to the next
    bridge = np.searchsorted(on_hull, np.arange(len(corners)), side="right") - 1
    start, end = corners[on_hull[bridge]], corners[on_hull[(bridge + 1) % len(on_hull)]]
    along, off = end - start, corners - start
    with np.errstate(invalid="ignore"):
        share = np.nan_to_num((off * along).sum(axis=1) / (along**2).sum(axis=1))
    away = off - np.clip(share, 0.0, 1.0)[:, None] * along
    depth: Floats = np.hypot(away[:, 0], away[:, 1])
    depth[on_hull] = 0.0
    return depth


def _points(corners: Floats) -> npt.NDArray[np.object_]:
    return np.asarray(shapely.points(corners))


def _cut(area: Polygon, corner: Floats, sides: Floats) -> list[Polygon]:
    """The pieces on both sides of a straight cut through a corner, along the longer of its sides where that parts it."""
    longer = int(np.hypot(sides[:, 0], sides[:, 1]).argmax())
    middle = shapely.get_coordinates(area.centroid)[0]
    across = ((middle, np.array([1.0, 0.0])), (middle, np.array([0.0, 1.0])))
    for point, along in ((corner, sides[longer]), (corner, sides[1 - longer]), *across):
        pieces = _halves(area, point, along)
        if len(pieces) > 1:
            return pieces
    raise AssertionError("a straight cut through the middle parts any area")


def _halves(area: Polygon, point: Floats, along: Floats) -> list[Polygon]:
    u: Floats = along / np.hypot(*along)
    reach = 2 * math.hypot(area.bounds[2] - area.bounds[0], area.bounds[3] - area.bounds[1])
    first, last, out = point - reach * u, point + reach * u, reach * np.array([-u[1], u[0]])
    sides = shapely.polygons([[first, last, last + side, first + side] for side in (out, -out)])
    # snapping parts what hangs together by a sliver along the cut
    parts = shapely.get_parts(shapely.set_precision(shapely.intersection(area, sides), _SNAP))
    kept = shapely.area(parts) > _NO_AREA
    return [piece for piece in parts[kept].tolist() if isinstance(piece, Polygon)]
