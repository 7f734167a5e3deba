"""What the game remembers of a unit and of a model: a typed view of their marks, and when each is forgotten."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal, Self

from battlesim.errors import BattlesimError, did_you_mean
from battlesim.model.event import Marked
from battlesim.model.scene import Clock, Mark, Marks, Model, Scene, Unit

Lasts = Literal["phase", "until-charge", "turn", "next-turn", "battle"]
MoveKind = Literal["", "stationary", "normal", "advance", "fall-back", "ingress", "charge"]
Disembarked = Literal["", "rapid", "tactical", "combat"]


class UnknownMark(BattlesimError):
    """A mark that these rules do not know."""


def _lasting(lasts: Lasts, default: Any = False) -> Any:
    return field(default=default, metadata={"lasts": lasts})


@dataclass(frozen=True, slots=True)
class _State:
    """Marks as fields: ``set_up`` is the mark ``set-up``. A field with its default value is no mark at all."""

    OF: ClassVar[Literal["unit", "model"]] = "unit"

    @classmethod
    def _read(cls, marks: Marks, whose: str) -> Self:
        known = {f.name.replace("_", "-"): f.name for f in fields(cls)}
        for mark in marks:
            if mark not in known:
                raise UnknownMark(f"{whose} has an unknown mark {mark!r}{did_you_mean(mark, known)}")
        return cls(**{known[mark]: value for mark, value in marks.items()})

    @classmethod
    def marks(cls, subject: str, **changed: Mark) -> tuple[Marked, ...]:
        """The events that give these fields these values, in the order named; a default takes the mark away."""
        defaults = {f.name: f.default for f in fields(cls)}
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
        return tuple(f.name for f in fields(cls) if f.name.replace("_", "-") in marks and f.metadata["lasts"] in ended)


@dataclass(frozen=True, slots=True)
class UnitState(_State):
    """What a unit has done. ``moved`` and ``set_up`` say how, this turn; ``held`` may not move until the next charges.

    ``set_up`` names the ability or move that brought it onto the table, ``disembarked`` the mode. ``shot_before`` is
    about the turn before this one.
    """

    moved: MoveKind = _lasting("turn", "")
    set_up: str = _lasting("turn", "")
    disembarked: Disembarked = _lasting("turn", "")
    embarked: bool = _lasting("phase")
    held: bool = _lasting("until-charge")
    no_charge: bool = _lasting("turn")
    shot: bool = _lasting("turn")
    shot_before: bool = _lasting("next-turn")
    charged: bool = _lasting("turn")
    fought: bool = _lasting("phase")
    battle_shocked: bool = _lasting("battle")

    @classmethod
    def of(cls, unit: Unit) -> UnitState:
        """Read from the unit's marks; raises UnknownMark."""
        return cls._read(unit.marks, unit.id)


@dataclass(frozen=True, slots=True)
class ModelState(_State):
    """How far a model has travelled this turn, mm, and where it stood when it began to."""

    OF: ClassVar[Literal["unit", "model"]] = "model"

    travelled: float = _lasting("turn", 0.0)
    from_x: float | None = _lasting("turn", None)
    from_y: float | None = _lasting("turn", None)

    @classmethod
    def of(cls, model: Model) -> ModelState:
        """Read from the model's marks; raises UnknownMark."""
        return cls._read(model.marks, model.id)


def forgetting(scene: Scene, after: Clock) -> tuple[Marked, ...]:
    """The events that end marks when the clock is set: what was done this turn becomes what was done the turn before."""
    told: list[Marked] = []
    new_turn = (scene.clock.round, scene.clock.side) != (after.round, after.side)
    for unit in scene.units.values():
        ended = UnitState.forgotten(unit.marks, scene.clock, after)
        told += [event for name in ended for event in UnitState.marks(unit.id, **{name: _default(UnitState, name)})]
        if new_turn and UnitState.of(unit).shot:
            told += UnitState.marks(unit.id, shot_before=True)
    for model in scene.models.values():
        ended = ModelState.forgotten(model.marks, scene.clock, after)
        told += [event for name in ended for event in ModelState.marks(model.id, **{name: _default(ModelState, name)})]
    return tuple(told)


def _default(state: type[_State], name: str) -> Mark:
    default: Mark = getattr(state(), name)
    return default
