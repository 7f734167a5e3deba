"""Rules of terrain: who is hidden in it, and who shoots down from it."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.wh40k.catalogue.entries import entry

BETWEEN: Final = Text("lies between", "間にある", "se trouve entre les deux")

TERRAIN: Final[tuple[RuleEntry, ...]] = (
    entry(
        "obscuring",
        "core",
        ("Obscuring areas", "視線を遮る区域", "Zones occultantes"),
        (
            "Nobody sees across an area with a light or dense feature that neither of the two is within; linked areas are one.",
            "軽または密の地物がある区域は、どちらもその中にいなければ越しに見えない。つながった区域は1つとみなす。",
            "On ne voit pas à travers une zone à élément léger ou dense où aucun des deux ne se trouve ; des zones liées n'en font"
            " qu'une.",
        ),
        "core rules 13.10",
        clauses={"between": BETWEEN},
    ),
    entry(
        "solid",
        "core",
        ("Solid features", "密の地物", "Éléments pleins"),
        (
            "Windows and other gaps of a dense feature are shut up to 3 mv above the ground; higher up, and past all else, true"
            " line of sight decides.",
            "密の地物の窓や隙間は地上3mvまで塞がっているとみなす。それより上と他の物は実際の視線による。",
            "Fenêtres et autres jours d'un élément dense sont fermés jusqu'à 3 mv du sol ; plus haut, et pour tout le reste, la"
            " vraie ligne de vue décide.",
        ),
        "core rules 13.11",
        clauses={"between": BETWEEN},
    ),
    entry(
        "hidden",
        "core",
        ("Hidden", "潜伏", "Dissimulation"),
        (
            "On foot in an area with a light or dense feature, not having shot since the turn before: seen from within 15 mv,"
            " or from within 12 mv where something solid hides part of it.",
            "軽または密の地物がある区域内の歩兵は、前のターンから射撃していなければ15mv以内の敵にだけ視認される。"
            "密の地物で完全には視認されないなら12mv以内。",
            "À pied dans une zone à élément léger ou dense, sans avoir tiré depuis le tour précédent : vue à 15 mv ou moins,"
            " à 12 mv ou moins si un élément dense en cache une partie.",
        ),
        "core rules 13.09, 13.11",
        clauses={
            "detection": Text("detection range", "探知距離", "portée de détection"),
            "gone-to-ground": Text("gone to ground", "伏せている", "à terre"),
            "on-foot": Text("on foot", "歩兵である", "à pied"),
            "area": Text("in a hiding place", "隠れ場所にいる", "dans une cachette"),
            "not-shot": Text(
                "has not shot since the turn before", "前のターンから未射撃", "n'a pas tiré depuis le tour précédent"
            ),
        },
    ),
    entry(
        "plunging-fire",
        "core",
        ("Plunging fire", "撃ち下ろし", "Tir plongeant"),
        (
            "From 3 mv up or more, or of a towering model within 12 mv: BS is one better against a visible unit that has a"
            " model on the ground. Aircraft have no part in it.",
            "3mv以上の高さから、または12mv以内の巨体の兵は、地面に兵がいる視認中のユニットに対してBSが1良くなる。"
            "航空機は対象外。",
            "De 3 mv de haut ou plus, ou d'une figurine imposante à 12 mv ou moins : la CT gagne un contre une unité visible"
            " avec une figurine au sol. Les aéronefs n'y ont aucune part.",
        ),
        "core rules 22.05",
        clauses={
            "height": Text("3 mv above the ground or more", "地上3mv以上", "à 3 mv du sol ou plus"),
            "towering": Text("towering and near", "巨体で近い", "imposante et proche"),
            "ground-level": Text("a model on the ground", "地面に兵がいる", "une figurine au sol"),
            "visible": Text("the target is visible", "目標が視認できる", "la cible est visible"),
            "aircraft": Text("no aircraft", "航空機ではない", "pas d'aéronef"),
        },
    ),
)
