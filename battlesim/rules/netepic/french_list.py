"""The French list of special abilities, entry by entry in its order: names, one sentence, and what its rulings speak of.

An entry whose text is blank in the list says so and no more; where the list gives no name either, it has none here.
"""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.netepic.entries import ABILITIES, FRIEND, ON_TABLE, SAVE, SIDE, TOLL, entry

BLANK: Final = Text(
    en="The list has a heading here and no text: nothing is played for it.",
    ja="リストには見出しだけがあり本文がない。ルールとしては何も処理しない。",
    fr="La liste n'a ici qu'un titre sans texte : rien n'est joué.",
)

FRENCH_LIST: Final[tuple[RuleEntry, ...]] = (
    entry(
        "gabarits-supplementaires",
        "weapon",
        Text("+D3 extra templates", "追加テンプレート＋1D3", "+1D3 gabarits supplémentaires"),
        Text(
            "No text in the list; by its name and the rules of templates, the weapon lays D3 more.",
            "リストに本文がない。名称とテンプレートのルールに従い、1D3枚多く置く。",
            "Sans texte dans la liste ; selon son nom et les règles des gabarits, l'arme en pose 1D3 de plus.",
        ),
        source=ABILITIES,
        seed_line=1,
        status="no-text",
    ),
    entry(
        "adaptabilite",
        "unit",
        Text("Adaptability", "適応力", "Adaptabilité"),
        Text(
            "A stand with several ranged weapons fires one of them a turn, the same as before if it likes.",
            "複数の射撃武器を持つスタンドは、毎ターンそのうち一つだけを撃てる。前と同じ武器でもよい。",
            "Un socle à plusieurs armes de tir en emploie une par tour, la même qu'avant s'il le souhaite.",
        ),
        ("one", Text("one weapon a turn", "1ターンに1つの武器", "une arme par tour")),
        source=ABILITIES,
        seed_line=7,
    ),
    entry(
        "sans-texte",
        "unit",
        Text("(no name in the list)", "（リストに名称なし）", "(sans nom dans la liste)"),
        BLANK,
        source=ABILITIES,
        seed_line=11,
        status="no-text",
    ),
    entry(
        "dr",
        "unit",
        Text("Close-range defence (X)", "近接防御 (X)", "DR (X)"),
        Text(
            "X short shots a turn at enemies on the move: 15 cm, all round, PA 0, 7+ to intercept and 6+ against a charge; "
            "nothing against class 3 or more.",
            "移動中の敵に毎ターンX発。射程15cm、全周、PA 0、迎撃は7+、突撃への対抗射撃は6+。クラス3以上には無効。",
            "X tirs courts par tour sur l'ennemi en mouvement : 15 cm, à 360°, PA 0, 7+ en interception, 6+ en contre-charge ; "
            "sans effet sur la classe 3 ou plus.",
        ),
        (
            "class",
            Text("the target is below class 3", "目標がクラス3未満", "la cible est de classe inférieure à 3"),
        ),
        source=ABILITIES,
        seed_line=17,
    ),
    entry(
        "elite",
        "unit",
        Text("Elite (X)", "精鋭 (X)", "Elite (X)"),
        Text(
            "Each such detachment adds X re-rolls to the army's pool; each re-rolls one die of an Elite stand, to hit, to save "
            "or in assault.",
            "その分隊ごとに軍の再ロールプールにXを加える。1つにつき精鋭スタンドの命中・セーヴ・突撃のダイス1個を振り直せる。",
            "Chaque détachement ajoute X relances à la réserve de l'armée ; chacune relance un dé d'un socle Elite, pour toucher, en "
            "sauvegarde ou en assaut.",
        ),
        ("own", Text("the stand is Elite itself", "スタンド自身が精鋭", "le socle est lui-même Elite")),
        source=ABILITIES,
        seed_line=26,
    ),
    entry(
        "endommage-batiments",
        "weapon",
        Text("Damages buildings (PA -X)", "建物損傷 (PA -X)", "Endommage les bâtiments (PA -X)"),
        Text(
            "A building hit by it saves against PA -X and loses a structure point if it fails.",
            "命中した建物はPA -Xでセーヴし、失敗すると構造ポイントを1失う。",
            "Un bâtiment touché sauvegarde contre PA -X et perd un point de structure s'il échoue.",
        ),
        SAVE,
        source=ABILITIES,
        seed_line=35,
    ),
    entry(
        "esquive",
        "unit",
        Text("Dodge (X+)", "回避 (X+)", "Esquive (X+)"),
        Text(
            "After losing an assault the stand rolls a die: on X or more it loses no wound.",
            "突撃に負けたスタンドはダイスを1個振り、X以上なら負傷を受けない。",
            "Après un assaut perdu, le socle jette un dé : sur X ou plus il ne perd aucun PdV.",
        ),
        ("dodge", Text("a die may save the wound", "ダイス1個で負傷を避けられる", "un dé peut sauver le PdV")),
        source=ABILITIES,
        seed_line=42,
    ),
    entry(
        "fureur-legion",
        "unit",
        Text("Fury of the Legion", "レギオンの猛射", "Fureur de la Légion"),
        Text(
            "Tactical legionaries with bolters re-roll their misses on First Fire.",
            "ボルターを持つ戦術レギオン兵の分隊は、支援射撃命令の間、命中判定を振り直せる。",
            "Les légionnaires tactiques à bolter relancent leurs jets pour toucher en Tir Appuyé.",
        ),
        ("order", Text("on First Fire", "支援射撃命令", "en Tir Appuyé")),
        source=ABILITIES,
        seed_line=47,
    ),
    entry(
        "gabarit",
        "weapon",
        Text("Template (x cm)", "テンプレート (x cm)", "Gabarit (x cm)"),
        Text(
            "No text in the list; by the rules of templates, the weapon lays one of that size instead of aiming at stands.",
            "リストに本文がない。テンプレートのルールに従い、その大きさの1枚を置いて攻撃する。",
            "Sans texte dans la liste ; selon les règles des gabarits, l'arme en pose un de cette taille au lieu de viser un socle.",
        ),
        ("laid", Text("laid, not aimed", "置いて使う武器", "se pose, ne se vise pas")),
        source=ABILITIES,
        seed_line=49,
        status="no-text",
    ),
    entry(
        "ignore-couverts",
        "weapon",
        Text("Ignores cover", "遮蔽無視", "Ignore les couverts"),
        Text(
            "Cover of terrain and structures does not make the weapon's roll to hit harder.",
            "地形や建造物の遮蔽による命中修正をこの武器は受けない。",
            "Les couverts des terrains et structures ne gênent pas le jet pour toucher de l'arme.",
        ),
        ("cover", Text("cover does not count", "遮蔽は数えない", "le couvert ne compte pas")),
        source=ABILITIES,
        seed_line=55,
    ),
    entry(
        "elite-aura",
        "unit",
        Text("Elite aura (12 cm)", "精鋭オーラ (12cm)", "Aura d'Elite (12 cm)"),
        Text(
            "Friendly detachments of class 1 or 2 with a stand at less than 12 cm may use the army's Elite re-rolls; they add none.",
            "12cm未満にスタンドがあるクラス1か2の味方分隊は軍の精鋭再ロールを使える。プールは増えない。",
            "Les détachements alliés de classe 1 ou 2 ayant un socle à moins de 12 cm utilisent les relances Elite de l'armée, sans en "
            "apporter.",
        ),
        ("reach", Text("a stand at less than 12 cm", "12cm未満にスタンドがある", "un socle à moins de 12 cm")),
        ("class", Text("class 1 or 2", "クラス1か2", "classe 1 ou 2")),
        source=ABILITIES,
        seed_line=60,
    ),
    entry(
        "meneur",
        "unit",
        Text("Leader", "先導者", "Meneur"),
        Text(
            "Friendly detachments below class 5 with a stand within 12 cm have +1 to their assault factor.",
            "12cm以内にスタンドがあるクラス5未満の味方分隊は突撃値に+1。",
            "Les détachements alliés de classe inférieure à 5 ayant un socle à 12 cm ou moins gagnent +1 en FA.",
        ),
        ("reach", Text("a stand within 12 cm", "12cm以内にスタンドがある", "un socle à 12 cm ou moins")),
        ("class", Text("below class 5", "クラス5未満", "classe inférieure à 5")),
        ("self", Text("another's leader, not oneself", "自分以外の先導者", "un autre Meneur que soi-même")),
        source=ABILITIES,
        seed_line=65,
    ),
    entry(
        "personnage-lie",
        "unit",
        Text("Attached character", "合流キャラクター", "Personnage Lié"),
        Text(
            "Joins a detachment for the battle, shares its transport, morale and some abilities, and takes no room in transports.",
            "戦闘開始時に分隊へ合流し、輸送手段・士気・一部の能力を共有する。輸送の場所を取らない。",
            "Rejoint un détachement pour la bataille, en partage le transport, le moral et certaines capacités, et ne prend pas de place "
            "en transport.",
        ),
        ("room", Text("takes no room aboard", "搭乗枠を使わない", "ne prend pas de place à bord")),
        ("start", Text("at the start of the battle", "戦闘開始時", "en début de partie")),
        ("friend", Text("a detachment of its side", "味方の分隊", "un détachement de son camp")),
        ("company", Text("a detachment of its company", "同じ中隊の分隊", "un détachement de sa compagnie")),
        ("character", Text("may be attached", "合流できるキャラクター", "peut être lié")),
        ("most", Text("two to a detachment at most", "1分隊に2体まで", "deux par détachement au plus")),
        ("host", Text("stands that it may join", "合流できる種類", "des socles qu'il peut rejoindre")),
        ("together", Text("in coherency with it", "結束距離内", "en cohérence avec lui")),
        source=ABILITIES,
        seed_line=70,
    ),
    entry(
        "psyker",
        "unit",
        Text("Psyker", "サイカー", "Psyker"),
        Text(
            "Uses one of its powers a turn beside its weapons, even when engaged; physical ones act as shots, ethereal ones do not.",
            "毎ターン武器とは別に能力を一つ使える（交戦中でも）。物理系は射撃として扱い、霊的なものは扱わない。",
            "Emploie un pouvoir par tour en plus de ses armes, même engagé ; les physiques sont des tirs, les éthérés non.",
        ),
        ("one", Text("one power a turn", "1ターンに1つ", "un pouvoir par tour")),
        ("phase", Text("the phase of the power", "能力のフェイズ", "la phase du pouvoir")),
        SIDE,
        (
            "interception",
            Text(
                "a physical power on a hidden First Fire",
                "物理系の能力で未公開の支援射撃",
                "un pouvoir physique en Tir Appuyé caché",
            ),
        ),
        FRIEND,
        ON_TABLE,
        ("head", Text("strikes bridge or head", "艦橋・頭部に当たる", "frappe le pont ou la tête")),
        source=ABILITIES,
        seed_line=91,
    ),
    entry(
        "qg",
        "unit",
        Text("HQ (QG)", "司令部 (QG)", "Quartier Général (QG)"),
        Text(
            "When it fails a save, a friendly stand of the same class within 6 cm may be lost instead; not in assault.",
            "セーヴに失敗したとき、6cm以内の同じクラスの味方スタンドを身代わりに失ってよい。突撃では不可。",
            "S'il rate sa sauvegarde, un socle allié de même classe à 6 cm ou moins peut être perdu à sa place ; pas en assaut.",
        ),
        (
            "sacrifice",
            Text(
                "a stand within 6 cm may be lost instead",
                "6cm以内に身代わりがいる",
                "un socle à 6 cm ou moins peut être sacrifié",
            ),
        ),
        ("stand-in", Text("within 6 cm", "6cm以内", "à 6 cm ou moins")),
        ("class", Text("of the same class", "同じクラス", "de même classe")),
        ("assault", Text("not in assault", "突撃では不可", "pas en assaut")),
        source=ABILITIES,
        seed_line=110,
    ),
    entry(
        "regles-speciales",
        "unit",
        Text("Special rules", "特殊ルール", "Règles Spéciales"),
        BLANK,
        source=ABILITIES,
        seed_line=116,
        status="no-text",
    ),
    entry(
        "sauvegarde-psychique",
        "unit",
        Text("Psychic save (X+)", "サイキックセーヴ (X+)", "Sauvegarde Psychique (X+)"),
        Text(
            "A save of X or more against ethereal psychic attacks alone.",
            "霊的サイキック攻撃に対してだけ使える、X以上のセーヴ。",
            "Une sauvegarde à X+ contre les seules attaques psychiques éthérées.",
        ),
        ("ward", Text("a psychic save", "サイキックセーヴ", "une sauvegarde psychique")),
        source=ABILITIES,
        seed_line=122,
    ),
    entry(
        "transport",
        "unit",
        Text("Transport (X)", "輸送 (X)", "Transport (X)"),
        Text(
            "Carries X stands of infantry; boarding and leaving cost 5 cm each, to those carried and, once each, to the carrier.",
            "歩兵スタンドをX個運ぶ。乗車・降車はそれぞれ5cm、運ばれる側と（各1回だけ）輸送側の移動力を使う。",
            "Transporte X socles d'infanterie ; monter et descendre coûtent 5 cm chacun aux transportés et, une fois chacun, au transport.",
        ),
        (
            "board",
            Text(
                "the cost of boarding and the way to the hull",
                "乗車の5cmと車体までの移動",
                "le coût d'embarquement et le trajet jusqu'à la coque",
            ),
        ),
        ("reach", Text("from edge to hull", "縁から車体まで", "du bord à la coque")),
        (
            "leave",
            Text(
                "the cost of leaving and the way out",
                "降車の5cmと外への移動",
                "le coût de débarquement et le trajet de sortie",
            ),
        ),
        ("out", Text("distance out of the hull", "車体から出る距離", "distance hors de la coque")),
        (
            "against-hull",
            Text(
                "no movement left: placed against the hull",
                "移動力が残らない：車体に接して置く",
                "plus de mouvement : placé contre la coque",
            ),
        ),
        ("capacity", Text("room aboard", "搭乗枠", "places à bord")),
        (
            "kind",
            Text(
                "walkers need a transport of 6 or more",
                "歩行機は6枠以上の輸送に限る",
                "les marcheurs exigent un transport de 6 ou plus",
            ),
        ),
        ("carrier", Text("the carrier's movement pays too", "輸送側も移動力を払う", "le transport paie aussi")),
        (
            "carrier-kind",
            Text("a friendly stand that carries", "輸送能力を持つ味方", "un socle allié qui transporte"),
        ),
        (
            "immobile",
            Text(
                "a carrier that cannot move pays nothing",
                "動けない輸送は何も払わない",
                "un transport immobile ne paie rien",
            ),
        ),
        TOLL,
        (
            "class-free",
            Text(
                "class 4 or more keeps its movement",
                "クラス4以上は移動力を失わない",
                "la classe 4 ou plus garde son mouvement",
            ),
        ),
        ON_TABLE,
        ("aboard", Text("aboard a transport", "搭乗中", "à bord d'un transport")),
        ("encircled", Text("room beside the hull", "車体の脇に空きがある", "de la place contre la coque")),
        ("tow", Text("one gun in tow, on the ground", "地上の輸送は砲1門を牽引", "une pièce attelée, au sol")),
        (
            "by-lot",
            Text("dice decide which are lost", "どれが失われるかは抽選", "le sort désigne les transports perdus"),
        ),
        source=ABILITIES,
        seed_line=129,
    ),
    entry(
        "unite-commandement",
        "unit",
        Text("Command unit", "指揮部隊", "Unité de Commandement"),
        Text(
            "After moving, Charge counts as Advance for shooting and Advance as revealed First Fire, without its re-roll of ones.",
            "移動後、突撃命令は前進として、前進命令は公開済みの支援射撃（1の振り直しなし）として射撃する。",
            "Après le mouvement, Charge devient Avance pour le tir et Avance un Tir Appuyé révélé, sans relance des 1.",
        ),
        (
            "shift",
            Text("its order shifts after the moves", "移動後に命令が変わる", "son ordre change après le mouvement"),
        ),
        source=ABILITIES,
        seed_line=169,
    ),
)
