"""A replay made ready to be looked at: what is drawn, what is said and where the camera is at any position."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from battlesim.model.scene import Model, Scene
from battlesim.model.text import Language
from battlesim.replay.timeline import Step, Timeline
from battlesim.units import length_unit
from battlesim.views.camera import Camera, between, framing, smooth
from battlesim.views.evidence import evidence, reach_of
from battlesim.views.inset import Filled, chosen_places, corners, filled, ruler_places
from battlesim.views.log import CardRow, HistoryRow, Row, card, history, losses, rows
from battlesim.views.moment import Moment, moment, pace, place
from battlesim.views.options import ViewOptions
from battlesim.views.palette import styles
from battlesim.views.portray import Kept, models, table
from battlesim.views.primitives import Box, Primitive, grown, union

_LEAST_SEEN: Final = 0.45
"""The camera never shows less than this share of the table's width and depth by itself."""
_TRAVEL: Final = 0.30
"""Most of a step's time that the camera takes to reach what the step is about."""


@dataclass(frozen=True, slots=True)
class Seen:
    """All that there is to draw at a position."""

    now: Moment
    still: tuple[Primitive, ...]
    moving: tuple[Primitive, ...]


class Show:
    """A timeline with small caches round the pure functions that look at it."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.header = timeline.header
        self.styles = styles(tuple(timeline.header.start.sides))
        self._kept = Kept()
        self._scenes: dict[tuple[int, int], Scene] = {}
        self._still: dict[tuple[ViewOptions, tuple[str, ...]], tuple[Primitive, ...]] = {}
        self._moving: dict[tuple[int, int, float, ViewOptions], tuple[Moment, tuple[Primitive, ...]]] = {}
        self._rows: dict[tuple[int, int, float, Language, bool], tuple[Row, ...]] = {}
        self._places: dict[tuple[Box, float], tuple[tuple[int, int], ...]] = {}
        self._evidence: dict[tuple[int, int, Language], tuple[Primitive, ...]] = {}

    @property
    def end(self) -> float:
        """The last position."""
        return float(len(self.timeline.steps))

    def at(self, position: float, options: ViewOptions) -> Seen:
        """What is to be seen at a position."""
        now = moment(self.timeline, position, kept=self._scenes)
        field = now.scene.battlefield
        # keyed by all options, though few matter, so that an option added later cannot be forgotten
        ground = options, tuple(feature.id for feature in field.features if feature.fallen)
        if ground not in self._still:
            self._still[ground] = table(self.header, options, field)
        # once the last told entry is whole, time changes nothing until the next
        settled = now.share if now.progress < 1.0 else 1.0
        key = (now.index, now.told, settled, options)
        if key not in self._moving:
            if len(self._moving) > 64:
                self._moving.clear()
            self._moving[key] = now, self._drawn(now, options)
        return Seen(now, self._still[ground], self._moving[key][1])

    def _drawn(self, now: Moment, options: ViewOptions) -> tuple[Primitive, ...]:
        shapes = models(self.header, now, options, self._kept)
        if not options.evidence:
            return shapes
        key = (now.index, now.told, options.language)
        if key not in self._evidence:
            self._evidence[key] = evidence(self.header, now, options.language)
        return shapes + self._evidence[key]

    def rows(self, now: Moment, language: Language, *, details: bool = False) -> tuple[Row, ...]:
        """The rows of the log."""
        key = (now.index, now.told, now.progress, language, details)
        if key not in self._rows:
            if len(self._rows) > 64:
                self._rows.clear()
            self._rows[key] = rows(self.header, now, language, details=details)
        return self._rows[key]

    def history(self, now: Moment, language: Language) -> tuple[HistoryRow, ...]:
        """The steps before the one on show, the last of them first."""
        return history(self.timeline, now.index, language)

    def cards(self, now: Moment, language: Language) -> tuple[CardRow, ...]:
        """The cards of the units that act and that are acted on; at the start, of every unit."""
        if now.step is None:
            sides = list(now.scene.sides)
            units = sorted(now.scene.units.values(), key=lambda unit: sides.index(unit.side))
            return tuple(self.card(now.scene, unit.id, language, whole=False) for unit in units)
        named = (*now.step.action.actors, *now.step.action.targets)
        concerned = dict.fromkeys(_unit(now.scene, id) for id in named)
        return tuple(self.card(now.scene, id, language, whole=False) for id in concerned if id in now.scene.units)

    def losses(self, now: Moment, language: Language) -> tuple[CardRow, ...]:
        """What each side lost; empty where nobody lost anything."""
        return losses(self.header, now.scene, self.styles, language)

    def card(self, scene: Scene, unit: str, language: Language, *, whole: bool = True) -> CardRow:
        """One unit's card."""
        return card(self.header, scene, unit, self.styles[scene.units[unit].side], language, whole=whole)

    def whole(self, port: Box, *, scale: float) -> Camera:
        """The camera that shows all of the table, its frame included."""
        field = self.header.start.battlefield
        room = 26.0 * scale
        inner = (port[0] + room, port[1] + room, port[2] - room, port[3] - room)
        return replace(framing((0.0, 0.0, field.width, field.depth), inner, scale=scale), port=port)

    def camera(self, position: float, port: Box, *, scale: float) -> Camera:
        """The camera that follows the battle: on its way at the start of a step, then still."""
        index, share = place(position, len(self.timeline.steps))
        if index < 0:
            return self.whole(port, scale=scale)
        here = self._resting(index, port, scale)
        beats = pace(self.timeline.steps[index]).beats
        travel = min(max(beats[0].start if beats else 0.2, 0.2), _TRAVEL)
        if share >= travel:
            return here
        before = self._resting(index - 1, port, scale) if index else self.whole(port, scale=scale)
        return between(before, here, smooth(share / travel))

    def inset_box(self, camera: Camera, position: float) -> Box | None:
        """Where the small map goes, pixels, when the camera shows only a part of the table."""
        if camera.zoom < self.whole(camera.port, scale=camera.scale).zoom * 1.2:
            return None
        return corners(camera, self.header.start.battlefield)[self._place(camera, position)[0]]

    def ruler_box(self, camera: Camera, position: float) -> Box:
        """Where the ruler goes, pixels."""
        return ruler_places(length_unit(self.header.unit), camera)[self._place(camera, position)[1]]

    def _place(self, camera: Camera, position: float) -> tuple[int, int]:
        """Which of their places the small map and the ruler have."""
        steps, key = len(self.timeline.steps), (camera.port, camera.scale)
        if key not in self._places:
            resting = [self._resting(index, *key) for index in range(steps)]
            unit = length_unit(self.header.unit)
            self._places[key] = chosen_places(self._filled, resting, self.header.start.battlefield, unit)
        index = place(position, steps)[0]
        return self._places[key][index] if index >= 0 else (0, 0)

    @cached_property
    def _filled(self) -> tuple[Filled, ...]:
        return filled(self.timeline)

    def _resting(self, index: int, port: Box, scale: float) -> Camera:
        box = self._boxes[index]
        whole = self.whole(port, scale=scale)
        if box is None:
            return whole
        camera = framing(box, port, scale=scale)
        if camera.zoom <= whole.zoom * 1.25:
            return whole
        return _kept_on_table(camera, self.header.start.battlefield.width, self.header.start.battlefield.depth)

    @cached_property
    def _boxes(self) -> tuple[Box | None, ...]:
        """What the camera frames in each step, None for the whole table. It stays where it is while that will do."""
        boxes: list[Box | None] = []
        last: Box | None = None
        for step in self.timeline.steps:
            found = self._action(step)
            if found is None:
                found = None if self._new_turn(step) else last
            elif last is not None and _will_do(last, found):
                found = last
            boxes.append(found)
            last = found
        return tuple(boxes)

    def _new_turn(self, step: Step) -> bool:
        """Whether another player's turn begins: a moment to see the whole table."""
        before, after = self.timeline.scenes[step.index].clock, self.timeline.scenes[step.index + 1].clock
        return (before.round, before.side) != (after.round, after.side)

    def _action(self, step: Step) -> Box | None:
        before, after = self.timeline.scenes[step.index], self.timeline.scenes[step.index + 1]
        boxes = [model.footprint.bounds for scene in (before, after) for model in _named(scene, step) if model.on_table]
        boxes += reach_of(self.header, step, after)
        if not boxes:
            return None
        field = self.header.start.battlefield
        x0, y0, x1, y1 = grown(union(*boxes), 0.09 * field.depth)
        least_width, least_depth = _LEAST_SEEN * field.width, _LEAST_SEEN * field.depth
        spare_x, spare_y = max(least_width - (x1 - x0), 0) / 2, max(least_depth - (y1 - y0), 0) / 2
        return x0 - spare_x, y0 - spare_y, x1 + spare_x, y1 + spare_y


def _named(scene: Scene, step: Step) -> list[Model]:
    found: list[Model] = []
    for id in (*step.action.actors, *step.action.targets):
        if id in scene.units:
            found += scene.models_of(id)
        elif id in scene.models:
            found.append(scene.models[id])
    return found


def _unit(scene: Scene, id: str) -> str:
    return scene.models[id].unit if id in scene.models else id


def _will_do(last: Box, found: Box) -> bool:
    inside = last[0] <= found[0] and last[1] <= found[1] and found[2] <= last[2] and found[3] <= last[3]
    return inside and (last[2] - last[0]) < 1.7 * (found[2] - found[0])


def _kept_on_table(camera: Camera, width: float, depth: float) -> Camera:
    """Moved so that no more than the frame shows beside the table, where the table is larger than the port."""
    seen, rim = camera.seen, 30.0 * camera.scale / camera.zoom
    x, y = camera.x, camera.y
    half_width, half_depth = (seen[2] - seen[0]) / 2, (seen[3] - seen[1]) / 2
    x = min(max(x, half_width - rim), width - half_width + rim) if 2 * half_width < width + 2 * rim else width / 2
    y = min(max(y, half_depth - rim), depth - half_depth + rim) if 2 * half_depth < depth + 2 * rim else depth / 2
    return replace(camera, x=x, y=y)
