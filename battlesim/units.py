"""Lengths: millimetres inside, the players' units at the edges.

``inches(6)`` is exactly 152.4 mm, which ``6 * 25.4`` in floating point is not.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NewType

from battlesim.errors import BadLength

Mm = NewType("Mm", float)

TOUCH: Final = Mm(0.01)
"""The one tolerance of the project: nearer than this is touching, and a limit missed by less is met."""

ZERO: Final = Mm(0.0)


@dataclass(frozen=True, slots=True)
class LengthUnit:
    """A unit that players measure in. ``mm`` is exact."""

    symbol: str
    mm: Fraction

    def of(self, number: float) -> Mm:
        """``number`` of this unit in millimetres, correctly rounded: the text of the number is what counts."""
        if not math.isfinite(number):
            raise BadLength(f"a length is a finite number, not {number!r}")
        return Mm(float(Fraction(repr(float(number))) * self.mm))

    def number(self, length: Mm) -> float:
        """A length in this unit, as a plain number."""
        return float(length) / float(self.mm)

    def text(self, length: Mm, *, digits: int = 2) -> str:
        """A length as a player reads it.

        >>> MV.text(inches(8))
        '8.00 mv'
        """
        return f"{self.number(length):.{digits}f} {self.symbol}"


MV: Final = LengthUnit("mv", Fraction(254, 10))
INCH: Final = LengthUnit('"', Fraction(254, 10))
CM: Final = LengthUnit("cm", Fraction(10))
MM: Final = LengthUnit("mm", Fraction(1))

_BY_SYMBOL: Final = {
    "mv": MV, '"': INCH, "″": INCH, "”": INCH, "in": INCH, "inch": INCH, "inches": INCH, "cm": CM, "mm": MM,
}  # fmt: skip
_LENGTH: Final = re.compile(r"\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*([^\s\d.]*)\s*")


def inches(number: float) -> Mm:
    """Inches (the seed's mv) in millimetres.

    >>> inches(6)
    152.4
    """
    return MV.of(number)


def cm(number: float) -> Mm:
    """Centimetres in millimetres."""
    return CM.of(number)


def length_unit(symbol: str) -> LengthUnit:
    """The unit with that symbol; raises BadLength with the ones that exist."""
    try:
        return _BY_SYMBOL[symbol.strip().lower()]
    except KeyError:
        raise BadLength(f'unknown unit {symbol!r}: use mv, cm, mm or "') from None


def parse_length(text: str | float, *, unit: LengthUnit) -> Mm:
    """A length as written by a user; a bare number is in ``unit``.

    >>> parse_length("32mm", unit=MV)
    32.0
    >>> parse_length(8, unit=CM)
    80.0
    """
    if isinstance(text, bool):
        raise BadLength(f"expected a length such as 8, '8mv' or '12cm', not {text!r}")
    if isinstance(text, int | float):
        return unit.of(text)
    found = _LENGTH.fullmatch(text)
    if found is None:
        raise BadLength(f"expected a length such as 8, '8mv' or '12cm', not {text!r}")
    number, symbol = found.groups()
    return (length_unit(symbol) if symbol else unit).of(float(number))
