"""Who can be seen: the line of sight from model to model, and the rules that hide a unit all the same."""

from __future__ import annotations

from typing import Final

from battlesim.engine.hooks import collect
from battlesim.model.ruling import Fact, Ruling
from battlesim.rules.wh40k.field import shared_kinds
from battlesim.rules.wh40k.hooks import RulesVisibility
from battlesim.rules.wh40k.lookout import lookout
from battlesim.rules.wh40k.situations import Sighting

VISIBILITY: Final = "wh40k.visibility"
SOURCE: Final = "core rules 06.01, 13.10"


def visibility(sighting: Sighting) -> tuple[Ruling, ...]:
    """Can the model see the unit? All rulings that bear on it: the unit is visible when every one of them holds.

    A unit is visible when one of its models is; the nearest ones are tried first.
    """
    subjects = sighting.observer, sighting.target
    if not sighting.observing.on_table or not sighting.targets:
        off = sighting.target if sighting.observing.on_table else sighting.observer
        return (Ruling(VISIBILITY, False, "on-table", evidence=(Fact("off-table", off),), subjects=subjects),)
    asked = (
        rule.on_visibility(sighting)
        for rule in collect(RulesVisibility, shared_kinds(sighting.field, sighting.target))
    )
    lines = lookout(sighting.field.scene).lines(sighting.observing, sighting.target)
    seen = Ruling(VISIBILITY, lines[-1].clear, "sight", evidence=lines, subjects=subjects, source=SOURCE)
    return (*(ruling for ruling in asked if ruling is not None), seen)
