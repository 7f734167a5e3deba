"""Breaking lines at a width in terminal cells: between words, and in Japanese between characters."""

from __future__ import annotations

import re
from typing import Final

from rich.cells import cell_len

_NOT_FIRST: Final = frozenset(
    "、。，．・：；！？」』）］】〉》〕’”ー～ぁぃぅぇぉっゃゅょァィゥェォッャュョ%％)]},.;:!?"
)
_HELD: Final = re.compile(r" (?=[:;!?»]|(?:mv|cm|mm)\b)")
_NO_BREAK: Final = "\u00a0"
_NOT_LAST: Final = frozenset("「『（［【〈《〔‘“([{")


def broken(text: str, width: int) -> list[str]:
    """The lines of a text, none wider than ``width`` cells; full-width characters are two cells wide.

    No line begins with a closing mark, a unit of length or a small kana, or ends with an opening bracket, where that
    can be helped.
    """
    lines: list[str] = []
    for paragraph in _HELD.sub(_NO_BREAK, text).split("\n"):
        line = ""
        for piece in _pieces(paragraph):
            if cell_len((line + piece).rstrip()) <= width:
                line += piece
                continue
            if line.strip():
                lines.append(line.rstrip())
            line = piece.lstrip()
            while cell_len(line.rstrip()) > width:
                head = _fitting(line, width)
                lines.append(head)
                line = line[len(head) :]
        lines.append(line.rstrip())
    return [line.replace(_NO_BREAK, " ") for line in lines]


def _pieces(text: str) -> list[str]:
    """What must stay together: words with the blanks before them, and single wide characters with their marks."""
    pieces: list[str] = []
    for character in text:
        wide = cell_len(character) > 1
        last = pieces[-1] if pieces else ""
        joins = bool(last) and (
            character in _NOT_FIRST
            or last[-1] in _NOT_LAST
            or (not wide and character != " " and cell_len(last[-1]) == 1 and last[-1] not in "-/")
        )
        if joins:
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces


def _fitting(text: str, width: int) -> str:
    """The longest beginning that fits; one character at least."""
    end = 1
    while end < len(text) and cell_len(text[: end + 1]) <= width:
        end += 1
    return text[:end]
