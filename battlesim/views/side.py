"""The side panel: what step it is, the log, the cards of the units concerned, and what went before."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

import pygame

from battlesim.model.text import Language
from battlesim.views.digest import Digest, digest, first_cards, shortened
from battlesim.views.lettering import LINE, Lettering
from battlesim.views.log import CardRow, Row, action, left_out, said, step_of
from battlesim.views.moment import Moment
from battlesim.views.options import ViewOptions
from battlesim.views.palette import FAINT_INK, INK, PANEL, RULE
from battlesim.views.panel import height_of, rule_line, written_rows
from battlesim.views.primitives import Box
from battlesim.views.show import Show
from battlesim.views.strokes import rounded

_WHOLE_BATTLE = 8
"""A replay of more steps than that ends with what each side lost."""


def draw_panel(
    surface: pygame.Surface,
    show: Show,
    now: Moment,
    options: ViewOptions,
    box: Box,
    scale: float,
    *,
    hovered: str = "",
    scrolled: float = 0.0,
    still: bool = False,
) -> None:
    """The log above, the cards of the units concerned below. A log that is too long shows its end, scrolled back by so
    many pixels; in a ``still`` picture it shows what decided, and says how much is left out."""
    s, write, language = scale, Lettering(scale), options.language
    left, top, right, bottom = box
    surface.fill(PANEL[:3], pygame.Rect(round(left), round(top), round(right - left) + 1, round(bottom - top) + 1))
    pygame.draw.line(surface, RULE[:3], (round(left), round(top)), (round(left), round(bottom)), max(round(s), 1))
    inner, wide = left + 16 * s, round(right - left - 32 * s)
    y = top + 12 * s
    write.draw(surface, step_of(show.timeline, now.index, language), (inner, y), 10.5, FAINT_INK)
    y += write.pixels(10.5) * LINE + 2 * s
    if now.step is not None:
        for text in write.wrapped(action(show.header, now.step, language), 14.0, True, wide)[:3]:
            write.draw(surface, text, (inner, y), 14.0, INK, bold=True)
            y += write.pixels(14.0) * LINE
    y += 8 * s
    rule_line(surface, inner, right - 16 * s, y, s)
    y += 10 * s
    log = show.rows(now, language, details=options.details)
    cards = cards_of(show, now, language, hovered)
    room = bottom - 20 * s - y
    if now.step is None and not hovered:
        held = Digest((), 0, first_cards(cards, wide, s, room))
    elif still:
        held = digest(log, cards, wide, s, room)
    else:
        held = Digest(log, 0, _beside(log, cards, wide, s, room, whole=bool(hovered)))
    low = bottom - 8 * s
    if held.cards:
        picture = written_rows(held.cards, wide, s)
        low = y if now.step is None and not hovered else bottom - 12 * s - picture.get_height()
        surface.blit(picture, (round(inner), round(low if now.step is None else low + 8 * s)))
    if now.step is None and (more := len(cards) - len(held.cards)):
        write.draw(surface, left_out("unit", more, language), (inner, y + picture.get_height()), 11.0, FAINT_INK)
    if not held.log and not held.more:
        return
    picture = written_rows(held.log, wide, s)
    if held.more:
        surface.blit(picture, (round(inner), round(y)))
        write.draw(surface, left_out("line", held.more, language), (inner, y + picture.get_height()), 11.0, FAINT_INK)
        return
    _log(surface, held.log, (inner, y, inner + wide, low), scrolled, s)
    y += picture.get_height() + 14 * s
    past = show.history(now, language)
    if past and low - y > 60 * s:
        write.draw(surface, said("earlier", language), (inner, y), 10.5, FAINT_INK)
        y += write.pixels(10.5) * LINE + 5 * s
        # whole lines alone
        fitting = int((low - y) // height_of(past[:1], wide, s))
        surface.blit(written_rows(past[:fitting], wide, s), (round(inner), round(y)))


def _beside(
    log: tuple[Row, ...], cards: tuple[CardRow, ...], wide: float, scale: float, room: float, *, whole: bool
) -> tuple[CardRow, ...]:
    """The cards beside a log that can be scrolled: what it leaves them, but no less than half of the panel.

    A ``whole`` card was asked for, and gets all the room that it needs.
    """
    if whole:
        return shortened(cards, wide, scale, room)
    names = tuple(replace(card, lines=(), marks=()) for card in cards)
    spare = room - height_of(log, wide, scale)
    return shortened(cards, wide, scale, spare) or shortened(names, wide, scale, room / 2)


def _log(surface: pygame.Surface, rows: tuple[Row, ...], box: Box, scrolled: float, scale: float) -> None:
    """The rows at the end of the log, whole ones alone; or what lies so many pixels before, faded where it goes on."""
    width, room = round(box[2] - box[0]), max(round(box[3] - box[1]), 1)
    picture = written_rows(rows, width, scale)
    over = max(picture.get_height() - room, 0)
    first, fade = round(max(over - max(scrolled, 0.0), 0.0)), round(18 * scale)
    whole = resting(rows, width, scale, room) if scrolled <= 0.0 else None
    part = pygame.Rect(0, first if whole is None else whole, width, room)
    surface.blit(picture, (round(box[0]), round(box[1])), part)
    if first > 0 and whole is None:
        surface.blit(_fade(width, fade, False), (round(box[0]), round(box[1])))
    if first < over:
        surface.blit(_fade(width, fade, True), (round(box[0]), round(box[1]) + room - fade))
    if over:
        bar = max(room * room / picture.get_height(), 16 * scale)
        at = box[1] + (room - bar) * first / over
        rounded(surface, (box[2] + 6 * scale, at, box[2] + 9 * scale, at + bar), 1.5 * scale, RULE)


def resting(rows: tuple[Row, ...], width: float, scale: float, room: float) -> int | None:
    """Where the first row begins that is shown of a log at its end, pixels; None where the last one alone is too tall."""
    over = height_of(rows, width, scale) - room
    starts = accumulate((height_of((row,), width, scale) for row in rows[:-1]), initial=0.0)
    return next((round(start) for start in starts if start >= over), None)


@lru_cache(maxsize=8)
def _fade(width: int, height: int, downwards: bool) -> pygame.Surface:
    surface = pygame.Surface((width, height), pygame.SRCALPHA)
    for n in range(height):
        share = n / height if downwards else 1 - n / height
        surface.fill((*PANEL[:3], round(255 * share)), (0, n, width, 1))
    return surface


def panel_rows(show: Show, now: Moment, options: ViewOptions) -> tuple[Row, ...]:
    """All rows of the panel for one that can be scrolled as a whole: the log, then the cards."""
    return (*show.rows(now, options.language, details=options.details), *cards_of(show, now, options.language))


def cards_of(show: Show, now: Moment, language: Language, hovered: str = "") -> tuple[CardRow, ...]:
    """The cards of a moment: of the unit that is pointed at, else of those concerned; at the end, what was lost."""
    if hovered in now.scene.units:
        return (show.card(now.scene, hovered, language),)
    if now.index >= _WHOLE_BATTLE and now.position >= show.end:
        return show.losses(now, language) or show.cards(now, language)[:2]
    return show.cards(now, language)[: 2 if now.step else None]
