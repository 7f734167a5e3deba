"""Keywords of units about the battle around an attack: before it, in transports, in attached units, and in the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from battlesim.geometry.measure import gap_to
from battlesim.model.ruling import Fact, Ruling, ruled
from battlesim.rules.wh40k.combine import combined
from battlesim.rules.wh40k.field import side_of, standing_enemies
from battlesim.rules.wh40k.placing import clear_of
from battlesim.rules.wh40k.profiles import Amount
from battlesim.rules.wh40k.situations import Setup
from battlesim.rules.wh40k.unit_hooks import Blast, JoinRole, Stride
from battlesim.units import Mm, inches

_BLAST: Final = inches(6)
_EXCLUSION: Final = inches(8)
_STRIDE: Final = inches(4)


@dataclass(frozen=True, slots=True)
class DeadlyDemise:
    """``Deadly Demise X``: destroyed, it deals X mortal wounds on a 6 to every unit within 6 inches (inclusive)."""

    amount: Amount
    reach: Mm = _BLAST
    rule: str = field(default="wh40k.deadly-demise", init=False, repr=False)

    def on_destroyed(self, model: str) -> Blast:
        return Blast(self.rule, self.amount, self.reach)


@dataclass(frozen=True, slots=True)
class Scouts:
    """``Scouts X``: before the battle, a move of up to X inches, or out of reserves into the own zone."""

    reach: Mm
    rule: str = field(default="wh40k.scouts", init=False, repr=False)

    def on_scout(self) -> Mm:
        return self.reach


@dataclass(frozen=True, slots=True)
class Infiltrators:
    """``Infiltrators``: deployed anywhere, horizontally more than 8 inches (strict) from the enemy's zone and models."""

    exclusion: Mm = _EXCLUSION
    rule: str = field(default="wh40k.infiltrators", init=False, repr=False)

    def on_deployment(self, setup: Setup) -> tuple[Ruling, ...]:
        battle, unit = setup.field, setup.unit.id
        ours = tuple(zip(setup.models, setup.footprints, strict=True))
        source = "glossary; core rules 24.20"
        zones = [
            zone
            for zone in battle.scene.battlefield.zones
            if zone.side != setup.unit.side and zone.role == "deployment"
        ]
        if zones:
            from_zones = combined(
                [
                    ruled(
                        self.rule,
                        gap_to(footprint, zone.shape, ends=(name, zone.id)),
                        "beyond",
                        self.exclusion,
                        clause="zone",
                        subjects=(name,),
                        source=source,
                    )
                    for name, footprint in ours
                    for zone in zones
                ]
            )
        else:
            from_zones = Ruling(
                self.rule, True, "zone", evidence=(Fact("no-enemy-zone"),), subjects=(unit,), source=source
            )
        enemies = standing_enemies(battle, side_of(battle, unit))
        return (
            from_zones,
            clear_of(self.rule, "distance", self.exclusion, ours, enemies, subjects=(unit,), source=source),
        )


@dataclass(frozen=True, slots=True)
class Leader:
    """``Leader``: a character that joins a bodyguard unit and is one unit with it."""

    rule: str = field(default="wh40k.leader", init=False, repr=False)

    def on_join(self) -> JoinRole:
        return "leader"


@dataclass(frozen=True, slots=True)
class Support:
    """``Support``: a character that joins a bodyguard unit beside its leader."""

    rule: str = field(default="wh40k.support", init=False, repr=False)

    def on_join(self) -> JoinRole:
        return "support"


@dataclass(frozen=True, slots=True)
class FightsFirst:
    """``Fights First``: fights in the first step of the fights, where every model of the unit has it."""

    rule: str = field(default="wh40k.fights-first", init=False, repr=False)

    def on_fight_order(self, unit: str) -> Ruling:
        evidence = (Fact("every-model", unit),)
        return Ruling(self.rule, True, "every-model", evidence=evidence, subjects=(unit,), source="glossary")


@dataclass(frozen=True, slots=True)
class FiringDeck:
    """``Firing Deck X``: up to X models aboard lend the transport one ranged weapon each."""

    models: int
    rule: str = field(default="wh40k.firing-deck", init=False, repr=False)

    def on_deck(self) -> int:
        return self.models


@dataclass(frozen=True, slots=True)
class Hover:
    """``Hover``: takes to the skies without giving up distance."""

    rule: str = field(default="wh40k.hover", init=False, repr=False)

    def on_skies(self, unit: str) -> Ruling:
        evidence = (Fact("every-model", unit),)
        return Ruling(self.rule, True, "every-model", evidence=evidence, subjects=(unit,), source="core rules 21.03")


@dataclass(frozen=True, slots=True)
class SuperHeavyWalker:
    """``Super-heavy Walker``: strides over models other than titanic ones, and over terrain up to 4 inches tall."""

    height: Mm = _STRIDE
    rule: str = field(default="wh40k.super-heavy-walker", init=False, repr=False)

    def on_stride(self) -> Stride:
        return Stride(self.rule, self.height, ("TITANIC",))
