"""What a viewer wants to see."""

from __future__ import annotations

from dataclasses import dataclass

from battlesim.model.text import Language


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """Language and layers. ``auras`` and ``coherency`` show those of every unit, not only what a ruling speaks of;
    ``details`` puts every ruling into the log, with all that it rests on."""

    language: Language = "en"
    evidence: bool = True
    auras: bool = False
    zones: bool = True
    coherency: bool = False
    names: bool = True
    details: bool = False
