"""Keywords of weapons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from battlesim.geometry.footprint import Spot
from battlesim.geometry.measure import Measurement
from battlesim.model.ruling import Fact, Modifier, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.wh40k.engagement import unit_engaged
from battlesim.rules.wh40k.field import Field, model_state_of, side_of, state_of
from battlesim.rules.wh40k.profiles import Amount
from battlesim.rules.wh40k.ranges import half_range
from battlesim.rules.wh40k.situations import Attack, AttackType, Extra
from battlesim.units import Mm, inches

_HEAVY_ALLOWANCE: Final = inches(3)


@dataclass(frozen=True, slots=True)
class RapidFire:
    """``Rapid Fire X``: X more attack dice at a target within half range."""

    extra: Amount
    rule: str = field(default="wh40k.rapid-fire", init=False, repr=False)

    def on_attacks(self, attack: Attack) -> Extra:
        near = half_range(attack)
        return Extra(self.rule, self.extra, near, near.holds)


@dataclass(frozen=True, slots=True)
class Melta:
    """``Melta X``: X more damage to a target within half range."""

    bonus: Amount
    rule: str = field(default="wh40k.melta", init=False, repr=False)

    def on_damage(self, attack: Attack) -> Extra:
        near = half_range(attack)
        return Extra(self.rule, self.bonus, near, near.holds)


@dataclass(frozen=True, slots=True)
class Heavy:
    """``Heavy``: +1 to hit in one's own shooting phase for a unit that is unengaged, was not set up and hardly moved."""

    allowance: Mm = _HEAVY_ALLOWANCE
    rule: str = field(default="wh40k.heavy", init=False, repr=False)

    def on_hit(self, attack: Attack) -> Modifier:
        steady = self.steady(attack.field, attack.unit)
        return Modifier(self.rule, "add", 1, steady, steady.holds)

    def steady(self, battle: Field, unit: str) -> Ruling:
        """Does the unit meet every condition? The way of its model that moved most is the first evidence."""
        source = "glossary; core rules 24.16"
        side, clock, state = side_of(battle, unit), battle.scene.clock, state_of(battle, unit)
        own = Ruling(
            self.rule,
            clock.side == side and clock.phase == "shooting",
            "own-shooting-phase",
            evidence=(Fact(clock.phase or "no-phase", clock.side),),
            subjects=(unit,),
            source=source,
        )
        engaged = unit_engaged(battle, unit)
        free = Ruling(
            self.rule,
            not engaged.holds,
            "unengaged",
            engaged.limit,
            "beyond",
            engaged.evidence,
            (unit,),
            source,
            (engaged,),
        )
        there = Ruling(
            self.rule,
            not state.set_up,
            "not-set-up",
            evidence=(Fact("set-up" if state.set_up else "not-set-up", unit),),
            subjects=(unit,),
            source=source,
        )
        farthest = max((_way(battle, model) for model in battle.scene.standing(unit)), key=lambda way: way.value)
        still = ruled(
            self.rule, farthest, "within", self.allowance, clause="moved", subjects=(farthest.ends[0],), source=source
        )
        parts = (own, free, there, still)
        failing = next((part for part in parts if not part.holds), still)
        return Ruling(
            self.rule,
            failing.holds,
            failing.clause,
            failing.limit,
            failing.comparison,
            failing.evidence,
            (unit,),
            source,
            parts,
        )


@dataclass(frozen=True, slots=True)
class Torrent:
    """``Torrent``: hits without a roll, so never critically."""

    rule: str = field(default="wh40k.torrent", init=False, repr=False)

    def on_aim(self, attack: Attack) -> Ruling:
        return Ruling(
            self.rule,
            True,
            "hits",
            evidence=(Fact("torrent", attack.attacker),),
            subjects=(attack.attacker, attack.target),
            source="glossary; core rules 24.37",
        )


@dataclass(frozen=True, slots=True)
class Assault:
    """``Assault``: may shoot after an advance."""

    rule: str = field(default="wh40k.assault", init=False, repr=False)

    def on_type(self, kind: AttackType) -> Ruling | None:
        return _opened(self.rule, kind, "assault", "glossary; core rules 10.05, 24.04")


@dataclass(frozen=True, slots=True)
class CloseQuarters:
    """``Close-quarters``, printed ``Pistol`` too: may shoot while engaged, at the units engaged with."""

    rule: str = "wh40k.close-quarters"

    def on_type(self, kind: AttackType) -> Ruling | None:
        return _opened(self.rule, kind, "close-quarters", "glossary; core rules 10.06, 24.07")


@dataclass(frozen=True, slots=True)
class IgnoresCover:
    """``Ignores Cover``: the target has no benefit of cover against it, whatever would give one."""

    rule: str = field(default="wh40k.ignores-cover", init=False, repr=False)

    def on_no_cover(self, attack: Attack) -> Ruling:
        return Ruling(
            self.rule,
            True,
            "no-cover",
            evidence=(Fact("ignores-cover", attack.attacker),),
            subjects=(attack.attacker, attack.target),
            source="glossary; core rules 24.18",
        )


def _opened(rule: str, kind: AttackType, opens: AttackType, source: str) -> Ruling | None:
    if kind != opens:
        return None
    return Ruling(rule, True, "opens", evidence=(Fact(f"{kind}-shooting"),), source=source)


def _way(battle: Field, model: Model) -> Measurement:
    """How far the model has travelled this turn, from where it began to where it stands."""
    state, here = model_state_of(battle, model.id), model.footprint.centre
    from_x = here[0] if state.from_x is None else state.from_x
    from_y = here[1] if state.from_y is None else state.from_y
    bottom = model.footprint.bottom
    spots = Spot(from_x, from_y, bottom), Spot(*here, bottom)
    return Measurement(Mm(state.travelled), *spots, (model.id, model.id), "path")
