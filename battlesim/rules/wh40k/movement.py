"""Moves of the movement phase: remain stationary, normal, advance, fall back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from battlesim.engine.story import Story
from battlesim.model.event import Refused
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.replay.timeline import ActionTaken, way_points
from battlesim.rules.wh40k.engagement import unengaged, unit_engaged
from battlesim.rules.wh40k.field import Field, now, profile_of, side_of, standing_enemies, state_of
from battlesim.rules.wh40k.hazard import hazard_rolls
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.turn import in_own_phase
from battlesim.rules.wh40k.ways import (
    MOVEMENT,
    Ways,
    all_ways,
    end_rulings,
    ends_of,
    go,
    length_ruling,
    movement_of,
    way_rulings,
)
from battlesim.units import Mm, inches

MoveType = Literal["stationary", "normal", "advance", "fall-back"]


@dataclass(frozen=True, slots=True)
class Move:
    """A whole unit moves. ``desperate`` is a fall back that passes through enemies, at a hazard roll a model."""

    unit: str
    kind: MoveType
    ways: Ways = ()
    desperate: bool = False

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken(_NAMES[self.kind], (self.unit,), wanted=way_points(self.ways))


_NAMES = {"stationary": "remain-stationary", "normal": "move", "advance": "advance", "fall-back": "fall-back"}


def legal(field: Field, action: Move) -> tuple[Ruling, ...]:
    """May the unit move so? What an advance may cover is known only once it is rolled."""
    may = tuple(_eligible(field, action))
    if action.kind == "stationary" or not all(ruling.holds for ruling in may):
        return may
    paths = all_ways(field, action.unit, action.ways)
    ends = ends_of(field, paths)
    rulings = [*may]
    if action.kind != "advance":
        rulings.append(length_ruling(paths, movement_of(field)))
    rulings += way_rulings(field, action.unit, paths, through_enemies=action.desperate)
    rulings += end_rulings(field, action.unit, ends)
    enemies = standing_enemies(field, side_of(field, action.unit))
    rulings.append(unengaged(MOVEMENT, "ends-unengaged", field.options, ends, enemies, subjects=(action.unit,)))
    return tuple(rulings)


def resolve(field: Field, action: Move, story: Story) -> None:
    """Move the unit. An advance that was planned longer than it is rolled does not happen: the unit stays where it was."""
    story.tell(*UnitState.marks(action.unit, moved=action.kind))
    if action.kind == "stationary":
        return
    if action.desperate:
        hazard_rolls(story, field, action.unit, len(field.scene.standing(action.unit)))
    if action.kind == "advance":
        rolled = inches(sum(story.roll("advance", subject=action.unit).faces))
        paths = all_ways(field, action.unit, action.ways)
        length = length_ruling(paths, lambda model: Mm(profile_of(field, model).movement + rolled))
        story.rule(length)
        if not length.holds:
            story.tell(Refused("advance", (action.unit,)))
            return
    go(story, field, all_ways(now(field, story), action.unit, action.ways))


def _eligible(field: Field, action: Move) -> Iterator[Ruling]:
    unit, state = action.unit, state_of(field, action.unit)
    yield in_own_phase(field, MOVEMENT, unit, "movement")
    count = len(field.scene.standing(unit))
    yield Ruling(MOVEMENT, count > 0, "on-table", evidence=(Count("models", count),), subjects=(unit,))
    before = state.moved or ("set-up" if state.held else "")
    evidence = (Fact(before or "not-moved", unit),)
    yield Ruling(MOVEMENT, not before, "once", evidence=evidence, subjects=(unit,))
    if not count or action.kind == "stationary":
        return
    engaged = unit_engaged(field, unit)
    wanted = action.kind == "fall-back"
    yield Ruling(
        MOVEMENT,
        engaged.holds == wanted,
        "starts-engaged" if wanted else "starts-unengaged",
        engaged.limit,
        "within" if wanted else "beyond",
        engaged.evidence,
        (unit,),
        "core rules 09",
        (engaged,),
    )
    if wanted:
        shocked = state.battle_shocked
        what = "battle-shocked" if shocked else "not-battle-shocked"
        yield Ruling(
            MOVEMENT, action.desperate or not shocked, "ordered-retreat", evidence=(Fact(what, unit),), subjects=(unit,)
        )
