"""Zones of control: circles round the middle of a stand that enemies of its class or lower keep out of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.geometry.crossing import nearest_on_way
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import Measurement, gap
from battlesim.geometry.path import Path
from battlesim.geometry.quick import may_meet
from battlesim.model.ruling import Fact, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.table import enemies, opponents, stand_state, unit_state
from battlesim.rules.netepic.turn_hooks import EscapesHold, HoldQuestion
from battlesim.units import TOUCH, ZERO, Mm

RULE: Final = "netepic.zone-of-control"
SOURCE: Final = "NetEpic (FR), zones of control"
LARGE_CLASS: Final = 5

_TOUCHING: Final = 2 * TOUCH
"""A stand that touches the rim of a zone is not in it: it has to be farther than the zone reaches less this."""

_MIDDLE: Final = Base.disc(0.001)


def zone_radius(battle: NetepicBattle, stand: str) -> Mm:
    """How far round its middle the zone of a stand reaches; zero where it has none."""
    options = battle.options
    large = profile_of(battle, stand).blocking_class >= LARGE_CLASS
    return Mm((options.zone_large if large else options.zone_small) / 2)


def has_zone(battle: NetepicBattle, stand: Model) -> bool:
    """Not when it is pinned, engaged by its own choice, immobilised, or falling back."""
    state = stand_state(battle, stand.id)
    if state.immobilised or state.engaged or unit_state(battle, stand.unit).order == "fall-back":
        return False
    mine = profile_of(battle, stand.id).blocking_class
    return all(profile_of(battle, other.id).blocking_class < mine for other in opponents(battle, stand))


def into_zone(battle: NetepicBattle, stand: Model, holder: Model) -> Measurement:
    """From the middle of the holder to the stand: its edge, or its middle where this table measures centres."""
    middle = _MIDDLE.at(Pose(holder.footprint.pose.x, holder.footprint.pose.y))
    return gap(_seen(battle, stand.footprint), middle, ends=(stand.id, holder.id))


def in_zone(battle: NetepicBattle, stand: Model, holder: Model) -> Ruling:
    """Whether a stand is in the zone of another: nothing is asked about the other's right to one."""
    radius = zone_radius(battle, holder.id)
    measured = into_zone(battle, stand, holder)
    return ruled(RULE, measured, "within", radius, clause="in", subjects=(stand.id, holder.id), source=SOURCE)


def zones_passed(
    battle: NetepicBattle, mover: Model, path: Sequence[Pose], charged: Collection[str]
) -> Iterator[Ruling]:
    """The zones that the way comes near to: refused where it enters one, and the nearest of those that it passes by.

    Left out: zones that the mover starts in, those of detachments that it charges, and those of lower classes.
    """
    way = Path(tuple(path))
    mine = profile_of(battle, mover.id).blocking_class
    passed: list[Ruling] = []
    start = mover.base.at(way.start)
    run = sum(abs(b.x - a.x) + abs(b.y - a.y) for a, b in pairwise(path))
    base = mover.base if battle.options.measure == "edge" else _MIDDLE
    for holder in enemies(battle, mover.id):
        radius = zone_radius(battle, holder.id)
        higher = mine > profile_of(battle, holder.id).blocking_class
        if (
            not radius
            or higher
            or holder.unit in charged
            or not may_meet(start, holder.footprint, after=run + 2 * radius)
        ):
            continue
        if not has_zone(battle, holder) or into_zone(battle, mover, holder).short_of(radius):
            continue
        middle = _MIDDLE.at(Pose(holder.footprint.pose.x, holder.footprint.pose.y))
        nearest = nearest_on_way(base, way, middle, ends=(mover.id, holder.id))
        subjects, rim = (mover.id, holder.id), Mm(radius - _TOUCHING)
        found = ruled(RULE, nearest, "beyond", rim, clause="keep-out", subjects=subjects, source=SOURCE)
        if found.holds:
            if nearest.within(Mm(2 * radius)):
                passed.append(found)
            continue
        yield _escaped(battle, mover.id, holder.id) or found
    if passed:
        yield min(passed, key=lambda ruling: float(ruling.measured or ZERO))


def _escaped(battle: NetepicBattle, stand: str, holder: str) -> Ruling | None:
    for rule in collect(EscapesHold, profile_of(battle, stand).abilities):
        ruling = rule.on_zone(HoldQuestion(battle, stand, holder))
        if ruling is not None and ruling.holds:
            return ruling
    return None


def near_zone(battle: NetepicBattle, unit: str) -> Ruling:
    """Whether an enemy is in contact with the detachment or in the zone of one of its stands: nearest first."""
    best: Ruling | None = None
    for stand in battle.scene.standing(unit):
        for enemy in enemies(battle, stand.id):
            found = in_zone(battle, enemy, stand)
            if best is None or (not found.holds, found.measured or ZERO) < (not best.holds, best.measured or ZERO):
                best = found
    if best is None:
        return Ruling(RULE, False, "in", evidence=(Fact("off-table", unit),), subjects=(unit,), source=SOURCE)
    return best


def _seen(battle: NetepicBattle, footprint: Footprint) -> Footprint:
    return footprint if battle.options.measure == "edge" else _MIDDLE.at(footprint.pose)
