"""Where ``battlesim run --save-replay`` writes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from battlesim.commands.arguments import stop

ENDING: Final = ".replay.jsonl"


def replay_paths(out: Path, scenarios: Sequence[Path]) -> list[Path]:
    """The file for the replay of each scenario, none twice.

    That is ``out`` itself for a single scenario, unless it is a folder. Else the replays lie below it as the scenarios
    lie below the folder that they share, named as they are named up to the first dot; whole, where that makes two alike.
    """
    if len(scenarios) == 1 and not out.is_dir():
        return [out]
    # links keep the places and the names that they were given by
    whole = [Path(os.path.abspath(scenario)) for scenario in scenarios]
    shared = os.path.commonpath([scenario.parent for scenario in whole])
    folders = [out / scenario.parent.relative_to(shared) for scenario in whole]
    short = [folder / (name.name.split(".")[0] + ENDING) for folder, name in zip(folders, whole, strict=True)]
    # a folder may take capitals for small letters
    alike = Counter(str(path).casefold() for path in dict(zip(whole, short, strict=True)).values())
    return [
        folder / (scenario.name + ENDING) if alike[str(path).casefold()] > 1 else path
        for folder, scenario, path in zip(folders, whole, short, strict=True)
    ]


def made_folder(path: Path, out: Path) -> Path:
    """The path, once there is a folder for it below ``out``; for ``out`` itself none is made."""
    if path == out:
        return path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise stop(f"{out}: is no folder for replays: {error.strerror}") from None
    return path
