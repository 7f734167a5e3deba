"""Where the small map and the ruler go while the camera shows only a part of the table: where they hide nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from battlesim.geometry.footprint import Floats
from battlesim.geometry.region import Region
from battlesim.model.battlefield import Battlefield
from battlesim.model.event import Moved
from battlesim.model.scene import Scene
from battlesim.replay.timeline import Step, Timeline
from battlesim.units import LengthUnit
from battlesim.views.camera import Camera
from battlesim.views.choice import chosen
from battlesim.views.primitives import Box, Point, disjoint, grown

_WIDTH: Final = 132.0
_ASIDE: Final = 12.0
_MARKER: Final = 30.0
"""Radius round an objective that stays in sight, mm."""
_STRIDE: Final = 12.0
"""Distance between the points that stand for a line, mm."""


def corners(camera: Camera, field: Battlefield) -> tuple[Box, Box, Box]:
    """Where the map can be, in pixels: lower left, upper left, upper right."""
    s = camera.scale
    width, aside = _WIDTH * s, _ASIDE * s
    height = width * field.depth / field.width
    left, top, right, bottom = camera.port
    x, y = left + aside, bottom - height - aside
    upper, far = top + aside, right - aside - width
    return (
        (x, y, x + width, y + height),
        (x, upper, x + width, upper + height),
        (far, upper, far + width, upper + height),
    )


def ruled(unit: LengthUnit, camera: Camera) -> int:
    """How many of the players' units the ruler spans."""
    return next((n for n in (1, 2, 3, 6, 10, 12, 20, 24) if n * float(unit.mm) * camera.zoom >= 70 * camera.scale), 48)


def ruler_places(unit: LengthUnit, camera: Camera) -> tuple[Box, ...]:
    """Where the ruler can be, in pixels: along the lower edge from the right, then along the upper edge."""
    s = camera.scale
    wide, tall = ruled(unit, camera) * float(unit.mm) * camera.zoom + 16 * s, 30 * s
    left, top, right, bottom = camera.port
    first, span = right - 14 * s - wide, right - left - 28 * s - wide
    return tuple(
        (first - span * share, y, first - span * share + wide, y + tall)
        for y in (bottom - 12 * s - tall, top + 12 * s)
        for share in (0.0, 1.0, 0.25, 0.5, 0.75, 0.125, 0.375, 0.625, 0.875)
    )


@dataclass(frozen=True, slots=True)
class Filled:
    """What is to be seen in a step, as circles: (n, 3), middle and radius, mm. The bases before and after it, and the
    objectives with points along all lines."""

    bases: Floats
    drawn: Floats


def filled(timeline: Timeline) -> tuple[Filled, ...]:
    """What is to be seen in each step."""
    bases = [_bases(scene) for scene in timeline.scenes]
    field = timeline.header.start.battlefield
    objectives = np.array([(o.at.x, o.at.y, _MARKER) for o in field.objectives], dtype=np.float64).reshape(-1, 3)
    return tuple(
        Filled(
            np.concatenate([bases[step.index], bases[step.index + 1]]),
            np.concatenate([objectives, _lines(timeline.scenes[step.index + 1], step)]),
        )
        for step in timeline.steps
    )


def chosen_places(
    steps: Sequence[Filled], resting: Sequence[Camera], field: Battlefield, unit: LengthUnit
) -> tuple[tuple[int, int], ...]:
    """The corner of the map and the place of the ruler for every step, by where its camera comes to rest: such that
    they hide no base, or few, and no objective and no line where that can be had as well.

    They stay where they are from step to step for as long as that will do.
    """
    corner, place, found = 0, 0, list[tuple[int, int]]()
    for seen, camera in zip(steps, resting, strict=True):
        boxes = corners(camera, field)
        corner = _least(corner, [_hidden(seen, camera, box) for box in boxes])
        taken = grown(boxes[corner], 6 * camera.scale)
        ruler = ruler_places(unit, camera)
        near = 4.0 * camera.scale
        place = _least(place, [(not disjoint(b, taken), *_hidden(seen, camera, grown(b, near))) for b in ruler])
        found.append((corner, place))
    return tuple(found)


def _least(last: int, costs: Sequence[tuple[int, ...]]) -> int:
    """The last choice while none is better, else the first of the best."""
    return last if costs[last] == min(costs) else costs.index(min(costs))


def _bases(scene: Scene) -> Floats:
    """(n, 3): middle and radius of the circle round every base on the table, mm."""
    standing = [
        (model.pose.x, model.pose.y, model.base.circumradius)
        for model in scene.models.values()
        if model.on_table and model.pose is not None
    ]
    return np.array(standing, dtype=np.float64).reshape(-1, 3)


def _lines(scene: Scene, step: Step) -> Floats:
    """(n, 3): points along what is measured and walked in a step, mm, without a radius."""
    paths: list[tuple[Point, ...]] = [
        tuple((float(pose.x), float(pose.y)) for pose in event.path)
        for event in step.events
        if isinstance(event, Moved)
    ]
    for shown in chosen(scene, step, len(step.entries)):
        paths += [((p.a.x, p.a.y), (p.b.x, p.b.y)) for p in shown.pieces if not isinstance(p, Region)]
    points = [
        (a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count, 0.0)
        for path in paths
        for a, b in pairwise(path)
        for count in (max(math.ceil(math.dist(a, b) / _STRIDE), 1),)
        for n in range(count + 1)
    ]
    return np.array(points, dtype=np.float64).reshape(-1, 3)


def _hidden(seen: Filled, camera: Camera, box: Box) -> tuple[int, int]:
    """How many bases, and how much else, reach under a box of the screen."""
    left, top = camera.to_table((box[0], box[1]))
    right, bottom = camera.to_table((box[2], box[3]))

    def under(circles: Floats) -> int:
        x, y, r = circles.T
        return int(np.count_nonzero((x > left - r) & (x < right + r) & (y > top - r) & (y < bottom + r)))

    return under(seen.bases), under(seen.drawn)
