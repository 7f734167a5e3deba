"""What is wrong with a file as a whole, before anything in it is read: not there, a folder, empty, or no text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from battlesim.errors import nearest, offered

SCENARIO: Final = "a scenario file"
REPLAY: Final = "a replay"
EITHER: Final = "a scenario file or a replay"

SUFFIXES: Final = (".yaml", ".yml", ".jsonl")
"""What the names of scenarios and replays end with."""

BEGINS: Final = 4096
"""As many bytes tell what kind of file it is."""

_TEXTUAL: Final = frozenset(b"\t\n\f\r\x1b")
_STRANGE: Final = 0.05
"""The part of control characters from which on a file is taken for no text at all, rather than for a text with a slip."""


def not_readable(path: Path, error: OSError, wanted: str = SCENARIO) -> str:
    """Why a path cannot be read, and what to name instead: ``there is no such file, did you mean 'x.battle.yaml'?``"""
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return missing(path, wanted)
        case IsADirectoryError():
            return folder(path, wanted)
    if path.is_dir():
        return folder(path, wanted)
    return f"cannot be read: {error.strerror or error}"


def missing(path: Path, wanted: str = SCENARIO) -> str:
    """That there is no such file, with the nearest names beside it."""
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    return f"there is no such file{near(path, wanted) or f'; expected {wanted}'}"


def near(path: Path, wanted: str = SCENARIO) -> str:
    """``", did you mean ...?"`` of the files beside it that are called nearly so, whatever their suffixes."""
    by_stem: dict[str, str] = {}
    for one in _plays(path.parent.glob("*"), wanted):
        by_stem.setdefault(_stem(one), str(one))
    return offered(by_stem[stem] for stem in nearest(_stem(path), by_stem))


def _stem(path: Path) -> str:
    return path.name.split(".")[0]


def folder(path: Path, wanted: str) -> str:
    """That it is a folder, and a few of the files in it."""
    inside = list(islice(_plays(path.glob("*"), wanted), 3)) or list(islice(_plays(path.glob("*/*"), wanted), 3))
    if not inside:
        return f"is a folder; expected {wanted}, and there is none in it"
    *others, last = map(str, inside)
    return f"is a folder; expected {wanted}, such as {' or '.join(filter(None, (', '.join(others), last)))}"


def not_usable(raw: bytes, wanted: str = SCENARIO) -> str:
    """What a file is instead of a text, from its bytes or the first of them; the empty text where it is one."""
    begins = raw[:BEGINS]
    if not raw.strip():
        return f"the file is empty; expected {wanted}"
    if begins.startswith((b"\xff\xfe", b"\xfe\xff")):
        return f"the file is in UTF-16; expected {wanted} in UTF-8"
    strange = sum(byte == 0x7F or (byte < 0x20 and byte not in _TEXTUAL) for byte in begins)
    return f"this is not a text; expected {wanted}" if strange > _STRANGE * len(begins) else ""


def _plays(paths: Iterable[Path], wanted: str) -> Iterator[Path]:
    suffixes = {SCENARIO: SUFFIXES[:2], REPLAY: SUFFIXES[2:]}.get(wanted, SUFFIXES)
    return (path for path in sorted(paths) if path.suffix in suffixes and path.is_file())
