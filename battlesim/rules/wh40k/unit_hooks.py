"""The questions that abilities of units answer before the battle, when a model is lost, and in moves: one method each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from battlesim.model.ruling import Ruling
from battlesim.rules.wh40k.profiles import Amount
from battlesim.rules.wh40k.situations import Setup
from battlesim.units import Mm

JoinRole = Literal["leader", "support"]


@dataclass(frozen=True, slots=True)
class Blast:
    """What a destroyed model does around it: on ``needed`` or more, mortal wounds to every unit within ``reach``."""

    rule: str
    amount: Amount
    reach: Mm
    needed: int = 6


@dataclass(frozen=True, slots=True)
class Stride:
    """What a model strides over: models but for those with one of the keywords, and terrain no taller than ``height``."""

    rule: str
    height: Mm
    stopped_by: tuple[str, ...]


@runtime_checkable
class ActsWhenDestroyed(Protocol):
    """Happens when a model that has it is destroyed, once the attacks that destroyed it are over."""

    def on_destroyed(self, model: str) -> Blast | None: ...


@runtime_checkable
class ScoutsAhead(Protocol):
    """How far a unit may move before the battle; counts when every model of it has the rule, at the lowest."""

    def on_scout(self) -> Mm: ...


@runtime_checkable
class ConstrainsDeployment(Protocol):
    """Says where a unit may be deployed, in place of its own zone; counts when every model has it."""

    def on_deployment(self, setup: Setup) -> tuple[Ruling, ...]: ...


@runtime_checkable
class JoinsUnits(Protocol):
    """Lets its bearer join a bodyguard unit, in a place that the unit has once."""

    def on_join(self) -> JoinRole: ...


@runtime_checkable
class TakesWeaponsAboard(Protocol):
    """How many models aboard lend the transport a ranged weapon each."""

    def on_deck(self) -> int: ...


@runtime_checkable
class StridesOver(Protocol):
    """What a model strides over in its moves."""

    def on_stride(self) -> Stride: ...


UNIT_HOOKS: tuple[type, ...] = (
    ActsWhenDestroyed,
    ScoutsAhead,
    ConstrainsDeployment,
    JoinsUnits,
    TakesWeaponsAboard,
    StridesOver,
)
