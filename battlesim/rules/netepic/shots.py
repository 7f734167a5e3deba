"""One stand fires one weapon at one target: compiled, with every modifier, before a die is rolled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from battlesim.engine.hooks import collect
from battlesim.model.ruling import Count, Fact, Ledger, Modifier, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.netepic.fire_hooks import (
    HidesFromFire,
    IgnoresShields,
    ModifiesDamage,
    ModifiesSave,
    ReducesCover,
    RerollsMisses,
    RerollsSaves,
    WaivesInterception,
)
from battlesim.rules.netepic.flanks import flank_modifier
from battlesim.rules.netepic.hooks import BarsTarget, FireMode, FireQuestion, ModifiesToHit, OverridesCover
from battlesim.rules.netepic.ledgers import ledger
from battlesim.rules.netepic.measuring import stand_gap
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.profiles import Profile, Weapon, profile_of
from battlesim.rules.netepic.sighting import Lookout, in_arc
from battlesim.rules.netepic.table import opponents
from battlesim.rules.netepic.terrain import cover_modifier, cover_of
from battlesim.units import ZERO

RANGE_RULE: Final = "netepic.range"
TO_HIT_RULE: Final = "netepic.to-hit"
SAVE_RULE: Final = "netepic.saves"
INTERCEPTION_RULE: Final = "netepic.interception"
SOURCE: Final = "NetEpic (FR), shooting"
INTERCEPTION_PENALTY: Final = 1
ENGAGED_RULE: Final = "netepic.shooting"
ENGAGED_PENALTY: Final = 1
INTO_ASSAULT_RULE: Final = "netepic.fire-into-assault"
INTO_ASSAULT_PENALTY: Final = 1
UNIMPRESSED: Final = 3
"""By how many classes a stand must be above all its opponents to shoot as if they were not there."""
MOST_TO_HIT: Final = 9
"""The highest number that a 6 and a second die can make: 6 and then 6."""


@dataclass(frozen=True, slots=True)
class ShotSpec:
    """A shot ready to be rolled: ``dice`` dice, each against ``steps`` one after another (a 7+ is 6, then 4).

    ``save`` is the number that the target needs, None where it has no save or cannot make it. ``again`` are the faces
    that are rolled once more. ``rulings`` say whether it can be fired at all.

    ``misses`` says why every miss is rolled once more, ``save_again`` why failed saves are, ``passes`` why shields do not
    take it. A failed save costs ``damage`` wounds. A shot that first must make out its target does so on ``spotted_on``.
    One that misses may hit a ``neighbour`` instead.
    """

    shooter: str
    target: str
    weapon: Weapon
    dice: int
    to_hit: Ledger
    steps: tuple[int, ...]
    always: tuple[int, ...]
    again: tuple[int, ...]
    save_ledger: Ledger
    save: int | None
    rulings: tuple[Ruling, ...]
    misses: Ruling | None = None
    save_again: Ruling | None = None
    passes: Ruling | None = None
    damage: int = 1
    spotted_on: int | None = None
    neighbour: ShotSpec | None = None

    @property
    def possible(self) -> bool:
        """In range, arc and sight, of use against the target, and able to hit."""
        return all(ruling.holds for ruling in self.rulings)


def compile_shot(asked: FireQuestion, dice: int, lookout: Lookout, *, again: tuple[int, ...] = ()) -> ShotSpec:
    """The shot with its rulings (range, arc, sight, what the weapon can harm) and both numbers needed."""
    into = friends_in_contact(asked)
    shot = compile_hit(asked, dice, (*_geometry(asked, lookout), *_into_assault(asked, into)), again=again)
    if into and asked.battle.options.fire_into_assault == "risky":
        stray = replace(asked, target=into[0].id)
        return replace(shot, neighbour=compile_hit(stray, 1, ()))
    return shot


def compile_hit(asked: FireQuestion, dice: int, rulings: Sequence[Ruling], *, again: tuple[int, ...] = ()) -> ShotSpec:
    """The shot with both numbers needed, once where everything stands is settled by the rulings."""
    battle, target = asked.battle, profile_of(asked.battle, asked.target)
    to_hit = ledger("to-hit", asked.weapon.to_hit, _to_hit_modifiers(asked))
    steps, always = steps_to_hit(battle.options, to_hit.result)
    saves = save_ledger(target, asked.weapon, more=save_modifiers(asked))
    reachable = _can_be_made(asked, to_hit.result, steps)
    hiding = [found for rule in collect(HidesFromFire, target.abilities) if (found := rule.on_aim(asked))]
    more: list[int] = [rule.on_damage(asked) for rule in collect(ModifiesDamage, asked.weapon.abilities)]
    seen = [found.ruling for found in hiding if not asked.template]
    needs = saves.result if saves.result <= 6 else None
    return ShotSpec(
        asked.shooter,
        asked.target,
        asked.weapon,
        dice,
        to_hit,
        steps,
        always,
        again,
        saves,
        needs,
        (*rulings, *_barred(asked), *seen, *((reachable,) if reachable else ())),
        _first_that_holds(rule.on_misses(asked) for rule in collect(RerollsMisses, _shooting_abilities(asked))),
        _first_that_holds(rule.on_failed_save(asked) for rule in collect(RerollsSaves, target.abilities)),
        _first_that_holds(rule.on_shielded(asked) for rule in collect(IgnoresShields, asked.weapon.abilities)),
        1 + sum(more),
        next((found.spotted_on for found in hiding if found.spotted_on and not asked.template), None),
    )


def with_dice(shot: ShotSpec, dice: int) -> ShotSpec:
    """The same shot with another number of dice."""
    return replace(shot, dice=dice)


def steps_to_hit(options: Options, needed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What is rolled for a number to hit, and the faces that hit whatever it is. No steps: it cannot be made.

    >>> steps_to_hit(Options(), 7)
    ((6, 4), ())
    """
    always = (6,) if options.natural_six_hits else ()
    if needed <= 6 or always:
        return (needed,), always
    if options.seven_plus == "never" or needed > MOST_TO_HIT:
        return (), always
    return (6, needed - 3), always


def save_ledger(profile: Profile, weapon: Weapon, *, more: Iterable[Modifier] = ()) -> Ledger:
    """The save that the weapon leaves: armour made worse by PA, or the fixed save where that is better.

    ``more`` are what sides and abilities change: additions to armour, further fixed saves as caps. A result above 6 is
    no save.
    """
    save, none = profile.save, 7
    start = none if save.armour is None else save.armour
    modifiers, caps = list[Modifier](), list[Modifier]()
    if save.armour is not None and weapon.pa:
        modifiers.append(
            Modifier(
                SAVE_RULE,
                "add",
                -weapon.pa,
                Ruling(SAVE_RULE, True, "pa", evidence=(Count("pa", weapon.pa),), source=SOURCE),
            )
        )
    for modifier in more:
        if modifier.operation == "cap":
            caps.append(modifier)
        elif save.armour is not None:
            modifiers.append(modifier)
    armour = ledger("save", start, modifiers).result
    if save.fixed is not None:
        fixed = Ruling(SAVE_RULE, True, "fixed", evidence=(Count("fixed-save", save.fixed),), source=SOURCE)
        caps.insert(0, Modifier(SAVE_RULE, "cap", save.fixed, fixed))
    for cap in caps:
        better = cap.amount < armour
        modifiers.append(structs.replace(cap, applies=cap.applies and better))
        armour = cap.amount if better else armour
    return ledger("save", start, modifiers)


def save_modifiers(asked: FireQuestion) -> Iterator[Modifier]:
    """What the side from which the shot comes and the target's abilities change in its save."""
    flank = flank_modifier(asked)
    if flank is not None:
        yield flank
    for rule in collect(ModifiesSave, profile_of(asked.battle, asked.target).abilities):
        modifier = rule.on_save(asked)
        if modifier is not None:
            yield modifier


def in_range(asked: FireQuestion) -> Ruling:
    """The distance against the weapon's range: inclusive."""
    battle, subjects = asked.battle, (asked.shooter, asked.target)
    measured = stand_gap(battle.options, battle.scene.model(asked.shooter), battle.scene.model(asked.target))
    return ruled(RANGE_RULE, measured, "within", asked.weapon.range, clause="range", subjects=subjects, source=SOURCE)


def not_too_near(asked: FireQuestion) -> Ruling:
    """The distance against the weapon's least range: inclusive."""
    battle, subjects = asked.battle, (asked.shooter, asked.target)
    measured = stand_gap(battle.options, battle.scene.model(asked.shooter), battle.scene.model(asked.target))
    holds = not measured.short_of(asked.weapon.minimum)
    return Ruling(RANGE_RULE, holds, "minimum", asked.weapon.minimum, None, (measured,), subjects, SOURCE)


def friends_in_contact(asked: FireQuestion) -> tuple[Model, ...]:
    """The shooter's friends, itself left out, that fight the target hand to hand."""
    battle = asked.battle
    if asked.mode != "shooting" or asked.template or battle.options.fire_into_assault == "free":
        return ()
    side = battle.scene.side_of[asked.shooter]
    against = opponents(battle, battle.scene.model(asked.target))
    if any(other.id == asked.shooter for other in against):
        return ()
    return tuple(other for other in against if battle.scene.side_of[other.id] == side)


def _into_assault(asked: FireQuestion, friends: tuple[Model, ...]) -> Iterator[Ruling]:
    if friends and asked.battle.options.fire_into_assault == "forbidden":
        yield into_assault(asked, friends, holds=False)


def into_assault(asked: FireQuestion, friends: tuple[Model, ...], *, holds: bool = True) -> Ruling:
    """That this is fire at a stand which friends fight hand to hand."""
    evidence = (Fact("engaged", asked.target),)
    subjects = (asked.target, *(friend.id for friend in friends))
    return Ruling(INTO_ASSAULT_RULE, holds, "engaged", evidence=evidence, subjects=subjects, source=SOURCE)


def _shooting_abilities(asked: FireQuestion) -> tuple[object, ...]:
    return (*asked.weapon.abilities, *profile_of(asked.battle, asked.shooter).abilities)


def _first_that_holds(rulings: Iterable[Ruling]) -> Ruling | None:
    return next((ruling for ruling in rulings if ruling.holds), None)


def _geometry(asked: FireQuestion, lookout: Lookout) -> Iterator[Ruling]:
    near = in_range(asked)
    yield near
    if near.holds and asked.weapon.minimum > ZERO:
        yield not_too_near(asked)
    if not near.holds:
        # the dearest questions are not asked of what is out of range or arc
        return
    arc = in_arc(asked.battle, asked.shooter, asked.weapon, asked.target)
    yield arc
    if arc.holds:
        yield lookout.sees(asked.shooter, asked.target)


def _barred(asked: FireQuestion) -> Iterator[Ruling]:
    for rule in collect(BarsTarget, asked.weapon.abilities):
        ruling = rule.on_target(asked)
        if ruling is not None:
            yield ruling


def _can_be_made(asked: FireQuestion, needed: int, steps: tuple[int, ...]) -> Ruling | None:
    if steps:
        return None
    evidence = (Count("to-hit", needed, 6),)
    subjects = (asked.shooter, asked.target)
    return Ruling(TO_HIT_RULE, False, "impossible", evidence=evidence, subjects=subjects, source=SOURCE)


def _to_hit_modifiers(asked: FireQuestion) -> Iterator[Modifier]:
    yield from _cover(asked)
    if asked.mode == "interception":
        yield _interception(asked)
    yield from _engaged(asked)
    friends = friends_in_contact(asked)
    if friends:
        yield Modifier(INTO_ASSAULT_RULE, "add", INTO_ASSAULT_PENALTY, into_assault(asked, friends))
    sources = (*_shooting_abilities(asked), *profile_of(asked.battle, asked.target).abilities)
    for rule in collect(ModifiesToHit, tuple(dict.fromkeys(sources))):
        modifier = rule.on_to_hit(asked)
        if modifier is not None:
            yield modifier


def _engaged(asked: FireQuestion) -> Iterator[Modifier]:
    """Shooting from an assault that does not pin the shooter is harder."""
    if asked.mode != "shooting":
        return
    battle = asked.battle
    against = opponents(battle, battle.scene.model(asked.shooter))
    mine = profile_of(battle, asked.shooter).blocking_class
    highest = max((profile_of(battle, other.id).blocking_class for other in against), default=None)
    if highest is not None and mine < highest + UNIMPRESSED:
        evidence = (Fact("engaged", asked.shooter),)
        subjects = (asked.shooter, *(other.id for other in against))
        ruling = Ruling(ENGAGED_RULE, True, "engaged", evidence=evidence, subjects=subjects, source=SOURCE)
        yield Modifier(ENGAGED_RULE, "add", ENGAGED_PENALTY, ruling)


def _interception(asked: FireQuestion) -> Modifier:
    """The penalty of fire at an enemy on the move; kept for the record where an ability waives it."""
    waived = _first_that_holds(
        rule.on_interception(asked) for rule in collect(WaivesInterception, _shooting_abilities(asked))
    )
    ruling = waived or interception_ruling(asked.shooter, asked.target)
    return Modifier(INTERCEPTION_RULE, "add", INTERCEPTION_PENALTY, ruling, applies=waived is None)


def _cover(asked: FireQuestion) -> Iterator[Modifier]:
    cover, ruling = cover_of(asked.battle, asked.battle.scene.model(asked.target))
    modifier = cover_modifier(asked.battle.options, cover, ruling)
    if modifier is None:
        return
    for rule in collect(OverridesCover, asked.weapon.abilities):
        overriding = rule.on_cover(asked)
        if overriding is not None and overriding.holds:
            yield Modifier(modifier.rule, modifier.operation, modifier.amount, overriding, applies=False)
            return
    yield modifier
    for reducing in collect(ReducesCover, asked.weapon.abilities):
        yield reducing.on_cover_penalty(asked, modifier.amount)


def interception_ruling(shooter: str, target: str, mode: FireMode = "interception") -> Ruling:
    """That this is fire at an enemy on the move."""
    return Ruling(
        INTERCEPTION_RULE, True, "penalty", evidence=(Fact(mode, target),), subjects=(shooter, target), source=SOURCE
    )
