"""Getting out of a wreck: a danger each, then a place as near as possible, and no place is the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from battlesim.engine.story import Story
from battlesim.geometry.extent import reach
from battlesim.geometry.footprint import Footprint, Pose
from battlesim.geometry.room import Room, Together, settle
from battlesim.model.event import Destroyed, SetUp
from battlesim.model.ruling import Count, Fact, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.wh40k.combine import combined
from battlesim.rules.wh40k.engagement import unengaged
from battlesim.rules.wh40k.field import Field, Standing, now, side_of, standing_enemies
from battlesim.rules.wh40k.hazard import hazard_rolls
from battlesim.rules.wh40k.placing import coherent, not_in_walls, not_on_others, on_table, wall_obstacles
from battlesim.rules.wh40k.state import UnitState

EMERGENCY: Final = "wh40k.emergency-disembark"
SOURCE: Final = "glossary; core rules 18.05"


def emergency_disembark(field: Field, story: Story, unit: str, wreck: Model, wanted: Mapping[str, Pose]) -> None:
    """The unit leaves the wreck: a hazard roll a model, then those that live stand near it, shocked.

    ``wanted`` are places that the owner chose; where they are not proper ones, and for models without, the nearest
    room is searched. A model without any room is destroyed.
    """
    hazard_rolls(story, field, unit, len(field.scene.alive(unit)))
    battle = now(field, story)
    models = battle.scene.alive(unit)
    if not models:
        return
    poses = _chosen(battle, story, models, wreck, wanted) or _searched(battle, models, wreck)
    ours: tuple[Standing, ...] = tuple(
        (model.id, model.base.at(pose)) for model, pose in zip(models, poses, strict=True) if pose is not None
    )
    if ours:
        story.rule(_near(battle, wreck, ours))
        enemies = _living_enemies(battle, unit)
        story.rule(unengaged(EMERGENCY, "unengaged", battle.options, ours, enemies, subjects=(unit,)))
    without = tuple(model.id for model, pose in zip(models, poses, strict=True) if pose is None)
    evidence = tuple(Fact("no-room", id) for id in without) or (Count("models", len(ours)),)
    story.rule(Ruling(EMERGENCY, not without, "room", evidence=evidence, subjects=(unit, wreck.id), source=SOURCE))
    story.tell(*(SetUp(model.id, pose, wreck.id) for model, pose in zip(models, poses, strict=True) if pose))
    story.tell(*(Destroyed(id, EMERGENCY) for id in without))
    if ours:
        story.tell(
            *UnitState.marks(
                unit, set_up="disembark", disembarked="emergency", held=True, no_charge=True, battle_shocked=True
            )
        )


def _living_enemies(field: Field, unit: str) -> tuple[Standing, ...]:
    return tuple(place for place in standing_enemies(field, side_of(field, unit)) if field.scene.model(place[0]).alive)


def _searched(field: Field, models: Sequence[Model], wreck: Model) -> tuple[Pose | None, ...]:
    """The nearest places where the models have room, one after another; on the side away from the nearest enemy."""
    options, scene, unit = field.options, field.scene, models[0].unit
    taken = tuple(m.footprint for m in scene.standing_models(except_units=(unit,)) if m.id != wreck.id)
    walls = tuple(o.shape for o in wall_obstacles(field) if not isinstance(o.shape, Footprint))
    enemies = tuple(footprint for _, footprint in _living_enemies(field, unit))
    return settle(
        [model.base for model in models],
        wreck.footprint,
        options.emergency,
        Room(scene.battlefield.shape, taken, walls),
        avoid=enemies,
        clearance=options.engagement,
        together=Together(options.neighbour, options.envelope),
        toward=_away(wreck, [footprint.centre for footprint in enemies]),
    )


def _away(middle: Model, enemies: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """A point on the side of the middle that turns away from the nearest enemy."""
    if not enemies:
        return None
    x, y = middle.footprint.centre
    near = min(enemies, key=lambda other: (round((other[0] - x) ** 2 + (other[1] - y) ** 2, 3), other))
    return x + (x - near[0]), y + (y - near[1])


def _chosen(
    field: Field, story: Story, models: Sequence[Model], wreck: Model, wanted: Mapping[str, Pose]
) -> tuple[Pose | None, ...]:
    """The owner's places, where there is one for each model and all are proper; else none, and why is told."""
    if not all(model.id in wanted for model in models):
        return ()
    poses = tuple(wanted[model.id] for model in models)
    ours = tuple((model.id, model.base.at(pose)) for model, pose in zip(models, poses, strict=True))
    others = tuple((m.id, m.footprint) for m in field.scene.standing_models(except_units=(models[0].unit,)))
    rulings = (
        _near(field, wreck, ours),
        on_table(field, ours),
        not_on_others(ours, others),
        not_in_walls(field, ours),
        coherent(field.options, models[0].unit, ours),
    )
    if all(ruling.holds for ruling in rulings):
        return poses
    for ruling in rulings:
        if not ruling.holds:
            story.rule(ruling)
    return ()


def _near(field: Field, wreck: Model, ours: Sequence[Standing]) -> Ruling:
    return combined(
        [
            ruled(
                EMERGENCY,
                reach(wreck.footprint, footprint, ends=(wreck.id, name)),
                "within",
                field.options.emergency,
                clause="wholly-within",
                subjects=(name, wreck.id),
                source=SOURCE,
            )
            for name, footprint in ours
        ]
    )
