"""Firing decks: passengers lend their transport ranged weapons, one each, and shoot no more this turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.rules.wh40k.attack_hooks import SpentByUse
from battlesim.rules.wh40k.field import Field, abilities_of, state_of, weapons_of
from battlesim.rules.wh40k.profiles import Weapon
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.unit_hooks import TakesWeaponsAboard

FIRING_DECK: Final = "wh40k.firing-deck"
SOURCE: Final = "core rules 24.14"

Deck = tuple[tuple[str, str], ...]
"""Models aboard, and the name or id of the weapon that each lends."""


def lent_weapons(field: Field, model: str, deck: Deck) -> tuple[Weapon, ...]:
    """The weapons that the model is lent by those it carries; each keeps the name of who lends it in its id."""
    found = ((lender, _weapon(field, lender, name)) for lender, name in deck)
    return tuple(
        replace(weapon, id=f"{weapon.id}-of-{lender}", group="")
        for lender, weapon in found
        if weapon is not None and field.scene.model(lender).carrier == model
    )


def deck_rulings(field: Field, unit: str, deck: Deck) -> Iterator[Ruling]:
    """May the unit shoot after what it lent itself, and may those named lend it their weapons?

    Silent where nothing is, or was, lent.
    """
    state = state_of(field, unit)
    if state.lent:
        yield _ruled(False, "not-lent", (Fact("lent", unit),), unit)
    if not deck:
        return
    models = field.scene.standing(unit)
    rules = [rule for model in models for rule in collect(TakesWeaponsAboard, abilities_of(field, model.id))]
    places = sum(rule.on_deck() for rule in rules)
    lenders = [lender for lender, _ in deck]
    yield _ruled(len(deck) <= places, "places", (Count("lent-weapons", len(deck), places),), unit)
    again = [lender for k, lender in enumerate(lenders) if lender in lenders[:k]]
    carriers = {model.id for model in models}
    for lender, name in deck:
        passenger = field.scene.model(lender)
        aboard = passenger.place == "aboard" and passenger.carrier in carriers
        yield _ruled(aboard, "aboard", (Fact("aboard" if aboard else "not-aboard", lender),), unit, lender)
        weapon = _weapon(field, lender, name)
        spent = weapon is not None and bool(collect(SpentByUse, weapon.abilities))
        fine = weapon is not None and not spent and lender not in again
        what = "one-weapon-each" if lender in again else "used-once-a-battle" if spent else "ranged-weapon"
        yield _ruled(fine, "weapon", (Fact(what, lender),), unit, lender)
        theirs = state_of(field, passenger.unit)
        fresh = not theirs.shot and not theirs.lent
        yield _ruled(fresh, "lender-fresh", (Fact("not-shot" if fresh else "shot", passenger.unit),), unit, lender)


def lend(field: Field, story: Story, deck: Deck) -> None:
    """Remember which units lent weapons: they shoot no more this turn."""
    for unit in dict.fromkeys(field.scene.model(lender).unit for lender, _ in deck):
        story.tell(*UnitState.marks(unit, lent=True))


def _weapon(field: Field, lender: str, name: str) -> Weapon | None:
    wanted = name.casefold()
    for weapon in weapons_of(field, lender):
        names = (weapon.id, weapon.name.en, weapon.name.ja, weapon.name.fr)
        if not weapon.melee and wanted in (known.casefold() for known in names if known):
            return weapon
    return None


def _ruled(holds: bool, clause: str, evidence: tuple[Count | Fact, ...], *subjects: str) -> Ruling:
    return Ruling(FIRING_DECK, holds, clause, evidence=evidence, subjects=subjects, source=SOURCE)
