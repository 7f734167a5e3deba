"""Detachments of a netepic scenario file: inline profiles, weapons and abilities, of one kind of stand or several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from battlesim.errors import BattlesimError
from battlesim.model.scene import Mark
from battlesim.model.text import NO_TEXT, Text
from battlesim.roster.netepic_units import listed, listed_profile, not_modelled
from battlesim.rules.netepic.abilities.parse import parse_ability
from battlesim.rules.netepic.fire_hooks import wounds_of
from battlesim.rules.netepic.profiles import (
    ALL_ROUND,
    Kind,
    Power,
    Profile,
    Save,
    Sheet,
    Weapon,
    base_of_class,
    kind_of_class,
    weapon_id,
)
from battlesim.rules.netepic.state import Order
from battlesim.scenario.fields import Distance, FileModel, LocalText, Named, Size
from battlesim.scenario.units import BaseSpec, Body, BuiltUnit, Desk, UnitSpec, base_of
from battlesim.units import ZERO

Die = Annotated[int, Field(ge=1, le=12)]


class ProfileSpec(FileModel):
    """What a list says of a stand. ``save`` is ``4+``, ``6+f`` (fixed), ``4+/6+f``, ``-`` or ``sheet`` (locations); ``af``
    the assault factor."""

    class_: Annotated[int, Field(ge=1, le=12)] = 1
    move: Distance
    save: str = "-"
    af: int = 0
    kind: Kind | None = None
    wounds: Annotated[int, Field(ge=1, le=50)] = 1
    morale: Annotated[int, Field(ge=0, le=12)] | None = None
    break_point: Annotated[int, Field(ge=1)] | None = None
    points: Annotated[int, Field(ge=0)] | None = None


class WeaponSpec(FileModel):
    """A weapon: ``pa`` is zero or negative as printed; ``arc`` in degrees where it is not that of the class; ``minimum``
    the least range where it has one."""

    name: LocalText
    range: Size
    minimum: Size | None = None
    dice: Annotated[int, Field(ge=1, le=50)] = 1
    to_hit: Die
    pa: Annotated[int, Field(ge=-6, le=0)] = 0
    arc: Annotated[int, Field(ge=1, le=360)] | None = None
    abilities: tuple[str, ...] = ()


class PowerSpec(FileModel):
    """A psychic power: ``physical`` like a shot (the default) or ``ethereal``; ``to-hit`` 1 needs no roll.

    ``phase`` is when it is used; a ``blind`` one needs no sight of its target.
    """

    name: LocalText
    kind: Literal["physical", "ethereal"] = "physical"
    phase: Literal["movement", "combat"] = "combat"
    range: Size
    dice: Annotated[int, Field(ge=1, le=50)] = 1
    to_hit: Die = 1
    pa: Annotated[int, Field(ge=-6, le=0)] = 0
    blind: bool = False
    abilities: tuple[str, ...] = ()


class StandSpec(FileModel):
    """Some stands of a detachment that are alike."""

    models: Annotated[int, Field(ge=1, le=100)] = 1
    name: LocalText = NO_TEXT
    base: BaseSpec | None = None
    profile: ProfileSpec
    weapons: tuple[WeaponSpec, ...] = ()
    abilities: tuple[str, ...] = ()
    powers: tuple[PowerSpec, ...] = ()


class NetepicUnit(UnitSpec):
    """A detachment: one ``profile`` for all its stands, or ``stands`` of several kinds. ``order`` is its order at the start.

    A ``datasheet`` is a profile that the lists have, with its weapons; ``abilities`` are then added to its own.
    ``company`` is the formation that it was bought in.
    """

    datasheet: Annotated[str, Named("datasheet")] | None = None
    profile: ProfileSpec | None = None
    weapons: tuple[WeaponSpec, ...] = ()
    abilities: tuple[str, ...] = ()
    powers: tuple[PowerSpec, ...] = ()
    company: str = ""
    stands: tuple[StandSpec, ...] = ()
    order: Order | None = None
    state: Literal["immobilised"] | None = None

    def build(self, desk: Desk) -> BuiltUnit[Sheet]:
        """Its stands and sheet."""
        name = self.name or (listed_profile(self.datasheet).name if self.datasheet else Text(self.id))
        profiles: dict[str, Profile] = {}
        bodies: list[Body] = []
        marks: dict[str, Mark] = {"immobilised": True} if self.state == "immobilised" else {}
        warnings: list[str] = []
        if self.datasheet is not None and (doubt := listed(self.datasheet).doubt):
            warnings.append(f"{self.id}: {doubt} ({self.datasheet})")
        kinds = self._listed(desk) if self.datasheet is not None else self._written(desk, name)
        for count, profile, has_base in kinds:
            warnings += _ignored(self.id, profile)
            if not has_base and profile.blocking_class > 2:
                warnings.append(
                    f"{self.id}: no base is given for class {profile.blocking_class}: "
                    f"{profile.base.length:g} x {profile.base.width:g} mm is assumed"
                )
            for _ in range(count):
                profiles[f"{self.id}.{len(bodies) + 1}"] = profile
                bodies.append(Body(profile.name, profile.base, wounds_of(profile), marks))
        first_marks: dict[str, Mark] = {} if self.order is None else {"order": self.order}
        return BuiltUnit(name, tuple(bodies), Sheet(name, profiles, company=self.company), first_marks, tuple(warnings))

    def _listed(self, desk: Desk) -> Iterable[tuple[int, Profile, bool]]:
        """The stands of a published list, under the unit's own name and base where it has them."""
        assert self.datasheet is not None
        given = [key for key in ("profile", "weapons", "stands", "powers") if self._has(key)]
        if given:
            raise desk.error(given[0], f"a unit with a datasheet has no {given[0]!r} of its own; its list gives them")
        profile = listed_profile(self.datasheet)
        extra = tuple(one for one in _abilities(self.abilities, "abilities", desk) if one not in profile.abilities)
        base = profile.base if self.base is None else base_of(self.base)
        named = self.name or profile.name
        profile = replace(profile, name=named, base=base, abilities=(*profile.abilities, *extra))
        yield self.models or listed(self.datasheet).models, profile, self.base is not None

    def _written(self, desk: Desk, name: Text) -> Iterable[tuple[int, Profile, bool]]:
        for key, count, spec in self._kinds(desk):
            yield count, _profile(spec, key, name, desk), spec.base is not None

    def _kinds(self, desk: Desk) -> Iterable[tuple[str, int, StandSpec]]:
        if self.stands:
            keys = ("models", "base", "datasheet", "profile", "weapons", "abilities", "powers")
            given = [key for key in keys if self._has(key)]
            if given:
                raise desk.error(
                    given[0], f"a detachment with 'stands' has no {given[0]!r} of its own: write it in each of them"
                )
            for i, spec in enumerate(self.stands):
                yield f"stands/{i}/", spec.models, spec
            return
        if self.profile is None:
            raise desk.error(
                "", f"{self.id!r} needs a profile, such as profile: {{class: 1, move: 10, save: 5+, af: 2}}"
            )
        alike = StandSpec.model_construct(
            models=self.models or 1,
            name=self.name,
            base=self.base,
            profile=self.profile,
            weapons=self.weapons,
            abilities=self.abilities,
            powers=self.powers,
        )
        yield "", alike.models, alike

    def _has(self, field: str) -> bool:
        return field in self.model_fields_set


def _ignored(unit: str, profile: Profile) -> Iterable[str]:
    """A warning for abilities that change nothing."""
    names = not_modelled(profile)
    if names:
        yield f"{unit}: not modelled, and so without effect: {', '.join(names)}"


def _profile(spec: StandSpec, key: str, unit_name: Text, desk: Desk) -> Profile:
    given = spec.profile
    try:
        save = Save.parse(given.save)
    except BattlesimError as error:
        raise desk.error(f"{key}profile/save", str(error)) from None
    blocking_class = given.class_
    return Profile(
        spec.name or unit_name,
        blocking_class,
        given.move,
        save,
        given.af,
        tuple(_weapon(weapon, f"{key}weapons/{i}/", desk) for i, weapon in enumerate(spec.weapons)),
        _abilities(spec.abilities, f"{key}abilities", desk),
        given.kind or kind_of_class(blocking_class),
        given.wounds,
        given.morale,
        given.break_point,
        given.points,
        base_of(spec.base) if spec.base is not None else base_of_class(blocking_class),
        tuple(_power(power, f"{key}powers/{i}/", desk) for i, power in enumerate(spec.powers)),
    )


def _power(spec: PowerSpec, key: str, desk: Desk) -> Power:
    abilities = _abilities(spec.abilities, f"{key}abilities", desk)
    id = weapon_id(spec.name)
    weapon = Weapon(id, spec.name, spec.range, spec.dice, spec.to_hit, spec.pa, abilities, ALL_ROUND)
    return Power(weapon, spec.kind == "ethereal", spec.phase, spec.blind)


def _weapon(spec: WeaponSpec, key: str, desk: Desk) -> Weapon:
    abilities = _abilities(spec.abilities, f"{key}abilities", desk)
    id = weapon_id(spec.name)
    least = spec.minimum if spec.minimum is not None else ZERO
    return Weapon(id, spec.name, spec.range, spec.dice, spec.to_hit, spec.pa, abilities, spec.arc, least)


def _abilities(texts: tuple[str, ...], key: str, desk: Desk) -> tuple[Any, ...]:
    found = []
    for i, text in enumerate(texts):
        try:
            found.append(parse_ability(text))
        except BattlesimError as error:
            raise desk.error(f"{key}/{i}", str(error)) from None
    return tuple(found)
