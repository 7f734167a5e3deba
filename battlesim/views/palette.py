"""Colours and looks. Quiet grounds, two sides that differ in hue, lightness and rim, verdicts that differ in shape too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from battlesim.views.primitives import Colour, Hatch, Stroke

Rim = Literal["solid", "notched", "double", "dotted"]


def faded(colour: Colour, opacity: float) -> Colour:
    """The colour with its opacity multiplied."""
    return colour[0], colour[1], colour[2], round(colour[3] * min(max(opacity, 0.0), 1.0))


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """Part of the way from ``a`` to ``b``."""
    r, g, bl, o = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return r, g, bl, o


BACKDROP: Final[Colour] = (21, 24, 29, 255)
PANEL: Final[Colour] = (28, 32, 38, 255)
CARD: Final[Colour] = (36, 41, 49, 255)
RULE: Final[Colour] = (58, 65, 76, 255)
INK: Final[Colour] = (232, 234, 237, 255)
SOFT_INK: Final[Colour] = (163, 171, 183, 255)
FAINT_INK: Final[Colour] = (112, 120, 132, 255)
ACCENT: Final[Colour] = (233, 205, 140, 255)

FRAME: Final[Colour] = (43, 38, 35, 255)
FRAME_LIGHT: Final[Colour] = (66, 58, 52, 255)
MAT: Final[Colour] = (92, 97, 88, 255)
GRID: Final[Colour] = (255, 255, 255, 15)
RULER: Final[Colour] = (186, 174, 158, 255)
RULER_PLATE: Final[Colour] = (16, 18, 22, 200)
MAP_PLATE: Final[Colour] = (16, 18, 22, 215)
MAP_GROUND: Final[Colour] = (62, 68, 64, 255)
MAP_AREA: Final[Colour] = (84, 88, 80, 255)

HOLDS: Final[Colour] = (74, 222, 160, 255)
FAILS: Final[Colour] = (255, 84, 112, 255)
NEUTRAL: Final[Colour] = (236, 226, 200, 255)
SHADE: Final[Colour] = (10, 12, 14, 255)


@dataclass(frozen=True, slots=True)
class SideLook:
    """How the models of a side look: rim, body and text colour, and the pattern of the rim."""

    rim: Colour
    body: Colour
    figure: Colour
    text: Colour
    pattern: Rim


LOOKS: Final = (
    SideLook((74, 158, 232, 255), (27, 58, 92, 255), (178, 214, 246, 255), (164, 211, 255, 255), "solid"),
    SideLook((240, 148, 58, 255), (96, 48, 20, 255), (255, 219, 178, 255), (255, 200, 138, 255), "notched"),
    SideLook((196, 186, 214, 255), (64, 56, 84, 255), (232, 226, 244, 255), (220, 212, 238, 255), "double"),
    SideLook((226, 214, 96, 255), (82, 76, 26, 255), (248, 244, 200, 255), (240, 232, 150, 255), "dotted"),
)

_COOL: Final = ("blue", "azure", "bleu", "cyan", "navy")
_WARM: Final = ("red", "orange", "crimson", "rouge", "scarlet")


def styles(sides: Sequence[str]) -> dict[str, int]:
    """The look of each side: by its name where that is a colour, else in order. Two sides never share one."""
    chosen: dict[str, int] = {}
    for side in sides:
        wanted = 0 if side.lower() in _COOL else 1 if side.lower() in _WARM else None
        if wanted is not None and wanted not in chosen.values():
            chosen[side] = wanted
    for side in sides:
        if side not in chosen:
            chosen[side] = next((n for n in range(len(LOOKS)) if n not in chosen.values()), len(chosen) % len(LOOKS))
    return chosen


@dataclass(frozen=True, slots=True)
class Ground:
    """How a kind of terrain looks: fill, edge, hatches, and the top of what stands on it. ``soft`` ground has no walls
    even where it has a height."""

    fill: Colour
    edge: Stroke
    hatches: tuple[Hatch, ...] = ()
    top: Colour = (136, 131, 120, 255)
    soft: Literal["", "trees", "contours", "flat"] = ""


def _lines(angle: float, spacing: float, colour: Colour, width: float = 1.0) -> Hatch:
    return Hatch(angle, spacing, Stroke(colour, width))


_DENSE: Final = Ground(
    (52, 62, 54, 235),
    Stroke((28, 34, 30, 255), 1.4),
    (_lines(45, 11, (140, 156, 140, 42)), _lines(135, 11, (140, 156, 140, 42))),
    (116, 119, 108, 255),
)
_LIGHT: Final = Ground(
    (104, 104, 88, 215),
    Stroke((66, 66, 56, 255), 1.2),
    (_lines(45, 15, (226, 220, 190, 44)),),
    (168, 160, 140, 255),
)
_EXPOSED: Final = Ground(
    (112, 100, 82, 120),
    Stroke((196, 176, 140, 130), 1.2, (7, 5)),
    (_lines(0, 26, (220, 200, 160, 26)),),
    (170, 154, 126, 255),
)
_WOODS: Final = Ground(
    (58, 78, 58, 235),
    Stroke((34, 48, 36, 255), 1.4),
    (_lines(60, 9, (150, 186, 140, 40)), _lines(120, 14, (20, 32, 22, 70))),
    (86, 114, 84, 255),
    "trees",
)
_WATER: Final = Ground(
    (58, 80, 92, 230),
    Stroke((38, 54, 64, 255), 1.2),
    (_lines(0, 12, (170, 204, 220, 40)),),
    (90, 116, 130, 255),
    "flat",
)
_HILL: Final = Ground(
    (104, 98, 76, 200),
    Stroke((70, 64, 48, 255), 1.3),
    (_lines(20, 20, (240, 226, 180, 30)),),
    (136, 126, 98, 255),
    "contours",
)
_ROAD: Final = Ground((98, 94, 88, 200), Stroke((76, 72, 66, 255), 1.0), (), (120, 116, 108, 255))
_BUILDING: Final = Ground(
    (72, 72, 72, 240),
    Stroke((34, 34, 36, 255), 1.4),
    (_lines(90, 13, (190, 190, 190, 30)), _lines(0, 13, (190, 190, 190, 30))),
    (142, 138, 132, 255),
)
PLAIN: Final = Ground(
    (92, 96, 84, 200), Stroke((58, 60, 52, 255), 1.2), (_lines(30, 18, (230, 230, 210, 30)),), (150, 146, 132, 255)
)

_GROUNDS: Final = (
    ("dense", _DENSE), ("light", _LIGHT), ("exposed", _EXPOSED), ("wood", _WOODS), ("forest", _WOODS),
    ("bois", _WOODS), ("tree", _WOODS), ("water", _WATER), ("river", _WATER), ("hill", _HILL), ("colline", _HILL),
    ("road", _ROAD), ("building", _BUILDING), ("ruin", _BUILDING), ("wall", _BUILDING), ("crater", _EXPOSED),
    ("open", _EXPOSED), ("rubble", _LIGHT), ("barricade", _LIGHT),
)  # fmt: skip


def ground(category: str) -> Ground:
    """The look of a terrain category; an unknown one looks plain."""
    folded = category.lower()
    return next((look for word, look in _GROUNDS if word in folded), PLAIN)
