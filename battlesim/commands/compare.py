"""``battlesim compare``: one scenario under two variants, or with two values of an option, and where they part."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from battlesim.commands.arguments import FAILS, HOLDS, INVALID, AsJson, Files, Language, Tongue, scenario_paths
from battlesim.errors import BattlesimError

if TYPE_CHECKING:
    # for names in signatures: importing them takes longer than all of --help may
    from rich.console import RenderableType

    from battlesim.model.text import Language as Spoken
    from battlesim.model.wording import Wording
    from battlesim.scenario.compare import Comparison, Difference, Way

Variants = Annotated[
    tuple[str, str] | None, typer.Option(help="The two variants of the ruleset.", metavar="A B", show_default=False)
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", help="An option as name=value; given twice, its two values.", show_default=False),
]


class NothingAsked(BattlesimError):
    """It was not said which two ways to compare."""


def compare(
    files: Files,
    variants: Variants = None,
    option: Options = None,
    as_json: AsJson = False,
    language: Language = Tongue.en,
) -> None:
    """Play scenarios under two variants, and show where they part.

    Both are played with the same dice. The first step in which rulings, rolls or events differ is shown, and everything
    that differs after it, to the last scene. Instead of two variants, two values of an option can be compared.

    Ends with 0 when both come out the same, 1 when they part, 2 when a file is not valid in either way.
    """
    from battlesim.scenario.compare import NothingToCompare
    from battlesim.scenario.compare import compare as compared
    from battlesim.scenario.problems import ScenarioError

    first, second = ways(variants, option or [])
    end, told = HOLDS, []
    for path in scenario_paths(files):
        try:
            comparison = compared(path, first, second, language="en" if as_json else language.value)
        except (ScenarioError, NothingToCompare) as error:
            end = INVALID
            told.append({"file": str(path), "same": None, "error": str(error)})
            if not as_json:
                typer.echo(str(error), err=True)
            continue
        end = max(end, HOLDS if comparison.same else FAILS)
        if as_json:
            told.append(comparison_json(comparison))
        else:
            from rich.console import Console

            from battlesim.commands.tables import printed

            console = Console()
            printed(console, comparison_text(comparison, language.value, console.width))
    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False, indent=1))
    raise typer.Exit(end)


def ways(variants: tuple[str, str] | None, options: list[str]) -> tuple[Way, Way]:
    """The two ways that the arguments ask for; raises NothingAsked where they do not make two."""
    from battlesim.scenario.compare import Way
    from battlesim.scenario.document import plain_scalar

    given: dict[str, list[Any]] = {}
    for one in options:
        name, equals, value = one.partition("=")
        if not equals or not name.strip():
            raise NothingAsked(f"expected an option such as measure=centre, not {one!r}")
        try:
            given.setdefault(name.strip().replace("_", "-"), []).append(plain_scalar(value.strip()))
        except ValueError as error:
            raise NothingAsked(f"{one!r}: {error}") from None
    for name, values in given.items():
        if len(values) > 2 or (len(values) == 1 and not variants):
            raise NothingAsked(f"give the option {name!r} twice, with the two values to compare: --option {name}=...")
    if variants is None and not given:
        raise NothingAsked(
            "say what to compare: --variants glossary core, or --option measure=edge --option measure=centre"
        )
    a, b = variants or (None, None)
    first, second = ({name: values[i % len(values)] for name, values in given.items()} for i in (0, 1))
    return Way(a, first), Way(b, second)


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """The object of one file."""
    from dataclasses import asdict

    scenario = comparison.played[0].scenario
    at = comparison.parts_at
    steps = comparison.played[0].steps
    return {
        "file": scenario.path,
        "title": scenario.file.title.to("en"),
        "ruleset": scenario.game.name,
        "ways": [
            {"variant": played.scenario.variant, "options": dict(played.scenario.given)} for played in comparison.played
        ],
        "same": comparison.same,
        "steps": len(steps),
        "reached": comparison.reached,
        "parts_at": None
        if at is None
        else {"index": at, "action": steps[at].action, "title": steps[at].title.to("en")},
        "differences": [
            {
                "step": one.step,
                "kind": one.kind,
                "first": _json(one, 0, comparison),
                "second": _json(one, 1, comparison),
            }
            for one in comparison.differences
        ],
        "left": [asdict(one) for one in comparison.left],
    }


def _json(difference: Difference, side: int, comparison: Comparison) -> Any:
    from battlesim.model.event import RollMade
    from battlesim.model.ruling import Ruling
    from battlesim.scenario.report import event_json, ruling_json

    unit = comparison.played[0].scenario.game.ruleset.unit
    one = (difference.pair.first, difference.pair.second)[side]
    match one:
        case None | str():
            return one
        case Ruling():
            return ruling_json(one, unit)
        case RollMade():
            return {
                "purpose": one.purpose, "target": one.target, "faces": list(one.faces), "subject": one.subject,
                "against": one.against, "successes": len(one.successes),
            }  # fmt: skip
    return event_json(one, unit)


def comparison_text(comparison: Comparison, language: Spoken, width: int) -> RenderableType:
    """What a person reads of one file."""
    from rich.console import Group
    from rich.text import Text as Line

    from battlesim.commands.lines import broken
    from battlesim.commands.words import counted_word, word
    from battlesim.scenario.runner import wording_of

    scenario = comparison.played[0].scenario
    count = len(comparison.played[0].steps)
    title = scenario.file.title.to(language)
    if comparison.same:
        same = word("bracketed", language, what=counted_word("same", language, count))
        return Group(_path("=", scenario.path), _title(f"{title}{same}", width))
    wording = wording_of(scenario.game.ruleset, language)
    names = _names(comparison)
    parts: list[RenderableType] = [_path("≠", scenario.path), _title(title, width)]
    at = comparison.parts_at
    for step, group in groupby(comparison.differences, key=lambda one: one.step):
        result = comparison.played[0].steps[step]
        about = result.title.to(language) or wording.word(result.action)
        key = "part" if step == at else "step"
        heading = word(key, language, step=step + 1, count=count)
        told = word("about", language, what=heading, told=about)
        parts.append(Line("\n" + "\n".join(broken(told, width)), "bold underline"))
        for one in group:
            texts = [_told(one, side, language, wording, comparison) for side in (0, 1)]
            parts += _sides(names, texts, width)
        if step == at and scenario.file.seed is not None and comparison.reached > step + 1:
            parts.append(Line("\n".join(broken(word("seeded", language), width)), "dim"))
    if comparison.left:
        key = "at-end" if comparison.reached == count else "at-last"
        parts.append(Line("\n" + word(key, language, step=comparison.reached), "bold underline"))
        for left in comparison.left:
            what = word(left.what, language) if left.what in _KEPT else wording.word(left.what)
            subject = left.subject + word("list", language) if left.subject else ""
            texts = [
                word("about", language, what=f"{subject}{what}", told=wording.word(value) or "–")
                for value in (left.first, left.second)
            ]
            parts += _sides(names, texts, width)
    return Group(*parts, Line(""))


def _path(sign: str, path: str) -> RenderableType:
    """The path of a file in one piece, however long, so that it can be taken from the terminal."""
    from rich.text import Text as Line

    return Line(f"{sign}  {path}", "bold", no_wrap=True, overflow="ignore")


def _title(title: str, width: int) -> RenderableType:
    from rich.text import Text as Line

    from battlesim.commands.lines import broken

    return Line("\n".join(f"   {line}" for line in broken(title, width - 3)))


_KEPT = ("place", "wounds", "at", "clock")


def _names(comparison: Comparison) -> tuple[str, str]:
    """What the two ways are called."""
    first, second = comparison.ways
    return first.name or "1", second.name or "2"


def _sides(names: tuple[str, str], texts: list[str], width: int) -> list[RenderableType]:
    """The same thing in both ways, one below the other."""
    from rich.cells import cell_len
    from rich.text import Text as Line

    from battlesim.commands.lines import broken

    column = max(map(cell_len, names)) + 4
    lines: list[RenderableType] = []
    for name, text, style in zip(names, texts, ("cyan", "magenta"), strict=True):
        first, *more = broken(text, max(width - column, 20))
        lines.append(Line.assemble("  ", (name.ljust(column - 2), style), first))
        lines += [Line(" " * column + line) for line in more]
    return lines


def _told(difference: Difference, side: int, language: Spoken, wording: Wording, comparison: Comparison) -> str:
    from battlesim.commands.words import word
    from battlesim.model.event import RollMade
    from battlesim.model.ruling import Ruling

    one = (difference.pair.first, difference.pair.second)[side]
    match one:
        case None:
            return word("fits" if difference.kind == "script" else "nothing", language)
        case str():
            return word("script", language, why=one) if difference.kind == "script" else word(one, language)
        case Ruling():
            step = comparison.played[side].steps[difference.step].step
            return wording.ruling(one, refused=step is not None and not step.legal and not one.holds)
        case RollMade():
            sums = [wording.ledger(ledger) for ledger in one.ledgers]
            return wording.roll(one) + (
                word("bracketed", language, what=word("list", language).join(sums)) if sums else ""
            )
    return wording.event(one)
