"""Which of a step's rulings are worth a line on the table. There may be dozens; three can be read at a glance."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battlesim.geometry.measure import Measurement
from battlesim.geometry.region import Region
from battlesim.geometry.sight import Sightline
from battlesim.model.event import RollMade
from battlesim.model.ruling import Ruling
from battlesim.model.scene import Scene
from battlesim.replay.timeline import Step

Piece = Measurement | Sightline | Region

_MOST: Final = 3
"""Rulings that are drawn in full in one step."""
_MOST_THIN: Final = 6
_STILL: Final = 1.0
"""Shorter paths, in mm, are no movement to the eye."""
_FAR: Final = 1.5
"""From so many times its limit on, a distance that was to be kept is not worth showing."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A ruling chosen to be drawn, with the evidence to draw. ``leading`` ones get their limit and their numbers, the
    others a thin line."""

    ruling: Ruling
    pieces: tuple[Piece, ...]
    leading: bool


def chosen(scene: Scene, step: Step, told: int) -> tuple[Shown, ...]:
    """The rulings worth drawing among the first ``told`` entries.

    A refusal is explained by what failed, and by that alone. Else those are chosen that say the most: measured between
    two units, nearest to their limits, one for each clause of each rule and one for each measured pair.
    """
    rulings = list(dict.fromkeys(r for entry in step.entries[:told] for r in _speaking(entry)))
    if step.legal:
        shown = [Shown(r, pieces, True) for r in rulings if (pieces := _telling(scene, step, r))]
        return tuple(_distinct(scene, sorted(shown, key=lambda s: _margin(s.ruling))))[:_MOST]
    failed = [Shown(r, pieces, True) for r in rulings if not r.holds and (pieces := _drawable(r)[:1])]
    leading = tuple(_distinct(scene, failed))[:_MOST]
    return (*leading, *_thin(rulings, leading))


def _speaking(entry: object) -> Iterator[Ruling]:
    """The rulings of an entry that carry evidence: a ruling itself, or else what it rests on."""
    if isinstance(entry, Ruling):
        if _drawable(entry):
            yield entry
        else:
            for part in entry.parts:
                yield from _speaking(part)
    elif isinstance(entry, RollMade):
        for ledger in entry.ledgers:
            for modifier in ledger.modifiers:
                yield from _speaking(modifier.ruling)


def _drawable(ruling: Ruling) -> tuple[Piece, ...]:
    return tuple(piece for piece in ruling.evidence if isinstance(piece, Measurement | Sightline | Region))


def _telling(scene: Scene, step: Step, ruling: Ruling) -> tuple[Piece, ...]:
    """What of a ruling is worth drawing where the action was carried out: the first that is."""
    return next(((piece,) for piece in _drawable(ruling) if _tells(scene, step, ruling, piece)), ())


def _tells(scene: Scene, step: Step, ruling: Ruling, piece: Piece) -> bool:
    if isinstance(piece, Region):
        return True
    if isinstance(piece, Sightline):
        # a clear line adds nothing to an attack that happened; what stood in the way explains cover
        return not piece.clear
    if ruling.limit is None or ruling.limit <= 0.0 or piece.what in ("outside", "depth", "height"):
        return False
    if piece.what == "path":
        return piece.value > _STILL
    a, b = (scene.models[id].unit if id in scene.models else id for id in piece.ends)
    if a == b:
        return not ruling.holds
    named = _units(scene, {*step.action.actors, *step.action.targets})
    if not ruling.holds and named and not {a, b} & named:
        return False
    return not (ruling.holds and ruling.comparison == "beyond" and piece.value > _FAR * ruling.limit)


def _units(scene: Scene, ids: set[str]) -> set[str]:
    return {scene.models[id].unit if id in scene.models else id for id in ids}


def _margin(ruling: Ruling) -> float:
    """How near a ruling was to going the other way, as a share of its limit."""
    if ruling.measured is None or not ruling.limit:
        return math.inf
    return abs(ruling.measured - ruling.limit) / float(ruling.limit)


def _distinct(scene: Scene, shown: list[Shown]) -> Iterator[Shown]:
    """One for each clause, and of those that hold two units to the same limit one."""
    seen = set[object]()
    for each in shown:
        clause = (each.ruling.rule, each.ruling.clause, each.ruling.holds)
        ends = [
            (frozenset(_units(scene, set(piece.ends))), each.ruling.limit, each.ruling.holds)
            for piece in each.pieces
            if isinstance(piece, Measurement)
        ]
        if clause in seen or any(end in seen for end in ends):
            continue
        seen |= {clause, *ends}
        yield each


def _thin(rulings: list[Ruling], leading: tuple[Shown, ...]) -> tuple[Shown, ...]:
    """The other measurements that fail the same rulings: every model that is too near, every gap that is too wide."""
    drawn = {piece for each in leading for piece in each.pieces}
    thin: dict[Piece, Shown] = {}
    for each in leading:
        first = each.pieces[0]
        if not isinstance(first, Measurement):
            continue
        own = [(each.ruling, piece) for piece in each.ruling.evidence]
        parts = [(part, piece) for part in each.ruling.parts if not part.holds for piece in part.evidence]
        for ruling, piece in own + parts:
            if isinstance(piece, Measurement) and piece.what == first.what and piece not in drawn:
                thin.setdefault(piece, Shown(ruling, (piece,), False))
    return tuple(thin.values())[:_MOST_THIN]
