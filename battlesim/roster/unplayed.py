"""What published datasheets carry and the game does not play: each with how many profiles or datasheets it touches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from battlesim.roster.datasheets import Datasheet, datasheet, datasheets, factions_of
from battlesim.rules.wh40k.keywords.not_modelled import NotModelled


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A printed text without effect. ``count`` is of weapon profiles, or of datasheets for what belongs to units."""

    text: str
    kind: Literal["weapon", "unit"]
    count: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the dataset plays: all weapon profiles and those with a text that does not, and the texts themselves."""

    profiles: int
    silent_profiles: int
    datasheets: int
    silent_datasheets: int
    unplayed: tuple[Unplayed, ...]


@cache
def not_modelled() -> Coverage:
    """Every text on a weapon profile or among the abilities of a published datasheet that has no effect, most often first.

    A profile that no text of this list touches plays as printed.
    """
    weapons: Counter[str] = Counter()
    abilities: Counter[str] = Counter()
    profiles = silent_profiles = sheets = silent_sheets = 0
    for sheet in _every_datasheet():
        sheets += 1
        mine = {ability.text for ability in sheet.abilities if isinstance(ability, NotModelled)}
        abilities.update(mine)
        silent_sheets += bool(mine)
        for weapon in (weapon for of_one in sheet.weapons.values() for weapon in of_one):
            profiles += 1
            texts = {ability.text for ability in weapon.abilities if isinstance(ability, NotModelled)}
            weapons.update(texts)
            silent_profiles += bool(texts)
    listed = [Unplayed(text, "weapon", count) for text, count in weapons.most_common()]
    listed += [Unplayed(text, "unit", count) for text, count in abilities.most_common()]
    return Coverage(profiles, silent_profiles, sheets, silent_sheets, tuple(listed))


def _every_datasheet() -> Iterator[Datasheet]:
    for id in datasheets():
        for faction in factions_of(id):
            yield datasheet(id, faction=faction)
