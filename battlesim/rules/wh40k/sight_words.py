"""Words about terrain and sight, in three languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.model.text import Text

SIGHT_WORDS: Final[Mapping[str, Text]] = {
    "not-on-foot": Text("not on foot", "歩兵ではない", "pas à pied"),
    "no-hiding-place": Text("in no area that hides", "隠れられる区域にいない", "dans aucune zone qui cache"),
    "obscuring": Text("cannot be seen across", "見通せない", "infranchissable à la vue"),
    "solid": Text("solid", "密で見通せない", "plein"),
    "not-visible": Text("not visible", "視認できない", "pas visible"),
}
