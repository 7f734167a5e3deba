"""Consolidating after the fights: onwards to the enemies at hand, to a new enemy, or to an objective."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from msgspec.structs import replace

from battlesim.engine.story import Story
from battlesim.geometry.measure import Measurement
from battlesim.geometry.path import Path
from battlesim.model.ruling import Count, Evidence, Fact, Ruling, ruled
from battlesim.replay.timeline import ActionTaken, way_points
from battlesim.rules.wh40k.closing import moved_of
from battlesim.rules.wh40k.engagement import engagement, unengaged, units_engaged_with
from battlesim.rules.wh40k.field import (
    Field,
    Standing,
    enemy_units_of,
    nearest_of,
    now,
    side_of,
    standing,
    standing_enemies,
    state_of,
)
from battlesim.rules.wh40k.fight_order import consolidating, near_enough, still_to_fight
from battlesim.rules.wh40k.melee_moves import STEP, closing_rulings, phase_rulings, turn_side_first
from battlesim.rules.wh40k.objectives import Place, places
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.ways import Ways, all_ways, end_rulings, ends_of, go, length_ruling, way_rulings
from battlesim.units import ZERO, Mm, inches

CONSOLIDATION: Final = "wh40k.consolidation"
SOURCE: Final = "core rules 12.08"
Mode = Literal["ongoing", "engaging", "objective", "none"]
_REACH: Final = inches(3)


@dataclass(frozen=True, slots=True)
class Consolidate:
    """A unit consolidates. ``targets`` are the new enemies that it picks, where it is engaged with none: all that it
    ends engaged with, unless they are named."""

    unit: str
    ways: Ways = ()
    targets: tuple[str, ...] = ()

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("consolidate", (self.unit,), self.targets, way_points(self.ways))


def legal(field: Field, action: Consolidate) -> tuple[Ruling, ...]:
    """May the unit consolidate now, in which mode, and does each model do so properly?"""
    may = tuple(_eligible(field, action))
    if not all(ruling.holds for ruling in may):
        return may
    paths = all_ways(field, action.unit, action.ways)
    mode, ruling = mode_of(field, action.unit)
    if not moved_of(paths):
        return (*may, ruling)
    length = length_ruling(paths, lambda _: STEP, rule=CONSOLIDATION, clause="move")
    if not ruling.holds or not length.holds:
        return (*may, ruling, length)
    match mode:
        case "ongoing":
            targets = units_engaged_with(field, action.unit)
            more = tuple(closing_rulings(field, CONSOLIDATION, action.unit, paths, targets, SOURCE))
        case "engaging":
            more = tuple(_engaging(field, action, paths))
        case _:
            more = tuple(_to_objective(field, action, paths))
    return (*may, ruling, length, *more)


def resolve(field: Field, action: Consolidate, story: Story) -> None:
    """The models go; an enemy that the unit came to and that has not fought may fight at once."""
    before = units_engaged_with(field, action.unit)
    go(story, field, all_ways(field, action.unit, action.ways))
    story.tell(*UnitState.marks(action.unit, consolidated=True))
    after = now(field, story)
    for enemy in units_engaged_with(after, action.unit):
        if enemy not in before and not state_of(field, enemy).fought:
            story.tell(*UnitState.marks(enemy, woken=True))


def mode_of(field: Field, unit: str) -> tuple[Mode, Ruling]:
    """The mode that the unit's situation leaves it, checked in order, and the ruling: it fails where there is none."""
    ours, enemies = standing(field, unit), standing_enemies(field, side_of(field, unit))
    met = engagement(field.options, ours, enemies)
    if met.holds:
        return "ongoing", Ruling(
            CONSOLIDATION, True, "ongoing", met.limit, "within", met.evidence, (unit,), SOURCE, (met,)
        )
    near = nearest_of(ours, enemies) if enemies else None
    if near is not None and near.within(_REACH):
        return "engaging", ruled(
            CONSOLIDATION, near, "within", _REACH, clause="engaging", subjects=(unit,), source=SOURCE
        )
    spots = [_distance(field, place, unit) for place in places(field)]
    if spots:
        spot = min(spots, key=_by_value)
        held = ruled(CONSOLIDATION, spot, "within", _REACH, clause="objective", subjects=(unit,), source=SOURCE)
        return ("objective" if held.holds else "none"), held
    evidence: tuple[Evidence, ...] = (near,) if near is not None else (Fact("no-enemies", unit),)
    return "none", Ruling(CONSOLIDATION, False, "engaging", _REACH, "within", evidence, (unit,), SOURCE)


def _eligible(field: Field, action: Consolidate) -> Iterator[Ruling]:
    unit, state = action.unit, state_of(field, action.unit)
    yield from phase_rulings(field, CONSOLIDATION, unit, SOURCE)
    once = (Fact("consolidated" if state.consolidated else "not-consolidated", unit),)
    yield Ruling(CONSOLIDATION, not state.consolidated, "once", evidence=once, subjects=(unit,), source=SOURCE)
    waiting = () if consolidating(field) else tuple(u for u in still_to_fight(field) if near_enough(field, u))
    left: tuple[Evidence, ...] = tuple(Fact("still-to-fight", other) for other in waiting) or (Count("units", 0, 0),)
    yield Ruling(CONSOLIDATION, not waiting, "after-fights", evidence=left, subjects=(unit,), source=SOURCE)
    enemies = field.scene.enemies_of(side_of(field, unit))
    done = [enemy.id for enemy in enemies if state_of(field, enemy.id).consolidated]
    yield turn_side_first(field, CONSOLIDATION, unit, done, "consolidated", SOURCE)
    if not field.scene.standing(unit):
        return
    how = "fought" if state.fought else "charged" if state.charged else "engaged" if state.combat else ""
    if how:
        evidence = (Fact(how, unit),)
        yield Ruling(CONSOLIDATION, True, "was-to-fight", evidence=evidence, subjects=(unit,), source=SOURCE)
        return
    met = engagement(field.options, standing(field, unit), standing_enemies(field, side_of(field, unit)))
    yield Ruling(CONSOLIDATION, met.holds, "was-to-fight", met.limit, "within", met.evidence, (unit,), SOURCE, (met,))


def _engaging(field: Field, action: Consolidate, paths: Mapping[str, Path]) -> Iterator[Ruling]:
    """The unit ends engaged with every enemy that it picks, and each of them was within 3 inches."""
    unit, ends = action.unit, ends_of(field, paths)
    picked = action.targets or _reached(field, unit, ends)
    known = {enemy.id for enemy in enemy_units_of(field, side_of(field, unit))}
    if not picked:
        enemies = standing_enemies(field, side_of(field, unit))
        met = engagement(field.options, ends, enemies)
        yield Ruling(CONSOLIDATION, False, "ends-engaged", met.limit, "within", met.evidence, (unit,), SOURCE, (met,))
    for target in picked:
        if target not in known:
            stranger = (Fact("no-enemy", target),)
            yield Ruling(CONSOLIDATION, False, "target", evidence=stranger, subjects=(unit, target), source=SOURCE)
            continue
        near = nearest_of(standing(field, unit), standing(field, target))
        yield ruled(CONSOLIDATION, near, "within", _REACH, clause="target", subjects=(unit, target), source=SOURCE)
        met = engagement(field.options, ends, standing(field, target))
        yield Ruling(
            CONSOLIDATION, met.holds, "ends-engaged", met.limit, "within", met.evidence, (unit, target), SOURCE, (met,)
        )
    yield from way_rulings(field, unit, paths)
    yield from end_rulings(field, unit, ends)


def _reached(field: Field, unit: str, ends: Sequence[Standing]) -> tuple[str, ...]:
    enemies = enemy_units_of(field, side_of(field, unit))
    return tuple(e.id for e in enemies if engagement(field.options, ends, standing(field, e.id)).holds)


def _to_objective(field: Field, action: Consolidate, paths: Mapping[str, Path]) -> Iterator[Ruling]:
    """The unit ends within range of an objective that was within 3 inches of it, and unengaged."""
    unit, ends = action.unit, ends_of(field, paths)
    models = [replace(model, pose=paths[model.id].end) for model in field.scene.standing(unit)]
    began = [place for place in places(field) if _distance(field, place, unit).within(_REACH)]
    ruled_of = [place.in_range(field, model) for place in began for model in models]
    held = [ruling for ruling in ruled_of if ruling.holds]
    best = min(held or ruled_of, key=lambda ruling: ruling.measured or ZERO)
    yield Ruling(CONSOLIDATION, best.holds, "in-range", best.limit, "within", best.evidence, (unit,), SOURCE, (best,))
    enemies = standing_enemies(field, side_of(field, unit))
    yield unengaged(CONSOLIDATION, "ends-unengaged", field.options, ends, enemies, subjects=(unit,))
    yield from way_rulings(field, unit, paths)
    yield from end_rulings(field, unit, ends)


def _distance(field: Field, place: Place, unit: str) -> Measurement:
    """From the unit to the objective, across the table."""
    rulings = [place.in_range(field, model) for model in field.scene.standing(unit)]
    across = [
        piece
        for ruling in rulings
        for piece in ruling.evidence
        if isinstance(piece, Measurement) and piece.what != "height"
    ]
    return min(across, key=_by_value)


def _by_value(measurement: Measurement) -> Mm:
    return measurement.value
