"""Whether a unit holds together: neighbours, an envelope and one group, with everything that breaks it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from battlesim.geometry.footprint import Footprint
from battlesim.geometry.measure import EQUAL, Measurement, gap, gap_each, height_gap
from battlesim.geometry.separation import Rows, all_discs, separations
from battlesim.kinds import Kinded
from battlesim.units import TOUCH, Mm

_FEW: Final = 32
"""Pairs that are measured to be shown as fast as to be compared."""


class Coherency(Kinded, frozen=True):
    """The answer and its proof; every measurement names its two models.

    ``lonely``: for each model with too few neighbours, the distance to the nearest model that is not one.
    ``stretched``: each pair outside the envelope. ``groups``: the models that neighbour links join, in the unit's order.
    ``links``: each pair of neighbours. ``widest``: the pair farthest from each other, the first among equals; None for a model alone.
    """

    lonely: tuple[Measurement, ...]
    stretched: tuple[Measurement, ...]
    groups: tuple[tuple[str, ...], ...]
    links: tuple[Measurement, ...]
    widest: Measurement | None

    @property
    def holds(self) -> bool:
        """Nothing breaks it. A unit of one model, or of none, holds."""
        return not self.lonely and not self.stretched and len(self.groups) <= 1

    @property
    def violations(self) -> tuple[Measurement, ...]:
        """Every measurement that breaks it: the lonely models first, then the stretched pairs."""
        return self.lonely + self.stretched


def coherency(
    models: Sequence[tuple[str, Footprint]],
    *,
    neighbour: Mm,
    envelope: Mm | None = None,
    vertical: Mm | None = None,
    neighbours_needed: int = 1,
) -> Coherency:
    """Does every model have enough neighbours, does every pair fit the envelope, and is the unit one group?

    Neighbours are within ``neighbour`` of each other horizontally and within ``vertical`` of each other in height;
    pairs fit when within ``envelope`` horizontally and ``vertical`` in height. All limits are inclusive; None is no
    limit. A unit with fewer other models than ``neighbours_needed`` needs those that there are.

    >>> row = [(name, Footprint.disc(x, 0, 32)) for name, x in (("a", 0), ("b", 60), ("c", 180))]
    >>> [m.ends for m in coherency(row, neighbour=Mm(50.8)).lonely]
    [('c', 'b')]
    """
    return _coherency(tuple(models), neighbour, envelope, vertical, neighbours_needed)


# a unit that stands as it stood is asked about again at the end of each turn
@lru_cache(maxsize=256)
def _coherency(
    models: tuple[tuple[str, Footprint], ...],
    neighbour: Mm,
    envelope: Mm | None,
    vertical: Mm | None,
    neighbours_needed: int,
) -> Coherency:
    names, footprints = [name for name, _ in models], [footprint for _, footprint in models]
    count = len(models)
    if count < 2:
        return Coherency((), (), tuple((name,) for name in names), (), None)
    i, j = _pairs(count)
    pairs = list(zip(i.tolist(), j.tolist(), strict=True))

    def across(some: Sequence[tuple[int, int]]) -> tuple[Measurement, ...]:
        ends = [(names[one], names[other]) for one, other in some]
        return gap_each([(footprints[one], footprints[other]) for one, other in some], ends=ends)

    # a whole small unit is measured as fast as those of its pairs that will be shown
    each = across(pairs) if len(pairs) <= _FEW and not all_discs(footprints) else ()
    gaps = np.array([m.value for m in each]) if each else separations(footprints, footprints, i, j)
    near = (gaps <= neighbour + TOUCH).tolist()
    level = _level(footprints, pairs, vertical)
    linked = [pair for pair, reached in zip(pairs, near, strict=True) if reached and pair in level]

    def measured(pair: tuple[int, int], *, level: bool) -> Measurement:
        one, other = pair
        return (height_gap if level else gap)(footprints[one], footprints[other], ends=(names[one], names[other]))

    stretched = []
    if envelope is not None:
        fitting = (gaps <= envelope + TOUCH).tolist()
        stretched = [
            measured(pair, level=fits)
            for pair, fits in zip(pairs, fitting, strict=True)
            if not (fits and pair in level)
        ]
    mates: list[set[int]] = [set() for _ in models]
    for one, other in linked:
        mates[one].add(other)
        mates[other].add(one)
    lonely = []
    for k, neighbours in enumerate(mates):
        if len(neighbours) < min(neighbours_needed, count - 1):
            strangers = [row for row, pair in enumerate(pairs) if k in pair and neighbours.isdisjoint(pair)]
            row = min(strangers, key=lambda row: round(float(gaps[row]), 9))
            one, other = pairs[row]
            lonely.append(measured((k, other if one == k else one), level=near[row]))
    widest = pairs[int(np.argmax(gaps >= gaps.max() - EQUAL))]
    speaking = (*linked, widest)
    shown = tuple(each[pairs.index(pair)] for pair in speaking) if each else across(speaking)
    return Coherency(
        tuple(lonely),
        tuple(stretched),
        tuple(tuple(names[k] for k in group) for group in _groups(count, linked)),
        shown[:-1],
        shown[-1],
    )


@lru_cache(maxsize=64)
def _pairs(count: int) -> tuple[Rows, Rows]:
    i, j = np.triu_indices(count, 1)
    return i, j


def _level(
    footprints: Sequence[Footprint], pairs: Sequence[tuple[int, int]], vertical: Mm | None
) -> Collection[tuple[int, int]]:
    """The pairs that are near enough in height."""
    if vertical is None or len({footprint.bottom for footprint in footprints}) == 1:
        return set(pairs)
    return {(i, j) for i, j in pairs if height_gap(footprints[i], footprints[j]).within(vertical)}


def _groups(count: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The connected groups, each in order, the one with the first model first."""
    leader = list(range(count))
    for i, j in links:
        low, high = sorted((leader[i], leader[j]))
        leader = [low if k == high else k for k in leader]
    return [[k for k in range(count) if leader[k] == first] for first in sorted(set(leader))]
