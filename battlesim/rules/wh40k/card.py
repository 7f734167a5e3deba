"""What a viewer may read about a unit: its characteristics, weapons, abilities and keywords."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Final

from battlesim.model.catalogue import Card
from battlesim.model.sentences import SAID
from battlesim.model.text import LANGUAGES, Language, Text
from battlesim.model.wording import numbered
from battlesim.rules.wh40k.catalogue import CATALOGUE
from battlesim.rules.wh40k.keywords import LoneOperative, NotModelled
from battlesim.rules.wh40k.narrowed import Narrowed
from battlesim.rules.wh40k.profiles import Profile, UnitSheet, Weapon
from battlesim.rules.wh40k.spec import NO_SAVE
from battlesim.units import INCH, MV, Mm

_NAMES: Final = {entry.id: entry.names for entry in CATALOGUE}
_MELEE: Final = Text("melee", "白兵", "mêlée")
_MODEL: Final = Text("Model", "兵", "Figurine")
_WEAPON: Final = Text("Weapon", "武器", "Arme")
_ABILITIES: Final = Text("Abilities", "アビリティ", "Aptitudes")
_NOT_PLAYED: Final = Text("Without effect here", "未対応", "Sans effet ici")
_KEYWORDS: Final = Text("Keywords", "キーワード", "Mots-clés")
_CAPACITY: Final = Text("Carries", "定員", "Transporte")
_ONLY: Final = Text("only against {}", "{}に対してのみ", "seulement contre {}")
_NEVER: Final = Text("not against {}", "{}以外に対して", "pas contre {}")
_AGAINST: Final = {
    "ranged": Text("against ranged attacks", "射撃に対して", "contre les tirs"),
    "melee": Text("against melee attacks", "白兵攻撃に対して", "contre la mêlée"),
}
_STATS: Final = {
    "T": Text("T", "T", "E"),
    "InSv": Text("InSv", "スペシャルセーヴ", "Sv inv"),
    "W": Text("W", "W", "PV"),
    "Ld": Text("Ld", "Ld", "Cd"),
    "BS": Text("BS", "BS", "CT"),
    "WS": Text("WS", "WS", "CC"),
    "S": Text("S", "S", "F"),
    "AP": Text("AP", "AP", "PA"),
}
"""Characteristics that not every language abbreviates alike; Japanese prints most of them in Latin letters."""
_SEEN_WITHIN: Final = Text("Seen within", "視認される距離", "Visible jusqu'à")


def card(sheet: UnitSheet, unit: str) -> Card:
    """The card of a unit: a row for each kind of model, each kind of weapon, and its abilities and keywords."""
    rows: list[tuple[Text, Text]] = []
    rows += [(profile.name or _MODEL, profile_row(profile)) for profile in dict.fromkeys(sheet.profiles.values())]
    weapons = dict.fromkeys(weapon for carried in sheet.weapons.values() for weapon in carried)
    rows += [(weapon.name or _WEAPON, weapon_row(weapon)) for weapon in weapons]
    abilities = dict.fromkeys((*sheet.abilities, *(a for own in sheet.model_abilities.values() for a in own)))
    plays = [printed(ability) for ability in abilities if not isinstance(ability, NotModelled)]
    silent = [printed(ability) for ability in abilities if isinstance(ability, NotModelled)]
    if plays:
        rows.append((_ABILITIES, _listed(plays)))
    if silent:
        rows.append((_NOT_PLAYED, _listed(silent)))
    if sheet.capacity:
        rows.append((_CAPACITY, Text(str(sheet.capacity))))
    if sheet.keywords:
        rows.append((_KEYWORDS, _listed([Text(keyword) for keyword in sheet.keywords])))
    auras: tuple[tuple[Text, Mm], ...] = tuple(
        (_SEEN_WITHIN, ability.reach) for ability in sheet.abilities if isinstance(ability, LoneOperative)
    )
    return Card(sheet.name, tuple(rows), auras)


def profile_row(profile: Profile) -> Text:
    """``M 6 T 4 Sv 3+ W 2 Ld 6+ OC 1``, with the invulnerable save where there is one."""
    given = {
        "M": f"{INCH.number(profile.movement):g}",
        "T": str(profile.toughness),
        "Sv": f"{profile.save}+" if profile.save < NO_SAVE else "-",
        "InSv": "" if profile.invulnerable is None else f"{profile.invulnerable}+",
        "W": str(profile.wounds),
        "Ld": f"{profile.leadership}+",
        "OC": str(profile.control),
    }
    return _stats({stat: value for stat, value in given.items() if value})


def _stats(given: Mapping[str, str]) -> Text:
    """Characteristics under the abbreviations of each language."""
    return Text(
        *(
            " ".join(f"{_STATS.get(stat, Text(stat)).to(one)} {value}" for stat, value in given.items())
            for one in LANGUAGES
        )
    )


def weapon_row(weapon: Weapon) -> Text:
    """``24 A 2 BS 3+ S 4 AP -1 D 1 [RAPID FIRE 1]``."""
    reach = _MELEE if weapon.range is None else Text(f"{MV.number(weapon.range):g}")
    skill = {} if weapon.skill is None else {"WS" if weapon.melee else "BS": f"{weapon.skill}+"}
    row = _stats(
        {
            "A": str(weapon.attacks),
            **skill,
            "S": str(weapon.strength),
            "AP": str(weapon.ap),
            "D": str(weapon.damage),
        }
    )
    pieces = [reach, row, *map(printed, weapon.abilities)]
    return Text(*(" ".join(piece.to(one) for piece in pieces) for one in LANGUAGES))


def printed(ability: object) -> Text:
    """A keyword as a card has it: its name, with what it is given for the X (and the Y)."""
    if isinstance(ability, NotModelled):
        return Text(ability.text)
    if isinstance(ability, Narrowed):
        return _joined(printed(ability.inner), _condition(ability))
    against = _AGAINST.get(str(getattr(ability, "against", "")))
    rule = str(getattr(ability, "rule", ability))
    names = _NAMES.get(rule, Text(rule.partition(".")[2].replace("-", " ")))
    own = [f for f in fields(ability) if f.init and f.name not in ("rule", "against")] if is_dataclass(ability) else []
    # what is as it always is goes unsaid, but for a number that is rolled or added
    given = [getattr(ability, f.name) for f in own if f.default is MISSING or getattr(ability, f.name) != f.default]
    text = Text(*(_filled(names.to(language), given, language) for language in LANGUAGES))
    return text if against is None else _joined(text, against)


def _condition(narrowed: Narrowed) -> Text:
    """Against whom a keyword works, or does not."""
    template = _ONLY if narrowed.only else _NEVER
    keywords = _listed([Text(keyword) for keyword in narrowed.only or narrowed.never])
    return Text(*(template.to(language).format(keywords.to(language)) for language in LANGUAGES))


def _joined(text: Text, condition: Text) -> Text:
    return Text(*(f"{text.to(one)}{SAID['bracketed'].to(one).format(what=condition.to(one))}" for one in LANGUAGES))


def _filled(name: str, given: Sequence[object], language: Language) -> str:
    for one in reversed(given[:2]):
        text = (
            SAID["list"].to(language).join(map(str, one))
            if isinstance(one, tuple)
            else f"{MV.number(Mm(one)):g}"
            if isinstance(one, float)
            else str(one)
        )
        name = numbered(name, text)
    return numbered(name)


def _listed(texts: Sequence[Text]) -> Text:
    return Text(*(SAID["list"].to(language).join(text.to(language) for text in texts) for language in LANGUAGES))
