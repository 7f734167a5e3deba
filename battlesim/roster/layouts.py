"""Published tables: a terrain layout with its deployment zones and objectives, as a battlefield.

What is made of the published numbers: inches become millimetres; outlines lose the points that lie within TOUCH of the
rest; a wall is a strip of its published thickness along the inner side of its feature's edge. The dataset gives most
pieces no height, so they are as high as the like piece of its own catalogue (2" a barricade or pipe, 3" a generator,
5" a ruin). Upper floors are not built: models stand on the ground.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from battlesim.errors import UnknownName, did_you_mean
from battlesim.geometry.footprint import QUANTUM, Coordinates, Spot
from battlesim.model.battlefield import Area, Battlefield, Feature, Objective, Zone
from battlesim.roster.published import Record, ids, records
from battlesim.units import TOUCH, inches

STANDARD_TABLE: Final = {"width": 60, "height": 44}
_HEAVIEST_FIRST: Final = ("dense", "light", "exposed")
_SLIVER: Final = 1.0
"""Smallest part of a wall that is kept, mm2: clipping leaves crumbs at corners."""


def layouts() -> tuple[str, ...]:
    """The ids of all published layouts, sorted."""
    return ids("layout")


def layout(id: str, *, attacker: str = "attacker", defender: str = "defender") -> Battlefield:
    """The published layout of that id as a battlefield; raises UnknownName with the nearest ids.

    ``attacker`` and ``defender`` are the ids of the sides that own the zones. A side has a zone of role "deployment"
    and, where the map draws one, another of role "territory". Objectives are named for what they are: "center" (or
    "center-1" and "center-2"), "home-attacker", "home-defender", "expansion-1" and so on, in reading order. The terrain of
    a layout is made once, whoever the sides are.

    >>> layout("bm-take-vs-take-02").name
    'Take vs Take 02'
    """
    sides = {"attacker": attacker, "defender": defender}
    published = _published_layout(id)
    if all(side == role for role, side in sides.items()):
        return published
    zones = tuple(replace(zone, side=sides[zone.side]) for zone in published.zones)
    return replace(published, zones=zones)


@cache
def _published_layout(id: str) -> Battlefield:
    found = records("layout", id)
    if not found:
        raise UnknownName(f"there is no published layout {id!r}{did_you_mean(id, layouts())}")
    record = found[0]
    board = record["layout"].get("board") or STANDARD_TABLE
    pieces = record["pieces"]
    zones = tuple(_zones(record["pattern"] or {}))
    return Battlefield(
        width=inches(board["width"]),
        depth=inches(board["height"]),
        areas=tuple(_areas(pieces)),
        zones=zones,
        objectives=tuple(_objectives(pieces, record["pattern"] or {}, zones)),
        name=record["layout"]["name"],
    )


def _areas(pieces: Iterable[Record]) -> Iterable[Area]:
    """The terrain areas with the features in them. A feature that stands in none is the area of its own outline."""
    gathered: dict[str, tuple[Record, list[Feature]]] = {}
    for piece in pieces:
        if piece["piece_type"] == "area":
            if piece["terrain"]:
                gathered[piece["id"]] = (piece, [])
            continue
        parent = piece["parent"] or piece["id"].partition("--")[0]
        if parent not in gathered:
            gathered[parent] = (piece, [])
        gathered[parent][1].append(_feature(piece))
    for id, (piece, features) in gathered.items():
        categories = {feature.category for feature in features}
        yield Area(
            id=id,
            name=piece["name"] or id,
            outline=_outline(_polygon(piece["vertices"])),
            features=tuple(features),
            category=next((category for category in _HEAVIEST_FIRST if category in categories), ""),
            linked=piece["link_group"],
            objective=piece["objective"] is not None,
        )


def _feature(piece: Record) -> Feature:
    height = piece["height_inches"]
    outline = _polygon(piece["vertices"])
    roof = bool(piece.get("has_roof"))
    return Feature(
        id=piece["id"],
        name=piece["name"] or piece["id"],
        outline=_outline(outline),
        # the few features without a category are the ruin walls of one layout, which its description calls dense
        category=piece.get("terrain_category") or "dense",
        walls=tuple(_outline(part) for wall in piece["walls"] for part in _wall(wall, outline, roof=roof)),
        height=None if height is None else inches(height),
        roof=roof,
        floor=piece["floor"],
    )


def _wall(wall: Record, outline: Polygon, *, roof: bool) -> Iterable[Polygon]:
    """The solid parts of a published wall, whose line runs along the outer edge of its feature.

    An open line becomes one strip. A closed line is a block (a generator, a stack of pipes), or, under a roof, four
    walls round a room; these overlap at the corners.
    """
    points = [(inches(x), inches(y)) for x, y in wall["points"]]
    thickness = float(inches(wall.get("thickness", 0.1)))
    if points[0] != points[-1]:
        strips: list[BaseGeometry] = [LineString(points).buffer(thickness, cap_style="flat", join_style="mitre")]
    elif roof:
        strips = [LineString(side).buffer(thickness, cap_style="square") for side in pairwise(points)]
    else:
        strips = [Polygon(points)]
    for strip in strips:
        yield from _parts(strip.intersection(outline))


def _parts(shape: BaseGeometry) -> Iterable[Polygon]:
    pieces = shape.geoms if isinstance(shape, MultiPolygon) else (shape,)
    return (piece for piece in pieces if isinstance(piece, Polygon) and piece.area > _SLIVER)


def _zones(pattern: Record) -> Iterable[Zone]:
    for role, shapes in (("deployment", pattern.get("zones") or ()), ("territory", pattern.get("territories") or ())):
        for shape in shapes:
            player = shape["player"]
            id = player if role == "deployment" else f"{player}-{role}"
            yield Zone(id=id, side=player, outline=_outline(_placed(shape["shape"], shape["position"])), role=role)


def _placed(shape: Record, position: Record) -> Polygon:
    if shape["type"] == "rectangle":
        width, depth = shape["width"], shape["height"]
        corners = [(0, 0), (width, 0), (width, depth), (0, depth)]
    else:
        corners = [(point["x"], point["y"]) for point in shape["points"]]
    return _polygon([(x + position["x"], y + position["y"]) for x, y in corners])


def _objectives(pieces: Iterable[Record], pattern: Record, zones: tuple[Zone, ...]) -> Iterable[Objective]:
    """The layout's own objectives, or the deployment map's where the layout has none. Linked areas share one."""
    spots: dict[str, list[tuple[str, float, float]]] = {}
    for piece in pieces:
        if piece["objective"] is not None:
            at = piece["objective"].get("position") or piece["position"]
            group = piece["link_group"] or piece["id"]
            spots.setdefault(group, []).append((piece["objective_role"], at["x"], at["y"]))
    if not spots:
        spots = {f"{n}": [("objective", at["x"], at["y"])] for n, at in enumerate(pattern.get("objectives") or ())}
    found: dict[str, list[Spot]] = {}
    for shared in spots.values():
        x, y = sum(spot[1] for spot in shared) / len(shared), sum(spot[2] for spot in shared) / len(shared)
        at = Spot(round(inches(x), QUANTUM), round(inches(y), QUANTUM))
        found.setdefault(_objective_name(shared[0][0], at, zones), []).append(at)
    for name in sorted(found):
        in_reading_order = sorted(found[name], key=lambda spot: (spot.y, spot.x))
        for number, at in enumerate(in_reading_order, start=1):
            yield Objective(f"{name}-{number}" if len(found[name]) > 1 else name, at)


def _objective_name(role: str, at: Spot, zones: tuple[Zone, ...]) -> str:
    if role != "home":
        return role
    owners = (zone.side for zone in zones if zone.role == "deployment" and zone.shape.covers(Point(at.x, at.y)))
    return "-".join([role, *owners])


def _polygon(corners: npt.ArrayLike) -> Polygon:
    # inches() is exact for any number but slow for thousands; these have few decimals, and the rounding is as good
    return Polygon(np.round(np.asarray(corners, dtype=np.float64) * 25.4, QUANTUM))


def _outline(polygon: Polygon) -> Coordinates:
    """The corners of a polygon without those that the rest passes within TOUCH, mm."""
    corners = shapely.get_coordinates(polygon.simplify(TOUCH))[:-1]
    # + 0.0 turns -0.0 into 0.0, which would be other bytes
    return tuple((x, y) for x, y in (np.round(corners, QUANTUM) + 0.0).tolist())
