"""Sight: a clear line between two footprints, or every blocker that stands in the way.

A line of sight is ``width`` wide, so the blockers are grown by half of it. Touching is free: a line may graze a
blocker, and a gap as wide as the line lets it through (as everywhere, a limit missed by less than TOUCH is met). Where
a blocker lies over an end, only the parts of that end outside the blocker count.

Exact, to a micrometre, for discs, stadiums and polygons; ovals and outlines are within half of TOUCH. The
exceptions are blockers that are passed above or below on a slant (see ``SightField.sight``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from battlesim.errors import BadGeometry
from battlesim.geometry.convex import Convex, Outline, convex_parts
from battlesim.geometry.footprint import Coordinates, Footprint, Spot, outline_of
from battlesim.geometry.tangents import SEAL, Segment, between, free_line
from battlesim.units import TOUCH, ZERO, Mm

LINE_WIDTH: Final = Mm(1.0)
"""How wide a line of sight is unless a rule says otherwise."""


@dataclass(frozen=True, slots=True)
class Sightline:
    """The answer to "can it be seen?", with its proof.

    Clear: ``a`` to ``b`` is a free line of the asked width. Not clear: the shortest line between the two, and the
    names and outlines of all blockers that together shut every line.
    """

    clear: bool
    a: Spot
    b: Spot
    ends: tuple[str, str] = ("", "")
    blockers: tuple[str, ...] = ()
    outlines: tuple[Coordinates, ...] = ()
    kind: Literal["sightline"] = "sightline"


@dataclass(frozen=True, slots=True)
class Blocker:
    """Something that stands in the way: another model, a wall, an area that cannot be seen through.

    ``bottom`` and ``top`` are heights above the table, mm; no top is a blocker without end.
    """

    name: str
    shape: Polygon | Footprint
    bottom: Mm = ZERO
    top: Mm | None = None

    def __post_init__(self) -> None:
        if isinstance(self.shape, Polygon) and (self.shape.is_empty or not self.shape.is_valid):
            raise BadGeometry(f"blocker {self.name!r} needs an outline with an area that does not cross itself")

    @classmethod
    def model(cls, name: str, footprint: Footprint) -> Blocker:
        """A model as a blocker, from its base up to its height; of unknown height, without end."""
        bottom, height = footprint.pose.elevation, footprint.base.height
        return cls(name, footprint, bottom, None if height is None else Mm(bottom + height))


def sight(
    a: Footprint, b: Footprint, blockers: Sequence[Blocker], *, width: Mm = LINE_WIDTH, ends: tuple[str, str] = ("", "")
) -> Sightline:
    """Is there a straight line, ``width`` wide, from any part of ``a`` to any part of ``b`` that meets no blocker?

    Prepare a ``SightField`` for more than a few questions about the same table.
    """
    return SightField(blockers, width=width).sight(a, b, ends=ends)


class SightField:
    """A table of blockers, prepared for many questions with lines of the same width."""

    def __init__(self, blockers: Sequence[Blocker], *, width: Mm = LINE_WIDTH) -> None:
        if not width >= 0:
            raise BadGeometry(f"a line of sight needs a width of zero or more, not {width!r}")
        self.blockers = tuple(blockers)
        self.width = width
        # a gap that is narrower than the line by less than TOUCH lets it through
        growth = max((width - TOUCH) / 2, 0.0)
        self._outlines = [Outline.of(blocker.shape, growth=growth) for blocker in self.blockers]
        self._drawn: dict[int, Coordinates] = {}
        self._tree = shapely.STRtree([outline.hull.core for outline in self._outlines])
        self._reach = max((outline.hull.radius for outline in self._outlines), default=0.0)

    def sight(
        self, a: Footprint, b: Footprint, *, ends: tuple[str, str] = ("", ""), ignoring: Collection[str] = ()
    ) -> Sightline:
        """Is there a free line from any part of ``a`` to any part of ``b``, past all blockers but the ignored ones?

        The same answer from ``b`` to ``a``. Where both ends have a height, blockers that the line from top to top
        passes above, or that the line from bottom to bottom passes below, whatever its course, do not count; where
        one end has none, the question is flat and every blocker is without end.
        """
        turned = _order(b) < _order(a)
        first, last = (b, a) if turned else (a, b)
        near = self._near(first, last, ignoring)
        for heights in _heights(first, last):
            line = self._line(first, last, [k for k in near if _stands_in(self.blockers[k], heights)])
            if line is not None:
                low, high = heights or (first.bottom, last.bottom)
                spots = Spot(line.x0, line.y0, low), Spot(line.x1, line.y1, high)
                return Sightline(True, *(spots[::-1] if turned else spots), ends)
        names, outlines = self._shade(first, last, near)
        return Sightline(False, *_nearest(a, b), ends, names, outlines)

    def _near(self, a: Footprint, b: Footprint, ignoring: Collection[str]) -> list[int]:
        way = LineString([a.centre, b.centre])
        reach = max(a.base.circumradius, b.base.circumradius) + self._reach
        found = np.sort(self._tree.query(way, predicate="dwithin", distance=reach))
        return [int(k) for k in found if self.blockers[k].name not in ignoring]

    def _line(self, a: Footprint, b: Footprint, near: list[int]) -> Segment | None:
        outlines = [self._outlines[k] for k in near]
        for p in convex_parts(a):
            for q in convex_parts(b):
                line = _line_between(p, q, outlines)
                if line is not None:
                    return line
        return None

    def _shade(self, a: Footprint, b: Footprint, near: list[int]) -> tuple[tuple[str, ...], tuple[Coordinates, ...]]:
        """Names and outlines of the blockers that reach into the space between the two."""
        both = shapely.union(a.shape, b.shape)
        space = shapely.difference(shapely.convex_hull(both), both)
        shapes = [self.blockers[k].shape for k in near]
        cores = [shape.core_geometry if isinstance(shape, Footprint) else shape for shape in shapes]
        away = shapely.distance(np.array(cores, dtype=object), space if not space.is_empty else both)
        names, outlines = [], []
        for k, shape, distance in zip(near, shapes, away, strict=True):
            if distance < self._outlines[k].hull.radius - SEAL or distance == 0.0:
                names.append(self.blockers[k].name)
                if k not in self._drawn:
                    self._drawn[k] = outline_of(shape.shape if isinstance(shape, Footprint) else shape)
                outlines.append(self._drawn[k])
        return tuple(names), tuple(outlines)


def _line_between(a: Convex, b: Convex, outlines: Sequence[Outline]) -> Segment | None:
    common = a.polygon.intersection(b.polygon) if a.core.distance(b.core) < a.radius + b.radius - SEAL else None
    if a.radius == b.radius == 0.0 and a.core.intersects(b.core):
        common = a.polygon.intersection(b.polygon)
    if common is None or common.area < SEAL:
        return free_line(a, b, between(a, b, outlines))
    return _line_of_overlapping(a, b, common, outlines)


def _line_of_overlapping(a: Convex, b: Convex, common: BaseGeometry, outlines: Sequence[Outline]) -> Segment | None:
    """Two ends that lie over each other see each other in any free point that they share.

    Where blockers cover the whole of the shared part, a free line can only come from the rest of ``a``, which is the
    union of its parts beyond each side of ``b``.
    """
    cover = shapely.union_all([part.polygon for outline in outlines for part in outline.convex_parts()])
    free = common.difference(cover)
    if free.area > SEAL:
        x, y = shapely.get_coordinates(free.representative_point())[0].tolist()
        return Segment(x, y, x, y)
    sides = Convex.around(shapely.get_coordinates(b.polygon.simplify(TOUCH / 4))).sides
    reach = 2 * (a.circumradius + b.circumradius)
    for start, end in sides:
        u = (end - start) / np.hypot(*(end - start))
        outward = reach * np.array([u[1], -u[0]])
        beyond = Polygon([start - reach * u, end + reach * u, end + reach * u + outward, start - reach * u + outward])
        rest = a.polygon.intersection(beyond)
        if rest.area > SEAL:
            part = Convex.around(shapely.get_coordinates(rest))
            line = free_line(part, b, between(part, b, outlines))
            if line is not None:
                return line
    return None


def _order(footprint: Footprint) -> tuple[float, ...]:
    """Sorts the two ends of a line, so that both directions are one question."""
    pose, base = footprint.pose, footprint.base
    return pose.x, pose.y, pose.elevation, pose.facing, base.length, base.width, len(base.outline)


def _heights(a: Footprint, b: Footprint) -> list[tuple[float, float] | None]:
    """The heights of the lines to try, at both ends: from top to top, from bottom to bottom."""
    if a.base.height is None or b.base.height is None:
        return [None]
    low_a, low_b = float(a.pose.elevation), float(b.pose.elevation)
    return [(low_a + a.base.height, low_b + b.base.height), (low_a, low_b)]


def _stands_in(blocker: Blocker, heights: tuple[float, float] | None) -> bool:
    if heights is None:
        return True
    over = blocker.top is not None and min(heights) >= blocker.top - TOUCH
    return not over and blocker.bottom < max(heights) - TOUCH


def _nearest(a: Footprint, b: Footprint) -> tuple[Spot, Spot]:
    """The two nearest points, which are the same one where the two overlap."""
    (x0, y0), (x1, y1) = shapely.get_coordinates(shapely.shortest_line(a.core_geometry, b.core_geometry))
    apart = float(np.hypot(x1 - x0, y1 - y0))
    share = min(1.0, a.radius / apart) if apart > 0 else 0.0
    back = min(1.0 - share, b.radius / apart) if apart > 0 else 0.0
    return (
        Spot(float(x0 + share * (x1 - x0)), float(y0 + share * (y1 - y0)), a.bottom),
        Spot(float(x1 - back * (x1 - x0)), float(y1 - back * (y1 - y0)), b.bottom),
    )
