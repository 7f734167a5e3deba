"""Quartier Général (QG)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from battlesim.engine.hooks import collect
from battlesim.model.ruling import Fact, Ruling
from battlesim.model.scene import Model
from battlesim.rules.netepic.hooks import InterceptsLoss, Loss, Sacrifice
from battlesim.rules.netepic.measuring import stand_gap
from battlesim.rules.netepic.profiles import profile_of, stands_of_side
from battlesim.units import Mm, cm

REACH: Final = cm(6)


@dataclass(frozen=True, slots=True)
class HQ:
    """When it fails a save, a friendly stand of the same class within ``reach`` (inclusive) may be lost instead.

    Not in assault. Asked once all saves are made and their losses are off the table, so that only the living can
    stand in.
    """

    rule: ClassVar[str] = "netepic.qg"
    source: ClassVar[str] = "NetEpic (FR), QG"

    reach: Mm = REACH

    def on_loss(self, loss: Loss) -> Sacrifice:
        """Who may be lost in its place: plain stands first, the nearest first."""
        if loss.cause == "assault":
            evidence = (Fact("assault", loss.stand),)
            return Sacrifice(
                Ruling(self.rule, False, "assault", evidence=evidence, subjects=(loss.stand,), source=self.source), ()
            )
        answers = [self._may_stand_in(loss, other) for other in self._friends(loss)]
        able = sorted((answer for answer in answers if answer.holds), key=lambda answer: self._rank(loss, answer))
        # where nobody may: who came nearest to it, of the same class or else at all
        nearest = min(answers, key=lambda answer: (answer.clause == "class", _distance(answer)), default=None)
        shown = able[0] if able else nearest
        near = [answer for answer in answers if answer.measurement and answer.measurement.within(self.reach)]
        ruling = Ruling(
            self.rule,
            bool(able),
            "sacrifice",
            self.reach,
            "within",
            shown.evidence if shown else (Fact("no-friend", loss.stand),),
            (loss.stand, *(answer.subjects[1] for answer in able)),
            self.source,
            tuple(answer for answer in near if not (answer is shown and answer.holds)),
        )
        return Sacrifice(ruling, tuple(answer.subjects[1] for answer in able))

    def _friends(self, loss: Loss) -> Iterator[Model]:
        me = loss.battle.scene.model(loss.stand)
        others = loss.battle.options.qg_other_detachment
        for stand in stands_of_side(loss.battle, loss.battle.scene.side_of[loss.stand]):
            if stand.id != me.id and (others or stand.unit == me.unit):
                yield stand

    def _may_stand_in(self, loss: Loss, other: Model) -> Ruling:
        measured = stand_gap(loss.battle.options, loss.battle.scene.model(loss.stand), other)
        mine, theirs = (profile_of(loss.battle, id).blocking_class for id in (loss.stand, other.id))
        near, same = measured.within(self.reach), mine == theirs
        clause = "stand-in" if same else "class"
        evidence = (measured, Fact(f"class {mine}", loss.stand), Fact(f"class {theirs}", other.id))
        return Ruling(
            self.rule, near and same, clause, self.reach, "within", evidence, (loss.stand, other.id), self.source
        )

    def _rank(self, loss: Loss, answer: Ruling) -> tuple[bool, float, str]:
        other = answer.subjects[1]
        guarded = bool(collect(InterceptsLoss, profile_of(loss.battle, other).abilities))
        return guarded, _distance(answer), other


def _distance(answer: Ruling) -> float:
    assert answer.measured is not None
    return float(answer.measured)
