"""The shipped scenarios, each played once for all the tests that read what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from battlesim.model.ruling import Ruling
from battlesim.replay.timeline import Step
from battlesim.resources import scenarios
from battlesim.scenario.demos import scenario_files
from battlesim.scenario.runner import Played, play

FILES = scenario_files(scenarios())


def files_of(game: str) -> tuple[Path, ...]:
    """The scenarios of one game, without the showcases."""
    return tuple(path for path in FILES if path.is_relative_to(scenarios() / game))


def steps_of(game: str) -> tuple[Step, ...]:
    """Every step of every scenario of a game."""
    return tuple(one.step for path in files_of(game) for one in played(path).steps if one.step is not None)


def spoken(steps: Iterable[Step]) -> Iterator[Ruling]:
    """Every ruling of some steps, those behind their rolls and those that they rest on."""
    for step in steps:
        ledgers = [ledger for made in step.rolls for ledger in made.ledgers]
        behind = [modifier.ruling for ledger in ledgers for modifier in ledger.modifiers]
        for ruling in (*step.rulings, *behind):
            if ruling is not None:
                yield from ruling.walk()


@cache
def played(path: Path) -> Played:
    """A scenario, played."""
    return play(path)
