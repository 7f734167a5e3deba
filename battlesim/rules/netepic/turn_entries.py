"""The catalogue's entries of the turn: movement, zones, morale, assaults and the final phase."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.netepic.entries import ENGAGES, ONCE, PHASE, entry

_TEST: Final = ("test", Text("the dice reach the morale", "判定が士気に届く", "les dés atteignent le moral"))

TURN_ENTRIES: Final[tuple[RuleEntry, ...]] = (
    entry(
        "initiative",
        "core",
        Text("Initiative", "主導権", "Initiative"),
        Text(
            "Each side rolls a die and the higher begins; a tie goes to the side that did not have it last, the first one is rolled again.",
            "両軍が1D6を振り、高い側が先に活性化する。同点なら前のターンに持たなかった側、最初のターンは振り直し。",
            "Chaque camp jette un dé, le plus haut commence ; à égalité celui qui ne l'avait pas, et au premier tour on relance.",
        ),
        PHASE,
        ONCE,
        ("higher", Text("the higher die", "高い目", "le dé le plus haut")),
        ("tie", Text("a tie: who did not have it last", "同点：前回持たなかった側", "égalité : qui ne l'avait pas")),
        ("stop", Text("nobody left in an assault", "未解決の突撃戦がない", "aucun assaut en attente")),
    ),
    entry(
        "ground",
        "core",
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
    entry(
        "buildings",
        "core",
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
    entry(
        "zone-of-control",
        "core",
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
    entry(
        "contact",
        "core",
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
    entry(
        "free-attack",
        "core",
        Text("Leaving an assault", "突撃戦からの離脱", "Quitter un assaut"),
        Text(
            "Each enemy that an unpinned stand leaves behind strikes once: 6+, 5+ from a factor of 7, 4+ from 13, and no save.",
            "拘束されていないスタンドが離れるとき、接触していた敵は1回攻撃する：6+、突撃値7以上で5+、13以上で4+、セーヴなし。",
            "Chaque ennemi qu'un socle non bloqué quitte frappe une fois : 6+, 5+ dès FA 7, 4+ dès 13, sans sauvegarde.",
        ),
        ("leaving", Text("leaves an enemy in contact", "接触した敵から離れる", "quitte un ennemi au contact")),
    ),
    entry(
        "consolidation",
        "core",
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
        ONCE,
        ("engaged", Text("not engaged", "交戦していない", "pas engagé")),
        ("length", Text("no farther than 6 cm", "6cm以内", "pas plus de 6 cm")),
    ),
    entry(
        "withdrawal",
        "core",
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
        ENGAGES,
    ),
    entry(
        "morale",
        "core",
        Text("Morale", "士気", "Moral"),
        Text(
            "2D6 that reach the detachment's morale pass, one more while nobody is lost; one that fails falls back.",
            "2D6が士気以上なら成功（損害がなければ＋1）。失敗した分隊は後退する。",
            "2D6 au moins égal au moral réussissent, +1 sans perte ; un détachement qui échoue se replie.",
        ),
        ("unhurt", Text("nobody lost yet", "まだ損害なし", "aucune perte")),
        ("penalty", Text("lost the assault by more", "大差で敗北", "assaut perdu de plus")),
        _TEST,
        ("affected", Text("half lost at once", "一度に半数を失った", "moitié perdue d'un coup")),
        ("away", Text("no nearer to the enemy", "敵に近づかない", "pas plus près de l'ennemi")),
    ),
    entry(
        "break-point",
        "core",
        Text("Break point", "壊滅点", "Point de rupture"),
        Text(
            "A detachment that has lost half of its stands, rounded up, or what its list says, is broken and tests its morale.",
            "半数（切り上げ）またはリストの値を失った分隊は壊滅し、士気判定を行う。",
            "Un détachement qui a perdu la moitié de ses socles, arrondie au-dessus, ou ce que dit sa liste, est brisé et teste son moral.",
        ),
        ("broken", Text("reached its break point", "壊滅点に達した", "point de rupture atteint")),
    ),
    entry(
        "rally",
        "core",
        Text("Rally", "再集結", "Ralliement"),
        Text(
            "In the final phase a detachment that falls back, with a Charismatique near, tests its morale and takes orders again.",
            "最終フェイズに、カリスマの近くで後退中の分隊は士気判定に成功すれば命令を受けられる。",
            "En phase finale, un détachement en repli près d'un Charismatique teste son moral et reprend des ordres.",
        ),
        PHASE,
        ("falling-back", Text("falls back", "後退中", "en repli")),
        ("nobody", Text("somebody charismatic near", "カリスマが近くにいる", "un Charismatique proche")),
        _TEST,
    ),
    entry(
        "emergency-exit",
        "core",
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
    entry(
        "final-phase",
        "core",
        Text("Final phase", "最終フェイズ", "Phase finale"),
        Text(
            "What popped up sinks, repairs are rolled, objectives and victory points are counted.",
            "上昇したものは降り、修理を振り、目標と勝利点を数える。",
            "Ce qui a surgi redescend, on répare, on compte objectifs et points de victoire.",
        ),
        PHASE,
    ),
    entry(
        "objectives",
        "core",
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
    entry(
        "victory-points",
        "core",
        Text("Victory points", "勝利点", "Points de victoire"),
        Text(
            "For each objective held, and for broken enemy detachments by their price.",
            "保持する目標と、壊滅させた敵分隊の価格で決まる。",
            "Pour chaque objectif tenu, et pour les détachements ennemis brisés selon leur prix.",
        ),
        ("total", Text("the total", "合計", "le total")),
    ),
)
