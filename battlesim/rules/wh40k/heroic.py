"""Heroic Intervention: a unit charges at the end of the enemy's charge phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from battlesim.engine.story import Story
from battlesim.model.event import Marked
from battlesim.model.ruling import Count, Fact, Ruling, ruled
from battlesim.replay.timeline import ActionTaken, way_points
from battlesim.rules.wh40k.charge import Charge, attempt, plan_rulings
from battlesim.rules.wh40k.engagement import unit_engaged
from battlesim.rules.wh40k.field import (
    Field,
    nearest_of,
    side_of,
    standing,
    standing_enemies,
    state_of,
    unit_has_keyword,
)
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.ways import Ways
from battlesim.units import inches

HEROIC: Final = "wh40k.heroic-intervention"
SOURCE: Final = "core rules 15.11"
POINTS: Final = "command-points"
Intervention = Literal["leap", "fray"]
_FRAY: Final = inches(6)
_COSTS: Final = {"leap": 1, "fray": 2}


@dataclass(frozen=True, slots=True)
class Intervene:
    """A unit intervenes: it leaps to defend, at units that charged, or goes into the fray, at any within 6 inches."""

    unit: str
    mode: Intervention
    targets: tuple[str, ...]
    ways: Ways = ()
    skies: bool = False

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("heroic-intervention", (self.unit,), self.targets, way_points(self.ways))

    @property
    def charge(self) -> Charge:
        """The charge that it makes."""
        return Charge(self.unit, self.targets, self.ways, self.skies)


def legal(field: Field, action: Intervene) -> tuple[Ruling, ...]:
    """May the unit intervene, at those targets, and could its move be a proper one?"""
    may = tuple(_eligible(field, action))
    if not all(ruling.holds for ruling in may):
        return may
    return (*may, *plan_rulings(field, action.charge))


def resolve(field: Field, action: Intervene, story: Story) -> None:
    """Pay, roll (into the fray no more than 6 counts), and go if the targets are within it."""
    side = side_of(field, action.unit)
    points = field.scene.sides[side].marks.get(POINTS)
    if isinstance(points, int):
        story.tell(Marked(side, POINTS, points - _COSTS[action.mode], "side"))
    story.tell(*UnitState.marks(action.unit, intervened=True))
    rolled = inches(sum(story.roll("charge", 2, subject=action.unit).faces))
    if action.mode == "fray":
        attempt(field, action.charge, story, min(rolled, _FRAY), reach=_FRAY, rule=HEROIC, source=SOURCE)
    else:
        attempt(field, action.charge, story, rolled, rule=HEROIC, source=SOURCE)


def _eligible(field: Field, action: Intervene) -> Iterator[Ruling]:
    unit, clock, side = action.unit, field.scene.clock, side_of(field, action.unit)
    phase = (Fact(clock.phase or "no-phase", clock.side),)
    theirs = clock.phase == "charge" and clock.side not in ("", side)
    yield Ruling(HEROIC, theirs, "phase", evidence=phase, subjects=(unit,), source=SOURCE)
    count = len(field.scene.standing(unit))
    yield Ruling(HEROIC, count > 0, "on-table", evidence=(Count("models", count),), subjects=(unit,), source=SOURCE)
    done = [
        Fact("intervened", other.id) for other in field.scene.units_of(side) if state_of(field, other.id).intervened
    ]
    once = tuple(done) or (Fact("not-intervened", side),)
    yield Ruling(HEROIC, not done, "once", evidence=once, subjects=(unit,), source=SOURCE)
    points = field.scene.sides[side].marks.get(POINTS)
    if isinstance(points, int):
        cost = _COSTS[action.mode]
        paid = (Count(POINTS, points, cost),)
        yield Ruling(HEROIC, points >= cost, "points", evidence=paid, subjects=(unit,), source=SOURCE)
    if unit_has_keyword(field, unit, ("VEHICLE",)):
        hero = unit_has_keyword(field, unit, ("CHARACTER", "WALKER"))
        what = (Fact("character-or-walker" if hero else "vehicle", unit),)
        yield Ruling(HEROIC, hero, "no-vehicle", evidence=what, subjects=(unit,), source=SOURCE)
    if not count:
        return
    met = unit_engaged(field, unit)
    yield Ruling(HEROIC, not met.holds, "starts-unengaged", met.limit, "beyond", met.evidence, (unit,), SOURCE, (met,))
    enemies = standing_enemies(field, side)
    if enemies:
        near = nearest_of(standing(field, unit), enemies)
        yield ruled(HEROIC, near, "within", field.options.charge, clause="declare", subjects=(unit,), source=SOURCE)
    if action.mode == "leap":
        for target in action.targets:
            charged = state_of(field, target).charged
            fact = (Fact("charged" if charged else "not-charged", target),)
            yield Ruling(HEROIC, charged, "charged-target", evidence=fact, subjects=(unit, target), source=SOURCE)
