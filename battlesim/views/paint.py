"""Primitives onto a surface, in software. The still ground is kept for each camera; bases and texts are kept pictures."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from battlesim.views.camera import Camera
from battlesim.views.labels import WOUNDS, Placed, along, badge_room, marker_box, padding, place, sign_room
from battlesim.views.lettering import Lettering
from battlesim.views.palette import BACKDROP, FAILS, HOLDS, LOOKS, SHADE, faded
from battlesim.views.primitives import (
    Area,
    Box,
    Colour,
    Glyph,
    Label,
    Layer,
    Line,
    Point,
    Primitive,
    Tabletop,
    Token,
    box_of,
    disjoint,
    union,
)
from battlesim.views.sprites import sprite
from battlesim.views.strokes import arrow_head, dot, glyph, polyline, rounded, segment, tick
from battlesim.views.tags import badge, flag, number_disc, passengers, wounds_bar
from battlesim.views.terrain import flat, ground, on_screen, rim

_PLATE: Colour = (20, 23, 28, 226)
_SHEET = 4_000_000
"""Pixels of the picture of the whole table that is stretched while the camera moves."""
_SMALL = 0.75
"""Below this share of its zoom a smaller one is stretched instead."""
_NUMBER_FROM = 16.0
"""Models are numbered from this radius on, in points."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """A kept picture: what it shows (kept beside, so that ids stay theirs), and the boxes of the bases in it."""

    shows: tuple[object, ...]
    picture: pygame.Surface
    boxes: tuple[Box, ...] = ()


class Painter:
    """Draws pictures of one battle. Keeps the last grounds, so that a still camera costs little.

    Bases that are the same objects as in the picture before are kept with the ground, once they have stayed the same
    for another picture.
    """

    def __init__(self, *, kept: int = 6) -> None:
        self._grounds: dict[tuple[object, ...], _Ground] = {}
        self._kept = kept
        self._last: Camera | None = None
        self._tokens: dict[int, Token] = {}
        self._settled: tuple[int, ...] = ()
        self._whole: tuple[tuple[object, ...], Camera, pygame.Surface] | None = None
        self._peopled: tuple[tuple[object, ...], Camera, pygame.Surface] | None = None
        self._placed: tuple[tuple[object, ...], tuple[Placed, ...]] | None = None
        self._pictures: dict[str, tuple[tuple[object, ...], pygame.Surface]] = {}

    def picture(self, name: str, shows: tuple[object, ...], make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """A picture by name, made anew only when what it ``shows`` are other objects than the last time."""
        last = self._pictures.get(name)
        if last is None or len(last[0]) != len(shows) or not all(map(operator.is_, last[0], shows)):
            last = self._pictures[name] = shows, make()
        return last[1]

    def draw(
        self,
        surface: pygame.Surface,
        still: Sequence[Primitive],
        moving: Sequence[Primitive],
        camera: Camera,
        *,
        kept_free: Sequence[Box] = (),
        exact: bool = False,
    ) -> tuple[Placed, ...]:
        """Draw into the camera's port; answers where the labels went.

        While the camera changes from call to call the ground is stretched from one large picture, unless it is asked
        to be ``exact``; the first call with a camera that stays draws it anew.
        """
        port = pygame.Rect(
            round(camera.port[0]), round(camera.port[1]),
            round(camera.port[2] - camera.port[0]), round(camera.port[3] - camera.port[1]),
        )  # fmt: skip
        auras = tuple(p for p in moving if isinstance(p, Area) and p.layer == Layer.AURA)
        travelling = not exact and camera != self._last
        self._last = camera
        settled = self._settle(moving)
        boxes: list[Box] = []
        if travelling:
            self._sheet(surface, still, settled, camera, port)
            boxes += [box for each in settled if (box := _covered(each, camera, port))]
        else:
            kept = self._ground(still, auras, settled, camera)
            surface.blit(kept.picture, port)
            boxes += kept.boxes
        surface.set_clip(port)
        drawn = frozenset(map(id, settled))
        rest = (
            p
            for p in moving
            if not isinstance(p, Label) and id(p) not in drawn and (travelling or p.layer != Layer.AURA)
        )
        shapes = sorted(rest, key=lambda p: p.layer)
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
        boxes += [marker_box(p, camera) for p in still if isinstance(p, Area) and p.layer == Layer.MARKER]
        placed = self._place(moving, camera, boxes, kept_free)
        # all leaders first: none may cross a text
        for each in placed:
            leader(surface, each, camera.scale)
        for each in placed:
            label(surface, each, camera.scale)
        surface.set_clip(None)
        return placed

    def _settle(self, moving: Sequence[Primitive]) -> tuple[Token, ...]:
        """The bases that may be drawn with the ground: the same as before, for the second time, and off all trails."""
        tokens = {id(p): p for p in moving if isinstance(p, Token) and p.layer == Layer.BASE}
        same = [each for key, each in tokens.items() if key in self._tokens]
        trails = [_box_of(p) for p in moving if p.layer == Layer.TRAIL]
        if trails:
            under = union(*trails)
            same = [each for each in same if disjoint(_box_of(each), under)]
        keys = tuple(map(id, same))
        # once drawn with the ground they are so at once, else a base that moves would have all others drawn twice
        known = keys == self._settled
        self._tokens, self._settled = tokens, keys
        return tuple(same) if known else ()

    def _ground(
        self, still: Sequence[Primitive], auras: tuple[Area, ...], settled: tuple[Token, ...], camera: Camera
    ) -> _Ground:
        """The ground, with the auras of the moment on it, and the bases that have settled."""
        key = camera, id(still), tuple(map(id, auras)), tuple(map(id, settled))
        if key not in self._grounds:
            while len(self._grounds) >= self._kept:
                del self._grounds[next(iter(self._grounds))]
            boxes: list[Box] = []
            if not auras and not settled:
                picture = ground(still, camera)
            else:
                below = self._ground(still, auras, (), camera) if settled else self._ground(still, (), (), camera)
                picture = below.picture.copy()
                width, height = picture.get_size()
                left, top = round(camera.port[0]), round(camera.port[1])
                # the port may begin between two pixels
                part = camera.port[0] - left, camera.port[1] - top
                inner = (
                    part[0],
                    part[1],
                    part[0] + camera.port[2] - camera.port[0],
                    part[1] + camera.port[3] - camera.port[1],
                )
                local = Camera(camera.x, camera.y, camera.zoom, inner, camera.scale)
                if settled:
                    for each in settled:
                        boxes += [
                            (x0 + left, y0 + top, x1 + left, y1 + top) for x0, y0, x1, y1 in token(picture, each, local)
                        ]
                else:
                    for area in auras:
                        flat(
                            picture, area, Camera(camera.x, camera.y, camera.zoom, (0, 0, width, height), camera.scale)
                        )
            self._grounds[key] = _Ground((still, auras, settled), picture, tuple(boxes))
        return self._grounds[key]

    def _sheet(
        self,
        surface: pygame.Surface,
        still: Sequence[Primitive],
        settled: tuple[Token, ...],
        camera: Camera,
        port: pygame.Rect,
    ) -> None:
        """The ground with the settled bases from one picture of the whole table, stretched to the camera."""
        if self._whole is None or self._whole[0][0] is not still or self._whole[1].scale != camera.scale:
            self._whole, self._peopled = ((still,), *_whole_table(still, camera)), None
        _, sheet, picture = self._whole
        if settled:
            if self._peopled is None or tuple(map(id, self._peopled[0])) != tuple(map(id, settled)):
                peopled = picture.copy()
                for each in settled:
                    # numbers would shrink and grow with the picture
                    token(peopled, replace(each, number=""), sheet)
                self._peopled = settled, sheet, peopled
            picture = self._peopled[2]
        if camera.zoom < sheet.zoom * _SMALL:
            # shrinking costs by what is shrunk
            large = picture
            size = round(large.get_width() * _SMALL), round(large.get_height() * _SMALL)
            picture = self.picture("small sheet", (large,), lambda: pygame.transform.smoothscale(large, size))
            sheet = Camera(
                sheet.x, sheet.y, sheet.zoom * _SMALL, (0.0, 0.0, float(size[0]), float(size[1])), sheet.scale
            )
        x0, y0 = sheet.to_screen(camera.seen[:2])
        x1, y1 = sheet.to_screen(camera.seen[2:])
        asked = pygame.Rect(
            math.floor(x0), math.floor(y0), math.ceil(x1) - math.floor(x0), math.ceil(y1) - math.floor(y0)
        )
        there = asked.clip(picture.get_rect())
        if there.width <= 0 or there.height <= 0:
            surface.fill(BACKDROP[:3], port)
            return
        grow = camera.zoom / sheet.zoom
        wanted = max(round(there.width * grow), 1), max(round(there.height * grow), 1)
        if there.size != asked.size:
            surface.fill(BACKDROP[:3], port)
        surface.set_clip(port)
        at = port.left + (there.left - x0) * grow, port.top + (there.top - y0) * grow
        surface.blit(pygame.transform.smoothscale(picture.subsurface(there), wanted), (round(at[0]), round(at[1])))
        rim(surface, next(p for p in still if isinstance(p, Tabletop)), camera)
        surface.set_clip(None)

    def _place(
        self, moving: Sequence[Primitive], camera: Camera, boxes: Sequence[Box], kept_free: Sequence[Box]
    ) -> tuple[Placed, ...]:
        labels = tuple(p for p in moving if isinstance(p, Label))
        lines = tuple(p for p in moving if isinstance(p, Line) and p.glow)
        asked = labels, lines, camera, tuple(boxes), tuple(kept_free)
        if self._placed is None or self._placed[0] != asked:
            measure = Lettering(camera.scale).measure
            drawn = [box for each in lines for box in along(on_screen(each.points, camera), camera.scale)]
            self._placed = asked, place(labels, camera, measure, bases=boxes, lines=drawn, kept_free=kept_free)
        return self._placed[1]


def _whole_table(still: Sequence[Primitive], camera: Camera) -> tuple[Camera, pygame.Surface]:
    """The whole table with its frame in one picture, and the camera that it was made with."""
    table = next(p for p in still if isinstance(p, Tabletop))
    zoom = math.sqrt(_SHEET / (table.width * table.depth))
    rim = 40.0 * camera.scale
    port = (0.0, 0.0, table.width * zoom + 2 * rim, table.depth * zoom + 2 * rim)
    sheet = Camera(table.width / 2, table.depth / 2, zoom, port, camera.scale)
    return sheet, ground(still, sheet, finest=1)


def _box_of(shape: Primitive) -> Box:
    """The box of a base or a line of points, mm."""
    if isinstance(shape, Token):
        r = shape.base.circumradius
        return shape.pose.x - r, shape.pose.y - r, shape.pose.x + r, shape.pose.y + r
    assert isinstance(shape, Line), shape
    return box_of(shape.points)


def _covered(token: Token, camera: Camera, clip: pygame.Rect) -> Box | None:
    """The box that a base covers on the screen; None where it is not to be seen."""
    x, y = camera.to_screen((token.pose.x, token.pose.y))
    radius = token.base.circumradius * camera.zoom
    if x + radius < clip.left or x - radius > clip.right or y + radius < clip.top or y - radius > clip.bottom:
        return None
    below = WOUNDS * camera.scale if token.wounds is not None else 0.0
    return x - radius, y - radius, x + radius, y + radius + below


def token(surface: pygame.Surface, token: Token, camera: Camera) -> list[Box]:
    """Draw a base; answers the box it covers, where it is to be seen."""
    box = _covered(token, camera, surface.get_clip())
    if box is None:
        return []
    x, y = camera.to_screen((token.pose.x, token.pose.y))
    picture = sprite(token.base, token.pose.facing, token.style, token.look, token.emphasis, camera.zoom)
    if token.opacity < 1.0:
        picture = picture.copy()
        picture.fill((255, 255, 255, round(255 * max(token.opacity, 0.0))), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(picture, (round(x - picture.get_width() / 2), round(y - picture.get_height() / 2)))
    if token.look == "standing":
        _badges(surface, token, (x, y), camera)
    return [] if token.look == "ghost" else [box]


def _badges(surface: pygame.Surface, token: Token, at: Point, camera: Camera) -> None:
    scale = camera.scale
    small = min(float(token.base.length), float(token.base.width)) / 2 * camera.zoom
    if token.number and small >= _NUMBER_FROM * scale and token.opacity > 0.6:
        size = round(min(max(small / scale * 0.38, 7.5), 10.5) * 2) / 2
        badge = number_disc(token.number, size, scale)
        half = badge.get_width() / 2
        surface.blit(badge, (round(at[0] + small * 0.68 - half), round(at[1] + small * 0.68 - half)))
    if token.aboard:
        size = 12.5 if small >= _NUMBER_FROM * scale else 9.0
        picture = passengers(token.aboard, size, scale, LOOKS[token.style].rim)
        wide, tall = picture.get_size()
        surface.blit(picture, (round(at[0] + small * 0.78 - wide / 2), round(at[1] - small * 0.78 - tall / 2)))
    if token.wounds is not None:
        wounds_bar(surface, at, small, token.wounds, scale, LOOKS[token.style].rim)


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


def leader(surface: pygame.Surface, placed: Placed, scale: float) -> None:
    """Draw the line from a text to what it names, where it had to go far."""
    if placed.leader is None:
        return
    a, b = placed.leader
    segment(surface, a, b, (*SHADE[:3], 130), 3.0 * scale)
    segment(surface, a, b, faded(placed.label.colour, 0.8), 1.2 * scale)
    dot(surface, b, 2.2 * scale, (*placed.label.colour[:3], 255))


def label(surface: pygame.Surface, placed: Placed, scale: float) -> None:
    """Draw a text on its plate, with its sign."""
    each, box = placed.label, placed.box
    write = Lettering(scale)
    radius = (box[3] - box[1]) / 2 if each.verdict else 4.0 * scale
    rounded(surface, box, radius, _PLATE)
    if each.verdict:
        pygame.draw.rect(
            surface, each.colour[:3], _rect(box), width=max(round(1.4 * scale), 1), border_radius=round(radius)
        )
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
    room = badge_room(each, scale)
    for number, one in enumerate(reversed(each.badges)):
        badge(surface, one, (box[2] - across * 0.7 - (number + 0.5) * room, middle), each.size * 1.3, scale)


def _rect(box: Box) -> pygame.Rect:
    left, top = round(box[0]), round(box[1])
    return pygame.Rect(left, top, round(box[2]) - left, round(box[3]) - top)
