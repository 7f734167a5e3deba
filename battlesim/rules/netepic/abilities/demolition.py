"""Endommage les bâtiments and Détruit les bâtiments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class DamagesBuildings:
    """A building that it hits saves against ``pa`` (zero or negative) and loses a structure point if it fails."""

    rule: ClassVar[str] = "netepic.endommage-batiments"
    source: ClassVar[str] = "NetEpic (FR), Endommage les bâtiments (PA -X)"

    pa: int

    def on_building(self) -> tuple[int, bool]:
        """One point a failed save."""
        return self.pa, False


@dataclass(frozen=True, slots=True)
class DestroysBuildings:
    """A building that it hits saves against ``pa`` (zero or negative) and collapses if it fails."""

    rule: ClassVar[str] = "netepic.detruit-batiments"
    source: ClassVar[str] = "NetEpic (FR), Détruit les bâtiments (PA -X)"

    pa: int

    def on_building(self) -> tuple[int, bool]:
        """One failed save is the end of it."""
        return self.pa, True
