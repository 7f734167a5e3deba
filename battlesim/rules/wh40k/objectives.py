"""Who controls which objective: the control of the models within an area, or near enough to a marker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress
from typing import Final

from msgspec import Struct

from battlesim.engine.remembered import of_table, remembered, settled
from battlesim.engine.story import Story
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import gap, gap_to, height_gap
from battlesim.geometry.quick import may_come_within
from battlesim.geometry.separation import circles
from battlesim.model.battlefield import Area, Battlefield, Objective
from battlesim.model.ruling import Count, Evidence, Fact, Ruling
from battlesim.model.scene import Model, Scene
from battlesim.rules.wh40k.field import Field, profile_of
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.state import SideState, UnitState
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


class Counting(Struct, frozen=True):
    """A model that may hold an objective: where it stands, and how much it counts."""

    model: str
    footprint: Footprint
    control: int


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
    return settled(field, "control of objectives", lambda: _control_of_each(field))[place.id]


def _control_of_each(field: Field) -> Mapping[str, tuple[str, Ruling]]:
    options, controls = field.options, _controls(field)
    # most phases end as they began, but for wounds and marks
    question = "control of objectives", options.objective, options.objective_height, controls
    return remembered(field.scene, question, lambda: _measured_control(field, controls))


def _measured_control(field: Field, controls: Sequence[int | None]) -> Mapping[str, tuple[str, Ruling]]:
    options, known, stand = field.options, places(field), _counting_by_side(field.scene, controls)
    near = {side: _to_measure(options, known, counting) for side, counting in stand.items()}
    return {
        place.id: _control(
            place,
            tuple((side, counting[k]) for side, counting in near.items()),
            options.objective,
            options.objective_height,
        )
        for k, place in enumerate(known)
    }


# most phases end with most models where they stood when the phase before ended
@lru_cache(maxsize=512)
def _control(
    place: Place, near: tuple[tuple[str, tuple[Counting, ...]], ...], reach: Mm, height: Mm
) -> tuple[str, Ruling]:
    sums: dict[str, int] = {}
    parts: list[Ruling] = []
    nearest: list[Evidence] = []
    for side, counting in near:
        ranges = [_in_range(place, one.model, one.footprint, reach, height) for one in counting]
        inside = [ruling for ruling in ranges if ruling.holds]
        sums[side] = sum(one.control for one, ruling in zip(counting, ranges, strict=True) if ruling.holds)
        closest = min(ranges, key=lambda ruling: (not ruling.holds, ruling.measured or 0.0))
        nearest.append(closest.evidence[0])
        parts += inside or [closest]
    best = max(sums.values(), default=0)
    leading = [side for side, control in sums.items() if control == best and best > 0]
    owner = leading[0] if len(leading) == 1 else ""
    said = Fact("controlled" if owner else "contested" if leading else "uncontrolled", owner)
    evidence = (*nearest, said, *(Count("control", control) for control in sums.values()))
    subjects = (place.id, *sums)
    return owner, Ruling(OBJECTIVES, bool(owner), "control", None, None, evidence, subjects, SOURCE, tuple(parts))


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


def _controls(field: Field) -> tuple[int | None, ...]:
    """How much each model on the table counts, in order; None for a dead one, and nothing in a battle-shocked unit."""
    scene = field.scene
    shocked = {unit.id for unit in scene.units.values() if unit.marks and UnitState.of(unit).battle_shocked}
    return tuple(
        [
            None if not model.alive else 0 if model.unit in shocked else profile_of(field, model.id).control
            for model in scene.standing_models()
        ]
    )


def _counting_by_side(scene: Scene, controls: Sequence[int | None]) -> Mapping[str, Sequence[Counting]]:
    """The models that count, of each side that has any."""
    found: dict[str, list[Counting]] = {side: [] for side in scene.sides}
    for model, control in zip(scene.standing_models(), controls, strict=True):
        if control is not None:
            found[scene.units[model.unit].side].append(Counting(model.id, model.footprint, control))
    return {side: counting for side, counting in found.items() if counting}


def _to_measure(options: Options, known: Sequence[Place], counting: Sequence[Counting]) -> list[tuple[Counting, ...]]:
    """For each objective those that may be in range; where none can be, the one that seems nearest."""
    limits = [ZERO if place.marker is None else options.objective for place in known]
    around = circles([one.footprint for one in counting])
    near, apart = may_come_within(limits, around, [place.bounds for place in known])
    nearest = apart.argmin(axis=1).tolist()
    return [
        tuple(compress(counting, reached)) or (counting[k],) for reached, k in zip(near.tolist(), nearest, strict=True)
    ]
