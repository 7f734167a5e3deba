"""Placements turned into poses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.scenario.placements import AnyPlacement


@dataclass(frozen=True)
class Ground:
    """What a placement may stand in relation to: the footprints of a name, and where the models stand now."""

    footprints: Callable[[str], tuple[Footprint, ...]]
    now: Sequence[Pose | None] = ()


def poses_of(placement: AnyPlacement, bases: Sequence[Base], ground: Ground) -> tuple[Pose, ...]:
    """A pose for each base, in order. Raises BattlesimError where the placement does not fit them."""
    raise NotImplementedError
