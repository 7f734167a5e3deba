"""Buildings under fire: hits, saves on the sum of dice, structure points, and what is left of those inside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.measure import gap_to
from battlesim.model.battlefield import Feature
from battlesim.model.event import Destroyed, TerrainDamaged
from battlesim.model.ruling import Count, Fact, Ledger, Modifier, Ruling, ruled
from battlesim.rules.netepic.actions import Bombard
from battlesim.rules.netepic.activation import may_fight_now, shoots
from battlesim.rules.netepic.armament import arms_allowed, use_up
from battlesim.rules.netepic.fire_hooks import DamagesBuildings
from battlesim.rules.netepic.going import inside
from battlesim.rules.netepic.ledgers import ledger
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.profiles import ALL_ROUND, NetepicBattle, Weapon
from battlesim.rules.netepic.shooting import able_to_fire, order_shoots, weapon_of
from battlesim.rules.netepic.sighting import Lookout, arc_of, lookout_over, wedge_at
from battlesim.rules.netepic.table import now, unit_state
from battlesim.units import ZERO

RULE: Final = "netepic.structures"
SOURCE: Final = "NetEpic (FR), buildings"
RUIN: Final = "ruin"
BUNKER_SAVE: Final = 3
BUNKER_POINTS: Final = 3


def structure_of(options: Options, feature: Feature) -> tuple[int, int] | None:
    """Structure points and save of a piece of terrain; None for what is no building (any more)."""
    if feature.category == "building":
        return options.building_points, options.building_save
    return (BUNKER_POINTS, BUNKER_SAVE) if feature.category == "bunker" else None


def building(battle: NetepicBattle, id: str) -> Feature | None:
    """The feature of that id, if there is one."""
    return next((feature for feature in battle.scene.battlefield.features if feature.id == id), None)


def damaging(weapon: Weapon) -> DamagesBuildings | None:
    """The ability by which a weapon harms buildings, if it has one."""
    rules = collect(DamagesBuildings, weapon.abilities)
    return rules[0] if rules else None


def legal(battle: NetepicBattle, action: Bombard) -> tuple[Ruling, ...]:
    """Activation and order, a building, weapons that harm buildings, each in range, arc and sight."""
    rulings = [*may_fight_now(battle, action.unit, done=unit_state(battle, action.unit).shot)]
    rulings.append(order_shoots(battle, action.unit))
    target = building(battle, action.terrain)
    stands = target is not None and structure_of(battle.options, target) is not None
    evidence = (Fact(target.category if target else "no-building", action.terrain),)
    rulings.append(Ruling(RULE, stands, "building", None, None, evidence, (action.terrain,), SOURCE))
    fired = [(stand, weapon_of(battle, stand, weapon)) for stand, weapon in action.shots]
    rulings += arms_allowed(battle, fired)
    for stand, weapon in fired:
        rulings += able_to_fire(battle, stand, (stand, action.terrain))
        if damaging(weapon) is None:
            evidence = (Fact("harmless", weapon.id),)
            rulings.append(Ruling(RULE, False, "weapon", None, None, evidence, (stand, action.terrain), SOURCE))
    if all(ruling.holds for ruling in rulings) and target is not None:
        lookout = lookout_over(battle)
        for stand, weapon in fired:
            rulings += _reached(battle, stand, weapon, target, lookout)
    return tuple(rulings)


def resolve(battle: NetepicBattle, action: Bombard, story: Story) -> None:
    """To hit, easier than a stand; then the building saves for each hit, and may fall."""
    shoots(battle, action.unit, story)
    fired = [(stand, weapon_of(battle, stand, weapon)) for stand, weapon in action.shots]
    use_up(battle, fired, story)
    for stand, weapon in fired:
        evidence = (Fact("building", action.terrain),)
        easier = Ruling(RULE, True, "easy", None, None, evidence, (stand, action.terrain), SOURCE)
        needs = ledger("to-hit", weapon.to_hit, [Modifier(RULE, "subtract", battle.options.building_to_hit, easier)])
        made = story.roll(
            "hit",
            weapon.dice,
            target=max(needs.result, 1),
            subject=stand,
            against=action.terrain,
            ledgers=(needs,),
        )
        batter(now(battle, story), weapon, action.terrain, len(made.successes), story)


def batter(battle: NetepicBattle, weapon: Weapon, id: str, hits: int, story: Story) -> None:
    """The building saves against each hit of a weapon that harms buildings, until it has fallen."""
    rule = damaging(weapon)
    for _ in range(hits if rule is not None else 0):
        target = building(now(battle, story), id)
        structure = None if target is None else structure_of(battle.options, target)
        if rule is None or target is None or structure is None:
            return
        points, save = structure
        pa, at_once = rule.on_building()
        harder = Ruling(getattr(rule, "rule", RULE), True, "save", None, None, (Fact("pa", weapon.id),), (id,), SOURCE)
        needs = ledger("structure-save", save, [Modifier(harder.rule, "add", -pa, harder)] if pa else [])
        made = story.roll("structure", battle.options.building_dice, subject=id, ledgers=(needs,))
        total = sum(made.faces)
        saved = total >= needs.result
        evidence = (Count("structure-total", total, needs.result),)
        story.rule(Ruling(RULE, saved, "save", None, None, evidence, (id,), SOURCE))
        if saved:
            continue
        damage = points if at_once else target.damage + 1
        left = max(points - damage, 0)
        if left:
            story.tell(TerrainDamaged(id, damage, left, rule=harder.rule))
            continue
        story.tell(TerrainDamaged(id, damage, 0, RUIN, harder.rule))
        _bury(battle, target, needs, story)


def _bury(battle: NetepicBattle, target: Feature, save: Ledger, story: Story) -> None:
    """Everybody inside rolls to get out, harder by the PA that brought it down; they stand in the ruin then."""
    worse = save.result - save.start if battle.options.exit_worsened_by_pa else 0
    needed = battle.options.exit_roll + worse
    for stand in inside(now(battle, story), target):
        made = story.roll("escape", 1, target=needed, subject=stand.id)
        if not made.successes:
            story.tell(Destroyed(stand.id, RULE))


def _reached(battle: NetepicBattle, stand: str, weapon: Weapon, target: Feature, lookout: Lookout) -> Iterator[Ruling]:
    """Range to the nearest part of the building, arc and sight."""
    me = battle.scene.model(stand).footprint
    near, subjects = gap_to(me, target.shape, ends=(stand, target.id)), (stand, target.id)
    yield ruled(RULE, near, "within", weapon.range, clause="range", subjects=subjects, source=SOURCE)
    degrees = arc_of(battle, stand, weapon)
    if degrees < ALL_ROUND:
        outside = gap_to(wedge_at(me.pose, degrees), target.shape, ends=subjects)
        yield Ruling(RULE, outside.within(ZERO), "arc", ZERO, "within", (outside,), subjects, SOURCE)
    if near.within(weapon.range):
        yield lookout.sees_spot(stand, (near.b.x, near.b.y), name=target.id)
