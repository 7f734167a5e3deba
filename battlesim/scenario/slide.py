"""Sliding shapes along a direction until they come exactly as near to others as asked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import gap
from battlesim.units import Mm

_FINE: Final = 1000.0
"""The search works in micrometres: a pose keeps six decimals of its unit, and six of a millimetre are too few."""

_EXACT: Final = 1e-5
"""How near, in micrometres, the found gap comes to the asked one."""

_STEPS: Final = 20_000


def slide(
    moving: Sequence[Footprint], still: Sequence[Footprint], direction: tuple[float, float], asked: float
) -> float | None:
    """How far ``moving`` slides along the unit vector until its gap to ``still`` is ``asked`` mm for the first time.

    None where it never comes that near, or already is nearer. Exact to 1e-8 mm before poses are rounded; for two discs
    the answer is that of the formula.
    """
    found = _slide([_fine(p) for p in moving], [_fine(q) for q in still], direction, asked * _FINE)
    return None if found is None else found / _FINE


def _slide(
    moving: Sequence[Footprint], still: Sequence[Footprint], direction: tuple[float, float], asked: float
) -> float | None:
    first: float | None = None
    # The pair whose circles meet first is tried first: most others then cannot be earlier.
    bounds = sorted(
        (bound, i, j)
        for i, p in enumerate(moving)
        for j, q in enumerate(still)
        if (bound := _meeting(p, q, direction, p.base.circumradius + q.base.circumradius + asked)) is not None
    )
    for (earliest, latest), i, j in bounds:
        if first is not None and earliest >= first:
            break
        found = _one_pair(moving[i], still[j], direction, asked, max(earliest, 0.0), latest)
        if found is not None and (first is None or found < first):
            first = found
    if first is None or first > _EXACT:
        return first
    nearer = any(gap(p, q).value < asked - 1e-6 * _FINE for p in moving for q in still)
    return None if nearer else first


def _meeting(p: Footprint, q: Footprint, direction: tuple[float, float], apart: float) -> tuple[float, float] | None:
    """The slides between which the centres are nearer than ``apart``; None where they never are, or no more."""
    dx, dy = q.pose.x - p.pose.x, q.pose.y - p.pose.y
    along = dx * direction[0] + dy * direction[1]
    aside = dx * direction[1] - dy * direction[0]
    square = (apart - aside) * (apart + aside)
    if square < 0:
        return None
    half = math.sqrt(square)
    return None if along + half < 0 else (along - half, along + half)


def _fine(footprint: Footprint) -> Footprint:
    """The same in micrometres."""
    base, pose = footprint.base, footprint.pose
    outline = tuple((x * _FINE, y * _FINE) for x, y in base.outline)
    base = Base(base.kind, Mm(base.length * _FINE), Mm(base.width * _FINE), None, outline)
    return Footprint(base, Pose(Mm(pose.x * _FINE), Mm(pose.y * _FINE), pose.facing))


def _one_pair(
    p: Footprint, q: Footprint, direction: tuple[float, float], asked: float, start: float, latest: float
) -> float | None:
    if p.base.kind == q.base.kind == "disc":
        return start
    ux, uy = direction

    def excess(by: float) -> float:
        return gap(p.moved(by * ux, by * uy), q).value - asked

    convex = p.base.convex and q.base.convex
    before = (start, excess(start))
    if before[1] <= _EXACT:
        return start
    at = start + before[1]
    for _ in range(_STEPS):
        if at > latest:
            return None
        now = (at, excess(at))
        if now[1] <= _EXACT:
            return at
        step = now[1]
        if convex:
            # The gap of convex shapes is a convex function of the slide, so the line through two earlier points never
            # oversteps its zero; and once it no longer falls, it never comes down to it.
            fall = before[1] - now[1]
            if fall <= 0:
                return None
            step = max(step, now[1] * (now[0] - before[0]) / fall)
        before, at = now, at + step
    return None
