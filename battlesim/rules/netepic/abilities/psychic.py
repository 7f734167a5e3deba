"""Psyker and Sauvegarde Psychique."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from battlesim.rules.netepic.abilities.plainly import plainly
from battlesim.rules.netepic.fire_hooks import PsychicSave
from battlesim.rules.netepic.profiles import NetepicBattle


@dataclass(frozen=True, slots=True)
class Psyker:
    """Uses ``powers`` of its powers a turn, beside its weapons."""

    rule: ClassVar[str] = "netepic.psyker"
    source: ClassVar[str] = "NetEpic (FR), Psyker"

    powers: int = 1

    def on_powers(self) -> int:
        """One, as a rule."""
        return self.powers


@dataclass(frozen=True, slots=True)
class PsychicWard:
    """A save of ``needs`` or more against ethereal psychic attacks, and against nothing else."""

    rule: ClassVar[str] = "netepic.sauvegarde-psychique"
    source: ClassVar[str] = "NetEpic (FR), Sauvegarde Psychique (X+)"

    needs: int

    def on_ethereal(self, battle: NetepicBattle, bearer: str) -> PsychicSave:
        """Always there."""
        return PsychicSave(self.needs, plainly(self, "ward", "psychic-ward", bearer))
