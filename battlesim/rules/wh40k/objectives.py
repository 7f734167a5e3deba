"""Who controls which objective: the control of the models within an area, or near enough to a marker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from battlesim.engine.remembered import of_table, remembered, settled
from battlesim.engine.story import Story
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import gap, gap_to, height_gap
from battlesim.geometry.quick import may_come_within
from battlesim.geometry.separation import circles
from battlesim.model.battlefield import Area, Battlefield, Objective
from battlesim.model.ruling import Count, Evidence, Fact, Ruling
from battlesim.model.scene import Model
from battlesim.rules.wh40k.field import Field, profile_of, state_of
from battlesim.rules.wh40k.state import SideState
from battlesim.units import ZERO, Mm

OBJECTIVES: Final = "wh40k.objectives"
SOURCE: Final = "core rules 14"
_MARKER: Final = Base.disc(40, height=0)


@dataclass(frozen=True, eq=False)
class Place:
    """One objective of a table: a marker, or the terrain areas that count as one."""

    id: str
    marker: Objective | None = None
    areas: tuple[Area, ...] = ()

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The box that it lies in: left, top, right, bottom."""
        if self.marker is not None:
            (x, y), half = self.marker.at[:2], _MARKER.circumradius
            return x - half, y - half, x + half, y + half
        boxes = [area.bounds for area in self.areas]
        return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)

    def in_range(self, field: Field, model: Model) -> Ruling:
        """Is the model in range: within an area, or within 3 inches across and 5 in height of the marker (inclusive)?"""
        options = field.options
        return _in_range(self, model.id, model.footprint, options.objective, options.objective_height)


# most models stand where they stood when the phase before ended
@lru_cache(maxsize=2048)
def _in_range(place: Place, model: str, footprint: Footprint, reach: Mm, height: Mm) -> Ruling:
    ends = model, place.id
    if place.marker is None:
        apart = min((gap_to(footprint, area.shape, ends=ends) for area in place.areas), key=lambda m: m.value)
        return Ruling(OBJECTIVES, apart.within(ZERO), "area", ZERO, "within", (apart,), ends, SOURCE)
    spot = place.marker.at
    marker = Footprint(_MARKER, Pose(Mm(spot.x), Mm(spot.y), 0.0, Mm(spot.z)))
    across, rise = gap(footprint, marker, ends=ends), height_gap(footprint, marker, ends=ends)
    near, level = across.within(reach), rise.within(height)
    limit, evidence = (height, (rise, across)) if near and not level else (reach, (across, rise))
    return Ruling(OBJECTIVES, near and level, "marker", limit, "within", evidence, ends, SOURCE)


def places(field: Field) -> tuple[Place, ...]:
    """The objectives of the table: its markers, then its areas that are objectives; linked areas are one."""
    battlefield = field.scene.battlefield
    return of_table(battlefield, "objectives", lambda: _places(battlefield))


def _places(battlefield: Battlefield) -> tuple[Place, ...]:
    found = [Place(marker.id, marker) for marker in battlefield.objectives]
    linked: dict[str, list[Area]] = {}
    for area in battlefield.areas:
        if area.objective:
            linked.setdefault(area.linked or area.id, []).append(area)
    return (*found, *(Place(areas[0].id, areas=tuple(areas)) for areas in linked.values()))


def control_of(field: Field, place: Place) -> tuple[str, Ruling]:
    """The side that controls the objective ("" for none), and the ruling, which holds where one does.

    The evidence is each side's sum of control and the nearest of its models; the models in range are the parts.
    """
    controls, options = settled(field, "controls", lambda: _controls(field)), field.options
    question = "control", place.id, options.objective, options.objective_height, controls
    return remembered(field.scene, question, lambda: _control_of(field, place))


def _control_of(field: Field, place: Place) -> tuple[str, Ruling]:
    sums, parts, nearest = _sums(field, place)
    best = max(sums.values(), default=0)
    leading = [side for side, control in sums.items() if control == best and best > 0]
    owner = leading[0] if len(leading) == 1 else ""
    said: list[Evidence] = [Fact("controlled" if owner else "contested" if leading else "uncontrolled", owner)]
    counts: list[Evidence] = [Count("control", control) for control in sums.values()]
    evidence = (*nearest, *said, *counts)
    subjects = (place.id, *sums)
    ruling = Ruling(OBJECTIVES, bool(owner), "control", None, None, evidence, subjects, SOURCE, tuple(parts))
    return owner, ruling


def determine(field: Field, story: Story) -> None:
    """Settle who controls every objective now, and remember it; nothing is told on a table without objectives."""
    held: dict[str, list[str]] = {side: [] for side in field.scene.sides}
    for place in places(field):
        owner, ruling = control_of(field, place)
        story.rule(ruling)
        if owner:
            held[owner].append(place.id)
    for side, controls in held.items():
        if SideState.of(field.scene.sides[side]).controls != tuple(controls):
            story.tell(*SideState.marks(side, controls=tuple(controls)))


def control(field: Field, model: Model) -> int:
    """How much the model counts for control: its OC, nothing while its unit is battle-shocked."""
    return 0 if state_of(field, model.unit).battle_shocked else profile_of(field, model.id).control


def _controls(field: Field) -> tuple[tuple[str, int], ...]:
    """How much each model that can control anything counts."""
    return tuple((model.id, control(field, model)) for model in field.scene.standing_models() if model.alive)


def _sums(field: Field, place: Place) -> tuple[Mapping[str, int], Sequence[Ruling], Sequence[Evidence]]:
    sums: dict[str, int] = {}
    parts: list[Ruling] = []
    nearest: list[Evidence] = []
    for side in field.scene.sides:
        ranges = list(_ranges(field, place, side))
        if not ranges:
            continue
        inside = [(model, ruling) for model, ruling in ranges if ruling.holds]
        sums[side] = sum(control(field, model) for model, _ in inside)
        parts += [ruling for _, ruling in inside]
        closest = min(ranges, key=lambda pair: (not pair[1].holds, pair[1].measured or 0.0))
        nearest.append(closest[1].evidence[0])
        if not inside:
            parts.append(closest[1])
    return sums, parts, nearest


def _ranges(field: Field, place: Place, side: str) -> Iterator[tuple[Model, Ruling]]:
    """The models of the side that may be in range, measured; where none can be, the one that seems nearest."""
    models = settled(field, "who can control", lambda: _alive_by_side(field)).get(side)
    if not models:
        return
    question = "around objectives", field.options.objective
    around, apart = remembered(field.scene, question, lambda: _around_places(field))[place.id]
    near = [model for model in models if model.id in around]
    for model in near or [min(models, key=lambda model: apart[model.id])]:
        yield model, place.in_range(field, model)


def _alive_by_side(field: Field) -> Mapping[str, Sequence[Model]]:
    found: dict[str, list[Model]] = {}
    for model in field.scene.standing_models():
        if model.alive:
            found.setdefault(field.scene.units[model.unit].side, []).append(model)
    return found


def _around_places(field: Field) -> Mapping[str, tuple[frozenset[str], Mapping[str, float]]]:
    """For each objective the models that may be in range of it, and how far each model is from it at the least."""
    models = list(field.scene.standing_models())
    ids, footprints = [model.id for model in models], [model.footprint for model in models]
    around_each = circles(footprints)
    found = {}
    for place in places(field):
        limit = ZERO if place.marker is None else field.options.objective
        near, apart = may_come_within(limit, around_each, place.bounds)
        around = frozenset(id for id, reached in zip(ids, near.tolist(), strict=True) if reached)
        found[place.id] = around, dict(zip(ids, apart.tolist(), strict=True))
    return found
