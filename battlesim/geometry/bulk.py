"""Whole armies at once: the same gaps as ``measure.gap``, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.errors import BadGeometry
from battlesim.geometry.footprint import Floats, Footprint
from battlesim.geometry.measure import EQUAL, Measurement, gap, gap_3d
from battlesim.geometry.separation import all_discs, circle_distances, circles, rises, separations
from battlesim.units import TOUCH, Mm

_FEW: Final = 20_000
"""Pairs that are measured faster than a tree is grown for them."""

_SINGLE: Final = 4
"""Pairs that are measured one by one as fast as together."""


def gap_matrix(ps: Sequence[Footprint], qs: Sequence[Footprint]) -> Floats:
    """(n, m) float64, mm: the horizontal gap of every pair, zero where they touch or overlap.

    Agrees with ``gap`` to rounding. An empty sequence gives an empty matrix.
    """
    if all_discs(ps) and all_discs(qs):
        return _gaps_of_circles(ps, qs)
    i, j = np.indices((len(ps), len(qs)))
    return separations(ps, qs, i.ravel(), j.ravel()).reshape(len(ps), len(qs))


def pairs_within(ps: Sequence[Footprint], qs: Sequence[Footprint], limit: Mm) -> tuple[tuple[int, int], ...]:
    """The pairs (index in ``ps``, index in ``qs``) whose gap is within the limit, in order; inclusive as ``within``."""
    if not ps or not qs:
        return ()
    reach = limit + TOUCH
    if len(ps) * len(qs) <= _FEW:
        around = _gaps_of_circles(ps, qs)
        i, j = np.nonzero(around <= reach + TOUCH)
    else:
        boxes = _bounds(ps) + np.array([-1.0, -1.0, 1.0, 1.0]) * (reach + TOUCH)
        i, j = shapely.STRtree(_boxes(_bounds(qs))).query(_boxes(boxes))
        around = None
    if around is not None and all_discs(ps) and all_discs(qs):
        gaps = around[i, j]
    elif len(i) <= _SINGLE:
        # single gaps are kept
        each = zip(i.tolist(), j.tolist(), strict=True)
        gaps = np.array([0.0 if ps[k] is qs[m] else gap(ps[k], qs[m]).value for k, m in each])
    else:
        gaps = separations(ps, qs, i, j)
    near = gaps <= reach
    # where rounding decides, the ruler does
    for k in np.flatnonzero(np.abs(gaps - reach) <= EQUAL).tolist():
        near[k] = gap(ps[i[k]], qs[j[k]]).within(limit)
    return tuple(sorted(zip(i[near].tolist(), j[near].tolist(), strict=True)))


def nearest_each_3d(
    ps: Sequence[Footprint], qs: Sequence[Footprint], *, names: Sequence[str] = (), other_names: Sequence[str] = ()
) -> tuple[Measurement, ...]:
    """For each of ``ps`` the distance in space to the nearest of ``qs``; the first in order among equals.

    Raises BadGeometry where there is nothing to measure to.
    """
    if not qs:
        raise BadGeometry("no nearest footprint among none")
    apart = np.hypot(gap_matrix(ps, qs), rises(ps, qs))
    found = []
    for k, p in enumerate(ps):
        j = int(np.argmax(apart[k] <= apart[k].min() + EQUAL))
        found.append(gap_3d(p, qs[j], ends=(names[k] if names else "", other_names[j] if other_names else "")))
    return tuple(found)


def _gaps_of_circles(ps: Sequence[Footprint], qs: Sequence[Footprint]) -> Floats:
    between, radii = circle_distances(circles(ps), circles(qs))
    between -= radii
    gaps: Floats = np.maximum(between, 0.0, out=between)
    return gaps


def _bounds(footprints: Sequence[Footprint]) -> Floats:
    return np.array([f.bounds for f in footprints], dtype=np.float64)


def _boxes(bounds: Floats) -> npt.NDArray[np.object_]:
    return np.asarray(shapely.box(bounds[:, 0], bounds[:, 1], bounds[:, 2], bounds[:, 3]), dtype=np.object_)
