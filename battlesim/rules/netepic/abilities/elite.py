"""Elite (X), and the aura that makes others Elite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from battlesim.model.ruling import Fact, Ruling
from battlesim.rules.netepic.hooks import EliteQuestion
from battlesim.rules.netepic.measuring import nearest_gap
from battlesim.rules.netepic.profiles import class_of_detachment
from battlesim.units import Mm, cm

REACH: Final = cm(12)


@dataclass(frozen=True, slots=True)
class Elite:
    """A detachment that has it brings ``rerolls`` to the army's pool; the bearer's own dice may be rolled again."""

    rule: ClassVar[str] = "netepic.elite"
    source: ClassVar[str] = "NetEpic (FR), Elite (X)"

    rerolls: int

    def on_elite_pool(self) -> int:
        """Counted once a detachment, however many of its stands have it."""
        return self.rerolls

    def on_elite(self, asked: EliteQuestion, bearer: str) -> Ruling | None:
        """The bearer itself is Elite, and nobody else through it."""
        if asked.stand != bearer:
            return None
        return Ruling(self.rule, True, "own", evidence=(Fact("elite", bearer),), subjects=(bearer,), source=self.source)


@dataclass(frozen=True, slots=True)
class EliteAura:
    """Friendly detachments of class ``highest_class`` or less with a stand at less than ``reach`` (strict) count as Elite.

    They use the army's re-rolls and bring none.
    """

    rule: ClassVar[str] = "netepic.elite-aura"
    source: ClassVar[str] = "NetEpic (FR), 12 cm Elite aura"

    reach: Mm = REACH
    highest_class: int = 2

    def on_elite(self, asked: EliteQuestion, bearer: str) -> Ruling:
        """Held against the nearest stand of the whole detachment; the bearer's own detachment has the bearer."""
        scene = asked.battle.scene
        unit = scene.model(asked.stand).unit
        highest = class_of_detachment(asked.battle, unit)
        if highest > self.highest_class:
            evidence = (Fact(f"class {highest}", unit),)
            return Ruling(self.rule, False, "class", evidence=evidence, subjects=(bearer, unit), source=self.source)
        stands = scene.standing(unit)
        if not stands:
            evidence = (Fact("off-table", unit),)
            return Ruling(self.rule, False, "reach", evidence=evidence, subjects=(bearer, unit), source=self.source)
        measured = nearest_gap(asked.battle.options, (scene.model(bearer),), stands)
        holds = measured.short_of(self.reach)
        return Ruling(self.rule, holds, "reach", self.reach, "short-of", (measured,), (bearer, unit), self.source)
