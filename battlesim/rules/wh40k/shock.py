"""Battle-shock: two dice against the best leadership of a unit."""

from __future__ import annotations

from typing import Final

from battlesim.engine.story import Story
from battlesim.model.ruling import Count, Ruling
from battlesim.rules.wh40k.field import Field, profile_of
from battlesim.rules.wh40k.state import UnitState

BATTLE_SHOCK: Final = "wh40k.battle-shock"


def battle_shock_roll(story: Story, field: Field, unit: str) -> Ruling:
    """Roll 2D6 for the unit: at its best leadership or more it is not shocked (any more), below that it is.

    The ruling is told and returned; it holds where the unit is steady. The unit has to have a living model.
    """
    needed = min(profile_of(field, model.id).leadership for model in story.scene.alive(unit))
    rolled = sum(story.roll("battle-shock", 2, subject=unit).faces)
    evidence = (Count("battle-shock", rolled, needed),)
    steady = Ruling(
        BATTLE_SHOCK, rolled >= needed, "roll", evidence=evidence, subjects=(unit,), source="core rules 01.07"
    )
    story.rule(steady)
    story.tell(*UnitState.marks(unit, battle_shocked=not steady.holds))
    return steady
