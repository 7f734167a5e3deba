"""The steps of a netepic scenario file that make the turn: initiative, declared moves, interception, morale, the final phase."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from battlesim.rules.netepic.options import STANDARD
from battlesim.rules.netepic.state import Order
from battlesim.rules.netepic.turn_actions import (
    Consolidate,
    Continue,
    Drop,
    EndTurn,
    Infiltrate,
    Intercept,
    PopUp,
    Rally,
    ReviseOrder,
    RollInitiative,
    Stop,
    Withdraw,
)
from battlesim.scenario.fields import Distance, FileModel, ModelRef, SideRef, UnitOrModelRef, UnitRef
from battlesim.scenario.placements import XY, Placement
from battlesim.scenario.steps import Context, StepModel


class InitiativeStep(StepModel):
    """The named sides roll for who begins."""

    KEY: ClassVar[str] = "initiative"
    initiative: Annotated[tuple[SideRef, ...], Field(min_length=2)]

    def action(self, context: Context) -> RollInitiative:
        """In the order named."""
        return RollInitiative(self.initiative)


class StopStep(StepModel):
    """A side activates nothing more in this phase."""

    KEY: ClassVar[str] = "stop"
    stop: SideRef

    def action(self, context: Context) -> Stop:
        """For good."""
        return Stop(self.stop)


class ContinueStep(StepModel):
    """The stands of a detachment that declared a move go on to its end."""

    KEY: ClassVar[str] = "continue"
    continue_: Annotated[UnitRef, Field(alias="continue")]

    def action(self, context: Context) -> Continue:
        """Those that are left."""
        return Continue(context.unit_of(self.continue_, key="continue"))


class InterceptStep(StepModel):
    """A detachment with a hidden First Fire shoots ``at`` a detachment on the move: at the earliest place, or ``when`` it
    has gone so far."""

    KEY: ClassVar[str] = "intercept"
    intercept: UnitRef
    at: UnitRef
    when: Distance | None = None

    def action(self, context: Context) -> Intercept:
        """With all weapons that can fire there."""
        unit, target = context.unit_of(self.intercept, key="intercept"), context.unit_of(self.at, key="at")
        for name, key in ((unit, "intercept"), (target, "at")):
            if not context.scene.standing(name):
                raise context.error(key, f"{name!r} has no stand on the table")
        return Intercept(unit, target, self.when)


class ConsolidateStep(StepModel):
    """Stands of a detachment that an enemy came near to draw together."""

    KEY: ClassVar[str] = "consolidate"
    consolidate: UnitOrModelRef
    to: Placement
    through: tuple[XY, ...] = ()

    def action(self, context: Context) -> Consolidate:
        """Each along its own path."""
        paths = context.paths(self.consolidate, self.to, through=self.through)
        return Consolidate(context.unit_of(self.consolidate, key="consolidate"), paths)


class RegroupStep(StepModel):
    """A detachment that lost an assault and kept its nerve pulls back."""

    KEY: ClassVar[str] = "regroup"
    regroup: UnitOrModelRef
    to: Placement
    through: tuple[XY, ...] = ()

    def action(self, context: Context) -> Withdraw:
        """Each along its own path."""
        paths = context.paths(self.regroup, self.to, through=self.through)
        return Withdraw(context.unit_of(self.regroup, key="regroup"), "regroup", paths)


class FallBackStep(StepModel):
    """A detachment that lost its nerve falls back."""

    KEY: ClassVar[str] = "fall-back"
    fall_back: UnitOrModelRef
    to: Placement
    through: tuple[XY, ...] = ()

    def action(self, context: Context) -> Withdraw:
        """Each along its own path."""
        paths = context.paths(self.fall_back, self.to, through=self.through)
        return Withdraw(context.unit_of(self.fall_back, key="fall-back"), "fall-back", paths)


class FollowUpStep(StepModel):
    """A detachment that won its assault goes on."""

    KEY: ClassVar[str] = "follow-up"
    follow_up: UnitOrModelRef
    to: Placement
    through: tuple[XY, ...] = ()

    def action(self, context: Context) -> Withdraw:
        """Each along its own path."""
        paths = context.paths(self.follow_up, self.to, through=self.through)
        return Withdraw(context.unit_of(self.follow_up, key="follow-up"), "follow-up", paths)


class RallyStep(StepModel):
    """A detachment that falls back tries to rally."""

    KEY: ClassVar[str] = "rally"
    rally: UnitRef

    def action(self, context: Context) -> Rally:
        """By a test of morale."""
        return Rally(context.unit_of(self.rally, key="rally"))


class EndTurnStep(StepModel):
    """The final phase is worked off: ``end-turn: all``."""

    KEY: ClassVar[str] = "end-turn"
    end_turn: Literal["all"]

    def action(self, context: Context) -> EndTurn:
        """In its order."""
        return EndTurn()


class PopUpStep(StepModel):
    """A detachment on First Fire rises over what hides it."""

    KEY: ClassVar[str] = "pop-up"
    pop_up: UnitRef

    def action(self, context: Context) -> PopUp:
        """All its stands."""
        return PopUp(context.unit_of(self.pop_up, key="pop-up"))


class InfiltrateStep(StepModel):
    """Stands of a detachment move before the battle begins."""

    KEY: ClassVar[str] = "infiltrate"
    infiltrate: UnitOrModelRef
    to: Placement
    through: tuple[XY, ...] = ()

    def action(self, context: Context) -> Infiltrate:
        """Each along its own path."""
        paths = context.paths(self.infiltrate, self.to, through=self.through)
        return Infiltrate(context.unit_of(self.infiltrate, key="infiltrate"), paths)


class DropStep(StepModel):
    """A detachment comes down from reserves."""

    KEY: ClassVar[str] = "deep-strike"
    deep_strike: UnitRef
    to: Placement

    def action(self, context: Context) -> Drop:
        """Its first stand aims at the point, the others keep their places beside it."""
        unit = context.unit_of(self.deep_strike, key="deep-strike")
        return Drop(unit, context.poses(self.deep_strike, self.to))


class ReviseOrderStep(StepModel):
    """A stand gives a friendly detachment another order: ``revise-order: major.1``, ``of: guard``, ``order: charge``."""

    KEY: ClassVar[str] = "revise-order"
    revise_order: ModelRef
    of: UnitRef
    order: Order

    def action(self, context: Context) -> ReviseOrder:
        """As named."""
        return ReviseOrder(self.revise_order, context.unit_of(self.of, key="of"), self.order)


class NetepicTurnOptions(FileModel):
    """How this table plays the turn; see ``battlesim rules`` for what each option means."""

    alternate: bool = STANDARD.alternate
    zone_small: Distance = STANDARD.zone_small
    zone_large: Distance = STANDARD.zone_large
    backwards_doubles: bool = STANDARD.backwards_doubles
    building_capacity: Annotated[int, Field(ge=0, le=50)] = STANDARD.building_capacity
    flyer_least: Distance = STANDARD.flyer_least
    exit_roll: Annotated[int, Field(ge=1, le=7)] = STANDARD.exit_roll
    exit_worsened_by_pa: bool = STANDARD.exit_worsened_by_pa
    exit_without_save: Annotated[int, Field(ge=1, le=7)] = STANDARD.exit_without_save
    affected_tests: bool = STANDARD.affected_tests
    rally: Literal["charismatic", "everybody"] = STANDARD.rally
    regroup_rallies: bool = STANDARD.regroup_rallies
    stragglers: Literal["stay", "lost"] = STANDARD.stragglers
    objective_reach: Distance = STANDARD.objective_reach
    objective_margin: Annotated[int, Field(ge=0, le=20)] = STANDARD.objective_margin
    objective_points: Annotated[int, Field(ge=0, le=100)] = STANDARD.objective_points
    points_a_victory_point: Annotated[int, Field(ge=1, le=10000)] = STANDARD.points_a_victory_point


TURN_STEPS = (
    InitiativeStep,
    StopStep,
    ContinueStep,
    InterceptStep,
    ConsolidateStep,
    RegroupStep,
    FallBackStep,
    FollowUpStep,
    RallyStep,
    EndTurnStep,
    PopUpStep,
    InfiltrateStep,
    DropStep,
    ReviseOrderStep,
)
