"""Abilities that protect their bearer, or others, from what hits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from battlesim.model.ruling import Count, Fact, Modifier, Ruling
from battlesim.rules.netepic.abilities.plainly import plainly
from battlesim.rules.netepic.fire_hooks import PsychicSave
from battlesim.rules.netepic.flanks import side_attacked
from battlesim.rules.netepic.hooks import Cause, FireQuestion, LastChance, Loss
from battlesim.rules.netepic.measuring import nearest_gap
from battlesim.rules.netepic.profiles import Kind, NetepicBattle, profile_of
from battlesim.rules.netepic.state import Order
from battlesim.rules.netepic.table import pinned_by, stand_state, unit_state
from battlesim.rules.netepic.turn_hooks import Repair
from battlesim.units import Mm, cm

MEDIC_REACH: Final = cm(6)
SHADOWED: Final[Mapping[Order, int]] = {"charge": 3, "advance": 4, "first-fire": 5, "none": 4}
"""The fixed save that a shadow shield gives by order."""


@dataclass(frozen=True, slots=True)
class EnergyShields:
    """``shields`` shields: each takes one hit of PA -1 or better and falls; PA 0 does nothing while one is up.

    One that is up also gives a save of ``psychic`` or more against ethereal attacks. In the final phase each that is down
    comes back on ``restored_on`` or more.
    """

    rule: ClassVar[str] = "netepic.boucliers-energetiques"
    source: ClassVar[str] = "NetEpic (FR), Boucliers Energétiques (X)"

    shields: int
    psychic: int = 4
    restored_on: int = 4

    def on_shields(self) -> int:
        """All of them, at the start."""
        return self.shields

    def on_final(self, battle: NetepicBattle, bearer: str) -> Repair | None:
        """One die for each that is down."""
        down = stand_state(battle, bearer).shields_down
        if not down:
            return None
        evidence = (Count("shields", self.shields - down, self.shields),)
        ruling = Ruling(self.rule, True, "restored", evidence=evidence, subjects=(bearer,), source=self.source)
        return Repair(ruling, "shield", down, self.restored_on, "shields-down")

    def on_ethereal(self, battle: NetepicBattle, bearer: str) -> PsychicSave | None:
        """While one is up."""
        up = self.shields - stand_state(battle, bearer).shields_down
        if up <= 0:
            return None
        evidence = (Count("shields", up, self.shields),)
        ruling = Ruling(self.rule, True, "psychic", evidence=evidence, subjects=(bearer,), source=self.source)
        return PsychicSave(self.psychic, ruling)


@dataclass(frozen=True, slots=True)
class PassesShields:
    """The weapon's hits are not taken by energy shields."""

    rule: ClassVar[str] = "netepic.ignore-boucliers"
    source: ClassVar[str] = "NetEpic (FR), Ignore Boucliers"

    def on_shielded(self, asked: FireQuestion) -> Ruling:
        """Always."""
        return plainly(self, "shields", "ignores-shields", asked.weapon.id, asked.shooter, asked.target)


@dataclass(frozen=True, slots=True)
class Regeneration:
    """One die of ``needs`` or more brings a lost wound back, ``harder`` in assault; never what an ethereal attack took."""

    rule: ClassVar[str] = "netepic.regeneration"
    source: ClassVar[str] = "NetEpic (FR), Régénération (X+)"

    needs: int
    harder: int = 1

    def on_loss(self, loss: Loss) -> LastChance:
        """One die a wound."""
        ruling = plainly(self, loss.cause, loss.cause, loss.stand, holds=loss.cause != "ethereal")
        return LastChance(ruling, "regeneration", regained_on(self.needs, self.harder, loss.cause))


@dataclass(frozen=True, slots=True)
class Mends:
    """Friendly detachments of the named kinds with a stand within ``reach`` (inclusive) regenerate on ``needs`` or more."""

    source: ClassVar[str] = "NetEpic (FR), Médecin and Mécanicien"

    rule: str
    kinds: tuple[Kind, ...]
    needs: int = 5
    harder: int = 1
    reach: Mm = MEDIC_REACH

    def on_friends_loss(self, loss: Loss, bearer: str) -> LastChance | None:
        """For whoever is of a kind that it can help."""
        if profile_of(loss.battle, loss.stand).kind not in self.kinds:
            return None
        scene = loss.battle.scene
        unit = scene.model(loss.stand).unit
        measured = nearest_gap(loss.battle.options, (scene.model(bearer),), scene.standing(unit))
        holds = measured.within(self.reach) and loss.cause != "ethereal"
        subjects = (bearer, unit)
        ruling = Ruling(self.rule, holds, "reach", self.reach, "within", (measured,), subjects, self.source)
        return LastChance(ruling, "regeneration", regained_on(self.needs, self.harder, loss.cause))


def medic() -> Mends:
    """Médecin: for infantry and cavalry."""
    return Mends("netepic.medecin", ("infantry", "cavalry"))


def mechanic() -> Mends:
    """Mécanicien: for vehicles and walkers."""
    return Mends("netepic.mecanicien", ("vehicle", "walker"))


def regained_on(needs: int, harder: int, cause: Cause) -> int:
    """The face that brings a wound back."""
    return needs + (harder if cause == "assault" else 0)


@dataclass(frozen=True, slots=True)
class DoubleFrontSave:
    """Failed saves against shots from the front are rolled again."""

    rule: ClassVar[str] = "netepic.double-sauvegarde-de-face"
    source: ClassVar[str] = "NetEpic (FR), Double sauvegarde de face"

    def on_failed_save(self, asked: FireQuestion) -> Ruling:
        """By where the shooter stands."""
        side, measured = side_attacked(asked.battle, asked.shooter, asked.target)
        evidence = (measured, Fact(f"from-{side}", asked.target))
        subjects = (asked.shooter, asked.target)
        return Ruling(self.rule, side == "front", "front", None, None, evidence, subjects, self.source)


@dataclass(frozen=True, slots=True)
class FullArmour:
    """No side of the bearer is weaker than its front."""

    rule: ClassVar[str] = "netepic.blindage-integral"
    source: ClassVar[str] = "NetEpic (FR), Blindage Intégral"

    def on_weak_side(self) -> tuple[str, ...]:
        """Neither."""
        return ("flank", "rear")


@dataclass(frozen=True, slots=True)
class SideArmour:
    """The flanks of the bearer are no weaker than its front; its rear is."""

    rule: ClassVar[str] = "netepic.blindage-lateral"
    source: ClassVar[str] = "NetEpic (FR), Blindage Latéral"

    def on_weak_side(self) -> tuple[str, ...]:
        """The flanks."""
        return ("flank",)


@dataclass(frozen=True, slots=True)
class ShadowShield:
    """A fixed save against shots by the bearer's own order; pinned or immobile it is that of First Fire. Not against
    templates, which deviate over it."""

    rule: ClassVar[str] = "netepic.bouclier-d-ombre"
    source: ClassVar[str] = "NetEpic (FR), Bouclier d'ombre"

    scatter: int = 2

    def on_save(self, asked: FireQuestion) -> Modifier | None:
        """Caps the save where it is better."""
        if asked.template:
            return None
        me = asked.battle.scene.model(asked.target)
        still = bool(pinned_by(asked.battle, me)) or stand_state(asked.battle, me.id).immobilised
        order: Order = "first-fire" if still else unit_state(asked.battle, me.unit).order
        return Modifier(self.rule, "cap", SHADOWED.get(order, 4), plainly(self, "order", order, me.id, asked.shooter))

    def on_covered(self, battle: NetepicBattle, bearer: str) -> tuple[int, Ruling]:
        """Two dice."""
        return self.scatter, plainly(self, "deviation", "shadowed", bearer)


@dataclass(frozen=True, slots=True)
class HoloField:
    """Templates laid over the bearer deviate, also when fired directly. (Its protection from shots is not modelled.)"""

    rule: ClassVar[str] = "netepic.holo-champ"
    source: ClassVar[str] = "NetEpic (FR), Holo-Champ"

    scatter: int = 2

    def on_covered(self, battle: NetepicBattle, bearer: str) -> tuple[int, Ruling]:
        """Two dice."""
        return self.scatter, plainly(self, "deviation", "holo-field", bearer)


@dataclass(frozen=True, slots=True)
class Wounds:
    """The stand has ``wounds`` points de vie."""

    rule: ClassVar[str] = "netepic.point-de-vie"
    source: ClassVar[str] = "NetEpic (FR), Point de vie (X)"

    wounds: int

    def on_wounds(self) -> int:
        """As printed."""
        return self.wounds


@dataclass(frozen=True, slots=True)
class Sniper:
    """On ``needs`` or more, nobody is lost instead of the stand that this weapon hit."""

    rule: ClassVar[str] = "netepic.sniper"
    source: ClassVar[str] = "NetEpic (FR), Sniper"

    needs: int = 4

    def on_stand_in(self, loss: Loss) -> LastChance:
        """One die a wound."""
        return LastChance(plainly(self, "picked-off", "sniper", loss.stand), "sniper", self.needs)
