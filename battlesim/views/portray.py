"""The table, its terrain and the models on it as primitives."""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from battlesim.geometry.coherency import coherency
from battlesim.geometry.footprint import Coordinates, Pose
from battlesim.geometry.measure import Measurement
from battlesim.geometry.region import around
from battlesim.model import battlefield as ground
from battlesim.model.event import Destroyed, Moved, RollMade
from battlesim.model.scene import Model, Scene, Unit
from battlesim.model.text import Language
from battlesim.replay.timeline import Coherence, Header, Step
from battlesim.units import CM, length_unit
from battlesim.views.choice import chosen
from battlesim.views.moment import Moment
from battlesim.views.options import ViewOptions
from battlesim.views.palette import FAILS, LOOKS, NEUTRAL, PLAIN, SHADE, Ground, faded, mixed, styles
from battlesim.views.palette import ground as ground_of
from battlesim.views.primitives import (
    Area,
    Cap,
    Emphasis,
    Glyph,
    Label,
    Layer,
    Line,
    Primitive,
    Stroke,
    Tabletop,
    Token,
    box_of,
    union,
)
from battlesim.views.signs import badges

_FALLEN = 0.42
_TREES = 40.0
"""Distance between trees, mm."""
_MARKER = 20.0
"""Radius of an objective marker, mm."""


def circle(x: float, y: float, radius: float, *, corners: int = 48) -> Coordinates:
    """A circle as a ring of points, for drawing."""
    turns = (2 * math.pi * n / corners for n in range(corners))
    return tuple((x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns)


def table(header: Header, options: ViewOptions, field: ground.Battlefield | None = None) -> tuple[Primitive, ...]:
    """What hardly changes during a battle: table, zones, terrain (as ``field`` has it, or the start), objectives."""
    field = header.start.battlefield if field is None else field
    unit = length_unit(header.unit)
    look = styles(tuple(header.start.sides))
    shapes: list[Primitive] = [
        Tabletop(Layer.TABLE, field.width, field.depth, float(unit.mm), 10 if unit == CM else 6, unit.symbol)
    ]
    if options.zones:
        shapes += [_zone(zone, look.get(zone.side)) for zone in field.zones]
    for area in field.areas:
        shapes += _area(area)
    for objective in field.objectives:
        shapes += _objective(objective.at.x, objective.at.y)
    return tuple(shapes)


def _zone(zone: ground.Zone, style: int | None) -> Area:
    colour = NEUTRAL if style is None else LOOKS[style].rim
    return Area(Layer.ZONE, (zone.outline,), faded(colour, 0.075), Stroke(faded(colour, 0.5), 1.4, (9.0, 6.0)))


def _area(area: ground.Area) -> Iterator[Area]:
    categories = [area.category, *(feature.category for feature in area.features)]
    look = next((ground_of(c) for c in categories if ground_of(c) is not PLAIN), PLAIN)
    yield Area(Layer.TERRAIN, (area.outline,), look.fill, look.edge, look.hatches)
    if not area.features:
        yield from _growth(area.outline, look)
    if area.objective:
        yield Area(Layer.TERRAIN, (area.outline,), (0, 0, 0, 0), Stroke(faded(NEUTRAL, 0.5), 1.3, (3.0, 5.0)))
    # lower floors first, so that an upper floor lies on top of what it covers
    for feature in sorted(area.features, key=lambda feature: feature.floor):
        yield from _feature(feature, ground_of(feature.category or area.category))


def _growth(outline: Coordinates, look: Ground) -> Iterator[Area]:
    """What grows on soft ground: tree tops in a wood, a contour line on a hill."""
    x0, y0, x1, y1 = box_of(outline)
    if look.soft == "contours":
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        for share in (0.72, 0.46):
            ring = tuple((x + (px - x) * share, y + (py - y) * share) for px, py in outline)
            yield Area(Layer.TERRAIN, (ring,), faded(look.top, 0.3), Stroke(faded(SHADE, 0.35), 1.0))
    elif look.soft == "trees":
        for row in range(math.ceil((y1 - y0) / _TREES)):
            for column in range(math.ceil((x1 - x0) / _TREES) + 1):
                # jittered by the place alone, so that a wood looks the same every time
                turn = math.sin(12.9898 * row + 78.233 * column) * 43758.5453
                jitter = turn - math.floor(turn)
                x = x0 + (column + (row % 2) / 2 + 0.4 * (jitter - 0.5)) * _TREES
                y = y0 + (row + 0.5 + 0.4 * ((jitter * 7) % 1 - 0.5)) * _TREES
                radius = _TREES * (0.26 + 0.16 * ((jitter * 13) % 1))
                if all(_inside(outline, px, py) for px, py in circle(x, y, radius, corners=6)):
                    crown = mixed(look.top, look.fill, 0.5 * ((jitter * 29) % 1))
                    ring = circle(x, y, radius, corners=14)
                    yield Area(Layer.TERRAIN, (ring,), (*crown[:3], 255), Stroke(faded(SHADE, 0.4), 1.0), (), 34.0)


def _inside(outline: Coordinates, x: float, y: float) -> bool:
    """By the even-odd rule; good enough to plant trees."""
    edges = zip(outline, (*outline[1:], outline[0]), strict=True)
    return (
        sum((p[1] > y) != (q[1] > y) and x < p[0] + (y - p[1]) / (q[1] - p[1]) * (q[0] - p[0]) for p, q in edges) % 2
        == 1
    )


def _feature(feature: ground.Feature, look: Ground) -> Iterator[Area]:
    height = min(float(feature.height) if feature.height is not None else 75.0, 150.0)
    if look.soft and not feature.walls:
        yield Area(Layer.TERRAIN, (feature.outline,), look.fill, look.edge, look.hatches)
        yield from _growth(feature.outline, look)
        return
    if not feature.walls:
        yield Area(Layer.TERRAIN, (feature.outline,), look.top, Stroke(faded(SHADE, 0.75), 1.2), (), height)
        return
    if feature.floor or feature.roof:
        yield Area(Layer.TERRAIN, (feature.outline,), faded(look.top, 0.35), Stroke(faded(SHADE, 0.5), 1.0))
    for wall in feature.walls:
        yield Area(Layer.TERRAIN, (wall,), look.top, Stroke(faded(SHADE, 0.8), 1.1), (), height)


def _objective(x: float, y: float) -> Iterator[Primitive]:
    yield Area(Layer.MARKER, (circle(x, y, _MARKER),), (38, 36, 32, 210), Stroke(NEUTRAL, 1.6))
    yield Area(Layer.MARKER, (circle(x, y, _MARKER * 0.62),), faded(NEUTRAL, 0.14), Stroke(faded(NEUTRAL, 0.6), 1.0))
    yield Glyph(Layer.MARKER, "objective", (x, y), NEUTRAL, 13.0)


def emphasis(header_scene: Scene, step: Step | None) -> Mapping[str, Emphasis]:
    """The models that act and those that are acted on, in a step."""
    if step is None:
        return {}
    marked: dict[str, Emphasis] = {}
    for ids, word in ((step.action.targets, "target"), (step.action.actors, "acting")):
        for id in ids:
            if id in header_scene.units:
                marked.update(dict.fromkeys(header_scene.units[id].models, word))  # type: ignore[arg-type]
            elif id in header_scene.models:
                marked[id] = word  # type: ignore[assignment]
    return marked


class Kept:
    """Tokens and names from the last picture, for what did not change since: the painter knows them again."""

    def __init__(self) -> None:
        self.tokens: dict[str, tuple[Model, Unit, Emphasis, int, Token]] = {}
        self.names: dict[str, tuple[Unit, list[Model], bool, Language, Label]] = {}
        self.held: dict[tuple[tuple[str, str], ...], tuple[Area, ...]] = {}


def models(header: Header, now: Moment, options: ViewOptions, kept: Kept | None = None) -> tuple[Primitive, ...]:
    """The models on the table with their trails, the fallen of this step, and the names of the units."""
    scene, look, kept = now.scene, styles(tuple(header.start.sides)), kept or Kept()
    marked = emphasis(scene, now.step)
    shapes: list[Primitive] = [*_held(scene, look, kept), *_trails(now, look)]
    fallen = _fallen(now)
    carriers = Counter(model.carrier for model in scene.models.values() if model.place == "aboard")
    for model in scene.models.values():
        if model.id not in now.passages and model.id not in fallen:
            if model.place == "table":
                shapes.append(_standing(header, scene, model, marked.get(model.id, ""), carriers[model.id], look, kept))
            continue
        passage = now.passages.get(model.id)
        pose = passage.pose if passage else model.pose
        if pose is None:
            continue
        gone = model.id in fallen
        opacity = passage.opacity if passage else 1.0
        if gone:
            opacity = _FALLEN + (1 - _FALLEN) * opacity if passage else _FALLEN
        style = look[scene.units[model.unit].side]
        token = _token(header, scene, model, pose, marked.get(model.id, ""), carriers[model.id], style)
        shapes.append(replace(token, look="fallen" if gone and not passage else "standing", opacity=opacity))
    shapes += _attack(now, look)
    if options.names:
        shapes += _names(header, now, look, marked, options, kept)
    if options.auras:
        shapes += _auras(header, scene, look)
    if options.coherency and header.coherency is not None:
        shapes += _coherency(scene, header.coherency)
    return tuple(shapes)


def _held(scene: Scene, look: Mapping[str, int], kept: Kept) -> tuple[Area, ...]:
    """A ring in the side's colour round each marker and area that a mark of the side names: what it controls."""
    field = scene.battlefield
    spots = {one.id: one.at for one in field.objectives}
    outlines = {area.id: area.outline for area in field.areas}
    named = tuple(
        (side.id, str(one))
        for side in scene.sides.values()
        for value in side.marks.values()
        if isinstance(value, tuple)
        for one in value
        if one in spots or one in outlines
    )
    if named not in kept.held:
        rings = []
        for side, one in named:
            ring = circle(spots[one].x, spots[one].y, _MARKER * 1.35) if one in spots else outlines[one]
            # not by colour alone: the first side's line is whole, the others' are broken
            dash = None if look[side] == 0 else (9.0, 4.0)
            rings.append(
                Area(
                    Layer.AURA,
                    (ring,),
                    (0, 0, 0, 0),
                    Stroke(faded(LOOKS[look[side]].rim, 0.95), 3.0 if one in spots else 1.8, dash),
                )
            )
        kept.held[named] = tuple(rings)
    return kept.held[named]


def _standing(
    header: Header,
    scene: Scene,
    model: Model,
    emphasis: Emphasis,
    aboard: int,
    look: Mapping[str, int],
    kept: Kept,
) -> Token:
    """A model where it stands: the token of the last picture, as long as it would be the same."""
    unit, last = scene.units[model.unit], kept.tokens.get(model.id)
    if last and last[0] is model and last[1] is unit and last[2] == emphasis and last[3] == aboard:
        return last[4]
    assert model.pose is not None
    token = _token(header, scene, model, model.pose, emphasis, aboard, look[unit.side])
    kept.tokens[model.id] = model, unit, emphasis, aboard, token
    return token


def _token(
    header: Header, scene: Scene, model: Model, pose: Pose, emphasis: Emphasis, aboard: int, style: int
) -> Token:
    return Token(
        Layer.BASE,
        model.id,
        model.base,
        pose,
        style,
        emphasis=emphasis,
        number=_number(scene, model),
        wounds=_wounds(header.start, model),
        aboard=aboard,
    )


def _fallen(now: Moment) -> frozenset[str]:
    if now.step is None:
        return frozenset()
    told = now.step.entries[: now.told]
    return frozenset(entry.model for entry in told if isinstance(entry, Destroyed))


def _attack(now: Moment, look: Mapping[str, int]) -> Iterator[Line]:
    """An arrow from each unit that rolls at another to the other, while nothing measured joins the two."""
    if now.step is None:
        return
    told = now.step.entries[: now.told]
    measured = any(
        isinstance(piece, Measurement) for shown in chosen(now.scene, now.step, now.told) for piece in shown.pieces
    )
    pairs = {(e.subject, e.against): None for e in told if isinstance(e, RollMade) and e.subject and e.against}
    first = next(iter(pairs), None)
    if measured or first is None or first[0] not in now.scene.units or first[1] not in now.scene.units:
        return
    ends = [_nearest_of(now.scene, unit) for unit in first]
    if all(ends):
        (own, other), style = ends, look[now.scene.units[first[0]].side]
        a, b = min(
            ((p, q) for p in own for q in other),
            key=lambda pair: math.dist(pair[0].footprint.centre, pair[1].footprint.centre),
        )
        stroke = Stroke(faded(LOOKS[style].rim, 0.85), 2.0, (3.0, 5.0))
        yield Line(
            Layer.EVIDENCE, (a.footprint.centre, b.footprint.centre), stroke, start="none", end="arrow", glow=True
        )


def _nearest_of(scene: Scene, unit: str) -> tuple[Model, ...]:
    """The models of a unit that have a place on the table, the fallen where none stands."""
    return scene.standing(unit) or tuple(model for model in scene.models_of(unit) if model.pose is not None)


def _number(scene: Scene, model: Model) -> str:
    return model.id.rpartition(".")[2] if len(scene.units[model.unit].models) > 1 else ""


def _wounds(start: Scene, model: Model) -> float | None:
    full = start.models[model.id].wounds if model.id in start.models else model.wounds
    return None if full <= 1 or model.wounds >= full or model.place == "destroyed" else model.wounds / full


def _trails(now: Moment, look: Mapping[str, int]) -> Iterator[Primitive]:
    if now.step is None:
        return
    for entry in now.step.entries[: now.told]:
        if not isinstance(entry, Moved) or entry.model not in now.scene.models:
            continue
        passage = now.passages.get(entry.model)
        path = passage.travelled if passage else entry.path
        points = tuple((float(pose.x), float(pose.y)) for pose in path)
        if len(points) < 2 or (math.dist(points[0], points[-1]) < 1.0 and len(points) == 2):
            continue
        model = now.scene.models[entry.model]
        style = look[now.scene.units[model.unit].side]
        # who goes for somebody goes boldly
        at = bool(now.step.action.targets) and model.unit in now.step.action.actors
        stroke = (
            Stroke(faded(LOOKS[style].rim, 0.95), 4.0) if at else Stroke(faded(LOOKS[style].rim, 0.75), 2.0, (7.0, 5.0))
        )
        yield Token(Layer.TRAIL, entry.model, model.base, entry.path[0], style, "ghost", 0.5)
        end: Cap = "none"
        if not passage:
            points, end = _short_of(points, min(float(model.base.length), float(model.base.width)) / 2), "arrow"
        yield Line(Layer.TRAIL, points, stroke, start="dot", end=end)


def _short_of(points: Coordinates, by: float) -> Coordinates:
    """The line without its last few mm, so that an arrow at its end shows outside the base; whole where it is short."""
    (x0, y0), (x1, y1) = points[-2:]
    length = math.dist((x0, y0), (x1, y1))
    if length <= 1.5 * by:
        return points
    share = 1.0 - by / length
    return (*points[:-1], (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))


def _names(
    header: Header,
    now: Moment,
    look: Mapping[str, int],
    marked: Mapping[str, Emphasis],
    options: ViewOptions,
    kept: Kept,
) -> Iterator[Label]:
    scene, fallen, language = now.scene, _fallen(now), options.language
    changing = {scene.models[id].unit for id in (*now.passages, *fallen)}
    for unit in scene.units.values():
        told = any(id in marked for id in unit.models)
        members, last = [scene.models[id] for id in unit.models], kept.names.get(unit.id)
        same = last is not None and last[0] is unit and last[2] is told and last[3] == language
        if last and same and unit.id not in changing and all(map(operator.is_, members, last[1])):
            yield last[4]
            continue
        boxes, graves = [], []
        for id in unit.models:
            model, passage = scene.models[id], now.passages.get(id)
            pose = passage.pose if passage else model.pose
            if pose is not None and (model.on_table or passage):
                boxes.append(model.base.at(pose).bounds if passage else model.footprint.bounds)
            elif id in fallen and model.pose is not None:
                graves.append(model.footprint.bounds)
        boxes = boxes or graves
        if not boxes:
            continue
        style = look[unit.side]
        label = Label(
            Layer.LABEL,
            _short(unit.name.to(language)),
            union(*boxes),
            LOOKS[style].text,
            13.0 if told else 11.5,
            bold=told,
            rank=3 if told else 6,
            style=style,
            badges=badges(header, unit, language),
        )
        if unit.id not in changing:
            kept.names[unit.id] = unit, members, told, language, label
        yield label


def _short(name: str, most: int = 34) -> str:
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def _auras(header: Header, scene: Scene, look: Mapping[str, int]) -> Iterator[Primitive]:
    for unit in scene.units.values():
        card = header.cards.get(unit.id)
        standing = [model.footprint for model in scene.standing(unit.id)]
        if card is None or not standing:
            continue
        for _, reach in card.auras:
            colour = LOOKS[look[unit.side]].rim
            for part in around(standing, reach).parts:
                yield Area(Layer.AURA, part, faded(colour, 0.10), Stroke(faded(colour, 0.6), 1.4, (2.0, 4.0)))


def _coherency(scene: Scene, rule: Coherence) -> Iterator[Primitive]:
    for unit in scene.units.values():
        standing = [(model.id, model.footprint) for model in scene.standing(unit.id)]
        if len(standing) < 2:
            continue
        found = coherency(standing, neighbour=rule.neighbour, envelope=rule.envelope, vertical=rule.vertical)
        for link in found.links:
            yield _tie(link, broken=False)
        for torn in found.violations:
            yield _tie(torn, broken=True)


def _tie(link: Measurement, *, broken: bool) -> Line:
    stroke = Stroke(faded(FAILS, 0.95), 2.2, (5.0, 4.0)) if broken else Stroke(faded(NEUTRAL, 0.75), 1.4)
    cap: Cap = "tick" if broken else "none"
    return Line(Layer.EVIDENCE, ((link.a.x, link.a.y), (link.b.x, link.b.y)), stroke, start=cap, end=cap)
