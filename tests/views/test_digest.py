"""What a side panel holds that nobody can scroll."""

import os

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import re
from dataclasses import replace

import pygame

from battlesim.model.text import LANGUAGES
from battlesim.views.digest import ABOVE_CARDS, LEFT_OUT, digest, first_cards, shortened
from battlesim.views.frame import layout
from battlesim.views.log import CardRow, DiceRow, Die, NoteRow, PassedRow, RulingRow, left_out
from battlesim.views.options import ViewOptions
from battlesim.views.palette import PANEL
from battlesim.views.panel import height_of, lines_of
from battlesim.views.show import Show
from battlesim.views.side import draw_panel, resting
from battlesim.views.svg import svg
from tests.views.samples import wh40k_battle

WIDE, SCALE = 298, 1.0
MEASURED = "Intercessor Squad 5 to Sly Marbo is 9.85 mv in space"
LOG = (
    PassedRow(("Shooting", "Visibility")),
    NoteRow("Intercessor Squad: has shot"),
    DiceRow("Hit roll", "Intercessor Squad → Sly Marbo", "4+", tuple(Die(n, n > 3) for n in range(1, 7)), "3 / 6"),
    RulingRow("holds", "Lone Operative", ("near enough to be seen", MEASURED)),
    PassedRow(("Wound roll", "Visibility")),
    DiceRow("Wound roll", "", "3+", (Die(3, True), Die(5, True)), "2 / 2", ("Strength 5 against toughness 3: 3+",)),
    RulingRow("holds", "Hidden", ("detection range", MEASURED)),
    NoteRow("Sly Marbo is destroyed", True),
)
CARDS = (
    CardRow(0, "Intercessor Squad", "5 of 5 models", (("M", "6"), ("Bolt rifle", "24 A 2")), (("has shot", None),)),
    CardRow(1, "Sly Marbo", "", (("M", "6"), ("Payback", "12 A 3"))),
)
WHOLE = height_of(LOG, WIDE, SCALE)


def test_a_log_that_fits_is_told_in_order_with_as_much_of_the_cards_as_fits():
    tall = height_of(CARDS, WIDE, SCALE)
    assert digest(LOG, CARDS, WIDE, SCALE, WHOLE + tall) == (digest(LOG, CARDS, WIDE, SCALE, 2000))
    told = digest(LOG, CARDS, WIDE, SCALE, WHOLE + tall - 1)
    assert (told.log, told.more) == (LOG, 0)
    assert [card.lines for card in told.cards] == [(("M", "6"),)] * 2
    assert digest(LOG, CARDS, WIDE, SCALE, WHOLE).cards == ()


def test_what_several_rulings_say_is_said_once_before_anything_is_left_out():
    told = digest(LOG, CARDS, WIDE, SCALE, WHOLE - 1)
    assert told.more == 0
    assert [row for row in told.log if isinstance(row, PassedRow)] == [
        PassedRow(("Shooting", "Visibility", "Wound roll"))
    ]
    assert sum(MEASURED in row.details for row in told.log if isinstance(row, RulingRow)) == 1


@pytest.mark.parametrize("room", range(30, round(WHOLE) - 60, 23))
def test_whole_rows_alone_are_shown_those_that_decided_first(room):
    told = digest(LOG, CARDS, WIDE, SCALE, room)
    assert height_of(told.log, WIDE, SCALE) + LEFT_OUT - ABOVE_CARDS <= room or not told.log
    order = [RulingRow, RulingRow, NoteRow, DiceRow, DiceRow, NoteRow, PassedRow]
    assert [type(row) for row in told.log] == order[: len(told.log)]
    assert all(row.grave for row in told.log[2:3])
    assert told.more > 0


def test_all_lines_that_are_left_out_are_counted():
    whole = lines_of(digest(LOG, (), WIDE, SCALE, 0).log, WIDE, SCALE) + digest(LOG, (), WIDE, SCALE, 0).more
    for room in range(30, round(WHOLE) - 60, 40):
        told = digest(LOG, (), WIDE, SCALE, room)
        assert lines_of(told.log, WIDE, SCALE) + told.more == whole


def test_a_wrapped_paragraph_counts_as_the_lines_it_takes():
    row = NoteRow("a line that is by far too long to be written in a column of a hundred pixels")
    assert lines_of((row,), 2000, 1.0) == 1
    assert lines_of((row,), 100, 1.0) > 4


def test_one_line_is_not_called_lines():
    assert left_out("line", 1, "en") == "and 1 more line"
    assert [left_out("line", 2, one) for one in LANGUAGES] == ["and 2 more lines", "ほか2行", "et encore 2 lignes"]


def test_cards_lose_lines_before_names():
    tall = height_of(CARDS, WIDE, SCALE)
    assert shortened(CARDS, WIDE, SCALE, tall) == CARDS
    names = tuple(replace(card, lines=(), marks=()) for card in CARDS)
    assert shortened(CARDS, WIDE, SCALE, height_of(names, WIDE, SCALE)) == names
    assert first_cards(CARDS * 8, WIDE, SCALE, height_of(names, WIDE, SCALE) + LEFT_OUT) == names


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (640, 400), (480, 270)])
def test_no_line_of_a_still_panel_is_cut_through(language, size):
    show, where = Show(wh40k_battle()), layout(size)
    left, _, right, bottom = (round(edge) for edge in where.panel)
    for position in range(len(show.timeline.steps) + 1):
        surface = pygame.Surface(size)
        now = show.at(float(position), ViewOptions(language)).now
        draw_panel(surface, show, now, ViewOptions(language), where.panel, where.scale, still=True)
        edge = [surface.get_at((x, bottom - 2))[:3] for x in range(left + 3, right - 1)]
        assert set(edge) == {PANEL[:3]}, position


@pytest.mark.parametrize("room", [40, 120, 233, 301, 600])
def test_a_log_at_rest_begins_with_a_whole_row_and_ends_with_its_last(room):
    starts = [round(height_of(LOG[:count], WIDE, SCALE)) for count in range(len(LOG))]
    first = resting(LOG, WIDE, SCALE, room)
    assert first in starts
    assert WHOLE - first <= room + 1
    assert first == 0 or WHOLE - starts[starts.index(first) - 1] > room


def test_a_last_row_that_is_too_tall_has_no_place_to_rest():
    assert resting(LOG[3:4], WIDE, SCALE, 20) is None


def test_a_picture_that_leaves_lines_out_says_how_many():
    show = Show(wh40k_battle())
    document = svg(show, 7.0, ViewOptions("fr"), layout((640, 400)))
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", document)
    assert any(re.fullmatch(r"et encore \d+ lignes", text) for text in texts)
