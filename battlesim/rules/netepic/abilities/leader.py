"""Meneur."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from battlesim.model.ruling import Fact, Modifier, Ruling
from battlesim.rules.netepic.hooks import FactorQuestion
from battlesim.rules.netepic.measuring import nearest_gap
from battlesim.rules.netepic.profiles import class_of_detachment
from battlesim.units import Mm, cm

REACH: Final = cm(12)


@dataclass(frozen=True, slots=True)
class Leader:
    """Friendly detachments below ``class_limit`` with a stand within ``reach`` (inclusive) fight with ``bonus`` more.

    Several do not add up, and a giver does not raise itself, unless the options say so.
    """

    rule: ClassVar[str] = "netepic.meneur"
    source: ClassVar[str] = "NetEpic (FR), Meneur"

    reach: Mm = REACH
    bonus: int = 1
    class_limit: int = 5

    def on_assault_factor(self, asked: FactorQuestion, bearers: tuple[str, ...]) -> tuple[Modifier, ...]:
        """One modifier a giver; those that do not raise it say why, and apply nothing."""
        given: list[Modifier] = []
        for bearer in bearers:
            ruling = self._reaches(asked, bearer)
            first = not any(modifier.applies for modifier in given)
            applies = ruling.holds and (first or asked.battle.options.meneur_stacks)
            given.append(Modifier(self.rule, "add", self.bonus, ruling, applies))
        return tuple(given)

    def _reaches(self, asked: FactorQuestion, bearer: str) -> Ruling:
        scene, options = asked.battle.scene, asked.battle.options
        unit = scene.model(asked.stand).unit
        subjects = (bearer, unit)
        if bearer == asked.stand and not options.meneur_self:
            return Ruling(
                self.rule, False, "self", evidence=(Fact("giver", bearer),), subjects=subjects, source=self.source
            )
        highest = class_of_detachment(asked.battle, unit)
        if highest >= self.class_limit:
            evidence = (Fact(f"class {highest}", unit),)
            return Ruling(self.rule, False, "class", evidence=evidence, subjects=subjects, source=self.source)
        stands = [stand for stand in scene.standing(unit) if stand.id != bearer or options.meneur_self]
        if not stands:
            evidence = (Fact("off-table", unit),)
            return Ruling(self.rule, False, "reach", evidence=evidence, subjects=subjects, source=self.source)
        measured = nearest_gap(options, (scene.model(bearer),), stands)
        return Ruling(
            self.rule, measured.within(self.reach), "reach", self.reach, "within", (measured,), subjects, self.source
        )
