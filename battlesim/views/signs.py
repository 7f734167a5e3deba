"""The signs beside a unit's name: what its marks look like."""

from __future__ import annotations

from battlesim.model.catalogue import Sign
from battlesim.model.scene import Mark, Unit
from battlesim.model.text import Language
from battlesim.replay.timeline import Header
from battlesim.views.palette import FAILS, NEUTRAL
from battlesim.views.primitives import Badge


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
