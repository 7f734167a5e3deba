"""What lies over the table in an SVG: lines of text, plates, the small map and the ruler; all in pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from battlesim.model.scene import Scene
from battlesim.replay.timeline import Header
from battlesim.units import length_unit
from battlesim.views.camera import Camera
from battlesim.views.inset import ruled
from battlesim.views.lettering import LINE, Lettering
from battlesim.views.palette import LOOKS, MAP_AREA, MAP_GROUND, MAP_PLATE, NEUTRAL, RULER_PLATE, SOFT_INK
from battlesim.views.primitives import Box, Colour, grown
from battlesim.views.small_map import LEAST
from battlesim.views.vector import colour_of, number, path, text


def written(
    words: str, x: float, y: float, size: float, colour: Colour, scale: float, *, bold: bool = False, end: bool = False
) -> str:
    """A line of text with the top left corner of its line (or the top right one) at that point, pixels."""
    pixels = Lettering(scale).pixels(size)
    base = y + pixels * (LINE / 2 + 0.36)
    weight, anchor = ' font-weight="700"' if bold else "", ' text-anchor="end"' if end else ""
    return f'<text x="{number(x)}" y="{number(base)}" font-size="{pixels}" fill="{colour_of(colour)}"{weight}{anchor}>{text(words)}</text>'


def placed_at(inside: str, x: float, y: float) -> str:
    """What is drawn round the origin, there."""
    return f'<g transform="translate({number(x)} {number(y)})">{inside}</g>'


def plate(box: Box, colour: Colour, radius: float = 0.0) -> str:
    """A filled box with round corners."""
    x0, y0, x1, y1 = box
    clear = f' fill-opacity="{number(colour[3] / 255)}"' if colour[3] < 255 else ""
    return f'<rect x="{number(x0)}" y="{number(y0)}" width="{number(x1 - x0)}" height="{number(y1 - y0)}" rx="{number(radius)}" fill="{colour_of(colour)}"{clear}/>'


def small_map(scene: Scene, styles: Mapping[str, int], camera: Camera, box: Box) -> Iterator[str]:
    """The whole table in small: every model a dot in its side's colour, and a frame round what is seen."""
    field, s = scene.battlefield, camera.scale
    zoom = (box[2] - box[0]) / field.width
    yield plate(grown(box, 4 * s), MAP_PLATE, 5 * s)
    yield plate(box, MAP_GROUND)
    for area in field.areas:
        corners = [(box[0] + x * zoom, box[1] + y * zoom) for x, y in area.outline]
        yield f'<path d="{path(corners, closed=True)}" fill="{colour_of(MAP_AREA)}"/>'
    for model in scene.models.values():
        if model.on_table and model.pose is not None:
            x, y = box[0] + model.pose.x * zoom, box[1] + model.pose.y * zoom
            colour = colour_of(LOOKS[styles[scene.units[model.unit].side]].rim)
            radius = max(model.base.circumradius * zoom, LEAST * s)
            yield f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{colour}"/>'
    left, top, right, bottom = camera.seen
    x0, x1 = (box[0] + min(max(x, 0.0), field.width) * zoom for x in (left, right))
    y0, y1 = (box[1] + min(max(y, 0.0), field.depth) * zoom for y in (top, bottom))
    yield f'<rect x="{number(x0)}" y="{number(y0)}" width="{number(x1 - x0)}" height="{number(y1 - y0)}" fill="none" stroke="{colour_of(NEUTRAL)}" stroke-width="{number(1.3 * s)}"/>'


def ruler(header: Header, camera: Camera, box: Box) -> Iterator[str]:
    """A ruler at the scale of the picture."""
    s, unit = camera.scale, length_unit(header.unit)
    count = ruled(unit, camera)
    left, y, long = box[0] + 8 * s, box[3] - 8 * s, count * float(unit.mm) * camera.zoom
    yield plate(box, RULER_PLATE, 5 * s)
    words = f"{count} {unit.symbol}"
    width = Lettering(s).measure(words, 10.0, False)[0]
    yield written(words, left + (long - width) / 2, box[1] + 2 * s, 10.0, SOFT_INK, s)
    ticks = "".join(
        f"M{number(left + long * n / count)} {number(y)}v{number(-(6 if n in (0, count) else 3) * s)}"
        for n in range(count + 1)
    )
    yield f'<path d="M{number(left)} {number(y)}h{number(long)}{ticks}" fill="none" stroke="{colour_of(SOFT_INK)}" stroke-width="{number(s)}"/>'
