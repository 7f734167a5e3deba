"""What may differ from one battle to the next: the variant, and the distances of the core rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from battlesim.units import Mm, inches

Variant = Literal["glossary", "core"]
VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)

_2, _3, _5, _6, _8, _9, _12 = (inches(2), inches(3), inches(5), inches(6), inches(8), inches(9), inches(12))
_15, _30 = inches(15), inches(30)


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
    emergency: Mm = _6
    objective: Mm = _3
    objective_height: Mm = _5
    detection: Mm = _15
    gone_to_ground: Mm = _3
    least_detection: Mm = _9
    most_detection: Mm = _30
    plunging: Mm = _3
    towering: Mm = _12

    def authority(self, core: str) -> str:
        """Who says so where the two part: the glossary, or that number of the core rules."""
        return "glossary" if self.variant == "glossary" else f"core rules {core}"

    @property
    def guarded_are_seen(self) -> bool:
        """Whether a lone operative in an attached unit is seen as long as a bodyguard lives (glossary), even one that
        is a lone operative too; in the core rules it is hidden where every model is one."""
        return self.variant == "glossary"

    @property
    def scouts_ride(self) -> bool:
        """Whether a dedicated transport full of scouts may scout: in the core rules alone."""
        return self.variant == "core"

    @property
    def hazard_fails_through(self) -> int:
        """The highest unmodified result at which a hazard roll fails: 1 in the glossary, 2 in the core rules."""
        return 1 if self.variant == "glossary" else 2

    @property
    def hazard_before_attacks(self) -> bool:
        """Whether hazardous weapons endanger their bearers before the attacks (glossary), or the unit after them (core)."""
        return self.variant == "glossary"

    @property
    def devastating_saved(self) -> bool:
        """Whether an invulnerable save may be taken against devastating wounds: in the glossary alone."""
        return self.variant == "glossary"

    @property
    def lance_by_model(self) -> bool:
        """Whether the model itself must have charged (glossary), or its unit (core)."""
        return self.variant == "glossary"

    @property
    def indirect_by_sight(self) -> bool:
        """Whether indirect fire is worse at what is unseen alone (glossary), or always and by other means (core)."""
        return self.variant == "glossary"

    @property
    def one_other_weapon(self) -> bool:
        """Whether a model that leaves its close-quarters weapons aside uses one other (glossary), or all others (core)."""
        return self.variant == "glossary"

    @property
    def save_chosen(self) -> bool:
        """Whether the owner chooses between armour and invulnerable save (glossary), or the better one counts (core)."""
        return self.variant == "glossary"
