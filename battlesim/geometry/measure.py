"""What a ruler says: one value with its two end points, and the only two comparisons with a limit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from battlesim.errors import BadGeometry
from battlesim.geometry.footprint import Spot
from battlesim.units import TOUCH, Mm


@dataclass(frozen=True, slots=True)
class Measurement:
    """A length that somebody measured, from ``a`` to ``b`` (the two nearest points of a gap, the farthest of a reach).

    ``ends`` names what the two points lie on. All comparisons of lengths with limits happen here.
    """

    value: Mm
    a: Spot
    b: Spot
    ends: tuple[str, str] = ("", "")
    what: Literal["gap", "gap-3d", "height", "reach", "path"] = "gap"
    kind: Literal["measurement"] = "measurement"

    def __post_init__(self) -> None:
        if not math.isfinite(self.value):
            raise BadGeometry(f"a measurement needs a finite value, not {self.value!r}")

    def within(self, limit: Mm) -> bool:
        """Not farther than the limit: inclusive."""
        return self.value <= limit + TOUCH

    def beyond(self, limit: Mm) -> bool:
        """More than the limit: strict, the exact complement of ``within``."""
        return not self.within(limit)

    def short_of(self, limit: Mm) -> bool:
        """Less than the limit: strict, for the rules that say "less than"."""
        return self.value < limit - TOUCH

    def close_call(self, limit: Mm) -> bool:
        """Nearer to the limit than the tolerance: the verdict hangs on it."""
        return abs(self.value - limit) <= TOUCH
