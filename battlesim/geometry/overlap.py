"""Whether two bases share ground, and how deep."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from battlesim.geometry.footprint import Floats, Footprint, Spot
from battlesim.geometry.measure import Measurement, gap, height_gap
from battlesim.geometry.minkowski import forbidden, hull_of
from battlesim.geometry.oval import as_ovals, oval_to_oval
from battlesim.units import TOUCH, ZERO, Mm

_AT_ONCE: Final = 1e-9


def overlap(p: Footprint, q: Footprint, *, ends: tuple[str, str] = ("", "")) -> Measurement | None:
    """How deep two footprints overlap; None where they only touch (within TOUCH), are apart, or on different levels.

    The depth is the shortest shift that parts them, from ``a`` to ``b`` around a shared point. Within 0.005 mm for
    ovals and for round bases in notched hulls, exact otherwise.
    """
    if math.dist(p.centre, q.centre) >= p.base.circumradius + q.base.circumradius:
        return None
    met = gap(p, q)
    if met.beyond(ZERO) or height_gap(p, q).beyond(ZERO):
        return None
    depth, way = _parting(p, q)
    if depth <= TOUCH:
        return None
    x, y, half = met.a.x, met.a.y, depth / 2
    a = Spot(x - half * way[0], y - half * way[1], p.bottom)
    b = Spot(x + half * way[0], y + half * way[1], q.bottom)
    return Measurement(Mm(depth), a, b, ends, "depth")


def _parting(p: Footprint, q: Footprint) -> tuple[float, tuple[float, float]]:
    """Length and way (a unit vector) of the shortest shift of q that takes it out of p; not above zero if it is."""
    if p.base.kind == q.base.kind == "oval":
        found = oval_to_oval(as_ovals([p]), as_ovals([q]))
        back = found.a[0] - found.b[0]
        return -float(found.separation[0]), _unit(back)
    shifts = _meeting_shifts(p, q)
    radii = p.radius + q.radius
    if radii and not (p.base.convex and q.base.convex):
        # the nearest way out of the core may lead into a notch too narrow for the rest
        shifts, radii = shifts.buffer(radii, quad_segs=64), 0.0
    origin = shapely.Point(0.0, 0.0)
    # points and segments have no inside to be in
    inside = isinstance(shifts, Polygon | MultiPolygon) and shifts.contains(origin)
    nearest = shapely.get_coordinates(shapely.shortest_line(origin, shifts.boundary if inside else shifts))[1]
    apart = float(np.hypot(nearest[0], nearest[1]))
    if apart < _AT_ONCE:
        return radii, _away_from_border(shifts)
    return (radii + apart, _unit(nearest)) if inside else (radii - apart, _unit(-nearest))


def _away_from_border(shifts: BaseGeometry) -> tuple[float, float]:
    """The way out from the origin, which lies on the border: square to the side it lies on."""
    ring = shapely.get_coordinates(shifts)
    if len(ring) == 1:
        return 1.0, 0.0
    sides = shapely.linestrings(np.stack([ring[:-1], ring[1:]], axis=1))
    k = int(np.argmin(shapely.distance(sides, shapely.Point(0.0, 0.0))))
    x, y = _unit(ring[k + 1] - ring[k])
    return (-y, x) if not shifts.contains(shapely.Point(-y * TOUCH, x * TOUCH)) else (y, -x)


def _meeting_shifts(p: Footprint, q: Footprint) -> BaseGeometry:
    """The shifts of q after which its core still meets that of p."""
    if p.base.convex and q.base.convex:
        corners = (p.core[:, None, :] - q.core[None, :, :]).reshape(-1, 2)
        return hull_of(corners)
    if q.base.convex:
        return forbidden(p.core_geometry, q.core, convex=True)
    mirrored = forbidden(q.core_geometry, p.core, convex=p.base.convex)
    return shapely.transform(mirrored, np.negative)


def _unit(vector: Floats) -> tuple[float, float]:
    length = float(np.hypot(vector[0], vector[1]))
    return (float(vector[0]) / length, float(vector[1]) / length) if length else (1.0, 0.0)
