"""More questions that abilities may answer: those of movement, morale, assaults and the final phase.

The protocols of ``hooks`` go on here; see there for how they are asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from battlesim.model.ruling import Modifier, Ruling
from battlesim.rules.netepic.profiles import NetepicBattle
from battlesim.units import Mm


@dataclass(frozen=True, slots=True)
class HoldQuestion:
    """An enemy stand would stop the bearer: by its zone of control, or in contact with it."""

    battle: NetepicBattle
    stand: str
    holder: str


@dataclass(frozen=True, slots=True)
class MoraleQuestion:
    """A detachment tests its morale."""

    battle: NetepicBattle
    unit: str


@dataclass(frozen=True, slots=True)
class Repair:
    """In the final phase ``dice`` dice are rolled for the bearer; each of ``needs`` or more takes one off its mark."""

    ruling: Ruling
    purpose: str
    dice: int
    needs: int
    mark: str


@runtime_checkable
class EasesGround(Protocol):
    """Does the bearer keep its full movement on ground of that category?"""

    def on_ground(self, category: str) -> bool: ...


@runtime_checkable
class PassesOver(Protocol):
    """Does the bearer go over stands and terrain on its way?"""

    def on_pass_over(self, battle: NetepicBattle, bearer: str) -> Ruling: ...


@runtime_checkable
class EscapesHold(Protocol):
    """May the bearer go through that enemy's zone of control, and away from contact with it?

    ``on_zone`` and ``on_pin`` answer None where the ability does not bear on it.
    """

    def on_zone(self, asked: HoldQuestion) -> Ruling | None: ...

    def on_pin(self, asked: HoldQuestion) -> Ruling | None: ...


@runtime_checkable
class FliesStraight(Protocol):
    """How far must the bearer go at least when it moves, without turning on its way?"""

    def on_flight(self, battle: NetepicBattle) -> Mm: ...


@runtime_checkable
class AvoidsContact(Protocol):
    """Is the bearer out of reach of stands on the ground, so that nobody engages it?"""

    def on_engaged(self, battle: NetepicBattle, bearer: str) -> Ruling: ...


@runtime_checkable
class WidensCoherency(Protocol):
    """How far may the bearer be from the next stand of its detachment?"""

    def on_coherency(self) -> Mm: ...


@runtime_checkable
class TurnsFreely(Protocol):
    """May the bearer turn as far as it likes, whatever its class?"""

    def on_turn(self, bearer: str) -> Ruling: ...


@runtime_checkable
class PopsUp(Protocol):
    """May the bearer rise, shoot and sink again?"""

    def on_pop_up(self, bearer: str) -> Ruling: ...


@runtime_checkable
class MovesFirst(Protocol):
    """How far may the bearer go before the battle begins?"""

    def on_infiltration(self) -> Mm: ...


@runtime_checkable
class Drops(Protocol):
    """How does the bearer come down from reserves: how many scatters, of how many D6 in cm each?"""

    def on_drop(self) -> tuple[int, int]: ...


@runtime_checkable
class ModifiesMorale(Protocol):
    """What does the ability, borne by all these friendly stands, change in a morale test?"""

    def on_morale(self, asked: MoraleQuestion, bearers: tuple[str, ...]) -> tuple[Modifier, ...]: ...


@runtime_checkable
class PassesMorale(Protocol):
    """Does a detachment whose stands all have it pass every morale test?"""

    def on_fearless(self, unit: str) -> Ruling: ...


@runtime_checkable
class Frightens(Protocol):
    """Is that opponent of the bearer frightened by it, and by how much does its factor fall if it fails its test?"""

    def on_fright(self, battle: NetepicBattle, bearer: str, opponent: str) -> tuple[Ruling, int]: ...


@runtime_checkable
class StandsOutnumbering(Protocol):
    """How many of the further dice of its opponents does the bearer not suffer?"""

    def on_outnumbered(self, bearer: str) -> tuple[Ruling, int]: ...


@runtime_checkable
class OrdersDuels(Protocol):
    """May the owner of the bearer say in which order its duels are fought?"""

    def on_duels(self, bearer: str) -> Ruling: ...


@runtime_checkable
class FollowsUp(Protocol):
    """How far may the bearer go after it has won, for its class? None leaves it to the usual."""

    def on_follow_up(self, blocking_class: int) -> Mm | None: ...


@runtime_checkable
class ActsInFinal(Protocol):
    """What does the bearer repair in the final phase?"""

    def on_final(self, battle: NetepicBattle, bearer: str) -> Repair | None: ...


@runtime_checkable
class InterceptsOnAdvance(Protocol):
    """May the bearer's detachment intercept on Advance too?"""

    def on_intercepts(self, bearer: str) -> Ruling: ...


@runtime_checkable
class RevisesOrders(Protocol):
    """How far away may a friendly detachment be whose order the bearer changes?"""

    def on_revise(self) -> Mm: ...


TURN_HOOKS: Final = (
    EasesGround,
    PassesOver,
    EscapesHold,
    FliesStraight,
    AvoidsContact,
    WidensCoherency,
    TurnsFreely,
    PopsUp,
    MovesFirst,
    Drops,
    ModifiesMorale,
    PassesMorale,
    Frightens,
    StandsOutnumbering,
    OrdersDuels,
    FollowsUp,
    ActsInFinal,
    InterceptsOnAdvance,
    RevisesOrders,
)
