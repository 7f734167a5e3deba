"""What a player may want to do: frozen actions, complete in themselves."""

from __future__ import annotations

from dataclasses import dataclass

from battlesim.geometry.footprint import Pose
from battlesim.replay.timeline import ActionTaken, way_points
from battlesim.rules.netepic.hooks import FireMode
from battlesim.rules.netepic.state import Order
from battlesim.units import Mm


@dataclass(frozen=True, slots=True)
class BeginPhase:
    """The clock moves on: a round, a phase, and the side whose activation it is (empty: either's)."""

    round: int
    phase: str
    side: str = ""

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("turn", (self.side,) if self.side else ())


@dataclass(frozen=True, slots=True)
class GiveOrders:
    """Orders for detachments, hidden until they are activated."""

    orders: tuple[tuple[str, Order], ...]

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("orders", tuple(unit for unit, _ in self.orders))


@dataclass(frozen=True, slots=True)
class Move:
    """Stands of one detachment move, each along its path from where it stands. May be one part of a whole move.

    ``declared``: they only say which way they go. Enemies may react on it, and ``Continue`` lets those that are left go
    on to its end.
    """

    unit: str
    paths: tuple[tuple[str, tuple[Pose, ...]], ...]
    declared: bool = False

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("declare" if self.declared else "move", (self.unit,), wanted=way_points(self.paths))


@dataclass(frozen=True, slots=True)
class Boarding:
    """One stand goes aboard: through those points of the table, then straight to the nearest point of the hull."""

    stand: str
    carrier: str
    through: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """Stands go aboard transports, one after another."""

    boardings: tuple[Boarding, ...]

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        carriers = dict.fromkeys(boarding.carrier for boarding in self.boardings)
        return ActionTaken("board", tuple(boarding.stand for boarding in self.boardings), tuple(carriers))


@dataclass(frozen=True, slots=True)
class Leave:
    """Stands leave what carries them and come to stand there."""

    exits: tuple[tuple[str, Pose], ...]

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("leave", tuple(stand for stand, _ in self.exits), wanted=self.exits)


@dataclass(frozen=True, slots=True)
class Aim:
    """All dice of one weapon of one stand at one target: an enemy stand, or a detachment to spread them over."""

    stand: str
    weapon: str
    target: str


def _shots(action: str, unit: str, aims: tuple[Aim, ...]) -> ActionTaken:
    """Shooting as the replay has it: whose it is, and each target once."""
    return ActionTaken(action, (unit,), tuple(dict.fromkeys(aim.target for aim in aims)))


@dataclass(frozen=True, slots=True)
class Shoot:
    """A detachment shoots."""

    unit: str
    aims: tuple[Aim, ...]

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return _shots("shoot", self.unit, self.aims)


@dataclass(frozen=True, slots=True)
class Laying:
    """One weapon of one stand lays its template there: the centre of each, or a point that a flame goes towards."""

    stand: str
    weapon: str
    at: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Barrage:
    """A detachment shoots with weapons that lay templates; indirectly it needs no sight, and ``observer`` may guide it.

    ``aims`` are what it fires beside them, directly.
    """

    unit: str
    layings: tuple[Laying, ...]
    indirect: bool = False
    observer: str = ""
    aims: tuple[Aim, ...] = ()

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return _shots("barrage", self.unit, self.aims)


@dataclass(frozen=True, slots=True)
class Bombard:
    """A detachment shoots at a building: stands and their weapons, all dice at it."""

    unit: str
    shots: tuple[tuple[str, str], ...]
    terrain: str

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("bombard", (self.unit,), (self.terrain,))


@dataclass(frozen=True, slots=True)
class UsePower:
    """A stand uses a psychic power on a stand, or on nobody in particular."""

    stand: str
    power: str
    target: str = ""
    mode: FireMode = "shooting"

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("power", (self.stand,), (self.target,) if self.target else ())


@dataclass(frozen=True, slots=True)
class Attach:
    """Characters join a detachment for the battle."""

    unit: str
    host: str

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("attach", (self.unit,), (self.host,))


@dataclass(frozen=True, slots=True)
class React:
    """Stands fire the shots that abilities give them at enemies on the move: one shot an aim.

    At an enemy on a declared way each shot is fired at the earliest place where it can, or ``when`` it has gone so far.
    """

    mode: FireMode
    shots: tuple[tuple[str, str], ...]
    when: Mm | None = None

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        stands, targets = (tuple(dict.fromkeys(names)) for names in zip(*self.shots, strict=True))
        return ActionTaken("react", stands, targets)


@dataclass(frozen=True, slots=True)
class Fight:
    """The assault of a detachment is resolved, against all enemies in contact with it."""

    unit: str

    @property
    def taken(self) -> ActionTaken:
        """As the replay has it."""
        return ActionTaken("assault", (self.unit,))


NetepicAction = (
    BeginPhase | GiveOrders | Attach | Move | Board | Leave | Shoot | Barrage | Bombard | UsePower | React | Fight
)
