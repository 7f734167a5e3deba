"""Surge moves: a unit rushes at the enemy that is closest to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from battlesim.engine.story import Story
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.replay.timeline import ActionTaken, way_points
from battlesim.rules.wh40k.engagement import engagement, unengaged, unit_engaged
from battlesim.rules.wh40k.field import (
    Field,
    Standing,
    enemy_units_of,
    nearest_of,
    side_of,
    standing,
    state_of,
)
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.ways import Ways, all_ways, end_rulings, ends_of, go, length_ruling, way_rulings
from battlesim.units import TOUCH, Mm

SURGE: Final = "wh40k.surge"
SOURCE: Final = "core rules 21.02"


@dataclass(frozen=True, slots=True)
class Surge:
    """A unit surges, as far as the rule says that lets it; ``target`` where several enemies are equally close."""

    unit: str
    distance: Mm
    ways: Ways = ()
    target: str = ""

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("surge", (self.unit,), (self.target,) if self.target else (), way_points(self.ways))


def legal(field: Field, action: Surge) -> tuple[Ruling, ...]:
    """May the unit surge, and so?"""
    may = tuple(_eligible(field, action))
    if not all(ruling.holds for ruling in may):
        return may
    closest = _closest(field, action)
    target = closest.subjects[1]
    if not closest.holds:
        return (*may, closest)
    paths = all_ways(field, action.unit, action.ways)
    ends = ends_of(field, paths)
    return (
        *may,
        closest,
        length_ruling(paths, lambda _: action.distance, rule=SURGE, clause="move"),
        *way_rulings(field, action.unit, paths),
        *end_rulings(field, action.unit, ends),
        *_toward(field, action, ends, target),
    )


def resolve(field: Field, action: Surge, story: Story) -> None:
    """Move the unit; it moves no more in this phase."""
    go(story, field, all_ways(field, action.unit, action.ways))
    story.tell(*UnitState.marks(action.unit, surged=True))


def _eligible(field: Field, action: Surge) -> Iterator[Ruling]:
    unit, state = action.unit, state_of(field, action.unit)
    count = len(field.scene.standing(unit))
    yield Ruling(SURGE, count > 0, "on-table", evidence=(Count("models", count),), subjects=(unit,), source=SOURCE)
    shocked = Fact("battle-shocked" if state.battle_shocked else "not-battle-shocked", unit)
    yield Ruling(SURGE, not state.battle_shocked, "not-shocked", evidence=(shocked,), subjects=(unit,), source=SOURCE)
    own_move = field.scene.clock.phase == "movement" and bool(state.moved)
    moved = own_move or state.surged
    yield Ruling(
        SURGE,
        not moved,
        "not-moved",
        evidence=(Fact("moved" if moved else "not-moved", unit),),
        subjects=(unit,),
        source=SOURCE,
    )
    if not count:
        return
    engaged = unit_engaged(field, unit)
    yield Ruling(
        SURGE,
        not engaged.holds,
        "starts-unengaged",
        engaged.limit,
        "beyond",
        engaged.evidence,
        (unit,),
        SOURCE,
        (engaged,),
    )
    enemies = enemy_units_of(field, side_of(field, unit))
    yield Ruling(
        SURGE, bool(enemies), "enemies", evidence=(Count("targets", len(enemies)),), subjects=(unit,), source=SOURCE
    )


def _closest(field: Field, action: Surge) -> Ruling:
    """The target is the closest enemy unit; among equally close ones the owner picks."""
    ours = standing(field, action.unit)
    found = {
        enemy.id: nearest_of(ours, standing(field, enemy.id))
        for enemy in enemy_units_of(field, side_of(field, action.unit))
    }
    least = min(found.values(), key=lambda measured: measured.value)
    nearest = next(id for id, measured in found.items() if measured is least)
    target = action.target or nearest
    if target not in found:
        fact = (Fact("no-enemy", target),)
        return Ruling(SURGE, False, "closest", evidence=fact, subjects=(action.unit, target), source=SOURCE)
    holds = found[target].within(least.value)
    evidence = (found[target],) if holds else (found[target], least)
    return Ruling(SURGE, holds, "closest", least.value, "within", evidence, (action.unit, target), SOURCE)


def _toward(field: Field, action: Surge, ends: tuple[Standing, ...], target: str) -> Iterator[Ruling]:
    """Each model ends engaged with the target, or nearer to it and having used up its move; and with nobody else."""
    theirs = standing(field, target)
    before = dict(standing(field, action.unit))
    short: list[str] = []
    evidence = []
    for end in ends:
        if engagement(field.options, (end,), theirs).holds:
            continue
        now, then = nearest_of((end,), theirs), nearest_of(((end[0], before[end[0]]),), theirs)
        gained = replace(now, value=Mm(then.value - now.value))
        # one that stops short without having used its move could have gone on
        if gained.short_of(action.distance) and not _hemmed_in(field, end, theirs, action):
            short.append(end[0])
            evidence.append(now)
    met = engagement(field.options, ends, theirs)
    yield Ruling(
        SURGE,
        not short,
        "as-near-as-it-can",
        field.options.engagement,
        "within",
        tuple(evidence) or met.evidence,
        tuple(short) or (action.unit, target),
        SOURCE,
    )
    others = tuple(
        place
        for enemy in enemy_units_of(field, side_of(field, action.unit))
        if enemy.id != target
        for place in standing(field, enemy.id)
    )
    yield unengaged(SURGE, "no-others", field.options, ends, others, subjects=(action.unit,))


def _hemmed_in(field: Field, end: Standing, theirs: tuple[Standing, ...], action: Surge) -> bool:
    """Whether a mate or another base stands right before the model: it touches something nearer to the target."""
    ahead = [
        (model.id, model.footprint)
        for model in field.scene.standing_models(except_units=(action.unit,))
        if model.id not in dict(theirs)
    ]
    mine = [place for place in ends_of(field, all_ways(field, action.unit, action.ways)) if place[0] != end[0]]
    here = nearest_of((end,), theirs)
    return any(
        nearest_of((end,), (other,)).within(TOUCH) and nearest_of((other,), theirs).short_of(here.value)
        for other in (*mine, *ahead)
    )
