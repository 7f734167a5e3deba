"""Boarding and leaving transports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from battlesim.engine.story import Story
from battlesim.geometry.extent import reach
from battlesim.geometry.footprint import Pose
from battlesim.geometry.measure import gap_3d
from battlesim.model.event import Embarked, SetUp
from battlesim.model.ruling import Count, Fact, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.replay.timeline import ActionTaken
from battlesim.rules.wh40k.arrival import placement_rulings
from battlesim.rules.wh40k.combine import combined
from battlesim.rules.wh40k.engagement import unengaged, unit_engaged, units_engaged_with
from battlesim.rules.wh40k.field import (
    Field,
    Standing,
    has_keyword,
    sheet_of,
    side_of,
    standing,
    standing_enemies,
    state_of,
)
from battlesim.rules.wh40k.hazard import hazard_rolls
from battlesim.rules.wh40k.situations import Setup
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.turn import in_own_phase
from battlesim.rules.wh40k.ways import end_rulings

TRANSPORTS: Final = "wh40k.transports"
SOURCE: Final = "core rules 18"

DisembarkMode = Literal["rapid", "tactical", "combat"]


@dataclass(frozen=True, slots=True)
class Embark:
    """A unit that has moved goes aboard a transport of its side."""

    unit: str
    transport: str

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("embark", (self.unit,), (self.transport,))


@dataclass(frozen=True, slots=True)
class Disembark:
    """A unit leaves its transport. ``mode`` None is the mode that the transport's move leaves it."""

    unit: str
    poses: tuple[tuple[str, Pose], ...]
    mode: DisembarkMode | None = None

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("disembark", (self.unit,), wanted=self.poses)


def embark_legal(field: Field, action: Embark) -> tuple[Ruling, ...]:
    """May the unit go aboard: after its move, near enough, with room for all of it?"""
    may = tuple(_may_embark(field, action))
    if not all(ruling.holds for ruling in may):
        return may
    carrier = field.scene.standing(action.transport)[0]
    gaps = [
        ruled(
            TRANSPORTS,
            gap_3d(model.footprint, carrier.footprint, ends=(model.id, carrier.id)),
            "within",
            field.options.embark,
            clause="embark-distance",
            subjects=(model.id, carrier.id),
            source=SOURCE,
        )
        for model in field.scene.standing(action.unit)
    ]
    return (*may, combined(gaps))


def embark_resolve(field: Field, action: Embark, story: Story) -> None:
    """All its models go aboard. A unit that had not moved has made a normal move without moving."""
    carrier = field.scene.standing(action.transport)[0].id
    story.tell(*(Embarked(model.id, carrier) for model in field.scene.standing(action.unit)))
    moved = state_of(field, action.unit).moved or "normal"
    story.tell(*UnitState.marks(action.unit, moved=moved, embarked=True))


def disembark_legal(field: Field, action: Disembark) -> tuple[Ruling, ...]:
    """May the unit leave its transport, now and so?"""
    may = tuple(_may_disembark(field, action))
    if not all(ruling.holds for ruling in may):
        return may
    mode = mode_of(field, action)
    carrier = _carrier(field, action.unit)
    assert carrier is not None, "a unit aboard has a carrier"
    setup = Setup(field, field.scene.unit(action.unit), action.poses)
    ours = tuple(zip(setup.models, setup.footprints, strict=True))
    rulings = [*may, _wholly_near(field, carrier, ours, mode), *end_rulings(field, action.unit, ours)]
    if mode == "combat":
        rulings.append(_engaged_as_the_transport(field, carrier, ours))
    else:
        enemies = standing_enemies(field, side_of(field, action.unit))
        rulings.append(unengaged(TRANSPORTS, "ends-unengaged", field.options, ours, enemies, subjects=(action.unit,)))
    carrier_state = state_of(field, carrier.unit)
    if mode == "rapid" and carrier_state.moved == "ingress":
        rulings += placement_rulings(setup, f"wh40k.{carrier_state.set_up}", carrier.unit)
    return tuple(rulings)


def disembark_resolve(field: Field, action: Disembark, story: Story) -> None:
    """Set the unit up. Leaving in combat costs a hazard roll a model, and shocks the unit."""
    mode, carrier = mode_of(field, action), _carrier(field, action.unit)
    assert carrier is not None, "a unit aboard has a carrier"
    if mode == "combat":
        hazard_rolls(story, field, action.unit, len(field.scene.alive(action.unit)))
    living = {model.id for model in story.scene.alive(action.unit)}
    story.tell(*(SetUp(model, pose, carrier.id) for model, pose in action.poses if model in living))
    story.tell(*UnitState.marks(action.unit, set_up="disembark", disembarked=mode))
    if mode != "tactical":
        story.tell(*UnitState.marks(action.unit, held=True, no_charge=True))
    if mode == "combat":
        story.tell(*UnitState.marks(action.unit, battle_shocked=True))


def mode_of(field: Field, action: Disembark) -> DisembarkMode:
    """How the unit leaves: rapid after its transport moved or arrived, else tactical, or combat where it is engaged.

    A unit that asks for combat with a transport that did not move says that it has no room for the tactical way.
    """
    carrier = _carrier(field, action.unit)
    assert carrier is not None, "a unit aboard has a carrier"
    if state_of(field, carrier.unit).moved in ("normal", "ingress"):
        return "rapid"
    if action.mode == "combat" or (action.mode is None and unit_engaged(field, carrier.unit).holds):
        return "combat"
    return "tactical"


def room_taken(field: Field, transport: str) -> int:
    """How many places of the transport are taken."""
    aboard = (p for model in field.scene.models_of(transport) for p in field.scene.aboard(model.id))
    return sum(sheet_of(field, passenger.id).room for passenger in aboard)


def _may_embark(field: Field, action: Embark) -> Iterator[Ruling]:
    unit, transport, state = action.unit, action.transport, state_of(field, action.unit)
    both = unit, transport
    yield in_own_phase(field, TRANSPORTS, unit, "movement")
    here, there = len(field.scene.standing(unit)), len(field.scene.standing(transport))
    evidence = Count("models", here), Count("transports", there)
    yield Ruling(TRANSPORTS, here > 0 and there > 0, "on-table", evidence=evidence, subjects=both, source=SOURCE)
    friendly = side_of(field, unit) == side_of(field, transport) and unit != transport
    side = Fact("friend" if friendly else "not-own", transport)
    yield Ruling(TRANSPORTS, friendly, "friendly", evidence=(side,), subjects=both, source=SOURCE)
    moved = state.moved in ("", "normal", "advance", "fall-back") and not state.held
    fact = Fact(state.moved or "not-moved", unit)
    yield Ruling(TRANSPORTS, moved, "after-move", evidence=(fact,), subjects=(unit,), source=SOURCE)
    set_up = Fact("set-up" if state.set_up else "not-set-up", unit)
    yield Ruling(TRANSPORTS, not state.set_up, "not-set-up", evidence=(set_up,), subjects=(unit,), source=SOURCE)
    capacity = field.sheets[transport].capacity
    needed = sum(sheet_of(field, model.id).room for model in field.scene.standing(unit))
    room = Count("aboard", room_taken(field, transport) + needed, capacity)
    yield Ruling(TRANSPORTS, room.value <= capacity, "capacity", evidence=(room,), subjects=both, source=SOURCE)
    yield from _may_carry(field, unit, transport)


def _may_carry(field: Field, unit: str, transport: str) -> Iterator[Ruling]:
    """Does every model have a keyword that the transport carries, and none that it never does?

    Silent about a transport that carries anybody.
    """
    sheet = field.sheets[transport]
    if not sheet.carries and not sheet.carries_not:
        return
    models = [model.id for model in field.scene.standing(unit)]
    lacking = [id for id in models if sheet.carries and not has_keyword(field, id, sheet.carries)]
    barred = [(id, word) for id in models for word in sheet.carries_not if has_keyword(field, id, (word,))]
    evidence = (
        *(Fact("without-keyword", id) for id in lacking),
        *(Fact("never-carried", id) for id, _ in barred),
    ) or (Fact("may-board", unit),)
    yield Ruling(
        TRANSPORTS, not lacking and not barred, "keywords", evidence=evidence, subjects=(unit, transport), source=SOURCE
    )


def _may_disembark(field: Field, action: Disembark) -> Iterator[Ruling]:
    unit, state, carrier = action.unit, state_of(field, action.unit), _carrier(field, action.unit)
    yield in_own_phase(field, TRANSPORTS, unit, "movement")
    what = Fact("aboard" if carrier else "not-aboard", unit)
    yield Ruling(TRANSPORTS, carrier is not None, "aboard", evidence=(what,), subjects=(unit,), source=SOURCE)
    boarded = Fact("embarked" if state.embarked else "not-embarked", unit)
    yield Ruling(
        TRANSPORTS, not state.embarked, "not-just-embarked", evidence=(boarded,), subjects=(unit,), source=SOURCE
    )
    if carrier is None:
        return
    moved = state_of(field, carrier.unit).moved
    fact = Fact(moved or "not-moved", carrier.unit)
    slow = moved not in ("advance", "fall-back")
    yield Ruling(TRANSPORTS, slow, "transport-moved", evidence=(fact,), subjects=(unit, carrier.unit), source=SOURCE)
    if action.mode is None or not slow:
        return
    mode = mode_of(field, action)
    asked = Fact(mode, unit)
    yield Ruling(
        TRANSPORTS, mode == action.mode, "mode", evidence=(asked, fact), subjects=(unit, carrier.unit), source=SOURCE
    )


def _carrier(field: Field, unit: str) -> Model | None:
    """The model that carries the unit, where all of it is aboard and that one stands on the table."""
    models = field.scene.alive(unit)
    if not models or any(model.place != "aboard" for model in models):
        return None
    carrier = field.scene.model(models[0].carrier)
    return carrier if carrier.on_table else None


def _wholly_near(field: Field, carrier: Model, ours: tuple[Standing, ...], mode: DisembarkMode) -> Ruling:
    limit = field.options.combat_disembark if mode == "combat" else field.options.disembark
    return combined(
        [
            ruled(
                TRANSPORTS,
                reach(carrier.footprint, footprint, ends=(carrier.id, name)),
                "within",
                limit,
                clause=f"disembark-{mode}",
                subjects=(name, carrier.id),
                source=SOURCE,
            )
            for name, footprint in ours
        ]
    )


def _engaged_as_the_transport(field: Field, carrier: Model, ours: tuple[Standing, ...]) -> Ruling:
    """Leaving in combat may end engaged, but only with units that the transport is engaged with."""
    allowed = units_engaged_with(field, carrier.unit)
    others = tuple(
        place
        for enemy in field.scene.enemies_of(side_of(field, carrier.unit))
        if enemy.id not in allowed
        for place in standing(field, enemy.id)
    )
    return unengaged(TRANSPORTS, "engaged-as-transport", field.options, ours, others)
