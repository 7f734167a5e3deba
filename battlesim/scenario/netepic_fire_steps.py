"""Steps of a netepic scenario file for templates, psychic powers and attached characters."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from battlesim.engine.engine import Battle
from battlesim.model.scene import Model
from battlesim.rules.netepic.actions import Aim, Attach, Barrage, Bombard, Laying, UsePower
from battlesim.rules.netepic.measuring import stand_gap
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.structures import damaging
from battlesim.rules.netepic.templates import shape_of
from battlesim.scenario.fields import OneOrMore, UnitOrModelRef, UnitRef
from battlesim.scenario.placements import XY
from battlesim.scenario.steps import Context, StepModel


class AttachStep(StepModel):
    """Characters join a detachment for the battle: ``attach: captain``, ``to: squad``."""

    KEY: ClassVar[str] = "attach"
    attach: UnitRef
    to: UnitRef

    def action(self, context: Context) -> Attach:
        """Both are detachments of the battle now."""
        for key, unit in (("attach", self.attach), ("to", self.to)):
            context.pick("detachment", unit, context.scene.units, key=key)
        return Attach(self.attach, self.to)


class BarrageStep(StepModel):
    """A detachment shoots with weapons that lay templates.

    ``at`` are the centres of the templates of one stand (for a flame, a point that it goes towards); ``over`` is a stand
    instead, or a detachment, whose nearest stand is meant. All stands lay theirs there, or those in ``stands``. ``weapon``
    is one of several. ``indirect`` fire needs no sight; ``observer`` is the stand that guides it. What has no template is
    fired at ``others-at``.
    """

    KEY: ClassVar[str] = "barrage"
    barrage: UnitRef
    at: Annotated[tuple[XY, ...], Field(max_length=20)] = ()
    over: UnitOrModelRef | None = None
    weapon: str | None = None
    stands: OneOrMore[UnitOrModelRef] = ()
    indirect: bool = False
    observer: UnitOrModelRef | None = None
    others_at: UnitOrModelRef | None = None

    def action(self, context: Context) -> Barrage:
        """One laying for each weapon of each stand."""
        battle = battle_of(context)
        chosen = [model.id for name in self.stands for model in context.models(name, key="stands")]
        stands = [m for m in context.models(self.barrage, key="barrage") if not chosen or m.id in chosen]
        weapons = [
            (stand.id, weapon.id)
            for stand in stands
            for weapon in profile_of(battle, stand.id).weapons
            if shape_of(weapon) is not None
        ]
        if self.weapon is not None:
            context.pick("weapon", self.weapon, dict.fromkeys(weapon for _, weapon in weapons), key="weapon")
            weapons = [pair for pair in weapons if pair[1] == self.weapon]
        if not weapons:
            raise context.error("barrage", f"{self.barrage!r} has no weapon with a template, such as Gabarit (6 cm)")
        observer = self._observer(context)
        layings = tuple(Laying(stand, weapon, self._points(context, stand)) for stand, weapon in weapons)
        return Barrage(self.barrage, layings, self.indirect, observer, self._others(context, battle, stands))

    def _others(self, context: Context, battle: NetepicBattle, stands: list[Model]) -> tuple[Aim, ...]:
        """Every weapon without a template, at the one target."""
        if self.others_at is None:
            return ()
        context.models(self.others_at, key="others-at")
        return tuple(
            Aim(stand.id, weapon.id, self.others_at)
            for stand in stands
            for weapon in profile_of(battle, stand.id).weapons
            if shape_of(weapon) is None
        )

    def _observer(self, context: Context) -> str:
        if self.observer is None:
            return ""
        if not self.indirect:
            raise context.error("observer", "only indirect fire is guided: write indirect: true")
        return nearest_stand(context, self.observer, "", key="observer")

    def _points(self, context: Context, stand: str) -> tuple[tuple[float, float], ...]:
        if (self.over is None) == (not self.at):
            raise context.error("", "where does the template lie? expected at: [[40, 30]] or over: <a stand>")
        if self.over is None:
            return tuple((float(x), float(y)) for x, y in self.at)
        pose = context.scene.model(nearest_stand(context, self.over, stand, key="over")).pose
        assert pose is not None
        return ((float(pose.x), float(pose.y)),)


class BombardStep(StepModel):
    """A detachment shoots at a building: ``bombard: tanks``, ``at: hall``; with all weapons that harm buildings, or one."""

    KEY: ClassVar[str] = "bombard"
    bombard: UnitRef
    at: str
    weapon: str | None = None

    def action(self, context: Context) -> Bombard:
        """Every weapon of every stand on the table that harms buildings; all of them where none does."""
        battle = battle_of(context)
        stands = [model.id for model in context.models(self.bombard, key="bombard") if model.on_table]
        context.pick("terrain", self.at, (one.id for one in context.scene.battlefield.features), key="at")
        armed = [(stand, weapon) for stand in stands for weapon in profile_of(battle, stand).weapons]
        if self.weapon is not None:
            context.pick("weapon", self.weapon, dict.fromkeys(weapon.id for _, weapon in armed), key="weapon")
            armed = [(stand, weapon) for stand, weapon in armed if weapon.id == self.weapon]
        if not armed:
            raise context.error("bombard", f"{self.bombard!r} has no weapons on the table")
        able = [(stand, weapon) for stand, weapon in armed if damaging(weapon) is not None] or armed
        return Bombard(self.bombard, tuple((stand, weapon.id) for stand, weapon in able), self.at)


class PowerStep(StepModel):
    """A stand uses a psychic power: ``power: mind-blast``, ``by: farseer``, ``at`` a stand or the nearest of a detachment."""

    KEY: ClassVar[str] = "power"
    power: str
    by: UnitOrModelRef
    at: UnitOrModelRef | None = None
    as_: Literal["shooting", "interception"] = "shooting"

    def action(self, context: Context) -> UsePower:
        """By the stand of that name, or the first of the detachment that has the power."""
        battle = battle_of(context)
        stands = context.models(self.by, key="by")
        known = {power.id for stand in stands for power in profile_of(battle, stand.id).powers}
        context.pick("power", self.power, sorted(known), key="power")
        stand = next(m.id for m in stands if any(p.id == self.power for p in profile_of(battle, m.id).powers))
        target = "" if self.at is None else nearest_stand(context, self.at, stand, key="at")
        return UsePower(stand, self.power, target, self.as_)


def battle_of(context: Context) -> NetepicBattle:
    """The battle at the moment of the step."""
    return Battle(context.scene, context.sheets, context.options)


def nearest_stand(context: Context, name: str, to: str, *, key: str) -> str:
    """The stand of that name, or of that detachment the nearest on the table (the first, where nothing is to be near)."""
    models = [model for model in context.models(name, key=key) if model.on_table]
    if not models:
        raise context.error(key, f"{name!r} has no stand on the table")
    here = context.scene.models.get(to)
    if here is None or not here.on_table:
        return models[0].id
    options = context.options
    return min(models, key=lambda model: stand_gap(options, here, model).value).id
