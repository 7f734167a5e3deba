"""Charging: the roll first, then the targets within it, then a move that ends engaged with all of them and no others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battlesim.engine.story import Story
from battlesim.model.event import Refused
from battlesim.model.ruling import Count, Fact, Ruling, ruled
from battlesim.replay.timeline import ActionTaken, way_points
from battlesim.rules.wh40k.engagement import engagement, unengaged, unit_engaged
from battlesim.rules.wh40k.field import (
    Field,
    Standing,
    enemy_units_of,
    nearest_of,
    side_of,
    standing,
    standing_enemies,
    state_of,
)
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.turn import in_own_phase
from battlesim.rules.wh40k.ways import Ways, all_ways, end_rulings, ends_of, go, length_ruling, way_rulings
from battlesim.units import Mm, inches

CHARGE: Final = "wh40k.charge"
SOURCE: Final = "core rules 11"


@dataclass(frozen=True, slots=True)
class Charge:
    """A unit charges: the targets that it will choose once it has rolled, and the way it will go."""

    unit: str
    targets: tuple[str, ...]
    ways: Ways = ()

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("charge", (self.unit,), self.targets, way_points(self.ways))


def legal(field: Field, action: Charge) -> tuple[Ruling, ...]:
    """May the unit declare a charge, and would its move be a proper one? Distances are held against the roll later."""
    may = tuple(_eligible(field, action))
    if not all(ruling.holds for ruling in may):
        return may
    paths = all_ways(field, action.unit, action.ways)
    ends = ends_of(field, paths)
    return (
        *may,
        *way_rulings(field, action.unit, paths),
        *end_rulings(field, action.unit, ends),
        *_engagements(field, action, ends),
    )


def resolve(field: Field, action: Charge, story: Story) -> None:
    """Roll, and go if every target and every path is within the roll; else nobody moves."""
    rolled = inches(sum(story.roll("charge", 2, subject=action.unit).faces))
    paths = all_ways(field, action.unit, action.ways)
    rulings = [_within_roll(field, action.unit, target, rolled) for target in action.targets]
    rulings.append(length_ruling(paths, lambda _: rolled, rule=CHARGE, clause="move"))
    for ruling in rulings:
        story.rule(ruling)
    if not all(ruling.holds for ruling in rulings):
        story.tell(*UnitState.marks(action.unit, no_charge=True))
        story.tell(Refused("charge", (action.unit,)))
        return
    go(story, field, paths)
    story.tell(*UnitState.marks(action.unit, charged=True))


def _eligible(field: Field, action: Charge) -> Iterator[Ruling]:
    unit, state = action.unit, state_of(field, action.unit)
    yield in_own_phase(field, CHARGE, unit, "charge")
    count = len(field.scene.standing(unit))
    yield Ruling(CHARGE, count > 0, "on-table", evidence=(Count("models", count),), subjects=(unit,), source=SOURCE)
    barred = state.moved in ("advance", "fall-back") or state.no_charge or state.charged
    why = state.moved if state.moved in ("advance", "fall-back") else state.disembarked or "charged"
    fact = Fact(why if barred else "not-barred", unit)
    yield Ruling(CHARGE, not barred, "not-barred", evidence=(fact,), subjects=(unit,), source=SOURCE)
    if not count:
        return
    engaged = unit_engaged(field, unit)
    yield Ruling(
        CHARGE,
        not engaged.holds,
        "starts-unengaged",
        engaged.limit,
        "beyond",
        engaged.evidence,
        (unit,),
        SOURCE,
        (engaged,),
    )
    enemies = standing_enemies(field, side_of(field, unit))
    if enemies:
        near = nearest_of(standing(field, unit), enemies)
        yield ruled(CHARGE, near, "within", field.options.charge, clause="declare", subjects=(unit,), source=SOURCE)
    known = {enemy.id for enemy in enemy_units_of(field, side_of(field, unit))}
    strangers = [Fact("no-enemy", target) for target in action.targets if target not in known]
    targets = tuple(strangers) or (Count("targets", len(action.targets)),)
    yield Ruling(
        CHARGE, not strangers and bool(action.targets), "enemies", evidence=targets, subjects=(unit,), source=SOURCE
    )


def _within_roll(field: Field, unit: str, target: str, rolled: Mm) -> Ruling:
    """Targets are within 12 inches and within the roll, wherever the move itself would end."""
    limit = min(rolled, field.options.charge)
    near = nearest_of(standing(field, unit), standing(field, target))
    return ruled(CHARGE, near, "within", limit, clause="target", subjects=(unit, target), source=SOURCE)


def _engagements(field: Field, action: Charge, ends: tuple[Standing, ...]) -> Iterator[Ruling]:
    for target in action.targets:
        met = engagement(field.options, ends, standing(field, target))
        yield Ruling(
            CHARGE,
            met.holds,
            "ends-engaged",
            met.limit,
            "within",
            met.evidence,
            (action.unit, target),
            SOURCE,
            (met,),
        )
    others = tuple(
        place
        for enemy in enemy_units_of(field, side_of(field, action.unit))
        if enemy.id not in action.targets
        for place in standing(field, enemy.id)
    )
    yield unengaged(CHARGE, "no-others", field.options, ends, others)
