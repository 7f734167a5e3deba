"""Quick answers that spare an exact measurement. Each is sure one way only, and none is a verdict on a limit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from battlesim.geometry.footprint import Floats, Footprint
from battlesim.units import TOUCH, ZERO, Mm

_SPARE: Final = 2 * TOUCH
"""More than the tolerance of a limit and what an oval's polygon is off by."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, mm."""


def may_meet(p: Footprint, q: Footprint, *, after: float = 0.0) -> bool:
    """Whether the circles around two bases touch once they are ``after`` mm nearer: a no is sure.

    >>> may_meet(Footprint.disc(0, 0, 32), Footprint.disc(33, 0, 32)), may_meet(
    ...     Footprint.disc(0, 0, 32), Footprint.disc(33, 0, 32), after=1)
    (False, True)
    """
    return math.dist(p.centre, q.centre) <= p.base.circumradius + q.base.circumradius + after + _SPARE


def may_reach(p: Footprint, box: Box) -> bool:
    """Whether the circle around a base reaches a box: a no is sure."""
    pose, reach = p.pose, p.base.circumradius + _SPARE
    return box[0] - reach <= pose.x <= box[2] + reach and box[1] - reach <= pose.y <= box[3] + reach


def may_come_within(
    limits: Sequence[Mm], circles: Floats, boxes: Sequence[Box]
) -> tuple[npt.NDArray[np.bool_], Floats]:
    """Which of n bases may be within its limit of anything in each box (a no is sure), and how far they are at least, mm.

    ``circles`` are (3, n), as ``separation`` gives them; both answers are (boxes, n).
    """
    x, y, reach = circles
    left, top, right, bottom = np.array(boxes, dtype=np.float64).reshape(-1, 4).T[:, :, np.newaxis]
    across, along = np.maximum(left - x, x - right), np.maximum(top - y, y - bottom)
    apart: Floats = np.hypot(np.maximum(across, 0.0), np.maximum(along, 0.0)) - reach
    return apart <= np.array(limits, dtype=np.float64)[:, np.newaxis] + _SPARE, apart


def surely_overlap(p: Footprint, q: Footprint) -> bool:
    """Whether the largest discs that lie within two bases of one level overlap: a yes is sure."""
    if p.pose.elevation != q.pose.elevation:
        return False
    return math.dist(p.centre, q.centre) < _inner(p) + _inner(q) - TOUCH


def surely_inside(p: Footprint, area: BaseGeometry) -> bool:
    """Whether the circle around a base lies inside an area that is a plain box: a yes is sure."""
    box = as_box(area)
    if box is None:
        return False
    pose, reach = p.pose, p.base.circumradius
    return box[0] + reach <= pose.x <= box[2] - reach and box[1] + reach <= pose.y <= box[3] - reach


# most bases by far are asked about on the same table
@lru_cache(maxsize=64)
def as_box(shape: BaseGeometry) -> Box | None:
    """The bounds of a shape that fills the box around it, so that they say all of it; None for any other."""
    min_x, min_y, max_x, max_y = shape.bounds
    filled = isinstance(shape, Polygon) and shape.area >= (max_x - min_x) * (max_y - min_y)
    return (min_x, min_y, max_x, max_y) if filled else None


def _inner(footprint: Footprint) -> float:
    base = footprint.base
    return ZERO if base.kind == "hull" else min(base.length, base.width) / 2
