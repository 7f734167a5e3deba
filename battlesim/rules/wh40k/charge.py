"""Charging: the roll first, then the targets within it, then a move that ends engaged with all of them and no others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battlesim.engine.story import Story
from battlesim.geometry.path import travelled
from battlesim.model.event import Refused
from battlesim.model.ruling import Count, Fact, Ruling, ruled
from battlesim.replay.timeline import ActionTaken, way_points
from battlesim.rules.wh40k.climbing import skies_cost, skies_ruling
from battlesim.rules.wh40k.closing import closer_ruling, if_able
from battlesim.rules.wh40k.engagement import engaged_pairs, engagement, unengaged, unit_engaged
from battlesim.rules.wh40k.field import (
    Field,
    Standing,
    enemy_units_of,
    has_keyword,
    nearest_of,
    side_of,
    standing,
    standing_enemies,
    state_of,
    unit_has_keyword,
)
from battlesim.rules.wh40k.state import ModelState, UnitState
from battlesim.rules.wh40k.turn import in_own_phase
from battlesim.rules.wh40k.ways import Ways, all_ways, end_rulings, ends_of, go, length_ruling, way_rulings
from battlesim.units import ZERO, Mm, inches

CHARGE: Final = "wh40k.charge"
SOURCE: Final = "core rules 11"
_ATTEMPT: Final = "core rules 11.04"
_NEAR: Final = inches(1)


@dataclass(frozen=True, slots=True)
class Charge:
    """A unit charges: the targets that it will choose once it has rolled, and the way it will go.

    Without ``ways`` it rolls and stays; without ``targets`` it only declares and rolls. ``skies`` is a charge above
    everything, 2 inches shorter, by a unit that flies.
    """

    unit: str
    targets: tuple[str, ...] = ()
    ways: Ways = ()
    skies: bool = False

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("charge", (self.unit,), self.targets, way_points(self.ways))


def legal(field: Field, action: Charge) -> tuple[Ruling, ...]:
    """May the unit declare a charge, and could its move be a proper one? What hangs on the roll is ruled after it."""
    may = tuple(_eligible(field, action))
    if not all(ruling.holds for ruling in may):
        return may
    return (*may, *plan_rulings(field, action))


def resolve(field: Field, action: Charge, story: Story) -> None:
    """Roll, and go if every target and every path is within the roll; else nobody moves."""
    rolled = inches(sum(story.roll("charge", 2, subject=action.unit).faces))
    attempt(field, action, story, rolled)


def plan_rulings(field: Field, action: Charge) -> tuple[Ruling, ...]:
    """What can be said of the planned move before the roll: its targets, its way, and where it ends."""
    rulings = [_enemies(field, action)]
    if action.skies:
        rulings.append(skies_ruling(field, action.unit))
    if not all(ruling.holds for ruling in rulings) or not action.ways:
        return tuple(rulings)
    paths = all_ways(field, action.unit, action.ways)
    ends = ends_of(field, paths)
    rulings += way_rulings(field, action.unit, paths, skies=action.skies)
    rulings += end_rulings(field, action.unit, ends)
    rulings += _engagements(field, action, ends)
    return tuple(rulings)


def attempt(
    field: Field,
    action: Charge,
    story: Story,
    rolled: Mm,
    *,
    reach: Mm | None = None,
    rule: str = CHARGE,
    source: str = _ATTEMPT,
) -> bool:
    """The move after the roll, if everything about it is within ``rolled``; the targets within ``reach`` too.

    ``reach`` None is the distance at which charges are declared. Returns whether the unit has charged.
    """
    cost = skies_cost(field, action.unit)[0] if action.skies else ZERO
    allowed = Mm(max(ZERO, rolled - cost))
    limit = min(allowed, field.options.charge if reach is None else reach)
    rulings = [_within_roll(field, action.unit, target, limit, rule, source) for target in action.targets]
    if action.ways and all(ruling.holds for ruling in rulings):
        rulings += _moves(field, action, allowed)
    elif action.ways:
        paths = all_ways(field, action.unit, action.ways)
        rulings.append(length_ruling(paths, lambda _: allowed, rule=CHARGE, clause="move", skies=action.skies))
    for ruling in rulings:
        story.rule(ruling)
    fine = all(ruling.holds for ruling in rulings)
    if not fine or not action.ways:
        story.tell(*UnitState.marks(action.unit, no_charge=True))
        if not fine:
            story.tell(Refused(rule.partition(".")[2], (action.unit,)))
        return False
    paths = all_ways(field, action.unit, action.ways)
    go(story, field, paths)
    story.tell(*UnitState.marks(action.unit, charged=True))
    for model, path in paths.items():
        if not travelled(path).within(ZERO):
            story.tell(*ModelState.marks(model, charge_moved=True))
    return True


def _moves(field: Field, action: Charge, allowed: Mm) -> Iterator[Ruling]:
    """Each model ends closer to a target, within 1 inch of one and engaged with one if it can."""
    unit, paths = action.unit, all_ways(field, action.unit, action.ways)
    yield length_ruling(paths, lambda _: allowed, rule=CHARGE, clause="move", skies=action.skies)
    targets = [standing(field, target) for target in action.targets]
    closer = closer_ruling(field, CHARGE, paths, lambda _: targets, SOURCE)
    if closer is not None:
        yield closer
    models = tuple(place for target in targets for place in target)
    others = _others(field, action)

    def near(there: Standing) -> bool:
        return nearest_of((there,), models).within(_NEAR)

    def engaged(there: Standing) -> bool:
        return bool(engaged_pairs(field.options, (there,), models))

    for clause, wanted, limit in (("within-1", near, _NEAR), ("engaged-if-able", engaged, field.options.engagement)):
        yield from if_able(
            field,
            CHARGE,
            clause,
            unit=unit,
            paths=paths,
            targets=models,
            near=limit,
            distance=lambda _: allowed,
            wanted=wanted,
            models=tuple(paths),
            apart_from=others,
            skies=action.skies,
            source=_ATTEMPT,
        )


def _eligible(field: Field, action: Charge) -> Iterator[Ruling]:
    unit, state = action.unit, state_of(field, action.unit)
    yield in_own_phase(field, CHARGE, unit, "charge")
    count = len(field.scene.standing(unit))
    yield Ruling(CHARGE, count > 0, "on-table", evidence=(Count("models", count),), subjects=(unit,), source=SOURCE)
    flown = unit_has_keyword(field, unit, ("AIRCRAFT",))
    barred = flown or state.moved in ("advance", "fall-back") or state.no_charge or state.charged
    done = "aircraft" if flown else "charged" if state.charged else state.disembarked or "no-charge"
    why = state.moved if state.moved in ("advance", "fall-back") else done
    fact = Fact(why if barred else "not-barred", unit)
    yield Ruling(CHARGE, not barred, "not-barred", evidence=(fact,), subjects=(unit,), source=SOURCE)
    if not count:
        return
    engaged = unit_engaged(field, unit)
    yield Ruling(
        CHARGE,
        not engaged.holds,
        "starts-unengaged",
        engaged.limit,
        "beyond",
        engaged.evidence,
        (unit,),
        SOURCE,
        (engaged,),
    )
    enemies = standing_enemies(field, side_of(field, unit))
    if enemies:
        near = nearest_of(standing(field, unit), enemies)
        yield ruled(CHARGE, near, "within", field.options.charge, clause="declare", subjects=(unit,), source=SOURCE)


def _enemies(field: Field, action: Charge) -> Ruling:
    """Are the targets enemies on the table, and for a unit that does not fly no aircraft? A move needs one target."""
    unit = action.unit
    known = {enemy.id for enemy in enemy_units_of(field, side_of(field, unit))}
    strangers = [Fact("no-enemy", target) for target in action.targets if target not in known]
    flies = all(has_keyword(field, model.id, ("FLY",)) for model in field.scene.standing(unit))
    if not flies:
        strangers += [
            Fact("aircraft", target) for target in action.targets if unit_has_keyword(field, target, ("AIRCRAFT",))
        ]
    evidence = tuple(strangers) or (Count("targets", len(action.targets)),)
    fine = not strangers and (bool(action.targets) or not action.ways)
    return Ruling(CHARGE, fine, "enemies", evidence=evidence, subjects=(unit,), source=SOURCE)


def _within_roll(field: Field, unit: str, target: str, limit: Mm, rule: str, source: str) -> Ruling:
    """Targets are within the distance at which charges are declared and within the roll, wherever the move would end."""
    near = nearest_of(standing(field, unit), standing(field, target))
    return ruled(rule, near, "within", limit, clause="target", subjects=(unit, target), source=source)


def _engagements(field: Field, action: Charge, ends: tuple[Standing, ...]) -> Iterator[Ruling]:
    for target in action.targets:
        met = engagement(field.options, ends, standing(field, target))
        yield Ruling(
            CHARGE,
            met.holds,
            "ends-engaged",
            met.limit,
            "within",
            met.evidence,
            (action.unit, target),
            SOURCE,
            (met,),
        )
    yield unengaged(CHARGE, "no-others", field.options, ends, _others(field, action))


def _others(field: Field, action: Charge) -> tuple[Standing, ...]:
    return tuple(
        place
        for enemy in enemy_units_of(field, side_of(field, action.unit))
        if enemy.id not in action.targets
        for place in standing(field, enemy.id)
    )
