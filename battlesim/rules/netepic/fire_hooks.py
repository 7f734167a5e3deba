"""More questions that abilities may answer: those of shooting, of templates, and of what protects from both.

The protocols of ``hooks`` go on here; see there for how they are asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from battlesim.model.ruling import Modifier, Ruling
from battlesim.rules.netepic.hooks import FireQuestion, LastChance, Loss
from battlesim.rules.netepic.profiles import NetepicBattle, Profile, Weapon
from battlesim.rules.netepic.state import Order
from battlesim.units import Mm


@dataclass(frozen=True, slots=True)
class TemplateShape:
    """What a weapon lays on the table: a disc of ``diameter``, or a flame that starts at the shooter (None)."""

    diameter: Mm | None


@dataclass(frozen=True, slots=True)
class Hiding:
    """Whether the bearer can be aimed at; where it only may be seen, a die of ``spotted_on`` or more sees it."""

    ruling: Ruling
    spotted_on: int | None = None


@dataclass(frozen=True, slots=True)
class PsychicSave:
    """A save against ethereal attacks: ``needs`` or more."""

    needs: int
    ruling: Ruling


@runtime_checkable
class WaivesInterception(Protocol):
    """Does the bearer, or the weapon, shoot at enemies on the move without a penalty?"""

    def on_interception(self, asked: FireQuestion) -> Ruling: ...


@runtime_checkable
class ReducesCover(Protocol):
    """By how much does the weapon make the penalty of cover smaller?"""

    def on_cover_penalty(self, asked: FireQuestion, penalty: int) -> Modifier: ...


@runtime_checkable
class WidensArc(Protocol):
    """Which angle does the weapon, or do all weapons of the bearer, cover instead, in degrees?"""

    def on_arc(self) -> int: ...


@runtime_checkable
class HidesFromFire(Protocol):
    """Can the bearer be aimed at?"""

    def on_aim(self, asked: FireQuestion) -> Hiding | None: ...


@runtime_checkable
class RerollsMisses(Protocol):
    """May every miss of the bearer be rolled again?"""

    def on_misses(self, asked: FireQuestion) -> Ruling: ...


@runtime_checkable
class ModifiesSave(Protocol):
    """What does an ability of the target change in its save against this shot?"""

    def on_save(self, asked: FireQuestion) -> Modifier | None: ...


@runtime_checkable
class RerollsSaves(Protocol):
    """May the bearer roll failed saves against this shot again?"""

    def on_failed_save(self, asked: FireQuestion) -> Ruling: ...


@runtime_checkable
class ArmoursFlanks(Protocol):
    """Which of ``flank`` and ``rear`` are no weak side of the bearer?"""

    def on_weak_side(self) -> tuple[str, ...]: ...


@runtime_checkable
class ModifiesDamage(Protocol):
    """How many more wounds does a failed save against this weapon cost?"""

    def on_damage(self, asked: FireQuestion) -> int: ...


@runtime_checkable
class HasShields(Protocol):
    """How many energy shields does the bearer begin the battle with?"""

    def on_shields(self) -> int: ...


@runtime_checkable
class IgnoresShields(Protocol):
    """Does the weapon pass through energy shields?"""

    def on_shielded(self, asked: FireQuestion) -> Ruling: ...


@runtime_checkable
class SavesFriends(Protocol):
    """Can the bearer turn away a loss of that friendly stand?"""

    def on_friends_loss(self, loss: Loss, bearer: str) -> LastChance | None: ...


@runtime_checkable
class StopsStandIns(Protocol):
    """What does the weapon need to keep others from being lost instead of its target?"""

    def on_stand_in(self, loss: Loss) -> LastChance: ...


@runtime_checkable
class LaysTemplate(Protocol):
    """Which template does the weapon lay?"""

    def on_template(self) -> TemplateShape: ...


@runtime_checkable
class AddsTemplates(Protocol):
    """How many sides has the die (a D3) that adds templates?"""

    def on_more_templates(self) -> int: ...


@runtime_checkable
class ScattersTemplates(Protocol):
    """Do templates laid over the bearer deviate, and by how many D6 (in cm)?"""

    def on_covered(self, battle: NetepicBattle, bearer: str) -> tuple[int, Ruling]: ...


@runtime_checkable
class FiresIndirectly(Protocol):
    """May the weapon, or the bearer, fire without sight of the target?"""

    def on_indirect(self, battle: NetepicBattle, bearer: str) -> Ruling: ...


@runtime_checkable
class GuidesFire(Protocol):
    """Does the bearer guide the indirect fire of others?"""

    def on_guide(self, battle: NetepicBattle, bearer: str) -> Ruling: ...


@runtime_checkable
class LimitsWeapons(Protocol):
    """May the bearer fire all these weapons now?"""

    def on_weapons(self, battle: NetepicBattle, bearer: str, weapons: tuple[Weapon, ...]) -> Ruling: ...


@runtime_checkable
class LimitsUses(Protocol):
    """Is the weapon of the bearer still there to be fired?"""

    def on_use(self, battle: NetepicBattle, bearer: str, weapon: Weapon) -> Ruling: ...


@runtime_checkable
class ShiftsOrder(Protocol):
    """Which order does a detachment with it shoot by, once all moves are over?"""

    def on_moves_over(self, order: Order) -> Order | None: ...


@runtime_checkable
class Attaches(Protocol):
    """May the bearer join a detachment of such stands, which others of its kind have joined already?"""

    def on_attach(self, battle: NetepicBattle, bearer: str, host: str, others: int) -> tuple[Ruling, ...]: ...


@runtime_checkable
class GivenToAttached(Protocol):
    """Does a character who joins a detachment with it gain it too?"""

    def on_attached(self) -> bool: ...


@runtime_checkable
class UsesPowers(Protocol):
    """How many powers may the bearer use in a turn?"""

    def on_powers(self) -> int: ...


@runtime_checkable
class GivesPsychicSave(Protocol):
    """Which save against ethereal attacks does the bearer have now?"""

    def on_ethereal(self, battle: NetepicBattle, bearer: str) -> PsychicSave | None: ...


@runtime_checkable
class DamagesBuildings(Protocol):
    """With what armour penetration does a hit damage a building, and is one failed save the end of it?"""

    def on_building(self) -> tuple[int, bool]: ...


@runtime_checkable
class SetsWounds(Protocol):
    """How many wounds does a stand have that has it?"""

    def on_wounds(self) -> int: ...


@runtime_checkable
class IsAirborne(Protocol):
    """Is the bearer above the ground now, so that fire at the air can reach it?"""

    def on_airborne(self, battle: NetepicBattle, bearer: str) -> Ruling | None: ...


FIRE_HOOKS: Final = (
    WaivesInterception,
    ReducesCover,
    WidensArc,
    HidesFromFire,
    RerollsMisses,
    ModifiesSave,
    RerollsSaves,
    ArmoursFlanks,
    ModifiesDamage,
    HasShields,
    IgnoresShields,
    SavesFriends,
    StopsStandIns,
    LaysTemplate,
    AddsTemplates,
    ScattersTemplates,
    FiresIndirectly,
    GuidesFire,
    LimitsWeapons,
    LimitsUses,
    ShiftsOrder,
    Attaches,
    GivenToAttached,
    UsesPowers,
    GivesPsychicSave,
    DamagesBuildings,
    SetsWounds,
    IsAirborne,
)


def wounds_of(profile: Profile) -> int:
    """The wounds that a stand of this profile has: those printed, or those that an ability gives."""
    return max([profile.wounds, *(rule.on_wounds() for rule in profile.abilities if isinstance(rule, SetsWounds))])
