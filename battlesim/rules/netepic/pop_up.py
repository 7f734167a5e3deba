"""Attaque Surprise: skimmers on First Fire rise over what hides them, shoot, and sink again in the final phase."""

from __future__ import annotations

from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.event import Marked
from battlesim.model.ruling import Fact, Ruling
from battlesim.rules.netepic.activation import activate, may_move_now
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.table import unit_state
from battlesim.rules.netepic.turn_actions import PopUp
from battlesim.rules.netepic.turn_hooks import PopsUp

RULE: Final = "netepic.attaque-surprise"
SOURCE: Final = "NetEpic (FR), Attaque Surprise"


def legal(battle: NetepicBattle, action: PopUp) -> tuple[Ruling, ...]:
    """Its activation in movement, First Fire, and stands that all have the ability."""
    order = unit_state(battle, action.unit).order
    rulings = [*may_move_now(battle, action.unit)]
    evidence = (Fact(order, action.unit),)
    rulings.append(
        Ruling(RULE, order == "first-fire", "order", evidence=evidence, subjects=(action.unit,), source=SOURCE)
    )
    for stand in battle.scene.standing(action.unit):
        rules = collect(PopsUp, profile_of(battle, stand.id).abilities)
        if rules:
            rulings.append(rules[0].on_pop_up(stand.id))
        else:
            evidence = (Fact("not-able", stand.id),)
            rulings.append(Ruling(RULE, False, "able", evidence=evidence, subjects=(stand.id,), source=SOURCE))
    return tuple(rulings)


def resolve(battle: NetepicBattle, action: PopUp, story: Story) -> None:
    """They are up until the final phase is worked off."""
    activate(battle, action.unit, story)
    for stand in battle.scene.standing(action.unit):
        story.tell(Marked(stand.id, "up", True, "model"))
