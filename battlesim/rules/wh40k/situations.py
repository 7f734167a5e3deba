"""What a rule is asked about: one attack, one look, one set-up, one loss. Frozen, and made before any die is rolled."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeVar

from msgspec import Struct

from battlesim.engine.hooks import Rules
from battlesim.geometry.footprint import Footprint, Pose
from battlesim.model.ruling import Ruling
from battlesim.model.scene import Model, Unit
from battlesim.rules.wh40k.field import Field, abilities_of, model_state_of, shared_abilities, state_of
from battlesim.rules.wh40k.narrowed import Narrowed
from battlesim.rules.wh40k.profiles import Amount, UnitSheet, Weapon
from battlesim.rules.wh40k.state import UnitState

H = TypeVar("H")
AttackType = Literal["normal", "assault", "close-quarters", "indirect", "snap", "melee"]


class Sighting(Struct, frozen=True, dict=True):
    """One model looks at one enemy unit."""

    field: Field
    observer: str
    target: str

    @cached_property
    def observing(self) -> Model:
        """The model that looks."""
        return self.field.scene.model(self.observer)

    @cached_property
    def targets(self) -> tuple[Model, ...]:
        """The models of the target on the table."""
        return self.field.scene.standing(self.target)


class Attack(Struct, frozen=True, dict=True):
    """One weapon of one model is aimed at one unit. ``kind`` is the type of shooting, or melee.

    ``split`` is whether some of its attacks go elsewhere.
    """

    field: Field
    attacker: str
    weapon: Weapon
    target: str
    kind: AttackType = "normal"
    split: bool = False

    @cached_property
    def model(self) -> Model:
        """The model that attacks."""
        return self.field.scene.model(self.attacker)

    @property
    def unit(self) -> str:
        """The unit that attacks."""
        return self.model.unit

    @cached_property
    def state(self) -> UnitState:
        """What the attacking unit has done."""
        return state_of(self.field, self.unit)

    @cached_property
    def targets(self) -> tuple[Model, ...]:
        """The models of the target on the table."""
        return self.field.scene.standing(self.target)

    @cached_property
    def sighting(self) -> Sighting:
        """The look along the weapon."""
        return Sighting(self.field, self.attacker, self.target)

    @cached_property
    def rules(self) -> tuple[object, ...]:
        """The attacker's rules that may bear on it: the weapon's, then the model's."""
        mine = self.weapon.abilities + abilities_of(self.field, self.attacker)
        return tuple([rule for given in mine for rule in self._bearing(given)])

    def answering(self, hook: type[H]) -> tuple[H, ...]:
        """The attacker's rules that answer the hook."""
        return self._rules.answering(hook)

    @cached_property
    def _rules(self) -> Rules:
        return Rules(self.rules)

    @property
    def charged(self) -> bool:
        """Whether the attacking model itself made a charge move this turn."""
        return model_state_of(self.field, self.attacker).charge_moved

    def _bearing(self, rule: object) -> tuple[object, ...]:
        """The rule itself, or what is left of one that bears on attacks against some units alone."""
        return rule.against(self.field, self.target) if isinstance(rule, Narrowed) else (rule,)

    @cached_property
    def target_rules(self) -> tuple[object, ...]:
        """The target's rules that may bear on it: the abilities that all its models share."""
        return shared_abilities(self.field, self.target)


@dataclass(frozen=True)
class Setup:
    """A unit is to be set up on the table: who, and where each model would stand."""

    field: Field
    unit: Unit
    poses: tuple[tuple[str, Pose], ...]

    @property
    def models(self) -> tuple[str, ...]:
        """The models to be set up."""
        return tuple(id for id, _ in self.poses)

    @cached_property
    def footprints(self) -> tuple[Footprint, ...]:
        """Where they would stand, in the order of ``models``."""
        return tuple(self.field.scene.model(id).base.at(pose) for id, pose in self.poses)

    @property
    def sheet(self) -> UnitSheet:
        """The unit's sheet."""
        return self.field.sheets[self.unit.id]


class Extra(Struct, frozen=True):
    """More of something that may have to be rolled: attack dice, damage. ``ruling`` says why, or why not."""

    rule: str
    amount: Amount
    ruling: Ruling | None = None
    applies: bool = True


class Loss(Struct, frozen=True):
    """A model is about to lose wounds, one at a time. ``mortal`` wounds come without an allocated attack."""

    field: Field
    model: str
    mortal: bool = False


class Ward(Struct, frozen=True):
    """A die per wound about to be lost: on ``needed`` or more that wound is not lost."""

    rule: str
    needed: int
    ruling: Ruling | None = None
