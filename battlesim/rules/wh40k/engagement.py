"""Who is engaged with whom: near enough across the table, and near enough in height."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battlesim.engine.remembered import remembered
from battlesim.geometry.bulk import pairs_within
from battlesim.geometry.measure import Measurement, gap, height_gap
from battlesim.model.ruling import Comparison, Fact, Ruling
from battlesim.rules.wh40k.field import (
    Field,
    Standing,
    nearest_across,
    side_of,
    standing,
    standing_enemies,
)
from battlesim.rules.wh40k.options import Options
from battlesim.units import Mm

ENGAGEMENT: Final = "wh40k.engagement"
SOURCE: Final = "core rules 03.04"

Pair = tuple[Measurement, Measurement]
"""The horizontal and the vertical distance of the same two models."""


def engaged_pairs(options: Options, ours: Sequence[Standing], theirs: Sequence[Standing]) -> tuple[Pair, ...]:
    """Every pair of models that are engaged: within the horizontal and within the vertical limit, both inclusive."""
    near = pairs_within([f for _, f in ours], [f for _, f in theirs], options.engagement)
    pairs = (_measured(ours[i], theirs[j]) for i, j in near)
    return tuple(
        (across, rise)
        for across, rise in pairs
        if across.within(options.engagement) and rise.within(options.engagement_height)
    )


def engagement(options: Options, ours: Sequence[Standing], theirs: Sequence[Standing]) -> Ruling:
    """Are these models engaged with those? Every engaged pair is evidence, or else the nearest pair."""
    return _ruled(ENGAGEMENT, "engaged", options, ours, theirs, wanted=True)


def unengaged(
    rule: str,
    clause: str,
    options: Options,
    ours: Sequence[Standing],
    theirs: Sequence[Standing],
    *,
    subjects: tuple[str, ...] = (),
) -> Ruling:
    """The ruling of a rule that wants these models unengaged with those."""
    return _ruled(rule, clause, options, ours, theirs, wanted=False, subjects=subjects)


def unit_engaged(field: Field, unit: str) -> Ruling:
    """Is the unit engaged with any enemy?"""

    def asked() -> Ruling:
        theirs = standing_enemies(field, side_of(field, unit))
        return engagement(field.options, standing(field, unit), theirs)

    return remembered(field.scene, ("unit engaged", *_limits(field.options), unit), asked)


def engaged_with(field: Field, unit: str, other: str) -> Ruling:
    """Is the one unit engaged with the other?"""

    def asked() -> Ruling:
        return engagement(field.options, standing(field, unit), standing(field, other))

    return remembered(field.scene, ("engaged with", *_limits(field.options), unit, other), asked)


def units_engaged_with(field: Field, unit: str) -> tuple[str, ...]:
    """The enemy units that the unit is engaged with, in order."""
    ours, theirs = standing(field, unit), standing_enemies(field, side_of(field, unit))
    engaged = {across.ends[1] for across, _ in engaged_pairs(field.options, ours, theirs)}
    return tuple(u for u in field.scene.units if any(model.id in engaged for model in field.scene.standing(u)))


def _ruled(
    rule: str,
    clause: str,
    options: Options,
    ours: Sequence[Standing],
    theirs: Sequence[Standing],
    *,
    wanted: bool,
    subjects: tuple[str, ...] = (),
) -> Ruling:
    comparison: Comparison = "within" if wanted else "beyond"
    limit = options.engagement
    if not ours or not theirs:
        return Ruling(rule, not wanted, clause, evidence=(Fact("no-enemies"),), subjects=subjects, source=SOURCE)
    across = nearest_across(ours, theirs)
    pairs = engaged_pairs(options, ours, theirs) if across.within(limit) else ()
    if pairs:
        evidence = tuple(piece for pair in sorted(pairs, key=_by_gap) for piece in pair)
        named = subjects or _named(pairs)
        return Ruling(rule, wanted, clause, limit, comparison, evidence, named, SOURCE)
    one, other = dict(ours)[across.ends[0]], dict(theirs)[across.ends[1]]
    rise = height_gap(one, other, ends=across.ends)
    if across.within(limit):
        # near enough across the table: what keeps them apart is the height
        across, rise, limit = rise, across, options.engagement_height
    named = subjects or across.ends
    return Ruling(rule, not wanted, clause, limit, comparison, (across, rise), named, SOURCE)


def _limits(options: Options) -> tuple[Mm, Mm]:
    return options.engagement, options.engagement_height


def _measured(one: Standing, other: Standing) -> Pair:
    ends = one[0], other[0]
    return gap(one[1], other[1], ends=ends), height_gap(one[1], other[1], ends=ends)


def _by_gap(pair: Pair) -> float:
    return pair[0].value


def _named(pairs: Sequence[Pair]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(end for across, _ in pairs for end in across.ends))
