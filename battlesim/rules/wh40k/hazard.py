"""Hazard rolls: a die for each danger taken, and mortal wounds for those that fail."""

from __future__ import annotations

from typing import Final

from battlesim.engine.story import Story
from battlesim.rules.wh40k.field import BIG, Field, has_keyword
from battlesim.rules.wh40k.wounds import mortal_wounds

HAZARD: Final = "wh40k.hazard-roll"


def hazard_rolls(story: Story, field: Field, unit: str, count: int) -> int:
    """Roll for that many dangers; each failure deals the unit one mortal wound, or three where all of it is big.

    Returns how many failed. A roll fails on an unmodified 1 in the glossary, on 1 or 2 in the core rules.
    """
    models = story.scene.alive(unit)
    made = story.roll("hazard", count, target=field.options.hazard_fails_through + 1, subject=unit)
    failed = count - len(made.successes)
    each = 3 if models and all(has_keyword(field, model.id, BIG) for model in models) else 1
    for _ in range(failed):
        mortal_wounds(story, field, unit, each, rule=HAZARD)
    return failed
