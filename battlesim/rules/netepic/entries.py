"""What the parts of the catalogue share: the making of an entry, where its rules come from, and clauses that several have."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry, RuleKind, Status
from battlesim.model.text import Text

RULESET: Final = "netepic"
CORE: Final = "NetEpic (FR), core rules"
LISTS: Final = "NetEpic (FR), army lists"
ABILITIES: Final = "NetEpic (FR), special abilities"

ONCE: Final = ("once", Text("not done this turn", "このターン未実施", "pas encore fait ce tour"))
ON_TABLE: Final = ("on-table", Text("on the table", "盤上にいる", "sur la table"))
FRIEND: Final = ("friend", Text("at an enemy", "目標が敵", "sur un ennemi"))
PHASE: Final = ("phase", Text("the right phase", "正しいフェイズ", "la bonne phase"))
SIDE: Final = ("side", Text("the side whose turn it is", "手番の側", "le camp dont c'est le tour"))
RANGE: Final = ("range", Text("within range", "射程内", "à portée"))
TOLL: Final = ("toll", Text("keeps its movement", "移動力を失わない", "garde son mouvement"))
SAVE: Final = ("save", Text("the PA of the weapon", "武器のPA", "la PA de l'arme"))
ENGAGES: Final = ("engages", Text("engages nobody", "誰とも交戦しない", "n'engage personne"))


def entry(
    id: str,
    kind: RuleKind,
    names: Text,
    summary: Text,
    *clauses: tuple[str, Text],
    source: str = CORE,
    seed_line: int = 0,
    status: Status = "plays",
) -> RuleEntry:
    """An entry of this game."""
    return RuleEntry(f"{RULESET}.{id}", RULESET, kind, names, summary, source, seed_line, status, clauses)
