"""Finding a rule by its id, or by its name in any of the three languages as it is printed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from battlesim.errors import UnknownName, offered
from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import LANGUAGES

_BETWEEN_NAMES: Final = re.compile(r"[,、]|(?<=\])\s*(?=\[)")
_BRACKETED: Final = re.compile(r"\([^)]*\)")
_ACCENTS: Final = re.compile("[\u0300-\u036f]")
_OFFERED: Final = 3
_SPELLINGS: Final = 4
"""As many has a rule: its id, and a name in each language; few have more."""
_PARAMETER: Final = re.compile(r"(x|y|[+-]?\d*d?\d+)(mv|cm|\+)?")


def find_rule(what: str, entries: Sequence[RuleEntry]) -> RuleEntry:
    """The rule that is meant: ``wh40k.deep-strike``, ``deep-strike``, ``縦深攻撃``, ``Melta 2``.

    An id goes before a name. Of names brackets, accents, case and the numbers of a keyword do not matter. Raises
    UnknownName where several rules are called so, or none is; the message then names the ones that may be meant.
    """
    wanted = plain_name(what)
    found = [entry for entry in entries if what in (entry.id, entry.slug)]
    found = found or [entry for entry in entries if wanted and wanted in _called(entry)]
    if len(found) == 1:
        return found[0]
    if found:
        ids = [entry.id for entry in found]
        raise UnknownName(f"several rules are called {what!r}: say {', '.join(ids[:-1])} or {ids[-1]}")
    near = offered(_nearest(what, entries)) if wanted else ""
    raise UnknownName(f"there is no rule {what!r}{near or '; battlesim rules lists them all'}")


def _nearest(what: str, entries: Sequence[RuleEntry]) -> list[str]:
    """The rules that are called nearly so, each in its nearest spelling; by its id where others are spelt so too.

    What begins with the name of a game, as an id does, means a rule of that game.
    """
    games = {entry.ruleset for entry in entries}
    before, _, after = what.partition(".")
    named, slug = (before, after) if before in games else ("", what)
    spelt: dict[str, dict[str, str]] = {}
    for entry in entries:
        if named in ("", entry.ruleset):
            for name in (entry.slug, *printed_names(entry)):
                spelt.setdefault(name.casefold(), {}).setdefault(entry.id, name)
    offers: dict[str, str] = {}
    for name in get_close_matches(slug.casefold(), spelt, n=_OFFERED * _SPELLINGS, cutoff=0.6):
        for id, spelling in spelt[name].items():
            offers.setdefault(id, id if named or len(spelt[name]) > 1 else spelling)
    return list(offers.values())[:_OFFERED]


def printed_names(entry: RuleEntry) -> Iterator[str]:
    """The names of a rule in all languages, one by one where it has several."""
    for language in LANGUAGES:
        for name in _BETWEEN_NAMES.split(unicodedata.normalize("NFKC", entry.names.to(language)).translate(_SQUARE)):
            if name.strip():
                yield name.strip()


_SQUARE: Final = str.maketrans("〔〕【】", "[][]")


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """A name without what does not tell rules apart: case, accents, brackets, and what stands for its numbers.

    >>> plain_name("〔ラピッドファイア X〕"), plain_name("Feel No Pain 5+"), plain_name("Transport (2)")
    ('ラピッドファイア', 'feel no pain', 'transport')
    """
    name = unicodedata.normalize("NFKC", name).translate(_SQUARE).casefold()
    # only the accents of Latin letters: those of kana tell letters apart
    name = unicodedata.normalize("NFKC", _ACCENTS.sub("", unicodedata.normalize("NFD", name)))
    name = (_BRACKETED.sub(" ", name).strip() or name).replace("’", "'")
    words = re.sub(r"[\[\]\s-]+", " ", name).split()
    kept = [word for word in words if not _PARAMETER.fullmatch(word)]
    return " ".join(kept or words)


def _called(entry: RuleEntry) -> frozenset[str]:
    return frozenset(map(plain_name, (entry.slug, *printed_names(entry))))
