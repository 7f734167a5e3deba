"""The small map: the whole table in a corner of the picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pygame

from battlesim.model.scene import Scene
from battlesim.views.camera import Camera
from battlesim.views.paint import Painter
from battlesim.views.palette import LOOKS, MAP_AREA, MAP_GROUND, MAP_PLATE, NEUTRAL, faded
from battlesim.views.primitives import Box, Colour
from battlesim.views.strokes import dot, rounded

Size = tuple[int, int]

LEAST: Final = 1.3
"""Radius of the smallest dot, in points."""


def draw_small_map(
    surface: pygame.Surface, painter: Painter, scene: Scene, styles: Mapping[str, int], camera: Camera, box: Box
) -> None:
    """The whole table in small: every model a dot in its side's colour, and a frame round what is seen."""
    field, s = scene.battlefield, camera.scale
    rounded(surface, (box[0] - 4 * s, box[1] - 4 * s, box[2] + 4 * s, box[3] + 4 * s), 5 * s, MAP_PLATE)
    zoom = (box[2] - box[0]) / field.width
    plate = pygame.Rect(round(box[0]), round(box[1]), round(box[2] - box[0]), round(box[3] - box[1]))
    surface.blit(painter.picture(f"{plate.size}", (scene,), lambda: _map(scene, styles, plate.size, s)), plate)
    seen = camera.seen
    view = pygame.Rect(
        round(box[0] + seen[0] * zoom), round(box[1] + seen[1] * zoom),
        round((seen[2] - seen[0]) * zoom), round((seen[3] - seen[1]) * zoom),
    )  # fmt: skip
    pygame.draw.rect(surface, faded(NEUTRAL, 1.0)[:3], view.clip(plate), width=max(round(1.3 * s), 1))


def _map(scene: Scene, styles: Mapping[str, int], size: Size, scale: float) -> pygame.Surface:
    """The table from above, so many pixels large: terrain, and every model a dot."""
    field, surface = scene.battlefield, pygame.Surface(size)
    zoom = size[0] / field.width
    surface.fill(MAP_GROUND[:3])
    for area in field.areas:
        pygame.draw.polygon(surface, MAP_AREA[:3], [(x * zoom, y * zoom) for x, y in area.outline])
    for model in scene.models.values():
        if model.on_table and model.pose is not None:
            at = model.pose.x * zoom, model.pose.y * zoom
            colour = LOOKS[styles[scene.units[model.unit].side]].rim
            picture = _dot(round(max(model.base.circumradius * zoom, LEAST * scale) * 4) / 4, colour)
            half = picture.get_width() // 2
            surface.blit(picture, (round(at[0]) - half, round(at[1]) - half))
    return surface


@lru_cache(maxsize=64)
def _dot(radius: float, colour: Colour) -> pygame.Surface:
    half = int(radius) + 2
    picture = pygame.Surface((half * 2 + 1, half * 2 + 1), pygame.SRCALPHA)
    dot(picture, (half, half), radius, colour)
    return picture
