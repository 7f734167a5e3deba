"""Moving stands: how far an order lets them go, what is in the way, and whether the detachment holds together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from msgspec.structs import replace

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.footprint import Pose, Spot
from battlesim.geometry.measure import Measurement, gap
from battlesim.geometry.overlap import overlap
from battlesim.geometry.path import Obstacle, Path, first_contact, leaves, travelled
from battlesim.geometry.quick import may_meet
from battlesim.model.event import Marked, Moved
from battlesim.model.ruling import Fact, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.netepic.actions import Move
from battlesim.rules.netepic.activation import ORDERS_RULE, activate, may_move_now, shares
from battlesim.rules.netepic.attachment import movement_of
from battlesim.rules.netepic.contact import contact_rulings, engaging
from battlesim.rules.netepic.declared import declare, under_way
from battlesim.rules.netepic.free_attacks import free_attacks
from battlesim.rules.netepic.going import door_rulings, garrison, passes_over, turning, walls_for, way_of
from battlesim.rules.netepic.hooks import ChargesToll, WaivesToll
from battlesim.rules.netepic.measuring import longest_link, stand_gap
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.state import Order
from battlesim.rules.netepic.table import enemies, now, pinned_by, stand_state, unit_state
from battlesim.rules.netepic.terrain import ways_barred
from battlesim.rules.netepic.turn_hooks import EscapesHold, FliesStraight, HoldQuestion, WidensCoherency
from battlesim.rules.netepic.zones import zones_passed
from battlesim.units import ZERO, Mm, cm

RULE: Final = "netepic.movement"
SOURCE: Final = "NetEpic (FR), movement"
COHERENCY_RULE: Final = "netepic.coherency"
COHERENCY: Final = cm(6)
FLIGHT_RULE: Final = "netepic.volant"
MORALE_RULE: Final = "netepic.morale"
TIMES: Final[Mapping[Order, int]] = {"charge": 2, "advance": 1, "first-fire": 0, "none": 0, "fall-back": 1}
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
    total = Mm(movement_of(battle, stand) * times)
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
    """Activation, order, what every way costs, what is passed through and stood on, zones, contact, coherency."""
    rulings = [*may_move_now(battle, action.unit), order_moves(battle, action.unit)]
    after = {id: replace(battle.scene.model(id), pose=path[-1], place="table") for id, path in action.paths}
    charged = {battle.scene.model(other).unit for others in engaging(battle, after).values() for other in others}
    for id, path in action.paths:
        rulings += _fit_to_move(battle, id)
        mover = battle.scene.model(id)
        way = way_of(battle, mover, path)
        rulings.append(way_is_short_enough(battle, id, way.cost, parts=way.rulings))
        rulings += door_rulings(battle, id, way)
        rulings += turning(battle, id, path)[1]
        rulings += straight(battle, id, path)
        rulings += way_is_clear(battle, mover, path)
        rulings += zones_passed(battle, mover, path, charged)
    rulings += retreats(battle, action.unit, after)
    rulings += standing_room(battle, after)
    rulings += garrison(battle, after)
    rulings += contact_rulings(battle, action.unit, after)
    rulings += coherent(battle, action.unit, after)
    return tuple(rulings)


def resolve(battle: NetepicBattle, action: Move, story: Story) -> None:
    """The stands go their ways, or declare them; those that leave enemies in contact suffer their free attacks first."""
    activate(battle, action.unit, story)
    after = {id: replace(battle.scene.model(id), pose=path[-1]) for id, path in action.paths}
    engaged = engaging(battle, after)
    free_attacks(battle, after, story)
    for id, path in action.paths:
        if not story.scene.model(id).on_table:
            continue
        _keep_count(battle, id, path, story)
        if id in engaged:
            story.tell(Marked(id, "engaged", True, "model"))
        if all(pose == path[0] for pose in path):
            continue
        if action.declared:
            declare(id, path, story)
        else:
            story.tell(Moved(id, path))
    if unit_state(battle, action.unit).order == "fall-back":
        story.tell(Marked(action.unit, "regrouped", True))


def _keep_count(battle: NetepicBattle, id: str, path: Sequence[Pose], story: Story) -> None:
    """What the way used up: movement, turning, doors."""
    way = way_of(battle, battle.scene.model(id), path)
    spend(now(battle, story), id, way.cost.value, story)
    turned, limited = turning(battle, id, path)
    if limited and turned:
        story.tell(Marked(id, "turned", round(stand_state(battle, id).turned + turned, _QUANTUM), "model"))
    if way.door:
        story.tell(Marked(id, "door", True, "model"))


def legal_continue(battle: NetepicBattle, unit: str) -> tuple[Ruling, ...]:
    """Somebody of it is on its way."""
    moving = under_way(battle, unit)
    evidence = (Fact("declared" if moving else "no-way", unit),)
    return (Ruling(RULE, bool(moving), "declared", evidence=evidence, subjects=(unit,), source=SOURCE),)


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


def way_is_short_enough(
    battle: NetepicBattle, stand: str, way: Measurement, *, parts: tuple[Ruling, ...] = ()
) -> Ruling:
    """What the way costs against what the stand has left."""
    allowed = allowance(battle, stand)
    order = unit_state(battle, battle.scene.model(stand).unit).order
    also = (Fact(order, stand),)
    return ruled(
        RULE, way, "within", allowed.left, clause="length", subjects=(stand,), source=SOURCE, also=also, parts=parts
    )


def way_is_clear(battle: NetepicBattle, mover: Model, path: Sequence[Pose]) -> tuple[Ruling, ...]:
    """What may not be passed through: walls, the edge of the table, enemies of the same class or higher. Only what is met."""
    mine = profile_of(battle, mover.id).blocking_class
    way = Path(tuple(path))
    over = passes_over(battle, mover.id) is not None
    start, run = mover.base.at(path[0]), travelled(way).value
    in_the_way = [
        Obstacle(other.id, other.footprint)
        for other in enemies(battle, mover.id)
        if not over
        and may_meet(start, other.footprint, after=run)
        and profile_of(battle, other.id).blocking_class >= mine
    ]
    met = list(first_contact(mover.base, way, [*in_the_way, *walls_for(battle, mover, way)]))
    if over:
        met = list(first_contact(mover.base, Path((path[-1],)), ways_barred(battle)))
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


def coherent(battle: NetepicBattle, unit: str, after: Mapping[str, Model]) -> tuple[Ruling, ...]:
    """A chain through all stands of the detachment that are on the table, in steps of 6 cm or what abilities make of it.

    A detachment that was torn apart may move where that brings its parts nearer to each other. Of two stands that go
    straight side by side the step between them is never longer on the way than at its start or its end, so these decide.
    """
    stands = [after.get(stand.id, stand) for stand in battle.scene.models_of(unit)]
    limit = coherency_of(battle, unit)
    link = longest_link(battle.options, [stand for stand in stands if stand.on_table])
    if link is None:
        return ()
    chain = ruled(COHERENCY_RULE, link, "within", limit, clause="chain", subjects=(unit,), source=SOURCE)
    if chain.holds:
        return (chain,)
    before = longest_link(battle.options, battle.scene.standing(unit))
    if before is None or before.within(limit):
        return (chain,)
    # where the parts that are too far away from each other stay, the others need only make it no worse
    nearer: Literal["short-of", "within"] = "short-of" if any(end in after for end in before.ends) else "within"
    return (ruled(COHERENCY_RULE, link, nearer, before.value, clause="repair", subjects=(unit,), source=SOURCE),)


def coherency_of(battle: NetepicBattle, unit: str) -> Mm:
    """How long the steps of its chain may be: the longest that all its stands allow."""
    wide = [
        max((rule.on_coherency() for rule in collect(WidensCoherency, profile_of(battle, id).abilities)), default=ZERO)
        for id in battle.scene.unit(unit).models
    ]
    return max(COHERENCY, min(wide, default=ZERO))


def straight(battle: NetepicBattle, stand: str, path: Sequence[Pose]) -> tuple[Ruling, ...]:
    """A stand in flight goes straight ahead, and far enough. No ruling for the others, or for one that stays."""
    rules = collect(FliesStraight, profile_of(battle, stand).abilities)
    way = travelled(Path(tuple(path)), ends=(stand, stand))
    if not rules or way.value <= 0:
        return ()
    least = max(rule.on_flight(battle) for rule in rules)
    direct = math.dist((path[0].x, path[0].y), (path[-1].x, path[-1].y))
    detour = Measurement(Mm(way.value - direct), way.a, way.b, way.ends, "path")
    flight = ruled(FLIGHT_RULE, detour, "within", ZERO, clause="straight", subjects=(stand,), source=SOURCE)
    far = not way.short_of(least)
    return flight, Ruling(FLIGHT_RULE, far, "least", least, None, (way,), (stand,), SOURCE)


def retreats(battle: NetepicBattle, unit: str, after: Mapping[str, Model]) -> tuple[Ruling, ...]:
    """A detachment that falls back comes no nearer to any enemy. No ruling for the others."""
    if unit_state(battle, unit).order != "fall-back":
        return ()
    return away_from_enemies(battle, after)


def away_from_enemies(battle: NetepicBattle, after: Mapping[str, Model]) -> tuple[Ruling, ...]:
    """Each stand ends no nearer to its nearest enemy than it was: those that do not, or the first of all."""
    found = []
    for id, stand in after.items():
        foes = enemies(battle, id)
        before = battle.scene.model(id)
        if not foes or not before.on_table:
            continue
        was = min((stand_gap(battle.options, before, foe) for foe in foes), key=lambda measured: measured.value)
        ends = min((stand_gap(battle.options, stand, foe) for foe in foes), key=lambda measured: measured.value)
        away = not ends.short_of(was.value)
        found.append(Ruling(MORALE_RULE, away, "away", was.value, None, (ends,), (id, ends.ends[1]), SOURCE))
    wrong = tuple(ruling for ruling in found if not ruling.holds)
    return wrong or tuple(found[:1])


def not_pinned(battle: NetepicBattle, stand: Model) -> tuple[Ruling, ...]:
    """A stand in contact with an enemy of its class or higher stays where it is. No ruling for one that is free."""
    holders = tuple(holder for holder in pinned_by(battle, stand) if not _slips_away(battle, stand, holder))
    if not holders:
        return ()
    evidence = (gap(stand.footprint, holders[0].footprint, ends=(stand.id, holders[0].id)),)
    subjects = (stand.id, *(holder.id for holder in holders))
    return (Ruling(RULE, False, "pinned", evidence=evidence, subjects=subjects, source=SOURCE),)


def _slips_away(battle: NetepicBattle, stand: Model, holder: Model) -> bool:
    rules = collect(EscapesHold, profile_of(battle, stand.id).abilities)
    answers = (rule.on_pin(HoldQuestion(battle, stand.id, holder.id)) for rule in rules)
    return any(ruling is not None and ruling.holds for ruling in answers)


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
    if state.way:
        return (Ruling(RULE, False, "declared", evidence=(Fact("declared", id),), subjects=(id,), source=SOURCE),)
    fixed = [Ruling(RULE, False, "immobilised", evidence=(Fact("immobilised", id),), subjects=(id,), source=SOURCE)]
    return *(fixed if state.immobilised else ()), *not_pinned(battle, stand), *still_moving(battle, id)
