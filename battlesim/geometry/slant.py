"""Lines of sight on a slant: past blockers that some straight line between two bodies passes above or below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.convex import Convex
from battlesim.geometry.footprint import Floats
from battlesim.geometry.tangents import Segment
from battlesim.units import TOUCH

_POINTS: Final = 40


@dataclass(frozen=True, slots=True)
class Block:
    """A convex shape from a bottom to a top height above the table, mm; the top may be infinite."""

    shape: Convex
    bottom: float
    top: float


def slanted_line(a: Convex, b: Convex, blocks: Sequence[Block], heights: tuple[float, float]) -> Segment | None:
    """A line from one height over ``a`` to another over ``b`` that meets no block, of those through 40 x 40 points.

    A line that is found is free; that none is found is no proof, since others are not tried.
    """
    starts, ends = (_on_edge(shape) for shape in (a, b))
    first = np.repeat(starts, _POINTS, axis=0)
    apart = np.tile(ends, (_POINTS, 1)) - first
    u = apart / np.hypot(apart[:, 0], apart[:, 1])[:, None]
    offset = u[:, 0] * first[:, 1] - u[:, 1] * first[:, 0]
    with np.errstate(invalid="ignore"):
        leave, enter = a.chords(u, offset)[1], b.chords(u, offset)[0]
        free = enter > leave
        for block in blocks:
            free &= ~_meets(block, u, offset, leave, enter, heights)
    if not free.any():
        return None
    # the shortest of the free lines reads best
    i = int(np.where(free, enter - leave, np.inf).argmin())
    (x, y), s = u[i].tolist(), float(offset[i])
    start, end = float(leave[i]), float(enter[i])
    return Segment(start * x - s * y, start * y + s * x, end * x - s * y, end * y + s * x)


def _meets(
    block: Block, u: Floats, offset: Floats, leave: Floats, enter: Floats, heights: tuple[float, float]
) -> npt.NDArray[np.bool_]:
    first, last = block.shape.chords(u, offset)
    first, last = np.maximum(first, leave), np.minimum(last, enter)
    rise = (heights[1] - heights[0]) / (enter - leave)
    over_first, over_last = heights[0] + (first - leave) * rise, heights[0] + (last - leave) * rise
    low, high = np.minimum(over_first, over_last), np.maximum(over_first, over_last)
    met: npt.NDArray[np.bool_] = (first < last) & (low < block.top - TOUCH) & (high >= block.bottom - TOUCH)
    return met


def _on_edge(shape: Convex) -> Floats:
    """Points a little inside the edge, evenly spaced: on the edge itself a line would only touch."""
    ring = shapely.get_exterior_ring(shape.polygon)
    points = shapely.get_coordinates(
        shapely.line_interpolate_point(ring, (np.arange(_POINTS) + 0.5) / _POINTS, normalized=True)
    )
    inner: Floats = points + (np.array(shape.centre) - points) * 1e-3
    return inner
