"""Keywords of units and their models."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from battlesim.model.ruling import Fact, Modifier, Ruling, ruled
from battlesim.rules.wh40k.attached import bodyguards, is_attached
from battlesim.rules.wh40k.field import abilities_of, nearest_of, side_of, standing, standing_enemies
from battlesim.rules.wh40k.placing import clear_of
from battlesim.rules.wh40k.situations import Attack, Loss, Setup, Sighting, Ward
from battlesim.units import Mm, inches

_EXCLUSION: Final = inches(8)
_REACH: Final = inches(12)


@dataclass(frozen=True, slots=True)
class DeepStrike:
    """``Deep Strike``: arrives anywhere, horizontally more than 8 inches (strict) from every enemy model."""

    exclusion: Mm = _EXCLUSION
    rule: str = field(default="wh40k.deep-strike", init=False, repr=False)

    def on_setup(self, setup: Setup) -> tuple[Ruling, ...]:
        enemies = standing_enemies(setup.field, side_of(setup.field, setup.unit.id))
        ours = tuple(zip(setup.models, setup.footprints, strict=True))
        return (
            clear_of(
                self.rule,
                "distance",
                self.exclusion,
                ours,
                enemies,
                subjects=(setup.unit.id,),
                source="glossary; core rules 24.09",
            ),
        )


@dataclass(frozen=True, slots=True)
class LoneOperative:
    """``Lone Operative`` or ``Lone Operative X``: not visible to a model farther away than 12 inches, or X (inclusive).

    Among models of one unit the highest X counts. In the glossary an attached unit has nothing of it while one of its
    bodyguards lives.
    """

    reach: Mm = _REACH
    rule: str = field(default="wh40k.lone-operative", init=False, repr=False)

    def on_visibility(self, sighting: Sighting) -> Ruling | None:
        return self.near_enough(sighting)

    def on_indirect(self, sighting: Sighting) -> Ruling | None:
        return self.near_enough(sighting)

    def near_enough(self, sighting: Sighting) -> Ruling | None:
        """Is the model near enough to see the unit, or to aim at it unseen?"""
        battle, unit = sighting.field, sighting.target
        if battle.options.guarded_are_seen and is_attached(battle, unit) and bodyguards(battle, unit):
            return None
        own = (a for model in battle.scene.alive(unit) for a in abilities_of(battle, model.id))
        farthest = max(ability.reach for ability in own if isinstance(ability, LoneOperative))
        observer = ((sighting.observer, sighting.observing.footprint),)
        return ruled(
            self.rule,
            nearest_of(observer, standing(sighting.field, sighting.target)),
            "within",
            farthest,
            clause="distance",
            subjects=(sighting.observer, sighting.target),
            source="glossary; core rules 24.24",
        )


@dataclass(frozen=True, slots=True)
class FeelNoPain:
    """``Feel No Pain X+``: a die for each wound about to be lost, and on X or more it is not; mortal wounds too."""

    needed: int
    rule: str = field(default="wh40k.feel-no-pain", init=False, repr=False)

    def on_wound_lost(self, loss: Loss) -> Ward:
        return Ward(self.rule, self.needed)


@dataclass(frozen=True, slots=True)
class Stealth:
    """``Stealth``: the benefit of cover against ranged attacks, where every model of the unit has it."""

    rule: str = field(default="wh40k.stealth", init=False, repr=False)

    def on_cover(self, attack: Attack) -> Ruling | None:
        if attack.kind == "melee":
            return None
        return Ruling(
            self.rule,
            True,
            "cover",
            evidence=(Fact("every-model", attack.target),),
            subjects=(attack.target,),
            source="glossary; core rules 24.33",
        )


@dataclass(frozen=True, slots=True)
class InvulnerableSave:
    """``Invulnerable save X+``: a save that AP does not worsen; ``against`` is all, or only ranged or melee attacks."""

    needed: int
    against: Literal["all", "ranged", "melee"] = "all"
    rule: str = field(default="wh40k.invulnerable-save", init=False, repr=False)

    def on_save(self, model: str, *, melee: bool) -> Modifier | None:
        if self.against not in ("all", "melee" if melee else "ranged"):
            return None
        return Modifier(self.rule, "cap", self.needed)
