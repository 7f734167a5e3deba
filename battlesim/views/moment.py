"""What is to be seen at a moment of a replay: the scene, the models on their way, and the entries told so far.

A position is a float. At a whole number n the first n steps are over and step n - 1 is still on show; between n and
n + 1 step n is being told. So 0.0 is the start and ``len(steps)`` the end.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from typing import Final, Literal

from battlesim.geometry.footprint import Pose
from battlesim.model.event import Destroyed, Embarked, Event, Moved, SetUp, Withdrawn
from battlesim.model.ruling import Ruling
from battlesim.model.scene import Scene
from battlesim.replay.fold import fold, fold_all
from battlesim.replay.timeline import Step, Timeline
from battlesim.units import Mm
from battlesim.views.camera import smooth

BeatKind = Literal["ruling", "move", "arrive", "leave", "roll", "loss", "refused", "clock", "other"]

_KINDS: Final[Mapping[str, BeatKind]] = {
    "ruling": "ruling",
    "moved": "move",
    "embarked": "move",
    "set-up": "arrive",
    "withdrawn": "leave",
    "destroyed": "leave",
    "wounds-lost": "loss",
    "wounds-regained": "loss",
    "roll-made": "roll",
    "refused": "refused",
    "clock-set": "clock",
}
_WEIGHTS: Final[Mapping[BeatKind, float]] = {
    "ruling": 1.0,
    "move": 2.0,
    "arrive": 1.0,
    "leave": 0.8,
    "roll": 0.9,
    "loss": 0.5,
    "refused": 0.6,
    "clock": 0.4,
    "other": 0.05,
}
_LEAD: Final = 0.5
"""Weight of the time before the first entry, in which the camera travels."""
_REST: Final = 1.2
"""Weight of the time after the last entry, in which all of it can be read."""


@dataclass(frozen=True, slots=True)
class Beat:
    """Entries that are told together, ``first`` to before ``stop``, between two shares of the step's time."""

    kind: BeatKind
    first: int
    stop: int
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Pace:
    """The beats of a step and how long it takes, in seconds at a speed of one."""

    beats: tuple[Beat, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Passage:
    """A model that is between two places, or fading in or out: where it is now and how solid."""

    model: str
    pose: Pose
    opacity: float = 1.0
    travelled: tuple[Pose, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a replay, resolved. ``told`` counts the entries of the step that are on show, the last of them by
    a share of ``progress``."""

    position: float
    index: int
    step: Step | None
    share: float
    scene: Scene
    passages: Mapping[str, Passage]
    told: int
    progress: float


def place(position: float, count: int) -> tuple[int, float]:
    """The step on show at a position and the share of it that is told; (-1, 1.0) at the start."""
    position = min(max(position, 0.0), float(count))
    index = math.ceil(position) - 1
    return (-1, 1.0) if index < 0 else (index, position - index)


def pace(step: Step) -> Pace:
    """When each entry of a step is told. Neighbouring entries of a kind are told together; each roll has its own beat."""
    groups: list[tuple[BeatKind, int, int]] = []
    kinds: list[BeatKind] = [_KINDS.get(entry.kind, "other") for entry in step.entries]
    for kind, members in groupby(range(len(kinds)), key=kinds.__getitem__):
        indices = list(members)
        if kind == "roll":
            groups += [(kind, index, index + 1) for index in indices]
        elif kind == "move":
            groups += [(kind, first, stop) for first, stop in _separate_moves(step, indices)]
        else:
            groups.append((kind, indices[0], indices[-1] + 1))
    marks = list(accumulate((_WEIGHTS[kind] for kind, _, _ in groups), initial=_LEAD))
    whole = marks[-1] + _REST
    beats = tuple(
        Beat(kind, first, stop, start / whole, end / whole)
        for (kind, first, stop), (start, end) in zip(groups, pairwise(marks), strict=True)
    )
    return Pace(beats, whole * 0.55)


def _separate_moves(step: Step, indices: list[int]) -> list[tuple[int, int]]:
    """The runs in which no model moves twice."""
    runs, seen, first = list[tuple[int, int]](), set[str](), indices[0]
    for index in indices:
        entry = step.entries[index]
        assert isinstance(entry, Moved | Embarked)
        if entry.model in seen:
            runs.append((first, index))
            first, seen = index, set()
        seen.add(entry.model)
    return [*runs, (first, indices[-1] + 1)]


def moment(timeline: Timeline, position: float, *, kept: dict[tuple[int, int], Scene] | None = None) -> Moment:
    """What is to be seen at that position; positions outside the replay are its ends.

    ``kept`` holds the scenes between the beats of this timeline from call to call.
    """
    index, share = place(position, len(timeline.steps))
    if index < 0:
        return Moment(0.0, -1, None, 1.0, timeline.scenes[0], {}, 0, 1.0)
    step = timeline.steps[index]
    clamped = index + share
    if share >= 1.0:
        return Moment(clamped, index, step, 1.0, timeline.scenes[index + 1], {}, len(step.entries), 1.0)
    beats = pace(step).beats
    current = bisect_right([beat.start for beat in beats], share) - 1
    if current < 0:
        return Moment(clamped, index, step, share, timeline.scenes[index], {}, 0, 0.0)
    beat = beats[current]
    scenes = {} if kept is None else kept
    if (index, beat.first) not in scenes:
        scenes[index, beat.first] = fold_all(timeline.scenes[index], _events(step, 0, beat.first))
    before = scenes[index, beat.first]
    progress = min((share - beat.start) / (beat.end - beat.start), 1.0)
    if progress >= 1.0:
        return Moment(
            clamped, index, step, share, fold_all(before, _events(step, beat.first, beat.stop)), {}, beat.stop, 1.0
        )
    scene, passages = _under_way(before, step, beat, progress)
    return Moment(clamped, index, step, share, scene, passages, beat.stop, progress)


def _events(step: Step, first: int, stop: int) -> tuple[Event, ...]:
    return tuple(entry for entry in step.entries[first:stop] if not isinstance(entry, Ruling))


def _under_way(scene: Scene, step: Step, beat: Beat, progress: float) -> tuple[Scene, dict[str, Passage]]:
    passages: dict[str, Passage] = {}
    for event in _events(step, beat.first, beat.stop):
        match event:
            case Moved(id, path):
                passages[id] = _on_path(id, path, progress)
            case Embarked(id, _, path):
                standing = scene.model(id).pose
                on_way = path or ((standing,) if standing else ())
                if on_way:
                    walking = _on_path(id, on_way, progress)
                    passages[id] = Passage(id, walking.pose, 1.0 - smooth(progress * 2 - 1), walking.travelled)
            case SetUp(id, pose):
                scene = fold(scene, event)
                passages[id] = Passage(id, pose, smooth(progress))
            case Destroyed(id) | Withdrawn(id):
                pose_now = scene.model(id).pose
                if pose_now is not None:
                    passages[id] = Passage(id, pose_now, 1.0 - smooth(progress))
            case _:
                scene = fold(scene, event)
    return scene, passages


def _on_path(id: str, path: tuple[Pose, ...], progress: float) -> Passage:
    pose, behind = along(path, smooth(progress))
    return Passage(id, pose, 1.0, (*path[: behind + 1], pose))


def along(path: tuple[Pose, ...], share: float) -> tuple[Pose, int]:
    """The pose after that share of a path's length, and how many segments lie behind it.

    A path without length turns on the spot.
    """
    if len(path) == 1:
        return path[0], 0
    lengths = [math.dist((p.x, p.y, p.elevation), (q.x, q.y, q.elevation)) for p, q in pairwise(path)]
    whole = sum(lengths)
    if whole == 0.0:
        return _blend(path[0], path[-1], share), 0
    left = share * whole
    for number, length in enumerate(lengths):
        if left <= length and length > 0.0:
            return _blend(path[number], path[number + 1], left / length), number
        left -= length
    return path[-1], len(path) - 2


def _blend(p: Pose, q: Pose, share: float) -> Pose:
    # the shorter way round
    turn = (q.facing - p.facing + 180.0) % 360.0 - 180.0
    return Pose(
        Mm(p.x + (q.x - p.x) * share),
        Mm(p.y + (q.y - p.y) * share),
        p.facing + turn * share,
        Mm(p.elevation + (q.elevation - p.elevation) * share),
    )
