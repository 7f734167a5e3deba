"""The actions of the turn, sorted to the modules that know them."""

from __future__ import annotations

from typing import assert_never

from battlesim.engine.story import Story
from battlesim.model.ruling import Ruling
from battlesim.rules.netepic import arrival, declared, final, interception, morale, movement, pop_up, short_moves, turn
from battlesim.rules.netepic.profiles import NetepicBattle
from battlesim.rules.netepic.turn_actions import (
    Consolidate,
    Continue,
    Drop,
    EndTurn,
    Infiltrate,
    Intercept,
    PopUp,
    Rally,
    ReviseOrder,
    RollInitiative,
    Stop,
    TurnAction,
    Withdraw,
)


def legal(battle: NetepicBattle, action: TurnAction) -> tuple[Ruling, ...]:
    """All rulings that bear on the action."""
    match action:
        case RollInitiative():
            return turn.legal_initiative(battle, action)
        case Stop():
            return turn.legal_stop(battle, action)
        case ReviseOrder():
            return turn.legal_revision(battle, action)
        case Continue():
            return movement.legal_continue(battle, action.unit)
        case Intercept():
            return interception.legal(battle, action)
        case Consolidate():
            return short_moves.legal_consolidation(battle, action)
        case Withdraw():
            return short_moves.legal_withdrawal(battle, action)
        case Infiltrate():
            return short_moves.legal_infiltration(battle, action)
        case Rally():
            return morale.legal_rally(battle, action.unit)
        case EndTurn():
            return final.legal_end(battle)
        case PopUp():
            return pop_up.legal(battle, action)
        case Drop():
            return arrival.legal(battle, action)
        case _:
            assert_never(action)


def resolve(battle: NetepicBattle, action: TurnAction, story: Story) -> None:
    """What comes of a legal action."""
    match action:
        case RollInitiative():
            turn.roll_initiative(battle, action, story)
        case Stop():
            turn.stop(action, story)
        case ReviseOrder():
            turn.revise_order(battle, action, story)
        case Continue():
            declared.go_on(battle, action.unit, None, story)
        case Intercept():
            interception.resolve(battle, action, story)
        case Consolidate():
            short_moves.consolidate(battle, action, story)
        case Withdraw():
            short_moves.withdraw(action, story)
        case Infiltrate():
            short_moves.infiltrate(action, story)
        case Rally():
            morale.rally(battle, action.unit, story)
        case EndTurn():
            final.end_turn(battle, story)
        case PopUp():
            pop_up.resolve(battle, action, story)
        case Drop():
            arrival.resolve(battle, action, story)
        case _:
            assert_never(action)
