"""Primitives as SVG, in table millimetres. Widths and text sizes are points: ``point`` says how many mm one is, or is None
where the viewer zooms, and strokes and signs keep their size on the screen by themselves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from battlesim.geometry.footprint import Base, Coordinates, Pose, outline_of
from battlesim.units import ZERO
from battlesim.views.palette import FAILS, FRAME, INK, LOOKS, MAT, RULER, mixed
from battlesim.views.primitives import (
    Area,
    Colour,
    Emphasis,
    Glyph,
    Label,
    Layer,
    Line,
    Look,
    Point,
    Primitive,
    Stroke,
    Tabletop,
    Token,
)
from battlesim.views.terrain import FRAME_WIDTH, hatch_lines

FONTS: Final = "'Noto Sans JP','Noto Sans','Hiragino Sans','Yu Gothic','Meiryo','Segoe UI',sans-serif"
_DARK: Final = (16, 18, 21, 255)
_FRAME: Final = 1 / 60
"""Width of the frame of a table that can be zoomed, as a share of the table's."""


def colour_of(colour: Colour) -> str:
    """A colour without its opacity."""
    return f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}"


def number(value: float) -> str:
    """A number as short as it can be, to a hundredth."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def text(words: str) -> str:
    """Words, safe inside a document and its attributes."""
    return escape(words, {'"': "&quot;", "'": "&#39;"})


class Pencil:
    """Writes the elements of one document; ``symbols`` collects what its bases look like, once each."""

    def __init__(self, *, point: float | None) -> None:
        self.point = point
        self.symbols: dict[tuple[Base, int, Look, Emphasis], str] = {}

    def width(self, points: float) -> str:
        """A width or a dash of so many points."""
        return number(points * (self.point or 1.0))

    def fill(self, colour: Colour) -> str:
        """The attributes of a filled shape."""
        if not colour[3]:
            return 'fill="none"'
        opacity = "" if colour[3] == 255 else f' fill-opacity="{number(colour[3] / 255)}"'
        return f'fill="{colour_of(colour)}"{opacity}'

    def stroke(self, stroke: Stroke) -> str:
        """The attributes of a line."""
        opacity = "" if stroke.colour[3] == 255 else f' stroke-opacity="{number(stroke.colour[3] / 255)}"'
        dash = "" if stroke.dash is None else f' stroke-dasharray="{" ".join(map(self.width, stroke.dash))}"'
        held = ' vector-effect="non-scaling-stroke"' if self.point is None else ""
        return f'stroke="{colour_of(stroke.colour)}" stroke-width="{self.width(stroke.width)}"{opacity}{dash}{held}'

    def held(self, at: Point, inside: str) -> str:
        """Something drawn in points round a place of the table, which does not grow with it."""
        x, y = number(at[0]), number(at[1])
        if self.point is None:
            return f'<g class="held" style="--x:{x}px;--y:{y}px">{inside}</g>'
        return f'<g transform="translate({x} {y}) scale({self.point:.4g})">{inside}</g>'

    def drawn(self, shapes: Iterable[Primitive]) -> str:
        """All the shapes but the labels, in the order of their layers."""
        return "".join(self._shape(shape) for shape in sorted(shapes, key=lambda shape: shape.layer))

    def _shape(self, shape: Primitive) -> str:
        match shape:
            case Tabletop():
                return "".join(self._table(shape))
            case Area():
                return "".join(self._area(shape))
            case Line():
                return "".join(self._line(shape))
            case Token():
                return self._token(shape)
            case Glyph():
                return self.held(shape.at, sign(shape.name, shape.size, shape.colour))
            case Label():
                return ""

    def _table(self, table: Tabletop) -> Iterator[str]:
        w, d = table.width, table.depth
        f = FRAME_WIDTH * self.point if self.point else w * _FRAME
        yield f'<rect x="{number(-f)}" y="{number(-f)}" width="{number(w + 2 * f)}" height="{number(d + 2 * f)}" rx="4" {self.fill(FRAME)}/>'
        yield f'<rect width="{number(w)}" height="{number(d)}" {self.fill(MAT)}/>'
        step = table.unit * table.group
        lines = [f"M{number(step * n)} 0V{number(d)}" for n in range(1, math.ceil(w / step))]
        lines += [f"M0 {number(step * n)}H{number(w)}" for n in range(1, math.ceil(d / step))]
        yield f'<path d="{"".join(lines)}" fill="none" {self.stroke(Stroke((255, 255, 255, 26), 1.0))}/>'
        size, above, aside, low = number(f * 0.6), number(-f * 0.28), number(-f * 0.2), f * 0.2
        for n in range(1, math.floor(w / step) + 1):
            yield f'<text x="{number(step * n)}" y="{above}" font-size="{size}" text-anchor="middle" {self.fill(RULER)}>{n * table.group}</text>'
        for n in range(1, math.floor(d / step) + 1):
            yield f'<text x="{aside}" y="{number(step * n + low)}" font-size="{size}" text-anchor="end" {self.fill(RULER)}>{n * table.group}</text>'
        yield f'<text x="0" y="{above}" font-size="{size}" {self.fill(RULER)}>0 {text(table.symbol)}</text>'

    def _area(self, area: Area) -> Iterator[str]:
        outline = "".join(path(ring, closed=True) for ring in area.rings)
        if area.height:
            reach = min(area.height * 0.16, 16.0)
            yield f'<path d="{outline}" transform="translate({number(reach * 0.75)} {number(reach)})" fill="#000" fill-opacity=".38"/>'
        edge = "" if area.edge is None else f" {self.stroke(area.edge)}"
        if area.colour[3] or edge:
            yield f'<path d="{outline}" fill-rule="evenodd" {self.fill(area.colour)}{edge}/>'
        for hatch in area.hatches:
            lines = "".join(f"M{_at(a)}L{_at(b)}" for a, b in hatch_lines(area.rings, hatch))
            if lines:
                yield f'<path d="{lines}" fill="none" {self.stroke(hatch.stroke)}/>'

    def _line(self, line: Line) -> Iterator[str]:
        way = path(line.points, closed=line.closed)
        if line.glow:
            under = Stroke((10, 12, 14, 150), line.stroke.width + 3.0)
            yield f'<path d="{way}" fill="none" {self.stroke(under)}/>'
        yield f'<path d="{way}" fill="none" {self.stroke(line.stroke)}/>'
        if len(line.points) < 2:
            return
        ends = (line.start, line.points[0], line.points[1]), (line.end, line.points[-1], line.points[-2])
        colour = colour_of(line.stroke.colour)
        for cap, tip, before in ends:
            turn = number(math.degrees(math.atan2(tip[1] - before[1], tip[0] - before[0])))
            if cap == "tick":
                mark = f'<path d="M0 -6.5V6.5" fill="none" stroke="{colour}" stroke-width="{number(line.stroke.width)}" transform="rotate({turn})"/>'
            elif cap == "arrow":
                mark = f'<path d="M0 0L-9 -4.3L-6.2 0L-9 4.3Z" fill="{colour}" transform="rotate({turn})"/>'
            elif cap == "dot":
                mark = f'<circle r="{number(max(line.stroke.width * 1.15, 2.2))}" fill="{colour}"/>'
            else:
                continue
            yield self.held(tip, mark)

    def _token(self, token: Token) -> str:
        key = token.base, token.style, token.look, token.emphasis
        if key not in self.symbols:
            self.symbols[key] = f"b{len(self.symbols)}"
        x, y, turn = number(token.pose.x), number(token.pose.y), number(token.pose.facing)
        seen = "" if token.opacity >= 1.0 else f' opacity="{number(token.opacity)}"'
        small = min(float(token.base.length), float(token.base.width)) / 2
        drawn = f'<use href="#{self.symbols[key]}" transform="translate({x} {y}) rotate({turn})"{seen}/>'
        extra = ""
        if token.look == "standing" and token.number:
            at, size = small * 0.66, number(small * 0.42)
            extra += (
                f'<circle cx="{number(at)}" cy="{number(at)}" r="{number(small * 0.3)}" fill="#111317"/>'
                f'<text x="{number(at)}" y="{number(at + small * 0.15)}" font-size="{size}" font-weight="700" text-anchor="middle" {self.fill(INK)}>{text(token.number)}</text>'
            )
        if token.look == "standing" and token.wounds is not None:
            half, top = small * 0.8, number(small * 1.12)
            bar = number(small * 0.16)
            extra += f'<rect x="{number(-half)}" y="{top}" width="{number(2 * half)}" height="{bar}" fill="#562630"/>'
            extra += f'<rect x="{number(-half)}" y="{top}" width="{number(2 * half * token.wounds)}" height="{bar}" {self.fill(LOOKS[token.style].rim)}/>'
        if token.look == "standing" and token.aboard:
            at, size = small * 0.78, number(min(small * 0.5, 9.0))
            extra += (
                f'<circle cx="{number(at)}" cy="{number(-at)}" r="{number(min(small * 0.36, 8))}" fill="#111317" stroke="{colour_of(LOOKS[token.style].rim)}" stroke-width=".8"/>'
                f'<text x="{number(at)}" y="{number(-at + min(small * 0.5, 9.0) * 0.36)}" font-size="{size}" font-weight="700" text-anchor="middle" {self.fill(INK)}>{token.aboard}</text>'
            )
        extra = f'<g transform="translate({x} {y})"{seen}>{extra}</g>' if extra else ""
        model = f' data-model="{text(token.model)}"' if token.look == "standing" and token.layer == Layer.BASE else ""
        return f"<g{model}>{drawn}{extra}</g>"

    def definitions(self) -> str:
        """What the bases look like, for ``<defs>``."""
        return "".join(
            f'<g id="{id}">{"".join(self._base(base, style, look, emphasis))}</g>'
            for (base, style, look, emphasis), id in self.symbols.items()
        )

    def _base(self, base: Base, style: int, look: Look, emphasis: Emphasis) -> Iterator[str]:
        side, small = LOOKS[style], min(float(base.length), float(base.width)) / 2
        if look in ("ghost", "wanted", "refused"):
            colour = FAILS if look == "refused" else side.rim
            faint = (*colour[:3], 31 if look == "ghost" else 61)
            dashed = Stroke(colour, 1.4 if look == "ghost" else 2.0, (5.0, 3.5))
            yield _outlined(base, 1.0, f"{self.fill(faint)} {self.stroke(dashed)}")
            if look == "refused":
                yield _cross(small * 0.42, self.stroke(Stroke(mixed(colour, INK, 0.2), 2.2)))
            return
        if look == "fallen":
            yield _outlined(base, 0.95, 'fill="#181a1e" fill-opacity=".85" stroke="#77736e" stroke-width="1"')
            yield _cross(small * 0.42, f'stroke="#d2d2d4" stroke-width="{number(small * 0.2)}"')
            return
        fallen_on = _outlined(base, 1.02, 'fill="#000" fill-opacity=".4"')
        yield f'<g transform="translate({number(small * 0.1)} {number(small * 0.14)})">{fallen_on}</g>'
        if emphasis:
            dash = None if emphasis == "acting" else (5.0, 4.0)
            yield _outlined(
                base, 1.0 + 1.2 / small, f'fill="none" {self.stroke(Stroke((255, 250, 235, 235), 2.6, dash))}'
            )
        yield _outlined(base, 1.0, self.fill(_DARK))
        rim = f'stroke="{colour_of(side.rim)}" stroke-width="{number(small * 0.2)}"'
        yield _outlined(base, 0.84, f'fill="{colour_of(side.body)}" {rim}')
        dark = colour_of(mixed(side.rim, _DARK, 0.72))
        turns = {
            "notched": f"{number(small * 0.14)} {number(small * 0.31)}",
            "dotted": f"{number(small * 0.08)} {number(small * 0.2)}",
        }
        if side.pattern in turns:
            yield _outlined(
                base,
                0.84,
                f'fill="none" stroke="{dark}" stroke-width="{number(small * 0.2)}" stroke-dasharray="{turns[side.pattern]}"',
            )
        elif side.pattern == "double":
            yield _outlined(base, 0.84, f'fill="none" stroke="{dark}" stroke-width="{number(small * 0.07)}"')
        yield from _figure(base, colour_of(side.figure), colour_of(mixed(side.figure, side.body, 0.45)), small)
        tip = float(base.length) / 2 if base.kind != "hull" else max(x for x, _ in base.outline)
        size = small * 0.34
        yield f'<path d="M{number(tip - size * 0.2)} 0L{number(tip - size)} {number(size * 0.6)}V{number(-size * 0.6)}Z" fill="#fffcf0" stroke="#101215" stroke-width="{number(size * 0.2)}"/>'


def _figure(base: Base, light: str, middle: str, small: float) -> Iterator[str]:
    long, wide = float(base.length), float(base.width)
    if base.kind == "rectangle" and max(long, wide) <= 30 and max(long, wide) / min(long, wide) < 1.5:
        for p, q in ((-0.2, -0.22), (-0.2, 0.22), (0.0, 0.0), (0.2, -0.22), (0.2, 0.22)):
            yield f'<circle cx="{number(p * 2 * small)}" cy="{number(q * 2 * small)}" r="{number(small * 0.2)}" fill="{light}"/>'
    elif base.kind in ("hull", "rectangle"):
        a, b = long / 2 * 0.6, wide / 2 * 0.54
        yield f'<rect x="{number(-a)}" y="{number(-b)}" width="{number(2 * a)}" height="{number(2 * b)}" rx="{number(b * 0.2)}" fill="{middle}"/>'
        yield f'<rect x="0" y="{number(-small * 0.07)}" width="{number(a)}" height="{number(small * 0.14)}" fill="{light}"/>'
        yield f'<circle r="{number(min(a, b) * 0.5)}" fill="{light}"/>'
    else:
        yield f'<ellipse rx="{number(small * 0.3)}" ry="{number(small * 0.5)}" fill="{middle}"/>'
        yield f'<circle r="{number(small * 0.2)}" fill="{light}"/>'


def _outlined(base: Base, share: float, look: str) -> str:
    """The outline of a base at the origin, a share as large."""
    if base.kind == "disc":
        return f'<circle r="{number(float(base.width) / 2 * share)}" {look}/>'
    small = min(float(base.length), float(base.width)) / 2
    # every side in by the same width, as far as a scaled outline can
    x, y = (1.0 - (1.0 - share) * 2 * small / float(side) for side in (base.length, base.width))
    ring = outline_of(base.at(Pose(ZERO, ZERO)).shape)
    return f'<path d="{path(tuple((p * x, q * y) for p, q in ring), closed=True)}" {look}/>'


def _cross(k: float, look: str) -> str:
    return f'<path d="M{number(-k)} {number(-k)}L{number(k)} {number(k)}M{number(-k)} {number(k)}L{number(k)} {number(-k)}" fill="none" {look}/>'


def sign(name: str, size: float, colour: Colour) -> str:
    """A check, a cross or an objective's diamond, ``size`` points across, round the origin."""
    r, ink = size / 2, 'fill="none" stroke="#101216"'
    ground = f'<circle r="{number(r)}" fill="{colour_of(colour)}"/>'
    width = f'stroke-width="{number(max(size * 0.15, 1.4))}"'
    if name == "check":
        points = ((-r * 0.48, r * 0.02), (-r * 0.12, r * 0.4), (r * 0.52, -r * 0.38))
        return f'{ground}<path d="{path(points)}" {ink} {width}/>'
    if name == "cross":
        return ground + _cross(r * 0.42, f'stroke="#101216" {width}')
    return f'<path d="M0 {number(-r)}L{number(r * 0.72)} 0L0 {number(r)}L{number(-r * 0.72)} 0Z" fill="{colour_of(colour)}"/>'


def path(points: Sequence[Point] | Coordinates, *, closed: bool = False) -> str:
    """Points as the data of a path."""
    return "M" + "L".join(map(_at, points)) + ("Z" if closed else "") if points else ""


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
