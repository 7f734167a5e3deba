"""Orders that change once all moves are over, for those whose abilities change them."""

from __future__ import annotations

from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.event import Marked
from battlesim.model.ruling import Fact, Ruling
from battlesim.rules.netepic.attachment import attached
from battlesim.rules.netepic.fire_hooks import ShiftsOrder
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.state import Order
from battlesim.rules.netepic.table import now, pinned_by, stand_state, unit_state
from battlesim.rules.netepic.turn import reveal

RULE: Final = "netepic.unite-commandement"
SOURCE: Final = "NetEpic (FR), Unité de Commandement"


def shift_orders(battle: NetepicBattle, story: Story) -> None:
    """Every detachment whose stands all have such an ability, those attached to it left out, gets its next order.

    It is revealed. A detachment of which no stand can move keeps its order.
    """
    for unit in story.scene.units.values():
        here = now(battle, story)
        new = shifted_order(here, unit.id)
        if new is None:
            continue
        still = [stand.id for stand in here.scene.standing(unit.id) if _held(here, stand.id)]
        moves = len(still) < len(here.scene.standing(unit.id))
        words = (unit_state(here, unit.id).order, new) if moves else ("cannot-move",)
        evidence = tuple(Fact(word, unit.id) for word in words)
        story.rule(Ruling(RULE, moves, "shift", evidence=evidence, subjects=(unit.id,), source=SOURCE))
        if moves:
            story.tell(Marked(unit.id, "order", new), Marked(unit.id, "shifted", True))
            reveal(battle, unit.id, story)


def shifted_order(battle: NetepicBattle, unit: str) -> Order | None:
    """The order that a detachment shoots by instead of its own; None where it keeps it."""
    if unit_state(battle, unit).shifted:
        return None
    order = unit_state(battle, unit).order
    stands = [stand.id for stand in battle.scene.standing(unit) if stand.id not in attached(battle, unit)]
    stands = stands or [stand.id for stand in battle.scene.standing(unit)]
    rules = [collect(ShiftsOrder, profile_of(battle, stand).abilities) for stand in stands]
    if not rules or not all(rules):
        return None
    return rules[0][0].on_moves_over(order)


def _held(battle: NetepicBattle, stand: str) -> bool:
    return stand_state(battle, stand).immobilised or bool(pinned_by(battle, battle.scene.model(stand)))
