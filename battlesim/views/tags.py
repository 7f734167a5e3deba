"""Small things on bases and labels: numbers, passengers, wounds, letters, flags of sides."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from battlesim.views.lettering import Lettering
from battlesim.views.palette import INK, LOOKS
from battlesim.views.primitives import Badge, Colour, Point
from battlesim.views.signs import CORNERS, LETTER, letter_low
from battlesim.views.strokes import dot, glyph, polygon, rounded


@lru_cache(maxsize=512)
def number_disc(number: str, size: float, scale: float) -> pygame.Surface:
    """A model's number on a dark disc."""
    write = Lettering(scale)
    width, height = write.measure(number, size, True)
    r = max(width / 2 + 2.0 * scale, size * 0.68 * scale)
    half = math.ceil(r) + 1
    badge = pygame.Surface((half * 2, half * 2), pygame.SRCALPHA)
    dot(badge, (half, half), r, (17, 19, 23, 255))
    write.draw(badge, number, (half - width / 2, half - height / 2), size, INK, bold=True)
    return badge


@lru_cache(maxsize=128)
def passengers(count: int, size: float, scale: float, colour: Colour) -> pygame.Surface:
    """How many are aboard: a head and shoulders with a number, on a dark plate in the side's colour."""
    write = Lettering(scale)
    text = str(count)
    wide, tall = write.measure(text, size, True)
    figure = size * 0.8 * scale
    width, height = math.ceil(wide + figure + 10 * scale), math.ceil(tall + 2 * scale)
    plate = pygame.Surface((width, height), pygame.SRCALPHA)
    box = plate.get_rect()
    pygame.draw.rect(plate, (17, 19, 23, 245), box, border_radius=height // 2)
    pygame.draw.rect(plate, colour[:3], box, width=max(round(1.2 * scale), 1), border_radius=height // 2)
    x, y = 4.5 * scale + figure / 2, height / 2
    dot(plate, (x, y - figure * 0.26), figure * 0.22, INK)
    body = pygame.Rect(0, 0, round(figure * 0.78), round(figure * 0.44))
    body.midtop = round(x), round(y + figure * 0.04)
    pygame.draw.rect(
        plate, INK[:3], body, border_top_left_radius=body.height // 2 + 1, border_top_right_radius=body.height // 2 + 1
    )
    write.draw(plate, text, (5.5 * scale + figure, (height - tall) / 2), size, INK, bold=True)
    return plate


def wounds_bar(surface: pygame.Surface, at: Point, radius: float, share: float, scale: float, colour: Colour) -> None:
    """A bar under a base: how much of its wounds is left."""
    half, height = max(radius * 0.8, 8.0 * scale), max(3.0 * scale, 2.0)
    left, top = at[0] - half, at[1] + radius + 2.5 * scale
    rounded(
        surface,
        (left - scale, top - scale, left + 2 * half + scale, top + height + scale),
        2 * scale,
        (14, 16, 19, 255),
    )
    pygame.draw.rect(surface, (86, 40, 48), (round(left), round(top), round(2 * half), round(height)))
    pygame.draw.rect(surface, colour[:3], (round(left), round(top), round(2 * half * share), round(height)))


def badge(surface: pygame.Surface, badge: Badge, at: Point, size: float, scale: float) -> None:
    """Draw a letter on its shape, ``size`` points across."""
    x, y = at
    r = size / 2 * scale
    write = Lettering(scale)
    corners = CORNERS.get(badge.shape)
    if corners is None:
        dot(surface, at, r, badge.colour)
    else:
        polygon(surface, [(x + p * r, y + q * r) for p, q in corners], badge.colour)
    points = size * LETTER
    wide, tall = write.measure(badge.letter, points, True)
    write.draw(
        surface,
        badge.letter,
        (x - wide / 2, y + letter_low(badge) * r - tall / 2),
        points,
        (16, 18, 22, 255),
        bold=True,
    )


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
