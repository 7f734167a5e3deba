"""Moving stands: how far an order lets them go, what is in the way, and whether the detachment holds together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.footprint import Pose, Spot
from battlesim.geometry.measure import Measurement, gap
from battlesim.geometry.overlap import overlap
from battlesim.geometry.path import Obstacle, Path, first_contact, leaves, travelled
from battlesim.model.event import Marked, Moved
from battlesim.model.ruling import Fact, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.netepic.actions import Move
from battlesim.rules.netepic.activation import ORDERS_RULE, activate, may_move_now, shares
from battlesim.rules.netepic.hooks import ChargesToll, WaivesToll
from battlesim.rules.netepic.measuring import longest_link, may_meet
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.state import Order
from battlesim.rules.netepic.table import enemies, now, pinned_by, stand_state, unit_state
from battlesim.rules.netepic.terrain import ways_barred
from battlesim.units import ZERO, Mm, cm

RULE: Final = "netepic.movement"
SOURCE: Final = "NetEpic (FR), movement"
COHERENCY_RULE: Final = "netepic.coherency"
COHERENCY: Final = cm(6)
TIMES: Final[Mapping[Order, int]] = {"charge": 2, "advance": 1, "first-fire": 0, "none": 0}
"""How many times its movement an order lets a stand go."""

_QUANTUM: Final = 6


@dataclass(frozen=True, slots=True)
class Allowance:
    """How far a stand may still go this turn: its order's ``total``, less what it spent and what carrying cost it."""

    total: Mm
    spent: Mm
    tolls: Mm

    @property
    def left(self) -> Mm:
        """Never below zero."""
        return Mm(max(self.total - self.spent - self.tolls, 0.0))


def allowance(battle: NetepicBattle, stand: str) -> Allowance:
    """What the order, the profile and this turn's doings leave."""
    state = stand_state(battle, stand)
    order = unit_state(battle, battle.scene.model(stand).unit).order
    times = 0 if state.immobilised else TIMES[order]
    total = Mm(profile_of(battle, stand).movement * times)
    return Allowance(total, state.spent, carrying_costs(battle, stand, loaded=state.loaded, unloaded=state.unloaded))


def carrying_costs(battle: NetepicBattle, stand: str, *, loaded: bool, unloaded: bool) -> Mm:
    """What a carrier's movement loses for taking stands in and for letting them out: once each, however many."""
    if toll_waived(battle, stand) is not None:
        return ZERO
    return Mm(toll(battle, stand) * (loaded + unloaded))


def toll(battle: NetepicBattle, carrier: str) -> Mm:
    """The movement that boarding or leaving this carrier costs (zero for a stand that carries nobody)."""
    rules = collect(ChargesToll, profile_of(battle, carrier).abilities)
    return max((rule.on_toll() for rule in rules), default=ZERO)


def toll_waived(battle: NetepicBattle, carrier: str) -> Ruling | None:
    """Why this carrier keeps its movement, where it does."""
    for rule in collect(WaivesToll, profile_of(battle, carrier).abilities):
        ruling = rule.on_waive(battle, carrier)
        if ruling.holds:
            return ruling
    return None


def legal(battle: NetepicBattle, action: Move) -> tuple[Ruling, ...]:
    """Activation, order, length of every way, what is passed through and stood on, contact, coherency."""
    rulings = [*may_move_now(battle, action.unit), order_moves(battle, action.unit)]
    after = {id: replace(battle.scene.model(id), pose=path[-1], place="table") for id, path in action.paths}
    for id, path in action.paths:
        rulings += _fit_to_move(battle, id)
        rulings.append(way_is_short_enough(battle, id, travelled(Path(path), ends=(id, id))))
        rulings += way_is_clear(battle, battle.scene.model(id), path)
    rulings += standing_room(battle, after)
    rulings += contact_needs_a_charge(battle, action.unit, after)
    rulings += coherent(battle, action.unit, after)
    return tuple(rulings)


def resolve(battle: NetepicBattle, action: Move, story: Story) -> None:
    """The stands go their ways."""
    activate(battle, action.unit, story)
    for id, path in action.paths:
        if all(pose == path[0] for pose in path):
            continue
        story.tell(Moved(id, path))
        spend(now(battle, story), id, travelled(Path(path)).value, story)


def spend(battle: NetepicBattle, stand: str, length: float, story: Story) -> None:
    """So much of the stand's movement is used up."""
    if length > 0:
        total = round(stand_state(battle, stand).spent + length, _QUANTUM)
        story.tell(Marked(stand, "spent", total, "model"))


def order_moves(battle: NetepicBattle, unit: str) -> Ruling:
    """Whether the detachment's order lets it move at all."""
    order = unit_state(battle, unit).order
    evidence = (Fact(order, unit),)
    return Ruling(ORDERS_RULE, TIMES[order] > 0, "move", evidence=evidence, subjects=(unit,), source=SOURCE)


def way_is_short_enough(battle: NetepicBattle, stand: str, way: Measurement) -> Ruling:
    """The way against what the stand has left."""
    allowed = allowance(battle, stand)
    order = unit_state(battle, battle.scene.model(stand).unit).order
    also = (Fact(order, stand),)
    return ruled(RULE, way, "within", allowed.left, clause="length", subjects=(stand,), source=SOURCE, also=also)


def way_is_clear(battle: NetepicBattle, mover: Model, path: Sequence[Pose]) -> tuple[Ruling, ...]:
    """What may not be passed through: walls, the edge of the table, enemies of the same class or higher. Only what is met."""
    mine = profile_of(battle, mover.id).blocking_class
    way = Path(tuple(path))
    start, run = mover.base.at(path[0]), travelled(way).value
    in_the_way = [
        Obstacle(other.id, other.footprint)
        for other in enemies(battle, mover.id)
        if may_meet(start, other.footprint, after=run) and profile_of(battle, other.id).blocking_class >= mine
    ]
    met = list(first_contact(mover.base, way, [*in_the_way, *ways_barred(battle)]))
    edge = leaves(mover.base, way, battle.scene.battlefield.shape)
    found = []
    for contact in [*met, *([edge] if edge else [])]:
        subjects = (mover.id, contact.name)
        until = Measurement(contact.travelled, Spot(*start.centre, start.bottom), contact.spot, subjects, "path")
        found.append(Ruling(RULE, False, "way", evidence=(until,), subjects=subjects, source=SOURCE))
    return tuple(found)


def standing_room(battle: NetepicBattle, after: Mapping[str, Model]) -> tuple[Ruling, ...]:
    """Nobody may stand on another's base: one ruling for each pair that overlaps."""
    placed = list(after.values())
    still = [stand for stand in battle.scene.standing_models() if stand.id not in after]
    pairs = [(one, other) for one in placed for other in still]
    pairs += [(one, other) for k, one in enumerate(placed) for other in placed[k + 1 :]]
    found = []
    for one, other in pairs:
        depth = overlap(one.footprint, other.footprint, ends=(one.id, other.id))
        if depth is not None:
            found.append(Ruling(RULE, False, "room", evidence=(depth,), subjects=(one.id, other.id), source=SOURCE))
    return tuple(found)


def contact_needs_a_charge(battle: NetepicBattle, unit: str, after: Mapping[str, Model]) -> tuple[Ruling, ...]:
    """Coming into contact with an enemy takes the order Charge: one ruling, for the first contact that is new."""
    order = unit_state(battle, unit).order
    for id, stand in after.items():
        before = battle.scene.model(id)
        for other in enemies(battle, id):
            if not may_meet(stand.footprint, other.footprint):
                continue
            met = gap(stand.footprint, other.footprint, ends=(id, other.id))
            had = before.on_table and gap(before.footprint, other.footprint).within(ZERO)
            if met.within(ZERO) and not had:
                evidence = (met, Fact(order, unit))
                subjects = (unit, other.unit)
                return (Ruling(ORDERS_RULE, order == "charge", "engage", ZERO, "within", evidence, subjects, SOURCE),)
    return ()


def coherent(battle: NetepicBattle, unit: str, after: Mapping[str, Model]) -> tuple[Ruling, ...]:
    """A chain of steps of 6 cm or less through all stands of the detachment that are on the table."""
    stands = [after.get(stand.id, stand) for stand in battle.scene.models_of(unit)]
    link = longest_link(battle.options, [stand for stand in stands if stand.on_table])
    if link is None:
        return ()
    return (ruled(COHERENCY_RULE, link, "within", COHERENCY, clause="chain", subjects=(unit,), source=SOURCE),)


def not_pinned(battle: NetepicBattle, stand: Model) -> tuple[Ruling, ...]:
    """A stand in contact with an enemy of its class or higher stays where it is. No ruling for one that is free."""
    holders = pinned_by(battle, stand)
    if not holders:
        return ()
    evidence = (gap(stand.footprint, holders[0].footprint, ends=(stand.id, holders[0].id)),)
    subjects = (stand.id, *(holder.id for holder in holders))
    return (Ruling(RULE, False, "pinned", evidence=evidence, subjects=subjects, source=SOURCE),)


def still_moving(battle: NetepicBattle, stand: str) -> tuple[Ruling, ...]:
    """A transport whose move ended when stands left it. No ruling for the others."""
    if not (stand_state(battle, stand).unloaded and shares(battle, stand)):
        return ()
    return (Ruling(RULE, False, "unloaded", evidence=(Fact("unloaded", stand),), subjects=(stand,), source=SOURCE),)


def _fit_to_move(battle: NetepicBattle, id: str) -> Iterable[Ruling]:
    stand = battle.scene.model(id)
    if not stand.on_table:
        return (Ruling(RULE, False, "on-table", evidence=(Fact(stand.place, id),), subjects=(id,), source=SOURCE),)
    state = stand_state(battle, id)
    fixed = [Ruling(RULE, False, "immobilised", evidence=(Fact("immobilised", id),), subjects=(id,), source=SOURCE)]
    return *(fixed if state.immobilised else ()), *not_pinned(battle, stand), *still_moving(battle, id)
