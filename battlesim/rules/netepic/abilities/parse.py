"""Abilities as lists print them, in French, English or Japanese: ``Transport (2)``, ``QG``, ``Esquive 3+``, ``輸送 (2)``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

from battlesim.errors import UnknownName, did_you_mean
from battlesim.rules.netepic.abilities import (
    HQ,
    AttachedCharacter,
    Character,
    Dodge,
    Elite,
    EliteAura,
    Flyer,
    IgnoresCover,
    Leader,
    NotModelled,
    PointDefence,
    Transport,
)
from battlesim.rules.netepic.abilities.known import OTHER_NAMES, PLAYED_NAMES

_PRINTED: Final = re.compile(r"(?P<name>.+?)\s*(?:\((?P<inside>[^()]*)\)|(?P<bare>[-+]?\d+(?:\s*cm)?\+?))?")
_NUMBER: Final = re.compile(r"(\d+)\+?")

_PLAIN: Final[Mapping[str, Callable[[], object]]] = {
    "qg": HQ,
    "meneur": Leader,
    "elite-aura": EliteAura,
    "ignore-couverts": IgnoresCover,
    "personnage": Character,
    "personnage-lie": AttachedCharacter,
    "volant": Flyer,
}
_NUMBERED: Final[Mapping[str, Callable[[int], object]]] = {
    "transport": Transport,
    "elite": Elite,
    "dr": PointDefence,
    "esquive": Dodge,
}


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
        if id not in _PLAIN and id not in _NUMBERED:
            return NotModelled(wanted, given or "")
        return _made(text, id, given)
    raise UnknownName(f"there is no ability {text!r}{did_you_mean(name, known_spellings())}")


def known_spellings() -> tuple[str, ...]:
    """Every name that is understood, as it is printed."""
    return tuple(spelling for names in (*PLAYED_NAMES.values(), OTHER_NAMES) for spelling in names)


def _made(text: str, id: str, number: str | None) -> object:
    if id in _PLAIN:
        if number is not None and id != "elite-aura":
            raise UnknownName(f"{text!r} has no number: expected {PLAYED_NAMES[id][0]!r}")
        return _PLAIN[id]()
    match = _NUMBER.fullmatch((number or "").strip())
    if match is None:
        raise UnknownName(f"{text!r} needs a number such as {PLAYED_NAMES[id][0] + ' (2)'!r}")
    return _NUMBERED[id](int(match[1]))


def _folded(name: str) -> str:
    """Without case, accents, hyphens and spaces."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign) and sign not in " -'’_")


_BY_SPELLING: Final[Mapping[str, str]] = {_folded(name): _folded(name) for name in OTHER_NAMES} | {
    _folded(spelling): id for id, names in PLAYED_NAMES.items() for spelling in names
}
