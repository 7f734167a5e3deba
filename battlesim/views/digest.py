"""What the side panel holds where not all of it fits and nobody can scroll: whole entries, what decided first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from battlesim.views.log import CardRow, DiceRow, NoteRow, PassedRow, Row, RulingRow
from battlesim.views.panel import height_of, lines_of


@dataclass(frozen=True, slots=True)
class Digest:
    """The rows of the log that are shown, how many more lines it has, and the cards."""

    log: tuple[Row, ...]
    more: int
    cards: tuple[CardRow, ...]


LEFT_OUT: Final = 20.0
"""Height of the line that says how much is left out, in points."""

ABOVE_CARDS: Final = 8.0
"""Room between the log and the cards, in points: without cards it is the log's."""


def digest(log: tuple[Row, ...], cards: tuple[CardRow, ...], width: float, scale: float, room: float) -> Digest:
    """The log as it was told where it fits into ``room`` pixels, with as much of the cards as there is room for.

    Where it does not, what several rulings say is said once, and the rules that merely passed stand together at the end.
    Where that is not enough, the rulings come first, then the losses, the dice, and the rest: as many whole rows as fit
    above a line that says how much is left out.
    """
    dense = _dense(log)
    ordered = tuple(sorted(dense, key=_weight))
    tall = {rows: height_of(rows, width, scale) for rows in (log, dense, ordered)}
    for rows in (log, dense):
        if (fitting := shortened(cards, width, scale, room - tall[rows])) and tall[rows] <= room:
            return Digest(rows, 0, fitting)
    for rows in (log, dense):
        if tall[rows] <= room:
            return Digest(rows, 0, ())
    count = 0
    while height_of(ordered[: count + 1], width, scale) <= room + (ABOVE_CARDS - LEFT_OUT) * scale:
        count += 1
    return Digest(ordered[:count], lines_of(ordered[count:], width, scale), ())


def _dense(log: tuple[Row, ...]) -> tuple[Row, ...]:
    """The log without the details that rulings before have said, and with the rules that passed in one row at its end."""
    said: set[str] = set()
    rows: list[Row] = []
    passed: dict[str, None] = {}
    for row in log:
        match row:
            case RulingRow():
                new = tuple(detail for detail in row.details if detail not in said)
                said.update(new)
                rows.append(replace(row, details=new))
            case PassedRow():
                passed.update(dict.fromkeys(row.rules))
            case _:
                rows.append(row)
    return (*rows, PassedRow(tuple(passed))) if passed else tuple(rows)


def _weight(row: Row) -> int:
    match row:
        case RulingRow():
            return 0
        case NoteRow(grave=True):
            return 1
        case DiceRow():
            return 2
        case PassedRow():
            return 4
        case _:
            return 3


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
