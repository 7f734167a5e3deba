"""The side panel: verdicts, dice and events of the step on show, and the cards of the units concerned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from battlesim.views.lettering import LINE, Lettering
from battlesim.views.log import CardRow, DiceRow, Die, HistoryRow, NoteRow, PassedRow, Row, RulingRow
from battlesim.views.palette import ACCENT, CARD, FAILS, FAINT_INK, HOLDS, INK, LOOKS, PANEL, RULE, SOFT_INK, mixed
from battlesim.views.primitives import Colour, GlyphName, Verdict
from battlesim.views.strokes import dot, glyph, rounded
from battlesim.views.tags import badge, flag

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
ABOVE_DICE: Final = 5.0
"""Room above the heading of a roll, which stands farther left than what comes before it; points."""
_DIE: Final = 21.0
_GAP: Final = 4.0
_VERDICTS: Final[Mapping[Verdict, tuple[GlyphName, Colour]]] = {
    "": ("cross", FAILS), "holds": ("check", HOLDS), "fails": ("cross", FAILS),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph of a row: its text, how far it is indented, and its look, in points."""

    text: str
    indent: float
    size: float
    colour: Colour
    bold: bool = False


def words_of(row: Row) -> tuple[Words, ...]:
    """The paragraphs of a row of the log, from above: all that it says but the faces of dice."""
    match row:
        case RulingRow():
            indent, main = row.depth * 14.0 + 23.0, row.depth == 0
            title = Words(row.title, indent, 13.0 if main else 11.5, INK if main else SOFT_INK, main)
            details = (Words(detail, indent, 11.5, SOFT_INK) for detail in row.details)
            demand = (Words(row.demand, indent, 11.5, FAILS, main),) if row.demand else ()
            return (title, *details, *demand)
        case DiceRow():
            who = (Words(row.who, 0.0, 10.5, FAINT_INK),) if row.who else ()
            return (Words(row.purpose, 0.0, 13.0, INK, True), *who, *(Words(s, 0.0, 11.0, SOFT_INK) for s in row.sums))
        case NoteRow():
            return (Words(row.text, 14.0, 12.0, mixed(FAILS, INK, 0.45) if row.grave else SOFT_INK),)
        case PassedRow():
            return (Words(row.text, 23.0, 10.5, FAINT_INK),)
        case HistoryRow():
            return (Words(row.text, 18.0, 11.0, FAINT_INK),)
        case CardRow():
            return ()


def lines_of(rows: Sequence[Row], width: float, scale: float) -> int:
    """How many lines of text those rows of the log are, so many pixels wide."""
    letters = Lettering(scale)
    return sum(
        len(letters.wrapped(words.text, words.size, words.bold, width - words.indent * scale))
        for row in rows
        for words in words_of(row)
    )


@dataclass(frozen=True, slots=True)
class _Pen:
    """Where rows are written: a surface (None to measure only), its left edge, width and scale."""

    surface: pygame.Surface | None
    left: float
    width: float
    scale: float

    @property
    def letters(self) -> Lettering:
        return Lettering(self.scale)

    def text(self, text: str, x: float, y: float, size: float, colour: Colour, *, bold: bool = False) -> float:
        """Write one line; answers its height."""
        if self.surface is not None:
            self.letters.draw(self.surface, text, (self.left + x, y), size, colour, bold=bold)
        return self.letters.pixels(size) * LINE

    def words(self, words: Sequence[Words], y: float) -> float:
        """Write paragraphs one below the other; answers their height."""
        height = 0.0
        for each in words:
            x = each.indent * self.scale
            height += self.paragraph(each.text, x, y + height, each.size, each.colour, bold=each.bold)
        return height

    def paragraph(self, text: str, x: float, y: float, size: float, colour: Colour, *, bold: bool = False) -> float:
        """Write as many lines as it takes; answers their height."""
        height = 0.0
        for line in self.letters.wrapped(text, size, bold, self.width - x):
            height += self.text(line, x, y + height, size, colour, bold=bold)
        return height


@lru_cache(maxsize=512)
def height_of(rows: tuple[Row, ...], width: float, scale: float) -> float:
    """How tall the rows are, pixels."""
    return _write(_Pen(None, 0.0, width, scale), rows, 0.0)


@lru_cache(maxsize=24)
def written_rows(rows: tuple[Row, ...], width: int, scale: float, ground: Colour = PANEL) -> pygame.Surface:
    """The rows as a picture, as tall as they need; never to be drawn on."""
    tall = max(round(height_of(rows, width, scale)), 1)
    surface = pygame.Surface((width, tall))
    surface.fill(ground[:3])
    _write(_Pen(surface, 0.0, width, scale), rows, 0.0)
    return surface


def _write(pen: _Pen, rows: Sequence[Row], top: float) -> float:
    y = top
    for row in rows:
        match row:
            case RulingRow():
                y += _ruling(pen, row, y)
            case DiceRow():
                y += _dice(pen, row, y)
            case PassedRow():
                y += _passed(pen, row, y)
            case HistoryRow():
                y += _past(pen, row, y)
            case NoteRow():
                y += _note(pen, row, y)
            case CardRow():
                y += _card(pen, row, y)
    return y


def _ruling(pen: _Pen, row: RulingRow, y: float) -> float:
    s, words = pen.scale, words_of(row)
    height = pen.words(words, y)
    if pen.surface is not None:
        sign = 15.0 * s
        middle = pen.left + row.depth * 14.0 * s + sign / 2, y + pen.letters.pixels(words[0].size) * LINE / 2 + s
        name, colour = _VERDICTS[row.verdict]
        glyph(pen.surface, name, middle, sign, (16, 18, 22, 255), ground=colour)
    return height + 9.0 * s


def _dice(pen: _Pen, row: DiceRow, y: float) -> float:
    s, letters = pen.scale, pen.letters
    y += ABOVE_DICE * s
    height = pen.text(row.purpose, 0, y, 13.0, INK, bold=True)
    x = letters.measure(row.purpose, 13.0, True)[0] + 8 * s
    if row.needs:
        wide = letters.measure(row.needs, 12.0, True)[0] + 10 * s
        if pen.surface is not None:
            rounded(
                pen.surface, (pen.left + x, y + 1 * s, pen.left + x + wide, y + height - s), 4 * s, (58, 54, 44, 255)
            )
        pen.text(row.needs, x + 5 * s, y + 0.8 * s, 12.0, ACCENT, bold=True)
        x += wide + 8 * s
    if row.score:
        wide = letters.measure(row.score, 12.5, True)[0]
        pen.text(
            row.score,
            pen.width - wide,
            y + 0.4 * s,
            12.5,
            HOLDS if not row.score.startswith("0 ") else FAINT_INK,
            bold=True,
        )
    height += pen.words(words_of(row)[1:], y + height)
    size, gap = _DIE * s, _GAP * s
    each = max(int((pen.width + gap) // (size + gap)), 1)
    height += 3 * s
    for n, die in enumerate(row.dice):
        if pen.surface is not None:
            at = pen.left + n % each * (size + gap), y + height + n // each * (size + gap)
            pen.surface.blit(die_face(die, round(size), row.sides), (round(at[0]), round(at[1])))
    lines = (len(row.dice) + each - 1) // each
    return ABOVE_DICE * s + height + lines * (size + gap) + 5.0 * s


@lru_cache(maxsize=128)
def die_face(die: Die, size: int, sides: int = 6) -> pygame.Surface:
    """A die: bright where it succeeded, dim where it failed, with a corner mark where it is a re-roll."""
    fine = 4
    whole = size * fine
    surface = pygame.Surface((whole, whole), pygame.SRCALPHA)
    ground, pip, edge = {
        True: ((236, 240, 236, 255), (18, 84, 58, 255), HOLDS),
        False: ((52, 57, 66, 255), (128, 136, 148, 255), (74, 80, 92, 255)),
        None: ((206, 209, 214, 255), (38, 42, 50, 255), (150, 156, 166, 255)),
    }[die.lit]
    box = surface.get_rect()
    pygame.draw.rect(surface, edge, box, border_radius=whole // 5)
    pygame.draw.rect(surface, ground, box.inflate(-fine * 2.6, -fine * 2.6), border_radius=whole // 6)
    if sides == 6 and die.face in _PIPS:
        for x, y in _PIPS[die.face]:
            pygame.draw.circle(surface, pip, (whole * (0.5 + 0.24 * x), whole * (0.5 + 0.24 * y)), whole * 0.092)
    else:
        letters = Lettering(fine)
        wide, tall = letters.measure(str(die.face), size * 0.5, True)
        letters.draw(surface, str(die.face), ((whole - wide) / 2, (whole - tall) / 2), size * 0.5, pip, bold=True)
    if die.again:
        corner = [(whole, 0), (whole * 0.58, 0), (whole, whole * 0.42)]
        pygame.draw.polygon(surface, ACCENT, corner)
    return pygame.transform.smoothscale(surface, (size, size))


def _note(pen: _Pen, row: NoteRow, y: float) -> float:
    s, words = pen.scale, words_of(row)
    height = pen.words(words, y)
    if pen.surface is not None:
        dot(
            pen.surface, (pen.left + 5 * s, y + pen.letters.pixels(12.0) * LINE / 2 + 0.5 * s), 2.4 * s, words[0].colour
        )
    return height + 5.0 * s


def _passed(pen: _Pen, row: PassedRow, y: float) -> float:
    s = pen.scale
    if pen.surface is not None:
        middle = pen.left + 7.5 * s, y + pen.letters.pixels(10.5) * LINE / 2 + s
        glyph(pen.surface, "check", middle, 11 * s, PANEL, ground=mixed(HOLDS, PANEL, 0.45))
    return pen.words(words_of(row), y) + 8.0 * s


def _past(pen: _Pen, row: HistoryRow, y: float) -> float:
    s = pen.scale
    name, colour = _VERDICTS[row.verdict]
    height = pen.text(pen.letters.cut(row.text, 11.0, False, pen.width - 18 * s), 18 * s, y, 11.0, FAINT_INK)
    if pen.surface is not None:
        middle = pen.left + 6 * s, y + height / 2 + 0.5 * s
        glyph(pen.surface, name, middle, 11 * s, PANEL, ground=mixed(colour, PANEL, 0.45))
    return height + 4.0 * s


def _card(pen: _Pen, row: CardRow, y: float) -> float:
    """A card on its own ground, with a bar of its side's colour along its left edge."""
    s = pen.scale
    pad = 10.0 * s
    inner = _Pen(None, pen.left + pad + 4 * s, pen.width - 2 * pad - 4 * s, s)
    tall = _card_text(inner, row, 0.0) + 2 * pad * 0.8
    if pen.surface is not None:
        box = (pen.left, y, pen.left + pen.width, y + tall)
        rounded(pen.surface, box, 6 * s, CARD)
        rounded(pen.surface, (box[0], y, box[0] + 4 * s, y + tall), 2 * s, LOOKS[row.style].rim)
        _card_text(_Pen(pen.surface, inner.left, inner.width, s), row, y + pad * 0.8)
    return tall + 8.0 * s


def _card_text(pen: _Pen, row: CardRow, y: float) -> float:
    s, letters = pen.scale, pen.letters
    sign = 14.0 * s
    if pen.surface is not None:
        flag(pen.surface, (pen.left + 4 * s, y + letters.pixels(12.5) * LINE / 2 + s), 4 * s, row.style)
    height = pen.paragraph(row.name, sign, y, 12.5, LOOKS[row.style].text, bold=True)
    if row.strength:
        height += pen.paragraph(row.strength, sign, y + height, 10.5, SOFT_INK)
    if row.share < 1.0:
        top = y + height + 3 * s
        if pen.surface is not None:
            rounded(pen.surface, (pen.left + sign, top, pen.left + pen.width, top + 4 * s), 2 * s, (70, 44, 50, 255))
            right = pen.left + sign + (pen.width - sign) * row.share
            if row.share > 0:
                rounded(pen.surface, (pen.left + sign, top, right, top + 4 * s), 2 * s, LOOKS[row.style].rim)
        height += 10 * s
    height += _pairs(pen, row.lines, y + height + 2 * s)
    for mark, shown in row.marks:
        left = sign
        if shown is not None:
            left += 17 * s
            if pen.surface is not None:
                middle = pen.left + sign + 6 * s, y + height + letters.pixels(10.5) * LINE / 2
                badge(pen.surface, shown, middle, 12.0, s)
        height += pen.paragraph(mark, left, y + height, 10.5, ACCENT)
    return height


def _pairs(pen: _Pen, lines: Sequence[tuple[str, str]], y: float) -> float:
    texts, height = flowing(lines, pen.width, pen.scale)
    for left, down, words in texts:
        pen.text(words.text, left, y + down, words.size, words.colour, bold=words.bold)
    return height


def flowing(
    lines: Sequence[tuple[str, str]], width: float, scale: float
) -> tuple[list[tuple[float, float, Words]], float]:
    """Label and value pairs with the corner where each text begins, and the height of them all, pixels.

    Short pairs share a line, long ones get lines of their own.
    """
    letters = Lettering(scale)
    left, gap, line = 14.0 * scale, 12.0 * scale, letters.pixels(11.0) * LINE
    texts: list[tuple[float, float, Words]] = []
    x, y = left, 0.0
    for label, text in lines:
        first, second = letters.measure(label + " ", 11.0, False)[0], letters.measure(text, 11.0, True)[0]
        if x > left and x + first + second > width:
            x, y = left, y + line
        if left + first + second > width:
            for one in letters.wrapped(f"{label} {text}", 11.0, False, width - left):
                texts.append((left, y, Words(one, 14.0, 11.0, SOFT_INK)))
                y += line
            continue
        texts.append((x, y, Words(label, 14.0, 11.0, FAINT_INK)))
        texts.append((x + first, y, Words(text, 14.0, 11.0, INK, True)))
        x += first + second + gap
    return texts, y + (line if x > left else 0.0) + (2 * scale if lines else 0.0)


def rule_line(surface: pygame.Surface, left: float, right: float, y: float, scale: float) -> None:
    """A thin line between two parts of the panel."""
    pygame.draw.line(surface, RULE[:3], (round(left), round(y)), (round(right), round(y)), max(round(scale), 1))
