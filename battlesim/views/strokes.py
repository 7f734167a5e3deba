"""Antialiased lines, rings and signs on a surface, in pixels. Software drawing, no display."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pygame
from pygame import gfxdraw

from battlesim.views.primitives import Colour, GlyphName, Point

_FAR = 30000.0
"""Past this many pixels from the screen nothing is drawn; the drawing calls take 16 bit numbers."""


def polygon(surface: pygame.Surface, points: Sequence[Point], colour: Colour, *, smooth: bool = True) -> None:
    """A filled polygon, blended; ``smooth`` softens its edge, which shows as a faint outline on translucent ones."""
    if len(points) < 3 or colour[3] == 0 or any(abs(x) > _FAR or abs(y) > _FAR for x, y in points):
        return
    gfxdraw.filled_polygon(surface, points, colour)
    if smooth:
        gfxdraw.aapolygon(surface, points, colour)


def segment(surface: pygame.Surface, a: Point, b: Point, colour: Colour, width: float) -> None:
    """A straight line of any width."""
    if not _near(surface, a, b, width):
        return
    length = math.dist(a, b)
    if width <= 1.3 and colour[3] == 255:
        pygame.draw.aaline(surface, colour[:3], a, b)
        return
    if length < 1e-6:
        return
    half = max(width, 1.2) / 2
    nx, ny = (b[1] - a[1]) / length * half, (a[0] - b[0]) / length * half
    if not (-_FAR < a[0] < _FAR and -_FAR < a[1] < _FAR and -_FAR < b[0] < _FAR and -_FAR < b[1] < _FAR):
        return
    quad = ((a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny))
    gfxdraw.filled_polygon(surface, quad, colour)
    gfxdraw.aapolygon(surface, quad, colour)


def _near(surface: pygame.Surface, a: Point, b: Point, width: float) -> bool:
    clip = surface.get_clip()
    return not (
        max(a[0], b[0]) < clip.left - width
        or min(a[0], b[0]) > clip.right + width
        or max(a[1], b[1]) < clip.top - width
        or min(a[1], b[1]) > clip.bottom + width
    )


def polyline(
    surface: pygame.Surface,
    points: Sequence[Point],
    colour: Colour,
    width: float,
    *,
    dash: tuple[float, float] | None = None,
    closed: bool = False,
) -> None:
    """Joined lines, dashed by lengths in pixels where asked; round joints on thick ones."""
    ring = [*points, points[0]] if closed and points else list(points)
    if dash is None:
        for a, b in pairwise(ring):
            segment(surface, a, b, colour, width)
        if width > 2.5 and colour[3] == 255:
            for point in ring if closed else ring[1:-1]:
                dot(surface, point, width / 2, colour)
        return
    for piece in dashes(ring, dash):
        for a, b in pairwise(piece):
            segment(surface, a, b, colour, width)


def dashes(points: Sequence[Point], dash: tuple[float, float]) -> Iterator[tuple[Point, ...]]:
    """The drawn pieces of a dashed polyline."""
    on, off = dash
    drawing, left = True, on
    piece: list[Point] = [points[0]] if points else []
    for a, b in pairwise(points):
        length, gone = math.dist(a, b), 0.0
        while length - gone > left:
            gone += left
            at = (a[0] + (b[0] - a[0]) * gone / length, a[1] + (b[1] - a[1]) * gone / length)
            if drawing:
                yield (*piece, at)
            piece = [at]
            drawing, left = not drawing, off if drawing else on
        left -= length - gone
        if drawing:
            piece.append(b)
    if drawing and len(piece) > 1:
        yield tuple(piece)


def dot(surface: pygame.Surface, at: Point, radius: float, colour: Colour) -> None:
    """A filled disc."""
    if abs(at[0]) > _FAR or abs(at[1]) > _FAR:
        return
    if colour[3] == 255:
        pygame.draw.aacircle(surface, colour[:3], at, max(radius, 0.8))
    else:
        gfxdraw.filled_circle(surface, round(at[0]), round(at[1]), max(round(radius), 1), colour)


def arrow_head(surface: pygame.Surface, tip: Point, angle: float, size: float, colour: Colour) -> None:
    """A filled arrow head at ``tip``, pointing along ``angle`` (radians)."""
    wings = [(tip[0] - size * math.cos(angle + t), tip[1] - size * math.sin(angle + t)) for t in (0.45, -0.45)]
    notch = (tip[0] - size * 0.62 * math.cos(angle), tip[1] - size * 0.62 * math.sin(angle))
    polygon(surface, (tip, wings[0], notch, wings[1]), colour)


def tick(surface: pygame.Surface, at: Point, angle: float, size: float, colour: Colour, width: float) -> None:
    """A short line across ``angle`` (radians)."""
    dx, dy = -math.sin(angle) * size / 2, math.cos(angle) * size / 2
    segment(surface, (at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy), colour, width)


def glyph(
    surface: pygame.Surface, name: GlyphName, at: Point, size: float, colour: Colour, *, ground: Colour | None
) -> None:
    """A drawn sign: a check or a cross on a round badge of the ground colour, an objective's diamond, a skull."""
    x, y = at
    r = size / 2
    if ground is not None:
        dot(surface, at, r, ground)
    width = max(size * 0.15, 1.4)
    if name == "check":
        polyline(
            surface,
            ((x - r * 0.48, y + r * 0.02), (x - r * 0.12, y + r * 0.40), (x + r * 0.52, y - r * 0.38)),
            colour,
            width,
        )
    elif name == "cross":
        k = r * 0.42
        segment(surface, (x - k, y - k), (x + k, y + k), colour, width)
        segment(surface, (x - k, y + k), (x + k, y - k), colour, width)
    elif name == "objective":
        polygon(surface, ((x, y - r), (x + r * 0.72, y), (x, y + r), (x - r * 0.72, y)), colour)
    else:
        dot(surface, (x, y - r * 0.12), r * 0.7, colour)
        polygon(
            surface,
            (
                (x - r * 0.36, y + r * 0.3),
                (x + r * 0.36, y + r * 0.3),
                (x + r * 0.3, y + r * 0.85),
                (x - r * 0.3, y + r * 0.85),
            ),
            colour,
        )
        for side in (-1, 1):
            dot(surface, (x + side * r * 0.28, y - r * 0.08), r * 0.2, (20, 22, 26, 255))


def softened(surface: pygame.Surface, reach: float) -> pygame.Surface:
    """The picture blurred over about so many pixels: shrunk and blown up again, which is far faster than a true blur."""
    width, height = surface.get_size()
    share = max(reach, 1.0)
    small = pygame.transform.smoothscale(surface, (max(round(width / share), 2), max(round(height / share), 2)))
    return pygame.transform.smoothscale(small, (width, height))


def rounded(
    surface: pygame.Surface,
    box: tuple[float, float, float, float],
    radius: float,
    colour: Colour,
    *,
    edge: Colour | None = None,
) -> None:
    """A filled box with round corners; a translucent one is blended."""
    left, top = round(box[0]), round(box[1])
    rect = pygame.Rect(left, top, max(round(box[2]) - left, 1), max(round(box[3]) - top, 1))
    if colour[3] == 255:
        pygame.draw.rect(surface, colour[:3], rect, border_radius=round(radius))
    elif colour[3]:
        plate = pygame.Surface(rect.size, pygame.SRCALPHA)
        pygame.draw.rect(plate, colour, plate.get_rect(), border_radius=round(radius))
        surface.blit(plate, rect)
    if edge is not None:
        pygame.draw.rect(surface, edge[:3], rect, width=1, border_radius=round(radius))
