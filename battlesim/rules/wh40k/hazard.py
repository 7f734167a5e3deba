"""Hazard rolls: a die for each danger taken, and what those that fail do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.rules.wh40k.attack_hooks import Endangers
from battlesim.rules.wh40k.compile import ward_of
from battlesim.rules.wh40k.field import BIG, Field, has_keyword, weapons_of
from battlesim.rules.wh40k.spec import needed
from battlesim.rules.wh40k.wounds import lose, mortal_wounds

HAZARD: Final = "wh40k.hazard-roll"
HAZARDOUS: Final = "wh40k.hazardous"
_BEARERS_WOUNDS: Final = 3


def hazard_rolls(story: Story, field: Field, unit: str, count: int) -> int:
    """Roll for that many dangers; each failure deals the unit one mortal wound, or three where all of it is big.

    Returns how many failed. A roll fails on an unmodified 1 in the glossary, on 1 or 2 in the core rules.
    """
    models = story.scene.alive(unit)
    failed = _failed(story, field, unit, count)
    each = 3 if models and all(has_keyword(field, model.id, BIG) for model in models) else 1
    for _ in range(failed):
        mortal_wounds(story, field, unit, each, rule=HAZARD)
    return failed


def overheating(story: Story, field: Field, unit: str, users: Sequence[str]) -> int:
    """Roll for dangerous weapons before they are used, one for each of ``users``, the models that chose one.

    Each failure destroys a model of the unit that has such a weapon, its own or lent; the owner chooses which. Characters, monsters and vehicles suffer three mortal wounds instead. Returns how many failed.
    """
    failed = _failed(story, field, unit, len(users))
    for _ in range(failed):
        standing = [model for model in story.scene.alive(unit) if model.on_table]
        bearers = [model for model in standing if model.id in users or _dangerous(field, model.id)]
        if not bearers:
            break
        bearer = story.choose("hazardous-bearer", [model.id for model in reversed(bearers)], subject=unit)
        if has_keyword(field, bearer, (*BIG, "CHARACTER")):
            ward = ward_of(field, bearer, mortal=True)
            lose(story, bearer, _BEARERS_WOUNDS, ward, rule=HAZARDOUS, field=field)
        else:
            lose(story, bearer, story.scene.model(bearer).wounds, None, rule=HAZARDOUS, field=field)
    return failed


def _failed(story: Story, field: Field, unit: str, count: int) -> int:
    face = field.options.hazard_fails_through + 1
    made = story.roll("hazard", count, target=face, subject=unit, ledgers=needed("hazard", face))
    return count - len(made.successes)


def _dangerous(field: Field, model: str) -> bool:
    return any(collect(Endangers, weapon.abilities) for weapon in weapons_of(field, model))
