"""The same file and the same seed: the same bytes, whoever plays it."""

import hashlib
import os
import subprocess
import sys

import pytest

from battlesim.replay.file import dump_lines, first_drift, load, save
from battlesim.resources import scenarios
from battlesim.scenario.demos import scenario_files
from battlesim.scenario.runner import play

SHIPPED = scenario_files(scenarios())
SHOWCASES = [path for path in SHIPPED if path.parent.name == "showcase"]

PLAY_ALL = """
import hashlib, sys
from pathlib import Path
from battlesim.replay.file import dump_lines
from battlesim.scenario.runner import play
for name in sys.argv[1:]:
    lines = dump_lines(play(Path(name)).timeline)
    print(hashlib.sha256("\\n".join(lines).encode()).hexdigest(), name)
"""


def test_two_processes_write_the_same_bytes_for_every_shipped_file():
    told = []
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", PLAY_ALL, *map(str, SHIPPED)]
        told.append(subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True))
    one, two = (process.communicate(timeout=300)[0] for process in told)
    assert [process.returncode for process in told] == [0, 0]
    assert len(one.splitlines()) == len(SHIPPED)
    assert one == two


@pytest.mark.parametrize("path", SHOWCASES, ids=lambda path: path.name)
def test_a_showcase_survives_its_file(path, tmp_path):
    timeline = play(path).timeline
    file = tmp_path / "showcase.replay.jsonl"
    save(timeline, file)
    loaded = load(file)
    assert loaded.damage is None
    assert first_drift(timeline, loaded.timeline) is None
    again = hashlib.sha256("\n".join(dump_lines(loaded.timeline)).encode()).hexdigest()
    assert again == hashlib.sha256("\n".join(dump_lines(timeline)).encode()).hexdigest()


@pytest.mark.parametrize("path", SHOWCASES, ids=lambda path: path.name)
def test_another_seed_is_another_battle(path):
    assert first_drift(play(path).timeline, play(path, seed=999).timeline) is not None
