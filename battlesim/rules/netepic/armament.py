"""Which weapons a stand may fire, and those that firing uses up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.event import Marked
from battlesim.model.ruling import Ruling
from battlesim.rules.netepic.fire_hooks import LimitsUses, LimitsWeapons
from battlesim.rules.netepic.profiles import NetepicBattle, Weapon, profile_of
from battlesim.rules.netepic.table import now, stand_state

Armed = tuple[str, Weapon]
"""A stand and the weapon that it fires."""


def arms_allowed(battle: NetepicBattle, fired: Sequence[Armed]) -> Iterator[Ruling]:
    """What abilities of stands and weapons say to what they fire in one activation."""
    by_stand: dict[str, tuple[Weapon, ...]] = {}
    for stand, weapon in fired:
        by_stand[stand] = (*by_stand.get(stand, ()), weapon)
    for stand, weapons in by_stand.items():
        for rule in collect(LimitsWeapons, profile_of(battle, stand).abilities):
            yield rule.on_weapons(battle, stand, weapons)
        for weapon in dict.fromkeys(weapons):
            for limit in collect(LimitsUses, weapon.abilities):
                yield limit.on_use(battle, stand, weapon)


def usable(battle: NetepicBattle, stand: str) -> tuple[Weapon, ...]:
    """The weapons that a stand may fire together, the first of its profile first."""
    limits = collect(LimitsWeapons, profile_of(battle, stand).abilities)
    found: tuple[Weapon, ...] = ()
    for weapon in profile_of(battle, stand).weapons:
        left = all(limit.on_use(battle, stand, weapon).holds for limit in collect(LimitsUses, weapon.abilities))
        if left and all(limit.on_weapons(battle, stand, (*found, weapon)).holds for limit in limits):
            found = (*found, weapon)
    return found


def use_up(battle: NetepicBattle, fired: Sequence[Armed], story: Story) -> None:
    """Weapons that an ability allows a number of uses are used."""
    for stand, weapon in dict.fromkeys(fired):
        if collect(LimitsUses, weapon.abilities):
            before = stand_state(now(battle, story), stand).used_up
            story.tell(Marked(stand, "used-up", (*before, weapon.id), "model"))
