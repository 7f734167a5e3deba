"""The names of abilities as lists print them. Names only: what they do is elsewhere, or not played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.rules.netepic.abilities.known_fire import FIRE_NAMES
from battlesim.rules.netepic.abilities.known_turn import TURN_NAMES

PLAYED_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "transport": ("Transport", "輸送"),
    "qg": ("QG", "Quartier Général", "Quartier Général (QG)", "HQ", "HQ (QG)", "Headquarters", "司令部", "司令部 (QG)"),
    "meneur": ("Meneur", "Leader", "先導者"),
    "elite": ("Elite", "Élite", "精鋭"),
    "elite-aura": ("Aura d'Elite", "Elite aura", "精鋭オーラ"),
    "dr": ("DR", "Défense Rapprochée", "Close-range defence", "Point Defence", "近接防御"),
    "esquive": ("Esquive", "Dodge", "回避"),
    "ignore-couverts": ("Ignore les couverts", "Ignores cover", "遮蔽無視"),
    "personnage": ("Personnage", "Character", "キャラクター"),
    "personnage-lie": ("Personnage Lié", "Attached character", "合流キャラクター"),
    "volant": ("Volant", "Flyer", "飛行"),
    **FIRE_NAMES,
    **TURN_NAMES,
}
"""By the id of the catalogue (without the game's name), the French one first."""
