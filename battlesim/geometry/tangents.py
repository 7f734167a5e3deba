"""Free lines between two convex shapes: found, or ruled out for every direction.

A straight line is a direction ``theta`` and an offset across it. Seen along a direction, every shape is an interval of
offsets between its two tangents; a line is free where its offset lies in the intervals of both ends and in none of
the shapes between them. Where the intervals of some shapes overlap like the planks of a fence from one side of the
pencil of lines to the other, no line of that direction is free, and that stays so until two neighbouring planks part:
in the direction of a common tangent, which is computed, not searched. So the sweep goes from fence to fence, and
ends with a free line or with an unbroken row of fences over all directions, which is the proof that there is none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.convex import SEAL, Convex, crossings
from battlesim.geometry.footprint import Floats

_STEP: Final = 1e-9
_THIN: Final = 1e-8


class Segment(NamedTuple):
    """A line from one end to the other, mm."""

    x0: float
    y0: float
    x1: float
    y1: float


class _Plank(NamedTuple):
    """An interval of offsets that is shut, and what its two sides rest on: a shape, or a point where edges cross."""

    low: float
    high: float
    shape: int
    low_point: Floats | None = None
    high_point: Floats | None = None


@dataclass(frozen=True, eq=False)
class _Overlapping:
    """A shape that overlaps an end: where its edge crosses that end's edge, and the directions of tangents there."""

    points: Floats
    turns: Floats


def gaps(p: Convex, shapes: npt.NDArray[np.object_], radii: Floats) -> tuple[Floats, Floats, Floats]:
    """From one shape to many: the gaps (k,) and the directions to their cores ((k,) each, not normalised).

    A gap below zero says that the two overlap by as much; where the cores themselves do, it is minus infinity.
    """
    ends = shapely.get_coordinates(shapely.shortest_line(p.core, shapes)).reshape(-1, 2, 2)
    dx, dy = (ends[:, 1] - ends[:, 0]).T
    apart = np.hypot(dx, dy)
    return np.where(apart > 0, apart - p.radius - radii, -np.inf), dx, dy


def free_line(a: Convex, b: Convex, shapes: Sequence[Convex]) -> Segment | None:
    """A line from ``a`` to ``b``, which do not overlap, that keeps out of all shapes; None where there is none.

    Touching a shape is allowed, but what only a line of no width (below SEAL) could pass is shut.
    """
    return _Pencil(a, b, shapes).free_line()


class _Pencil:
    """All lines from one shape to another, past some shapes."""

    def __init__(self, a: Convex, b: Convex, shapes: Sequence[Convex]) -> None:
        self.a, self.b, self.shapes = a, b, shapes
        every = (a, b, *shapes)
        counts = [len(shape.points) for shape in every]
        self.starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        self.points = np.concatenate([shape.points for shape in every])
        self.radii = np.array([shape.radius for shape in every])
        self.cores = np.array([shape.core for shape in shapes], dtype=object)
        if shapes:
            gap_a, *self.from_a = gaps(a, self.cores, self.radii[2:])
            gap_b, *self.from_b = gaps(b, self.cores, self.radii[2:])
            self.clear_a, self.clear_b = gap_a > -SEAL, gap_b > -SEAL
        else:
            self.clear_a = self.clear_b = np.empty(0, dtype=bool)
            self.from_a = self.from_b = [np.empty(0), np.empty(0)]
        (x0, y0), (x1, y1) = shapely.get_coordinates(shapely.shortest_line(a.core, b.core)).tolist()
        self.ahead = x1 - x0, y1 - y0
        self.clear = self.clear_a & self.clear_b
        self.overlapping: list[int] = np.flatnonzero(~self.clear).tolist()
        self.overlaps: dict[int, _Overlapping] = {}

    def free_line(self) -> Segment | None:
        # through two inner points, so that a whole interval of offsets meets both ends
        start = math.atan2(self.b.centre[1] - self.a.centre[1], self.b.centre[0] - self.a.centre[0])
        return self._sweep(start, 1.0) or self._sweep(start, -1.0)

    def _sweep(self, start: float, way: float) -> Segment | None:
        """Turn from a direction to the last one that meets both ends, forwards (1) or backwards (-1)."""
        theta, nudge = start, _STEP
        x, y = self.ahead
        # a fence that reaches past the last direction of the pencil may end where it begins again, the other way round
        while abs(theta - start) < math.pi and math.cos(theta) * x + math.sin(theta) * y >= 0:
            lows, highs = self._shadows(theta)
            low, high = max(lows[0], lows[1]), min(highs[0], highs[1])
            if low >= high - SEAL:
                return None
            fence, hole = self._fence(theta, lows, highs, low, high)
            if hole is not None:
                line = self._widest(theta, hole, way)
                if line is not None:
                    return line
                step = 0.0
            else:
                step = self._holds_for(theta, way, fence, lows, highs)
            # a fence that parts without opening at once would be found again and again
            nudge = _STEP if step > nudge else 2 * nudge
            theta += way * (step + nudge)
        return None

    def _shadows(self, theta: float) -> tuple[list[float], list[float]]:
        across = self.points @ (-math.sin(theta), math.cos(theta))
        lows = np.minimum.reduceat(across, self.starts) - self.radii
        highs = np.maximum.reduceat(across, self.starts) + self.radii
        return lows.tolist(), highs.tolist()

    def _fence(
        self, theta: float, lows: list[float], highs: list[float], low: float, high: float
    ) -> tuple[list[_Plank], tuple[float, float] | None]:
        """The planks that shut the offsets from ``low`` to ``high``, and the widest hole if they do not."""
        x, y = math.cos(theta), math.sin(theta)
        after_a = self.from_a[0] * x + self.from_a[1] * y > 0
        before_b = self.from_b[0] * x + self.from_b[1] * y < 0
        planks = [
            _Plank(lows[k + 2], highs[k + 2], k + 2)
            for k in np.flatnonzero(after_a & before_b & self.clear).tolist()
            if highs[k + 2] > low and lows[k + 2] < high
        ]
        planks.sort(key=_by_low)
        fence, hole = _fence(planks, low, high)
        if hole is None or not self.overlapping:
            return fence, hole
        # what overlaps an end costs more to place, and is often not needed
        pieces: list[_Plank] = []
        for k in self.overlapping:
            if highs[k + 2] > low and lows[k + 2] < high:
                pieces += self._pieces(theta, k, lows[k + 2], highs[k + 2], low, high)
        planks += self._shut(theta, pieces, low, high)
        planks.sort(key=_by_low)
        return _fence(planks, low, high)

    def _pieces(self, theta: float, k: int, first: float, last: float, low: float, high: float) -> list[_Plank]:
        """The interval of a shape that overlaps an end, in pieces that are each shut or open as a whole."""
        overlap = self.overlaps.get(k)
        if overlap is None:
            overlap = self.overlaps[k] = self._overlap(k)
        across = overlap.points @ (-math.sin(theta), math.cos(theta))
        order = np.argsort(across)
        sides = [(first, None), *((float(across[i]), overlap.points[i]) for i in order), (last, None)]
        return [
            _Plank(left, right, k + 2, left_point, right_point)
            for (left, left_point), (right, right_point) in pairwise(sides)
            if min(right, high) - max(left, low) > _THIN
        ]

    def _shut(self, theta: float, pieces: list[_Plank], low: float, high: float) -> list[_Plank]:
        """The pieces that are shut: the line through the middle of each tells."""
        if not pieces:
            return []
        middle = np.array([(max(piece.low, low) + min(piece.high, high)) / 2 for piece in pieces])
        lines = self._lines(theta, middle)
        shapes = np.array([piece.shape for piece in pieces])
        entered = _entered(
            self.cores[shapes - 2],
            self.radii[shapes],
            np.array(shapely.linestrings(lines.reshape(-1, 2, 2)), dtype=object),
            _THIN,
        )
        return [piece for piece, shut in zip(pieces, entered, strict=True) if shut]

    def _lines(self, theta: float, offsets: Floats) -> Floats:
        """From where lines of one direction leave ``a`` to where they enter ``b``, (k, 4)."""
        x, y = math.cos(theta), math.sin(theta)
        u = np.broadcast_to((x, y), (len(offsets), 2))
        starts, ends = self.a.chords(u, offsets)[1], self.b.chords(u, offsets)[0]
        return np.column_stack(
            [starts * x - offsets * y, starts * y + offsets * x, ends * x - offsets * y, ends * y + offsets * x]
        )

    def _widest(self, theta: float, hole: tuple[float, float], way: float) -> Segment | None:
        """The middle of the hole, a little farther on where it is wider: a line that is free beyond doubt."""
        best = theta, hole
        for turn in (1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2):
            lows, highs = self._shadows(theta + way * turn)
            low, high = max(lows[0], lows[1]), min(highs[0], highs[1])
            if low >= high:
                break
            other = self._fence(theta + way * turn, lows, highs, low, high)[1]
            if other is None:
                break
            if other[1] - other[0] > best[1][1] - best[1][0]:
                best = theta + way * turn, other
        for angle, (low, high) in (best, (theta, hole)):
            line = Segment(*self._lines(angle, np.array([(low + high) / 2]))[0].tolist())
            if self.keeps_clear(line):
                return line
        return None

    def keeps_clear(self, line: Segment) -> bool:
        """Whether a line stays out of all shapes."""
        if not len(self.cores):
            return True
        drawn = np.full(len(self.cores), shapely.linestrings([(line.x0, line.y0), (line.x1, line.y1)]), dtype=object)
        return not _entered(self.cores, self.radii[2:], drawn, SEAL).any()

    def _holds_for(self, theta: float, way: float, fence: list[_Plank], lows: list[float], highs: list[float]) -> float:
        """The angle over which no two neighbours of a fence part, nor the fence and the ends of the pencil."""
        first, last = fence[0], fence[-1]
        radii = self.radii
        low_point, low_radius = self._side(theta, first, low=True)
        high_point, high_radius = self._side(theta, last, low=False)
        bottom = max(
            _parting(self._of(end) - low_point, low_radius - radii[end], theta, way)
            for end in (0, 1)
            if lows[end] >= first.low - SEAL
        )
        top = max(
            _parting(high_point - self._of(end), high_radius - radii[end], theta, way)
            for end in (0, 1)
            if highs[end] <= last.high + SEAL
        )
        angles = [bottom, top]
        for lower, upper in pairwise(fence):
            p, p_radius = self._side(theta, lower, low=False)
            q, q_radius = self._side(theta, upper, low=True)
            angles.append(_parting((p - q)[None], p_radius + q_radius, theta, way))
        cut = [self.overlaps[plank.shape - 2].turns for plank in fence if plank.shape - 2 in self.overlaps]
        angles += [float(np.min((way * (turns - theta)) % math.pi)) for turns in cut if len(turns)]
        return min(angles)

    def _of(self, shape: int) -> Floats:
        if shape + 1 < len(self.starts):
            return self.points[self.starts[shape] : self.starts[shape + 1]]
        return self.points[self.starts[shape] :]

    def _side(self, theta: float, plank: _Plank, *, low: bool) -> tuple[Floats, float]:
        """The point on which one side of a plank rests in this direction, and the radius around it."""
        crossing = plank.low_point if low else plank.high_point
        if crossing is not None:
            return crossing, 0.0
        points = self._of(plank.shape)
        across = points @ (-math.sin(theta), math.cos(theta))
        return points[int(across.argmin() if low else across.argmax())], float(self.radii[plank.shape])

    def _overlap(self, k: int) -> _Overlapping:
        shape = self.shapes[k]
        points: list[Floats] = []
        turns: list[float] = []
        for end, clear in ((self.a, self.clear_a[k]), (self.b, self.clear_b[k])):
            if not clear:
                for point in crossings(end, shape):
                    points.append(point)
                    turns += end.tangents_at(point) + shape.tangents_at(point)
        for i, p in enumerate(points):
            turns += [math.atan2(q[1] - p[1], q[0] - p[0]) for q in points[:i]]
        return _Overlapping(np.array(points).reshape(-1, 2), np.array(turns))


def _entered(
    cores: npt.NDArray[np.object_], radii: Floats, lines: npt.NDArray[np.object_], slack: float
) -> npt.NDArray[np.bool_]:
    """Which lines go deeper than ``slack`` into their shapes, pairwise; (k,) each.

    A bare polygon has no radius to fall short of: there the middle of the stretch inside tells, by how far it lies from
    the edge.
    """
    away = shapely.distance(cores, lines)
    entered = np.asarray(away < radii - slack)
    bare = np.flatnonzero((radii <= slack) & (away <= 0.0))
    if len(bare):
        middles = shapely.centroid(shapely.intersection(cores[bare], lines[bare]))
        entered[bare] = shapely.distance(shapely.boundary(cores[bare]), middles) > slack
    return entered


def _by_low(plank: _Plank) -> float:
    return plank.low


def _fence(planks: list[_Plank], low: float, high: float) -> tuple[list[_Plank], tuple[float, float] | None]:
    """The fewest planks (sorted) that shut the offsets from ``low`` to ``high``, and the widest hole if they do not."""
    fence: list[_Plank] = []
    holes: list[tuple[float, float]] = []
    reach, i = low, 0
    while reach < high - SEAL:
        best = None
        while i < len(planks) and planks[i].low <= reach + SEAL:
            if best is None or planks[i].high > best.high:
                best = planks[i]
            i += 1
        if best is not None and best.high > reach:
            fence.append(best)
            reach = best.high
        elif i < len(planks) and planks[i].low < high:
            holes.append((reach, planks[i].low))
            reach = planks[i].low
        else:
            holes.append((reach, high))
            reach = high
    return fence, max(holes, key=lambda hole: hole[1] - hole[0], default=None)


def _parting(apart: Floats, radius: float, theta: float, way: float) -> float:
    """The angle to turn until ``apart @ n + radius + SEAL`` falls below zero for one of the vectors ((k, 2))."""
    length = np.hypot(apart[:, 0], apart[:, 1])
    with np.errstate(invalid="ignore", divide="ignore"):
        share = (radius + SEAL) / length
        half = np.arccos(np.clip(-share, -1.0, 1.0))
    # n points along theta + 90 degrees
    ahead = np.arctan2(apart[:, 1], apart[:, 0]) - math.pi / 2 - theta
    ahead = (ahead + math.pi) % (2 * math.pi) - math.pi
    angle = np.where(share >= 1.0, np.inf, half + way * ahead)
    return max(float(angle.min()), 0.0)
