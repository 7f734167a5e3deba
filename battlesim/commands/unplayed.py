"""What published datasheets carry and does not play, as ``battlesim rules`` prints it."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.commands.words import word
from battlesim.model.text import Language
from battlesim.roster.unplayed import not_modelled


def unplayed_lines(language: Language, *, everything: bool = False) -> Iterator[str]:
    """How many weapon profiles and datasheets play as printed, and each text that does not with its number.

    Texts of weapons always; those of units, of which most datasheets have some of their own, with ``everything``.
    """
    found = not_modelled()
    plays = found.profiles - found.silent_profiles
    yield word("profiles-play", language, plays=plays, all=found.profiles)
    yield from (f"  {one.count:5}  {one.text}" for one in found.unplayed if one.kind == "weapon")
    units = [one for one in found.unplayed if one.kind == "unit"]
    yield word("sheets-play", language, silent=found.silent_datasheets, all=found.datasheets, texts=len(units))
    if everything:
        yield from (f"  {one.count:5}  {one.text}" for one in units)
