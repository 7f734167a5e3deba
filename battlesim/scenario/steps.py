"""What a step of a scenario file is, for the rulesets to build on.

A ruleset writes one small class an action::

    class DeepStrikeStep(StepModel):
        '''A unit arrives from reserves by deep strike.'''

        KEY = "deep-strike"
        deep_strike: UnitRef
        to: Placement

        def action(self, context: Context) -> DeepStrike:
            return DeepStrike(self.deep_strike, context.poses(self.deep_strike, self.to))

``KEY`` is the key of the file that names the action, and the alias of one of the fields (``deep_strike``). Values are
checked by their types before ``action`` is asked: names of units exist, lengths are in mm. What only the moment of the
battle can tell (is that unit on the table?) is asked of the context, whose errors carry the place in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from battlesim.engine.engine import Action
from battlesim.errors import BadGeometry, BattlesimError
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.model.scene import Model, Scene
from battlesim.model.text import NO_TEXT
from battlesim.scenario.arrange import Ground, Misplaced, poses_of
from battlesim.scenario.expectations import Expectations
from battlesim.scenario.fields import FileModel, LocalText, OneOrMore, nearest_or_all
from battlesim.scenario.placements import AnyPlacement
from battlesim.units import LengthUnit

Face = Annotated[int, Field(ge=1, le=1000)]


class StepModel(FileModel):
    """A step: one key names the action, some keys are the action's own, and these are common to all."""

    KEY: ClassVar[str]

    title: LocalText = NO_TEXT
    dice: dict[str, OneOrMore[Face]] | None = None
    choices: dict[str, OneOrMore[str]] = Field(default_factory=dict)
    expect: Expectations = ()

    def action(self, context: Context) -> Action:
        """The ruleset's action that this step asks for. Raise ``context.error(...)`` where it cannot be built."""
        raise NotImplementedError(type(self).__name__)


@dataclass(frozen=True)
class Context:
    """The battle at the moment a step begins, as the step's model sees it while it turns into an action.

    ``sheets`` and ``options`` are the ruleset's own. ``failing(key, message)`` makes the error that names the place of
    that key of the step (or of the step itself for the empty key).
    """

    scene: Scene
    sheets: Mapping[str, Any]
    options: Any
    unit: LengthUnit
    failing: Callable[[str, str], BattlesimError]

    def error(self, key: str, message: str) -> BattlesimError:
        """The error to raise: ``file:line:column`` of that key's value, then the message."""
        return self.failing(key, message)

    def models(self, name: str, *, key: str = "") -> tuple[Model, ...]:
        """The models that a unit's or a model's name means, destroyed ones left out, in order."""
        if name in self.scene.units:
            return self.scene.alive(name)
        if name in self.scene.models:
            return tuple(model for model in (self.scene.models[name],) if model.place != "destroyed")
        known = [*self.scene.units, *self.scene.models]
        raise self.error(key, f"there is no unit or model {name!r} now{nearest_or_all(name, known)}")

    def unit_of(self, name: str, *, key: str = "") -> str:
        """The unit that a unit's or a model's name belongs to now."""
        if name in self.scene.units:
            return name
        if name in self.scene.models:
            return self.scene.models[name].unit
        known = [*self.scene.units, *self.scene.models]
        raise self.error(key, f"there is no unit or model {name!r} now{nearest_or_all(name, known)}")

    def footprints(self, name: str, *, key: str = "") -> tuple[Footprint, ...]:
        """Where the models of that name stand; an error where none is on the table."""
        found = tuple(model.footprint for model in self.models(name, key=key) if model.on_table)
        if not found:
            raise self.error(key, f"{name!r} has no model on the table to measure from")
        return found

    def poses(
        self, name: str, placement: AnyPlacement, *, key: str = "to", models: Sequence[str] | None = None
    ) -> tuple[tuple[str, Pose], ...]:
        """Model ids and the poses that the placement gives them, in the unit's order.

        All living models of ``name``, or those named in ``models``. ``key`` is the step's key that holds the placement.
        """
        placed = self.models(name) if models is None else tuple(self.scene.model(id) for id in models)
        bases: list[Base] = [model.base for model in placed]
        now = [model.pose if model.on_table else None for model in placed]
        ground = Ground(lambda other: self.footprints(other, key=key), now)
        try:
            poses = poses_of(placement, bases, ground)
        except (Misplaced, BadGeometry) as error:
            raise self.error(key, str(error)) from None
        return tuple((model.id, pose) for model, pose in zip(placed, poses, strict=True))

    def paths(
        self, name: str, placement: AnyPlacement, *, through: Sequence[tuple[float, float]] = (), key: str = "to"
    ) -> tuple[tuple[str, tuple[Pose, ...]], ...]:
        """Model ids and the path of each: where it stands, the points it goes through, and where the placement puts it.

        The points are for the first model; the others keep their place beside it on the way.
        """
        moved = self.poses(name, placement, key=key)
        starts = {model.id: model.pose for model in self.models(name)}
        first = starts[moved[0][0]] if moved else None
        paths = []
        for id, end in moved:
            start = starts[id]
            if start is None or first is None:
                raise self.error(key, f"{id} is not on the table: it cannot move from there")
            between = tuple(start.moved(point[0] - first.x, point[1] - first.y) for point in through)
            paths.append((id, (start, *between, end)))
        return tuple(paths)

    def pick(self, noun: str, name: str, known: Iterable[str], *, key: str = "") -> str:
        """``name`` if it is one of the known ones, else the error that offers the nearest."""
        names = list(known)
        if name not in names:
            raise self.error(key, f"there is no {noun} {name!r}{nearest_or_all(name, names)}")
        return name
