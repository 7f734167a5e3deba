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
        status="not-modelled",
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
            "Touche sans jet pour toucher, donc jamais de façon critique.",
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
        status="not-modelled",
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
            "May be shot while engaged, at the units engaged with; otherwise a model uses these weapons or its others.",
            "接敵中でも、接敵している相手になら撃てる。それ以外の時は、この種の武器か他の武器かのどちらかを使う。",
            "Utilisable en étant engagé, contre les unités engagées ; sinon la figurine choisit ces armes ou les autres.",
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
            "+1 pour toucher dans sa phase de tir si l'unité n'est pas engagée, n'a pas été déployée ce tour et qu'aucune "
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
            "May be aimed at a target out of sight, which then is harder to hit and has the benefit of cover.",
            "視認していない目標も撃てるが、その場合は当たりにくく、目標は遮蔽物ボーナスを得る。",
            "Peut viser une cible hors de vue, qui est alors plus difficile à toucher et à couvert.",
        ),
        "glossary; core rules 10.07",
        seed_line=35,
        status="not-modelled",
    ),
    entry(
        "lethal-hits",
        "weapon",
        ("[LETHAL HITS]", "〔会心ヒット〕", "[TOUCHES FATALES]"),
        (
            "A critical hit may be made to wound without a wound roll.",
            "クリティカルヒットは、ウーンズロールなしで負傷させることを選べる。",
            "Une touche critique peut blesser sans jet de blessure.",
        ),
        "glossary; core rules 24.23",
        seed_line=39,
        status="not-modelled",
    ),
    entry(
        "devastating-wounds",
        "weapon",
        ("[DEVASTATING WOUNDS]", "〔会心ウーンズ〕", "[BLESSURES DÉVASTATRICES]"),
        (
            "A critical wound ends the attack and deals its damage as mortal wounds, to one model at most.",
            "クリティカルウーンズで攻撃は終わり、ダメージ分の致命的ダメージを兵1体までに与える。",
            "Une blessure critique met fin à l'attaque et inflige ses dégâts en blessures mortelles, à une figurine au plus.",
        ),
        "glossary; core rules 24.10",
        seed_line=43,
        status="not-modelled",
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
        status="not-modelled",
    ),
    entry(
        "lance",
        "weapon",
        ("[LANCE]", "〔ランス〕", "[LANCE]"),
        (
            "+1 to wound after a charge move this turn.",
            "このターンに突撃移動をしていればウーンズロール+1。",
            "+1 pour blesser après un mouvement de charge ce tour.",
        ),
        "glossary; core rules 24.21",
        seed_line=51,
        status="not-modelled",
    ),
    entry(
        "precision",
        "weapon",
        ("[PRECISION]", "〔精密攻撃〕", "[PRÉCISION]"),
        (
            "The attacker may have the attacks allocated first to a visible character of the target.",
            "攻撃側は、目標の中の視認できるキャラクターに先に割り振らせることができる。",
            "L'attaquant peut faire allouer les attaques d'abord à un personnage visible de la cible.",
        ),
        "glossary; core rules 24.28",
        seed_line=55,
        status="not-modelled",
    ),
    entry(
        "blast",
        "weapon",
        ("[BLAST], [BLAST X]", "〔ブラスト〕 〔ブラスト X〕", "[DÉFLAGRATION], [DÉFLAGRATION X]"),
        (
            "1 (or X) more attack dice for every five models of the target.",
            "目標の兵5体ごとに攻撃ダイスが1個（またはX個）増える。",
            "1 (ou X) dé d'attaque de plus par tranche de cinq figurines de la cible.",
        ),
        "glossary; core rules 24.05",
        seed_line=59,
        status="not-modelled",
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
            "Whoever uses it rolls for the danger to the own side.",
            "使うと、自軍に危険が及ぶかどうかのロールをする。",
            "Qui l'emploie lance un dé pour le danger encouru par les siens.",
        ),
        "glossary; core rules 24.15",
        seed_line=67,
        status="not-modelled",
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
        status="not-modelled",
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
        status="not-modelled",
    ),
    entry(
        "psychic",
        "weapon",
        ("[PSYCHIC]", "［サイキック］", "[PSYCHIQUE]"),
        (
            "May leave modifiers to its skill and hit rolls aside.",
            "技量とヒットロールへの修正を無視してよい。",
            "Peut ignorer les modificateurs de sa compétence et de ses jets pour toucher.",
        ),
        "core rules 24.29",
        status="not-modelled",
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
        status="not-modelled",
    ),
    entry(
        "conversion",
        "weapon",
        ("[CONVERSION]", "［コンヴァージョン］", "[CONVERSION]"),
        (
            "Hits critically more easily at long distances.",
            "遠い目標にはクリティカルヒットが出やすい。",
            "Touche plus facilement de façon critique à grande distance.",
        ),
        "datasheets",
        status="not-modelled",
    ),
    entry(
        "hunter",
        "weapon",
        ("[HUNTER X]", "［ハンター X］", "[CHASSEUR X]"),
        (
            "Better against targets with keyword X.",
            "キーワードXを持つ目標に対して強い。",
            "Meilleure contre les cibles ayant le mot-clé X.",
        ),
        "datasheets",
        status="not-modelled",
    ),
)
