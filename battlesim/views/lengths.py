"""Lengths as a language writes them: in French the decimals stand behind a comma."""

from __future__ import annotations

from battlesim.geometry.footprint import Spot
from battlesim.model.text import Language
from battlesim.model.wording import Wording
from battlesim.units import LengthUnit, Mm


def length_text(unit: LengthUnit, length: Mm, language: Language) -> str:
    """A length as a player of that language reads it."""
    return _decimals(unit.text(length), language)


def _decimals(text: str, language: Language) -> str:
    return text.replace(".", ",") if language == "fr" else text


class Spoken(Wording):
    """Sentences with lengths as their language writes them."""

    def length(self, length: Mm, *, beside: Mm | None = None) -> str:
        return _decimals(super().length(length, beside=beside), self.language)

    def spot(self, spot: Spot) -> str:
        told = super().spot(spot)
        # a comma between numbers that have commas would not tell them apart
        return _decimals(told.replace(", ", " ; "), self.language) if self.language == "fr" else told
