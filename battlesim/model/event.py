"""What happened, in the past tense. The only thing that changes a scene, and all that a replay keeps."""

from __future__ import annotations

from typing import Literal

from battlesim.geometry.footprint import Pose
from battlesim.kinds import Kinded
from battlesim.model.ruling import Ledger
from battlesim.model.scene import Clock, Mark


class ClockSet(Kinded, frozen=True):
    """A round, turn or phase began."""

    clock: Clock


class SetUp(Kinded, frozen=True):
    """A model was set up on the table, from reserves or (then ``carrier`` says from which) from a transport."""

    model: str
    pose: Pose
    carrier: str = ""


class Moved(Kinded, frozen=True):
    """A model moved along a path of straight segments; the first pose is where it stood."""

    model: str
    path: tuple[Pose, ...]


class Embarked(Kinded, frozen=True):
    """A model went aboard; ``path`` is how it got there."""

    model: str
    carrier: str
    path: tuple[Pose, ...] = ()


class Withdrawn(Kinded, frozen=True):
    """A model left the table for reserves."""

    model: str


class WoundsLost(Kinded, frozen=True):
    """A model lost wounds (points de vie) and has ``left``."""

    model: str
    amount: int
    left: int
    rule: str = ""


class WoundsRegained(Kinded, frozen=True):
    """A model regained wounds and has ``left``."""

    model: str
    amount: int
    left: int
    rule: str = ""


class Destroyed(Kinded, frozen=True):
    """A model was destroyed and left the table; ``rule`` says by what, where it was not an attack."""

    model: str
    rule: str = ""


class TerrainDamaged(Kinded, frozen=True):
    """A feature of the terrain suffered: ``damage`` is all so far. ``category`` is what became of it where it fell."""

    terrain: str
    damage: int
    left: int
    category: str = ""
    rule: str = ""


class Joined(Kinded, frozen=True):
    """A unit joined another: its models belong to the host from now on."""

    unit: str
    host: str


class Marked(Kinded, frozen=True):
    """A unit, model or side got a mark, or another value of one. ``value`` None takes the mark away."""

    subject: str
    mark: str
    value: Mark
    of: Literal["unit", "model", "side"] = "unit"


class RollMade(Kinded, frozen=True):
    """Dice were rolled. ``target`` is the face needed (None where the sum or face itself is the answer).

    ``ledgers`` say how the target, or the number of dice, came about. ``successes`` are the positions that succeeded.
    """

    purpose: str
    faces: tuple[int, ...]
    sides: int = 6
    target: int | None = None
    subject: str = ""
    against: str = ""
    successes: tuple[int, ...] = ()
    ledgers: tuple[Ledger, ...] = ()


class ChoiceMade(Kinded, frozen=True):
    """A player chose."""

    purpose: str
    options: tuple[str, ...]
    chosen: str
    subject: str = ""


class Refused(Kinded, frozen=True):
    """The action was not legal, and nothing came of it. The rulings before it say why."""

    action: str
    subjects: tuple[str, ...] = ()


Event = (
    ClockSet
    | SetUp
    | Moved
    | Embarked
    | Withdrawn
    | WoundsLost
    | WoundsRegained
    | Destroyed
    | TerrainDamaged
    | Joined
    | Marked
    | RollMade
    | ChoiceMade
    | Refused
)
