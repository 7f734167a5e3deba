"""What a viewer may read about a unit: its characteristics, weapons, abilities and keywords."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import Card
from battlesim.model.text import Text
from battlesim.rules.wh40k.keywords import LoneOperative, NotModelled
from battlesim.rules.wh40k.profiles import Profile, UnitSheet, Weapon
from battlesim.rules.wh40k.spec import NO_SAVE
from battlesim.units import INCH, MV, Mm

_MODEL: Final = Text("Model", "兵", "Figurine")
_WEAPON: Final = Text("Weapon", "武器", "Arme")
_ABILITIES: Final = Text("Abilities", "アビリティ", "Aptitudes")
_NOT_PLAYED: Final = Text("Without effect here", "未対応", "Sans effet ici")
_KEYWORDS: Final = Text("Keywords", "キーワード", "Mots-clés")
_CAPACITY: Final = Text("Carries", "定員", "Transporte")
_SEEN_WITHIN: Final = Text("Seen within", "視認される距離", "Visible jusqu'à")


def card(sheet: UnitSheet, unit: str) -> Card:
    """The card of a unit: a row for each kind of model, each kind of weapon, and its abilities and keywords."""
    rows: list[tuple[Text, str]] = []
    rows += [(profile.name or _MODEL, profile_row(profile)) for profile in dict.fromkeys(sheet.profiles.values())]
    weapons = dict.fromkeys(weapon for carried in sheet.weapons.values() for weapon in carried)
    rows += [(weapon.name or _WEAPON, weapon_row(weapon)) for weapon in weapons]
    abilities = dict.fromkeys((*sheet.abilities, *(a for own in sheet.model_abilities.values() for a in own)))
    plays = [ability_text(ability) for ability in abilities if not isinstance(ability, NotModelled)]
    silent = [ability_text(ability) for ability in abilities if isinstance(ability, NotModelled)]
    if plays:
        rows.append((_ABILITIES, ", ".join(plays)))
    if silent:
        rows.append((_NOT_PLAYED, ", ".join(silent)))
    if sheet.capacity:
        rows.append((_CAPACITY, str(sheet.capacity)))
    if sheet.keywords:
        rows.append((_KEYWORDS, ", ".join(sheet.keywords)))
    auras: tuple[tuple[Text, Mm], ...] = tuple(
        (_SEEN_WITHIN, ability.reach) for ability in sheet.abilities if isinstance(ability, LoneOperative)
    )
    return Card(sheet.name, tuple(rows), auras)


def profile_row(profile: Profile) -> str:
    """``M 6" T 4 Sv 3+ W 2 Ld 6+ OC 1``, with the invulnerable save where there is one."""
    save = f"Sv {profile.save}+" if profile.save < NO_SAVE else "Sv -"
    invulnerable = f" InSv {profile.invulnerable}+" if profile.invulnerable is not None else ""
    return (
        f"M {INCH.number(profile.movement):g} T {profile.toughness} {save}{invulnerable} W {profile.wounds} "
        f"Ld {profile.leadership}+ OC {profile.control}"
    )


def weapon_row(weapon: Weapon) -> str:
    """``24 A 2 BS 3+ S 4 AP -1 D 1 [rapid fire 1]``."""
    reach = "melee" if weapon.range is None else f"{MV.number(weapon.range):g}"
    skill = "" if weapon.skill is None else f" {'WS' if weapon.melee else 'BS'} {weapon.skill}+"
    keywords = ", ".join(ability_text(ability) for ability in weapon.abilities)
    row = f"{reach} A {weapon.attacks}{skill} S {weapon.strength} AP {weapon.ap} D {weapon.damage}"
    return f"{row} [{keywords}]" if keywords else row


def ability_text(ability: object) -> str:
    """A keyword as a card has it: its name with its number."""
    if isinstance(ability, NotModelled):
        return ability.text
    name = str(getattr(ability, "rule", ability)).partition(".")[2].replace("-", " ")
    for parameter in ("extra", "bonus"):
        if hasattr(ability, parameter):
            return f"{name} {getattr(ability, parameter)}"
    return f"{name} {ability.needed}+" if hasattr(ability, "needed") else name
