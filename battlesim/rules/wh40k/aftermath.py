"""What comes of models that fell: those aboard get out, what explodes explodes, and then they are removed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.footprint import Pose
from battlesim.model.event import Destroyed, WoundsLost
from battlesim.model.ruling import Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.wh40k.emergency import emergency_disembark
from battlesim.rules.wh40k.field import Field, abilities_of, nearest_of, now, standing
from battlesim.rules.wh40k.roll import roll_amount
from battlesim.rules.wh40k.spec import needed
from battlesim.rules.wh40k.unit_hooks import ActsWhenDestroyed, Blast
from battlesim.rules.wh40k.wounds import mortal_wounds
from battlesim.units import Mm

Landings = tuple[tuple[str, Pose], ...]
"""Where the owner wants models to stand that get out of a wreck; those without a place find one by themselves."""

_NEARLY: Final = 1.5
"""A unit within so many times the reach was nearly caught."""


def aftermath(field: Field, story: Story, landings: Landings = ()) -> None:
    """Each model that fell, in the order in which they did: emergency disembarkation, its end, its removal.

    What falls by the end of another takes its turn after those that fell before.
    """
    while (fallen := _next_fallen(story)) is not None:
        by, model = fallen
        battle = now(field, story)
        for unit in _aboard(battle, model.id):
            emergency_disembark(now(field, story), story, unit, model, dict(landings))
        for rule in collect(ActsWhenDestroyed, abilities_of(field, model.id)):
            blast = rule.on_destroyed(model.id)
            if blast is not None:
                _explode(now(field, story), story, model, blast)
        story.tell(Destroyed(model.id, by))


def _next_fallen(story: Story) -> tuple[str, Model] | None:
    """The first model that lost its last wound and stands yet, and what it fell by."""
    for entry in story.entries:
        if isinstance(entry, WoundsLost) and entry.left == 0:
            model = story.scene.model(entry.model)
            if model.on_table and not model.alive:
                return entry.rule, model
    return None


def _aboard(field: Field, carrier: str) -> Sequence[str]:
    return tuple(dict.fromkeys(model.unit for model in field.scene.aboard(carrier)))


def _explode(field: Field, story: Story, model: Model, blast: Blast) -> None:
    """A die; on a 6 every unit in reach suffers the mortal wounds, in the order of the battle, each its own roll."""
    why = needed("deadly-demise", blast.needed)
    made = story.roll("deadly-demise", target=blast.needed, subject=model.id, ledgers=why)
    if not made.successes:
        return
    caught = [ruling for ruling in reach_rulings(field, model, blast) if story.rule(ruling).holds]
    for ruling in caught:
        unit = ruling.subjects[1]
        amount = roll_amount(story, "demise-wounds", blast.amount, subject=model.id, against=unit)
        mortal_wounds(story, field, unit, amount, rule=blast.rule)


def reach_rulings(field: Field, model: Model, blast: Blast) -> tuple[Ruling, ...]:
    """For every unit within reach of where the model stood, friend or foe: is it caught?

    And for the nearest one beyond, where it was a near thing or nobody is caught.
    In space, inclusive, from the space that its base occupies to the nearest model of the unit.
    """
    here = ((model.id, model.footprint),)
    found = []
    for unit in field.scene.units:
        others = tuple(place for place in standing(field, unit) if field.scene.model(place[0]).alive)
        if not others:
            continue
        found.append(
            ruled(
                blast.rule,
                nearest_of(here, others),
                "within",
                blast.reach,
                clause="reach",
                subjects=(model.id, unit),
                source="glossary; core rules 24.08",
            )
        )
    caught = [ruling for ruling in found if ruling.holds]
    beyond = [ruling for ruling in found if not ruling.holds]
    nearest = min(beyond, key=lambda ruling: ruling.measured or 0.0, default=None)
    missed = nearest is not None and (not caught or _nearly(nearest, blast.reach))
    return tuple(ruling for ruling in found if ruling.holds or (missed and ruling is nearest))


def _nearly(ruling: Ruling, reach: Mm) -> bool:
    measured = ruling.measurement
    return measured is not None and measured.short_of(Mm(_NEARLY * reach))
