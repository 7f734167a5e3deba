"""Shooting: who may, at whom, with what; all weapons and targets are settled before any die is rolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.ruling import Comparison, Count, Evidence, Fact, Modifier, Ruling
from battlesim.model.scene import Model
from battlesim.replay.timeline import ActionTaken
from battlesim.rules.wh40k.combine import by_rule
from battlesim.rules.wh40k.compile import batched, compiled
from battlesim.rules.wh40k.engagement import engaged_with, unit_engaged
from battlesim.rules.wh40k.field import BIG, Field, has_keyword, side_of, state_of, unit_has_keyword, weapons_of
from battlesim.rules.wh40k.hooks import OpensShooting
from battlesim.rules.wh40k.profiles import Weapon
from battlesim.rules.wh40k.ranges import SHOOTING, in_range
from battlesim.rules.wh40k.roll import play
from battlesim.rules.wh40k.sighting import visibility
from battlesim.rules.wh40k.situations import Attack, AttackType
from battlesim.rules.wh40k.spec import AttackSpec
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.turn import in_own_phase


@dataclass(frozen=True, slots=True)
class Volley:
    """Some weapons of a unit at one target. No ``weapons``, no ``models``: all that can.

    Weapons are named by their ids or their names in any language. What is named must be able to attack; of what is not
    named, that which is out of range or cannot see the target is left out.
    """

    target: str
    weapons: tuple[str, ...] = ()
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shoot:
    """A unit shoots. A weapon goes to the first volley that wants it."""

    unit: str
    volleys: tuple[Volley, ...]

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("shoot", (self.unit,), tuple(dict.fromkeys(volley.target for volley in self.volleys)))


@dataclass(frozen=True)
class Aim:
    """One weapon at one target, with the rulings that decide whether it may be."""

    attack: Attack
    rulings: tuple[Ruling, ...]

    @property
    def legal(self) -> bool:
        """Whether all of them hold."""
        return all(ruling.holds for ruling in self.rulings)


def legal(field: Field, action: Shoot) -> tuple[Ruling, ...]:
    """May the unit shoot, each target be shot, and each weapon reach and see its target?"""
    rulings = list(_eligible(field, action))
    if not all(ruling.holds for ruling in rulings):
        return tuple(rulings)
    kind = shooting_type(field, action.unit)
    for volley, aims in aimed(field, action, kind):
        on_target = tuple(target_rulings(field, action.unit, volley.target, kind))
        rulings += on_target
        if not all(ruling.holds for ruling in on_target):
            continue
        named = bool(volley.weapons or volley.models)
        wanted = [aim for aim in aims if aim.legal] if not named else aims
        rulings += _decisive(wanted or aims) if aims else (_no_weapon(action.unit, volley),)
    return tuple(rulings)


def resolve(field: Field, action: Shoot, story: Story) -> None:
    """Settle every attack, then roll them batch by batch."""
    kind = shooting_type(field, action.unit)
    specs: list[AttackSpec] = []
    for _, aims in aimed(field, action, kind):
        for ruling in by_rule(r for aim in aims if not aim.legal for r in aim.rulings if not r.holds):
            story.rule(ruling)
        specs += [compiled(aim.attack, circumstances=_circumstances(aim.attack)) for aim in aims if aim.legal]
    story.tell(*UnitState.marks(action.unit, shot=True))
    for spec in batched(specs):
        play(story, field, spec)


def specs_of(field: Field, action: Shoot) -> tuple[AttackSpec, ...]:
    """What the unit would roll: for whoever works out chances."""
    kind = shooting_type(field, action.unit)
    return batched(
        compiled(aim.attack, circumstances=_circumstances(aim.attack))
        for _, aims in aimed(field, action, kind)
        for aim in aims
        if aim.legal
    )


def shooting_type(field: Field, unit: str) -> AttackType:
    """The type of shooting that the unit's situation leaves it."""
    if unit_engaged(field, unit).holds:
        return "close-quarters"
    return "assault" if state_of(field, unit).moved == "advance" else "normal"


def aimed(field: Field, action: Shoot, kind: AttackType) -> tuple[tuple[Volley, tuple[Aim, ...]], ...]:
    """For each volley its weapons with their rulings; each weapon, and each of a weapon's profiles, once."""
    taken: set[tuple[str, str]] = set()
    found = []
    for volley in action.volleys:
        aims: list[Aim] = []
        for model in field.scene.standing(action.unit):
            if volley.models and model.id not in volley.models:
                continue
            for weapon in _usable(field, model, kind, volley.weapons):
                used = model.id, weapon.group or weapon.id
                if used not in taken:
                    taken.add(used)
                    aims.append(_aim(field, model, weapon, volley.target, kind))
        found.append((volley, tuple(aims)))
    return tuple(found)


def target_rulings(field: Field, unit: str, target: str, kind: AttackType) -> Iterator[Ruling]:
    """May the unit choose that target at all?"""
    subjects = unit, target
    enemy = side_of(field, target) != side_of(field, unit)
    evidence = (Fact("enemy" if enemy else "friend", target),)
    yield Ruling(SHOOTING, enemy, "enemy", evidence=evidence, subjects=subjects)
    standing = field.scene.standing(target)
    yield Ruling(
        SHOOTING, bool(standing), "target-on-table", evidence=(Count("models", len(standing)),), subjects=subjects
    )
    if not enemy or not standing:
        return
    engaged = unit_engaged(field, target)
    big = unit_has_keyword(field, target, BIG)
    if kind == "close-quarters":
        mine = engaged_with(field, unit, target)
        allowed = mine.holds or (unit_has_keyword(field, unit, BIG) and (big or not engaged.holds))
        yield _about_engagement("engaged-with-target", allowed, mine, subjects)
    else:
        yield _about_engagement("target-unengaged", big or not engaged.holds, engaged, subjects)


def weapons_named(weapons: Sequence[Weapon], names: Sequence[str]) -> tuple[Weapon, ...]:
    """The weapons that the names mean: by id or by name in any language, whatever the capitals."""
    wanted = {name.casefold() for name in names}
    return tuple(w for w in weapons if wanted & {n.casefold() for n in (w.id, w.name.en, w.name.ja, w.name.fr) if n})


def _eligible(field: Field, action: Shoot) -> Iterator[Ruling]:
    unit, state = action.unit, state_of(field, action.unit)
    yield in_own_phase(field, SHOOTING, unit, "shooting")
    standing = field.scene.standing(unit)
    yield Ruling(SHOOTING, bool(standing), "on-table", evidence=(Count("models", len(standing)),), subjects=(unit,))
    yield Ruling(SHOOTING, not state.shot, "once", evidence=(_was("shot", state.shot, unit),), subjects=(unit,))
    fell_back = state.moved == "fall-back"
    yield Ruling(
        SHOOTING, not fell_back, "not-fallen-back", evidence=(_was("fall-back", fell_back, unit),), subjects=(unit,)
    )
    if not standing:
        return
    kind = shooting_type(field, unit)
    if kind == "normal":
        return
    engaged, advanced = unit_engaged(field, unit), state.moved == "advance"
    if engaged.holds:
        yield _about_engagement("advanced-and-engaged", not advanced, engaged, (unit,))
    opened = [
        ruling
        for model in standing
        for weapon in weapons_of(field, model.id)
        if not weapon.melee and (ruling := _opens(weapon, kind)) is not None
    ]
    big = kind == "close-quarters" and unit_has_keyword(field, unit, BIG)
    evidence = (Fact(f"{kind}-shooting", unit), Count("weapons", len(opened)))
    yield Ruling(
        SHOOTING, bool(opened) or big, f"type-{kind}", evidence=evidence, subjects=(unit,), parts=tuple(opened)
    )


def _usable(field: Field, model: Model, kind: AttackType, names: Sequence[str]) -> tuple[Weapon, ...]:
    """The ranged weapons that the model uses in this type of shooting.

    A model that is neither monster nor vehicle uses its close-quarters weapons or its others, not both: the others,
    unless it has none or the close-quarters ones alone are named.
    """
    ranged = tuple(weapon for weapon in weapons_of(field, model.id) if not weapon.melee)
    if names:
        ranged = weapons_named(ranged, names)
    close = tuple(weapon for weapon in ranged if _opens(weapon, "close-quarters") is not None)
    if has_keyword(field, model.id, BIG):
        return ranged if kind != "assault" else tuple(w for w in ranged if _opens(w, kind) is not None)
    if kind == "close-quarters":
        return close
    if kind == "assault":
        return tuple(weapon for weapon in ranged if _opens(weapon, kind) is not None)
    return tuple(weapon for weapon in ranged if weapon not in close) or close


def _opens(weapon: Weapon, kind: AttackType) -> Ruling | None:
    asked = (rule.on_type(kind) for rule in collect(OpensShooting, weapon.abilities))
    return next((ruling for ruling in asked if ruling is not None and ruling.holds), None)


def _aim(field: Field, model: Model, weapon: Weapon, target: str, kind: AttackType) -> Aim:
    attack = Attack(field, model.id, weapon, target, kind)
    if not attack.targets:
        return Aim(attack, ())
    return Aim(attack, (in_range(attack), *visibility(attack.sighting)))


def _circumstances(attack: Attack) -> tuple[Modifier, ...]:
    """-1 to hit for a monster or vehicle that shoots engaged, and for whoever shoots an engaged one; close-quarters
    weapons of models whose unit is engaged with the target are free of it."""
    field, target = attack.field, attack.target
    mine = engaged_with(field, attack.unit, target)
    if mine.holds and _opens(attack.weapon, "close-quarters") is not None:
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


def _no_weapon(unit: str, volley: Volley) -> Ruling:
    evidence: tuple[Evidence, ...] = (Count("weapons", 0), *(Fact(name, unit) for name in volley.weapons))
    return Ruling(SHOOTING, False, "weapon", evidence=evidence, subjects=(unit, volley.target))


def _about_engagement(clause: str, holds: bool, engaged: Ruling, subjects: tuple[str, ...]) -> Ruling:
    comparison: Comparison = "within" if engaged.holds else "beyond"
    return Ruling(
        SHOOTING,
        holds,
        clause,
        engaged.limit,
        comparison,
        engaged.evidence,
        subjects,
        "core rules 04.02, 10",
        (engaged,),
    )


def _was(what: str, so: bool, unit: str) -> Fact:
    return Fact(what if so else f"not-{what}", unit)
