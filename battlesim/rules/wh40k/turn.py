"""The clock of the battle: rounds, turns and phases, what begins and ends with them, and who is active."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from battlesim.engine.story import Story
from battlesim.model.event import ClockSet
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.model.scene import Clock
from battlesim.replay.timeline import ActionTaken
from battlesim.rules.wh40k.command import gain_points
from battlesim.rules.wh40k.ending import fly_off, lose_reserves, tidy
from battlesim.rules.wh40k.field import Field, now, side_of
from battlesim.rules.wh40k.objectives import determine
from battlesim.rules.wh40k.state import SideState, forgetting

TURN: Final = "wh40k.turn"
BEFORE_BATTLE: Final = ("deployment", "pre-battle")
PHASES: Final = (*BEFORE_BATTLE, "command", "movement", "shooting", "charge", "fight", "end")
SOURCE: Final = "core rules 07"


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
    """The clock runs forwards only: rounds in order, one turn a side in each, and within a turn the phases in order.

    The side that went first in a round goes first in the next.
    """
    before, phase = field.scene.clock, PHASES.index(action.phase)
    same_turn = (before.round, before.side) == (action.round, action.side) and before.phase in PHASES
    if same_turn or (before.round == action.round == 0 and before.phase in PHASES):
        forwards = phase >= PHASES.index(before.phase)
    else:
        forwards = action.round >= before.round
    evidence = Count("round", action.round), Fact(action.phase, action.side)
    rulings = [Ruling(TURN, forwards, "forwards", evidence=evidence, source=SOURCE)]
    early = action.phase in BEFORE_BATTLE
    if early != (action.round == 0):
        rulings.append(Ruling(TURN, False, "before-battle", evidence=evidence, source=SOURCE))
    if action.round and not same_turn and not early and action.side in field.scene.sides:
        had = SideState.of(field.scene.sides[action.side]).turn_of_round
        counted = Count("round", action.round), Count("turn-of-round", had)
        rulings.append(Ruling(TURN, had != action.round, "one-turn-a-round", evidence=counted, source=SOURCE))
    if action.round == before.round + 1 and before.round and _all_had_theirs(field, before.round):
        first = Fact("went-second" if action.side == before.side else "went-first", action.side)
        rulings.append(Ruling(TURN, action.side != before.side, "same-side-first", evidence=(first,), source=SOURCE))
    return tuple(rulings)


def resolve(field: Field, action: Turn, story: Story) -> None:
    """What ends with the phase, the turn and the round that were; then what begins with the one that comes.

    Who controls the objectives is settled at the end of each phase, before anything else. The command phase gives both
    sides a command point. At the end of a turn units that have come apart lose models, and aircraft of the others leave.
    """
    before, clock = field.scene.clock, Clock(action.round, action.side, action.phase)
    if before.round and before.phase:
        determine(field, story)
    lose_reserves(now(field, story), story, clock)
    story.tell(*forgetting(story.scene, clock), ClockSet(clock))
    if (before.round, before.side) != (clock.round, clock.side) and clock.round and clock.side in story.scene.sides:
        story.tell(*SideState.marks(clock.side, turn_of_round=clock.round))
    if clock.phase == "command" and before != clock:
        gain_points(now(field, story), story)
    if clock.phase == "end" and before != clock:
        tidy(now(field, story), story, clock.side)
        fly_off(now(field, story), story, clock.side)


def _all_had_theirs(field: Field, round: int) -> bool:
    return all(SideState.of(side).turn_of_round == round for side in field.scene.sides.values())


def in_own_phase(field: Field, rule: str, unit: str, phase: str) -> Ruling:
    """Is it that phase of the turn of the unit's side?"""
    clock = field.scene.clock
    return Ruling(
        rule,
        clock.phase == phase and clock.side == side_of(field, unit),
        "phase",
        evidence=(Fact(clock.phase or "no-phase", clock.side),),
        subjects=(unit,),
        source=SOURCE,
    )
