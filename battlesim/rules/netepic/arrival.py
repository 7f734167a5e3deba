"""Frappe en Profondeur: a detachment comes down from reserves round a point that deviates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace
from shapely.geometry import Point

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.footprint import Footprint, Pose
from battlesim.geometry.measure import gap, gap_to
from battlesim.model.event import Destroyed, Marked, SetUp
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.rules.netepic.activation import activate, may_move_now
from battlesim.rules.netepic.movement import COHERENCY, coherent, standing_room
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.table import now, unit_state
from battlesim.rules.netepic.terrain import ways_barred
from battlesim.rules.netepic.turn_actions import Drop
from battlesim.rules.netepic.turn_hooks import Drops
from battlesim.units import ZERO, Mm, cm

RULE: Final = "netepic.fep"
SOURCE: Final = "NetEpic (FR), Frappe en Profondeur"
DIRECTIONS: Final = 12
"""The direction of a scatter is the face of a clock."""
ARRIVAL_COST: Final = cm(5)

_RINGS: Final = 5.0


def legal(battle: NetepicBattle, action: Drop) -> tuple[Ruling, ...]:
    """Its activation, an order that moves, all stands in reserves and able, and room where it aims."""
    order = unit_state(battle, action.unit).order
    rulings = [*may_move_now(battle, action.unit)]
    fits = order in ("advance", "charge")
    rulings.append(_ruling("order", fits, Fact(order, action.unit), action.unit))
    for stand, _ in action.poses:
        place = battle.scene.model(stand).place
        rulings.append(_ruling("reserves", place == "reserves", Fact(place, stand), stand))
        able = bool(collect(Drops, profile_of(battle, stand).abilities))
        if not able:
            rulings.append(_ruling("able", False, Fact("not-able", stand), stand))
    after = {id: replace(battle.scene.model(id), pose=pose, place="table") for id, pose in action.poses}
    return *rulings, *standing_room(battle, after), *coherent(battle, action.unit, after)


def resolve(battle: NetepicBattle, action: Drop, story: Story) -> None:
    """The point scatters as often as the ability says, 3D6 cm each; what comes down off the table or on walls is lost.

    The stands keep their places round the point, or take the nearest free ones within 6 cm of it.
    """
    activate(battle, action.unit, story)
    first, aimed = action.poses[0]
    scatters, dice = collect(Drops, profile_of(battle, first).abilities)[0].on_drop()
    dx = dy = 0.0
    for _ in range(scatters):
        way = story.roll("scatter-direction", 1, sides=DIRECTIONS, subject=first).faces[0]
        far = cm(sum(story.roll("drop-scatter", dice, subject=first).faces))
        angle = math.radians(-90 + 360 / DIRECTIONS * (way % DIRECTIONS))
        dx, dy = dx + far * math.cos(angle), dy + far * math.sin(angle)
        evidence = Count("scatter-cm", round(far / 10))
        story.rule(Ruling(RULE, True, "scatter", evidence=(evidence,), subjects=(first,), source=SOURCE))
    for stand, pose in action.poses:
        wanted = pose.moved(Mm(dx), Mm(dy))
        place = next(_free(now(battle, story), stand, wanted, aimed.moved(Mm(dx), Mm(dy))), None)
        if place is None:
            story.rule(_ruling("lost", True, Fact("no-room", stand), stand))
            story.tell(Destroyed(stand, RULE))
            continue
        story.tell(SetUp(stand, place))
        story.tell(Marked(stand, "spent", float(ARRIVAL_COST), "model"))


def _free(battle: NetepicBattle, stand: str, wanted: Pose, point: Pose) -> Iterator[Pose]:
    """The place itself, then others round it in rings, within 6 cm of the point."""
    base = battle.scene.model(stand).base
    others = [other.footprint for other in battle.scene.standing_models()]
    middle = Point(point.x, point.y)
    for ring in range(int(COHERENCY / _RINGS) + 1):
        count = 1 if ring == 0 else 12 * ring
        for k in range(count):
            angle = math.radians(360 * k / count)
            there = wanted.moved(Mm(_RINGS * ring * math.cos(angle)), Mm(_RINGS * ring * math.sin(angle)))
            body = Footprint(base, there)
            if ring and gap_to(body, middle).beyond(COHERENCY):
                continue
            if battle.scene.battlefield.shape.covers(body.shape) and _is_free(battle, body, others):
                yield there


def _is_free(battle: NetepicBattle, body: Footprint, others: Sequence[Footprint]) -> bool:
    if any(gap(body, other).within(ZERO) for other in others):
        return False
    walls = (wall.shape for wall in ways_barred(battle))
    return all(isinstance(wall, Footprint) or gap_to(body, wall).beyond(ZERO) for wall in walls)


def _ruling(clause: str, holds: bool, evidence: Fact, subject: str) -> Ruling:
    return Ruling(RULE, holds, clause, evidence=(evidence,), subjects=(subject,), source=SOURCE)
