"""Fire at an enemy on the move, with the shots that abilities give: interception and counter-charge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.measure import nearest
from battlesim.model.event import Marked
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.rules.netepic.actions import React
from battlesim.rules.netepic.activation import RULE as ACTIVATION_RULE
from battlesim.rules.netepic.declared import battle_at, declared_way, go_on, under_way
from battlesim.rules.netepic.earliest import Meeting, meeting
from battlesim.rules.netepic.hooks import FireMode, GivesReactionShots, ReactionShots
from battlesim.rules.netepic.measuring import stand_gap
from battlesim.rules.netepic.profiles import NetepicBattle, Weapon, profile_of
from battlesim.rules.netepic.shots import INTERCEPTION_RULE
from battlesim.rules.netepic.table import now, stand_state, unit_state
from battlesim.rules.netepic.volley import fire
from battlesim.units import ZERO, Mm

SOURCE: Final = "NetEpic (FR), reactions to movement"


def reaction_shots(battle: NetepicBattle, stand: str) -> ReactionShots | None:
    """What a stand has to react with: the first of its abilities that gives shots."""
    rules = collect(GivesReactionShots, profile_of(battle, stand).abilities)
    return rules[0].on_reaction() if rules else None


def compile_reaction(battle: NetepicBattle, action: React) -> tuple[Meeting, ...]:
    """One shot an aim, at the place of each, in the order of those places; all that fire have shots."""
    found = []
    for stand, target in action.shots:
        given = reaction_shots(battle, stand)
        assert given is not None, f"{stand} has no shots to react with"
        found.append(meeting(battle, stand, given.weapon, target, action.mode, at=action.when))
    return tuple(sorted(found, key=lambda shot: shot.length))


def earliest_target(battle: NetepicBattle, stand: str, targets: Sequence[str], mode: FireMode) -> str:
    """Of these enemies the one that can first be shot at; where none is on a declared way, the nearest."""
    given = reaction_shots(battle, stand)
    if given is None or not any(declared_way(battle, target) for target in targets):
        me = battle.scene.model(stand)
        return min(targets, key=lambda one: stand_gap(battle.options, me, battle.scene.model(one)).value)
    found = {target: meeting(battle, stand, given.weapon, target, mode) for target in targets}
    return min(found, key=lambda one: (not found[one].possible, found[one].length))


def legal(battle: NetepicBattle, action: React) -> tuple[Ruling, ...]:
    """The phase, shots left, enemies on the table that move or charge; then each shot must be possible."""
    rulings: list[Ruling] = []
    phase = battle.scene.clock.phase
    if phase:
        subjects = action.taken.actors
        rulings.append(
            Ruling(
                ACTIVATION_RULE, phase == "movement", "phase", evidence=(Fact(phase),), subjects=subjects, source=SOURCE
            )
        )
    rulings += [_shots_left(battle, action, stand) for stand in dict.fromkeys(stand for stand, _ in action.shots)]
    for stand, target in action.shots:
        rulings += _pair(battle, action, stand, target)
    if all(ruling.holds for ruling in rulings):
        for met in compile_reaction(battle, action):
            rulings += (met.ruling,) if declared_way(battle, met.shot.target) else met.shot.rulings
    return tuple(rulings)


def resolve(battle: NetepicBattle, action: React, story: Story) -> None:
    """The shots are used up and fired."""
    for stand in dict.fromkeys(stand for stand, _ in action.shots):
        used = stand_state(now(battle, story), stand).reactions + sum(one == stand for one, _ in action.shots)
        story.tell(Marked(stand, "reactions", used, "model"))
    meetings = compile_reaction(battle, action)
    for _, group in groupby(meetings, key=lambda met: (round(met.length, 3), battle.scene.model(met.shot.target).unit)):
        together = [met for met in group if story.scene.model(met.shot.target).on_table]
        if not together:
            continue
        unit = battle.scene.model(together[0].shot.target).unit
        if under_way(now(battle, story), unit):
            go_on(battle, unit, together[0].length, story)
        there = now(battle, story)
        # as it is there: an enemy that fell on the way stands in nobody's line of sight
        fire(there, [meeting(there, *_aim(met), at=met.length).shot for met in together], story)


def _aim(met: Meeting) -> tuple[str, Weapon, str, FireMode]:
    return met.shot.shooter, met.shot.weapon, met.shot.target, met.mode


def _shots_left(battle: NetepicBattle, action: React, stand: str) -> Ruling:
    given = reaction_shots(battle, stand)
    wanted = stand_state(battle, stand).reactions + sum(one == stand for one, _ in action.shots)
    most = given.shots if given else 0
    evidence = (Count("reaction-shots", wanted, most),)
    return Ruling(INTERCEPTION_RULE, wanted <= most, "shots", evidence=evidence, subjects=(stand,), source=SOURCE)


def _pair(battle: NetepicBattle, action: React, stand: str, target: str) -> Iterator[Ruling]:
    scene, subjects = battle.scene, (stand, target)
    for one in subjects:
        place = scene.model(one).place
        if place != "table":
            yield Ruling(
                INTERCEPTION_RULE, False, "on-table", evidence=(Fact(place, one),), subjects=subjects, source=SOURCE
            )
            return
    if scene.side_of[stand] == scene.side_of[target]:
        yield Ruling(
            INTERCEPTION_RULE, False, "friend", evidence=(Fact("friend", target),), subjects=subjects, source=SOURCE
        )
    if action.mode == "counter-charge":
        yield _charging(battle, stand, target)
    else:
        state = stand_state(battle, target)
        moving = state.spent > ZERO or bool(state.way)
        evidence = (Fact("moving" if moving else "not-moving", target),)
        yield Ruling(INTERCEPTION_RULE, moving, "moving", evidence=evidence, subjects=subjects, source=SOURCE)


def _charging(battle: NetepicBattle, stand: str, target: str) -> Ruling:
    """Whether the target's detachment charges the stand's: on that order, and in contact with it."""
    scene = battle.scene
    mine, theirs = scene.model(stand).unit, scene.model(target).unit
    order = unit_state(battle, theirs).order
    if under_way(battle, theirs):
        scene = battle_at(battle, theirs, Mm(math.inf)).scene
    ours, others = scene.standing(mine), scene.standing(theirs)
    met = nearest(
        [one.footprint for one in others],
        [one.footprint for one in ours],
        names=[one.id for one in others],
        other_names=[one.id for one in ours],
    )
    holds = order == "charge" and met.within(ZERO)
    evidence = (met, Fact(order, theirs))
    return Ruling(INTERCEPTION_RULE, holds, "charging", ZERO, "within", evidence, (theirs, mine), SOURCE)
