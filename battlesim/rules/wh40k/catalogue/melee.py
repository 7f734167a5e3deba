"""Charges and the fight phase."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.wh40k.catalogue.entries import ON_TABLE, ONCE, PHASE, UNENGAGED, entry

MELEE: Final[tuple[RuleEntry, ...]] = (
    entry(
        "charge",
        "core",
        ("Charges", "突撃", "Charges"),
        (
            "Roll 2D6, choose targets within that and 12 mv, and end engaged with all of them and nobody else.",
            "2D6を振り、その距離かつ12mv以内の目標を選び、その全てとだけ接敵して終わる。",
            "Lancer 2D6, choisir des cibles à cette distance et à 12 mv, et finir engagé avec toutes et elles seules.",
        ),
        "core rules 11",
        clauses={
            "phase": PHASE,
            "on-table": ON_TABLE,
            "not-barred": Text("not barred from charging", "突撃できる状態", "autorisée à charger"),
            "starts-unengaged": Text("starts unengaged", "非接敵で始める", "commence non engagée"),
            "declare": Text(
                "an enemy near enough to declare", "宣言できる距離の敵", "un ennemi assez près pour déclarer"
            ),
            "enemies": Text("at enemies", "敵に対して", "sur des ennemis"),
            "target": Text("target within the roll", "目標が出目以内", "cible à portée du jet"),
            "move": Text("move within the roll", "移動が出目以内", "mouvement à portée du jet"),
            "ends-engaged": Text(
                "ends engaged with each target", "全目標と接敵して終わる", "termine engagée avec chaque cible"
            ),
            "closer": Text("ends closer to a target", "目標に近づいて終わる", "finit plus près d'une cible"),
            "within-1": Text(
                "within 1 mv of a target if it can", "可能なら目標の1mv以内", "à 1 mv d'une cible si possible"
            ),
            "engaged-if-able": Text(
                "engaged with a target if it can", "可能なら目標と接敵", "engagée avec une cible si possible"
            ),
            "no-others": Text("and with nobody else", "他の敵と接敵しない", "et avec personne d'autre"),
        },
    ),
    entry(
        "heroic-intervention",
        "core",
        ("Heroic Intervention", "英雄的介入", "Intervention héroïque"),
        (
            "At the end of the enemy's charge phase an unengaged unit charges: at units that charged, or with at most 6 mv.",
            "敵の突撃フェイズの終わりに非接敵ユニットが突撃する。突撃した敵を狙うか、距離を6mvまでとする。",
            "À la fin de la phase de charge ennemie, une unité non engagée charge : les chargeurs, ou à 6 mv au plus.",
        ),
        "core rules 15.11",
        clauses={
            "phase": Text("in the enemy's charge phase", "敵の突撃フェイズ", "dans la phase de charge ennemie"),
            "on-table": ON_TABLE,
            "once": ONCE,
            "points": Text("command points", "指揮ポイント", "points de commandement"),
            "no-vehicle": Text(
                "no vehicle but characters and walkers",
                "キャラクターと歩行型以外のビークルは不可",
                "pas de véhicule sauf personnage ou marcheur",
            ),
            "starts-unengaged": Text("starts unengaged", "非接敵で始める", "commence non engagée"),
            "declare": Text("an enemy within 12 mv", "12mv以内の敵", "un ennemi à 12 mv ou moins"),
            "charged-target": Text("at a unit that charged", "突撃した敵に対して", "sur une unité qui a chargé"),
            "target": Text("target within the distance", "目標が距離以内", "cible à portée"),
        },
    ),
    entry(
        "pile-in",
        "core",
        ("Piling in", "接近移動", "Mise au contact"),
        (
            "Before the fights each unit moves up to 3 mv towards its closest enemies; models in base contact stay.",
            "白兵戦の前に、各ユニットは最も近い敵へ3mvまで近づく。ベースが接している兵は動かない。",
            "Avant les combats, chaque unité avance de 3 mv au plus vers l'ennemi le plus proche ; au contact, on reste.",
        ),
        "core rules 12.03",
        clauses={
            "phase": Text("in the fight phase", "白兵戦フェイズ", "dans la phase de combat"),
            "on-table": ON_TABLE,
            "once": ONCE,
            "before-fights": Text("before the fights", "白兵戦の前", "avant les combats"),
            "turn-side-first": Text("the turn's side first", "手番の側が先", "le camp du tour d'abord"),
            "engaged-or-charged": Text("engaged, or has charged", "接敵か突撃済み", "engagée ou ayant chargé"),
            "search": Text("an enemy within 5 mv", "5mv以内の敵", "un ennemi à 5 mv ou moins"),
            "move": Text("at most 3 mv", "3mvまで", "3 mv au plus"),
            "contact-stays": Text("models in base contact stay", "ベースが接する兵は不動", "au contact, on reste"),
            "closer": Text("ends closer to the closest", "最も近い敵に近づく", "finit plus près du plus proche"),
            "engaged-if-able": Text("engaged with it if it can", "可能ならそれと接敵", "engagée avec lui si possible"),
            "keeps-engaged": Text("keeps its engagements", "接敵を保つ", "garde ses engagements"),
            "ends-engaged": Text("ends engaged", "接敵して終わる", "finit engagée"),
        },
    ),
    entry(
        "fight-order",
        "core",
        ("Order of fights", "白兵戦の順番", "Ordre des combats"),
        (
            "First those who fight first, then the others; the sides pick in turn, the turn's side first.",
            "先手のユニットから、次に残りのユニット。手番の側から交互に選ぶ。",
            "D'abord ceux qui frappent en premier, puis les autres ; les camps alternent, celui du tour d'abord.",
        ),
        "core rules 12.04",
        clauses={
            "phase": Text("in the fight phase", "白兵戦フェイズ", "dans la phase de combat"),
            "begins-once": Text("begins once", "一度だけ始まる", "commence une fois"),
            "fights-first": Text("fights first", "先手", "combat en premier"),
            "first-before-others": Text(
                "those who fight first before others", "先手は他より先", "les premiers avant les autres"
            ),
            "turn-to-pick": Text("its side's turn to pick", "選ぶ番である", "au tour de son camp"),
        },
    ),
    entry(
        "fight",
        "core",
        ("Fights", "白兵戦", "Combats"),
        (
            "An engaged unit strikes once a phase, each engaged model at units it is engaged with.",
            "接敵したユニットはフェイズに1回、接敵している兵がその相手を攻撃する。",
            "Une unité engagée frappe une fois par phase, chaque figurine engagée contre ses adversaires.",
        ),
        "core rules 12.04",
        clauses={
            "phase": Text("in the fight phase", "白兵戦フェイズ", "dans la phase de combat"),
            "once": ONCE,
            "engaged": Text("engaged", "接敵状態", "engagée"),
            "enemy": Text("at an enemy", "敵に対して", "sur un ennemi"),
            "model-engaged": Text("the model itself engaged", "兵自身が接敵", "la figurine elle-même engagée"),
            "unengaged-start": Text(
                "an overrun starts unengaged", "追撃は非接敵から始める", "une percée commence non engagée"
            ),
            "woken": Text(
                "only those an enemy came to", "敵が来たユニットだけ", "seules celles que l'ennemi a rejointes"
            ),
            "flying-target": Text(
                "aircraft strike what flies", "航空機は飛行する敵だけ", "un aéronef ne frappe que ce qui vole"
            ),
            "split": Text(
                "attacks split within their number", "攻撃回数の範囲で分ける", "attaques réparties sans excès"
            ),
            "weapon": Text("a weapon for it", "使える武器", "une arme pour cela"),
        },
    ),
    entry(
        "consolidation",
        "core",
        ("Consolidation", "戦列再編", "Consolidation"),
        (
            "After the fights a unit moves up to 3 mv: on towards its enemies, else to a new one, else to an objective.",
            "白兵戦の後、3mvまで移動する。接敵中の敵へ、いなければ新たな敵へ、それもなければ目標へ。",
            "Après les combats, 3 mv au plus : vers ses adversaires, sinon un nouvel ennemi, sinon un objectif.",
        ),
        "core rules 12.08",
        clauses={
            "phase": Text("in the fight phase", "白兵戦フェイズ", "dans la phase de combat"),
            "on-table": ON_TABLE,
            "once": ONCE,
            "after-fights": Text("after the fights", "白兵戦の後", "après les combats"),
            "turn-side-first": Text("the turn's side first", "手番の側が先", "le camp du tour d'abord"),
            "was-to-fight": Text("was to fight", "戦う資格があった", "devait combattre"),
            "ongoing": Text("engaged: onwards", "接敵中：そのまま", "engagée : continuer"),
            "engaging": Text("a new enemy within 3 mv", "3mv以内の新たな敵", "un nouvel ennemi à 3 mv ou moins"),
            "objective": Text("an objective within 3 mv", "3mv以内の目標", "un objectif à 3 mv ou moins"),
            "move": Text("at most 3 mv", "3mvまで", "3 mv au plus"),
            "target": Text("picked enemy within 3 mv", "選んだ敵が3mv以内", "l'ennemi choisi à 3 mv ou moins"),
            "in-range": Text("ends in range of it", "目標の範囲内で終わる", "finit à portée de l'objectif"),
            "ends-unengaged": UNENGAGED,
            "contact-stays": Text("models in base contact stay", "ベースが接する兵は不動", "au contact, on reste"),
            "closer": Text("ends closer to the closest", "最も近い敵に近づく", "finit plus près du plus proche"),
            "engaged-if-able": Text("engaged with it if it can", "可能ならそれと接敵", "engagée avec lui si possible"),
            "keeps-engaged": Text("keeps its engagements", "接敵を保つ", "garde ses engagements"),
            "ends-engaged": Text("ends engaged", "接敵して終わる", "finit engagée"),
        },
    ),
)
