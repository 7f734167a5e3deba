"""Which scenarios show which rules, read without reading more than is needed."""

import pytest

from battlesim.resources import scenarios
from battlesim.scenario.demos import demos, scenario_files
from battlesim.scenario.document import read

HEAD = "battlesim: 1\ntitle: A\nruleset: wh40k\n"


@pytest.fixture
def shown(tmp_path):
    def write(text):
        path = tmp_path / "a.battle.yaml"
        path.write_text(text, encoding="utf-8")
        return list(demos([path]))

    return write


def test_the_rules_that_a_file_shows_are_found(shown):
    assert shown(HEAD + "shows: [melta, half-range]\nunits: []\nsteps: []\n") == ["wh40k.melta", "wh40k.half-range"]


def test_they_are_found_below_the_battle_too(shown):
    assert shown(HEAD + "units: []\nsteps: []\nshows: [melta]\n") == ["wh40k.melta"]


def test_they_are_found_where_the_game_is_named_last(shown):
    assert shown("battlesim: 1\nshows: [melta]\nunits: []\nruleset: netepic\n") == ["netepic.melta"]


def test_a_title_that_spells_a_key_is_no_key(shown):
    assert shown('battlesim: 1\ntitle: "say\n  units: what"\nruleset: wh40k\nshows: [melta]\nunits: []\n') == [
        "wh40k.melta"
    ]


@pytest.mark.parametrize("text", ["", "nonsense", "shows: [", HEAD + "units: []\n", HEAD + "shows: melta\n", "\x00"])
def test_a_file_that_shows_nothing_or_is_none_is_passed_over(shown, text):
    assert shown(text) == []


def test_a_file_that_is_not_there_is_passed_over(tmp_path):
    assert demos([tmp_path / "none.battle.yaml"]) == {}


def test_the_beginnings_of_the_shipped_files_say_the_same_as_the_whole():
    files = scenario_files(scenarios())[::7]
    whole = {}
    for path in files:
        content = read(path).content
        for rule in content.get("shows", ()):
            whole.setdefault(f"{content['ruleset']}.{rule}", []).append(path)
    assert {rule: list(paths) for rule, paths in demos(files).items()} == whole
