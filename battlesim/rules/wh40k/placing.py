"""Where models may stand: clear of enemies, of each other and of walls, on the table, and together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import shapely

from battlesim.geometry.bulk import pairs_within
from battlesim.geometry.coherency import coherency
from battlesim.geometry.extent import wholly_inside
from battlesim.geometry.footprint import Footprint
from battlesim.geometry.measure import Measurement, gap, gap_to
from battlesim.geometry.overlap import overlap
from battlesim.model.battlefield import Feature
from battlesim.model.ruling import Count, Evidence, Fact, Ruling, ruled
from battlesim.rules.wh40k.field import Field, Standing, nearest_across
from battlesim.rules.wh40k.options import Options
from battlesim.units import TOUCH, ZERO, Mm

COHERENCY: Final = "wh40k.coherency"
PLACEMENT: Final = "wh40k.placement"


def clear_of(
    rule: str,
    clause: str,
    limit: Mm,
    ours: Sequence[Standing],
    theirs: Sequence[Standing],
    *,
    subjects: tuple[str, ...],
    source: str,
) -> Ruling:
    """Is each of ours more than the limit from each of theirs, horizontally?

    Strict. The evidence is every pair that is not, nearest first, or the nearest pair where all are.
    """
    if not ours or not theirs:
        return Ruling(rule, True, clause, limit, "beyond", (Fact("no-enemies"),), subjects, source)
    near = pairs_within([f for _, f in ours], [f for _, f in theirs], limit)
    gaps = (gap(ours[i][1], theirs[j][1], ends=(ours[i][0], theirs[j][0])) for i, j in near)
    offending = sorted((m for m in gaps if not m.beyond(limit)), key=_by_value)
    pairs = tuple(offending) or (nearest_across(ours, theirs),)
    return Ruling(rule, not offending, clause, limit, "beyond", pairs, subjects, source)


def coherent(options: Options, unit: str, models: Sequence[Standing]) -> Ruling:
    """Does the unit hold together? Every violation is evidence; where it does, the longest link and the widest pair."""
    found = coherency(models, neighbour=options.neighbour, envelope=options.envelope, vertical=options.coherency_height)
    source = "core rules 03.03"
    if found.lonely:
        return Ruling(COHERENCY, False, "neighbour", options.neighbour, "within", found.lonely, (unit,), source)
    if found.stretched:
        widest = tuple(sorted(found.stretched, key=_by_value, reverse=True))
        return Ruling(COHERENCY, False, "envelope", options.envelope, "within", widest, (unit,), source)
    if not found.holds:
        evidence: tuple[Evidence, ...] = (Count("groups", len(found.groups), 1), *_between_groups(models, found.groups))
        return Ruling(COHERENCY, False, "one-group", options.neighbour, "within", evidence, (unit,), source)
    if not found.links:
        return Ruling(COHERENCY, True, "single", evidence=(Count("models", len(models)),), subjects=(unit,))
    widest_pair = _widest(models)
    return Ruling(COHERENCY, True, "envelope", options.envelope, "within", (widest_pair, *found.links), (unit,), source)


def on_table(field: Field, models: Sequence[Standing]) -> Ruling:
    """Is every part of every model on the table?"""
    table = field.scene.battlefield.shape
    worst = max((wholly_inside(f, table, ends=(name, "table")) for name, f in models), key=_by_value)
    return ruled(PLACEMENT, worst, "within", ZERO, clause="on-table", subjects=(worst.ends[0],))


def not_on_others(models: Sequence[Standing], others: Sequence[Standing]) -> Ruling:
    """Does none of the models stand on another one, of its own unit or of any other? Touching is allowed."""
    everyone = [*models, *others]
    names = tuple(name for name, _ in models)
    near = pairs_within([f for _, f in models], [f for _, f in everyone], ZERO)
    depths = (overlap(models[i][1], everyone[j][1], ends=(models[i][0], everyone[j][0])) for i, j in near if i < j)
    met = tuple(depth for depth in depths if depth is not None)
    if met:
        return Ruling(PLACEMENT, False, "not-on-others", ZERO, "within", met, met[0].ends)
    return Ruling(PLACEMENT, True, "not-on-others", evidence=(Count("overlaps", 0, 0),), subjects=names)


def not_in_walls(field: Field, models: Sequence[Standing]) -> Ruling:
    """Does no part of a model stand in something solid at its own height?"""
    met: list[Measurement] = []
    met_features: list[str] = []
    for feature in walls(field):
        for name, footprint in models:
            if _level(feature, footprint) and _deep(footprint, feature):
                met.append(gap_to(footprint, feature.shape, ends=(name, feature.id)))
                met_features.append(feature.id)
    names = tuple(name for name, _ in models)
    if met:
        return Ruling(PLACEMENT, False, "not-in-walls", evidence=tuple(met), subjects=(met[0].ends[0], *met_features))
    return Ruling(PLACEMENT, True, "not-in-walls", evidence=(Count("overlaps", 0, 0),), subjects=names)


def walls(field: Field) -> tuple[Feature, ...]:
    """The features that are solid to a base: dense ones, and those of no known category."""
    return tuple(f for f in field.scene.battlefield.features if f.category not in ("light", "exposed"))


def _deep(footprint: Footprint, feature: Feature) -> bool:
    """Whether the base reaches into something solid by more than the tolerance."""
    core = footprint.core_geometry
    for solid in feature.solids:
        apart = float(shapely.distance(core, solid))
        if footprint.radius > 0:
            if apart < footprint.radius - TOUCH:
                return True
        elif apart == 0.0 and core.intersection(solid).area > TOUCH:
            return True
    return False


def _level(feature: Feature, footprint: Footprint) -> bool:
    top = None if feature.height is None else feature.bottom + feature.height
    return footprint.top >= feature.bottom and (top is None or footprint.bottom < top)


def _between_groups(models: Sequence[Standing], groups: Sequence[Sequence[str]]) -> tuple[Measurement, ...]:
    stands = dict(models)
    first = [(name, stands[name]) for name in groups[0]]
    return tuple(nearest_across(first, [(name, stands[name]) for name in group]) for group in groups[1:])


def _widest(models: Sequence[Standing]) -> Measurement:
    pairs = (
        gap(one, other, ends=(name, other_name))
        for k, (name, one) in enumerate(models)
        for other_name, other in models[k + 1 :]
    )
    return max(pairs, key=_by_value)


def _by_value(measurement: Measurement) -> float:
    return measurement.value
