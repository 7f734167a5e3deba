"""What the parts of the catalogue share: the making of an entry, and clauses that several rules have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.model.catalogue import RuleEntry, RuleKind, Status
from battlesim.model.text import Text

PHASE: Final = Text(
    "in the right phase of its own turn", "自軍ターンの正しいフェイズ", "dans la bonne phase de son propre tour"
)
ON_TABLE: Final = Text("on the table", "戦場にいる", "sur la table")
ONCE: Final = Text("once only", "1回だけ", "une seule fois")
EVERY_MODEL: Final = Text("every model has it", "全兵が持つ", "chaque figurine l'a")
UNENGAGED: Final = Text("unengaged", "非接敵", "non engagée")


def entry(
    slug: str,
    kind: RuleKind,
    names: tuple[str, str, str],
    summary: tuple[str, str, str],
    source: str,
    *,
    seed_line: int = 0,
    status: Status = "plays",
    clauses: Mapping[str, Text] | None = None,
) -> RuleEntry:
    """An entry of this game; names and summary in English, Japanese and French."""
    return RuleEntry(
        f"wh40k.{slug}",
        "wh40k",
        kind,
        Text(*names),
        Text(*summary),
        source,
        seed_line,
        status,
        tuple((clauses or {}).items()),
    )
