"""DR (X), défense rapprochée."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from battlesim.model.ruling import Fact, Ruling
from battlesim.model.text import Text
from battlesim.rules.netepic.hooks import FireQuestion, ReactionShots
from battlesim.rules.netepic.profiles import ALL_ROUND, Weapon, profile_of
from battlesim.units import Mm, cm

NAME: Final = Text(en="Close-range defence", ja="近接防御", fr="Défense rapprochée")


REACH: Final = cm(15)


@dataclass(frozen=True, slots=True)
class OnlySmall:
    """The weapon does nothing against stands of ``barred_class`` or more."""

    rule: ClassVar[str] = "netepic.dr"
    source: ClassVar[str] = "NetEpic (FR), DR (X)"

    barred_class: int = 3

    def on_target(self, asked: FireQuestion) -> Ruling:
        """Whether the target is small enough."""
        found = profile_of(asked.battle, asked.target).blocking_class
        evidence = (Fact(f"class {found}", asked.target),)
        subjects = (asked.shooter, asked.target)
        return Ruling(
            self.rule, found < self.barred_class, "class", evidence=evidence, subjects=subjects, source=self.source
        )


@dataclass(frozen=True, slots=True)
class PointDefence:
    """``shots`` defences, each one shot a turn at an enemy that moves: all round, to ``reach``, PA 0.

    The roll needed is that of counter-charge fire; interception makes it one harder, as it does for everybody.
    """

    rule: ClassVar[str] = "netepic.dr"
    source: ClassVar[str] = "NetEpic (FR), DR (X)"

    shots: int
    reach: Mm = REACH
    to_hit: int = 6
    barred_class: int = 3

    def on_reaction(self) -> ReactionShots:
        """All its defences as shots of one weapon."""
        weapon = Weapon("dr", NAME, self.reach, 1, self.to_hit, 0, (OnlySmall(self.barred_class),), ALL_ROUND)
        return ReactionShots(self.shots, weapon)
