"""The catalogue's entries of abilities that bear on the turn, beyond the French list: on movement, morale and assaults."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.netepic.entries import ABILITIES, ENGAGES, ONCE, entry

_ABLE: Final = ("able", Text("has the ability", "能力がある", "a la capacité"))
_OVER: Final = (
    "over",
    Text("goes over terrain and stands", "地形とスタンドを越える", "passe au-dessus du terrain et des socles"),
)

TURN_ABILITIES: Final[tuple[RuleEntry, ...]] = (
    entry(
        "agile",
        "unit",
        Text("Agile", "敏捷", "Agile"),
        Text(
            "A titan that turns more than 90 degrees a turn.",
            "1ターンに90度を超えて旋回できるタイタン。",
            "Un titan qui pivote de plus de 90 degrés par tour.",
        ),
        ("turn", Text("turns as far as it likes", "自由に旋回", "pivote à volonté")),
        source=ABILITIES,
    ),
    entry(
        "antigrav",
        "unit",
        Text("Antigrav", "反重力", "Antigrav"),
        Text(
            "Goes over terrain and stands; only other skimmers and jump troops stop it by their zones, or pin it.",
            "地形とスタンドを越えて動く。支配域や接触で止められるのは反重力とジャンプ部隊だけ。",
            "Passe au-dessus du terrain et des socles ; seuls Antigrav et Réacteurs Dorsaux l'arrêtent par leur zone ou le bloquent.",
        ),
        _OVER,
        (
            "zone",
            Text(
                "the zone is that of a stand on the ground",
                "地上スタンドの支配域",
                "la zone est celle d'un socle au sol",
            ),
        ),
        (
            "pin",
            Text(
                "a stand on the ground does not pin it",
                "地上スタンドは拘束できない",
                "un socle au sol ne le bloque pas",
            ),
        ),
        source=ABILITIES,
    ),
    entry(
        "attaque-eclair",
        "unit",
        Text("Lightning attack", "電撃", "Attaque Eclair"),
        Text(
            "After winning its assaults it goes on 5 cm in class 1, 10 cm in class 2.",
            "突撃戦に勝った後、クラス1は5cm、クラス2は10cm前進する。",
            "Après avoir gagné ses assauts, il avance de 5 cm en classe 1, de 10 en classe 2.",
        ),
        source=ABILITIES,
    ),
    entry(
        "attaque-surprise",
        "unit",
        Text("Pop-up attack", "奇襲", "Attaque Surprise"),
        Text(
            "On First Fire it rises, sees and is seen over what hides it, and is down in the final phase.",
            "支援射撃で上昇し、障害物越しに見て見られ、最終フェイズに降りる。",
            "En Tir Appuyé il surgit, voit et est vu par-dessus les obstacles, et redescend en phase finale.",
        ),
        ("order", Text("on First Fire", "支援射撃", "en Tir Appuyé")),
        _ABLE,
        source=ABILITIES,
    ),
    entry(
        "bulldozer",
        "unit",
        Text("Bulldozer", "ブルドーザー", "Bulldozer"),
        Text(
            "Loses no movement in woods and difficult ground.",
            "森や困難な地形で移動力を失わない。",
            "Ne perd pas de mouvement en forêt et en terrain difficile.",
        ),
        source=ABILITIES,
    ),
    entry(
        "charismatique",
        "unit",
        Text("Charismatic", "カリスマ", "Charismatique"),
        Text(
            "Friendly detachments with a stand within 12 cm (25 cm: Avancé) add one to their tests of morale.",
            "12cm（高カリスマは25cm）以内にスタンドがある味方分隊は士気判定に＋1。",
            "Les détachements alliés ayant un socle à 12 cm (25 cm : Avancé) ont +1 à leurs tests de moral.",
        ),
        ("reach", Text("near enough", "届く距離", "assez près")),
        source=ABILITIES,
    ),
    entry(
        "coherence-elargie",
        "unit",
        Text("Extended coherency (X)", "広域結束 (X)", "Cohérence Élargie (X)"),
        Text(
            "The stands of the detachment hold together over X cm instead of 6.",
            "分隊の結束距離が6cmではなくXcmになる。",
            "Les socles du détachement restent en cohérence à X cm au lieu de 6.",
        ),
        source=ABILITIES,
    ),
    entry(
        "duelliste",
        "unit",
        Text("Duellist", "決闘者", "Duelliste"),
        Text(
            "Its owner says in which order it fights its opponents.",
            "相手と戦う順番を所有者が決める。",
            "Son joueur choisit l'ordre de ses duels.",
        ),
        ("order", Text("chooses the order", "順番を選ぶ", "choisit l'ordre")),
        source=ABILITIES,
    ),
    entry(
        "fep",
        "unit",
        Text("Deep strike", "降下", "Frappe en Profondeur"),
        Text(
            "Comes down from reserves round a point that scatters 3D6 cm, not on First Fire, with 5 cm of movement gone.",
            "予備から降下する。地点は3D6cm逸脱し、支援射撃では不可、移動力を5cm失う。",
            "Arrive de la réserve autour d'un point qui dévie de 3D6 cm, pas en Tir Appuyé, en perdant 5 cm de mouvement.",
        ),
        ("order", Text("an order that moves", "移動できる命令", "un ordre qui permet de bouger")),
        ("reserves", Text("in reserves", "予備にいる", "en réserve")),
        _ABLE,
        ("scatter", Text("the point scatters", "地点が逸脱する", "le point dévie")),
        ("lost", Text("comes down on no free ground", "空いた場所に降りられない", "n'arrive sur aucun sol libre")),
        source=ABILITIES,
    ),
    entry(
        "genie-tactique",
        "unit",
        Text("Tactical genius", "戦術の天才", "Génie Tactique"),
        Text(
            "Once a turn it changes the order of a friendly detachment within 20 cm that has not acted.",
            "1ターンに1回、20cm以内の未行動の味方分隊の命令を変える。",
            "Une fois par tour, il change l'ordre d'un détachement allié à 20 cm qui n'a pas agi.",
        ),
        _ABLE,
        ONCE,
        ("fresh", Text("a friend that has not acted", "未行動の味方", "un allié qui n'a pas agi")),
        ("reach", Text("within 20 cm", "20cm以内", "à 20 cm")),
        source=ABILITIES,
    ),
    entry(
        "infiltration",
        "unit",
        Text("Infiltration", "浸透", "Infiltration"),
        Text(
            "Goes up to 25 cm before the battle begins, out of enemy zones.",
            "戦闘開始前に、敵の支配域を避けて25cmまで動く。",
            "Avance jusqu'à 25 cm avant la bataille, hors des zones ennemies.",
        ),
        ("time", Text("before the battle", "戦闘開始前", "avant la bataille")),
        ("length", Text("no farther than 25 cm", "25cm以内", "pas plus de 25 cm")),
        ENGAGES,
        _ABLE,
        source=ABILITIES,
    ),
    entry(
        "parade",
        "unit",
        Text("Parry", "受け流し", "Parade"),
        Text(
            "The first extra die of further opponents does not count against it.",
            "2体目以降の相手の最初の追加ダイスを無視する。",
            "Ignore le premier dé de sous-nombre.",
        ),
        ("dice", Text("dice ignored", "無視するダイス", "dés ignorés")),
        source=ABILITIES,
    ),
    entry(
        "peur",
        "unit",
        Text("Fear", "恐怖", "Peur"),
        Text(
            "Opponents of class 3 or less that fail a test of morale fight with 2 less.",
            "クラス3以下の相手は士気判定に失敗すると突撃値が2下がる。",
            "Les adversaires de classe 3 ou moins qui ratent un test de moral combattent à -2.",
        ),
        ("class", Text("class 3 or less", "クラス3以下", "classe 3 ou moins")),
        source=ABILITIES,
    ),
    entry(
        "reacteurs-dorsaux",
        "unit",
        Text("Jump packs", "ジャンプパック", "Réacteurs Dorsaux"),
        Text(
            "Jumps over terrain, stands and zones of control on its move.",
            "移動中に地形・スタンド・支配域を飛び越える。",
            "Saute par-dessus terrain, socles et zones de contrôle en se déplaçant.",
        ),
        _OVER,
        ("zone", Text("jumps over the zone", "支配域を飛び越える", "saute par-dessus la zone")),
        source=ABILITIES,
    ),
    entry(
        "sans-peur",
        "unit",
        Text("Fearless", "恐れ知らず", "Sans Peur"),
        Text(
            "A detachment whose stands all have it passes every test of morale.",
            "全スタンドが持つ分隊は士気判定につねに成功する。",
            "Un détachement dont tous les socles l'ont réussit tous ses tests de moral.",
        ),
        ("passes", Text("passes without a roll", "判定なしで成功", "réussit sans jet")),
        source=ABILITIES,
    ),
    entry(
        "tir-en-mouvement",
        "unit",
        Text("Fire on the move", "移動射撃", "Tir en Mouvement"),
        Text(
            "On Advance it may intercept like a hidden First Fire, one harder still.",
            "前進命令でも迎撃できるが、命中はさらに1悪化する。",
            "En Avance il peut intercepter comme un Tir Appuyé caché, avec un malus de plus.",
        ),
        ("advance", Text("intercepts on Advance", "前進で迎撃", "intercepte en Avance")),
        ("harder", Text("one harder", "命中が1悪化", "un point plus dur")),
        source=ABILITIES,
    ),
)
