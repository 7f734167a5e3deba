"""A whole picture: header, table, side panel, caption and timeline. The player and the exports share it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

import pygame

from battlesim.model.event import ClockSet
from battlesim.model.text import Language
from battlesim.replay.timeline import Header, Timeline
from battlesim.units import length_unit
from battlesim.views.camera import Camera
from battlesim.views.inset import ruled
from battlesim.views.lettering import LINE, Lettering
from battlesim.views.log import caption, said, wording
from battlesim.views.moment import Moment
from battlesim.views.options import ViewOptions
from battlesim.views.paint import Painter
from battlesim.views.palette import (
    ACCENT,
    BACKDROP,
    CARD,
    FAILS,
    FAINT_INK,
    HOLDS,
    INK,
    LOOKS,
    NEUTRAL,
    PANEL,
    RULE,
    RULER_PLATE,
    SOFT_INK,
    styles,
)
from battlesim.views.panel import rule_line
from battlesim.views.primitives import Box, grown
from battlesim.views.show import Show
from battlesim.views.side import draw_panel
from battlesim.views.small_map import draw_small_map
from battlesim.views.strokes import dot, glyph, rounded
from battlesim.views.tags import flag

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of a picture are, in pixels."""

    size: Size
    scale: float
    header: Box
    port: Box
    panel: Box
    caption: Box
    timeline: Box
    controls: Box


def scale_of(size: Size) -> float:
    """Pixels a point for a picture of that size: one at 1280 x 720, in quarters, never less than three quarters."""
    return max(round(min(size[0] / 1280, size[1] / 720) * 4) / 4, 0.75)


def layout(size: Size, *, controls: bool = False, scale: float | None = None) -> Layout:
    """The parts of a picture of that size; ``controls`` leaves room for the player's buttons."""
    s = scale_of(size) if scale is None else scale
    width, height = size
    head, low, line, buttons = 50.0 * s, 40.0 * s, 30.0 * s, 50.0 * s if controls else 0.0
    side = min(330.0 * s, width * 0.36)
    bottom = height - low - line - buttons
    return Layout(
        size, s,
        (0.0, 0.0, float(width), head),
        (0.0, head, width - side, bottom),
        (width - side, head, float(width), bottom),
        (0.0, bottom, float(width), bottom + low),
        (0.0, bottom + low, float(width), bottom + low + line),
        (0.0, bottom + low + line, float(width), float(height)),
    )  # fmt: skip


def draw_frame(
    surface: pygame.Surface,
    show: Show,
    painter: Painter,
    position: float,
    options: ViewOptions,
    where: Layout,
    camera: Camera,
    *,
    hovered: str = "",
    scrolled: float = 0.0,
    still: bool = False,
) -> None:
    """Draw all of a picture but the widgets. ``hovered`` is the unit whose card is asked for, ``scrolled`` the pixels
    that the log is scrolled back from its end. A ``still`` picture stands alone: its ground is never a stretched one, and
    its panel shows a step from its start."""
    seen = show.at(position, options)
    inset = show.inset_box(camera, position)
    ruler = show.ruler_box(camera, position)
    painter.draw(
        surface,
        seen.still,
        seen.moving,
        camera,
        kept_free=(grown(inset, 5.0 * where.scale), grown(ruler, 3.0 * where.scale)) if inset else (),
        exact=still,
    )
    if inset:
        draw_small_map(surface, painter, seen.now.scene, show.styles, camera, inset)
        _ruler(surface, show.header, camera, ruler)
    _header(surface, show, seen.now, options.language, where)
    draw_panel(
        surface, show, seen.now, options, where.panel, where.scale, hovered=hovered, scrolled=scrolled, still=still
    )
    _caption(surface, show, seen.now, options.language, where)
    draw_timeline(surface, show.timeline, position, where)


def _header(surface: pygame.Surface, show: Show, now: Moment, language: Language, where: Layout) -> None:
    s, write = where.scale, Lettering(where.scale)
    left, top, right, bottom = where.header
    surface.fill(PANEL[:3], pygame.Rect(left, top, right - left, bottom - top))
    rule_line(surface, left, right, bottom - 1, s)
    chips = chips_of(show.header, now, language)
    x = right - 16 * s
    for text, style in reversed(chips):
        wide = write.measure(text, 13.0, True)[0] + (34 if style is not None else 20) * s
        x -= wide
        middle = (top + bottom) / 2
        box = (x, middle - 14 * s, x + wide, middle + 14 * s)
        rounded(surface, box, 6 * s, CARD)
        colour = INK if style is None else LOOKS[style].text
        if style is not None:
            flag(surface, (x + 14 * s, middle), 5 * s, style)
        write.draw(
            surface,
            text,
            (x + (24 if style is not None else 10) * s, middle - write.pixels(13.0) * LINE / 2),
            13.0,
            colour,
            bold=True,
        )
        x -= 8 * s
    title = show.header.title.to(language)
    room = x - left - 32 * s
    write.draw(surface, write.cut(title, 18.0, True, room), (left + 18 * s, top + 5 * s), 18.0, INK, bold=True)
    about = about_of(show.header, language)
    write.draw(surface, write.cut(about, 10.5, False, room), (left + 18 * s, bottom - 20 * s), 10.5, FAINT_INK)


def about_of(header: Header, language: Language) -> str:
    """The game, which rules of it, and the file."""
    speak = wording(header, language)
    variant = speak.word(f"variant {header.variant}").removeprefix("variant ") if header.variant else ""
    return " · ".join(part for part in (speak.word(header.ruleset), variant, PurePosixPath(header.source).name) if part)


def chips_of(header: Header, now: Moment, language: Language) -> list[tuple[str, int | None]]:
    """Round, side and phase, each with the look of the side where it is one."""
    clock, speak = now.scene.clock, wording(header, language)
    chips: list[tuple[str, int | None]] = []
    round = said("round", language, word=speak.heading("round"), round=clock.round)
    chips.append((round if clock.round else said("before", language), None))
    if clock.side in now.scene.sides:
        chips.append((now.scene.sides[clock.side].name.to(language), styles(tuple(header.start.sides))[clock.side]))
    if clock.phase:
        chips.append((speak.heading(clock.phase), None))
    return chips


def _caption(surface: pygame.Surface, show: Show, now: Moment, language: Language, where: Layout) -> None:
    s, write = where.scale, Lettering(where.scale)
    left, top, right, bottom = where.caption
    surface.fill(BACKDROP[:3], pygame.Rect(round(left), round(top), round(right - left), round(bottom - top) + 1))
    rule_line(surface, left, right, top, s)
    x, middle = left + 18 * s, (top + bottom) / 2
    if now.step is not None and now.told:
        refused = not now.step.legal
        sign, colour = ("cross", FAILS) if refused else ("check", HOLDS)
        glyph(surface, sign, (x + 9 * s, middle), 19 * s, (16, 18, 22, 255), ground=colour)  # type: ignore[arg-type]
        x += 28 * s
    text = write.cut(caption(show.header, now.step, language), 16.0, True, right - x - 18 * s)
    write.draw(surface, text, (x, middle - write.pixels(16.0) * LINE / 2), 16.0, INK, bold=True)


def timeline_span(where: Layout) -> tuple[float, float, float]:
    """Left end, right end and height of the timeline's line, pixels."""
    s = where.scale
    return where.timeline[0] + 22 * s, where.timeline[2] - 22 * s, where.timeline[1] + 11 * s


def draw_timeline(surface: pygame.Surface, timeline: Timeline, position: float, where: Layout) -> None:
    """A tick a step, crossed where refused, with the rounds and sides named and the position as a knob."""
    s, write = where.scale, Lettering(where.scale)
    left, top, right, bottom = where.timeline
    surface.fill(BACKDROP[:3], pygame.Rect(round(left), round(top), round(right - left), round(bottom - top) + 1))
    start, stop, y = timeline_span(where)
    count = max(len(timeline.steps), 1)

    def x_of(at: float) -> float:
        return start + (stop - start) * at / count

    rounded(surface, (start, y - 1.5 * s, stop, y + 1.5 * s), 1.5 * s, RULE)
    rounded(surface, (start, y - 1.5 * s, x_of(position), y + 1.5 * s), 1.5 * s, ACCENT)
    free, looks = start, styles(tuple(timeline.header.start.sides))
    last_round = None
    for step in timeline.steps:
        x = x_of(step.index + 1)
        done = step.index + 1 <= position + 1e-9
        if not step.legal:
            dot(surface, (x, y), 6.5 * s, BACKDROP)
            glyph(surface, "cross", (x, y), 11 * s, (16, 18, 22, 255), ground=FAILS if done else (132, 66, 80, 255))
        elif count <= 200:
            dot(surface, (x, y), 3.2 * s, ACCENT if done else (96, 104, 116, 255))
        clocks = [event.clock for event in step.events if isinstance(event, ClockSet)]
        if clocks and (clocks[-1].round, clocks[-1].side) != last_round:
            last_round = (clocks[-1].round, clocks[-1].side)
            text = str(clocks[-1].round)
            wide = write.measure(text, 9.5, True)[0]
            at = max(x - wide / 2, free)
            if at + wide < stop:
                style = looks.get(clocks[-1].side)
                colour = SOFT_INK if style is None else LOOKS[style].text
                write.draw(surface, text, (at, y + 5 * s), 9.5, colour, bold=True)
                pygame.draw.line(
                    surface, SOFT_INK[:3], (round(x), round(y - 7 * s)), (round(x), round(y - 3 * s)), max(round(s), 1)
                )
                free = at + wide + 8 * s
    dot(surface, (x_of(position), y), 7 * s, (16, 18, 22, 255))
    dot(surface, (x_of(position), y), 5.4 * s, NEUTRAL)


def _ruler(surface: pygame.Surface, header: Header, camera: Camera, box: Box) -> None:
    """A ruler at the scale of the picture."""
    s, write, unit = camera.scale, Lettering(camera.scale), length_unit(header.unit)
    count = ruled(unit, camera)
    rounded(surface, box, 5 * s, RULER_PLATE)
    left, y = box[0] + 8 * s, box[3] - 8 * s
    long = count * float(unit.mm) * camera.zoom
    text = f"{count} {unit.symbol}"
    width = write.measure(text, 10.0, False)[0]
    write.draw(surface, text, (left + (long - width) / 2, box[1] + 2 * s), 10.0, SOFT_INK)
    pygame.draw.line(surface, SOFT_INK[:3], (round(left), round(y)), (round(left + long), round(y)), max(round(s), 1))
    for n in range(count + 1):
        x, tall = left + long * n / count, (6 if n in (0, count) else 3) * s
        pygame.draw.line(surface, SOFT_INK[:3], (round(x), round(y - tall)), (round(x), round(y)), max(round(s), 1))
