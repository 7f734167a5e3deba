"""The command phase: command points for both sides, and the units that are tested for battle-shock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from battlesim.engine.story import Story
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.replay.timeline import ActionTaken
from battlesim.rules.wh40k.field import Field, now, profile_of, state_of
from battlesim.rules.wh40k.shock import BATTLE_SHOCK, battle_shock_roll
from battlesim.rules.wh40k.state import SideState, UnitState

COMMAND: Final = "wh40k.command"
SOURCE: Final = "core rules 08.03"
CORE_POINTS: Final = 1
"""Command points that each side gains in every command phase."""

HALF: Final = Fraction(1, 2)
"""A unit at this share of its starting strength, or below, is tested."""


@dataclass(frozen=True, slots=True)
class BattleShock:
    """A side tests its units for battle-shock, or those named."""

    side: str
    units: tuple[str, ...] = ()

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("battle-shock", self.units)


def gain_points(field: Field, story: Story) -> None:
    """Both sides gain their core command points."""
    for side in field.scene.sides.values():
        story.tell(*SideState.marks(side.id, command_points=SideState.of(side).command_points + CORE_POINTS))


def legal(field: Field, action: BattleShock) -> tuple[Ruling, ...]:
    """Is it the side's command phase, and do those named have to be tested?"""
    clock = field.scene.clock
    holds = clock.phase == "command" and clock.side == action.side
    phase = (Fact(clock.phase or "no-phase", clock.side),)
    rulings = [Ruling(BATTLE_SHOCK, holds, "phase", evidence=phase, source=SOURCE)]
    for unit in action.units:
        own = field.scene.unit(unit).side == action.side
        side = (Fact("own" if own else "enemy", unit),)
        rulings.append(Ruling(BATTLE_SHOCK, own, "own", evidence=side, subjects=(unit,), source=SOURCE))
        if field.scene.alive(unit):
            rulings.append(must_test(field, unit))
            tested = state_of(field, unit).tested
            once = (Fact("tested" if tested else "not-tested", unit),)
            rulings.append(Ruling(BATTLE_SHOCK, not tested, "once", evidence=once, subjects=(unit,), source=SOURCE))
        else:
            none = (Count("models", 0),)
            rulings.append(Ruling(BATTLE_SHOCK, False, "alive", evidence=none, subjects=(unit,), source=SOURCE))
    return tuple(rulings)


def resolve(field: Field, action: BattleShock, story: Story) -> None:
    """Each unit that has to be tested rolls, in the order of the army, on the table or off it."""
    for unit in action.units or tuple(_to_test(field, story, action.side)):
        battle_shock_roll(story, now(field, story), unit)
        story.tell(*UnitState.marks(unit, tested=True))


def _to_test(field: Field, story: Story, side: str) -> Iterator[str]:
    for unit in field.scene.units_of(side):
        if not field.scene.alive(unit.id) or state_of(field, unit.id).tested:
            continue
        if story.rule(must_test(field, unit.id)).holds:
            yield unit.id


def must_test(field: Field, unit: str) -> Ruling:
    """Does the unit have to be tested: is it shocked already, or at or below half of its starting strength?

    The strength of a unit of several models is their number, that of a single one its wounds; an attached unit counts
    as a whole. Nobody is exactly at half of an odd number.
    """
    shocked = state_of(field, unit).battle_shocked
    now_, start = strength(field, unit)
    low = now_ <= start * HALF
    evidence = (
        Count("strength-left", now_, start // 2),
        Count("starting-strength", start),
        Fact("battle-shocked" if shocked else "not-battle-shocked", unit),
    )
    return Ruling(BATTLE_SHOCK, shocked or low, "half-strength", evidence=evidence, subjects=(unit,), source=SOURCE)


def strength(field: Field, unit: str) -> tuple[int, int]:
    """What is left of the unit, and its starting strength: models, or the wounds of a unit that began with one."""
    began = state_of(field, unit).starting_strength or len(field.scene.models_of(unit))
    alive = field.scene.alive(unit)
    if began > 1:
        return len(alive), began
    return sum(model.wounds for model in alive), sum(
        profile_of(field, m.id).wounds for m in field.scene.models_of(unit)
    )
