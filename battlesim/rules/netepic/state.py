"""The marks of this game, read as types. An unknown mark raises: nothing sets one that nobody reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeVar, get_args

from battlesim.errors import UnknownName, did_you_mean
from battlesim.model.scene import Marks, Model, Side, Unit
from battlesim.units import ZERO, Mm

Order = Literal["charge", "advance", "first-fire", "none", "fall-back"]
ORDERS: Final[tuple[Order, ...]] = get_args(Order)
Withdrawal = Literal["", "regroup", "fall-back", "follow-up"]

S = TypeVar("S")

_FIELDS: Final[dict[type, Mapping[str, str]]] = {}


@dataclass(frozen=True, slots=True)
class UnitState:
    """A detachment's order and what it did this turn: ``moved`` in the movement phase, ``shot`` and ``fought`` in combat.

    ``shifted`` is whether it shoots by another order than it moved by. ``consolidated``: drew together because an enemy
    came near. ``withdraws``: the move that its assault or its morale leaves it to make. ``regrouped``: went on falling
    back, and is done with it. ``broken`` lasts.
    """

    order: Order = "none"
    revealed: bool = False
    moved: bool = False
    shot: bool = False
    fought: bool = False
    shifted: bool = False
    consolidated: bool = False
    withdraws: Withdrawal = ""
    regrouped: bool = False
    broken: bool = False

    @classmethod
    def of(cls, unit: Unit) -> UnitState:
        """Read from the marks; raises UnknownName."""
        return _read(cls, unit.marks, unit.id)


@dataclass(frozen=True, slots=True)
class StandState:
    """What a stand did this turn, and what lasts.

    ``spent`` is the movement used, in mm, the costs of boarding and leaving included. A carrier that took somebody in
    is ``loaded``, one that let somebody out ``unloaded``. ``reactions`` counts the reaction shots fired and ``powers``
    the psychic powers used. ``immobilised``, the weapons that are ``used_up`` and the shields that are down last.

    ``way`` is a declared move (see ``declared``), of which it has gone ``gone`` mm. ``turned`` counts degrees. ``engaged``:
    by its own move. ``door``: it went into a building or left one. ``up``: it has popped up.
    """

    spent: Mm = ZERO
    loaded: bool = False
    unloaded: bool = False
    reactions: int = 0
    immobilised: bool = False
    powers: int = 0
    used_up: tuple[str, ...] = ()
    shields_down: int = 0
    way: tuple[str, ...] = ()
    gone: Mm = ZERO
    turned: float = 0.0
    engaged: bool = False
    door: bool = False
    up: bool = False

    @classmethod
    def of(cls, stand: Model) -> StandState:
        """Read from the marks; raises UnknownName."""
        return _read(cls, stand.marks, stand.id)


@dataclass(frozen=True, slots=True)
class SideState:
    """``active``: the detachments of the activation under way. ``elite_spent``: re-rolls used, all battle long.

    ``initiative`` is the round in which the side had it last. ``acted``: it was the last to activate in this phase;
    ``stopped``: it activates nothing more in it. ``revised``: it changed an order this turn. ``objectives`` are those that it
    holds.
    """

    active: tuple[str, ...] = ()
    elite_spent: int = 0
    initiative: int = 0
    acted: bool = False
    stopped: bool = False
    revised: bool = False
    objectives: tuple[str, ...] = ()
    victory_points: int = 0

    @classmethod
    def of(cls, side: Side) -> SideState:
        """Read from the marks; raises UnknownName."""
        return _read(cls, side.marks, side.id)


UNIT_TURN_MARKS: Final = (
    "consolidated", "fought", "moved", "order", "regrouped", "revealed", "shifted", "shot", "withdraws",
)  # fmt: skip
STAND_TURN_MARKS: Final = (
    "door", "engaged", "gone", "loaded", "powers", "reactions", "spent", "turned", "unloaded", "up", "way",
)  # fmt: skip
SIDE_PHASE_MARKS: Final = ("acted", "active", "stopped")
"""What is taken away when a turn begins."""


def mark_name(field: str) -> str:
    """The mark that holds a field: ``elite_spent`` is ``elite-spent``."""
    return field.replace("_", "-")


def _read(cls: type[S], marks: Marks, whose: str) -> S:
    if not marks:
        return cls()
    known, found = _marks_of(cls), dict[str, Any]()
    for mark, value in marks.items():
        if mark not in known:
            raise UnknownName(f"{whose} has a mark {mark!r} that netepic does not know{did_you_mean(mark, known)}")
        found[known[mark]] = tuple(value) if isinstance(value, list) else value
    return cls(**found)


def _marks_of(cls: type) -> Mapping[str, str]:
    """Mark to field."""
    if cls not in _FIELDS:
        _FIELDS[cls] = {mark_name(field.name): field.name for field in fields(cls)}
    return _FIELDS[cls]
