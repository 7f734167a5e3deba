"""Where the replays of a run are written: each in a file of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.commands.saved import replay_paths


def written(tmp_path: Path, out: str, *scenarios: str) -> list[str]:
    found = replay_paths(tmp_path / out, [tmp_path / name for name in scenarios])
    return [path.relative_to(tmp_path).as_posix() for path in found]


def test_a_single_replay_is_written_where_it_is_wanted(tmp_path):
    assert written(tmp_path, "one", "a/siege.battle.yaml") == ["one"]


def test_in_a_folder_it_has_the_name_of_its_scenario(tmp_path):
    (tmp_path / "out").mkdir()
    assert written(tmp_path, "out", "a/siege.battle.yaml") == ["out/siege.replay.jsonl"]


def test_equal_names_of_two_folders_stay_in_two_folders(tmp_path):
    assert written(tmp_path, "out", "a/siege.battle.yaml", "a/b/siege.battle.yaml") == [
        "out/siege.replay.jsonl",
        "out/b/siege.replay.jsonl",
    ]


@pytest.mark.parametrize("other", ["siege.yaml", "siege.night.battle.yaml", "Siege.battle.yaml"])
def test_names_that_would_be_alike_are_kept_whole(tmp_path, other):
    assert written(tmp_path, "out", "siege.battle.yaml", other, "ford.battle.yaml") == [
        "out/siege.battle.yaml.replay.jsonl",
        f"out/{other}.replay.jsonl",
        "out/ford.replay.jsonl",
    ]


def test_links_to_one_scenario_are_two_replays(tmp_path):
    (tmp_path / "siege.battle.yaml").touch()
    for name in ("day.battle.yaml", "night.battle.yaml"):
        (tmp_path / name).symlink_to("siege.battle.yaml")
    assert written(tmp_path, "out", "day.battle.yaml", "night.battle.yaml") == [
        "out/day.replay.jsonl",
        "out/night.replay.jsonl",
    ]


def test_a_folder_may_be_reached_by_a_way_round(tmp_path):
    assert written(tmp_path, "out", "a/siege.battle.yaml", "a/../b/siege.battle.yaml") == [
        "out/a/siege.replay.jsonl",
        "out/b/siege.replay.jsonl",
    ]
