"""Rulings: what a rule answers. Never a bool, always with what decided it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from battlesim.geometry.measure import Measurement
from battlesim.geometry.region import Region
from battlesim.geometry.sight import Sightline
from battlesim.kinds import Kinded
from battlesim.units import Mm

Comparison = Literal["within", "beyond", "short-of"]


class Count(Kinded, frozen=True):
    """A number that decided: places taken against capacity, models against a minimum. ``limit`` None is no limit."""

    what: str
    value: int
    limit: int | None = None


class Fact(Kinded, frozen=True):
    """A plain circumstance that decided: a mark, a keyword, a phase. ``subject`` is whose."""

    what: str
    subject: str = ""


Evidence = Measurement | Sightline | Region | Count | Fact


class Ruling(Kinded, frozen=True):
    """One answer of one rule.

    ``rule`` is the rule's id in the catalogue and ``clause`` the part of it that speaks, where it has several.
    ``limit`` and ``comparison`` say what the measured value was held against. ``parts`` are the rulings it rests on.
    """

    rule: str
    holds: bool
    clause: str = ""
    limit: Mm | None = None
    comparison: Comparison | None = None
    evidence: tuple[Evidence, ...] = ()
    subjects: tuple[str, ...] = ()
    source: str = ""
    parts: tuple[Ruling, ...] = ()

    @property
    def measurement(self) -> Measurement | None:
        """The measurement that decided, where one did: the first of the evidence."""
        for piece in self.evidence:
            if isinstance(piece, Measurement):
                return piece
        return None

    @property
    def measured(self) -> Mm | None:
        """The measured value, where there is one."""
        found = self.measurement
        return None if found is None else found.value

    @property
    def close_call(self) -> bool:
        """Whether the measured value is nearer to the limit than the tolerance."""
        found = self.measurement
        return found is not None and self.limit is not None and found.close_call(self.limit)

    def walk(self) -> Iterator[Ruling]:
        """This ruling and all it rests on, outermost first."""
        yield self
        for part in self.parts:
            yield from part.walk()


def ruled(
    rule: str,
    measurement: Measurement,
    comparison: Comparison,
    limit: Mm,
    *,
    clause: str = "",
    subjects: tuple[str, ...] = (),
    source: str = "",
    also: tuple[Evidence, ...] = (),
    parts: tuple[Ruling, ...] = (),
) -> Ruling:
    """The ruling of a measurement against a limit, where the rule is no more than that."""
    match comparison:
        case "within":
            holds = measurement.within(limit)
        case "beyond":
            holds = measurement.beyond(limit)
        case "short-of":
            holds = measurement.short_of(limit)
    return Ruling(rule, holds, clause, limit, comparison, (measurement, *also), subjects, source, parts)


Arithmetic = Literal["replace", "multiply", "add", "divide", "subtract", "cap"]
ORDER: tuple[Arithmetic, ...] = ("replace", "multiply", "add", "divide", "subtract", "cap")


class Modifier(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One change to one number, with the rule that makes it and why it applies (or does not: then ``applies`` is False)."""

    rule: str
    operation: Arithmetic
    amount: int
    ruling: Ruling | None = None
    applies: bool = True


class Ledger(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How a number came about: where it started, every change in order, and what it came to.

    ``face`` is for a number that a die has to reach: a smaller one is better, and it is written with a plus.
    """

    stat: str
    start: int
    modifiers: tuple[Modifier, ...] = ()
    result: int = 0
    face: bool = False

    @property
    def applied(self) -> tuple[Modifier, ...]:
        """The modifiers that changed something."""
        return tuple(modifier for modifier in self.modifiers if modifier.applies)
