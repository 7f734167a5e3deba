"""What the game remembers of a unit and of a model: a typed view of their marks, and when each is forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, Self

from msgspec import Struct

from battlesim.errors import BattlesimError, did_you_mean
from battlesim.model.event import Marked
from battlesim.model.scene import Clock, Mark, Marks, Model, Scene, Side, Unit

Lasts = Literal["phase", "until-charge", "turn", "next-turn", "battle"]
MoveKind = Literal["", "stationary", "normal", "advance", "fall-back", "ingress", "charge"]
Disembarked = Literal["", "rapid", "tactical", "combat", "emergency"]
Combat = Literal["", "engaged", "unengaged"]


_NAMES: Final[dict[type, dict[str, str]]] = {}
_DEFAULTS: Final[dict[type, dict[str, Any]]] = {}


class UnknownMark(BattlesimError):
    """A mark that these rules do not know."""


class _State(Struct, frozen=True):
    """Marks as fields: ``set_up`` is the mark ``set-up``. A field with its default value is no mark at all."""

    OF: ClassVar[Literal["unit", "model", "side"]] = "unit"
    LASTS: ClassVar[Mapping[str, Lasts]] = {}

    @classmethod
    def _read(cls, marks: Marks, whose: str) -> Self:
        if not marks:
            return cls()
        known = _names(cls)
        for mark in marks:
            if mark not in known:
                raise UnknownMark(f"{whose} has an unknown mark {mark!r}{did_you_mean(mark, known)}")
        return cls(**{known[mark]: value for mark, value in marks.items()})

    @classmethod
    def marks(cls, subject: str, **changed: Mark) -> tuple[Marked, ...]:
        """The events that give these fields these values, in the order named; a default takes the mark away."""
        defaults = _defaults(cls)
        unknown = [name for name in changed if name not in defaults]
        assert not unknown, f"no such marks: {unknown}"
        return tuple(
            Marked(subject, name.replace("_", "-"), None if value == defaults[name] else value, cls.OF)
            for name, value in changed.items()
        )

    @classmethod
    def forgotten(cls, marks: Marks, before: Clock, after: Clock) -> tuple[str, ...]:
        """The names of the fields among these marks that end when the clock goes from one to the other."""
        ended = {"next-turn"} if (before.round, before.side) != (after.round, after.side) else set()
        if ended:
            ended |= {"turn", "phase", "until-charge"}
        elif before.phase != after.phase:
            ended.add("phase")
            if after.phase == "charge":
                ended.add("until-charge")
        return tuple(name for mark, name in _names(cls).items() if mark in marks and cls.LASTS[name] in ended)


def _names(state: type[_State]) -> dict[str, str]:
    """The fields by their marks."""
    if state not in _NAMES:
        _NAMES[state] = {name.replace("_", "-"): name for name in state.__struct_fields__}
    return _NAMES[state]


def _defaults(state: type[_State]) -> dict[str, Any]:
    if state not in _DEFAULTS:
        plain = state()
        _DEFAULTS[state] = {name: getattr(plain, name) for name in state.__struct_fields__}
    return _DEFAULTS[state]


class UnitState(_State, frozen=True):
    """What a unit has done. ``moved`` and ``set_up`` say how, this turn; ``held`` may not move until the next charges.

    ``set_up`` names the ability or move that brought it onto the table, ``disembarked`` the mode. ``shot_before`` is
    about the turn before this one.

    Of a fight phase: ``combat`` is how the unit stood when the fights began, where it was to fight; ``fought_as`` is the
    how manieth of all it fought; ``woken`` that a consolidating enemy came to it. ``intervened`` is Heroic Intervention.
    """

    LASTS: ClassVar[Mapping[str, Lasts]] = {
        "moved": "turn",
        "set_up": "turn",
        "disembarked": "turn",
        "embarked": "phase",
        "held": "until-charge",
        "no_charge": "turn",
        "shot": "turn",
        "shot_before": "next-turn",
        "charged": "turn",
        "fought": "phase",
        "battle_shocked": "battle",
        "scouted": "turn",
        "surged": "phase",
        "lent": "turn",
        "tested": "phase",
        "starting_strength": "battle",
        "attached_to": "battle",
        "joined_by": "battle",
        "flown_off": "battle",
        "piled_in": "phase",
        "combat": "phase",
        "fought_as": "phase",
        "woken": "phase",
        "consolidated": "phase",
        "intervened": "phase",
    }

    moved: MoveKind = ""
    set_up: str = ""
    disembarked: Disembarked = ""
    embarked: bool = False
    held: bool = False
    no_charge: bool = False
    shot: bool = False
    shot_before: bool = False
    charged: bool = False
    fought: bool = False
    battle_shocked: bool = False
    scouted: bool = False
    surged: bool = False
    lent: bool = False
    tested: bool = False
    starting_strength: int = 0
    attached_to: str = ""
    joined_by: tuple[str, ...] = ()
    flown_off: bool = False
    piled_in: bool = False
    combat: Combat = ""
    fought_as: int = 0
    woken: bool = False
    consolidated: bool = False
    intervened: bool = False

    @classmethod
    def of(cls, unit: Unit) -> UnitState:
        """Read from the unit's marks; raises UnknownMark."""
        return cls._read(unit.marks, unit.id)


class ModelState(_State, frozen=True):
    """How far a model has travelled this turn, mm, and where it stood when it began to.

    ``charge_moved`` is whether it made a charge move; ``spent`` are its weapons that can be used once a battle, and were.
    """

    OF: ClassVar[Literal["unit", "model", "side"]] = "model"
    LASTS: ClassVar[Mapping[str, Lasts]] = {
        "travelled": "turn",
        "from_x": "turn",
        "from_y": "turn",
        "charge_moved": "turn",
        "spent": "battle",
    }

    travelled: float = 0.0
    from_x: float | None = None
    from_y: float | None = None
    charge_moved: bool = False
    spent: tuple[str, ...] = ()

    @classmethod
    def of(cls, model: Model) -> ModelState:
        """Read from the model's marks; raises UnknownMark."""
        return cls._read(model.marks, model.id)


class SideState(_State, frozen=True):
    """What a side has: command points, the objectives that it controls, and the last round in which it had a turn."""

    OF: ClassVar[Literal["unit", "model", "side"]] = "side"
    LASTS: ClassVar[Mapping[str, Lasts]] = {"command_points": "battle", "controls": "battle", "turn_of_round": "battle"}

    command_points: int = 0
    controls: tuple[str, ...] = ()
    turn_of_round: int = 0

    @classmethod
    def of(cls, side: Side) -> SideState:
        """Read from the side's marks; raises UnknownMark."""
        return cls._read(side.marks, side.id)


def forgetting(scene: Scene, after: Clock) -> tuple[Marked, ...]:
    """The events that end marks when the clock is set: what was done this turn becomes what was done the turn before."""
    told: list[Marked] = []
    new_turn = (scene.clock.round, scene.clock.side) != (after.round, after.side)
    for unit in scene.units.values():
        if unit.marks:
            told += _ending(UnitState, unit.id, UnitState.forgotten(unit.marks, scene.clock, after))
            if new_turn and UnitState.of(unit).shot:
                told += UnitState.marks(unit.id, shot_before=True)
    for model in scene.models.values():
        if model.marks:
            told += _ending(ModelState, model.id, ModelState.forgotten(model.marks, scene.clock, after))
    return tuple(told)


def _ending(state: type[_State], subject: str, names: Sequence[str]) -> tuple[Marked, ...]:
    defaults = _defaults(state)
    return state.marks(subject, **{name: defaults[name] for name in names}) if names else ()
