"""Steps of wh40k about charges and the fight phase, but for the fights themselves."""

from __future__ import annotations

from typing import Final, Literal

from battlesim.rules.wh40k.charge import Charge
from battlesim.rules.wh40k.consolidation import Consolidate
from battlesim.rules.wh40k.fight_order import BeginFights
from battlesim.rules.wh40k.heroic import Intervene, Intervention
from battlesim.rules.wh40k.melee_moves import PileIn
from battlesim.scenario.fields import OneOrMore, UnitRef
from battlesim.scenario.steps import Context, StepModel
from battlesim.scenario.wh40k_going import GoingStep


class ChargeStep(GoingStep):
    """A unit charges: dice ``charge``, two of them. Without a way it stays, without ``at`` it only declares.

    ``skies``: above everything, 2 inches shorter, by a unit that flies.
    """

    KEY = "charge"
    charge: UnitRef
    at: OneOrMore[UnitRef] = ()
    skies: bool = False

    def action(self, context: Context) -> Charge:
        return Charge(self.charge, self.at, self.ways(context, self.charge), self.skies)


class HeroicInterventionStep(GoingStep):
    """A unit charges in the enemy's charge phase: dice ``charge``. ``leap`` at units that charged, ``fray`` at any near."""

    KEY = "heroic-intervention"
    heroic_intervention: UnitRef
    mode: Intervention
    at: OneOrMore[UnitRef]
    skies: bool = False

    def action(self, context: Context) -> Intervene:
        unit = self.heroic_intervention
        return Intervene(unit, self.mode, self.at, self.ways(context, unit), self.skies)


class PileInStep(GoingStep):
    """A unit piles in before the fights; models without a way stay."""

    KEY = "pile-in"
    pile_in: UnitRef

    def action(self, context: Context) -> PileIn:
        return PileIn(self.pile_in, self.ways(context, self.pile_in))


class FightsStep(StepModel):
    """The fights begin: from now on the order of fights is kept. Without this step units fight in any order."""

    KEY = "fights"
    fights: Literal["begin"]

    def action(self, context: Context) -> BeginFights:
        return BeginFights()


class ConsolidateStep(GoingStep):
    """A unit consolidates; ``at`` names the new enemies that it goes for, where it is engaged with none."""

    KEY = "consolidate"
    consolidate: UnitRef
    at: OneOrMore[UnitRef] = ()

    def action(self, context: Context) -> Consolidate:
        return Consolidate(self.consolidate, self.ways(context, self.consolidate), self.at)


MELEE_STEPS: Final[tuple[type[StepModel], ...]] = (
    ChargeStep,
    HeroicInterventionStep,
    PileInStep,
    FightsStep,
    ConsolidateStep,
)
