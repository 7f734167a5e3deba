"""Where models may stand: clear of enemies, of each other and of walls, on the table, and together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from battlesim.engine.remembered import of_table
from battlesim.geometry.bulk import pairs_within
from battlesim.geometry.coherency import coherency
from battlesim.geometry.extent import wholly_inside
from battlesim.geometry.footprint import Footprint, Spot
from battlesim.geometry.measure import Measurement, gap, height_above
from battlesim.geometry.overlap import overlap
from battlesim.geometry.path import Contact, Obstacle, Path, first_contact
from battlesim.geometry.quick import surely_inside
from battlesim.model.battlefield import Battlefield, Feature
from battlesim.model.ruling import Count, Evidence, Fact, Ruling, ruled
from battlesim.rules.wh40k.field import Field, Standing, nearest_across
from battlesim.rules.wh40k.options import Options
from battlesim.units import ZERO, Mm

COHERENCY: Final = "wh40k.coherency"
PLACEMENT: Final = "wh40k.placement"
MOVING: Final = "core rules 03.01"
"""What holds for every way that models come to stand somewhere."""


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
    if found.widest is None:
        alone = (Count("models", len(models)),)
        return Ruling(COHERENCY, True, "single", evidence=alone, subjects=(unit,), source=source)
    shown = (found.widest, *found.links)
    return Ruling(COHERENCY, True, "envelope", options.envelope, "within", shown, (unit,), source)


def on_table(field: Field, models: Sequence[Standing]) -> Ruling:
    """Is every part of every model on the table?"""
    table = field.scene.battlefield.shape
    near = [(name, f) for name, f in models if not surely_inside(f, table)] or models[:1]
    worst = max((wholly_inside(f, table, ends=("table", name)) for name, f in near), key=_by_value)
    return ruled(PLACEMENT, worst, "within", ZERO, clause="on-table", subjects=(worst.ends[1],), source=MOVING)


def not_on_others(models: Sequence[Standing], others: Sequence[Standing]) -> Ruling:
    """Does none of the models stand on another one, of its own unit or of any other? Touching is allowed."""
    everyone = [*models, *others]
    names = tuple(name for name, _ in models)
    near = pairs_within([f for _, f in models], [f for _, f in everyone], ZERO)
    depths = (overlap(models[i][1], everyone[j][1], ends=(models[i][0], everyone[j][0])) for i, j in near if i < j)
    met = tuple(depth for depth in depths if depth is not None)
    if met:
        return Ruling(PLACEMENT, False, "not-on-others", ZERO, "within", met, met[0].ends, MOVING)
    none = (Count("overlaps", 0, 0),)
    return Ruling(PLACEMENT, True, "not-on-others", evidence=none, subjects=names, source=MOVING)


def not_in_walls(field: Field, models: Sequence[Standing]) -> Ruling:
    """Does no part of a model stand in something solid at its own height?"""
    obstacles = wall_obstacles(field)
    met = tuple(
        _in_wall(name, footprint, contact)
        for name, footprint in models
        for contact in first_contact(footprint.base, Path((footprint.pose, footprint.pose)), obstacles)
    )
    if met:
        subjects = tuple(dict.fromkeys(end for measured in met for end in measured.ends))
        return Ruling(PLACEMENT, False, "not-in-walls", evidence=met, subjects=subjects, source=MOVING)
    names = tuple(name for name, _ in models)
    none = (Count("overlaps", 0, 0),)
    return Ruling(PLACEMENT, True, "not-in-walls", evidence=none, subjects=names, source=MOVING)


def wall_obstacles(field: Field, *, taller_than: Mm = ZERO) -> tuple[Obstacle, ...]:
    """What is solid to a base: dense features and those of no known category; one of unknown height is always tall."""
    table = field.scene.battlefield
    return of_table(table, ("walls", taller_than), lambda: _wall_obstacles(table, taller_than))


def _wall_obstacles(battlefield: Battlefield, taller_than: Mm) -> tuple[Obstacle, ...]:
    return tuple(
        Obstacle(feature.id, solid, feature.bottom, _top(feature))
        for feature in battlefield.features
        if feature.category not in ("light", "exposed")
        and (feature.height is None or _height_of(feature).beyond(taller_than))
        for solid in feature.solids
    )


def _height_of(feature: Feature) -> Measurement:
    (x, y), height = feature.outline[0], feature.height or ZERO
    return height_above(Spot(x, y, feature.bottom + height), ZERO, ends=("table", feature.id))


def _top(feature: Feature) -> Mm | None:
    return None if feature.height is None else Mm(feature.bottom + feature.height)


def _in_wall(name: str, footprint: Footprint, contact: Contact) -> Measurement:
    """From the middle of the base to the wall that it stands in."""
    x, y = footprint.centre
    apart = Mm(math.hypot(contact.spot.x - x, contact.spot.y - y))
    return Measurement(apart, Spot(x, y, footprint.bottom), contact.spot, (name, contact.name), "path")


def _between_groups(models: Sequence[Standing], groups: Sequence[Sequence[str]]) -> tuple[Measurement, ...]:
    stands = dict(models)
    first = [(name, stands[name]) for name in groups[0]]
    return tuple(nearest_across(first, [(name, stands[name]) for name in group]) for group in groups[1:])


def _by_value(measurement: Measurement) -> float:
    return measurement.value
