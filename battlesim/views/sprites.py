"""Bases as small pictures: shadow, rim with its side's pattern, figure and facing. Drawn large, shrunk, and kept."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import pygame

from battlesim.geometry.footprint import Base, Footprint, Pose, outline_of
from battlesim.geometry.region import around
from battlesim.units import ZERO, Mm
from battlesim.views.palette import FAILS, INK, LOOKS, SideLook, faded, mixed
from battlesim.views.primitives import Colour, Emphasis, Look, Point
from battlesim.views.strokes import dashes, softened

_TURN: Final = 3.0
"""Degrees between two kept pictures of a base."""
_GROWTH: Final = math.log(2) / 2
_MARGIN: Final = 0.22
"""Room round a base for its shadow and halo, as a share of its radius, beside a few pixels."""


def sprite(base: Base, facing: float, style: int, look: Look, emphasis: Emphasis, zoom: float) -> pygame.Surface:
    """The picture of a base at about this facing and zoom (pixels a mm); its middle is the base's fixed point."""
    turn = 0 if base.kind == "disc" and look == "ghost" else round(facing / _TURN) % round(360 / _TURN)
    master = math.ceil(math.log(zoom) / _GROWTH - 1e-9)
    half = round((base.circumradius * (1 + _MARGIN) + 5.0 / math.exp(master * _GROWTH)) * zoom * 2) / 2
    return _scaled(base, turn, style, look, emphasis, master, round(half * 2))


@lru_cache(maxsize=4000)
def _scaled(
    base: Base, turn: int, style: int, look: Look, emphasis: Emphasis, master: int, pixels: int
) -> pygame.Surface:
    return pygame.transform.smoothscale(_master(base, turn, style, look, emphasis, master), (pixels, pixels))


@lru_cache(maxsize=1500)
def _master(base: Base, turn: int, style: int, look: Look, emphasis: Emphasis, size: int) -> pygame.Surface:
    """The picture from which the nearest smaller zooms are shrunk, so that a zoom need not draw every base anew."""
    zoom = math.exp(size * _GROWTH)
    radius = base.circumradius * zoom
    half = math.ceil(radius * (1 + _MARGIN) + 5)
    fine = 3 if half <= 110 else 2
    board = _Board(base, turn * _TURN, zoom * fine, half * fine, fine)
    side = LOOKS[style]
    if look == "standing":
        board.shadow()
        board.halo(emphasis)
        board.standing(side)
    elif look == "fallen":
        board.fallen(side)
    else:
        board.outline(FAILS if look == "refused" else side.rim, look)
    return pygame.transform.smoothscale(board.surface, (half * 2, half * 2))


class _Board:
    """One picture under way, ``fine`` times too large. Lengths named in mm are the base's own."""

    def __init__(self, base: Base, facing: float, zoom: float, half: int, fine: int) -> None:
        self.surface = pygame.Surface((half * 2, half * 2), pygame.SRCALPHA)
        self.base, self.facing, self.zoom, self.half, self.fine = base, facing, zoom, half, fine
        self.footprint = Footprint(base, Pose(ZERO, ZERO, facing))
        self.small = min(float(base.length), float(base.width)) / 2
        self.ring = self.inset(0.0)

    def at(self, x: float, y: float) -> Point:
        """A point of the base's own frame (x along its facing, mm) on the picture."""
        a = math.radians(self.facing)
        return (
            self.half + (x * math.cos(a) - y * math.sin(a)) * self.zoom,
            self.half + (x * math.sin(a) + y * math.cos(a)) * self.zoom,
        )

    def inset(self, by: float) -> list[Point]:
        """The outline of the base, smaller by so many mm on every side (negative: larger), on the picture."""
        if self.base.kind == "disc":
            radius = (float(self.base.width) / 2 - by) * self.zoom
            turns = [2 * math.pi * n / 72 for n in range(72)]
            return [(self.half + radius * math.cos(t), self.half + radius * math.sin(t)) for t in turns]
        if by == 0.0:
            rings = [outline_of(self.footprint.shape)]
        else:
            rings = [part[0] for part in around([self.footprint], Mm(-by)).parts]
        ring = max(rings, key=len, default=())
        return [(self.half + x * self.zoom, self.half + y * self.zoom) for x, y in ring]

    def fill(self, points: Sequence[Point], colour: Colour) -> None:
        if len(points) > 2:
            pygame.draw.polygon(self.surface, colour, points)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        pygame.draw.circle(self.surface, colour, self.at(x, y), max(radius * self.zoom, 1))

    def shadow(self) -> None:
        reach = max(self.small * 0.16 * self.zoom, 2.0 * self.fine)
        pygame.draw.polygon(self.surface, (0, 0, 0, 150), [(x + reach * 0.8, y + reach) for x, y in self.ring])
        self.surface = softened(self.surface, reach * 1.1)

    def halo(self, emphasis: Emphasis) -> None:
        if not emphasis:
            return
        out = 2.6 * self.fine / self.zoom
        ring = self.inset(-out)
        if emphasis == "acting":
            self.fill(ring, (255, 250, 235, 235))
            return
        closed = [*ring, ring[0]]
        piece = max(sum(math.dist(a, b) for a, b in zip(ring, closed[1:], strict=True)) / 24, 3.0)
        for part in dashes(closed, (piece, piece)):
            pygame.draw.lines(self.surface, (255, 250, 235, 235), False, part, max(round(1.7 * self.fine), 1))

    def standing(self, side: SideLook) -> None:
        small = self.small
        self.fill(self.ring, (16, 18, 21, 255))
        self.fill(self.inset(small * 0.06), side.rim)
        self.pattern(side)
        self.fill(self.inset(small * 0.26), (16, 18, 21, 255))
        self.fill(self.inset(small * 0.31), side.body)
        # light from the upper left
        for n, share in enumerate((0.42, 0.56, 0.7)):
            lifted = [
                (x - small * 0.03 * n * self.zoom, y - small * 0.04 * n * self.zoom)
                for x, y in self.inset(small * share)
            ]
            self.fill(lifted, mixed(side.body, side.rim, 0.07 * (n + 1)))
        self.figure(side)
        self.front()

    def pattern(self, side: SideLook) -> None:
        if side.pattern == "solid":
            return
        middle = self.inset(self.small * 0.16)
        width = max(round(self.small * 0.21 * self.zoom), 1)
        closed = [*middle, middle[0]]
        whole = sum(math.dist(a, b) for a, b in zip(middle, closed[1:], strict=True))
        dark = mixed(side.rim, (16, 18, 21, 255), 0.72)
        if side.pattern == "notched":
            count = 14 if self.base.kind == "disc" else max(round(whole / (self.small * 0.45 * self.zoom)), 8)
            for part in dashes(closed, (whole / count * 0.3, whole / count * 0.7)):
                pygame.draw.lines(self.surface, dark, False, part, width)
        elif side.pattern == "double":
            pygame.draw.lines(self.surface, dark, True, middle, max(width // 3, 1))
        else:
            for part in dashes(closed, (whole / 40, whole / 20)):
                pygame.draw.circle(self.surface, dark, part[0], max(width // 3, 1))

    def figure(self, side: SideLook) -> None:
        base, light = self.base, side.figure
        long, wide = float(base.length), float(base.width)
        dark = mixed(side.body, (8, 9, 11, 255), 0.45)
        if base.kind == "rectangle" and max(long, wide) <= 30 and max(long, wide) / min(long, wide) < 1.5:
            self.squad(light, dark, min(long, wide))
        elif base.kind in ("hull", "rectangle"):
            self.vehicle(light, dark, long, wide)
        elif min(long, wide) > 52:
            self.walker(light, dark, min(long, wide) / 2)
        else:
            self.trooper(light, dark, min(long, wide) / 2)

    def trooper(self, light: Colour, dark: Colour, r: float) -> None:
        shoulders = [self.at(r * 0.30 * math.cos(t) - r * 0.06, r * 0.50 * math.sin(t)) for t in _turns(24)]
        self.fill([(x + r * 0.05 * self.zoom, y + r * 0.07 * self.zoom) for x, y in shoulders], dark)
        self.fill(shoulders, mixed(light, dark, 0.28))
        gun = [self.at(r * p, r * q) for p, q in ((0.0, 0.22), (0.58, 0.22), (0.58, 0.34), (0.0, 0.34))]
        self.fill(gun, mixed(light, dark, 0.62))
        self.disc(-r * 0.02, 0, r * 0.235, dark)
        self.disc(-r * 0.02, 0, r * 0.2, light)

    def walker(self, light: Colour, dark: Colour, r: float) -> None:
        body = [
            self.at(r * p, r * q)
            for p, q in ((0.42, -0.26), (0.42, 0.26), (-0.1, 0.46), (-0.42, 0.3), (-0.42, -0.3), (-0.1, -0.46))
        ]
        self.fill([(x + r * 0.05 * self.zoom, y + r * 0.06 * self.zoom) for x, y in body], dark)
        self.fill(body, mixed(light, dark, 0.3))
        for q in (-0.5, 0.5):
            arm = [self.at(r * p, r * (q + s)) for p, s in ((-0.14, -0.09), (0.58, -0.07), (0.58, 0.07), (-0.14, 0.09))]
            self.fill(arm, mixed(light, dark, 0.55))
        self.disc(r * 0.06, 0, r * 0.19, dark)
        self.disc(r * 0.06, 0, r * 0.16, light)

    def vehicle(self, light: Colour, dark: Colour, long: float, wide: float) -> None:
        a, b = long / 2 * 0.62, wide / 2 * 0.56
        hull = [self.at(p * a, q * b) for p, q in ((1, -0.7), (1, 0.7), (0.8, 1), (-1, 1), (-1, -1), (0.8, -1))]
        self.fill(hull, dark)
        inner = [
            self.at(p * a * 0.93, q * b * 0.88)
            for p, q in ((1, -0.62), (1, 0.62), (0.8, 0.96), (-1, 0.96), (-1, -0.96), (0.8, -0.96))
        ]
        self.fill(inner, mixed(light, dark, 0.48))
        for q in (-1, 1):
            track = [
                self.at(p * a * 0.97, q * b * s) for p, s in ((0.82, 0.72), (0.82, 0.98), (-0.98, 0.98), (-0.98, 0.72))
            ]
            self.fill(track, mixed(light, dark, 0.78))
        r = min(a, b) * 0.5
        barrel = [self.at(p, q) for p, q in ((0, -r * 0.2), (a * 0.95, -r * 0.15), (a * 0.95, r * 0.15), (0, r * 0.2))]
        self.fill(barrel, mixed(light, dark, 0.2))
        self.disc(-a * 0.05, 0, r * 1.12, dark)
        self.disc(-a * 0.05, 0, r, light)
        self.disc(-a * 0.13, 0, r * 0.42, mixed(light, dark, 0.4))

    def squad(self, light: Colour, dark: Colour, side: float) -> None:
        for p, q in ((-0.2, -0.22), (-0.2, 0.22), (0.0, 0.0), (0.2, -0.22), (0.2, 0.22)):
            self.disc(p * side + side * 0.02, q * side + side * 0.02, side * 0.115, dark)
            self.disc(p * side, q * side, side * 0.1, light)

    def front(self) -> None:
        """A notch on the rim, where the model faces."""
        base = self.base
        tip = float(base.length) / 2 if base.kind != "hull" else max(x for x, _ in base.outline)
        size = self.small * 0.34
        points = [
            self.at(tip - size * 0.14, 0),
            self.at(tip - size * 1.05, size * 0.72),
            self.at(tip - size * 1.05, -size * 0.72),
        ]
        self.fill(points, (16, 18, 21, 255))
        inner = [
            self.at(tip - size * 0.36, 0),
            self.at(tip - size * 0.98, size * 0.46),
            self.at(tip - size * 0.98, -size * 0.46),
        ]
        self.fill(inner, (255, 252, 240, 255))

    def fallen(self, side: SideLook) -> None:
        self.fill(self.ring, (16, 18, 21, 170))
        self.fill(self.inset(self.small * 0.1), faded(mixed(side.rim, (60, 60, 60, 255), 0.55), 0.8))
        self.fill(self.inset(self.small * 0.24), (24, 26, 30, 235))
        k = self.small * 0.42
        for sign in (-1, 1):
            a = (self.half - k * self.zoom, self.half - sign * k * self.zoom)
            b = (self.half + k * self.zoom, self.half + sign * k * self.zoom)
            pygame.draw.line(self.surface, (210, 210, 212, 255), a, b, max(round(self.small * 0.2 * self.zoom), 2))

    def outline(self, colour: Colour, look: Look) -> None:
        self.fill(self.ring, faded(colour, 0.12 if look == "ghost" else 0.24))
        closed = [*self.ring, self.ring[0]]
        width = max(round((1.4 if look == "ghost" else 2.0) * self.fine), 1)
        on = 5.0 * self.fine
        for part in dashes(closed, (on, on * 0.7)):
            pygame.draw.lines(self.surface, colour, False, part, width)
        if look == "refused":
            k = self.small * 0.42 * self.zoom
            for sign in (-1, 1):
                a, b = (self.half - k, self.half - sign * k), (self.half + k, self.half + sign * k)
                pygame.draw.line(self.surface, mixed(colour, INK, 0.2), a, b, max(round(2.2 * self.fine), 2))


def _turns(count: int) -> list[float]:
    return [2 * math.pi * n / count for n in range(count)]
