"""Going into contact: with a Charge, to the front, one enemy a stand, and one detachment before the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.geometry.measure import gap
from battlesim.geometry.quick import may_meet
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.model.scene import Model
from battlesim.model.text import Text
from battlesim.rules.netepic.measuring import in_contact
from battlesim.rules.netepic.profiles import ALL_ROUND, NetepicBattle, Weapon, profile_of
from battlesim.rules.netepic.sighting import wedge_at
from battlesim.rules.netepic.table import enemies, unit_state
from battlesim.rules.netepic.turn_hooks import AvoidsContact
from battlesim.units import ZERO

ORDERS_RULE: Final = "netepic.orders"
RULE: Final = "netepic.contact"
SOURCE: Final = "NetEpic (FR), contact"

_FRONT: Final = Weapon("front", Text("front"), ZERO, 0, 6)


def engaging(battle: NetepicBattle, after: Mapping[str, Model]) -> dict[str, tuple[str, ...]]:
    """The enemies that each of these stands would newly touch, in order; those that touch nobody new left out."""
    found = {}
    for id, stand in after.items():
        before = battle.scene.model(id)
        new = tuple(
            other.id
            for other in enemies(battle, id)
            if may_meet(stand.footprint, other.footprint)
            and in_contact(stand, other)
            and not (before.on_table and in_contact(before, other))
        )
        if new:
            found[id] = new
    return found


def contact_rulings(
    battle: NetepicBattle, unit: str, after: Mapping[str, Model], *, crowded: bool = False
) -> tuple[Ruling, ...]:
    """The order Charge for the first new contact, and for every stand that engages what it may and may not.

    ``crowded``: it cannot help touching several at once, as it comes out among them.
    """
    found = engaging(battle, after)
    if not found:
        return ()
    order = unit_state(battle, unit).order
    first = next(iter(found))
    stand, other = after[first], battle.scene.model(found[first][0])
    met = gap(stand.footprint, other.footprint, ends=(stand.id, other.id))
    evidence = (met, Fact(order, unit))
    rulings = [Ruling(ORDERS_RULE, order == "charge", "engage", ZERO, "within", evidence, (unit, other.unit), SOURCE)]
    for id, others in found.items():
        rulings += _out_of_reach(battle, id, others)
        rulings += _in_front(battle, after[id], others)
        rulings += () if crowded else _how_many(battle, after[id])
    rulings += () if crowded else _one_detachment_first(battle, unit, after, found)
    return tuple(rulings)


def _out_of_reach(battle: NetepicBattle, stand: str, others: tuple[str, ...]) -> Iterator[Ruling]:
    for other in others:
        for rule in collect(AvoidsContact, profile_of(battle, other).abilities):
            ruling = rule.on_engaged(battle, other)
            if ruling.holds:
                yield Ruling(RULE, False, "altitude", ruling.limit, None, ruling.evidence, (stand, other), SOURCE)


def _in_front(battle: NetepicBattle, stand: Model, others: tuple[str, ...]) -> Iterator[Ruling]:
    """A stand that does not see all round meets its enemy with its front half. Only what is behind it."""
    profile = profile_of(battle, stand.id)
    degrees = profile.arc_of(_FRONT)
    if degrees >= ALL_ROUND:
        return
    for other in others:
        outside = gap(
            wedge_at(stand.footprint.pose, degrees), battle.scene.model(other).footprint, ends=(stand.id, other)
        )
        if not outside.within(ZERO):
            subjects = (stand.id, other)
            yield Ruling(RULE, False, "front", ZERO, "within", (outside,), subjects, SOURCE)


def _how_many(battle: NetepicBattle, stand: Model) -> Iterator[Ruling]:
    """One enemy, and one more for each class by which it is above the highest of them. Only where there are more."""
    others = [other for other in enemies(battle, stand.id) if in_contact(stand, other)]
    classes = [profile_of(battle, other.id).blocking_class for other in others]
    most = 1 + max(profile_of(battle, stand.id).blocking_class - max(classes), 0)
    if len(others) > most:
        evidence = (Count("opponents", len(others), most),)
        subjects = (stand.id, *(other.id for other in others))
        yield Ruling(RULE, False, "one-enemy", evidence=evidence, subjects=subjects, source=SOURCE)


def _one_detachment_first(
    battle: NetepicBattle, unit: str, after: Mapping[str, Model], found: Mapping[str, tuple[str, ...]]
) -> Iterator[Ruling]:
    """All stands of one enemy detachment are engaged before any of a second one: it fails where two are left open."""
    met = dict.fromkeys(battle.scene.model(other).unit for others in found.values() for other in others)
    if len(met) < 2:
        return
    ours = [after.get(stand.id, stand) for stand in battle.scene.standing(unit)]
    free = {
        other: [
            enemy
            for enemy in battle.scene.standing(other)
            if not any(stand.on_table and in_contact(stand, enemy) for stand in ours)
        ]
        for other in met
    }
    left_open = [other for other in met if free[other]]
    evidence = tuple(Count("not-engaged", len(free[other])) for other in met)
    yield Ruling(RULE, len(left_open) < 2, "one-first", evidence=evidence, subjects=(unit, *met), source=SOURCE)
