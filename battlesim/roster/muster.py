"""From a datasheet to a unit in a battle: how many models, what each carries, and what each stands on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from battlesim.errors import BattlesimError, UnknownName, did_you_mean
from battlesim.geometry.footprint import Base
from battlesim.model.text import NO_TEXT, Text
from battlesim.roster.bases import base_of
from battlesim.roster.cautions import Caution, loadout_completed, not_modelled
from battlesim.roster.datasheets import Datasheet, ModelRow, UnitSize, datasheet
from battlesim.rules.wh40k.keywords.not_modelled import NotModelled
from battlesim.rules.wh40k.profiles import UnitSheet, Weapon
from battlesim.units import INCH

Loadout = Mapping[int, Sequence[str]] | Sequence[str]
"""``{2: ["meltagun"]}`` arms the second model; ``["1x meltagun"]`` the first one that has the option. Names or ids."""

_COUNTED: Final = re.compile(r"\s*(?:(\d+)\s*[x×]\s*)?(.*?)\s*", re.IGNORECASE)
_ONLY: Final = "only"


class BadLoadout(BattlesimError):
    """A number of models, or a choice of weapons, that the datasheet does not have."""


@dataclass(frozen=True, slots=True)
class MusteredModel:
    """One model of a mustered unit, before it stands anywhere. ``row`` is its kind in the datasheet's composition."""

    id: str
    name: Text
    base: Base
    wounds: int
    row: str


@dataclass(frozen=True)
class Mustered:
    """A published unit ready for a battle: its models in order, its sheet, and what the user should be told."""

    datasheet: Datasheet
    models: tuple[MusteredModel, ...]
    sheet: UnitSheet
    cautions: tuple[Caution, ...] = ()

    @property
    def bases(self) -> tuple[Base, ...]:
        """The base of each model, in order."""
        return tuple(model.base for model in self.models)


def muster(
    id: str | Datasheet,
    *,
    unit: str,
    faction: str | None = None,
    models: int | None = None,
    loadout: Loadout = (),
    name: Text = NO_TEXT,
) -> Mustered:
    """A unit of the published datasheet of that id, for a scenario: the sheet, the bases and the cautions.

    ``unit`` is the unit's id in the battle; its models are ``unit.1``, ``unit.2`` and so on, leaders in the order of the
    composition. ``models`` is how many (the smallest size where None). ``loadout`` changes the starting equipment: a
    weapon that an option of the datasheet gives replaces what that option takes away, any other weapon of the datasheet
    comes on top, and a list that begins with "only" is all that the model carries. Whether so many may have it is not
    judged. Raises UnknownName (a datasheet, a faction, a weapon), AmbiguousDatasheet and BadLoadout (a number of models
    that is no size of the unit, a model that is not there).

    >>> squad = muster("cadian-shock-troops", unit="guard", loadout=["1x meltagun"])
    >>> [weapon.id for weapon in squad.sheet.weapons["guard.2"]]
    ['close-combat-weapon-cadian-shock-troops', 'meltagun']
    """
    sheet = id if isinstance(id, Datasheet) else datasheet(id, faction=faction)
    rows = _models(sheet, models)
    carried = _armed(sheet, rows, loadout)
    ids = [f"{unit}.{place}" for place in range(1, len(rows) + 1)]
    found: dict[Caution, None] = {}
    mustered = []
    for model, row in zip(ids, rows, strict=True):
        profile = sheet.profiles[row.profile]
        base, cautions = base_of(
            row.base,
            subject=row.name,
            keywords=sheet.keywords,
            wounds=profile.wounds,
            movement=INCH.number(profile.movement),
            outline=row.outline,
        )
        found.update(dict.fromkeys(cautions))
        mustered.append(MusteredModel(model, Text(row.name), base, profile.wounds, row.name))
    found.update(dict.fromkeys(loadout_completed(sheet.name.en, _named(sheet, weapon)) for weapon in sheet.completed))
    weapons = {model: _weapons(sheet, weapons) for model, weapons in zip(ids, carried, strict=True)}
    silent = _not_modelled(sheet, weapons)
    if silent:
        found[not_modelled(sheet.name.en, silent)] = None
    unit_sheet = UnitSheet(
        name=name or sheet.name,
        keywords=(*sheet.keywords, *sheet.faction_keywords),
        profiles={model: sheet.profiles[row.profile] for model, row in zip(ids, rows, strict=True)},
        weapons=weapons,
        abilities=sheet.abilities,
        capacity=sheet.transport.capacity if sheet.transport else 0,
        carries=sheet.transport.only if sheet.transport else (),
        carries_not=sheet.transport.never if sheet.transport else (),
        points=sheet.cost(len(rows)),
    )
    return Mustered(sheet, tuple(mustered), unit_sheet, tuple(found))


def sizes_in_words(sizes: Sequence[UnitSize]) -> str:
    """The numbers of models that a unit may have, as a range or a list: ``5 to 10``, ``10 or 20``."""
    spans: list[list[int]] = []
    for low, high in sorted((size.at_least, size.at_most) for size in sizes):
        if spans and low <= spans[-1][1] + 1:
            spans[-1][1] = max(spans[-1][1], high)
        else:
            spans.append([low, high])
    return " or ".join(f"{low}" if low == high else f"{low} to {high}" for low, high in spans)


def _models(sheet: Datasheet, models: int | None) -> list[ModelRow]:
    """The kind of each model: everybody's least first, then more of the last kinds that are no leaders."""
    size = sheet.sizes[0]
    if models is not None:
        fitting = [size for size in sheet.sizes if size.at_least <= models <= size.at_most]
        if not fitting:
            allowed = sizes_in_words(sheet.sizes)
            raise BadLoadout(f"{sheet.id} has {allowed} model{'s' if allowed != '1' else ''}, not {models}")
        size = fitting[0]
    counts = [low for low, _ in size.counts]
    missing = (models or size.at_least) - sum(counts)
    order = sorted(range(len(counts)), key=lambda place: (sheet.rows[place].leader, -size.counts[place][1]))
    for place in order:
        more = min(missing, size.counts[place][1] - counts[place])
        counts[place] += more
        missing -= more
    return [row for row, count in zip(sheet.rows, counts, strict=True) for _ in range(count)]


def _armed(sheet: Datasheet, rows: Sequence[ModelRow], loadout: Loadout) -> list[list[str]]:
    """The weapon ids that each model carries, after the choices."""
    carried = [list(row.weapons) for row in rows]
    if isinstance(loadout, Mapping):
        for place, wanted in loadout.items():
            if not 1 <= place <= len(rows):
                raise BadLoadout(f"{sheet.id} has models 1 to {len(rows)} here, none numbered {place}")
            wanted = [wanted] if isinstance(wanted, str) else list(wanted)
            if wanted and wanted[0].casefold() == _ONLY:
                carried[place - 1] = []
                wanted = wanted[1:]
            for text in wanted:
                count, weapon = _counted(sheet, text)
                for _ in range(count):
                    _take(sheet, rows[place - 1], carried[place - 1], weapon)
        return carried
    changed: set[int] = set()
    for text in [loadout] if isinstance(loadout, str) else loadout:
        count, weapon = _counted(sheet, text)
        able = [place for place in _able(sheet, rows, carried, weapon) if place not in changed]
        if len(able) < count:
            named = _named(sheet, weapon)
            raise BadLoadout(f"{sheet.id} has {len(able)} models here that can still take {named}, not {count}")
        for place in able[:count]:
            _take(sheet, rows[place], carried[place], weapon)
            changed.add(place)
    return carried


def _counted(sheet: Datasheet, text: str) -> tuple[int, str]:
    found = _COUNTED.fullmatch(text)
    assert found is not None
    return int(found[1] or 1), _weapon_id(sheet, found[2])


def _weapon_id(sheet: Datasheet, wanted: str) -> str:
    """The id of the weapon (or other wargear) that is called that, by id or by name; raises UnknownName."""
    known = {id: id for id in (*sheet.weapons, *sheet.wargear)}
    for id in (*sheet.weapons, *sheet.wargear):
        known.setdefault(_named(sheet, id).casefold(), id)
    found = known.get(wanted) or known.get(wanted.casefold())
    if found is None:
        names = sorted({_named(sheet, id) for id in sheet.weapons})
        raise UnknownName(f"{sheet.id} has no weapon {wanted!r}{did_you_mean(wanted, [*known, *names])}")
    return found


def _named(sheet: Datasheet, id: str) -> str:
    """What a weapon is called, without its profile."""
    if id not in sheet.weapons:
        return sheet.wargear.get(id, id)
    return sheet.weapons[id][0].name.en.partition(" (")[0]


def _able(sheet: Datasheet, rows: Sequence[ModelRow], carried: list[list[str]], weapon: str) -> Iterator[int]:
    """Places of the models that an option gives this weapon, or, where no option does, of all models."""
    optional = any(weapon in choice for swap in sheet.swaps for choice in swap.choices)
    for place, row in enumerate(rows):
        if not optional or _choice(sheet, row, carried[place], weapon) is not None:
            yield place


def _take(sheet: Datasheet, row: ModelRow, carried: list[str], weapon: str) -> None:
    """Put a weapon on a model: in the place of what the option takes away, where an option gives it."""
    chosen = _choice(sheet, row, carried, weapon)
    if chosen is None:
        carried.append(weapon)
        return
    replaces, given = chosen
    for old in replaces:
        carried.remove(old)
    carried.extend(given)


def _choice(
    sheet: Datasheet, row: ModelRow, carried: Sequence[str], weapon: str
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """What is given up and what is got by the option for that weapon which this model can take, the smallest such."""
    found = [
        (swap.replaces, choice)
        for swap in sheet.swaps
        for choice in swap.choices
        if swap.row in ("", row.name) and weapon in choice and all(old in carried for old in swap.replaces)
    ]
    return min(found, key=lambda pair: len(pair[1]), default=None)


def _weapons(sheet: Datasheet, carried: Sequence[str]) -> tuple[Weapon, ...]:
    """The profiles of all that a model carries; a second copy of a weapon has ids of its own."""
    found: list[Weapon] = []
    copies: dict[str, int] = {}
    for id in carried:
        copies[id] = copies.get(id, 0) + 1
        mark = "" if copies[id] == 1 else f"-{copies[id]}"
        found.extend(
            replace(weapon, id=weapon.id + mark, group=weapon.group and weapon.group + mark)
            for weapon in sheet.weapons.get(id, ())
        )
    return tuple(found)


def _not_modelled(sheet: Datasheet, weapons: Mapping[str, tuple[Weapon, ...]]) -> tuple[str, ...]:
    """The texts of what the unit has and the program only prints, each once."""
    carried = (ability for own in weapons.values() for weapon in own for ability in weapon.abilities)
    return tuple(dict.fromkeys(a.text for a in (*sheet.abilities, *carried) if isinstance(a, NotModelled)))
