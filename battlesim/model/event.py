"""What happened, in the past tense. The only thing that changes a scene, and all that a replay keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from battlesim.geometry.footprint import Pose
from battlesim.model.ruling import Ledger
from battlesim.model.scene import Clock, Mark


@dataclass(frozen=True, slots=True)
class ClockSet:
    """A round, turn or phase began."""

    clock: Clock
    kind: Literal["clock-set"] = "clock-set"


@dataclass(frozen=True, slots=True)
class SetUp:
    """A model was set up on the table, from reserves or (then ``carrier`` says from which) from a transport."""

    model: str
    pose: Pose
    carrier: str = ""
    kind: Literal["set-up"] = "set-up"


@dataclass(frozen=True, slots=True)
class Moved:
    """A model moved along a path of straight segments; the first pose is where it stood."""

    model: str
    path: tuple[Pose, ...]
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class Embarked:
    """A model went aboard; ``path`` is how it got there."""

    model: str
    carrier: str
    path: tuple[Pose, ...] = ()
    kind: Literal["embarked"] = "embarked"


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A model left the table for reserves."""

    model: str
    kind: Literal["withdrawn"] = "withdrawn"


@dataclass(frozen=True, slots=True)
class WoundsLost:
    """A model lost wounds (points de vie) and has ``left``."""

    model: str
    amount: int
    left: int
    rule: str = ""
    kind: Literal["wounds-lost"] = "wounds-lost"


@dataclass(frozen=True, slots=True)
class WoundsRegained:
    """A model regained wounds and has ``left``."""

    model: str
    amount: int
    left: int
    rule: str = ""
    kind: Literal["wounds-regained"] = "wounds-regained"


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A model was destroyed and left the table; ``rule`` says by what, where it was not an attack."""

    model: str
    rule: str = ""
    kind: Literal["destroyed"] = "destroyed"


@dataclass(frozen=True, slots=True)
class TerrainDamaged:
    """A feature of the terrain suffered: ``damage`` is all so far. ``category`` is what became of it where it fell."""

    terrain: str
    damage: int
    left: int
    category: str = ""
    rule: str = ""
    kind: Literal["terrain-damaged"] = "terrain-damaged"


@dataclass(frozen=True, slots=True)
class Joined:
    """A unit joined another: its models belong to the host from now on."""

    unit: str
    host: str
    kind: Literal["joined"] = "joined"


@dataclass(frozen=True, slots=True)
class Marked:
    """A unit, model or side got a mark, or another value of one. ``value`` None takes the mark away."""

    subject: str
    mark: str
    value: Mark
    of: Literal["unit", "model", "side"] = "unit"
    kind: Literal["marked"] = "marked"


@dataclass(frozen=True, slots=True)
class RollMade:
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
    kind: Literal["roll-made"] = "roll-made"


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A player chose."""

    purpose: str
    options: tuple[str, ...]
    chosen: str
    subject: str = ""
    kind: Literal["choice-made"] = "choice-made"


@dataclass(frozen=True, slots=True)
class Refused:
    """The action was not legal, and nothing came of it. The rulings before it say why."""

    action: str
    subjects: tuple[str, ...] = ()
    kind: Literal["refused"] = "refused"


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
