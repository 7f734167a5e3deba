"""Regions: where something may be, as areas that a view can draw. Verdicts come from measurements, never from these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import shapely
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from battlesim.geometry.footprint import Base, Coordinates, Footprint, turned
from battlesim.geometry.minkowski import forbidden
from battlesim.units import TOUCH, Mm


@dataclass(frozen=True, slots=True)
class Region:
    """An area of the table: parts, each an outer ring and its holes, mm."""

    name: str
    parts: tuple[tuple[Coordinates, ...], ...]
    kind: Literal["region"] = "region"

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

    Exact for every facing of a disc; for other bases, for the facing given.
    """
    free = _standing_room(table, base, facing, obstacles)
    core, radius = turned(base.local_core, facing), _radius(base)
    taken = [
        forbidden(enemy.core_geometry, core, convex=base.convex).buffer(
            enemy.radius + radius + exclusion + TOUCH, quad_segs=32
        )
        for enemy in enemies
    ]
    return as_region(name, free.difference(shapely.union_all(taken)))


def reach_region(
    footprint: Footprint,
    length: Mm,
    table: Polygon,
    *,
    obstacles: Sequence[BaseGeometry] = (),
    name: str = "reach",
) -> Region:
    """Where the fixed point of a base can get to by a move of that length, round the obstacles, without pivots."""
    raise NotImplementedError


def _standing_room(table: Polygon, base: Base, facing: float, obstacles: Sequence[BaseGeometry]) -> BaseGeometry:
    """Where the fixed point may be so that the base is on the table and off the obstacles; touching is allowed."""
    core, radius = turned(base.local_core, facing), _radius(base)
    shut = [forbidden(shape, core, convex=base.convex) for shape in (table.boundary, *obstacles)]
    # less a hair, so that a base may stand against an edge
    shut = [shape.buffer(radius - TOUCH, quad_segs=32, join_style="round" if radius else "mitre") for shape in shut]
    return table.difference(shapely.union_all(shut))


def _radius(base: Base) -> float:
    return float(base.width) / 2 if base.kind in ("disc", "stadium") else 0.0


def _ring(ring: BaseGeometry) -> Coordinates:
    return tuple((float(x), float(y)) for x, y in shapely.get_coordinates(ring)[:-1])
