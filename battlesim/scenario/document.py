"""Reading YAML into plain values that know their places.

A strict kind of YAML: UTF-8, one document, the plain scalars of YAML 1.2 (``no`` and ``on`` are texts, ``1:30`` is no
number), no tags, no duplicate keys, no infinities and no NaN. Keys are texts, sequences become tuples. Files that are
too big, too deep or that multiply by aliases are refused before they take time or memory.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from battlesim.scenario.given import not_readable, not_usable
from battlesim.scenario.problems import Problem, ScenarioSyntaxError

MOST_BYTES: Final = 1_000_000
MOST_DEPTH: Final = 40
MOST_VALUES: Final = 100_000

Loc = tuple[str | int, ...]
Place = tuple[int, int]
"""Line and column, counted from 1."""

NOWHERE: Final[Place] = (0, 0)
"""The place of what is wrong with a file as a whole."""

_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_ENDLESS: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_CONSTANTS: Final = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_UNPRINTABLE: Final = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STRANGE_INDENT: Final = re.compile(r"[ \t]*[^\S \t\r\n]")
_ADVICE: Final = {
    "mapping values are not allowed": "is a text with ': ' missing its quotes, or a line indented too far?",
    "could not find expected ':'": "is the ':' or the blank after it missing?",
    "expected '-' indicator": "an item of a list begins with '- ', in line with the others",
}
"""What to look for, by the parser's words."""

_LONGEST_NUMBER: Final = 100


@dataclass(slots=True)
class _Node:
    """A value with its place; ``size`` counts it and all below it, aliases spelled out."""

    place: Place
    value: Any
    kind: str
    size: int = 1
    depth: int = 1
    keys: dict[str, Place] = field(default_factory=dict)


@dataclass(frozen=True)
class Document:
    """The plain value of a file (mappings, tuples, texts, numbers, bools, None), and where each part of it stands."""

    path: str
    content: Any
    root: _Node

    def place(self, loc: Sequence[str | int]) -> Place:
        """Where the value at that location stands; parts of the location that are not in the file are passed over."""
        return self._walk(loc)[0].place

    def has(self, loc: Sequence[str | int]) -> bool:
        """Whether there is a value at that location, with no part of it passed over."""
        return self._walk(loc)[3] == len(loc)

    def value(self, loc: Sequence[str | int]) -> Any:
        """The plain value at that location, as ``place`` finds it."""
        return _plain(self._walk(loc)[0])

    def key_place(self, loc: Sequence[str | int]) -> Place:
        """Where the key of that value stands (the value itself, for an item of a sequence)."""
        node, parent, key, _ = self._walk(loc)
        return parent.keys.get(key, node.place) if parent is not None and isinstance(key, str) else node.place

    def problem(self, loc: Sequence[str | int], message: str, *, at_key: bool = False) -> Problem:
        """The problem with that message at that value (or at its key)."""
        line, column = self.key_place(loc) if at_key else self.place(loc)
        return Problem(self.path, line, column, message)

    def whole(self, message: str) -> Problem:
        """The problem with that message that is at no place in the file, but with what it is to be played with, say."""
        return Problem(self.path, *NOWHERE, message)

    def _walk(self, loc: Sequence[str | int]) -> tuple[_Node, _Node | None, str | int, int]:
        """The value, what holds it and under which key, and how many parts of the location were found."""
        node: _Node = self.root
        found = 0
        parent: _Node | None = None
        key: str | int = ""
        for part in loc:
            below: _Node | None = None
            if node.kind == "mapping":
                below = node.value.get(part)
            elif node.kind == "sequence" and str(part).isdecimal() and int(part) < len(node.value):
                below = node.value[int(part)]
            if below is not None:
                node, parent, key = below, node, part
                found += 1
        return node, parent, key, found


def read(path: Path) -> Document:
    """The document in a file; raises ScenarioSyntaxError."""
    shown = str(path)
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise _error(shown, NOWHERE, not_readable(path, error)) from None
    if said := not_usable(raw):
        raise _error(shown, NOWHERE, said)
    try:
        if len(raw) > MOST_BYTES:
            size = path.stat().st_size / 1e6
            raise _error(shown, NOWHERE, f"the file has {size:.1f} MB; a scenario has {MOST_BYTES / 1e6:g} MB at most")
        return parse(raw, shown)
    except ScenarioSyntaxError:
        from battlesim.replay.file import is_replay

        if not is_replay(path):
            raise
        ways = "'battlesim play' shows it, 'battlesim replay verify' plays its scenario again"
        raise _error(shown, NOWHERE, f"this is a replay, not a scenario; {ways}") from None


def parse(raw: bytes, path: str) -> Document:
    """The document in the bytes of a file; ``path`` is what errors call it. Raises ScenarioSyntaxError."""
    text = _decoded(raw, path)
    root = _Builder(path).document(text)
    return Document(path, _plain(root), root)


def _decoded(raw: bytes, path: str) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        byte = raw[error.start]
        raise _error(
            path, _place_after(before), f"the byte 0x{byte:02x} is not UTF-8 text; expected a UTF-8 file"
        ) from None
    found = _UNPRINTABLE.search(text)
    if found is not None:
        where = _place_after(text[: found.start()])
        raise _error(path, where, f"the character {found.group()!r} cannot be in a text file; expected plain text")
    return text


def _place_after(before: str) -> Place:
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def _error(path: str, place: Place, message: str) -> ScenarioSyntaxError:
    return ScenarioSyntaxError([Problem(path, *place, message)])


class _Builder:
    """Builds nodes from the parser's events, without recursion."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.anchors: dict[str, _Node | None] = {}
        self.problems: list[Problem] = []

    def document(self, text: str) -> _Node:
        try:
            root = self._build(text)
        except yaml.MarkedYAMLError as error:
            raise self._syntax(error, text) from None
        except yaml.YAMLError as error:
            raise _error(self.path, (1, 1), f"this is not YAML: {error}") from None
        if root is None or (root.kind == "scalar" and root.value is None):
            raise _error(self.path, NOWHERE, "the file is empty; expected a scenario that begins with 'battlesim: 1'")
        if self.problems:
            raise ScenarioSyntaxError(self.problems)
        return root

    def _build(self, text: str) -> _Node | None:
        root: _Node | None = None
        # open collections, each with the key that waits for its value and the anchor that the collection will have
        open_: list[tuple[_Node, _Node | None, str | None]] = []
        documents = values = 0
        for event in yaml.parse(text, Loader=_LOADER):
            mark = event.start_mark
            place = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
            node: _Node | None = None
            if isinstance(event, yaml.ScalarEvent):
                node = self._scalar(event, place)
                self._remember(event.anchor, node)
            elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                self._refuse_tag(event.tag, place)
                if len(open_) >= MOST_DEPTH:
                    raise _error(self.path, place, f"nested deeper than {MOST_DEPTH} levels")
                mapping = isinstance(event, yaml.MappingStartEvent)
                opened = _Node(place, {} if mapping else [], "mapping" if mapping else "sequence")
                if event.anchor is not None:
                    self.anchors[event.anchor] = None
                open_.append((opened, None, event.anchor))
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                node, _, anchor = open_.pop()
                self._remember(anchor, node)
            elif isinstance(event, yaml.AliasEvent):
                node = self._aliased(event.anchor, place)
            elif isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise _error(self.path, place, "a second document begins here; a file holds one scenario")
            if node is None:
                continue
            values += (
                1 if isinstance(event, yaml.ScalarEvent) else node.size if isinstance(event, yaml.AliasEvent) else 1
            )
            if values > MOST_VALUES:
                raise _error(self.path, place, f"more than {MOST_VALUES} values, with aliases spelled out")
            if len(open_) + node.depth > MOST_DEPTH + 1:
                raise _error(self.path, place, f"nested deeper than {MOST_DEPTH} levels, with aliases spelled out")
            if not open_:
                root = node
                continue
            parent, key, anchor = open_[-1]
            if parent.kind == "sequence":
                parent.value.append(node)
            elif key is None:
                open_[-1] = (parent, self._key(parent, node), anchor)
                continue
            else:
                parent.value.setdefault(key.value, node)
                open_[-1] = (parent, None, anchor)
            parent.size += node.size
            parent.depth = max(parent.depth, node.depth + 1)
        return root

    def _scalar(self, event: yaml.ScalarEvent, place: Place) -> _Node:
        self._refuse_tag(event.tag, place)
        text: str = event.value
        value: Any = text
        if event.implicit[0]:
            try:
                value = plain_scalar(text)
            except ValueError as error:
                self.problems.append(Problem(self.path, *place, str(error)))
        node = _Node(place, value, "scalar")
        node.keys[text] = place
        return node

    def _key(self, parent: _Node, node: _Node) -> _Node:
        """The key as a text, whatever it looks like."""
        if node.kind != "scalar":
            raise _error(self.path, node.place, "a key is a plain text, not a list or a mapping")
        text = next(iter(node.keys))
        if text in parent.keys:
            first, _ = parent.keys[text]
            self.problems.append(
                Problem(self.path, *node.place, f"the key {text!r} is there twice (first in line {first}); keep one")
            )
        else:
            parent.keys[text] = node.place
        return _Node(node.place, text, "scalar")

    def _aliased(self, anchor: str | None, place: Place) -> _Node:
        if anchor is None or anchor not in self.anchors:
            raise _error(self.path, place, f"the alias *{anchor} has no anchor &{anchor} before it")
        node = self.anchors[anchor]
        if node is None:
            raise _error(self.path, place, f"the alias *{anchor} stands inside the value that it repeats")
        return node

    def _remember(self, anchor: str | None, node: _Node) -> None:
        if anchor is not None:
            self.anchors[anchor] = node

    def _refuse_tag(self, tag: str | None, place: Place) -> None:
        if tag is not None:
            raise _error(self.path, place, f"the tag {tag!r} has no meaning in a scenario; leave it out")

    def _syntax(self, error: yaml.MarkedYAMLError, text: str) -> ScenarioSyntaxError:
        lines = text.split("\n")
        said = f"{error.problem or 'not YAML'}" + (f" {error.context}" if error.context else "")
        mark = error.problem_mark or error.context_mark
        if mark is not None and error.context_mark is not None:
            ended = not any(line.strip() for line in lines[mark.line :])
            if ended or "could not find expected ':'" in said:
                # what is still open, and what ought to have gone on, began where the context is
                mark = error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
        around = lines[place[0] - 1] if place[0] <= len(lines) else ""
        before = (number for number, line in enumerate(lines[: place[0]], start=1) if _STRANGE_INDENT.match(line))
        if strange := next(before, 0):
            around = lines[strange - 1]
            place = strange, len(around) - len(around.lstrip(" \t")) + 1
            said = f"the blank {around[place[1] - 1]!a} in the indentation; indent with plain spaces"
        elif "\t" in around[: len(around) - len(around.lstrip())] or "'\\t'" in said:
            said = "a tab in the indentation; indent with spaces"
        elif "nesting depth" in said:
            said = f"nested deeper than {MOST_DEPTH} levels"
        elif "cannot start any token" in said:
            said = f"a text cannot begin with {around[place[1] - 1 : place[1]]!r}; put it in quotes"
        else:
            said += next((f"; {advice}" for words, advice in _ADVICE.items() if words in said), "")
        shown = around.strip()
        return _error(self.path, place, f"{said}; the line reads {shown[:80]!r}" if shown else said)


def plain_scalar(text: str) -> Any:
    """What an unquoted scalar means in YAML 1.2: null, a bool, a number or a text. Raises ValueError for no number."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    first = text[0]
    if first not in "+-.0123456789":
        return text
    if len(text) > _LONGEST_NUMBER and (_INT.fullmatch(text) or _FLOAT.fullmatch(text)):
        raise ValueError(f"a number with {len(text)} digits; expected one that fits a table")
    if _INT.fullmatch(text):
        return int(text, 0 if text[:2] in ("0o", "0x") else 10)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if not math.isfinite(number):
            raise ValueError(f"{text!r} is too large; expected a number that fits a table")
        return number
    if _ENDLESS.fullmatch(text):
        raise ValueError(f"{text!r} is no number that can be used; expected a finite one")
    return text


def _plain(node: _Node) -> Any:
    if node.kind == "mapping":
        return {key: _plain(value) for key, value in node.value.items()}
    if node.kind == "sequence":
        return tuple(_plain(value) for value in node.value)
    return node.value
