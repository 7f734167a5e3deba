"""``battlesim run``: exit codes, what it prints, and the shape of its JSON."""

import json
import math

import pytest

from battlesim.resources import scenarios
from tests.cli.commanded import battlesim

DROP = """\
battlesim: 1
title: {en: A deep strike beside a guard}
ruleset: wh40k
battlefield: {size: [60, 44]}
units:
  - {id: terminators, side: red, models: 5, base: 40mm, profile: {M: 5, T: 5, Sv: 2+, W: 3}, abilities: [Deep Strike], in: reserves}
  - {id: guard, side: blue, models: 10, base: 25mm, profile: {M: 6, T: 3, Sv: 5+, W: 1}, at: {grid: [30, 20], columns: 5, gap: 0.5}}
steps:
  - turn: {round: 2, side: red, phase: movement}
  - deep-strike: terminators
    title: {en: Down they come, ja: 降下}
    to: {from: guard, gap: GAP, along: 37.3, columns: 5}
    expect: EXPECT
"""

SHAPE = {"file", "title", "ruleset", "variant", "passed", "failed", "steps"}
STEP = {"index", "title", "action", "rulings", "rolls", "events", "expectations"}
RULING = {"rule", "holds", "measured", "limit", "unit", "close_call", "subjects"}


@pytest.fixture
def drop(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(gap, expect, *, name="drop", extra=""):
        text = DROP.replace("GAP", str(gap)).replace("EXPECT", expect) + extra
        (tmp_path / f"{name}.battle.yaml").write_text(text, encoding="utf-8")
        return f"{name}.battle.yaml"

    return write


@pytest.mark.parametrize(("gap", "verdict"), [("203.1mm", "illegal"), (8.0, "illegal"), ("203.3mm", "legal")])
def test_what_holds_ends_with_zero(drop, gap, verdict):
    expect = "{legal: true}" if verdict == "legal" else "{illegal: deep-strike}"
    outcome = battlesim("run", drop(gap, expect))
    assert outcome.exit_code == 0, outcome.output
    assert "3 of 3 expectations hold" in outcome.output


def test_a_wrong_expectation_shows_what_decided(drop):
    outcome = battlesim("run", drop(8.0, "{illegal: deep-strike/distance, measured: 8.1}"))
    assert outcome.exit_code == 1
    said = outcome.output
    assert "drop.battle.yaml:13:23: illegal: deep-strike/distance, measured 8.1 mv" in said
    assert "expected measured: 8.1 mv, but it is 8.00 mv (203.2000 mm)" in said
    assert "refused" in said
    assert "from     terminators." in said
    assert "to       guard." in said
    assert said.count(" at (") >= 2
    assert "limit    more than 8.00 mv (203.2000 mm), a close call" in said
    assert "source   " in said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ja", ("A deep strike beside a guard (予期4件中2件が成立)", "予期：measured: 8.1 mv、実際は8.00 mv (203.2000 mm)", "計測値   8.00 mv", "起点     terminators.", "限界     8.00 mv超", "残りの兵は5体")),
        ("fr", ("2 sur 4 attentes vérifiées", "attendu measured: 8.1 mv, mais c'est 8,00 mv (203,2000 mm)", "mesuré   8,00 mv", "de       terminators.", "limite   à plus de 8,00 mv", "il reste 5 figurines à terminators")),
    ],
)  # fmt: skip
def test_a_wrong_expectation_is_told_in_the_language_asked_for(drop, language, said):
    expect = "[{illegal: deep-strike/distance, measured: 8.1}, {models: {terminators: 4}}]"
    outcome = battlesim("run", drop(8.0, expect), "--lang", language)
    assert outcome.exit_code == 1
    assert [one for one in said if one not in outcome.output] == []
    assert [one for one in ("expected", "has 5", "expectations hold") if one in outcome.output] == []


def test_json_is_the_same_in_every_language(drop):
    path = drop(8.0, "{illegal: deep-strike, measured: 8.1}")
    assert battlesim("run", path, "--json", "--lang", "ja").output == battlesim("run", path, "--json").output


def test_a_refusal_that_nobody_expects_fails_with_its_reason(drop):
    outcome = battlesim("run", drop(7.5, "{models: {guard: 10}}"))
    assert outcome.exit_code == 1
    assert "the action is not legal, and nothing expects that" in outcome.output
    assert "7.50 mv" in outcome.output


def test_a_legal_action_that_should_be_illegal_fails(drop):
    outcome = battlesim("run", drop(9, "{illegal: deep-strike}"))
    assert outcome.exit_code == 1
    assert "the action is legal" in outcome.output
    assert "9.00 mv" in outcome.output


def test_a_wrong_refusal_fails(drop):
    outcome = battlesim("run", drop(8.0, "{illegal: coherency}"))
    assert outcome.exit_code == 1
    assert "coherency does not refuse the action" in outcome.output


@pytest.mark.parametrize(
    ("script", "column", "said"),
    [
        ("dice: {hit: [6, 6]}", 11, "2 of the dice for 'hit' were never rolled"),
        ("choices: {allocate: guard.1}", 14, "'guard.1' for 'allocate' was never asked for"),
    ],
)
def test_dice_and_choices_that_are_left_over_make_the_file_invalid(drop, script, column, said):
    outcome = battlesim("run", drop(9, "{legal: true}\n    " + script))
    assert outcome.exit_code == 2
    assert f"drop.battle.yaml:14:{column}: " in outcome.output
    assert said in outcome.output


def test_json_has_the_promised_shape(drop):
    path = drop(8.0, "[{illegal: deep-strike, measured: 8.0}, {models: {terminators: 4}}]")
    outcome = battlesim("run", path, "--json")
    assert outcome.exit_code == 1
    (one,) = json.loads(outcome.output)
    assert set(one) == SHAPE
    assert (one["file"], one["title"], one["ruleset"]) == (path, "A deep strike beside a guard", "wh40k")
    assert (one["passed"], one["failed"]) == (3, 1)
    assert all(set(step) == STEP for step in one["steps"])
    turn, drop_ = one["steps"]
    assert (turn["index"], turn["action"], drop_["index"], drop_["action"]) == (0, "turn", 1, "deep-strike")
    assert drop_["title"] == "Down they come"
    assert all(set(ruling) >= RULING for ruling in drop_["rulings"])
    (refused,) = [ruling for ruling in drop_["rulings"] if not ruling["holds"]]
    assert refused["rule"] == "wh40k.deep-strike"
    assert math.isclose(refused["measured"], 8.0, abs_tol=1e-6)
    assert (refused["limit"], refused["unit"], refused["close_call"]) == (8.0, "mv", True)
    assert [set(one) for one in drop_["expectations"]] == [{"text", "passed", "detail"}] * 3
    assert [one["passed"] for one in drop_["expectations"]] == [True, False, True]
    assert "5 models left" in drop_["expectations"][1]["detail"]
    assert drop_["events"] == [{"kind": "refused", "action": "deep-strike", "subjects": ["terminators"]}]


def test_json_events_have_lengths_in_the_rulesets_unit(drop):
    outcome = battlesim("run", drop(9, "{legal: true}"), "--json")
    (one,) = json.loads(outcome.output)
    set_up = [event for event in one["steps"][1]["events"] if event["kind"] == "set-up"]
    assert len(set_up) == 5
    assert all(0 < event["pose"]["x"] < 60 and 0 < event["pose"]["y"] < 44 for event in set_up)


def test_a_folder_is_all_the_scenarios_below_it(drop, tmp_path):
    drop(9, "{legal: true}", name="b")
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "a.battle.yaml").write_text("nonsense", encoding="utf-8")
    outcome = battlesim("run", tmp_path, "--json")
    assert outcome.exit_code == 2
    files = json.loads(outcome.output)
    assert [one["file"].rsplit("/", 1)[1] for one in files] == ["b.battle.yaml", "a.battle.yaml"]
    assert files[1]["error"].count(":1:1: ") == 1
    assert set(files[1]) >= SHAPE


def test_a_variant_can_be_asked_for(drop):
    path = drop(9, "{legal: true}")
    (one,) = json.loads(battlesim("run", path, "--json", "--variant", "core").output)
    assert one["variant"] == "core"
    outcome = battlesim("run", path, "--variant", "cure")
    assert outcome.exit_code == 2
    assert "did you mean 'core'" in outcome.output


def test_check_loads_and_does_not_play(drop):
    outcome = battlesim("check", drop(8.0, "{legal: true}"))
    assert outcome.exit_code == 0
    assert "(2 steps)" in outcome.output


def test_one_step_is_one_step(drop, tmp_path):
    text = (tmp_path / drop(9, "{legal: true}")).read_text(encoding="utf-8")
    (tmp_path / "drop.battle.yaml").write_text(text[: text.index("  - deep-strike")], encoding="utf-8")
    assert "(1 step)" in battlesim("check", "drop.battle.yaml").output
    said = battlesim("compare", "drop.battle.yaml", "--variants", "glossary", "core").output
    assert "the same in its one step" in said


@pytest.mark.parametrize("folder", ["wh40k/deep-strike", "netepic/coherency"])
def test_a_folder_of_shipped_scenarios_holds(folder):
    outcome = battlesim("run", scenarios() / folder, "--json")
    failed = [one["file"] for one in json.loads(outcome.output) if one["failed"] or "error" in one]
    assert failed == []
    assert outcome.exit_code == 0
