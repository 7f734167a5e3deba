"""Who begins, and whose activation is next: initiative, strict alternation where a table asks for it, stopping for good."""

from __future__ import annotations

from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.event import Marked
from battlesim.model.ruling import Count, Fact, Ruling, ruled
from battlesim.rules.netepic.measuring import nearest_gap
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.table import now, opponents, side_state, unit_state
from battlesim.rules.netepic.turn_actions import ReviseOrder, RollInitiative, Stop
from battlesim.rules.netepic.turn_hooks import RevisesOrders

RULE: Final = "netepic.initiative"
ACTIVATION_RULE: Final = "netepic.activation"
GENIUS_RULE: Final = "netepic.genie-tactique"
SOURCE: Final = "NetEpic (FR), turn"


def legal_initiative(battle: NetepicBattle, action: RollInitiative) -> tuple[Ruling, ...]:
    """Two sides or more, once a round, in the orders phase where the clock names one."""
    clock = battle.scene.clock
    rulings = []
    if clock.phase:
        rulings.append(_ruling("phase", clock.phase == "orders", Fact(clock.phase), action.sides))
    rolled = any(side_state(battle, side).initiative == max(clock.round, 1) for side in battle.scene.sides)
    rulings.append(_ruling("once", not rolled, Count("round", clock.round), action.sides))
    return tuple(rulings)


def roll_initiative(battle: NetepicBattle, action: RollInitiative, story: Story) -> None:
    """A die each, the higher one begins; a tie goes to the side that did not have it last, at first they roll again."""
    now = max(battle.scene.clock.round, 1)
    before = max(action.sides, key=lambda side: side_state(battle, side).initiative)
    had_it = side_state(battle, before).initiative > 0
    while True:
        faces = {side: story.roll("initiative", 1, subject=side).faces[0] for side in action.sides}
        best = [side for side in action.sides if faces[side] == max(faces.values())]
        if len(best) == 1:
            winner, clause = best[0], "higher"
            break
        others = [side for side in best if side != before]
        if had_it and others:
            winner, clause = others[0], "tie"
            break
    evidence = tuple(Count("initiative", faces[side]) for side in (winner, *(s for s in action.sides if s != winner)))
    subjects = (winner, *(side for side in action.sides if side != winner))
    story.rule(Ruling(RULE, True, clause, evidence=evidence, subjects=subjects, source=SOURCE))
    story.tell(Marked(winner, "initiative", now, "side"))


def legal_stop(battle: NetepicBattle, action: Stop) -> tuple[Ruling, ...]:
    """In movement or combat; in combat nobody of it may be left in an assault that was not fought."""
    clock = battle.scene.clock
    found = [_ruling("phase", clock.phase in ("movement", "combat"), Fact(clock.phase or "no-phase"), (action.side,))]
    if clock.phase == "combat":
        left = [unit.id for unit in battle.scene.units_of(action.side) if _must_fight(battle, unit.id)]
        evidence = Fact("engaged", left[0]) if left else Fact("nobody-engaged", action.side)
        found.append(_ruling("stop", not left, evidence, (action.side, *left)))
    return tuple(found)


def stop(action: Stop, story: Story) -> None:
    """No more activations of that side in this phase; it may still react."""
    story.tell(Marked(action.side, "stopped", True, "side"))


def whose_turn(battle: NetepicBattle) -> str:
    """The side whose activation is next; empty where nobody's turn is known."""
    sides = list(battle.scene.sides)
    states = {side: side_state(battle, side) for side in sides}
    able = [side for side in sides if not states[side].stopped and _has_left(battle, side)]
    if not able:
        return ""
    last = next((side for side in sides if states[side].acted), None)
    if last is not None:
        others = [side for side in able if side != last]
        return others[0] if others else last
    first = max(sides, key=lambda side: states[side].initiative)
    if not states[first].initiative:
        return ""
    return first if first in able else able[0]


def in_turn(battle: NetepicBattle, unit: str) -> tuple[Ruling, ...]:
    """Where the table alternates strictly: whether it is this side's activation; and nobody acts who has stopped."""
    side = battle.scene.unit(unit).side
    state = side_state(battle, side)
    found = []
    if state.stopped:
        found.append(_ruling("stopped", False, Fact("stopped", side), (unit,), ACTIVATION_RULE))
    if battle.options.alternate and battle.scene.clock.phase and unit not in state.active:
        due = whose_turn(battle)
        if due:
            evidence = Fact("acting-side", due)
            found.append(_ruling("alternate", due == side, evidence, (unit,), ACTIVATION_RULE))
    return tuple(found)


def acted(battle: NetepicBattle, unit: str, story: Story) -> None:
    """Remember, where the table alternates, that this side activated last."""
    if not battle.options.alternate:
        return
    mine = battle.scene.unit(unit).side
    for side in story.scene.sides.values():
        has = bool(side.marks.get("acted"))
        if has != (side.id == mine):
            story.tell(Marked(side.id, "acted", True if side.id == mine else None, "side"))


def reveal(battle: NetepicBattle, unit: str, story: Story) -> None:
    """The detachment's order is seen from now on."""
    if not unit_state(now(battle, story), unit).revealed:
        story.tell(Marked(unit, "revealed", True))


def legal_revision(battle: NetepicBattle, action: ReviseOrder) -> tuple[Ruling, ...]:
    """A stand that may, once a turn a side, a friendly detachment near enough that was not activated yet."""
    rules = collect(RevisesOrders, profile_of(battle, action.stand).abilities)
    able = bool(rules) and battle.scene.model(action.stand).on_table
    subjects = (action.stand, action.unit)
    rulings = [_ruling("able", able, Fact("able" if able else "not-able", action.stand), subjects, GENIUS_RULE)]
    side = battle.scene.side_of[action.stand]
    once = not side_state(battle, side).revised
    rulings.append(_ruling("once", once, Fact("revised" if not once else "not-revised", side), subjects, GENIUS_RULE))
    stands = battle.scene.standing(action.unit)
    friend = battle.scene.unit(action.unit).side == side
    state = unit_state(battle, action.unit)
    fresh = friend and bool(stands) and not (state.moved or state.shot or state.fought or state.order == "fall-back")
    fact = Fact("not-activated" if fresh else "activated-before", action.unit)
    rulings.append(_ruling("fresh", fresh, fact, subjects, GENIUS_RULE))
    if able and stands:
        reach = max(rule.on_revise() for rule in rules)
        measured = nearest_gap(battle.options, (battle.scene.model(action.stand),), stands)
        rulings.append(ruled(GENIUS_RULE, measured, "within", reach, clause="reach", subjects=subjects, source=SOURCE))
    return tuple(rulings)


def revise_order(battle: NetepicBattle, action: ReviseOrder, story: Story) -> None:
    """The detachment has another order, hidden as the first."""
    story.tell(Marked(battle.scene.side_of[action.stand], "revised", True, "side"))
    story.tell(Marked(action.unit, "order", action.order))


def _must_fight(battle: NetepicBattle, unit: str) -> bool:
    if unit_state(battle, unit).fought:
        return False
    return any(opponents(battle, stand) for stand in battle.scene.standing(unit))


def _has_left(battle: NetepicBattle, side: str) -> bool:
    """Whether a side has a detachment that can still be activated in this phase."""
    phase = battle.scene.clock.phase
    for unit in battle.scene.units_of(side):
        if not battle.scene.alive(unit.id):
            continue
        state = unit_state(battle, unit.id)
        if phase == "movement" and not state.moved:
            return True
        if phase == "combat" and (_must_fight(battle, unit.id) or (not state.shot and battle.scene.standing(unit.id))):
            return True
    return False


def _ruling(clause: str, holds: bool, evidence: Fact | Count, subjects: tuple[str, ...], rule: str = RULE) -> Ruling:
    return Ruling(rule, holds, clause, evidence=(evidence,), subjects=subjects, source=SOURCE)
