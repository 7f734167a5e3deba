"""Several battles to be watched one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from battlesim.model.text import Text
from battlesim.replay.timeline import Timeline

Playlist = Timeline | Sequence[Timeline]
"""One battle, or several in order."""


def playlist(battles: Playlist) -> tuple[Timeline, ...]:
    """The battles in order; where there are several, their titles say which of how many each is."""
    if isinstance(battles, Timeline):
        return (battles,)
    assert battles, "a playlist has a battle at least"
    count = len(battles)
    if count == 1:
        return tuple(battles)
    return tuple(_numbered(battle, f"{number}/{count}") for number, battle in enumerate(battles, start=1))


def _numbered(battle: Timeline, number: str) -> Timeline:
    title = battle.header.title
    told = Text(*(f"{number} · {title.to(language)}" for language in ("en", "ja", "fr")))
    return replace(battle, header=replace(battle.header, title=told))
