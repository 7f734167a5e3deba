"""Whose turn it is to fight: those who fight first, then the others, the sides in turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.replay.timeline import ActionTaken
from battlesim.rules.wh40k.engagement import unit_engaged
from battlesim.rules.wh40k.field import (
    Field,
    nearest_of,
    shared_abilities,
    side_of,
    standing,
    standing_enemies,
    state_of,
)
from battlesim.rules.wh40k.hooks import RulesFightOrder
from battlesim.rules.wh40k.state import UnitState
from battlesim.units import inches

FIGHT_ORDER: Final = "wh40k.fight-order"
SOURCE: Final = "core rules 12.04"
FAR: Final = inches(5)
"""A side whose units to fight are all farther than this from their enemies may pass."""


@dataclass(frozen=True, slots=True)
class BeginFights:
    """The pile-ins are over and the fights begin: from now on the sides pick their units in turn.

    How each unit stands now is remembered: who was engaged may fight later, who was not may overrun.
    """

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("fights")


def legal(field: Field, action: BeginFights) -> tuple[Ruling, ...]:
    """Is it the fight phase, and has nobody fought in it?"""
    clock = field.scene.clock
    phase = (Fact(clock.phase or "no-phase", clock.side),)
    fought = [Fact("fought", unit) for unit in field.scene.units if state_of(field, unit).fought]
    before = fights_begun(field)
    evidence = tuple(fought) or (Fact("begun" if before else "not-begun"),)
    return (
        Ruling(FIGHT_ORDER, clock.phase == "fight", "phase", evidence=phase, source=SOURCE),
        Ruling(FIGHT_ORDER, not fought and not before, "begins-once", evidence=evidence, source=SOURCE),
    )


def resolve(field: Field, action: BeginFights, story: Story) -> None:
    """Remember how each unit stands that is to fight."""
    for unit in field.scene.units:
        if not field.scene.standing(unit):
            continue
        engaged = unit_engaged(field, unit).holds
        if engaged or state_of(field, unit).charged:
            story.tell(*UnitState.marks(unit, combat="engaged" if engaged else "unengaged"))


def fights_begun(field: Field) -> bool:
    """Whether the fights of this phase were begun, and so go in order."""
    return any(state_of(field, unit).combat for unit in field.scene.units)


def consolidating(field: Field) -> bool:
    """Whether any unit has consolidated this phase."""
    return any(state_of(field, unit).consolidated for unit in field.scene.units)


def fights_first(field: Field, unit: str) -> Ruling:
    """Does the unit fight first? It does after a charge, or by an ability that every model of it has."""
    if state_of(field, unit).charged:
        return Ruling(
            FIGHT_ORDER, True, "fights-first", evidence=(Fact("charged", unit),), subjects=(unit,), source=SOURCE
        )
    for rule in collect(RulesFightOrder, shared_abilities(field, unit)):
        ruling = rule.on_fight_order(unit)
        if ruling.holds:
            return ruling
    plain = (Fact("remaining-combats", unit),)
    return Ruling(FIGHT_ORDER, False, "fights-first", evidence=plain, subjects=(unit,), source=SOURCE)


def still_to_fight(field: Field) -> tuple[str, ...]:
    """The units that have not fought and may: engaged, or engaged when the fights began, or charging this turn.

    Once units consolidate, only those that a consolidating enemy came to.
    """
    late = consolidating(field)
    found = []
    for unit in field.scene.units:
        state = state_of(field, unit)
        if state.fought or not field.scene.standing(unit):
            continue
        if state.woken or (
            not late and (state.charged or state.combat == "engaged" or unit_engaged(field, unit).holds)
        ):
            found.append(unit)
    return tuple(found)


def near_enough(field: Field, unit: str) -> bool:
    """Whether the unit is within 5 inches of an enemy: then its side may not pass it over."""
    enemies = standing_enemies(field, side_of(field, unit))
    return bool(enemies) and nearest_of(standing(field, unit), enemies).within(FAR)


def pick_rulings(field: Field, unit: str) -> tuple[Ruling, ...]:
    """Is it this unit's turn to fight, among all that still have to?

    The turn's side picks first, then the sides alternate, and a side without a unit to pick is passed over; so may be
    one whose units are all more than 5 inches from their enemies. As long as a unit that fights first is left, only
    such units are picked.
    """
    waiting = still_to_fight(field)
    rulings = {other: fights_first(field, other) for other in waiting}
    first = tuple(other for other, ruling in rulings.items() if ruling.holds)
    pool = first or waiting
    ahead = tuple(rulings[other] for other in first if other != unit)
    mine = rulings.get(unit, fights_first(field, unit))
    tier = Ruling(
        FIGHT_ORDER,
        unit in pool,
        "first-before-others",
        evidence=tuple(Fact("fights-first", other) for other in first) or (Fact("remaining-combats", unit),),
        subjects=(unit,),
        source=SOURCE,
        parts=(mine, *ahead),
    )
    picking = _picking(field, pool)
    side = side_of(field, unit)
    turn = Ruling(
        FIGHT_ORDER,
        side in picking,
        "turn-to-pick",
        evidence=tuple(Fact("picks", other) for other in picking) or (Count("units", 0),),
        subjects=(unit,),
        source=SOURCE,
    )
    return tier, turn


def _picking(field: Field, pool: tuple[str, ...]) -> tuple[str, ...]:
    """The sides that may pick now: the next in turn that has a unit, and after one that may pass the one after it."""
    found = []
    for side in _in_turn(field):
        units = [unit for unit in pool if side_of(field, unit) == side]
        if not units:
            continue
        found.append(side)
        if any(near_enough(field, unit) for unit in units):
            break
    return tuple(found)


def _in_turn(field: Field) -> tuple[str, ...]:
    """The sides, the one that picks next first: the turn's side, or the one after the side that fought last."""
    sides = tuple(field.scene.sides)
    fought = [(state_of(field, unit).fought_as, side_of(field, unit)) for unit in field.scene.units]
    last, side = max(fought, default=(0, ""))
    if last:
        start = sides.index(side) + 1
    else:
        start = sides.index(field.scene.clock.side) if field.scene.clock.side in sides else 0
    return tuple(sides[(start + k) % len(sides)] for k in range(len(sides)))


def next_place(field: Field) -> int:
    """The how manieth unit of this phase the next one to fight is."""
    return 1 + max((state_of(field, unit).fought_as for unit in field.scene.units), default=0)
