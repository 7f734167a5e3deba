"""Detachments of a netepic scenario file: inline profiles, weapons and abilities, of one kind of stand or several."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from battlesim.errors import BattlesimError
from battlesim.geometry.footprint import Base
from battlesim.model.scene import Mark
from battlesim.model.text import NO_TEXT, Text
from battlesim.rules.netepic.abilities.parse import parse_ability
from battlesim.rules.netepic.profiles import STAND, Kind, Profile, Save, Sheet, Weapon, kind_of_class
from battlesim.rules.netepic.state import Order
from battlesim.scenario.fields import Distance, FileModel, LocalText, Size
from battlesim.scenario.units import BaseSpec, Body, BuiltUnit, Desk, UnitSpec, base_of

Die = Annotated[int, Field(ge=1, le=12)]

DEFAULT_BASES: Final[Mapping[int, Base]] = {
    1: STAND,
    2: STAND,
    3: Base.rectangle(35, 20),
    4: Base.rectangle(60, 40),
}
"""By class, where a file gives no base; a disc of 60 mm from class 5."""


class ProfileSpec(FileModel):
    """What a list says of a stand. ``save`` is ``4+``, ``6+f`` (fixed), ``4+/6+f`` or ``-``; ``af`` the assault factor."""

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
    """A weapon: ``pa`` is zero or negative as printed; ``arc`` in degrees where it is not that of the class."""

    name: LocalText
    range: Size
    dice: Annotated[int, Field(ge=1, le=50)] = 1
    to_hit: Die
    pa: Annotated[int, Field(ge=-6, le=0)] = 0
    arc: Annotated[int, Field(ge=1, le=360)] | None = None
    abilities: tuple[str, ...] = ()


class StandSpec(FileModel):
    """Some stands of a detachment that are alike."""

    models: Annotated[int, Field(ge=1, le=100)] = 1
    name: LocalText = NO_TEXT
    base: BaseSpec | None = None
    profile: ProfileSpec
    weapons: tuple[WeaponSpec, ...] = ()
    abilities: tuple[str, ...] = ()


class NetepicUnit(UnitSpec):
    """A detachment: one ``profile`` for all its stands, or ``stands`` of several kinds. ``order`` is its order at the start."""

    profile: ProfileSpec | None = None
    weapons: tuple[WeaponSpec, ...] = ()
    abilities: tuple[str, ...] = ()
    stands: tuple[StandSpec, ...] = ()
    order: Order | None = None
    state: Literal["immobilised"] | None = None

    def build(self, desk: Desk) -> BuiltUnit[Sheet]:
        """Its stands and sheet."""
        kinds = list(self._kinds(desk))
        name = self.name or Text(self.id)
        profiles: dict[str, Profile] = {}
        bodies: list[Body] = []
        marks: dict[str, Mark] = {"immobilised": True} if self.state == "immobilised" else {}
        warnings: list[str] = []
        for key, count, spec in kinds:
            profile = _profile(spec, key, name, desk)
            if spec.base is None and profile.blocking_class > 2:
                warnings.append(
                    f"{self.id}: no base is given for class {profile.blocking_class}: "
                    f"{profile.base.length:g} x {profile.base.width:g} mm is assumed"
                )
            for _ in range(count):
                profiles[f"{self.id}.{len(bodies) + 1}"] = profile
                bodies.append(Body(profile.name, profile.base, profile.wounds, marks))
        first_marks: dict[str, Mark] = {} if self.order is None else {"order": self.order}
        return BuiltUnit(name, tuple(bodies), Sheet(name, profiles), first_marks, tuple(warnings))

    def _kinds(self, desk: Desk) -> Iterable[tuple[str, int, StandSpec]]:
        if self.stands:
            given = [key for key in ("models", "base", "profile", "weapons", "abilities") if self._has(key)]
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
        )
        yield "", alike.models, alike

    def _has(self, field: str) -> bool:
        return field in self.model_fields_set


def weapon_id(name: Text) -> str:
    """The name by which steps call a weapon: ``Heavy bolter`` is ``heavy-bolter``."""
    return re.sub(r"\W+", "-", (name.en or name.fr or name.ja).casefold()).strip("-")


def _profile(spec: StandSpec, key: str, unit_name: Text, desk: Desk) -> Profile:
    given = spec.profile
    try:
        save = Save.parse(given.save)
    except BattlesimError as error:
        raise desk.error(f"{key}profile/save", str(error)) from None
    blocking_class = given.class_
    default = DEFAULT_BASES.get(blocking_class, Base.disc(60))
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
        base_of(spec.base) if spec.base is not None else default,
    )


def _weapon(spec: WeaponSpec, key: str, desk: Desk) -> Weapon:
    abilities = _abilities(spec.abilities, f"{key}abilities", desk)
    return Weapon(weapon_id(spec.name), spec.name, spec.range, spec.dice, spec.to_hit, spec.pa, abilities, spec.arc)


def _abilities(texts: tuple[str, ...], key: str, desk: Desk) -> tuple[Any, ...]:
    found = []
    for i, text in enumerate(texts):
        try:
            found.append(parse_ability(text))
        except BattlesimError as error:
            raise desk.error(f"{key}/{i}", str(error)) from None
    return tuple(found)
