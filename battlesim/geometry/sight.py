"""Sight: a clear line between two footprints, or every blocker that stands in the way.

A line of sight is ``width`` wide, so the blockers are grown by half of it. Touching is free: a line may graze a
blocker, and a gap as wide as the line lets it through (as everywhere, a limit missed by less than TOUCH is met). Where
a blocker lies over an end, only the parts of that end outside the blocker count.

Exact, to a micrometre, for discs, stadiums and polygons; ovals and outlines are within half of TOUCH. The
exceptions are blockers that are passed above or below on a slant (see ``SightField.sight``).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry import MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from battlesim.errors import BadGeometry
from battlesim.geometry.convex import SEAL, Convex, Outline, come_within, convex_parts, core_arrays, core_distance
from battlesim.geometry.exposure import hidden_stretches
from battlesim.geometry.footprint import Coordinates, Floats, Footprint, Spot, outline_of
from battlesim.geometry.slant import Block, slanted_line
from battlesim.geometry.tangents import Segment, free_line
from battlesim.geometry.way import Way, shut_by_one, straight_line, tried_line
from battlesim.kinds import Kinded
from battlesim.units import TOUCH, ZERO, Mm

LINE_WIDTH: Final = Mm(1.0)
"""How wide a line of sight is unless a rule says otherwise."""


class Sightline(Kinded, frozen=True):
    """The answer to "can it be seen?", with its proof.

    Clear: ``a`` to ``b`` is a free line of the asked width. Not clear: the shortest line between the two, and the
    names and outlines of all blockers that reach between the two and together shut every line.
    """

    clear: bool
    a: Spot
    b: Spot
    ends: tuple[str, str] = ("", "")
    blockers: tuple[str, ...] = ()
    outlines: tuple[Coordinates, ...] = ()


class Exposure(Kinded, frozen=True):
    """The answer to "is all of it seen?": every part of an edge that faces the observer.

    Not ``full``: the stretches of the edge that are hidden, and the names and outlines of the blockers before them.
    """

    full: bool
    ends: tuple[str, str] = ("", "")
    hidden: tuple[Coordinates, ...] = ()
    blockers: tuple[str, ...] = ()
    outlines: tuple[Coordinates, ...] = ()


class Blocker(Struct, frozen=True):
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
        if not (math.isfinite(self.bottom) and (self.top is None or self.top >= self.bottom)):
            raise BadGeometry(
                f"blocker {self.name!r} needs a top above its bottom, not {self.bottom!r} to {self.top!r}"
            )

    @staticmethod
    @lru_cache(maxsize=4096)
    def model(name: str, footprint: Footprint) -> Blocker:
        """A model as a blocker, from its base up to its height; of unknown height, without end."""
        bottom, height = footprint.pose.elevation, footprint.base.height
        return Blocker(name, footprint, bottom, None if height is None else Mm(bottom + height))


def sight(
    a: Footprint, b: Footprint, blockers: Sequence[Blocker], *, width: Mm = LINE_WIDTH, ends: tuple[str, str] = ("", "")
) -> Sightline:
    """Is there a straight line, ``width`` wide, from any part of ``a`` to any part of ``b`` that meets no blocker?

    Prepare a ``SightField`` for more than a few questions about the same table.
    """
    return SightField(blockers, width=width).sight(a, b, ends=ends)


def fully_visible(
    a: Footprint, b: Footprint, blockers: Sequence[Blocker], *, width: Mm = LINE_WIDTH, ends: tuple[str, str] = ("", "")
) -> Exposure:
    """Is every part of the edge of ``b`` that faces ``a`` seen from some part of ``a``?"""
    return SightField(blockers, width=width).fully_visible(a, b, ends=ends)


class SightField:
    """A table of blockers, prepared for many questions with lines of the same width."""

    def __init__(self, blockers: Sequence[Blocker], *, width: Mm = LINE_WIDTH) -> None:
        if not width >= 0:
            raise BadGeometry(f"a line of sight needs a width of zero or more, not {width!r}")
        self.blockers = tuple(blockers)
        self.width = width
        # a gap that is narrower than the line by less than TOUCH lets it through
        self._growth = max((width - TOUCH) / 2, 0.0)
        self._outlines: dict[int, Outline] = {}
        circles = [self._circle(k) for k in range(len(self.blockers))]
        self._circles = np.array(circles, dtype=np.float64).reshape(-1, 3).T.copy()
        self._drawn: dict[int, Coordinates] = {}

    def sight(
        self, a: Footprint, b: Footprint, *, ends: tuple[str, str] = ("", ""), ignoring: Collection[str] = ()
    ) -> Sightline:
        """Is there a free line from any part of ``a`` to any part of ``b``, past all blockers but the ignored ones?

        The same answer from ``b`` to ``a``. Where both ends have a height, the lines from top to top and from bottom
        to bottom are tried, and a blocker that is wholly below or above the line does not count: exact. One that the
        line passes only on its slant, at one end lower than the blocker and at the other higher, is tried with a dense
        set of lines: a clear line is a proof, "not clear" may miss a narrow one. Where an end has no height, the
        question is flat and every blocker is without end.
        """
        line = self.clear_line(a, b, ends=ends, ignoring=ignoring)
        if line is not None:
            return line
        near = self._near(a, b, ignoring)
        first, last = (b, a) if _comes_before(b, a) else (a, b)
        names, outlines = self._shade(first.shape, last.shape, self._counted(near, _heights(first, last)[0]))
        return Sightline(False, *_nearest(a, b), ends, names, outlines)

    def clear_line(
        self, a: Footprint, b: Footprint, *, ends: tuple[str, str] = ("", ""), ignoring: Collection[str] = ()
    ) -> Sightline | None:
        """As ``sight``, without asking what stands in the way where no line is free: None then."""
        turned = _comes_before(b, a)
        first, last = (b, a) if turned else (a, b)
        near = self._near(first, last, ignoring)
        flat: dict[tuple[int, ...], Segment | None] = {}
        # with nothing near, the first heights are as good as any
        for heights in _heights(first, last):
            line = self._line(first, last, near, heights, flat) if near else self._flat_line(first, last, near)
            if line is not None:
                low, high = heights or (first.bottom, last.bottom)
                spots = Spot(line.x0, line.y0, low), Spot(line.x1, line.y1, high)
                return Sightline(True, *(spots[::-1] if turned else spots), ends)
        return None

    def fully_visible(
        self,
        a: Footprint,
        b: Footprint,
        *,
        ends: tuple[str, str] = ("", ""),
        ignoring: Collection[str] = (),
        sketched: bool = False,
    ) -> Exposure:
        """Is every part of the edge of ``b`` that faces ``a`` seen from some part of ``a``?

        A part of the edge faces ``a`` where a straight line from some part of ``a`` reaches it without crossing ``b``
        itself. Heights count as they do for sight, but for the slant: what a line from top to top, or from bottom to
        bottom, does not clear on its whole length hides. Exact in the plane, to TOUCH along the edge; an oval's edge
        to half of TOUCH. ``sketched`` is quicker: the same verdict, with a part of one hidden stretch.
        """
        near = self._near(a, b, ignoring)
        if not near:
            return Exposure(True, ends)
        lookers, parts = convex_parts(a), convex_parts(b)
        hidden: list[Floats] = []
        tried: list[int] | None = None
        for heights in _heights(a, b):
            counted = self._counted(near, heights)
            if counted == tried:
                continue
            tried = counted
            way = Way(lookers, parts, [self._outline(k) for k in counted])
            hidden = hidden_stretches(lookers, b, parts, way, sketched=sketched)
            if not hidden:
                return Exposure(True, ends)
        edge = shapely.multilinestrings(np.array([shapely.linestrings(run) for run in hidden], dtype=object))
        assert isinstance(edge, MultiLineString), "the runs of one edge make one geometry"
        names, outlines = self._shade(a.shape, edge, self._counted(near, _heights(a, b)[0]))
        return Exposure(False, ends, tuple(_coordinates(run) for run in hidden), names, outlines)

    def _near(self, a: Footprint, b: Footprint, ignoring: Collection[str]) -> list[int]:
        """The blockers that may reach the way from the one to the other: by the circles around them, then by their hulls."""
        if not self.blockers:
            return []
        (x, y), (to_x, to_y), (xs, ys, around) = a.centre, b.centre, self._circles
        dx, dy, reach = to_x - x, to_y - y, max(a.base.circumradius, b.base.circumradius)
        off_x, off_y = xs - x, ys - y
        share = np.minimum(np.maximum((off_x * dx + off_y * dy) / (dx * dx + dy * dy or 1.0), 0.0), 1.0)
        found = np.nonzero(np.hypot(off_x - share * dx, off_y - share * dy) <= around + reach)[0].tolist()
        counted = [k for k in found if self.blockers[k].name not in ignoring]
        wide = [k for k in counted if len(self._outline(k).hull.points) > 1]
        # a way without length is within reach of nothing, as the library has it
        if not wide or (dx == 0.0 and dy == 0.0):
            return counted
        hulls = [self._outline(k).hull for k in wide]
        cores, radii = core_arrays(hulls)
        on_way = come_within(cores, shapely.linestrings([(x, y), (to_x, to_y)]), radii + reach + TOUCH).tolist()
        past = {k for k, reaches in zip(wide, on_way, strict=True) if not reaches}
        return [k for k in counted if k not in past]

    def _circle(self, k: int) -> tuple[float, float, float]:
        """A circle around a blocker, grown as it is: centre and radius, with TOUCH to spare."""
        shape = self.blockers[k].shape
        if isinstance(shape, Footprint):
            return *shape.centre, shape.base.circumradius + self._growth + TOUCH
        min_x, min_y, max_x, max_y = shape.bounds
        around = math.hypot(max_x - min_x, max_y - min_y) / 2
        return (min_x + max_x) / 2, (min_y + max_y) / 2, around + self._growth + TOUCH

    def _outline(self, k: int) -> Outline:
        if k not in self._outlines:
            self._outlines[k] = Outline.of(self.blockers[k].shape, growth=self._growth)
        return self._outlines[k]

    def _counted(self, near: list[int], heights: tuple[float, float] | None) -> list[int]:
        return near if heights is None else [k for k in near if _stands_in(self.blockers[k], heights)]

    def _line(
        self,
        a: Footprint,
        b: Footprint,
        near: list[int],
        heights: tuple[float, float] | None,
        flat: dict[tuple[int, ...], Segment | None],
    ) -> Segment | None:
        """``flat`` keeps the lines past the same blockers for the next heights."""
        counted = self._counted(near, heights)
        key = tuple(counted)
        if key not in flat:
            flat[key] = self._flat_line(a, b, counted)
        line = flat[key]
        if line is not None or heights is None:
            return line
        endless = [k for k in counted if _is_tall(self.blockers[k], heights)]
        if len(endless) == len(counted) or self._flat_line(a, b, endless) is None:
            return None
        blocks: list[Block] = []
        for k in counted:
            bottom, top = self.blockers[k].bottom, self.blockers[k].top
            parts = self._outline(k).convex_parts()
            blocks += [Block(part, bottom, math.inf if top is None else top) for part in parts]
        lines = (slanted_line(p, q, blocks, heights) for p in convex_parts(a) for q in convex_parts(b))
        return next((line for line in lines if line is not None), None)

    def _flat_line(self, a: Footprint, b: Footprint, counted: list[int]) -> Segment | None:
        outlines = [self._outline(k) for k in counted]
        lines = (_line_between(p, q, outlines) for p in convex_parts(a) for q in convex_parts(b))
        return next((line for line in lines if line is not None), None)

    def _shade(
        self, a: BaseGeometry, b: BaseGeometry, near: list[int]
    ) -> tuple[tuple[str, ...], tuple[Coordinates, ...]]:
        """Names and outlines of the blockers that reach into the space between the two."""
        hull = shapely.convex_hull(shapely.geometrycollections([a, b]))
        cores = np.array([_core(self.blockers[k].shape) for k in near], dtype=object)
        radii = np.array([max(self._outline(k).hull.radius - SEAL, SEAL) for k in near])
        reaching = come_within(cores, hull, radii)
        cores, radii, near = cores[reaching], radii[reaching], np.array(near, dtype=np.intp)[reaching].tolist()
        if come_within(cores, np.array([[a], [b]]), radii).any():
            # of what lies over an end, the part between the two counts
            space = shapely.difference(hull, a)
            if isinstance(b, Polygon):
                space = shapely.difference(space, b)
            reached = come_within(cores, shapely.union(a, b) if space.is_empty else space, radii).tolist()
            near = [k for k, reaches in zip(near, reached, strict=True) if reaches]
        return tuple(self.blockers[k].name for k in near), tuple(self._drawing(k) for k in near)

    def _drawing(self, k: int) -> Coordinates:
        if k not in self._drawn:
            shape = self.blockers[k].shape
            self._drawn[k] = outline_of(shape.shape if isinstance(shape, Footprint) else shape)
        return self._drawn[k]


def _line_between(a: Convex, b: Convex, outlines: Sequence[Outline]) -> Segment | None:
    if core_distance(a, b) <= max(a.radius + b.radius - SEAL, 0.0):
        common = a.polygon.intersection(b.polygon)
        if common.area > SEAL:
            return _line_of_overlapping(a, b, common, outlines)
    way = Way((a,), (b,), outlines)
    line = straight_line(a, b, *way.uncut)
    if line is not None or shut_by_one(a, b, way.clear):
        return line
    return tried_line(a, b, *way.uncut) or free_line(a, b, way.shapes)


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
    # a line begins and ends where nothing lies over its ends
    open_a, open_b = a.polygon.difference(cover), b.polygon.difference(cover)
    if open_b.area <= SEAL:
        return None
    sides = Convex.around_shape(b.polygon.simplify(TOUCH / 4)).sides
    reach = 2 * (a.circumradius + b.circumradius)
    for start, end in sides:
        u = (end - start) / np.hypot(*(end - start))
        outward = reach * np.array([u[1], -u[0]])
        beyond = Polygon([start - reach * u, end + reach * u, end + reach * u + outward, start - reach * u + outward])
        rest = a.polygon.intersection(beyond)
        if rest.intersection(open_a).area > SEAL:
            part = Convex.around_shape(rest)
            line = free_line(part, b, Way((part,), (b,), outlines).shapes)
            if line is not None:
                return line
    return None


def _comes_before(p: Footprint, q: Footprint) -> bool:
    """Sorts the two ends of a line, so that both directions are one question."""
    if p.centre != q.centre:
        return p.centre < q.centre
    return _order(p) < _order(q)


def _order(footprint: Footprint) -> tuple[tuple[float, ...], str, Coordinates]:
    pose, base = footprint.pose, footprint.base
    numbers = (pose.elevation, pose.facing, base.length, base.width, base.height or 0.0)
    return numbers, base.kind, base.outline


def _heights(a: Footprint, b: Footprint) -> list[tuple[float, float] | None]:
    """The heights of the lines to try, at both ends: from top to top, from bottom to bottom."""
    if a.base.height is None or b.base.height is None:
        return [None]
    low_a, low_b = float(a.pose.elevation), float(b.pose.elevation)
    return [(low_a + a.base.height, low_b + b.base.height), (low_a, low_b)]


def _stands_in(blocker: Blocker, heights: tuple[float, float]) -> bool:
    """Whether it shuts some height that a line between these two heights can have."""
    over = blocker.top is not None and min(heights) >= blocker.top - TOUCH
    # along its very top a line grazes a blocker; along the table it does not pass below one that stands there
    return not over and blocker.bottom <= max(heights) + TOUCH


def _is_tall(blocker: Blocker, heights: tuple[float, float]) -> bool:
    """Whether it shuts every height that a line between these two heights can have."""
    over = blocker.top is not None and blocker.top < max(heights) + TOUCH
    return not over and blocker.bottom <= min(heights) + TOUCH


def _core(shape: Polygon | Footprint) -> BaseGeometry:
    return shape.core_geometry if isinstance(shape, Footprint) else shape


def _coordinates(points: Floats) -> Coordinates:
    return tuple((float(x), float(y)) for x, y in points)


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
