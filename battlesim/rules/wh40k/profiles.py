"""What a datasheet says of a unit: profiles, weapons, abilities. Typed; keyword texts are read at the edges only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from battlesim.errors import BattlesimError
from battlesim.model.text import NO_TEXT, Text
from battlesim.units import Mm

_AMOUNT: Final = re.compile(r"(?:([1-9]\d?)?[dD]([36]))?\s*(?:([+-]?)\s*(\d{1,3}))?", re.ASCII)


class BadAmount(BattlesimError):
    """A text that is not a number or a dice expression."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that may be rolled: ``dice`` dice with ``sides`` sides, plus ``plus``."""

    plus: int = 0
    dice: int = 0
    sides: int = 6

    @classmethod
    def parse(cls, text: str | int) -> Amount:
        """``3``, ``"D6"``, ``"2D3+1"``: of D3 and D6, which are all the dice there are; raises BadAmount.

        >>> Amount.parse("2D3+1")
        Amount(plus=1, dice=2, sides=3)
        """
        found = _AMOUNT.fullmatch(str(text).strip())
        if found is None or not str(text).strip() or (found[2] and found[4] and not found[3]):
            raise BadAmount(f"expected a number or dice such as 3, 'D6' or '2D3+1', not {text!r}")
        plus = int(found[4] or 0) * (-1 if found[3] == "-" else 1)
        if found[2] is None:
            return cls(plus)
        return cls(plus, int(found[1] or 1), int(found[2]))

    @property
    def fixed(self) -> bool:
        """Whether nothing is rolled for it."""
        return self.dice == 0

    def __str__(self) -> str:
        if self.fixed:
            return str(self.plus)
        rolled = f"{self.dice if self.dice > 1 else ''}D{self.sides}"
        return f"{rolled}{self.plus:+d}" if self.plus else rolled


@dataclass(frozen=True, slots=True)
class Weapon:
    """One profile of one weapon. ``range`` None is melee; ``skill`` None hits without a roll needing one (Torrent).

    ``ap`` is zero or negative, as printed. ``abilities`` are keyword objects (see ``keywords``); ``id`` is unique within
    a model's weapons, and a weapon with several profiles has one Weapon each, sharing ``group``: one of them is used.
    """

    id: str
    name: Text
    range: Mm | None
    attacks: Amount
    skill: int | None
    strength: int
    ap: int
    damage: Amount
    abilities: tuple[object, ...] = ()
    group: str = ""

    @property
    def melee(self) -> bool:
        """Whether it is used in fights."""
        return self.range is None


@dataclass(frozen=True, slots=True)
class Profile:
    """The characteristics of one kind of model. ``invulnerable`` None is none; ``save`` 7 is none."""

    name: Text
    movement: Mm
    toughness: int
    save: int
    wounds: int
    leadership: int = 7
    control: int = 1
    invulnerable: int | None = None


@dataclass(frozen=True, slots=True)
class UnitSheet:
    """Everything about one unit in a battle that does not change: per model its profile, weapons and own keywords.

    ``abilities`` belong to every model, ``model_abilities`` to single ones (an attached character's, say): "every
    model has it" asks both. ``capacity`` is how many models it carries, where it is a transport, ``carries`` and
    ``carries_not`` the keywords that whoever boards must and must not have, ``room`` how many places a model of this
    unit takes aboard.
    """

    name: Text
    keywords: tuple[str, ...]
    profiles: Mapping[str, Profile]
    weapons: Mapping[str, tuple[Weapon, ...]]
    abilities: tuple[object, ...] = ()
    model_abilities: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    model_keywords: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    capacity: int = 0
    carries: tuple[str, ...] = ()
    carries_not: tuple[str, ...] = ()
    room: int = 1
    points: int | None = None
    note: Text = NO_TEXT

    def abilities_of(self, model: str) -> tuple[object, ...]:
        """All unit abilities that this model has."""
        return self.abilities + self.model_abilities.get(model, ())

    def keywords_of(self, model: str) -> tuple[str, ...]:
        """All keywords of this model, in capitals."""
        return self.keywords + self.model_keywords.get(model, ())
