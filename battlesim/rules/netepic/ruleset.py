"""The game as the engine sees it: what is legal, what comes of it, and what may be said of it."""

from __future__ import annotations

from typing import Final

from battlesim.engine.engine import Ruleset
from battlesim.engine.story import Story
from battlesim.model.ruling import Ruling
from battlesim.replay.timeline import Coherence
from battlesim.rules.netepic import (
    activation,
    assault,
    attachment,
    boarding,
    movement,
    powers,
    reactions,
    shooting,
    structures,
    templates,
    turn_play,
)
from battlesim.rules.netepic.actions import (
    Attach,
    Barrage,
    BeginPhase,
    Board,
    Bombard,
    Fight,
    GiveOrders,
    Leave,
    Move,
    NetepicAction,
    React,
    Shoot,
    UsePower,
)
from battlesim.rules.netepic.card import card
from battlesim.rules.netepic.catalogue import CATALOGUE
from battlesim.rules.netepic.morale import aftermath
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.profiles import NetepicBattle, Sheet
from battlesim.rules.netepic.turn_actions import TurnAction
from battlesim.rules.netepic.words import QUIET, SIGNS, WORDS
from battlesim.units import CM

VERSION: Final = 2

AnyAction = NetepicAction | TurnAction


def legal(battle: NetepicBattle, action: AnyAction) -> tuple[Ruling, ...]:
    """All rulings that bear on the action."""
    match action:
        case BeginPhase():
            return activation.phase_ruling(battle, action)
        case GiveOrders():
            return activation.orders_rulings(battle, action)
        case Move():
            return movement.legal(battle, action)
        case Board():
            return boarding.legal_board(battle, action)
        case Leave():
            return boarding.legal_leave(battle, action)
        case Shoot():
            return shooting.legal(battle, action)
        case Attach():
            return attachment.legal(battle, action)
        case Barrage():
            return templates.legal(battle, action)
        case Bombard():
            return structures.legal(battle, action)
        case UsePower():
            return powers.legal(battle, action)
        case React():
            return reactions.legal(battle, action)
        case Fight():
            return assault.legal(battle, action)
        case _:
            return turn_play.legal(battle, action)


def resolve(battle: NetepicBattle, action: AnyAction, story: Story) -> None:
    """What comes of a legal action, and then what its losses do to those that suffered them."""
    _resolve(battle, action, story)
    aftermath(battle, story)


def _resolve(battle: NetepicBattle, action: AnyAction, story: Story) -> None:
    match action:
        case BeginPhase():
            activation.begin_phase(battle, action, story)
        case GiveOrders():
            activation.give_orders(battle, action, story)
        case Move():
            movement.resolve(battle, action, story)
        case Board():
            boarding.resolve_board(battle, action, story)
        case Leave():
            boarding.resolve_leave(battle, action, story)
        case Shoot():
            shooting.resolve(battle, action, story)
        case Attach():
            attachment.resolve(battle, action, story)
        case Barrage():
            templates.resolve(battle, action, story)
        case Bombard():
            structures.resolve(battle, action, story)
        case UsePower():
            powers.resolve(battle, action, story)
        case React():
            reactions.resolve(battle, action, story)
        case Fight():
            assault.resolve(battle, action, story)
        case _:
            turn_play.resolve(battle, action, story)


NETEPIC: Final[Ruleset[Sheet, Options, AnyAction]] = Ruleset(
    "netepic",
    VERSION,
    CM,
    legal,
    resolve,
    CATALOGUE,
    card,
    WORDS,
    Coherence(movement.COHERENCY),
    QUIET,
    SIGNS,
)
