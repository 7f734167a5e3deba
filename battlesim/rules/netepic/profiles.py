"""What an army list says of a stand: class, movement, save, weapons, abilities. Typed; texts are read at the edges only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from battlesim.engine.engine import Battle
from battlesim.errors import BattlesimError
from battlesim.geometry.footprint import Base
from battlesim.model.scene import Model
from battlesim.model.text import NO_TEXT, Text
from battlesim.rules.netepic.options import Options
from battlesim.units import ZERO, Mm, cm

Kind = Literal["infantry", "artillery", "cavalry", "walker", "vehicle", "super-heavy", "knight", "titan"]

STAND_SIZE: Final = cm(2)
"""Side of the square stand of class 1 that is meant where a list gives no size."""

STAND: Final = Base.rectangle(STAND_SIZE, STAND_SIZE)
_BASES: Final[Mapping[int, Base]] = {
    1: STAND,
    2: STAND,
    3: Base.rectangle(35, 20),
    4: Base.rectangle(60, 40),
}
_LARGE: Final = Base.disc(60)

ALL_ROUND: Final = 360
FRONT: Final = 180

SHEET: Final = "sheet"
_SAVE: Final = re.compile(r"([1-6])\+(f?)")
_KINDS: Final[Mapping[int, Kind]] = {1: "infantry", 2: "walker", 3: "vehicle", 4: "super-heavy"}


class BadSave(BattlesimError):
    """A text that is not a save."""


@dataclass(frozen=True, slots=True)
class Save:
    """``armour`` is worsened by armour penetration, ``fixed`` is not; the better of the two counts. None is none.

    ``sheet`` is a stand whose lists give a sheet of locations instead.
    """

    armour: int | None = None
    fixed: int | None = None
    sheet: bool = False

    @classmethod
    def parse(cls, text: str) -> Save:
        """``"4+"``, ``"6+f"``, ``"4+/6+f"``, ``"-"`` or ``"sheet"``; raises BadSave.

        >>> Save.parse("4+/6+f")
        Save(armour=4, fixed=6)
        """
        if text.strip() == SHEET:
            return cls(sheet=True)
        found: dict[str, int] = {}
        parts = [] if text.strip() in ("-", "") else text.split("/")
        for part in parts:
            match = _SAVE.fullmatch(part.strip())
            kind = "fixed" if match and match[2] else "armour"
            if match is None or kind in found:
                raise BadSave(f"expected a save such as '4+', '6+f', '4+/6+f' or '-', not {text!r}")
            found[kind] = int(match[1])
        return cls(found.get("armour"), found.get("fixed"))

    def __str__(self) -> str:
        if self.sheet:
            return SHEET
        printed = [f"{self.armour}+"] if self.armour is not None else []
        printed += [f"{self.fixed}+f"] if self.fixed is not None else []
        return "/".join(printed) or "-"


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon of a stand. ``pa`` (armour penetration) is zero or negative, as printed.

    ``arc`` is the angle that it covers round the stand's facing, in degrees; None leaves it to the stand's class. It
    reaches nothing nearer than ``minimum``.
    """

    id: str
    name: Text
    range: Mm
    dice: int
    to_hit: int
    pa: int = 0
    abilities: tuple[object, ...] = ()
    arc: int | None = None
    minimum: Mm = ZERO


@dataclass(frozen=True, slots=True)
class Power:
    """A psychic power: a physical one shoots like ``weapon``, an ethereal one strikes at the mind.

    ``to_hit`` 1 of its weapon needs no roll. ``phase`` is when it is used; it needs to see its target unless ``blind``.
    """

    weapon: Weapon
    ethereal: bool = False
    phase: Literal["movement", "combat"] = "combat"
    blind: bool = False

    @property
    def id(self) -> str:
        """The name by which actions call it."""
        return self.weapon.id


@dataclass(frozen=True, slots=True)
class Profile:
    """The characteristics of one kind of stand.

    ``wounds`` are points de vie. ``morale``, ``break_point`` and ``points`` are those of the detachment that the list
    sells; 0 morale never tests, None is not known.
    """

    name: Text
    blocking_class: int
    movement: Mm
    save: Save = Save()
    assault_factor: int = 0
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[object, ...] = ()
    kind: Kind = "infantry"
    wounds: int = 1
    morale: int | None = None
    break_point: int | None = None
    points: int | None = None
    base: Base = STAND
    powers: tuple[Power, ...] = ()

    def arc_of(self, weapon: Weapon) -> int:
        """Degrees that the weapon covers: all round for classes 1 and 2, the front half for the others."""
        if weapon.arc is not None:
            return weapon.arc
        return ALL_ROUND if self.blocking_class <= 2 else FRONT


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything about one detachment that does not change: its name, and the profile of each of its stands by id.

    ``company`` is the formation that it was bought in, where it was bought in one.
    """

    name: Text
    profiles: Mapping[str, Profile]
    note: Text = NO_TEXT
    company: str = ""


NetepicBattle = Battle[Sheet, Options]


def base_of_class(blocking_class: int) -> Base:
    """The base that is meant where nothing gives one: a square, a rectangle for vehicles, a disc from class 5."""
    return _BASES.get(blocking_class, _LARGE)


def weapon_id(name: Text) -> str:
    """The name by which actions call a weapon: ``Heavy bolter`` is ``heavy-bolter``."""
    return re.sub(r"\W+", "-", (name.en or name.fr or name.ja).casefold()).strip("-")


def kind_of_class(blocking_class: int) -> Kind:
    """The kind that a class has where a list does not say: walkers for class 2, titans from class 5."""
    return _KINDS.get(blocking_class, "titan")


def origin(stand: str) -> str:
    """The detachment that a stand was bought with: it keeps that name when it joins another.

    >>> origin("marines.3")
    'marines'
    """
    return stand.rpartition(".")[0]


def profile_of(battle: NetepicBattle, stand: str) -> Profile:
    """The profile of a stand, whichever detachment it is in now."""
    return battle.sheets[origin(stand)].profiles[stand]


def class_of_detachment(battle: NetepicBattle, unit: str) -> int:
    """The class of a detachment: that of its highest stand still in play (0 when none is)."""
    return max((profile_of(battle, stand.id).blocking_class for stand in battle.scene.alive(unit)), default=0)


def stands_of_side(battle: NetepicBattle, side: str) -> tuple[Model, ...]:
    """All stands of a side on the table, in order."""
    return tuple(stand for unit in battle.scene.units_of(side) for stand in battle.scene.standing(unit.id))
