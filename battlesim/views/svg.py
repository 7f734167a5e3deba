"""One moment of a replay as a self-contained SVG: shapes as shapes, text as text."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.model.text import Language
from battlesim.views.digest import digest, first_cards
from battlesim.views.frame import Layout, about_of, chips_of
from battlesim.views.labels import Placed, badge_room, in_the_way, padding, place, sign_room
from battlesim.views.lettering import LINE, Lettering
from battlesim.views.log import (
    CardRow,
    DiceRow,
    HistoryRow,
    NoteRow,
    PassedRow,
    Row,
    RulingRow,
    action,
    caption,
    left_out,
    step_of,
)
from battlesim.views.moment import Moment
from battlesim.views.options import ViewOptions
from battlesim.views.palette import (
    ACCENT,
    BACKDROP,
    CARD,
    FAILS,
    FAINT_INK,
    HOLDS,
    INK,
    LOOKS,
    PANEL,
    RULE,
    SOFT_INK,
    mixed,
)
from battlesim.views.panel import ABOVE_DICE, flowing, height_of, words_of
from battlesim.views.primitives import Badge, Colour, Label, grown
from battlesim.views.show import Show
from battlesim.views.side import cards_of
from battlesim.views.signs import CORNERS, LETTER, letter_low
from battlesim.views.vector import FONTS, Pencil, colour_of, number, path, sign, text
from battlesim.views.vector_parts import placed_at, plate, ruler, small_map, written


def svg(show: Show, position: float, options: ViewOptions, where: Layout) -> str:
    """The whole picture as an SVG document: header, table, panel and caption, as the PNG has them."""
    camera = show.camera(position, where.port, scale=where.scale)
    seen = show.at(position, options)
    language, s = options.language, where.scale
    pencil = Pencil(point=s / camera.zoom)
    art = pencil.drawn((*seen.still, *seen.moving))
    width, height = where.size
    left, top, right, bottom = where.port
    x0, y0, x1, y1 = camera.seen
    view = " ".join(map(number, (x0, y0, x1 - x0, y1 - y0)))
    labels = tuple(p for p in seen.moving if isinstance(p, Label))
    bases, lines = in_the_way((*seen.still, *seen.moving), camera)
    inset, measure = show.inset_box(camera, position), show.ruler_box(camera, position)
    free = (grown(inset, 5.0 * s), grown(measure, 3.0 * s)) if inset else ()
    placed = place(labels, camera, Lettering(s).measure, bases=bases, lines=lines, kept_free=free)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="{FONTS}" lang="{language}">',
        f"<title>{text(show.header.title.to(language))}</title><defs>{pencil.definitions()}</defs>",
        f'<rect width="{width}" height="{height}" fill="{colour_of(BACKDROP)}"/>',
        f'<svg x="{number(left)}" y="{number(top)}" width="{number(right - left)}" height="{number(bottom - top)}" viewBox="{view}">{art}</svg>',
        *(label(each, s) for each in placed),
        *(small_map(seen.now.scene, show.styles, camera, inset) if inset else ()),
        *(ruler(show.header, camera, measure) if inset else ()),
        *_header(show, position, options, where),
        *_panel(show, position, options, where),
        *_caption(show, position, language, where),
        "</svg>\n",
    ]
    return "".join(parts)


def label(placed: Placed, scale: float) -> str:
    """A text on its plate, with its sign and its badges, in pixels."""
    each, (x0, y0, x1, y1) = placed.label, placed.box
    middle, across = (y0 + y1) / 2, padding(each, scale)[0]
    leader = ""
    if placed.leader is not None:
        leader = f'<path d="{path(placed.leader)}" fill="none" stroke="{colour_of(each.colour)}" stroke-width="{number(1.2 * scale)}"/>'
    edge = f' stroke="{colour_of(each.colour)}" stroke-width="{number(1.4 * scale)}"' if each.verdict else ""
    radius = (y1 - y0) / 2 if each.verdict else 4 * scale
    plate = f'<rect x="{number(x0)}" y="{number(y0)}" width="{number(x1 - x0)}" height="{number(y1 - y0)}" rx="{number(radius)}" fill="#14171c" fill-opacity=".89"{edge}/>'
    mark = ""
    if each.verdict:
        size = (each.size + 1) * scale
        name, colour = ("check", HOLDS) if each.verdict == "holds" else ("cross", FAILS)
        mark = placed_at(sign(name, size, colour), x0 + across + size / 2 - 2 * scale, middle)
    elif each.style is not None:
        mark = placed_at(flag(each.style, each.size * 0.28 * scale), x0 + across + each.size * 0.28 * scale, middle)
    room = badge_room(each, scale)
    marks = "".join(
        placed_at(badge(one, each.size * 1.3 * scale), x1 - across * 0.7 - (n + 0.5) * room, middle)
        for n, one in enumerate(reversed(each.badges))
    )
    words = written(
        each.text,
        x0 + across + sign_room(each, scale),
        y0 + padding(each, scale)[1],
        each.size,
        each.colour,
        scale,
        bold=each.bold,
    )
    return leader + plate + mark + words + marks


def badge(badge: Badge, size: float) -> str:
    """A letter on its shape, so many pixels across, round the origin."""
    r = size / 2
    corners = CORNERS.get(badge.shape)
    shape = (
        f'<circle r="{number(r)}"'
        if corners is None
        else f'<path d="{path([(x * r, y * r) for x, y in corners], closed=True)}"'
    )
    points = size * LETTER
    low = points * 0.36 + letter_low(badge) * r
    letter = f'<text y="{number(low)}" font-size="{number(points)}" font-weight="700" text-anchor="middle" fill="#101216">{text(badge.letter)}</text>'
    return f'{shape} fill="{colour_of(badge.colour)}"/>{letter}'


def flag(style: int, radius: float) -> str:
    """A side's sign round the origin: round for the first, square for the second, a diamond for others."""
    colour, r = colour_of(LOOKS[style].rim), number(radius)
    if style == 0:
        return f'<circle r="{r}" fill="{colour}"/>'
    if style == 1:
        k = radius * 0.9
        return f'<rect x="{number(-k)}" y="{number(-k)}" width="{number(2 * k)}" height="{number(2 * k)}" fill="{colour}"/>'
    return sign("objective", radius * 2.4, LOOKS[style].rim)


def _header(show: Show, position: float, options: ViewOptions, where: Layout) -> Iterator[str]:
    s, language = where.scale, options.language
    left, top, right, bottom = where.header
    yield plate(where.header, PANEL)
    yield plate((left, bottom - s, right, bottom), RULE)
    x, middle, write = right - 16 * s, (top + bottom) / 2, Lettering(s)
    for words, style in reversed(chips_of(show.header, show.at(position, options).now, language)):
        wide = write.measure(words, 13.0, True)[0] + (34 if style is not None else 20) * s
        x -= wide
        yield plate((x, middle - 14 * s, x + wide, middle + 14 * s), CARD, 6 * s)
        colour = INK if style is None else LOOKS[style].text
        if style is not None:
            yield placed_at(flag(style, 5 * s), x + 14 * s, middle)
        yield written(
            words, x + (24 if style is not None else 10) * s, middle - 13 * s * LINE / 2, 13.0, colour, s, bold=True
        )
        x -= 8 * s
    room = x - left - 32 * s
    yield written(
        write.cut(show.header.title.to(language), 18.0, True, room), left + 18 * s, top + 5 * s, 18.0, INK, s, bold=True
    )
    yield written(
        write.cut(about_of(show.header, language), 10.5, False, room),
        left + 18 * s,
        bottom - 20 * s,
        10.5,
        FAINT_INK,
        s,
    )


def _caption(show: Show, position: float, language: Language, where: Layout) -> Iterator[str]:
    s = where.scale
    left, top, right, _ = where.caption
    yield plate((left, top, right, float(where.size[1])), BACKDROP)
    yield plate((left, top, right, top + s), RULE)
    now = show.at(position, ViewOptions(language)).now
    x, middle = left + 18 * s, (top + where.caption[3]) / 2
    if now.step is not None and now.told:
        name, colour = ("check", HOLDS) if now.step.legal else ("cross", FAILS)
        yield placed_at(sign(name, 19 * s, colour), x + 9 * s, middle)
        x += 28 * s
    words = Lettering(s).cut(caption(show.header, now.step, language), 16.0, True, right - x - 18 * s)
    yield written(words, x, middle - 16 * s * LINE / 2, 16.0, INK, s, bold=True)
    start, stop, y = left + 22 * s, right - 22 * s, where.timeline[1] + 11 * s
    count = max(len(show.timeline.steps), 1)
    yield plate((start, y - 1.5 * s, stop, y + 1.5 * s), RULE, 1.5 * s)
    yield plate((start, y - 1.5 * s, start + (stop - start) * position / count, y + 1.5 * s), ACCENT, 1.5 * s)
    for step in show.timeline.steps:
        at = start + (stop - start) * (step.index + 1) / count
        done = step.index + 1 <= position
        if not step.legal:
            yield placed_at(sign("cross", 11 * s, FAILS if done else (132, 66, 80, 255)), at, y)
        elif count <= 200:
            yield f'<circle cx="{number(at)}" cy="{number(y)}" r="{number(3.2 * s)}" fill="{colour_of(ACCENT if done else (96, 104, 116, 255))}"/>'


def _panel(show: Show, position: float, options: ViewOptions, where: Layout) -> Iterator[str]:
    s, language = where.scale, options.language
    left, top, right, bottom = where.panel
    yield plate((left, top, right, bottom), PANEL)
    yield plate((left, top, left + s, bottom), RULE)
    now = show.at(position, options).now
    inner, wide, write = left + 16 * s, right - left - 32 * s, Lettering(s)
    y = top + 12 * s
    yield written(step_of(show.timeline, now.index, language), inner, y, 10.5, FAINT_INK, s)
    y += 10.5 * s * LINE + 2 * s
    if now.step is not None:
        for line in write.wrapped(action(show.header, now.step, language), 14.0, True, wide)[:3]:
            yield written(line, inner, y, 14.0, INK, s, bold=True)
            y += 14 * s * LINE
    y += 8 * s
    yield plate((inner, y, right - 16 * s, y + s), RULE)
    y += 10 * s
    held, more = _held(show, now, options, wide, s, bottom - 20 * s - y)
    for row in held:
        yield from _row(row, inner, y, wide, s)
        y += height_of((row,), wide, s)
    if more:
        yield written(more, inner, y, 11.0, FAINT_INK, s)


def _held(
    show: Show, now: Moment, options: ViewOptions, wide: float, s: float, room: float
) -> tuple[tuple[Row, ...], str]:
    """The rows of the panel that fit, and words for what does not."""
    language = options.language
    cards = cards_of(show, now, language)
    if now.step is None:
        first = first_cards(cards, wide, s, room)
        more = len(cards) - len(first)
        return first, left_out("unit", more, language) if more else ""
    log = digest(show.rows(now, language, details=options.details), cards, wide, s, room)
    return (*log.log, *log.cards), left_out("line", log.more, language) if log.more else ""


def _row(row: Row, x: float, y: float, wide: float, s: float) -> Iterator[str]:
    """The pieces of a row."""
    write = Lettering(s)
    top = y = y + (ABOVE_DICE * s if isinstance(row, DiceRow) else 0.0)

    def lines(words: str, indent: float, size: float, colour: Colour, *, bold: bool = False) -> Iterator[str]:
        nonlocal y
        for line in write.wrapped(words, size, bold, wide - indent):
            yield written(line, x + indent, y, size, colour, s, bold=bold)
            y += write.pixels(size) * LINE

    def mark(name: str, colour: Colour, size: float) -> str:
        return placed_at(sign(name, size * s, colour), x + 7.5 * s, top + 9 * s)

    for words in words_of(row):
        yield from lines(words.text, words.indent * s, words.size, words.colour, bold=words.bold)
    match row:
        case RulingRow():
            yield mark("check" if row.verdict == "holds" else "cross", HOLDS if row.verdict == "holds" else FAILS, 15.0)
        case PassedRow():
            yield mark("check", mixed(HOLDS, PANEL, 0.45), 11.0)
        case NoteRow():
            yield f'<circle cx="{number(x + 5 * s)}" cy="{number(top + 8.5 * s)}" r="{number(2.4 * s)}" fill="{colour_of(words_of(row)[0].colour)}"/>'
        case DiceRow():
            if row.needs:
                after = write.measure(row.purpose, 13.0, True)[0] + 10 * s
                yield written(row.needs, x + after, top + 0.8 * s, 12.0, ACCENT, s, bold=True)
            if row.score:
                won = not row.score.startswith("0 ")
                yield written(row.score, x + wide, top, 12.5, HOLDS if won else FAINT_INK, s, bold=True, end=True)
            size, each = 21 * s, max(int((wide + 4 * s) // (25 * s)), 1)
            for n, die in enumerate(row.dice):
                ground, ink = {
                    True: ("#ecf0ec", "#12543a"),
                    False: ("#343942", "#80889a"),
                    None: ("#ced1d6", "#262a32"),
                }[die.lit]
                left, high = x + n % each * 25 * s, y + 3 * s + n // each * 25 * s
                yield f'<rect x="{number(left)}" y="{number(high)}" width="{number(size)}" height="{number(size)}" rx="{number(4 * s)}" fill="{ground}"/>'
                yield f'<text x="{number(left + size / 2)}" y="{number(high + size * 0.72)}" font-size="{number(13 * s)}" font-weight="700" text-anchor="middle" fill="{ink}">{die.face}</text>'
        case CardRow():
            # on its own ground, as tall as in a picture of pixels
            bottom = top + height_of((row,), wide, s) - 8 * s
            yield plate((x, top, x + wide, bottom), CARD, 6 * s)
            yield plate((x, top, x + 4 * s, bottom), LOOKS[row.style].rim, 2 * s)
            y += 8 * s
            yield placed_at(flag(row.style, 4 * s), x + 18 * s, y + 9.5 * s)
            yield from lines(row.name, 28 * s, 12.5, LOOKS[row.style].text, bold=True)
            if row.strength:
                yield from lines(row.strength, 28 * s, 10.5, SOFT_INK)
            if row.share < 1.0:
                left, right = x + 28 * s, x + wide - 10 * s
                yield plate((left, y + 3 * s, right, y + 7 * s), (70, 44, 50, 255), 2 * s)
                if row.share > 0:
                    yield plate(
                        (left, y + 3 * s, left + (right - left) * row.share, y + 7 * s), LOOKS[row.style].rim, 2 * s
                    )
                y += 10 * s
            texts, tall = flowing(row.lines, wide - 24 * s, s)
            for left, down, pair in texts:
                yield written(pair.text, x + 14 * s + left, y + 2 * s + down, 11.0, pair.colour, s, bold=pair.bold)
            y += tall
            for name, shown in row.marks:
                if shown is not None:
                    yield placed_at(badge(shown, 12 * s), x + 34 * s, y + 7 * s)
                yield from lines(name, (28 if shown is None else 45) * s, 10.5, ACCENT)
        case HistoryRow():
            pass
