"""What published datasheets carry and does not play, as ``battlesim rules`` prints it."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.commands.lines import broken
from battlesim.commands.words import word
from battlesim.model.text import Language
from battlesim.roster.unplayed import not_modelled


def unplayed_lines(language: Language, width: int, *, everything: bool = False) -> Iterator[str]:
    """How many weapon profiles and datasheets play as printed, and each text that does not with its number.

    Texts of weapons always; those of units, of which most datasheets have some of their own, with ``everything``.
    """
    found = not_modelled()
    plays = found.profiles - found.silent_profiles
    yield from broken(word("profiles-play", language, plays=plays, all=found.profiles), width)
    yield from (f"  {one.count:5}  {one.text}" for one in found.unplayed if one.kind == "weapon")
    units = [one for one in found.unplayed if one.kind == "unit"]
    told = word("sheets-play", language, silent=found.silent_datasheets, all=found.datasheets, texts=len(units))
    yield from broken(told, width)
    if everything:
        yield from (f"  {one.count:5}  {one.text}" for one in units)
