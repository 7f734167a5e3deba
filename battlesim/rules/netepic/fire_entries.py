"""Catalogue entries of shooting, templates and protection beyond the French list."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.netepic.entries import LISTS, RANGE, SAVE, entry

_FLANK: Final = ("flank", Text("from the flank", "側面から", "de flanc"))
_REAR: Final = ("rear", Text("from the rear quarter", "背面90度から", "du quart arrière"))
_INTERCEPTION: Final = ("interception", Text("intercepts without a penalty", "迎撃の修正なし", "intercepte sans malus"))
_DEVIATION: Final = ("deviation", Text("templates deviate", "テンプレートがずれる", "les gabarits dévient"))
_REACH: Final = ("reach", Text("a stand within 6 cm", "6cm以内にスタンドがある", "un socle à 6 cm ou moins"))

FIRE_ENTRIES: Final[tuple[RuleEntry, ...]] = (
    entry(
        "templates",
        "core",
        Text("Laying templates", "テンプレートの配置", "Pose des gabarits"),
        Text(
            "A template is laid in range, arc and sight over an enemy that can be seen; each stand under it is rolled for.",
            "テンプレートは射程・射界・視線内に、見える敵を覆うように置く。下のスタンドごとに命中判定する。",
            "Un gabarit se pose à portée, dans l'arc et en vue, sur un ennemi visible ; chaque socle couvert a son jet.",
        ),
        ("range", Text("its centre in range", "中心が射程内", "son centre à portée")),
        ("minimum", Text("its centre not too near", "中心が近すぎない", "son centre pas trop près")),
        ("arc", Text("its centre in the arc", "中心が射界内", "son centre dans l'arc")),
        ("number", Text("no more templates than the weapon has", "武器の枚数以内", "pas plus de gabarits que l'arme")),
        ("touching", Text("further templates touch another", "追加分は他に接する", "les autres gabarits se touchent")),
        ("target", Text("an enemy under it that can be shot at", "撃てる敵を覆う", "une cible valable dessous")),
        ("covers", Text("what lies under it", "覆われたもの", "ce qu'il couvre")),
    ),
    entry(
        "indirect-fire",
        "core",
        Text("Indirect fire", "間接射撃", "Tir indirect"),
        Text(
            "Artillery on First Fire lays templates that it cannot see; they deviate by 2D6 cm, or D6 with an observer.",
            "支援射撃中の砲撃武器は見えない場所にもテンプレートを置ける。2D6cm（観測員がいればD6cm）ずれる。",
            "L'artillerie en Tir Appuyé pose des gabarits hors de vue ; ils dévient de 2D6 cm, ou D6 avec un observateur.",
        ),
        ("artillery", Text("a weapon that may", "間接射撃できる武器", "une arme qui le peut")),
        ("observer", Text("an observer of its side", "味方の観測員", "un observateur de son camp")),
    ),
    entry(
        "flanks",
        "core",
        Text("Flank and rear", "側面と背面", "Flanc et arrière"),
        Text(
            "A shot at a stand of class 3 or more that does not come from its front half has PA one better.",
            "クラス3以上のスタンドを前方180度の外から撃つとPAが1良くなる。",
            "Un tir sur un socle de classe 3 ou plus venu d'ailleurs que son demi-cercle avant gagne un point de PA.",
        ),
        _FLANK,
        _REAR,
    ),
    entry(
        "fire-into-assault",
        "core",
        Text("Fire into an assault", "突撃戦への射撃", "Tir dans un assaut"),
        Text(
            "A stand that friends fight hand to hand is one harder to hit, and each miss may hit one of them instead.",
            "味方と接触中の敵は命中が1悪化し、外れはその味方に当たるかもしれない。",
            "Un socle au contact d'amis est plus dur à toucher d'un point, et chaque raté peut toucher l'un d'eux.",
        ),
        ("engaged", Text("the target fights friends", "目標が味方と交戦中", "la cible combat des amis")),
    ),
    entry(
        "structures",
        "core",
        Text("Buildings under fire", "建物への射撃", "Tir sur les bâtiments"),
        Text(
            "A building is 2 easier to hit and saves on the sum of two dice; at its last structure point it falls, and those inside "
            "roll to get out.",
            "建物は命中が2易しく、2個のダイスの合計でセーヴする。構造ポイントが尽きると崩壊し、中の者は脱出を試みる。",
            "Un bâtiment se touche à +2 et sauvegarde sur la somme de deux dés ; au dernier point de structure il tombe, et les "
            "occupants tentent de sortir.",
        ),
        ("building", Text("a building that stands", "建っている建物", "un bâtiment debout")),
        ("weapon", Text("a weapon that harms buildings", "建物に効く武器", "une arme qui l'endommage")),
        RANGE,
        ("arc", Text("part of it in the arc", "一部が射界内", "une partie dans l'arc")),
        ("easy", Text("a building is easy to hit", "建物は当てやすい", "un bâtiment se touche facilement")),
        ("save", Text("the sum of its dice", "ダイスの合計", "la somme de ses dés")),
    ),
    entry(
        "anti-aerien",
        "unit",
        Text("Anti-aircraft (AA)", "対空 (AA)", "Anti-Aérien (AA)"),
        Text(
            "Fires all round and intercepts without a penalty, but is 2 harder to hit with at ground targets below class 5.",
            "全周に撃て、迎撃の修正を受けない。ただし地上のクラス5未満には命中が2悪化。",
            "Tire à 360° et intercepte sans malus, mais -2 pour toucher au sol en dessous de la classe 5.",
        ),
        _INTERCEPTION,
        ("ground", Text("harder at the ground", "地上目標は当てにくい", "plus dur contre le sol")),
        source=LISTS,
    ),
    entry(
        "tir-reflexe",
        "unit",
        Text("Reflex fire", "反射射撃", "Tir Réflexe"),
        Text(
            "Intercepts without the penalty to hit.",
            "迎撃の命中修正を受けない。",
            "Intercepte sans le malus pour toucher.",
        ),
        _INTERCEPTION,
        source=LISTS,
    ),
    entry(
        "dur-a-cibler",
        "unit",
        Text("Hard to hit", "命中困難", "Dur à Cibler"),
        Text(
            "Ranged attacks are one harder to hit with, templates are not.",
            "射撃の命中が1悪化する。テンプレートには効かない。",
            "Les attaques à distance ont -1 pour toucher, pas les gabarits.",
        ),
        ("aimed", Text("an aimed attack", "狙った攻撃", "une attaque visée")),
        source=LISTS,
    ),
    entry(
        "aura-hypnotique",
        "unit",
        Text("Hypnotic aura", "催眠オーラ", "Aura Hypnotique"),
        Text(
            "Attacks are one harder to hit with, and templates laid over it deviate by 2D6 cm.",
            "攻撃の命中が1悪化し、上に置かれたテンプレートは2D6cmずれる。",
            "-1 pour la toucher, et les gabarits posés sur elle dévient de 2D6 cm.",
        ),
        ("aimed", Text("harder to hit", "命中が悪化", "plus dur à toucher")),
        _DEVIATION,
        source=LISTS,
    ),
    entry(
        "graviton",
        "weapon",
        Text("Graviton", "グラヴィトン", "Graviton"),
        Text(
            "Hits on the number of the target's armour save, 2+ at best.",
            "目標の装甲セーヴの値で命中する（最良2+）。",
            "Touche sur la sauvegarde d'armure de la cible, 2+ au mieux.",
        ),
        ("armour", Text("the target's armour save", "目標の装甲セーヴ", "la sauvegarde d'armure de la cible")),
        source=LISTS,
    ),
    entry(
        "reduit-couverts",
        "weapon",
        Text("Reduces cover (X)", "遮蔽軽減 (X)", "Réduit les couverts (X)"),
        Text(
            "The penalty to hit of cover is X less.",
            "遮蔽による命中修正をX減らす。",
            "Le malus pour toucher du couvert diminue de X.",
        ),
        ("cover", Text("cover counts less", "遮蔽が弱まる", "le couvert compte moins")),
        source=LISTS,
    ),
    entry(
        "degats",
        "weapon",
        Text("More damage (+X)", "追加ダメージ (+X)", "Dégâts (+X)"),
        Text(
            "A failed save costs X wounds more.",
            "セーヴ失敗の負傷がX増える。",
            "Une sauvegarde ratée coûte X PdV de plus.",
        ),
        source=LISTS,
    ),
    entry(
        "tourelle",
        "weapon",
        Text("Turret", "砲塔", "Tourelle"),
        Text("The weapon fires all round.", "武器は全周に撃てる。", "L'arme tire à 360°."),
        source=LISTS,
    ),
    entry(
        "usage-unique",
        "weapon",
        Text("Single use", "一回限り", "Usage unique"),
        Text("The weapon fires once a battle.", "武器は1戦闘に1回だけ。", "L'arme tire une fois par bataille."),
        ("once", Text("not fired before", "まだ撃っていない", "pas encore tirée")),
        source=LISTS,
    ),
    entry(
        "sniper",
        "weapon",
        Text("Sniper", "狙撃手", "Sniper"),
        Text(
            "Where a QG would have another lost in its place, a 4 or more forbids it.",
            "QGの身代わりを4+で禁じる。",
            "Sur 4+, un QG touché ne peut sacrifier personne à sa place.",
        ),
        (
            "picked-off",
            Text("a die may forbid the sacrifice", "ダイスで身代わりを禁じる", "un dé peut interdire le sacrifice"),
        ),
        source=LISTS,
    ),
    entry(
        "camouflage",
        "unit",
        Text("Camouflage", "迷彩", "Camouflage"),
        Text(
            "In cover it is not seen from beyond 25 cm, on 4 or more once it has shot; templates need another target.",
            "遮蔽の中では25cmを超えると見えない（射撃後は4+で見える）。テンプレートは別の目標が必要。",
            "À couvert, invisible à plus de 25 cm (vu sur 4+ s'il a tiré) ; un gabarit exige une autre cible.",
        ),
        (
            "seen",
            Text("near enough to be seen, or has shot", "見える距離か射撃済み", "assez près pour être vu, ou a tiré"),
        ),
        source=LISTS,
    ),
    entry(
        "boucliers-energetiques",
        "unit",
        Text("Energy shields (X)", "エネルギーシールド (X)", "Boucliers Énergétiques (X)"),
        Text(
            "Each takes one hit of PA -1 or better and falls; PA 0 does nothing while one is up; psychic save 4+; back on 4+ at "
            "the end of the turn.",
            "1枚ごとにPA -1以上の命中を1つ受けて消える。1枚でもあればPA 0は無効、霊的攻撃に4+。ターン終了時4+で回復。",
            "Chacun absorbe une touche de PA -1 ou mieux et tombe ; PA 0 est sans effet ; sauvegarde psychique 4+ ; revient sur 4+ en "
            "fin de tour.",
        ),
        ("falls", Text("a shield takes the hit and falls", "シールドが受けて消える", "un bouclier absorbe et tombe")),
        ("holds", Text("PA 0 does nothing to it", "PA 0は無効", "PA 0 sans effet")),
        ("psychic", Text("a shield that is up", "シールドが残っている", "un bouclier actif")),
        ("restored", Text("shields that are down", "失われたシールド", "boucliers tombés")),
        source=LISTS,
    ),
    entry(
        "ignore-boucliers",
        "weapon",
        Text("Ignores shields", "シールド無視", "Ignore Boucliers"),
        Text(
            "Its hits pass through energy shields.",
            "命中はシールドを素通りする。",
            "Ses touches traversent les boucliers.",
        ),
        ("shields", Text("shields do not count", "シールドは数えない", "les boucliers ne comptent pas")),
        source=LISTS,
    ),
    entry(
        "regeneration",
        "unit",
        Text("Regeneration (X+)", "再生 (X+)", "Régénération (X+)"),
        Text(
            "One die for each lost wound: X or more brings it back, one harder in assault, never against ethereal attacks.",
            "失う負傷ごとに1個振り、X以上で無効。突撃では1悪化、霊的攻撃には不可。",
            "Un dé par PdV perdu : X ou plus le rend, un de plus en assaut, jamais contre un pouvoir éthéré.",
        ),
        ("shooting", Text("a wound from shooting", "射撃の負傷", "un PdV perdu au tir")),
        ("assault", Text("a wound from an assault", "突撃の負傷", "un PdV perdu en assaut")),
        ("ethereal", Text("not what an ethereal attack took", "霊的攻撃の負傷は不可", "pas un PdV pris par l'éther")),
        source=LISTS,
    ),
    entry(
        "medecin",
        "unit",
        Text("Medic", "衛生兵", "Médecin"),
        Text(
            "Infantry and cavalry detachments with a stand within 6 cm regenerate on 5 or more.",
            "6cm以内にスタンドがある歩兵・騎兵の分隊は再生5+を得る。",
            "L'infanterie et la cavalerie ayant un socle à 6 cm ou moins régénèrent sur 5+.",
        ),
        _REACH,
        source=LISTS,
    ),
    entry(
        "mecanicien",
        "unit",
        Text("Mechanic", "整備兵", "Mécanicien"),
        Text(
            "Vehicle and walker detachments with a stand within 6 cm regenerate on 5 or more.",
            "6cm以内にスタンドがある車両・歩行機の分隊は再生5+を得る。",
            "Les véhicules et marcheurs ayant un socle à 6 cm ou moins régénèrent sur 5+.",
        ),
        _REACH,
        source=LISTS,
    ),
    entry(
        "double-sauvegarde-de-face",
        "unit",
        Text("Double front save", "正面二重セーヴ", "Double sauvegarde de face"),
        Text(
            "Failed saves against attacks from the front are rolled again.",
            "正面からの攻撃に対する失敗したセーヴを振り直す。",
            "Les sauvegardes ratées contre une attaque de face sont relancées.",
        ),
        ("front", Text("from the front", "正面から", "de face")),
        source=LISTS,
    ),
    entry(
        "blindage-integral",
        "unit",
        Text("Full armour", "全周装甲", "Blindage Intégral"),
        Text(
            "Shots from flank and rear have no better PA.",
            "側面・背面からの射撃でもPAは良くならない。",
            "Les tirs de flanc et de dos ne gagnent rien en PA.",
        ),
        _FLANK,
        _REAR,
        source=LISTS,
    ),
    entry(
        "blindage-lateral",
        "unit",
        Text("Side armour", "側面装甲", "Blindage Latéral"),
        Text(
            "Shots from the flank have no better PA; those from the rear quarter do.",
            "側面からの射撃ではPAは良くならない。背面90度からは良くなる。",
            "Les tirs de flanc ne gagnent rien en PA ; ceux du quart arrière, si.",
        ),
        _FLANK,
        source=LISTS,
    ),
    entry(
        "bouclier-d-ombre",
        "unit",
        Text("Shadow shield", "影の盾", "Bouclier d'ombre"),
        Text(
            "A fixed save against shots by its order: First Fire or pinned 5+, Advance 4+, Charge 3+; templates deviate by 2D6 cm.",
            "命令に応じた固定セーヴ：支援射撃・拘束5+、前進4+、突撃3+。テンプレートは2D6cmずれる。",
            "Sauvegarde fixe selon l'ordre : Tir Appuyé ou bloqué 5+, Avance 4+, Charge 3+ ; les gabarits dévient de 2D6 cm.",
        ),
        ("order", Text("by its order", "命令による", "selon son ordre")),
        _DEVIATION,
        source=LISTS,
    ),
    entry(
        "holo-champ",
        "unit",
        Text("Holo-field", "ホロフィールド", "Holo-Champ"),
        Text(
            "Templates laid over it deviate by 2D6 cm, also when fired directly; what it does against shots is not modelled.",
            "上に置かれたテンプレートは直接射撃でも2D6cmずれる。射撃への防御は扱わない。",
            "Les gabarits posés sur lui dévient de 2D6 cm, même en tir direct ; sa protection contre les tirs n'est pas jouée.",
        ),
        _DEVIATION,
        source=LISTS,
    ),
    entry(
        "point-de-vie",
        "unit",
        Text("Wounds (X)", "生命点 (X)", "Point de vie (X)"),
        Text("The stand loses X wounds before it is destroyed.", "X負傷で撃破される。", "Le socle a X PdV."),
        source=LISTS,
    ),
    entry(
        "artillerie",
        "weapon",
        Text("Artillery", "砲撃", "Artillerie"),
        Text(
            "May fire indirectly on First Fire.",
            "支援射撃命令なら間接射撃できる。",
            "Peut tirer en indirect en Tir Appuyé.",
        ),
        ("first-fire", Text("on First Fire since it was ordered", "支援射撃命令", "en Tir Appuyé depuis le début")),
        source=LISTS,
    ),
    entry(
        "observateur-avance",
        "unit",
        Text("Forward observer", "前進観測員", "Observateur Avancé"),
        Text(
            "Indirect fire at what it sees deviates by one die instead of two.",
            "観測員が見る目標への間接射撃の逸脱は1個のダイスになる。",
            "Le tir indirect sur ce qu'il voit dévie d'un dé au lieu de deux.",
        ),
        ("guide", Text("on the table to guide", "盤上で誘導できる", "sur la table pour guider")),
        source=LISTS,
    ),
    entry(
        "detruit-batiments",
        "weapon",
        Text("Destroys buildings (PA -X)", "建物破壊 (PA -X)", "Détruit les bâtiments (PA -X)"),
        Text(
            "A building hit by it saves against PA -X and collapses if it fails.",
            "命中した建物はPA -Xでセーヴし、失敗すると崩壊する。",
            "Un bâtiment touché sauvegarde contre PA -X et s'écroule s'il échoue.",
        ),
        SAVE,
        source=LISTS,
    ),
)
