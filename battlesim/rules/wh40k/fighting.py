"""Fighting: the melee weapons of the models that are engaged, at units they are engaged with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from battlesim.engine.story import Story
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.model.scene import Model
from battlesim.replay.timeline import ActionTaken
from battlesim.rules.wh40k.combine import by_rule
from battlesim.rules.wh40k.compile import batched, compiled
from battlesim.rules.wh40k.engagement import engagement, unit_engaged
from battlesim.rules.wh40k.field import Field, side_of, standing, state_of, weapons_of
from battlesim.rules.wh40k.profiles import Weapon
from battlesim.rules.wh40k.roll import play
from battlesim.rules.wh40k.shooting import Aim, Volley, weapons_named
from battlesim.rules.wh40k.situations import Attack
from battlesim.rules.wh40k.state import UnitState

FIGHT: Final = "wh40k.fight"
SOURCE: Final = "core rules 12.04"


@dataclass(frozen=True, slots=True)
class Fight:
    """A unit fights: each engaged model with one melee weapon, the first it has unless the volley names another."""

    unit: str
    volleys: tuple[Volley, ...]

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        return ActionTaken("fight", (self.unit,), tuple(dict.fromkeys(volley.target for volley in self.volleys)))


def legal(field: Field, action: Fight) -> tuple[Ruling, ...]:
    """May the unit fight, and is there a model that reaches each target?"""
    may = tuple(_eligible(field, action))
    if not all(ruling.holds for ruling in may):
        return may
    rulings = list(may)
    for volley, aims in _aimed(field, action):
        named = bool(volley.weapons or volley.models)
        wanted = aims if named else tuple(aim for aim in aims if aim.legal) or aims
        rulings += by_rule(ruling for aim in wanted for ruling in aim.rulings)
        if not aims:
            none = Count("weapons", 0)
            rulings.append(Ruling(FIGHT, False, "weapon", evidence=(none,), subjects=(action.unit, volley.target)))
    return tuple(rulings)


def resolve(field: Field, action: Fight, story: Story) -> None:
    """Settle every attack, then roll them batch by batch."""
    specs = [compiled(aim.attack) for _, aims in _aimed(field, action) for aim in aims if aim.legal]
    story.tell(*UnitState.marks(action.unit, fought=True))
    for spec in batched(specs):
        play(story, field, spec)


def _eligible(field: Field, action: Fight) -> Iterator[Ruling]:
    unit, state, clock = action.unit, state_of(field, action.unit), field.scene.clock
    phase = Fact(clock.phase or "no-phase", clock.side)
    yield Ruling(FIGHT, clock.phase == "fight", "phase", evidence=(phase,), subjects=(unit,), source=SOURCE)
    fought = Fact("fought" if state.fought else "not-fought", unit)
    yield Ruling(FIGHT, not state.fought, "once", evidence=(fought,), subjects=(unit,), source=SOURCE)
    engaged = unit_engaged(field, unit)
    holds = engaged.holds or state.charged
    yield Ruling(FIGHT, holds, "engaged", engaged.limit, "within", engaged.evidence, (unit,), SOURCE, (engaged,))
    for volley in action.volleys:
        enemy = side_of(field, volley.target) != side_of(field, unit)
        evidence = (Fact("enemy" if enemy else "friend", volley.target),)
        yield Ruling(
            FIGHT,
            enemy,
            "enemy",
            evidence=evidence,
            subjects=(unit, volley.target),
            source=SOURCE,
        )


def _aimed(field: Field, action: Fight) -> tuple[tuple[Volley, tuple[Aim, ...]], ...]:
    taken: set[str] = set()
    found = []
    for volley in action.volleys:
        aims: list[Aim] = []
        for model in field.scene.standing(action.unit):
            weapon = _weapon(field, model, volley)
            if weapon is None or model.id in taken or (volley.models and model.id not in volley.models):
                continue
            met = engagement(field.options, ((model.id, model.footprint),), standing(field, volley.target))
            reaches = Ruling(
                FIGHT,
                met.holds,
                "model-engaged",
                met.limit,
                "within",
                met.evidence,
                (model.id, volley.target),
                SOURCE,
                (met,),
            )
            if met.holds:
                taken.add(model.id)
            aims.append(Aim(Attack(field, model.id, weapon, volley.target, "melee"), (reaches,)))
        found.append((volley, tuple(aims)))
    return tuple(found)


def _weapon(field: Field, model: Model, volley: Volley) -> Weapon | None:
    melee = tuple(weapon for weapon in weapons_of(field, model.id) if weapon.melee)
    return next(iter(weapons_named(melee, volley.weapons) if volley.weapons else melee), None)
