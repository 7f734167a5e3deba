"""The abilities of movement, morale and assault: their names as lists print them, and how they are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from battlesim.rules.netepic.abilities.courage import Charismatic, Duellist, Fear, Fearless, LightningAttack, Parry
from battlesim.rules.netepic.abilities.mobility import (
    Agile,
    Antigrav,
    Bulldozer,
    DeepStrike,
    ExtendedCoherency,
    FireOnTheMove,
    Infiltration,
    JumpPacks,
    SurpriseAttack,
    TacticalGenius,
)
from battlesim.units import cm

TURN_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "agile": ("Agile", "敏捷"),
    "antigrav": ("Antigrav", "反重力"),
    "attaque-eclair": ("Attaque Eclair", "Lightning attack", "電撃"),
    "attaque-surprise": ("Attaque Surprise", "Pop-up attack", "奇襲"),
    "bulldozer": ("Bulldozer", "ブルドーザー"),
    "charismatique": ("Charismatique", "Charismatic", "カリスマ"),
    "charismatique-avance": ("Charismatique Avancé", "Very charismatic", "高カリスマ"),
    "coherence-elargie": ("Cohérence Élargie", "Extended coherency", "広域結束"),
    "duelliste": ("Duelliste", "Duellist", "決闘者"),
    "fep": ("FEP", "Frappe en Profondeur", "Deep strike", "降下"),
    "genie-tactique": ("Génie Tactique", "Tactical genius", "戦術の天才"),
    "infiltration": ("Infiltration", "浸透"),
    "parade": ("Parade", "Parry", "受け流し"),
    "peur": ("Peur", "Fear", "恐怖"),
    "reacteurs-dorsaux": ("Réacteurs Dorsaux", "Jump packs", "ジャンプパック"),
    "sans-peur": ("Sans Peur", "Fearless", "恐れ知らず"),
    "tir-en-mouvement": ("Tir en Mouvement", "Fire on the move", "移動射撃"),
}
"""The French one first."""

TURN_PLAIN: Final[Mapping[str, Callable[[], object]]] = {
    "agile": Agile,
    "antigrav": Antigrav,
    "attaque-eclair": LightningAttack,
    "attaque-surprise": SurpriseAttack,
    "bulldozer": Bulldozer,
    "charismatique": Charismatic,
    "charismatique-avance": lambda: Charismatic(cm(25)),
    "duelliste": Duellist,
    "fep": DeepStrike,
    "genie-tactique": TacticalGenius,
    "infiltration": Infiltration,
    "parade": Parry,
    "peur": Fear,
    "reacteurs-dorsaux": JumpPacks,
    "sans-peur": Fearless,
    "tir-en-mouvement": FireOnTheMove,
}
TURN_NUMBERED: Final[Mapping[str, Callable[[int], object]]] = {
    "coherence-elargie": lambda distance: ExtendedCoherency(cm(distance)),
}
TURN_ABILITIES: Final = (
    Agile,
    Antigrav,
    Bulldozer,
    Charismatic,
    DeepStrike,
    Duellist,
    ExtendedCoherency,
    Fear,
    Fearless,
    FireOnTheMove,
    Infiltration,
    JumpPacks,
    LightningAttack,
    Parry,
    SurpriseAttack,
    TacticalGenius,
)
