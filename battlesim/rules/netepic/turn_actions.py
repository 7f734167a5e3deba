"""What players do in the turn beside moving, shooting and fighting: frozen actions, complete in themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from battlesim.geometry.footprint import Pose
from battlesim.replay.timeline import ActionTaken, way_points
from battlesim.rules.netepic.state import Order
from battlesim.units import Mm

Paths = tuple[tuple[str, tuple[Pose, ...]], ...]


@dataclass(frozen=True, slots=True)
class RollInitiative:
    """The sides roll for who begins."""

    sides: tuple[str, ...]

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("initiative", self.sides)


@dataclass(frozen=True, slots=True)
class Stop:
    """A side activates nothing more in this phase."""

    side: str

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("stop", (self.side,))


@dataclass(frozen=True, slots=True)
class Continue:
    """The stands of a detachment that declared a move go on to its end."""

    unit: str

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("continue", (self.unit,))


@dataclass(frozen=True, slots=True)
class Intercept:
    """A detachment with a hidden First Fire shoots at an enemy detachment on the move.

    At the earliest place on its way where one shot can be fired, or ``at`` a length of travel.
    """

    unit: str
    target: str
    at: Mm | None = None

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("intercept", (self.unit,), (self.target,))


@dataclass(frozen=True, slots=True)
class Consolidate:
    """Stands of a detachment that an enemy came near to draw together."""

    unit: str
    paths: Paths

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("consolidate", (self.unit,), wanted=way_points(self.paths))


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The move that an assault or its morale leaves a detachment: regroup, fall back, or follow up."""

    unit: str
    kind: Literal["regroup", "fall-back", "follow-up"]
    paths: Paths

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken(self.kind, (self.unit,), wanted=way_points(self.paths))


@dataclass(frozen=True, slots=True)
class Rally:
    """A detachment that falls back tries to rally."""

    unit: str

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("rally", (self.unit,))


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The final phase is worked off: what sinks and is repaired, stragglers, objectives, victory points."""

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("end-turn")


@dataclass(frozen=True, slots=True)
class PopUp:
    """A detachment on First Fire rises over what hides it."""

    unit: str

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("pop-up", (self.unit,))


@dataclass(frozen=True, slots=True)
class Infiltrate:
    """Stands of a detachment move before the battle begins."""

    unit: str
    paths: Paths

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("infiltrate", (self.unit,), wanted=way_points(self.paths))


@dataclass(frozen=True, slots=True)
class Drop:
    """A detachment comes down from reserves: its first stand at a point that deviates, the others round it."""

    unit: str
    poses: tuple[tuple[str, Pose], ...]

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("deep-strike", (self.unit,), wanted=self.poses)


@dataclass(frozen=True, slots=True)
class ReviseOrder:
    """A stand gives a friendly detachment another order."""

    stand: str
    unit: str
    order: Order

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("revise-order", (self.stand,), (self.unit,))


TurnAction = (
    RollInitiative
    | Stop
    | Continue
    | Intercept
    | Consolidate
    | Withdraw
    | Rally
    | EndTurn
    | PopUp
    | Infiltrate
    | Drop
    | ReviseOrder
)
