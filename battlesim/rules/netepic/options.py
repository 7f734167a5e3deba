"""What the sources leave open, or players agree on: named options, each with a default and words to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal

from battlesim.model.text import Text
from battlesim.rules.netepic.turn_options import TURN_OPTION_TEXTS, TurnOptions


@dataclass(frozen=True, slots=True)
class Options(TurnOptions):
    """How this table plays. ``OPTION_TEXTS`` says what each one means."""

    measure: Literal["edge", "centre"] = "edge"
    leave_from: Literal["inside", "outside"] = "inside"
    natural_six_hits: bool = False
    seven_plus: Literal["six_then_four", "never"] = "six_then_four"
    soft_cover: int = 1
    hard_cover: int = 2
    stands_block_sight: bool = True
    qg_other_detachment: bool = True
    meneur_self: bool = False
    meneur_stacks: bool = False
    weak_sides: Literal["flank_and_rear", "rear", "none"] = "flank_and_rear"
    fire_into_assault: Literal["free", "risky", "forbidden"] = "risky"
    template_covers: Literal["centre", "any_part"] = "centre"
    flame_length: int = 12
    flame_width: int = 4
    scatter_die: bool = True
    building_points: int = 3
    building_save: int = 4
    building_dice: int = 2
    building_to_hit: int = 2


OPTION_TEXTS: Final[Mapping[str, Text]] = {
    **TURN_OPTION_TEXTS,
    "measure": Text(
        en="Distances between stands run from edge to edge, or from centre to centre; boarding always from edge to edge.",
        ja="スタンド間の距離を縁から縁で測るか、中心から中心で測るか。乗り込みはつねに縁から縁。",
        fr="Les distances entre socles se mesurent de bord à bord, ou de centre à centre ; l'embarquement toujours de bord à bord.",
    ),
    "leave_from": Text(
        en="A stand that leaves a transport starts inside, its leading edge on the hull, or outside, already in contact.",
        ja="降車するスタンドの移動を、前縁が車体の縁に接した内側から数えるか、接触した外側から数えるか。",
        fr="Un socle qui débarque part de l'intérieur, bord avant contre la coque, ou de l'extérieur, déjà au contact.",
    ),
    "natural_six_hits": Text(
        en="An unmodified 6 to hit always hits.",
        ja="命中判定で素の6は必ず命中する。",
        fr="Un 6 naturel pour toucher touche toujours.",
    ),
    "seven_plus": Text(
        en="A roll of 7 or more to hit needs a 6 and then a 4 or more (5 for 8, 6 for 9), or cannot be made.",
        ja="7+の命中判定は6のあと4+（8+なら5+、9+なら6）で成功するか、成功しないか。",
        fr="Un jet à 7+ pour toucher se réussit avec un 6 puis un 4+ (5+ pour 8+, 6 pour 9+), ou jamais.",
    ),
    "soft_cover": Text(
        en="What light cover (woods, ruins) takes from the roll to hit.",
        ja="軽い遮蔽（森、廃墟）による命中判定の低下。",
        fr="Malus pour toucher d'un couvert léger (forêt, ruines).",
    ),
    "hard_cover": Text(
        en="What heavy cover (trenches, buildings) takes from the roll to hit.",
        ja="重い遮蔽（塹壕、建物）による命中判定の低下。",
        fr="Malus pour toucher d'un couvert lourd (tranchée, bâtiment).",
    ),
    "stands_block_sight": Text(
        en="Stands of other detachments block sight according to their class.",
        ja="他の分隊のスタンドは阻止クラスに応じて視線を遮る。",
        fr="Les socles des autres détachements bloquent la vue selon leur classe.",
    ),
    "qg_other_detachment": Text(
        en="A stand of another friendly detachment may be sacrificed for a QG.",
        ja="QGの身代わりに、味方の別の分隊のスタンドを選んでよい。",
        fr="Un socle d'un autre détachement allié peut être sacrifié pour un QG.",
    ),
    "meneur_self": Text(
        en="A Meneur benefits from its own ability.",
        ja="先導者は自分の能力の効果を自分も受ける。",
        fr="Un Meneur profite de sa propre capacité.",
    ),
    "meneur_stacks": Text(
        en="The bonuses of several Meneurs add up.",
        ja="複数の先導者のボーナスは累積する。",
        fr="Les bonus de plusieurs Meneurs se cumulent.",
    ),
    "weak_sides": Text(
        en="From which sides a shot at a stand of class 3 or more has PA one better: flank and rear, rear alone, none.",
        ja="クラス3以上を撃つときPAが1良くなる方向：側面と背面、背面のみ、なし。",
        fr="Côtés d'où un tir sur un socle de classe 3 ou plus gagne un point de PA : flanc et arrière, arrière seul, aucun.",
    ),
    "fire_into_assault": Text(
        en="Shots at a stand in an assault: as any other, one harder and misses threaten friends in contact with it, or none.",
        ja="突撃戦中のスタンドへの射撃：通常どおり、命中が1悪化し外れは接触中の味方を脅かす、または不可。",
        fr="Tirs sur un socle en assaut : comme les autres, plus durs d'un point et les ratés menacent les amis au contact, ou interdits.",
    ),
    "template_covers": Text(
        en="A stand is under a template with its centre, or with any part of it.",
        ja="テンプレートの下にあるとは、スタンドの中心が入ることか、一部でも入ることか。",
        fr="Un socle est sous un gabarit par son centre, ou par n'importe quelle partie.",
    ),
    "flame_length": Text(
        en="Length of the flame template, in cm.",
        ja="火炎テンプレートの長さ（cm）。",
        fr="Longueur du gabarit de flamme, en cm.",
    ),
    "flame_width": Text(
        en="Width of the flame template at its far end, in cm.",
        ja="火炎テンプレートの先端の幅（cm）。",
        fr="Largeur du gabarit de flamme à son extrémité, en cm.",
    ),
    "scatter_die": Text(
        en="Two faces of the scatter die are hits: a template that would deviate stays where it is.",
        ja="逸脱ダイスの6面中2面は命中で、テンプレートはずれない。",
        fr="Deux faces du dé de déviation sont des touches : le gabarit ne dévie pas.",
    ),
    "building_points": Text(
        en="Structure points of a building (a bunker has 3).",
        ja="建物の構造ポイント（掩体は3）。",
        fr="Points de structure d'un bâtiment (un bunker en a 3).",
    ),
    "building_save": Text(
        en="What a building saves on (a bunker on 3).",
        ja="建物のセーヴ値（掩体は3）。",
        fr="Sauvegarde d'un bâtiment (3 pour un bunker).",
    ),
    "building_dice": Text(
        en="How many dice a building adds up for its save.",
        ja="建物のセーヴで合計するダイス数。",
        fr="Nombre de dés qu'un bâtiment additionne pour sa sauvegarde.",
    ),
    "building_to_hit": Text(
        en="By how much buildings are easier to hit.",
        ja="建物への命中がどれだけ易しいか。",
        fr="De combien un bâtiment est plus facile à toucher.",
    ),
}

assert tuple(OPTION_TEXTS) == tuple(field.name for field in fields(Options)), "every option has its words"

STANDARD: Final = Options()
