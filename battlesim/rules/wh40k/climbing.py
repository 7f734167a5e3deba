"""Height: climbing along terrain, standing on it, and taking to the skies above it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from battlesim.engine.hooks import collect
from battlesim.geometry.extent import wholly_inside
from battlesim.geometry.footprint import Footprint, Pose, Spot
from battlesim.geometry.measure import Measurement, gap_to, height_above
from battlesim.geometry.minkowski import united
from battlesim.geometry.path import Path
from battlesim.model.battlefield import Feature
from battlesim.model.ruling import Fact, Ruling, ruled
from battlesim.rules.wh40k.combine import combined
from battlesim.rules.wh40k.field import LIGHT_FOOTED, Field, Standing, has_keyword, shared_abilities
from battlesim.rules.wh40k.hooks import RulesSkies
from battlesim.units import ZERO, Mm, inches

CLIMBING: Final = "wh40k.climbing"
SKIES: Final = "wh40k.taking-to-the-skies"
SOURCE: Final = "core rules 13.06"
STANDS_HIGH: Final = (*LIGHT_FOOTED, "FLY", "MONSTER")
"""Who may end a move above the ground."""

_ARM: Final = inches(0.5)
_COST: Final = inches(2)
_PACE: Final = 10.0
"""A way along terrain is held against it every so many mm."""


def spelled_out(path: Path) -> Path:
    """The path with every climb on its own: a step that both goes and climbs does so at its higher end.

    Its length stays the same.
    """
    poses = [path.start]
    for a, b in pairwise(path.poses):
        goes = (a.x, a.y) != (b.x, b.y)
        if goes and a.elevation < b.elevation:
            poses.append(replace(b, elevation=a.elevation))
        elif goes and a.elevation > b.elevation:
            poses.append(replace(a, elevation=b.elevation))
        poses.append(b)
    return Path(tuple(poses))


def flat(path: Path) -> Path:
    """The path as seen from above: what is flown counts no height."""
    return Path(tuple(replace(pose, elevation=ZERO) for pose in path.poses))


def climb_rulings(field: Field, paths: Mapping[str, Path]) -> Iterator[Ruling]:
    """Does every climb, and every step above the ground, keep within half an inch of terrain that is high enough?

    Silent where nobody leaves the ground. Terrain of unknown height is high enough for anything.
    """
    found = [
        ruling
        for id, path in paths.items()
        for a, b in pairwise(path.poses)
        if _off_ground(_higher(a, b))
        for ruling in (_along_terrain(field, id, a, b),)
    ]
    if found:
        yield combined(found)


def height_rulings(field: Field, ends: Sequence[Standing]) -> Iterator[Ruling]:
    """May the models that end above the ground do so, and is all of each base on something? Silent where none does."""
    high = [(id, footprint) for id, footprint in ends if _off_ground(footprint.pose)]
    if not high:
        return
    without = [id for id, _ in high if not has_keyword(field, id, STANDS_HIGH)]
    names = tuple(id for id, _ in high)
    evidence = tuple(Fact("stays-on-the-ground", id) for id in without) or tuple(
        Fact("stands-high", id) for id in names
    )
    yield Ruling(CLIMBING, not without, "above-ground", evidence=evidence, subjects=names, source=SOURCE)
    yield combined([_supported(field, id, footprint) for id, footprint in high])


def skies_ruling(field: Field, unit: str) -> Ruling:
    """May the unit take to the skies? Every model has to be able to fly."""
    models = field.scene.standing(unit)
    without = [model.id for model in models if not has_keyword(field, model.id, ("FLY",))]
    evidence = tuple(Fact("without", id) for id in without) or (Fact("every-model", unit),)
    return Ruling(SKIES, not without, "every-model", evidence=evidence, subjects=(unit,), source="core rules 21.03")


def skies_cost(field: Field, unit: str) -> tuple[Mm, Ruling | None]:
    """What taking to the skies takes off the distance: 2 inches, or nothing by an ability that says so."""
    for rule in collect(RulesSkies, shared_abilities(field, unit)):
        ruling = rule.on_skies(unit)
        if ruling.holds:
            return ZERO, ruling
    return _COST, None


def _along_terrain(field: Field, id: str, a: Pose, b: Pose) -> Ruling:
    base, higher = field.scene.model(id).base, _higher(a, b)
    features = [
        feature
        for feature in field.scene.battlefield.features
        if feature.height is None or _height_over(higher, feature).within(ZERO)
    ]
    if not features:
        none = (Fact("nothing-to-climb", id),)
        return Ruling(CLIMBING, False, "along-terrain", _ARM, "within", none, (id,), SOURCE)
    count = max(1, math.ceil(math.hypot(b.x - a.x, b.y - a.y) / _PACE))
    worst: Measurement | None = None
    for k in range(count + 1):
        there = base.at(a.moved((b.x - a.x) * k / count, (b.y - a.y) * k / count))
        near = min((gap_to(there, f.shape, ends=(id, f.id)) for f in features), key=_by_value)
        worst = near if worst is None or near.value > worst.value else worst
    assert worst is not None, "a step has a start"
    return ruled(CLIMBING, worst, "within", _ARM, clause="along-terrain", subjects=(id,), source=SOURCE)


def _higher(a: Pose, b: Pose) -> Pose:
    return max(a, b, key=lambda pose: pose.elevation)


def _height_over(pose: Pose, feature: Feature | None = None) -> Measurement:
    """How far a pose is above the ground, or above the top of a feature of known height."""
    top = ZERO if feature is None else feature.bottom + (feature.height or ZERO)
    return height_above(Spot(pose.x, pose.y, pose.elevation), top)


def _supported(field: Field, id: str, footprint: Footprint) -> Ruling:
    """All of the base lies on surfaces of its own height: roofs, floors and the tops of what has no walls of its own."""
    shapes = [
        shape
        for feature in field.scene.battlefield.features
        if feature.height is not None and _level_with(footprint.pose, feature)
        for shape in ((feature.shape,) if feature.roof or not feature.walls else feature.solids)
    ]
    if not shapes:
        none = (Fact("nothing-below", id),)
        return Ruling(CLIMBING, False, "no-overhang", ZERO, "within", none, (id,), SOURCE)
    outside = wholly_inside(footprint, united(shapes), ends=("surface", id))
    return ruled(CLIMBING, outside, "within", ZERO, clause="no-overhang", subjects=(id,), source=SOURCE)


def _off_ground(pose: Pose) -> bool:
    return pose.elevation != ZERO and _height_over(pose).beyond(ZERO)


def _level_with(pose: Pose, feature: Feature) -> bool:
    over = _height_over(pose, feature)
    return over.within(ZERO) and not over.short_of(ZERO)


def _by_value(measurement: Measurement) -> float:
    return measurement.value
