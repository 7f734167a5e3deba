"""What can be seen in one scene, worked out once: lines of sight, terrain areas, and what terrain hides."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from battlesim.geometry.footprint import Footprint, Spot
from battlesim.geometry.measure import gap_to
from battlesim.geometry.sight import Blocker, SightField, Sightline
from battlesim.model.battlefield import Area, Battlefield, Feature
from battlesim.model.scene import Model, Scene
from battlesim.rules.wh40k.remembered import remembered
from battlesim.units import TOUCH, ZERO, Mm

_HIDING: Final = ("light", "dense")


class Lookout:
    """The answers for one scene, kept. They depend on the scene alone, so keeping them changes nothing but the time."""

    def __init__(self, scene: Scene, terrain: SightField) -> None:
        self._scene = scene
        self._terrain = terrain
        models = (Blocker.model(model.id, model.footprint) for model in scene.standing_models())
        self._all = SightField((*terrain.blockers, *models))
        self._areas: dict[str, tuple[Area, ...]] = {}
        self._through: dict[str, frozenset[str]] = {}
        self._lines: dict[tuple[str, str], tuple[Sightline, ...]] = {}
        self._whole: dict[tuple[str, str], Sightline] = {}

    def lines(self, observer: Model, unit: str) -> tuple[Sightline, ...]:
        """The first clear line from the model to one of the unit, alone; or the blocked line to each of its models.

        Nearer models are tried first. Terrain blocks, and so do the models of all units but these two.
        """
        key = observer.id, unit
        if key not in self._lines:
            self._lines[key] = self._looked(observer, unit)
        return self._lines[key]

    def line(self, observer: Model, target: Model) -> Sightline:
        """The line from one model to another, past terrain and the models of all units but these two."""
        own = {model.id for unit in (observer.unit, target.unit) for model in self._scene.standing(unit)}
        ignoring = own | self._seen_through(observer) | self._seen_through(target)
        return self._all.sight(observer.footprint, target.footprint, ends=(observer.id, target.id), ignoring=ignoring)

    def past_terrain(self, observer: Model, target: Model) -> Sightline:
        """A line past terrain alone: clear when all of the target is seen, else to a part that terrain hides."""
        key = observer.id, target.id
        if key not in self._whole:
            self._whole[key] = self._exposed(observer, target)
        return self._whole[key]

    def areas(self, model: Model) -> tuple[Area, ...]:
        """The terrain areas that the model is within."""
        if model.id not in self._areas:
            self._areas[model.id] = areas_of(self._scene.battlefield, model.footprint)
        return self._areas[model.id]

    def _looked(self, observer: Model, unit: str) -> tuple[Sightline, ...]:
        targets = self._scene.standing(unit)
        own = {model.id for model in (*self._scene.standing(observer.unit), *targets)}
        blocked: list[Sightline] = []
        for target in sorted(targets, key=lambda model: _apart(observer, model)):
            ignoring = own | self._seen_through(observer) | self._seen_through(target)
            ends = observer.id, target.id
            line = self._all.sight(observer.footprint, target.footprint, ends=ends, ignoring=ignoring)
            if line.clear:
                return (line,)
            blocked.append(line)
        return tuple(blocked)

    def _exposed(self, observer: Model, target: Model) -> Sightline:
        ignoring = self._seen_through(observer) | self._seen_through(target)
        a, b, ends = observer.footprint, target.footprint, (observer.id, target.id)
        seen = self._terrain.fully_visible(a, b, ends=ends, ignoring=ignoring, sketched=True)
        if seen.full:
            return self._terrain.sight(a, b, ends=ends, ignoring=ignoring)
        stretch = seen.hidden[0]
        spots = Spot(*a.centre, a.bottom), Spot(*stretch[len(stretch) // 2], b.bottom)
        return Sightline(False, *spots, ends, seen.blockers, seen.outlines)

    def _seen_through(self, model: Model) -> frozenset[str]:
        """The blockers that do not count for this end of a line: areas that it is within, and the ones linked to them.

        Of a feature known by its outline alone nobody can say where it is solid to a base that stands in it.
        """
        if model.id not in self._through:
            within = self.areas(model)
            links = {area.linked for area in within if area.linked}
            ignored = {area.id for area in self._scene.battlefield.areas if area in within or area.linked in links}
            ignored |= {
                feature.id
                for area in within
                for feature in area.features
                if not feature.walls and gap_to(model.footprint, feature.shape).within(ZERO)
            }
            self._through[model.id] = frozenset(ignored)
        return self._through[model.id]


def lookout(scene: Scene) -> Lookout:
    """The lookout of a scene, shared by all scenes in which everybody stands as in this one."""
    return remembered(scene, "lookout", lambda: Lookout(scene, _terrain_field(scene.battlefield)))


def areas_of(battlefield: Battlefield, footprint: Footprint) -> tuple[Area, ...]:
    """The terrain areas that the base is within: any part of it, whatever its height."""
    low_x, low_y, high_x, high_y = footprint.bounds
    return tuple(
        area
        for area in battlefield.areas
        if area.shape.bounds[0] <= high_x + TOUCH
        and area.shape.bounds[1] <= high_y + TOUCH
        and area.shape.bounds[2] >= low_x - TOUCH
        and area.shape.bounds[3] >= low_y - TOUCH
        and gap_to(footprint, area.shape).within(ZERO)
    )


def obscuring(area: Area) -> bool:
    """Whether the area cannot be seen through: it has a light or a dense feature."""
    return area.category in _HIDING or any(feature.category in _HIDING for feature in area.features)


_TABLES: Final[deque[tuple[Battlefield, SightField]]] = deque(maxlen=4)


def _terrain_field(battlefield: Battlefield) -> SightField:
    for known, prepared in _TABLES:
        if known is battlefield:
            return prepared
    prepared = SightField(tuple(_terrain(battlefield)))
    _TABLES.append((battlefield, prepared))
    return prepared


def _terrain(battlefield: Battlefield) -> Iterator[Blocker]:
    for area in battlefield.areas:
        if obscuring(area):
            yield Blocker(area.id, area.shape)
        for feature in area.features:
            if feature.category != "exposed":
                yield from _solid_parts(feature)


def _solid_parts(feature: Feature) -> Iterator[Blocker]:
    top = None if feature.height is None else Mm(feature.bottom + feature.height)
    for solid in feature.solids:
        yield Blocker(feature.id, solid, feature.bottom, top)


def _apart(observer: Model, target: Model) -> float:
    (x, y), (to_x, to_y) = observer.footprint.centre, target.footprint.centre
    return (to_x - x) ** 2 + (to_y - y) ** 2
