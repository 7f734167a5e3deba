"""A detachment shoots: who may, at whom each die goes, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from battlesim.engine.remembered import settled
from battlesim.engine.story import Story
from battlesim.geometry.measure import gap
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.model.scene import Model
from battlesim.rules.netepic.actions import Aim, Shoot
from battlesim.rules.netepic.activation import ORDERS_RULE, may_fight_now, shoots
from battlesim.rules.netepic.armament import Armed, arms_allowed, use_up
from battlesim.rules.netepic.hooks import FireQuestion
from battlesim.rules.netepic.measuring import stand_gap
from battlesim.rules.netepic.profiles import NetepicBattle, Weapon, profile_of
from battlesim.rules.netepic.shots import ShotSpec, compile_shot, with_dice
from battlesim.rules.netepic.sighting import Lookout, lookout_over
from battlesim.rules.netepic.state import Order
from battlesim.rules.netepic.table import now, pinned_by, stand_state, unit_state
from battlesim.rules.netepic.volley import fire
from battlesim.units import ZERO

RULE: Final = "netepic.shooting"
SOURCE: Final = "NetEpic (FR), shooting"
SHOOTING_ORDERS: Final[tuple[Order, ...]] = ("advance", "first-fire")
REROLLED: Final[Mapping[Order, tuple[int, ...]]] = {"first-fire": (1,)}
"""The faces that an order rolls once more to hit."""


def compile_shooting(battle: NetepicBattle, action: Shoot) -> tuple[ShotSpec, ...]:
    """Every shot of the action, those included that cannot be fired, which say why."""
    return settled(battle, action, lambda: _compiled(battle, action))


def _compiled(battle: NetepicBattle, action: Shoot) -> tuple[ShotSpec, ...]:
    lookout = lookout_over(battle)
    again = faces_again(battle, action.unit)
    shots: list[ShotSpec] = []
    aimed: dict[str, int] = {}
    for aim in action.aims:
        weapon = weapon_of(battle, aim.stand, aim.weapon)
        if aim.target in battle.scene.units:
            shots += _spread(battle, aim, weapon, lookout, again, aimed)
        else:
            asked = FireQuestion(battle, aim.stand, weapon, aim.target)
            shots.append(compile_shot(asked, weapon.dice, lookout, again=again))
            aimed[aim.target] = aimed.get(aim.target, 0) + weapon.dice
    return tuple(shots)


def legal(battle: NetepicBattle, action: Shoot) -> tuple[Ruling, ...]:
    """Activation, order, and one shot or more that can be fired; shots that cannot be are lost."""
    state = unit_state(battle, action.unit)
    rulings = [*may_fight_now(battle, action.unit, done=state.shot), order_shoots(battle, action.unit)]
    for aim in action.aims:
        rulings += may_fire(battle, aim)
    rulings += arms_allowed(battle, armed(battle, action))
    if not all(ruling.holds for ruling in rulings):
        return tuple(rulings)
    shots = compile_shooting(battle, action)
    possible = [shot for shot in shots if shot.possible]
    targets = tuple(dict.fromkeys(aim.target for aim in action.aims))
    if not possible:
        reasons = shots[0].rulings if shots else ()
        evidence = (Count("dice", 0),)
        failed = Ruling(RULE, False, "targets", evidence=evidence, subjects=(action.unit, *targets), source=SOURCE)
        return *rulings, failed, *(reason for reason in reasons if not reason.holds)
    parts = tuple(ruling for shot in shots for ruling in shot.rulings)
    evidence = (Count("dice", sum(shot.dice for shot in possible), sum(shot.dice for shot in shots)),)
    subjects = (action.unit, *targets)
    return *rulings, Ruling(RULE, True, "targets", evidence=evidence, subjects=subjects, source=SOURCE, parts=parts)


def resolve(battle: NetepicBattle, action: Shoot, story: Story) -> None:
    """The shots that can be fired are."""
    shoots(battle, action.unit, story)
    possible = [shot for shot in compile_shooting(battle, action) if shot.possible]
    use_up(battle, [(shot.shooter, shot.weapon) for shot in possible], story)
    fire(now(battle, story), possible, story)


def aims_at(battle: NetepicBattle, unit: str, target: str, *, weapon: str = "") -> tuple[Aim, ...]:
    """Every weapon (or the named one) of every stand of a detachment on the table, at one target."""
    return tuple(
        Aim(stand.id, mine.id, target)
        for stand in battle.scene.standing(unit)
        for mine in profile_of(battle, stand.id).weapons
        if weapon in ("", mine.id)
    )


def order_shoots(battle: NetepicBattle, unit: str) -> Ruling:
    """Whether the detachment's order lets it shoot."""
    order = unit_state(battle, unit).order
    evidence = (Fact(order, unit),)
    return Ruling(ORDERS_RULE, order in SHOOTING_ORDERS, "shoot", evidence=evidence, subjects=(unit,), source=SOURCE)


def faces_again(battle: NetepicBattle, unit: str) -> tuple[int, ...]:
    """The faces rolled once more: those of the order, for a detachment that has it since the start and has not moved."""
    if unit_state(battle, unit).shifted:
        return ()
    moved = any(stand_state(battle, stand.id).spent > ZERO for stand in battle.scene.standing(unit))
    return () if moved else REROLLED.get(unit_state(battle, unit).order, ())


def able_to_fire(battle: NetepicBattle, id: str, subjects: tuple[str, ...]) -> Iterator[Ruling]:
    """On the table and not pinned. Only what forbids it."""
    stand = battle.scene.model(id)
    if not stand.on_table:
        yield Ruling(RULE, False, "on-table", evidence=(Fact(stand.place, stand.id),), subjects=subjects, source=SOURCE)
        return
    if stand_state(battle, stand.id).engaged:
        evidence = (Fact("engaged", stand.id),)
        yield Ruling(RULE, False, "own-choice", evidence=evidence, subjects=subjects, source=SOURCE)
    holders = pinned_by(battle, stand)
    if holders:
        touching = gap(stand.footprint, holders[0].footprint, ends=(stand.id, holders[0].id))
        yield Ruling(RULE, False, "pinned", evidence=(touching,), subjects=subjects, source=SOURCE)


def may_fire(battle: NetepicBattle, aim: Aim) -> Iterator[Ruling]:
    """On the table, not pinned, at an enemy. Only what forbids it."""
    subjects = (aim.stand, aim.target)
    yield from able_to_fire(battle, aim.stand, subjects)
    if not battle.scene.model(aim.stand).on_table:
        return
    target = aim.target if aim.target in battle.scene.units else battle.scene.model(aim.target).unit
    if battle.scene.unit(target).side == battle.scene.side_of[aim.stand]:
        yield Ruling(RULE, False, "friend", evidence=(Fact("friend", target),), subjects=subjects, source=SOURCE)
    if not any(one.on_table for one in _targets(battle, aim)):
        yield Ruling(
            RULE, False, "on-table", evidence=(Fact("off-table", aim.target),), subjects=subjects, source=SOURCE
        )


def _targets(battle: NetepicBattle, aim: Aim) -> tuple[Model, ...]:
    if aim.target in battle.scene.units:
        return battle.scene.standing(aim.target)
    return (battle.scene.model(aim.target),)


def _spread(
    battle: NetepicBattle, aim: Aim, weapon: Weapon, lookout: Lookout, again: tuple[int, ...], aimed: dict[str, int]
) -> Iterator[ShotSpec]:
    """The dice of one weapon over a detachment: each at the stand that fewest are aimed at, then at the nearest.

    Where no stand can be hit, one shot at the nearest says why.
    """
    stands, shooter = _targets(battle, aim), battle.scene.model(aim.stand)
    gaps = {stand.id: stand_gap(battle.options, shooter, stand) for stand in stands}
    away = {id: measured.value for id, measured in gaps.items()}
    # nothing is asked of those out of range, but for the nearest where all are
    reached = [id for id, measured in gaps.items() if measured.within(weapon.range)]
    compiled: dict[str, ShotSpec] = {}
    dice: dict[str, int] = {}
    for _ in range(weapon.dice):
        in_turn = sorted(reached, key=lambda target: (aimed.get(target, 0), away[target], target))
        for id in in_turn:
            if id not in compiled:
                asked = FireQuestion(battle, aim.stand, weapon, id)
                compiled[id] = compile_shot(asked, 1, lookout, again=again)
            if compiled[id].possible:
                aimed[id] = aimed.get(id, 0) + 1
                dice[id] = dice.get(id, 0) + 1
                break
    if not dice:
        nearest = min(away, key=lambda target: (away[target], target))
        asked = FireQuestion(battle, aim.stand, weapon, nearest)
        why = compiled.get(nearest) or compile_shot(asked, 1, lookout, again=again)
        yield with_dice(why, weapon.dice)
    for id, count in dice.items():
        yield with_dice(compiled[id], count)


def weapon_of(battle: NetepicBattle, stand: str, weapon: str) -> Weapon:
    """The weapon of that name of a stand that has it."""
    return next(mine for mine in profile_of(battle, stand).weapons if mine.id == weapon)


def armed(battle: NetepicBattle, action: Shoot) -> list[Armed]:
    return [(aim.stand, weapon_of(battle, aim.stand, aim.weapon)) for aim in action.aims]
