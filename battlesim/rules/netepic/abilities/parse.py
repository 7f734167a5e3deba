"""Abilities as lists print them, in French, English or Japanese: ``Transport (2)``, ``QG``, ``Esquive 3+``, ``輸送 (2)``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

from battlesim.errors import UnknownName, did_you_mean
from battlesim.rules.netepic.abilities import (
    HQ,
    Adaptability,
    AntiAir,
    Artillery,
    AttachedCharacter,
    Camouflage,
    Character,
    CommandUnit,
    DamagesBuildings,
    DestroysBuildings,
    Dodge,
    DoubleFrontSave,
    Elite,
    EliteAura,
    EnergyShields,
    Flyer,
    ForwardObserver,
    FullArmour,
    Graviton,
    HardToHit,
    HoloField,
    HypnoticAura,
    IgnoresCover,
    Leader,
    LegionFury,
    MoreDamage,
    MoreTemplates,
    NotModelled,
    PassesShields,
    PointDefence,
    PsychicWard,
    Psyker,
    ReducesCover,
    ReflexFire,
    Regeneration,
    ShadowShield,
    SideArmour,
    SingleUse,
    Sniper,
    Template,
    Transport,
    Turret,
    Wounds,
    mechanic,
    medic,
)
from battlesim.rules.netepic.abilities.known import PLAYED_NAMES
from battlesim.rules.netepic.abilities.known_other import OTHER_NAMES
from battlesim.rules.netepic.abilities.known_turn import TURN_NUMBERED, TURN_PLAIN
from battlesim.units import cm

_PRINTED: Final = re.compile(r"(?P<name>.+?)\s*(?:\((?P<inside>[^()]*)\)|(?P<bare>[-+]?\d+(?:\s*cm)?\+?))?")
_NUMBER: Final = re.compile(r"(?:PA\s*)?([-+]?\d+)(?:\s*cm)?\+?")

_PLAIN: Final[Mapping[str, Callable[[], object]]] = {
    "qg": HQ,
    "meneur": Leader,
    "elite-aura": EliteAura,
    "ignore-couverts": IgnoresCover,
    "personnage": Character,
    "personnage-lie": AttachedCharacter,
    "volant": Flyer,
    "adaptabilite": Adaptability,
    "anti-aerien": AntiAir,
    "artillerie": Artillery,
    "aura-hypnotique": HypnoticAura,
    "blindage-integral": FullArmour,
    "blindage-lateral": SideArmour,
    "bouclier-d-ombre": ShadowShield,
    "camouflage": Camouflage,
    "double-sauvegarde-de-face": DoubleFrontSave,
    "dur-a-cibler": HardToHit,
    "fureur-legion": LegionFury,
    "gabarits-supplementaires": MoreTemplates,
    "graviton": Graviton,
    "holo-champ": HoloField,
    "ignore-boucliers": PassesShields,
    "mecanicien": mechanic,
    "medecin": medic,
    "observateur-avance": ForwardObserver,
    "psyker": Psyker,
    "sniper": Sniper,
    "tir-reflexe": ReflexFire,
    "tourelle": Turret,
    "unite-commandement": CommandUnit,
    "usage-unique": SingleUse,
    **TURN_PLAIN,
}
_NUMBERED: Final[Mapping[str, Callable[[int], object]]] = {
    "transport": Transport,
    "elite": Elite,
    "dr": PointDefence,
    "esquive": Dodge,
    "boucliers-energetiques": EnergyShields,
    "degats": MoreDamage,
    "detruit-batiments": lambda pa: DestroysBuildings(-abs(pa)),
    "endommage-batiments": lambda pa: DamagesBuildings(-abs(pa)),
    "point-de-vie": Wounds,
    "reduit-couverts": ReducesCover,
    "regeneration": Regeneration,
    "sauvegarde-psychique": PsychicWard,
    **TURN_NUMBERED,
}
_FLAMES: Final = ("flamme", "flame", "火炎")


def parse_ability(text: str) -> object:
    """The ability that a list means: a played one, or ``NotModelled`` for a known name that is not played.

    Case, accents and full-width signs do not matter. Raises UnknownName, with the nearest names, for one that no list
    has, for a number where none belongs and for a missing one.

    >>> parse_ability("輸送 (2)").places
    2
    """
    printed = unicodedata.normalize("NFKC", text).strip()
    found = _PRINTED.fullmatch(printed)
    name, number = (found["name"], found["inside"] or found["bare"]) if found else (printed, None)
    # a name may itself end in brackets: the whole text is tried before its number is cut off
    for wanted, given in ((printed, None), (name, number)):
        id = _BY_SPELLING.get(_folded(wanted))
        if id is None:
            continue
        if id != "gabarit" and id not in _PLAIN and id not in _NUMBERED:
            return NotModelled(wanted, given or "")
        return _made(text, id, given)
    raise UnknownName(f"there is no ability {text!r}{did_you_mean(name, known_spellings())}")


def known_spellings() -> tuple[str, ...]:
    """Every name that is understood, as it is printed."""
    return tuple(spelling for names in (*PLAYED_NAMES.values(), OTHER_NAMES) for spelling in names)


def _made(text: str, id: str, number: str | None) -> object:
    if id == "gabarit":
        return _template(text, number or "")
    if id in _PLAIN:
        if number is not None and id != "elite-aura":
            raise UnknownName(f"{text!r} has no number: expected {PLAYED_NAMES[id][0]!r}")
        return _PLAIN[id]()
    match = _NUMBER.fullmatch((number or "").strip())
    if match is None:
        raise UnknownName(f"{text!r} needs a number such as {PLAYED_NAMES[id][0] + ' (2)'!r}")
    return _NUMBERED[id](int(match[1]))


def _template(text: str, size: str) -> Template:
    match = _NUMBER.fullmatch(size.strip())
    if match is None and size.strip().casefold() not in _FLAMES:
        raise UnknownName(f"{text!r} needs a size: expected 'Gabarit (6 cm)' or 'Gabarit (flamme)'")
    return Template(cm(int(match[1])) if match else None)


def _folded(name: str) -> str:
    """Without case, accents, hyphens and spaces."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign) and sign not in " -'’_")


_BY_SPELLING: Final[Mapping[str, str]] = {_folded(name): _folded(name) for name in OTHER_NAMES} | {
    _folded(spelling): id for id, names in PLAYED_NAMES.items() for spelling in names
}
