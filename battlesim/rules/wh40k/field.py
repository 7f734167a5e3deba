"""The battle as these rules see it: a scene, a sheet for every unit, the options, and the questions of who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from battlesim.engine.engine import Battle
from battlesim.engine.remembered import remembered, settled
from battlesim.engine.story import Story
from battlesim.geometry.bulk import nearest_each_3d
from battlesim.geometry.footprint import Footprint
from battlesim.geometry.measure import Measurement, nearest, nearest_3d
from battlesim.model.scene import Model, Unit
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.profiles import Profile, UnitSheet, Weapon
from battlesim.rules.wh40k.state import ModelState, UnitState

Field = Battle[UnitSheet, Options]
"""One battle of this game."""

Standing = tuple[str, Footprint]
"""A model's id and where it stands, or would stand."""

BIG = ("MONSTER", "VEHICLE")
LIGHT_FOOTED = ("INFANTRY", "BEASTS", "SWARM")


def now(field: Field, story: Story) -> Field:
    """The battle after all that the story has told."""
    return Battle(story.scene, field.sheets, field.options)


def state_of(field: Field, unit: str) -> UnitState:
    """What the unit has done, and what was done to it."""
    return UnitState.of(field.scene.unit(unit))


def model_state_of(field: Field, model: str) -> ModelState:
    """What the model has done this turn."""
    return ModelState.of(field.scene.model(model))


def sheet_of(field: Field, model: str) -> UnitSheet:
    """The sheet that the model came with: one that has joined another unit keeps its own."""
    sheet = field.sheets[field.scene.model(model).unit]
    return sheet if model in sheet.profiles else field.sheets[model.rpartition(".")[0]]


def profile_of(field: Field, model: str) -> Profile:
    """The model's characteristics."""
    return sheet_of(field, model).profiles[model]


def weapons_of(field: Field, model: str) -> tuple[Weapon, ...]:
    """The weapons that the model carries, melee ones included."""
    return sheet_of(field, model).weapons.get(model, ())


def abilities_of(field: Field, model: str) -> tuple[object, ...]:
    """All unit abilities of the model."""
    return sheet_of(field, model).abilities_of(model)


def has_keyword(field: Field, model: str, keywords: Iterable[str]) -> bool:
    """Whether the model itself has one of the keywords."""
    mine = sheet_of(field, model).keywords_of(model)
    return not set(keywords).isdisjoint(mine)


def unit_has_keyword(field: Field, unit: str, keywords: Iterable[str]) -> bool:
    """Whether the unit has one of the keywords: a unit has those of all its living models."""
    return any(has_keyword(field, model.id, keywords) for model in field.scene.alive(unit))


def shared_abilities(field: Field, unit: str) -> tuple[object, ...]:
    """The abilities that every living model of the unit has, in the order of its first model's.

    The same ability with another number counts as another one.
    """
    return settled(field, ("shared abilities", unit), lambda: _shared_abilities(field, unit))


def _shared_abilities(field: Field, unit: str) -> tuple[object, ...]:
    models = field.scene.alive(unit)
    if not models:
        return ()
    others = [abilities_of(field, model.id) for model in models[1:]]
    return tuple(a for a in abilities_of(field, models[0].id) if all(a in theirs for theirs in others))


def shared_kinds(field: Field, unit: str) -> tuple[object, ...]:
    """The abilities of the unit's first living model that every other one has too, whatever their numbers."""
    return settled(field, ("shared kinds", unit), lambda: _shared_kinds(field, unit))


def _shared_kinds(field: Field, unit: str) -> tuple[object, ...]:
    models = field.scene.alive(unit)
    if not models:
        return ()
    others = [{type(ability) for ability in abilities_of(field, model.id)} for model in models[1:]]
    return tuple(a for a in abilities_of(field, models[0].id) if all(type(a) in theirs for theirs in others))


def enemies_of(field: Field, side: str) -> tuple[Model, ...]:
    """All models of the other sides that stand on the table."""
    return settled(field, ("enemies", side), lambda: _enemies_of(field, side))


def _enemies_of(field: Field, side: str) -> tuple[Model, ...]:
    friends = {unit.id for unit in field.scene.units_of(side)}
    return tuple(model for model in field.scene.standing_models() if model.unit not in friends)


def enemy_units_of(field: Field, side: str) -> tuple[Unit, ...]:
    """The units of the other sides with a model on the table."""
    return tuple(unit for unit in field.scene.enemies_of(side) if field.scene.standing(unit.id))


def standing(field: Field, unit: str) -> tuple[Standing, ...]:
    """The models of the unit on the table, and where."""
    return tuple([(model.id, model.footprint) for model in field.scene.standing(unit)])


def standing_enemies(field: Field, side: str) -> tuple[Standing, ...]:
    """The models of the other sides on the table, and where."""
    return remembered(
        field.scene,
        ("standing enemies", side),
        lambda: tuple((model.id, model.footprint) for model in enemies_of(field, side)),
    )


def side_of(field: Field, unit: str) -> str:
    """The side that owns the unit."""
    return field.scene.unit(unit).side


def nearest_of(ours: Sequence[Standing], theirs: Sequence[Standing]) -> Measurement:
    """The shortest distance in space, for rules that name no direction. Raises BadGeometry where either is empty."""
    return nearest_3d(*_apart(ours, theirs), names=_names(ours), other_names=_names(theirs))


def nearest_of_each(ours: Sequence[Standing], theirs: Sequence[Standing]) -> Mapping[str, Measurement]:
    """For each of ours the shortest distance in space to any of theirs. Raises BadGeometry where there are none."""
    found = nearest_each_3d(*_apart(ours, theirs), names=_names(ours), other_names=_names(theirs))
    return {measured.ends[0]: measured for measured in found}


def nearest_across(ours: Sequence[Standing], theirs: Sequence[Standing]) -> Measurement:
    """The shortest horizontal distance. Raises BadGeometry where either is empty."""
    return nearest(*_apart(ours, theirs), names=_names(ours), other_names=_names(theirs))


def _apart(ours: Sequence[Standing], theirs: Sequence[Standing]) -> tuple[list[Footprint], list[Footprint]]:
    return [footprint for _, footprint in ours], [footprint for _, footprint in theirs]


def _names(standing: Sequence[Standing]) -> list[str]:
    return [name for name, _ in standing]
