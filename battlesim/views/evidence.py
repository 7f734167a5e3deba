"""What rulings rest on, drawn: the measured line, the limit, the line of sight, the region. From the replay alone.

A ruling that holds is green, solid and ticked off; one that does not is red, dashed and crossed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from battlesim.geometry.measure import Measurement
from battlesim.geometry.region import Region, around
from battlesim.geometry.sight import Sightline
from battlesim.model.ruling import Ruling
from battlesim.model.scene import Model, Scene
from battlesim.model.text import Language
from battlesim.model.wording import Wording
from battlesim.replay.timeline import Header, Step
from battlesim.units import Mm, length_unit
from battlesim.views.choice import Shown, chosen
from battlesim.views.moment import Moment
from battlesim.views.palette import FAILS, HOLDS, faded
from battlesim.views.primitives import (
    Area,
    Box,
    Colour,
    Glyph,
    Hatch,
    Label,
    Layer,
    Line,
    Point,
    Primitive,
    Stroke,
    Verdict,
    box_of,
)
from battlesim.views.wanted import announced, ghosts, wanted_boxes

Told = Callable[[Mm], str]
"""Says a length."""

_WIDE: Final = 0.26
"""Limits up to this share of the table's depth have their ring filled, and kept in sight by the camera."""
_RINGED: Final = ("gap", "gap-3d", "reach", "outside")
_SIGNS: Final = {"within": "≤", "beyond": ">", "short-of": "<"}


def evidence(header: Header, now: Moment, language: Language = "en") -> tuple[Primitive, ...]:
    """The primitives of all that is ruled so far in the step on show."""
    if now.step is None:
        return ()
    told = Wording(language, length_unit(header.unit)).length
    widest = _WIDE * float(header.start.battlefield.depth)
    measured = set[tuple[Point, Point]]()
    actors = _models_named(now.scene, now.step.action.actors)
    shapes: list[Primitive] = []
    pieces: list[Measurement] = []
    for shown in chosen(now.scene, now.step, now.told):
        for piece in shown.pieces:
            match piece:
                case Measurement():
                    segment = (piece.a.x, piece.a.y), (piece.b.x, piece.b.y)
                    # rulings that share a measurement share its line; the one that fails comes first
                    if shown.leading and segment in measured:
                        shapes += _limit(now.scene, shown.ruling, piece, told, actors, widest)
                    else:
                        shapes += _measured(now.scene, shown, piece, told, actors, widest)
                    if shown.leading:
                        measured.add(segment)
                    pieces.append(piece)
                case Sightline() if shown.leading:
                    shapes += _sight(shown.ruling, piece)
                case Region() if shown.leading:
                    shapes += _region(shown.ruling, piece)
                case _:
                    pass
    if now.told and (not now.step.legal or announced(now.step)):
        shapes = [*ghosts(header, now.scene, now.step, language, pieces), *shapes]
    return tuple(shapes)


def _colour(ruling: Ruling) -> Colour:
    return HOLDS if ruling.holds else FAILS


def _verdict(ruling: Ruling) -> Verdict:
    return "holds" if ruling.holds else "fails"


def _stroke(ruling: Ruling, width: float = 2.4) -> Stroke:
    return Stroke(_colour(ruling), width, None if ruling.holds else (7.0, 5.0))


def _measured(
    scene: Scene, shown: Shown, piece: Measurement, told: Told, actors: frozenset[str], widest: float
) -> Iterator[Primitive]:
    ruling = shown.ruling
    a, b = (piece.a.x, piece.a.y), (piece.b.x, piece.b.y)
    if not shown.leading:
        yield Line(
            Layer.EVIDENCE, (a, b), Stroke(faded(_colour(ruling), 0.55), 1.2, (4.0, 4.0)), start="tick", end="tick"
        )
        return
    yield from _limit(scene, ruling, piece, told, actors, widest)
    # what was walked is drawn as a trail already, corners and all
    if piece.what != "path":
        yield Line(Layer.EVIDENCE, (a, b), _stroke(ruling, 2.6), start="tick", end="tick", glow=True)
    yield Label(
        Layer.LABEL,
        told(piece.value),
        box_of((a, b)),
        _colour(ruling),
        14.0,
        bold=True,
        verdict=_verdict(ruling),
        along=(a, b),
        rank=0,
        must=True,
    )


def _limit(
    scene: Scene, ruling: Ruling, piece: Measurement, told: Told, actors: frozenset[str], widest: float
) -> Iterator[Primitive]:
    """The limit as a ring, with its length."""
    rings = _rings(scene, ruling, piece, actors, widest)
    yield from rings
    if not rings or ruling.limit is None or ruling.comparison is None:
        return
    ring = max((area.rings[0] for area in rings), key=len)
    first = min(range(len(ring)), key=lambda n: (ring[n][1], ring[n][0]))
    top = ring[first]
    spots = tuple(
        ring[(first + n * len(ring) // 24) % len(ring)] for n in (1, 23, 2, 22, 3, 21, 5, 19, 7, 17, 9, 15, 12)
    )
    text = f"{_SIGNS[ruling.comparison]} {told(ruling.limit)}"
    yield Label(Layer.LABEL, text, (*top, *top), _colour(ruling), 11.0, verdict=_verdict(ruling), rank=2, spots=spots)


def _rings(scene: Scene, ruling: Ruling, piece: Measurement, actors: frozenset[str], widest: float) -> tuple[Area, ...]:
    """The limit round the whole unit that must be kept away from, or round the model that was measured from."""
    # the fallen keep their place: what they were measured by stays where it was
    ends = [scene.models[id] for id in piece.ends if id in scene.models and scene.models[id].pose is not None]
    if not ends or ruling.limit is None or ruling.comparison is None or ruling.limit <= 0 or piece.what not in _RINGED:
        return ()
    if ruling.comparison == "beyond":
        kept = next((model for model in ends if model.id not in actors), ends[-1])
        ringed: Sequence[Model] = scene.standing(kept.unit) or (kept,)
    else:
        ringed = ends[:1]
    colour = _colour(ruling)
    # a fill as large as the table would tint it all
    fill = faded(colour, 0.09 if ruling.limit <= widest else 0.0)
    edge = Stroke(faded(colour, 0.8), 1.6, None if ruling.holds else (6.0, 5.0))
    return tuple(
        Area(Layer.AURA, part, fill, edge) for part in around([model.footprint for model in ringed], ruling.limit).parts
    )


def _sight(ruling: Ruling, piece: Sightline) -> Iterator[Primitive]:
    a, b = (piece.a.x, piece.a.y), (piece.b.x, piece.b.y)
    colour = HOLDS if piece.clear else FAILS
    for outline in piece.outlines:
        yield Area(
            Layer.EVIDENCE,
            (outline,),
            faded(colour, 0.16),
            Stroke(colour, 2.0),
            (Hatch(45.0, 9.0, Stroke(faded(colour, 0.55), 1.2)),),
        )
    stroke = Stroke(faded(colour, 0.9), 1.8, None if piece.clear else (7.0, 5.0))
    yield Line(Layer.EVIDENCE, (a, b), stroke, start="dot", end="arrow", glow=True)
    middle: Point = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    if piece.outlines and not piece.clear:
        xs, ys = zip(*piece.outlines[0], strict=True)
        middle = (sum(xs) / len(xs), sum(ys) / len(ys))
    yield Glyph(Layer.EVIDENCE, "check" if piece.clear else "cross", middle, colour, 18.0)


def _region(ruling: Ruling, piece: Region) -> Iterator[Primitive]:
    colour = _colour(ruling)
    for part in piece.parts:
        yield Area(
            Layer.AURA,
            part,
            faded(colour, 0.10),
            Stroke(faded(colour, 0.8), 1.5, None if ruling.holds else (6.0, 5.0)),
            (Hatch(45.0 if ruling.holds else 135.0, 16.0, Stroke(faded(colour, 0.18), 1.0)),),
        )


def _models_named(scene: Scene, ids: Iterable[str]) -> frozenset[str]:
    return frozenset(model for id in ids for model in (scene.units[id].models if id in scene.units else (id,)))


def reach_of(header: Header, step: Step, scene: Scene) -> tuple[Box, ...]:
    """The boxes of what the rulings of a step point at, so that a camera can keep them in sight."""
    widest = _WIDE * float(header.start.battlefield.depth)
    actors = _models_named(scene, step.action.actors)
    boxes: list[Box] = [] if step.legal and not announced(step) else wanted_boxes(scene, step)
    for shown in chosen(scene, step, len(step.entries)):
        for piece in shown.pieces if shown.leading else ():
            if isinstance(piece, Measurement | Sightline):
                boxes.append(box_of(((piece.a.x, piece.a.y), (piece.b.x, piece.b.y))))
                if isinstance(piece, Measurement):
                    rings = _rings(scene, shown.ruling, piece, actors, widest)
                    boxes += [box_of(ring.rings[0]) for ring in rings if ring.colour[3]]
    return tuple(boxes)
