"""Where models were to stand in an action that was refused, or only announced: ghosts, with the ways to there."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from battlesim.geometry.footprint import Pose
from battlesim.geometry.measure import Measurement
from battlesim.geometry.sight import Sightline
from battlesim.model.event import Moved, SetUp
from battlesim.model.ruling import Ruling
from battlesim.model.scene import Scene
from battlesim.model.text import Language
from battlesim.replay.timeline import Header, Step
from battlesim.units import Mm
from battlesim.views.palette import FAILS, LOOKS, faded, styles
from battlesim.views.primitives import Box, Label, Layer, Line, Primitive, Stroke, Token, union

_STILL = 1.0
"""Shorter ways, in mm, are no way to the eye."""


def ghosts(
    header: Header, scene: Scene, step: Step, language: Language, measured: Sequence[Measurement]
) -> Iterator[Primitive]:
    """The models of an action where they were to stand, in a refused one crossed where a ruling on the model itself failed.

    Where the step does not say what was wanted, the ends of what was ``measured`` tell where some models were to be.
    """
    look = styles(tuple(header.start.sides))
    placed: dict[str, Token] = {}
    crossed = failing(scene, step)
    for id, way in wanted(step).items():
        model, end = scene.model(id), way[-1]
        style = look[scene.units[model.unit].side]
        refused = not step.legal and (not crossed or id in crossed)
        start = model.pose if model.on_table else None
        if start is not None and math.dist((start.x, start.y), (end.x, end.y)) < _STILL and len(way) < 3:
            continue
        points = tuple((float(pose.x), float(pose.y)) for pose in way)
        if len(points) > 1:
            colour = FAILS if refused else LOOKS[style].rim
            yield Line(Layer.TRAIL, points, Stroke(faded(colour, 0.75), 2.0, (5.0, 5.0)), start="dot", end="arrow")
        placed[id] = Token(Layer.BASE, id, model.base, end, style, "refused" if refused else "wanted", 0.9)
    if not step.action.wanted:
        for piece in measured:
            placed |= dict(_as_measured(scene, piece, look))
    yield from placed.values()
    yield from _names(scene, tuple(placed.values()), language, look)


def announced(step: Step) -> bool:
    """Whether ways were only said, in a legal action: nobody has gone any of them yet."""
    return step.legal and bool(step.action.wanted) and not any(isinstance(e, Moved | SetUp) for e in step.events)


def wanted(step: Step) -> dict[str, tuple[Pose, ...]]:
    """The poses that each model of an action was to go through."""
    ways: dict[str, tuple[Pose, ...]] = {}
    for id, pose in step.action.wanted:
        ways[id] = (*ways.get(id, ()), pose)
    return ways


def wanted_boxes(scene: Scene, step: Step) -> list[Box]:
    """The boxes of all bases where they were wanted."""
    return [scene.model(id).base.at(way[-1]).bounds for id, way in wanted(step).items()]


def failing(scene: Scene, step: Step) -> frozenset[str]:
    """The models that a ruling which does not hold speaks of."""
    rulings = [each for ruling in step.rulings for each in ruling.walk() if not each.holds]
    return frozenset(id for ruling in rulings for id in _named(ruling) if id in scene.models)


def _named(ruling: Ruling) -> Iterator[str]:
    yield from ruling.subjects
    for piece in ruling.evidence:
        if isinstance(piece, Measurement | Sightline):
            yield from piece.ends


def _as_measured(scene: Scene, piece: Measurement, look: dict[str, int]) -> Iterator[tuple[str, Token]]:
    """The models off the table that something was measured to: the measured point tells where they were to be."""
    ends = ((piece.ends[0], piece.a, piece.b), (piece.ends[1], piece.b, piece.a))
    for number, (id, own, other) in enumerate(ends):
        model = scene.models.get(id)
        if model is None or model.on_table or model.place == "destroyed":
            continue
        away = math.atan2(own.y - other.y, own.x - other.x) if (own.x, own.y) != (other.x, other.y) else 0.0
        # standing across the line, half its width beyond the measured point, and facing what it was measured to;
        # the farthest point of a base lies on its other side
        farthest = number == 1 and piece.what in ("reach", "outside")
        half = float(model.base.length) / 2 * (-1.0 if farthest else 1.0)
        pose = Pose(Mm(own.x + half * math.cos(away)), Mm(own.y + half * math.sin(away)), math.degrees(away) + 180.0)
        style = look[scene.units[model.unit].side]
        yield id, Token(Layer.BASE, id, model.base, pose, style, "refused", 0.9)


def _names(scene: Scene, ghosts: Sequence[Token], language: Language, look: dict[str, int]) -> Iterator[Label]:
    """The name of each unit that was not let in, by its ghosts; one that stands on the table has its name there."""
    for unit in dict.fromkeys(scene.models[ghost.model].unit for ghost in ghosts):
        if scene.standing(unit):
            continue
        boxes = [ghost.base.at(ghost.pose).bounds for ghost in ghosts if scene.models[ghost.model].unit == unit]
        style = look[scene.units[unit].side]
        name = scene.units[unit].name.to(language)
        yield Label(Layer.LABEL, name, union(*boxes), LOOKS[style].text, 13.0, bold=True, rank=3, style=style)
