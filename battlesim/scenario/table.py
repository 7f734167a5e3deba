"""The table of a scenario file: its size, terrain, zones and objectives, or a published layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field, model_validator
from shapely import affinity
from shapely.geometry import LineString, Point, box
from shapely.geometry.base import BaseGeometry

from battlesim.geometry.footprint import Coordinates, Spot, check_outline, outline_of
from battlesim.model.battlefield import Area, Battlefield, Feature, Objective, Zone
from battlesim.scenario.fields import Angle, Distance, FileModel, Id, Named, SideRef, Size, wrong
from battlesim.scenario.placements import XY
from battlesim.units import TOUCH, ZERO

Outline = Annotated[tuple[XY, ...], Field(min_length=3, max_length=2000)]
Category = Annotated[str, Named("terrain category")]


class ShapeSpec(FileModel):
    """An outline on the table: corners, a rectangle from its top left corner (x, y, width, depth), or a disc
    (x, y, diameter); ``turn`` turns it about its middle."""

    outline: Outline | None = None
    rectangle: tuple[XY, tuple[Size, Size]] | None = None
    disc: tuple[XY, Size] | None = None
    turn: Angle = 0.0


class WallSpec(FileModel):
    """A wall along a line of points, ``thick`` across; ends are square. ``window`` says between which two heights above
    the table one can see through this stretch of it."""

    wall: Annotated[tuple[XY, ...], Field(min_length=2, max_length=2000)]
    thick: Size
    window: tuple[Distance, Distance] | None = None

    @model_validator(mode="after")
    def _opens_upwards(self) -> WallSpec:
        if self.window is not None and self.window[0] >= self.window[1]:
            raise wrong("a window goes from a lower to a higher height: [bottom, top]")
        return self


class FeatureSpec(ShapeSpec):
    """Something solid that stands in an area. Without ``walls`` all of it is solid; without ``height`` it has no end."""

    id: Id
    name: str = ""
    category: Category = ""
    walls: tuple[WallSpec, ...] = ()
    bottom: Distance = ZERO
    height: Distance | None = None
    roof: bool = False
    floor: Annotated[int, Field(ge=0, le=20)] = 0


class TerrainSpec(FeatureSpec):
    """A terrain area. With ``features`` these stand in it; without, a ``solid`` one is a feature of its own outline."""

    features: tuple[FeatureSpec, ...] = ()
    solid: bool = False
    linked: str = ""
    objective: bool = False


class ZoneSpec(ShapeSpec):
    """A part of the table that belongs to a side."""

    id: Id
    side: SideRef
    role: str = "deployment"


class ObjectiveSpec(FileModel):
    """A marker."""

    id: Id
    at: XY


class BattlefieldSpec(FileModel):
    """A table: ``size`` is its width and its depth."""

    size: tuple[Size, Size]
    name: str = ""
    terrain: tuple[TerrainSpec, ...] = ()
    zones: tuple[ZoneSpec, ...] = ()
    objectives: tuple[ObjectiveSpec, ...] = ()


class LayoutSpec(FileModel):
    """A published table, and which sides own its zones."""

    id: Annotated[str, Named("layout")]
    attacker: SideRef | None = None
    defender: SideRef | None = None


Fault = Callable[[tuple[str | int, ...], str], None]
"""Takes note of something wrong at a location below the table's own."""


def battlefield_of(spec: BattlefieldSpec, fault: Fault) -> Battlefield:
    """The table; what is wrong with its shapes goes to ``fault``, and is left out."""
    width, depth = spec.size
    table = box(0.0, 0.0, width, depth).buffer(TOUCH, join_style="mitre")

    def shaped(piece: ShapeSpec, *loc: str | int) -> Coordinates | None:
        try:
            outline = outline_of_spec(piece)
        except ValueError as error:
            fault(loc, str(error))
            return None
        if not all(table.covers(Point(corner)) for corner in outline):
            fault(loc, "it lies partly off the table")
        return outline

    areas: list[Area] = []
    for i, terrain in enumerate(spec.terrain):
        outline = shaped(terrain, "terrain", i)
        features = []
        inside = terrain.features or ((terrain,) if terrain.solid else ())
        for j, feature in enumerate(inside):
            loc: tuple[str | int, ...] = ("terrain", i) if feature is terrain else ("terrain", i, "features", j)
            ring = outline if feature is terrain else shaped(feature, *loc)
            if ring is not None:
                features.append(_feature(feature, ring, terrain))
        if outline is not None:
            areas.append(
                Area(
                    terrain.id,
                    terrain.name or terrain.id,
                    outline,
                    tuple(features),
                    terrain.category,
                    terrain.linked,
                    terrain.objective,
                )
            )
    zones = [
        Zone(zone.id, zone.side, outline, zone.role)
        for i, zone in enumerate(spec.zones)
        if (outline := shaped(zone, "zones", i)) is not None
    ]
    objectives = tuple(Objective(one.id, Spot(*one.at)) for one in spec.objectives)
    for i, marker in enumerate(objectives):
        if not table.covers(Point(marker.at.x, marker.at.y)):
            fault(("objectives", i), "it lies off the table")
    _no_twins(spec, fault)
    return Battlefield(width, depth, tuple(areas), tuple(zones), objectives, spec.name)


def outline_of_spec(piece: ShapeSpec) -> Coordinates:
    """The corners of a shape, turned. Raises BadGeometry, or ValueError where the file gives no shape or two."""
    given = [name for name in ("outline", "rectangle", "disc") if getattr(piece, name) is not None]
    if len(given) != 1:
        raise ValueError(
            "expected one of outline: [[x, y], ...], rectangle: [[x, y], [width, depth]] or disc: [[x, y], diameter]"
            + (f", not {' and '.join(given)}" if given else "")
        )
    shape: BaseGeometry
    if piece.rectangle is not None:
        (x, y), (width, depth) = piece.rectangle
        corners: Coordinates = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    elif piece.disc is not None:
        (x, y), diameter = piece.disc
        corners = outline_of(Point(x, y).buffer(diameter / 2, quad_segs=32))
    else:
        assert piece.outline is not None
        corners = piece.outline
    check_outline(corners, "an outline")
    if piece.turn:
        shape = affinity.rotate(LineString([*corners, corners[0]]), piece.turn, origin="center")
        corners = tuple((float(x), float(y)) for x, y in shape.coords[:-1])
    return tuple((round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in corners)


def _feature(spec: FeatureSpec, outline: Coordinates, area: TerrainSpec) -> Feature:
    walls = tuple(
        outline_of(LineString(wall.wall).buffer(wall.thick / 2, cap_style="flat", join_style="mitre"))
        for wall in spec.walls
    )
    return Feature(
        spec.id,
        spec.name or spec.id,
        outline,
        spec.category or area.category,
        walls,
        spec.bottom,
        spec.height,
        spec.roof,
        spec.floor,
        windows=tuple(wall.window for wall in spec.walls) if any(wall.window for wall in spec.walls) else (),
    )


def _no_twins(spec: BattlefieldSpec, fault: Fault) -> None:
    """Ids are unique among areas, features, zones and objectives of their kind (a solid area is its own feature)."""
    named: list[tuple[str, tuple[str | int, ...], Any]] = []
    for i, terrain in enumerate(spec.terrain):
        named.append(("pieces of terrain", ("terrain", i, "id"), terrain.id))
        named += [
            ("pieces of terrain", ("terrain", i, "features", j, "id"), one.id) for j, one in enumerate(terrain.features)
        ]
    named += [("zones", ("zones", i, "id"), one.id) for i, one in enumerate(spec.zones)]
    named += [("objectives", ("objectives", i, "id"), one.id) for i, one in enumerate(spec.objectives)]
    seen: set[tuple[str, str]] = set()
    for noun, loc, id in named:
        if (noun, id) in seen:
            fault(loc, f"there are two {noun} with the id {id!r}; give each its own")
        seen.add((noun, id))
