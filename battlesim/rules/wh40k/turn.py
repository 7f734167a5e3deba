"""The clock of the battle: rounds, turns and phases, and what ends with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from battlesim.engine.story import Story
from battlesim.model.event import ClockSet
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.model.scene import Clock
from battlesim.replay.timeline import ActionTaken
from battlesim.rules.wh40k.field import Field, side_of
from battlesim.rules.wh40k.state import forgetting

TURN: Final = "wh40k.turn"
PHASES: Final = ("pre-battle", "command", "movement", "shooting", "charge", "fight", "end")


@dataclass(frozen=True, slots=True)
class Turn:
    """A phase begins, of that side's turn in that round. Round 0 is before the battle."""

    round: int
    side: str
    phase: str

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("turn")


def legal(field: Field, action: Turn) -> tuple[Ruling, ...]:
    """The clock runs forwards only: rounds in order, and within one turn the phases in order."""
    now, phase = field.scene.clock, PHASES.index(action.phase)
    same_turn = (now.round, now.side) == (action.round, action.side) and now.phase in PHASES
    forwards = phase >= PHASES.index(now.phase) if same_turn else action.round >= now.round
    evidence = Count("round", action.round), Fact(action.phase, action.side)
    return (Ruling(TURN, forwards, "forwards", evidence=evidence, source="core rules 07"),)


def resolve(field: Field, action: Turn, story: Story) -> None:
    """What lasted until now is forgotten, and the clock is set."""
    clock = Clock(action.round, action.side, action.phase)
    story.tell(*forgetting(story.scene, clock), ClockSet(clock))


def in_own_phase(field: Field, rule: str, unit: str, phase: str) -> Ruling:
    """Is it that phase of the turn of the unit's side?"""
    clock = field.scene.clock
    return Ruling(
        rule,
        clock.phase == phase and clock.side == side_of(field, unit),
        "phase",
        evidence=(Fact(clock.phase or "no-phase", clock.side),),
        subjects=(unit,),
    )
