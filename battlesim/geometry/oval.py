"""Nearest points of true ellipses, against cores and against each other, for many pairs at once.

All but ``oval_to_point`` works on arrays over n pairs. An ellipse is its centre (n, 2), its half axes (n, 2) and its
turn (n, 2), the cosine and sine of its facing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from battlesim.geometry.footprint import Floats, Footprint

_DIRECTIONS: Final = 180
_ANGLES: Final[Floats] = np.arange(_DIRECTIONS, dtype=np.float64) * (2 * np.pi / _DIRECTIONS)
_CHUNK: Final = 4096
_ROUNDS: Final = 60
_SETTLED: Final = 1e-13

Point2 = tuple[float, float]


class Ovals(NamedTuple):
    """n ellipses as arrays."""

    centre: Floats
    half: Floats
    turn: Floats
    facing: Floats

    def take(self, rows: npt.NDArray[np.intp]) -> Ovals:
        """The ellipses of those rows, in that order."""
        return Ovals(self.centre[rows], self.half[rows], self.turn[rows], self.facing[rows])


class Closest(NamedTuple):
    """n nearest pairs of points: separation (n,), mm, zero or less where the two overlap; ``a`` and ``b`` (n, 2)."""

    separation: Floats
    a: Floats
    b: Floats


def as_ovals(footprints: Sequence[Footprint]) -> Ovals:
    """The true ellipses of oval footprints."""
    rows = np.array(
        [(f.pose.x, f.pose.y, f.base.length / 2, f.base.width / 2, f.pose.facing) for f in footprints], dtype=np.float64
    ).reshape(-1, 5)
    facing = np.radians(rows[:, 4])
    return Ovals(rows[:, 0:2], rows[:, 2:4], np.column_stack([np.cos(facing), np.sin(facing)]), facing)


def oval_to_core(ovals: Ovals, core: Floats) -> Closest:
    """Ellipses against a core: one point, a segment or an open ring of three or more corners.

    ``core`` is (k, 2), the same for all, or (n, k, 2). Exact to rounding, notches included. Where they overlap the
    separation is zero and ``a == b`` is a point of both.
    """
    rel = core - ovals.centre[:, None, :]
    cos, sin = ovals.turn[:, None, 0], ovals.turn[:, None, 1]
    x, y = rel[..., 0] * cos + rel[..., 1] * sin, rel[..., 1] * cos - rel[..., 0] * sin
    a, b = ovals.half[:, 0:1], ovals.half[:, 1:2]

    foot_x, foot_y = _feet(x, y, a, b)
    apart = np.hypot(x - foot_x, y - foot_y)
    inside = (x / a) ** 2 + (y / b) ** 2 <= 1.0
    apart = np.where(inside, 0.0, apart)
    candidates = [(apart, np.where(inside, x, foot_x), np.where(inside, y, foot_y), x, y)]
    if x.shape[1] >= 2:
        candidates.append(_against_sides(x, y, a, b))
    separation, ax, ay, bx, by = (np.concatenate(parts, axis=1) for parts in zip(*candidates, strict=True))
    rows, nearest = np.arange(len(separation)), np.argmin(separation, axis=1)
    return Closest(
        separation[rows, nearest],
        _back(ovals, ax[rows, nearest], ay[rows, nearest]),
        _back(ovals, bx[rows, nearest], by[rows, nearest]),
    )


def oval_to_point(oval: Footprint, point: Point2) -> tuple[float, Point2, Point2]:
    """As ``oval_to_core`` for one ellipse and one point, without arrays: separation, point on the ellipse, the point."""
    angle, aa, bb = math.radians(oval.pose.facing), (oval.base.length / 2) ** 2, (oval.base.width / 2) ** 2
    cos, sin, across, along = math.cos(angle), math.sin(angle), point[0] - oval.pose.x, point[1] - oval.pose.y
    x, y = across * cos + along * sin, along * cos - across * sin
    if x * x / aa + y * y / bb <= 1.0:
        return 0.0, point, point
    # as in _feet
    px, py = x * x * aa, y * y * bb
    t = max(math.sqrt(px) - aa, math.sqrt(py) - bb, 0.0)
    for _ in range(_ROUNDS):
        u, v = t + aa, t + bb
        uu, vv = px / (u * u), py / (v * v)
        step = max((uu + vv - 1.0) / (2.0 * (uu / u + vv / v)), 0.0)
        t += step
        if step <= _SETTLED * u:
            break
    foot_x, foot_y = x * aa / (t + aa), y * bb / (t + bb)
    foot = (oval.pose.x + foot_x * cos - foot_y * sin, oval.pose.y + foot_x * sin + foot_y * cos)
    return math.dist(foot, point), foot, point


def oval_to_oval(first: Ovals, second: Ovals) -> Closest:
    """Ellipses against ellipses, row by row; exact to rounding.

    Where they overlap, the separation is minus the shortest shift that parts them, and ``a`` and ``b`` are the points
    that would then meet.
    """
    # The gap of two convex shapes is the widest slab that parts them: the maximum, over the slab's direction, of
    # (offset of the centres along it) - (support of one) - (support of the other).
    offset = second.centre - first.centre
    start = np.concatenate(
        [
            np.argmax(
                offset[i : i + _CHUNK, 0:1] * np.cos(_ANGLES)
                + offset[i : i + _CHUNK, 1:2] * np.sin(_ANGLES)
                - _supports(first, slice(i, i + _CHUNK))
                - _supports(second, slice(i, i + _CHUNK)),
                axis=1,
            )
            for i in range(0, len(offset), _CHUNK)
        ]
        or [np.zeros(0, dtype=np.intp)]
    )
    at = _ANGLES[start]
    low, high = at - _ANGLES[1], at + _ANGLES[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        for _ in range(40):
            slope, bend = _slope(offset, first, second, at)
            low, high = np.where(slope > 0, at, low), np.where(slope > 0, high, at)
            newton = at - slope / bend
            # written so that a NaN fails it: then halve the bracket
            onward = np.where((newton >= low) & (newton <= high), newton, (low + high) / 2)
            step = np.abs(onward - at)
            at = onward
            if ((step < 1e-11) | (high - low < 1e-11)).all():
                break
    u = np.column_stack([np.cos(at), np.sin(at)])
    near, far = _support_point(first, at), _support_point(second, at + np.pi)
    return Closest(np.einsum("ij,ij->i", far - near, u), near, far)


def _feet(x: Floats, y: Floats, a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Nearest points of the ellipse's curve to points outside it (inside: of no use)."""
    px, py, aa, bb = np.abs(x) * a, np.abs(y) * b, a * a, b * b
    # The sum of squares below falls and is convex in t, so Newton from the left of its root never overshoots.
    t = np.maximum(np.maximum(px - aa, py - bb), 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        for _ in range(_ROUNDS):
            along, across = t + aa, t + bb
            u, v = px / along, py / across
            uu, vv = u * u, v * v
            fall = uu / along + vv / across
            step = np.where(fall > 0, np.maximum((uu + vv - 1.0) / (2.0 * fall), 0.0), 0.0)
            t = t + step
            if (step <= _SETTLED * along).all():
                break
    return x * aa / (t + aa), y * bb / (t + bb)


def _against_sides(x: Floats, y: Floats, a: Floats, b: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """For each side of the core: separation, point on the ellipse, point on the side; infinite where a corner is nearer."""
    x0, y0 = (x[:, :1], y[:, :1]) if x.shape[1] == 2 else (x, y)
    x1, y1 = (x[:, 1:], y[:, 1:]) if x.shape[1] == 2 else (np.roll(x, -1, axis=1), np.roll(y, -1, axis=1))
    ex, ey = x1 - x0, y1 - y0
    length = np.hypot(ex, ey)
    with np.errstate(divide="ignore", invalid="ignore"):
        nx, ny = -ey / length, ex / length
        offset = nx * x0 + ny * y0
        flip = np.where(offset < 0, -1.0, 1.0)
        nx, ny, offset = nx * flip, ny * flip, offset * flip
        support = np.sqrt((a * nx) ** 2 + (b * ny) ** 2)
        px, py = a * a * nx / support, b * b * ny / support
        away = offset - support
        share = ((px - x0) * ex + (py - y0) * ey) / length**2
        beside = (share > 0) & (share < 1) & (away > 0)
        separation = np.where(beside, away, np.inf)
        qx, qy = px + nx * away, py + ny * away

        # Squeezed to a unit circle, the two overlap where the core comes nearer than 1 to its centre.
        wx, wy, fx, fy = x0 / a, y0 / b, ex / a, ey / b
        share = np.clip(-(wx * fx + wy * fy) / (fx * fx + fy * fy), 0.0, 1.0)
        near_x, near_y = wx + share * fx, wy + share * fy
        cuts = near_x**2 + near_y**2 <= 1.0
    if x.shape[1] >= 3:
        crossing = (y0 > 0) != (y1 > 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            right = x0 - y0 * ex / ey > 0
        holds_centre = (np.count_nonzero(crossing & right, axis=1) % 2 == 1)[:, None]
        cuts = cuts | holds_centre
        near_x, near_y = np.where(holds_centre, 0.0, near_x), np.where(holds_centre, 0.0, near_y)
    return (
        np.where(cuts, 0.0, separation),
        np.where(cuts, near_x * a, px),
        np.where(cuts, near_y * b, py),
        np.where(cuts, near_x * a, qx),
        np.where(cuts, near_y * b, qy),
    )


def _back(ovals: Ovals, x: Floats, y: Floats) -> Floats:
    cos, sin = ovals.turn[:, 0], ovals.turn[:, 1]
    return ovals.centre + np.column_stack([x * cos - y * sin, x * sin + y * cos])


def _supports(ovals: Ovals, rows: slice) -> Floats:
    angle = _ANGLES - ovals.facing[rows, None]
    supports: Floats = np.hypot(ovals.half[rows, 0:1] * np.cos(angle), ovals.half[rows, 1:2] * np.sin(angle))
    return supports


def _slope(offset: Floats, first: Ovals, second: Ovals, at: Floats) -> tuple[Floats, Floats]:
    """First and second derivative of the slab's width by its direction."""
    cos, sin = np.cos(at), np.sin(at)
    slope, bend = offset[:, 1] * cos - offset[:, 0] * sin, -offset[:, 0] * cos - offset[:, 1] * sin
    for oval in (first, second):
        aa, bb, angle = oval.half[:, 0] ** 2, oval.half[:, 1] ** 2, at - oval.facing
        support = np.sqrt(aa * np.cos(angle) ** 2 + bb * np.sin(angle) ** 2)
        change = (bb - aa) * np.sin(2 * angle) / (2 * support)
        slope, bend = slope - change, bend - ((bb - aa) * np.cos(2 * angle) - change**2) / support
    return slope, bend


def _support_point(ovals: Ovals, at: Floats) -> Floats:
    angle = at - ovals.facing
    x, y = ovals.half[:, 0] ** 2 * np.cos(angle), ovals.half[:, 1] ** 2 * np.sin(angle)
    support = np.hypot(ovals.half[:, 0] * np.cos(angle), ovals.half[:, 1] * np.sin(angle))
    return _back(ovals, x / support, y / support)
