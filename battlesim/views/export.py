"""Pictures and films of a replay, without a display."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pygame

from battlesim.errors import BattlesimError
from battlesim.files import beside
from battlesim.model.text import Language
from battlesim.replay.timeline import Timeline
from battlesim.views.frame import Layout, draw_frame, layout
from battlesim.views.moment import pace
from battlesim.views.options import ViewOptions
from battlesim.views.page import page
from battlesim.views.paint import Painter
from battlesim.views.playlist import Playlist, playlist
from battlesim.views.show import Show
from battlesim.views.svg import svg

Progress = Callable[[int, int], None]
SUFFIXES: Final = (".png", ".svg", ".gif", ".mp4", ".html")

_MOST_PIXELS: Final = 7680 * 4320
_OPENING: Final = 1.2
"""Seconds that a film shows the whole table before the first step."""
_CLOSING: Final = 2.0
"""Seconds that it shows the end."""


def render(
    battles: Playlist,
    out: Path,
    *,
    language: Language = "en",
    size: tuple[int, int] = (1280, 720),
    step: int | None = None,
    seconds_per_step: float | None = None,
    fps: int | None = None,
    progress: Progress | None = None,
) -> None:
    """Draw a replay into a file, by its suffix: .png or .svg (one moment), .gif, .mp4 or .html (the whole of it).

    Several replays become one film, one after another; a picture and a page are of the first of them.
    ``step`` is the index of the step that a picture shows once it is told (the last one by default; -1 is the start).
    ``seconds_per_step`` is how long a middling step takes: long ones take longer. ``progress`` is told the frames
    made and the frames to make. The file appears when it is whole. Raises BattlesimError for an unknown suffix, an
    impossible size or a step that is not there.
    """
    suffix = out.suffix.lower()
    if suffix not in SUFFIXES:
        raise BattlesimError(
            f"{out}: cannot render {repr(suffix) if suffix else 'a file without a suffix'}: use {', '.join(SUFFIXES)}"
        )
    _check(size, fps, seconds_per_step)
    timelines = playlist(battles)
    if suffix == ".html":
        with beside(out) as path:
            path.write_text(page(Show(timelines[0]), language, progress), encoding="utf-8", newline="\n")
        return
    if suffix in (".png", ".svg"):
        film, at = _Film(timelines[0], language, size), _moment(timelines[0], step)
        with beside(out) as path:
            if suffix == ".png":
                pygame.image.save(film.frame(at, still=True), str(path), "png")
            else:
                path.write_text(svg(film.show, at, film.options, film.where), encoding="utf-8", newline="\n")
        if progress is not None:
            progress(1, 1)
        return
    rate = fps if fps is not None else 10 if suffix == ".gif" else 25
    reel = _Reel(timelines, language, size)
    frames = [
        (number, position)
        for number, timeline in enumerate(timelines)
        for position in positions(timeline, rate, seconds_per_step)
    ]
    with beside(out) as path:
        (_write_gif if suffix == ".gif" else _write_mp4)(reel, path, frames, rate, progress)


def _moment(timeline: Timeline, step: int | None) -> float:
    """The position at which that step is told."""
    # people count steps from 1
    count, at = len(timeline.steps), len(timeline.steps) if step is None else step + 1
    if not 0 <= at <= count:
        there = f"the steps are 1 to {count}, and 0 is the start"
        if count < 2:
            there = "the only step is 1, and 0 is the start" if count else "the battle has no steps; 0 is its start"
        raise BattlesimError(f"there is no step {at}: {there}")
    return float(at)


def _check(size: tuple[int, int], fps: int | None, seconds_per_step: float | None) -> None:
    width, height = size
    if width < 320 or height < 240 or width * height > _MOST_PIXELS:
        raise BattlesimError(
            f"cannot draw {width} x {height} pixels: at least 320 x 240, at most {_MOST_PIXELS} in all"
        )
    if fps is not None and not 1 <= fps <= 120:
        raise BattlesimError(f"{fps} frames a second: use 1 to 120")
    if seconds_per_step is not None and not 0.05 <= seconds_per_step <= 600:
        raise BattlesimError(f"{seconds_per_step} seconds a step: use 0.05 to 600")


def positions(timeline: Timeline, fps: int, seconds_per_step: float | None) -> tuple[float, ...]:
    """The position of every frame of a film: an opening, every step at its own length, and the end."""
    paces = [pace(step).seconds for step in timeline.steps]
    middling = sorted(paces)[len(paces) // 2] if paces else 1.0
    stretch = 1.0 if seconds_per_step is None else seconds_per_step / middling
    frames = [0.0] * max(round(_OPENING * fps * min(stretch, 1.0)), 1)
    for index, seconds in enumerate(paces):
        count = max(round(seconds * stretch * fps), 1)
        frames += [index + (n + 1) / count for n in range(count)]
    return (*frames, *[float(len(paces))] * round(_CLOSING * fps * min(stretch, 1.0)))


class _Film:
    """Frames of a replay in one size and language, with a camera that follows the battle."""

    def __init__(self, timeline: Timeline, language: Language, size: tuple[int, int]) -> None:
        self.show = Show(timeline)
        self.options = ViewOptions(language)
        self.where: Layout = layout(size)
        self.painter = Painter()
        self.surface = pygame.Surface(size)

    def frame(self, position: float, *, still: bool = False) -> pygame.Surface:
        """The frame at a position; the same surface every time."""
        where = self.where
        camera = self.show.camera(position, where.port, scale=where.scale)
        draw_frame(self.surface, self.show, self.painter, position, self.options, where, camera, still=still)
        return self.surface


_Frames = Sequence[tuple[int, float]]
"""Of each frame of a reel the number of the replay, and the position in it."""


class _Reel:
    """Replays filmed one after another; only the one at hand keeps its pictures."""

    def __init__(self, timelines: Sequence[Timeline], language: Language, size: tuple[int, int]) -> None:
        self.timelines, self.language, self.size = timelines, language, size
        self._number = -1
        self._film: _Film | None = None

    def frame(self, number: int, position: float) -> pygame.Surface:
        """The frame at a position of that replay."""
        if self._film is None or number != self._number:
            self._number, self._film = number, _Film(self.timelines[number], self.language, self.size)
        return self._film.frame(position)


def _write_mp4(reel: _Reel, path: Path, frames: _Frames, fps: int, progress: Progress | None) -> None:
    import imageio_ffmpeg

    width, height = reel.size
    # the coder halves the colour planes, so it needs even sizes
    even = width - width % 2, height - height % 2
    writer: Any = imageio_ffmpeg.write_frames(
        str(path), even, fps=fps, codec="libx264", pix_fmt_in="rgb24", pix_fmt_out="yuv420p", macro_block_size=2,
        quality=None, output_params=["-preset", "veryfast", "-crf", "20", "-movflags", "+faststart"],
        ffmpeg_log_level="error",
    )  # fmt: skip
    with closing(writer):
        writer.send(None)
        last: tuple[int, float] | None = None
        pixels = b""
        for done, frame in enumerate(frames, start=1):
            if frame != last:
                surface = reel.frame(*frame).subsurface((0, 0, *even))
                pixels, last = pygame.image.tobytes(surface, "RGB"), frame
            writer.send(pixels)
            if progress is not None:
                progress(done, len(frames))


def _write_gif(reel: _Reel, path: Path, frames: _Frames, fps: int, progress: Progress | None) -> None:
    from PIL import Image

    size = reel.size
    pictures, lasting = list[Any](), list[int]()
    palette: Any = None
    last: tuple[int, float] | None = None
    for done, frame in enumerate(frames, start=1):
        if frame == last:
            lasting[-1] += round(1000 / fps)
        else:
            picture = Image.frombytes("RGB", size, pygame.image.tobytes(reel.frame(*frame), "RGB"))
            if palette is None:
                palette = picture.quantize(128, dither=Image.Dither.NONE)
            pictures.append(picture.quantize(palette=palette, dither=Image.Dither.NONE))
            lasting.append(round(1000 / fps))
            last = frame
        if progress is not None:
            progress(done, len(frames))
    pictures[0].save(
        path, save_all=True, append_images=pictures[1:], duration=lasting, loop=0, optimize=False, disposal=1
    )
