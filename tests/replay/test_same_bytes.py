"""The same file and the same seed: the same bytes, whoever plays it."""

import hashlib
import os
import subprocess
import sys

import pytest

from battlesim.replay.file import dump_lines, first_drift
from battlesim.scenario.runner import play
from tests.shipped import FILES, played

SHOWCASES = [path for path in FILES if path.parent.name == "showcase"]

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
    # sets and dicts of texts are in another order there than here
    other_order = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    command = [sys.executable, "-c", PLAY_ALL, *map(str, FILES)]
    environment = {**os.environ, "PYTHONHASHSEED": other_order}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        here = [f"{digest(played(path).timeline)} {path}" for path in FILES]
        there, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    assert there.splitlines() == here


def digest(timeline):
    return hashlib.sha256("\n".join(dump_lines(timeline)).encode()).hexdigest()


@pytest.mark.parametrize("path", SHOWCASES, ids=lambda path: path.name)
def test_another_seed_is_another_battle(path):
    assert first_drift(played(path).timeline, play(path, seed=999).timeline) is not None
