"""The catalogue's entries of the turn: movement, zones, morale, assaults, the final phase, and the abilities that bear on them."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry, RuleKind, Status
from battlesim.model.text import Text

_ABLE: Final = ("able", Text("has the ability", "能力がある", "a la capacité"))
_PHASE: Final = ("phase", Text("the right phase", "正しいフェイズ", "la bonne phase"))
_ONCE: Final = ("once", Text("not done this turn", "このターン未実施", "pas encore fait ce tour"))
_OVER: Final = (
    "over",
    Text("goes over terrain and stands", "地形とスタンドを越える", "passe au-dessus du terrain et des socles"),
)


def _entry(
    id: str, names: Text, summary: Text, *clauses: tuple[str, Text], kind: RuleKind = "core", status: Status = "plays"
) -> RuleEntry:
    source = "NetEpic (FR), core rules" if kind == "core" else "NetEpic (FR), special abilities"
    return RuleEntry(f"netepic.{id}", "netepic", kind, names, summary, source, 0, status, clauses)


TURN_ENTRIES: Final[tuple[RuleEntry, ...]] = (
    _entry(
        "initiative",
        Text("Initiative", "主導権", "Initiative"),
        Text(
            "Each side rolls a die and the higher begins; a tie goes to the side that did not have it last, the first one is rolled again.",
            "両軍が1D6を振り、高い側が先に活性化する。同点なら前のターンに持たなかった側、最初のターンは振り直し。",
            "Chaque camp jette un dé, le plus haut commence ; à égalité celui qui ne l'avait pas, et au premier tour on relance.",
        ),
        _PHASE,
        _ONCE,
        ("higher", Text("the higher die", "高い目", "le dé le plus haut")),
        ("tie", Text("a tie: who did not have it last", "同点：前回持たなかった側", "égalité : qui ne l'avait pas")),
        ("stop", Text("nobody left in an assault", "未解決の突撃戦がない", "aucun assaut en attente")),
    ),
    _entry(
        "ground",
        Text("Difficult ground", "困難な地形", "Terrain difficile"),
        Text(
            "Woods, ruins and craters halve the speed of cavalry and vehicles, swamps that of all; crossing a barricade or trench costs 5 cm.",
            "森・廃墟・クレーターは騎兵と車両の速度を半分に、沼は全員を半分にする。バリケードや塹壕を越えるのは5cm。",
            "Forêts, ruines et cratères divisent par deux la vitesse de la cavalerie et des véhicules, les marais celle de tous ; "
            "franchir une barricade ou une tranchée coûte 5 cm.",
        ),
        ("half", Text("half speed on it", "半分の速度", "demi-vitesse")),
        ("cross", Text("5 cm to cross", "越えるのに5cm", "5 cm pour franchir")),
    ),
    _entry(
        "buildings",
        Text("Buildings", "建物", "Bâtiments"),
        Text(
            "Infantry goes into a building or leaves it for 5 cm, not both in a turn, while there is room and no enemy inside.",
            "歩兵は5cmで建物に入る、または出る（同じターンに両方は不可）。空きがあり敵がいないこと。",
            "L'infanterie entre dans un bâtiment ou en sort pour 5 cm, pas les deux le même tour, s'il y a de la place et aucun ennemi.",
        ),
        ("door", Text("5 cm for the door", "出入りに5cm", "5 cm pour la porte")),
        ("both", Text("not in and out in a turn", "同じターンに出入りしない", "pas entrer et sortir le même tour")),
        ("enemy", Text("no enemy inside", "中に敵がいない", "aucun ennemi à l'intérieur")),
        ("capacity", Text("room enough", "空きがある", "assez de place")),
    ),
    _entry(
        "zone-of-control",
        Text("Zone of control", "支配域", "Zone de contrôle"),
        Text(
            "A circle of 7.5 cm (12 cm from class 5) round a stand that enemies of its class or lower keep out of, but to charge it; "
            "pinned, charging, immobilised and fleeing stands have none.",
            "スタンド中心の直径7.5cm（クラス5以上は12cm）の円。同クラス以下の敵は、突撃する場合を除き入れない。拘束中・自ら交戦・移動不能・後退中は持たない。",
            "Cercle de 7,5 cm (12 dès la classe 5) autour d'un socle, interdit aux ennemis de sa classe ou moins, sauf pour l'engager ; "
            "un socle bloqué, engagé de son fait, immobilisé ou en repli n'en a pas.",
        ),
        (
            "keep-out",
            Text("the way stays out of the zone", "経路が支配域に入らない", "le trajet reste hors de la zone"),
        ),
        ("in", Text("in the zone", "支配域の中", "dans la zone")),
    ),
    _entry(
        "contact",
        Text("Contact", "接触", "Contact"),
        Text(
            "A stand engages one enemy, one more for each class above it, to its front; one detachment is engaged whole before the next.",
            "1スタンドは敵1体（クラス差ごとに＋1）を前面で交戦する。1分隊をすべて交戦させてから次の分隊へ。",
            "Un socle engage un ennemi, un de plus par classe d'écart, de face ; un détachement entier avant le suivant.",
        ),
        ("front", Text("the enemy is in front", "敵が前面にいる", "l'ennemi est de face")),
        ("one-enemy", Text("no more enemies than it may engage", "交戦できる数以内", "pas plus d'ennemis que permis")),
        ("one-first", Text("one detachment first", "まず1分隊", "un détachement d'abord")),
        ("altitude", Text("within reach of the ground", "地上から届く", "à portée du sol")),
    ),
    _entry(
        "free-attack",
        Text("Leaving an assault", "突撃戦からの離脱", "Quitter un assaut"),
        Text(
            "Each enemy that an unpinned stand leaves behind strikes once: 6+, 5+ from a factor of 7, 4+ from 13, and no save.",
            "拘束されていないスタンドが離れるとき、接触していた敵は1回攻撃する：6+、突撃値7以上で5+、13以上で4+、セーヴなし。",
            "Chaque ennemi qu'un socle non bloqué quitte frappe une fois : 6+, 5+ dès FA 7, 4+ dès 13, sans sauvegarde.",
        ),
        ("leaving", Text("leaves an enemy in contact", "接触した敵から離れる", "quitte un ennemi au contact")),
    ),
    _entry(
        "consolidation",
        Text("Consolidation", "集結", "Consolidation"),
        Text(
            "When an enemy charges a detachment or ends in one of its zones, its stands that are not engaged may move 6 cm.",
            "敵が突撃してきたり支配域で止まったとき、交戦していないスタンドは6cm動ける。",
            "Quand un ennemi charge un détachement ou finit dans sa zone, ses socles non engagés peuvent bouger de 6 cm.",
        ),
        (
            "near",
            Text("an enemy in a zone or in contact", "支配域内または接触した敵", "un ennemi en zone ou au contact"),
        ),
        _ONCE,
        ("engaged", Text("not engaged", "交戦していない", "pas engagé")),
        ("length", Text("no farther than 6 cm", "6cm以内", "pas plus de 6 cm")),
    ),
    _entry(
        "withdrawal",
        Text("After the assault", "突撃戦の後", "Après l'assaut"),
        Text(
            "Losers that keep their nerve pull back up to 10 cm, those that do not fall back up to 25; winners follow up to 5 cm.",
            "敗者は士気を保てば10cmまで離脱し、失えば25cmまで後退する。勝者は5cmまで前進できる。",
            "Les perdants au moral intact se retirent jusqu'à 10 cm, les autres se replient jusqu'à 25 ; les gagnants avancent jusqu'à 5.",
        ),
        ("due", Text("that move is due", "その移動が残っている", "ce mouvement est dû")),
        ("regroup", Text("no farther than 10 cm", "10cm以内", "pas plus de 10 cm")),
        ("fall-back", Text("no farther than 25 cm", "25cm以内", "pas plus de 25 cm")),
        ("follow-up", Text("no farther than it may follow", "追撃の距離以内", "pas plus loin que permis")),
        ("out-of-contact", Text("out of contact", "接触しない", "hors de contact")),
        ("engages", Text("engages nobody", "誰とも交戦しない", "n'engage personne")),
    ),
    _entry(
        "morale",
        Text("Morale", "士気", "Moral"),
        Text(
            "2D6 that reach the detachment's morale pass, one more while nobody is lost; one that fails falls back.",
            "2D6が士気以上なら成功（損害がなければ＋1）。失敗した分隊は後退する。",
            "2D6 au moins égal au moral réussissent, +1 sans perte ; un détachement qui échoue se replie.",
        ),
        ("unhurt", Text("nobody lost yet", "まだ損害なし", "aucune perte")),
        ("penalty", Text("lost the assault by more", "大差で敗北", "assaut perdu de plus")),
        ("test", Text("the dice reach the morale", "判定が士気に届く", "les dés atteignent le moral")),
        ("affected", Text("half lost at once", "一度に半数を失った", "moitié perdue d'un coup")),
        ("away", Text("no nearer to the enemy", "敵に近づかない", "pas plus près de l'ennemi")),
    ),
    _entry(
        "break-point",
        Text("Break point", "壊滅点", "Point de rupture"),
        Text(
            "A detachment that has lost half of its stands, rounded up, or what its list says, is broken and tests its morale.",
            "半数（切り上げ）またはリストの値を失った分隊は壊滅し、士気判定を行う。",
            "Un détachement qui a perdu la moitié de ses socles, arrondie au-dessus, ou ce que dit sa liste, est brisé et teste son moral.",
        ),
        ("broken", Text("reached its break point", "壊滅点に達した", "point de rupture atteint")),
    ),
    _entry(
        "rally",
        Text("Rally", "再集結", "Ralliement"),
        Text(
            "In the final phase a detachment that falls back, with a Charismatique near, tests its morale and takes orders again.",
            "最終フェイズに、カリスマの近くで後退中の分隊は士気判定に成功すれば命令を受けられる。",
            "En phase finale, un détachement en repli près d'un Charismatique teste son moral et reprend des ordres.",
        ),
        _PHASE,
        ("falling-back", Text("falls back", "後退中", "en repli")),
        ("nobody", Text("somebody charismatic near", "カリスマが近くにいる", "un Charismatique proche")),
        ("test", Text("the dice reach the morale", "判定が士気に届く", "les dés atteignent le moral")),
    ),
    _entry(
        "emergency-exit",
        Text("Emergency exit", "緊急脱出", "Sortie d'urgence"),
        Text(
            "Those aboard a wrecked transport get out on 2+, worsened by the PA of the shot, 4+ where no save was left; "
            "they stand in the wreck's zone, and without room are lost.",
            "破壊された輸送の搭乗者は2+（射撃のPAで悪化）、セーヴがない場合は4+で脱出し、残骸の支配域に置く。場所がなければ失われる。",
            "Les passagers d'un transport détruit sortent sur 2+, dégradé par la PA du tir, 4+ sans sauvegarde ; "
            "placés dans la zone de l'épave, perdus faute de place.",
        ),
        ("pa", Text("the PA of the shot", "射撃のPA", "la PA du tir")),
        ("no-save", Text("no save was left", "セーヴなし", "sans sauvegarde")),
        ("placed", Text("in the wreck's zone", "残骸の支配域の中", "dans la zone de l'épave")),
        ("no-room", Text("no room", "場所なし", "pas de place")),
    ),
    _entry(
        "final-phase",
        Text("Final phase", "最終フェイズ", "Phase finale"),
        Text(
            "What popped up sinks, repairs are rolled, objectives and victory points are counted.",
            "上昇したものは降り、修理を振り、目標と勝利点を数える。",
            "Ce qui a surgi redescend, on répare, on compte objectifs et points de victoire.",
        ),
        _PHASE,
    ),
    _entry(
        "objectives",
        Text("Objectives", "目標地点", "Objectifs"),
        Text(
            "The side with two wounds more within 10 cm of a marker takes it, stands in cover count one more; it keeps it until it is taken.",
            "目標の10cm以内の負傷数が2以上多い側が確保する（遮蔽中は＋1）。奪われるまで保持する。",
            "Le camp qui a deux PdV de plus à 10 cm d'un marqueur le prend, +1 par socle à couvert ; il le garde jusqu'à ce qu'on le lui prenne.",
        ),
        ("reach", Text("near enough to count", "数えられる距離", "assez près pour compter")),
        ("taken", Text("taken", "確保", "pris")),
        ("contested", Text("nobody has enough more", "差が足りない", "écart insuffisant")),
    ),
    _entry(
        "victory-points",
        Text("Victory points", "勝利点", "Points de victoire"),
        Text(
            "For each objective held, and for broken enemy detachments by their price.",
            "保持する目標と、壊滅させた敵分隊の価格で決まる。",
            "Pour chaque objectif tenu, et pour les détachements ennemis brisés selon leur prix.",
        ),
        ("total", Text("the total", "合計", "le total")),
    ),
    _entry(
        "agile",
        Text("Agile", "敏捷", "Agile"),
        Text(
            "A titan that turns more than 90 degrees a turn.",
            "1ターンに90度を超えて旋回できるタイタン。",
            "Un titan qui pivote de plus de 90 degrés par tour.",
        ),
        ("turn", Text("turns as far as it likes", "自由に旋回", "pivote à volonté")),
        kind="unit",
    ),
    _entry(
        "antigrav",
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
        kind="unit",
    ),
    _entry(
        "attaque-eclair",
        Text("Lightning attack", "電撃", "Attaque Eclair"),
        Text(
            "After winning its assaults it goes on 5 cm in class 1, 10 cm in class 2.",
            "突撃戦に勝った後、クラス1は5cm、クラス2は10cm前進する。",
            "Après avoir gagné ses assauts, il avance de 5 cm en classe 1, de 10 en classe 2.",
        ),
        kind="unit",
    ),
    _entry(
        "attaque-surprise",
        Text("Pop-up attack", "奇襲", "Attaque Surprise"),
        Text(
            "On First Fire it rises, sees and is seen over what hides it, and is down in the final phase.",
            "支援射撃で上昇し、障害物越しに見て見られ、最終フェイズに降りる。",
            "En Tir Appuyé il surgit, voit et est vu par-dessus les obstacles, et redescend en phase finale.",
        ),
        ("order", Text("on First Fire", "支援射撃", "en Tir Appuyé")),
        _ABLE,
        kind="unit",
    ),
    _entry(
        "bulldozer",
        Text("Bulldozer", "ブルドーザー", "Bulldozer"),
        Text(
            "Loses no movement in woods and difficult ground.",
            "森や困難な地形で移動力を失わない。",
            "Ne perd pas de mouvement en forêt et en terrain difficile.",
        ),
        kind="unit",
    ),
    _entry(
        "charismatique",
        Text("Charismatic", "カリスマ", "Charismatique"),
        Text(
            "Friendly detachments with a stand within 12 cm (25 cm: Avancé) add one to their tests of morale.",
            "12cm（高カリスマは25cm）以内にスタンドがある味方分隊は士気判定に＋1。",
            "Les détachements alliés ayant un socle à 12 cm (25 cm : Avancé) ont +1 à leurs tests de moral.",
        ),
        ("reach", Text("near enough", "届く距離", "assez près")),
        kind="unit",
    ),
    _entry(
        "coherence-elargie",
        Text("Extended coherency (X)", "広域結束 (X)", "Cohérence Élargie (X)"),
        Text(
            "The stands of the detachment hold together over X cm instead of 6.",
            "分隊の結束距離が6cmではなくXcmになる。",
            "Les socles du détachement restent en cohérence à X cm au lieu de 6.",
        ),
        kind="unit",
    ),
    _entry(
        "duelliste",
        Text("Duellist", "決闘者", "Duelliste"),
        Text(
            "Its owner says in which order it fights its opponents.",
            "相手と戦う順番を所有者が決める。",
            "Son joueur choisit l'ordre de ses duels.",
        ),
        ("order", Text("chooses the order", "順番を選ぶ", "choisit l'ordre")),
        kind="unit",
    ),
    _entry(
        "fep",
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
        kind="unit",
    ),
    _entry(
        "genie-tactique",
        Text("Tactical genius", "戦術の天才", "Génie Tactique"),
        Text(
            "Once a turn it changes the order of a friendly detachment within 20 cm that has not acted.",
            "1ターンに1回、20cm以内の未行動の味方分隊の命令を変える。",
            "Une fois par tour, il change l'ordre d'un détachement allié à 20 cm qui n'a pas agi.",
        ),
        _ABLE,
        _ONCE,
        ("fresh", Text("a friend that has not acted", "未行動の味方", "un allié qui n'a pas agi")),
        ("reach", Text("within 20 cm", "20cm以内", "à 20 cm")),
        kind="unit",
    ),
    _entry(
        "infiltration",
        Text("Infiltration", "浸透", "Infiltration"),
        Text(
            "Goes up to 25 cm before the battle begins, out of enemy zones.",
            "戦闘開始前に、敵の支配域を避けて25cmまで動く。",
            "Avance jusqu'à 25 cm avant la bataille, hors des zones ennemies.",
        ),
        ("time", Text("before the battle", "戦闘開始前", "avant la bataille")),
        ("length", Text("no farther than 25 cm", "25cm以内", "pas plus de 25 cm")),
        ("engages", Text("engages nobody", "誰とも交戦しない", "n'engage personne")),
        _ABLE,
        kind="unit",
    ),
    _entry(
        "parade",
        Text("Parry", "受け流し", "Parade"),
        Text(
            "The first extra die of further opponents does not count against it.",
            "2体目以降の相手の最初の追加ダイスを無視する。",
            "Ignore le premier dé de sous-nombre.",
        ),
        ("dice", Text("dice ignored", "無視するダイス", "dés ignorés")),
        kind="unit",
    ),
    _entry(
        "peur",
        Text("Fear", "恐怖", "Peur"),
        Text(
            "Opponents of class 3 or less that fail a test of morale fight with 2 less.",
            "クラス3以下の相手は士気判定に失敗すると突撃値が2下がる。",
            "Les adversaires de classe 3 ou moins qui ratent un test de moral combattent à -2.",
        ),
        ("class", Text("class 3 or less", "クラス3以下", "classe 3 ou moins")),
        kind="unit",
    ),
    _entry(
        "reacteurs-dorsaux",
        Text("Jump packs", "ジャンプパック", "Réacteurs Dorsaux"),
        Text(
            "Jumps over terrain, stands and zones of control on its move.",
            "移動中に地形・スタンド・支配域を飛び越える。",
            "Saute par-dessus terrain, socles et zones de contrôle en se déplaçant.",
        ),
        _OVER,
        ("zone", Text("jumps over the zone", "支配域を飛び越える", "saute par-dessus la zone")),
        kind="unit",
    ),
    _entry(
        "sans-peur",
        Text("Fearless", "恐れ知らず", "Sans Peur"),
        Text(
            "A detachment whose stands all have it passes every test of morale.",
            "全スタンドが持つ分隊は士気判定につねに成功する。",
            "Un détachement dont tous les socles l'ont réussit tous ses tests de moral.",
        ),
        ("passes", Text("passes without a roll", "判定なしで成功", "réussit sans jet")),
        kind="unit",
    ),
    _entry(
        "tir-en-mouvement",
        Text("Fire on the move", "移動射撃", "Tir en Mouvement"),
        Text(
            "On Advance it may intercept like a hidden First Fire, one harder still.",
            "前進命令でも迎撃できるが、命中はさらに1悪化する。",
            "En Avance il peut intercepter comme un Tir Appuyé caché, avec un malus de plus.",
        ),
        ("advance", Text("intercepts on Advance", "前進で迎撃", "intercepte en Avance")),
        ("harder", Text("one harder", "命中が1悪化", "un point plus dur")),
        kind="unit",
    ),
)
