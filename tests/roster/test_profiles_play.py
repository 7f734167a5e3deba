"""Published weapon profiles, rolled: whatever their keywords, dice and choices, an attack comes to an end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from msgspec import structs

from battlesim.dice import SeededChoices, SeededDice
from battlesim.engine.story import Story
from battlesim.replay.fold import fold_all
from battlesim.roster.datasheets import datasheet, datasheets, factions_of
from battlesim.rules.wh40k.attacks import carry_out
from battlesim.rules.wh40k.compile import compiled
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.profiles import Weapon
from battlesim.rules.wh40k.situations import Attack, AttackType
from battlesim.units import inches
from tests.rules.wh40k.battles import HUMAN, SHOOTING, Squad, at, away, battle

BODY = replace(HUMAN, wounds=2, save=3, invulnerable=5)


def distinct(every: int) -> Iterator[Weapon]:
    """Profiles that differ in more than their name: one in ``every`` datasheets'."""
    seen: set[tuple[object, ...]] = set()
    for id in datasheets()[::every]:
        for faction in factions_of(id):
            for weapon in (w for of_one in datasheet(id, faction=faction).weapons.values() for w in of_one):
                numbers = weapon.attacks, weapon.skill, weapon.ap, weapon.damage, weapon.melee
                key = (*numbers, *map(repr, weapon.abilities))
                if key not in seen:
                    seen.add(key)
                    yield weapon


def carried_out(weapon: Weapon, options: Options, keywords: tuple[str, ...], seed: int) -> Story:
    """Two bearers against six models, one of them a character, with dice and choices of that seed."""
    clock = structs.replace(SHOOTING, phase="fight" if weapon.melee else "shooting")
    gap = inches(1) if weapon.melee else inches(3)
    crowd = tuple(away(gap, 20.0 * k) for k in range(6))
    bearers = Squad("squad", "red", (at(600, 400), at(600, 440)), weapons=(weapon,), marks={"charged": True})
    guard = Squad("guard", "blue", crowd, profile=BODY, keywords=keywords, own_keywords={1: ("CHARACTER",)})
    field = battle(bearers, guard, clock=clock, options=options)
    kind: AttackType = "melee" if weapon.melee else "indirect"
    specs = [compiled(Attack(field, f"squad.{k}", weapon, "guard", kind)) for k in (1, 2)]
    story = Story(field.scene, SeededDice(seed), SeededChoices(seed))
    carry_out(story, field, "squad", specs)
    events = [entry for entry in story.entries if entry.kind != "ruling"]
    assert fold_all(field.scene, events) == story.scene
    return story


@pytest.mark.parametrize("variant", ["glossary", "core"])
@pytest.mark.parametrize("keywords", [("INFANTRY",), ("VEHICLE", "FLY")])
def test_published_profiles_are_rolled_to_their_end(variant: str, keywords: tuple[str, ...]):
    options = Options("core") if variant == "core" else Options()
    profiles = list(distinct(25))
    assert len(profiles) > 60
    for seed, weapon in enumerate(profiles):
        story = carried_out(weapon, options, keywords, seed)
        assert all(model.wounds >= 0 for model in story.scene.models.values()), weapon.id
