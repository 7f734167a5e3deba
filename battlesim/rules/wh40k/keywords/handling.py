"""Keywords of weapons about what they may be aimed at, how often, with how many dice, and at whose risk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from battlesim.model.ruling import Count, Fact, Modifier, Ruling
from battlesim.rules.wh40k.engagement import unit_engaged
from battlesim.rules.wh40k.field import has_keyword, model_state_of, side_of, state_of, unit_has_keyword
from battlesim.rules.wh40k.profiles import Amount, Weapon
from battlesim.rules.wh40k.sighting import model_visible, visibility
from battlesim.rules.wh40k.situations import Attack, AttackType, Extra, Sighting

_FIVE: Final = 5


@dataclass(frozen=True, slots=True)
class Blast:
    """``Blast``, ``Blast X``: 1 or X more attack dice for every five models of the target, which must be unengaged."""

    extra: Amount = Amount(1)  # noqa: RUF009
    rule: str = field(default="wh40k.blast", init=False, repr=False)

    def on_attacks(self, attack: Attack) -> Extra:
        return _for_every_five(self.rule, self.extra, attack, "glossary; core rules 24.05")

    def on_target(self, attack: Attack) -> Ruling:
        engaged = unit_engaged(attack.field, attack.target)
        return Ruling(
            self.rule,
            not engaged.holds,
            "unengaged",
            engaged.limit,
            "beyond",
            engaged.evidence,
            (attack.attacker, attack.target),
            "core rules 10.06, 17.03",
            (engaged,),
        )


@dataclass(frozen=True, slots=True)
class Cleave:
    """``Cleave X``: X more attack dice in a fight for every five models of the one target of the weapon."""

    extra: Amount
    rule: str = field(default="wh40k.cleave", init=False, repr=False)

    def on_attacks(self, attack: Attack) -> Extra:
        source = "core rules 24.06"
        if not attack.split:
            return _for_every_five(self.rule, self.extra, attack, source)
        facts, subjects = (Fact("split-attacks", attack.attacker),), (attack.attacker, attack.target)
        return Extra(
            self.rule,
            self.extra,
            Ruling(self.rule, False, "one-target", evidence=facts, subjects=subjects, source=source),
            False,
        )


@dataclass(frozen=True, slots=True)
class Hunter:
    """``Hunter X``: may be used against units with keyword X alone; with several of them, any one will do."""

    keywords: tuple[str, ...]
    rule: str = field(default="wh40k.hunter", init=False, repr=False)

    def on_target(self, attack: Attack) -> Ruling:
        has = unit_has_keyword(attack.field, attack.target, self.keywords)
        facts = tuple(Fact(f"{'' if has else 'not-'}keyword", keyword) for keyword in self.keywords)
        subjects = attack.attacker, attack.target
        return Ruling(self.rule, has, "keyword", evidence=facts, subjects=subjects, source="datasheets")


@dataclass(frozen=True, slots=True)
class OneShot:
    """``One Shot``: each such weapon of a model may be chosen once in the battle, even by a model that came back."""

    rule: str = field(default="wh40k.one-shot", init=False, repr=False)

    def on_use(self, weapon: Weapon) -> str:
        return weapon.id

    def on_target(self, attack: Attack) -> Ruling:
        spent = attack.weapon.id in model_state_of(attack.field, attack.attacker).spent
        return Ruling(
            self.rule,
            not spent,
            "unspent",
            evidence=(Fact("spent" if spent else "unspent", attack.attacker),),
            subjects=(attack.attacker, attack.target),
            source="glossary; core rules 24.26",
        )


@dataclass(frozen=True, slots=True)
class ExtraAttacks:
    """``Extra Attacks``: used in a fight on top of one other melee weapon of the model."""

    rule: str = field(default="wh40k.extra-attacks", init=False, repr=False)

    def on_besides(self, weapon: Weapon) -> bool:
        return weapon.melee


@dataclass(frozen=True, slots=True)
class Precision:
    """``Precision``: the attacker may have the wounds allocated first to a character that the attacking model sees."""

    rule: str = field(default="wh40k.precision", init=False, repr=False)

    def on_precision(self, attack: Attack) -> tuple[Ruling, ...]:
        characters = [m for m in attack.targets if has_keyword(attack.field, m.id, ("CHARACTER",))]
        asked = [(character, model_visible(attack.field, attack.model, character)) for character in characters]
        return tuple(
            Ruling(
                self.rule,
                all(ruling.holds for ruling in seen),
                "visible-character",
                evidence=tuple(piece for ruling in seen for piece in ruling.evidence),
                subjects=(attack.attacker, character.id),
                source="glossary; core rules 24.28",
            )
            for character, seen in asked
        )


@dataclass(frozen=True, slots=True)
class Hazardous:
    """``Hazardous``: a hazard roll for each such weapon chosen; before the attacks (glossary) or after them (core)."""

    rule: str = field(default="wh40k.hazardous", init=False, repr=False)

    def on_danger(self, attack: Attack) -> Ruling:
        options = attack.field.options
        clause = "before" if options.hazard_before_attacks else "after"
        evidence = (Fact("hazardous", attack.attacker),)
        source = options.authority("24.15")
        return Ruling(self.rule, True, clause, evidence=evidence, subjects=(attack.attacker,), source=source)


@dataclass(frozen=True, slots=True)
class IndirectFire:
    """``Indirect Fire``: may be aimed at a unit out of sight, in a type of shooting of its own.

    Glossary: -1 to hit and cover for a target of which the unit sees nothing. Core: cover always, and an unmodified 1-5
    misses, 1-3 for a unit that remained stationary where a friend sees the target.
    """

    rule: str = field(default="wh40k.indirect-fire", init=False, repr=False)

    def on_type(self, kind: AttackType) -> Ruling | None:
        if kind != "indirect":
            return None
        return Ruling(
            self.rule, True, "opens", evidence=(Fact("indirect-shooting"),), source="glossary; core rules 10.07"
        )

    def on_unseen(self, attack: Attack) -> Ruling | None:
        if attack.kind != "indirect":
            return None
        return Ruling(
            self.rule,
            True,
            "out-of-sight",
            evidence=(Fact("indirect-shooting", attack.unit),),
            subjects=(attack.attacker, attack.target),
            source="glossary; core rules 10.07",
        )

    def on_hit(self, attack: Attack) -> Modifier | None:
        if attack.kind != "indirect" or not attack.field.options.indirect_by_sight:
            return None
        unseen = self.unseen(attack)
        return Modifier(self.rule, "subtract", 1, unseen, unseen.holds)

    def on_cover(self, attack: Attack) -> Ruling | None:
        if attack.kind != "indirect":
            return None
        if attack.field.options.indirect_by_sight:
            return self.unseen(attack)
        return self.on_unseen(attack)

    def on_miss(self, attack: Attack) -> Modifier | None:
        if attack.kind != "indirect" or attack.field.options.indirect_by_sight:
            return None
        spotted = self._spotted(attack)
        return Modifier(self.rule, "replace", 3 if spotted.holds else 5, spotted)

    def unseen(self, attack: Attack) -> Ruling:
        """Does the attacking unit see nothing of the target? One model that sees some of it is enough to say no."""
        sights = []
        for model in attack.field.scene.standing(attack.unit):
            sights = [r for r in visibility(Sighting(attack.field, model.id, attack.target)) if r.evidence]
            if all(ruling.holds for ruling in sights):
                break
        seen = all(ruling.holds for ruling in sights)
        evidence = sights[-1].evidence[:1]
        subjects = attack.attacker, attack.target
        source = attack.field.options.authority("10.07")
        return Ruling(self.rule, not seen, "nothing-seen", evidence=evidence, subjects=subjects, source=source)

    def _spotted(self, attack: Attack) -> Ruling:
        """Did the unit remain stationary, and does a friend see the target?"""
        battle, unit = attack.field, attack.unit
        state = state_of(battle, unit)
        still = state.moved in ("", "stationary") and not state.set_up
        friends = [u.id for u in battle.scene.units_of(side_of(battle, unit)) if battle.scene.standing(u.id)]
        models = (m.id for friend in friends for m in battle.scene.standing(friend))
        spotter = next((m for m in models if still and _sees(attack, m)), None)
        facts = (
            Fact("stationary" if still else "not-stationary", unit),
            Fact("spotted" if spotter is not None else "not-spotted", spotter or attack.target),
        )
        return Ruling(
            self.rule,
            spotter is not None,
            "stationary-and-spotted",
            evidence=facts,
            subjects=(attack.attacker, attack.target),
            source="core rules 10.07",
        )


def _sees(attack: Attack, observer: str) -> bool:
    return all(ruling.holds for ruling in visibility(Sighting(attack.field, observer, attack.target)))


def _for_every_five(rule: str, extra: Amount, attack: Attack, source: str) -> Extra:
    """That much for each full five models of the target, counted now: when targets are chosen."""
    count = len(attack.targets)
    fives = count // _FIVE
    ruling = Ruling(
        rule,
        fives > 0,
        "fives",
        evidence=(Count("models", count),),
        subjects=(attack.attacker, attack.target),
        source=source,
    )
    more = Amount(extra.plus * fives, extra.dice * fives, extra.sides)
    return Extra(rule, more, ruling, fives > 0)
