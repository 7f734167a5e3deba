"""Keywords of weapons."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.wh40k.catalogue.entries import UNENGAGED, entry

WEAPONS: Final[tuple[RuleEntry, ...]] = (
    entry(
        "anti",
        "weapon",
        ("[ANTI-X Y+]", "〔特効 X Y+〕", "[ANTI-X Y+]"),
        (
            "Against a unit with keyword X, an unmodified wound roll of Y or more is a critical wound.",
            "キーワードXを持つユニットに対しては、修正前の出目Y以上のウーンズロールがクリティカルになる。",
            "Contre une unité ayant le mot-clé X, un jet de blessure non modifié de Y ou plus est une blessure critique.",
        ),
        "glossary; core rules 24.03",
        seed_line=3,
        clauses={
            "keyword": Text("the target has the keyword", "目標がそのキーワードを持つ", "la cible a le mot-clé"),
        },
    ),
    entry(
        "assault",
        "weapon",
        ("[ASSAULT]", "〔アサルト〕", "[ASSAUT]"),
        (
            "Its bearer's unit may shoot after an advance, with weapons of this kind alone.",
            "全力移動をしたユニットでも、この種の武器だけで射撃できる。",
            "Après une avance, l'unité peut encore tirer, mais seulement avec des armes de ce genre.",
        ),
        "glossary; core rules 10.05, 24.04",
        seed_line=7,
        clauses={"opens": Text("shoots after an advance", "全力移動後の射撃", "tire après une avance")},
    ),
    entry(
        "rapid-fire",
        "weapon",
        ("[RAPID FIRE X]", "〔ラピッドファイア X〕", "[TIR RAPIDE X]"),
        (
            "X more attack dice for each such weapon whose target is within half range.",
            "射程の半分以内の目標に対し、武器1つごとに攻撃ダイスがX個増える。",
            "X dés d'attaque de plus par arme dont la cible est à mi-portée ou moins.",
        ),
        "glossary; core rules 24.30",
        seed_line=11,
    ),
    entry(
        "torrent",
        "weapon",
        ("[TORRENT]", "〔噴射〕", "[TORRENT]"),
        (
            "Hits without a hit roll, and so never critically.",
            "ヒットロールなしで命中する。したがってクリティカルヒットにもならない。",
            "Touche sans jet de touche, donc jamais de façon critique.",
        ),
        "glossary; core rules 24.37",
        seed_line=15,
        clauses={"hits": Text("hits without a roll", "ロールなしで命中", "touche sans jet")},
    ),
    entry(
        "twin-linked",
        "weapon",
        ("[TWIN-LINKED]", "〔ツインリンク〕", "[JUMELÉ]"),
        (
            "Any of its wound rolls may be rolled again.",
            "ウーンズロールを好きなだけ振り直せる。",
            "Ses jets de blessure peuvent être relancés à volonté.",
        ),
        "glossary; core rules 24.38",
        seed_line=19,
        clauses={
            "reroll": Text(
                "wound rolls may be made again", "ウーンズロールを振り直せる", "jets de blessure relançables"
            ),
        },
    ),
    entry(
        "pistol",
        "weapon",
        ("[PISTOL]", "〔ピストル〕", "[PISTOLET]"),
        (
            "The same as close-quarters: it may be shot while engaged, at the units engaged with.",
            "〔至近〕と同じ。接敵中でも、接敵している相手になら撃てる。",
            "Identique au combat rapproché : utilisable en étant engagé, contre les unités engagées.",
        ),
        "glossary; core rules 10.06, 24.07",
        seed_line=23,
        clauses={"opens": Text("shoots while engaged", "接敵中の射撃", "tire en étant engagé")},
    ),
    entry(
        "close-quarters",
        "weapon",
        ("[CLOSE-QUARTERS]", "〔至近〕", "[COMBAT RAPPROCHÉ]"),
        (
            "May be shot while engaged, at the units engaged with; otherwise a model uses these weapons, or one other (glossary) "
            "or all others (core).",
            "接敵中でも、接敵している相手になら撃てる。それ以外の時は、この種の武器か、他の武器1個（基本ルールでは全て）かのどちらかを使う。",
            "Utilisable en étant engagé, contre les unités engagées ; sinon la figurine choisit ces armes, ou une autre (glossaire) "
            "ou toutes les autres (règles de base).",
        ),
        "glossary; core rules 10.06, 24.07",
        seed_line=27,
        clauses={"opens": Text("shoots while engaged", "接敵中の射撃", "tire en étant engagé")},
    ),
    entry(
        "heavy",
        "weapon",
        ("[HEAVY]", "〔ヘヴィ〕", "[LOURD]"),
        (
            "+1 to hit in the own shooting phase while the unit is unengaged, was not set up this turn and none of its "
            "models moved more than 3 mv.",
            "自軍射撃フェイズ中、非接敵で、このターンに配置されておらず、どの兵も3mvより多く動いていなければヒットロール+1。",
            "+1 au jet de touche dans sa phase de tir si l'unité n'est pas engagée, n'a pas été déployée ce tour et qu'aucune "
            "de ses figurines n'a parcouru plus de 3 mv.",
        ),
        "glossary; core rules 24.16",
        seed_line=31,
        clauses={
            "own-shooting-phase": Text("own shooting phase", "自軍射撃フェイズ", "sa propre phase de tir"),
            "unengaged": UNENGAGED,
            "not-set-up": Text("not set up this turn", "このターンに配置されていない", "pas déployée ce tour"),
            "moved": Text(
                "no model moved farther", "どの兵もそれより動いていない", "aucune figurine n'est allée plus loin"
            ),
        },
    ),
    entry(
        "indirect-fire",
        "weapon",
        ("[INDIRECT FIRE]", "〔間接射撃〕", "[TIR INDIRECT]"),
        (
            "May be aimed at a target out of sight. Glossary: -1 to hit and cover for it where nothing of it is seen. "
            "Core: always cover, and only high unmodified hit rolls count.",
            "視認していない目標も撃てる。用語集：何も視認されなければヒットロール-1で、目標は遮蔽物ボーナスを得る。"
            "基本ルール：常に遮蔽物ボーナスがあり、高い出目でしか命中しない。",
            "Peut viser une cible hors de vue. Glossaire : -1 au jet de touche et couvert si rien n'en est visible. "
            "Règles de base : toujours à couvert, et seuls les jets élevés touchent.",
        ),
        "glossary; core rules 10.07",
        seed_line=35,
        clauses={
            "opens": Text(
                "shoots at what is out of sight", "視認していない目標への射撃", "tire sur une cible hors de vue"
            ),
            "out-of-sight": Text("needs no line of sight", "視線は不要", "sans ligne de vue"),
            "nothing-seen": Text(
                "nothing of the target is seen", "目標の兵が1体も視認されない", "rien de la cible n'est visible"
            ),
            "stationary-and-spotted": Text(
                "stationary, and a friend sees the target",
                "静止し、味方が目標を視認している",
                "immobile, et un allié voit la cible",
            ),
        },
    ),
    entry(
        "lethal-hits",
        "weapon",
        ("[LETHAL HITS]", "〔会心ヒット〕", "[TOUCHES FATALES]"),
        (
            "Each critical hit may be made to wound without a wound roll; such a wound is never critical.",
            "クリティカルヒットは、ウーンズロールなしで負傷させることを選べる。その場合クリティカルウーンズにはならない。",
            "Chaque touche critique peut blesser sans jet de blessure ; cette blessure n'est jamais critique.",
        ),
        "glossary; core rules 24.23",
        seed_line=39,
        clauses={
            "wounds": Text(
                "critical hits may wound without a roll",
                "クリティカルヒットはロールなしで負傷させてよい",
                "les touches critiques peuvent blesser sans jet",
            ),
        },
    ),
    entry(
        "devastating-wounds",
        "weapon",
        ("[DEVASTATING WOUNDS]", "〔会心ウーンズ〕", "[BLESSURES DÉVASTATRICES]"),
        (
            "A critical wound ends the attack and deals its damage as mortal wounds, to one model at most. "
            "Glossary: an invulnerable save is still allowed; core: no save.",
            "クリティカルウーンズで攻撃は終わり、ダメージ分の致命的ダメージを兵1体までに与える。"
            "用語集ではスペシャルセーヴ可、基本ルールではセーヴ不可。",
            "Une blessure critique met fin à l'attaque et inflige ses dégâts en blessures mortelles, à une figurine au plus. "
            "Glossaire : sauvegarde invulnérable permise ; règles de base : aucune.",
        ),
        "glossary; core rules 24.10",
        seed_line=43,
        clauses={
            "invulnerable-save": Text(
                "only invulnerable saves", "スペシャルセーヴのみ可", "sauvegardes invulnérables seulement"
            ),
            "no-save": Text("no save", "セーヴ不可", "aucune sauvegarde"),
        },
    ),
    entry(
        "sustained-hits",
        "weapon",
        ("[SUSTAINED HITS X]", "〔連続命中 X〕", "[TOUCHES SOUTENUES X]"),
        (
            "Each critical hit makes X more hits.",
            "クリティカルヒット1回ごとにX回追加で命中する。",
            "Chaque touche critique produit X touches de plus.",
        ),
        "glossary; core rules 24.36",
        seed_line=47,
        clauses={
            "hits": Text(
                "critical hits make more hits",
                "クリティカルヒットで追加ヒット",
                "les touches critiques en produisent d'autres",
            ),
        },
    ),
    entry(
        "lance",
        "weapon",
        ("[LANCE]", "〔ランス〕", "[LANCE]"),
        (
            "+1 to wound after a charge move this turn: of the model itself (glossary), of its unit (core).",
            "このターンに突撃移動をしていればウーンズロール+1。用語集ではその兵自身、基本ルールではユニットで判定する。",
            "+1 pour blesser après un mouvement de charge ce tour : de la figurine (glossaire), de son unité (règles de base).",
        ),
        "glossary; core rules 24.21",
        seed_line=51,
        clauses={
            "charged": Text("charged this turn", "このターンに突撃した", "a chargé ce tour"),
        },
    ),
    entry(
        "precision",
        "weapon",
        ("[PRECISION]", "〔精密攻撃〕", "[PRÉCISION]"),
        (
            "The attacker may have these attacks allocated first to a visible character of the target, until it falls.",
            "攻撃側は、目標の中の視認できるキャラクターに、倒れるまで先に割り振らせることができる。",
            "L'attaquant peut faire allouer ces attaques d'abord à un personnage visible de la cible, jusqu'à sa perte.",
        ),
        "glossary; core rules 24.28",
        seed_line=55,
        clauses={
            "visible-character": Text(
                "a character that the attacker sees",
                "攻撃側から視認できるキャラクター",
                "un personnage que l'attaquant voit",
            ),
        },
    ),
    entry(
        "blast",
        "weapon",
        ("[BLAST], [BLAST X]", "〔ブラスト〕 〔ブラスト X〕", "[DÉFLAGRATION], [DÉFLAGRATION X]"),
        (
            "1 (or X) more attack dice for every five models of the target when targets are chosen; not at engaged units.",
            "目標選択時の兵5体ごとに攻撃ダイスが1個（またはX個）増える。接敵しているユニットには使えない。",
            "1 (ou X) dé d'attaque de plus par tranche de cinq figurines au choix des cibles ; jamais sur une unité engagée.",
        ),
        "glossary; core rules 24.05",
        seed_line=59,
        clauses={
            "fives": Text("full fives of models", "5体ごと", "tranches de cinq figurines"),
            "unengaged": Text("target unengaged", "目標が非接敵", "cible non engagée"),
        },
    ),
    entry(
        "melta",
        "weapon",
        ("[MELTA X]", "〔メルタ X〕", "[FUSION X]"),
        (
            "X more damage for each attack whose target is within half range.",
            "射程の半分以内の目標に対し、攻撃1回のダメージ量がX増える。",
            "X dégâts de plus par attaque dont la cible est à mi-portée ou moins.",
        ),
        "glossary; core rules 24.25",
        seed_line=63,
    ),
    entry(
        "hazardous",
        "weapon",
        ("[HAZARDOUS]", "〔暴発〕", "[À RISQUE]"),
        (
            "A hazard roll for each one chosen. Glossary: before the attacks, a 1 destroys a bearer (characters and the big suffer "
            "3 mortal wounds). Core: after them, on 1-2 the unit suffers 1, or 3 if all of it is big.",
            "選択した武器ごとに危機ロールをする。用語集：攻撃の前に振り、1で装備者1体が撃破（キャラクター等は致命的ダメージ3）。"
            "基本ルール：攻撃の後に振り、1〜2でユニットが致命的ダメージ1（全て大型なら3）。",
            "Un jet de risque par arme choisie. Glossaire : avant les attaques, un 1 détruit un porteur (personnage, monstre ou "
            "véhicule : 3 blessures mortelles). Règles de base : après, 1-2 inflige 1 blessure mortelle à l'unité, ou 3.",
        ),
        "glossary; core rules 24.15",
        seed_line=67,
        clauses={
            "before": Text("rolled for before the attacks", "攻撃の前にロール", "jet avant les attaques"),
            "after": Text("rolled for after the attacks", "攻撃の後にロール", "jet après les attaques"),
        },
    ),
    entry(
        "ignores-cover",
        "weapon",
        ("[IGNORES COVER]", "〔遮蔽無効〕", "[IGNORE LE COUVERT]"),
        (
            "Its target has no benefit of cover against it, from terrain or from any ability.",
            "地形によるものでも能力によるものでも、目標は遮蔽物ボーナスを得られない。",
            "Sa cible n'a aucun bénéfice du couvert, qu'il vienne du terrain ou d'une aptitude.",
        ),
        "glossary; core rules 24.18",
        seed_line=71,
        clauses={"no-cover": Text("no cover against it", "遮蔽物ボーナスなし", "aucun couvert")},
    ),
    entry(
        "extra-attacks",
        "weapon",
        ("[EXTRA ATTACKS]", "〔追加攻撃〕", "[ATTAQUES BONUS]"),
        (
            "Used in a fight on top of the bearer's other melee weapon.",
            "白兵戦で、他の白兵戦武器に加えて使う。",
            "Utilisée au combat en plus de l'autre arme de mêlée du porteur.",
        ),
        "glossary; core rules 24.11",
        seed_line=75,
    ),
    entry(
        "one-shot",
        "weapon",
        ("[ONE SHOT]", "〔一発限り〕", "[TIR UNIQUE]"),
        (
            "May be chosen for attacks once in the battle.",
            "バトル中1回しか攻撃に選べない。",
            "Ne peut être choisie pour attaquer qu'une fois par bataille.",
        ),
        "glossary; core rules 24.26",
        seed_line=79,
        clauses={
            "unspent": Text("not yet used in this battle", "このバトルで未使用", "pas encore employée"),
        },
    ),
    entry(
        "psychic",
        "weapon",
        ("[PSYCHIC]", "［サイキック］", "[PSYCHIQUE]"),
        (
            "What worsens its skill or its hit rolls is left aside.",
            "技能値とヒットロールを悪化させる修正を無視する。",
            "Ce qui aggrave sa compétence ou ses jets de touche est ignoré.",
        ),
        "core rules 24.29",
        clauses={
            "penalties": Text("penalties are left aside", "不利な修正を無視", "malus ignorés"),
        },
    ),
    entry(
        "cleave",
        "weapon",
        ("[CLEAVE X]", "［蹂躙 X］", "[ABATTAGE X]"),
        (
            "X more melee attack dice for every five models of its only target.",
            "唯一の目標の兵5体ごとに白兵戦の攻撃ダイスがX個増える。",
            "X dés d'attaque de mêlée de plus par tranche de cinq figurines de sa seule cible.",
        ),
        "core rules 24.06",
        clauses={
            "fives": Text("full fives of models", "5体ごと", "tranches de cinq figurines"),
            "one-target": Text(
                "all its attacks at one target", "全ての攻撃が1つの目標に", "toutes ses attaques sur une cible"
            ),
        },
    ),
    entry(
        "conversion",
        "weapon",
        ("[CONVERSION]", "［コンヴァージョン］", "[CONVERSION]"),
        (
            "At a target more than 12 mv away, an unmodified hit roll of 4 or more is critical.",
            "12mvより遠い目標に対しては、修正前の出目4以上のヒットロールがクリティカルになる。",
            "Contre une cible à plus de 12 mv, un jet de touche non modifié de 4 ou plus est critique.",
        ),
        "datasheets",
        clauses={
            "distance": Text("farther away than that", "それより遠い", "plus loin que cela"),
        },
    ),
    entry(
        "hunter",
        "weapon",
        ("[HUNTER X]", "［ハンター X］", "[CHASSEUR X]"),
        (
            "May be used against units with keyword X alone.",
            "キーワードXを持つユニットに対してだけ使える。",
            "Utilisable seulement contre des unités ayant le mot-clé X.",
        ),
        "datasheets",
        clauses={
            "keyword": Text("the target has the keyword", "目標がそのキーワードを持つ", "la cible a le mot-clé"),
        },
    ),
)
