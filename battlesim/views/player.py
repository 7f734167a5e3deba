"""The window: a thin loop round the state, the picture and the widgets."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pygame

from battlesim.model.scene import Scene
from battlesim.model.text import Language
from battlesim.views.camera import Camera
from battlesim.views.controls import Controls, language_of
from battlesim.views.frame import draw_frame, layout, timeline_span
from battlesim.views.lettering import LINE, Lettering
from battlesim.views.paint import Painter
from battlesim.views.palette import ACCENT, FAINT_INK, INK, RULE
from battlesim.views.phrases import KEYS, phrase
from battlesim.views.playlist import Playlist, playlist
from battlesim.views.primitives import Box, Point
from battlesim.views.show import Show
from battlesim.views.state import (
    Chapter,
    PlayerState,
    advanced,
    back,
    chapter_turned,
    chapters,
    fitted,
    followed,
    jumped,
    next_language,
    opened,
    panned,
    play_toggled,
    position_at,
    scrolled,
    speed_changed,
    spoken,
    stepped,
    toggled,
    zoomed,
)
from battlesim.views.strokes import rounded

_FPS: Final = 60
_PAUSE: Final = 1.6
"""Seconds between the end of one battle of several and the start of the next."""
_ZOOM: Final = 1.14

_BY_KEY: Final[dict[int, tuple[str, str]]] = {
    pygame.K_SPACE: ("play", ""), pygame.K_RIGHT: ("step", ""), pygame.K_LEFT: ("back", ""), pygame.K_HOME: ("start", ""),
    pygame.K_END: ("end", ""), pygame.K_PAGEUP: ("chapter", "-1"), pygame.K_PAGEDOWN: ("chapter", "1"),
    pygame.K_UP: ("faster", "1"), pygame.K_DOWN: ("faster", "-1"), pygame.K_f: ("fit", ""), pygame.K_c: ("follow", ""),
    pygame.K_e: ("toggle", "evidence"), pygame.K_a: ("toggle", "auras"), pygame.K_z: ("toggle", "zones"),
    pygame.K_k: ("toggle", "coherency"), pygame.K_n: ("toggle", "names"), pygame.K_l: ("next-language", ""),
    pygame.K_d: ("toggle", "details"), pygame.K_h: ("help", ""), pygame.K_F1: ("help", ""), pygame.K_ESCAPE: ("close", ""),
}  # fmt: skip


def play(battles: Playlist, *, language: Language = "en", size: tuple[int, int] = (1280, 720), start: int = 0) -> None:
    """Open a window on a replay (or on several in order), ``start`` steps in, and come back when it is closed.

    On a screen with room for it the window opens twice as large, or more. Raises pygame.error where there is no display.
    """
    pygame.display.init()
    pygame.font.init()
    try:
        screen = pygame.display.set_mode(_fitting(size), pygame.RESIZABLE)
        window = Window(battles, screen.get_size(), language=language, start=start)
        clock = pygame.time.Clock()
        caption = ""
        while not window.state.done:
            if caption != window.caption:
                caption = window.caption
                pygame.display.set_caption(caption)
            for event in pygame.event.get():
                window.handle(event)
            window.tick(clock.tick(_FPS) / 1000)
            window.draw(pygame.display.get_surface() or screen)
            pygame.display.flip()
    finally:
        pygame.display.quit()


def _fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The size times as many as leaves a border on the screen: a dense screen gets a dense window."""
    desktop = pygame.display.get_desktop_sizes()
    room = desktop[0] if desktop else size
    times = max(int(min(room[0] * 0.92 / size[0], room[1] * 0.92 / size[1])), 1)
    return size[0] * times, size[1] * times


class Window:
    """The player without its display: events and seconds go in, a picture comes out.

    Of several battles it shows one; where that has been played to its end, the next one begins after a pause.
    """

    def __init__(self, battles: Playlist, size: tuple[int, int], *, language: Language = "en", start: int = 0) -> None:
        self.battles = playlist(battles)
        self.number = 0
        self.show = Show(self.battles[0])
        self.painter = Painter()
        self.state = opened(self.battles[0], language=language, start=start)
        self._paused = 0.0
        self._dragging = ""
        self._pointer: Point = (0.0, 0.0)
        self._lay_out(size)

    def _lay_out(self, size: tuple[int, int]) -> None:
        self.where = layout((max(size[0], 640), max(size[1], 400)), controls=True)
        self.marks: tuple[Chapter, ...] = chapters(self.show.timeline, self.state.options.language)
        self.controls = Controls(self.where, self.state, self.marks, several=len(self.battles) > 1)
        if self.state.camera is not None:
            camera = replace(self.state.camera, port=self.where.port, scale=self.where.scale)
            self.state = replace(self.state, camera=camera)

    @property
    def caption(self) -> str:
        """What the window is called."""
        return self.show.header.title.to(self.state.options.language) or "battlesim"

    def turn(self, by: int, *, playing: bool = False) -> None:
        """Go to the next battle (``by`` 1) or the one before (-1), to its start; nothing where there is none."""
        number = self.number + by
        if not 0 <= number < len(self.battles):
            return
        self.number, self._paused = number, 0.0
        self.show, self.painter = Show(self.battles[number]), Painter()
        fresh = opened(self.battles[number])
        kept = replace(fresh, speed=self.state.speed, options=self.state.options, following=self.state.following)
        self.state = replace(kept, playing=playing and kept.end > 0)
        self._lay_out(self.where.size)

    @property
    def camera(self) -> Camera:
        """What the window shows now."""
        if self.state.camera is not None:
            return self.state.camera
        if self.state.following:
            return self.show.camera(self.state.position, self.where.port, scale=self.where.scale)
        return self.show.whole(self.where.port, scale=self.where.scale)

    def tick(self, seconds: float) -> None:
        """So much time went by."""
        playing, whole = self.state.playing, self.state.until is None
        self.state = advanced(self.state, min(seconds, 0.1))
        if playing and whole and self.state.position >= self.state.end and self.number + 1 < len(self.battles):
            self._paused = _PAUSE
        elif self._paused > 0:
            self._paused -= min(seconds, 0.1)
            if self._paused <= 0:
                self.turn(1, playing=True)
        self.controls.manager.update(seconds)
        self.controls.show(self.state)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all of the window."""
        draw_frame(
            surface, self.show, self.painter, self.state.position, self.state.options, self.where, self.camera,
            hovered=self.state.hovered, scrolled=self.state.scrolled,
        )  # fmt: skip
        self.controls.draw(surface, self.state)
        if self.state.help:
            draw_help(surface, self.state.options.language, self.where.scale)

    def handle(self, event: pygame.event.Event) -> None:
        """Let the widgets have the event, then the keyboard, then the table."""
        taken = self.controls.manager.process_events(event)
        action, object = self.controls.action(event)
        if action:
            self.act(action, object)
        elif event.type == pygame.QUIT:
            self.state = replace(self.state, done=True)
        elif event.type == pygame.VIDEORESIZE:
            self._lay_out((event.w, event.h))
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif not taken and not self.controls.busy:
            self._mouse(event)

    def _key(self, event: pygame.event.Event) -> None:
        text = getattr(event, "unicode", "")
        if event.key == pygame.K_TAB:
            self.act("battle", "-1" if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else "1")
            return
        if text == "?":
            self.act("help", "")
        elif text in ("+", "-"):
            middle = self.camera.middle
            self.state = zoomed(self.state, self.camera, _ZOOM if text == "+" else 1 / _ZOOM, middle)
        elif event.key in _BY_KEY:
            self.act(*_BY_KEY[event.key])

    def act(self, action: str, object: str) -> None:
        """Carry out an action of a widget or a key."""
        state = self.state
        if action not in ("toggle", "language", "next-language", "help"):
            # whoever goes somewhere does not want to be led on
            self._paused = 0.0
        simple: dict[str, Callable[[PlayerState], PlayerState]] = {
            "play": play_toggled, "step": stepped, "back": back, "fit": fitted, "follow": followed,
            "next-language": next_language, "start": lambda s: jumped(s, 0.0), "end": lambda s: jumped(s, s.end),
            "help": lambda s: replace(s, help=not s.help),
            "close": lambda s: replace(s, help=False) if s.help else replace(s, done=True),
        }  # fmt: skip
        if action in simple:
            self.state = simple[action](state)
        elif action == "toggle":
            self.state = toggled(state, object)
        elif action == "battle":
            self.turn(int(object))
        elif action == "chapter" and int(object) > 0 and state.position >= state.end:
            self.turn(1)
        elif action == "chapter" and int(object) < 0 and state.position <= 0:
            self.turn(-1)
        elif action == "chapter":
            self.state = chapter_turned(state, self.marks, int(object))
        elif action == "faster":
            self.state = speed_changed(state, int(object))
        elif action == "speed":
            self.state = replace(state, speed=float(object))
        elif action == "jump":
            self.state = jumped(state, float(object))
            # a menu tells only of a change: made anew, it can name the same place again
            self._lay_out(self.where.size)
        elif action == "language":
            self.state = spoken(state, language_of(object))
        if self.state.options.language != self.controls.language:
            self._lay_out(self.where.size)

    def _mouse(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL:
            if _inside(self.where.port, self._pointer):
                self.state = zoomed(self.state, self.camera, _ZOOM**event.y, self._pointer)
            elif _inside(self.where.panel, self._pointer):
                self.state = scrolled(self.state, event.y * 40 * self.where.scale)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._dragging = next(
                (
                    name
                    for name, box in (("table", self.where.port), ("timeline", self.where.timeline))
                    if _inside(box, event.pos)
                ),
                "",
            )
            self._seek(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._dragging = ""
        elif event.type == pygame.MOUSEMOTION:
            self._pointer = float(event.pos[0]), float(event.pos[1])
            if self._dragging == "table" and any(event.rel):
                self.state = panned(self.state, self.camera, *event.rel)
            self._seek(event.pos)
            self._hover()

    def _seek(self, at: tuple[int, int]) -> None:
        if self._dragging == "timeline":
            left, right, _ = timeline_span(self.where)
            self.state = jumped(self.state, position_at(at[0], left, right, len(self.show.timeline.steps)))

    def _hover(self) -> None:
        found = ""
        if _inside(self.where.port, self._pointer):
            scene = self.show.at(self.state.position, self.state.options).now.scene
            found = unit_at(scene, self.camera.to_table(self._pointer))
        if found != self.state.hovered:
            self.state = replace(self.state, hovered=found)


def unit_at(scene: Scene, point: Point) -> str:
    """The unit of the smallest model whose base lies under a point of the table; the empty text where there is none."""
    under = []
    for model in scene.standing_models():
        pose, base = model.pose, model.base
        assert pose is not None
        a = math.radians(-pose.facing)
        dx, dy = point[0] - pose.x, point[1] - pose.y
        along, across = dx * math.cos(a) - dy * math.sin(a), dx * math.sin(a) + dy * math.cos(a)
        # an ellipse inside the box for round bases, the box itself for the others
        reach = max(abs(along) / float(base.length), abs(across) / float(base.width)) * 2
        if base.kind in ("disc", "oval"):
            reach = math.hypot(along / float(base.length), across / float(base.width)) * 2
        if reach <= 1.0:
            under.append((float(base.length) * float(base.width), model.unit))
    return min(under)[1] if under else ""


def _inside(box: Box, point: tuple[float, float]) -> bool:
    return box[0] <= point[0] < box[2] and box[1] <= point[1] < box[3]


def draw_help(surface: pygame.Surface, language: Language, scale: float) -> None:
    """The keys and what they do, over a darkened picture."""
    s, write = scale, Lettering(scale)
    width, height = surface.get_size()
    veil = pygame.Surface((width, height), pygame.SRCALPHA)
    veil.fill((10, 12, 15, 170))
    surface.blit(veil, (0, 0))
    rows = [(phrase(key, language), phrase(what, language)) for key, what in KEYS]
    line = write.pixels(13.0) * LINE + 5 * s
    half = (len(rows) + 1) // 2
    keys = max(write.measure(key, 13.0, True)[0] for key, _ in rows)
    words = max(write.measure(what, 13.0, False)[0] for _, what in rows)
    column = keys + words + 30 * s
    wide, tall = 2 * column + 72 * s, half * line + 84 * s
    left, top = (width - wide) / 2, (height - tall) / 2
    rounded(surface, (left, top, left + wide, top + tall), 10 * s, (32, 37, 44, 255), edge=RULE)
    write.draw(surface, phrase("help", language), (left + 28 * s, top + 20 * s), 17.0, INK, bold=True)
    for n, (key, what) in enumerate(rows):
        x, y = left + 28 * s + n // half * (column + 16 * s), top + 60 * s + n % half * line
        write.draw(surface, key, (x, y), 13.0, ACCENT, bold=True)
        write.draw(surface, what, (x + keys + 16 * s, y), 13.0, INK if what else FAINT_INK)
