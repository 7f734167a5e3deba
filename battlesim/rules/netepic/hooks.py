"""The questions that abilities of this game may answer: small protocols of one method each.

An ability is a frozen object on a stand's profile or a weapon. Who asks says whose ability it is (``bearer``): nothing
here or in the code that asks knows an ability by name. ``None`` means "not concerned".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol, runtime_checkable

from battlesim.model.ruling import Modifier, Ruling
from battlesim.rules.netepic.profiles import NetepicBattle, Weapon
from battlesim.units import Mm

Cause = Literal["shooting", "assault", "ethereal"]
FireMode = Literal["shooting", "interception", "counter-charge"]


@dataclass(frozen=True, slots=True)
class Load:
    """What a carrier would hold: the stands aboard and those that want to come aboard, in order."""

    battle: NetepicBattle
    carrier: str
    stands: tuple[str, ...]
    boarding: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Berth:
    """Room that an ability gives its bearer aboard: ``places`` instead of the usual, to ``free`` such stands at most.

    ``free`` None is any number of them.
    """

    places: int
    ruling: Ruling
    free: int | None = None


@dataclass(frozen=True, slots=True)
class Loss:
    """A stand is about to lose a wound; all that the attack destroyed outright has left the table already."""

    battle: NetepicBattle
    stand: str
    cause: Cause
    weapon: Weapon | None = None


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """Other stands may be destroyed in its place, where the ruling holds: the sensible one first."""

    ruling: Ruling
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastChance:
    """One die may undo the loss, where the ruling holds: ``needs`` or more."""

    ruling: Ruling
    purpose: str
    needs: int


@dataclass(frozen=True, slots=True)
class FireQuestion:
    """One stand fires one weapon at another; ``template`` where the target lies under a template of the shot."""

    battle: NetepicBattle
    shooter: str
    weapon: Weapon
    target: str
    mode: FireMode = "shooting"
    template: bool = False


@dataclass(frozen=True, slots=True)
class FactorQuestion:
    """How well does this stand fight?"""

    battle: NetepicBattle
    stand: str


@dataclass(frozen=True, slots=True)
class EliteQuestion:
    """May the dice of this stand be rolled again?"""

    battle: NetepicBattle
    stand: str


@dataclass(frozen=True, slots=True)
class ReactionShots:
    """Shots that a stand has when the enemy moves: ``shots`` a turn, each with ``weapon``."""

    shots: int
    weapon: Weapon


@runtime_checkable
class Carries(Protocol):
    """Is there room for that load?"""

    def on_carry(self, load: Load) -> Ruling: ...


@runtime_checkable
class ChargesToll(Protocol):
    """How much movement does it cost to board or to leave, for the one carried and for the carrier?"""

    def on_toll(self) -> Mm: ...


@runtime_checkable
class WaivesToll(Protocol):
    """Does the carrier keep its movement when stands board or leave?"""

    def on_waive(self, battle: NetepicBattle, bearer: str) -> Ruling: ...


@runtime_checkable
class TakesRoom(Protocol):
    """How much room does the bearer take aboard that carrier, where not the usual?"""

    def on_room(self, bearer: str, places: int) -> Berth | None: ...


@runtime_checkable
class InterceptsLoss(Protocol):
    """Can the loss of the bearer be turned away?"""

    def on_loss(self, loss: Loss) -> Sacrifice | LastChance | None: ...


@runtime_checkable
class ModifiesAssaultFactor(Protocol):
    """What does the ability, borne by all these friendly stands, change in the assault factor?"""

    def on_assault_factor(self, asked: FactorQuestion, bearers: tuple[str, ...]) -> tuple[Modifier, ...]: ...


@runtime_checkable
class ModifiesToHit(Protocol):
    """What does it change in the roll needed to hit? Positive amounts make it harder."""

    def on_to_hit(self, asked: FireQuestion) -> Modifier | None: ...


@runtime_checkable
class OverridesCover(Protocol):
    """Does the cover of terrain not count against this shot?"""

    def on_cover(self, asked: FireQuestion) -> Ruling | None: ...


@runtime_checkable
class BarsTarget(Protocol):
    """Can this weapon do nothing against that target?"""

    def on_target(self, asked: FireQuestion) -> Ruling | None: ...


@runtime_checkable
class FillsElitePool(Protocol):
    """How many re-rolls does a detachment bring that has it?"""

    def on_elite_pool(self) -> int: ...


@runtime_checkable
class GrantsElite(Protocol):
    """Does the ability of ``bearer`` let that stand use the army's re-rolls?"""

    def on_elite(self, asked: EliteQuestion, bearer: str) -> Ruling | None: ...


@runtime_checkable
class GivesReactionShots(Protocol):
    """Which shots does the bearer have when the enemy moves?"""

    def on_reaction(self) -> ReactionShots: ...


HOOKS: Final = (
    Carries,
    ChargesToll,
    WaivesToll,
    TakesRoom,
    InterceptsLoss,
    ModifiesAssaultFactor,
    ModifiesToHit,
    OverridesCover,
    BarsTarget,
    FillsElitePool,
    GrantsElite,
    GivesReactionShots,
)
