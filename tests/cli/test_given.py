"""What commands say of a file, a rule or a value that is not what they take: once, with what was expected."""

import os
import threading
from pathlib import Path

import pytest

from tests.cli.commanded import battlesim, refusal
from tests.cli.test_commands import VOLLEY


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A folder with a scenario, a folder of one, and what is neither scenario nor replay."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "battles").mkdir()
    (tmp_path / "nothing").mkdir()
    for name in ("volley.battle.yaml", "battles/first.battle.yaml"):
        (tmp_path / name).write_text(VOLLEY, encoding="utf-8")
    (tmp_path / "empty.jsonl").write_bytes(b"")
    for name in ("binary.jsonl", "picture.png"):
        (tmp_path / name).write_bytes(bytes(range(256)))


EITHER = "expected a scenario file or a replay"


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("battles", f"battles: is a folder; {EITHER}, such as battles/first.battle.yaml"),
        ("nothing", f"nothing: is a folder; {EITHER}, and there is none in it"),
        ("voley.battle.yaml", "voley.battle.yaml: there is no such file, did you mean 'volley.battle.yaml'?"),
        ("volley.yaml", "volley.yaml: there is no such file, did you mean 'volley.battle.yaml'?"),
        ("other.battle.yaml", f"other.battle.yaml: there is no such file; {EITHER}"),
        ("battles/frst.yaml", "battles/frst.yaml: there is no such file, did you mean 'battles/first.battle.yaml'?"),
        ("battels/first.yaml", "battels/first.yaml: there is no folder battels"),
        ("empty.jsonl", "empty.jsonl: the file is empty; expected a replay"),
        ("binary.jsonl", "binary.jsonl: this is not a text; expected a replay"),
        ("picture.png", f"picture.png: this is not a text; {EITHER}"),
    ],
)
@pytest.mark.parametrize("command", [("play",), ("render", "--out", "x.png")])
def test_what_cannot_be_watched_is_said_without_a_place(table, command, what, said):
    outcome = battlesim(*command, what)
    assert outcome.exit_code == 2
    assert outcome.output == f"{said}\n"


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("battles", "battles: is a folder; expected a replay, and there is none in it"),
        ("emty.jsonl", "emty.jsonl: there is no such file, did you mean 'empty.jsonl'?"),
        ("empty.jsonl", "empty.jsonl: the file is empty; expected a replay"),
        ("binary.jsonl", "binary.jsonl: this is not a text; expected a replay"),
    ],
)
def test_what_is_no_replay_is_named_as_what_it_is(table, what, said):
    outcome = battlesim("replay", "verify", what)
    assert outcome.exit_code == 2
    assert outcome.output == f"{said}\n"


@pytest.mark.parametrize("command", [("run",), ("check",), ("compare", "--variants", "glossary", "core")])
def test_a_scenario_that_is_not_there_is_answered_with_the_nearest(table, command):
    outcome = battlesim(*command, "voley.battle.yaml")
    assert outcome.exit_code == 2
    assert outcome.output == "voley.battle.yaml: there is no such file, did you mean 'volley.battle.yaml'?\n"


def test_a_name_that_may_be_a_file_or_a_rule_is_answered_with_both(table):
    outcome = battlesim("play", "volley")
    assert outcome.exit_code == 2
    assert outcome.output.startswith("there is no file 'volley', did you mean 'volley.battle.yaml'?\n")
    assert "there is no rule 'volley'" in outcome.output


@pytest.mark.parametrize(
    ("what", "command"),
    [("volley.battle.yaml", "play"), ("none.yaml", "play"), ("empty.jsonl", "play"), ("battles", "run")],
)
def test_explain_wants_a_rule_and_says_what_takes_a_file(table, what, command):
    outcome = battlesim("explain", what)
    assert outcome.exit_code == 2
    assert "explain takes a rule such as deep-strike, not the " in outcome.output
    assert f"battlesim {command} {what}" in outcome.output


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_scenario_can_come_through_a_pipe(table):
    os.mkfifo("pipe")
    writer = threading.Thread(target=lambda: Path("pipe").write_text(VOLLEY, encoding="utf-8"))
    writer.start()
    outcome = battlesim("render", "pipe", "--out", "out.svg", "--step", "1")
    writer.join()
    assert outcome.exit_code == 0, outcome.output


def test_explain_of_nothing_points_to_the_list():
    assert refusal("explain", "") == "there is no rule ''; battlesim rules lists them all"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--variants", "core", "glossary"), "netepic has no variant 'core', which was asked for; it has none at all"),
        (("--option", "mesure=edge", "--option", "mesure=centre"), "mesure=edge, which was asked for: unknown key 'mesure', did you mean 'measure'?"),
        (("--option", "measure=", "--option", "measure=edge"), "measure=, which was asked for: the key has no value; give it one or leave it out"),
    ],
)  # fmt: skip
def test_what_was_asked_for_and_is_not_has_no_place_in_the_file(table, asked, said):
    outcome = battlesim("compare", "volley.battle.yaml", *asked)
    assert outcome.exit_code == 2
    assert outcome.output == f"volley.battle.yaml: {said}\n"


def test_a_folder_called_like_a_rule_does_not_hide_it(table, tmp_path):
    (tmp_path / "melta").mkdir()
    assert battlesim("explain", "melta").exit_code == 0


def test_an_unknown_rule_is_offered_once():
    assert refusal("explain", "meltta") == "there is no rule 'meltta', did you mean 'melta'?"


@pytest.mark.parametrize("command", [("rules",), ("explain", "melta"), ("play",), ("compare", "volley.battle.yaml")])
def test_a_language_that_there_is_not_is_answered_with_those_that_there_are(table, command):
    outcome = battlesim(*command, "--lang", "de")
    assert outcome.exit_code == 2
    assert "Invalid value for --lang: there is no language 'de'; there are en, ja, fr" in outcome.output
    assert "Value error" not in outcome.output


def test_a_language_may_be_written_in_capitals():
    assert battlesim("rules", "--json", "--lang", "FR").exit_code == 0


def test_a_step_that_is_no_number_is_refused_in_our_words(table):
    outcome = battlesim("render", "volley.battle.yaml", "--out", "x.png", "--step", "two")
    assert outcome.exit_code == 2
    assert "Invalid value for --step: expected a whole number, not 'two'" in outcome.output
    assert "Input should" not in outcome.output
