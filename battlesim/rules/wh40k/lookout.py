"""What can be seen in one scene, worked out once: lines of sight, terrain areas, and what terrain hides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from battlesim.engine.remembered import of_table, remembered
from battlesim.geometry.footprint import Footprint, Spot
from battlesim.geometry.measure import gap_to
from battlesim.geometry.quick import may_reach
from battlesim.geometry.sight import Blocker, SightField, Sightline
from battlesim.model.battlefield import Area, Battlefield, Feature
from battlesim.model.scene import Model, Scene
from battlesim.units import ZERO, Mm, inches

SHUT_UP_TO: Final = inches(3)
"""How high above the ground the windows of dense features are taken to be shut."""

_HIDING: Final = ("light", "dense")


class Lookout:
    """The answers for one scene, kept. They depend on the scene alone, so keeping them changes nothing but the time."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        table = scene.battlefield
        self._terrain, self._solid = of_table(table, "sight past terrain", lambda: _terrain_fields(table))
        models = (Blocker.model(model.id, model.footprint) for model in scene.standing_models())
        self._all = SightField((*self._terrain.blockers, *models))
        self._areas: dict[str, tuple[Area, ...]] = {}
        self._through: dict[str, frozenset[str]] = {}
        self._mates: dict[str, frozenset[str]] = {}
        self._nearest: dict[tuple[str, str], list[Model]] = {}
        self._lines: dict[tuple[str, str], Sightline | None] = {}
        self._shut: dict[tuple[str, str], Sightline] = {}
        self._whole: dict[tuple[str, str, str], Sightline] = {}

    def line(self, observer: Model, target: Model) -> Sightline:
        """The line from one model to another, past terrain and the models of all units but these two."""
        ends = observer.id, target.id
        clear = self.clear_line(observer, target)
        if clear is not None:
            return clear
        if ends not in self._shut:
            ignoring = self._ignored(observer, target)
            self._shut[ends] = self._all.sight(observer.footprint, target.footprint, ends=ends, ignoring=ignoring)
        return self._shut[ends]

    def clear_line(self, observer: Model, target: Model) -> Sightline | None:
        """As ``line``, where it is clear."""
        ends = observer.id, target.id
        if ends not in self._lines:
            a, b, ignoring = observer.footprint, target.footprint, self._ignored(observer, target)
            self._lines[ends] = self._all.clear_line(a, b, ends=ends, ignoring=ignoring)
        return self._lines[ends]

    def past_terrain(self, observer: Model, target: Model) -> Sightline:
        """A line past terrain alone: clear when all of the target is seen, else to a part that terrain hides."""
        return self._exposed(observer, target, "terrain", self._terrain)

    def past_solid(self, observer: Model, target: Model) -> Sightline:
        """As ``past_terrain``, past dense features alone."""
        return self._exposed(observer, target, "solid", self._solid)

    def areas(self, model: Model) -> tuple[Area, ...]:
        """The terrain areas that the model is within."""
        if model.id not in self._areas:
            self._areas[model.id] = areas_of(self._scene.battlefield, model.footprint)
        return self._areas[model.id]

    def nearest_first(self, observer: Model, unit: str) -> Sequence[Model]:
        """The models of the unit on the table, those nearer to the observer first."""
        if (observer.id, unit) not in self._nearest:
            x, y = observer.footprint.centre
            spots = [(model.footprint.pose, model) for model in self._scene.standing(unit)]
            spots.sort(key=lambda spot: (spot[0].x - x) ** 2 + (spot[0].y - y) ** 2)
            self._nearest[observer.id, unit] = [model for _, model in spots]
        return self._nearest[observer.id, unit]

    def _ignored(self, observer: Model, target: Model) -> frozenset[str]:
        own = self._mates_of(observer) | self._mates_of(target)
        return own | self._seen_through(observer) | self._seen_through(target)

    def _mates_of(self, model: Model) -> frozenset[str]:
        if model.unit not in self._mates:
            self._mates[model.unit] = frozenset(mate.id for mate in self._scene.standing(model.unit))
        return self._mates[model.unit]

    def _exposed(self, observer: Model, target: Model, past: str, field: SightField) -> Sightline:
        key = observer.id, target.id, past
        if key not in self._whole:
            self._whole[key] = self._looked_over(observer, target, field)
        return self._whole[key]

    def _looked_over(self, observer: Model, target: Model, field: SightField) -> Sightline:
        ignoring = self._seen_through(observer) | self._seen_through(target)
        a, b, ends = observer.footprint, target.footprint, (observer.id, target.id)
        seen = field.fully_visible(a, b, ends=ends, ignoring=ignoring, sketched=True)
        if seen.full:
            return self._lines.get(ends) or field.sight(a, b, ends=ends, ignoring=ignoring)
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
    return remembered(scene, "lookout", lambda: Lookout(scene))


def areas_of(battlefield: Battlefield, footprint: Footprint) -> tuple[Area, ...]:
    """The terrain areas that the base is within: any part of it, whatever its height."""
    return tuple(
        area
        for area in battlefield.areas
        if may_reach(footprint, area.bounds) and gap_to(footprint, area.shape).within(ZERO)
    )


def obscuring(area: Area) -> bool:
    """Whether the area cannot be seen through: it has a light or a dense feature."""
    return area.category in _HIDING or any(feature.category in _HIDING for feature in area.features)


def _terrain_fields(battlefield: Battlefield) -> tuple[SightField, SightField]:
    """All that blocks sight, and the dense features alone."""
    dense = (part for feature in battlefield.features if feature.category == "dense" for part in _solid_parts(feature))
    return SightField(tuple(_terrain(battlefield))), SightField(tuple(dense))


def _terrain(battlefield: Battlefield) -> Iterator[Blocker]:
    for area in battlefield.areas:
        if obscuring(area):
            yield Blocker(area.id, area.shape)
        for feature in area.features:
            if feature.category != "exposed":
                yield from _solid_parts(feature)


def _solid_parts(feature: Feature) -> Iterator[Blocker]:
    """What of it shuts lines of sight: its walls, but for their windows. Those of a dense one are shut near the ground."""
    top = None if feature.height is None else Mm(feature.bottom + feature.height)
    windows = feature.windows or (None,) * len(feature.solids)
    for solid, window in zip(feature.solids, windows, strict=True):
        low, high = window or (ZERO, ZERO)
        low = max(low, SHUT_UP_TO) if feature.category == "dense" else low
        if low >= high:
            yield Blocker(feature.id, solid, feature.bottom, top)
            continue
        if low > feature.bottom:
            yield Blocker(feature.id, solid, feature.bottom, low)
        if top is None or high < top:
            yield Blocker(feature.id, solid, high, top)
