"""Abilities of morale and of assaults: who steadies friends, frightens enemies, stands against many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from battlesim.model.ruling import Count, Fact, Modifier, Ruling
from battlesim.rules.netepic.measuring import nearest_gap
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.turn_hooks import MoraleQuestion
from battlesim.units import Mm, cm

REACH: Final = cm(12)
INFANTRY: Final = cm(5)
CAVALRY: Final = cm(10)


@dataclass(frozen=True, slots=True)
class Charismatic:
    """Friendly detachments with a stand within ``reach`` (inclusive) add ``bonus`` to their tests of morale, once."""

    rule: ClassVar[str] = "netepic.charismatique"
    source: ClassVar[str] = "NetEpic (FR), Charismatique"

    reach: Mm = REACH
    bonus: int = 1

    def on_morale(self, asked: MoraleQuestion, bearers: tuple[str, ...]) -> tuple[Modifier, ...]:
        """Of several bearers the nearest; what is too far is kept for the record."""
        scene, options = asked.battle.scene, asked.battle.options
        stands = scene.standing(asked.unit)
        if not stands:
            return ()
        measured = nearest_gap(options, [scene.model(bearer) for bearer in bearers], stands)
        subjects = (measured.ends[0], asked.unit)
        holds = measured.within(self.reach)
        ruling = Ruling(self.rule, holds, "reach", self.reach, "within", (measured,), subjects, self.source)
        return (Modifier(self.rule, "add", self.bonus, ruling, holds),)


@dataclass(frozen=True, slots=True)
class Fearless:
    """A detachment whose stands all have it passes every test of morale."""

    rule: ClassVar[str] = "netepic.sans-peur"
    source: ClassVar[str] = "NetEpic (FR), Sans Peur"

    def on_fearless(self, unit: str) -> Ruling:
        """That it does."""
        return Ruling(
            self.rule, True, "passes", evidence=(Fact("fearless", unit),), subjects=(unit,), source=self.source
        )


@dataclass(frozen=True, slots=True)
class Fear:
    """Opponents of class ``highest_class`` or less that fail a test of morale fight with ``loss`` less."""

    rule: ClassVar[str] = "netepic.peur"
    source: ClassVar[str] = "NetEpic (FR), Peur"

    highest_class: int = 3
    loss: int = 2

    def on_fright(self, battle: NetepicBattle, bearer: str, opponent: str) -> tuple[Ruling, int]:
        """Whether the opponent is small enough to be frightened."""
        found = profile_of(battle, opponent).blocking_class
        evidence = (Fact(f"class {found}", opponent),)
        holds = found <= self.highest_class
        return Ruling(
            self.rule, holds, "class", evidence=evidence, subjects=(bearer, opponent), source=self.source
        ), self.loss


@dataclass(frozen=True, slots=True)
class Parry:
    """The first ``dice`` of the dice that further opponents bring do not count against it."""

    rule: ClassVar[str] = "netepic.parade"
    source: ClassVar[str] = "NetEpic (FR), Parade"

    dice: int = 1

    def on_outnumbered(self, bearer: str) -> tuple[Ruling, int]:
        """How many."""
        evidence = (Count("dice-parried", self.dice),)
        return Ruling(self.rule, True, "dice", evidence=evidence, subjects=(bearer,), source=self.source), self.dice


@dataclass(frozen=True, slots=True)
class Duellist:
    """Its owner says in which order it fights its opponents."""

    rule: ClassVar[str] = "netepic.duelliste"
    source: ClassVar[str] = "NetEpic (FR), Duelliste"

    def on_duels(self, bearer: str) -> Ruling:
        """That they do."""
        evidence = (Fact("duellist", bearer),)
        return Ruling(self.rule, True, "order", evidence=evidence, subjects=(bearer,), source=self.source)


@dataclass(frozen=True, slots=True)
class LightningAttack:
    """After its assault is won it goes on: ``infantry`` for class 1, ``cavalry`` for class 2."""

    rule: ClassVar[str] = "netepic.attaque-eclair"
    source: ClassVar[str] = "NetEpic (FR), Attaque Eclair"

    infantry: Mm = INFANTRY
    cavalry: Mm = CAVALRY

    def on_follow_up(self, blocking_class: int) -> Mm | None:
        """By class; nothing for others."""
        return {1: self.infantry, 2: self.cavalry}.get(blocking_class)
