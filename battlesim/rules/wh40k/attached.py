"""Attached units: characters that join a bodyguard unit when armies are mustered, and are one unit with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from battlesim.engine.hooks import collect
from battlesim.model.event import Joined, Marked
from battlesim.model.scene import Scene, Unit
from battlesim.replay.fold import fold, fold_all
from battlesim.rules.wh40k.field import Field, state_of
from battlesim.rules.wh40k.profiles import UnitSheet
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.unit_hooks import JoinsUnits


def is_attached(field: Field, unit: str) -> bool:
    """Whether the unit is an attached one: characters joined it. It stays one when its bodyguards are gone."""
    return bool(state_of(field, unit).joined_by)


def bodyguards(field: Field, unit: str) -> tuple[str, ...]:
    """The living models of an attached unit that did not join it."""
    own = field.sheets[unit].profiles
    return tuple(model.id for model in field.scene.alive(unit) if model.id in own)


def roles(sheet: UnitSheet) -> tuple[str, ...]:
    """The places in a bodyguard unit that a unit of this sheet may take: leader, support."""
    rules = (*sheet.abilities, *(a for own in sheet.model_abilities.values() for a in own))
    return tuple(dict.fromkeys(rule.on_join() for rule in collect(JoinsUnits, rules)))


def joining_faults(scene: Scene, sheets: Mapping[str, UnitSheet]) -> Iterator[tuple[str, str]]:
    """What is wrong with who is to join whom: the unit and why. Asked before anybody has joined."""
    taken: dict[tuple[str, str], str] = {}
    for unit in scene.units.values():
        host = UnitState.of(unit).attached_to
        if not host:
            continue
        mine = roles(sheets[unit.id])
        if host not in scene.units or host == unit.id:
            yield unit.id, f"there is no unit {host!r} for {unit.id!r} to join"
            continue
        if not mine:
            yield unit.id, f"{unit.id!r} has neither Leader nor Support: it joins nobody"
            continue
        if scene.units[host].side != unit.side:
            yield unit.id, f"{unit.id!r} cannot join {host!r} of the other side"
        if UnitState.of(scene.units[host]).attached_to or roles(sheets[host]):
            yield unit.id, f"{host!r} is no bodyguard unit: it joins others itself"
        free = next((role for role in mine if (host, role) not in taken), None)
        if free is None:
            yield unit.id, f"{host!r} has a {mine[0]} already: {taken[host, mine[0]]!r}"
        else:
            taken[host, free] = unit.id
        if _places(scene, unit) != _places(scene, scene.units[host]):
            yield unit.id, f"{unit.id!r} begins elsewhere than {host!r}, which it joins"


def with_joined(scene: Scene) -> Scene:
    """The scene after every unit has joined the one that it is attached to: one unit, with the strength of both."""
    for unit in tuple(scene.units.values()):
        host = UnitState.of(unit).attached_to
        if host:
            scene = fold(scene, Joined(unit.id, host))
            scene = fold_all(scene, _after_joining(unit, scene.unit(host)))
    return scene


def _after_joining(guest: Unit, host: Unit) -> tuple[Marked, ...]:
    state, other = UnitState.of(host), UnitState.of(guest)
    changed = UnitState.marks(host.id, joined_by=(*state.joined_by, guest.id))
    if not (state.starting_strength or other.starting_strength):
        return changed
    before = len(host.models) - len(guest.models)
    whole = (state.starting_strength or before) + (other.starting_strength or len(guest.models))
    return (*changed, *UnitState.marks(host.id, starting_strength=whole))


def _places(scene: Scene, unit: Unit) -> set[tuple[str, str]]:
    return {(model.place, model.carrier) for model in scene.models_of(unit.id)}


def joined_sheets(scene: Scene, sheets: Mapping[str, UnitSheet]) -> Mapping[str, UnitSheet]:
    """Each unit's sheet together with those of the units that joined it: what there is to read about all its models."""
    found = dict(sheets)
    for unit in scene.units.values():
        for guest in UnitState.of(unit).joined_by:
            found[unit.id] = _together(found[unit.id], sheets[guest])
    return found


def _together(host: UnitSheet, guest: UnitSheet) -> UnitSheet:
    own = {model: guest.abilities_of(model) for model in guest.profiles}
    return replace(
        host,
        profiles={**host.profiles, **guest.profiles},
        weapons={**host.weapons, **guest.weapons},
        keywords=tuple(dict.fromkeys((*host.keywords, *guest.keywords))),
        model_abilities={**host.model_abilities, **own},
    )
