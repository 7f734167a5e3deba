"""What there is to say of a rule: its limits and its demos, read from the rulings that playing them gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

from battlesim.geometry.footprint import QUANTUM
from battlesim.model.catalogue import RuleEntry
from battlesim.model.event import RollMade
from battlesim.model.ruling import Comparison, Count, Ruling
from battlesim.model.text import Text
from battlesim.replay.timeline import Timeline
from battlesim.scenario.demos import as_json
from battlesim.scenario.expectations import Expectation
from battlesim.scenario.happened import rulings_of
from battlesim.scenario.problems import ScenarioError
from battlesim.scenario.runner import Played, play
from battlesim.units import LengthUnit, Mm

Case = Literal["clear", "limit", "near", "against", "other"]
CASES: Final[tuple[Case, ...]] = get_args(Case)
"""Clearly so, exactly at the limit, failing by a unit or less, failing by more (or without a length), and the rest."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What a clause asks of a length: the comparison, and every limit that the demos hold lengths against.

    ``rule`` is the rule itself, or the one that measures for it (half range, say).
    """

    rule: str
    clause: str
    comparison: Comparison
    limits: tuple[Mm, ...]


@dataclass(frozen=True, slots=True)
class Demo:
    """A scenario that shows the rule. ``ruling`` is the one that it is about, and ``roll`` the dice where it is about those.

    ``legal`` says whether the step of that ruling was carried out; None where no ruling was found. ``silent`` is for a
    demo of where the rule does not speak. ``own`` is whether the scenario lies in the rule's own folder.
    """

    path: Path
    title: Text
    case: Case
    ruling: Ruling | None
    roll: RollMade | None
    legal: bool | None
    silent: bool
    own: bool
    timeline: Timeline

    @property
    def margin(self) -> Mm | None:
        """How far the measured length is from the limit; positive where the comparison holds."""
        return None if self.ruling is None else margin(self.ruling)

    @property
    def count(self) -> Count | None:
        """What was counted, where the ruling is about that."""
        pieces = () if self.ruling is None else self.ruling.evidence
        return next((piece for piece in pieces if isinstance(piece, Count)), None)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A rule with its limits and demos, those first that show it best. ``broken`` are demos that cannot be played."""

    entry: RuleEntry
    unit: LengthUnit
    limits: tuple[Limit, ...]
    demos: tuple[Demo, ...]
    broken: tuple[Path, ...] = ()


def explain(entry: RuleEntry, files: Sequence[Path], unit: LengthUnit) -> Explanation:
    """Play the demos of a rule and read from their rulings what it asks for."""
    demos: list[Demo] = []
    limits: dict[tuple[str, str, Comparison], dict[Mm, None]] = {}
    broken = []
    for path in files:
        try:
            played = play(path)
        except ScenarioError:
            broken.append(path)
            continue
        demos.append(_demo(entry, path, played, unit))
        for ruling in _of_rule(entry, played, demos[-1]):
            if ruling.comparison is not None and ruling.limit is not None and ruling.measured is not None:
                key = ruling.rule, ruling.clause, ruling.comparison
                limits.setdefault(key, {})[Mm(round(ruling.limit, QUANTUM))] = None
    clauses = [clause for clause, _ in entry.clauses]
    order = sorted(limits, key=lambda key: clauses.index(key[1]) if key[1] in clauses else len(clauses))
    found = tuple(Limit(*key, tuple(sorted(limits[key]))) for key in order)
    return Explanation(entry, unit, found, in_order(demos), tuple(broken))


def in_order(demos: Sequence[Demo]) -> tuple[Demo, ...]:
    """The clear cases, the exact limits, the near misses, the rest: of each its own folder's first, then the nearest."""

    def place(demo: Demo) -> tuple[bool, int, float, str]:
        far = abs(demo.margin) if demo.margin is not None else float("inf")
        return not demo.own, CASES.index(demo.case), round(far, 3), demo.path.name

    return tuple(sorted(demos, key=place))


def margin(ruling: Ruling) -> Mm | None:
    """How far the measured length is from the limit; positive where the comparison holds, None where there is neither."""
    if ruling.limit is None or ruling.measured is None or ruling.comparison is None:
        return None
    over = ruling.measured - ruling.limit
    return Mm(over if ruling.comparison == "beyond" else -over)


def explained_json(explanation: Explanation, paths: Mapping[Path, str]) -> dict[str, Any]:
    """The object of one rule: that of ``rules --json``, its clauses and limits, and its demos in order."""
    entry, unit = explanation.entry, explanation.unit

    def number(length: Mm | None) -> float | None:
        return None if length is None else round(unit.number(length), QUANTUM) + 0.0

    return {
        **as_json(entry, [paths[demo.path] for demo in explanation.demos]),
        "unit": unit.symbol,
        "clauses": [{"id": clause, "names": asdict(names)} for clause, names in entry.clauses],
        "limits": [
            {
                "rule": one.rule,
                "clause": one.clause,
                "comparison": one.comparison,
                "limits": [number(limit) for limit in one.limits],
            }
            for one in explanation.limits
        ],
        "demos": [
            {
                "file": paths[demo.path],
                "title": asdict(demo.title),
                "case": demo.case,
                "legal": demo.legal,
                "silent": demo.silent,
                "rule": demo.ruling.rule if demo.ruling else None,
                "clause": demo.ruling.clause if demo.ruling else None,
                "holds": demo.ruling.holds if demo.ruling else None,
                "measured": number(demo.ruling.measured) if demo.ruling else None,
                "limit": number(demo.ruling.limit) if demo.ruling else None,
                "comparison": demo.ruling.comparison if demo.ruling else None,
            }
            for demo in explanation.demos
        ],
        "broken": [paths[path] for path in explanation.broken],
        "watch": f"battlesim play {entry.id}",
    }


def _demo(entry: RuleEntry, path: Path, played: Played, unit: LengthUnit) -> Demo:
    about = _about(entry, played)
    ruling, legal = about if about is not None else (None, None)
    silent = (ruling is None or ruling.rule != entry.id) and _kept_silent(entry, played)
    if silent:
        ruling, legal = None, None
    roll = _roll(played) if ruling is None else None
    own = path.parent.name == entry.slug
    title = played.scenario.file.title
    case = "against" if silent else _case(ruling, unit)
    return Demo(path, title, case, ruling, roll, legal, silent, own, played.timeline)


def _kept_silent(entry: RuleEntry, played: Played) -> bool:
    """Whether the file expects that the rule does not speak."""
    rule = entry.slug
    expected = (one for model in played.scenario.steps for one in model.expect)
    return any(mention.rule == rule for one in expected for mention in one.no_ruling or ())


def _case(ruling: Ruling | None, unit: LengthUnit) -> Case:
    if ruling is None:
        return "other"
    apart = margin(ruling)
    if ruling.close_call and ruling.comparison is not None:
        return "limit"
    if ruling.holds:
        return "clear"
    return "near" if apart is not None and abs(apart) <= float(unit.mm) else "against"


def _of_rule(entry: RuleEntry, played: Played, demo: Demo) -> Iterator[Ruling]:
    """The rulings of the rule in a demo; where it has none of its own, the one that the demo is about."""
    found = [
        ruling
        for step in played.timeline.steps
        for ruling in rulings_of(step)
        if ruling.rule == entry.id and ruling.measured is not None
    ]
    own = demo.ruling if demo.own else None
    yield from found or ([own] if own is not None else [])


def _about(entry: RuleEntry, played: Played) -> tuple[Ruling, bool] | None:
    """The ruling that a demo is about, and whether its step was carried out; of several the one nearest to its limit."""
    best: tuple[tuple[int, float], Ruling, bool] | None = None
    prefix = f"{entry.ruleset}."
    names_any = any(one.ruling or one.illegal for model in played.scenario.steps for one in model.expect)
    for result, model in zip(played.steps, played.scenario.steps, strict=True):
        if result.step is None:
            continue
        rulings = [(ruling, _mentioned(ruling, model.expect, prefix)) for ruling in rulings_of(result.step)]
        names_own = any(named and ruling.rule == entry.id for ruling, named in rulings)
        for ruling, named in rulings:
            own, apart = ruling.rule == entry.id, margin(ruling)
            if not (own or named):
                continue
            rank = _rank(own, named, apart is not None, names_own=names_own, names_any=names_any)
            key = rank, float("inf") if apart is None else round(abs(apart), 3)
            if best is None or key < best[0]:
                best = key, ruling, result.step.legal
    return None if best is None else best[1:]


def _rank(own: bool, named: bool, measures: bool, *, names_own: bool, names_any: bool) -> int:
    """How likely a demo is about a ruling, 0 the likeliest: one of the rule that the file names and that measures; one
    that measures for the rule where the file names none of its own; one of the rule; whatever the file names."""
    if own and named:
        return 0 if measures else 2
    if named and measures and not names_own:
        return 1
    if own:
        return 3 if measures and not names_any else 4
    return 5


def _mentioned(ruling: Ruling, expected: Sequence[Expectation], prefix: str) -> bool:
    return any(
        ruling.rule == prefix + mention.rule and mention.clause in ("", ruling.clause)
        for one in expected
        for mention in (*(one.illegal or ()), *((one.ruling,) if one.ruling else ()))
    )


def _roll(played: Played) -> RollMade | None:
    """The first roll that a demo expects something of."""
    for result, model in zip(played.steps, played.scenario.steps, strict=True):
        purposes = [purpose for one in model.expect for purpose in one.rolled]
        for roll in result.step.rolls if result.step else ():
            if roll.purpose in purposes:
                return roll
    return None
