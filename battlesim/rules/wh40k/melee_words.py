"""Words of charges, fights and heights, in three languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.model.text import Text

MELEE_WORDS: Final[Mapping[str, Text]] = {
    "skies": Text("in the skies", "飛翔", "dans les airs"),
    "stays-on-the-ground": Text("stays on the ground", "地上にとどまる", "reste au sol"),
    "stands-high": Text("may stand high up", "高所に立てる", "peut se tenir en hauteur"),
    "nothing-to-climb": Text("nothing that high to climb", "その高さの地形がない", "rien d'aussi haut à escalader"),
    "nothing-below": Text("nothing to stand on there", "足場がない", "rien sous le socle"),
    "battle-shock": Text("battle-shock", "戦闘ショック", "ébranlement"),
    "no-target": Text("no target to close with", "近づく目標がない", "aucune cible à rejoindre"),
    "unable": Text("cannot", "できない", "ne peut pas"),
    "aircraft": Text("an aircraft", "航空機", "un aéronef"),
    "flies": Text("flies", "飛行する", "vole"),
    "on-foot": Text("does not fly", "飛行しない", "ne vole pas"),
    "not-charged": Text("has not charged", "突撃していない", "n'a pas chargé"),
    "heroic-intervention": Text("Heroic Intervention", "英雄的介入", "Intervention héroïque"),
    "intervened": Text("has intervened", "介入済み", "est intervenue"),
    "not-intervened": Text("nobody has intervened", "介入なし", "aucune intervention"),
    "vehicle": Text("a vehicle", "ビークル", "un véhicule"),
    "character-or-walker": Text("a character or walker", "キャラクターか歩行型", "un personnage ou marcheur"),
    "pile-in": Text("pile in", "接近移動", "mise au contact"),
    "piled-in": Text("has piled in", "接近移動済み", "a rejoint le contact"),
    "not-piled-in": Text("has not piled in", "接近移動していない", "n'a pas rejoint le contact"),
    "fights": Text("the fights begin", "白兵戦開始", "les combats commencent"),
    "begun": Text("the fights have begun", "白兵戦は始まった", "les combats ont commencé"),
    "not-begun": Text("the fights have not begun", "白兵戦は始まっていない", "les combats n'ont pas commencé"),
    "in-turn": Text("in turn", "順番どおり", "à son tour"),
    "fights-first": Text("fights first", "先手", "combat en premier"),
    "remaining-combats": Text("fights after those", "その後に戦う", "combat ensuite"),
    "picks": Text("picks now", "選ぶ番", "choisit maintenant"),
    "units": Text("units", "ユニット", "unités"),
    "fought-as": Text("place in the fights", "白兵戦の順番", "rang dans les combats"),
    "engaged": Text("engaged", "接敵状態", "engagée"),
    "unengaged": Text("unengaged", "非接敵", "non engagée"),
    "woken": Text("an enemy came to it", "敵が来た", "rejointe par l'ennemi"),
    "not-woken": Text("no enemy came to it", "敵は来ていない", "pas rejointe par l'ennemi"),
    "consolidate": Text("consolidate", "戦列再編", "consolidation"),
    "consolidated": Text("has consolidated", "再編済み", "s'est consolidée"),
    "not-consolidated": Text("has not consolidated", "未再編", "ne s'est pas consolidée"),
    "still-to-fight": Text("still to fight", "まだ戦っていない", "doit encore combattre"),
    "no-objective": Text("no objective", "目標なし", "aucun objectif"),
    "split-attacks": Text("attacks split", "分けた攻撃回数", "attaques réparties"),
}
