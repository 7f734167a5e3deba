"""``battlesim replay verify``: whether a replay is still what its scenario plays."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from battlesim.commands.arguments import FAILS, HOLDS, stop, usable
from battlesim.commands.counts import first_steps
from battlesim.errors import counted


def verify(
    file: Annotated[Path, typer.Argument(help="A replay.", show_default=False)],
    scenario: Annotated[
        Path | None, typer.Option(help="Its scenario, where the replay's own path leads nowhere.", show_default=False)
    ] = None,
) -> None:
    """Play a replay's scenario again and name the first step that comes out otherwise.

    Ends with 0 when the start and every step are the same, 1 when one drifted or the file is damaged, 2 when it cannot be read.
    """
    from battlesim.replay.file import first_drift, load, same_start
    from battlesim.scenario.given import REPLAY
    from battlesim.scenario.runner import play

    usable(file, REPLAY)
    loaded = load(file)
    header = loaded.timeline.header
    path = scenario or _source(file, header.source)
    fresh = play(path, variant=header.variant or None, seed=header.seed or None).timeline
    end = HOLDS
    if header.ruleset_version != fresh.header.ruleset_version:
        was, now = header.ruleset_version, fresh.header.ruleset_version
        typer.echo(f"{file}: made with version {was} of {header.ruleset}; this is version {now}")
    if not same_start(loaded.timeline, fresh):
        end = FAILS
        typer.echo(f"{file}: the start drifted: {path} now begins with another table, other units or other options")
    drift = first_drift(loaded.timeline, fresh)
    if loaded.damage is not None:
        end = FAILS
        typer.echo(str(loaded.damage))
        count = len(loaded.timeline.steps)
        drift = None if drift is not None and drift >= count else drift
        typer.echo(f"{file}: {first_steps(count)} can be read")
    if drift is not None:
        end = FAILS
        titles = [one.title.to("en") or one.action.name for one in fresh.steps[drift : drift + 1]]
        typer.echo(
            f"{file}: step {drift + 1}{f' ({titles[0]})' if titles else ''} drifted: {path} now plays it otherwise"
        )
    if end == HOLDS:
        typer.echo(f"ok   {file}: {counted(len(fresh.steps), 'step')}, the same as {path} plays")
    raise typer.Exit(end)


def _source(replay: Path, named: str) -> Path:
    """Where the scenario of a replay is: as it says, beside the replay, or among the shipped ones."""
    from battlesim.resources import scenarios

    shipped = scenarios().parent
    tried = [Path(named), replay.parent / Path(named).name, shipped / named]
    for path in tried:
        if named and path.is_file():
            return path
    raise stop(f"{replay}: its scenario {named!r} is not to be found; name it with --scenario")
