"""What a viewer may read about a detachment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Final, Protocol, runtime_checkable

from battlesim.model.catalogue import Card
from battlesim.model.text import Text
from battlesim.rules.netepic.abilities import NotModelled
from battlesim.rules.netepic.catalogue import CATALOGUE
from battlesim.rules.netepic.profiles import Profile, Sheet, Weapon
from battlesim.units import CM, Mm

_NAMES: Final = {entry.id: entry.names for entry in CATALOGUE}
_CLASS: Final = Text("Class", "クラス", "Classe")
_MOVEMENT: Final = Text("Movement", "移動力", "Mouvement")
_SAVE: Final = Text("Save", "セーヴ", "Sauvegarde")
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


def _rows(profile: Profile) -> Iterator[tuple[Text, str]]:
    yield _CLASS, str(profile.blocking_class)
    yield _MOVEMENT, CM.text(profile.movement, digits=0)
    yield _SAVE, str(profile.save)
    yield _FACTOR, f"{profile.assault_factor:+d}"
    if profile.wounds > 1:
        yield _WOUNDS, str(profile.wounds)
    if profile.morale is not None:
        yield _MORALE, str(profile.morale)
    for weapon in profile.weapons:
        yield weapon.name, _weapon(weapon)
    named = [_printed(ability) for ability in profile.abilities]
    if named:
        yield _ABILITIES, ", ".join(named)


def _weapon(weapon: Weapon) -> str:
    abilities = [_printed(ability) for ability in weapon.abilities]
    return " / ".join(
        [CM.text(weapon.range, digits=0), str(weapon.dice), f"{weapon.to_hit}+", f"PA {weapon.pa}", *abilities]
    )


def _printed(ability: object) -> str:
    """As a French list has it: the name, and the number that the list gives."""
    if isinstance(ability, NotModelled):
        return f"{ability.name} ({ability.text})" if ability.text else ability.name
    names = _NAMES.get(getattr(ability, "rule", ""), Text(type(ability).__name__))
    numbers = [str(getattr(ability, field.name)) for field in fields(ability)] if is_dataclass(ability) else []
    return names.fr.replace("(X", f"({numbers[0]}") if numbers else names.fr


def _auras(profiles: Sequence[Profile]) -> Iterator[tuple[Text, Mm]]:
    for ability in profiles[0].abilities:
        if isinstance(ability, _Reaches) and all(ability in profile.abilities for profile in profiles):
            yield _NAMES.get(ability.rule, Text(ability.rule)), ability.reach
