"""A step that was played, and the words in which messages tell of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from battlesim.model.ruling import Ruling
from battlesim.model.scene import Mark, Model, Scene
from battlesim.model.sentences import COMPARED
from battlesim.model.text import Language
from battlesim.model.wording import Wording
from battlesim.replay.timeline import Step
from battlesim.scenario.expectations import Expectation, LedgerExpectation, RollExpectation
from battlesim.scenario.messages import label, say


@dataclass(frozen=True)
class Happened:
    """A step that was played: the scenes before and after it, and what a message needs. ``prefix`` is the ruleset's,
    which rule ids carry and files leave out."""

    before: Scene
    after: Scene
    step: Step
    prefix: str
    wording: Wording

    def say(self, key: str, **parts: object) -> str:
        """A sentence of ``messages`` in the language of the wording."""
        return say(key, self.wording.language, **parts)

    def listed(self, names: Iterable[str]) -> str:
        """The names one after another."""
        return self.wording.listed(names)

    @property
    def rulings(self) -> Iterator[tuple[Ruling, bool]]:
        """Every ruling of the step, and whether it refused the action or is why another did."""
        refused = not self.step.legal
        for ruling in self.step.rulings:
            for deeper in ruling.walk():
                yield deeper, refused and not ruling.holds and not deeper.holds
        yield from ((deeper, False) for ruling in self.step.rulings_of_rolls for deeper in ruling.walk())


def rulings_of(step: Step) -> Iterator[Ruling]:
    """Every ruling of a step: its own, those they rest on, and those that the sums of its rolls rest on."""
    for ruling in (*step.rulings, *step.rulings_of_rolls):
        yield from ruling.walk()


def told(ruling: Ruling, happened: Happened, *, refused: bool = False) -> str:
    """A ruling in full: the sentence, the value, both end points, the limit and the source."""
    wording, measured = happened.wording, ruling.measurement
    told: list[tuple[str, str]] = []
    if measured is not None:
        value = wording.length(measured.value, beside=ruling.limit)
        told.append(("measured", f"{value} {wording.millimetres(measured.value)}"))
        for word, end, spot in (("from", measured.ends[0], measured.a), ("to", measured.ends[1], measured.b)):
            where = f"{wording.spot(spot)} {wording.unit.symbol}"
            told.append((word, happened.say("end", end=end or "?", spot=where)))
    if ruling.limit is not None:
        compared = COMPARED[ruling.comparison].to(wording.language) if ruling.comparison else "{limit}"
        close = happened.say("close") if ruling.close_call else ""
        limit = compared.format(limit=wording.length(ruling.limit))
        told.append(("limit", f"{limit} {wording.millimetres(ruling.limit)}{close}"))
    if ruling.source:
        told.append(("source", ruling.source))
    sentence = wording.ruling(ruling, refused=refused and not ruling.holds)
    return "\n".join([f"  {sentence}", *(f"    {label(word, wording.language)}{text}" for word, text in told)])


def all_rulings(happened: Happened) -> list[str]:
    """The first rulings of a step in full, for a message about one that is missing."""
    return [told(ruling, happened) for ruling, _ in list(happened.rulings)[:6]] or [f"  {happened.say('none')}"]


def place_of(model: Model, language: Language = "en") -> str:
    """Where a model is, in words."""
    return say(model.place, language, carrier=model.carrier)


def said_of(expected: RollExpectation | LedgerExpectation) -> str:
    """What an expectation of a roll or of a sum says."""
    parts = []
    for name in type(expected).model_fields:
        value = getattr(expected, name, None)
        if value is not None:
            parts.append(f"{name} {list(value) if isinstance(value, tuple) else value}")
    return ", ".join(parts) or "any"


def about_ruling(expected: Expectation) -> str:
    """What an expectation says of a ruling beside its name."""
    parts = []
    if expected.holds is not None:
        parts.append("holds" if expected.holds else "does not hold")
    parts += [f"measured {expected.measured.written}"] if expected.measured is not None else []
    parts += [f"limit {expected.limit.written}"] if expected.limit is not None else []
    parts += [f"count {expected.count}"] if expected.count is not None else []
    parts += ["a close call" if expected.close_call else "no close call"] if expected.close_call is not None else []
    parts += [f"between {' and '.join(expected.between)}"] if expected.between is not None else []
    return "".join(f", {part}" for part in parts)


def yes(value: bool) -> str:
    """A bool as a file has it."""
    return "true" if value else "false"


def mark_text(value: Mark) -> str:
    """The value of a mark as a file has it."""
    return "none" if value is None else yes(value) if isinstance(value, bool) else str(value)
