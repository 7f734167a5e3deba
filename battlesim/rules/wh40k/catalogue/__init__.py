"""Every rule of the game with its names and its sentence in three languages: the glossary's keywords and the core rules."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.rules.wh40k.catalogue.attacks import ATTACKS
from battlesim.rules.wh40k.catalogue.battle import BATTLE
from battlesim.rules.wh40k.catalogue.core import CORE
from battlesim.rules.wh40k.catalogue.melee import MELEE
from battlesim.rules.wh40k.catalogue.moves import MOVES
from battlesim.rules.wh40k.catalogue.terrain import TERRAIN
from battlesim.rules.wh40k.catalogue.units import UNITS
from battlesim.rules.wh40k.catalogue.weapons import WEAPONS

CATALOGUE: Final[tuple[RuleEntry, ...]] = (*WEAPONS, *UNITS, *ATTACKS, *CORE, *MOVES, *MELEE, *BATTLE, *TERRAIN)
