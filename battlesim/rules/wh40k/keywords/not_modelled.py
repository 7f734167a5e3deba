"""Published keywords that do not play yet: known by name, and without effect."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NotModelled:
    """A keyword that a datasheet carries and the program only prints. ``text`` is it with its parameters."""

    rule: str
    text: str
