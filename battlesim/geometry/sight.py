"""Sight: a clear line between two footprints, or every blocker that stands in the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from battlesim.geometry.footprint import Coordinates, Spot


@dataclass(frozen=True, slots=True)
class Sightline:
    """The answer to "can it be seen?", with its proof.

    Clear: ``a`` to ``b`` is a free line of the asked width. Not clear: the shortest line between the two, and the
    names and outlines of all blockers that together shut every line.
    """

    clear: bool
    a: Spot
    b: Spot
    ends: tuple[str, str] = ("", "")
    blockers: tuple[str, ...] = ()
    outlines: tuple[Coordinates, ...] = ()
    kind: Literal["sightline"] = "sightline"
