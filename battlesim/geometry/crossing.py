"""What a way goes through: how much of it lies inside areas, how often it passes one, how near it comes to a spot."""

from __future__ import annotations

import math
from collections.abc import Sequence

import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import Measurement, gap, gap_to
from battlesim.geometry.path import Path, sweep
from battlesim.units import TOUCH, Mm


def length_inside(path: Path, areas: Sequence[BaseGeometry]) -> Mm:
    """How much of the way of the fixed point lies inside the areas, where they overlap counted once. Horizontal."""
    if not areas:
        return Mm(0.0)
    union = shapely.union_all(list(areas))
    steps = zip(path.poses, path.poses[1:], strict=False)
    inside = (LineString([(a.x, a.y), (b.x, b.y)]).intersection(union).length for a, b in steps if _goes(a, b))
    return Mm(math.fsum(inside))


def passages(path: Path, area: BaseGeometry) -> int:
    """How many times the way of the fixed point goes into the area, or over it where it is a line.

    A way that starts inside and leaves has passed it once; one that only touches its border has not.
    """
    points = [(float(pose.x), float(pose.y)) for pose in path.poses]
    way = [point for k, point in enumerate(points) if k == 0 or point != points[k - 1]]
    if len(way) < 2:
        return 0
    met = LineString(way).intersection(area)
    if area.area == 0:
        return len(shapely.get_parts(met))
    parts = [part for part in shapely.get_parts(shapely.line_merge(met)) if part.length > TOUCH]
    return len(parts)


def nearest_on_way(base: Base, path: Path, to: Footprint, *, ends: tuple[str, str] = ("", "")) -> Measurement:
    """The smallest gap that the base has to a footprint on its way, pivots included."""
    covered = sweep(base, path)
    found = [gap(base.at(path.start), to, ends=ends)]
    for part in covered:
        measured = gap_to(to, part)
        found.append(Measurement(measured.value, measured.b, measured.a, ends))
    return min(found, key=lambda measured: measured.value)


def _goes(a: Pose, b: Pose) -> bool:
    return (a.x, a.y) != (b.x, b.y)
