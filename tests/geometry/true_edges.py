"""An independent check: points of every base's true edge from its own formula, refined where two edges come near."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.units import Mm

Points = npt.NDArray[np.float64]

ARROW = ((-40.0, -25.0), (30.0, -30.0), (45.0, 0.0), (30.0, 30.0), (-40.0, 25.0), (-20.0, 0.0))
"""A hull with one notch, at its tail."""

BASES = {
    "disc": Base.disc(32),
    "oval": Base.oval(75, 42),
    "long oval": Base.oval(170, 52),
    "stadium": Base.stadium(75, 42),
    "rectangle": Base.rectangle(60, 30),
    "hull": Base.hull(ARROW),
}


def at(base: Base, x: float, y: float, facing: float = 0.0, elevation: float = 0.0) -> Footprint:
    """A base on the table, briefly."""
    return base.at(Pose(Mm(x), Mm(y), facing, Mm(elevation)))


def edge(footprint: Footprint, share: Points) -> Points:
    """Points of the edge, (n, 2), for shares of the way round in [0, 1)."""
    base, pose = footprint.base, footprint.pose
    a, b, around = base.length / 2, base.width / 2, 2 * math.pi * share
    if base.kind in ("disc", "oval"):
        local = np.column_stack([a * np.cos(around), b * np.sin(around)])
    elif base.kind == "stadium":
        # straight, half a circle, straight, half a circle: by length along the edge
        side, arc = 2 * (a - b), math.pi * b
        s = (share % 1.0) * 2 * (side + arc)
        turn = (s - side) / b
        back = (s - side - arc - side) / b
        local = np.select(
            [(s < side)[:, None], (s < side + arc)[:, None], (s < 2 * side + arc)[:, None]],
            [
                np.column_stack([b - a + s, np.full_like(s, -b)]),
                np.column_stack([a - b + b * np.sin(turn), -b * np.cos(turn)]),
                np.column_stack([a - b - (s - side - arc), np.full_like(s, b)]),
            ],
            np.column_stack([b - a - b * np.sin(back), b * np.cos(back)]),
        )
    else:
        corners = base.outline if base.kind == "hull" else ((-a, -b), (a, -b), (a, b), (-a, b))
        ring = np.array([*corners, corners[0]])
        place = (share % 1.0) * len(corners)
        k = np.minimum(place.astype(int), len(corners) - 1)
        local = ring[k] + (ring[k + 1] - ring[k]) * (place - k)[:, None]
    c, s_ = math.cos(math.radians(pose.facing)), math.sin(math.radians(pose.facing))
    x = pose.x + local[:, 0] * c - local[:, 1] * s_
    y = pose.y + local[:, 0] * s_ + local[:, 1] * c
    return np.column_stack([x, y])


def edge_gap(p: Footprint, q: Footprint, *, count: int = 600, rounds: int = 5) -> float:
    """Least distance between the two edges, refined around the eight nearest pairs of points to about 0.0001 mm."""
    share = np.arange(count) / count
    apart = _between(edge(p, share), edge(q, share))
    best = math.inf
    for flat in np.argsort(apart, axis=None)[:: max(count // 8, 1)][:8]:
        i, j = divmod(int(flat), count)
        s, t, width = share[i], share[j], 2.0 / count
        for _ in range(rounds):
            around_s, around_t = s + np.linspace(-width, width, 41), t + np.linspace(-width, width, 41)
            fine = _between(edge(p, around_s), edge(q, around_t))
            k, m = divmod(int(np.argmin(fine)), 41)
            s, t, width = around_s[k], around_t[m], width / 10
            best = min(best, float(fine[k, m]))
    return best


def farthest(p: Footprint, q: Footprint, *, count: int = 1200) -> float:
    """The largest distance from p of a point on q's edge, for a p without notches and a q outside it.

    The count is a multiple of the corners of every polygon, so that the corners are among the points.
    """
    share = np.arange(count) / count
    return float(_between(edge(q, share), edge(p, share)).min(axis=1).max())


def _between(p: Points, q: Points) -> Points:
    return np.hypot(p[:, None, 0] - q[None, :, 0], p[:, None, 1] - q[None, :, 1])
