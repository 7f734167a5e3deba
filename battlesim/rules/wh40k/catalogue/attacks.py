"""Rules around attacks that are neither a keyword of the glossary nor the core of shooting."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry
from battlesim.model.text import Text
from battlesim.rules.wh40k.catalogue.entries import entry

ATTACKS: Final[tuple[RuleEntry, ...]] = (
    entry(
        "damaged",
        "unit",
        ("Damaged: 1-X wounds remaining", "損傷：残り負傷限界1-X", "Endommagé : 1-X PV restants"),
        (
            "-1 to hit while it has X wounds or fewer left.",
            "残りの負傷限界がX以下の間、ヒットロール-1。",
            "-1 au jet de touche tant qu'il lui reste X PV ou moins.",
        ),
        "core rules 24.39",
        clauses={"wounds-left": Text("few wounds left", "残りの負傷限界が少ない", "peu de PV restants")},
    ),
    entry(
        "snap-shooting",
        "core",
        ("Snap shooting", "早撃ち", "Tir au jugé"),
        (
            "In the enemy's movement phase, at one visible unit within 24 mv; only unmodified sixes hit.",
            "敵の移動フェイズに、視認できる24mv以内の1ユニットを撃つ。修正前の出目6だけが命中する。",
            "Dans la phase de mouvement ennemie, sur une unité visible à 24 mv ou moins ; seuls les 6 non modifiés touchent.",
        ),
        "core rules 15.09",
        clauses={
            "phase": Text("in the enemy's movement phase", "敵の移動フェイズ", "dans la phase de mouvement ennemie"),
            "one-target": Text("one target", "目標は1つ", "une seule cible"),
            "distance": Text("near enough", "十分近い", "assez près"),
            "sixes": Text("only sixes hit", "6だけが命中", "seuls les 6 touchent"),
        },
    ),
)
