"""One stand fires one weapon at one target: compiled, with every modifier, before a die is rolled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.model.ruling import Count, Fact, Ledger, Modifier, Ruling, ruled
from battlesim.rules.netepic.hooks import BarsTarget, FireMode, FireQuestion, ModifiesToHit, OverridesCover
from battlesim.rules.netepic.ledgers import ledger
from battlesim.rules.netepic.measuring import stand_gap
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.profiles import Profile, Weapon, profile_of
from battlesim.rules.netepic.sighting import Lookout, in_arc
from battlesim.rules.netepic.table import opponents
from battlesim.rules.netepic.terrain import cover_modifier, cover_of

RANGE_RULE: Final = "netepic.range"
TO_HIT_RULE: Final = "netepic.to-hit"
SAVE_RULE: Final = "netepic.saves"
INTERCEPTION_RULE: Final = "netepic.interception"
SOURCE: Final = "NetEpic (FR), shooting"
INTERCEPTION_PENALTY: Final = 1
ENGAGED_RULE: Final = "netepic.shooting"
ENGAGED_PENALTY: Final = 1
UNIMPRESSED: Final = 3
"""By how many classes a stand must be above all its opponents to shoot as if they were not there."""
MOST_TO_HIT: Final = 9
"""The highest number that a 6 and a second die can make: 6 and then 6."""


@dataclass(frozen=True, slots=True)
class ShotSpec:
    """A shot ready to be rolled: ``dice`` dice, each against ``steps`` one after another (a 7+ is 6, then 4).

    ``save`` is the number that the target needs, None where it has no save or cannot make it. ``again`` are the faces
    that are rolled once more. ``rulings`` say whether it can be fired at all.
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

    @property
    def possible(self) -> bool:
        """In range, arc and sight, of use against the target, and able to hit."""
        return all(ruling.holds for ruling in self.rulings)


def compile_shot(asked: FireQuestion, dice: int, lookout: Lookout, *, again: tuple[int, ...] = ()) -> ShotSpec:
    """The shot with its rulings (range, arc, sight, what the weapon can harm) and both numbers needed."""
    battle = asked.battle
    to_hit = ledger("to-hit", asked.weapon.to_hit, _to_hit_modifiers(asked))
    steps, always = steps_to_hit(battle.options, to_hit.result)
    saves = save_ledger(profile_of(battle, asked.target), asked.weapon)
    reachable = _can_be_made(asked, to_hit.result, steps)
    rulings = (*_geometry(asked, lookout), *_barred(asked), *((reachable,) if reachable else ()))
    needs = saves.result if saves.result <= 6 else None
    return ShotSpec(
        asked.shooter, asked.target, asked.weapon, dice, to_hit, steps, always, again, saves, needs, rulings
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


def save_ledger(profile: Profile, weapon: Weapon) -> Ledger:
    """The save that the weapon leaves: armour made worse by PA, or the fixed save where that is better.

    A result above 6 is no save.
    """
    save, none = profile.save, 7
    start = none if save.armour is None else save.armour
    modifiers = []
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
        ruling = Ruling(SAVE_RULE, True, "fixed", source=SOURCE)
        better = save.fixed < start - (weapon.pa if save.armour is not None else 0)
        modifiers.append(Modifier(SAVE_RULE, "cap", save.fixed, ruling, better))
    return ledger("save", start, modifiers)


def in_range(asked: FireQuestion) -> Ruling:
    """The distance against the weapon's range: inclusive."""
    battle, subjects = asked.battle, (asked.shooter, asked.target)
    measured = stand_gap(battle.options, battle.scene.model(asked.shooter), battle.scene.model(asked.target))
    return ruled(RANGE_RULE, measured, "within", asked.weapon.range, clause="range", subjects=subjects, source=SOURCE)


def _geometry(asked: FireQuestion, lookout: Lookout) -> Iterator[Ruling]:
    near = in_range(asked)
    yield near
    if not near.holds:
        # the dearest questions are not asked of what is out of range
        return
    yield in_arc(asked.battle, asked.shooter, asked.weapon, asked.target)
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
    cover = _cover(asked)
    if cover is not None:
        yield cover
    if asked.mode == "interception":
        yield Modifier(INTERCEPTION_RULE, "add", INTERCEPTION_PENALTY, interception_ruling(asked.shooter, asked.target))
    yield from _engaged(asked)
    battle = asked.battle
    sources = (
        *asked.weapon.abilities,
        *profile_of(battle, asked.shooter).abilities,
        *profile_of(battle, asked.target).abilities,
    )
    for rule in collect(ModifiesToHit, sources):
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


def _cover(asked: FireQuestion) -> Modifier | None:
    cover, ruling = cover_of(asked.battle, asked.battle.scene.model(asked.target))
    modifier = cover_modifier(asked.battle.options, cover, ruling)
    if modifier is None:
        return None
    for rule in collect(OverridesCover, asked.weapon.abilities):
        overriding = rule.on_cover(asked)
        if overriding is not None and overriding.holds:
            return Modifier(modifier.rule, modifier.operation, modifier.amount, overriding, applies=False)
    return modifier


def interception_ruling(shooter: str, target: str, mode: FireMode = "interception") -> Ruling:
    """That this is fire at an enemy on the move."""
    return Ruling(INTERCEPTION_RULE, True, "penalty", evidence=(Fact(mode, target),), subjects=(shooter, target))
