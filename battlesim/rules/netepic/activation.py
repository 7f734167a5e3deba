"""Whose move it is: the clock, orders, and activations that transports share with those they carry."""

from __future__ import annotations

from typing import Final

from battlesim.engine.story import Story
from battlesim.model.event import ClockSet, Marked
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.model.scene import Clock
from battlesim.rules.netepic.actions import BeginPhase, GiveOrders
from battlesim.rules.netepic.orders_after import shift_orders
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.state import SIDE_PHASE_MARKS, STAND_TURN_MARKS, UNIT_TURN_MARKS
from battlesim.rules.netepic.table import now, side_state, unit_state
from battlesim.rules.netepic.turn import acted, in_turn, reveal

PHASES: Final = ("orders", "movement", "combat", "final")
RULE: Final = "netepic.activation"
ORDERS_RULE: Final = "netepic.orders"
SOURCE: Final = "NetEpic (FR), activation"
ORDERS_SOURCE: Final = "NetEpic (FR), orders"
SEPARATE_CLASS: Final = 5
"""From this class on, a transport and those aboard are activated separately."""


def right_time(battle: NetepicBattle, unit: str, phase: str) -> tuple[Ruling, ...]:
    """Phase and side, as far as the clock names them: outside a phase everything may be done."""
    clock, side, found = battle.scene.clock, battle.scene.unit(unit).side, []
    if clock.phase:
        evidence = Fact(clock.phase)
        found.append(Ruling(RULE, clock.phase == phase, "phase", evidence=(evidence,), subjects=(unit,), source=SOURCE))
    if clock.side:
        evidence = Fact("acting-side", clock.side)
        found.append(Ruling(RULE, clock.side == side, "side", evidence=(evidence,), subjects=(unit,), source=SOURCE))
    return *found, *in_turn(battle, unit)


def may_move_now(battle: NetepicBattle, unit: str) -> tuple[Ruling, ...]:
    """Right time, and either part of the activation under way or not activated yet."""
    active = unit in side_state(battle, battle.scene.unit(unit).side).active
    done = unit_state(battle, unit).moved and not active
    evidence = (Fact("activated-before" if done else "active" if active else "not-activated", unit),)
    return *right_time(battle, unit, "movement"), Ruling(
        RULE, not done, "once", evidence=evidence, subjects=(unit,), source=SOURCE
    )


def may_fight_now(battle: NetepicBattle, unit: str, *, done: bool) -> tuple[Ruling, ...]:
    """Right time, and not activated for this in the combat phase yet: shooting and assault are two activations."""
    evidence = (Fact("activated-before" if done else "not-activated", unit),)
    return *right_time(battle, unit, "combat"), Ruling(
        RULE, not done, "once", evidence=evidence, subjects=(unit,), source=SOURCE
    )


def shoots(battle: NetepicBattle, unit: str, story: Story) -> None:
    """The detachment's one activation for shooting in the combat phase, with shots, templates or at a building."""
    story.tell(Marked(unit, "shot", True))
    acted(battle, unit, story)
    reveal(battle, unit, story)


def activate(battle: NetepicBattle, unit: str, story: Story) -> None:
    """The detachment and all that share its activation are activated, unless they are already."""
    side = battle.scene.unit(unit).side
    if unit in side_state(now(battle, story), side).active:
        return
    for other in battle.scene.sides:
        if other != side and side_state(now(battle, story), other).active:
            story.tell(Marked(other, "active", None, "side"))
    _add(battle, side, (), sharing(battle, unit), story)
    acted(battle, unit, story)


def join(battle: NetepicBattle, units: tuple[str, ...], story: Story) -> None:
    """These detachments become part of their side's activation under way; those activated before stay out of it."""
    for side in dict.fromkeys(story.scene.unit(unit).side for unit in units):
        mine = tuple(unit for unit in units if story.scene.unit(unit).side == side)
        _add(battle, side, side_state(now(battle, story), side).active, mine, story)


def _add(battle: NetepicBattle, side: str, active: tuple[str, ...], units: tuple[str, ...], story: Story) -> None:
    new = tuple(unit for unit in units if unit not in active and not unit_state(now(battle, story), unit).moved)
    if not new:
        return
    story.tell(Marked(side, "active", (*active, *new), "side"))
    for unit in new:
        story.tell(Marked(unit, "moved", True))
        reveal(battle, unit, story)


def sharing(battle: NetepicBattle, unit: str) -> tuple[str, ...]:
    """The detachments of one activation: this one, those it carries, those that carry it, and so on; below class 5."""
    found = [unit]
    for one in found:
        for stand in battle.scene.alive(one):
            tied = [cargo.unit for cargo in battle.scene.aboard(stand.id) if shares(battle, stand.id)]
            if stand.place == "aboard" and shares(battle, stand.carrier):
                tied.append(battle.scene.model(stand.carrier).unit)
            found += [other for other in dict.fromkeys(tied) if other not in found]
    return tuple(found)


def shares(battle: NetepicBattle, carrier: str) -> bool:
    """Whether a transport is activated together with those aboard."""
    return profile_of(battle, carrier).blocking_class < SEPARATE_CLASS


def phase_ruling(battle: NetepicBattle, action: BeginPhase) -> tuple[Ruling, ...]:
    """Time does not run backwards."""
    at = battle.scene.clock
    known = {"": -1} | {phase: k for k, phase in enumerate(PHASES)}
    later = (action.round, known[action.phase]) >= (at.round, known.get(at.phase, -1))
    return (Ruling(RULE, later, "time", evidence=(Count("round", action.round), Fact(action.phase)), source=SOURCE),)


def begin_phase(battle: NetepicBattle, action: BeginPhase, story: Story) -> None:
    """Set the clock. A new round takes away what lasts a turn; a new phase ends activations, combat reveals orders.

    Orders that the set-up gives are those of the first round.
    """
    before = battle.scene.clock
    if 0 < before.round != action.round:
        for unit in battle.scene.units.values():
            kept = _still_falling_back(battle, unit.id)
            story.tell(*(Marked(unit.id, m, None) for m in UNIT_TURN_MARKS if m in unit.marks and m not in kept))
        for stand in battle.scene.models.values():
            story.tell(*(Marked(stand.id, mark, None, "model") for mark in STAND_TURN_MARKS if mark in stand.marks))
        for side in battle.scene.sides.values():
            story.tell(*(Marked(side.id, mark, None, "side") for mark in ("revised",) if mark in side.marks))
    for side in battle.scene.sides.values():
        story.tell(*(Marked(side.id, mark, None, "side") for mark in SIDE_PHASE_MARKS if mark in side.marks))
    for stand in story.scene.models.values():
        story.tell(*(Marked(stand.id, mark, None, "model") for mark in ("gone", "way") if mark in stand.marks))
    story.tell(ClockSet(Clock(action.round, action.side, action.phase)))
    if action.phase == "combat" and before.phase != "combat":
        shift_orders(battle, story)
    if action.phase == "combat":
        for unit in story.scene.units.values():
            if "order" in unit.marks and story.scene.alive(unit.id):
                reveal(battle, unit.id, story)


def _still_falling_back(battle: NetepicBattle, unit: str) -> tuple[str, ...]:
    """The marks that a new round leaves: those of a detachment that falls back and has not regrouped by going on so."""
    state = unit_state(battle, unit)
    if state.order != "fall-back" or (battle.options.regroup_rallies and state.regrouped):
        return ()
    return "order", "revealed", "withdraws"


def orders_rulings(battle: NetepicBattle, action: GiveOrders) -> tuple[Ruling, ...]:
    """Orders are given in their phase, to detachments that were not activated yet."""
    found = []
    for unit, order in action.orders:
        state = unit_state(battle, unit)
        fresh = not (state.moved or state.shot or state.fought)
        if state.order == "fall-back":
            evidence = (Fact("fall-back", unit),)
            found.append(
                Ruling(ORDERS_RULE, False, "falling-back", evidence=evidence, subjects=(unit,), source=ORDERS_SOURCE)
            )
            continue
        if battle.scene.clock.phase:
            fresh = fresh and battle.scene.clock.phase == "orders"
        found.append(
            Ruling(ORDERS_RULE, fresh, "give", evidence=(Fact(order, unit),), subjects=(unit,), source=ORDERS_SOURCE)
        )
    return tuple(found)


def give_orders(battle: NetepicBattle, action: GiveOrders, story: Story) -> None:
    """The orders lie beside their detachments, hidden."""
    for unit, order in action.orders:
        story.tell(Marked(unit, "order", order))
