"""The types of shooting: which one a unit's situation allows, and which weapons each of its models uses in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.model.ruling import Comparison, Count, Fact, Ruling
from battlesim.model.scene import Model
from battlesim.rules.wh40k.engagement import unit_engaged
from battlesim.rules.wh40k.field import BIG, Field, has_keyword, side_of, state_of, unit_has_keyword, weapons_of
from battlesim.rules.wh40k.hooks import OpensShooting
from battlesim.rules.wh40k.profiles import Weapon
from battlesim.rules.wh40k.ranges import SHOOTING
from battlesim.rules.wh40k.situations import AttackType
from battlesim.rules.wh40k.turn import in_own_phase

SNAP_SHOOTING: Final = "wh40k.snap-shooting"
_ELIGIBLE: Final = "core rules 10.02"
_NEEDS_WEAPON: Final = ("assault", "close-quarters", "indirect")


def shooting_type(field: Field, unit: str) -> AttackType:
    """The type of shooting that the unit's situation leaves it, where it does not choose another."""
    if unit_engaged(field, unit).holds:
        return "close-quarters"
    return "assault" if state_of(field, unit).moved == "advance" else "normal"


def eligible(field: Field, unit: str, kind: AttackType) -> Iterator[Ruling]:
    """May the unit shoot now, in this way?"""
    state, standing = state_of(field, unit), field.scene.standing(unit)
    yield _when(field, unit) if kind == "snap" else in_own_phase(field, SHOOTING, unit, "shooting")
    there = (Count("models", len(standing)),)
    yield Ruling(SHOOTING, bool(standing), "on-table", evidence=there, subjects=(unit,), source=_ELIGIBLE)
    shot = (_was("shot", state.shot, unit),)
    yield Ruling(SHOOTING, not state.shot, "once", evidence=shot, subjects=(unit,), source=_ELIGIBLE)
    fell_back = state.moved == "fall-back"
    if kind != "snap":
        evidence = (_was("fall-back", fell_back, unit),)
        yield Ruling(
            SHOOTING, not fell_back, "not-fallen-back", evidence=evidence, subjects=(unit,), source="core rules 09.07"
        )
    if not standing or kind == "normal":
        return
    engaged, advanced = unit_engaged(field, unit), state.moved == "advance"
    if kind in ("indirect", "snap"):
        yield about_engagement(f"{kind}-unengaged", not engaged.holds, engaged, (unit,))
    elif engaged.holds:
        yield about_engagement("advanced-and-engaged", not advanced, engaged, (unit,))
    if kind == "indirect":
        evidence = (_was("advance", advanced, unit),)
        yield Ruling(
            SHOOTING, not advanced, "not-advanced", evidence=evidence, subjects=(unit,), source="core rules 10.07"
        )
    if kind in _NEEDS_WEAPON:
        yield _has_weapon(field, unit, standing, kind)


def usable(field: Field, model: Model, kind: AttackType, ranged: tuple[Weapon, ...]) -> tuple[Weapon, ...]:
    """Those of its ranged weapons that the model uses in this type of shooting.

    A model that is neither monster nor vehicle uses its close-quarters weapons or its others, not both: the others,
    unless it has none or the close-quarters ones alone are named.
    """
    close = tuple(weapon for weapon in ranged if is_close(weapon))
    if kind == "assault":
        return tuple(weapon for weapon in ranged if opens(weapon, kind) is not None)
    if has_keyword(field, model.id, BIG):
        return ranged
    if kind == "close-quarters":
        return close
    return tuple(weapon for weapon in ranged if weapon not in close) or close


def chooses_kind(field: Field, model: Model, kind: AttackType) -> bool:
    """Whether the model has to use either its close-quarters weapons or another: it has some, is not big, and is free."""
    if kind == "close-quarters" or has_keyword(field, model.id, BIG):
        return False
    return any(is_close(weapon) for weapon in weapons_of(field, model.id) if not weapon.melee)


def is_close(weapon: Weapon) -> bool:
    """Whether it is a close-quarters weapon."""
    return opens(weapon, "close-quarters") is not None


def opens(weapon: Weapon, kind: AttackType) -> Ruling | None:
    """The ruling that lets the weapon be used in that type of shooting."""
    asked = (rule.on_type(kind) for rule in collect(OpensShooting, weapon.abilities))
    return next((ruling for ruling in asked if ruling is not None and ruling.holds), None)


def about_engagement(clause: str, holds: bool, engaged: Ruling, subjects: tuple[str, ...]) -> Ruling:
    """A ruling of shooting that rests on who is engaged."""
    comparison: Comparison = "within" if engaged.holds else "beyond"
    source = "core rules 04.02, 10"
    return Ruling(SHOOTING, holds, clause, engaged.limit, comparison, engaged.evidence, subjects, source, (engaged,))


def _has_weapon(field: Field, unit: str, standing: tuple[Model, ...], kind: AttackType) -> Ruling:
    opened = [
        ruling
        for model in standing
        for weapon in weapons_of(field, model.id)
        if not weapon.melee and (ruling := opens(weapon, kind)) is not None
    ]
    big = kind == "close-quarters" and unit_has_keyword(field, unit, BIG)
    evidence = (Fact(f"{kind}-shooting", unit), Count("weapons", len(opened)))
    return Ruling(
        SHOOTING,
        bool(opened) or big,
        f"type-{kind}",
        evidence=evidence,
        subjects=(unit,),
        source="core rules 10.05-10.07",
        parts=tuple(opened),
    )


def _when(field: Field, unit: str) -> Ruling:
    """Snap shooting answers the enemy's moves."""
    clock = field.scene.clock
    holds = clock.phase == "movement" and clock.side not in ("", side_of(field, unit))
    evidence = (Fact(clock.phase or "no-phase", clock.side),)
    return Ruling(SNAP_SHOOTING, holds, "phase", evidence=evidence, subjects=(unit,), source="core rules 15.09")


def _was(what: str, so: bool, unit: str) -> Fact:
    return Fact(what if so else f"not-{what}", unit)
