"""The command line. Every command imports what it needs when it runs, so that ``--help`` is instant."""

from __future__ import annotations

import gc
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from battlesim import __version__
from battlesim.commands.arguments import (
    FAILS,
    HOLDS,
    INVALID,
    Files,
    Language,
    Tongue,
    Variant,
    looks_like_a_file,
    scenario_paths,
    stop,
    usable,
    whole_number,
)
from battlesim.commands.compare import compare
from battlesim.commands.counts import first_steps
from battlesim.commands.rules import explain, rules
from battlesim.commands.saved import made_folder, replay_paths
from battlesim.commands.verify import verify
from battlesim.errors import BattlesimError, UnknownName, counted
from battlesim.files import beside

if TYPE_CHECKING:
    # for a name in a signature: importing it takes longer than all of --help may
    from battlesim.replay.timeline import Timeline

app = typer.Typer(
    name="battlesim",
    help="A spatial battle simulator for tabletop wargames.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)
replays = typer.Typer(help="Work with replay files.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(replays, name="replay")


GARBAGE_THRESHOLD: Final = (100_000, 20, 20)
"""Starting makes many objects that all stay: to look through them again and again takes longer than it may."""


def main() -> None:
    """The console command."""
    gc.set_threshold(*GARBAGE_THRESHOLD)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # a terminal that cannot write a character gets a question mark, and the rest of what is said
            stream.reconfigure(errors="replace")
    try:
        app()
    except BattlesimError as error:
        raise stop(str(error)) from None
    except BrokenPipeError:
        # the reader of our output has gone: what is still buffered goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FAILS)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"battlesim {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and end.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """A spatial battle simulator for tabletop wargames."""


@app.command()
def run(
    files: Files,
    as_json: Annotated[bool, typer.Option("--json", help="Print an array with one object a file.")] = False,
    variant: Variant = None,
    save_replay: Annotated[
        Path | None, typer.Option(help="Write the replay here (a folder, for several files).", show_default=False)
    ] = None,
    language: Language = Tongue.en,
) -> None:
    """Play scenarios without a display and hold their expectations against what happens.

    Ends with 0 when all hold, 1 when some do not, 2 when a file is not valid or its dice do not fit what is rolled.
    """
    from battlesim.scenario.problems import ScenarioError
    from battlesim.scenario.report import broken, lines, report
    from battlesim.scenario.runner import play

    paths = scenario_paths(files)
    # what programs read is the same in every language
    spoken: Literal["en", "ja", "fr"] = "en" if as_json else language.value
    saved = {} if save_replay is None else dict(zip(paths, replay_paths(save_replay, paths), strict=True))
    reports, end = [], HOLDS
    with _progress("playing", len(paths), quiet=as_json or len(paths) < 3) as done:
        for count, path in enumerate(paths, start=1):
            try:
                played = play(path, variant=variant, strict=False, language=spoken)
            except ScenarioError as error:
                end = INVALID
                reports.append(broken(str(path), error))
                if not as_json:
                    typer.echo(str(error), err=True)
            else:
                end = max(end, INVALID if played.misfit else FAILS if played.failed else HOLDS)
                reports.append(report(played) if as_json else {})
                if not as_json:
                    typer.echo("\n".join(lines(played, spoken)))
                if save_replay is not None:
                    from battlesim.replay.file import save

                    save(played.timeline, made_folder(saved[path], save_replay))
            done(count, len(paths))
    if as_json:
        typer.echo(json.dumps(reports, ensure_ascii=False, indent=1))
    raise typer.Exit(end)


@app.command()
def check(files: Files, variant: Variant = None) -> None:
    """Load scenarios without playing them, and say what is wrong with each. Ends with 2 when a file is not valid."""
    from battlesim.scenario.loader import load
    from battlesim.scenario.problems import ScenarioError

    end = HOLDS
    for path in scenario_paths(files):
        try:
            scenario = load(path, variant=variant)
        except ScenarioError as error:
            end = INVALID
            typer.echo(str(error), err=True)
        else:
            typer.echo(f"ok   {path}: {scenario.file.title.to('en')} ({counted(len(scenario.steps), 'step')})")
            for warning in scenario.warnings:
                typer.echo(f"     {warning}")
    raise typer.Exit(end)


@app.command()
def play(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE | RULE]", help="A scenario, a replay, or a rule to see shown.", show_default=False
        ),
    ] = None,
    variant: Variant = None,
    language: Language = Tongue.en,
) -> None:
    """Watch a battle in a window: of a scenario, of a replay, or all demos of a rule one after another.

    Without an argument it is the showcase. Where there is no display it is rendered to a file.
    """
    name, battles = _battles(what, variant)
    if _display():
        from battlesim.views.player import play as watch

        try:
            watch(battles, language=language.value)
        except RuntimeError as error:
            # what the window library raises where a display is named and does not answer
            typer.echo(f"No window can be opened: {error}", err=True)
        else:
            return
    out = Path.cwd() / f"{name}.mp4"
    typer.echo(f"There is no display: rendering the battle to {out}")
    _render(battles, out, language=language.value)
    typer.echo(f"The battle is in {out}")


@app.command()
def render(
    what: Annotated[str, typer.Argument(metavar="FILE | RULE", help="A scenario, a replay, or a rule to see shown.")],
    out: Annotated[Path, typer.Option(help="The file to write; its suffix says what: .png, .svg, .gif, .mp4, .html.")],
    variant: Variant = None,
    language: Language = Tongue.en,
    size: Annotated[str, typer.Option(help="Width x height in pixels.")] = "1280x720",
    step: Annotated[
        int | None,
        typer.Option(
            help="The step of a picture, counted from 1; 0 is the start.",
            parser=whole_number("--step"),
            metavar="<int>",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Draw a battle into a picture or a film, without a display. Of a rule, all its demos one after another."""
    width, cross, height = size.lower().partition("x")
    if not (cross and width.strip().isdecimal() and height.strip().isdecimal()):
        raise stop(f"expected a size such as 1280x720, not {size!r}")
    index = None if step is None else step - 1
    _, battles = _battles(what, variant)
    _render(battles, out, language=language.value, size=(int(width), int(height)), step=index)
    typer.echo(f"wrote {out}")


app.command()(rules)
app.command()(explain)
app.command()(compare)
replays.command()(verify)


@app.command()
def schema(
    out: Annotated[Path | None, typer.Option(help="Write it here.", show_default=False)] = None,
) -> None:
    """Print the JSON Schema of scenario files, for completion in editors."""
    from battlesim.scenario.schema import schema_text

    if out is None:
        typer.echo(schema_text(), nl=False)
        return
    with beside(out) as part:
        part.write_text(schema_text(), encoding="utf-8", newline="\n")


def _battles(what: str | None, variant: str | None) -> tuple[str, tuple[Timeline, ...]]:
    """What to show, and a name for a file of it: the showcase, a scenario or replay, or all demos of a rule."""
    from battlesim.resources import scenarios

    path = scenarios() / "showcase" / "wh40k.battle.yaml" if what is None else Path(what)
    if what is None or path.exists() or looks_like_a_file(what):
        return path.name.split(".")[0], (_timeline(path, variant),)
    from battlesim.scenario.demos import demos, entries, scenario_files
    from battlesim.scenario.explain import explain
    from battlesim.scenario.games import game, game_names
    from battlesim.scenario.lookup import find_rule

    try:
        entry = find_rule(what, tuple(entries(game_names())))
    except UnknownName as error:
        from battlesim.scenario.given import EITHER, near

        offer = near(path, EITHER)
        raise stop(f"there is no file {what!r}" + (f"{offer}\n" if offer else ", and ") + str(error)) from None
    files = demos(scenario_files(scenarios())).get(entry.id, ())
    explanation = explain(entry, files, game(entry.ruleset).ruleset.unit)
    if not explanation.demos:
        raise stop(f"no scenario shows {entry.id} yet")
    if variant is None:
        return entry.id, tuple(demo.timeline for demo in explanation.demos)
    return entry.id, tuple(_timeline(demo.path, variant) for demo in explanation.demos)


def _display() -> bool:
    """Whether a window can be opened: on Linux, whether the display that is named answers."""
    if os.environ.get("SDL_VIDEODRIVER") in ("dummy", "offscreen"):
        return False
    if not sys.platform.startswith("linux"):
        return True
    wayland, x11 = os.environ.get("WAYLAND_DISPLAY"), os.environ.get("DISPLAY")
    if wayland and _answers(str(Path(os.environ.get("XDG_RUNTIME_DIR", "/run"), wayland))):
        return True
    if not x11:
        return False
    host, _, number = x11.rpartition(":")
    path = f"/tmp/.X11-unix/X{number.split('.')[0]}"
    # a display elsewhere is taken at its word
    return host not in ("", "unix") or _answers(path) or _answers("\0" + path)


def _answers(address: str) -> bool:
    import socket

    with socket.socket(socket.AF_UNIX) as line:
        try:
            line.connect(address)
        except OSError:
            return False
    return True


def _timeline(path: Path, variant: str | None) -> Timeline:
    """The battle in a scenario or in a replay; what is damaged in a replay is said, and the rest is shown."""
    from battlesim.replay.file import is_replay, load
    from battlesim.scenario.given import EITHER, REPLAY
    from battlesim.scenario.runner import play

    # a pipe can be read only once: it is taken for a scenario
    pipe = path.exists() and not path.is_file() and not path.is_dir()
    if pipe or not is_replay(path):
        if not pipe:
            usable(path, EITHER)
        return play(path, variant=variant).timeline
    usable(path, REPLAY)
    loaded = load(path)
    if loaded.damage is not None:
        typer.echo(f"{loaded.damage}; shown is what can be read: {first_steps(len(loaded.timeline.steps))}", err=True)
    return loaded.timeline


def _render(
    battles: Sequence[Timeline],
    out: Path,
    *,
    language: Literal["en", "ja", "fr"],
    size: tuple[int, int] = (1280, 720),
    step: int | None = None,
) -> None:
    from battlesim.views.export import render

    with _progress("rendering", 1) as done:
        render(battles, out, language=language, size=size, step=step, progress=done)


@contextmanager
def _progress(what: str, total: int, *, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on the error stream, where a person can see one; yields what is told the done and all."""
    if quiet or not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, total: bar.update(task, completed=done, total=total)
