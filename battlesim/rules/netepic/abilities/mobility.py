"""Abilities of movement: over terrain, through zones, before the battle, out of the sky."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from battlesim.engine.hooks import collect
from battlesim.model.ruling import Fact, Modifier, Ruling
from battlesim.rules.netepic.hooks import FireQuestion
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.table import unit_state
from battlesim.rules.netepic.turn_hooks import HoldQuestion, PassesOver
from battlesim.units import Mm, cm

INFILTRATION: Final = cm(25)
GENIUS_REACH: Final = cm(20)


def _fact(rule: str, source: str, clause: str, what: str, *subjects: str, holds: bool = True) -> Ruling:
    return Ruling(rule, holds, clause, evidence=(Fact(what, subjects[0]),), subjects=subjects, source=source)


@dataclass(frozen=True, slots=True)
class Antigrav:
    """Goes over stands and terrain; only stands that do so too hold it, by their zones or in contact."""

    rule: ClassVar[str] = "netepic.antigrav"
    source: ClassVar[str] = "NetEpic (FR), Antigrav"

    def on_pass_over(self, battle: NetepicBattle, bearer: str) -> Ruling:
        """Always, on its way; not where it ends."""
        return _fact(self.rule, self.source, "over", "skimmer", bearer)

    def on_zone(self, asked: HoldQuestion) -> Ruling:
        """Zones of stands on the ground do not stop it."""
        return self._held_by(asked, "zone")

    def on_pin(self, asked: HoldQuestion) -> Ruling:
        """Nor do they pin it."""
        return self._held_by(asked, "pin")

    def _held_by(self, asked: HoldQuestion, clause: str) -> Ruling:
        like = bool(collect(PassesOver, profile_of(asked.battle, asked.holder).abilities))
        what = "skimmer" if like else "on-the-ground"
        evidence = (Fact(what, asked.holder),)
        return Ruling(self.rule, not like, clause, None, None, evidence, (asked.stand, asked.holder), self.source)


@dataclass(frozen=True, slots=True)
class JumpPacks:
    """A short flight over stands, terrain and zones of control; it is pinned like any other."""

    rule: ClassVar[str] = "netepic.reacteurs-dorsaux"
    source: ClassVar[str] = "NetEpic (FR), Réacteurs Dorsaux"

    def on_pass_over(self, battle: NetepicBattle, bearer: str) -> Ruling:
        """Always, on its way; not where it ends."""
        return _fact(self.rule, self.source, "over", "jumps", bearer)

    def on_zone(self, asked: HoldQuestion) -> Ruling:
        """It jumps over every zone."""
        return _fact(self.rule, self.source, "zone", "jumps", asked.stand, asked.holder)

    def on_pin(self, asked: HoldQuestion) -> None:
        """It does not get away from contact."""


@dataclass(frozen=True, slots=True)
class Bulldozer:
    """Woods and difficult ground cost it nothing."""

    rule: ClassVar[str] = "netepic.bulldozer"
    source: ClassVar[str] = "NetEpic (FR), Bulldozer"

    def on_ground(self, category: str) -> bool:
        """On all difficult ground; barricades and trenches are obstacles."""
        return category not in ("barricade", "trench")


@dataclass(frozen=True, slots=True)
class Agile:
    """A titan that turns as far as it likes."""

    rule: ClassVar[str] = "netepic.agile"
    source: ClassVar[str] = "NetEpic (FR), Agile"

    def on_turn(self, bearer: str) -> Ruling:
        """Always."""
        return _fact(self.rule, self.source, "turn", "agile", bearer)


@dataclass(frozen=True, slots=True)
class ExtendedCoherency:
    """Its detachment holds together over ``distance``."""

    rule: ClassVar[str] = "netepic.coherence-elargie"
    source: ClassVar[str] = "NetEpic (FR), Cohérence Élargie (X)"

    distance: Mm

    def on_coherency(self) -> Mm:
        """Instead of 6 cm."""
        return self.distance


@dataclass(frozen=True, slots=True)
class SurpriseAttack:
    """On First Fire it rises over what hides it, and is down again in the final phase."""

    rule: ClassVar[str] = "netepic.attaque-surprise"
    source: ClassVar[str] = "NetEpic (FR), Attaque Surprise"

    def on_pop_up(self, bearer: str) -> Ruling:
        """Always."""
        return _fact(self.rule, self.source, "able", "skimmer", bearer)


@dataclass(frozen=True, slots=True)
class Infiltration:
    """Goes up to ``distance`` before the battle begins, out of enemy zones."""

    rule: ClassVar[str] = "netepic.infiltration"
    source: ClassVar[str] = "NetEpic (FR), Infiltration"

    distance: Mm = INFILTRATION

    def on_infiltration(self) -> Mm:
        """How far."""
        return self.distance


@dataclass(frozen=True, slots=True)
class DeepStrike:
    """Comes down from reserves round a point that scatters ``scatters`` times, ``dice`` D6 in cm each."""

    rule: ClassVar[str] = "netepic.fep"
    source: ClassVar[str] = "NetEpic (FR), Frappe en Profondeur"

    scatters: int = 1
    dice: int = 3

    def on_drop(self) -> tuple[int, int]:
        """How often, and how many dice."""
        return self.scatters, self.dice


@dataclass(frozen=True, slots=True)
class FireOnTheMove:
    """On Advance it may intercept like a hidden First Fire, ``harder`` to hit, after or instead of its move."""

    rule: ClassVar[str] = "netepic.tir-en-mouvement"
    source: ClassVar[str] = "NetEpic (FR), Tir en Mouvement"

    harder: int = 1

    def on_intercepts(self, bearer: str) -> Ruling:
        """That its detachment may intercept on Advance."""
        return _fact(self.rule, self.source, "advance", "advance", bearer)

    def on_to_hit(self, asked: FireQuestion) -> Modifier | None:
        """Harder where the bearer itself intercepts on Advance."""
        if asked.mode == "shooting" or self not in profile_of(asked.battle, asked.shooter).abilities:
            return None
        if unit_state(asked.battle, asked.battle.scene.model(asked.shooter).unit).order != "advance":
            return None
        ruling = _fact(self.rule, self.source, "harder", "advance", asked.shooter, asked.target)
        return Modifier(self.rule, "add", self.harder, ruling)


@dataclass(frozen=True, slots=True)
class TacticalGenius:
    """Once a turn it gives a friendly detachment within ``reach`` another order."""

    rule: ClassVar[str] = "netepic.genie-tactique"
    source: ClassVar[str] = "NetEpic (FR), Génie Tactique"

    reach: Mm = GENIUS_REACH

    def on_revise(self) -> Mm:
        """How far."""
        return self.reach
