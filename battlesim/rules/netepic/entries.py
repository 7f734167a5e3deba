"""What the parts of the catalogue share: the making of an entry, where its rules come from, and a clause that several have."""

from __future__ import annotations

from typing import Final

from battlesim.model.catalogue import RuleEntry, RuleKind, Status
from battlesim.model.text import Text

RULESET: Final = "netepic"
CORE: Final = "NetEpic (FR), core rules"
LISTS: Final = "NetEpic (FR), army lists"
ABILITIES: Final = "NetEpic (FR), special abilities"

ONCE: Final = ("once", Text("not done this turn", "このターン未実施", "pas encore fait ce tour"))


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
