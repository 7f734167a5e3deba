"""Finding room: the place nearest to something where a base may stand, and so on for one base after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely
from shapely.affinity import translate
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from battlesim.geometry.footprint import Base, Floats, Footprint, Pose, drawn_core
from battlesim.geometry.minkowski import forbidden
from battlesim.units import TOUCH, ZERO, Mm

_ARC: Final = 90
"""Segments of a quarter circle: corners lie on it, and sides within 0.004 mm of it for the bases there are."""

_STRIDE: Final = 4.0
"""How far apart, at most, places are tried along the border of what is allowed, mm."""

_DRAWN: Final = 0.005
"""How far the corners of an oval may be off, mm."""


@dataclass(frozen=True, slots=True)
class Room:
    """What is there already: the table, the bases that nothing may stand on, and solid shapes."""

    table: Polygon
    taken: tuple[Footprint, ...] = ()
    walls: tuple[BaseGeometry, ...] = ()


@dataclass(frozen=True, slots=True)
class Together:
    """How the bases of one group stand: within ``neighbour`` of one and within ``envelope`` of all of those placed."""

    neighbour: Mm
    envelope: Mm


def nearest_place(
    base: Base,
    middle: Footprint,
    limit: Mm,
    room: Room,
    *,
    avoid: Sequence[Footprint] = (),
    clearance: Mm = ZERO,
    mates: Sequence[Footprint] = (),
    together: Together | None = None,
    toward: tuple[float, float] | None = None,
) -> Pose | None:
    """Where a base stands as near as possible to ``middle``, wholly within ``limit`` of it; None where nowhere.

    On the table, on no base that is there (``middle`` included) and in no wall; more than ``clearance`` from those to
    ``avoid``. Heights do not count, and a base that is not round keeps the facing of ``middle``. Of places equally near
    the one nearest to ``toward`` is taken, then the one farthest left, then up: the same on every machine.
    """
    core = drawn_core(base, middle.pose.facing, tolerance=_DRAWN)
    radius = base.radius
    allowed = _wholly_within(core, radius, middle, limit, room.table)
    for other in (middle, *room.taken):
        allowed = allowed.difference(_near(core, base, other, radius))
    for wall in room.walls:
        shut = forbidden(wall, core, convex=base.convex)
        allowed = allowed.difference(shut.buffer(radius - TOUCH / 2, quad_segs=_ARC) if radius else shut)
    for other in avoid:
        allowed = allowed.difference(_near(core, base, other, radius + clearance + 2 * TOUCH))
    if together is not None and mates:
        allowed = allowed.intersection(
            shapely.union_all([_near(core, base, mate, radius + together.neighbour) for mate in mates])
        )
        for mate in mates:
            allowed = allowed.intersection(_near(core, base, mate, radius + together.envelope))
    return _pick(allowed, forbidden(middle.core_geometry, core, convex=base.convex), toward, middle.pose)


def settle(
    bases: Sequence[Base],
    middle: Footprint,
    limit: Mm,
    room: Room,
    *,
    avoid: Sequence[Footprint] = (),
    clearance: Mm = ZERO,
    together: Together | None = None,
    toward: tuple[float, float] | None = None,
) -> tuple[Pose | None, ...]:
    """Places for several bases, one after another, each as near as possible; see ``nearest_place``.

    A base keeps clear of those to avoid if it can, and else only stands on none of them. None is for a base that has no
    room; the others go on without it.
    """
    placed: list[Footprint] = []
    found: list[Pose | None] = []
    for base in bases:
        here = Room(room.table, (*room.taken, *placed), room.walls)
        aim = placed[0].centre if placed else toward
        pose = None
        for kept in (avoid, ()) if avoid else ((),):
            pose = nearest_place(
                base, middle, limit, here, avoid=kept, clearance=clearance, mates=placed, together=together, toward=aim
            )
            if pose is not None:
                break
        found.append(pose)
        if pose is not None:
            placed.append(base.at(pose))
    return tuple(found)


def _wholly_within(core: Floats, radius: float, middle: Footprint, limit: Mm, table: Polygon) -> BaseGeometry:
    """Where the fixed point may be so that all of the base is within the limit of the middle and on the table."""
    low_x, low_y, high_x, high_y = table.bounds
    (left, up), (right, down) = core.min(axis=0) - radius, core.max(axis=0) + radius
    if high_x - right < low_x - left or high_y - down < low_y - up:
        return Polygon()
    allowed: BaseGeometry = box(low_x - left, low_y - up, high_x - right, high_y - down)
    # a hair more, so that a base exactly as wide as the limit has its place
    inside = middle.core_geometry.buffer(middle.radius + limit - radius + TOUCH / 2, quad_segs=_ARC)
    for x, y in core:
        allowed = allowed.intersection(translate(inside, -float(x), -float(y)))
    return allowed


def _near(core: Floats, base: Base, other: Footprint, reach: float) -> BaseGeometry:
    """Where the fixed point is nearer to the other than so far, measured from the core to its edge."""
    shut = forbidden(other.core_geometry, core, convex=base.convex)
    return shut.buffer(other.radius + reach, quad_segs=_ARC)


def _pick(allowed: BaseGeometry, middle: BaseGeometry, toward: tuple[float, float] | None, like: Pose) -> Pose | None:
    """The point of the area nearest to the middle."""
    areas = [part for part in shapely.get_parts(allowed) if isinstance(part, Polygon) and not part.is_empty]
    if not areas:
        return None
    points = shapely.get_coordinates(shapely.segmentize(np.array(areas, dtype=object), _STRIDE))
    apart = shapely.distance(middle, shapely.points(points))
    nearest = points[apart <= apart.min() + TOUCH]
    aim = np.asarray((like.x, like.y) if toward is None else toward)
    away = np.round(np.hypot(*(nearest - aim).T), 3)
    rounded = np.round(nearest, 3)
    k = min(range(len(nearest)), key=lambda i: (away[i], rounded[i, 0], rounded[i, 1]))
    return Pose(Mm(float(rounded[k, 0])), Mm(float(rounded[k, 1])), like.facing, like.elevation)
