"""The part of the picture that stands still: table, frame, ruler, zones and terrain, with light from the upper left."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import pygame

from battlesim.geometry.footprint import Coordinates
from battlesim.views.camera import Camera
from battlesim.views.lettering import Lettering
from battlesim.views.palette import BACKDROP, FRAME, FRAME_LIGHT, GRID, MAT, RULER, faded, mixed
from battlesim.views.primitives import Area, Glyph, Hatch, Layer, Point, Primitive, Tabletop
from battlesim.views.strokes import glyph, polygon, polyline, segment, softened

_FINE = 2
"""The ground is drawn so many times too large, then shrunk."""
FRAME_WIDTH = 17.0
"""Width of the frame round the table, points."""


def ground(primitives: Sequence[Primitive], camera: Camera, *, finest: int = _FINE) -> pygame.Surface:
    """The still part of the picture, as large as the camera's port, drawn ``finest`` times too large and shrunk."""
    left, top, right, bottom = camera.port
    size = max(round(right - left), 1), max(round(bottom - top), 1)
    fine = Camera(
        camera.x, camera.y, camera.zoom * finest, (0, 0, size[0] * finest, size[1] * finest), camera.scale * finest
    )
    large = pygame.Surface((size[0] * finest, size[1] * finest))
    large.fill(BACKDROP[:3])
    tops = [p for p in primitives if isinstance(p, Tabletop)]
    for table in tops:
        _table(large, table, fine)
    areas = [p for p in primitives if isinstance(p, Area) and p.layer <= Layer.TERRAIN]
    for table in tops:
        _clip_to(large, table, fine)
    for area in areas:
        if area.height == 0.0:
            flat(large, area, fine)
    tall = [area for area in areas if area.height > 0.0]
    if tall:
        _shadows(large, tall, fine)
    for area in tall:
        _block(large, area, fine)
    for marker in primitives:
        if isinstance(marker, Area) and marker.layer == Layer.MARKER:
            flat(large, marker, fine)
    large.set_clip(None)
    surface = pygame.transform.smoothscale(large, size) if finest > 1 else large
    local = Camera(camera.x, camera.y, camera.zoom, (0, 0, size[0], size[1]), camera.scale)
    for table in tops:
        _numbers(surface, table, local)
    for sign in primitives:
        if isinstance(sign, Glyph):
            glyph(surface, sign.name, local.to_screen(sign.at), sign.size * camera.scale, sign.colour, ground=None)
    return surface


def rim(surface: pygame.Surface, table: Tabletop, camera: Camera) -> None:
    """The frame and its ruler alone, over a ground that was stretched: they keep their width at every zoom."""
    rect, wide = _rect(table, camera), round(FRAME_WIDTH * camera.scale)
    outer = rect.inflate(wide * 2, wide * 2)
    for strip in (
        (outer.left, outer.top, outer.width, wide),
        (outer.left, rect.bottom, outer.width, wide),
        (outer.left, rect.top, wide, rect.height),
        (rect.right, rect.top, wide, rect.height),
    ):
        surface.fill(FRAME[:3], strip)
    pygame.draw.rect(surface, FRAME_LIGHT[:3], outer, width=max(round(camera.scale), 1))
    _ticks(surface, table, camera)
    _numbers(surface, table, camera)


def on_screen(ring: Coordinates, camera: Camera) -> list[Point]:
    """A ring of table points in pixels."""
    cx, cy = camera.middle
    zoom, x0, y0 = camera.zoom, camera.x, camera.y
    return [(cx + (x - x0) * zoom, cy + (y - y0) * zoom) for x, y in ring]


def _rect(table: Tabletop, camera: Camera) -> pygame.Rect:
    x0, y0 = camera.to_screen((0, 0))
    x1, y1 = camera.to_screen((table.width, table.depth))
    return pygame.Rect(round(x0), round(y0), round(x1 - x0), round(y1 - y0))


def _clip_to(surface: pygame.Surface, table: Tabletop, camera: Camera) -> None:
    surface.set_clip(_rect(table, camera).clip(surface.get_rect()))


def _table(surface: pygame.Surface, table: Tabletop, camera: Camera) -> None:
    rect = _rect(table, camera)
    wide = round(FRAME_WIDTH * camera.scale)
    outer = rect.inflate(wide * 2, wide * 2)
    _drop_shadow(surface, outer, round(14 * camera.scale))
    pygame.draw.rect(surface, FRAME[:3], outer, border_radius=round(5 * camera.scale))
    pygame.draw.rect(
        surface, FRAME_LIGHT[:3], outer, width=max(round(camera.scale), 1), border_radius=round(5 * camera.scale)
    )
    seen = rect.clip(surface.get_rect())
    if seen.width <= 0 or seen.height <= 0:
        return
    surface.set_clip(seen)
    _mat(surface, rect, seen, camera.zoom)
    _grid(surface, table, camera)
    _vignette(surface, rect, seen)
    _inner_shade(surface, rect, round(7 * camera.scale))
    surface.set_clip(None)
    _ticks(surface, table, camera)


def _drop_shadow(surface: pygame.Surface, rect: pygame.Rect, reach: int) -> None:
    steps = 7
    for n in range(steps):
        grow = reach * (steps - n) // steps
        around = rect.inflate(grow * 2, grow * 2).move(0, reach // 3)
        shade = mixed(BACKDROP, (0, 0, 0, 255), 0.09 * (n + 1))
        pygame.draw.rect(surface, shade[:3], around, border_radius=grow + 6)


@lru_cache(maxsize=4)
def _texture(pixels: int) -> pygame.Surface:
    """A seamless cloth of noise, the same on every machine."""
    fine = (
        _noise(256, 1) * 1.1 + _smooth_noise(256, 4) * 0.9 + _smooth_noise(256, 16) * 0.6 + _smooth_noise(256, 64) * 0.6
    )
    shade = np.clip(fine * 3.4, -10, 10)
    colours = np.array(MAT[:3])[None, None, :] + shade[:, :, None] * np.array([1.0, 1.0, 0.94])
    cloth = pygame.surfarray.make_surface(np.clip(colours, 0, 255).astype(np.uint8))
    return pygame.transform.smoothscale(cloth, (pixels, pixels))


def _noise(size: int, salt: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """A hash of the cell's place, -1 to 1."""
    n = np.arange(size * size, dtype=np.uint64) + np.uint64(salt * 7919)
    n = (n ^ (n >> np.uint64(13))) * np.uint64(0x9E3779B97F4A7C15)
    n = (n ^ (n >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    unit = ((n >> np.uint64(40)).astype(np.float64) / float(1 << 24)) * 2 - 1
    return unit.reshape(size, size)


def _smooth_noise(size: int, cell: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    knots = size // cell
    values = _noise(knots, cell)
    at = np.arange(size) / cell
    low = at.astype(int)
    share = at - low
    share = share * share * (3 - 2 * share)
    rows = values[low % knots] * (1 - share)[:, None] + values[(low + 1) % knots] * share[:, None]
    columns: np.ndarray[tuple[int, int], np.dtype[np.float64]]
    columns = rows[:, low % knots] * (1 - share)[None, :] + rows[:, (low + 1) % knots] * share[None, :]
    return columns


def _mat(surface: pygame.Surface, rect: pygame.Rect, seen: pygame.Rect, zoom: float) -> None:
    # the cloth grows with the zoom, in steps, so that it belongs to the table and not to the screen
    pixels = _cloth_size(zoom)
    tile = _texture(pixels)
    first_x = rect.left + (seen.left - rect.left) // pixels * pixels
    first_y = rect.top + (seen.top - rect.top) // pixels * pixels
    for x in range(first_x, seen.right, pixels):
        for y in range(first_y, seen.bottom, pixels):
            surface.blit(tile, (x, y))


def _cloth_size(zoom: float) -> int:
    return int(min(max(round(300 * zoom / 64) * 64, 192), 1536))


def _grid(surface: pygame.Surface, table: Tabletop, camera: Camera) -> None:
    step, wide = table.unit * table.group, max(round(camera.scale * 0.9), 1)
    seen = surface.get_clip()
    across, down = (
        pygame.Surface((seen.width, wide), pygame.SRCALPHA),
        pygame.Surface((wide, seen.height), pygame.SRCALPHA),
    )
    across.fill(GRID)
    down.fill(GRID)
    for n in range(1, math.ceil(table.width / step)):
        surface.blit(down, (round(camera.to_screen((n * step, 0))[0]), seen.top))
    for n in range(1, math.ceil(table.depth / step)):
        surface.blit(across, (seen.left, round(camera.to_screen((0, n * step))[1])))


@lru_cache(maxsize=1)
def _vignette_small() -> pygame.Surface:
    y, x = np.mgrid[-1:1:48j, -1:1:64j]
    # one smooth slope from light in the upper left to dark at the far corners: white above zero, black below
    slope = (9.0 - 60.0 * np.clip(np.hypot(x + 0.2, y + 0.25), 0, 2) ** 1.7).T
    surface = pygame.Surface((64, 48), pygame.SRCALPHA)
    colours = pygame.surfarray.pixels3d(surface)
    colours[:] = np.where(slope[:, :, None] > 0, np.array([255, 246, 224]), 0)
    del colours
    alpha = pygame.surfarray.pixels_alpha(surface)
    alpha[:] = np.clip(np.abs(slope), 0, 120).astype(np.uint8)
    del alpha
    return surface


def _vignette(surface: pygame.Surface, rect: pygame.Rect, seen: pygame.Rect) -> None:
    # only the part that is seen is blown up: deep in, the whole would be huge
    small = _vignette_small()
    share = (
        (seen.left - rect.left) / rect.width * 63,
        (seen.top - rect.top) / rect.height * 47,
        seen.width / rect.width * 63,
        seen.height / rect.height * 47,
    )
    x, y = int(share[0]), int(share[1])
    wide, deep = min(math.ceil(share[2]) + 1, 64 - x), min(math.ceil(share[3]) + 1, 48 - y)
    part = small.subsurface((x, y, wide, deep))
    blown = pygame.transform.smoothscale(part, (math.ceil(wide * rect.width / 63), math.ceil(deep * rect.height / 47)))
    surface.blit(blown, (rect.left + round(x * rect.width / 63), rect.top + round(y * rect.height / 47)))


def _inner_shade(surface: pygame.Surface, rect: pygame.Rect, reach: int) -> None:
    """The frame's shadow on the mat, along its upper and left edges."""
    seen = surface.get_clip()
    for n in range(reach):
        shade = (0, 0, 0, round(70 * (1 - n / reach) ** 2))
        strip = pygame.Surface((seen.width, 1), pygame.SRCALPHA)
        strip.fill(shade)
        surface.blit(strip, (seen.left, rect.top + n))
        strip = pygame.Surface((1, seen.height), pygame.SRCALPHA)
        strip.fill(shade)
        surface.blit(strip, (rect.left + n, seen.top))


def _steps(length: float, table: Tabletop, camera: Camera) -> Iterator[tuple[float, int]]:
    """Places of the ruler's ticks along an edge and their numbers; sparser where they would touch."""
    every = next((n for n in (1, 2, 5, 10) if n * table.unit * camera.zoom >= 5.5 * camera.scale), table.group)
    count = int(length / table.unit + 1e-6)
    for n in range(0, count + 1, every):
        yield n * table.unit, n
    if every not in (1, 2) or table.group % every:
        for n in range(0, count + 1, table.group):
            if n % every:
                yield n * table.unit, n


def _ticks(surface: pygame.Surface, table: Tabletop, camera: Camera) -> None:
    clip, longest = surface.get_clip(), 5.0 * camera.scale
    seen = clip.inflate(2 * longest, 2 * longest)
    (left, top), (right, bottom) = camera.to_screen((0.0, 0.0)), camera.to_screen((table.width, table.depth))
    for horizontal in (True, False):
        edges = ((top, -1), (bottom, 1)) if horizontal else ((left, -1), (right, 1))
        near, far = (seen.top, seen.bottom) if horizontal else (seen.left, seen.right)
        levels = [(level, sign) for level, sign in edges if near <= level <= far]
        start, (first, last) = (left, (seen.left, seen.right)) if horizontal else (top, (seen.top, seen.bottom))
        for at, n in _steps(table.width if horizontal else table.depth, table, camera) if levels else ():
            along = start + at * camera.zoom
            if not first <= along <= last:
                continue
            major = n % table.group == 0
            size = longest if major else 2.6 * camera.scale
            colour = faded(RULER, 0.95 if major else 0.55)
            width = (1.3 if major else 1.0) * camera.scale
            for level, sign in levels:
                end = level + sign * size
                a, b = ((along, level), (along, end)) if horizontal else ((level, along), (end, along))
                segment(surface, a, b, colour, width)


def _numbers(surface: pygame.Surface, table: Tabletop, camera: Camera) -> None:
    write = Lettering(camera.scale)
    away = (FRAME_WIDTH - 1.0) * camera.scale
    every = next(
        n for n in (1, 2, 3, 4, 6, 12, 24) if n * table.group * table.unit * camera.zoom >= 34 * camera.scale or n == 24
    )
    for horizontal in (True, False):
        length = table.width if horizontal else table.depth
        for n in range(0, int(length / table.unit + 1e-6) + 1, table.group * every):
            text = f"{n} {table.symbol}" if n == 0 and horizontal else str(n)
            if n == 0 and not horizontal:
                continue
            width, height = write.measure(text, 8.0, False)
            x, y = camera.to_screen((n * table.unit, 0) if horizontal else (0, n * table.unit))
            at = (x - width / 2, y - away) if horizontal else (x - 6.5 * camera.scale - width, y - height / 2)
            write.draw(surface, text, at, 8.0, RULER)


def flat(surface: pygame.Surface, area: Area, camera: Camera) -> None:
    """An area that lies on the table: fill, hatches, edge."""
    rings = [on_screen(ring, camera) for ring in area.rings]
    if not _touches(surface, rings[0]):
        return
    if len(rings) == 1:
        polygon(surface, rings[0], area.colour, smooth=False)
    elif area.colour[3]:
        _with_holes(surface, rings, area.colour)
    for hatch in area.hatches:
        for a, b in hatch_lines(area.rings, hatch):
            segment(
                surface,
                camera.to_screen(a),
                camera.to_screen(b),
                hatch.stroke.colour,
                hatch.stroke.width * camera.scale,
            )
    if area.edge is not None:
        dash = area.edge.dash
        scaled = None if dash is None else (dash[0] * camera.scale, dash[1] * camera.scale)
        for ring in rings:
            polyline(surface, ring, area.edge.colour, area.edge.width * camera.scale, dash=scaled, closed=True)


def _touches(surface: pygame.Surface, ring: Sequence[Point]) -> bool:
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    clip = surface.get_clip()
    return not (max(xs) < clip.left or min(xs) > clip.right or max(ys) < clip.top or min(ys) > clip.bottom)


def _with_holes(surface: pygame.Surface, rings: Sequence[Sequence[Point]], colour: tuple[int, int, int, int]) -> None:
    plate = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(plate, colour, rings[0])
    for hole in rings[1:]:
        pygame.draw.polygon(plate, (0, 0, 0, 0), hole)
    surface.blit(plate, (0, 0))


@lru_cache(maxsize=512)
def hatch_lines(rings: tuple[Coordinates, ...], hatch: Hatch) -> tuple[tuple[Point, Point], ...]:
    """The lines of a hatch inside an area, mm: every one inside by the even-odd rule."""
    a = math.radians(hatch.angle)
    cos, sin = math.cos(a), math.sin(a)
    edges = []
    for ring in rings:
        turned = [(x * cos + y * sin, y * cos - x * sin) for x, y in ring]
        edges += list(zip(turned, turned[1:] + turned[:1], strict=True))
    low = min(min(p[1], q[1]) for p, q in edges)
    high = max(max(p[1], q[1]) for p, q in edges)
    lines = []
    for n in range(math.ceil(low / hatch.spacing), math.floor(high / hatch.spacing) + 1):
        # a hair off the grid, so that no corner lies exactly on a line
        v = n * hatch.spacing + 1e-4
        cuts = sorted(p[0] + (v - p[1]) / (q[1] - p[1]) * (q[0] - p[0]) for p, q in edges if (p[1] > v) != (q[1] > v))
        for u, w in zip(cuts[::2], cuts[1::2], strict=False):
            lines.append(((u * cos - v * sin, u * sin + v * cos), (w * cos - v * sin, w * sin + v * cos)))
    return tuple(lines)


def _shadows(surface: pygame.Surface, areas: Sequence[Area], camera: Camera) -> None:
    """Soft shadows of all that stands, on a sheet of half the size, blurred."""
    size = surface.get_size()
    half = Camera(camera.x, camera.y, camera.zoom / 4, (0, 0, size[0] / 4, size[1] / 4), camera.scale / 4)
    sheet = pygame.Surface((size[0] // 4, size[1] // 4), pygame.SRCALPHA)
    for area in areas:
        reach = min(area.height * 0.16, 16.0)
        for part in range(5):
            share = reach * (part + 1) / 5
            shifted = tuple((x + share * 0.75, y + share) for x, y in area.rings[0])
            pygame.draw.polygon(sheet, (0, 0, 0, 130), on_screen(shifted, half))
    blur = max(round(2.6 * camera.zoom / 4 * 1.2), 1)
    sheet = softened(sheet, min(blur, 12) * 1.4)
    surface.blit(pygame.transform.smoothscale(sheet, size), (0, 0))


def _block(surface: pygame.Surface, area: Area, camera: Camera) -> None:
    """What stands on the table: a dark foot, a top with a lit edge."""
    ring = on_screen(area.rings[0], camera)
    if not _touches(surface, ring):
        return
    lift = max(min(area.height * 0.02, 2.4) * camera.zoom, 0.8 * camera.scale)
    polygon(surface, [(x + lift * 0.6, y + lift) for x, y in ring], (24, 24, 25, 255), smooth=False)
    polygon(surface, ring, area.colour, smooth=False)
    if area.edge is not None:
        polyline(surface, ring, area.edge.colour, area.edge.width * camera.scale, closed=True)
    light, winding = mixed(area.colour, (255, 250, 236, 255), 0.5), 1 if _clockwise(ring) else -1
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        # edges whose outer side looks up or left catch the light; which side is outer depends on the winding
        nx, ny = (b[1] - a[1]) * winding, (a[0] - b[0]) * winding
        if nx * -0.6 + ny * -0.8 > 0.2 * math.hypot(nx, ny):
            inward = 1.0 * camera.scale / max(math.hypot(nx, ny), 1e-6)
            p, q = (a[0] - nx * inward, a[1] - ny * inward), (b[0] - nx * inward, b[1] - ny * inward)
            segment(surface, p, q, faded(light, 0.85), 1.0 * camera.scale)


def _clockwise(ring: Sequence[Point]) -> bool:
    """As seen on the screen, where y grows downwards."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) > 0
