"""Random small battles of wh40k: what may never happen does not, whatever is tried.

The checks measure for themselves, with plain gaps, and ask none of the rules. BATTLESIM_RANDOM_ACTIONS=10000 makes the
run longer.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations

import pytest

from battlesim.geometry.footprint import Footprint
from battlesim.geometry.measure import gap, height_gap
from battlesim.geometry.path import Path, travelled
from battlesim.model.event import Moved
from battlesim.rules.wh40k.arrival import Arrive
from battlesim.rules.wh40k.charge import Charge
from battlesim.rules.wh40k.field import Field
from battlesim.rules.wh40k.fighting import Fight
from battlesim.rules.wh40k.heroic import Intervene
from battlesim.rules.wh40k.melee_moves import PileIn
from battlesim.rules.wh40k.movement import Move
from battlesim.rules.wh40k.shooting import Shoot
from battlesim.rules.wh40k.state import ModelState, SideState, UnitState
from battlesim.units import inches
from tests.conformance import Tried, check_step, tries
from tests.rules.wh40k.random_battles import WH40K_GAME

ACTIONS = int(os.environ.get("BATTLESIM_RANDOM_ACTIONS", "1000"))
A_BATTLE = 50
SLIP = 0.02
"""The rules call what is nearer to a limit than 0.01 mm within it; the checks look away a little farther."""


def feet(field: Field, unit: str) -> list[Footprint]:
    """Where the unit's models stand."""
    return [model.footprint for model in field.scene.standing(unit)] if unit in field.scene.units else []


def engaged_with(field: Field, unit: str, *, slip: float = 0.0) -> list[str]:
    """The enemy units within 2 inches across and 5 up or down, by plain measuring; ``slip`` counts a little less as near."""
    side = field.scene.unit(unit).side
    return [
        enemy.id
        for enemy in field.scene.enemies_of(side)
        if any(
            gap(one, two).value <= inches(2) - slip and height_gap(one, two).value <= inches(5) - slip
            for one in feet(field, unit)
            for two in feet(field, enemy.id)
        )
    ]


def check_ends(tried: Tried) -> None:
    """Where units may not end engaged they do not, and where they have to they do."""
    action, after = tried.action, tried.after
    if not tried.step.legal:
        return
    match action:
        case Move(unit=unit, kind=kind) if kind != "stationary" and feet(after, unit):
            assert not engaged_with(after, unit, slip=SLIP), f"ends engaged: {tried}"
        case Arrive(unit=unit):
            assert not engaged_with(after, unit, slip=SLIP), f"arrives engaged: {tried}"
            for enemy in after.scene.enemies_of(after.scene.unit(unit).side):
                nearest = [gap(a, b).value for a in feet(after, unit) for b in feet(after, enemy.id)]
                assert all(value > inches(8) for value in nearest), f"arrives within 8 inches: {tried}"
        case Charge(unit=unit, targets=targets, ways=ways) | Intervene(unit=unit, targets=targets, ways=ways) if ways:
            near = engaged_with(after, unit, slip=-SLIP)
            assert set(targets) <= set(near), f"a target is not engaged: {tried}"
            assert set(engaged_with(after, unit, slip=SLIP)) <= set(targets), f"engaged with no target: {tried}"


def check_lengths(tried: Tried) -> None:
    """Nobody goes farther than he may."""
    action, step = tried.action, tried.step
    rolled = sum(face for roll in step.rolls if roll.purpose in ("advance", "charge") for face in roll.faces)
    for event in step.events:
        if not isinstance(event, Moved):
            continue
        unit = tried.after.scene.models[event.model].unit
        m = tried.before.sheets[unit].profiles[event.model].movement
        length = travelled(Path(event.path)).value
        match action:
            case Move(skies=False):
                assert length <= m + inches(rolled) + SLIP, f"{event.model} goes {length}: {tried}"
            case Charge(skies=False) | Intervene(skies=False):
                assert length <= inches(rolled) + SLIP, f"{event.model} charges {length}: {tried}"
            case PileIn() | Fight():
                assert length <= inches(3) + SLIP, f"{event.model} piles in {length}: {tried}"


def check_coherency(tried: Tried) -> None:
    """A unit that has moved stands together."""
    if not tried.step.legal or not isinstance(tried.action, Move | Arrive | Charge | PileIn):
        return
    models = feet(tried.after, tried.action.unit)
    if not any(isinstance(event, Moved) for event in tried.step.events) or len(models) < 2:
        return
    for one in models:
        nearest = min(gap(one, other).value for other in models if other is not one)
        assert nearest <= inches(2) + SLIP, f"one stands alone: {tried}"
    assert all(gap(a, b).value <= inches(9) + SLIP for a, b in combinations(models, 2)), f"too far apart: {tried}"


def check_marks(field: Field) -> None:
    """Every mark is one that the rules know."""
    for side in field.scene.sides.values():
        SideState.of(side)
    for unit in field.scene.units.values():
        UnitState.of(unit)
    for model in field.scene.models.values():
        ModelState.of(model)


def once(tried: list[Tried]) -> Iterator[tuple[object, ...]]:
    """What was carried out that may be done once in a phase: the clock, the action and the unit."""
    for one in tried:
        action = one.action
        if one.step.legal and isinstance(action, Shoot | Fight):
            yield one.before.scene.clock, type(action), action.unit


def battles() -> list[int]:
    """A seed for each battle."""
    return list(range(max(1, ACTIONS // A_BATTLE)))


@pytest.mark.parametrize("seed", battles())
def test_a_random_battle_breaks_no_law(seed: int):
    tried = []
    for one in tries(WH40K_GAME, seed, A_BATTLE):
        check_step(WH40K_GAME, one)
        check_ends(one)
        check_lengths(one)
        check_coherency(one)
        tried.append(one)
    check_marks(tried[-1].after)
    done = list(once(tried))
    assert len(done) == len(set(done)), "a unit shot or fought twice in one phase"


def test_the_rare_kinds_happen_too():
    wanted = {"charge", "fight", "pile-in", "consolidate", "fall-back", "disembark", "deep-strike", "advance", "shoot"}
    for seed in range(200):
        wanted -= {one.step.action.name for one in tries(WH40K_GAME, seed, 40) if one.step.legal}
        if not wanted:
            break
    assert not wanted


@pytest.mark.benchmark
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_ten_thousand_random_actions_raise_nothing(seed: int):
    for one in tries(WH40K_GAME, seed, A_BATTLE):
        check_step(WH40K_GAME, one)
        check_ends(one)
        check_lengths(one)
        check_coherency(one)
