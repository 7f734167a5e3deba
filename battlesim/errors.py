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


def did_you_mean(wrong: str, known: Iterable[str], *, at_most: int = 3) -> str:
    """``", did you mean 'x' or 'y'?"``, or the empty text where nothing is near.

    >>> did_you_mean("terminater", ["terminator", "guard"])
    ", did you mean 'terminator'?"
    """
    by_folded = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(wrong.casefold(), list(by_folded), n=at_most, cutoff=0.6)
    if not near:
        return ""
    return ", did you mean " + " or ".join(repr(by_folded[name]) for name in near) + "?"
