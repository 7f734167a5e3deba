"""Moves of the fight phase: pile-ins before the fights, and in an overrun."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from battlesim.engine.story import Story
from battlesim.geometry.measure import gap, touches
from battlesim.geometry.path import Path
from battlesim.model.ruling import Count, Fact, Ruling, ruled
from battlesim.replay.timeline import ActionTaken, way_points
from battlesim.rules.wh40k.closing import closer_ruling, if_able, keeps_ruling, moved_of
from battlesim.rules.wh40k.engagement import engaged_pairs, engagement, unit_engaged, units_engaged_with
from battlesim.rules.wh40k.field import (
    Field,
    Standing,
    enemies_of,
    enemy_units_of,
    nearest_of,
    side_of,
    standing,
    standing_enemies,
    state_of,
)
from battlesim.rules.wh40k.fight_order import fights_begun
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.ways import Ways, all_ways, end_rulings, ends_of, go, length_ruling, way_rulings
from battlesim.units import Mm, inches

PILE_IN: Final = "wh40k.pile-in"
SOURCE: Final = "core rules 12.03"
STEP: Final = inches(3)
"""How far a model piles in, and consolidates."""
_SEARCH: Final = inches(5)


@dataclass(frozen=True, slots=True)
class PileIn:
    """A unit piles in, before the fights begin."""

    unit: str
    ways: Ways = ()

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("pile-in", (self.unit,), wanted=way_points(self.ways))


def legal(field: Field, action: PileIn) -> tuple[Ruling, ...]:
    """May the unit pile in now, and does each model do so properly?"""
    unit = action.unit
    may = [*phase_rulings(field, PILE_IN, unit, SOURCE)]
    state = state_of(field, unit)
    once = Fact("piled-in" if state.piled_in else "not-piled-in", unit)
    may.append(Ruling(PILE_IN, not state.piled_in, "once", evidence=(once,), subjects=(unit,), source=SOURCE))
    fought = [Fact("fought", other) for other in field.scene.units if state_of(field, other).fought]
    begun = bool(fought) or fights_begun(field)
    evidence = tuple(fought) or (Fact("begun" if begun else "not-begun", unit),)
    may.append(Ruling(PILE_IN, not begun, "before-fights", evidence=evidence, subjects=(unit,), source=SOURCE))
    others = [enemy.id for enemy in field.scene.enemies_of(side_of(field, unit)) if state_of(field, enemy.id).piled_in]
    may.append(turn_side_first(field, PILE_IN, unit, others, "piled-in", SOURCE))
    if all(ruling.holds for ruling in may):
        met = unit_engaged(field, unit)
        may.append(
            Ruling(
                PILE_IN,
                met.holds or state.charged,
                "engaged-or-charged",
                met.limit,
                "within",
                met.evidence,
                (unit,),
                SOURCE,
                (met,),
            )
        )
    if not all(ruling.holds for ruling in may):
        return tuple(may)
    return (*may, *pile_in_rulings(field, unit, all_ways(field, unit, action.ways)))


def resolve(field: Field, action: PileIn, story: Story) -> None:
    """The models go."""
    go(story, field, all_ways(field, action.unit, action.ways))
    story.tell(*UnitState.marks(action.unit, piled_in=True))


def phase_rulings(field: Field, rule: str, unit: str, source: str) -> Iterator[Ruling]:
    """Is it the fight phase, of either side, and is the unit on the table?"""
    clock = field.scene.clock
    phase = (Fact(clock.phase or "no-phase", clock.side),)
    yield Ruling(rule, clock.phase == "fight", "phase", evidence=phase, subjects=(unit,), source=source)
    count = len(field.scene.standing(unit))
    yield Ruling(rule, count > 0, "on-table", evidence=(Count("models", count),), subjects=(unit,), source=source)


def turn_side_first(field: Field, rule: str, unit: str, others: Sequence[str], done: str, source: str) -> Ruling:
    """Do all units of the turn's side come before the first of the other side? ``others`` are enemies that are done."""
    late = bool(others) and side_of(field, unit) == field.scene.clock.side
    evidence = tuple(Fact(done, other) for other in others) if late else (Fact("in-turn", unit),)
    return Ruling(rule, not late, "turn-side-first", evidence=evidence, subjects=(unit,), source=source)


def pile_in_rulings(field: Field, unit: str, paths: Mapping[str, Path]) -> tuple[Ruling, ...]:
    """Does each model pile in properly? Silent where nobody moves."""
    moved = moved_of(paths)
    if not moved:
        return ()
    met = units_engaged_with(field, unit)
    rulings: list[Ruling] = []
    if met:
        targets = met
    else:
        search = _search(field, unit)
        rulings.append(search)
        targets = tuple(e.id for e in enemy_units_of(field, side_of(field, unit)) if _near(field, unit, e.id))
    rulings.append(length_ruling(paths, lambda _: STEP, rule=PILE_IN, clause="move"))
    if not all(ruling.holds for ruling in rulings):
        return tuple(rulings)
    rulings += closing_rulings(field, PILE_IN, unit, paths, targets, SOURCE)
    return tuple(rulings)


def closing_rulings(
    field: Field, rule: str, unit: str, paths: Mapping[str, Path], targets: Sequence[str], source: str
) -> Iterator[Ruling]:
    """What pile-ins and ongoing consolidations share: models in base contact stay, the others end closer to the closest
    target and engaged with it if they can, none loses an engagement, and the unit ends engaged."""
    moved, enemies = moved_of(paths), {target: standing(field, target) for target in targets}
    base_contact = _in_contact(field, rule, unit, moved, source)
    if base_contact is not None:
        yield base_contact
    closest = {id: _closest(field, id, paths, enemies) for id in moved}
    closer = closer_ruling(field, rule, paths, lambda model: (enemies[closest[model]],), source)
    if closer is not None:
        yield closer
    for id in moved:
        models = enemies[closest[id]]

        def engaged(there: Standing, models: Sequence[Standing] = models) -> bool:
            return bool(engaged_pairs(field.options, (there,), models))

        yield from if_able(
            field,
            rule,
            "engaged-if-able",
            unit=unit,
            paths=paths,
            targets=models,
            near=field.options.engagement,
            distance=lambda _: STEP,
            wanted=engaged,
            models=(id,),
            source=source,
        )
    every = {enemy.id: standing(field, enemy.id) for enemy in enemy_units_of(field, side_of(field, unit))}
    keeps = keeps_ruling(field, rule, paths, every, source)
    if keeps is not None:
        yield keeps
    ends = ends_of(field, paths)
    met = engagement(field.options, ends, standing_enemies(field, side_of(field, unit)))
    yield Ruling(rule, met.holds, "ends-engaged", met.limit, "within", met.evidence, (unit,), source, (met,))
    yield from way_rulings(field, unit, paths)
    yield from end_rulings(field, unit, ends)


def _near(field: Field, unit: str, enemy: str) -> bool:
    return nearest_of(standing(field, unit), standing(field, enemy)).within(_SEARCH)


def _search(field: Field, unit: str) -> Ruling:
    """An unengaged unit piles in towards enemies within 5 inches."""
    enemies = standing_enemies(field, side_of(field, unit))
    if not enemies:
        none = (Fact("no-enemies", unit),)
        return Ruling(PILE_IN, False, "search", _SEARCH, "within", none, (unit,), SOURCE)
    near = nearest_of(standing(field, unit), enemies)
    return ruled(PILE_IN, near, "within", _SEARCH, clause="search", subjects=(unit,), source=SOURCE)


def _in_contact(field: Field, rule: str, unit: str, moved: Sequence[str], source: str) -> Ruling | None:
    """Models whose bases touch an enemy's stay where they are. The evidence of a break is what they touch."""
    enemies = enemies_of(field, side_of(field, unit))
    touching = [
        gap(mover.footprint, enemy.footprint, ends=(id, enemy.id))
        for id in moved
        for mover in (field.scene.model(id),)
        for enemy in enemies
        if touches(mover.footprint, enemy.footprint)
    ]
    if touching:
        names = tuple(dict.fromkeys(measured.ends[0] for measured in touching))
        return Ruling(rule, False, "contact-stays", evidence=tuple(touching), subjects=names, source=source)
    if not moved or not enemies:
        return None
    nearest = nearest_of(
        tuple((id, field.scene.model(id).footprint) for id in moved),
        tuple((enemy.id, enemy.footprint) for enemy in enemies),
    )
    return Ruling(rule, True, "contact-stays", evidence=(nearest,), subjects=tuple(moved), source=source)


def _closest(field: Field, id: str, paths: Mapping[str, Path], enemies: Mapping[str, Sequence[Standing]]) -> str:
    start = ((id, field.scene.model(id).base.at(paths[id].start)),)
    distances: list[tuple[Mm, str]] = [(nearest_of(start, models).value, name) for name, models in enemies.items()]
    return min(distances, key=lambda pair: pair[0])[1]
