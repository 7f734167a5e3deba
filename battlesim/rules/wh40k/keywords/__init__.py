"""The keywords of weapons and units: one small object each, with its parameters, answering hooks."""

from __future__ import annotations

from battlesim.engine.hooks import check_hooks
from battlesim.rules.wh40k.hooks import HOOKS
from battlesim.rules.wh40k.keywords.criticals import (
    Anti,
    Conversion,
    DevastatingWounds,
    Lance,
    LethalHits,
    Psychic,
    SustainedHits,
    TwinLinked,
)
from battlesim.rules.wh40k.keywords.damaged import Damaged
from battlesim.rules.wh40k.keywords.formations import (
    DeadlyDemise,
    FightsFirst,
    FiringDeck,
    Hover,
    Infiltrators,
    Leader,
    Scouts,
    SuperHeavyWalker,
    Support,
)
from battlesim.rules.wh40k.keywords.handling import (
    Blast,
    Cleave,
    ExtraAttacks,
    Hazardous,
    Hunter,
    IndirectFire,
    OneShot,
    Precision,
)
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
from battlesim.rules.wh40k.unit_hooks import UNIT_HOOKS

PLAYING: tuple[type, ...] = (
    Anti,
    Assault,
    Blast,
    Cleave,
    CloseQuarters,
    Conversion,
    Damaged,
    DeadlyDemise,
    DeepStrike,
    DevastatingWounds,
    ExtraAttacks,
    FeelNoPain,
    FightsFirst,
    FiringDeck,
    Hazardous,
    Heavy,
    Hover,
    Hunter,
    IgnoresCover,
    IndirectFire,
    Infiltrators,
    InvulnerableSave,
    Lance,
    Leader,
    LethalHits,
    LoneOperative,
    Melta,
    OneShot,
    Precision,
    Psychic,
    RapidFire,
    Scouts,
    Stealth,
    SuperHeavyWalker,
    Support,
    SustainedHits,
    Torrent,
    TwinLinked,
)

for _keyword in PLAYING:
    check_hooks(_keyword, (*HOOKS, *UNIT_HOOKS))

__all__ = [
    "PLAYING",
    "Anti",
    "Assault",
    "Blast",
    "Cleave",
    "CloseQuarters",
    "Conversion",
    "Damaged",
    "DeadlyDemise",
    "DeepStrike",
    "DevastatingWounds",
    "ExtraAttacks",
    "FeelNoPain",
    "FightsFirst",
    "FiringDeck",
    "Hazardous",
    "Heavy",
    "Hover",
    "Hunter",
    "IgnoresCover",
    "IndirectFire",
    "Infiltrators",
    "InvulnerableSave",
    "Lance",
    "Leader",
    "LethalHits",
    "LoneOperative",
    "Melta",
    "NotModelled",
    "OneShot",
    "Precision",
    "Psychic",
    "RapidFire",
    "Scouts",
    "Stealth",
    "SuperHeavyWalker",
    "Support",
    "SustainedHits",
    "Torrent",
    "TwinLinked",
]
