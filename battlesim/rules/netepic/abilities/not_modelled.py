"""Abilities that the lists have and this program does not play."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NotModelled:
    """A known ability that changes nothing yet: kept by name, so that a list can be read and shown whole."""

    name: str
    text: str = ""
