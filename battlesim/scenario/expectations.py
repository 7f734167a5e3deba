"""What a step may expect, as a file says it. ``checks.py`` holds it against what happened."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import Field, ValidationInfo, model_validator

from battlesim.errors import BadLength
from battlesim.scenario.fields import (
    LONGEST,
    FileModel,
    Named,
    OneOrMore,
    Read,
    SideRef,
    UnitOrModelRef,
    UnitRef,
    known_of,
    nearest_or_all,
    shown,
    wrong,
)
from battlesim.scenario.placements import XY, XYFacing
from battlesim.units import TOUCH, Mm, length_unit, parse_length

_NUMBER: Final = re.compile(r"\s*[+-]?\d*\.?(\d*)\s*(\S*)\s*")
_COARSEST: Final = 0.005


@dataclass(frozen=True, slots=True)
class Mention:
    """A rule, or one clause of it, as an expectation names it (without the ruleset's prefix)."""

    rule: str
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.rule}/{self.clause}" if self.clause else self.rule


def _mention(given: Any, asked: ValidationInfo) -> Mention:
    if not isinstance(given, str):
        raise wrong(f"expected the id of a rule such as 'deep-strike' or 'deep-strike/distance', not {shown(given)}")
    rule, _, clause = given.partition("/")
    known = known_of(asked).names
    if "rule" in known and rule not in known["rule"]:
        raise wrong(f"there is no rule {rule!r}{nearest_or_all(rule, known['rule'])}")
    clauses = known.get(f"clause of {rule}", ())
    if clause and clauses and clause not in clauses:
        raise wrong(f"the rule {rule!r} has no clause {clause!r}{nearest_or_all(clause, clauses)}")
    return Mention(rule, clause)


RuleMention = Annotated[
    Mention, Read(_mention, {"type": "string", "description": "the id of a rule, or rule/clause"}, asks=True)
]
"""``deep-strike`` or ``deep-strike/distance``: a rule that exists, and a clause that it has."""

RuleRef = Annotated[str, Named("rule")]


@dataclass(frozen=True, slots=True)
class Stated:
    """A length that an expectation states: the value, and how near the measured one has to come.

    Half of the last digit written, but at most 0.005 of the unit and never less than TOUCH.
    """

    value: Mm
    tolerance: Mm
    written: str


def _stated(given: Any, asked: ValidationInfo) -> Stated:
    unit = known_of(asked).unit
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        raise wrong(f"expected a length such as 8.0 or '203.2mm', not {shown(given)}")
    try:
        value = parse_length(given, unit=unit)
    except BadLength as error:
        raise wrong(str(error)) from None
    if abs(value) > LONGEST:
        raise wrong(f"{given!r} is too long; expected a length that fits a table")
    found = _NUMBER.fullmatch(str(given))
    digits, symbol = found.groups() if found else ("", "")
    own = length_unit(symbol) if symbol and found else unit
    half = 0.5 * 10.0 ** -len(digits) * float(own.mm)
    coarsest = _COARSEST * float(unit.mm)
    return Stated(value, Mm(max(TOUCH, min(half, coarsest))), f"{given} {unit.symbol}" if not symbol else str(given))


_LENGTH: Final = {
    "anyOf": [{"type": "number"}, {"type": "string"}],
    "description": "a length, as exact as it is written",
}
StatedLength = Annotated[Stated, Read(_stated, _LENGTH, asks=True)]
"""A length with the tolerance that its digits say."""

Whole = Annotated[int, Field(ge=0, le=1_000_000)]


class RollExpectation(FileModel):
    """A handful of dice: what was needed, how many were rolled and succeeded, which faces, by whom at whom."""

    needs: int | None = None
    count: Whole | None = None
    faces: tuple[int, ...] | None = None
    successes: Whole | None = None
    by: UnitOrModelRef | None = None
    against: UnitOrModelRef | None = None


class LedgerExpectation(FileModel):
    """A sum: where it started, what it came to, and the rules that changed it."""

    start: int | None = None
    result: int | None = None
    rules: tuple[RuleRef, ...] | None = None


class ClockExpectation(FileModel):
    """Where in the battle the step ends."""

    round: Whole | None = None
    side: SideRef | None = None
    phase: Annotated[str, Named("phase")] | None = None


StateValue = bool | int | float | str | tuple[str, ...] | None
SubjectRef = Annotated[str, Named("unit", "model", "side")]
ABOUT_A_RULING: Final = ("holds", "measured", "limit", "count", "close-call", "between")


class Expectation(FileModel):
    """What must be so after the step (or, for rulings and rolls, during it). Every key is one expectation or more.

    ``illegal`` names the rule that refuses the action; ``ruling`` a rule that spoke. What stands beside these two
    (``holds``, ``measured``, ``limit``, ``count``, ``close-call``, ``between``) is about that same ruling.
    """

    legal: bool | None = None
    illegal: OneOrMore[RuleMention] | None = None
    ruling: RuleMention | None = None
    no_ruling: OneOrMore[RuleMention] | None = None
    holds: bool | None = None
    measured: StatedLength | None = None
    limit: StatedLength | None = None
    count: Whole | None = None
    close_call: bool | None = None
    between: tuple[UnitOrModelRef, UnitOrModelRef] | None = None
    rolled: dict[str, OneOrMore[RollExpectation]] = Field(default_factory=dict)
    not_rolled: OneOrMore[str] | None = None
    ledger: dict[str, int | LedgerExpectation] = Field(default_factory=dict)
    chosen: dict[str, str] = Field(default_factory=dict)
    lost: dict[UnitRef, Whole] = Field(default_factory=dict)
    models: dict[UnitRef, Whole] = Field(default_factory=dict)
    wounds: dict[UnitOrModelRef, Whole] = Field(default_factory=dict)
    at: dict[UnitOrModelRef, XY | XYFacing] = Field(default_factory=dict)
    in_: dict[UnitOrModelRef, str] = Field(default_factory=dict)
    state: dict[SubjectRef, dict[str, StateValue]] = Field(default_factory=dict)
    clock: ClockExpectation | None = None

    @model_validator(mode="after")
    def _belongs_together(self) -> Expectation:
        given = self.given()
        beside = [key for key in given if key in ABOUT_A_RULING]
        about = [key for key in given if key in ("illegal", "ruling")]
        if beside and not about:
            raise wrong(f"{beside[0]!r} says something of a ruling: name it with ruling: or illegal:")
        if len(about) == 2:
            raise wrong("'illegal' and 'ruling' are two expectations: make two entries of a list")
        if beside and self.illegal is not None and len(self.illegal) > 1:
            raise wrong(f"{beside[0]!r} is about one ruling, but 'illegal' names {len(self.illegal)}")
        if not given:
            raise wrong("nothing is expected here; expected such as legal: true or lost: {guard: 2}")
        return self

    def given(self) -> tuple[str, ...]:
        """The keys that the file has here, in the order of the fields."""
        return tuple(
            item.alias or name for name, item in type(self).model_fields.items() if name in self.model_fields_set
        )


Expectations = OneOrMore[Expectation]
"""One expectation, or a list of them."""
