"""How units go in wh40k steps: the part that all moves share."""

from __future__ import annotations

from pydantic import Field

from battlesim.geometry.footprint import Pose
from battlesim.rules.wh40k.ways import Ways
from battlesim.scenario.fields import ModelRef
from battlesim.scenario.placements import XY, Placement, PointPlacement, XYFacing
from battlesim.scenario.steps import Context, StepModel


class GoingStep(StepModel):
    """How a unit goes: to a placement, ``through`` points on the way, or each model along its own path.

    A point of a path keeps the height of the one before it, unless it is ``{point: [12, 10], elevation: 3}``.
    """

    to: Placement | None = None
    through: tuple[XY, ...] = ()
    paths: dict[ModelRef, tuple[XY | XYFacing | PointPlacement, ...]] = Field(default_factory=dict)

    def ways(self, context: Context, unit: str) -> Ways:
        """The models' ways, each from where it stands."""
        found = dict(context.paths(unit, self.to, through=self.through)) if self.to is not None else {}
        for model, points in self.paths.items():
            if model not in {m.id for m in context.models(unit)}:
                raise context.error("paths", f"{model!r} is no model of {unit!r}")
            start = context.scene.model(model).pose
            if start is None:
                raise context.error("paths", f"{model!r} is not on the table: it cannot move from there")
            found[model] = _poses(start, points)
        return tuple(found.items())


def _poses(start: Pose, points: tuple[XY | XYFacing | PointPlacement, ...]) -> tuple[Pose, ...]:
    poses = [start]
    for point in points:
        if isinstance(point, PointPlacement):
            facing = start.facing if point.facing is None else point.facing
            poses.append(Pose(*point.point, facing, point.elevation))
        else:
            poses.append(Pose(point[0], point[1], point[2] if len(point) == 3 else start.facing, poses[-1].elevation))
    return tuple(poses)
