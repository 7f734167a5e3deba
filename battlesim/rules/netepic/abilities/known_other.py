"""Abilities that lists have and this program does not play, by the id of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.model.text import Text

NOT_MODELLED: Final[Mapping[str, Text]] = {
    "abomination-psychique": Text("Psychic abomination", "サイキックの忌み子", "Abomination Psychique"),
    "artisan": Text("Artisan", "職人", "Artisan"),
    "attaque-psychique-etheree": Text("Ethereal psychic attack", "霊的サイキック攻撃", "Attaque Psychique Éthérée"),
    "attelage": Text("Towing", "牽引", "Attelage"),
    "bizarboy": Text("Weirdboy", "奇人ボーイ", "Bizarboy"),
    "bouclier-psychique": Text("Psychic shield", "サイキックシールド", "Bouclier Psychique"),
    "cercle-d-invocation": Text("Summoning circle", "召喚陣", "Cercle d'invocation"),
    "charge-devastatrice": Text("Devastating charge", "壊滅突撃", "Charge dévastatrice"),
    "chasseur-de-demons": Text("Demon hunter", "悪魔狩り", "Chasseur de Démons"),
    "combat-urbain": Text("Urban fighter", "市街戦", "Combat Urbain"),
    "confusion": Text("Confusion", "混乱", "Confusion"),
    "entrave": Text("Entangle", "束縛", "Entrave"),
    "flottant": Text("Floater", "浮遊", "Flottant"),
    "inorganique": Text("Inorganic", "無機物", "Inorganique"),
    "intercepteur": Text("Interceptor", "迎撃機", "Intercepteur"),
    "lance": Text("Lance (X+/Y)", "ランス (X+/Y)", "Lance (X+/Y)"),
    "large": Text("Large", "大型", "Large"),
    "maitre-stratege": Text("Master strategist", "戦略の達人", "Maître Stratège"),
    "polyvalent": Text("Versatile", "万能", "Polyvalent"),
    "presence-sinistre": Text("Sinister presence", "不吉な存在", "Présence sinistre"),
    "rayon-de-commandement": Text("Command radius (X cm)", "指揮範囲 (X cm)", "Rayon de Commandement (X cm)"),
    "robot": Text("Robot", "ロボット", "Robot"),
    "rouleau": Text("Roller", "蹂躙", "Rouleau"),
    "terreur": Text("Terror", "戦慄", "Terreur"),
    "tir-sous-terrain": Text("Subterranean fire", "地中射撃", "Tir sous-terrain"),
    "toit-ouvert": Text("Open top", "オープントップ", "Toit Ouvert"),
    "tunnelier": Text("Tunneller", "坑道掘削", "Tunnelier"),
}
"""What the lists call them."""

SPECIAL_RULES: Final = ("Règles Spéciales", "Special rules", "特殊ルール")

OTHER_NAMES: Final[tuple[str, ...]] = (
    *(name.split(" (")[0] for names in NOT_MODELLED.values() for name in dict.fromkeys((names.fr, names.en, names.ja))),
    *SPECIAL_RULES,
)
"""Names that lists have and this program does not play."""
