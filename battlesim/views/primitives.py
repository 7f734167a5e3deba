"""What a picture is made of: plain shapes in table millimetres. A painter draws them; another may write SVG from them.

Widths and text sizes are in points: pixels at a scale of one, so that a picture keeps its look on dense screens.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

from battlesim.geometry.footprint import Base, Coordinates, Pose
from battlesim.model.catalogue import SignShape

Colour = tuple[int, int, int, int]
"""Red, green, blue and opacity, 0 to 255."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Least x, least y, greatest x, greatest y."""

Cap = Literal["none", "tick", "arrow", "dot"]
Look = Literal["standing", "ghost", "wanted", "refused", "fallen"]
Emphasis = Literal["", "acting", "target"]
Verdict = Literal["", "holds", "fails"]
GlyphName = Literal["check", "cross", "objective", "skull"]


class Layer(IntEnum):
    """Drawn in this order."""

    TABLE = 0
    ZONE = 1
    TERRAIN = 2
    MARKER = 3
    AURA = 4
    TRAIL = 5
    BASE = 6
    EVIDENCE = 7
    LABEL = 8


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line's look: width and dash (on, off) in points; no dash is a solid line."""

    colour: Colour
    width: float = 1.5
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Hatch:
    """Parallel lines inside an area: their direction in degrees and the distance between them in mm."""

    angle: float
    spacing: float
    stroke: Stroke


@dataclass(frozen=True, slots=True)
class Tabletop:
    """The table itself: its size, the ruler's unit in mm, and how many of them a number stands for."""

    layer: Layer
    width: float
    depth: float
    unit: float
    group: int
    symbol: str


@dataclass(frozen=True, slots=True)
class Area:
    """A filled area: an outer ring and its holes. ``height`` in mm casts a shadow; zero lies flat."""

    layer: Layer
    rings: tuple[Coordinates, ...]
    colour: Colour
    edge: Stroke | None = None
    hatches: tuple[Hatch, ...] = ()
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A polyline, with what its two ends carry. ``glow`` puts a dark line under it, to stand out from any ground."""

    layer: Layer
    points: Coordinates
    stroke: Stroke
    closed: bool = False
    start: Cap = "none"
    end: Cap = "none"
    glow: bool = False


@dataclass(frozen=True, slots=True)
class Badge:
    """A letter on a small shape."""

    letter: str
    shape: SignShape
    colour: Colour


@dataclass(frozen=True, slots=True)
class Token:
    """A model's base. ``style`` numbers the side's look, ``wounds`` is the share left (None: not worth showing).

    ``aboard`` counts the models that it carries.
    """

    layer: Layer
    model: str
    base: Base
    pose: Pose
    style: int
    look: Look = "standing"
    opacity: float = 1.0
    emphasis: Emphasis = ""
    number: str = ""
    wounds: float | None = None
    aboard: int = 0


@dataclass(frozen=True, slots=True)
class Glyph:
    """A small drawn sign, ``size`` points across, whatever the zoom."""

    layer: Layer
    name: GlyphName
    at: Point
    colour: Colour
    size: float = 16.0


@dataclass(frozen=True, slots=True)
class Label:
    """A text that wants a place near ``around`` (mm); ``along`` lets it slide on a segment instead.

    ``spots`` are places to take instead of ``around``, the first that is in sight. Labels with a lower ``rank`` are placed first. ``must`` labels are placed even where they cover a base.
    ``badges`` stand behind the text.
    """

    layer: Layer
    text: str
    around: Box
    colour: Colour
    size: float = 12.0
    bold: bool = False
    verdict: Verdict = ""
    along: tuple[Point, Point] | None = None
    rank: int = 5
    must: bool = False
    style: int | None = None
    spots: tuple[Point, ...] = ()
    badges: tuple[Badge, ...] = ()


Primitive = Tabletop | Area | Line | Token | Glyph | Label


def box_of(points: Coordinates) -> Box:
    """The box round the points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def union(*boxes: Box) -> Box:
    """The box round all the boxes."""
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def grown(box: Box, by: float) -> Box:
    """The box, larger on every side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def disjoint(a: Box, b: Box) -> bool:
    """Whether the two boxes have nothing in common but, at most, an edge."""
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
