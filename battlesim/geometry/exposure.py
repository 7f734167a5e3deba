"""How much of an edge is seen: the stretches that face a shape and that others hide from all of it.

From one point of the edge every shape is an interval of directions, and the point is seen where the intervals of the
shapes in front leave a part of the looking shape open. Along the edge this changes only where a line tangent to two
shapes crosses it, so one point between every two such crossings decides for all of them. A row of evenly spaced points
is added to draw the stretches well and for safety.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.convex import SEAL, Convex, come_within, core_arrays, crossings
from battlesim.geometry.footprint import Floats, Footprint
from battlesim.geometry.tangents import gaps
from battlesim.geometry.way import Way
from battlesim.units import TOUCH

Bools = npt.NDArray[np.bool_]

_SPACING: Final = 360
_TRIED: Final = 24
_FEW: Final = 12
_FIRST: Final = 3
_SLIT: Final = 1e-9
_ON_EDGE: Final = 1e-6
_TURN: Final = 2 * math.pi
_SHIFTS: Final = np.array([[-_TURN], [0.0], [_TURN]])


def hidden_stretches(
    lookers: Sequence[Convex],
    target: Footprint,
    parts: Sequence[Convex],
    way: Way,
    *,
    sketched: bool = False,
) -> list[Floats]:
    """The stretches of the target's edge that face a looker and that none of the lookers sees: (k, 2) points each.

    ``lookers`` are the convex parts of the looking model and ``parts`` those of the target, whose own body hides its
    far side. Stretches shorter than TOUCH are left out, so that none is left when all of the edge is seen.

    ``sketched`` where it matters whether there are any: one that a few points find will do then.
    """
    edge = _edge_of(target)
    if sketched:
        at = _sketched(edge, lookers, parts, way)
        if at is not None:
            return [edge.around(at)]
    shapes = way.shapes
    if not shapes:
        return []
    ends = [*lookers, *parts]
    crossing = [point for end in ends for shape in shapes if _overlap(end, shape) for point in crossings(end, shape)]
    tangent_to = [*ends, *shapes, *(Convex(point[None]) for point in crossing)]
    lines = np.concatenate([bitangents(p, q) for p, q in combinations(tangent_to, 2)])
    even = np.linspace(0.0, edge.length, (3 * _TRIED if sketched else _SPACING) + 1)
    stops = np.unique(np.clip(np.concatenate([even, edge.starts, edge.crossed_by(lines)]), 0.0, edge.length))
    # the middle between two stops tells for both
    seen = _seen(*edge.places((stops[1:] + stops[:-1]) / 2), lookers, parts, shapes)
    hidden = [stops[first : last + 1] for first, last in _runs(~seen)]
    if len(hidden) > 1 and hidden[0][0] == stops[0] and hidden[-1][-1] == stops[-1]:
        hidden[0] = np.concatenate([hidden.pop() - edge.length, hidden[0][1:]])
    return [edge.places(run % edge.length)[0] for run in hidden if run[-1] - run[0] > TOUCH]


def _sketched(edge: _Edge, lookers: Sequence[Convex], parts: Sequence[Convex], way: Way) -> float | None:
    """Where on the edge a few points find that it is hidden, at first by what need not be cut. None is no proof."""
    single = len(lookers) == len(parts) == 1
    at = _shadowed_by_one(lookers[0], edge, way.clear) if single else None
    if at is None and way.clear:
        at = _surely_hidden(edge, lookers, parts, way.clear)
    pieces = [] if at is not None else way.shapes[len(way.clear) :]
    if pieces:
        at = _shadowed_by_one(lookers[0], edge, pieces) if single else None
        if at is None:
            at = _surely_hidden(edge, lookers, parts, way.shapes)
    return at


def _shadowed_by_one(looker: Convex, edge: _Edge, shapes: Sequence[Convex]) -> float | None:
    """Where on the edge, by the length walked, one shape hides all of the looker and is not near to letting it show.

    Of a few points that face the looker. None is no proof that all are seen.
    """
    if not shapes:
        return None
    at, spots, normals = edge.tried
    around, ahead = looker.circumradius + TOUCH, np.array(looker.centre) - spots
    away = np.hypot(ahead[:, 0], ahead[:, 1])
    cores, radii = core_arrays(shapes)
    apart = shapely.distance(shapely.points(looker.centre), cores) > around + radii
    facing = ((normals * ahead).sum(axis=1) > 0) & (away > around)
    if not apart.any() or not facing.any():
        return None
    order = np.flatnonzero(facing)[away[facing].argsort()]
    for rows in (order[:_FIRST], order[_FIRST:]):
        # a shape that keeps clear of the looker and meets both tangents to the circle around it stands before all of it
        sin = around / away[rows, None]
        cos, across = np.sqrt(1.0 - sin**2), np.column_stack([-ahead[rows, 1], ahead[rows, 0]])
        lines = np.empty((2, len(rows), 2, 2))
        lines[:, :, 0] = spots[rows]
        lines[:, :, 1] = lines[:, :, 0] + cos * np.stack(
            [cos * ahead[rows] - sin * across, cos * ahead[rows] + sin * across]
        )
        tangents = np.asarray(shapely.linestrings(lines))
        met = come_within(cores[apart, None, None], tangents, radii[apart, None, None] - 3 * TOUCH)
        hidden = np.flatnonzero(met.all(axis=1).any(axis=0))
        if len(hidden):
            return float(at[rows[hidden[0]]])
    return None


def _surely_hidden(
    edge: _Edge, lookers: Sequence[Convex], parts: Sequence[Convex], shapes: Sequence[Convex]
) -> float | None:
    """As ``_shadowed_by_one``, for any lookers and for shapes that hide it together: the edge is hidden on both sides."""
    at = edge.tried[0]
    beside = np.concatenate([at - TOUCH, at + TOUCH]) % edge.length
    seen = _seen(*edge.places(beside), lookers, parts, shapes).reshape(2, -1).any(axis=0)
    return None if seen.all() else float(at[seen.argmin()])


def _seen(
    spots: Floats, normals: Floats, lookers: Sequence[Convex], parts: Sequence[Convex], shapes: Sequence[Convex]
) -> Bools:
    """Which spots of the edge need not count as hidden: a looker sees them, or they face none."""
    own = _nearest_part(parts, spots)
    views = [_View.of(looker, parts, own, spots, normals) for looker in lookers]
    seen: Bools = ~np.logical_or.reduce([view.is_open() for view in views])
    for view in views:
        left = np.flatnonzero(~seen)
        seen[left] = view.past(shapes, left).is_open()
    return seen


def bitangents(p: Convex, q: Convex) -> Floats:
    """The lines that are tangent to two shapes, (k, 2): the direction of the normal in radians, and the offset."""
    found = []
    for sign in (1.0, -1.0):
        # outer tangents have both shapes on one side; the mirrored second shape makes the inner ones
        mirror, radius = 0.0 if sign > 0 else math.pi, p.radius - sign * q.radius
        turns = np.unique(np.concatenate([p.normals % _TURN, (q.normals + mirror) % _TURN, [0.0, _TURN]]))
        middle = (turns[1:] + turns[:-1]) / 2
        first, second = p.farthest(middle), q.farthest(middle + mirror)
        apart = first - second
        with np.errstate(invalid="ignore", divide="ignore"):
            half = np.arccos(-radius / np.hypot(apart[:, 0], apart[:, 1]))
        ahead = np.arctan2(apart[:, 1], apart[:, 0])
        for angle in (ahead + half, ahead - half):
            beyond = (angle - turns[:-1]) % _TURN
            fits = (beyond <= np.diff(turns) + _SLIT) | (beyond >= _TURN - _SLIT)
            normal, point = angle[fits], first[fits]
            found.append(
                np.column_stack([normal, point[:, 0] * np.cos(normal) + point[:, 1] * np.sin(normal) + p.radius])
            )
    return np.concatenate(found)


class _View:
    """What a row of spots sees of one looking shape: directions, as intervals around the one to its centre."""

    def __init__(self, looker: Convex, spots: Floats, ahead: Floats, low: Floats, high: Floats, inside: Bools) -> None:
        self.looker, self.spots, self.ahead = looker, spots, ahead
        self.low, self.high, self.inside = low, high, inside
        self.shut_spots = np.zeros(len(spots), dtype=bool)
        self.lows: list[Floats] = []
        self.highs: list[Floats] = []

    @classmethod
    def of(
        cls, looker: Convex, parts: Sequence[Convex], own: npt.NDArray[np.intp], spots: Floats, normals: Floats
    ) -> _View:
        """What spots of an edge see, each past the parts of the target that it is not on itself."""
        ahead = np.arctan2(*(np.array(looker.centre) - spots).T[::-1])
        low, high = _span(looker, spots, ahead)
        facing = _wrapped(np.arctan2(normals[:, 1], normals[:, 0]) - ahead)
        # half a turn of directions leads out of the target; it may reach the looker's interval from either side
        lows = np.maximum(low, facing - math.pi / 2 + _SHIFTS)
        highs = np.minimum(high, facing + math.pi / 2 + _SHIFTS)
        low, high = _most(highs - lows, lows), _most(highs - lows, highs)
        view = cls(looker, spots, ahead, low, high, _within(looker, spots))
        if len(parts) > 1:
            for k, part in enumerate(parts):
                view.shut(part, own != k)
        return view

    def past(self, shapes: Sequence[Convex], rows: npt.NDArray[np.intp]) -> _View:
        """What some of the spots see past some shapes."""
        view = _View(
            self.looker, self.spots[rows], self.ahead[rows], self.low[rows], self.high[rows], self.inside[rows]
        )
        view.shut_spots = self.shut_spots[rows]
        view.lows, view.highs = [low[rows] for low in self.lows], [high[rows] for high in self.highs]
        for shape in shapes:
            view.shut(shape, np.ones(len(rows), dtype=bool))
        return view

    def shut(self, shape: Convex, where: Bools) -> None:
        """Take away what a shape hides, for some of the spots."""
        self.shut_spots |= where & _within(shape, self.spots)
        low, high = _span(shape, self.spots, self.ahead)
        common = np.minimum(high + _SHIFTS, self.high) - np.maximum(low + _SHIFTS, self.low)
        low, high = _most(common, low + _SHIFTS), _most(common, high + _SHIFTS)
        middle = (np.maximum(low, self.low) + np.minimum(high, self.high)) / 2
        if _overlap(self.looker, shape):
            points = crossings(self.looker, shape)
            inner = [self._angle(point, (low + high) / 2) for point in points]
            sides = np.sort(np.clip(np.stack([low, *inner, high]), low, high), axis=0)
            for left, right in pairwise(sides):
                self._add(left, right, where & self._in_front(shape, (left + right) / 2))
        else:
            _, dx, dy = gaps(self.looker, np.array([shape.core], dtype=object), np.array([shape.radius]))
            theta = self.ahead + middle
            self._add(low, high, where & (dx[0] * np.cos(theta) + dy[0] * np.sin(theta) < 0))

    def is_open(self) -> Bools:
        """Which spots see a part of the looking shape."""
        if self.lows:
            lows, highs = np.stack(self.lows), np.stack(self.highs)
            order = np.argsort(lows, axis=0)
            lows, highs = np.take_along_axis(lows, order, axis=0), np.take_along_axis(highs, order, axis=0)
            reach = np.maximum.accumulate(np.concatenate([self.low[None], highs]), axis=0)
            upto = np.minimum(np.concatenate([lows, np.full((1, len(self.spots)), np.inf)]), self.high)
            widest = (upto - reach).max(axis=0)
        else:
            widest = self.high - self.low
        seen: Bools = (self.inside | (widest > _SLIT)) & ~self.shut_spots
        return seen

    def _add(self, low: Floats, high: Floats, where: Bools) -> None:
        self.lows.append(np.where(where, low, -np.inf))
        self.highs.append(np.where(where, high, -np.inf))

    def _in_front(self, shape: Convex, angle: Floats) -> Bools:
        """Whether a line of sight at that angle meets the shape before it meets the looker."""
        theta = self.ahead + angle
        u = np.column_stack([np.cos(theta), np.sin(theta)])
        offset = u[:, 0] * self.spots[:, 1] - u[:, 1] * self.spots[:, 0]
        at = (u * self.spots).sum(axis=1)
        with np.errstate(invalid="ignore"):
            enter, leave = shape.chords(u, offset)
            first, _ = self.looker.chords(u, offset)
            front: Bools = (leave > at) & ~(enter >= first - _ON_EDGE)
        return front

    def _angle(self, point: Floats, around: Floats) -> Floats:
        """The direction to a point, as the angle that is nearest to another one."""
        return _angle(point, self.spots, self.ahead, around)


@lru_cache(maxsize=512)
def _edge_of(footprint: Footprint) -> _Edge:
    return _Edge(footprint)


class _Edge:
    """The outline of a footprint, walked once round: straight sides and arcs, by the length walked."""

    def __init__(self, footprint: Footprint) -> None:
        core = footprint.core
        if footprint.base.kind == "hull" and not shapely.is_ccw(shapely.linearrings(core)):
            core = core[::-1]
        self.radius = footprint.radius
        sides = Convex(core, self.radius).sides
        self.straight = np.ones(len(sides), dtype=bool)
        # a side has its two ends, an arc its centre and the direction in which it starts
        self.firsts, self.lasts = sides[:, 0], sides[:, 1]
        if self.radius:
            turns = np.array([[math.atan2(side[0, 0] - side[1, 0], side[1, 1] - side[0, 1]), 0.0] for side in sides])
            self.straight = np.array([True, False] * len(sides) or [False])
            self.firsts = (
                np.stack([self.firsts, np.roll(core, -1, axis=0)], axis=1).reshape(-1, 2) if len(sides) else core
            )
            self.lasts = np.stack([self.lasts, turns], axis=1).reshape(-1, 2) if len(sides) else np.zeros((1, 2))
        lengths = np.hypot(*(self.lasts - self.firsts).T)
        lengths[~self.straight] = self.radius * _TURN / len(core)
        self.starts = np.concatenate([[0.0], np.cumsum(lengths)])
        self.length = float(self.starts[-1])

    @cached_property
    def tried(self) -> tuple[Floats, Floats, Floats]:
        """A few lengths all round, with their places."""
        at = (np.arange(_TRIED) + 0.5) * self.length / _TRIED
        return at, *self.places(at)

    def places(self, at: Floats) -> tuple[Floats, Floats]:
        """The points at some lengths, and the directions straight out of the edge there, (k, 2) each."""
        piece = np.clip(np.searchsorted(self.starts, at, side="right") - 1, 0, len(self.starts) - 2)
        along = (at - self.starts[piece])[:, None]
        first, last = self.firsts[piece], self.lasts[piece]
        with np.errstate(invalid="ignore", divide="ignore"):
            u = (last - first) / np.hypot(*(last - first).T)[:, None]
        angle = last[:, 0] + along[:, 0] / (self.radius or 1.0)
        straight = self.straight[piece][:, None]
        normals = np.where(
            straight, np.column_stack([u[:, 1], -u[:, 0]]), np.column_stack([np.cos(angle), np.sin(angle)])
        )
        return np.where(straight, first + along * u, first + self.radius * normals), normals

    def around(self, at: float) -> Floats:
        """(3, 2): a short stretch of the edge with that length in its middle."""
        return self.places(np.array([at - TOUCH, at, at + TOUCH]) % self.length)[0]

    def crossed_by(self, lines: Floats) -> Floats:
        """The lengths at which some lines ((k, 2): direction of the normal, offset) cross or touch the edge."""
        n = np.column_stack([np.cos(lines[:, 0]), np.sin(lines[:, 0])])
        sides = np.flatnonzero(self.straight)
        before, after = (ends[sides] @ n.T - lines[:, 1] for ends in (self.firsts, self.lasts))
        side, line = np.nonzero((before <= 0) != (after <= 0))
        share = before[side, line] / (before[side, line] - after[side, line])
        found = [self.starts[sides[side]] + share * np.diff(self.starts)[sides[side]]]
        for k in np.flatnonzero(~self.straight):
            share = (lines[:, 1] - n @ self.firsts[k]) / self.radius
            near = np.abs(share) < 1 + _ON_EDGE
            half = np.arccos(np.clip(share[near], -1.0, 1.0))
            for angle in (lines[near, 0] + half, lines[near, 0] - half):
                along = (angle - self.lasts[k, 0]) % _TURN * self.radius
                found.append(self.starts[k] + along[along <= self.starts[k + 1] - self.starts[k]])
        return np.concatenate(found)


def _wrapped(angle: Floats) -> Floats:
    wrapped: Floats = (angle + math.pi) % _TURN - math.pi
    return wrapped


def _span(shape: Convex, spots: Floats, ahead: Floats) -> tuple[Floats, Floats]:
    """The directions in which spots (outside of it) have a shape, from and to, as angles from the one ahead."""
    middle = _angle(np.array(shape.centre), spots, ahead, np.zeros(len(spots)))
    low, high = np.empty(len(spots)), np.empty(len(spots))
    for rows, points in _rested_on(shape, spots):
        apart = points - spots[rows]
        away = np.hypot(apart[..., 0], apart[..., 1])
        with np.errstate(invalid="ignore", divide="ignore"):
            half = np.arcsin(np.minimum(1.0, shape.radius / away)) if shape.radius else np.zeros_like(away)
        angle = _wrapped(np.arctan2(apart[..., 1], apart[..., 0]) - ahead[rows] - middle[rows])
        low[rows], high[rows] = (angle - half).min(axis=0), (angle + half).max(axis=0)
    return middle + low, middle + high


def _rested_on(shape: Convex, spots: Floats) -> Iterator[tuple[npt.NDArray[np.intp] | slice, Floats]]:
    """The points of a shape that the tangents from a spot may rest on, (points, spots or 1, 2) for some rows of spots.

    These are the two where the sides that are turned to the spot begin and end.
    """
    if len(shape.points) <= _FEW:
        yield slice(None), shape.points[:, None]
        return
    start, along = shape.sides[:, 0], shape.sides[:, 1] - shape.sides[:, 0]
    outward = np.column_stack([along[:, 1], -along[:, 0]])
    turned = outward @ spots.T > (outward * start).sum(axis=1)[:, None]
    changes = turned != np.roll(turned, 1, axis=0)
    two = changes.sum(axis=0) == 2
    rows = np.flatnonzero(two)
    ends = np.stack([changes[:, rows].argmax(axis=0), len(changes) - 1 - changes[::-1, rows].argmax(axis=0)])
    yield rows, shape.points[ends]
    # so near to it, or so much in line with some of its sides, that these do not tell
    yield np.flatnonzero(~two), shape.points[:, None]


def _angle(point: Floats, spots: Floats, ahead: Floats, around: Floats) -> Floats:
    """The direction from spots to a point, as the angle that is nearest to another one."""
    dx, dy = (point - spots).T
    return around + _wrapped(np.arctan2(dy, dx) - ahead - around)


def _most(width: Floats, choices: Floats) -> Floats:
    """Of each column of choices the one in the row where the width is greatest."""
    chosen: Floats = np.take_along_axis(choices, width.argmax(axis=0)[None], axis=0)[0]
    return chosen


def _within(shape: Convex, spots: Floats) -> Bools:
    """Which spots lie inside a shape, its edge not included."""
    inside: Bools = np.hypot(*(spots - shape.centre).T) < shape.circumradius
    if not inside.any():
        return inside
    points = shapely.points(spots[inside])
    if shape.radius:
        inside[inside] = shapely.distance(shape.core, points) < shape.radius - SEAL
        return inside
    off_edge = np.asarray(shapely.distance(shapely.boundary(shape.core), points) > SEAL)
    inside[inside] = off_edge & np.asarray(shapely.contains(shape.core, points))
    return inside


def _overlap(p: Convex, q: Convex) -> bool:
    return bool(gaps(p, np.array([q.core], dtype=object), np.array([q.radius]))[0][0] < -SEAL)


def _nearest_part(parts: Sequence[Convex], spots: Floats) -> npt.NDArray[np.intp]:
    if len(parts) == 1:
        return np.zeros(len(spots), dtype=np.intp)
    points = shapely.points(spots)
    away = np.stack([shapely.distance(shapely.boundary(part.core), points) for part in parts])
    nearest: npt.NDArray[np.intp] = away.argmin(axis=0)
    return nearest


def _runs(marked: Bools) -> list[tuple[int, int]]:
    """The stretches of neighbours that are marked, from the first to one past the last."""
    change = np.flatnonzero(np.diff(np.concatenate([[False], marked, [False]]).astype(int)))
    return [(int(first), int(last)) for first, last in change.reshape(-1, 2)]
