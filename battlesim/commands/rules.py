"""``battlesim rules`` and ``battlesim explain``: what rules there are, and what one of them does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from battlesim.commands.arguments import AsJson, Language, RulesetName, Tongue, looks_like_a_file, stop
from battlesim.errors import UnknownName


def rules(
    as_json: AsJson = False,
    language: Language = Tongue.en,
    ruleset: RulesetName = None,
    not_modelled: Annotated[
        bool, typer.Option("--not-modelled", help="List what published datasheets carry and has no effect.")
    ] = False,
) -> None:
    """List the rules: what they are called, what they do, and which scenarios show them."""
    from battlesim.resources import scenarios
    from battlesim.scenario.demos import as_json as rule_json
    from battlesim.scenario.demos import demos, entries, scenario_files
    from battlesim.scenario.games import game, game_names

    if ruleset is not None:
        game(ruleset)
    games = game_names() if ruleset is None else (ruleset,)
    folder = scenarios()
    shown = demos(scenario_files(folder))
    listed = [(entry, shown.get(entry.id, ())) for entry in entries(games)]
    if as_json:
        objects = [rule_json(entry, [_named(path, folder) for path in files]) for entry, files in listed]
        typer.echo(json.dumps(objects, ensure_ascii=False, indent=1))
        return
    from rich.console import Console

    from battlesim.commands.lines import broken
    from battlesim.commands.options import option_lines
    from battlesim.commands.tables import printed, rules_table

    console = Console()
    if not not_modelled:
        printed(console, rules_table(listed, language.value, console.width))
        for name in games:
            for line in option_lines(game(name), language.value, console.width):
                typer.echo(line)
    if "wh40k" in games:
        from battlesim.commands.unplayed import unplayed_lines

        told = unplayed_lines(language.value, everything=not_modelled)
        typer.echo("\n" + "\n".join(part for line in told for part in broken(line, console.width)))


def explain(
    rule: Annotated[
        str, typer.Argument(help="The id of a rule, or its name in any of the three languages.", show_default=False)
    ],
    as_json: AsJson = False,
    language: Language = Tongue.en,
    ruleset: RulesetName = None,
) -> None:
    """Say what a rule does, with its limits and its demos.

    The demos are played: the clear case, the exact limit and the near miss, each with its verdict and what was measured.
    """
    from battlesim.resources import scenarios
    from battlesim.scenario.demos import demos, entries, scenario_files
    from battlesim.scenario.explain import explain as explained
    from battlesim.scenario.explain import explained_json
    from battlesim.scenario.games import game, game_names
    from battlesim.scenario.lookup import find_rule

    if ruleset is not None:
        game(ruleset)
    try:
        entry = find_rule(rule, tuple(entries(game_names() if ruleset is None else (ruleset,))))
    except UnknownName:
        if not (looks_like_a_file(rule) or (rule and Path(rule).exists())):
            raise
        kind, command = ("folder", "run") if Path(rule).is_dir() else ("file", "play")
        raise stop(
            f"explain takes a rule such as deep-strike, not the {kind} {rule}: that is for 'battlesim {command} {rule}'"
        ) from None
    folder = scenarios()
    files = demos(scenario_files(folder)).get(entry.id, ())
    found = game(entry.ruleset).ruleset
    explanation = explained(entry, files, found.unit)
    paths = {path: _named(path, folder) for path in files}
    if as_json:
        typer.echo(json.dumps(explained_json(explanation, paths), ensure_ascii=False, indent=1))
        return
    from rich.console import Console

    from battlesim.commands.tables import explanation_text, printed
    from battlesim.scenario.runner import wording_of

    wording = wording_of(found, language.value)
    console = Console()
    printed(console, explanation_text(explanation, language.value, console.width, wording, paths))


def _named(path: Path, folder: Path) -> str:
    """A shipped scenario as people call it: from the folder that holds them all."""
    return path.relative_to(folder.parent).as_posix()
