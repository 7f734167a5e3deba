"""Moves and heights."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.wh40k.catalogue.entries import EVERY_MODEL, ON_TABLE, ONCE, PHASE, entry

MOVES: Final[tuple[RuleEntry, ...]] = (
    entry(
        "movement",
        "core",
        ("Moves", "移動", "Mouvements"),
        (
            "A unit moves once in its movement phase, in straight lines, round what is in its way, and as one.",
            "ユニットは自軍移動フェイズに1回、直線をつないで障害を避け、まとまって移動する。",
            "Une unité bouge une fois dans sa phase de mouvement, en lignes droites, en contournant les obstacles, ensemble.",
        ),
        "core rules 03.01, 09",
        clauses={
            "phase": PHASE,
            "on-table": ON_TABLE,
            "once": ONCE,
            "starts-unengaged": Text("starts unengaged", "非接敵で始める", "commence non engagée"),
            "starts-engaged": Text("starts engaged", "接敵状態で始める", "commence engagée"),
            "distance": Text("how far", "移動距離", "la distance"),
            "through-enemies": Text("not through enemies", "敵を通り抜けない", "pas à travers les ennemis"),
            "through-walls": Text("not through walls", "壁を通り抜けない", "pas à travers les murs"),
            "table-edge": Text("not over the edge", "戦場の端を越えない", "pas au-delà du bord"),
            "ends-unengaged": Text("ends unengaged", "非接敵で終わる", "termine non engagée"),
        },
    ),
    entry(
        "fall-back",
        "core",
        ("Falling back", "後退", "Repli"),
        (
            "An engaged unit leaves in good order, or in a desperate escape through its enemies at a hazard roll a model.",
            "接敵したユニットは整然と後退するか、兵ごとに危機ロールをして敵の間を決死の脱出で抜ける。",
            "Une unité engagée se retire en bon ordre, ou fuit à travers l'ennemi avec un jet de risque par figurine.",
        ),
        "core rules 09.07",
        clauses={
            "ordered-retreat": Text(
                "in good order unless battle-shocked", "戦闘ショックでなければ整然と", "en bon ordre sauf ébranlée"
            ),
        },
    ),
    entry(
        "battle-shock",
        "core",
        ("Battle-shock", "戦闘ショック", "Ébranlement"),
        (
            "2D6 against the best leadership of the unit: below it, the unit is battle-shocked.",
            "2D6をユニットで最も優れた統率値と比べ、下回れば戦闘ショック状態になる。",
            "2D6 contre le meilleur commandement de l'unité : en dessous, elle est ébranlée.",
        ),
        "core rules 01.06, 01.07, 08.03",
        clauses={
            "roll": Text("the roll against leadership", "統率値に対するロール", "le jet contre le commandement"),
            "phase": Text("in its command phase", "自軍指揮フェイズ", "dans sa phase de commandement"),
            "own": Text("of its own side", "味方", "de son camp"),
            "alive": Text("not destroyed", "撃破されていない", "pas détruite"),
            "once": Text("once a phase", "フェイズに1回", "une fois par phase"),
            "half-strength": Text(
                "shocked, or at half strength or below", "戦闘ショック中か半数以下", "ébranlée, ou à la moitié ou moins"
            ),
        },
    ),
    entry(
        "climbing",
        "core",
        ("Climbing", "昇り降り", "Escalade"),
        (
            "Up and down count as distance, within half an mv of the terrain; only some may end above the ground, with no "
            "part of the base over an edge.",
            "地形から水平0.5mv以内で昇り降りし、その高さも距離に数える。地上より上で終われるのは一部の兵だけで、ベースは縁からはみ出せない。",
            "Monter et descendre comptent, à un demi-mv du décor ; seuls certains finissent en hauteur, sans dépasser du bord.",
        ),
        "core rules 13.06",
        clauses={
            "along-terrain": Text("along terrain", "地形に沿って", "le long du décor"),
            "above-ground": Text("may end above the ground", "地上より上で終われる", "peut finir au-dessus du sol"),
            "no-overhang": Text("all of the base on something", "ベース全体が支えられる", "socle entièrement soutenu"),
        },
    ),
    entry(
        "taking-to-the-skies",
        "core",
        ("Taking to the skies", "飛翔", "Prendre son envol"),
        (
            "A flying unit moves 2 mv less, over everything, and height does not count.",
            "飛行ユニットは移動距離が2mv減る代わりに全てを越え、高さを数えない。",
            "Une unité volante bouge de 2 mv en moins, au-dessus de tout, sans compter la hauteur.",
        ),
        "core rules 21.03",
        clauses={
            "every-model": EVERY_MODEL,
            "distance": Text("how far", "移動距離", "la distance"),
        },
    ),
)
