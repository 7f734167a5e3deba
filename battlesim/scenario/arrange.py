"""Placements turned into poses."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from battlesim.errors import BattlesimError
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import nearest
from battlesim.scenario.placements import (
    PLACEMENT_FORMS,
    AnyPlacement,
    GridPlacement,
    LinePlacement,
    PointPlacement,
    RelativePlacement,
    ShiftPlacement,
    TowardPlacement,
)
from battlesim.scenario.slide import slide
from battlesim.units import ZERO, Mm


class Misplaced(BattlesimError):
    """A placement that does not fit what it is to place."""


@dataclass(frozen=True)
class Ground:
    """What a placement may stand in relation to: the footprints of a name, and where the models stand now (or None)."""

    footprints: Callable[[str], tuple[Footprint, ...]]
    now: Sequence[Pose | None] = ()


def poses_of(placement: AnyPlacement, bases: Sequence[Base], ground: Ground) -> tuple[Pose, ...]:
    """A pose for each base, in order; facings that are not given stay what they are. Raises Misplaced."""
    now = ground.now or [None] * len(bases)
    match placement:
        case PointPlacement():
            return _points((placement.point,), bases, now, facing=placement.facing, elevation=placement.elevation)
        case LinePlacement():
            return _line(placement, bases, now)
        case GridPlacement():
            return _grid(placement, bases, now)
        case RelativePlacement():
            return _relative(placement, bases, ground.footprints(placement.from_))
        case ShiftPlacement():
            (x, y), by = _direction(placement.along), placement.by
            return tuple(pose.moved(by * x, by * y).turned(placement.turn) for pose in _standing(now))
        case TowardPlacement():
            return _toward(placement, bases, _standing(now), ground.footprints(placement.toward))
    points = [point for point in placement if isinstance(point, tuple)]
    return _points(points or (cast(tuple[float, ...], placement),), bases, now)


def _points(
    points: Sequence[Sequence[float]],
    bases: Sequence[Base],
    now: Sequence[Pose | None],
    *,
    facing: float | None = None,
    elevation: Mm = ZERO,
) -> tuple[Pose, ...]:
    if len(points) != len(bases):
        raise Misplaced(
            f"{len(points)} point{'s' * (len(points) != 1)} for {len(bases)} model{'s' * (len(bases) != 1)}; expected "
            f"{PLACEMENT_FORMS}"
        )
    return tuple(
        Pose(Mm(point[0]), Mm(point[1]), _facing(point[2] if len(point) > 2 else facing, pose), elevation)
        for point, pose in zip(points, now, strict=True)
    )


def _line(placement: LinePlacement, bases: Sequence[Base], now: Sequence[Pose | None]) -> tuple[Pose, ...]:
    direction = _direction(placement.along)
    x, y = placement.line
    poses: list[Pose] = []
    for base, pose in zip(bases, now, strict=True):
        facing = _facing(placement.facing, pose)
        if not poses:
            poses.append(Pose(x, y, facing, placement.elevation))
            continue
        # the next one comes from far down the line back to the one before it
        last = Footprint(bases[len(poses) - 1], poses[-1])
        far = last.base.circumradius + base.circumradius + placement.gap + 1.0
        start = Pose(last.pose.x, last.pose.y, facing, placement.elevation).moved(
            far * direction[0], far * direction[1]
        )
        back = slide([Footprint(base, start)], [last], (-direction[0], -direction[1]), placement.gap)
        assert back is not None, "two shapes whose centres pass over each other always meet"
        poses.append(start.moved(-back * direction[0], -back * direction[1]))
    return tuple(poses)


def _grid(placement: GridPlacement, bases: Sequence[Base], now: Sequence[Pose | None]) -> tuple[Pose, ...]:
    facings = [_facing(placement.facing, pose) for pose in now]
    x, y = placement.grid
    offsets = _rows(bases, facings, placement.columns, placement.along, placement.gap)
    return tuple(
        Pose(Mm(x + dx), Mm(y + dy), facing, placement.elevation)
        for (dx, dy), facing in zip(offsets, facings, strict=True)
    )


def _relative(placement: RelativePlacement, bases: Sequence[Base], still: Sequence[Footprint]) -> tuple[Pose, ...]:
    out = _direction(placement.along)
    right = (-out[1], out[0])
    facing = placement.along + 180.0 if placement.facing is None else placement.facing
    columns = min(placement.columns, len(bases))
    # the first row runs to the right hand of the direction, further rows lie further out
    offsets = _rows(bases, [facing] * len(bases), columns, placement.along + 90.0, placement.spacing, back=-1.0)
    front = offsets[:columns]
    centred = placement.aside - sum(dx * right[0] + dy * right[1] for dx, dy in front) / columns
    low, high = _box(still)
    far = math.dist(low, high) + placement.gap + 2.0 * max(base.circumradius for base in bases)
    far += max(abs(dx * out[0] + dy * out[1]) for dx, dy in offsets) + 1.0
    middle = ((low[0] + high[0]) / 2 + far * out[0], (low[1] + high[1]) / 2 + far * out[1])
    start = [
        Pose(
            Mm(middle[0] + dx + centred * right[0]),
            Mm(middle[1] + dy + centred * right[1]),
            facing,
            placement.elevation,
        )
        for dx, dy in offsets
    ]
    moving = [Footprint(base, pose) for base, pose in zip(bases, start, strict=True)]
    by = slide(moving, still, (-out[0], -out[1]), placement.gap)
    if by is None:
        raise Misplaced(
            f"along {placement.along:g} degrees nothing comes that near {placement.from_!r}: aside is too large"
        )
    return tuple(pose.moved(-by * out[0], -by * out[1]) for pose in start)


def _toward(
    placement: TowardPlacement, bases: Sequence[Base], now: Sequence[Pose], still: Sequence[Footprint]
) -> tuple[Pose, ...]:
    moving = [Footprint(base, pose) for base, pose in zip(bases, now, strict=True)]
    between = nearest(moving, still)
    if placement.along is not None:
        direction = _direction(placement.along)
    else:
        away = (between.b.x - between.a.x, between.b.y - between.a.y)
        length = math.hypot(*away)
        if length == 0.0:
            raise Misplaced(f"they already touch {placement.toward!r}: give the direction with along")
        direction = (away[0] / length, away[1] / length)
    by = slide(moving, still, direction, placement.gap)
    if by is None:
        nearer = between.within(placement.gap)
        raise Misplaced(
            f"they already are nearer to {placement.toward!r} than that"
            if nearer
            else f"along {placement.along or 0.0:g} degrees they never come that near {placement.toward!r}"
        )
    return tuple(pose.moved(by * direction[0], by * direction[1]) for pose in now)


def _rows(
    bases: Sequence[Base], facings: Sequence[float], columns: int, along: float, spacing: float, *, back: float = 1.0
) -> list[tuple[float, float]]:
    """Offsets from the first model, in rows of equal pitch: as wide as the widest base needs.

    Further rows lie to the right hand of ``along`` (``back`` 1) or to its left (-1).
    """
    across = _direction(along)
    down = (-back * across[1], back * across[0])
    pitch = max(_extent(base, facing, across) for base, facing in zip(bases, facings, strict=True)) + spacing
    depth = max(_extent(base, facing, down) for base, facing in zip(bases, facings, strict=True)) + spacing
    places = [divmod(index, columns) for index in range(len(bases))]
    return [
        (column * pitch * across[0] + row * depth * down[0], column * pitch * across[1] + row * depth * down[1])
        for row, column in places
    ]


def _extent(base: Base, facing: float, direction: tuple[float, float]) -> float:
    """How wide a base is along a direction; for a hull twice its longer half, as its fixed point may lie anywhere."""
    if base.kind == "disc":
        return float(base.length)
    if base.kind == "oval":
        turned = math.atan2(direction[1], direction[0]) - math.radians(facing)
        return math.hypot(base.length * math.cos(turned), base.width * math.sin(turned))
    footprint = Footprint(base, Pose(ZERO, ZERO, facing))
    return 2.0 * (float(abs(footprint.core @ direction).max()) + footprint.radius)


def _box(footprints: Sequence[Footprint]) -> tuple[tuple[float, float], tuple[float, float]]:
    boxes = [footprint.bounds for footprint in footprints]
    return (min(b[0] for b in boxes), min(b[1] for b in boxes)), (max(b[2] for b in boxes), max(b[3] for b in boxes))


def _direction(degrees: float) -> tuple[float, float]:
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def _facing(given: float | None, pose: Pose | None) -> float:
    if given is not None:
        return given
    return 0.0 if pose is None else pose.facing


def _standing(now: Sequence[Pose | None]) -> list[Pose]:
    poses = [pose for pose in now if pose is not None]
    if len(poses) != len(now):
        raise Misplaced("a model that is not on the table has no place to go from")
    return poses
