"""What stands on the way from one end of a line to the other, and the lines that are found or shut at a glance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from itertools import compress
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from battlesim.geometry.convex import SEAL, Convex, Outline, come_within, core_arrays
from battlesim.geometry.footprint import Floats, Geometries, as_geometry
from battlesim.geometry.minkowski import hull_of
from battlesim.geometry.tangents import Segment

_NEARLY: Final = 0.95
_NOTHING: Final = core_arrays(())


class Way:
    """Some outlines as they stand on the way from the convex parts of one end to those of the other.

    An outline counts as its hull where that keeps clear of both ends, and in pieces where it does not. Cutting costs
    much, and many lines are found or shut without it.
    """

    clear: list[Convex]
    """The hulls on the way that keep clear of both ends."""
    uncut: tuple[Geometries, Floats]
    """All that is on the way, as cores and radii: a line keeps clear of the shapes where it keeps clear of these."""

    def __init__(self, lookers: Sequence[Convex], targets: Sequence[Convex], outlines: Sequence[Outline]) -> None:
        self.clear, self.uncut, self._at_ends = [], _NOTHING, []
        if not outlines:
            return
        ends = [*lookers, *targets]
        cores, radii = core_arrays([outline.hull for outline in outlines])
        # every line from the one to the other lies in the hull of both
        self._hull = _hull_of(ends)
        end_cores, end_radii = core_arrays(ends)
        self._reach = float(end_radii.max()) + SEAL
        over = come_within(cores[:, None], end_cores, radii[:, None] + end_radii + SEAL)
        at_ends = over.any(axis=1)
        for k in np.flatnonzero(at_ends).tolist():
            cores[k] = outlines[k].core
        on_way = come_within(cores, self._hull, radii + self._reach)
        self._at_ends = [
            (outlines[k], list(compress(ends, over[k]))) for k in np.flatnonzero(on_way & at_ends).tolist()
        ]
        self.clear = [outlines[k].hull for k in np.flatnonzero(on_way & ~at_ends).tolist()]
        self.uncut = cores[on_way], radii[on_way]

    @cached_property
    def shapes(self) -> list[Convex]:
        """All that is on the way, as convex shapes."""
        if not self._at_ends:
            return self.clear
        pieces: list[Outline] = []
        for outline, ends in self._at_ends:
            apart = [outline]
            for end in ends:
                apart = [piece for part in apart for piece in part.apart_from(end)]
            pieces += apart
        hulls = [piece.hull for piece in pieces]
        cores, radii = core_arrays(hulls)
        return [*self.clear, *compress(hulls, come_within(cores, self._hull, radii + self._reach).tolist())]


def _hull_of(ends: Sequence[Convex]) -> BaseGeometry:
    corners = np.concatenate([end.points for end in ends])
    # of two discs, which most ends are, it is a line
    if len(corners) == 2 and (corners[0] != corners[1]).any():
        return as_geometry(corners)
    return hull_of(corners)


def straight_line(a: Convex, b: Convex, cores: Geometries, radii: Floats) -> Segment | None:
    """The line along the centres of two shapes that do not overlap, where it keeps out of all others; else None."""
    (x0, y0), (x1, y1) = a.centre, b.centre
    length = math.hypot(x1 - x0, y1 - y0)
    x, y = (x1 - x0) / length, (y1 - y0) / length
    if len(a.points) == len(b.points) == 1:
        line = Segment(x0 + a.radius * x, y0 + a.radius * y, x1 - b.radius * x, y1 - b.radius * y)
    else:
        u, offset = np.array([[x, y]]), x * y0 - y * x0
        start, end = float(a.chords(u, np.array([offset]))[1][0]), float(b.chords(u, np.array([offset]))[0][0])
        line = Segment(start * x - offset * y, start * y + offset * x, end * x - offset * y, end * y + offset * x)
    if not len(cores):
        return line
    drawn = shapely.linestrings([(line.x0, line.y0), (line.x1, line.y1)])
    return None if come_within(cores, drawn, radii + SEAL).any() else line


def tried_line(a: Convex, b: Convex, cores: Geometries, radii: Floats) -> Segment | None:
    """Of nine lines between the sides and the middles of two shapes the one with most room, if it is free; else None.

    None is no proof of anything: it saves the search where a line is easy to find.
    """
    (x0, y0), (x1, y1) = a.centre, b.centre
    length = math.hypot(x1 - x0, y1 - y0)
    n = np.array([y0 - y1, x1 - x0]) / length
    first, last = np.repeat(_across(a, n), 3, axis=0), np.tile(_across(b, n), (3, 1))
    u = last - first
    u /= np.hypot(u[:, 0], u[:, 1])[:, None]
    offsets = u[:, 0] * first[:, 1] - u[:, 1] * first[:, 0]
    starts, ends = a.chords(u, offsets)[1], b.chords(u, offsets)[0]
    meets = np.flatnonzero(starts < ends)
    if not len(meets):
        return None
    foot = np.column_stack([-u[:, 1], u[:, 0]]) * offsets[:, None]
    lines = np.stack([foot + starts[:, None] * u, foot + ends[:, None] * u], axis=1)[meets]
    drawn = np.array(shapely.linestrings(lines), dtype=object)
    free = np.flatnonzero(~come_within(cores[:, None], drawn[None], radii[:, None] + SEAL).any(axis=0))
    if not len(free):
        return None
    if len(free) == 1:
        return Segment(*lines[free[0]].ravel().tolist())
    room = (shapely.distance(cores[:, None], drawn[None, free]) - radii[:, None]).min(axis=0)
    return Segment(*lines[free[room.argmax()]].ravel().tolist())


def _across(shape: Convex, n: Floats) -> Floats:
    """Three points of the line through a shape's centre along ``n``: near one side, in the middle, near the other."""
    across = shape.points @ n
    middle = float(np.dot(shape.centre, n))
    low, high = float(across.min()) - shape.radius - middle, float(across.max()) + shape.radius - middle
    return np.array(shape.centre) + np.array([[_NEARLY * low], [0.0], [_NEARLY * high]]) * n


def shut_by_one(a: Convex, b: Convex, shapes: Sequence[Convex]) -> bool:
    """Whether one of some shapes that keep clear of both ends reaches across the whole strip between them: none is free then.

    All lines lie in the strip along the two centres that is as wide as the wider of the two. A convex shape that meets
    both sides of its stretch between the two bodies holds a straight line right across it.
    """
    (x0, y0), (x1, y1) = a.centre, b.centre
    length = math.hypot(x1 - x0, y1 - y0)
    x, y = (x1 - x0) / length, (y1 - y0) / length
    along_a, along_b = a.points @ (x, y), b.points @ (x, y)
    start, end = float(along_a.max()) + a.radius + SEAL, float(along_b.min()) - b.radius - SEAL
    if start >= end:
        return False
    across_a, across_b = a.points @ (-y, x), b.points @ (-y, x)
    low = min(float(across_a.min()) - a.radius, float(across_b.min()) - b.radius)
    high = max(float(across_a.max()) + a.radius, float(across_b.max()) + b.radius)
    sides = shapely.linestrings(
        [[(t * x - s * y, t * y + s * x) for t in (start, end)] for s in (low - SEAL, high + SEAL)],
    )
    cores, radii = core_arrays(shapes)
    across = come_within(cores, np.asarray(sides)[:, None], radii).all(axis=0)
    return bool(across.any())
