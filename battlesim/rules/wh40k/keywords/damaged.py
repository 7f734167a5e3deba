"""What wounds lost do to a model: the damaged part of a datasheet."""

from __future__ import annotations

from dataclasses import dataclass, field

from battlesim.model.ruling import Count, Modifier, Ruling
from battlesim.rules.wh40k.situations import Attack


@dataclass(frozen=True, slots=True)
class Damaged:
    """``Damaged: 1-X wounds remaining``: -1 to hit with the attacks of a model that has X wounds or fewer left."""

    wounds: int
    rule: str = field(default="wh40k.damaged", init=False, repr=False)

    def on_hit(self, attack: Attack) -> Modifier:
        left = attack.model.wounds
        ruling = Ruling(
            self.rule,
            left <= self.wounds,
            "wounds-left",
            evidence=(Count("wounds-left", left, self.wounds),),
            subjects=(attack.attacker,),
            source="core rules 24.39",
        )
        return Modifier(self.rule, "subtract", 1, ruling, ruling.holds)
