"""Shooting: who may, at whom, with what; all weapons and targets are settled before any die is rolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from battlesim.engine.hooks import collect
from battlesim.engine.remembered import settled
from battlesim.engine.story import Story
from battlesim.geometry.footprint import Pose
from battlesim.model.ruling import Count, Evidence, Fact, Modifier, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.replay.timeline import ActionTaken
from battlesim.rules.wh40k.attack_hooks import FiresBlind, HidesFromBlindFire
from battlesim.rules.wh40k.attacks import carry_out, constraints, spend
from battlesim.rules.wh40k.combine import by_rule
from battlesim.rules.wh40k.compile import batched, compiled
from battlesim.rules.wh40k.deck import Deck, deck_rulings, lend, lent_weapons
from battlesim.rules.wh40k.engagement import engaged_with, unit_engaged
from battlesim.rules.wh40k.field import (
    BIG,
    Field,
    has_keyword,
    nearest_of,
    side_of,
    standing,
    unit_has_keyword,
    weapons_of,
)
from battlesim.rules.wh40k.profiles import Weapon
from battlesim.rules.wh40k.ranges import SHOOTING, in_range
from battlesim.rules.wh40k.shooting_types import (
    SNAP_SHOOTING,
    about_engagement,
    chooses_kind,
    eligible,
    is_close,
    opens,
    shooting_type,
    usable,
)
from battlesim.rules.wh40k.sighting import visibility
from battlesim.rules.wh40k.situations import Attack, AttackType
from battlesim.rules.wh40k.spec import AttackSpec
from battlesim.rules.wh40k.state import UnitState
from battlesim.units import inches

_SNAP: Final = inches(24)
_TARGETS: Final = "core rules 04.02"


@dataclass(frozen=True, slots=True)
class Volley:
    """Some weapons of a unit at one target. No ``weapons``, no ``models``: all that can.

    Weapons are named by their ids or their names in any language. What is named must be able to attack; of what is not
    named, that which is out of range or cannot see the target is left out. ``attacks`` are those of each melee weapon
    that go to this target, where its attacks are split.
    """

    target: str
    weapons: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    attacks: int | None = None


@dataclass(frozen=True, slots=True)
class Shoot:
    """A unit shoots. A weapon goes to the first volley that wants it.

    ``kind`` is the type of shooting where the unit chooses it: indirect, or snap; else its situation decides.
    ``landings`` are the places that passengers choose who have to get out of what is destroyed. ``deck`` are the weapons
    that those aboard lend a transport.
    """

    unit: str
    volleys: tuple[Volley, ...]
    kind: Literal["", "indirect", "snap"] = ""
    landings: tuple[tuple[str, Pose], ...] = ()
    deck: Deck = ()

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken(
            "snap-shoot" if self.kind == "snap" else "shoot",
            (self.unit,),
            tuple(dict.fromkeys(volley.target for volley in self.volleys)),
        )


class Aim(Struct, frozen=True, dict=True):
    """One weapon at one target, with the rulings that decide whether it may be."""

    attack: Attack
    rulings: tuple[Ruling, ...]

    @property
    def legal(self) -> bool:
        """Whether all of them hold."""
        return all(ruling.holds for ruling in self.rulings)


def legal(field: Field, action: Shoot) -> tuple[Ruling, ...]:
    """May the unit shoot, each target be shot, and each weapon reach and see its target?"""
    kind: AttackType = action.kind or shooting_type(field, action.unit)
    rulings = [*eligible(field, action.unit, kind), *deck_rulings(field, action.unit, action.deck)]
    if kind == "snap":
        rulings += _snap_rulings(field, action)
    if not all(ruling.holds for ruling in rulings):
        return tuple(rulings)
    for volley, aims in aimed(field, action, kind):
        on_target = tuple(target_rulings(field, action.unit, volley.target, kind))
        rulings += on_target
        if not all(ruling.holds for ruling in on_target):
            continue
        named = bool(volley.weapons or volley.models)
        wanted = [aim for aim in aims if aim.legal] if not named else aims
        rulings += _decisive(wanted or aims)
        idle = idle_weapons(field, action.unit, volley, aims)
        if idle or not aims:
            rulings.append(no_weapon(SHOOTING, action.unit, volley.target, idle))
    return tuple(rulings)


def resolve(field: Field, action: Shoot, story: Story) -> None:
    """Settle every attack, then roll them batch by batch."""
    for _, aims in aimed(field, action, action.kind or shooting_type(field, action.unit)):
        for ruling in by_rule(r for aim in aims if not aim.legal for r in aim.rulings if not r.holds):
            story.rule(ruling)
    attacks = chosen(field, action)
    specs = [compiled(attack, circumstances=_circumstances(attack)) for attack in attacks]
    story.tell(*UnitState.marks(action.unit, shot=True))
    lend(field, story, action.deck)
    spend(story, field, attacks)
    carry_out(story, field, action.unit, specs)


def specs_of(field: Field, action: Shoot) -> tuple[AttackSpec, ...]:
    """What the unit would roll: for whoever works out chances."""
    attacks = chosen(field, action)
    return batched(compiled(attack, circumstances=_circumstances(attack)) for attack in attacks)


def chosen(field: Field, action: Shoot) -> tuple[Attack, ...]:
    """The attacks that the unit may make of those it wants."""
    kind: AttackType = action.kind or shooting_type(field, action.unit)
    return tuple(aim.attack for _, aims in aimed(field, action, kind) for aim in aims if aim.legal)


def aimed(field: Field, action: Shoot, kind: AttackType) -> tuple[tuple[Volley, tuple[Aim, ...]], ...]:
    """For each volley its weapons with their rulings; each weapon, and each of a weapon's profiles, once."""
    return settled(field, (action, kind), lambda: _aimed(field, action, kind))


def _aimed(field: Field, action: Shoot, kind: AttackType) -> tuple[tuple[Volley, tuple[Aim, ...]], ...]:
    taken: set[tuple[str, str]] = set()
    kinds: dict[str, bool] = {}
    found = []
    for volley in action.volleys:
        aims: list[Aim] = []
        for model in field.scene.standing(action.unit):
            if volley.models and model.id not in volley.models:
                continue
            carried = (*weapons_of(field, model.id), *lent_weapons(field, model.id, action.deck))
            ranged = tuple(weapon for weapon in carried if not weapon.melee)
            if volley.weapons:
                ranged = weapons_named(ranged, volley.weapons)
            weapons = usable(field, model, kind, ranged)
            either = weapons and chooses_kind(field, model, kind)
            if either:
                # what the model was first wanted for settles whether it uses its close-quarters weapons or its others
                close = kinds.setdefault(model.id, is_close(weapons[0]))
                weapons = tuple(weapon for weapon in weapons if is_close(weapon) == close)
            profiles: dict[str, list[Aim]] = {}
            for weapon in weapons:
                alone = either and not is_close(weapon) and field.options.one_other_weapon
                use = "other" if alone else weapon.group or weapon.id
                if (model.id, use) not in taken:
                    profiles.setdefault(use, []).append(_aim(field, model, weapon, volley.target, kind))
            taken.update((model.id, used) for used in profiles)
            aims += [first_legal(of_one) for of_one in profiles.values()]
        found.append((volley, tuple(aims)))
    return tuple(found)


def first_legal(profiles: Sequence[Aim]) -> Aim:
    """The first profile of a weapon that may be used against the target, or else the first."""
    return next((aim for aim in profiles if aim.legal), profiles[0])


def target_rulings(field: Field, unit: str, target: str, kind: AttackType) -> Iterator[Ruling]:
    """May the unit choose that target at all?"""
    subjects = unit, target
    enemy = side_of(field, target) != side_of(field, unit)
    evidence = (Fact("enemy" if enemy else "friend", target),)
    yield Ruling(SHOOTING, enemy, "enemy", evidence=evidence, subjects=subjects, source=_TARGETS)
    there = field.scene.standing(target)
    found = (Count("models", len(there)),)
    yield Ruling(SHOOTING, bool(there), "target-on-table", evidence=found, subjects=subjects, source=_TARGETS)
    if not enemy or not there:
        return
    engaged = unit_engaged(field, target)
    big = unit_has_keyword(field, target, BIG)
    if kind == "close-quarters":
        mine = engaged_with(field, unit, target)
        allowed = mine.holds or (unit_has_keyword(field, unit, BIG) and (big or not engaged.holds))
        yield about_engagement("engaged-with-target", allowed, mine, subjects)
    else:
        yield about_engagement("target-unengaged", big or not engaged.holds, engaged, subjects)


def weapons_named(weapons: Sequence[Weapon], names: Sequence[str]) -> tuple[Weapon, ...]:
    """The weapons that the names mean: by id or by name in any language, whatever the capitals."""
    wanted = {name.casefold() for name in names}
    return tuple(w for w in weapons if wanted & {n.casefold() for n in (w.id, w.name.en, w.name.ja, w.name.fr) if n})


def _aim(field: Field, model: Model, weapon: Weapon, target: str, kind: AttackType) -> Aim:
    attack = Attack(field, model.id, weapon, target, kind)
    if not attack.targets:
        return Aim(attack, ())
    rulings = [in_range(attack), *_in_sight(attack), *constraints(attack)]
    if kind == "close-quarters" and not has_keyword(field, model.id, BIG):
        mine = engaged_with(field, attack.unit, target)
        rulings.append(about_engagement("engaged-with-target", mine.holds, mine, (model.id, target)))
    return Aim(attack, tuple(rulings))


def _in_sight(attack: Attack) -> tuple[Ruling, ...]:
    """The rulings about sight; of a weapon that needs none, those of whom it may be aimed at all the same."""
    blind = (rule.on_unseen(attack) for rule in collect(FiresBlind, attack.weapon.abilities))
    permitted = next((ruling for ruling in blind if ruling is not None and ruling.holds), None)
    if permitted is None:
        return visibility(attack.sighting)
    hidden = (rule.on_indirect(attack.sighting) for rule in collect(HidesFromBlindFire, attack.target_rules))
    return permitted, *(ruling for ruling in hidden if ruling is not None)


def _snap_rulings(field: Field, action: Shoot) -> Iterator[Ruling]:
    """Snap shooting is at one unit within 24 inches (inclusive)."""
    targets = tuple(dict.fromkeys(volley.target for volley in action.volleys))
    one = (Count("targets", len(targets), 1),)
    subjects, source = (action.unit,), "core rules 15.09"
    yield Ruling(SNAP_SHOOTING, len(targets) == 1, "one-target", evidence=one, subjects=subjects, source=source)
    ours = standing(field, action.unit)
    for target in targets:
        theirs = standing(field, target)
        if ours and theirs:
            near = nearest_of(ours, theirs)
            yield ruled(
                SNAP_SHOOTING, near, "within", _SNAP, clause="distance", subjects=(action.unit, target), source=source
            )


def _circumstances(attack: Attack) -> tuple[Modifier, ...]:
    """-1 to hit for a monster or vehicle that shoots engaged, and for whoever shoots an engaged one; close-quarters
    weapons of models whose unit is engaged with the target are free of it."""
    field, target = attack.field, attack.target
    mine = engaged_with(field, attack.unit, target)
    if mine.holds and opens(attack.weapon, "close-quarters") is not None:
        return ()
    shooter = unit_engaged(field, attack.unit) if attack.kind == "close-quarters" else None
    shot = unit_engaged(field, target)
    engaged = shooter if shooter is not None and shooter.holds else shot if shot.holds else None
    if engaged is None:
        return ()
    ruling = replace(engaged, rule=SHOOTING, clause="worse-aim", parts=(engaged,))
    return (Modifier(SHOOTING, "subtract", 1, ruling),)


def _decisive(aims: Sequence[Aim]) -> tuple[Ruling, ...]:
    return by_rule(ruling for aim in aims for ruling in aim.rulings)


def idle_weapons(field: Field, unit: str, volley: Volley, aims: Sequence[Aim]) -> tuple[str, ...]:
    """The weapons named that no model uses: not in this way, not beside its other weapons, or not at all.

    Of several profiles of one weapon, one in use is enough.
    """
    used = [aim.attack.weapon for aim in aims]
    groups = {weapon.group for weapon in used if weapon.group}
    carried = (weapon for model in field.scene.standing(unit) for weapon in weapons_of(field, model.id))
    used += [weapon for weapon in carried if weapon.group in groups]
    return tuple(name for name in volley.weapons if not weapons_named(used, (name,)))


def no_weapon(rule: str, unit: str, target: str, named: Sequence[str]) -> Ruling:
    """The refusal: no weapon for it, or not those named."""
    evidence: tuple[Evidence, ...] = (Count("weapons", 0), *(Fact(name, unit) for name in named))
    source = "core rules 04.01"
    return Ruling(rule, False, "weapon", evidence=evidence, subjects=(unit, target), source=source)
