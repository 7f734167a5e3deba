"""Gabarit, and what bears on templates and indirect fire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from battlesim.model.ruling import Ruling
from battlesim.rules.netepic.abilities.plainly import plainly
from battlesim.rules.netepic.fire_hooks import TemplateShape
from battlesim.rules.netepic.hooks import FireQuestion
from battlesim.rules.netepic.profiles import NetepicBattle
from battlesim.rules.netepic.table import unit_state
from battlesim.units import Mm


@dataclass(frozen=True, slots=True)
class Template:
    """The weapon lays a template: a disc of ``diameter``, or the flame where there is none."""

    rule: ClassVar[str] = "netepic.gabarit"
    source: ClassVar[str] = "NetEpic (FR), templates"

    diameter: Mm | None

    def on_template(self) -> TemplateShape:
        """As printed."""
        return TemplateShape(self.diameter)

    def on_target(self, asked: FireQuestion) -> Ruling:
        """It harms what lies under it, and is not fired at stands one by one."""
        return plainly(self, "laid", "template", asked.weapon.id, asked.shooter, asked.target, holds=asked.template)


@dataclass(frozen=True, slots=True)
class MoreTemplates:
    """+1D3 gabarits: so many more templates than one, each touching another of the same shot."""

    rule: ClassVar[str] = "netepic.gabarits-supplementaires"
    source: ClassVar[str] = "NetEpic (FR), templates"

    sides: int = 3

    def on_more_templates(self) -> int:
        """A D3."""
        return self.sides


@dataclass(frozen=True, slots=True)
class Artillery:
    """May fire without sight of its target on First Fire; such fire deviates."""

    rule: ClassVar[str] = "netepic.artillerie"
    source: ClassVar[str] = "NetEpic (FR), Artillerie"

    def on_indirect(self, battle: NetepicBattle, bearer: str) -> Ruling:
        """By the order of the detachment, which must have given it before it could move."""
        unit = battle.scene.model(bearer).unit
        state = unit_state(battle, unit)
        stays = state.order == "first-fire" and not state.shifted
        return plainly(self, "first-fire", state.order, unit, holds=stays)


@dataclass(frozen=True, slots=True)
class ForwardObserver:
    """Guides the indirect fire of friends at what it sees."""

    rule: ClassVar[str] = "netepic.observateur-avance"
    source: ClassVar[str] = "NetEpic (FR), Observateur Avancé"

    def on_guide(self, battle: NetepicBattle, bearer: str) -> Ruling:
        """While it stands on the table."""
        stand = battle.scene.model(bearer)
        return plainly(self, "guide", stand.place, bearer, holds=stand.on_table)
