"""One scenario played in two ways, with the same dice: where the two part, and everything that then differs.

What is compared are the steps' rulings, rolls (what was needed, and what fell), and events, and the last scenes. Where
the dice or choices that the file writes down do not fit what one of the two asks for, that is where they part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from battlesim.errors import BattlesimError
from battlesim.geometry.footprint import QUANTUM
from battlesim.model.event import Event, Refused, RollMade
from battlesim.model.ruling import Count, Ruling
from battlesim.model.scene import Model, Scene
from battlesim.model.text import Language
from battlesim.replay.timeline import Step
from battlesim.scenario.happened import mark_text, place_of, rulings_of
from battlesim.scenario.runner import AS_WRITTEN, Played, StepResult, play
from battlesim.units import LengthUnit

Kind = Literal["script", "verdict", "ruling", "roll", "event"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Way:
    """One way to play: a variant of the ruleset (None: the file's own) and options that go before the file's."""

    variant: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What it is called: the variant, then the options."""
        told = [f"{key}={mark_text(value)}" for key, value in self.options.items()]
        return " ".join(filter(None, (self.variant or "", *told)))


@dataclass(frozen=True, slots=True)
class Pair(Generic[T]):
    """The same thing in both ways; None where one of them has it not."""

    first: T | None
    second: T | None


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs in a step: of the kind ``ruling`` a pair of rulings, and so on; of ``script`` and ``verdict``, texts."""

    step: int
    kind: Kind
    pair: Pair[Ruling] | Pair[RollMade] | Pair[Event] | Pair[str]


@dataclass(frozen=True, slots=True)
class Left:
    """What differs at the end: of a model, unit or side, what it is or has in each of the ways."""

    subject: str
    what: str
    first: str
    second: str


@dataclass(frozen=True)
class Comparison:
    """A scenario played in two ways. ``reached`` is how many steps both could play."""

    ways: tuple[Way, Way]
    played: tuple[Played, Played]
    differences: tuple[Difference, ...]
    left: tuple[Left, ...]
    reached: int

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.differences and not self.left

    @property
    def parts_at(self) -> int | None:
        """The index of the first step that differs."""
        return self.differences[0].step if self.differences else None


class NothingToCompare(BattlesimError):
    """The file cannot be played to its end in either way."""


def compare(path: Path, first: Way, second: Way, *, language: Language = "en") -> Comparison:
    """Play the scenario in both ways. Raises ScenarioError where it cannot be read, or is stopped in both alike.

    ``language`` is that of the words for where models are at the end.
    """
    ways = first, second
    one, two = (play(path, variant=way.variant, options=way.options, strict=False) for way in ways)
    differences: list[Difference] = []
    reached = 0
    for a, b in zip(one.steps, two.steps, strict=True):
        if a.step is None or b.step is None:
            if a.step is b.step and _script(a) == _script(b):
                raise NothingToCompare(f"{path}: step {a.index + 1} cannot be played in either way: {_script(a)}")
            differences.append(Difference(a.index, "script", Pair(_script(a), _script(b))))
            break
        reached += 1
        differences += _of_step(a, b)
    ends = one.timeline.scenes[reached], two.timeline.scenes[reached]
    return Comparison(
        (first, second),
        (one, two),
        tuple(differences),
        tuple(_left(*ends, one.scenario.game.ruleset.unit, language)),
        reached,
    )


def _script(result: StepResult) -> str | None:
    """What the file's dice and choices have that the step does not ask for, or the other way round."""
    return next((one.detail for one in result.results if one.text == AS_WRITTEN and one.misfit), None)


def _of_step(a: StepResult, b: StepResult) -> Iterator[Difference]:
    assert a.step is not None
    assert b.step is not None
    if a.step.legal != b.step.legal:
        yield Difference(a.index, "verdict", Pair(*("legal" if one.legal else "refused" for one in (a.step, b.step))))
    if _script(a) != _script(b):
        yield Difference(a.index, "script", Pair(_script(a), _script(b)))
    for rulings in _side_by_side(list(_paired(_rulings(a.step), _rulings(b.step), _about, _decided))):
        yield Difference(a.index, "ruling", rulings)
    for rolls in _paired(a.step.rolls, b.step.rolls, lambda roll: (roll.purpose, roll.subject, roll.against), _rolled):
        yield Difference(a.index, "roll", rolls)
    for events in _unlike(_events(a.step), _events(b.step)):
        yield Difference(a.index, "event", events)


def _rulings(step: Step) -> list[Ruling]:
    """The rulings of a step, each once: the same one may stand behind several rolls."""
    return list({(_about(ruling), _decided(ruling)): ruling for ruling in rulings_of(step)}.values())


def _events(step: Step) -> list[Event]:
    """The events without the rolls, which are compared by themselves, and without the refusal, which is the verdict."""
    return [event for event in step.events if not isinstance(event, RollMade | Refused)]


def _about(ruling: Ruling) -> Hashable:
    return ruling.rule, ruling.clause, _whom(ruling)


def _whom(ruling: Ruling) -> tuple[str, ...]:
    return ruling.subjects or (ruling.measurement.ends if ruling.measurement is not None else ())


def _side_by_side(pairs: list[Pair[Ruling]]) -> Iterator[Pair[Ruling]]:
    """The pairs; where one way speaks by one clause of a rule and the other by another of the same models, together."""
    lone = [pair.second for pair in pairs if pair.first is None and pair.second is not None]
    for pair in pairs:
        one = pair.first
        if one is not None and pair.second is None:
            other = next((two for two in lone if (two.rule, _whom(two)) == (one.rule, _whom(one))), None)
            if other is not None:
                lone.remove(other)
            yield Pair(one, other)
        elif one is not None:
            yield pair
    yield from (Pair(None, two) for two in lone)


def _decided(ruling: Ruling) -> Hashable:
    numbers = [None if one is None else round(one, QUANTUM) for one in (ruling.measured, ruling.limit)]
    counts = [(piece.what, piece.value, piece.limit) for piece in ruling.evidence if isinstance(piece, Count)]
    return ruling.holds, ruling.comparison, *numbers, *counts


def _rolled(roll: RollMade) -> Hashable:
    return roll.target, roll.faces, roll.successes, *((one.stat, one.result) for one in roll.ledgers)


def _paired(
    first: Iterable[T], second: Iterable[T], about: Callable[[T], Hashable], decided: Callable[[T], Hashable]
) -> Iterator[Pair[T]]:
    """Pairs that are about the same and differ in what they say; what only one side has is paired with None."""
    mine, yours = _grouped(first, about), _grouped(second, about)
    for key in dict.fromkeys((*mine, *yours)):
        a, b = mine.get(key, []), yours.get(key, [])
        # what is said alike on both sides is set aside first, so that one more or less does not shift the rest
        said = Counter(map(decided, a)) & Counter(map(decided, b))
        rest = [_without(said, some, decided) for some in (a, b)]
        yield from (Pair(x, y) for x, y in zip_longest(*rest))


def _grouped(some: Iterable[T], about: Callable[[T], Hashable]) -> dict[Hashable, list[T]]:
    groups: dict[Hashable, list[T]] = {}
    for one in some:
        groups.setdefault(about(one), []).append(one)
    return groups


def _without(said: Counter[Hashable], some: Sequence[T], decided: Callable[[T], Hashable]) -> list[T]:
    left = Counter(said)
    kept = []
    for one in some:
        if left[decided(one)]:
            left[decided(one)] -= 1
        else:
            kept.append(one)
    return kept


def _unlike(first: Sequence[Event], second: Sequence[Event]) -> Iterator[Pair[Event]]:
    """What happened in one way and not in the other, in order; of what happened otherwise, side by side."""
    a, b = ([repr(event) for event in events] for events in (first, second))
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from (Pair(x, y) for x, y in zip_longest(first[i1:i2], second[j1:j2]))


def _left(one: Scene, two: Scene, unit: LengthUnit, language: Language) -> Iterator[Left]:
    """What differs between two last scenes."""
    if one.clock != two.clock:
        yield Left("", "clock", *(f"{at.round} {at.side} {at.phase}" for at in (one.clock, two.clock)))
    for id in dict.fromkeys((*one.models, *two.models)):
        yield from _differing(
            id, *(_of_model(scene.models[id], unit, language) if id in scene.models else {} for scene in (one, two))
        )
    for kept in ("units", "sides"):
        a, b = getattr(one, kept), getattr(two, kept)
        for id in dict.fromkeys((*a, *b)):
            yield from _differing(id, *(_marks(some[id].marks) if id in some else {} for some in (a, b)))


def _of_model(model: Model, unit: LengthUnit, language: Language) -> dict[str, str]:
    told = {"place": place_of(model, language), "wounds": str(model.wounds)}
    if model.pose is not None and model.on_table:
        x, y = (unit.number(length) for length in (model.pose.x, model.pose.y))
        told["at"] = f"[{x:.4f}, {y:.4f}, {model.pose.facing:g}]"
    # where nothing is left, marks and wounds say nothing more
    return {"place": told["place"]} if model.place == "destroyed" else told | _marks(model.marks)


def _marks(marks: Mapping[str, Any]) -> dict[str, str]:
    return {key: mark_text(value) for key, value in marks.items()}


def _differing(id: str, a: Mapping[str, str], b: Mapping[str, str]) -> Iterator[Left]:
    if a.get("place") != b.get("place"):
        # where it is says it all
        yield Left(id, "place", a.get("place", ""), b.get("place", ""))
        return
    for what in dict.fromkeys((*a, *b)):
        if a.get(what) != b.get(what):
            yield Left(id, what, a.get(what, ""), b.get(what, ""))
