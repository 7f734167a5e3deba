"""The author's guide says nothing that is not so."""

import re

import pytest

from battlesim.scenario.expectations import Expectation
from battlesim.scenario.fields import keys_of
from battlesim.scenario.games import game, game_names
from battlesim.scenario.guide import guide, steps_table, with_tables
from battlesim.scenario.loader import loads
from battlesim.scenario.placements import PLACEMENT_FORMS
from battlesim.scenario.runner import play

TEXT = guide().read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: re.search(r"title: (.*)", block)[1][:40])
def test_every_example_plays_as_it_says(block):
    scenario = loads(block, path="scenarios/README.md")
    played = play(scenario)
    assert [str(result) for result in played.results if not result.passed] == []
    assert any(step.expect for step in scenario.steps)


def test_there_are_examples_of_both_games():
    assert {re.search(r"ruleset: (\w+)", block)[1] for block in BLOCKS} == set(game_names())


def test_the_tables_of_steps_are_current():
    """After a change of steps: ``python -m battlesim.scenario.guide``."""
    assert with_tables(TEXT) == TEXT


@pytest.mark.parametrize("name", game_names())
def test_every_step_has_its_line(name):
    table = steps_table(name)
    assert [line.split("`")[1] for line in table.splitlines()[2:]] == [model.KEY for model in game(name).steps]
    assert all(line.count(" | ") == 2 for line in table.splitlines()[2:])


def test_every_expectation_is_in_the_table_and_nothing_else():
    rows = re.search(r"^\| key \| example.*?\n\n", TEXT, re.DOTALL | re.MULTILINE)[0].splitlines()[2:]
    named = [re.match(r"\| `([\w-]+)` \| `([\w-]+): ", row) for row in rows if row]
    assert [row[1] for row in named] == [row[2] for row in named]
    assert sorted(row[1] for row in named) == sorted(keys_of(Expectation))


def test_every_form_of_placement_is_in_the_table_and_in_an_example():
    placements = next(block for block in BLOCKS if "Every form of placement" in block)
    for key in ("point:", "line:", "grid:", "from:", "by:", "toward:"):
        assert "{" + key in PLACEMENT_FORMS or key == "point:"
        assert "`{" + key in TEXT
        assert "{" + key in placements
