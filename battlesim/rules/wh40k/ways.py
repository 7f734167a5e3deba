"""Ways of models across the table: how long, through what, and where they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.remembered import settled
from battlesim.engine.story import Story
from battlesim.geometry.extent import wholly_inside
from battlesim.geometry.footprint import Pose, Spot
from battlesim.geometry.measure import Measurement
from battlesim.geometry.path import Contact, Obstacle, Path, first_contact, leaves, travelled
from battlesim.geometry.quick import Box, may_reach
from battlesim.model.event import Event, Moved
from battlesim.model.ruling import Count, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.wh40k.climbing import climb_rulings, flat, height_rulings, spelled_out
from battlesim.rules.wh40k.combine import combined
from battlesim.rules.wh40k.field import (
    BIG,
    LIGHT_FOOTED,
    Field,
    Standing,
    abilities_of,
    enemies_of,
    has_keyword,
    model_state_of,
    profile_of,
    side_of,
)
from battlesim.rules.wh40k.placing import MOVING, coherent, not_in_walls, not_on_others, on_table, wall_obstacles
from battlesim.rules.wh40k.state import ModelState
from battlesim.rules.wh40k.unit_hooks import Stride, StridesOver
from battlesim.units import ZERO, Mm, inches

MOVEMENT: Final = "wh40k.movement"
_STEP_OVER: Final = inches(2)
_TERRAIN: Final = "core rules 13.06"

Ways = tuple[tuple[str, tuple[Pose, ...]], ...]
"""Model ids and the poses each goes through, the first of which is where it stands."""


def movement_of(field: Field) -> Callable[[str], Mm]:
    """How far each model moves by its own M."""
    return lambda model: profile_of(field, model).movement


def all_ways(field: Field, unit: str, ways: Ways) -> dict[str, Path]:
    """A path for every model of the unit on the table; one that no way is given for stays where it is.

    Climbs are steps of their own, at the higher end of a step that goes and climbs.
    """
    given = dict(ways)
    return {model.id: spelled_out(Path(given.get(model.id, (_pose(model),)))) for model in field.scene.standing(unit)}


def ends_of(field: Field, paths: Mapping[str, Path]) -> tuple[Standing, ...]:
    """Where the models stand at the end of their paths."""
    return tuple((id, field.scene.model(id).base.at(path.end)) for id, path in paths.items())


def length_ruling(
    paths: Mapping[str, Path],
    allowed: Callable[[str], Mm],
    *,
    rule: str = MOVEMENT,
    clause: str = "distance",
    skies: bool = False,
) -> Ruling:
    """Is each path within what its model is allowed? The one nearest to its limit speaks.

    In the ``skies`` height does not count.
    """
    measured = {id: travelled(flat(path) if skies else path, ends=(id, id)) for id, path in paths.items()}
    return combined(
        [
            ruled(rule, length, "within", allowed(id), clause=clause, subjects=(id,), source=MOVING)
            for id, length in measured.items()
        ]
    )


def way_rulings(
    field: Field,
    unit: str,
    paths: Mapping[str, Path],
    *,
    through_enemies: bool = False,
    big_pass: bool = False,
    skies: bool = False,
    mobile: bool = False,
) -> Iterator[Ruling]:
    """Does no model pass through an enemy, a wall or the edge of the table, and is every climb along terrain?

    ``big_pass`` lets monsters and vehicles through all but their like. In the ``skies`` nothing is met but the edge of
    the table. All models are ``mobile`` that say so for this move. A model that ends off the table is told so by
    ``end_rulings``, not here.
    """
    if not through_enemies and not skies:
        around = _around(field, paths)
        yield _through(
            field, paths, "through-enemies", lambda model: _enemy_obstacles(field, unit, model, big_pass, around)
        )
    if not skies:
        yield _through_walls(field, paths, mobile)
        yield from climb_rulings(field, paths)
    table = field.scene.battlefield.shape
    met = [
        (id, path, contact)
        for id, path in paths.items()
        if (contact := leaves(field.scene.model(id).base, path, table)) is not None
        and wholly_inside(field.scene.model(id).base.at(path.end), table).within(ZERO)
    ]
    yield _met(paths, "table-edge", met)


def end_rulings(field: Field, unit: str, ends: Sequence[Standing]) -> Iterator[Ruling]:
    """Do the models end on the table, on nothing and in nothing, and as one unit?"""
    around = _around(field, {id: Path((footprint.pose,)) for id, footprint in ends})
    others = tuple((m.id, m.footprint) for m in _others(field, unit, around))
    yield on_table(field, ends)
    yield not_on_others(ends, others)
    yield not_in_walls(field, ends)
    yield from height_rulings(field, ends)
    yield coherent(field.options, unit, ends)


def go(story: Story, field: Field, paths: Mapping[str, Path]) -> None:
    """The models move along their paths; how far each has travelled this turn is remembered."""
    told: list[Event] = []
    for id, path in paths.items():
        if len(path.poses) < 2 or (path.start == path.end and travelled(path).within(ZERO)):
            continue
        state, length = model_state_of(field, id), travelled(path).value
        told.append(Moved(id, path.poses))
        if length > 0:
            begun = {} if state.from_x is not None else {"from_x": path.start.x, "from_y": path.start.y}
            told += ModelState.marks(id, travelled=round(state.travelled + length, 6), **begun)
    story.tell(*told)


def _pose(model: Model) -> Pose:
    assert model.pose is not None, f"{model.id} is not on the table"
    return model.pose


def _through(
    field: Field, paths: Mapping[str, Path], clause: str, obstacles: Callable[[Model], Sequence[Obstacle]]
) -> Ruling:
    met = [
        (id, path, contact)
        for id, path in paths.items()
        for contact in first_contact(field.scene.model(id).base, path, obstacles(field.scene.model(id)))
    ]
    return _met(paths, clause, met)


def _met(
    paths: Mapping[str, Path], clause: str, met: Sequence[tuple[str, Path, Contact]], source: str = MOVING
) -> Ruling:
    if not met:
        evidence = (Count(clause, 0, 0),)
        return Ruling(MOVEMENT, True, clause, evidence=evidence, subjects=tuple(paths), source=source)
    measured = tuple(_way_to(id, path, contact) for id, path, contact in met)
    subjects = tuple(dict.fromkeys(id for id, _, _ in met))
    return Ruling(MOVEMENT, False, clause, evidence=measured, subjects=subjects, source=source)


def _way_to(id: str, path: Path, contact: Contact) -> Measurement:
    """How far the model comes before it meets what is in its way, and where."""
    start = path.start
    spot = Spot(float(start.x), float(start.y), float(start.elevation))
    return Measurement(contact.travelled, spot, contact.spot, (id, contact.name), "path")


def _around(field: Field, paths: Mapping[str, Path]) -> Box:
    """The box that no base leaves on any of the paths."""
    poses = [pose for path in paths.values() for pose in path.poses]
    reach = max(field.scene.model(id).base.circumradius for id in paths)
    xs, ys = [pose.x for pose in poses], [pose.y for pose in poses]
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach


def _enemy_obstacles(field: Field, unit: str, mover: Model, big_pass: bool, around: Box) -> list[Obstacle]:
    """Enemy models near the ways, but for aircraft. Big models are stopped by big ones of either side, and where they may pass the
    others by those alone; one that strides over others by those that its ability names."""
    stride, big = stride_of(field, mover.id), has_keyword(field, mover.id, BIG)
    question = "enemy obstacles", unit, stride, big, big_pass, around
    return settled(field, question, lambda: _stopping(field, unit, stride, big, big_pass, around))


def _stopping(field: Field, unit: str, stride: Stride | None, big: bool, big_pass: bool, around: Box) -> list[Obstacle]:
    enemies = [model for model in enemies_of(field, side_of(field, unit)) if may_reach(model.footprint, around)]
    if stride is not None:
        others = _others(field, unit, around)
        stopping = [m for m in others if has_keyword(field, m.id, stride.stopped_by)]
    elif big:
        others, hostile = _others(field, unit, around), {m.id for m in enemies}
        stopping = [m for m in others if has_keyword(field, m.id, BIG) or (not big_pass and m.id in hostile)]
    else:
        stopping = enemies
    return [Obstacle(m.id, m.footprint) for m in stopping if not has_keyword(field, m.id, ("AIRCRAFT",))]


def _others(field: Field, unit: str, around: Box) -> list[Model]:
    return [model for model in field.scene.standing_models(except_units=(unit,)) if may_reach(model.footprint, around)]


def stride_of(field: Field, model: str) -> Stride | None:
    """What the model strides over, by the first ability that says so."""
    found = collect(StridesOver, abilities_of(field, model))
    return found[0].on_stride() if found else None


def _through_walls(field: Field, paths: Mapping[str, Path], mobile: bool) -> Ruling:
    """Dense features stop models that do not pass through them, unless low; the mobile pass across, not up and down."""
    met: list[tuple[str, Path, Contact]] = []
    for id, path in paths.items():
        base = field.scene.model(id).base
        if has_keyword(field, id, LIGHT_FOOTED):
            continue
        if mobile or has_keyword(field, id, ("MOBILE",)):
            climbs = [Path((a, b)) for a, b in pairwise(path.poses) if a.elevation != b.elevation]
            solids = wall_obstacles(field)
            met += [(id, climb, contact) for climb in climbs for contact in first_contact(base, climb, solids)]
        else:
            stride = stride_of(field, id)
            solids = wall_obstacles(field, taller_than=_STEP_OVER if stride is None else stride.height)
            met += [(id, path, contact) for contact in first_contact(base, path, solids)]
    return _met(paths, "through-walls", met, _TERRAIN)
