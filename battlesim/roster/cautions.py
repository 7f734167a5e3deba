"""What a user should know about a published unit before trusting it: values, shown by whoever loads the unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from battlesim.geometry.footprint import Base
from battlesim.model.text import Text

CautionKind = Literal["hull-approximated", "base-approximated", "base-provisional", "loadout-completed", "not-modelled"]


@dataclass(frozen=True, slots=True)
class Caution:
    """Something about ``subject`` (a datasheet or a model's name) that was assumed, or that does not play."""

    kind: CautionKind
    subject: str
    text: Text


def hull_approximated(subject: str, base: Base) -> Caution:
    """The model has no base, and nobody published its outline."""
    size = _size(base)
    return Caution(
        "hull-approximated",
        subject,
        Text(
            en=f"{subject} has no base and no published outline: it stands as {size}",
            ja=f"{subject}:ベースがなく、公開された外形もないため、{size}として扱う",
            fr=f"{subject} n'a ni socle ni contour publié : la figurine occupe {size}",
        ),
    )


def base_approximated(subject: str, base: Base) -> Caution:
    """No size is published for the base."""
    size = _size(base)
    return Caution(
        "base-approximated",
        subject,
        Text(
            en=f"no base size is published for {subject}: it stands on {size}",
            ja=f"{subject}:ベースの大きさが公開されていないため、{size}として扱う",
            fr=f"la taille du socle de {subject} n'est pas publiée : la figurine occupe {size}",
        ),
    )


def base_provisional(subject: str, base: Base) -> Caution:
    """The dataset calls its own base size provisional."""
    size = _size(base)
    return Caution(
        "base-provisional",
        subject,
        Text(
            en=f"the base of {subject} ({size}) is provisional in the dataset",
            ja=f"{subject}のベース({size})は、データ上は暫定値である",
            fr=f"le socle de {subject} ({size}) est provisoire dans les données",
        ),
    )


def loadout_completed(subject: str, weapon: str) -> Caution:
    """The published starting equipment lacks a weapon that its own options take away."""
    return Caution(
        "loadout-completed",
        subject,
        Text(
            en=f"the starting equipment of {subject} lacks {weapon}, which its options replace: added",
            ja=f"{subject}の初期装備に、選択肢で交換される{weapon}が欠けているため、追加した",
            fr=f"l'équipement de départ de {subject} oublie {weapon}, que ses options remplacent : ajouté",
        ),
    )


def not_modelled(subject: str, names: tuple[str, ...]) -> Caution:
    """Published rules of the unit that do not play."""
    listed = ", ".join(names)
    return Caution(
        "not-modelled",
        subject,
        Text(
            en=f"{subject} has rules that do not play: {listed}",
            ja=f"{subject}の次のルールは適用されない:{listed}",
            fr=f"{subject} a des règles qui ne sont pas jouées : {listed}",
        ),
    )


def _size(base: Base) -> str:
    if base.kind == "disc":
        return f"{base.length:g} mm"
    return f"{base.length:g} × {base.width:g} mm"
