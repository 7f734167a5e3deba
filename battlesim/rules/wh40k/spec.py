"""An attack as it stands before any die is rolled: every number of it, with everything that changed it.

What plays a battle rolls this, and what works out chances reads this: nothing about an attack is known to only one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from battlesim.model.ruling import ORDER, Ledger, Modifier, Ruling
from battlesim.model.text import Text
from battlesim.rules.wh40k.profiles import Amount
from battlesim.rules.wh40k.situations import AttackType, Extra, Ward

Reroll = Literal["", "ones", "failed", "any"]
Devastating = Literal["", "no-save", "invulnerable-save"]
Change = Modifier | Extra

BEST_NEEDED: Final = 2
WORST_SKILL: Final = 6
NO_SAVE: Final = 7

_FACES: Final = ("skill", "save", "wound-table", "critical-hit", "critical-wound")
"""Numbers that a die has to reach."""


def reckon(stat: str, start: int, modifiers: Sequence[Modifier], *, least: int | None = None) -> Ledger:
    """A number after its modifiers: replaced, multiplied, added to, divided (rounding up), subtracted from, capped.

    >>> reckon("damage", 5, (Modifier("half", "divide", 2), Modifier("melta", "add", 2))).result
    4
    """
    ordered = tuple(modifiers)
    if len(ordered) > 1:
        ordered = tuple(sorted(ordered, key=lambda modifier: ORDER.index(modifier.operation)))
    result = start
    for modifier in ordered:
        if modifier.applies:
            result = _changed(result, modifier)
    return Ledger(stat, start, ordered, result if least is None else max(result, least), stat in _FACES)


def needed(stat: str, face: int) -> tuple[Ledger, ...]:
    """The ledger of a die that needs a face and no more is to be said of it."""
    return (Ledger(stat, face, (), face, face=True),)


def _changed(number: int, modifier: Modifier) -> int:
    match modifier.operation:
        case "replace":
            return modifier.amount
        case "multiply":
            return number * modifier.amount
        case "add":
            return number + modifier.amount
        case "divide":
            return -(-number // modifier.amount)
        case "subtract":
            return number - modifier.amount
        case "cap":
            return min(number, modifier.amount)


class Number(Struct, frozen=True, gc=False):
    """An amount and what changes it; rolled once for each weapon (attacks) or each failed save (damage). At least 1."""

    stat: str
    amount: Amount
    changes: tuple[Change, ...] = ()

    @property
    def fixed(self) -> bool:
        """Whether nothing is rolled for it."""
        return self.amount.fixed and not self.rolled_extras

    @property
    def rolled_extras(self) -> tuple[Extra, ...]:
        """The extras that apply and have dice of their own, in order."""
        return tuple(c for c in self.changes if isinstance(c, Extra) and c.applies and not c.amount.fixed)

    def ledger(self, base: int | None = None, extras: Sequence[int] = ()) -> Ledger:
        """How the number comes about, from what was rolled for the amount and for each of ``rolled_extras``."""
        start = self.amount.plus if base is None else base
        return reckon(self.stat, start, self._modifiers(extras), least=1)

    def _modifiers(self, extras: Sequence[int]) -> list[Modifier]:
        rolled = iter(extras)
        modifiers: list[Modifier] = []
        for change in self.changes:
            if isinstance(change, Modifier):
                modifiers.append(change)
                continue
            random = change.applies and not change.amount.fixed
            amount = next(rolled, change.amount.plus) if random else change.amount.plus
            modifiers.append(Modifier(change.rule, "add", amount, change.ruling, change.applies))
        return modifiers


class Needs(Struct, frozen=True, gc=False):
    """The face that a die needs, and the ledgers that say why.

    Unmodified faces up to ``never`` do not do, whatever is needed; above it criticals always do.
    """

    face: int
    ledgers: tuple[Ledger, ...] = ()
    never: int = 1


class SaveGroup(Struct, frozen=True, gc=False):
    """An allocation group: models that wounds go to in any order among themselves, before or after other groups.

    ``wounds`` is their characteristic; ``save`` what a save roll needs against this attack by the better of their saves
    (7 or more: none will do), ``other`` by the worse one, None where there is no other that can succeed.
    ``invulnerable`` is the part of it that AP leaves alone. ``wards`` are aligned with ``models``.
    """

    models: tuple[str, ...]
    wounds: int
    save: Needs
    invulnerable: int | None = None
    other: Needs | None = None
    character: bool = False
    wards: tuple[Ward | None, ...] = ()

    def ward_of(self, model: str) -> Ward | None:
        """The model's die against lost wounds, if it has one."""
        return self.wards[self.models.index(model)] if self.wards else None


class AttackSpec(Struct, frozen=True):
    """One batch of identical attacks: one weapon profile, in the hands of one model or more, at one unit.

    ``attacks`` are gathered for each of ``attackers``. ``hit`` None hits without a roll. Criticals are unmodified faces
    from ``critical_hit`` and ``critical_wound`` up. ``extra_hits`` come with each critical hit; with ``lethal`` one may
    wound without a roll. A critical wound of a ``devastating`` attack deals its damage as mortal wounds to one model.
    ``precision`` are the characters of the target that may suffer first, None where the weapon is not so precise;
    ``danger`` is whether each weapon is rolled for. ``grounds`` are the rulings that decided something about it,
    whichever way they went.
    """

    weapon: str
    name: Text
    attackers: tuple[str, ...]
    target: str
    kind: AttackType
    attacks: Number
    hit: Needs | None
    wound: Needs
    ap: int
    damage: Number
    groups: tuple[SaveGroup, ...]
    critical_hit: int = 6
    critical_wound: int = 6
    reroll_hit: Reroll = ""
    reroll_wound: Reroll = ""
    extra_hits: Amount | None = None
    lethal: bool = False
    devastating: Devastating = ""
    precision: tuple[str, ...] | None = None
    danger: bool = False
    grounds: tuple[Ruling, ...] = ()

    @property
    def number_key(self) -> tuple[object, ...]:
        """Equal for attacks that are identical but for who makes them and the distances measured on the way."""
        return (
            self.weapon_key,
            self.target,
            self.kind,
            _key(self.attacks),
            self.hit and (self.hit.face, self.hit.never, *map(_ledger_key, self.hit.ledgers)),
            (self.wound.face, *map(_ledger_key, self.wound.ledgers)),
            self.ap,
            _key(self.damage),
            self.critical_hit,
            self.critical_wound,
            self.reroll_hit,
            self.reroll_wound,
            self.extra_hits,
            self.lethal,
            self.devastating,
            self.precision is not None,
            self.danger,
            tuple((group.models, group.save.face) for group in self.groups),
        )

    @property
    def weapon_key(self) -> tuple[str, str, str]:
        """What the weapon is called, whoever carries it."""
        return self.name.en, self.name.ja, self.name.fr


def _key(number: Number) -> tuple[object, ...]:
    return (number.amount, *(_change_key(change) for change in number.changes))


def _change_key(change: Change) -> tuple[object, ...]:
    operation = "add" if isinstance(change, Extra) else change.operation
    return change.rule, operation, change.amount, change.applies


def _ledger_key(ledger: Ledger) -> tuple[object, ...]:
    return ledger.stat, ledger.start, ledger.result, *(_change_key(modifier) for modifier in ledger.modifiers)
