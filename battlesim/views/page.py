"""A whole replay as one HTML file that needs nothing else: every step drawn, told in three languages, to step, play and zoom."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from battlesim.model.text import LANGUAGES, Language
from battlesim.resources import assets
from battlesim.views.frame import about_of, chips_of, layout
from battlesim.views.labels import Placed, in_the_way, place
from battlesim.views.lettering import Lettering
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
    step_of,
)
from battlesim.views.moment import pace
from battlesim.views.options import ViewOptions
from battlesim.views.palette import LOOKS
from battlesim.views.phrases import phrase
from battlesim.views.primitives import Box, Label, Layer, Point
from battlesim.views.show import Show
from battlesim.views.side import panel_rows
from battlesim.views.svg import label
from battlesim.views.vector import FONTS, Pencil, colour_of, number, text

_WINDOW: Final = (1280, 720)
_WORDS: Final = ("start", "back", "play", "step", "end", "fit", "follow", "zoom", "speed", "language")


def page(show: Show, language: Language, progress: Callable[[int, int], None] | None = None) -> str:
    """The document. It opens in that language; ``progress`` is told the steps drawn and the steps to draw."""
    pencil, where = Pencil(point=None), layout(_WINDOW)
    count = len(show.timeline.steps) + 1
    steps = []
    for number_of_step in range(count):
        steps.append(_step(show, float(number_of_step), pencil, where.port))
        if progress is not None:
            progress(number_of_step + 1, count)
    still = pencil.drawn(show.at(0.0, ViewOptions()).still)
    field = show.header.start.battlefield
    content: dict[str, Any] = {
        "language": language,
        "title": {one: show.header.title.to(one) for one in LANGUAGES},
        "about": {one: about_of(show.header, one) for one in LANGUAGES},
        "words": {one: {word: phrase(word, one) for word in _WORDS} for one in LANGUAGES},
        "table": [0, 0, round(float(field.width), 2), round(float(field.depth), 2)],
        "steps": steps,
    }
    template = (assets() / "replay.html").read_text(encoding="utf-8")
    # "</" would end the script that holds the replay
    held = (
        json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/").replace("<!--", "<\\!--")
    )
    parts = {
        "FONTS": FONTS,
        "LANGUAGE": language,
        "TITLE": text(show.header.title.to(language)),
        "BASES": pencil.definitions(),
        "TABLE": still,
        "REPLAY": held,
    }
    for name, part in parts.items():
        template = template.replace(f"@{name}@", part, 1)
    return template


def _step(show: Show, position: float, pencil: Pencil, port: Box) -> dict[str, Any]:
    camera = show.camera(position, port, scale=1.0)
    seen = show.at(position, ViewOptions())
    now = seen.now
    told: dict[str, Any] = {}
    for one in LANGUAGES:
        options = ViewOptions(one)
        shapes = show.at(position, options).moving
        labels = tuple(p for p in shapes if isinstance(p, Label))
        bases, lines = in_the_way((*seen.still, *shapes), camera)
        placed = place(labels, camera, Lettering(1.0).measure, bases=bases, lines=lines)
        told[one] = {
            "step": step_of(show.timeline, now.index, one),
            "action": "" if now.step is None else action(show.header, now.step, one),
            "caption": caption(show.header, now.step, one),
            "chips": [
                [words, None if style is None else colour_of(LOOKS[style].text)]
                for words, style in chips_of(show.header, now, one)
            ],
            "log": "".join(_row(row) for row in panel_rows(show, now, options)),
            "labels": "".join(_held(each, camera.to_screen, camera.to_table) for each in placed),
        }
    x0, y0, x1, y1 = camera.seen
    return {
        "legal": now.step is None or now.step.legal,
        "first": now.step is None,
        "seconds": 1.0 if now.step is None else round(pace(now.step).seconds, 2),
        "view": [round(v, 1) for v in (x0, y0, x1 - x0, y1 - y0)],
        "under": pencil.drawn(p for p in seen.moving if p.layer < Layer.BASE),
        "bases": pencil.drawn(p for p in seen.moving if p.layer == Layer.BASE),
        "over": pencil.drawn(p for p in seen.moving if p.layer > Layer.BASE),
        "told": told,
    }


def _held(placed: Placed, to_screen: Callable[[Point], Point], to_table: Callable[[Point], Point]) -> str:
    """A label that keeps its size on the screen, tied to the nearest point of what it names."""
    x0, y0, x1, y1 = placed.box
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    if placed.label.along is not None:
        a, b = (to_screen(end) for end in placed.label.along)
        tied = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    elif placed.label.spots:
        tied = middle
    else:
        around = placed.label.around
        (left, top), (right, bottom) = to_screen(around[:2]), to_screen(around[2:])
        tied = min(max(middle[0], left), right), min(max(middle[1], top), bottom)
    x, y = to_table(tied)
    moved = Placed(placed.label, (x0 - tied[0], y0 - tied[1], x1 - tied[0], y1 - tied[1]))
    return f'<g class="held" style="--x:{number(x)}px;--y:{number(y)}px">{label(moved, 1.0)}</g>'


def _row(row: Row) -> str:
    match row:
        case RulingRow():
            details = "".join(f"<p>{text(one)}</p>" for one in row.details)
            demand = f'<p class="demand">{text(row.demand)}</p>' if row.demand else ""
            return f'<section class="ruling {row.verdict}"><h3>{text(row.title)}</h3>{details}{demand}</section>'
        case DiceRow():
            words = "".join(f"<p>{text(one)}</p>" for one in (row.who, *row.sums) if one)
            looks = {True: "lit", False: "dim", None: "plain"}
            dice = "".join(f'<i class="{looks[die.lit]}">{die.face}</i>' for die in row.dice)
            needs = f"<b>{text(row.needs)}</b>" if row.needs else ""
            none = ' style="color:inherit;opacity:.6"' if row.score.startswith("0 ") else ""
            return f'<section class="roll"><h3>{text(row.purpose)} {needs}<em{none}>{text(row.score)}</em></h3>{words}<div>{dice}</div></section>'
        case NoteRow():
            return f'<p class="note{" grave" if row.grave else ""}">{text(row.text)}</p>'
        case PassedRow() | HistoryRow():
            return f'<p class="passed">{text(row.text)}</p>'
        case CardRow():
            lines = "".join(f"<p>{text(name)} <b>{text(told)}</b></p>" for name, told in row.lines)
            marks = "".join(f'<p class="mark">{text(name)}</p>' for name, _ in row.marks)
            bar = (
                f'<div class="bar"><span style="width:{number(row.share * 100)}%"></span></div>'
                if row.share < 1
                else ""
            )
            look = LOOKS[row.style]
            return (
                f'<section class="card" style="--side:{colour_of(look.rim)};--name:{colour_of(look.text)}">'
                f"<h3>{text(row.name)}</h3><p>{text(row.strength)}</p>{bar}{lines}{marks}</section>"
            )
