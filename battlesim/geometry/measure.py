"""What a ruler says: one value with its two end points, and the only comparisons with a limit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from battlesim.errors import BadGeometry
from battlesim.geometry.footprint import Floats, Footprint, Spot
from battlesim.geometry.oval import Point2, as_ovals, oval_to_core, oval_to_oval, oval_to_point
from battlesim.geometry.separation import all_discs, circle_distances, circles, rises, separations
from battlesim.kinds import Kinded
from battlesim.units import TOUCH, ZERO, Mm

MeasuredAs = Literal["gap", "gap-3d", "height", "reach", "outside", "depth", "path"]

EQUAL: Final = 1e-9
"""Two gaps that differ by less, in mm, differ by rounding alone."""


class Measurement(Kinded, frozen=True):
    """A length that somebody measured, from ``a`` to ``b`` (the two nearest points of a gap, the farthest of a reach).

    ``ends`` names what the two points lie on. All comparisons of lengths with limits happen here.
    """

    value: Mm
    a: Spot
    b: Spot
    ends: tuple[str, str] = ("", "")
    what: MeasuredAs = "gap"

    def __post_init__(self) -> None:
        if not math.isfinite(self.value):
            raise BadGeometry(f"a measurement needs a finite value, not {self.value!r}")

    def within(self, limit: Mm) -> bool:
        """Not farther than the limit: inclusive."""
        return self.value <= limit + TOUCH

    def beyond(self, limit: Mm) -> bool:
        """More than the limit: strict, the exact complement of ``within``."""
        return not self.within(limit)

    def short_of(self, limit: Mm) -> bool:
        """Less than the limit: strict, for the rules that say "less than"."""
        return self.value < limit - TOUCH

    def close_call(self, limit: Mm) -> bool:
        """Nearer to the limit than the tolerance: the verdict hangs on it."""
        return abs(self.value - limit) <= TOUCH


def gap(p: Footprint, q: Footprint, *, ends: tuple[str, str] = ("", "")) -> Measurement:
    """Shortest horizontal distance between two footprints, edge to edge.

    Heights play no part; each end point carries the elevation of its own base. Zero where they touch or overlap, and
    then ``a`` and ``b`` are one shared point of the table. Exact to rounding for every shape, notched hulls included.

    >>> gap(Footprint.disc(0, 0, 32), Footprint.disc(100, 0, 32)).value
    68.0
    """
    value, a, b = _edge_to_edge(p, q)
    return Measurement(Mm(value), Spot(*a, p.bottom), Spot(*b, q.bottom), ends)


def gap_each(
    pairs: Sequence[tuple[Footprint, Footprint]], *, ends: Sequence[tuple[str, str]]
) -> tuple[Measurement, ...]:
    """As ``gap`` for each of some pairs; ovals, which cost most, all at once."""
    ovals = [k for k, (p, q) in enumerate(pairs) if p.base.kind == q.base.kind == "oval"]
    found: dict[int, tuple[float, Point2, Point2]] = {}
    if len(ovals) > 1:
        together = oval_to_oval(as_ovals([pairs[k][0] for k in ovals]), as_ovals([pairs[k][1] for k in ovals]))
        for row, k in enumerate(ovals):
            p, q = pairs[k]
            value, a, b = float(together.separation[row]), _point(together.a[row]), _point(together.b[row])
            found[k] = _parted(p, q, value, a, b)
    measured = []
    for k, (p, q) in enumerate(pairs):
        value, a, b = found[k] if k in found else _edge_to_edge(p, q)
        measured.append(Measurement(Mm(value), Spot(*a, p.bottom), Spot(*b, q.bottom), ends[k]))
    return tuple(measured)


def gap_3d(p: Footprint, q: Footprint, *, ends: tuple[str, str] = ("", "")) -> Measurement:
    """Shortest distance in space: the horizontal gap and the height gap as the two sides of a right angle.

    A base counts at its elevation, a frame model from there up to its height.

    >>> gap_3d(Footprint.disc(0, 0, 32), Footprint.disc(62, 0, 32, elevation=40)).value
    50.0
    """
    value, a, b = _edge_to_edge(p, q)
    low, high = _heights(p, q)
    return Measurement(Mm(math.hypot(value, high - low)), Spot(*a, low), Spot(*b, high), ends, "gap-3d")


def height_gap(p: Footprint, q: Footprint, *, ends: tuple[str, str] = ("", "")) -> Measurement:
    """Vertical distance alone: zero where the heights that count overlap. The end points stand where the gap is.

    >>> height_gap(Footprint.disc(0, 0, 32), Footprint.disc(0, 0, 32, elevation=76.2)).value
    76.2
    """
    _, a, b = _edge_to_edge(p, q)
    low, high = _heights(p, q)
    return Measurement(Mm(abs(high - low)), Spot(*a, low), Spot(*b, high), ends, "height")


def height_above(spot: Spot, level: float, *, ends: tuple[str, str] = ("", "")) -> Measurement:
    """How far a spot lies above a level, straight up; below zero under it.

    >>> height_above(Spot(0, 0, 76.2), 50.0).value
    26.200000000000003
    """
    return Measurement(Mm(spot.z - level), Spot(spot.x, spot.y, level), spot, ends, "height")


def gap_to(p: Footprint, area: BaseGeometry, *, ends: tuple[str, str] = ("", "")) -> Measurement:
    """Shortest horizontal distance from a footprint to anything drawn on the table: area, line, edge or marker.

    Zero where they touch or overlap, also where the footprint stands inside an area. For the distance to an area's
    border from inside, pass its ``boundary``. Ovals are within 0.002 mm. Raises BadGeometry for an empty shape.
    """
    if area.is_empty:
        raise BadGeometry("nothing to measure to: the area is empty")
    value, a, b = _less_radii(*_between_geometries(p.core_geometry, area), p.radius, 0.0)
    return Measurement(Mm(value), Spot(*a, p.bottom), Spot(*b, p.bottom), ends)


def touches(p: Footprint, q: Footprint) -> bool:
    """Contact: edge to edge nearer than TOUCH, on the same level. Overlapping counts."""
    return gap_3d(p, q).within(ZERO)


def nearest(
    ps: Sequence[Footprint], qs: Sequence[Footprint], *, names: Sequence[str] = (), other_names: Sequence[str] = ()
) -> Measurement:
    """The gap between two units: of all pairs, the nearest.

    ``names`` and ``other_names`` name the footprints, and become the ends. Among equal gaps the first pair in order
    counts (by ``ps``, then by ``qs``). Raises BadGeometry where either unit is empty.
    """
    return _nearest(ps, qs, names, other_names, in_space=False)


def nearest_3d(
    ps: Sequence[Footprint], qs: Sequence[Footprint], *, names: Sequence[str] = (), other_names: Sequence[str] = ()
) -> Measurement:
    """The nearest pair of two units in space, as ``nearest``."""
    return _nearest(ps, qs, names, other_names, in_space=True)


def _nearest(
    ps: Sequence[Footprint],
    qs: Sequence[Footprint],
    names: Sequence[str],
    other_names: Sequence[str],
    *,
    in_space: bool,
) -> Measurement:
    if not ps or not qs:
        raise BadGeometry("no gap between two units when one of them has no models")
    ps, qs = tuple(ps), tuple(qs)
    between, radii = circle_distances(circles(ps), circles(qs))
    if all_discs(ps) and all_discs(qs):
        exact = np.maximum(between - radii, 0.0)
        if in_space:
            exact = np.hypot(exact, rises(ps, qs))
        i, j = divmod(int(np.argmax(exact <= exact.min() + EQUAL)), len(qs))
        return _measured(ps, qs, i, j, names, other_names, in_space=in_space)
    least = np.maximum(between - radii, 0.0)
    # One pair measured exactly sets the bar: only pairs whose circles come as near as that can be nearer.
    i, j = divmod(int(np.argmin(between)), len(qs))
    most = _edge_to_edge(ps[i], qs[j])[0]
    up = rises(ps, qs) if in_space else np.zeros(between.shape)
    if in_space:
        least = np.hypot(least, up)
        most = math.hypot(most, up[i, j])
    rows, columns = np.nonzero(least <= most + EQUAL)
    first = 0
    if len(rows) > 1:
        exact = np.hypot(separations(ps, qs, rows, columns), up[rows, columns])
        first = int(np.argmax(exact <= exact.min() + EQUAL))
    return _measured(ps, qs, int(rows[first]), int(columns[first]), names, other_names, in_space=in_space)


def _measured(
    ps: Sequence[Footprint],
    qs: Sequence[Footprint],
    i: int,
    j: int,
    names: Sequence[str],
    other_names: Sequence[str],
    *,
    in_space: bool,
) -> Measurement:
    ends = (names[i] if names else "", other_names[j] if other_names else "")
    return (gap_3d if in_space else gap)(ps[i], qs[j], ends=ends)


def _heights(p: Footprint, q: Footprint) -> tuple[float, float]:
    """The nearest heights of p and q; where they overlap, one that both have."""
    if p.top < q.bottom:
        return p.top, q.bottom
    if q.top < p.bottom:
        return p.bottom, q.top
    shared = max(p.bottom, q.bottom)
    return shared, shared


def _edge_to_edge(p: Footprint, q: Footprint) -> tuple[float, Point2, Point2]:
    """The horizontal gap and the points of the two true edges; one shared point where there is no gap."""
    if p.base.kind == q.base.kind == "disc":
        apart = math.hypot(q.pose.x - p.pose.x, q.pose.y - p.pose.y)
        return _less_radii(apart, p.centre, q.centre, p.radius, q.radius)
    return _between_shapes(p, q)


@lru_cache(maxsize=4096)
def _between_shapes(p: Footprint, q: Footprint) -> tuple[float, Point2, Point2]:
    """As ``_edge_to_edge``, kept: most models stand where they stood, and are measured to again by the next rule."""
    kinds = p.base.kind, q.base.kind
    if kinds == ("oval", "oval"):
        return _between_ovals(p, q)
    if kinds == ("oval", "disc"):
        return _less_radii(*oval_to_point(p, q.centre), 0.0, q.radius)
    if kinds[0] == "oval":
        found = oval_to_core(as_ovals([p]), q.core)
        return _less_radii(float(found.separation[0]), _point(found.a[0]), _point(found.b[0]), 0.0, q.radius)
    if kinds[1] == "oval":
        value, b, a = _between_shapes(q, p)
        return value, a, b
    return _less_radii(*_between_geometries(p.core_geometry, q.core_geometry), p.radius, q.radius)


def _between_ovals(p: Footprint, q: Footprint) -> tuple[float, Point2, Point2]:
    found = oval_to_oval(as_ovals([p]), as_ovals([q]))
    return _parted(p, q, float(found.separation[0]), _point(found.a[0]), _point(found.b[0]))


def _parted(p: Footprint, q: Footprint, value: float, a: Point2, b: Point2) -> tuple[float, Point2, Point2]:
    """The gap of two ovals, and one shared point where there is none."""
    if value > 0:
        return value, a, b
    shared = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    if value < -TOUCH:
        both = p.core_geometry.intersection(q.core_geometry).centroid
        shared = (float(both.x), float(both.y))
    return 0.0, shared, shared


def _between_geometries(p: BaseGeometry, q: BaseGeometry) -> tuple[float, Point2, Point2]:
    (ax, ay), (bx, by) = shapely.get_coordinates(shapely.shortest_line(p, q)).tolist()
    return math.hypot(bx - ax, by - ay), (ax, ay), (bx, by)


def _less_radii(apart: float, a: Point2, b: Point2, radius: float, other: float) -> tuple[float, Point2, Point2]:
    """From the nearest points of two cores to those of the edges."""
    value = apart - radius - other
    if apart == 0.0:
        return 0.0, a, a
    ux, uy = (b[0] - a[0]) / apart, (b[1] - a[1]) / apart
    if value > 0:
        return value, (a[0] + radius * ux, a[1] + radius * uy), (b[0] - other * ux, b[1] - other * uy)
    # the middle of what both cover of the line between the cores
    along = min(max((radius + apart - other) / 2, 0.0), apart)
    shared = (a[0] + along * ux, a[1] + along * uy)
    return 0.0, shared, shared


def _point(row: Floats) -> Point2:
    return float(row[0]), float(row[1])
