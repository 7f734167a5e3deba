"""Scenario files as pytest items."""

import pytest

# loaded here, because a run inside this process forgets what it loads, and numpy cannot be loaded twice
import battlesim.scenario.runner
import battlesim.views.export  # noqa: F401
from battlesim.scenario.games import game

pytest_plugins = ["pytester"]
game("netepic")

MOVE = """\
battlesim: 1
title: A move
ruleset: netepic
battlefield: {size: [90, 60]}
units:
  - {id: orks, side: blue, models: 2, profile: {class: 1, move: 10, save: 6+}, order: advance, at: {line: [40, 30], gap: 1}}
steps:
  - turn: {round: 1, side: blue, phase: movement}
  - move: orks
    to: {by: DISTANCE, along: 61.7}
    expect:
      - {legal: true}
      - {at: {orks.1: [AT]}}
      - {models: {orks: 2}}
"""
FINE = MOVE.replace("DISTANCE", "5.0").replace("AT", "42.3704, 34.4024")
WRONG = FINE.replace("42.3704", "42.4704")
FAR = FINE.replace("by: 5.0", "by: 10.1")


@pytest.fixture
def run(pytester):
    def go(text, *options, name="move"):
        pytester.path.joinpath(f"{name}.battle.yaml").write_text(text, encoding="utf-8")
        return pytester.runpytest_inprocess("-p", "no:hypothesispytest", "-p", "no:benchmark", *options)

    return go


def test_every_expectation_is_an_item(run):
    collected = run(FINE, "--collect-only", "-q")
    lines = [line for line in collected.outlines if "::" in line]
    assert lines == [
        "move.battle.yaml::step 1: runs as written",
        "move.battle.yaml::step 2: legal: true",
        "move.battle.yaml::step 2: at orks.1",
        "move.battle.yaml::step 2: models orks: 2",
        "move.battle.yaml::step 2: runs as written",
        "move.battle.yaml::replays the same",
    ]


def test_a_fine_file_passes(run):
    run(FINE).assert_outcomes(passed=6)


def test_a_wrong_expectation_fails_alone_with_its_message_and_place(run):
    outcome = run(WRONG, "-v")
    outcome.assert_outcomes(passed=5, failed=1)
    said = outcome.stdout.str()
    assert "move.battle.yaml:13:23: at orks.1" in said
    assert "orks.1 is at [42.3704, 34.4024]" in said
    assert "0.1000 cm from there" in said
    assert "Traceback" not in said
    assert "pytest_plugin.py" not in said


def test_an_illegal_action_that_nobody_expects_fails_the_step(run):
    outcome = run(FAR)
    assert outcome.parseoutcomes()["failed"] >= 2
    outcome.stdout.fnmatch_lines(["*the action is not legal, and nothing expects that:*", "*10.10 cm*"])


def test_a_failure_leaves_a_picture_where_it_is_asked_for(run, pytester):
    outcome = run(WRONG, "--battlesim-pictures", "pictures")
    (picture,) = (pytester.path / "pictures").iterdir()
    assert picture.name == "move.step-2.failure.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert f"picture: {picture.relative_to(pytester.path)}" in outcome.stdout.str()


def test_a_failure_leaves_a_picture_in_the_cache_by_default(run, pytester):
    run(WRONG)
    assert [path.name for path in pytester.path.rglob("*.failure.png")] == ["move.step-2.failure.png"]


def test_without_a_cache_there_is_no_picture(run, pytester):
    run(WRONG, "-p", "no:cacheprovider").assert_outcomes(passed=5, failed=1)
    assert list(pytester.path.rglob("*.png")) == []


def test_a_broken_file_is_one_failure_with_its_message(run):
    outcome = run(FINE.replace("models: 2,", "modles: 2,"))
    outcome.assert_outcomes(failed=1)
    said = outcome.stdout.str()
    assert "move.battle.yaml:6:28: unknown key 'modles', did you mean 'models'?" in said
    assert "Traceback" not in said


def test_dice_that_do_not_fit_fail_the_step_that_has_them(run):
    outcome = run(FINE + "    dice: {hit: 3}\n")
    outcome.assert_outcomes(passed=5, failed=1)
    outcome.stdout.fnmatch_lines(["*move.battle.yaml:15:11: runs as written*", "*never rolled*"])


def test_items_are_picked_by_name(run):
    run(FINE, "-k", "models").assert_outcomes(passed=1, deselected=5)


def test_other_yaml_files_are_left_alone(run, pytester):
    pytester.path.joinpath("other.yaml").write_text("a: [")
    run(FINE).assert_outcomes(passed=6)


def test_the_plugin_loads_nothing_of_the_program_by_itself(pytester):
    pytester.makepyfile("import sys\ndef test_it():\n    assert 'battlesim.scenario.loader' not in sys.modules\n")
    pytester.runpytest_subprocess("-p", "no:hypothesispytest", "-p", "no:benchmark").assert_outcomes(passed=1)
