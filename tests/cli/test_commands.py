"""The other commands: replays, rules, schema, rendering, and help that is instant."""

import json
import re
import subprocess
import sys
import time

import pytest

from battlesim import __version__
from battlesim.cli import _battles, _display
from battlesim.resources import scenarios
from tests.cli.commanded import battlesim, refusal

COMMANDS = ("run", "check", "play", "render", "rules", "explain", "compare", "schema", "replay")

VOLLEY = """\
battlesim: 1
title: A volley
ruleset: netepic
seed: 7
battlefield: {size: [90, 60]}
units:
  - {id: orks, side: blue, models: 3, profile: {class: 1, move: 10, save: 6+}, order: advance, at: {line: [40, 30], gap: 1}}
steps:
  - turn: {round: 1, side: blue, phase: movement}
  - move: orks
    to: {by: 5.0, along: 61.7}
    expect: {legal: true}
"""


@pytest.fixture
def volley(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "volley.battle.yaml").write_text(VOLLEY, encoding="utf-8")
    return "volley.battle.yaml"


def test_the_version_is_told():
    assert battlesim("--version").output == f"battlesim {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command):
    outcome = battlesim(command, "--help")
    assert outcome.exit_code == 0
    assert "Usage" in outcome.output


def test_help_imports_nothing_heavy():
    heavy = ("numpy", "shapely", "pydantic", "pygame", "yaml", "wh40kdc", "rich")
    code = f"import sys, battlesim.cli; print([name for name in {heavy!r} if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


@pytest.mark.parametrize(
    ("path", "others"),
    [
        (
            "wh40k/deep-strike/deep-strike-exactly-8.battle.yaml",
            ("battlesim.rules.netepic", "battlesim.scenario.netepic"),
        ),
        ("netepic/coherency/inside.battle.yaml", ("battlesim.rules.wh40k", "battlesim.scenario.wh40k")),
    ],
)
def test_a_scenario_of_one_game_loads_nothing_of_the_other_and_nothing_to_draw_with(path, others):
    code = (
        "import sys; from typer.testing import CliRunner; from battlesim.cli import app\n"
        f"assert CliRunner().invoke(app, ['run', {str(scenarios() / path)!r}]).exit_code == 0\n"
        f"found = [name for name in sys.modules if name.startswith({(*others, 'pygame', 'PIL', 'wh40kdc', 'rich.')!r})]\n"
        "print(found)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


@pytest.mark.benchmark
@pytest.mark.parametrize("command", COMMANDS)
def test_help_answers_in_three_tenths_of_a_second(command):
    def once():
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "battlesim", command, "--help"], check=True, capture_output=True)
        return time.perf_counter() - started

    assert min(once() for _ in range(5)) < 0.3


def test_a_replay_of_the_same_scenario_verifies(volley):
    assert battlesim("run", volley, "--save-replay", "out.replay.jsonl").exit_code == 0
    outcome = battlesim("replay", "verify", "out.replay.jsonl")
    assert outcome.exit_code == 0
    assert "2 steps, the same" in outcome.output


def test_a_replay_of_a_scenario_that_changed_names_the_first_step_that_drifted(volley, tmp_path):
    battlesim("run", volley, "--save-replay", "out.replay.jsonl")
    (tmp_path / volley).write_text(VOLLEY.replace("by: 5.0", "by: 5.1"), encoding="utf-8")
    outcome = battlesim("replay", "verify", "out.replay.jsonl")
    assert outcome.exit_code == 1
    assert "step 2 (move) drifted" in outcome.output


def test_a_replay_is_known_by_how_it_begins_whatever_its_name(volley, tmp_path):
    assert battlesim("run", volley, "--save-replay", "saved.battle").exit_code == 0
    assert battlesim("render", "saved.battle", "--step", "1", "--out", "one.svg").exit_code == 0
    assert (tmp_path / "one.svg").exists()
    outcome = battlesim("run", "saved.battle")
    assert outcome.exit_code == 2
    assert "saved.battle: this is a replay, not a scenario; 'battlesim play' shows it" in outcome.output


def test_a_replay_of_another_table_does_not_verify(volley, tmp_path):
    battlesim("run", volley, "--save-replay", "out.replay.jsonl")
    path = tmp_path / "out.replay.jsonl"
    wider = re.sub('"width":[0-9.]+', '"width":9999.0', path.read_text(encoding="utf-8"), count=1)
    path.write_text(wider, encoding="utf-8")
    outcome = battlesim("replay", "verify", path)
    assert outcome.exit_code == 1
    assert "the start drifted" in outcome.output
    assert "the same" not in outcome.output


def test_a_damaged_replay_is_reported_with_its_line(volley, tmp_path):
    battlesim("run", volley, "--save-replay", "out.replay.jsonl")
    path = tmp_path / "out.replay.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    outcome = battlesim("replay", "verify", path)
    assert outcome.exit_code == 1
    assert "out.replay.jsonl:3: " in outcome.output
    assert "out.replay.jsonl: the first step can be read" in outcome.output
    assert "drifted" not in outcome.output


@pytest.mark.parametrize(("kept", "told"), [(1, "the start alone"), (2, "the first step"), (3, "the first 2 steps")])
def test_what_is_shown_of_a_damaged_replay_is_counted(volley, tmp_path, kept, told):
    battlesim("run", volley, "--save-replay", "out.replay.jsonl")
    path = tmp_path / "out.replay.jsonl"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:kept]) + "{", encoding="utf-8")
    outcome = battlesim("render", path, "--out", "out.png", "--size", "320x240")
    assert outcome.output.splitlines()[0].endswith(f": {told}")


def test_one_step_is_not_called_steps(volley, tmp_path):
    path = tmp_path / volley
    path.write_text(VOLLEY[: VOLLEY.index("  - move")], encoding="utf-8")
    battlesim("run", volley, "--save-replay", "out.replay.jsonl")
    assert ": 1 step, the same as" in battlesim("replay", "verify", "out.replay.jsonl").output
    assert "(1 step)" in battlesim("check", volley).output


def test_of_a_replay_with_nothing_but_its_start_that_is_said(volley, tmp_path):
    battlesim("run", volley, "--save-replay", "out.replay.jsonl")
    path = tmp_path / "out.replay.jsonl"
    path.write_bytes(path.read_bytes().split(b"\n")[0] + b"\n")
    assert "out.replay.jsonl: the start alone can be read" in battlesim("replay", "verify", path).output


def test_what_is_no_replay_is_refused(volley):
    assert "not a battlesim replay" in refusal("replay", "verify", volley)


def test_a_replay_without_its_scenario_asks_for_it(volley, tmp_path):
    battlesim("run", volley, "--save-replay", "out.replay.jsonl")
    (tmp_path / volley).rename(tmp_path / "moved.battle.yaml")
    outcome = battlesim("replay", "verify", "out.replay.jsonl")
    assert outcome.exit_code == 2
    assert "--scenario" in outcome.output
    outcome = battlesim("replay", "verify", "out.replay.jsonl", "--scenario", "moved.battle.yaml")
    assert outcome.exit_code == 0


@pytest.mark.parametrize("command", [("run", "--save-replay"), ("render", "--out"), ("schema", "--out")])
def test_a_file_that_cannot_be_written_is_named(volley, tmp_path, command):
    name, option = command
    out = tmp_path / "nowhere" / "out.png"
    said = refusal(name, *([] if name == "schema" else [volley]), option, out)
    assert said == f"{out}: there is no folder {out.parent}"


def test_several_replays_do_not_go_into_a_file(volley, tmp_path):
    (tmp_path / "other.battle.yaml").write_text(VOLLEY, encoding="utf-8")
    outcome = battlesim("run", volley, "other.battle.yaml", "--save-replay", volley)
    assert outcome.exit_code == 2
    assert "volley.battle.yaml: is no folder for replays" in outcome.output
    assert (tmp_path / volley).read_text(encoding="utf-8") == VOLLEY


def test_several_replays_go_into_a_folder(volley, tmp_path):
    (tmp_path / "other.battle.yaml").write_text(VOLLEY, encoding="utf-8")
    battlesim("run", volley, "other.battle.yaml", "--save-replay", "replays")
    assert sorted(path.name for path in (tmp_path / "replays").iterdir()) == [
        "other.replay.jsonl",
        "volley.replay.jsonl",
    ]


def test_rules_are_listed_with_their_demos():
    rules = json.loads(battlesim("rules", "--json").output)
    by_id = {rule["id"]: rule for rule in rules}
    deep_strike = by_id["wh40k.deep-strike"]
    assert set(deep_strike) == {
        "id", "ruleset", "kind", "names", "summary", "seed_line", "source", "status", "scenarios",
    }  # fmt: skip
    assert set(deep_strike["names"]) == {"en", "ja", "fr"}
    assert deep_strike["status"] in ("plays", "no-text", "not-modelled")
    assert all((scenarios().parent / path).is_file() for rule in rules for path in rule["scenarios"])
    assert len(by_id) == len(rules)
    only = json.loads(battlesim("rules", "--json", "--ruleset", "netepic").output)
    assert {rule["ruleset"] for rule in only} == {"netepic"}


def test_rules_are_listed_in_three_languages():
    assert "縦深" in battlesim("rules", "--lang", "ja").output


def test_an_unknown_game_has_no_rules():
    assert "did you mean 'wh40k'" in refusal("rules", "--ruleset", "wh50k")


def test_the_schema_is_printed_and_written(tmp_path):
    printed = battlesim("schema").output
    assert json.loads(printed)["title"] == "battlesim scenario"
    battlesim("schema", "--out", tmp_path / "s.json")
    assert (tmp_path / "s.json").read_text(encoding="utf-8") == printed


def test_render_draws_a_picture_of_a_step(volley, tmp_path):
    outcome = battlesim("render", volley, "--out", "out.png", "--step", "1", "--size", "640x360")
    assert outcome.exit_code == 0, outcome.output
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.png", "volley.battle.yaml"]


def test_render_draws_a_replay(volley, tmp_path):
    battlesim("run", volley, "--save-replay", "out.replay.jsonl")
    assert battlesim("render", "out.replay.jsonl", "--out", "out.png").exit_code == 0
    assert (tmp_path / "out.png").is_file()


@pytest.mark.parametrize("size", ["big", "640", "x480", "1280x-3"])
def test_a_size_that_is_none_is_refused(volley, size):
    outcome = battlesim("render", volley, "--out", "out.png", "--size", size)
    assert outcome.exit_code == 2
    assert "expected a size such as 1280x720" in outcome.output


def test_play_without_a_display_renders_and_says_where(volley, tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    outcome = battlesim("play", volley)
    assert outcome.exit_code == 0, outcome.output
    assert f"The battle is in {tmp_path / 'volley.mp4'}" in outcome.output
    assert (tmp_path / "volley.mp4").stat().st_size > 1000


def test_a_display_that_does_not_answer_is_none(monkeypatch):
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":7654.0")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7654")
    assert not _display()


def test_a_display_on_another_machine_is_taken_at_its_word(monkeypatch):
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", "desk:0")
    assert _display()


@pytest.mark.parametrize("command", [("play",), ("render", "--out", "x.mp4")])
def test_what_is_neither_file_nor_rule_is_refused(volley, command):
    outcome = battlesim(*command, "deep-stryke")
    assert outcome.exit_code == 2
    assert "there is no file 'deep-stryke', and there is no rule 'deep-stryke', did you mean" in outcome.output


def test_a_rule_of_both_games_is_asked_to_be_told_apart(volley):
    outcome = battlesim("play", "coherency")
    assert outcome.exit_code == 2
    assert "say wh40k.coherency or netepic.coherency" in outcome.output


def test_a_rule_is_its_demos_the_clear_case_the_exact_limit_and_the_near_miss_first():
    name, battles = _battles("縦深攻撃", None)
    assert name == "wh40k.deep-strike"
    measured = [
        round(ruling.measured / 25.4, 2)
        for battle in battles[:3]
        for step in battle.steps
        for ruling in step.rulings
        if ruling.rule == "wh40k.deep-strike" and ruling.clause == "distance"
    ]
    assert measured == [8.1, 8.0, 7.9]


def test_a_rule_can_be_watched_under_another_variant():
    _, battles = _battles("wh40k.deep-strike", "core")
    assert {battle.header.variant for battle in battles} == {"core"}


def test_play_of_a_rule_without_a_display_renders_one_film_of_its_demos(volley, tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    outcome = battlesim("render", "netepic.coherency", "--out", "out.gif", "--size", "320x240", "--lang", "fr")
    assert outcome.exit_code == 0, outcome.output
    assert (tmp_path / "out.gif").read_bytes().startswith(b"GIF8")


def test_nothing_greets_on_the_standard_output(volley):
    told = subprocess.run(
        [sys.executable, "-m", "battlesim", "render", volley, "--out", "out.png", "--size", "320x240"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert (told.stdout, told.stderr) == ("wrote out.png\n", "")
