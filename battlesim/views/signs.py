"""The signs beside a unit's name: what its marks look like."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import Sign, SignShape
from battlesim.model.scene import Mark, Unit
from battlesim.model.text import Language
from battlesim.replay.timeline import Header
from battlesim.views.palette import FAILS, NEUTRAL
from battlesim.views.primitives import Badge, Point

CORNERS: Final[dict[SignShape, tuple[Point, ...]]] = {
    "square": ((-0.84, -0.84), (0.84, -0.84), (0.84, 0.84), (-0.84, 0.84)),
    "triangle": ((0.0, -1.3), (1.4, 1.0), (-1.4, 1.0)),
    "diamond": ((0.0, -1.16), (1.16, 0.0), (0.0, 1.16), (-1.16, 0.0)),
    "hexagon": ((-0.56, -0.96), (0.56, -0.96), (1.1, 0.0), (0.56, 0.96), (-0.56, 0.96), (-1.1, 0.0)),
}
"""The shapes of badges round their middle, in halves of a badge's size: what is not here is a disc of that size. Each
has room for a wide character, which the pointed ones have by being larger."""
LETTER: Final = 0.62
"""Size of a badge's letter, as a share of the badge's."""
_LOW: Final = 0.2


def letter_low(badge: Badge) -> float:
    """How far below the middle of a badge its letter has its own, in halves of the badge's size."""
    return _LOW if badge.shape == "triangle" else 0.0


def sign_of(header: Header, unit: Unit, mark: str, value: Mark) -> Sign | None:
    """The sign of a mark with that value; None where it has none, or is not to be seen yet."""
    if value in (None, False):
        return None
    sign = header.signs.get(mark if value is True else f"{mark} {value}")
    return None if sign is None or (sign.with_mark and not unit.marks.get(sign.with_mark)) else sign


def badges(header: Header, unit: Unit, language: Language) -> tuple[Badge, ...]:
    """The signs of all marks of a unit."""
    signs = (sign_of(header, unit, mark, value) for mark, value in unit.marks.items())
    return tuple(badge(sign, language) for sign in signs if sign is not None)


def badge(sign: Sign, language: Language) -> Badge:
    """A sign, ready to be drawn."""
    return Badge(sign.letter.to(language), sign.shape, FAILS if sign.grave else NEUTRAL)
