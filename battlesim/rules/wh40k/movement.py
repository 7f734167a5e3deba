"""Moves of the movement phase: remain stationary, normal, advance, fall back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from msgspec.structs import replace

from battlesim.engine.remembered import settled
from battlesim.engine.story import Story
from battlesim.geometry.path import Path
from battlesim.model.event import Refused
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.replay.timeline import ActionTaken, way_points
from battlesim.rules.wh40k.aftermath import aftermath
from battlesim.rules.wh40k.climbing import SKIES, skies_cost, skies_ruling
from battlesim.rules.wh40k.engagement import engagement, unengaged, unit_engaged
from battlesim.rules.wh40k.field import (
    Field,
    Standing,
    enemies_of,
    has_keyword,
    now,
    side_of,
    standing,
    standing_enemies,
    state_of,
)
from battlesim.rules.wh40k.hazard import hazard_rolls
from battlesim.rules.wh40k.placing import coherent
from battlesim.rules.wh40k.shock import battle_shock_roll
from battlesim.rules.wh40k.spec import needed
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.turn import in_own_phase
from battlesim.rules.wh40k.ways import (
    MOVEMENT,
    Ways,
    all_ways,
    end_rulings,
    ends_of,
    go,
    length_ruling,
    movement_of,
    stride_of,
    way_rulings,
)
from battlesim.units import ZERO, Mm, inches

FALL_BACK: Final = "wh40k.fall-back"
STRIDE: Final = "wh40k.super-heavy-walker"
MoveType = Literal["stationary", "normal", "advance", "fall-back"]


@dataclass(frozen=True, slots=True)
class Move:
    """A whole unit moves. ``desperate`` is a fall back that passes through enemies, at a hazard roll a model.

    ``skies`` is a move above everything, 2 inches shorter, by a unit that flies. ``mobile`` is a move through features
    by a unit that strides, which may shock it.
    """

    unit: str
    kind: MoveType
    ways: Ways = ()
    desperate: bool = False
    skies: bool = False
    mobile: bool = False

    @property
    def escapes(self) -> bool:
        """Whether it is a desperate escape; only a fall back is."""
        return self.desperate and self.kind == "fall-back"

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken(_NAMES[self.kind], (self.unit,), wanted=way_points(self.ways))


_STEP: Final = "core rules 09.02"
_NAMES = {"stationary": "remain-stationary", "normal": "move", "advance": "advance", "fall-back": "fall-back"}


def legal(field: Field, action: Move) -> tuple[Ruling, ...]:
    """May the unit move so? What an advance may cover is known only once it is rolled."""
    may = tuple(_eligible(field, action))
    if action.kind == "stationary" or not all(ruling.holds for ruling in may):
        return may
    paths = all_ways(field, action.unit, action.ways)
    ends = ends_of(field, paths)
    rulings = [*may]
    if action.kind != "advance":
        rulings.append(_length(field, action, paths))
    passing = action.kind in ("normal", "advance")
    rulings += way_rulings(
        field,
        action.unit,
        paths,
        through_enemies=action.escapes,
        big_pass=passing,
        skies=action.skies,
        mobile=action.mobile,
    )
    rulings += end_rulings(field, action.unit, ends)
    enemies = _in_the_way(field, action) if passing else standing_enemies(field, side_of(field, action.unit))
    rulings.append(unengaged(MOVEMENT, "ends-unengaged", field.options, ends, enemies, subjects=(action.unit,)))
    return tuple(rulings)


def resolve(field: Field, action: Move, story: Story) -> None:
    """Move the unit. An advance that was planned longer than it is rolled does not happen: the unit stays where it was.

    So does a desperate escape after which those that are left would not stand together.
    """
    story.tell(*UnitState.marks(action.unit, moved=action.kind))
    if action.kind == "stationary":
        return
    if action.escapes:
        hazard_rolls(story, field, action.unit, len(field.scene.standing(action.unit)))
        aftermath(now(field, story), story)
        _escape(now(field, story), action, story)
        return
    paths = all_ways(field, action.unit, action.ways)
    if action.kind == "advance":
        rolled = inches(sum(story.roll("advance", subject=action.unit).faces))
        length = story.rule(_length(field, action, paths, rolled))
        if not length.holds:
            story.tell(Refused("advance", (action.unit,)))
            return
    go(story, field, paths)
    if action.mobile and not story.roll("mobile", target=2, subject=action.unit, ledgers=needed("mobile", 2)).successes:
        story.tell(*UnitState.marks(action.unit, battle_shocked=True))


def _escape(field: Field, action: Move, story: Story) -> None:
    """Those that are left go where they meant to, and are tested for battle-shock unless they are shocked already."""
    if not field.scene.standing(action.unit):
        return
    paths = all_ways(field, action.unit, action.ways)
    together = coherent(field.options, action.unit, ends_of(field, paths))
    if not together.holds:
        story.rule(together)
        story.tell(Refused("fall-back", (action.unit,)))
        return
    go(story, field, paths)
    if not state_of(field, action.unit).battle_shocked:
        battle_shock_roll(story, now(field, story), action.unit)


def _length(field: Field, action: Move, paths: Mapping[str, Path], more: Mm = ZERO) -> Ruling:
    """Each model goes as far as its M and what was rolled, less what the skies cost."""
    if not action.skies:
        return length_ruling(paths, lambda model: Mm(movement_of(field)(model) + more))
    cost, free = skies_cost(field, action.unit)
    length = length_ruling(
        paths, lambda model: Mm(max(ZERO, movement_of(field)(model) + more - cost)), rule=SKIES, skies=True
    )
    return length if free is None else replace(length, parts=(*length.parts, free))


def _in_the_way(field: Field, action: Move) -> tuple[Standing, ...]:
    """The enemies that a normal or advance move may not begin or end engaged with: all but aircraft."""
    side = side_of(field, action.unit)

    def asked() -> tuple[Standing, ...]:
        enemies = enemies_of(field, side)
        return tuple((m.id, m.footprint) for m in enemies if not has_keyword(field, m.id, ("AIRCRAFT",)))

    return settled(field, ("in the way", side), asked)


def _eligible(field: Field, action: Move) -> Iterator[Ruling]:
    unit, state = action.unit, state_of(field, action.unit)
    yield in_own_phase(field, MOVEMENT, unit, "movement")
    count = len(field.scene.standing(unit))
    yield Ruling(MOVEMENT, count > 0, "on-table", evidence=(Count("models", count),), subjects=(unit,), source=_STEP)
    before = state.moved or ("set-up" if state.held else "")
    evidence = (Fact(before or "not-moved", unit),)
    yield Ruling(MOVEMENT, not before, "once", evidence=evidence, subjects=(unit,), source=_STEP)
    if not count or action.kind == "stationary":
        return
    wanted = action.kind == "fall-back"
    if wanted:
        engaged = unit_engaged(field, unit)
    else:
        engaged = engagement(field.options, standing(field, unit), _in_the_way(field, action))
    yield Ruling(
        MOVEMENT,
        engaged.holds == wanted,
        "starts-engaged" if wanted else "starts-unengaged",
        engaged.limit,
        "within" if wanted else "beyond",
        engaged.evidence,
        (unit,),
        "core rules 09",
        (engaged,),
    )
    if wanted:
        shocked = state.battle_shocked
        what = "battle-shocked" if shocked else "not-battle-shocked"
        yield Ruling(
            FALL_BACK,
            action.escapes or not shocked,
            "ordered-retreat",
            evidence=(Fact(what, unit),),
            subjects=(unit,),
            source="core rules 09.07",
        )
    if action.skies:
        yield skies_ruling(field, unit)
    if action.mobile:
        without = [model.id for model in field.scene.standing(unit) if stride_of(field, model.id) is None]
        facts = tuple(Fact("without", id) for id in without) or (Fact("every-model", unit),)
        yield Ruling(STRIDE, not without, "mobile", evidence=facts, subjects=(unit,), source="core rules 24.35")
