"""Where models stand, as a file says it: points, lines, grids, or relative to what already stands on the table.

A placement turns into poses for a sequence of bases through ``poses_of`` (``arrange.py`` has the geometry).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag

from battlesim.errors import nearest
from battlesim.scenario.fields import Angle, Distance, FileModel, Length, UnitOrModelRef
from battlesim.units import ZERO, Mm

XY = tuple[Length, Length]
"""A point of the table: x to the right, y down."""

XYFacing = tuple[Length, Length, Angle]


class PointPlacement(FileModel):
    """One model at a point, with what a bare ``[x, y]`` cannot say."""

    point: XY
    facing: Angle | None = None
    elevation: Distance = ZERO


class LinePlacement(FileModel):
    """Models in a row: the first at ``line``, the others after it along ``along``, ``gap`` apart edge to edge."""

    line: XY
    along: Angle = 0.0
    gap: Distance = ZERO
    facing: Angle | None = None
    elevation: Distance = ZERO


class GridPlacement(FileModel):
    """Models in rows of ``columns``: the first at ``grid``, rows along ``along``, further rows to its right hand
    (down the table where ``along`` is 0). ``gap`` is edge to edge in both directions."""

    grid: XY
    columns: Annotated[int, Field(ge=1)]
    along: Angle = 0.0
    gap: Distance = ZERO
    facing: Angle | None = None
    elevation: Distance = ZERO


class RelativePlacement(FileModel):
    """Models at an exact gap from another unit or model.

    They form rows of ``columns`` (``spacing`` apart, the front row nearest and across the direction) behind one
    another, and slide in along the direction ``along`` that leads away from the middle of ``from`` until the gap from
    unit to unit is exactly ``gap``, seen from far outside inwards. ``aside`` shifts the whole to the right hand of that
    direction. They face ``from`` unless ``facing`` says otherwise.
    """

    from_: UnitOrModelRef
    gap: Distance
    along: Angle
    columns: Annotated[int, Field(ge=1)] = 5
    spacing: Distance = ZERO
    aside: Length = ZERO
    facing: Angle | None = None
    elevation: Distance = ZERO


class ShiftPlacement(FileModel):
    """Every model exactly ``by`` further along ``along`` from where it stands, then turned by ``turn`` degrees."""

    by: Distance
    along: Angle
    turn: Angle = 0.0


class TowardPlacement(FileModel):
    """The models keep their formation and go straight towards ``toward`` until the gap from unit to unit is ``gap``.

    The direction is that of the shortest line between the two, unless ``along`` gives it.
    """

    toward: UnitOrModelRef
    gap: Distance = ZERO
    along: Angle | None = None


def _kind(given: Any) -> str | None:
    if isinstance(given, tuple):
        return "<points>" if given and isinstance(given[0], tuple) else "<point>"
    if isinstance(given, dict):
        head = head_of(given, ("line", "grid", "from", "by", "toward", "point"))
        return "<point:>" if head == "point" else head and f"<{head}>"
    return None


def head_of(given: Mapping[str, Any], heads: Iterable[str]) -> str | None:
    """The key that says which form of a mapping this is; where none of them is there, the one that is misspelt."""
    own = [head for head in heads if head in given]
    return next(iter(own or [near for key in given for near in nearest(key, heads, at_most=1)]), None)


def _point_kind(given: Any) -> str | None:
    return f"<{len(given)}>" if isinstance(given, tuple) and len(given) in (2, 3) else None


PLACEMENT_FORMS = (
    "a point [30, 20] or [30, 20, 90] with a facing, a list of points, {grid: [30, 20], columns: 5}, "
    "{line: [30, 20], along: 45, gap: 1}, {from: guard, gap: 8, along: 30}, {by: 6, along: 30} or {toward: guard, gap: 1}"
)

_Point = Annotated[
    Annotated[XY, Tag("<2>")] | Annotated[XYFacing, Tag("<3>")],
    Discriminator(
        _point_kind,
        custom_error_type="battlesim.wrong",
        custom_error_message="expected a point such as [30, 20], or [30, 20, 90] with a facing",
    ),
]

Placement = Annotated[
    Annotated[_Point, Tag("<point>")]
    | Annotated[tuple[_Point, ...], Tag("<points>")]
    | Annotated[LinePlacement, Tag("<line>")]
    | Annotated[GridPlacement, Tag("<grid>")]
    | Annotated[RelativePlacement, Tag("<from>")]
    | Annotated[ShiftPlacement, Tag("<by>")]
    | Annotated[TowardPlacement, Tag("<toward>")]
    | Annotated[PointPlacement, Tag("<point:>")],
    Discriminator(
        _kind, custom_error_type="battlesim.wrong", custom_error_message=f"expected a placement: {PLACEMENT_FORMS}"
    ),
]
"""Any of the forms of ``PLACEMENT_FORMS``."""

AnyPlacement = (
    tuple[Mm, Mm]
    | tuple[Mm, Mm, float]
    | tuple[tuple[Mm, Mm] | tuple[Mm, Mm, float], ...]
    | LinePlacement
    | GridPlacement
    | RelativePlacement
    | ShiftPlacement
    | TowardPlacement
    | PointPlacement
)
"""A placement once read, as Python has it."""
