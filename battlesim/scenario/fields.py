"""The kinds of values in a scenario file: lengths with their units, angles, texts in three languages, names of things.

All models of the file format derive from ``FileModel``: frozen, strict (``"3"`` is no number, ``1`` is no bool) and
without unknown keys. Python's ``in_`` and ``deep_strike`` are the file's ``in`` and ``deep-strike``. Sequences of a file
are tuples. Where a value depends on the ruleset (the unit of a bare length, the names that exist) it reads the ``Known``
that the loader passes to every validation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError, core_schema

from battlesim.errors import BadLength, nearest, offered
from battlesim.model.text import LANGUAGES, Text
from battlesim.units import MM, LengthUnit, Mm, parse_length

LONGEST: Final = 100_000.0
"""The longest length, in mm, that a file may have: far beyond any table, and safe to calculate with."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a file's values are read against: the unit of bare lengths, and the names that exist by noun.

    A noun that is not in ``names`` is not checked.
    """

    unit: LengthUnit = MM
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


NOTHING_KNOWN: Final = Known()


def known_of(asked: ValidationInfo) -> Known:
    """What the loader passed to this validation."""
    return asked.context if isinstance(asked.context, Known) else NOTHING_KNOWN


def file_key(name: str) -> str:
    """The key in the file of a field in Python: ``in_`` is ``in``, ``deep_strike`` is ``deep-strike``."""
    return name.rstrip("_").replace("_", "-")


class FileModel(BaseModel):
    """A mapping of a scenario file: its keys are the fields, and no others."""

    # a model's validator is built when the first file needs it: most files use few of the many steps
    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        alias_generator=file_key,
        populate_by_name=False,
        allow_inf_nan=False,
        defer_build=True,
    )

    @model_validator(mode="wrap")
    @classmethod
    def _name_the_nearest_key(cls, content: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        if isinstance(content, dict):
            empty = [key for key in keys_of(cls) if key in content and content[key] is None]
            if empty:
                raise _empty(cls, empty)
        try:
            return handler(content)
        except ValidationError as error:
            raise _with_known_keys(cls, error, content if isinstance(content, dict) else {}) from None


def keys_of(model: type[BaseModel]) -> tuple[str, ...]:
    """The keys that a mapping of this model may have, in order."""
    return tuple(item.alias or name for name, item in model.model_fields.items())


def _empty(model: type[BaseModel], keys: Iterable[str]) -> ValidationError:
    message = wrong("the key has no value; give it one or leave it out")
    details = [InitErrorDetails(type=message, loc=(key,), input=None) for key in keys]
    return ValidationError.from_exception_data(model.__name__, details)


def _with_known_keys(model: type[BaseModel], error: ValidationError, content: Mapping[str, Any]) -> ValidationError:
    """The same errors; those about an unknown key of this mapping say which keys there are, or which is misspelt so."""
    known = keys_of(model)
    problems = error.errors(include_url=False)

    def about_keys(kind: str) -> list[str]:
        return [str(p["loc"][0]) for p in problems if p["type"] == kind and len(p["loc"]) == 1]

    missing, free = about_keys("missing"), [key for key in known if key not in content]
    meant: dict[str, list[str]] = {}
    for name in about_keys("extra_forbidden"):
        near = nearest(name, free)
        # what has to be there is meant before what may be
        meant[name] = [key for key in near if key in missing][:1] or near
    misspelt = {near[0] for near in meant.values() if near}
    details: list[InitErrorDetails] = []
    for problem in problems:
        kind: str | PydanticCustomError = problem["type"]
        loc = problem["loc"]
        if kind == "extra_forbidden" and len(loc) == 1:
            offer = offered(meant[str(loc[0])]) or f"; known here: {', '.join(known)}"
            kind = wrong(f"unknown key {loc[0]!r}{offer}")
        elif kind == "missing" and len(loc) == 1:
            if loc[0] in misspelt:
                continue
            kind = wrong(f"the key {loc[0]!r} is missing")
        elif kind == "battlesim.wrong":
            kind = wrong(problem["msg"])
        details.append(InitErrorDetails(type=kind, loc=loc, input=problem["input"], ctx=problem.get("ctx", {})))
    return ValidationError.from_exception_data(error.title, details)


def shown(given: Any) -> str:
    """A value of a file as a message speaks of it: ``'three'``, ``a list of 2``, ``nothing``."""
    match given:
        case None:
            return "nothing"
        case bool():
            return "true" if given else "false"
        case dict():
            return f"a mapping with {', '.join(repr(key) for key in list(given)[:4]) or 'no keys'}"
        case tuple():
            return f"a list of {len(given)}"
    text = repr(given)
    return text if len(text) <= 80 else text[:76] + " ..."


def wrong(message: str) -> PydanticCustomError:
    """What a validator raises: the whole message, as the user reads it after the place."""
    return PydanticCustomError("battlesim.wrong", "{message}", {"message": message})


class _LengthField:
    """A number in the ruleset's unit, or a text with a unit of its own; in Python, millimetres."""

    def __init__(self, *, least: float | None = None, above: float | None = None) -> None:
        self.least, self.above = least, above

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.with_info_plain_validator_function(
            self._read, serialization=core_schema.to_string_ser_schema()
        )

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        number: dict[str, Any] = {"type": "number"}
        if self.least is not None:
            number["minimum"] = self.least
        if self.above is not None:
            number["exclusiveMinimum"] = self.above
        text = {"type": "string", "pattern": r"^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*(mv|cm|mm|in|inch|inches|\"|″|”)?\s*$"}
        return {"anyOf": [number, text], "description": "a length: a number in the ruleset's unit, or such as 32mm"}

    def _read(self, given: Any, asked: ValidationInfo) -> Mm:
        if isinstance(given, bool) or not isinstance(given, int | float | str):
            raise wrong(f"expected a length such as 8, '8mv' or '12cm', not {shown(given)}")
        try:
            length = parse_length(given, unit=known_of(asked).unit)
        except BadLength as error:
            raise wrong(str(error)) from None
        if abs(length) > LONGEST:
            raise wrong(f"{given!r} is too long; expected a length that fits a table, such as 8 or '12cm'")
        if self.least is not None and length < self.least:
            raise wrong(f"expected a length of {self.least:g} or more, not {shown(given)}")
        if self.above is not None and length <= self.above:
            raise wrong(f"expected a length above {self.above:g}, not {shown(given)}")
        return length


Length = Annotated[Mm, _LengthField()]
"""A length that may be negative, as a coordinate may."""

Distance = Annotated[Mm, _LengthField(least=0.0)]
"""A length of zero or more."""

Size = Annotated[Mm, _LengthField(above=0.0)]
"""A length above zero."""


class Read:
    """A value that files write in a way of its own: what reads it, raising ``wrong``, and its schema for editors.

    ``reader(given)``, or with ``asks`` ``reader(given, asked)``, which may look at what is ``known_of(asked)``.
    """

    def __init__(self, reader: Callable[..., Any], schema: dict[str, Any], *, asks: bool = False) -> None:
        self.reader, self.schema, self.asks = reader, schema, asks

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        if self.asks:
            return core_schema.with_info_plain_validator_function(self.reader)
        return core_schema.no_info_plain_validator_function(self.reader)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return dict(self.schema)


def _angle(given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not math.isfinite(given):
        raise wrong(f"expected an angle in degrees such as 30 or 61.7, not {shown(given)}")
    return float(given)


Angle = Annotated[
    float, Read(_angle, {"type": "number", "description": "degrees, from the right towards the bottom of the table"})
]
"""Degrees from +x towards +y."""


def _text(given: Any) -> Text:
    if isinstance(given, str):
        return Text(en=given)
    if not isinstance(given, dict) or not given:
        raise wrong(f"expected a text, or one a language such as {{en: Charge, ja: 突撃}}, not {shown(given)}")
    for language, words in given.items():
        if language not in LANGUAGES:
            raise wrong(f"unknown language {language!r}: a text has {', '.join(LANGUAGES)}")
        if not isinstance(words, str):
            raise wrong(f"expected a text for {language!r}, not {shown(words)}")
    return Text(**given)


_BY_LANGUAGE: Final = {
    "type": "object",
    "properties": {language: {"type": "string"} for language in LANGUAGES},
    "additionalProperties": False,
    "minProperties": 1,
}
LocalText = Annotated[Text, Read(_text, {"anyOf": [{"type": "string"}, _BY_LANGUAGE]})]
"""One text, or one in each language; in Python, a ``Text``."""


class _Listed:
    """One value where a list of them is meant."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_before_validator_function(_as_tuple, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        several = handler(schema)
        return {"anyOf": [several["items"], several]}


def _as_tuple(given: Any) -> Any:
    return given if isinstance(given, tuple) else (given,)


T = TypeVar("T")
OneOrMore = Annotated[tuple[T, ...], _Listed()]
"""A list that a file may write as its only item: ``choices: {allocate: guard.3}``."""


class Named:
    """A name that must be one of those that exist for its noun: ``Annotated[str, Named("weapon")]``."""

    def __init__(self, *nouns: str) -> None:
        self.nouns = nouns

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.with_info_plain_validator_function(self._read)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"type": "string", "description": f"the name of a {' or '.join(self.nouns)}"}

    def _read(self, given: Any, asked: ValidationInfo) -> str:
        noun = " or ".join(self.nouns)
        if not isinstance(given, str):
            raise wrong(f"expected the name of a {noun}, not {shown(given)}")
        known = known_of(asked).names
        if any(one not in known for one in self.nouns):
            return given
        names = [name for one in self.nouns for name in known[one]]
        if given not in names:
            raise wrong(f"there is no {noun} {given!r}{nearest_or_all(given, names)}")
        return given


UnitRef = Annotated[str, Named("unit")]
ModelRef = Annotated[str, Named("model")]
UnitOrModelRef = Annotated[str, Named("unit", "model")]
SideRef = Annotated[str, Named("side")]
PhaseRef = Annotated[str, Named("phase")]

Id = Annotated[str, Field(pattern=r"^[^\W\d][\w'-]*$", max_length=60)]
"""A new name: letters of any script, digits, ``_``, ``-`` and ``'``; no dots, which part a unit from its models."""


def nearest_or_all(wrong_name: str, known: Iterable[str], *, at_most: int = 8) -> str:
    """``, did you mean ...?`` or, where nothing is near, ``; there are ...``."""
    names = list(dict.fromkeys(known))
    near = offered(nearest(wrong_name, names))
    if near or not names:
        return near
    shown = ", ".join(names[:at_most])
    return f"; there {'is' if len(names) == 1 else 'are'} {shown}{', ...' if len(names) > at_most else ''}"
