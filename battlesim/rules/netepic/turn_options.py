"""The options of the turn: movement, morale, transports lost, the final phase. ``options`` adds those of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from battlesim.model.text import Text
from battlesim.units import Mm, cm

ZONE_SMALL: Final = cm(7.5)
ZONE_LARGE: Final = cm(12)
FLYER_LEAST: Final = cm(45)
OBJECTIVE_REACH: Final = cm(10)


@dataclass(frozen=True, slots=True)
class TurnOptions:
    """How this table plays the turn. ``TURN_OPTION_TEXTS`` says what each one means."""

    alternate: bool = False
    zone_small: Mm = ZONE_SMALL
    zone_large: Mm = ZONE_LARGE
    backwards_doubles: bool = False
    building_capacity: int = 6
    flyer_least: Mm = FLYER_LEAST
    exit_roll: int = 2
    exit_worsened_by_pa: bool = True
    exit_without_save: int = 4
    affected_tests: bool = True
    rally: Literal["charismatic", "everybody"] = "charismatic"
    regroup_rallies: bool = True
    stragglers: Literal["stay", "lost"] = "stay"
    objective_reach: Mm = OBJECTIVE_REACH
    objective_margin: int = 2
    objective_points: int = 5
    points_a_victory_point: int = 100


TURN_OPTION_TEXTS: Final[Mapping[str, Text]] = {
    "alternate": Text(
        en="The sides activate in strict alternation, from the one with the initiative, until one stops.",
        ja="両軍は主導権のある側から厳密に交互に活性化する（片方がやめるまで）。",
        fr="Les camps activent strictement à tour de rôle, à partir de celui qui a l'initiative, jusqu'à ce que l'un arrête.",
    ),
    "zone_small": Text(
        en="Diameter of the zone of control of classes 1 to 4 (0: none).",
        ja="クラス1～4の支配域の直径（0はなし）。",
        fr="Diamètre de la zone de contrôle des classes 1 à 4 (0 : aucune).",
    ),
    "zone_large": Text(
        en="Diameter of the zone of control from class 5 on (0: none).",
        ja="クラス5以上の支配域の直径（0はなし）。",
        fr="Diamètre de la zone de contrôle à partir de la classe 5 (0 : aucune).",
    ),
    "backwards_doubles": Text(
        en="Going backwards costs double; otherwise it counts as turning round and back, which is free.",
        ja="後退は2倍の移動力を使う。そうでなければ向きを変えて戻るのと同じで、費用はない。",
        fr="Reculer coûte double ; sinon cela revient à se retourner deux fois, ce qui est gratuit.",
    ),
    "building_capacity": Text(
        en="How many stands of infantry a building holds.",
        ja="建物に入れる歩兵スタンドの数。",
        fr="Nombre de socles d'infanterie qu'un bâtiment accueille.",
    ),
    "flyer_least": Text(
        en="How far a flyer goes at least when it moves, in a straight line (0: as it likes).",
        ja="飛行スタンドが移動するときの最低距離（直線、0なら自由）。",
        fr="Distance minimale d'un Volant qui bouge, en ligne droite (0 : libre).",
    ),
    "exit_roll": Text(
        en="What a stand needs on a die to get out of a wrecked transport.",
        ja="破壊された輸送から脱出するのに要る目。",
        fr="Jet nécessaire pour réussir la sortie d'urgence d'un transport détruit.",
    ),
    "exit_worsened_by_pa": Text(
        en="The armour penetration of the shot that wrecked it makes that roll harder.",
        ja="輸送を破壊した射撃のPAで脱出判定が難しくなる。",
        fr="La PA du tir qui l'a détruit rend ce jet plus difficile.",
    ),
    "exit_without_save": Text(
        en="What the roll needs where the transport fell in an assault or had no save.",
        ja="突撃戦、またはセーヴのない攻撃で失われたときの脱出の目。",
        fr="Jet nécessaire quand le transport tombe en assaut ou sans sauvegarde.",
    ),
    "affected_tests": Text(
        en="A detachment that loses half of its stands or more in one action tests its morale.",
        ja="1回の行動で半数以上のスタンドを失った分隊は士気判定を行う。",
        fr="Un détachement qui perd au moins la moitié de ses socles en une action teste son moral.",
    ),
    "rally": Text(
        en="Who may rally in the final phase: detachments near a Charismatique, or everybody.",
        ja="最終フェイズに再集結できるのは、カリスマの近くの分隊だけか、全員か。",
        fr="Qui peut se rallier en phase finale : près d'un Charismatique, ou tout le monde.",
    ),
    "regroup_rallies": Text(
        en="A detachment that goes on falling back for a whole movement phase is rallied when the next turn begins.",
        ja="移動フェイズに後退を続けた分隊は、次のターンの始めに立ち直る。",
        fr="Un détachement qui se replie toute une phase de mouvement est rallié au début du tour suivant.",
    ),
    "stragglers": Text(
        en="Stands that a detachment leaves out of coherency after its move stay, or are lost but for one group.",
        ja="移動後に結束を失ったままのスタンドは残るか、1群を除いて失われるか。",
        fr="Les socles laissés hors de cohérence après le mouvement restent, ou sont perdus sauf un groupe.",
    ),
    "objective_reach": Text(
        en="How near to an objective a stand counts for it.",
        ja="目標地点を確保できる距離。",
        fr="Distance à laquelle un socle compte pour un objectif.",
    ),
    "objective_margin": Text(
        en="How many wounds more than the enemy it takes to hold an objective.",
        ja="目標の確保に必要な、敵を上回る負傷数。",
        fr="Nombre de PdV de plus que l'ennemi pour tenir un objectif.",
    ),
    "objective_points": Text(
        en="Victory points for each objective held.",
        ja="保持する目標1つあたりの勝利点。",
        fr="Points de victoire par objectif tenu.",
    ),
    "points_a_victory_point": Text(
        en="A broken detachment gives one victory point for each so many points of the list, rounded up.",
        ja="壊滅した分隊はリストの価格この値ごとに1勝利点（切り上げ）を与える。",
        fr="Un détachement brisé rapporte un point de victoire par tranche de tant de points de liste, arrondi au-dessus.",
    ),
}
