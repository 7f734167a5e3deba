"""Short moves outside an activation: drawing together, pulling out of an assault, falling back, following up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.path import Path, travelled
from battlesim.model.event import Marked, Moved
from battlesim.model.ruling import Fact, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.netepic.contact import engaging
from battlesim.rules.netepic.measuring import in_contact
from battlesim.rules.netepic.movement import (
    away_from_enemies,
    coherent,
    standing_room,
    way_is_clear,
)
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.table import enemies, opponents, unit_state
from battlesim.rules.netepic.turn_actions import Consolidate, Infiltrate, Paths, Withdraw
from battlesim.rules.netepic.turn_hooks import FollowsUp, MovesFirst
from battlesim.rules.netepic.zones import near_zone, zones_passed
from battlesim.units import Mm, cm

CONSOLIDATION_RULE: Final = "netepic.consolidation"
WITHDRAWAL_RULE: Final = "netepic.withdrawal"
INFILTRATION_RULE: Final = "netepic.infiltration"
SOURCE: Final = "NetEpic (FR), movement"
CONSOLIDATION: Final = cm(6)
REACHES: Final[Mapping[str, Mm]] = {"regroup": cm(10), "fall-back": cm(25), "follow-up": cm(5)}


def legal_consolidation(battle: NetepicBattle, action: Consolidate) -> tuple[Ruling, ...]:
    """An enemy in the zone of one of its stands or in contact with it; once a turn; stands that are not engaged, 6 cm."""
    near = near_zone(battle, action.unit)
    state = unit_state(battle, action.unit)
    once = Fact("consolidated" if state.consolidated else "not-consolidated", action.unit)
    rulings = [
        Ruling(
            CONSOLIDATION_RULE, near.holds, "near", near.limit, near.comparison, near.evidence, near.subjects, SOURCE
        ),
        Ruling(
            CONSOLIDATION_RULE, not state.consolidated, "once", evidence=(once,), subjects=(action.unit,), source=SOURCE
        ),
    ]
    for id, path in action.paths:
        stand = battle.scene.model(id)
        if opponents(battle, stand):
            rulings.append(_fact(CONSOLIDATION_RULE, "engaged", "engaged", id))
        way = travelled(Path(tuple(path)), ends=(id, id))
        rulings.append(
            ruled(CONSOLIDATION_RULE, way, "within", CONSOLIDATION, clause="length", subjects=(id,), source=SOURCE)
        )
        rulings += way_is_clear(battle, stand, path)
    after = _after(battle, action.paths)
    return *rulings, *standing_room(battle, after), *coherent(battle, action.unit, after)


def consolidate(battle: NetepicBattle, action: Consolidate, story: Story) -> None:
    """They move; those that come into contact are engaged."""
    story.tell(Marked(action.unit, "consolidated", True))
    _go(action.paths, story)


def legal_withdrawal(battle: NetepicBattle, action: Withdraw) -> tuple[Ruling, ...]:
    """The move that the detachment was left: its length, out of contact, away from enemies; a follow-up engages nobody."""
    due = unit_state(battle, action.unit).withdraws
    fact = Fact(due or "nothing-due", action.unit)
    rulings = [
        Ruling(WITHDRAWAL_RULE, due == action.kind, "due", evidence=(fact,), subjects=(action.unit,), source=SOURCE)
    ]
    after = _after(battle, action.paths)
    for id, path in action.paths:
        stand = battle.scene.model(id)
        way = travelled(Path(tuple(path)), ends=(id, id))
        reach = follow_up_reach(battle, id) if action.kind == "follow-up" else REACHES[action.kind]
        rulings.append(ruled(WITHDRAWAL_RULE, way, "within", reach, clause=action.kind, subjects=(id,), source=SOURCE))
        rulings += way_is_clear(battle, stand, path)
        if action.kind == "follow-up":
            rulings += zones_passed(battle, stand, path, ())
        elif any(in_contact(after[id], enemy) for enemy in enemies(battle, id)):
            rulings.append(_fact(WITHDRAWAL_RULE, "out-of-contact", "engaged", id))
    if action.kind == "follow-up":
        rulings += [_fact(WITHDRAWAL_RULE, "engages", "engaged", id) for id in engaging(battle, after)]
    else:
        rulings += away_from_enemies(battle, after)
    return *rulings, *standing_room(battle, after), *coherent(battle, action.unit, after)


def withdraw(action: Withdraw, story: Story) -> None:
    """They move, and that is done."""
    _go(action.paths, story)
    story.tell(Marked(action.unit, "withdraws", None))


def follow_up_reach(battle: NetepicBattle, stand: str) -> Mm:
    """How far a stand that has won may go on: 5 cm, or what its abilities say."""
    profile = profile_of(battle, stand)
    given = [rule.on_follow_up(profile.blocking_class) for rule in collect(FollowsUp, profile.abilities)]
    return max((reach for reach in given if reach is not None), default=REACHES["follow-up"])


def legal_infiltration(battle: NetepicBattle, action: Infiltrate) -> tuple[Ruling, ...]:
    """Before the first round, stands that have the ability, so far as it says, out of all enemy zones."""
    clock = battle.scene.clock
    early = clock.round == 0
    fact = Fact("before-battle" if early else "battle-begun", action.unit)
    rulings = [Ruling(INFILTRATION_RULE, early, "time", evidence=(fact,), subjects=(action.unit,), source=SOURCE)]
    after = _after(battle, action.paths)
    for id, path in action.paths:
        rules = collect(MovesFirst, profile_of(battle, id).abilities)
        if not rules or not battle.scene.model(id).on_table:
            rulings.append(_fact(INFILTRATION_RULE, "able", "not-able", id))
            continue
        reach = max(rule.on_infiltration() for rule in rules)
        way = travelled(Path(tuple(path)), ends=(id, id))
        rulings.append(ruled(INFILTRATION_RULE, way, "within", reach, clause="length", subjects=(id,), source=SOURCE))
        rulings += way_is_clear(battle, battle.scene.model(id), path)
        rulings += zones_passed(battle, battle.scene.model(id), path, ())
    rulings += [_fact(INFILTRATION_RULE, "engages", "engaged", id) for id in engaging(battle, after)]
    return *rulings, *standing_room(battle, after), *coherent(battle, action.unit, after)


def infiltrate(action: Infiltrate, story: Story) -> None:
    """They move."""
    _go(action.paths, story)


def _after(battle: NetepicBattle, paths: Paths) -> dict[str, Model]:
    return {id: replace(battle.scene.model(id), pose=path[-1], place="table") for id, path in paths}


def _go(paths: Paths, story: Story) -> None:
    for id, path in paths:
        if any(pose != path[0] for pose in path):
            story.tell(Moved(id, path))


def _fact(rule: str, clause: str, what: str, stand: str) -> Ruling:
    return Ruling(rule, False, clause, evidence=(Fact(what, stand),), subjects=(stand,), source=SOURCE)
