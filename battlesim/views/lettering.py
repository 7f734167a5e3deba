"""Text on surfaces: the shipped fonts, measured and drawn through small caches. Needs no display."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from battlesim.resources import assets
from battlesim.views.primitives import Colour, Point

REGULAR: Final = "NotoSansJP-Regular.ttf"
BOLD: Final = "NotoSansJP-Bold.ttf"
LINE: Final = 1.36
"""Height of a line of text as a multiple of its size."""


@lru_cache(maxsize=64)
def font(pixels: int, bold: bool) -> pygame.font.Font:
    """The shipped font at a size in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(assets() / "fonts" / (BOLD if bold else REGULAR)), max(pixels, 6))


def _font_for(text: str, pixels: int, bold: bool) -> pygame.font.Font:
    """The font for a line: rare kanji are in the regular face alone, which is then thickened."""
    if not bold or text.isascii():
        return font(pixels, bold)
    wanted = font(pixels, True)
    if None not in wanted.metrics(text):
        return wanted
    return _thickened(pixels)


@lru_cache(maxsize=64)
def _thickened(pixels: int) -> pygame.font.Font:
    made = pygame.font.Font(str(assets() / "fonts" / REGULAR), max(pixels, 6))
    made.bold = True
    return made


@lru_cache(maxsize=4096)
def text_width(text: str, pixels: int, bold: bool) -> int:
    """Width of a line of text in pixels."""
    return int(_font_for(text, pixels, bold).size(text)[0])


@lru_cache(maxsize=1024)
def written(text: str, pixels: int, bold: bool, colour: Colour) -> pygame.Surface:
    """A line of text, cut to its line height; never to be drawn on."""
    surface = _font_for(text, pixels, bold).render(text, True, colour[:3])
    if colour[3] < 255:
        surface.set_alpha(colour[3])
    return surface


class Lettering:
    """Text at one scale: sizes in points go in, pixels come out."""

    def __init__(self, scale: float) -> None:
        self.scale = scale

    def pixels(self, size: float) -> int:
        """A size in points as whole pixels."""
        return max(round(size * self.scale), 6)

    def measure(self, text: str, size: float, bold: bool) -> Point:
        """Width and line height in pixels."""
        pixels = self.pixels(size)
        return float(text_width(text, pixels, bold)), pixels * LINE

    def draw(
        self, surface: pygame.Surface, text: str, at: Point, size: float, colour: Colour, *, bold: bool = False
    ) -> float:
        """Write with the line's top left corner at ``at``; answers the width in pixels."""
        if not text:
            return 0.0
        pixels = self.pixels(size)
        line = written(text, pixels, bold, colour)
        # the font's own line is taller than ours: share the difference above and below
        surface.blit(line, (round(at[0]), round(at[1] + (pixels * LINE - line.get_height()) / 2)))
        return float(line.get_width())

    def cut(self, text: str, size: float, bold: bool, room: float) -> str:
        """The text, shortened with an ellipsis where it is wider than the room in pixels."""
        pixels = self.pixels(size)
        if text_width(text, pixels, bold) <= room:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if text_width(text[:middle].rstrip() + "…", pixels, bold) <= room:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + "…" if low else ""

    def wrapped(self, text: str, size: float, bold: bool, room: float) -> tuple[str, ...]:
        """The text in lines no wider than the room: broken at spaces, and between Japanese characters."""
        pixels = self.pixels(size)
        lines, line = list[str](), ""
        for piece in _pieces(text):
            if line and text_width((line + piece).rstrip(), pixels, bold) > room:
                lines.append(line.rstrip())
                line = piece.lstrip()
            else:
                line += piece
            while text_width(line.rstrip(), pixels, bold) > room and len(line) > 1:
                fits = next(
                    n for n in range(len(line) - 1, 0, -1) if n == 1 or text_width(line[:n], pixels, bold) <= room
                )
                lines.append(line[:fits])
                line = line[fits:]
        return (*lines, line.rstrip()) if line.strip() or not lines else tuple(lines)


_NO_START: Final = frozenset("、。，．・：；？！」』）〕］】》〉ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々％,.;:!?)]")
_NO_END: Final = frozenset("「『（〔［【《〈([")


def _pieces(text: str) -> list[str]:
    """Where a line may break: after spaces, and around wide characters but for marks that must not start or end one."""
    pieces, piece = list[str](), ""
    for character in text:
        wide = ord(character) >= 0x2E80
        last = piece[-1:] if piece else ""
        breaks = bool(last) and (
            (last == " " and character != " ")
            or ((wide or ord(last) >= 0x2E80) and last not in _NO_END and character not in _NO_START)
        )
        if breaks:
            pieces.append(piece)
            piece = ""
        piece += character
    return [*pieces, piece] if piece else pieces
