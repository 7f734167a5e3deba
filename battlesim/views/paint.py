"""Primitives onto a surface, in software. The still ground is kept for each camera; bases and texts are kept pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from battlesim.views.camera import Camera
from battlesim.views.labels import Placed, padding, place, sign_room
from battlesim.views.lettering import LINE, Lettering
from battlesim.views.palette import FAILS, HOLDS, INK, LOOKS, SHADE, faded
from battlesim.views.primitives import Area, Box, Colour, Glyph, Label, Line, Point, Primitive, Token
from battlesim.views.sprites import sprite
from battlesim.views.strokes import arrow_head, dot, glyph, polyline, rounded, segment, tick
from battlesim.views.terrain import flat, ground, on_screen

_PLATE: Colour = (20, 23, 28, 226)
_NUMBER_FROM = 15.0
"""Models are numbered from this radius on, in points."""


class Painter:
    """Draws pictures of one battle. Keeps the last grounds, so that a still camera costs little."""

    def __init__(self, *, kept: int = 3) -> None:
        self._grounds: dict[tuple[Camera, int], tuple[Sequence[Primitive], pygame.Surface]] = {}
        self._kept = kept
        self._placed: tuple[tuple[object, ...], tuple[Placed, ...]] | None = None

    def draw(
        self,
        surface: pygame.Surface,
        still: Sequence[Primitive],
        moving: Sequence[Primitive],
        camera: Camera,
        *,
        kept_free: Sequence[Box] = (),
    ) -> tuple[Placed, ...]:
        """Draw into the camera's port; answers where the labels went."""
        port = pygame.Rect(
            round(camera.port[0]), round(camera.port[1]),
            round(camera.port[2] - camera.port[0]), round(camera.port[3] - camera.port[1]),
        )  # fmt: skip
        surface.blit(self._ground(still, camera), port)
        surface.set_clip(port)
        boxes: list[Box] = []
        shapes = sorted((p for p in moving if not isinstance(p, Label)), key=lambda p: p.layer)
        for shape in shapes:
            match shape:
                case Token():
                    boxes += token(surface, shape, camera)
                case Area():
                    flat(surface, shape, camera)
                case Line():
                    line(surface, shape, camera)
                case Glyph():
                    _glyph(surface, shape, camera)
                case _:
                    pass
        placed = self._place(moving, camera, boxes, kept_free)
        for each in placed:
            label(surface, each, camera.scale)
        surface.set_clip(None)
        return placed

    def _ground(self, still: Sequence[Primitive], camera: Camera) -> pygame.Surface:
        key = camera, id(still)
        if key not in self._grounds:
            while len(self._grounds) >= self._kept:
                del self._grounds[next(iter(self._grounds))]
            # the primitives are kept beside, so that their id stays theirs
            self._grounds[key] = still, ground(still, camera)
        return self._grounds[key][1]

    def _place(
        self, moving: Sequence[Primitive], camera: Camera, boxes: Sequence[Box], kept_free: Sequence[Box]
    ) -> tuple[Placed, ...]:
        labels = tuple(p for p in moving if isinstance(p, Label))
        asked = labels, camera, tuple(boxes), tuple(kept_free)
        if self._placed is None or self._placed[0] != asked:
            measure = Lettering(camera.scale).measure
            self._placed = asked, place(labels, camera, measure, bases=boxes, kept_free=kept_free)
        return self._placed[1]


def token(surface: pygame.Surface, token: Token, camera: Camera) -> list[Box]:
    """Draw a base; answers the box it covers, where it is to be seen."""
    x, y = camera.to_screen((token.pose.x, token.pose.y))
    radius = token.base.circumradius * camera.zoom
    clip = surface.get_clip()
    if x + radius < clip.left or x - radius > clip.right or y + radius < clip.top or y - radius > clip.bottom:
        return []
    picture = sprite(token.base, token.pose.facing, token.style, token.look, token.emphasis, camera.zoom)
    if token.opacity < 1.0:
        picture = picture.copy()
        picture.fill((255, 255, 255, round(255 * max(token.opacity, 0.0))), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(picture, (round(x - picture.get_width() / 2), round(y - picture.get_height() / 2)))
    if token.look == "standing":
        _badges(surface, token, (x, y), camera)
    return [(x - radius, y - radius, x + radius, y + radius)] if token.look != "ghost" else []


def _badges(surface: pygame.Surface, token: Token, at: Point, camera: Camera) -> None:
    scale = camera.scale
    small = min(float(token.base.length), float(token.base.width)) / 2 * camera.zoom
    if token.number and small >= _NUMBER_FROM * scale and token.opacity > 0.6:
        write = Lettering(scale)
        size = min(max(small / scale * 0.36, 7.0), 10.0)
        width, _ = write.measure(token.number, size, True)
        r = max(width / 2 + 2.0 * scale, size * 0.68 * scale)
        middle = at[0] + small * 0.68, at[1] + small * 0.68
        dot(surface, middle, r, (17, 19, 23, 255))
        write.draw(surface, token.number, (middle[0] - width / 2, middle[1] - size * LINE * scale / 2), size, INK, bold=True)
    if token.wounds is not None:
        wounds_bar(surface, at, small, token.wounds, scale, LOOKS[token.style].rim)


def wounds_bar(surface: pygame.Surface, at: Point, radius: float, share: float, scale: float, colour: Colour) -> None:
    """A bar under a base: how much of its wounds is left."""
    half, height = max(radius * 0.8, 8.0 * scale), max(3.0 * scale, 2.0)
    left, top = at[0] - half, at[1] + radius + 2.5 * scale
    rounded(surface, (left - scale, top - scale, left + 2 * half + scale, top + height + scale), 2 * scale, (14, 16, 19, 255))
    pygame.draw.rect(surface, (86, 40, 48), (round(left), round(top), round(2 * half), round(height)))
    pygame.draw.rect(surface, colour[:3], (round(left), round(top), round(2 * half * share), round(height)))


def line(surface: pygame.Surface, line: Line, camera: Camera) -> None:
    """Draw a polyline with its ends."""
    points = on_screen(line.points, camera)
    scale, stroke = camera.scale, line.stroke
    width = stroke.width * scale
    if line.glow:
        polyline(surface, points, (*SHADE[:3], 150), width + 3.0 * scale, closed=line.closed)
    dash = None if stroke.dash is None else (stroke.dash[0] * scale, stroke.dash[1] * scale)
    polyline(surface, points, stroke.colour, width, dash=dash, closed=line.closed)
    ends = ((line.start, points[0], points[1]), (line.end, points[-1], points[-2])) if len(points) > 1 else ()
    for cap, tip, before in ends:
        angle = math.atan2(tip[1] - before[1], tip[0] - before[0])
        if cap == "tick":
            if line.glow:
                tick(surface, tip, angle, 15.0 * scale, (*SHADE[:3], 150), width + 2.5 * scale)
            tick(surface, tip, angle, 13.0 * scale, stroke.colour, max(width, 1.4 * scale))
        elif cap == "arrow":
            arrow_head(surface, tip, angle, 10.0 * scale, faded(stroke.colour, 1.0))
        elif cap == "dot":
            dot(surface, tip, max(width * 1.15, 2.2 * scale), (*stroke.colour[:3], 255))


def _glyph(surface: pygame.Surface, sign: Glyph, camera: Camera) -> None:
    at = camera.to_screen(sign.at)
    size = sign.size * camera.scale
    if sign.name in ("check", "cross"):
        dot(surface, at, size / 2 + 1.6 * camera.scale, (16, 18, 22, 255))
    glyph(surface, sign.name, at, size, (16, 18, 22, 255), ground=sign.colour)


def label(surface: pygame.Surface, placed: Placed, scale: float) -> None:
    """Draw a text on its plate, with its sign and its leader line."""
    each, box = placed.label, placed.box
    write = Lettering(scale)
    if placed.leader is not None:
        a, b = placed.leader
        segment(surface, a, b, (*SHADE[:3], 130), 3.0 * scale)
        segment(surface, a, b, faded(each.colour, 0.8), 1.2 * scale)
        dot(surface, b, 2.2 * scale, (*each.colour[:3], 255))
    radius = (box[3] - box[1]) / 2 if each.verdict else 4.0 * scale
    rounded(surface, box, radius, _PLATE)
    if each.verdict:
        pygame.draw.rect(surface, each.colour[:3], _rect(box), width=max(round(1.4 * scale), 1), border_radius=round(radius))
    across, down = padding(each, scale)
    x, middle = box[0] + across, (box[1] + box[3]) / 2
    if each.verdict:
        size = (each.size + 1.0) * scale
        colour = HOLDS if each.verdict == "holds" else FAILS
        glyph(
            surface, "check" if each.verdict == "holds" else "cross", (x + size / 2 - 2 * scale, middle), size,
            (16, 18, 22, 255), ground=colour,
        )  # fmt: skip
    elif each.style is not None:
        flag(surface, (x + each.size * 0.28 * scale, middle), each.size * 0.28 * scale, each.style)
    write.draw(surface, each.text, (x + sign_room(each, scale), box[1] + down), each.size, each.colour, bold=each.bold)


def flag(surface: pygame.Surface, at: Point, radius: float, style: int) -> None:
    """A side's sign beside a text: its colour, round for the first side, square for the second, and so on."""
    x, y = at
    colour = LOOKS[style].rim
    if style == 0:
        dot(surface, at, radius, colour)
    elif style == 1:
        k = round(radius * 0.9)
        pygame.draw.rect(surface, colour[:3], (round(x) - k, round(y) - k, 2 * k, 2 * k))
    else:
        glyph(surface, "objective", at, radius * 2.4, colour, ground=None)


def _rect(box: Box) -> pygame.Rect:
    left, top = round(box[0]), round(box[1])
    return pygame.Rect(left, top, round(box[2]) - left, round(box[3]) - top)

