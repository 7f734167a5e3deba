"""Esquive (X+)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from battlesim.model.ruling import Fact, Ruling
from battlesim.rules.netepic.hooks import LastChance, Loss


@dataclass(frozen=True, slots=True)
class Dodge:
    """After a lost assault one die of ``needs`` or more saves the bearer's wound."""

    rule: ClassVar[str] = "netepic.esquive"
    source: ClassVar[str] = "NetEpic (FR), Esquive (X+)"

    needs: int

    def on_loss(self, loss: Loss) -> LastChance | None:
        """In assaults alone."""
        if loss.cause != "assault":
            return None
        evidence = (Fact("assault", loss.stand),)
        ruling = Ruling(self.rule, True, "dodge", evidence=evidence, subjects=(loss.stand,), source=self.source)
        return LastChance(ruling, "dodge", self.needs)
