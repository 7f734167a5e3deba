"""Keywords of units and their models."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.wh40k.catalogue.entries import EVERY_MODEL, ONCE, entry

UNITS: Final[tuple[RuleEntry, ...]] = (
    entry(
        "invulnerable-save",
        "unit",
        ("Invulnerable save X+", "スペシャルセーヴ値 X+", "Sauvegarde invulnérable X+"),
        (
            "A save that AP does not worsen; used where it is the better one.",
            "貫通値の影響を受けないセーヴ。有利な方を使う。",
            "Une sauvegarde que la PA n'affecte pas ; on utilise la meilleure des deux.",
        ),
        "glossary; core rules 05.04",
        seed_line=83,
    ),
    entry(
        "feel-no-pain",
        "unit",
        ("Feel No Pain X+", "痛みを知らぬ者 X+", "Insensible à la Douleur X+"),
        (
            "A die for each wound about to be lost, mortal ones too: on X or more it is not lost.",
            "失うはずの負傷1ポイントごとにD6を振り、X以上なら失わない。致命的ダメージにも使える。",
            "Un dé pour chaque point de vie sur le point d'être perdu, même mortel : sur X ou plus, il ne l'est pas.",
        ),
        "glossary; core rules 24.12",
        seed_line=87,
    ),
    entry(
        "deadly-demise",
        "unit",
        ("Deadly Demise X", "恐るべき最期 X", "Destruction Néfaste X"),
        (
            "When a model of it is destroyed, after those aboard got out, a 6 deals X mortal wounds to every unit within 6 mv, friend or foe.",
            "兵が撃破されると、乗員の緊急降車の後にD6を振り、6なら6mv以内に一部でも入る敵味方の全ユニットにXポイントの致命的ダメージ。",
            "Quand une de ses figurines est détruite, une fois les passagers sortis, un 6 inflige X blessures mortelles à chaque unité à 6 mv ou moins, amie ou ennemie.",
        ),
        "glossary; core rules 24.08",
        seed_line=91,
        clauses={
            "reach": Text("near enough", "6mv以内", "assez près"),
        },
    ),
    entry(
        "stealth",
        "unit",
        ("Stealth", "隠密能力", "Discrétion"),
        (
            "The benefit of cover against ranged attacks, where every model of the unit has it.",
            "ユニットの全兵が持つなら、射撃に対して遮蔽物ボーナスを得る。",
            "Bénéfice du couvert contre les tirs, si chaque figurine de l'unité a cette aptitude.",
        ),
        "glossary; core rules 24.33",
        seed_line=95,
        clauses={"cover": Text("gives cover", "遮蔽物ボーナス", "donne le couvert")},
    ),
    entry(
        "deep-strike",
        "unit",
        ("Deep Strike", "縦深攻撃", "Frappe en Profondeur"),
        (
            "Arrives from reserves anywhere that is horizontally more than 8 mv from every enemy model.",
            "予備戦力から、あらゆる敵兵から水平方向に8mvより遠い任意の地点に登場する。",
            "Arrive de réserve n'importe où à plus de 8 mv, horizontalement, de toute figurine ennemie.",
        ),
        "glossary; core rules 24.09",
        seed_line=99,
        clauses={
            "distance": Text("more than 8 mv from every enemy", "全ての敵から8mv超", "à plus de 8 mv de tout ennemi"),
            "every-model": EVERY_MODEL,
        },
    ),
    entry(
        "scouts",
        "unit",
        ("Scouts X", "斥候 Xmv", "Éclaireurs X"),
        (
            "Before the battle, comes out of reserves into its own zone, or moves up to X mv from there and ends more than 8 mv from every enemy.",
            "バトル開始前に、予備戦力から自軍ゾーンに配置するか、そこから最大Xmv移動してあらゆる敵から8mvより遠くで終わる。",
            "Avant la bataille, sort de réserve dans sa zone, ou en part jusqu'à X mv et termine à plus de 8 mv de tout ennemi.",
        ),
        "glossary; core rules 24.31",
        seed_line=103,
        clauses={
            "phase": Text("before the battle", "バトル開始前", "avant la bataille"),
            "once": ONCE,
            "on-table": Text("on the table or in reserves", "戦場か予備戦力", "sur la table ou en réserve"),
            "every-model": EVERY_MODEL,
            "in-reserves": Text("in reserves", "予備戦力にいる", "en réserve"),
            "starts-in-zone": Text(
                "starts wholly in its zone", "自軍ゾーン内に全体がいる", "commence entièrement dans sa zone"
            ),
            "set-up-in-zone": Text("wholly in its zone", "自軍ゾーン内に全体", "entièrement dans sa zone"),
            "move": Text("how far", "移動距離", "la distance"),
            "distance": Text("more than 8 mv from every enemy", "全ての敵から8mv超", "à plus de 8 mv de tout ennemi"),
            "unengaged": Text("unengaged", "非接敵", "non engagée"),
        },
    ),
    entry(
        "infiltrators",
        "unit",
        ("Infiltrators", "浸透戦術", "Infiltrateurs"),
        (
            "Deploys anywhere that is more than 8 mv from the enemy's zone and from every enemy.",
            "敵初期配置ゾーンとあらゆる敵から8mvより遠い任意の地点に初期配置できる。",
            "Se déploie n'importe où à plus de 8 mv de la zone ennemie et de tout ennemi.",
        ),
        "glossary; core rules 24.20",
        seed_line=107,
        clauses={
            "zone": Text(
                "more than 8 mv from the enemy's zone", "敵ゾーンから8mv超", "à plus de 8 mv de la zone ennemie"
            ),
            "distance": Text("more than 8 mv from every enemy", "全ての敵から8mv超", "à plus de 8 mv de tout ennemi"),
            "every-model": EVERY_MODEL,
        },
    ),
    entry(
        "leader",
        "unit",
        ("Leader", "指揮官", "Meneur"),
        (
            "A character that joins a bodyguard unit and is one unit with it: attacks come to it when the last bodyguard is gone.",
            "護衛ユニットに合流して1個のユニットになるキャラクター。最後の護衛が倒れるまで攻撃を割り振られない。",
            "Un personnage qui rejoint une unité de gardes du corps et ne fait plus qu'un avec elle : les attaques l'atteignent après le dernier garde.",
        ),
        "glossary; core rules 19",
        seed_line=111,
    ),
    entry(
        "fights-first",
        "unit",
        ("Fights First", "先手", "Combat en Premier"),
        (
            "Fights before the others, where every model of the unit has it.",
            "ユニットの全兵が持つなら、他より先に戦う。",
            "Combat avant les autres, si chaque figurine de l'unité a cette aptitude.",
        ),
        "glossary; core rules 24.13",
        seed_line=115,
        clauses={
            "every-model": EVERY_MODEL,
        },
    ),
    entry(
        "lone-operative",
        "unit",
        ("Lone Operative, Lone Operative X", "単独工作員, 単独工作員 Xmv", "Agent Solitaire, Agent Solitaire X"),
        (
            "Not visible to enemy models farther away than 12 mv (or X), unless it is part of an attached unit.",
            "合流ユニットの一部でない限り、12mv（またはX）より遠い敵兵からは視認されない。",
            "Invisible pour les figurines ennemies à plus de 12 mv (ou X), sauf dans une unité attachée.",
        ),
        "glossary; core rules 24.24",
        seed_line=119,
        clauses={"distance": Text("near enough to be seen", "視認される距離", "assez près pour être vue")},
    ),
    entry(
        "firing-deck",
        "unit",
        ("Firing Deck X", "射撃デッキ X", "Pont de Tir X"),
        (
            "Up to X models aboard lend the transport a ranged weapon each.",
            "乗車中の兵最大X体が、射撃武器を1つずつ車輌に貸す。",
            "Jusqu'à X figurines à bord prêtent chacune une arme de tir au transport.",
        ),
        "core rules 24.14",
        clauses={
            "places": Text("no more than it has places for", "枠の数まで", "pas plus que de postes"),
            "aboard": Text("aboard", "乗車中", "à bord"),
            "weapon": Text("one ranged weapon each", "射撃武器を1つずつ", "une arme de tir chacune"),
            "lender-fresh": Text("has not shot itself", "自身は未射撃", "n'a pas tiré elle-même"),
            "lent": Text("weapons lent by those aboard", "乗員が貸す武器", "armes prêtées par les passagers"),
            "not-lent": Text("not lent its weapons", "武器を貸していない", "n'a pas prêté ses armes"),
        },
    ),
    entry(
        "support",
        "unit",
        ("Support", "支援", "Appui"),
        (
            "A character that joins a bodyguard unit beside its leader.",
            "指揮官と並んで護衛ユニットに合流するキャラクター。",
            "Un personnage qui rejoint une unité de gardes du corps à côté de son meneur.",
        ),
        "core rules 19.01",
    ),
    entry(
        "hover",
        "unit",
        ("Hover", "ホバー", "Stationnaire"),
        (
            "Flies without giving up distance.",
            "飛行しても移動距離が減らない。",
            "Vole sans perdre de distance.",
        ),
        "core rules 21.03",
        clauses={
            "every-model": EVERY_MODEL,
        },
    ),
    entry(
        "super-heavy-walker",
        "unit",
        ("Super-heavy Walker", "超重歩行兵器", "Marcheur Super-lourd"),
        (
            "Strides over models that are not titanic and over terrain up to 4 mv tall.",
            "タイタニック以外の兵と高さ4mvまでの地形をまたいで進む。",
            "Enjambe les figurines non titanesques et le terrain jusqu'à 4 mv de haut.",
        ),
        "core rules 24.35",
        clauses={
            "mobile": Text("mobile for this move", "この移動の間は機動", "mobile pour ce mouvement"),
        },
    ),
)
