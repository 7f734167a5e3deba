"""The exceptions of battlesim: broken files and broken scripts. An illegal action is a ruling, never one of these."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class BattlesimError(ValueError):
    """Something the user gave cannot be used; the message says what, where and what was expected."""


class BadGeometry(BattlesimError):
    """A shape with a NaN, no area, or an outline that crosses itself."""


class BadLength(BattlesimError):
    """A text that is not a length."""


class UnknownName(BattlesimError):
    """A name that nothing answers to; the message offers the nearest ones."""


class DiceScriptError(BattlesimError):
    """The dice asked for differ from the dice written down, or some were left over."""


class ChoiceScriptError(BattlesimError):
    """A choice was asked for that was not offered, or one was left over."""


def counted(number: int, noun: str) -> str:
    """The number with its noun.

    >>> counted(1, "item"), counted(2, "item")
    ('1 item', '2 items')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def did_you_mean(wrong: str, known: Iterable[str], *, at_most: int = 3) -> str:
    """``", did you mean 'x' or 'y'?"``, or the empty text where nothing is near.

    >>> did_you_mean("terminater", ["terminator", "guard"])
    ", did you mean 'terminator'?"
    """
    return offered(nearest(wrong, known, at_most=at_most))


def offered(names: Iterable[str]) -> str:
    """The question that offers these names; the empty text for none."""
    listed = " or ".join(map(repr, names))
    return listed and f", did you mean {listed}?"


def nearest(wrong: str, known: Iterable[str], *, at_most: int = 3) -> list[str]:
    """The known names that are spelt nearly so, the nearest first.

    Of spellings that differ in case, blanks, ``-`` and ``_`` alone there is the first, and nothing beside it where the
    wrong name differs from it in no more than that.

    >>> nearest("Deep Strike", ["deep-strike", "deep_strike", "deep-strikes"])
    ['deep-strike']
    """
    by_folded: dict[str, str] = {}
    for name in known:
        by_folded.setdefault(_folded(name), name)
    folded = _folded(wrong)
    if folded in by_folded:
        return [by_folded[folded]]
    return [by_folded[name] for name in difflib.get_close_matches(folded, by_folded, n=at_most, cutoff=0.6)]


def _folded(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")
