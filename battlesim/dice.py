"""Dice and choices: the questions, and the drivers that answer them. The only place for random numbers.

A rule asks ``dice.roll(Roll("hit", 10))`` and ``choose.pick(Choice("sacrifice", options))``. What answers is an argument:
a script, a seed, or an enumeration of everything that can happen. What was answered is told by the story of the action.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Protocol, TypeVar

from msgspec import Struct

from battlesim.errors import ChoiceScriptError, DiceScriptError, did_you_mean

Faces = tuple[int, ...]
T = TypeVar("T", bound=Hashable)


class Roll(Struct, frozen=True):
    """A question for the dice: what for, how many, with how many sides, and for whom."""

    purpose: str
    count: int = 1
    sides: int = 6
    subject: str = ""


class Choice(Struct, frozen=True):
    """A question for a player: what for, and the options in the order in which they are offered."""

    purpose: str
    options: tuple[str, ...]
    subject: str = ""


class Dice(Protocol):
    """Answers rolls. One call is one handful; the faces come back in the order rolled."""

    def roll(self, asked: Roll) -> Faces:
        """``asked.count`` faces from 1 to ``asked.sides``."""
        ...


class Choose(Protocol):
    """Answers choices with one of the offered options."""

    def pick(self, asked: Choice) -> str:
        """One of ``asked.options``."""
        ...


class NoDice:
    """Refuses every roll: for steps in which nothing may be rolled."""

    def roll(self, asked: Roll) -> Faces:
        raise DiceScriptError(f"{_rolled(asked)}, but neither dice nor a seed are given")


class ScriptedDice:
    """Answers from a script: faces by purpose, used up in order.

    A purpose that is not in the script, too few faces, an impossible face or faces left over raise DiceScriptError.
    """

    def __init__(self, script: Mapping[str, Sequence[int]]) -> None:
        self._left = {purpose: list(faces) for purpose, faces in script.items()}
        self._asked: Counter[str] = Counter()

    def roll(self, asked: Roll) -> Faces:
        self._asked[asked.purpose] += asked.count
        if asked.purpose not in self._left:
            raise DiceScriptError(
                f"{_rolled(asked)}, but the script has dice for "
                f"{_listed(self._left)} only{did_you_mean(asked.purpose, self._left)}"
            )
        left = self._left[asked.purpose]
        if len(left) < asked.count:
            raise DiceScriptError(f"{_rolled(asked)}, but the script has only {len(left)} left")
        faces, self._left[asked.purpose] = tuple(left[: asked.count]), left[asked.count :]
        for face in faces:
            if not 1 <= face <= asked.sides:
                raise DiceScriptError(f"a D{asked.sides} for {asked.purpose!r} cannot show {face}")
        return faces

    def finish(self) -> None:
        """Raise DiceScriptError if faces are left over."""
        for purpose, left in self._left.items():
            if left:
                raise DiceScriptError(
                    f"{len(left)} of the dice for {purpose!r} were never rolled: {left} "
                    f"({self._asked[purpose]} rolled; asked for: {_listed(self._asked) or 'nothing'})"
                )


class SeededDice:
    """One generator a battle. ``child`` gives an independent one by purpose and index, reproducible on its own."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._random = random.Random(str(seed))

    def roll(self, asked: Roll) -> Faces:
        # not randint: its algorithm is not promised to stay the same
        return tuple(1 + int(self._random.random() * asked.sides) for _ in range(asked.count))

    def child(self, purpose: str, index: int) -> SeededDice:
        """A generator of its own for trial ``index`` of ``purpose``."""
        return SeededDice(f"{self.seed}:{purpose}:{index}")


class FirstChoice:
    """Takes the first option, which is why rules offer the sensible one first."""

    def pick(self, asked: Choice) -> str:
        return asked.options[0]


class ScriptedChoices:
    """Answers from a script: options by purpose, used up in order; what is not in the script gets the first option.

    An option that is not offered, or one left over, raises ChoiceScriptError.
    """

    def __init__(self, script: Mapping[str, Sequence[str]]) -> None:
        self._left = {purpose: list(options) for purpose, options in script.items()}
        self._asked: Counter[str] = Counter()

    def pick(self, asked: Choice) -> str:
        self._asked[asked.purpose] += 1
        left = self._left.get(asked.purpose)
        if left is None:
            return asked.options[0]
        if not left:
            raise ChoiceScriptError(
                f"a further choice is made for {asked.purpose!r}{_for(asked.subject)}: {asked.options}"
            )
        chosen = left.pop(0)
        if chosen not in asked.options:
            raise ChoiceScriptError(
                f"{chosen!r} is not offered for {asked.purpose!r}{_for(asked.subject)}: the options are "
                f"{_listed(asked.options)}{did_you_mean(chosen, asked.options)}"
            )
        return chosen

    def finish(self) -> None:
        """Raise ChoiceScriptError if choices are left over."""
        for purpose, left in self._left.items():
            if left:
                raise ChoiceScriptError(
                    f"the choice {left[0]!r} for {purpose!r} was never asked for (asked for: {_listed(self._asked) or 'nothing'})"
                )


class SeededChoices:
    """Picks at random, reproducibly."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(f"{seed}:choices")

    def pick(self, asked: Choice) -> str:
        return asked.options[int(self._random.random() * len(asked.options))]


class PathDice:
    """Answers along one path of a tree of outcomes, and remembers the branches not taken. See ``exact``.

    A handful branches by its multiset of faces, since no rule looks at the order within a handful: ten D6 have
    3,003 branches, not 60 million.
    """

    def __init__(self, prefix: Sequence[int] = ()) -> None:
        self.prefix = list(prefix)
        self.path: list[int] = []
        self.widths: list[int] = []
        self.weight = Fraction(1)

    def roll(self, asked: Roll) -> Faces:
        branches = _multisets(asked.count, asked.sides)
        faces, weight = branches[self._turn(len(branches))]
        self.weight *= weight
        return faces

    def pick(self, asked: Choice) -> str:
        """A choice made uniformly: pass a PathDice as ``Choose`` to average over what a player might do."""
        self.weight /= len(asked.options)
        return asked.options[self._turn(len(asked.options))]

    def _turn(self, width: int) -> int:
        taken = self.prefix[len(self.path)] if len(self.path) < len(self.prefix) else 0
        self.path.append(taken)
        self.widths.append(width)
        return taken

    def next_prefix(self) -> list[int] | None:
        """The prefix of the next path, depth first; None after the last."""
        for depth in range(len(self.path) - 1, -1, -1):
            if self.path[depth] + 1 < self.widths[depth]:
                return [*self.path[:depth], self.path[depth] + 1]
        return None


def exact(play: Callable[[PathDice], T], *, budget: int = 1_000_000) -> dict[T, Fraction]:
    """The exact distribution of what ``play`` returns, by playing every path. The chances sum to one.

    Raises DiceScriptError when more than ``budget`` paths would be needed.
    """
    chances: dict[T, Fraction] = {}
    prefix: list[int] | None = []
    for _ in range(budget):
        if prefix is None:
            return chances
        dice = PathDice(prefix)
        outcome = play(dice)
        chances[outcome] = chances.get(outcome, Fraction(0)) + dice.weight
        prefix = dice.next_prefix()
    if prefix is None:
        return chances
    raise DiceScriptError(f"more than {budget} paths: too many to enumerate")


_MULTISETS: dict[tuple[int, int], list[tuple[Faces, Fraction]]] = {}


def _multisets(count: int, sides: int) -> list[tuple[Faces, Fraction]]:
    known = _MULTISETS.get((count, sides))
    if known is None:
        total = sides**count
        known = _MULTISETS[count, sides] = [
            (faces, Fraction(factorial(count) // prod(factorial(n) for n in Counter(faces).values()), total))
            for faces in combinations_with_replacement(range(1, sides + 1), count)
        ]
    return known


def _rolled(asked: Roll) -> str:
    dice = "1 die is" if asked.count == 1 else f"{asked.count} dice are"
    return f"{dice} rolled for {asked.purpose!r}{_for(asked.subject)}"


def _for(subject: str) -> str:
    return f" of {subject}" if subject else ""


def _listed(names: Mapping[str, object] | Sequence[str]) -> str:
    return ", ".join(repr(name) for name in names)
