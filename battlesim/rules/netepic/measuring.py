"""How far two stands are apart: the one place that knows whether this table measures edges or centres."""

from __future__ import annotations

import math
from collections.abc import Sequence

from shapely.geometry import Point

from battlesim.geometry import measure
from battlesim.geometry.footprint import Spot
from battlesim.geometry.measure import Measurement
from battlesim.geometry.quick import may_meet
from battlesim.model.scene import Model
from battlesim.rules.netepic.options import Options
from battlesim.units import Mm


def stand_gap(options: Options, a: Model, b: Model) -> Measurement:
    """Distance between two stands on the table, as ``options.measure`` has it. The ends are their ids."""
    if options.measure == "edge":
        return measure.gap(a.footprint, b.footprint, ends=(a.id, b.id))
    p, q = a.footprint, b.footprint
    apart = math.dist(p.centre, q.centre)
    return Measurement(Mm(apart), Spot(*p.centre, p.bottom), Spot(*q.centre, q.bottom), (a.id, b.id))


def spot_gap(options: Options, stand: Model, spot: tuple[float, float], *, name: str) -> Measurement:
    """Distance from a stand to a point of the table: from its edge, or its centre, as ``options.measure`` has it."""
    if options.measure == "edge":
        return measure.gap_to(stand.footprint, Point(spot), ends=(stand.id, name))
    p = stand.footprint
    apart = math.dist(p.centre, spot)
    return Measurement(Mm(apart), Spot(*p.centre, p.bottom), Spot(*spot), (stand.id, name))


def nearest_gap(options: Options, ones: Sequence[Model], others: Sequence[Model]) -> Measurement:
    """The nearest of all pairs of stands; among equals the first in order. Both sequences hold a stand or more."""
    if options.measure == "edge":
        return measure.nearest(
            [stand.footprint for stand in ones],
            [stand.footprint for stand in others],
            names=[stand.id for stand in ones],
            other_names=[stand.id for stand in others],
        )
    pairs = (stand_gap(options, one, other) for one in ones for other in others)
    return min(pairs, key=lambda measured: measured.value)


def in_contact(a: Model, b: Model) -> bool:
    """Whether two stands touch: always their edges, whatever distances are measured from."""
    return may_meet(a.footprint, b.footprint) and measure.touches(a.footprint, b.footprint)


def longest_link(options: Options, stands: Sequence[Model]) -> Measurement | None:
    """The longest step that a chain through all these stands cannot avoid: what keeps a detachment together, or not.

    None for fewer than two stands.
    """
    left, longest = list(stands[1:]), None
    best = {other.id: stand_gap(options, stands[0], other) for other in left}
    while left:
        nearest = min(left, key=lambda other: best[other.id].value)
        link = best[nearest.id]
        if longest is None or link.value > longest.value:
            longest = link
        left.remove(nearest)
        for other in left:
            measured = stand_gap(options, nearest, other)
            if measured.value < best[other.id].value:
                best[other.id] = measured
    return longest
