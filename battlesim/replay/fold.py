"""Folding: a scene and an event give the next scene. The engine changes its state by this alone, so a replay cannot differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from itertools import groupby

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
from battlesim.model.scene import Mark, Marks, Scene


def fold(scene: Scene, event: Event) -> Scene:
    """The scene after the event. Rolls, choices and refusals change nothing."""
    match event:
        case ClockSet(clock):
            return replace(scene, clock=clock)
        case SetUp(id, pose):
            return scene.with_model(replace(scene.model(id), place="table", pose=pose, carrier=""))
        case Moved(id, path):
            return scene.with_model(replace(scene.model(id), pose=path[-1]))
        case Embarked(id, carrier):
            return scene.with_model(replace(scene.model(id), place="aboard", pose=None, carrier=carrier))
        case Withdrawn(id):
            return scene.with_model(replace(scene.model(id), place="reserves", pose=None, carrier=""))
        case WoundsLost(id, _, left) | WoundsRegained(id, _, left):
            return scene.with_model(scene.model(id).standing_as(wounds=left))
        case Destroyed(id):
            return scene.with_model(scene.model(id).standing_as(place="destroyed", wounds=0, carrier=""))
        case TerrainDamaged(id, damage, _, category):
            return replace(scene, battlefield=scene.battlefield.with_damage(id, damage, category))
        case Joined(id, host):
            return _joined(scene, id, host)
        case Marked():
            return _marked(scene, event)
        case _:
            return scene


def fold_all(scene: Scene, events: Iterable[Event]) -> Scene:
    """The scene after all the events, in order."""
    for together, run in groupby(events, _marks_model):
        carry_on = _all_marked if together else _one_by_one
        scene = carry_on(scene, run)
    return scene


def _joined(scene: Scene, id: str, host: str) -> Scene:
    guest, into = scene.unit(id), scene.unit(host)
    models = {m: model.standing_as(unit=host) if model.unit == id else model for m, model in scene.models.items()}
    units = {u: unit for u, unit in scene.units.items() if u != id}
    units[host] = replace(into, models=into.models + guest.models)
    return replace(scene, models=models, units=units)


def _marked(scene: Scene, event: Marked) -> Scene:
    match event.of:
        case "unit":
            unit = scene.unit(event.subject)
            return scene.with_unit(replace(unit, marks=_with(unit.marks, event.mark, event.value)))
        case "model":
            model = scene.model(event.subject)
            return scene.with_model(model.standing_as(marks=_with(model.marks, event.mark, event.value)))
        case "side":
            side = scene.sides[event.subject]
            return scene.with_side(replace(side, marks=_with(side.marks, event.mark, event.value)))


def _one_by_one(scene: Scene, events: Iterable[Event]) -> Scene:
    return reduce(fold, events, scene)


def _marks_model(event: Event) -> bool:
    return isinstance(event, Marked) and event.of == "model"


def _all_marked(scene: Scene, events: Iterable[Event]) -> Scene:
    """Many marks of models in one go: they come in long runs, and each alone would be a new scene."""
    marks: dict[str, Marks] = {}
    for event in events:
        assert isinstance(event, Marked)
        id = event.subject
        marks[id] = _with(marks[id] if id in marks else scene.model(id).marks, event.mark, event.value)
    return scene.with_models(scene.model(id).standing_as(marks=changed) for id, changed in marks.items())


def _with(marks: Marks, mark: str, value: Mark) -> Marks:
    if value is None:
        return {key: kept for key, kept in marks.items() if key != mark}
    # sorted, so that two ways to the same marks have the same digest
    return dict(sorted({**marks, mark: value}.items()))
