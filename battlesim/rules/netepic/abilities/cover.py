"""Ignore les couverts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from battlesim.model.ruling import Fact, Ruling
from battlesim.rules.netepic.hooks import FireQuestion


@dataclass(frozen=True, slots=True)
class IgnoresCover:
    """The weapon is not hampered by the cover of terrain or structures; by everything else it is."""

    rule: ClassVar[str] = "netepic.ignore-couverts"
    source: ClassVar[str] = "NetEpic (FR), Ignore les couverts"

    def on_cover(self, asked: FireQuestion) -> Ruling:
        """Always."""
        evidence = (Fact("ignores-cover", asked.weapon.id),)
        subjects = (asked.shooter, asked.target)
        return Ruling(self.rule, True, "cover", evidence=evidence, subjects=subjects, source=self.source)
