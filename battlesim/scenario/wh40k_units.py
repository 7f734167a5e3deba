"""Units of wh40k in scenario files: published datasheets, or sheets written out in the file."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

from battlesim.errors import BattlesimError, counted
from battlesim.geometry.footprint import Base
from battlesim.model.scene import Marks
from battlesim.model.text import NO_TEXT, Text
from battlesim.rules.wh40k.keywords.parse import parse_keyword
from battlesim.rules.wh40k.profiles import Amount, BadAmount, Profile, UnitSheet, Weapon
from battlesim.rules.wh40k.state import UnitState
from battlesim.scenario.fields import Distance, FileModel, LocalText, Named, Read, Size, shown, wrong
from battlesim.scenario.units import BaseSpec, Body, BuiltUnit, Desk, UnitSpec, base_of
from battlesim.units import inches

_INFANTRY_BASE: Final = Base.disc(32, height=inches(1.75))


def _amount(given: Any) -> Amount:
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise wrong(f"expected a number or dice such as 3, D6 or 2D3+1, not {shown(given)}")
    try:
        return Amount.parse(given)
    except BadAmount as error:
        raise wrong(str(error)) from None


def _face(given: Any, *, most: int) -> int:
    text = given.removesuffix("+") if isinstance(given, str) else given
    if isinstance(text, str) and text.isdigit():
        text = int(text)
    if isinstance(text, bool) or not isinstance(text, int) or not 2 <= text <= most:
        raise wrong(f"expected what a die needs, such as 3 or 3+ (7 is never), not {shown(given)}")
    return text


def _keyword(given: Any) -> object:
    if not isinstance(given, str):
        raise wrong(f"expected a keyword such as Melta 2 or Deep Strike, not {shown(given)}")
    try:
        return parse_keyword(given)
    except BadAmount as error:
        raise wrong(str(error)) from None
    except BattlesimError as error:
        numbered = next((example for number in _NUMBERS if _is_keyword(example := f"{given} {number}")), None)
        raise wrong(f"{given!r} needs its number, such as {numbered!r}" if numbered else str(error)) from None


def _is_keyword(text: str) -> bool:
    try:
        parse_keyword(text)
    except BattlesimError:
        return False
    return True


def _reach(most: int, pattern: str) -> Read:
    """What a die, or two dice, need: ``3`` or ``3+``."""
    number, text = {"type": "integer", "minimum": 2, "maximum": most}, {"type": "string", "pattern": pattern}
    return Read(partial(_face, most=most), {"anyOf": [number, text], "description": "such as 3 or 3+"})


_NUMBERS: Final = ("1", "5+", "6mv")
"""What stands after the name of a keyword that has a number."""
_DICE: Final = {"type": "string", "pattern": r"^\s*(\d*[dD]\d+)?\s*([+-]?\s*\d+)?\s*$"}
_PRINTED: Final = {"type": "string", "description": "a keyword as printed: Melta 2, 〔メルタ 2〕 or FUSION 2"}
AmountValue = Annotated[
    Amount,
    Read(_amount, {"anyOf": [{"type": "integer"}, _DICE], "description": "a number, or dice such as D6 or 2D3+1"}),
]
Face = Annotated[int, _reach(7, r"^[2-7]\+$")]
Leadership = Annotated[int, _reach(12, r"^\d+\+$")]
Keyword = Annotated[object, Read(_keyword, _PRINTED)]
Positive = Annotated[int, Field(ge=1, le=200)]


def _place_in_unit(given: Any) -> Any:
    if isinstance(given, str) and not _PLACE.fullmatch(given):
        raise wrong(f"expected the place of a model in its unit, such as 1, not {given!r}")
    return given


_PLACE: Final = re.compile(r"[1-9]\d{0,2}")
PlaceInUnit = Annotated[str, Field(pattern=r"^[1-9]\d{0,2}$"), BeforeValidator(_place_in_unit)]
"""A model by its place in the unit, from 1: a key, and so a text."""


class WeaponSpec(FileModel):
    """A weapon profile: ``range`` and ``BS`` for a ranged weapon, ``WS`` and no range for a melee one.

    ``profiles-of`` is the same text for the profiles of one weapon, of which only one is used at a time.
    """

    name: LocalText
    range: Size | None = None
    A: AmountValue
    BS: Face | None = None
    WS: Face | None = None
    S: Positive
    AP: Annotated[int, Field(ge=-10, le=0)] = 0
    D: AmountValue
    abilities: tuple[Keyword, ...] = ()
    profiles_of: str = ""


class ProfileSpec(FileModel):
    """The characteristics of a model; ``Sv`` 7 is no save."""

    M: Distance
    T: Positive
    Sv: Face = 7
    InSv: Face | None = None
    W: Positive = 1
    Ld: Leadership = 7
    OC: Annotated[int, Field(ge=0, le=50)] = 1


class SingleSpec(FileModel):
    """What one model of a unit has: instead of the unit's profile, base and weapons, and besides its keywords and
    abilities. ``wounds`` are those it has left."""

    name: LocalText = NO_TEXT
    base: BaseSpec | None = None
    profile: ProfileSpec | None = None
    weapons: tuple[WeaponSpec, ...] | None = None
    keywords: tuple[str, ...] = ()
    abilities: tuple[Keyword, ...] = ()
    wounds: Positive | None = None


class Wh40kUnit(UnitSpec):
    """A unit by its ``datasheet`` (with ``loadout`` changes), or written out: ``profile``, ``weapons``, ``abilities``.

    ``single`` is by the model's place in the unit, from 1. ``battle-shocked`` is how it begins. ``attached-to`` is the
    bodyguard unit that it has joined: the two are one unit under that name, and stand where each is put.
    ``starting-strength`` is for a unit that begins with losses. ``carries`` and ``carries-not`` are keywords that
    passengers must and must not have, ``room`` how many places a model of this unit takes aboard.
    """

    datasheet: Annotated[str, Named("datasheet")] | None = None
    faction: str | None = None
    loadout: tuple[str, ...] | dict[PlaceInUnit, tuple[str, ...]] = ()
    profile: ProfileSpec | None = None
    weapons: tuple[WeaponSpec, ...] = ()
    keywords: tuple[str, ...] = ()
    abilities: tuple[Keyword, ...] = ()
    single: dict[PlaceInUnit, SingleSpec] = Field(default_factory=dict)
    capacity: Annotated[int, Field(ge=0, le=200)] | None = None
    carries: tuple[str, ...] = ()
    carries_not: tuple[str, ...] = ()
    room: Annotated[int, Field(ge=1, le=20)] = 1
    battle_shocked: bool = False
    attached_to: str | None = None
    starting_strength: Positive | None = None

    def build(self, desk: Desk) -> BuiltUnit[UnitSheet]:
        """Its models and sheet."""
        if (self.datasheet is None) == (self.profile is None):
            key = "datasheet" if self.datasheet is not None else ""
            raise desk.error(key, f"the unit {self.id!r} needs a datasheet, or a profile of its own; one of the two")
        built = self._published(desk) if self.datasheet is not None else self._written(desk)
        beyond = [place for place in self.single if int(place) > len(built.bodies)]
        if beyond:
            raise desk.error("single", f"there is no model {beyond[0]}: {self.id!r} has {len(built.bodies)}")
        return built

    @property
    def _marks(self) -> Marks:
        marks = UnitState.marks(
            self.id,
            battle_shocked=self.battle_shocked,
            attached_to=self.attached_to or "",
            starting_strength=self.starting_strength or 0,
        )
        return {mark.mark: mark.value for mark in marks if mark.value is not None}

    def _published(self, desk: Desk) -> BuiltUnit[UnitSheet]:
        assert self.datasheet is not None
        written = [key for key, value in (("weapons", self.weapons), ("abilities", self.abilities)) if value]
        if written:
            raise desk.error(
                written[0], f"{written[0]!r} is for units without a datasheet; use loadout to arm this one"
            )
        # the published datasheets take a while to load, and many files use none
        from battlesim.roster.muster import muster

        mustered = muster(
            self.datasheet,
            unit=self.id,
            faction=self.faction,
            models=self.models,
            loadout={int(k): v for k, v in self.loadout.items()} if isinstance(self.loadout, dict) else self.loadout,
            name=self.name,
        )
        bodies = tuple(
            Body(model.name, model.base if self.base is None else base_of(self.base), self._left(k, model.wounds, desk))
            for k, model in enumerate(mustered.models, 1)
        )
        warnings = tuple(caution.text.en for caution in mustered.cautions)
        return BuiltUnit(mustered.sheet.name, bodies, mustered.sheet, self._marks, warnings)

    def _written(self, desk: Desk) -> BuiltUnit[UnitSheet]:
        assert self.profile is not None
        name = self.name or Text(self.id)
        count = self.models or 1
        bodies: list[Body] = []
        profiles: dict[str, Profile] = {}
        weapons: dict[str, tuple[Weapon, ...]] = {}
        for k in range(1, count + 1):
            id, single = f"{self.id}.{k}", self.single.get(str(k), SingleSpec())
            called = single.name or name
            profiles[id] = profile_of(single.profile or self.profile, called)
            weapons[id] = tuple(
                weapon_of(weapon, desk) for weapon in (self.weapons if single.weapons is None else single.weapons)
            )
            base = single.base if single.base is not None else self.base
            bodies.append(
                Body(
                    called, _INFANTRY_BASE if base is None else base_of(base), self._left(k, profiles[id].wounds, desk)
                )
            )
        sheet = UnitSheet(
            name=name,
            keywords=tuple(keyword.upper() for keyword in self.keywords),
            profiles=profiles,
            weapons=weapons,
            abilities=self.abilities,
            model_abilities={f"{self.id}.{k}": one.abilities for k, one in self.single.items() if one.abilities},
            model_keywords={
                f"{self.id}.{k}": tuple(keyword.upper() for keyword in one.keywords)
                for k, one in self.single.items()
                if one.keywords
            },
            capacity=self.capacity or 0,
            carries=tuple(keyword.upper() for keyword in self.carries),
            carries_not=tuple(keyword.upper() for keyword in self.carries_not),
            room=self.room,
        )
        return BuiltUnit(name, tuple(bodies), sheet, self._marks)

    def _left(self, place: int, wounds: int, desk: Desk) -> int:
        """The wounds that a model begins with."""
        single = self.single.get(str(place))
        left = None if single is None else single.wounds
        if left is not None and left > wounds:
            raise desk.error("single", f"model {place} of {self.id!r} has {counted(wounds, 'wound')}, not {left}")
        return wounds if left is None else left


def profile_of(spec: ProfileSpec, name: Text) -> Profile:
    """The profile that a file describes."""
    return Profile(
        name=name,
        movement=spec.M,
        toughness=spec.T,
        save=spec.Sv,
        wounds=spec.W,
        leadership=spec.Ld,
        control=spec.OC,
        invulnerable=spec.InSv,
    )


def weapon_of(spec: WeaponSpec, desk: Desk) -> Weapon:
    """The weapon that a file describes. Its id is its name, in small letters with hyphens."""
    if spec.range is None and spec.BS is not None:
        raise desk.error("weapons", f"{spec.name.en!r} has a BS but no range; a melee weapon has a WS")
    if spec.range is not None and spec.WS is not None:
        raise desk.error("weapons", f"{spec.name.en!r} has a WS and a range; a ranged weapon has a BS")
    skill = spec.WS if spec.range is None else spec.BS
    weapon = Weapon(
        id="-".join(spec.name.to("en").casefold().split()),
        name=spec.name,
        range=spec.range,
        attacks=spec.A,
        skill=skill,
        strength=spec.S,
        ap=spec.AP,
        damage=spec.D,
        abilities=spec.abilities,
        group=spec.profiles_of,
    )
    if skill is None and not any(hasattr(ability, "on_aim") for ability in spec.abilities):
        raise desk.error("weapons", f"{spec.name.en!r} needs a {'WS' if spec.range is None else 'BS'}")
    return weapon
