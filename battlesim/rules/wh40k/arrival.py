"""Arriving from reserves: the ingress move, by the table's edges or as an ability of the whole unit allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.extent import wholly_inside
from battlesim.geometry.footprint import Pose
from battlesim.geometry.measure import gap_to
from battlesim.model.event import SetUp
from battlesim.model.ruling import Count, Fact, Ruling, ruled
from battlesim.replay.timeline import ActionTaken
from battlesim.rules.wh40k.combine import combined
from battlesim.rules.wh40k.engagement import unengaged
from battlesim.rules.wh40k.field import Field, abilities_of, side_of, standing_enemies
from battlesim.rules.wh40k.hooks import ConstrainsSetup
from battlesim.rules.wh40k.placing import clear_of
from battlesim.rules.wh40k.situations import Setup
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.turn import in_own_phase
from battlesim.rules.wh40k.ways import end_rulings
from battlesim.units import ZERO

ARRIVAL: Final = "wh40k.arrival"
SOURCE: Final = "core rules 20.04"
_FIRST_ROUND: Final = 2
_FREE_ROUND: Final = 3
_INGRESS: Final = "ingress"


@dataclass(frozen=True, slots=True)
class Arrive:
    """A unit arrives from reserves. ``by`` is the rule id of the ability that it uses; "" is the plain ingress move."""

    unit: str
    poses: tuple[tuple[str, Pose], ...]
    by: str = ""

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken(self.by.partition(".")[2] or _INGRESS, (self.unit,), wanted=self.poses)


def legal(field: Field, action: Arrive) -> tuple[Ruling, ...]:
    """May the unit arrive, now and there?"""
    may = tuple(_eligible(field, action))
    if not all(ruling.holds for ruling in may):
        return may
    setup = Setup(field, field.scene.unit(action.unit), action.poses)
    ours = tuple(zip(setup.models, setup.footprints, strict=True))
    enemies = standing_enemies(field, side_of(field, action.unit))
    return (
        *may,
        *placement_rulings(setup, action.by),
        *end_rulings(field, action.unit, ours),
        unengaged(ARRIVAL, "unengaged", field.options, ours, enemies, subjects=(action.unit,)),
    )


def resolve(field: Field, action: Arrive, story: Story) -> None:
    """Set the unit up; it moves no further before the next charges."""
    story.tell(*(SetUp(model, pose) for model, pose in action.poses))
    how = action.by.partition(".")[2] or _INGRESS
    story.tell(*UnitState.marks(action.unit, moved=_INGRESS, set_up=how, held=True))


def placement_rulings(setup: Setup, by: str, whose: str = "") -> tuple[Ruling, ...]:
    """Where an ingress move may end: as that ability says, or by the table's edges and away from all enemies.

    ``whose`` is the unit that has the ability, where it is not the one to be set up.
    """
    for rule in collect(ConstrainsSetup, _abilities(setup.field, whose or setup.unit.id)):
        if getattr(rule, "rule", "") == by:
            return rule.on_setup(setup)
    return tuple(_by_the_edges(setup))


def every_model_has(field: Field, unit: str, by: str) -> Ruling:
    """Does every living model of the unit have that ability? Models without it are the evidence."""
    without = [
        model.id
        for model in field.scene.alive(unit)
        if all(getattr(ability, "rule", "") != by for ability in abilities_of(field, model.id))
    ]
    evidence = tuple(Fact("without", model) for model in without) or (Fact("every-model", unit),)
    return Ruling(by, not without, "every-model", evidence=evidence, subjects=(unit,), source="glossary; core rules 24")


def _eligible(field: Field, action: Arrive) -> Iterator[Ruling]:
    unit = action.unit
    yield in_own_phase(field, ARRIVAL, unit, "movement")
    places = {model.place for model in field.scene.alive(unit)}
    evidence = tuple(Fact(place, unit) for place in sorted(places))
    yield Ruling(ARRIVAL, places == {"reserves"}, "in-reserves", evidence=evidence, subjects=(unit,), source=SOURCE)
    began = field.scene.clock.round
    yield Ruling(
        ARRIVAL,
        began >= _FIRST_ROUND,
        "round",
        evidence=(Count("round", began, _FIRST_ROUND),),
        subjects=(unit,),
        source=SOURCE,
    )
    if action.by:
        yield every_model_has(field, unit, action.by)


def _by_the_edges(setup: Setup) -> Iterator[Ruling]:
    field, unit, options = setup.field, setup.unit.id, setup.field.options
    ours = tuple(zip(setup.models, setup.footprints, strict=True))
    enemies = standing_enemies(field, side_of(field, unit))
    yield clear_of(ARRIVAL, "distance", options.exclusion, ours, enemies, subjects=(unit,), source=SOURCE)
    table = field.scene.battlefield.shape
    band = table.difference(table.buffer(-float(options.edge_band), join_style="mitre"))
    yield combined(
        [
            ruled(
                ARRIVAL,
                wholly_inside(footprint, band, ends=("edge-band", name)),
                "within",
                ZERO,
                clause="edge-band",
                subjects=(name,),
                source=SOURCE,
            )
            for name, footprint in ours
        ]
    )
    if field.scene.clock.round < _FREE_ROUND:
        yield _outside_their_zones(setup)


def _outside_their_zones(setup: Setup) -> Ruling:
    field, unit = setup.field, setup.unit.id
    zones = [
        zone for zone in field.scene.battlefield.zones if zone.side != setup.unit.side and zone.role == "deployment"
    ]
    inside = [
        Fact("in-enemy-zone", name)
        for name, footprint in zip(setup.models, setup.footprints, strict=True)
        for zone in zones
        if gap_to(footprint, zone.shape).within(ZERO)
    ]
    evidence = tuple(inside) or (Count("models-in-zone", 0, 0),)
    return Ruling(ARRIVAL, not inside, "enemy-zone", evidence=evidence, subjects=(unit,), source=SOURCE)


def _abilities(field: Field, unit: str) -> tuple[object, ...]:
    models = field.scene.alive(unit)
    return abilities_of(field, models[0].id) if models else ()
