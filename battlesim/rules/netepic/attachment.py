"""Characters who join a detachment for the battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.event import Joined
from battlesim.model.ruling import Fact, Ruling, ruled
from battlesim.rules.netepic.actions import Attach
from battlesim.rules.netepic.fire_hooks import Attaches, GivenToAttached
from battlesim.rules.netepic.measuring import longest_link
from battlesim.rules.netepic.profiles import NetepicBattle, Profile, origin, profile_of
from battlesim.rules.netepic.table import unit_state
from battlesim.units import Mm, cm

RULE: Final = "netepic.personnage-lie"
SOURCE: Final = "NetEpic (FR), Personnage Lié"
TOGETHER: Final = cm(6)


def attached(battle: NetepicBattle, unit: str) -> tuple[str, ...]:
    """The stands of a detachment that joined it, in order."""
    return tuple(stand.id for stand in battle.scene.models_of(unit) if origin(stand.id) != unit)


def abilities_of(battle: NetepicBattle, stand: str) -> tuple[object, ...]:
    """A stand's abilities: its own and, for one that joined a detachment, those that its host shares."""
    own = profile_of(battle, stand).abilities
    host = _host_profile(battle, stand)
    if host is None:
        return own
    shared = (rule for rule in collect(GivenToAttached, host.abilities) if rule.on_attached() and rule not in own)
    return (*own, *shared)


def movement_of(battle: NetepicBattle, stand: str) -> Mm:
    """How far a stand goes: one that joined cavalry on foot goes as far as its host."""
    mine, host = profile_of(battle, stand), _host_profile(battle, stand)
    if host is not None and host.kind == "cavalry" and mine.kind == "infantry":
        return host.movement
    return mine.movement


def legal(battle: NetepicBattle, action: Attach) -> tuple[Ruling, ...]:
    """The start of the battle, characters who may join, a friendly host of their company and kind, and coherency."""
    scene, rulings = battle.scene, list[Ruling]()
    start = scene.clock.round <= 1 and scene.clock.phase in ("", "orders")
    fresh = start and not any(_busy(battle, unit) for unit in (action.unit, action.host))
    subjects = (action.unit, action.host)
    rulings.append(_said("start", fresh, "at-the-start" if fresh else "battle-under-way", *subjects))
    sides = {scene.unit(unit).side for unit in subjects}
    rulings.append(_said("friend", len(sides) == 1, "friend" if len(sides) == 1 else "enemy", *subjects))
    mine, theirs = (battle.sheets[unit].company for unit in subjects)
    if mine:
        rulings.append(
            _said("company", mine == theirs, "own-company" if mine == theirs else "other-company", *subjects)
        )
    others = len(attached(battle, action.host))
    for k, stand in enumerate(scene.alive(action.unit)):
        rules = collect(Attaches, profile_of(battle, stand.id).abilities)
        if not rules:
            rulings.append(_said("character", False, "no-character", stand.id, action.host))
        for rule in rules:
            rulings += rule.on_attach(battle, stand.id, action.host, others + k)
    return *rulings, *_together(battle, action)


def resolve(battle: NetepicBattle, action: Attach, story: Story) -> None:
    """They are one detachment from now on, with the host's order and morale."""
    story.tell(Joined(action.unit, action.host))


def _together(battle: NetepicBattle, action: Attach) -> Iterator[Ruling]:
    """On the table, they are in coherency; aboard, they are in the same transport."""
    stands = [*battle.scene.alive(action.host), *battle.scene.alive(action.unit)]
    link = longest_link(battle.options, [stand for stand in stands if stand.on_table])
    if link is not None:
        yield ruled(
            RULE, link, "within", TOGETHER, clause="together", subjects=(action.unit, action.host), source=SOURCE
        )


def _host_profile(battle: NetepicBattle, stand: str) -> Profile | None:
    unit = battle.scene.model(stand).unit
    if origin(stand) == unit:
        return None
    return next(iter(battle.sheets[unit].profiles.values()))


def _busy(battle: NetepicBattle, unit: str) -> bool:
    state = unit_state(battle, unit)
    return state.moved or state.shot or state.fought


def _said(clause: str, holds: bool, what: str, *subjects: str) -> Ruling:
    return Ruling(RULE, holds, clause, evidence=(Fact(what, subjects[0]),), subjects=subjects, source=SOURCE)
