"""Steps of wh40k about the battle around moves and attacks: deploying, scouting, surging, battle-shock."""

from __future__ import annotations

from typing import Final

from battlesim.rules.wh40k.command import BattleShock
from battlesim.rules.wh40k.deployment import Deploy, Scout
from battlesim.rules.wh40k.surge import Surge
from battlesim.scenario.fields import Distance, OneOrMore, SideRef, UnitRef
from battlesim.scenario.placements import Placement
from battlesim.scenario.steps import Context, StepModel
from battlesim.scenario.wh40k_going import GoingStep


class DeployStep(StepModel):
    """A unit is deployed in its side's zone."""

    KEY = "deploy"
    deploy: UnitRef
    to: Placement

    def action(self, context: Context) -> Deploy:
        return Deploy(self.deploy, context.poses(self.deploy, self.to))


class InfiltrateStep(StepModel):
    """A unit of infiltrators is deployed outside its zone."""

    KEY = "infiltrate"
    infiltrate: UnitRef
    to: Placement

    def action(self, context: Context) -> Deploy:
        return Deploy(self.infiltrate, context.poses(self.infiltrate, self.to), "wh40k.infiltrators")


class ScoutStep(GoingStep):
    """Scouts move before the battle, or come out of reserves into their zone."""

    KEY = "scout"
    scout: UnitRef

    def action(self, context: Context) -> Scout:
        models = context.models(self.scout)
        if self.to is not None and all(model.place == "reserves" for model in models):
            return Scout(self.scout, poses=context.poses(self.scout, self.to))
        return Scout(self.scout, self.ways(context, self.scout))


class SurgeStep(GoingStep):
    """A unit surges up to ``distance`` at the closest enemy; ``at`` picks among equally close ones."""

    KEY = "surge"
    surge: UnitRef
    distance: Distance
    at: UnitRef | None = None

    def action(self, context: Context) -> Surge:
        return Surge(self.surge, self.distance, self.ways(context, self.surge), self.at or "")


class BattleShockStep(StepModel):
    """A side tests its units that have to be, or those named: dice ``battle-shock``, two for each."""

    KEY = "battle-shock"
    battle_shock: SideRef
    units: OneOrMore[UnitRef] = ()

    def action(self, context: Context) -> BattleShock:
        return BattleShock(self.battle_shock, self.units)


BATTLE_STEPS: Final[tuple[type[StepModel], ...]] = (
    DeployStep,
    InfiltrateStep,
    ScoutStep,
    SurgeStep,
    BattleShockStep,
)
