"""Personnage Lié."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.rules.netepic.abilities.plainly import plainly
from battlesim.rules.netepic.hooks import Berth
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of


@dataclass(frozen=True, slots=True)
class AttachedCharacter:
    """Joins a detachment at the start of the battle, ``most`` of them to one; takes no room aboard transports.

    One of class 1 joins infantry or cavalry, a larger one stands of its own class.
    """

    rule: ClassVar[str] = "netepic.personnage-lie"
    source: ClassVar[str] = "NetEpic (FR), Personnage Lié"

    most: int = 2

    def on_room(self, bearer: str, places: int) -> Berth | None:
        """Never a place taken."""
        return Berth(0, plainly(self, "room", "attached-character", bearer))

    def on_attach(self, battle: NetepicBattle, bearer: str, host: str, others: int) -> tuple[Ruling, ...]:
        """How many are there, and whether the stands of the host are of a kind that it may join."""
        evidence = (Count("attached-characters", others + 1, self.most),)
        subjects = (bearer, host)
        found = [
            Ruling(self.rule, others < self.most, "most", evidence=evidence, subjects=subjects, source=self.source)
        ]
        mine = profile_of(battle, bearer).blocking_class
        for stand in battle.scene.alive(host):
            theirs = profile_of(battle, stand.id)
            if mine == 1:
                fits, fact = theirs.kind in ("infantry", "cavalry"), Fact(theirs.kind, stand.id)
            else:
                fits, fact = theirs.blocking_class == mine, Fact(f"class {theirs.blocking_class}", stand.id)
            ruling = Ruling(
                self.rule,
                fits,
                "host",
                evidence=(fact, Fact(f"class {mine}", bearer)),
                subjects=subjects,
                source=self.source,
            )
            if not fits or len(found) == 1:
                found.append(ruling)
        return tuple(found)
