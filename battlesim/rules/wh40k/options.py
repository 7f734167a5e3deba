"""What may differ from one battle to the next: the variant, and the distances of the core rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from battlesim.units import Mm, inches

Variant = Literal["glossary", "core"]
VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)

_2, _3, _5, _6, _8, _9, _12 = (inches(2), inches(3), inches(5), inches(6), inches(8), inches(9), inches(12))


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one battle: ``glossary`` follows the seed's keyword texts, ``core`` the published rules.

    The distances are the core rules' own; a house rule is ``replace(options, exclusion=inches(9))``.
    """

    variant: Variant = "glossary"
    engagement: Mm = _2
    engagement_height: Mm = _5
    neighbour: Mm = _2
    envelope: Mm = _9
    coherency_height: Mm = _5
    exclusion: Mm = _8
    edge_band: Mm = _6
    embark: Mm = _3
    disembark: Mm = _3
    combat_disembark: Mm = _6
    charge: Mm = _12

    @property
    def hazard_fails_through(self) -> int:
        """The highest unmodified result at which a hazard roll fails: 1 in the glossary, 2 in the core rules."""
        return 1 if self.variant == "glossary" else 2
