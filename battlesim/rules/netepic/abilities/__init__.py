"""The abilities of the French list: each a small frozen object that answers the questions of ``hooks``."""

from __future__ import annotations

from battlesim.engine.hooks import check_hooks
from battlesim.rules.netepic.abilities.cover import IgnoresCover
from battlesim.rules.netepic.abilities.dodge import Dodge
from battlesim.rules.netepic.abilities.elite import Elite, EliteAura
from battlesim.rules.netepic.abilities.hq import HQ
from battlesim.rules.netepic.abilities.leader import Leader
from battlesim.rules.netepic.abilities.not_modelled import NotModelled
from battlesim.rules.netepic.abilities.point_defence import OnlySmall, PointDefence
from battlesim.rules.netepic.abilities.transport import AttachedCharacter, Character, Flyer, Transport
from battlesim.rules.netepic.hooks import HOOKS

__all__ = [
    "HQ",
    "AttachedCharacter",
    "Character",
    "Dodge",
    "Elite",
    "EliteAura",
    "Flyer",
    "IgnoresCover",
    "Leader",
    "NotModelled",
    "OnlySmall",
    "PointDefence",
    "Transport",
]

for _ability in (
    AttachedCharacter,
    Character,
    Dodge,
    Elite,
    EliteAura,
    Flyer,
    HQ,
    IgnoresCover,
    Leader,
    OnlySmall,
    PointDefence,
    Transport,
):
    check_hooks(_ability, HOOKS)
