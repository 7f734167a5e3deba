"""Scenario files as tests: every ``*.battle.yaml`` that pytest collects has an item for each of its expectations.

A step has one item more, that it runs as written, and a file one more, that its replay folds to what the engine had and
comes out with the same bytes when played again. A failure shows the ruling, what was measured from where to where, the
limit and the source, and leaves a picture of the step.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    # pytest loads this module in every run, so the program itself is imported only once a scenario is collected
    from battlesim.scenario.loader import Scenario
    from battlesim.scenario.problems import ScenarioError
    from battlesim.scenario.runner import Asked, Played, Result, StepResult

SUFFIX = ".battle.yaml"


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--battlesim-pictures DIR``."""
    group = parser.getgroup("battlesim")
    group.addoption(
        "--battlesim-pictures",
        metavar="DIR",
        help="where pictures of failed scenario steps go (by default into pytest's cache)",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> BattleFile | None:
    """Scenario files, wherever pytest looks."""
    if not file_path.name.endswith(SUFFIX):
        return None
    collected: BattleFile = BattleFile.from_parent(parent, path=file_path)
    return collected


class ExpectationFailed(Exception):
    """An expectation that does not hold; the message is all that is to be shown."""


class BattleFile(pytest.File):
    """One scenario file. It is played once, when the first of its items needs it."""

    def collect(self) -> Iterator[pytest.Item]:
        from battlesim.scenario.loader import load
        from battlesim.scenario.problems import ScenarioError
        from battlesim.scenario.runner import asked

        self.pictures: dict[int, Path | None] = {}
        try:
            self.scenario: Scenario = load(self._short_path())
        except ScenarioError as error:
            yield BrokenFile.from_parent(self, name="can be read", error=error)
            return
        names: Counter[str] = Counter()
        for number, one in enumerate(asked(self.scenario)):
            name = f"step {one.step + 1}: {one.text}"
            names[name] += 1
            if names[name] > 1:
                name += f" ({names[name]})"
            yield Expectation.from_parent(self, name=name, number=number, asked=one)
        yield SameReplay.from_parent(self, name="replays the same")

    def _short_path(self) -> Path:
        """The path as messages call it: from where pytest was started, if that is above it."""
        start = self.config.invocation_params.dir
        return self.path.relative_to(start) if start == Path.cwd() and self.path.is_relative_to(start) else self.path

    @cached_property
    def played(self) -> Played:
        """The scenario played."""
        from battlesim.scenario.runner import play

        return play(self.scenario)

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """One result for each expectation, in order."""
        return tuple(self.played.results)


class _Item(pytest.Item):
    """An item whose failures say all there is to say themselves."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        from battlesim.errors import BattlesimError

        if isinstance(excinfo.value, ExpectationFailed | BattlesimError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class Expectation(_Item):
    """One expectation of one step."""

    def __init__(self, *, number: int, asked: Asked, **rest: Any) -> None:
        super().__init__(**rest)
        self.number, self.asked = number, asked

    def runtest(self) -> None:
        """Hold the expectation against what happened."""
        file = self.parent
        assert isinstance(file, BattleFile)
        result = file.results[self.number]
        if result.passed:
            return
        message = str(result)
        picture = _picture(file, file.played.steps[self.asked.step])
        raise ExpectationFailed(message if picture is None else f"{message}\npicture: {picture}")

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the expectation stands in the file."""
        return self.path, self.asked.line - 1, self.name


class SameReplay(_Item):
    """The replay folds to the engine's scenes, survives its file, and comes out the same when played again."""

    def runtest(self) -> None:
        """Play again and compare the bytes."""
        from battlesim.replay.file import dump_lines, load, save
        from battlesim.scenario.runner import folds, play

        file = self.parent
        assert isinstance(file, BattleFile)
        differs = folds(file.played)
        lines = list(dump_lines(file.played.timeline))
        if not differs and lines != list(dump_lines(play(file.scenario).timeline)):
            differs = "played again, the replay has other bytes"
        if not differs:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "same.replay.jsonl"
                save(file.played.timeline, path)
                loaded = load(path)
            if loaded.damage is not None:
                differs = f"its own replay file cannot be read: {loaded.damage.reason}"
            elif lines != list(dump_lines(loaded.timeline)):
                differs = "read from its file, the replay is another"
        if differs:
            raise ExpectationFailed(f"{self.path}: {differs}")

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file as a whole."""
        return self.path, 0, self.name


class BrokenFile(_Item):
    """A file that is no scenario: one failure, with all that is wrong with it."""

    def __init__(self, *, error: ScenarioError, **rest: Any) -> None:
        super().__init__(**rest)
        self.error = error

    def runtest(self) -> None:
        """Always fails."""
        raise ExpectationFailed(str(self.error))

    def reportinfo(self) -> tuple[Path, int, str]:
        """The first place at which something is wrong."""
        return self.path, max(self.error.line - 1, 0), self.name


def _picture(file: BattleFile, result: StepResult) -> Path | None:
    """A picture of that step, drawn once; None where there is nothing to draw it with, or nothing was played."""
    if result.step is None:
        return None
    if result.index not in file.pictures:
        file.pictures[result.index] = _drawn(file, result.index, result.step.index)
    return file.pictures[result.index]


def _drawn(file: BattleFile, number: int, step: int) -> Path | None:
    folder = _pictures(file.config)
    if folder is None:
        return None
    try:
        from battlesim.views.export import render
    except ImportError:
        return None
    path = folder / f"{file.path.name.removesuffix(SUFFIX)}.step-{number + 1}.failure.png"
    render(file.played.timeline, path, step=step)
    return path


def _pictures(config: pytest.Config) -> Path | None:
    """The folder for pictures: the one asked for, or one in pytest's cache, where that is not switched off."""
    named = config.getoption("--battlesim-pictures")
    if named:
        folder = Path(named)
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    if config.pluginmanager.has_plugin("cacheprovider") and getattr(config, "cache", None) is not None:
        assert config.cache is not None
        return config.cache.mkdir("battlesim-pictures")
    return None
