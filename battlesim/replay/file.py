"""Replay files: JSON lines, a header, one line a step and a closing line that counts them.

What is damaged or cut short is named, and the good part still plays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import DecodeError, Struct, ValidationError, to_builtins
from msgspec.json import Decoder

from battlesim.errors import BattlesimError
from battlesim.files import beside
from battlesim.model.scene import Scene
from battlesim.replay.fold import fold_all
from battlesim.replay.timeline import FORMAT, Header, Step, Timeline, digest

DECIMALS: Final = 6
"""Decimals of a millimetre (or a degree) that a file keeps."""


_BEGINS: Final = 4096
"""Bytes in which the title and the ruleset of a header stand."""

_DEEPEST: Final = 50
"""Rulings that may rest on one another."""

_TOO_DEEP: Final = "it is nested too deeply"

T = TypeVar("T")


class ReplayError(BattlesimError):
    """A replay, or a line of one, that cannot be read."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Where a replay stops being readable, and why."""

    path: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A replay as far as it can be read."""

    timeline: Timeline
    damage: Damage | None = None


class _Titled(Struct):
    title: Any = None


_HEADER: Final = Decoder(Header)
_STEP: Final = Decoder(Step)
_ANYTHING: Final = Decoder()
_TITLE: Final = Decoder(_Titled)


def dump_lines(timeline: Timeline) -> Iterator[str]:
    """The lines of the file, without line ends: the same timeline gives the same text everywhere."""
    yield _line(timeline.header)
    for step in timeline.steps:
        assert step.digest, f"step {step.index + 1} was not recorded"
        yield _line(step)
    yield _line({"end": len(timeline.steps)})


def save(timeline: Timeline, path: Path) -> None:
    """Write a replay; a file that was there is replaced only once the new one is whole. Raises as ``files.beside``."""
    with beside(path) as part:
        part.write_text("".join(line + "\n" for line in dump_lines(timeline)), encoding="utf-8", newline="\n")


def is_replay(path: Path) -> bool:
    """Whether a file is a replay by its name or by how it begins; what is damaged farther on is one too."""
    if path.suffix == ".jsonl":
        return True
    try:
        with path.open("rb") as file:
            begins = file.read(_BEGINS)
    except OSError:
        return False
    return begins.startswith(b'{"title":') and b'"ruleset_version":' in begins


def load(path: Path) -> Loaded:
    """Read a replay to watch it; never runs the engine.

    Every step is folded and held against its digest, so a changed byte that still parses is found too. Raises
    ReplayError where there is nothing to play.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise ReplayError(f"{path}: cannot be read: {error.strerror}") from None
    header = _header(path, lines[0])
    scene, steps = header.start, list[Step]()
    for number, line in enumerate(lines[1:], start=2):
        if line == b'{"end":%d}' % len(steps) and not any(lines[number:]):
            return Loaded(Timeline(header, tuple(steps)))
        try:
            step, scene = _step(line, scene, len(steps))
        except ReplayError as error:
            return Loaded(Timeline(header, tuple(steps)), Damage(str(path), number, str(error)))
        steps.append(step)
    return Loaded(
        Timeline(header, tuple(steps)), Damage(str(path), len(lines), "the file ends before its closing line")
    )


def same_start(played: Timeline, fresh: Timeline) -> bool:
    """Whether two timelines begin alike: the same scene, under the same variant and options."""

    def start(timeline: Timeline) -> str:
        header = to_builtins(timeline.header)
        return _line([header[key] for key in ("start", "ruleset", "variant", "options")])

    return start(played) == start(fresh)


def first_drift(played: Timeline, fresh: Timeline) -> int | None:
    """The first step in which two timelines of the same battle differ, None where they are the same."""
    for index, (old, new) in enumerate(zip(played.steps, fresh.steps, strict=False)):
        if _line(old) != _line(new):
            return index
    shorter = min(len(played.steps), len(fresh.steps))
    return None if len(played.steps) == len(fresh.steps) else shorter


def _step(line: bytes, before: Scene, index: int) -> tuple[Step, Scene]:
    if not line:
        raise ReplayError("the file ends before its closing line")
    try:
        step = _decoded(_STEP, line)
        if not step.digest:
            raise _Unreadable("Object missing required field `digest`")
        if _rests_too_deep(step):
            raise _Unreadable(_TOO_DEEP)
        _check_fields(_decoded(_TITLE, line).title, to_builtins(step.title), "title")
        scene = fold_all(before, step.events)
    except _Unreadable as error:
        raise ReplayError(f"this line is damaged: {error}") from None
    except (BattlesimError, KeyError, IndexError) as error:
        raise ReplayError(f"this step does not fit what came before: {error}") from None
    if step.index != index:
        raise ReplayError(f"step {index} is missing: the line holds step {step.index}")
    if digest(scene) != step.digest:
        raise ReplayError("this step was changed: it leads to another scene than its digest says")
    return step, scene


def _header(path: Path, line: bytes) -> Header:
    try:
        header = _decoded(_HEADER, line)
        _check_fields(_decoded(_ANYTHING, line), to_builtins(header), "")
    except (_Unreadable, BattlesimError) as error:
        raise ReplayError(f"{path}:1: this is not a battlesim replay: {error}") from None
    if header.format != FORMAT:
        raise ReplayError(f"{path}:1: replay format {header.format}, this battlesim reads {FORMAT}")
    return header


class _Unreadable(Exception):
    """A line is not what a line of a replay is; the text says why."""


def _decoded(decoder: Decoder[T], line: bytes) -> T:
    try:
        # the decoder itself does not look at the letters of what it skips
        return decoder.decode(line.decode())
    except UnicodeDecodeError as error:
        raise _Unreadable(f"its byte {error.start + 1} is not UTF-8") from None
    except ValidationError as error:
        raise _Unreadable(str(error)) from None
    except DecodeError:
        raise _Unreadable("it is not JSON") from None
    except RecursionError:
        raise _Unreadable(_TOO_DEEP) from None


def _check_fields(written: Any, read: Any, where: str) -> None:
    """Raise where a line has a field that was passed over: that of a plain dataclass, which the decoder lets pass."""
    if isinstance(written, dict) and isinstance(read, dict):
        for key, value in written.items():
            if key not in read:
                raise _Unreadable(f"Object contains unknown field `{key}`{f' - at `$.{where}`' if where else ''}")
            _check_fields(value, read[key], f"{where}.{key}" if where else key)
    elif isinstance(written, list) and isinstance(read, list | tuple):
        for index, (value, kept) in enumerate(zip(written, read, strict=False)):
            _check_fields(value, kept, f"{where}[{index}]")


def _rests_too_deep(step: Step) -> bool:
    """Whether its rulings rest on one another deeper than any battle has them, and than could be told or written."""
    level = [*step.rulings, *step.rulings_of_rolls]
    for _ in range(_DEEPEST):
        level = [part for ruling in level for part in ruling.parts]
    return bool(level)


def _line(content: Any) -> str:
    return json.dumps(_rounded(to_builtins(content)), ensure_ascii=False, separators=(",", ":"))


def _rounded(content: Any) -> Any:
    if isinstance(content, float):
        # + 0.0 turns -0.0 into 0.0
        return round(content, DECIMALS) + 0.0
    if isinstance(content, dict):
        return {key: _rounded(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [_rounded(value) for value in content]
    return content
