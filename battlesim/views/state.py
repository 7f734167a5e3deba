"""What the player window is doing, as a frozen value, and every way that it can change. No pygame: tests need no window."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Final

from battlesim.model.event import ClockSet
from battlesim.model.scene import Clock
from battlesim.model.text import LANGUAGES, Language
from battlesim.replay.timeline import Timeline
from battlesim.views.camera import Camera
from battlesim.views.log import wording
from battlesim.views.moment import pace
from battlesim.views.options import ViewOptions
from battlesim.views.primitives import Point

SPEEDS: Final = (0.25, 0.5, 1.0, 1.5, 2.0, 4.0, 8.0)
TOGGLES: Final = ("evidence", "auras", "zones", "coherency", "names", "details")


@dataclass(frozen=True, slots=True)
class PlayerState:
    """``until`` is where playing stops by itself (a single step), ``camera`` the viewer's own (None: it follows the
    battle, or shows the whole table), ``seconds`` how long each step takes at a speed of one."""

    seconds: tuple[float, ...]
    position: float = 0.0
    playing: bool = False
    until: float | None = None
    speed: float = 1.0
    options: ViewOptions = field(default_factory=ViewOptions)
    following: bool = True
    camera: Camera | None = None
    help: bool = False
    hovered: str = ""
    scrolled: float = 0.0
    done: bool = False

    @property
    def end(self) -> float:
        """The last position."""
        return float(len(self.seconds))


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn or phase to jump to: the position at which it has begun, and its name."""

    position: float
    name: str


def opened(timeline: Timeline, *, language: Language = "en", start: int = 0) -> PlayerState:
    """The state of a window that has just opened, ``start`` steps in."""
    seconds = tuple(pace(step).seconds for step in timeline.steps)
    position = float(min(max(start, 0), len(seconds)))
    return PlayerState(seconds, position, options=ViewOptions(language))


def chapters(timeline: Timeline, language: Language) -> tuple[Chapter, ...]:
    """Every turn and phase that begins in the replay, in order."""
    return tuple(
        Chapter(step.index + 1.0, _chapter(timeline, event.clock, language))
        for step in timeline.steps
        for event in step.events
        if isinstance(event, ClockSet)
    )


def _chapter(timeline: Timeline, clock: Clock, language: Language) -> str:
    """The round, the phase and whose turn it is, the shortest first: a menu may cut the rest."""
    speak = wording(timeline.header, language)
    side = speak.name(clock.side) if clock.side else ""
    phase = speak.heading(clock.phase) if clock.phase else ""
    return " · ".join(part for part in (str(clock.round), phase, side) if part)


def advanced(state: PlayerState, elapsed: float) -> PlayerState:
    """So many seconds later. Playing stops at the end, or at the end of a single step."""
    if not state.playing:
        return state
    left, position = max(elapsed, 0.0) * state.speed, state.position
    goal = state.end if state.until is None else min(state.until, state.end)
    while left > 0 and position < goal:
        # at a whole number the next step begins
        index = math.floor(position)
        share = min(left / state.seconds[index], index + 1 - position)
        position += share
        left -= share * state.seconds[index]
        if index + 1 - position < 1e-9:
            position = index + 1.0
    if position >= goal:
        return replace(state, position=goal, playing=False, until=None)
    return replace(state, position=position, scrolled=0.0 if int(position) != int(state.position) else state.scrolled)


def play_toggled(state: PlayerState) -> PlayerState:
    """Play or pause; from the end it plays from the start again."""
    if state.playing:
        return replace(state, playing=False, until=None)
    at_end = state.position >= state.end
    return replace(state, playing=state.end > 0, until=None, position=0.0 if at_end else state.position, scrolled=0.0)


def stepped(state: PlayerState) -> PlayerState:
    """Play the next step and stop; while a step is being told, be done with it."""
    if state.position >= state.end:
        return replace(state, playing=False, until=None)
    if state.position != math.floor(state.position):
        return jumped(state, math.ceil(state.position))
    return replace(state, playing=True, until=state.position + 1.0, scrolled=0.0)


def back(state: PlayerState) -> PlayerState:
    """To the end of the step before, at once."""
    return jumped(state, math.ceil(state.position) - 1)


def jumped(state: PlayerState, position: float) -> PlayerState:
    """To any position, clamped to the replay, paused."""
    position = min(max(float(position), 0.0), state.end)
    return replace(state, position=position, playing=False, until=None, scrolled=0.0)


def chapter_turned(state: PlayerState, marks: tuple[Chapter, ...], by: int) -> PlayerState:
    """To the next chapter (``by`` 1) or the one before (-1); past the last lies the end, before the first the start."""
    if by > 0:
        ahead = [mark.position for mark in marks if mark.position > state.position]
        return jumped(state, ahead[0] if ahead else state.end)
    behind = [mark.position for mark in marks if mark.position < state.position]
    return jumped(state, behind[-1] if behind else 0.0)


def speed_changed(state: PlayerState, by: int) -> PlayerState:
    """One speed faster or slower."""
    nearest = min(range(len(SPEEDS)), key=lambda n: abs(SPEEDS[n] - state.speed))
    return replace(state, speed=SPEEDS[min(max(nearest + by, 0), len(SPEEDS) - 1)])


def zoomed(state: PlayerState, shown: Camera, factor: float, about: Point) -> PlayerState:
    """Zoom in or out of what is shown; the table point under ``about`` stays where it is, and following ends."""
    return replace(state, camera=shown.zoomed(factor, about), following=False)


def panned(state: PlayerState, shown: Camera, dx: float, dy: float) -> PlayerState:
    """Drag the table by so many pixels; following ends."""
    return replace(state, camera=shown.panned(dx, dy), following=False)


def fitted(state: PlayerState) -> PlayerState:
    """Show the whole table from now on."""
    return replace(state, camera=None, following=False)


def followed(state: PlayerState) -> PlayerState:
    """Follow the battle, or stop doing so and show the whole table."""
    return replace(state, camera=None, following=not state.following)


def toggled(state: PlayerState, layer: str) -> PlayerState:
    """Show or hide one of the ``TOGGLES``."""
    assert layer in TOGGLES, layer
    options = state.options
    match layer:
        case "evidence":
            options = replace(options, evidence=not options.evidence)
        case "auras":
            options = replace(options, auras=not options.auras)
        case "zones":
            options = replace(options, zones=not options.zones)
        case "coherency":
            options = replace(options, coherency=not options.coherency)
        case "names":
            options = replace(options, names=not options.names)
        case _:
            options = replace(options, details=not options.details)
    return replace(state, options=options)


def spoken(state: PlayerState, language: Language) -> PlayerState:
    """Change the language."""
    return replace(state, options=replace(state.options, language=language))


def next_language(state: PlayerState) -> PlayerState:
    """The next of the three languages."""
    return spoken(state, LANGUAGES[(LANGUAGES.index(state.options.language) + 1) % len(LANGUAGES)])


def scrolled(state: PlayerState, by: float) -> PlayerState:
    """Scroll the log back (positive) or on, pixels; never past its newest line."""
    return replace(state, scrolled=max(state.scrolled + by, 0.0))


def position_at(x: float, left: float, right: float, count: int) -> float:
    """The position under a point of the timeline's line; close to a step's tick it is that step."""
    share = min(max((x - left) / max(right - left, 1.0), 0.0), 1.0)
    position = share * count
    nearest = round(position)
    return float(nearest) if abs(position - nearest) * (right - left) / max(count, 1) < 7.0 else position
