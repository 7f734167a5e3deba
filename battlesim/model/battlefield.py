"""The table and what stands on it before any model does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from shapely.geometry import Polygon, box

from battlesim.errors import UnknownName, did_you_mean
from battlesim.geometry.footprint import Coordinates, Spot
from battlesim.units import ZERO, Mm


@dataclass(frozen=True)
class Feature:
    """A piece of terrain: its outline, the solid parts of it (closed outlines) and its category in its game's words.

    ``height`` None is unknown and taken as without end; ``floor`` counts storeys from the ground. ``damage`` is what it has
    suffered so far, in its game's points. ``windows`` say of each wall between which heights above the table one can see
    through it, or None; without them none has any.
    """

    id: str
    name: str
    outline: Coordinates
    category: str
    walls: tuple[Coordinates, ...] = ()
    bottom: Mm = ZERO
    height: Mm | None = None
    roof: bool = False
    floor: int = 0
    damage: int = 0
    windows: tuple[tuple[Mm, Mm] | None, ...] = ()

    @cached_property
    def shape(self) -> Polygon:
        """The outline as a polygon."""
        return Polygon(self.outline)

    @property
    def fallen(self) -> bool:
        """Whether it has become something else: it lies flat then, without walls."""
        return self.damage > 0 and self.height == ZERO

    @cached_property
    def solids(self) -> tuple[Polygon, ...]:
        """What a line or a base meets: the walls, or the whole outline where the feature has none."""
        return tuple(Polygon(wall) for wall in self.walls) or (self.shape,)


@dataclass(frozen=True)
class Area:
    """A terrain area: an outline on the table with the features that stand in it.

    ``linked`` areas with the same name count as one where a rule says so.
    """

    id: str
    name: str
    outline: Coordinates
    features: tuple[Feature, ...] = ()
    category: str = ""
    linked: str = ""
    objective: bool = False

    @cached_property
    def shape(self) -> Polygon:
        """The outline as a polygon."""
        return Polygon(self.outline)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """(min x, min y, max x, max y) of the outline, mm."""
        return self.shape.bounds


@dataclass(frozen=True)
class Zone:
    """A named part of the table that belongs to a side, such as its deployment zone."""

    id: str
    side: str
    outline: Coordinates
    role: str = "deployment"

    @cached_property
    def shape(self) -> Polygon:
        """The outline as a polygon."""
        return Polygon(self.outline)


@dataclass(frozen=True, slots=True)
class Objective:
    """A marker on the table."""

    id: str
    at: Spot


@dataclass(frozen=True)
class Battlefield:
    """A table of ``width`` by ``depth`` mm, with its terrain. x runs along the width, y along the depth, from the top left."""

    width: Mm
    depth: Mm
    areas: tuple[Area, ...] = ()
    zones: tuple[Zone, ...] = ()
    objectives: tuple[Objective, ...] = ()
    name: str = ""

    @cached_property
    def shape(self) -> Polygon:
        """The whole table as a polygon."""
        return box(0, 0, self.width, self.depth)

    @property
    def features(self) -> tuple[Feature, ...]:
        """All features of all areas, in order."""
        return tuple(feature for area in self.areas for feature in area.features)

    def with_damage(self, feature: str, damage: int, category: str = "") -> Battlefield:
        """This battlefield with a feature that has suffered so much, and is now of that category where one is given.

        What has become something else has no walls and no height any more. Raises UnknownName where there is no such feature.
        """
        if feature not in {known.id for known in self.features}:
            names = [known.id for known in self.features]
            raise UnknownName(f"there is no terrain feature {feature!r}{did_you_mean(feature, names)}")
        areas = []
        for area in self.areas:
            changed = tuple(_damaged(one, damage, category) if one.id == feature else one for one in area.features)
            areas.append(replace(area, features=changed, category=_after(area, feature, category)))
        return replace(self, areas=tuple(areas))

    def zones_of(self, side: str, role: str = "deployment") -> tuple[Zone, ...]:
        """The zones of that side."""
        return tuple(zone for zone in self.zones if zone.side == side and zone.role == role)


def _damaged(feature: Feature, damage: int, category: str) -> Feature:
    if not category:
        return replace(feature, damage=damage)
    return replace(feature, damage=damage, category=category, walls=(), roof=False, height=ZERO)


def _after(area: Area, feature: str, category: str) -> str:
    """The category of the area that a feature stands in, which changes with it where the two are one thing."""
    mine = next((one for one in area.features if one.id == feature), None)
    one_thing = mine is not None and category and area.category == mine.category and len(area.features) == 1
    return category if one_thing else area.category
