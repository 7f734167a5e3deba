"""Regions: where something may be, as areas that a view can draw. Verdicts come from measurements, never from these."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from battlesim.geometry.footprint import Base, Coordinates, Footprint, drawn_core
from battlesim.geometry.minkowski import forbidden
from battlesim.kinds import Kinded
from battlesim.units import TOUCH, Mm

_DRAWN: Final = 0.05
"""How far the corners of an oval in a region may be off, mm."""


class Region(Kinded, frozen=True):
    """An area of the table: parts, each an outer ring and its holes, mm."""

    name: str
    parts: tuple[tuple[Coordinates, ...], ...]

    @property
    def is_empty(self) -> bool:
        """No place at all."""
        return not self.parts


def as_region(name: str, shape: BaseGeometry) -> Region:
    """The areas of a shapely geometry; its lines and points are left out."""
    polygons = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon) and not part.is_empty]
    return Region(name, tuple(tuple(_ring(r) for r in (part.exterior, *part.interiors)) for part in polygons))


def as_shape(region: Region) -> MultiPolygon:
    """The region as a shapely geometry."""
    return MultiPolygon([(outer, holes) for outer, *holes in region.parts])


def around(footprints: Iterable[Footprint], distance: Mm, *, name: str = "around") -> Region:
    """Everything within a distance of the footprints, edge to edge: an aura, or the ground an exclusion forbids."""
    grown = [f.core_geometry.buffer(f.radius + distance, quad_segs=32) for f in footprints]
    return as_region(name, shapely.union_all(grown))


def setup_region(
    table: Polygon,
    enemies: Sequence[Footprint],
    exclusion: Mm,
    base: Base,
    *,
    facing: float = 0.0,
    obstacles: Sequence[BaseGeometry] = (),
    name: str = "setup",
) -> Region:
    """Where the fixed point of a base may be set up: on the table, more than ``exclusion`` from every enemy, and
    off the obstacles (walls, other bases' shapes).

    For every facing of a disc; for other bases, for the facing given.
    """
    free = _standing_room(table, base, facing, obstacles)
    core, radius = drawn_core(base, facing, tolerance=_DRAWN), base.radius
    taken = []
    for enemy in enemies:
        shut = forbidden(enemy.core_geometry.simplify(_DRAWN), core, convex=base.convex)
        taken.append(shut.buffer(enemy.radius + radius + exclusion + TOUCH, quad_segs=32))
    return as_region(name, free.difference(shapely.union_all(taken)))


def reach_region(
    footprint: Footprint,
    length: Mm,
    table: Polygon,
    *,
    obstacles: Sequence[BaseGeometry] = (),
    name: str = "reach",
) -> Region:
    """Where the fixed point of a base can get to by a move of that length, round the obstacles and without pivots.

    Grown in small steps, so that corners are rounded by a millimetre or so: for planning and drawing. A base that
    cannot stand where it starts gets nowhere.
    """
    free = _standing_room(table, footprint.base, footprint.pose.facing, obstacles)
    start = shapely.Point(footprint.centre)
    open_ground = start.buffer(length, quad_segs=64)
    if free.covers(open_ground):
        return as_region(name, open_ground)
    if not free.intersects(start):
        return Region(name, ())
    # a step shorter than half the base is thick cannot jump what the base cannot pass
    thinnest = min(footprint.base.length, footprint.base.width) / 2
    count = max(math.ceil(length / min(thinnest, length / 16)), 1) if length > 0 else 0
    reached: BaseGeometry = start
    for _ in range(count):
        grown = shapely.simplify(reached.buffer(length / count, quad_segs=16), 0.02).intersection(free)
        reached = shapely.union_all([part for part in shapely.get_parts(grown) if part.intersects(reached)])
    return as_region(name, reached)


def _standing_room(table: Polygon, base: Base, facing: float, obstacles: Sequence[BaseGeometry]) -> BaseGeometry:
    """Where the fixed point may be so that the base is on the table and off the obstacles; touching is allowed."""
    core, radius = drawn_core(base, facing, tolerance=_DRAWN), base.radius
    shut = [forbidden(shape, core, convex=base.convex) for shape in (table.boundary, *obstacles)]
    # less a hair, so that a base may stand against an edge
    shut = [shape.buffer(radius - TOUCH, quad_segs=32, join_style="round" if radius else "mitre") for shape in shut]
    return table.difference(shapely.union_all(shut))


def _ring(ring: BaseGeometry) -> Coordinates:
    return tuple((float(x), float(y)) for x, y in shapely.get_coordinates(ring)[:-1])
