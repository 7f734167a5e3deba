"""What a unit of a scenario file is, for the rulesets to build on: who owns it, its models, bases and place.

A ruleset derives its own model, with datasheets and inline sheets, and says how it turns into models and a sheet::

    class Wh40kUnit(UnitSpec):
        datasheet: Annotated[str, Named("datasheet")] | None = None
        profile: ProfileSpec | None = None

        def build(self, desk: Desk) -> BuiltUnit[UnitSheet]:
            ...
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, TypeVar

from pydantic import Discriminator, Field, Tag

from battlesim.errors import BattlesimError
from battlesim.geometry.footprint import Base
from battlesim.model.scene import Marks
from battlesim.model.text import NO_TEXT, Text
from battlesim.scenario.fields import Distance, FileModel, Id, Length, LocalText, SideRef, Size
from battlesim.scenario.placements import Placement, head_of
from battlesim.units import LengthUnit, Mm

S = TypeVar("S")


class RoundBase(FileModel):
    """A round base; ``base: 32mm`` says the same without a height."""

    round: Size
    height: Distance | None = None


class OvalBase(FileModel):
    """An oval base: length along its facing, then width."""

    oval: tuple[Size, Size]
    height: Distance | None = None


class RectangleBase(FileModel):
    """A rectangular base or stand: length along its facing, then width."""

    rectangle: tuple[Size, Size]
    height: Distance | None = None


class StadiumBase(FileModel):
    """Two half discs joined by straight sides: length along its facing, then width."""

    stadium: tuple[Size, Size]
    height: Distance | None = None


class HullBase(FileModel):
    """A model without a base: its outline round its fixed point, facing to the right."""

    hull: Annotated[tuple[tuple[Length, Length], ...], Field(min_length=3)]
    height: Distance | None = None


def _base_kind(given: Any) -> str | None:
    if isinstance(given, dict):
        head = head_of(given, ("round", "oval", "rectangle", "stadium", "hull"))
        return head and f"<{head}>"
    return "<diameter>" if isinstance(given, int | float | str) else None


BASE_FORMS = "32mm, {oval: [75mm, 42mm]}, {rectangle: [40mm, 20mm]}, {stadium: [75mm, 25mm]} or {hull: [[x, y], ...]}"

BaseSpec = Annotated[
    Annotated[Size, Tag("<diameter>")]
    | Annotated[RoundBase, Tag("<round>")]
    | Annotated[OvalBase, Tag("<oval>")]
    | Annotated[RectangleBase, Tag("<rectangle>")]
    | Annotated[StadiumBase, Tag("<stadium>")]
    | Annotated[HullBase, Tag("<hull>")],
    Discriminator(
        _base_kind, custom_error_type="battlesim.wrong", custom_error_message=f"expected a base such as {BASE_FORMS}"
    ),
]
"""A base as a file has it: any of ``BASE_FORMS``; each form but the first may carry a ``height``."""

AnyBase = Mm | RoundBase | OvalBase | RectangleBase | StadiumBase | HullBase


def base_of(spec: AnyBase, *, height: float | None = None) -> Base:
    """The base that the file describes; ``height`` is used where it gives none. Raises BadGeometry."""
    match spec:
        case RoundBase():
            return Base.disc(spec.round, height=_or(spec.height, height))
        case OvalBase():
            return Base.oval(*spec.oval, height=_or(spec.height, height))
        case RectangleBase():
            return Base.rectangle(*spec.rectangle, height=_or(spec.height, height))
        case StadiumBase():
            return Base.stadium(*spec.stadium, height=_or(spec.height, height))
        case HullBase():
            return Base.hull(spec.hull, height=_or(spec.height, height))
    return Base.disc(spec, height=height)


def _or(given: float | None, otherwise: float | None) -> float | None:
    return otherwise if given is None else given


@dataclass(frozen=True, slots=True)
class Body:
    """One model of a unit, before it stands anywhere; its id will be ``<unit>.<place in the unit from 1>``."""

    name: Text
    base: Base
    wounds: int
    marks: Marks = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BuiltUnit(Generic[S]):
    """What a ruleset makes of a unit in a file: its models in order, what does not change, and its first marks.

    ``sheet`` may name models by their ids to come. ``warnings`` are shown, and stop nothing.
    """

    name: Text
    bodies: tuple[Body, ...]
    sheet: S
    marks: Marks = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Desk:
    """What a unit may ask while it is built: the ruleset's unit of length and options, and errors with a place.

    ``failing(key, message)`` makes the error that names the place of that key of the unit.
    """

    unit: LengthUnit
    options: Any
    failing: Callable[[str, str], BattlesimError]

    def error(self, key: str, message: str) -> BattlesimError:
        """The error to raise: ``file:line:column`` of that key's value, then the message."""
        return self.failing(key, message)


class UnitSpec(FileModel):
    """A unit of the file. ``models`` is how many; None leaves it to the datasheet (or is one).

    ``in`` is ``reserves`` or the unit that carries this one; else ``at`` says where it stands.
    """

    id: Id
    side: SideRef
    name: LocalText = NO_TEXT
    models: Annotated[int, Field(ge=1, le=500)] | None = None
    base: BaseSpec | None = None
    in_: str | None = None
    at: Placement | None = None

    def build(self, desk: Desk) -> BuiltUnit[Any]:
        """Its models and sheet. Raise ``desk.error(key, message)`` where something does not fit."""
        raise NotImplementedError(type(self).__name__)
