"""Questions about who stands where and in what state, asked by several rules."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from battlesim.engine.story import Story
from battlesim.model.scene import Model
from battlesim.rules.netepic.measuring import in_contact
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.state import SideState, StandState, UnitState


def now(battle: NetepicBattle, story: Story) -> NetepicBattle:
    """The battle after all that the story has told."""
    return replace(battle, scene=story.scene)


def unit_state(battle: NetepicBattle, unit: str) -> UnitState:
    """A detachment's order and activations."""
    return UnitState.of(battle.scene.unit(unit))


def stand_state(battle: NetepicBattle, stand: str) -> StandState:
    """What a stand did this turn."""
    return StandState.of(battle.scene.model(stand))


def side_state(battle: NetepicBattle, side: str) -> SideState:
    """What a side has under way, and what it used up."""
    return SideState.of(battle.scene.sides[side])


def enemies(battle: NetepicBattle, stand: str) -> tuple[Model, ...]:
    """The enemy stands on the table, in order."""
    side = battle.scene.side_of[stand]
    return tuple(other for other in battle.scene.standing_models() if battle.scene.side_of[other.id] != side)


def opponents(battle: NetepicBattle, stand: Model) -> tuple[Model, ...]:
    """The enemy stands in contact with a stand that is on the table, in order; it may stand elsewhere than in the scene."""
    if battle.scene.models.get(stand.id) is stand:
        return tuple(battle.scene.models[id] for id in battle.scene.touching.get(stand.id, ()))
    return tuple(other for other in enemies(battle, stand.id) if in_contact(stand, other))


def pinned_by(battle: NetepicBattle, stand: Model) -> tuple[Model, ...]:
    """The opponents that hold it in place: those of its class or higher."""
    mine = profile_of(battle, stand.id).blocking_class
    return tuple(other for other in opponents(battle, stand) if profile_of(battle, other.id).blocking_class >= mine)


def units_of_stands(battle: NetepicBattle, stands: Iterable[str]) -> tuple[str, ...]:
    """The detachments of these stands, each once, in order."""
    return tuple(dict.fromkeys(battle.scene.model(stand).unit for stand in stands))
