"""What a viewer may read about a detachment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Final, Protocol, runtime_checkable

from battlesim.model.catalogue import Card
from battlesim.model.sentences import SAID
from battlesim.model.text import LANGUAGES, Text
from battlesim.model.wording import numbered
from battlesim.rules.netepic.abilities import NotModelled
from battlesim.rules.netepic.catalogue import CATALOGUE
from battlesim.rules.netepic.profiles import Profile, Sheet, Weapon
from battlesim.units import CM, Mm

_NAMES: Final = {entry.id: entry.names for entry in CATALOGUE}
_CLASS: Final = Text("Class", "クラス", "Classe")
_MOVEMENT: Final = Text("Movement", "移動力", "Mvt")
_SAVE: Final = Text("Save", "セーヴ", "Svg")
_ON_SHEET: Final = Text("location sheet", "部位表", "Fiche")
_PENETRATION: Final = Text("AP", "装甲貫通", "PA")
_FACTOR: Final = Text("Assault factor", "突撃値", "FA")
_WOUNDS: Final = Text("Wounds", "負傷数", "PdV")
_MORALE: Final = Text("Morale", "士気", "Moral")
_ABILITIES: Final = Text("Abilities", "能力", "Capacités")


@runtime_checkable
class _Reaches(Protocol):
    """An ability that reaches round its bearer."""

    @property
    def rule(self) -> str: ...
    @property
    def reach(self) -> Mm: ...


def card(sheet: Sheet, unit: str) -> Card:
    """The profile of a detachment's first stand, and the reaches that all of its stands have round them."""
    profiles = list(sheet.profiles.values())
    return Card(sheet.name, tuple(_rows(profiles[0])), tuple(_auras(profiles)))


def _rows(profile: Profile) -> Iterator[tuple[Text, Text]]:
    yield _CLASS, Text(str(profile.blocking_class))
    yield _MOVEMENT, Text(CM.text(profile.movement, digits=0))
    yield _SAVE, _ON_SHEET if profile.save.sheet else Text(str(profile.save))
    yield _FACTOR, Text(f"{profile.assault_factor:+d}")
    if profile.wounds > 1:
        yield _WOUNDS, Text(str(profile.wounds))
    if profile.morale is not None:
        yield _MORALE, Text(str(profile.morale))
    for weapon in profile.weapons:
        yield weapon.name, _joined(Text(" / "), [_weapon(weapon), *map(_printed, weapon.abilities)])
    if profile.abilities:
        yield _ABILITIES, _joined(SAID["list"], map(_printed, profile.abilities))


def _weapon(weapon: Weapon) -> Text:
    head = f"{CM.text(weapon.range, digits=0)} / {weapon.dice} / {weapon.to_hit}+"
    return Text(*(f"{head} / {_PENETRATION.to(language)} {weapon.pa}" for language in LANGUAGES))


def _printed(ability: object) -> Text:
    """As a list has it: the name, and the number that the list gives."""
    if isinstance(ability, NotModelled):
        return Text(f"{ability.name} ({ability.text})" if ability.text else ability.name)
    names = _NAMES.get(getattr(ability, "rule", ""), Text(type(ability).__name__))
    given = [getattr(ability, f.name) for f in fields(ability) if f.default is MISSING] if is_dataclass(ability) else []
    number = given[0] if given else None
    return Text(*(numbered(names.to(language), number) for language in LANGUAGES))


def _joined(mark: Text, texts: Iterable[Text]) -> Text:
    several = tuple(texts)
    return Text(*(mark.to(language).join(text.to(language) for text in several) for language in LANGUAGES))


def _auras(profiles: Sequence[Profile]) -> Iterator[tuple[Text, Mm]]:
    for ability in profiles[0].abilities:
        if isinstance(ability, _Reaches) and all(ability in profile.abilities for profile in profiles):
            yield _NAMES.get(ability.rule, Text(ability.rule)), ability.reach
