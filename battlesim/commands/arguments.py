"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

HOLDS, FAILS, INVALID = 0, 1, 2
"""What a command ends with: all is as expected, something is not, or what was given cannot be used."""


class Tongue(StrEnum):
    """The languages of the program."""

    en = "en"
    ja = "ja"
    fr = "fr"


def _tongue(given: str) -> Tongue:
    """The language of that name."""
    if given.lower() in list(Tongue):
        return Tongue(given.lower())
    raise typer.BadParameter(f"there is no language {given!r}; there are {', '.join(Tongue)}", param_hint="--lang")


def whole_number(option: str) -> Callable[[str], int]:
    """What reads the value of that option."""

    def read(given: str) -> int:
        try:
            return int(given)
        except ValueError:
            raise typer.BadParameter(f"expected a whole number, not {given!r}", param_hint=option) from None

    return read


Files = Annotated[list[Path], typer.Argument(help="Scenario files, or folders of them.", show_default=False)]
Variant = Annotated[str | None, typer.Option(help="Play under this variant of the ruleset.", show_default=False)]
Language = Annotated[
    Tongue,
    typer.Option(
        "--lang", "--language", help="Language of names and captions.", parser=_tongue, metavar=f"<{'|'.join(Tongue)}>"
    ),
]
RulesetName = Annotated[str | None, typer.Option("--ruleset", help="Only the rules of this game.", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def stop(message: str) -> SystemExit:
    """Say the message; raising what comes back ends the program, as what was given cannot be used."""
    typer.echo(message, err=True)
    return SystemExit(INVALID)


def looks_like_a_file(what: str) -> bool:
    """Whether what may be a file or a rule can only be a file, be it there or not."""
    return what.endswith((".yaml", ".yml", ".jsonl")) or "/" in what or "\\" in what


def usable(path: Path, wanted: str) -> None:
    """End where there is no such file, or it is nothing that can be read as what is ``wanted``."""
    from battlesim.scenario.given import BEGINS, not_readable, not_usable

    try:
        with path.open("rb") as file:
            said = not_usable(file.read(BEGINS), wanted)
    except OSError as error:
        said = not_readable(path, error, wanted)
    if said:
        raise stop(f"{path}: {said}")


def scenario_paths(files: Sequence[Path]) -> tuple[Path, ...]:
    """The files, with folders replaced by the scenarios in them; ends where a folder has none."""
    from battlesim.scenario.demos import SUFFIX, scenario_files

    found: list[Path] = []
    for path in files:
        if not path.is_dir():
            found.append(path)
            continue
        inside = scenario_files(path)
        if not inside:
            raise stop(f"{path}: there is no *{SUFFIX} file in this folder")
        found += inside
    return tuple(found)
