"""Keywords of weapons about critical hits and wounds, and about rolling again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from battlesim.model.ruling import Fact, Modifier, Ruling, ruled
from battlesim.rules.wh40k.field import state_of, unit_has_keyword
from battlesim.rules.wh40k.profiles import Amount
from battlesim.rules.wh40k.ranges import distance
from battlesim.rules.wh40k.situations import Attack, Extra
from battlesim.units import Mm, inches

_FAR: Final = inches(12)
_FAR_CRITICAL: Final = 4


@dataclass(frozen=True, slots=True)
class Anti:
    """``Anti-X Y+``: against a unit with keyword X, an unmodified wound roll of Y or more is a critical wound."""

    keywords: tuple[str, ...]
    threshold: int
    rule: str = field(default="wh40k.anti", init=False, repr=False)

    def on_critical_wound(self, attack: Attack) -> Modifier:
        has = unit_has_keyword(attack.field, attack.target, self.keywords)
        facts = tuple(Fact(f"{'' if has else 'not-'}keyword", keyword) for keyword in self.keywords)
        ruling = Ruling(
            self.rule,
            has,
            "keyword",
            evidence=facts,
            subjects=(attack.attacker, attack.target),
            source="glossary; core rules 24.03",
        )
        return Modifier(self.rule, "cap", self.threshold, ruling, has)


@dataclass(frozen=True, slots=True)
class TwinLinked:
    """``Twin-linked``: any of its wound rolls may be made again, each once."""

    rule: str = field(default="wh40k.twin-linked", init=False, repr=False)

    def on_wound_reroll(self, attack: Attack) -> Ruling:
        return _given(self.rule, "reroll", "twin-linked", attack, "glossary; core rules 24.38")


@dataclass(frozen=True, slots=True)
class LethalHits:
    """``Lethal Hits``: each critical hit wounds without a roll where the attacker wants it, and then never critically."""

    rule: str = field(default="wh40k.lethal-hits", init=False, repr=False)

    def on_lethal(self, attack: Attack) -> Ruling:
        return _given(self.rule, "wounds", "lethal-hits", attack, "glossary; core rules 24.23")


@dataclass(frozen=True, slots=True)
class SustainedHits:
    """``Sustained Hits X``: X more hits, which are not critical, for each critical hit."""

    extra: Amount
    rule: str = field(default="wh40k.sustained-hits", init=False, repr=False)

    def on_extra_hits(self, attack: Attack) -> Extra:
        ruling = _given(self.rule, "hits", "sustained-hits", attack, "glossary; core rules 24.36")
        return Extra(self.rule, self.extra, ruling)


@dataclass(frozen=True, slots=True)
class DevastatingWounds:
    """``Devastating Wounds``: a critical wound ends the attack; its damage is mortal wounds to one model at most."""

    rule: str = field(default="wh40k.devastating-wounds", init=False, repr=False)

    def on_devastating(self, attack: Attack) -> Ruling:
        options = attack.field.options
        clause = "invulnerable-save" if options.devastating_saved else "no-save"
        return _given(self.rule, clause, "devastating-wounds", attack, options.authority("24.10"))


@dataclass(frozen=True, slots=True)
class Lance:
    """``Lance``: +1 to wound after a charge move this turn, of the model itself (glossary) or of its unit (core)."""

    rule: str = field(default="wh40k.lance", init=False, repr=False)

    def on_wound(self, attack: Attack) -> Modifier:
        charged = state_of(attack.field, attack.unit).charged
        whose = attack.unit
        if attack.field.options.lance_by_model:
            charged, whose = charged and attack.charged, attack.attacker
        ruling = Ruling(
            self.rule,
            charged,
            "charged",
            evidence=(Fact("charged" if charged else "not-charged", whose),),
            subjects=(attack.attacker, attack.target),
            source=attack.field.options.authority("24.21"),
        )
        return Modifier(self.rule, "add", 1, ruling, charged)


@dataclass(frozen=True, slots=True)
class Conversion:
    """``Conversion``: at a target more than 12 inches away (strict), an unmodified hit roll of 4 or more is critical."""

    beyond: Mm = _FAR
    threshold: int = _FAR_CRITICAL
    rule: str = field(default="wh40k.conversion", init=False, repr=False)

    def on_critical_hit(self, attack: Attack) -> Modifier:
        far = ruled(
            self.rule,
            distance(attack),
            "beyond",
            self.beyond,
            clause="distance",
            subjects=(attack.attacker, attack.target),
            source="datasheets",
        )
        return Modifier(self.rule, "cap", self.threshold, far, far.holds)


@dataclass(frozen=True, slots=True)
class Psychic:
    """``Psychic``: what worsens its skill or its hit roll is left aside."""

    rule: str = field(default="wh40k.psychic", init=False, repr=False)

    def on_penalties(self, attack: Attack) -> Ruling:
        return _given(self.rule, "penalties", "psychic", attack, "core rules 24.29")


def _given(rule: str, clause: str, what: str, attack: Attack, source: str) -> Ruling:
    """A ruling that holds because the weapon says so."""
    subjects = attack.attacker, attack.target
    return Ruling(rule, True, clause, evidence=(Fact(what, attack.attacker),), subjects=subjects, source=source)
