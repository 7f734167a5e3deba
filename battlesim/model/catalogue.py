"""Entries of a ruleset's catalogue: what a rule is called, what it does in a sentence, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from battlesim.model.text import Text
from battlesim.units import Mm

RuleKind = Literal["weapon", "unit", "core"]
Status = Literal["plays", "no-text", "not-modelled"]
SignShape = Literal["disc", "square", "triangle", "diamond", "hexagon"]


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """One rule of a ruleset. ``clauses`` name the parts that its rulings speak of, as short sentences.

    ``seed_line`` is the line of the source list that the rule comes from (0 where it is not in it). ``scenarios`` are
    found by the rule's id in the files, not listed here.
    """

    id: str
    ruleset: str
    kind: RuleKind
    names: Text
    summary: Text
    source: str
    seed_line: int = 0
    status: Status = "plays"
    clauses: tuple[tuple[str, Text], ...] = ()

    @property
    def slug(self) -> str:
        """The id as the files of its own ruleset write it, without the ruleset before it."""
        return self.id.removeprefix(f"{self.ruleset}.")


@dataclass(frozen=True, slots=True)
class Sign:
    """How a mark of a unit is shown beside its name: a letter or two on a shape, so that colour alone says nothing.

    ``grave`` marks hamper the unit. ``with_mark`` is another mark without which this one is not to be seen.
    """

    letter: Text
    shape: SignShape
    grave: bool = False
    with_mark: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """What a viewer may read about a unit: a title and rows of a label and what it says.

    ``auras`` are the reaches round each of its models that a view may draw, edge to edge.
    """

    title: Text
    rows: tuple[tuple[Text, Text], ...] = ()
    auras: tuple[tuple[Text, Mm], ...] = ()
