"""Adding up: a number, the modifiers of the rules, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable

from battlesim.model.ruling import ORDER, Ledger, Modifier

_FACES = ("to-hit", "save")
"""Numbers that a die has to reach."""


def ledger(stat: str, start: int, modifiers: Iterable[Modifier]) -> Ledger:
    """The modifiers in the order of their arithmetic (see ``ORDER``), those that do not apply kept for the record."""
    ordered = tuple(sorted(modifiers, key=lambda modifier: ORDER.index(modifier.operation)))
    result = start
    for modifier in ordered:
        if modifier.applies:
            result = _applied(result, modifier)
    return Ledger(stat, start, ordered, result, stat in _FACES)


def _applied(number: int, modifier: Modifier) -> int:
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
