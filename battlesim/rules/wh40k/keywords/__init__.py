"""The keywords of weapons and units: one small object each, with its parameters, answering hooks."""

from __future__ import annotations

from battlesim.engine.hooks import check_hooks
from battlesim.rules.wh40k.hooks import HOOKS
from battlesim.rules.wh40k.keywords.not_modelled import NotModelled
from battlesim.rules.wh40k.keywords.units import (
    DeepStrike,
    FeelNoPain,
    InvulnerableSave,
    LoneOperative,
    Stealth,
)
from battlesim.rules.wh40k.keywords.weapons import (
    Assault,
    CloseQuarters,
    Heavy,
    IgnoresCover,
    Melta,
    RapidFire,
    Torrent,
)

PLAYING: tuple[type, ...] = (
    Assault,
    CloseQuarters,
    DeepStrike,
    FeelNoPain,
    Heavy,
    IgnoresCover,
    InvulnerableSave,
    LoneOperative,
    Melta,
    RapidFire,
    Stealth,
    Torrent,
)

for _keyword in PLAYING:
    check_hooks(_keyword, HOOKS)

__all__ = [
    "PLAYING",
    "Assault",
    "CloseQuarters",
    "DeepStrike",
    "FeelNoPain",
    "Heavy",
    "IgnoresCover",
    "InvulnerableSave",
    "LoneOperative",
    "Melta",
    "NotModelled",
    "RapidFire",
    "Stealth",
    "Torrent",
]
