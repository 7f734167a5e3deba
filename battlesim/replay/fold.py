"""Folding: a scene and an event give the next scene. The engine changes its state by this alone, so a replay cannot differ."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import groupby
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
from battlesim.model.scene import Mark, Marks, Scene

_OF_A_MODEL: Final = (Moved, SetUp, Embarked, Withdrawn, WoundsLost, WoundsRegained, Destroyed)


def fold(scene: Scene, event: Event) -> Scene:
    """The scene after the event. Rolls, choices and refusals change nothing."""
    match event:
        case ClockSet(clock):
            return replace(scene, clock=clock)
        case TerrainDamaged(id, damage, _, category):
            return replace(scene, battlefield=scene.battlefield.with_damage(id, damage, category))
        case Joined(id, host):
            return _joined(scene, id, host)
        case Marked(of="unit"):
            unit = scene.unit(event.subject)
            return scene.with_unit(replace(unit, marks=_with(unit.marks, event.mark, event.value)))
        case Marked(of="side"):
            side = scene.sides[event.subject]
            return scene.with_side(replace(side, marks=_with(side.marks, event.mark, event.value)))
        case _:
            return _with_models(scene, (event,)) if _changes_model(event) else scene


def fold_all(scene: Scene, events: Iterable[Event]) -> Scene:
    """The scene after all the events, in order."""
    for about_models, run in groupby(events, _changes_model):
        carry_on = _with_models if about_models else _one_by_one
        scene = carry_on(scene, run)
    return scene


def _one_by_one(scene: Scene, events: Iterable[Event]) -> Scene:
    return reduce(fold, events, scene)


def _with_models(scene: Scene, events: Iterable[Event]) -> Scene:
    """Events about models come in long runs, and each alone would be a new scene."""
    changes: dict[str, dict[str, Any]] = {}
    for event in events:
        id = _model_of(event)
        so_far = changes.setdefault(id, {})
        if isinstance(event, Marked):
            marks = so_far["marks"] if "marks" in so_far else scene.model(id).marks
            so_far["marks"] = _with(marks, event.mark, event.value)
        else:
            so_far.update(_changes(event))
    return scene.with_models([scene.model(id).changed(**changed) for id, changed in changes.items()])


def _changes_model(event: Event) -> bool:
    return bool(_model_of(event))


def _model_of(event: Event) -> str:
    """The one model that an event changes; empty for any other event."""
    if isinstance(event, _OF_A_MODEL):
        return event.model
    return event.subject if isinstance(event, Marked) and event.of == "model" else ""


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


def _with(marks: Marks, mark: str, value: Mark) -> Marks:
    if value is None:
        return {key: kept for key, kept in marks.items() if key != mark}
    # sorted, so that two ways to the same marks have the same digest
    return dict(sorted({**marks, mark: value}.items()))
