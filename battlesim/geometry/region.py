"""Regions: where something may be, as areas that a view can draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from battlesim.geometry.footprint import Coordinates


@dataclass(frozen=True, slots=True)
class Region:
    """An area of the table: parts, each an outer ring and its holes, mm."""

    name: str
    parts: tuple[tuple[Coordinates, ...], ...]
    kind: Literal["region"] = "region"
