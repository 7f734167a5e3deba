"""Whether a base finds room beside a hull, or the hull is shut in."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import gap
from battlesim.units import TOUCH, Mm

_POINT: Final = Base.disc(0.002)

_STEP: Final = 4.0
"""Length of the pieces that the way round the hull is first cut into, mm."""

_SHORTEST: Final = 1e-6
"""Pieces shorter than this, mm, are not halved again."""

_ROUND: Final = 128
"""Segments of a quarter circle: the way round a 12 cm hull is then drawn to within 0.01 mm."""


def room_beside(hull: Footprint, base: Base, others: Sequence[Footprint]) -> bool:
    """Whether the largest disc inside the base, rolled round the hull, finds a place clear of the others.

    Touching is clear. Where not even the disc has room the base has none; where the disc has, a base with corners may
    still have to turn. Exact to TOUCH: the clearance changes by no more than the way does, so pieces of the way that
    are too deep in the others are dropped whole and the rest is halved.
    """
    radius = min(base.length, base.width) / 2
    round_hull = hull.core_geometry.buffer(hull.radius + radius, quad_segs=_ROUND).exterior
    near = [other for other in others if math.dist(other.centre, hull.centre) <= _span(hull, other) + 2 * radius]

    def clearance(at: float) -> float:
        spot = round_hull.interpolate(at)
        middle = _POINT.at(Pose(Mm(spot.x), Mm(spot.y)))
        return min((gap(middle, other).value for other in near), default=math.inf) + middle.radius - radius

    length = float(round_hull.length)
    pieces = max(math.ceil(length / _STEP), 4)
    ends = [length * k / pieces for k in range(pieces + 1)]
    return any(_finds(clearance, low, high) for low, high in pairwise(ends))


def _span(hull: Footprint, other: Footprint) -> float:
    return hull.base.circumradius + other.base.circumradius


def _finds(clearance: Callable[[float], float], low: float, high: float) -> bool:
    waiting = [(low, high, clearance(low), clearance(high))]
    while waiting:
        low, high, at_low, at_high = waiting.pop()
        if max(at_low, at_high) >= -TOUCH:
            return True
        if (at_low + at_high + high - low) / 2 < -TOUCH or high - low < _SHORTEST:
            continue
        middle = (low + high) / 2
        at_middle = clearance(middle)
        waiting += [(low, middle, at_low, at_middle), (middle, high, at_middle, at_high)]
    return False
