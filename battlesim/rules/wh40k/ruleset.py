"""The ruleset as the engine takes it: which actions there are, and who answers for each."""

from __future__ import annotations

from typing import Final, assert_never

from battlesim.engine.engine import Ruleset
from battlesim.engine.story import Story
from battlesim.model.ruling import Ruling
from battlesim.replay.timeline import Coherence
from battlesim.rules.wh40k import (
    arrival,
    charge,
    command,
    consolidation,
    deployment,
    fight_order,
    fighting,
    heroic,
    melee_moves,
    movement,
    shooting,
    surge,
    transports,
    turn,
)
from battlesim.rules.wh40k.aftermath import aftermath
from battlesim.rules.wh40k.arrival import Arrive
from battlesim.rules.wh40k.card import card
from battlesim.rules.wh40k.catalogue import CATALOGUE
from battlesim.rules.wh40k.charge import Charge
from battlesim.rules.wh40k.command import BattleShock
from battlesim.rules.wh40k.consolidation import Consolidate
from battlesim.rules.wh40k.deployment import Deploy, Scout
from battlesim.rules.wh40k.field import Field
from battlesim.rules.wh40k.fight_order import BeginFights
from battlesim.rules.wh40k.fighting import Fight
from battlesim.rules.wh40k.heroic import Intervene
from battlesim.rules.wh40k.melee_moves import PileIn
from battlesim.rules.wh40k.movement import Move
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.profiles import UnitSheet
from battlesim.rules.wh40k.shooting import Shoot
from battlesim.rules.wh40k.surge import Surge
from battlesim.rules.wh40k.transports import Disembark, Embark
from battlesim.rules.wh40k.turn import Turn
from battlesim.rules.wh40k.words import QUIET, SIGNS, WORDS
from battlesim.units import MV

Action = (
    Turn
    | Move
    | Arrive
    | Embark
    | Disembark
    | Shoot
    | Charge
    | Fight
    | BattleShock
    | Deploy
    | Scout
    | Surge
    | Intervene
    | PileIn
    | BeginFights
    | Consolidate
)


def legal(field: Field, action: Action) -> tuple[Ruling, ...]:
    """All rulings that bear on the action."""
    match action:
        case Turn():
            return turn.legal(field, action)
        case Move():
            return movement.legal(field, action)
        case Arrive():
            return arrival.legal(field, action)
        case Embark():
            return transports.embark_legal(field, action)
        case Disembark():
            return transports.disembark_legal(field, action)
        case Shoot():
            return shooting.legal(field, action)
        case Charge():
            return charge.legal(field, action)
        case Fight():
            return fighting.legal(field, action)
        case BattleShock():
            return command.legal(field, action)
        case Deploy():
            return deployment.deploy_legal(field, action)
        case Scout():
            return deployment.scout_legal(field, action)
        case Surge():
            return surge.legal(field, action)
        case Intervene():
            return heroic.legal(field, action)
        case PileIn():
            return melee_moves.legal(field, action)
        case BeginFights():
            return fight_order.legal(field, action)
        case Consolidate():
            return consolidation.legal(field, action)
        case _:
            assert_never(action)


def resolve(field: Field, action: Action, story: Story) -> None:
    """Carry the action out, and then what comes of the models that fell by it."""
    carry_out(field, action, story)
    aftermath(field, story, action.landings if isinstance(action, Shoot | Fight) else ())


def carry_out(field: Field, action: Action, story: Story) -> None:
    """Carry the action out as such."""
    match action:
        case Turn():
            turn.resolve(field, action, story)
        case Move():
            movement.resolve(field, action, story)
        case Arrive():
            arrival.resolve(field, action, story)
        case Embark():
            transports.embark_resolve(field, action, story)
        case Disembark():
            transports.disembark_resolve(field, action, story)
        case Shoot():
            shooting.resolve(field, action, story)
        case Charge():
            charge.resolve(field, action, story)
        case Fight():
            fighting.resolve(field, action, story)
        case BattleShock():
            command.resolve(field, action, story)
        case Deploy():
            deployment.deploy_resolve(field, action, story)
        case Scout():
            deployment.scout_resolve(field, action, story)
        case Surge():
            surge.resolve(field, action, story)
        case Intervene():
            heroic.resolve(field, action, story)
        case PileIn():
            melee_moves.resolve(field, action, story)
        case BeginFights():
            fight_order.resolve(field, action, story)
        case Consolidate():
            consolidation.resolve(field, action, story)
        case _:
            assert_never(action)


_CORE: Final = Options()

WH40K: Final[Ruleset[UnitSheet, Options, Action]] = Ruleset(
    name="wh40k",
    version=2,
    unit=MV,
    legal=legal,
    resolve=resolve,
    catalogue=CATALOGUE,
    card=card,
    words=WORDS,
    quiet=QUIET,
    signs=SIGNS,
    coherency=Coherence(_CORE.neighbour, _CORE.coherency_height, _CORE.envelope),
)
