"""The questions about one attack that keywords of weapons answer, besides those in ``hooks``: one method each.

They are asked when the attack is compiled, or before that, when weapons and targets are chosen; never while dice roll.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from battlesim.model.ruling import Modifier, Ruling
from battlesim.rules.wh40k.profiles import Weapon
from battlesim.rules.wh40k.situations import Attack, Extra, Sighting


@runtime_checkable
class ConstrainsTarget(Protocol):
    """Says whether this weapon may be used against this target at all."""

    def on_target(self, attack: Attack) -> Ruling | None: ...


@runtime_checkable
class SpentByUse(Protocol):
    """Says what is spent when the weapon is chosen: a name that the model remembers for the battle."""

    def on_use(self, weapon: Weapon) -> str: ...


@runtime_checkable
class ComesBesides(Protocol):
    """Says that the weapon is used in a fight on top of the one melee weapon that every model chooses."""

    def on_besides(self, weapon: Weapon) -> bool: ...


@runtime_checkable
class FiresBlind(Protocol):
    """Says that the weapon needs no line of sight in this type of shooting."""

    def on_unseen(self, attack: Attack) -> Ruling | None: ...


@runtime_checkable
class HidesFromBlindFire(Protocol):
    """Says whether the unit may be a target of weapons that need no line of sight."""

    def on_indirect(self, sighting: Sighting) -> Ruling | None: ...


@runtime_checkable
class EasesCriticalHits(Protocol):
    """Caps the unmodified face from which a hit is critical."""

    def on_critical_hit(self, attack: Attack) -> Modifier | None: ...


@runtime_checkable
class EasesCriticalWounds(Protocol):
    """Caps the unmodified face from which a wound is critical."""

    def on_critical_wound(self, attack: Attack) -> Modifier | None: ...


@runtime_checkable
class LimitsHits(Protocol):
    """Replaces the highest unmodified face that never hits, which is 1."""

    def on_miss(self, attack: Attack) -> Modifier | None: ...


@runtime_checkable
class IgnoresPenalties(Protocol):
    """Leaves aside what worsens the skill and the hit roll."""

    def on_penalties(self, attack: Attack) -> Ruling | None: ...


@runtime_checkable
class AddsHits(Protocol):
    """Gives further hits, which are not critical, for each critical hit."""

    def on_extra_hits(self, attack: Attack) -> Extra | None: ...


@runtime_checkable
class WoundsWithoutRoll(Protocol):
    """Lets critical hits wound without a roll, where the attacker wants it."""

    def on_lethal(self, attack: Attack) -> Ruling | None: ...


@runtime_checkable
class RerollsWounds(Protocol):
    """Lets any of the wound rolls be made again."""

    def on_wound_reroll(self, attack: Attack) -> Ruling | None: ...


@runtime_checkable
class Devastates(Protocol):
    """Makes mortal wounds, to one model at most, of each critical wound."""

    def on_devastating(self, attack: Attack) -> Ruling | None: ...


@runtime_checkable
class PicksCharacters(Protocol):
    """Lets the attacker have wounds allocated to a visible character first: the rulings, one for each character."""

    def on_precision(self, attack: Attack) -> tuple[Ruling, ...]: ...


@runtime_checkable
class Endangers(Protocol):
    """Says that whoever chooses the weapon rolls for the danger of it."""

    def on_danger(self, attack: Attack) -> Ruling | None: ...


ATTACK_HOOKS: tuple[type, ...] = (
    ConstrainsTarget,
    SpentByUse,
    ComesBesides,
    FiresBlind,
    HidesFromBlindFire,
    EasesCriticalHits,
    EasesCriticalWounds,
    LimitsHits,
    IgnoresPenalties,
    AddsHits,
    WoundsWithoutRoll,
    RerollsWounds,
    Devastates,
    PicksCharacters,
    Endangers,
)
