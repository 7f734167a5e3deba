"""Sums of shapes: what a core covers while it moves, and where it may not stand because of another.

A core is (k, 2) float64, mm, as in ``Footprint.core``: a point, a segment or an open ring.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely
from shapely.affinity import translate
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from battlesim.geometry.footprint import QUANTUM, Floats, has_no_notch


def hull_of(points: Floats) -> BaseGeometry:
    """The convex hull of (n, 2) points."""
    hull = shapely.convex_hull(shapely.multipoints(points))
    assert isinstance(hull, BaseGeometry)
    return hull


def is_convex(area: Polygon) -> bool:
    """Neither holes nor notches."""
    ring = shapely.get_coordinates(area.exterior)[:-1]
    return not area.interiors and has_no_notch(ring)


def united(pieces: Sequence[BaseGeometry]) -> BaseGeometry:
    """Everything that any of the pieces covers."""
    # Pieces that share sides up to rounding trip the plain union; a grid as fine as a pose's quantum does not.
    return shapely.union_all(pieces, grid_size=10.0**-QUANTUM)


def swept(core: Floats, shift: Floats, *, convex: bool) -> BaseGeometry:
    """What a core covers while it moves straight by ``shift``, (2,)."""
    if convex:
        return hull_of(np.concatenate([core, core + shift]))
    # a polygon sweeps what it covers at both ends and what its sides sweep
    sides = np.stack([core, np.roll(core, -1, axis=0)], axis=1)
    corners = np.concatenate([sides, sides + shift], axis=1)
    owners = np.repeat(np.arange(len(core)), 4)
    sweeps = np.asarray(shapely.convex_hull(shapely.multipoints(corners.reshape(-1, 2), indices=owners)))
    # a side that moves along itself sweeps a line, which both ends cover
    areas = [sweep for sweep in sweeps if isinstance(sweep, Polygon)]
    return united([*areas, Polygon(core), Polygon(core + shift)])


def forbidden(obstacle: BaseGeometry, core: Floats, *, convex: bool) -> BaseGeometry:
    """The shifts of ``core`` after which it shares a point with the obstacle.

    Obstacles are points, lines and areas, with notches and holes.
    """
    pieces: list[BaseGeometry] = []
    for solid in shapely.get_parts(obstacle):
        if convex and isinstance(solid, Polygon) and is_convex(solid):
            corners = shapely.get_coordinates(solid.exterior)[:-1]
            pieces.append(hull_of((corners[:, None, :] - core).reshape(-1, 2)))
            continue
        # Two connected shapes meet where the border of one crosses the other, or where one holds all of the other.
        sweeps = [translate(swept(-core, b - a, convex=convex), float(a[0]), float(a[1])) for a, b in _sides(solid)]
        if isinstance(solid, Polygon):
            # what a point or a segment sweeps along itself is the border of an area, and adds nothing to it
            sweeps = [sweep for sweep in sweeps if isinstance(sweep, Polygon | MultiPolygon)]
            sweeps.append(translate(solid, float(-core[0, 0]), float(-core[0, 1])))
        pieces += sweeps
    return united(pieces)


def _sides(solid: BaseGeometry) -> list[tuple[Floats, Floats]]:
    """Every side of every ring of an area or of a line; a point twice."""
    found: list[tuple[Floats, Floats]] = []
    for ring in [solid.exterior, *solid.interiors] if isinstance(solid, Polygon) else [solid]:
        points = shapely.get_coordinates(ring)
        if len(points) == 1:
            points = np.repeat(points, 2, axis=0)
        found += pairwise(points)
    return found
