"""Moves that were declared and are on their way: where a stand is after so much travel, and how it gets there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from battlesim.engine.story import Story
from battlesim.geometry.footprint import Pose
from battlesim.geometry.path import Path, along, travelled
from battlesim.model.event import Marked, Moved
from battlesim.rules.netepic.profiles import NetepicBattle
from battlesim.rules.netepic.table import now, stand_state
from battlesim.units import Mm

_QUANTUM: Final = 6
"""Decimals that a replay file keeps."""


def written(path: Sequence[Pose]) -> tuple[str, ...]:
    """A way as a mark holds it: a text for each pose."""
    return tuple(f"{_plain(p.x)} {_plain(p.y)} {_plain(p.facing)} {_plain(p.elevation)}" for p in path)


def _plain(number: float) -> str:
    """Written as exactly as a replay file has it."""
    return repr(round(float(number), _QUANTUM))


def declared_way(battle: NetepicBattle, stand: str) -> Path | None:
    """The whole way that a stand declared, from where it stood; None for one that is not on its way."""
    way = stand_state(battle, stand).way
    if not way or not battle.scene.model(stand).on_table:
        return None
    numbers = [[float(number) for number in pose.split()] for pose in way]
    return Path(tuple(Pose(Mm(x), Mm(y), facing, Mm(elevation)) for x, y, facing, elevation in numbers))


def under_way(battle: NetepicBattle, unit: str) -> tuple[str, ...]:
    """The stands of a detachment that have declared a way and not gone all of it."""
    return tuple(stand.id for stand in battle.scene.standing(unit) if stand_state(battle, stand.id).way)


def declared_ways(battle: NetepicBattle, unit: str) -> dict[str, Path]:
    """The ways of the stands of a detachment that are on one."""
    ways = ((stand.id, declared_way(battle, stand.id)) for stand in battle.scene.standing(unit))
    return {id: way for id, way in ways if way is not None}


def declare(stand: str, path: Sequence[Pose], story: Story) -> None:
    """The stand will go that way: it stands where it is until somebody lets it go on."""
    story.tell(Marked(stand, "way", written(path), "model"))


def battle_at(battle: NetepicBattle, unit: str, length: Mm) -> NetepicBattle:
    """The battle as it will be when the stands of the detachment have gone so far, each along its own way."""
    scene, ways = battle.scene, declared_ways(battle, unit)
    moved = (replace(scene.model(id), pose=along(way, length)) for id, way in ways.items())
    return replace(battle, scene=scene.with_models(moved))


def go_on(battle: NetepicBattle, unit: str, length: Mm | None, story: Story) -> None:
    """The stands go on until they have gone so far from where they started, or (None) to the end, which ends the way."""
    for id in under_way(now(battle, story), unit):
        way = declared_way(now(battle, story), id)
        assert way is not None
        whole = travelled(way).value
        gone = stand_state(now(battle, story), id).gone
        until = whole if length is None else min(float(length), whole)
        if until > gone:
            story.tell(Moved(id, part_of(way, gone, Mm(until))))
            story.tell(Marked(id, "gone", round(until, _QUANTUM), "model"))
        if length is None:
            story.tell(Marked(id, "way", None, "model"), Marked(id, "gone", None, "model"))


def part_of(way: Path, start: Mm, end: Mm) -> tuple[Pose, ...]:
    """The poses of a way from one length to another."""
    found, before = [along(way, start)], 0.0
    for a, b in pairwise(way.poses):
        before += math.hypot(b.x - a.x, b.y - a.y) + abs(b.elevation - a.elevation)
        if start < before < end:
            found.append(b)
    return *found, along(way, end)
