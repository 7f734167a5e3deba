"""Everything that a ruling of this game may speak of: the French list, then the rules of the game around it."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.netepic.abilities.known_other import NOT_MODELLED
from battlesim.rules.netepic.entries import FRIEND, ON_TABLE, PHASE, RANGE, SIDE, TOLL, entry
from battlesim.rules.netepic.fire_entries import FIRE_ENTRIES
from battlesim.rules.netepic.french_list import FRENCH_LIST
from battlesim.rules.netepic.turn_abilities import TURN_ABILITIES
from battlesim.rules.netepic.turn_entries import TURN_ENTRIES

CORE_RULES: Final[tuple[RuleEntry, ...]] = (
    entry(
        "activation",
        "core",
        Text("Activation", "活性化", "Activation"),
        Text(
            "Detachments act one after another in their phase, once each; a transport below class 5 acts together with its cargo.",
            "分隊は各フェイズに1回ずつ順に行動する。クラス5未満の輸送は搭乗者と一緒に行動する。",
            "Les détachements agissent tour à tour, une fois par phase ; un transport de classe inférieure à 5 agit avec sa cargaison.",
        ),
        PHASE,
        SIDE,
        ("once", Text("not activated before", "まだ活性化していない", "pas encore activé")),
        ("time", Text("time moves on", "時間は進む", "le temps avance")),
        ("alternate", Text("this side's turn to activate", "交互活性化の手番", "à ce camp d'activer")),
        ("stopped", Text("has not stopped activating", "活性化を終えていない", "n'a pas cessé d'activer")),
    ),
    entry(
        "orders",
        "core",
        Text("Orders", "命令", "Ordres"),
        Text(
            "Charge moves up to twice as far and may engage, Advance moves and shoots, First Fire stays and shoots better, without an "
            "order nothing moves.",
            "突撃は2倍まで動いて交戦でき、前進は動いて撃ち、支援射撃は動かずよく撃つ。命令なしでは動けない。",
            "Charge va jusqu'au double et peut engager, Avance bouge et tire, Tir Appuyé reste et tire mieux, sans ordre rien ne bouge.",
        ),
        ("falling-back", Text("does not fall back", "後退中でない", "pas en repli")),
        ("give", Text("given before the detachment acts", "行動前に与える", "donné avant d'agir")),
        ("move", Text("an order that lets it move", "移動できる命令", "un ordre qui permet de bouger")),
        ("engage", Text("contact needs a Charge", "接触には突撃命令が要る", "le contact exige une Charge")),
        ("shoot", Text("an order that lets it shoot", "射撃できる命令", "un ordre qui permet de tirer")),
        ("power", Text("an order that permits the power", "能力を使える命令", "un ordre qui permet le pouvoir")),
    ),
    entry(
        "movement",
        "core",
        Text("Movement", "移動", "Mouvement"),
        Text(
            "A stand goes as far as its order lets it, round walls and enemies of its class or higher, and ends on free ground.",
            "スタンドは命令の許す距離まで、壁や同クラス以上の敵を避けて動き、空いた場所で止まる。",
            "Un socle va aussi loin que son ordre le permet, contourne murs et ennemis de sa classe ou plus, et finit sur un sol libre.",
        ),
        ("length", Text("the way is short enough", "移動距離が足りる", "le trajet est assez court")),
        ("way", Text("nothing in the way", "途中に障害物がない", "rien sur le chemin")),
        ("room", Text("free ground at the end", "終点が空いている", "sol libre à l'arrivée")),
        ("pinned", Text("not pinned", "拘束されていない", "pas bloqué")),
        ("unloaded", Text("has not let anybody out", "まだ降ろしていない", "n'a débarqué personne")),
        ("immobilised", Text("not immobilised", "移動不能でない", "pas immobilisé")),
        ("declared", Text("on a declared way, or not", "宣言した移動", "trajet déclaré")),
        ("turning", Text("turns 90 degrees at most", "旋回は90度まで", "pivote de 90 degrés au plus")),
        ("backwards", Text("backwards costs double", "後退は2倍", "reculer coûte double")),
        ON_TABLE,
    ),
    entry(
        "coherency",
        "core",
        Text("Coherency", "分隊の結束", "Cohérence"),
        Text(
            "The stands of a detachment form a chain with steps of 6 cm or less.",
            "分隊のスタンドは6cm以内の鎖でつながる。",
            "Les socles d'un détachement forment une chaîne de 6 cm ou moins par maillon.",
        ),
        ("chain", Text("the longest link of the chain", "鎖の最長の間隔", "le plus long maillon de la chaîne")),
        ("repair", Text("its parts come nearer", "離れた群れが近づく", "ses parties se rapprochent")),
        ("stragglers", Text("one group stays", "1群だけ残る", "un seul groupe reste")),
    ),
    entry(
        "shooting",
        "core",
        Text("Shooting", "射撃", "Tir"),
        Text(
            "Every die goes at a stand in range, arc and sight; hits are saved, and only then do stands fall.",
            "各ダイスは射程・射界・視線内のスタンドを狙う。命中のセーヴがすべて済んでから除去する。",
            "Chaque dé vise un socle à portée, dans l'arc et en vue ; toutes les sauvegardes faites, les socles tombent.",
        ),
        ("targets", Text("shots that can be fired", "撃てる射撃", "tirs possibles")),
        (
            "pinned",
            Text(
                "not pinned by an enemy in contact",
                "接触した敵に拘束されていない",
                "pas bloqué par un ennemi au contact",
            ),
        ),
        ("own-choice", Text("did not engage by its own move", "自ら交戦していない", "ne s'est pas engagé de lui-même")),
        ("engaged", Text("harder from within an assault", "交戦中の射撃は当てにくい", "plus dur depuis un assaut")),
        FRIEND,
        ON_TABLE,
    ),
    entry(
        "range",
        "core",
        Text("Range", "射程", "Portée"),
        Text(
            "The target is no farther than the weapon's range.",
            "目標が武器の射程以内にある。",
            "La cible n'est pas au-delà de la portée de l'arme.",
        ),
        RANGE,
        ("minimum", Text("not too near", "近すぎない", "pas trop près")),
    ),
    entry(
        "arcs",
        "core",
        Text("Firing arcs", "射界", "Arcs de tir"),
        Text(
            "Classes 1 and 2 fire all round, the others to their front half.",
            "クラス1と2は全周、それ以外は前方180度に撃てる。",
            "Les classes 1 et 2 tirent à 360°, les autres dans leur moitié avant.",
        ),
        ("arc", Text("part of the target in the arc", "目標の一部が射界内", "une partie de la cible dans l'arc")),
        ("all-round", Text("fires all round", "全周射界", "tire à 360°")),
    ),
    entry(
        "sight",
        "core",
        Text("Line of sight", "視線", "Ligne de vue"),
        Text(
            "A straight line that no terrain or stand of a sufficient class blocks; the two detachments never do.",
            "十分なクラスの地形やスタンドに遮られない直線。撃つ側と目標の分隊は遮らない。",
            "Une ligne droite que ni terrain ni socle de classe suffisante ne bloque ; les deux détachements ne bloquent jamais.",
        ),
        ("line", Text("a free line", "通る視線", "une ligne libre")),
    ),
    entry(
        "cover",
        "core",
        Text("Cover", "遮蔽", "Couvert"),
        Text(
            "A target on covering terrain is harder to hit.",
            "遮蔽地形にいる目標は命中しにくい。",
            "Une cible sur un terrain couvrant est plus dure à toucher.",
        ),
        ("soft", Text("light cover", "軽い遮蔽", "couvert léger")),
        ("hard", Text("heavy cover", "重い遮蔽", "couvert lourd")),
    ),
    entry(
        "to-hit",
        "core",
        Text("Rolls to hit", "命中判定", "Jets pour toucher"),
        Text(
            "One die an attack against the weapon's number and what changes it.",
            "攻撃1回ごとにダイス1個。武器の値と修正で判定する。",
            "Un dé par attaque contre la valeur de l'arme et ce qui la change.",
        ),
        ("impossible", Text("a number that dice can make", "ダイスで出せる値", "une valeur que les dés atteignent")),
    ),
    entry(
        "saves",
        "core",
        Text("Saves", "セーヴ", "Sauvegardes"),
        Text(
            "PA makes the armour save worse; a fixed save is not touched by it, and the better one counts.",
            "PAは装甲セーヴを悪化させる。固定セーヴは影響を受けず、良い方を使う。",
            "La PA dégrade la sauvegarde d'armure, pas la fixe ; la meilleure compte.",
        ),
        ("pa", Text("armour penetration", "装甲貫通", "pénétration d'armure")),
        ("fixed", Text("fixed save", "固定セーヴ", "sauvegarde fixe")),
    ),
    entry(
        "interception",
        "core",
        Text("Reaction fire", "迎撃", "Tir de réaction"),
        Text(
            "Fire at an enemy on the move: interception is one harder to hit, counter-charge fire at a charging enemy is not.",
            "移動中の敵への射撃。迎撃は命中が1悪化し、突撃してくる敵への対抗射撃は悪化しない。",
            "Tir sur un ennemi en mouvement : l'interception est plus dure d'un point, le tir de contre-charge ne l'est pas.",
        ),
        ("penalty", Text("interception is harder", "迎撃は当てにくい", "l'interception est plus dure")),
        ("shots", Text("shots left", "残りの射撃数", "tirs restants")),
        ("hidden", Text("a First Fire still hidden", "伏せたままの支援射撃", "un Tir Appuyé encore caché")),
        ("phase", Text("the movement phase", "移動フェイズ", "la phase de mouvement")),
        ("weapons", Text("a weapon that may fire", "撃てる武器", "une arme utilisable")),
        ("point", Text("the earliest place to shoot at it", "最も早く撃てる地点", "le premier point où tirer")),
        (
            "counter-charge",
            Text("the enemy charges it: no penalty", "突撃される側：修正なし", "il est chargé : sans malus"),
        ),
        ("intercepts", Text("the enemy does not charge it", "突撃されていない", "l'ennemi ne le charge pas")),
        ("moving", Text("the target has moved", "目標が移動した", "la cible a bougé")),
        (
            "charging",
            Text(
                "the target charges the firing detachment",
                "目標が射撃分隊に突撃している",
                "la cible charge le détachement qui tire",
            ),
        ),
        FRIEND,
        ON_TABLE,
    ),
    entry(
        "assault",
        "core",
        Text("Assault", "突撃戦", "Assaut"),
        Text(
            "Stands in contact roll 2D6 and add their factor, each further opponent one die more; the loser loses a wound, without a save.",
            "接触したスタンドは2D6＋突撃値を比べる。2体目以降の相手は1D6ずつ多く振る。敗者はセーヴなしで1負傷。",
            "Les socles au contact jettent 2D6 plus leur FA, chaque adversaire de plus un dé de plus ; le perdant perd un PdV sans sauvegarde.",
        ),
        ("contact", Text("an enemy in contact", "敵に接触している", "un ennemi au contact")),
        ("won", Text("the higher total wins", "合計の高い方が勝つ", "le total le plus haut gagne")),
        ("tie", Text("nobody loses on a tie", "同点では誰も失わない", "personne ne perd sur une égalité")),
        ("falling-back", Text("falls back: 2 less", "後退中：−2", "en repli : -2")),
        ("drawn", Text("nobody has lost the assault", "引き分け", "assaut nul")),
        ("lost", Text("lost the assault", "突撃戦に敗北", "assaut perdu")),
        ("stronger", Text("too strong to be pushed back", "強力で押し戻されない", "trop fort pour être repoussé")),
        ("taller", Text("too tall to be pushed back", "巨大で押し戻されない", "trop grand pour être repoussé")),
    ),
)

WIDER: Final[tuple[RuleEntry, ...]] = (
    entry(
        "personnage",
        "unit",
        Text("Character", "キャラクター", "Personnage"),
        Text(
            "One such stand comes free aboard a transport of capacity 6 or more.",
            "容量6以上の輸送には1スタンドだけ枠を使わずに乗れる。",
            "Un de ces socles monte sans prendre de place dans un transport de capacité 6 ou plus.",
        ),
        (
            "room",
            Text(
                "one free in a transport of 6 or more",
                "6枠以上なら1体は枠不要",
                "un gratuit dans un transport de 6 ou plus",
            ),
        ),
    ),
    entry(
        "volant",
        "unit",
        Text("Flyer", "飛行", "Volant"),
        Text(
            "Flies straight over everything, 45 cm or more when it moves, out of reach of the ground, and keeps its movement as a transport.",
            "直線で45cm以上、すべてを越えて飛び、地上から交戦されず、輸送しても移動力を失わない。",
            "Vole droit au-dessus de tout, 45 cm au moins s'il bouge, hors d'atteinte du sol, et garde son mouvement comme transport.",
        ),
        TOLL,
        ("over", Text("flies over everything", "すべてを越える", "vole au-dessus de tout")),
        ("zone", Text("no zone reaches it", "支配域が届かない", "aucune zone ne l'atteint")),
        ("pin", Text("nobody pins it", "拘束されない", "personne ne le bloque")),
        ("straight", Text("straight ahead", "直進", "tout droit")),
        ("least", Text("far enough", "十分な距離", "assez loin")),
        ("altitude", Text("out of reach", "届かない高さ", "hors d'atteinte")),
    ),
)

UNPLAYED: Final[tuple[RuleEntry, ...]] = tuple(
    entry(
        id,
        "unit",
        names,
        Text(
            "Known by name: it may be written on a stand and changes nothing.",
            "名称のみ対応：スタンドに書けるが効果はない。",
            "Connue de nom : peut figurer sur un socle, sans effet.",
        ),
        status="not-modelled",
    )
    for id, names in NOT_MODELLED.items()
)

CATALOGUE: Final[tuple[RuleEntry, ...]] = (
    *FRENCH_LIST,
    *CORE_RULES,
    *FIRE_ENTRIES,
    *TURN_ENTRIES,
    *TURN_ABILITIES,
    *WIDER,
    *UNPLAYED,
)
