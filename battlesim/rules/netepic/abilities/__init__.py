"""The abilities that play: each a small frozen object that answers the questions of ``hooks``."""

from __future__ import annotations

from battlesim.engine.hooks import check_hooks
from battlesim.rules.netepic.abilities.attached import AttachedCharacter
from battlesim.rules.netepic.abilities.command import CommandUnit
from battlesim.rules.netepic.abilities.cover import IgnoresCover
from battlesim.rules.netepic.abilities.demolition import DamagesBuildings, DestroysBuildings
from battlesim.rules.netepic.abilities.dodge import Dodge
from battlesim.rules.netepic.abilities.elite import Elite, EliteAura
from battlesim.rules.netepic.abilities.fire import (
    Adaptability,
    AntiAir,
    Camouflage,
    Graviton,
    HardToHit,
    HypnoticAura,
    LegionFury,
    MoreDamage,
    ReducesCover,
    ReflexFire,
    SingleUse,
    Turret,
)
from battlesim.rules.netepic.abilities.hq import HQ
from battlesim.rules.netepic.abilities.known_turn import TURN_ABILITIES
from battlesim.rules.netepic.abilities.leader import Leader
from battlesim.rules.netepic.abilities.not_modelled import NotModelled
from battlesim.rules.netepic.abilities.point_defence import OnlySmall, PointDefence
from battlesim.rules.netepic.abilities.protection import (
    DoubleFrontSave,
    EnergyShields,
    FullArmour,
    HoloField,
    Mends,
    PassesShields,
    Regeneration,
    ShadowShield,
    SideArmour,
    Sniper,
    Wounds,
    mechanic,
    medic,
)
from battlesim.rules.netepic.abilities.psychic import PsychicWard, Psyker
from battlesim.rules.netepic.abilities.templates import Artillery, ForwardObserver, MoreTemplates, Template
from battlesim.rules.netepic.abilities.transport import Character, Flyer, Transport
from battlesim.rules.netepic.fire_hooks import FIRE_HOOKS
from battlesim.rules.netepic.hooks import HOOKS
from battlesim.rules.netepic.turn_hooks import TURN_HOOKS

__all__ = [
    "HQ",
    "Adaptability",
    "AntiAir",
    "Artillery",
    "AttachedCharacter",
    "Camouflage",
    "Character",
    "CommandUnit",
    "DamagesBuildings",
    "DestroysBuildings",
    "Dodge",
    "DoubleFrontSave",
    "Elite",
    "EliteAura",
    "EnergyShields",
    "Flyer",
    "ForwardObserver",
    "FullArmour",
    "Graviton",
    "HardToHit",
    "HoloField",
    "HypnoticAura",
    "IgnoresCover",
    "Leader",
    "LegionFury",
    "Mends",
    "MoreDamage",
    "MoreTemplates",
    "NotModelled",
    "OnlySmall",
    "PassesShields",
    "PointDefence",
    "PsychicWard",
    "Psyker",
    "ReducesCover",
    "ReflexFire",
    "Regeneration",
    "ShadowShield",
    "SideArmour",
    "SingleUse",
    "Sniper",
    "Template",
    "Transport",
    "Turret",
    "Wounds",
    "mechanic",
    "medic",
]

for _ability in (
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
    HQ,
    HardToHit,
    HoloField,
    HypnoticAura,
    IgnoresCover,
    Leader,
    LegionFury,
    Mends,
    MoreDamage,
    MoreTemplates,
    OnlySmall,
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
    *TURN_ABILITIES,
):
    check_hooks(_ability, (*HOOKS, *FIRE_HOOKS, *TURN_HOOKS))
