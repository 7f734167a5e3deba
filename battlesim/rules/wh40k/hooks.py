"""The questions that a keyword or ability may answer: one method each.

Every answer is a value, or None for "does not concern me". What is measured more than once (half range, sight, cover) is
asked through ``questions``, never measured by a keyword itself.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from battlesim.model.ruling import Modifier, Ruling
from battlesim.rules.wh40k.attack_hooks import ATTACK_HOOKS
from battlesim.rules.wh40k.situations import Attack, AttackType, Extra, Loss, Setup, Sighting, Ward


@runtime_checkable
class ModifiesAttacks(Protocol):
    """Changes how many dice one weapon gathers."""

    def on_attacks(self, attack: Attack) -> Extra | Modifier | None: ...


@runtime_checkable
class ModifiesSkill(Protocol):
    """Changes the BS or WS itself, outside the limits of roll modifiers. Adding worsens it."""

    def on_skill(self, attack: Attack) -> Modifier | None: ...


@runtime_checkable
class ModifiesHit(Protocol):
    """Modifies the hit roll: adding helps, and the sum counts for one either way at most."""

    def on_hit(self, attack: Attack) -> Modifier | None: ...


@runtime_checkable
class HitsAutomatically(Protocol):
    """Says that the attack hits without a roll."""

    def on_aim(self, attack: Attack) -> Ruling | None: ...


@runtime_checkable
class ModifiesWound(Protocol):
    """Modifies the wound roll: adding helps, and the sum counts for one either way at most."""

    def on_wound(self, attack: Attack) -> Modifier | None: ...


@runtime_checkable
class ModifiesDamage(Protocol):
    """Changes the damage of each attack, after any roll for it."""

    def on_damage(self, attack: Attack) -> Extra | Modifier | None: ...


@runtime_checkable
class ModifiesSave(Protocol):
    """Gives a model another save, against melee or ranged attacks: ``cap`` is an invulnerable one."""

    def on_save(self, model: str, *, melee: bool) -> Modifier | None: ...


@runtime_checkable
class OpensShooting(Protocol):
    """Lets its weapon be used in a type of shooting beyond the normal one."""

    def on_type(self, kind: AttackType) -> Ruling | None: ...


@runtime_checkable
class RulesHalfRange(Protocol):
    """Answers for the measurement whether the target is within half range."""

    def on_half_range(self, attack: Attack) -> Ruling | None: ...


@runtime_checkable
class RulesVisibility(Protocol):
    """Says that a unit cannot be seen (a ruling that does not hold), or that it may not be hidden by this rule (holds)."""

    def on_visibility(self, sighting: Sighting) -> Ruling | None: ...


@runtime_checkable
class GivesCover(Protocol):
    """Gives the target the benefit of cover; counts when every model of it has the rule."""

    def on_cover(self, attack: Attack) -> Ruling | None: ...


@runtime_checkable
class DeniesCover(Protocol):
    """Takes every benefit of cover away from the target of this attack."""

    def on_no_cover(self, attack: Attack) -> Ruling | None: ...


@runtime_checkable
class ConstrainsSetup(Protocol):
    """Says where a unit may arrive from reserves, in place of the table's edges; counts when every model has it."""

    def on_setup(self, setup: Setup) -> tuple[Ruling, ...]: ...


@runtime_checkable
class PreventsWounds(Protocol):
    """Gives a die against each wound about to be lost."""

    def on_wound_lost(self, loss: Loss) -> Ward | None: ...


@runtime_checkable
class RulesFightOrder(Protocol):
    """Has its unit fight before others; counts when every model of the unit has it."""

    def on_fight_order(self, unit: str) -> Ruling: ...


@runtime_checkable
class RulesSkies(Protocol):
    """Lets the unit fly without the 2 inches that taking to the skies costs; counts when every model has it."""

    def on_skies(self, unit: str) -> Ruling: ...


HOOKS: tuple[type, ...] = (
    *ATTACK_HOOKS,
    ModifiesAttacks,
    ModifiesSkill,
    ModifiesHit,
    HitsAutomatically,
    ModifiesWound,
    ModifiesDamage,
    ModifiesSave,
    OpensShooting,
    RulesHalfRange,
    RulesVisibility,
    GivesCover,
    DeniesCover,
    ConstrainsSetup,
    PreventsWounds,
    RulesFightOrder,
    RulesSkies,
)
