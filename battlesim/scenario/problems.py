"""What is wrong with a file: where, what, and what was expected. One screen at most, never a traceback."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from battlesim.errors import BattlesimError

AT_MOST: Final = 10
"""How many problems of a file are shown."""

_LONGEST: Final = 400


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong at one place of a file; lines and columns count from 1, and are 0 where it is about all of it."""

    path: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        message = " ".join(self.message.split())
        if len(message) > _LONGEST:
            message = message[: _LONGEST - 4] + " ..."
        place = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        return f"{place}: {message}"


class ScenarioError(BattlesimError):
    """A scenario file that cannot be played. ``path``, ``line`` and ``column`` are those of its first problem."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        assert problems, "an error needs a problem"
        self.problems = tuple(sorted(set(problems)))
        first = self.problems[0]
        self.path, self.line, self.column = first.path, first.line, first.column
        lines = [str(problem) for problem in self.problems[:AT_MOST]]
        if len(self.problems) > AT_MOST:
            lines.append(f"{self.path}: and {len(self.problems) - AT_MOST} more")
        super().__init__("\n".join(lines))


class ScenarioSyntaxError(ScenarioError):
    """A file that is not even readable as YAML of the kind that scenarios are written in."""
