"""Where the small map goes that shows the whole table while the camera shows only a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from battlesim.geometry.footprint import Floats
from battlesim.model.battlefield import Battlefield
from battlesim.model.scene import Scene
from battlesim.views.camera import Camera
from battlesim.views.primitives import Box

_WIDTH: Final = 132.0
_ASIDE: Final = 12.0


def corners(camera: Camera, field: Battlefield) -> tuple[Box, Box, Box]:
    """Where the map can be, in pixels: lower left, upper left, upper right. The ruler has the other one."""
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


def chosen_corners(scenes: Sequence[Scene], resting: Sequence[Camera]) -> tuple[int, ...]:
    """The corner for every step, by where its camera comes to rest: one in which the map hides no base, or few.

    It stays in its corner from step to step for as long as that will do.
    """
    corner, found = 0, list[int]()
    bases = [_bases(scene) for scene in scenes]
    for index, camera in enumerate(resting):
        there = np.concatenate([bases[index], bases[index + 1]])
        hidden = [_hidden(camera, box, there) for box in corners(camera, scenes[0].battlefield)]
        if hidden[corner] > min(hidden):
            corner = hidden.index(min(hidden))
        found.append(corner)
    return tuple(found)


def _bases(scene: Scene) -> Floats:
    """(n, 3): middle and radius of the circle round every base on the table, mm."""
    standing = [
        (model.pose.x, model.pose.y, model.base.circumradius)
        for model in scene.models.values()
        if model.on_table and model.pose is not None
    ]
    return np.array(standing, dtype=np.float64).reshape(-1, 3)


def _hidden(camera: Camera, box: Box, bases: Floats) -> int:
    """How many bases reach under a box of the screen."""
    left, top = camera.to_table((box[0], box[1]))
    right, bottom = camera.to_table((box[2], box[3]))
    x, y, reach = bases.T
    return int(np.count_nonzero((x > left - reach) & (x < right + reach) & (y > top - reach) & (y < bottom + reach)))
