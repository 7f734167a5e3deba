"""The shipped scenarios, each played once for all the tests that read what came of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from battlesim.resources import scenarios
from battlesim.scenario.demos import scenario_files
from battlesim.scenario.runner import Played, play

FILES = scenario_files(scenarios())


def files_of(game: str) -> tuple[Path, ...]:
    """The scenarios of one game, without the showcases."""
    return tuple(path for path in FILES if path.is_relative_to(scenarios() / game))


@cache
def played(path: Path) -> Played:
    """A scenario, played."""
    return play(path)
