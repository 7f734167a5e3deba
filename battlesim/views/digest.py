"""What the side panel holds where not all of it fits and nobody can scroll: whole entries, what decided first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from battlesim.views.log import CardRow, PassedRow, Row, RulingRow
from battlesim.views.panel import height_of, lines_of


@dataclass(frozen=True, slots=True)
class Digest:
    """The rows of the log that are shown, how many more lines it has, and the cards."""

    log: tuple[Row, ...]
    more: int
    cards: tuple[CardRow, ...]


LEFT_OUT: Final = 20.0
"""Height of the line that says how much is left out, in points."""


def digest(log: tuple[Row, ...], cards: tuple[CardRow, ...], width: float, scale: float, room: float) -> Digest:
    """The log as it was told where it fits into ``room`` pixels, with as much of the cards as there is room for.

    Where it does not, what several rulings say is said once. Where that is not enough, the rulings come first, then the
    rest in order, the rules that merely passed last: as many whole rows as fit above a line that says how much is left out.
    """
    once = _said_once(log)
    ordered = _decisive_first(once)
    for rows in (log, once, ordered):
        if (tall := height_of(rows, width, scale)) <= room:
            return Digest(rows, 0, shortened(cards, width, scale, room - tall))
    count = 0
    while height_of(ordered[: count + 1], width, scale) <= room - LEFT_OUT * scale:
        count += 1
    return Digest(ordered[:count], lines_of(ordered[count:], width, scale), ())


def _said_once(log: tuple[Row, ...]) -> tuple[Row, ...]:
    """The log without the details that rulings before have said."""
    said: set[str] = set()
    rows: list[Row] = []
    for row in log:
        if isinstance(row, RulingRow):
            new = tuple(detail for detail in row.details if detail not in said)
            said.update(new)
            row = replace(row, details=new)
        rows.append(row)
    return tuple(rows)


def _decisive_first(log: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rulings, then the rest in order, then all rules that merely passed, in one row."""
    rulings = tuple(row for row in log if isinstance(row, RulingRow))
    rest = tuple(row for row in log if not isinstance(row, RulingRow | PassedRow))
    passed = " · ".join(row.text for row in log if isinstance(row, PassedRow))
    return (*rulings, *rest, PassedRow(passed)) if passed else (*rulings, *rest)


def shortened(cards: tuple[CardRow, ...], width: float, scale: float, room: float) -> tuple[CardRow, ...]:
    """All the cards, shorter by as much as it takes to fit into ``room`` pixels; none where their names do not fit."""
    longest = max((len(card.lines) for card in cards), default=0)
    for most in range(longest, -1, -1):
        short = tuple(
            replace(card, lines=card.lines[:most], marks=card.marks if most == longest else ()) for card in cards
        )
        if height_of(short, width, scale) <= room:
            return short
    return ()


def first_cards(cards: tuple[CardRow, ...], width: float, scale: float, room: float) -> tuple[CardRow, ...]:
    """All the cards, shortened, or else as many of their names as fit beside a line that says how many are left out."""
    if fitting := shortened(cards, width, scale, room):
        return fitting
    names = tuple(replace(card, lines=(), marks=()) for card in cards)
    count = len(names)
    while count and height_of(names[:count], width, scale) > room - LEFT_OUT * scale:
        count -= 1
    return names[:count]
