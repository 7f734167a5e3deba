"""How far the farthest part lies: for "wholly within" and "every part of"."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from battlesim.errors import BadGeometry
from battlesim.geometry.footprint import Floats, Footprint, Spot
from battlesim.geometry.measure import MeasuredAs, Measurement
from battlesim.geometry.minkowski import is_convex
from battlesim.geometry.quick import as_box
from battlesim.geometry.region import Region, as_shape
from battlesim.units import Mm

_OUTWARD: Final = np.array([[0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]])
_FINE: Final = 0.004
"""How exactly the farthest part is found where an area is not convex, mm."""


def reach(p: Footprint, q: Footprint, *, ends: tuple[str, str] = ("", "")) -> Measurement:
    """How far from p the farthest part of q lies: ``reach(p, q).within(limit)`` is "wholly within" the limit of p.

    Horizontal, from the nearest edge of p; zero where q lies inside p. Not symmetric. Exact for discs, stadiums and
    polygons, within 0.004 mm for ovals and for a p with notches.
    """
    return _farthest(q, p.core_geometry, p.radius, p.base.convex, ends, "reach", (p.bottom, q.bottom))


def wholly_inside(q: Footprint, area: BaseGeometry | Region, *, ends: tuple[str, str] = ("", "")) -> Measurement:
    """How far q sticks out of an area of the table: zero where every part is inside, the border included.

    ``within(ZERO)`` is the verdict. ``b`` is the part of q that sticks out farthest, ``a`` the point of the area
    nearest to it. Areas may have notches, holes and several parts. Raises BadGeometry for an area without points.
    """
    shape = as_shape(area) if isinstance(area, Region) else area
    if isinstance(shape, MultiPolygon) and len(shape.geoms) == 1:
        shape = shape.geoms[0]
    if shape.is_empty:
        raise BadGeometry("nothing lies inside an empty area")
    box = as_box(shape)
    if box is not None and q.base.kind == "disc":
        return _disc_in_box(q, box, ends)
    convex = box is not None or (isinstance(shape, Polygon) and is_convex(shape))
    return _farthest(q, shape, 0.0, convex, ends, "outside", (q.bottom, q.bottom))


def _disc_in_box(q: Footprint, box: tuple[float, float, float, float], ends: tuple[str, str]) -> Measurement:
    (x, y), (min_x, min_y, max_x, max_y) = q.centre, box
    dx, dy = max(min_x - x, 0.0, x - max_x), max(min_y - y, 0.0, y - max_y)
    if dx or dy:
        apart = math.hypot(dx, dy)
        nearest = min(max(x, min_x), max_x), min(max(y, min_y), max_y)
        outward = (x - nearest[0]) / apart, (y - nearest[1]) / apart
    else:
        sides = ((x - min_x, -1.0, 0.0), (max_x - x, 1.0, 0.0), (y - min_y, 0.0, -1.0), (max_y - y, 0.0, 1.0))
        depth, *outward_of = min(sides)
        apart, outward = -depth, (outward_of[0], outward_of[1])
        nearest = x + depth * outward[0], y + depth * outward[1]
    farthest = Spot(x + q.radius * outward[0], y + q.radius * outward[1], q.bottom)
    value = apart + q.radius
    if value <= 0.0:
        return Measurement(Mm(0.0), farthest, farthest, ends, "outside")
    return Measurement(Mm(value), Spot(*nearest, q.bottom), farthest, ends, "outside")


def _farthest(
    q: Footprint,
    area: BaseGeometry,
    grown: float,
    convex: bool,
    ends: tuple[str, str],
    what: MeasuredAs,
    heights: tuple[float, float],
) -> Measurement:
    """The farthest part of q from an area grown by a radius."""
    if convex:
        point, value = _farthest_from_convex(q, area)
    else:
        point, value = _farthest_from_any(q, area)
    value -= grown
    if value <= 0.0:
        spot = Spot(*point, heights[1])
        return Measurement(Mm(0.0), spot, spot, ends, what)
    near_x, near_y = shapely.get_coordinates(shapely.shortest_line(area, Point(point)))[0].tolist()
    apart = math.hypot(point[0] - near_x, point[1] - near_y)
    share = grown / apart if apart else 0.0
    a = Spot(near_x + share * (point[0] - near_x), near_y + share * (point[1] - near_y), heights[0])
    return Measurement(Mm(value), a, Spot(*point, heights[1]), ends, what)


def _farthest_from_convex(q: Footprint, area: BaseGeometry) -> tuple[tuple[float, float], float]:
    """The point of q farthest from a convex area, and how far; below zero where all of q is inside.

    A corner of the core is the farthest part of it, as the distance to a convex area is convex; and from there a disc
    sticks out by its radius more, straight away from the area.
    """
    corners = q.core
    away, outward = _signed(corners, area)
    k = int(np.argmax(away))
    x, y = corners[k] + q.radius * outward[k]
    return (float(x), float(y)), float(away[k]) + q.radius - q.slack


def _signed(points: Floats, area: BaseGeometry) -> tuple[Floats, Floats]:
    """Distance of each point to a convex area, negative inside, and the unit vector that leads outwards there."""
    if not isinstance(area, Polygon):
        nearest = shapely.get_coordinates(shapely.shortest_line(area, shapely.points(points)))[0::2]
        return _directed(points - nearest, np.ones(len(points)))
    box = as_box(area)
    if box is not None:
        return _signed_to_box(points, box)
    # on its border or inside: minus the distance to the border
    ring = area.exterior
    nearest = shapely.get_coordinates(shapely.shortest_line(ring, shapely.points(points)))[0::2]
    inside = shapely.covers(area, shapely.points(points))
    return _directed(points - nearest, np.where(inside, -1.0, 1.0))


def _signed_to_box(points: Floats, box: tuple[float, float, float, float]) -> tuple[Floats, Floats]:
    beyond = np.stack([points[:, 1] - box[3], box[0] - points[:, 0], box[1] - points[:, 1], points[:, 0] - box[2]], 1)
    side = beyond.argmax(axis=1)
    out = np.maximum(beyond, 0.0)
    away, outward = _directed(np.column_stack([out[:, 3] - out[:, 1], out[:, 0] - out[:, 2]]), np.ones(len(points)))
    inside = beyond.max(axis=1) <= 0.0
    return np.where(inside, beyond.max(axis=1), away), np.where(inside[:, None], _OUTWARD[side], outward)


def _directed(offset: Floats, sign: Floats) -> tuple[Floats, Floats]:
    length = np.hypot(offset[:, 0], offset[:, 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        unit = np.where(length[:, None] > 0, offset / length[:, None], np.array([1.0, 0.0]))
    return length * sign, unit * sign[:, None]


def _farthest_from_any(q: Footprint, area: BaseGeometry) -> tuple[tuple[float, float], float]:
    """As from a convex area, by halving squares: the farthest part may lie inside a notch or a hole of the area."""
    if _holds(area, q):
        return q.centre, 0.0
    shapely.prepare(area)
    min_x, min_y, max_x, max_y = q.bounds
    half = max(max_x - min_x, max_y - min_y) / 2
    squares = np.array([[(min_x + max_x) / 2, (min_y + max_y) / 2]])
    tried = q.core
    best, best_point = -1.0, q.centre
    while True:
        far: Floats = np.asarray(shapely.distance(area, shapely.points(tried)))
        k = int(np.argmax(far))
        if far[k] > best:
            best, best_point = float(far[k]), (float(tried[k, 0]), float(tried[k, 1]))
        # no point of a square is farther than its middle by more than half its diagonal
        span = half * math.sqrt(2.0)
        tried = _into(q, squares)
        middles = np.asarray(shapely.points(squares))
        at_middle: Floats = np.asarray(shapely.distance(area, middles))
        if isinstance(area, Polygon | MultiPolygon):
            # deep inside the area is below zero, so that its squares are dropped while they are large
            within = at_middle == 0.0
            at_middle[within] = -np.asarray(shapely.distance(area.boundary, middles[within]))
        kept = (np.hypot(*(squares - tried).T) <= span) & (at_middle + span > best + _FINE)
        if not kept.any():
            return best_point, best
        half /= 2
        quarters = half * np.array([[-1, -1], [1, -1], [-1, 1], [1, 1]], dtype=np.float64)
        squares = (squares[kept][:, None, :] + quarters).reshape(-1, 2)
        tried = np.concatenate([tried, _into(q, squares)])


def _holds(area: BaseGeometry, q: Footprint) -> bool:
    """All of q lies inside, by a hair's breadth or more."""
    grown = area.buffer(_FINE / 4, join_style="mitre")
    return bool(grown.covers(q.core_geometry) and grown.boundary.distance(q.core_geometry) >= q.radius)


def _into(q: Footprint, points: Floats) -> Floats:
    """For each point the nearest part of q: itself where it lies inside."""
    nearest = shapely.get_coordinates(shapely.shortest_line(q.core_geometry, shapely.points(points)))[0::2]
    offset = points - nearest
    length = np.hypot(offset[:, 0], offset[:, 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(length > q.radius, q.radius / length, 1.0)
    return nearest + offset * share[:, None]
