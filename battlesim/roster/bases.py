"""From a published base size to a base: what stands how, and what is assumed where nothing is published.

Ovals and hulls stand with their long side along the facing, as vehicles, monsters and riders do on a table, whichever
number the dataset calls length. Heights are nowhere published: they are estimates by keyword, good for sight over
barricades and ruins, and never used for measuring distances but for models measured to their hull.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace
from shapely.geometry import Polygon

from battlesim.geometry.footprint import QUANTUM, Base
from battlesim.roster.cautions import Caution, base_approximated, base_provisional, hull_approximated
from battlesim.units import Mm, inches

SMALL_FLYING_BASE: Final = 32.0
"""Diameter of the round base under a small flying stem, mm."""

LARGE_FLYING_BASE: Final = (120.0, 92.0)
"""Length and width of the oval base under a large flying stem, mm."""

_HEIGHTS: Final = (
    ("TOWERING", 7.0),
    ("AIRCRAFT", 6.0),
    ("TITANIC", 5.0),
    ("MONSTER", 4.0),
    ("WALKER", 4.0),
    ("FORTIFICATION", 4.0),
    ("VEHICLE", 3.0),
    ("MOUNTED", 2.5),
    ("SWARM", 0.75),
)
"""Inches by keyword, the first that a unit has; anyone else stands on two legs."""

_STANDING_HEIGHT: Final = 1.5
_BROAD_STANDING_HEIGHT: Final = 2.0
_HOVERING_HEIGHT: Final = 4.0
_BROAD: Final = 40.0
"""Diameter from which a model on two legs is taken to be of the taller kind, mm."""


def height_of(keywords: Sequence[str], *, across: float) -> Mm:
    """An estimate of how high a model with these keywords (in capitals) is, on a base so many mm across."""
    if "VEHICLE" in keywords and "FLY" in keywords and "AIRCRAFT" not in keywords:
        return inches(_HOVERING_HEIGHT)
    for keyword, height in _HEIGHTS:
        if keyword in keywords:
            return inches(height)
    return inches(_BROAD_STANDING_HEIGHT if across >= _BROAD else _STANDING_HEIGHT)


def base_of(
    size: Mapping[str, Any] | None,
    *,
    subject: str,
    keywords: Sequence[str],
    wounds: int,
    movement: float,
    outline: Sequence[Mapping[str, float]] = (),
) -> tuple[Base, tuple[Caution, ...]]:
    """The base for a published size, and what had to be assumed.

    ``size`` is the dataset's record (None where it has none), ``outline`` the corners of a published hull in inches,
    front up; ``keywords`` (in capitals), ``wounds`` and ``movement`` (inches) are what an unpublished hull is estimated
    from. A model without a base is measured to its hull, and so is one with FRAME.
    """
    shape = (size or {}).get("shape")
    cautions: tuple[Caution, ...] = ()
    if shape == "round":
        assert size is not None
        base = Base.disc(size["diameter"])
    elif shape in ("oval", "flying-base") and size and "length" in size:
        base = Base.oval(max(size["length"], size["width"]), min(size["length"], size["width"]))
    elif shape == "flying-base":
        base = Base.disc(SMALL_FLYING_BASE)
        cautions = (base_approximated(subject, base),)
    elif shape == "hull" and outline:
        base = _published_hull(outline)
    elif shape in ("hull", "unique") or ({"VEHICLE", "FORTIFICATION"} & {*keywords} and "FLY" not in keywords):
        base = replace(_hull_like(keywords, wounds=wounds, movement=movement), frame=True)
        cautions = (hull_approximated(subject, base),)
    else:
        base = _base_like(keywords, wounds=wounds)
        cautions = (base_approximated(subject, base),)
    if not cautions and (size or {}).get("draft"):
        cautions = (base_provisional(subject, base),)
    height = height_of(keywords, across=min(base.length, base.width))
    return replace(base, height=height, frame=base.frame or "FRAME" in keywords), cautions


def _published_hull(outline: Sequence[Mapping[str, float]]) -> Base:
    """A hull round the centroid of its area, its front turned from up the page to along the facing."""
    polygon = Polygon([(-inches(point["y"]), inches(point["x"])) for point in outline])
    middle = polygon.centroid
    corners = polygon.exterior.coords[:-1]
    return Base.hull([(round(x - middle.x, QUANTUM), round(y - middle.y, QUANTUM)) for x, y in corners])


def _hull_like(keywords: Sequence[str], *, wounds: int, movement: float) -> Base:
    """A rectangle about as large as models of that role and toughness are, from above."""
    if "FORTIFICATION" in keywords:
        return Base.rectangle(130, 130)
    if movement == 0:
        return Base.rectangle(105, 105)
    if "TITANIC" in keywords or wounds >= 24:
        return Base.rectangle(220, 150)
    if wounds >= 16:
        return Base.rectangle(175, 110)
    if wounds >= 12:
        return Base.rectangle(125, 95)
    if wounds >= 9:
        return Base.rectangle(115, 76)
    return Base.rectangle(90, 55)


def _base_like(keywords: Sequence[str], *, wounds: int) -> Base:
    if "VEHICLE" in keywords:
        return Base.oval(*LARGE_FLYING_BASE)
    if "MONSTER" in keywords:
        return Base.disc(100)
    if "MOUNTED" in keywords:
        return Base.oval(75, 42)
    return Base.disc(40 if wounds >= 3 else 32)
