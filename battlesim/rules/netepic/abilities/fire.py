"""Abilities that make shooting easier or harder, or say which weapons may fire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from battlesim.engine.hooks import collect
from battlesim.model.ruling import Count, Fact, Modifier, Ruling
from battlesim.rules.netepic.abilities.plainly import plainly
from battlesim.rules.netepic.fire_hooks import Hiding, IsAirborne
from battlesim.rules.netepic.hooks import FireQuestion
from battlesim.rules.netepic.measuring import stand_gap
from battlesim.rules.netepic.profiles import ALL_ROUND, NetepicBattle, Weapon, profile_of
from battlesim.rules.netepic.table import opponents, stand_state, unit_state
from battlesim.rules.netepic.terrain import cover_modifier, cover_of
from battlesim.units import Mm, cm

FAR: Final = cm(25)


@dataclass(frozen=True, slots=True)
class AntiAir:
    """Shoots all round and at enemies on the move without a penalty, but ``harder`` at what is neither in the air nor of
    class ``large`` or more."""

    rule: ClassVar[str] = "netepic.anti-aerien"
    source: ClassVar[str] = "NetEpic (FR), Anti-Aérien (AA)"

    harder: int = 2
    large: int = 5

    def on_interception(self, asked: FireQuestion) -> Ruling:
        """Always."""
        return plainly(self, "interception", "anti-aircraft", asked.shooter, asked.target)

    def on_arc(self) -> int:
        """All round."""
        return ALL_ROUND

    def on_to_hit(self, asked: FireQuestion) -> Modifier:
        """Harder at the ground; kept for the record where the target is none."""
        target = profile_of(asked.battle, asked.target)
        flying = [
            ruling
            for rule in collect(IsAirborne, target.abilities)
            if (ruling := rule.on_airborne(asked.battle, asked.target)) is not None and ruling.holds
        ]
        grounded = not flying and target.blocking_class < self.large
        evidence = (Fact(f"class {target.blocking_class}", asked.target),)
        subjects = (asked.shooter, asked.target)
        ruling = Ruling(
            self.rule, grounded, "ground", evidence=evidence, subjects=subjects, source=self.source, parts=tuple(flying)
        )
        return Modifier(self.rule, "add", self.harder, ruling, grounded)


@dataclass(frozen=True, slots=True)
class ReflexFire:
    """Shoots at enemies on the move without a penalty."""

    rule: ClassVar[str] = "netepic.tir-reflexe"
    source: ClassVar[str] = "NetEpic (FR), Tir Réflexe"

    def on_interception(self, asked: FireQuestion) -> Ruling:
        """Always."""
        return plainly(self, "interception", "reflex-fire", asked.shooter, asked.target)


@dataclass(frozen=True, slots=True)
class HardToHit:
    """Aimed shots at the bearer are ``harder`` to hit with; templates are not."""

    rule: ClassVar[str] = "netepic.dur-a-cibler"
    source: ClassVar[str] = "NetEpic (FR), Dur à Cibler"

    harder: int = 1

    def on_to_hit(self, asked: FireQuestion) -> Modifier | None:
        """At the bearer alone, not for what it shoots itself."""
        if self not in profile_of(asked.battle, asked.target).abilities:
            return None
        ruling = plainly(self, "aimed", "hard-to-hit", asked.target, asked.shooter, holds=not asked.template)
        return Modifier(self.rule, "add", self.harder, ruling, not asked.template)


@dataclass(frozen=True, slots=True)
class HypnoticAura:
    """Whatever is fired at the bearer is ``harder`` to hit with, and templates laid over it deviate."""

    rule: ClassVar[str] = "netepic.aura-hypnotique"
    source: ClassVar[str] = "NetEpic (FR), Aura Hypnotique"

    harder: int = 1
    scatter: int = 2

    def on_to_hit(self, asked: FireQuestion) -> Modifier | None:
        """At the bearer alone, not for what it shoots itself."""
        if self not in profile_of(asked.battle, asked.target).abilities:
            return None
        return Modifier(self.rule, "add", self.harder, plainly(self, "aimed", "hypnotic", asked.target, asked.shooter))

    def on_covered(self, battle: NetepicBattle, bearer: str) -> tuple[int, Ruling]:
        """Two dice."""
        return self.scatter, plainly(self, "deviation", "hypnotic", bearer)


@dataclass(frozen=True, slots=True)
class Graviton:
    """Hits on the target's armour save instead of the weapon's number, on ``best`` at the easiest.

    A target without an armour save is hit on the weapon's own number.
    """

    rule: ClassVar[str] = "netepic.graviton"
    source: ClassVar[str] = "NetEpic (FR), Graviton"

    best: int = 2

    def on_to_hit(self, asked: FireQuestion) -> Modifier | None:
        """The target's save takes the place of the number."""
        armour = profile_of(asked.battle, asked.target).save.armour
        if armour is None:
            return None
        needed = max(armour, self.best)
        evidence = (Count("armour", armour),)
        subjects = (asked.shooter, asked.target)
        ruling = Ruling(self.rule, True, "armour", evidence=evidence, subjects=subjects, source=self.source)
        return Modifier(self.rule, "replace", needed, ruling)


@dataclass(frozen=True, slots=True)
class ReducesCover:
    """The penalty of cover is ``amount`` less, never below none."""

    rule: ClassVar[str] = "netepic.reduit-couverts"
    source: ClassVar[str] = "NetEpic (FR), Réduit les couverts (X)"

    amount: int

    def on_cover_penalty(self, asked: FireQuestion, penalty: int) -> Modifier:
        """As much of the penalty as there is."""
        ruling = plainly(self, "cover", "reduces-cover", asked.weapon.id, asked.shooter, asked.target)
        return Modifier(self.rule, "subtract", min(self.amount, penalty), ruling)


@dataclass(frozen=True, slots=True)
class MoreDamage:
    """A failed save costs ``wounds`` more."""

    rule: ClassVar[str] = "netepic.degats"
    source: ClassVar[str] = "NetEpic (FR), Dégâts (+X)"

    wounds: int

    def on_damage(self, asked: FireQuestion) -> int:
        """Always."""
        return self.wounds


@dataclass(frozen=True, slots=True)
class Turret:
    """The weapon covers ``degrees``."""

    rule: ClassVar[str] = "netepic.tourelle"
    source: ClassVar[str] = "NetEpic (FR), Tourelle"

    degrees: int = ALL_ROUND

    def on_arc(self) -> int:
        """All round."""
        return self.degrees


@dataclass(frozen=True, slots=True)
class LegionFury:
    """Every miss is rolled again on First Fire."""

    rule: ClassVar[str] = "netepic.fureur-legion"
    source: ClassVar[str] = "NetEpic (FR), Fureur de la Légion"

    def on_misses(self, asked: FireQuestion) -> Ruling:
        """By the order of the detachment."""
        unit = asked.battle.scene.model(asked.shooter).unit
        order = unit_state(asked.battle, unit).order
        return plainly(self, "order", order, unit, asked.shooter, holds=order == "first-fire")


@dataclass(frozen=True, slots=True)
class Adaptability:
    """The bearer fires one of its ranged weapons a turn."""

    rule: ClassVar[str] = "netepic.adaptabilite"
    source: ClassVar[str] = "NetEpic (FR), Adaptabilité"

    def on_weapons(self, battle: NetepicBattle, bearer: str, weapons: tuple[Weapon, ...]) -> Ruling:
        """However many dice that one has."""
        count = len(dict.fromkeys(weapon.id for weapon in weapons))
        evidence = (Count("weapons", count, 1),)
        return Ruling(self.rule, count <= 1, "one", evidence=evidence, subjects=(bearer,), source=self.source)


@dataclass(frozen=True, slots=True)
class SingleUse:
    """The weapon fires once a battle."""

    rule: ClassVar[str] = "netepic.usage-unique"
    source: ClassVar[str] = "NetEpic (FR), Usage unique"

    def on_use(self, battle: NetepicBattle, bearer: str, weapon: Weapon) -> Ruling:
        """Until it was fired."""
        gone = weapon.id in stand_state(battle, bearer).used_up
        return plainly(self, "once", "used-up" if gone else "unused", bearer, holds=not gone)


@dataclass(frozen=True, slots=True)
class Camouflage:
    """In cover that makes it harder to hit, the bearer is not seen from beyond ``reach``; templates need another target.

    Not while it is engaged. Once it has shot, those farther away see it on ``spotted_on`` or more.
    """

    rule: ClassVar[str] = "netepic.camouflage"
    source: ClassVar[str] = "NetEpic (FR), Camouflage"

    reach: Mm = FAR
    spotted_on: int = 4

    def on_aim(self, asked: FireQuestion) -> Hiding | None:
        """Only where it is in cover and in no assault."""
        battle = asked.battle
        me = battle.scene.model(asked.target)
        cover = cover_modifier(battle.options, *cover_of(battle, me))
        if cover is None or opponents(battle, me):
            return None
        measured = stand_gap(battle.options, battle.scene.model(asked.shooter), me)
        near, subjects = measured.within(self.reach), (asked.shooter, asked.target)
        fired = unit_state(battle, me.unit).shot
        evidence = (measured, Fact("has-shot" if fired else "in-hiding", asked.target))
        ruling = Ruling(self.rule, near or fired, "seen", self.reach, "within", evidence, subjects, self.source)
        return Hiding(ruling, None if near or not fired else self.spotted_on)
