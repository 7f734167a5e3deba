"""Core rules that the keywords stand on."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.wh40k.catalogue.entries import ON_TABLE, ONCE, PHASE, UNENGAGED, entry

CORE: Final[tuple[RuleEntry, ...]] = (
    entry(
        "turn",
        "core",
        ("Rounds and phases", "ラウンドとフェイズ", "Rounds et phases"),
        (
            "Rounds, turns and phases come in order, and what lasted a phase or a turn ends with it.",
            "ラウンド、ターン、フェイズは順に進み、フェイズやターンの間だけ続くものはその終わりに消える。",
            "Rounds, tours et phases se suivent, et ce qui durait une phase ou un tour s'achève avec.",
        ),
        "core rules 07",
        clauses={
            "forwards": Text("forwards only", "前にだけ進む", "seulement vers l'avant"),
            "before-battle": Text(
                "round 0 is before the battle", "第0ラウンドは開始前", "le round 0 précède la bataille"
            ),
            "same-side-first": Text("the same side first", "同じ側が先攻", "le même camp en premier"),
            "one-turn-a-round": Text("one turn a round", "1ラウンドに1ターン", "un tour par round"),
        },
    ),
    entry(
        "engagement",
        "core",
        ("Engagement range", "接敵範囲", "Portée d'engagement"),
        (
            "Enemy models within 2 mv horizontally and 5 mv vertically of each other are engaged.",
            "水平2mv以内かつ垂直5mv以内にいる敵兵同士は接敵状態にある。",
            "Des figurines ennemies à 2 mv ou moins à l'horizontale et 5 mv à la verticale sont engagées.",
        ),
        "core rules 03.04",
        clauses={"engaged": Text("engaged", "接敵状態", "engagées")},
    ),
    entry(
        "coherency",
        "core",
        ("Unit coherency", "ユニットの一体性", "Cohésion d'unité"),
        (
            "Every model is within 2 mv of another and within 9 mv of all others, 5 mv in height, in one group.",
            "どの兵も、別の兵の2mv以内かつ他の全兵の9mv以内（高さは5mv以内）にいて、ひとまとまりであること。",
            "Chaque figurine est à 2 mv ou moins d'une autre et à 9 mv ou moins de toutes, 5 mv en hauteur, en un seul groupe.",
        ),
        "core rules 03.03",
        clauses={
            "neighbour": Text("near another model", "隣の兵との距離", "près d'une autre figurine"),
            "envelope": Text("near all other models", "全ての兵との距離", "près de toutes les autres"),
            "one-group": Text("one group", "ひとまとまり", "un seul groupe"),
            "single": Text("a single model", "1体のみ", "une seule figurine"),
        },
    ),
    entry(
        "placement",
        "core",
        ("Placing models", "兵の配置", "Placement des figurines"),
        (
            "Models stand wholly on the table, on no other model and in nothing solid.",
            "兵は全体が戦場の上にあり、他の兵の上にも固い地形の中にも置かれない。",
            "Une figurine tient entièrement sur la table, ni sur une autre ni dans un décor plein.",
        ),
        "core rules 03.01",
        clauses={
            "on-table": Text("wholly on the table", "全体が戦場内", "entièrement sur la table"),
            "not-on-others": Text("on no other model", "他の兵と重ならない", "sur aucune autre figurine"),
            "not-in-walls": Text("in nothing solid", "固い地形と重ならない", "dans aucun décor plein"),
        },
    ),
    entry(
        "arrival",
        "core",
        ("Arriving from reserves", "予備戦力の登場", "Arrivée de réserve"),
        (
            "From round 2 on, a unit arrives wholly within 6 mv of the edges and more than 8 mv from every enemy; before "
            "round 3 not in the enemy's zone.",
            "第2ラウンド以降、戦場の端から6mv以内に全体が入り、あらゆる敵から8mvより遠い地点に登場する。第3ラウンドより前は敵ゾーン不可。",
            "Dès le round 2, l'unité arrive entièrement à 6 mv ou moins des bords et à plus de 8 mv de tout ennemi ; avant "
            "le round 3, pas dans la zone ennemie.",
        ),
        "core rules 20.04",
        clauses={
            "phase": PHASE,
            "in-reserves": Text("in reserves", "予備戦力にいる", "en réserve"),
            "round": Text("from round 2 on", "第2ラウンド以降", "dès le round 2"),
            "distance": Text("more than 8 mv from every enemy", "全ての敵から8mv超", "à plus de 8 mv de tout ennemi"),
            "edge-band": Text(
                "wholly within 6 mv of the edges", "全体が端から6mv以内", "entièrement à 6 mv ou moins des bords"
            ),
            "enemy-zone": Text("not in the enemy's zone", "敵ゾーンの外", "hors de la zone ennemie"),
            "unengaged": UNENGAGED,
        },
    ),
    entry(
        "transports",
        "core",
        ("Transports", "輸送車輌", "Transports"),
        (
            "A unit boards after its move from within 3 mv, and leaves as its transport's move allows: rapid, tactical or "
            "in combat.",
            "ユニットは移動後に3mv以内から乗車し、車輌の移動に応じて迅速・戦術・戦闘のいずれかで降車する。",
            "Une unité embarque après son mouvement à 3 mv ou moins et débarque selon celui du transport : rapide, tactique "
            "ou de combat.",
        ),
        "core rules 18",
        clauses={
            "phase": PHASE,
            "on-table": ON_TABLE,
            "friendly": Text("of its own side", "自軍の車輌", "de son camp"),
            "after-move": Text("after a move", "移動の後", "après un mouvement"),
            "not-set-up": Text("not set up this turn", "このターンに配置されていない", "pas déployée ce tour"),
            "capacity": Text("room for all", "定員", "de la place pour tous"),
            "keywords": Text("carries such models", "乗車できる兵種", "transporte ces figurines"),
            "embark-distance": Text("every model near enough", "全兵が十分近い", "chaque figurine assez près"),
            "aboard": Text("aboard", "乗車中", "à bord"),
            "not-just-embarked": Text(
                "not embarked this phase", "このフェイズに乗車していない", "pas embarquée dans cette phase"
            ),
            "transport-moved": Text(
                "transport did not advance or fall back",
                "車輌が全力移動も後退もしていない",
                "transport sans avance ni repli",
            ),
            "mode": Text("the mode that is left", "可能な降車方法", "le mode possible"),
            "disembark-rapid": Text("rapid: wholly near", "迅速：全体が近く", "rapide : entièrement près"),
            "disembark-tactical": Text("tactical: wholly near", "戦術：全体が近く", "tactique : entièrement près"),
            "disembark-combat": Text("combat: wholly near", "戦闘：全体が近く", "combat : entièrement près"),
            "ends-unengaged": Text("ends unengaged", "非接敵で終わる", "termine non engagée"),
            "engaged-as-transport": Text(
                "engaged as the transport is", "車輌と同じ敵とだけ接敵", "engagée comme le transport"
            ),
        },
    ),
    entry(
        "shooting",
        "core",
        ("Shooting", "射撃", "Tir"),
        (
            "A unit shoots once in its shooting phase, at unengaged enemies that its models see and its weapons reach.",
            "ユニットは自軍射撃フェイズに1回、兵が視認し武器が届く非接敵の敵を撃つ。",
            "Une unité tire une fois dans sa phase de tir, sur des ennemis non engagés que ses figurines voient et atteignent.",
        ),
        "core rules 04, 10",
        clauses={
            "phase": PHASE,
            "on-table": ON_TABLE,
            "once": ONCE,
            "not-fallen-back": Text("did not fall back", "後退していない", "ne s'est pas repliée"),
            "advanced-and-engaged": Text(
                "not both advanced and engaged", "全力移動して接敵していない", "pas à la fois avancée et engagée"
            ),
            "type-assault": Text(
                "has weapons for it after an advance",
                "全力移動後に使える武器",
                "a des armes pour tirer après une avance",
            ),
            "type-close-quarters": Text(
                "has weapons for it while engaged", "接敵中に使える武器", "a des armes pour tirer engagée"
            ),
            "type-indirect": Text(
                "has weapons for it out of sight", "視認なしで使える武器", "a des armes pour tirer hors de vue"
            ),
            "indirect-unengaged": UNENGAGED,
            "snap-unengaged": UNENGAGED,
            "not-advanced": Text("did not advance", "全力移動していない", "n'a pas avancé"),
            "enemy": Text("at an enemy", "敵に対して", "sur un ennemi"),
            "target-on-table": Text("target on the table", "目標が戦場にいる", "cible sur la table"),
            "target-unengaged": Text(
                "target unengaged, or a monster or vehicle",
                "目標が非接敵かモンスター／ビークル",
                "cible non engagée, ou monstre ou véhicule",
            ),
            "engaged-with-target": Text(
                "at those it is engaged with", "接敵している相手に", "sur ceux avec qui elle est engagée"
            ),
            "range": Text("range", "射程", "portée"),
            "weapon": Text("a weapon for it", "使える武器", "une arme pour cela"),
            "worse-aim": Text("worse aim at or by the engaged", "接敵による命中-1", "visée gênée par l'engagement"),
        },
    ),
    entry(
        "half-range",
        "core",
        ("Half range", "射程の半分", "Mi-portée"),
        (
            "Half a weapon's range, from the attacking model to the nearest model of the target; settled when targets are.",
            "武器の射程の半分。攻撃する兵から目標の最も近い兵まで測り、目標選択時に決まる。",
            "La moitié de la portée, de la figurine qui attaque à la plus proche de la cible ; fixée au choix des cibles.",
        ),
        "core rules 24.25, 24.30",
        clauses={"melee": Text("melee weapons have none", "白兵戦武器にはない", "sans objet en mêlée")},
    ),
    entry(
        "visibility",
        "core",
        ("Visibility", "視認", "Visibilité"),
        (
            "A unit is visible if a line 1 mm wide reaches a model of it past walls, obscuring areas and third parties.",
            "壁、視線を遮る区域、第三者の兵を避けて幅1mmの線が届く兵が1体でもいれば、そのユニットは視認される。",
            "Une unité est visible si une ligne large de 1 mm atteint l'une de ses figurines sans mur, zone opaque ni tiers.",
        ),
        "core rules 06.01, 13.10",
        clauses={
            "sight": Text("line of sight", "視線", "ligne de vue"),
            "full": Text("fully visible", "完全に視認", "entièrement visible"),
            "on-table": ON_TABLE,
        },
    ),
    entry(
        "benefit-of-cover",
        "core",
        ("Benefit of cover", "遮蔽物ボーナス", "Bénéfice du couvert"),
        (
            "Against a ranged attack, BS is one worse if every model is on foot within a terrain area or not fully visible.",
            "射撃に対し、全兵が地形区域内の歩兵か、地形のため完全には視認されないなら、BSが1悪くなる。",
            "Contre un tir, la CT empire d'un si chaque figurine est à pied dans une zone de terrain ou pas entièrement visible.",
        ),
        "core rules 13.08",
        clauses={
            "every-model": Text("every model is covered", "全兵が遮蔽されている", "chaque figurine est couverte"),
            "ignored": Text("ignored", "無効", "ignoré"),
            "given": Text("given by an ability", "能力による", "donné par une aptitude"),
        },
    ),
    entry(
        "wound-roll",
        "core",
        ("Wound roll", "ウーンズロール", "Jet de blessure"),
        (
            "Strength against toughness: 2+ from twice as strong, 3+ stronger, 4+ equal, 5+ weaker, 6+ at half or less.",
            "攻撃力と耐久力の比較：2倍以上で2+、上回れば3+、同じなら4+、下回れば5+、半分以下で6+。",
            "Force contre endurance : 2+ au double, 3+ si supérieure, 4+ si égale, 5+ si inférieure, 6+ à la moitié ou moins.",
        ),
        "core rules 05.02",
        clauses={"table": Text("strength against toughness", "攻撃力と耐久力", "force contre endurance")},
    ),
    entry(
        "saves",
        "core",
        ("Saves", "セーヴ", "Sauvegardes"),
        (
            "A die for each wound, worsened by AP; all are rolled together and resolved from the lowest up. A 1 fails.",
            "負傷ごとに1個振り、貫通値で悪化する。まとめて振り、低い出目から解決する。1は失敗。",
            "Un dé par blessure, aggravé par la PA ; lancés ensemble, résolus du plus bas au plus haut. Un 1 échoue.",
        ),
        "core rules 05.04",
        clauses={"ap": Text("worsened by AP", "貫通値による悪化", "aggravée par la PA")},
    ),
    entry(
        "allocation",
        "core",
        ("Allocation of wounds", "ダメージの割り振り", "Allocation des blessures"),
        (
            "Wounded models first, characters last; damage beyond what a model has left is lost.",
            "負傷した兵が先、キャラクターは最後。兵の残りを超えたダメージは失われる。",
            "Les blessés d'abord, les personnages en dernier ; les dégâts en trop sont perdus.",
        ),
        "core rules 05.03, 05.04",
    ),
    entry(
        "mortal-wounds",
        "core",
        ("Mortal wounds", "致命的ダメージ", "Blessures mortelles"),
        (
            "Wounds without a save, suffered one at a time, that go on to the next model.",
            "セーヴできないダメージ。1ポイントずつ受け、次の兵に及ぶ。",
            "Des blessures sans sauvegarde, subies une à une, qui passent à la figurine suivante.",
        ),
        "core rules 06.02",
    ),
    entry(
        "hazard-roll",
        "core",
        ("Hazard rolls", "危機ロール", "Jets de risque"),
        (
            "A die for a danger: on a failure the unit suffers a mortal wound, three if all of it is big.",
            "危険ごとに1個振り、失敗すると致命的ダメージ1（全てモンスター／ビークルなら3）。",
            "Un dé par danger : en cas d'échec, l'unité subit une blessure mortelle, trois si elle n'a que de grandes figurines.",
        ),
        "glossary; core rules 06.03",
    ),
)
