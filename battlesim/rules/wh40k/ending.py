"""What ends with a turn or a round: units that have come apart lose models, and reserves that never arrived are lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Final

from battlesim.engine.story import Story
from battlesim.geometry.coherency import coherency
from battlesim.model.event import Destroyed, Withdrawn
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.model.scene import Clock
from battlesim.rules.wh40k.field import Field, Standing, has_keyword, now, standing
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.placing import COHERENCY, coherent
from battlesim.rules.wh40k.state import UnitState

AIRCRAFT: Final = "wh40k.aircraft"
RESERVES: Final = "wh40k.strategic-reserves"
_LAST_ROUND: Final = 3
_TRIES: Final = 20_000


def tidy(field: Field, story: Story, first: str) -> None:
    """Every unit that does not hold together loses models, one at a time and by its owner's choice, until it does.

    The side whose turn it is begins. The fewest models are offered first, the last of the unit before the others.
    Nothing that acts when it is destroyed acts now, and what is aboard is lost with its carrier.
    """
    sides = sorted(field.scene.sides, key=lambda side: side != first)
    for unit in [unit.id for side in sides for unit in field.scene.units_of(side)]:
        while True:
            models = standing(now(field, story), unit)
            if not models:
                break
            whole = coherent(field.options, unit, models)
            if whole.holds:
                break
            story.rule(whole)
            offered = smallest_removal(field.options, models)
            others = [name for name, _ in reversed(models) if name not in offered]
            gone = story.choose("coherency", (*offered, *others), subject=unit)
            aboard = [passenger.id for passenger in story.scene.aboard(gone)]
            story.tell(Destroyed(gone, COHERENCY), *(Destroyed(id, COHERENCY) for id in aboard))


def smallest_removal(options: Options, models: Sequence[Standing]) -> tuple[str, ...]:
    """The fewest models without which the others hold together, the last of the unit first. Empty where all do.

    Never all of them: one model always holds together. Where there are too many ways, those outside the largest group
    go, and then those that are too far from most others.
    """
    found = coherency(models, neighbour=options.neighbour, envelope=options.envelope, vertical=options.coherency_height)
    if found.holds:
        return ()
    names = [name for name, _ in models]
    links = {frozenset(link.ends) for link in found.links}
    apart = {frozenset(pair.ends) for pair in found.stretched}
    for size in range(1, len(names)):
        if comb(len(names), size) > _TRIES:
            break
        for gone in combinations(reversed(names), size):
            if _holds([name for name in names if name not in gone], links, apart):
                return gone
    return tuple(_greedily(names, links, apart))


def fly_off(field: Field, story: Story, side: str) -> None:
    """At the end of a side's turn the aircraft of the others go back to reserves."""
    for unit in field.scene.enemies_of(side):
        flying = field.scene.standing(unit.id)
        if not flying or not all(has_keyword(field, model.id, ("AIRCRAFT",)) for model in flying):
            continue
        evidence = (Fact("aircraft", unit.id),)
        story.rule(
            Ruling(AIRCRAFT, True, "flies-off", evidence=evidence, subjects=(unit.id,), source="core rules 23.02")
        )
        story.tell(*(Withdrawn(model.id) for model in flying))
        story.tell(*UnitState.marks(unit.id, flown_off=True))


def lose_reserves(field: Field, story: Story, after: Clock) -> None:
    """At the end of round 3, what is still in reserves is destroyed, and what is aboard it.

    Not so aircraft that were on the table and have flown off.
    """
    before = field.scene.clock
    if not 1 <= before.round <= _LAST_ROUND < after.round:
        return
    for unit in field.scene.units.values():
        waiting = [model.id for model in field.scene.alive(unit.id) if model.place == "reserves"]
        if not waiting or UnitState.of(unit).flown_off:
            continue
        evidence = (Count("round", before.round, _LAST_ROUND), Fact("reserves", unit.id))
        story.rule(
            Ruling(RESERVES, False, "arrived", evidence=evidence, subjects=(unit.id,), source="core rules 20.03")
        )
        aboard = [passenger.id for id in waiting for passenger in field.scene.aboard(id)]
        story.tell(*(Destroyed(id, RESERVES) for id in (*waiting, *aboard)))


def _holds(names: Sequence[str], links: set[frozenset[str]], apart: set[frozenset[str]]) -> bool:
    if any(frozenset(pair) in apart for pair in combinations(names, 2)):
        return False
    return len(max(_groups(names, links), key=len)) == len(names)


def _groups(names: Sequence[str], links: set[frozenset[str]]) -> Iterator[list[str]]:
    left = list(names)
    while left:
        group, edge = [left[0]], [left[0]]
        left = left[1:]
        while edge:
            name = edge.pop()
            near = [other for other in left if frozenset((name, other)) in links]
            group += near
            edge += near
            left = [other for other in left if other not in near]
        yield group


def _greedily(names: Sequence[str], links: set[frozenset[str]], apart: set[frozenset[str]]) -> Iterator[str]:
    kept = list(names)
    while not _holds(kept, links, apart):
        largest = max(_groups(kept, links), key=len)
        outside = [name for name in reversed(kept) if name not in largest]
        gone = outside[0] if outside else max(reversed(kept), key=lambda name: _clashes(name, kept, apart))
        kept.remove(gone)
        yield gone


def _clashes(name: str, kept: Sequence[str], apart: set[frozenset[str]]) -> int:
    return sum(frozenset((name, other)) in apart for other in kept)
