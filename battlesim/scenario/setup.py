"""Setting up: units of a file become models on a table, in reserves or aboard, and nothing stands where it cannot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battlesim.errors import BadGeometry, BattlesimError
from battlesim.geometry.bulk import pairs_within
from battlesim.geometry.extent import wholly_inside
from battlesim.geometry.footprint import Footprint, Pose
from battlesim.geometry.overlap import overlap
from battlesim.model.battlefield import Battlefield
from battlesim.model.scene import Model, Scene, Side, Unit
from battlesim.model.text import Text
from battlesim.scenario.arrange import Ground, Misplaced, poses_of
from battlesim.scenario.fields import nearest_or_all
from battlesim.scenario.games import Game
from battlesim.scenario.placements import RelativePlacement, TowardPlacement
from battlesim.scenario.problems import Problem, ScenarioError
from battlesim.scenario.units import BuiltUnit, Desk, UnitSpec
from battlesim.units import ZERO, LengthUnit


@dataclass(frozen=True)
class SetUpFaults:
    """Where faults and warnings go: the unit's place in the file, the key (or none), and what is wrong."""

    wrong: Callable[[int, str, str], None]
    warn: Callable[[int, str], None]


def set_up(
    game: Game,
    field: Battlefield,
    sides: Mapping[str, Text | None],
    specs: Sequence[UnitSpec],
    desks: Sequence[Desk],
    options: Any,
    faults: SetUpFaults,
    problems: list[Problem],
) -> tuple[Scene, Mapping[str, Any]] | None:
    """The scene at the start and the sheet of each unit; None where units cannot be built or placed."""
    built = _built(specs, desks, faults, problems)
    if built is None:
        return None
    units = {
        spec.id: Unit(spec.id, spec.side, made.name, _model_ids(spec, made), made.marks)
        for spec, made in zip(specs, built, strict=True)
    }
    bodies = {
        id: Model(id, spec.id, body.name, body.base, body.wounds, "reserves", marks=body.marks)
        for spec, made in zip(specs, built, strict=True)
        for id, body in zip(_model_ids(spec, made), made.bodies, strict=True)
    }
    models = _aboard(specs, units, bodies, faults)
    poses = _poses(specs, units, models, faults)
    if models is None or poses is None:
        return None
    placed = {
        id: Model(id, m.unit, m.name, m.base, m.wounds, "table", poses[id], marks=m.marks) if id in poses else m
        for id, m in models.items()
    }
    named = {id: Side(id, name or Text(id)) for id, name in sides.items()}
    scene = Scene(field, named, units, placed)
    _check_places(scene, specs, game.ruleset.unit, faults)
    sheets = {spec.id: made.sheet for spec, made in zip(specs, built, strict=True)}
    order = {spec.id: i for i, spec in enumerate(specs)}
    for fault in game.faults(scene, sheets, options):
        faults.wrong(order[fault.unit], "", fault.message)
    return game.start(scene, sheets, options), sheets


def _model_ids(spec: UnitSpec, made: BuiltUnit[Any]) -> tuple[str, ...]:
    return tuple(f"{spec.id}.{number}" for number in range(1, len(made.bodies) + 1))


def _built(
    specs: Sequence[UnitSpec], desks: Sequence[Desk], faults: SetUpFaults, problems: list[Problem]
) -> list[BuiltUnit[Any]] | None:
    built: list[BuiltUnit[Any]] = []
    for i, (spec, desk) in enumerate(zip(specs, desks, strict=True)):
        try:
            made = spec.build(desk)
        except ScenarioError as error:
            problems += error.problems
            continue
        except BattlesimError as error:
            faults.wrong(i, "base" if isinstance(error, BadGeometry) else "", str(error))
            continue
        assert made.bodies, f"{spec.id} has no models"
        for warning in made.warnings:
            faults.warn(i, warning)
        built.append(made)
    return built if len(built) == len(specs) else None


def _aboard(
    specs: Sequence[UnitSpec], units: Mapping[str, Unit], models: Mapping[str, Model], faults: SetUpFaults
) -> dict[str, Model] | None:
    """The models, those in transports aboard theirs."""
    placed = dict(models)
    fine = True
    for i, spec in enumerate(specs):
        if spec.in_ is None and spec.at is None:
            faults.wrong(i, "", f"where is {spec.id!r}? expected at: [30, 20] (or another placement), or in: reserves")
            fine = False
        elif spec.in_ is not None and spec.at is not None:
            faults.wrong(i, "at", f"{spec.id!r} is both in {spec.in_!r} and at a place; keep one")
            fine = False
        elif spec.in_ is not None and spec.in_ != "reserves":
            carrier = _carrier(spec.in_, units, models)
            if carrier is None or carrier.unit == spec.id:
                known = ["reserves", *(id for id in units if id != spec.id)]
                said = nearest_or_all(spec.in_, known)
                if spec.in_ in units and spec.in_ != spec.id:
                    said = f", which has several models; name one of them: {', '.join(units[spec.in_].models[:4])}"
                faults.wrong(i, "in", f"there is no transport {spec.in_!r}{said}")
                fine = False
            else:
                for id in units[spec.id].models:
                    m = models[id]
                    placed[id] = Model(id, m.unit, m.name, m.base, m.wounds, "aboard", None, carrier.id, m.marks)
    return placed if fine else None


def _carrier(name: str, units: Mapping[str, Unit], models: Mapping[str, Model]) -> Model | None:
    if name in units and len(units[name].models) == 1:
        return models[units[name].models[0]]
    return models.get(name)


def _poses(
    specs: Sequence[UnitSpec], units: Mapping[str, Unit], models: Mapping[str, Model] | None, faults: SetUpFaults
) -> dict[str, Pose] | None:
    """Poses of the models that stand on the table; a unit that stands relative to another is placed after it."""
    if models is None:
        return None
    poses: dict[str, Pose] = {}

    def footprints(name: str) -> tuple[Footprint, ...]:
        ids = units[name].models if name in units else (name,)
        found = tuple(Footprint(models[id].base, poses[id]) for id in ids if id in poses)
        if not found:
            known = [*units, *models]
            raise Misplaced(
                f"{name!r} does not stand on the table"
                if name in known
                else f"there is no unit or model {name!r}{nearest_or_all(name, known)}"
            )
        return found

    waiting = [(i, spec) for i, spec in enumerate(specs) if spec.at is not None]
    fine = True
    while waiting:
        ready = [(i, spec) for i, spec in waiting if not _waits(spec, waiting, models)]
        if not ready:
            for i, spec in waiting:
                faults.wrong(i, "at", f"{spec.id!r} stands relative to a unit that stands, at last, relative to it")
            return None
        for i, spec in ready:
            ids = units[spec.id].models
            assert spec.at is not None
            try:
                placed = poses_of(spec.at, [models[id].base for id in ids], Ground(footprints))
            except (Misplaced, BadGeometry) as error:
                faults.wrong(i, "at", str(error))
                fine = False
                continue
            poses.update(zip(ids, placed, strict=True))
        waiting = [pair for pair in waiting if pair not in ready]
    return poses if fine else None


def _waits(spec: UnitSpec, waiting: Sequence[tuple[int, UnitSpec]], models: Mapping[str, Model]) -> bool:
    match spec.at:
        case RelativePlacement():
            other = spec.at.from_
        case TowardPlacement():
            other = spec.at.toward
        case _:
            return False
    unit = models[other].unit if other in models else other
    return any(waits.id == unit for _, waits in waiting)


def _check_places(scene: Scene, specs: Sequence[UnitSpec], unit: LengthUnit, faults: SetUpFaults) -> None:
    """No model off the table, and none on another."""
    order = {spec.id: i for i, spec in enumerate(specs)}
    field = scene.battlefield
    standing = list(scene.standing_models())
    off: dict[str, list[str]] = {}
    for model in standing:
        out = wholly_inside(model.footprint, field.shape)
        if out.beyond(ZERO):
            off.setdefault(model.unit, []).append(f"{model.id} by {unit.text(out.value)}")
    for id, models in off.items():
        size = f"{unit.number(field.width):g} x {unit.number(field.depth):g} {unit.symbol}"
        faults.wrong(order[id], "at", f"partly off the table of {size}: {_some(models)}")
    met: dict[tuple[str, str], list[str]] = {}
    footprints = [model.footprint for model in standing]
    for i, j in pairs_within(footprints, footprints, ZERO):
        if i >= j:
            continue
        deep = overlap(footprints[i], footprints[j])
        if deep is not None:
            pair = standing[i], standing[j]
            met.setdefault((pair[0].unit, pair[1].unit), []).append(
                f"{pair[0].id} and {pair[1].id} by {unit.text(deep.value)}"
            )
    for (first, second), pairs in met.items():
        later = max(first, second, key=order.__getitem__)
        faults.wrong(order[later], "at", f"models stand on each other: {_some(pairs)}")


def _some(items: Sequence[str], *, at_most: int = 3) -> str:
    rest = len(items) - at_most
    return ", ".join(items[:at_most]) + (f" and {rest} more" if rest > 0 else "")
