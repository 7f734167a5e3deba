"""Whether a unit holds together: neighbours, an envelope and one group, with everything that breaks it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from battlesim.geometry.bulk import gap_matrix, pairs_within
from battlesim.geometry.footprint import Footprint
from battlesim.geometry.measure import Measurement, gap, height_gap
from battlesim.units import Mm


@dataclass(frozen=True, slots=True)
class Coherency:
    """The answer and its proof; every measurement names its two models.

    ``lonely``: for each model with too few neighbours, the distance to the nearest model that is not one.
    ``stretched``: each pair outside the envelope. ``groups``: the models that neighbour links join, in the unit's order.
    ``links``: each pair of neighbours.
    """

    lonely: tuple[Measurement, ...]
    stretched: tuple[Measurement, ...]
    groups: tuple[tuple[str, ...], ...]
    links: tuple[Measurement, ...]
    kind: Literal["coherency"] = "coherency"

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
    names, footprints = [name for name, _ in models], [footprint for _, footprint in models]
    pairs = list(combinations(range(len(models)), 2))
    near = set(pairs_within(footprints, footprints, neighbour))
    fitting = set(pairs if envelope is None else pairs_within(footprints, footprints, envelope))
    level = {pair for pair in pairs if vertical is None or _level(footprints, pair, vertical)}
    linked = [pair for pair in pairs if pair in near and pair in level]

    def measured(i: int, j: int, *, across: bool) -> Measurement:
        return (gap if across else height_gap)(footprints[i], footprints[j], ends=(names[i], names[j]))

    stretched = [
        measured(*pair, across=pair not in fitting)
        for pair in pairs
        if envelope is not None and not (pair in fitting and pair in level)
    ]
    gaps = gap_matrix(footprints, footprints)
    lonely = []
    for i in range(len(models)):
        neighbours = {a + b - i for a, b in linked if i in (a, b)}
        if len(neighbours) < min(neighbours_needed, len(models) - 1):
            others = [j for j in range(len(models)) if j != i and j not in neighbours]
            j = min(others, key=lambda other: (round(gaps[i, other], 9), other))
            lonely.append(measured(i, j, across=(i, j) not in near))
    return Coherency(
        tuple(lonely),
        tuple(stretched),
        tuple(tuple(names[k] for k in group) for group in _groups(len(models), linked)),
        tuple(measured(*pair, across=True) for pair in linked),
    )


def _level(footprints: Sequence[Footprint], pair: tuple[int, int], vertical: Mm) -> bool:
    p, q = footprints[pair[0]], footprints[pair[1]]
    return p.bottom == q.bottom or height_gap(p, q).within(vertical)


def _groups(count: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The connected groups, each in order, the one with the first model first."""
    leader = list(range(count))
    for i, j in links:
        low, high = sorted((leader[i], leader[j]))
        leader = [low if k == high else k for k in leader]
    return [[k for k in range(count) if leader[k] == first] for first in sorted(set(leader))]
