"""Gaps of many pairs of footprints as plain numbers: what the single and the bulk measurements share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.footprint import Floats, Footprint
from battlesim.geometry.oval import Ovals, as_ovals, oval_to_core, oval_to_oval

Rows = npt.NDArray[np.intp]

_CHUNK: Final = 16384


class _Row(NamedTuple):
    circles: Floats
    discs: bool
    grounded: bool


@lru_cache(maxsize=512)
def _row(footprints: tuple[Footprint, ...]) -> _Row:
    # the same units are measured to again and again while they stand still
    circles = np.array([f.circle for f in footprints], dtype=np.float64).reshape(-1, 3).T
    circles.setflags(write=False)
    kinds, bottoms = {f.base.kind for f in footprints}, {f.bottom for f in footprints}
    return _Row(circles, kinds <= {"disc"}, bottoms <= {0.0})


def circles(footprints: Sequence[Footprint]) -> Floats:
    """(3, n) float64, mm, read-only: the fixed points, x and y, and how far each reaches from its own."""
    return _row(tuple(footprints)).circles


def all_discs(footprints: Sequence[Footprint]) -> bool:
    """Whether the circles around them are the footprints themselves."""
    return _row(tuple(footprints)).discs


def circle_distances(ps: Floats, qs: Floats) -> tuple[Floats, Floats]:
    """From two rows of circles, (3, n) and (3, m): the distances of their middles and the sums of their radii, (n, m)."""
    square, other = ps[0][:, None] - qs[0], ps[1][:, None] - qs[1]
    square *= square
    other *= other
    square += other
    return np.sqrt(square, out=square), ps[2][:, None] + qs[2]


def rises(ps: Sequence[Footprint], qs: Sequence[Footprint]) -> Floats:
    """(n, m) float64, mm: the height gaps, zero where the heights that count overlap."""
    if _row(tuple(ps)).grounded and _row(tuple(qs)).grounded:
        return np.zeros((len(ps), len(qs)))
    low, high = np.array([p.bottom for p in ps]), np.array([p.top for p in ps])
    other_low, other_high = np.array([q.bottom for q in qs]), np.array([q.top for q in qs])
    found: Floats = np.maximum(np.subtract.outer(low, other_high), np.subtract.outer(high, other_low) * -1.0)
    return np.maximum(found, 0.0)


def separations(ps: Sequence[Footprint], qs: Sequence[Footprint], i: Rows, j: Rows) -> Floats:
    """(n,) float64, mm: the horizontal gap of ``ps[i[k]]`` and ``qs[j[k]]`` for each k; zero where they overlap."""
    if all_discs(ps) and all_discs(qs):
        return np.maximum(_of_one_kind(ps, qs, i, j, _DISC, _DISC), 0.0)
    found = np.zeros(len(i))
    first, second = _kinds(ps), _kinds(qs)
    for kind in _distinct(first[i]):
        for other in _distinct(second[j]):
            rows = np.flatnonzero((first[i] == kind) & (second[j] == other))
            for start in range(0, len(rows), _CHUNK):
                part = rows[start : start + _CHUNK]
                found[part] = _of_one_kind(ps, qs, i[part], j[part], kind, other)
    return np.maximum(found, 0.0)


_DISC, _OVAL, _OTHER = 0, 1, 2


def _kinds(footprints: Sequence[Footprint]) -> Rows:
    return np.array([{"disc": _DISC, "oval": _OVAL}.get(f.base.kind, _OTHER) for f in footprints], dtype=np.intp)


def _radii(footprints: Sequence[Footprint]) -> Floats:
    return np.array([f.radius for f in footprints], dtype=np.float64)


def _of_one_kind(ps: Sequence[Footprint], qs: Sequence[Footprint], i: Rows, j: Rows, kind: int, other: int) -> Floats:
    radii = _radii(ps)[i] + _radii(qs)[j]
    if kind == other == _DISC:
        (x, y, _), (to_x, to_y, _) = circles(ps)[:, i], circles(qs)[:, j]
        distances: Floats = np.hypot(x - to_x, y - to_y) - radii
        return distances
    if kind == other == _OVAL:
        return oval_to_oval(_ovals_of(ps, i), _ovals_of(qs, j)).separation
    if other == _OVAL:
        return _of_one_kind(qs, ps, j, i, other, kind)
    if kind == _OVAL:
        return _ovals_to_cores(ps, qs, i, j) - radii
    first = np.array([p.core_geometry if k else None for p, k in zip(ps, _used(i, len(ps)), strict=True)])
    second = np.array([q.core_geometry if k else None for q, k in zip(qs, _used(j, len(qs)), strict=True)])
    apart = shapely.distance(first[i], second[j])
    return apart - radii


def _ovals_of(footprints: Sequence[Footprint], rows: Rows) -> Ovals:
    used = _distinct(rows)
    return as_ovals([footprints[k] for k in used]).take(np.searchsorted(used, rows))


def _ovals_to_cores(ps: Sequence[Footprint], qs: Sequence[Footprint], i: Rows, j: Rows) -> Floats:
    """Distances of ovals to cores that are not ovals, together for cores of the same number of corners."""
    found = np.zeros(len(i))
    corners = np.array([len(q.core) if k else 0 for q, k in zip(qs, _used(j, len(qs)), strict=True)], dtype=np.intp)
    for count in _distinct(corners[j]):
        rows = np.flatnonzero(corners[j] == count)
        used = _distinct(j[rows])
        cores = np.array([qs[k].core for k in used])[np.searchsorted(used, j[rows])]
        found[rows] = oval_to_core(_ovals_of(ps, i[rows]), cores).separation
    return found


def _distinct(rows: Rows) -> list[int]:
    """In order; for a few numbers faster than with arrays."""
    return sorted(set(rows.tolist()))


def _used(rows: Rows, count: int) -> npt.NDArray[np.bool_]:
    return np.bincount(rows, minlength=count) > 0
