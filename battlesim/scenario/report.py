"""What ``battlesim run`` says of a played scenario: one object a file for programs, lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from msgspec import to_builtins

from battlesim.geometry.footprint import QUANTUM
from battlesim.model.event import Event, RollMade
from battlesim.model.ruling import Ruling
from battlesim.model.text import Language
from battlesim.scenario.happened import rulings_of
from battlesim.scenario.messages import say
from battlesim.scenario.problems import ScenarioError
from battlesim.scenario.runner import AS_WRITTEN, Played, StepResult
from battlesim.units import LengthUnit, Mm

Json = dict[str, Any]

_IN_UNITS = ("x", "y", "elevation")


def report(played: Played) -> Json:
    """The object of one file; lengths in the ruleset's unit."""
    scenario = played.scenario
    unit = scenario.game.ruleset.unit
    return {
        "file": scenario.path,
        "title": scenario.file.title.to("en"),
        "ruleset": scenario.game.name,
        "variant": scenario.variant,
        "passed": played.passed,
        "failed": played.failed,
        "steps": [_step(step, unit) for step in played.steps],
    }


def broken(path: str, error: ScenarioError) -> Json:
    """The object of a file that cannot be played."""
    problems = [
        {"line": one.line or None, "column": one.column or None, "message": one.message} for one in error.problems
    ]
    return {
        "file": path,
        "title": "",
        "ruleset": "",
        "variant": "",
        "passed": 0,
        "failed": 0,
        "steps": [],
        "error": str(error),
        "problems": problems,
    }


def lines(played: Played, language: Language = "en") -> Iterator[str]:
    """What a person reads: one line, and below it whatever failed."""
    mark = "ok  " if not played.failed else "FAIL"
    warnings = len(played.scenario.warnings)
    more = say("warnings", language, count=warnings) if warnings else ""
    hold = say("hold", language, passed=played.passed, all=played.passed + played.failed, more=more)
    yield f"{mark} {played.scenario.path}: {played.scenario.file.title.to(language)} ({hold})"
    for result in played.results:
        if not result.passed and result.reached:
            yield ""
            text = say("as-written", language) if result.text == AS_WRITTEN else result.text
            yield from ("  " + line for line in str(replace(result, text=text)).splitlines())
    if unreached := sum(not result.reached for result in played.results):
        yield ""
        yield "  " + say("not-asked", language, count=unreached)
    if played.failed:
        yield ""


def _step(result: StepResult, unit: LengthUnit) -> Json:
    step = result.step
    return {
        "index": result.index,
        "title": result.title.to("en"),
        "action": result.action,
        "rulings": [] if step is None else [ruling_json(ruling, unit) for ruling in rulings_of(step)],
        "rolls": []
        if step is None
        else [{"purpose": roll.purpose, "faces": list(roll.faces), "target": roll.target} for roll in step.rolls],
        "events": []
        if step is None
        else [event_json(one, unit) for one in step.events if not isinstance(one, RollMade)],
        "expectations": [{"text": one.text, "passed": one.passed, "detail": one.detail} for one in result.results],
    }


def ruling_json(ruling: Ruling, unit: LengthUnit) -> Json:
    """The object of one ruling; lengths in the unit."""
    return {
        "rule": ruling.rule,
        "clause": ruling.clause,
        "holds": ruling.holds,
        "measured": _number(ruling.measured, unit),
        "limit": _number(ruling.limit, unit),
        "unit": unit.symbol,
        "close_call": ruling.close_call,
        "subjects": list(ruling.subjects),
    }


def event_json(event: Event, unit: LengthUnit) -> Json:
    """The object of one event; lengths in the unit."""
    return {key: _lengths(value, unit) for key, value in to_builtins(event).items()}


def _lengths(content: Any, unit: LengthUnit) -> Any:
    """The same with the lengths of poses in the ruleset's unit."""
    if isinstance(content, dict):
        return {
            key: _number(Mm(value), unit) if key in _IN_UNITS else _lengths(value, unit)
            for key, value in content.items()
        }
    return [_lengths(value, unit) for value in content] if isinstance(content, list | tuple) else content


def _number(length: Mm | None, unit: LengthUnit) -> float | None:
    return None if length is None else round(unit.number(length), QUANTUM) + 0.0
