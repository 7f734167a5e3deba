"""The state of a battle at one moment, in nouns that both games share. Frozen: changes come by events alone.

What only one game knows about a unit (orders, battle-shock, what it did this turn) are marks: named plain values that
the game's own rules read through a type of theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from battlesim.errors import UnknownName, did_you_mean
from battlesim.geometry.bulk import pairs_within
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import touches
from battlesim.model.battlefield import Battlefield
from battlesim.model.text import Text
from battlesim.units import ZERO

T = TypeVar("T")
Mark = bool | int | float | str | tuple[str, ...] | None
Marks = Mapping[str, Mark]
Place = Literal["table", "reserves", "aboard", "destroyed"]


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the players."""

    id: str
    name: Text
    marks: Marks = field(default_factory=dict)


class Model(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """One model (a stand, in netepic): a base, wounds left, and where it is.

    ``pose`` is None while it is in reserves or aboard; a destroyed model keeps its last one. ``carrier`` is the model
    that carries it, while aboard.
    """

    id: str
    unit: str
    name: Text
    base: Base
    wounds: int
    place: Place = "table"
    pose: Pose | None = None
    carrier: str = ""
    marks: Marks = field(default_factory=dict)

    @cached_property
    def footprint(self) -> Footprint:
        """Where it stands; only for a model on the table (or where it stood, once destroyed)."""
        assert self.pose is not None, f"{self.id} is not on the table"
        return Footprint(self.base, self.pose)

    @cached_property
    def fingerprint(self) -> bytes:
        """All that can change about it: equal models, equal bytes, on any machine."""
        pose = self.pose
        where = "" if pose is None else f"{pose.x!r},{pose.y!r},{pose.facing!r},{pose.elevation!r}"
        marks = sorted(self.marks.items())
        return f"{self.id}{self.unit}{self.place}{self.carrier}{self.wounds}{where}{marks}".encode()

    def changed(self, **changes: Any) -> Model:
        """This model with some fields changed. While it stands where it stood, its footprint is the same one."""
        model = replace(self, **changes)
        if not {"pose", "base"} & changes.keys() and "footprint" in vars(self):
            vars(model)["footprint"] = self.footprint
        return model

    @property
    def on_table(self) -> bool:
        """Whether it can be measured to."""
        return self.place == "table"

    @property
    def alive(self) -> bool:
        """Whether it can still do and suffer anything. One without wounds left may yet stand where it fell."""
        return self.place != "destroyed" and self.wounds > 0


class Unit(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A unit (a detachment, in netepic): who owns it, its models in order, and its marks."""

    id: str
    side: str
    name: Text
    models: tuple[str, ...]
    marks: Marks = field(default_factory=dict)

    @cached_property
    def fingerprint(self) -> bytes:
        """All that can change about it, as ``Model.fingerprint``."""
        return f"{self.id}{self.models}{sorted(self.marks.items())}".encode()


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Where in the battle this is. Round 0 is before the battle; phases are named by the game."""

    round: int = 0
    side: str = ""
    phase: str = ""


class Scene(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """Everything that can change in a battle, at one moment. Mappings keep their order and are never changed in place."""

    battlefield: Battlefield
    sides: Mapping[str, Side]
    units: Mapping[str, Unit]
    models: Mapping[str, Model]
    clock: Clock = Clock()

    def unit(self, id: str) -> Unit:
        """The unit of that name; raises UnknownName."""
        return _find(self.units, id, "unit")

    def model(self, id: str) -> Model:
        """The model of that name; raises UnknownName."""
        found = self.models.get(id)
        return _find(self.models, id, "model") if found is None else found

    def models_of(self, unit: str) -> tuple[Model, ...]:
        """All models of a unit, destroyed ones included, in order."""
        return tuple([self.models[id] for id in self.unit(unit).models])

    def alive(self, unit: str) -> tuple[Model, ...]:
        """The models of a unit that live, wherever they are."""
        return tuple(model for model in self.models_of(unit) if model.alive)

    def standing(self, unit: str) -> tuple[Model, ...]:
        """The models of a unit that stand on the table."""
        if unit not in self._standing:
            self._standing[unit] = tuple([model for model in self.models_of(unit) if model.place == "table"])
        return self._standing[unit]

    @cached_property
    def _standing(self) -> dict[str, tuple[Model, ...]]:
        # a scene never changes, and nothing is asked of it as often
        return {}

    def aboard(self, carrier: str) -> tuple[Model, ...]:
        """The models that this model carries."""
        return tuple(model for model in self.models.values() if model.place == "aboard" and model.carrier == carrier)

    def units_of(self, side: str) -> tuple[Unit, ...]:
        """The units of that side, in order."""
        return tuple(unit for unit in self.units.values() if unit.side == side)

    def enemies_of(self, side: str) -> tuple[Unit, ...]:
        """The units of all other sides, in order."""
        return tuple(unit for unit in self.units.values() if unit.side != side)

    def standing_models(self, *, except_units: tuple[str, ...] = ()) -> Iterator[Model]:
        """All models on the table, in order, but for those of the named units."""
        return (m for m in self.models.values() if m.place == "table" and m.unit not in except_units)

    @cached_property
    def side_of(self) -> Mapping[str, str]:
        """Model id to side id."""
        return {id: self.units[model.unit].side for id, model in self.models.items()}

    @cached_property
    def touching(self) -> Mapping[str, tuple[str, ...]]:
        """Model id to the ids of the models of other sides that it touches, in order. Those that touch none are left out."""
        standing = list(self.standing_models())
        footprints = [model.footprint for model in standing]
        found: dict[str, tuple[str, ...]] = {}
        for i, j in pairs_within(footprints, footprints, ZERO):
            one, other = standing[i], standing[j]
            if self.side_of[one.id] != self.side_of[other.id] and touches(one.footprint, other.footprint):
                found[one.id] = (*found.get(one.id, ()), other.id)
        return found

    def with_model(self, model: Model) -> Scene:
        """This scene with one model changed."""
        return self.with_models((model,))

    def with_models(self, models: Iterable[Model]) -> Scene:
        """This scene with some models changed."""
        changed = {**self.models, **{model.id: model for model in models}}
        return Scene(self.battlefield, self.sides, self.units, changed, self.clock)


def _find(known: Mapping[str, T], id: str, noun: str) -> T:
    try:
        return known[id]
    except KeyError:
        raise UnknownName(f"there is no {noun} {id!r}{did_you_mean(id, known)}") from None
