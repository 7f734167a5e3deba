"""Before the battle: deploying units, and what scouts do once all are deployed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.extent import wholly_inside
from battlesim.geometry.footprint import Pose
from battlesim.geometry.minkowski import united
from battlesim.model.event import SetUp
from battlesim.model.ruling import Count, Fact, Ruling, ruled
from battlesim.replay.timeline import ActionTaken, way_points
from battlesim.rules.wh40k.arrival import every_model_has
from battlesim.rules.wh40k.combine import combined
from battlesim.rules.wh40k.engagement import unengaged
from battlesim.rules.wh40k.field import (
    Field,
    Standing,
    abilities_of,
    has_keyword,
    side_of,
    standing,
    standing_enemies,
    state_of,
)
from battlesim.rules.wh40k.placing import clear_of
from battlesim.rules.wh40k.situations import Setup
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.unit_hooks import ConstrainsDeployment, ScoutsAhead
from battlesim.rules.wh40k.ways import Ways, all_ways, end_rulings, ends_of, go, length_ruling, way_rulings
from battlesim.units import ZERO, Mm

DEPLOYMENT: Final = "wh40k.deployment"
SCOUTS: Final = "wh40k.scouts"
SOURCE: Final = "core rules 03.02"
SCOUTS_SOURCE: Final = "glossary; core rules 24.31"


@dataclass(frozen=True, slots=True)
class Deploy:
    """A unit is deployed. ``by`` is the rule id of the ability that it uses; "" is its side's own zone."""

    unit: str
    poses: tuple[tuple[str, Pose], ...]
    by: str = ""

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("infiltrate" if self.by else "deploy", (self.unit,), wanted=self.poses)


@dataclass(frozen=True, slots=True)
class Scout:
    """What a unit of scouts does before the battle: out of reserves by ``poses``, else a move by ``ways``."""

    unit: str
    ways: Ways = ()
    poses: tuple[tuple[str, Pose], ...] = ()

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("scout", (self.unit,), wanted=self.poses or way_points(self.ways))


def deploy_legal(field: Field, action: Deploy) -> tuple[Ruling, ...]:
    """May the unit be deployed there?"""
    unit = action.unit
    may = [_in_phase(field, DEPLOYMENT, unit, "deployment", SOURCE), _in_reserves(field, DEPLOYMENT, unit, SOURCE)]
    if action.by:
        may.append(every_model_has(field, unit, action.by))
    if not all(ruling.holds for ruling in may):
        return tuple(may)
    setup = Setup(field, field.scene.unit(unit), action.poses)
    ours = tuple(zip(setup.models, setup.footprints, strict=True))
    return (*may, *_where(setup, action.by), *end_rulings(field, unit, ours), _unengaged(field, DEPLOYMENT, unit, ours))


def deploy_resolve(field: Field, action: Deploy, story: Story) -> None:
    """Set the unit up."""
    story.tell(*(SetUp(model, pose) for model, pose in action.poses))


def scout_legal(field: Field, action: Scout) -> tuple[Ruling, ...]:
    """May the unit scout so?"""
    unit = action.unit
    may = tuple(_may_scout(field, unit))
    if not all(ruling.holds for ruling in may):
        return may
    if _in_reserves(field, SCOUTS, unit, SCOUTS_SOURCE).holds:
        if not action.poses:
            evidence = (Fact("reserves", unit),)
            return (
                *may,
                Ruling(SCOUTS, False, "set-up-in-zone", evidence=evidence, subjects=(unit,), source=SCOUTS_SOURCE),
            )
        setup = Setup(field, field.scene.unit(unit), action.poses)
        ours = tuple(zip(setup.models, setup.footprints, strict=True))
        zone = wholly_in_own_zone(field, SCOUTS, "set-up-in-zone", unit, ours)
        return (*may, zone, *end_rulings(field, unit, ours), _unengaged(field, SCOUTS, unit, ours))
    zone = wholly_in_own_zone(field, SCOUTS, "starts-in-zone", unit, standing(field, unit))
    paths = all_ways(field, unit, action.ways)
    ends, limit = ends_of(field, paths), scout_reach(field, unit)
    enemies = standing_enemies(field, side_of(field, unit))
    return (
        *may,
        zone,
        length_ruling(paths, lambda _: limit, rule=SCOUTS, clause="move"),
        *way_rulings(field, unit, paths),
        clear_of(SCOUTS, "distance", field.options.exclusion, ends, enemies, subjects=(unit,), source=SCOUTS_SOURCE),
        *end_rulings(field, unit, ends),
    )


def scout_resolve(field: Field, action: Scout, story: Story) -> None:
    """Set the unit up in its zone, or move it."""
    if action.poses:
        story.tell(*(SetUp(model, pose) for model, pose in action.poses))
    else:
        go(story, field, all_ways(field, action.unit, action.ways))
    story.tell(*UnitState.marks(action.unit, scouted=True))


def scout_reach(field: Field, unit: str) -> Mm:
    """How far the unit may scout: the lowest distance among the scouts that decide, see ``_scouting``."""
    return min(
        min(rule.on_scout() for rule in collect(ScoutsAhead, abilities_of(field, model)))
        for model in _scouting(field, unit)
    )


def wholly_in_own_zone(field: Field, rule: str, clause: str, unit: str, models: tuple[Standing, ...]) -> Ruling:
    """Is every part of every model within its side's deployment zone? Without such a zone nobody is."""
    zones = field.scene.battlefield.zones_of(side_of(field, unit))
    if not zones:
        return Ruling(rule, False, clause, evidence=(Fact("no-zone", unit),), subjects=(unit,), source=SOURCE)
    zone = united([zone.shape for zone in zones])
    return combined(
        [
            ruled(
                rule,
                wholly_inside(footprint, zone, ends=(zones[0].id, name)),
                "within",
                ZERO,
                clause=clause,
                subjects=(name,),
                source=SOURCE,
            )
            for name, footprint in models
        ]
    )


def _where(setup: Setup, by: str) -> tuple[Ruling, ...]:
    field, unit = setup.field, setup.unit.id
    models = field.scene.alive(unit)
    if by:
        for rule in collect(ConstrainsDeployment, abilities_of(field, models[0].id)):
            if getattr(rule, "rule", "") == by:
                return rule.on_deployment(setup)
    ours = tuple(zip(setup.models, setup.footprints, strict=True))
    return (wholly_in_own_zone(field, DEPLOYMENT, "own-zone", unit, ours),)


def _may_scout(field: Field, unit: str) -> Iterator[Ruling]:
    yield _in_phase(field, SCOUTS, unit, "pre-battle", SCOUTS_SOURCE)
    scouted = state_of(field, unit).scouted
    once = (Fact("scouted" if scouted else "not-scouted", unit),)
    yield Ruling(SCOUTS, not scouted, "once", evidence=once, subjects=(unit,), source=SCOUTS_SOURCE)
    places = {model.place for model in field.scene.alive(unit)}
    there = places in ({"table"}, {"reserves"})
    yield Ruling(
        SCOUTS,
        there,
        "on-table",
        evidence=tuple(Fact(place, unit) for place in sorted(places)) or (Count("models", 0),),
        subjects=(unit,),
        source=SCOUTS_SOURCE,
    )
    if not there:
        return
    asked = _scouting(field, unit)
    without = [model for model in asked if not collect(ScoutsAhead, abilities_of(field, model))]
    evidence = tuple(Fact("without", model) for model in without) or (Fact("every-model", unit),)
    yield Ruling(SCOUTS, not without, "every-model", evidence=evidence, subjects=(unit,), source=SCOUTS_SOURCE)


def _scouting(field: Field, unit: str) -> tuple[str, ...]:
    """The models whose ability counts: the unit's own, or in the core rules the passengers of a dedicated transport."""
    own = tuple(model.id for model in field.scene.alive(unit))
    if not field.options.scouts_ride or not all(has_keyword(field, model, ("DEDICATED TRANSPORT",)) for model in own):
        return own
    return tuple(passenger.id for model in own for passenger in field.scene.aboard(model)) or own


def _in_phase(field: Field, rule: str, unit: str, phase: str, source: str) -> Ruling:
    """Before the battle both sides act in the same steps."""
    clock = field.scene.clock
    evidence = (Fact(clock.phase or "no-phase", clock.side),)
    holds = clock.round == 0 and clock.phase == phase
    return Ruling(rule, holds, "phase", evidence=evidence, subjects=(unit,), source=source)


def _in_reserves(field: Field, rule: str, unit: str, source: str) -> Ruling:
    places = {model.place for model in field.scene.alive(unit)}
    evidence = tuple(Fact(place, unit) for place in sorted(places)) or (Count("models", 0),)
    return Ruling(rule, places == {"reserves"}, "in-reserves", evidence=evidence, subjects=(unit,), source=source)


def _unengaged(field: Field, rule: str, unit: str, ours: tuple[Standing, ...]) -> Ruling:
    enemies = standing_enemies(field, side_of(field, unit))
    return unengaged(rule, "unengaged", field.options, ours, enemies, subjects=(unit,))
