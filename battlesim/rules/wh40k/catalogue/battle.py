"""The battle around moves and attacks: before it, its command phase, its ends, objectives, wrecks."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.wh40k.catalogue.entries import EVERY_MODEL, ON_TABLE, UNENGAGED, entry

BATTLE: Final[tuple[RuleEntry, ...]] = (
    entry(
        "deployment",
        "core",
        ("Deployment", "初期配置", "Déploiement"),
        (
            "Before the battle, units are set up wholly within their side's zone, or where an ability lets them.",
            "バトル開始前、ユニットは自軍ゾーン内に全体を入れて配置するか、能力が許す地点に配置する。",
            "Avant la bataille, les unités se déploient entièrement dans leur zone, ou là où une aptitude le permet.",
        ),
        "core rules 03.02",
        clauses={
            "phase": Text("while deploying", "初期配置中", "pendant le déploiement"),
            "in-reserves": Text("not deployed yet", "まだ配置されていない", "pas encore déployée"),
            "own-zone": Text("wholly within its zone", "自軍ゾーン内に全体", "entièrement dans sa zone"),
            "every-model": EVERY_MODEL,
            "unengaged": UNENGAGED,
        },
    ),
    entry(
        "emergency-disembark",
        "core",
        ("Emergency disembarkation", "緊急降車", "Débarquement d'urgence"),
        (
            "From a destroyed transport each model risks a hazard roll, then stands as near as it can, wholly within 6 mv; "
            "without room it is destroyed. The unit is battle-shocked.",
            "破壊された車輌からは各兵が危機ロールをし、6mv以内に全体が入る最も近い場所に立つ。場所がなければ撃破。ユニットは戦闘ショック。",
            "D'un transport détruit, chaque figurine fait un jet de risque puis se place au plus près, entièrement à 6 mv ou "
            "moins ; sans place, elle est détruite. L'unité est ébranlée.",
        ),
        "glossary; core rules 18.05",
        clauses={
            "wholly-within": Text("wholly within 6 mv", "6mv以内に全体", "entièrement à 6 mv ou moins"),
            "unengaged": Text("unengaged if it can", "可能なら非接敵", "non engagée si possible"),
            "room": Text("room for all", "全員の場所", "de la place pour tous"),
        },
    ),
    entry(
        "objectives",
        "core",
        ("Objectives", "作戦目標", "Objectifs"),
        (
            "Within an objective's area, or 3 mv across and 5 mv in height of its marker, models add their OC; the higher "
            "sum controls it, a tie nobody.",
            "目標区域内、またはマーカーから水平3mv・垂直5mv以内の兵のOCを合計し、多い側が確保する。同数なら誰も確保しない。",
            "Dans la zone d'un objectif, ou à 3 mv et 5 mv de haut de son pion, les figurines ajoutent leur OC ; la plus "
            "forte somme le contrôle, une égalité personne.",
        ),
        "core rules 14",
        clauses={
            "control": Text("who controls it", "確保している側", "qui le contrôle"),
            "area": Text("within the area", "区域内", "dans la zone"),
            "marker": Text("near enough to the marker", "マーカーの近く", "assez près du pion"),
        },
    ),
    entry(
        "strategic-reserves",
        "core",
        ("Strategic reserves", "戦略的予備戦力", "Réserve stratégique"),
        (
            "What has not arrived by the end of round 3 is destroyed.",
            "第3ラウンド終了時までに登場していないユニットは撃破される。",
            "Ce qui n'est pas arrivé à la fin du round 3 est détruit.",
        ),
        "core rules 20.03",
        clauses={"arrived": Text("arrived in time", "期限までに登場", "arrivée à temps")},
    ),
    entry(
        "aircraft",
        "core",
        ("Aircraft", "航空機", "Aéronefs"),
        (
            "Aircraft come from reserves, and go back to them at the end of the enemy's turn.",
            "航空機は予備戦力から登場し、敵ターンの終了時に予備戦力へ戻る。",
            "Les aéronefs viennent de réserve et y retournent à la fin du tour adverse.",
        ),
        "core rules 23.02",
        clauses={"flies-off": Text("flies off", "飛び去る", "s'éloigne")},
    ),
    entry(
        "surge",
        "core",
        ("Surge moves", "殺到移動", "Mouvements de ruée"),
        (
            "An unengaged unit rushes at the closest enemy: each model ends engaged with it if it can, and with nobody else.",
            "非接敵のユニットが最も近い敵に殺到する。各兵は可能ならその敵とだけ接敵して終わる。",
            "Une unité non engagée se rue sur l'ennemi le plus proche : chaque figurine finit engagée avec lui si possible, "
            "et avec lui seul.",
        ),
        "core rules 21.02",
        clauses={
            "on-table": ON_TABLE,
            "not-shocked": Text("not battle-shocked", "戦闘ショックではない", "pas ébranlée"),
            "not-moved": Text("not moved this phase", "このフェイズに未移動", "pas bougé dans cette phase"),
            "starts-unengaged": Text("starts unengaged", "非接敵で始める", "commence non engagée"),
            "enemies": Text("an enemy to rush at", "殺到する敵", "un ennemi à charger"),
            "closest": Text("at the closest enemy", "最も近い敵に", "sur l'ennemi le plus proche"),
            "move": Text("how far", "移動距離", "la distance"),
            "as-near-as-it-can": Text("engaged if it can", "可能なら接敵", "engagée si possible"),
            "no-others": Text("and with nobody else", "他の敵と接敵しない", "et avec personne d'autre"),
        },
    ),
)
