"""Who can be seen: the line of sight from model to model, and the rules that hide a unit all the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.geometry.sight import Sightline
from battlesim.model.ruling import Fact, Ruling
from battlesim.model.scene import Model
from battlesim.rules.wh40k.combine import combined
from battlesim.rules.wh40k.field import Field, shared_kinds
from battlesim.rules.wh40k.hidden import detection
from battlesim.rules.wh40k.hooks import RulesVisibility
from battlesim.rules.wh40k.lookout import lookout, obscuring
from battlesim.rules.wh40k.situations import Sighting

VISIBILITY: Final = "wh40k.visibility"
OBSCURING: Final = "wh40k.obscuring"
SOLID: Final = "wh40k.solid"
SOURCE: Final = "core rules 06.01, 13.10"


def visibility(sighting: Sighting) -> tuple[Ruling, ...]:
    """Can the model see the unit? All rulings that bear on it: the unit is visible when every one of them holds.

    A unit is visible when one of its models is; the nearest ones are tried first.
    """
    subjects = sighting.observer, sighting.target
    if not sighting.observing.on_table or not sighting.targets:
        off = sighting.target if sighting.observing.on_table else sighting.observer
        return (
            Ruling(VISIBILITY, False, "on-table", evidence=(Fact("off-table", off),), subjects=subjects, source=SOURCE),
        )
    asked = (
        rule.on_visibility(sighting) for rule in collect(RulesVisibility, shared_kinds(sighting.field, sighting.target))
    )
    return (*(ruling for ruling in asked if ruling is not None), *_seen(sighting))


def model_visible(field: Field, observer: Model, target: Model) -> tuple[Ruling, ...]:
    """Can the one model see the other? A line of sight, and within detection range where the other is hidden."""
    detected = detection(field, observer, target)
    line = lookout(field.scene).line(observer, target)
    seen = Ruling(VISIBILITY, line.clear, "sight", evidence=(line,), subjects=line.ends, source=SOURCE)
    return (seen,) if detected is None else (detected, seen)


def fully_visible(field: Field, observer: Model, target: Model) -> Ruling:
    """Is every part of the model that faces the observer seen past terrain? Other models are left aside."""
    line = lookout(field.scene).past_terrain(observer, target)
    return Ruling(
        VISIBILITY, line.clear, "full", evidence=(line,), subjects=line.ends, source="core rules 06.01, 13.08"
    )


def _seen(sighting: Sighting) -> tuple[Ruling, ...]:
    """The first model that can be seen, or else all that hides the others: too far away while hidden, or no free line."""
    field, observer = sighting.field, sighting.observing
    seer, subjects = lookout(field.scene), (sighting.observer, sighting.target)
    undetected: list[Ruling] = []
    blocked: list[Model] = []
    for target in seer.nearest_first(observer, sighting.target):
        detected = detection(field, observer, target)
        if detected is not None and not detected.holds:
            undetected.append(detected)
            continue
        line = seer.clear_line(observer, target)
        if line is not None:
            seen = Ruling(VISIBILITY, True, "sight", evidence=(line,), subjects=subjects, source=SOURCE)
            return (seen,) if detected is None else (detected, seen)
        blocked.append(target)
    rulings = [combined(undetected)] if undetected else []
    if blocked:
        lines = tuple(seer.line(observer, target) for target in blocked)
        parts = _between(field, lines)
        rulings.append(Ruling(VISIBILITY, False, "sight", None, None, lines, subjects, SOURCE, parts))
    return tuple(rulings)


def _between(field: Field, blocked: Sequence[Sightline]) -> tuple[Ruling, ...]:
    """The rules of terrain by which lines are shut: areas that cannot be seen across, features that are solid."""
    names = {name for line in blocked for name in line.blockers}
    table = field.scene.battlefield
    across = tuple(Fact("obscuring", area.id) for area in table.areas if area.id in names and obscuring(area))
    solid = tuple(
        Fact("solid", piece.id) for piece in table.features if piece.id in names and piece.category == "dense"
    )
    rulings = []
    if across:
        rulings.append(Ruling(OBSCURING, True, "between", evidence=across, source="core rules 13.10"))
    if solid:
        rulings.append(Ruling(SOLID, True, "between", evidence=solid, source="core rules 13.11"))
    return tuple(rulings)
