"""A detachment with a hidden First Fire shoots at an enemy detachment on the move, at the earliest place where it can."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.remembered import settled
from battlesim.engine.story import Story
from battlesim.geometry.measure import nearest
from battlesim.model.event import Marked
from battlesim.model.ruling import Fact, Ruling
from battlesim.rules.netepic.armament import usable, use_up
from battlesim.rules.netepic.declared import battle_at, declared_way, go_on, under_way
from battlesim.rules.netepic.earliest import Meeting, Stops, meeting, meeting_before
from battlesim.rules.netepic.hooks import FireMode
from battlesim.rules.netepic.profiles import NetepicBattle, Weapon, profile_of
from battlesim.rules.netepic.shots import INTERCEPTION_RULE, SOURCE, ShotSpec
from battlesim.rules.netepic.table import now, pinned_by, stand_state, unit_state
from battlesim.rules.netepic.turn_actions import Intercept
from battlesim.rules.netepic.turn_hooks import InterceptsOnAdvance
from battlesim.rules.netepic.volley import fire
from battlesim.rules.netepic.zones import has_zone, in_zone
from battlesim.units import ZERO, Mm

AGAIN: Final = (1,)
"""The faces that First Fire rolls once more."""


def legal(battle: NetepicBattle, action: Intercept) -> tuple[Ruling, ...]:
    """A hidden First Fire, an enemy on the move, and a place on its way where one shot can be fired."""
    unit, target = action.unit, action.target
    state = unit_state(battle, unit)
    hidden = state.order == "first-fire" and not state.revealed and not state.shot
    hidden = hidden or (state.order == "advance" and not state.shot and _on_advance(battle, unit))
    fact = Fact("hidden" if hidden else "revealed" if state.order == "first-fire" else state.order, unit)
    rulings = [_ruling("hidden", hidden, fact, (unit,))]
    phase = battle.scene.clock.phase
    if phase:
        rulings.append(_ruling("phase", phase == "movement", Fact(phase), (unit,)))
    if battle.scene.unit(unit).side == battle.scene.unit(target).side:
        return *rulings, _ruling("friend", False, Fact("friend", target), (unit, target))
    moving = on_the_move(battle, target)
    rulings.append(_ruling("moving", moving, Fact("moving" if moving else "not-moving", target), (unit, target)))
    if not all(ruling.holds for ruling in rulings):
        return tuple(rulings)
    first = first_meeting(battle, action)
    if first is None:
        return *rulings, _ruling("weapons", False, Fact("no-weapon", unit), (unit, target))
    return *rulings, *((charging_ruling(battle, unit, target),) if declared(battle, target) else ()), first.ruling


def resolve(battle: NetepicBattle, action: Intercept, story: Story) -> None:
    """The enemy goes on to that place; all weapons that can then fire do, at stands that its owner names, and are spent."""
    first = first_meeting(battle, action)
    assert first is not None
    if under_way(battle, action.target):
        go_on(battle, action.target, first.length, story)
    story.tell(Marked(action.unit, "revealed", True), Marked(action.unit, "shot", True))
    there = now(battle, story)
    mode = mode_of(there, action.unit, action.target)
    shots = list(_aimed(there, action, mode, story))
    use_up(there, [(shot.shooter, shot.weapon) for shot in shots], story)
    fire(now(battle, story), shots, story)


def _on_advance(battle: NetepicBattle, unit: str) -> bool:
    """Whether all of its stands may intercept on Advance."""
    stands = battle.scene.standing(unit)
    return bool(stands) and all(
        collect(InterceptsOnAdvance, profile_of(battle, stand.id).abilities) for stand in stands
    )


def _again(battle: NetepicBattle, unit: str) -> tuple[int, ...]:
    return AGAIN if unit_state(battle, unit).order == "first-fire" else ()


def on_the_move(battle: NetepicBattle, unit: str) -> bool:
    """Whether a detachment moves now: it is on a declared way, or is being activated and has moved."""
    return any(
        stand_state(battle, stand.id).way or stand_state(battle, stand.id).spent > ZERO
        for stand in battle.scene.standing(unit)
    )


def declared(battle: NetepicBattle, unit: str) -> bool:
    """Whether it is on a declared way."""
    return bool(under_way(battle, unit))


def charging_ruling(battle: NetepicBattle, unit: str, target: str) -> Ruling:
    """Whether an enemy on a declared way charges the detachment: on that order, its way ends in contact with it."""
    order = unit_state(battle, target).order
    end = battle_at(battle, target, Mm(math.inf)) if declared(battle, target) else battle
    ours, others = end.scene.standing(unit), end.scene.standing(target)
    met = nearest(
        [one.footprint for one in others],
        [one.footprint for one in ours],
        names=[one.id for one in others],
        other_names=[one.id for one in ours],
    )
    clause = "counter-charge" if order == "charge" and met.within(ZERO) else "intercepts"
    return Ruling(INTERCEPTION_RULE, True, clause, None, None, (met, Fact(order, target)), (target, unit), SOURCE)


def mode_of(battle: NetepicBattle, unit: str, target: str) -> FireMode:
    """Counter-charge fire, which is no harder, at an enemy that charges the detachment or is in one of its zones."""
    if charging_ruling(battle, unit, target).clause == "counter-charge":
        return "counter-charge"
    for stand in battle.scene.standing(unit):
        near = any(in_zone(battle, enemy, stand).holds for enemy in battle.scene.standing(target))
        if near and has_zone(battle, stand):
            return "counter-charge"
    return "interception"


def first_meeting(battle: NetepicBattle, action: Intercept) -> Meeting | None:
    """Of all its stands, weapons and targets the shot that can be fired first; where none can, the one that comes nearest."""
    return settled(battle, action, lambda: _first_meeting(battle, action))


def _first_meeting(battle: NetepicBattle, action: Intercept) -> Meeting | None:
    mode, again = mode_of(battle, action.unit, action.target), _again(battle, action.unit)
    stops, best = Stops(battle, action.target), None
    for stand, weapon in _weapons(battle, action.unit):
        for target in battle.scene.standing(action.target):
            found: Meeting | None
            if best is not None and best.possible and action.at is None:
                # what is no earlier than the best so far need not be looked for
                found = meeting_before(battle, stand, weapon, target.id, mode, best.length, again=again, stops=stops)
            else:
                found = meeting(battle, stand, weapon, target.id, mode, at=action.at, again=again, stops=stops)
            if found is not None and (best is None or _rank(found) < _rank(best)):
                best = found
    return best


def _rank(found: Meeting) -> tuple[bool, float, float]:
    """Shots that can be fired first, the earliest first; then those that come nearest to it."""
    return not found.possible, 0.0 if found.possible else _short_by(found), float(found.length)


def _short_by(found: Meeting) -> float:
    """By how much its range falls short."""
    near = next((r for r in found.shot.rulings if r.measured is not None and r.limit is not None), None)
    return float(near.measured - near.limit) if near and near.measured is not None and near.limit is not None else 0.0


def _aimed(battle: NetepicBattle, action: Intercept, mode: FireMode, story: Story) -> Iterator[ShotSpec]:
    """A shot for each die, at a stand that the owner of the targets names among those that were named least."""
    named: dict[str, int] = {}
    side = battle.scene.unit(action.target).side
    stops = Stops(battle, action.target)
    for stand, weapon in _weapons(battle, action.unit):
        shots = {
            target.id: meeting(
                battle,
                stand,
                weapon,
                target.id,
                mode,
                at=_here(battle, target.id),
                again=_again(battle, action.unit),
                stops=stops,
            ).shot
            for target in battle.scene.standing(action.target)
        }
        able = {id: shot for id, shot in shots.items() if shot.possible}
        for _ in range(weapon.dice if able else 0):
            least = min(named.get(id, 0) for id in able)
            options = tuple(id for id in able if named.get(id, 0) == least)
            chosen = story.choose("intercepted", options, subject=side)
            named[chosen] = named.get(chosen, 0) + 1
            yield able[chosen]


def _here(battle: NetepicBattle, stand: str) -> Mm | None:
    return stand_state(battle, stand).gone if declared_way(battle, stand) is not None else None


def _weapons(battle: NetepicBattle, unit: str) -> Iterator[tuple[str, Weapon]]:
    """The weapons that may fire: of stands on the table that nobody pins."""
    for stand in battle.scene.standing(unit):
        if not pinned_by(battle, stand):
            for weapon in usable(battle, stand.id):
                yield stand.id, weapon


def _ruling(clause: str, holds: bool, evidence: Fact, subjects: tuple[str, ...]) -> Ruling:
    return Ruling(INTERCEPTION_RULE, holds, clause, evidence=(evidence,), subjects=subjects, source=SOURCE)
