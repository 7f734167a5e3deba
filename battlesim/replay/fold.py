"""Folding: a scene and an event give the next scene. The engine changes its state by this alone, so a replay cannot differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from battlesim.model.event import (
    ClockSet,
    Destroyed,
    Embarked,
    Event,
    Joined,
    Marked,
    Moved,
    SetUp,
    TerrainDamaged,
    Withdrawn,
    WoundsLost,
    WoundsRegained,
)
from battlesim.model.scene import Marks, Scene

_OF_A_MODEL: Final = (Moved, SetUp, Embarked, Withdrawn, WoundsLost, WoundsRegained, Destroyed)


def fold(scene: Scene, event: Event) -> Scene:
    """The scene after the event. Rolls, choices and refusals change nothing."""
    return fold_all(scene, (event,))


def fold_all(scene: Scene, events: Iterable[Event]) -> Scene:
    """The scene after all the events, in order."""
    changing = _Changing(scene)
    for event in events:
        if isinstance(event, Marked):
            changing.mark(event)
        elif isinstance(event, _OF_A_MODEL):
            changing.change(event.model, _changes(event))
        elif isinstance(event, ClockSet | TerrainDamaged | Joined):
            changing = _Changing(_after(changing.scene(), event))
    return changing.scene()


class _Changing:
    """What events make of the models, units and sides of a scene: they come in long runs, and each alone would be a new scene."""

    def __init__(self, scene: Scene) -> None:
        self._before = scene
        self._models: defaultdict[str, dict[str, Any]] = defaultdict(dict)
        self._units: dict[str, Marks] = {}
        self._sides: dict[str, Marks] = {}

    def change(self, model: str, fields: Mapping[str, Any]) -> None:
        """Some fields of a model get other values."""
        self._models[model].update(fields)

    def mark(self, event: Marked) -> None:
        """A mark is given, changed or taken away."""
        id, scene = event.subject, self._before
        if event.of == "model":
            changes = self._models[id]
            changes["marks"] = _with(changes["marks"] if "marks" in changes else scene.model(id).marks, event)
        elif event.of == "unit":
            self._units[id] = _with(self._units[id] if id in self._units else scene.unit(id).marks, event)
        else:
            self._sides[id] = _with(self._sides[id] if id in self._sides else scene.sides[id].marks, event)

    def scene(self) -> Scene:
        """The scene with all that has changed."""
        before = self._before
        if not (self._models or self._units or self._sides):
            return before
        models, units, sides = before.models, before.units, before.sides
        if self._models:
            models = {**models, **{id: before.model(id).changed(**changes) for id, changes in self._models.items()}}
        if self._units:
            units = {**units, **{id: replace(units[id], marks=marks) for id, marks in self._units.items()}}
        if self._sides:
            sides = {**sides, **{id: replace(sides[id], marks=marks) for id, marks in self._sides.items()}}
        return Scene(before.battlefield, sides, units, models, before.clock)


def _after(scene: Scene, event: ClockSet | TerrainDamaged | Joined) -> Scene:
    match event:
        case ClockSet(clock):
            return replace(scene, clock=clock)
        case TerrainDamaged(id, damage, _, category):
            return replace(scene, battlefield=scene.battlefield.with_damage(id, damage, category))
        case Joined(id, host):
            return _joined(scene, id, host)


def _changes(event: Event) -> dict[str, Any]:
    """What becomes of the fields of the model."""
    match event:
        case SetUp(_, pose):
            return {"place": "table", "pose": pose, "carrier": ""}
        case Moved(_, path):
            return {"pose": path[-1]}
        case Embarked(_, carrier):
            return {"place": "aboard", "pose": None, "carrier": carrier}
        case Withdrawn():
            return {"place": "reserves", "pose": None, "carrier": ""}
        case WoundsLost(_, _, left) | WoundsRegained(_, _, left):
            return {"wounds": left}
        case Destroyed():
            return {"place": "destroyed", "wounds": 0, "carrier": ""}
        case _:
            return {}


def _joined(scene: Scene, id: str, host: str) -> Scene:
    guest, into = scene.unit(id), scene.unit(host)
    models = {m: model.changed(unit=host) if model.unit == id else model for m, model in scene.models.items()}
    units = {u: unit for u, unit in scene.units.items() if u != id}
    units[host] = replace(into, models=into.models + guest.models)
    return replace(scene, models=models, units=units)


def _with(marks: Marks, event: Marked) -> Marks:
    if event.value is None:
        return {key: kept for key, kept in marks.items() if key != event.mark}
    # sorted, so that two ways to the same marks have the same digest
    return dict(sorted({**marks, event.mark: event.value}.items()))
