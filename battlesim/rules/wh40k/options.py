"""What may differ from one battle to the next: the variant, and the distances of the core rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from battlesim.units import Mm, inches

Variant = Literal["glossary", "core"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one battle: ``glossary`` follows the seed's keyword texts, ``core`` the published rules.

    The distances are the core rules' own; a house rule is ``replace(options, exclusion=inches(9))``.
    """

    variant: Variant = "glossary"
    engagement: Mm = inches(2)
    engagement_height: Mm = inches(5)
    neighbour: Mm = inches(2)
    envelope: Mm = inches(9)
    coherency_height: Mm = inches(5)
    exclusion: Mm = inches(8)
    edge_band: Mm = inches(6)
    embark: Mm = inches(3)
    disembark: Mm = inches(3)
    combat_disembark: Mm = inches(6)
    charge: Mm = inches(12)

    @property
    def hazard_fails_through(self) -> int:
        """The highest unmodified result at which a hazard roll fails: 1 in the glossary, 2 in the core rules."""
        return 1 if self.variant == "glossary" else 2
