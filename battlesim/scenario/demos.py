"""The catalogue of every ruleset with the scenarios that show each rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from battlesim.model.catalogue import RuleEntry
from battlesim.scenario.document import parse, read
from battlesim.scenario.games import game
from battlesim.scenario.problems import ScenarioError

SUFFIX = ".battle.yaml"
_BODY: Final = re.compile(rb"^(?:battlefield|layout|sides|units|steps)\s*:", re.MULTILINE)


def scenario_files(folder: Path) -> tuple[Path, ...]:
    """The scenario files in a folder and all below it, sorted."""
    return tuple(sorted(path for path in folder.rglob(f"*{SUFFIX}") if path.is_file()))


def demos(files: Sequence[Path]) -> dict[str, tuple[Path, ...]]:
    """Rule id (with its ruleset) to the files that say they show it; files that cannot be read are passed over."""
    found: dict[str, list[Path]] = {}
    for path in files:
        for rule in _shown(path):
            found.setdefault(rule, []).append(path)
    return {rule: tuple(paths) for rule, paths in found.items()}


def _shown(path: Path) -> list[str]:
    """The rules that a file says it shows."""
    try:
        content = _head(path)
    except ScenarioError:
        return []
    if not isinstance(content, dict) or not isinstance(content.get("shows"), tuple):
        return []
    return [f"{content.get('ruleset')}.{rule}" for rule in content["shows"]]


def _head(path: Path) -> Any:
    """What stands before the battle itself, where that says all; else the whole file, which takes ten times as long."""
    try:
        raw = path.read_bytes()
    except OSError:
        return read(path).content
    body = _BODY.search(raw)
    if body is not None:
        try:
            content = parse(raw[: body.start()], str(path)).content
        except ScenarioError:
            return read(path).content
        if isinstance(content, dict) and "ruleset" in content and "shows" in content:
            return content
    return read(path).content


def entries(games: Sequence[str]) -> Iterator[RuleEntry]:
    """The rules of the named games, in the order of their catalogues."""
    for name in games:
        yield from game(name).ruleset.catalogue


def as_json(entry: RuleEntry, scenarios: Sequence[str]) -> dict[str, Any]:
    """The object of one rule."""
    return {
        "id": entry.id,
        "ruleset": entry.ruleset,
        "kind": entry.kind,
        "names": asdict(entry.names),
        "summary": asdict(entry.summary),
        "seed_line": entry.seed_line,
        "source": entry.source,
        "status": entry.status,
        "scenarios": list(scenarios),
    }
