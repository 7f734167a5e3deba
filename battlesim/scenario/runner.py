"""Playing a scenario: every step through the engine, every expectation held against it, and the replay of it all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from battlesim import __version__
from battlesim.dice import Choose, Dice, NoDice, ScriptedChoices, ScriptedDice, SeededDice
from battlesim.engine.engine import Battle, take
from battlesim.errors import BattlesimError, ChoiceScriptError, DiceScriptError
from battlesim.model.event import Destroyed, WoundsLost, WoundsRegained
from battlesim.model.scene import Scene
from battlesim.model.text import Language, Text
from battlesim.model.wording import Wording
from battlesim.replay.timeline import Header, Step, Timeline, digest
from battlesim.scenario.checks import Check, checks, unexpected
from battlesim.scenario.document import Loc
from battlesim.scenario.games import AnyRuleset
from battlesim.scenario.happened import Happened, rulings_of
from battlesim.scenario.loader import Scenario, load
from battlesim.scenario.messages import MESSAGES, say
from battlesim.scenario.problems import ScenarioError
from battlesim.scenario.steps import Context, StepModel

AS_WRITTEN = MESSAGES["as-written"].en
"""The text of the result that every step has: no dice or choices left over, and no refusal that nobody expected."""


@dataclass(frozen=True, slots=True)
class Result:
    """One expectation and whether it holds; ``detail`` says what is there instead, and is empty where it does.

    ``misfit`` is for what does not fit the moment: dice, choices, or a step that cannot be built; then the file is not
    valid. ``reached`` is false after such a step.
    """

    path: str
    line: int
    column: int
    text: str
    passed: bool
    detail: str = ""
    misfit: bool = False
    reached: bool = True

    def __str__(self) -> str:
        head = f"{self.path}:{self.line}:{self.column}: {self.text}"
        return head if self.passed else f"{head}\n{self.detail}"


@dataclass(frozen=True, slots=True)
class StepResult:
    """What came of a step of the file. ``step`` and the scene after it are None where the battle did not get that far."""

    index: int
    action: str
    title: Text
    step: Step | None
    results: tuple[Result, ...]
    after: Scene | None = None


@dataclass(frozen=True)
class Played:
    """A scenario that was played, as far as it went, and a result for every expectation."""

    scenario: Scenario
    seed: int | str | None
    steps: tuple[StepResult, ...]

    @cached_property
    def timeline(self) -> Timeline:
        """The replay; a battle that is only tested needs none."""
        steps = tuple(
            result.step.recorded(result.after)
            for result in self.steps
            if result.step is not None and result.after is not None
        )
        return Timeline(_header(self.scenario, self.seed, steps), steps)

    @property
    def results(self) -> Iterator[Result]:
        """All results, in order."""
        return (result for step in self.steps for result in step.results)

    @property
    def passed(self) -> int:
        """How many expectations hold."""
        return sum(result.passed for result in self.results)

    @property
    def failed(self) -> int:
        """How many do not."""
        return sum(not result.passed for result in self.results)

    @property
    def misfit(self) -> bool:
        """Whether dice or choices were written that nothing asked for, or too few of them."""
        return any(result.misfit for result in self.results)


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that playing will answer: the step, where it stands in the file, and what it says."""

    step: int
    line: int
    text: str


def asked(scenario: Scenario) -> tuple[Asked, ...]:
    """What playing the scenario will have results for, in the same order, without playing it."""
    return tuple(
        Asked(i, scenario.document.place(check.loc)[0], check.text)
        for i, step in enumerate(scenario.steps)
        for check in _checks(step, i)
    )


def play(
    scenario: Scenario | Path | str,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | str | None = None,
    strict: bool = True,
    language: Language = "en",
) -> Played:
    """Play a scenario from a file, or one already loaded. ``seed`` and ``options`` go before the file's own.

    ``language`` is that of the results' details. What a step does other than written is a failed result of that step. Raises ScenarioError where the file cannot be
    read, or where a step asks for what cannot be built at that moment; not ``strict``, the battle stops there instead.
    """
    if not isinstance(scenario, Scenario):
        scenario = load(scenario, variant=variant, options=options)
    return _Playing(scenario, scenario.file.seed if seed is None else seed, strict, language).played()


class _Playing:
    """One battle under way."""

    def __init__(self, scenario: Scenario, seed: int | str | None, strict: bool, language: Language) -> None:
        self.scenario = scenario
        self.strict = strict
        self.seed = seed
        self.seeded = None if seed is None else SeededDice(seed)
        self.ruleset = scenario.game.ruleset
        self.wording = wording_of(self.ruleset, language)

    def played(self) -> Played:
        battle: Battle[Any, Any] = Battle(self.scenario.start, self.scenario.sheets, self.scenario.options)
        results: list[StepResult] = []
        stopped = 0
        for i, model in enumerate(self.scenario.steps):
            if stopped:
                results.append(self._not_reached(i, model, stopped))
                continue
            before = battle.scene
            dice, choose = self._dice(model), ScriptedChoices(model.choices)
            try:
                action = model.action(self._context(battle, i))
                battle, step = take(self.ruleset, battle, action, dice, choose, index=i, title=model.title)
            except (DiceScriptError, ChoiceScriptError) as error:
                stopped = i + 1
                results.append(self._stopped(i, model, error))
                continue
            except BattlesimError as error:
                if not self.strict:
                    stopped = i + 1
                    results.append(self._stopped(i, model, error))
                    continue
                if isinstance(error, ScenarioError):
                    raise
                raise ScenarioError([self.scenario.document.problem(("steps", i), str(error))]) from error
            happened = Happened(before, battle.scene, step, f"{self.ruleset.name}.", self.wording)
            results.append(self._results(i, model, happened, dice, choose))
        return Played(self.scenario, self.seed, tuple(results))

    def _dice(self, model: StepModel) -> Dice:
        if model.dice is not None:
            return ScriptedDice(model.dice)
        return NoDice() if self.seeded is None else self.seeded

    def _context(self, battle: Battle[Any, Any], i: int) -> Context:
        return Context(battle.scene, battle.sheets, battle.options, self.ruleset.unit, partial(self._failing, i))

    def _failing(self, i: int, key: str, message: str) -> ScenarioError:
        loc: Loc = ("steps", i, *(key.split("/") if key else ()))
        return ScenarioError([self.scenario.document.problem(loc, message)])

    def _results(self, i: int, model: StepModel, happened: Happened, dice: Dice, choose: Choose) -> StepResult:
        results = []
        for check in _checks(model, i):
            detail = check.ask(happened)
            left = _left_over(dice, choose) if check.text == AS_WRITTEN else {}
            if left and not detail:
                results.append(self._misfit(check, i, *next(iter(left.items()))))
            else:
                results.append(self._result(check, "\n".join(filter(None, (detail, *left.values())))))
        return StepResult(i, model.KEY, model.title, happened.step, tuple(results), happened.after)

    def _stopped(self, i: int, model: StepModel, error: BattlesimError) -> StepResult:
        """The step does not fit the moment, or its script what was asked of it; nothing of the step is kept."""
        if isinstance(error, ScenarioError):
            return self._not_built(i, model, error)
        key = {DiceScriptError: "dice", ChoiceScriptError: "choices"}.get(type(error), "")
        results = [
            self._misfit(check, i, key, str(error))
            if check.text == AS_WRITTEN
            else self._result(check, say("cut-short", self.wording.language, why=error))
            for check in _checks(model, i)
        ]
        return StepResult(i, model.KEY, model.title, None, tuple(results))

    def _misfit(self, check: Check, i: int, key: str, message: str) -> Result:
        line, column = self.scenario.document.place(("steps", i, key))
        return Result(self.scenario.path, line, column, check.text, False, message, misfit=True)

    def _not_built(self, i: int, model: StepModel, error: ScenarioError) -> StepResult:
        problem = error.problems[0]
        place = (problem.path, problem.line, problem.column)
        results = [
            Result(*place, check.text, False, problem.message, misfit=True)
            if check.text == AS_WRITTEN
            else replace(self._result(check, problem.message), reached=False)
            for check in _checks(model, i)
        ]
        return StepResult(i, model.KEY, model.title, None, tuple(results))

    def _not_reached(self, i: int, model: StepModel, stopped: int) -> StepResult:
        detail = say("not-reached", self.wording.language, step=stopped)
        results = [replace(self._result(check, detail), reached=False) for check in _checks(model, i)]
        return StepResult(i, model.KEY, model.title, None, tuple(results))

    def _result(self, check: Check, detail: str) -> Result:
        line, column = self.scenario.document.place(check.loc)
        return Result(self.scenario.path, line, column, check.text, not detail, detail)


def wording_of(ruleset: AnyRuleset, language: Language = "en") -> Wording:
    """The words in which a ruleset is spoken of."""
    return Wording(language, ruleset.unit, ruleset.glossary, ruleset.words)


def folds(played: Played) -> str:
    """The empty text where folding the replay gives the digests of the engine's scenes, else what differs."""
    scenes = played.timeline.scenes
    for step, scene in zip(played.timeline.steps, scenes[1:], strict=True):
        if digest(scene) != step.digest:
            return f"step {step.index + 1} folds to another scene than the engine had"
    return ""


def _header(scenario: Scenario, seed: int | str | None, steps: Iterable[Step]) -> Header:
    """What the replay says before its first step."""
    ruleset = scenario.game.ruleset
    shown = scenario.game.shown(scenario.start, scenario.sheets)
    spoke = _rules_of(steps)
    return Header(
        scenario.file.title,
        ruleset.name,
        ruleset.version,
        scenario.variant,
        ruleset.unit.symbol,
        scenario.start,
        "" if seed is None else str(seed),
        Path(scenario.path).as_posix(),
        {key: str(value) for key, value in scenario.given.items()},
        {id: ruleset.card(sheet, id) for id, sheet in shown.items()},
        {id: name for id, name in ruleset.glossary.items() if id in spoke},
        dict(ruleset.words),
        ruleset.coherency,
        ruleset.quiet,
        dict(ruleset.signs),
        program=f"battlesim {__version__}",
    )


def _checks(step: StepModel, i: int) -> Iterator[Check]:
    """The checks of a step: what its file expects, then that it runs as written."""
    entries = step.expect
    for j, entry in enumerate(entries):
        yield from checks(entry, ("steps", i, "expect", j))
    yield Check(("steps", i), AS_WRITTEN, partial(_as_written, entries))


def _as_written(entries: Any, happened: Happened) -> str:
    return unexpected(happened, entries)


def _left_over(dice: Dice, choose: Choose) -> dict[str, str]:
    """What the script of a step has left, in words, by the key of the step."""
    left = {}
    for key, script in (("dice", dice), ("choices", choose)):
        try:
            if isinstance(script, ScriptedDice | ScriptedChoices):
                script.finish()
        except (DiceScriptError, ChoiceScriptError) as error:
            left[key] = str(error)
    return left


def _rules_of(steps: Iterable[Step]) -> frozenset[str]:
    """The rules that speak in the steps: in rulings, in what they rest on, in sums and as causes of events."""
    found: set[str] = set()
    for step in steps:
        found.update(ruling.rule for ruling in rulings_of(step))
        found.update(modifier.rule for roll in step.rolls for ledger in roll.ledgers for modifier in ledger.modifiers)
        found.update(event.rule for event in step.events if isinstance(event, WoundsLost | WoundsRegained | Destroyed))
    return frozenset(found)
