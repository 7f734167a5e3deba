"""Going aboard a transport and leaving it, with all that it costs both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.encircled import room_beside
from battlesim.geometry.extent import reach
from battlesim.geometry.footprint import Pose, Spot
from battlesim.geometry.measure import Measurement, gap, touches
from battlesim.geometry.path import Path, travelled
from battlesim.model.event import Embarked, Marked, SetUp
from battlesim.model.ruling import Fact, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.netepic.actions import Board, Boarding, Leave
from battlesim.rules.netepic.activation import activate, join, may_move_now, shares, sharing
from battlesim.rules.netepic.contact import contact_rulings
from battlesim.rules.netepic.hooks import Carries, Load
from battlesim.rules.netepic.movement import (
    allowance,
    carrying_costs,
    coherent,
    not_pinned,
    order_moves,
    spend,
    standing_room,
    toll,
    toll_waived,
    way_is_clear,
)
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.table import now, opponents, side_state, stand_state, units_of_stands
from battlesim.units import ZERO, Mm

RULE: Final = "netepic.transport"
SOURCE: Final = "NetEpic (FR), Transport (X)"


def legal_board(battle: NetepicBattle, action: Board) -> tuple[Ruling, ...]:
    """Activation and order of those who board, their way, and for each carrier room and movement."""
    stands = [boarding.stand for boarding in action.boardings]
    rulings = [ruling for unit in units_of_stands(battle, stands) for ruling in _may_go(battle, unit)]
    for boarding in action.boardings:
        rulings += _may_board(battle, boarding)
    for carrier in dict.fromkeys(boarding.carrier for boarding in action.boardings):
        coming = tuple(boarding.stand for boarding in action.boardings if boarding.carrier == carrier)
        rulings += _has_room(battle, carrier, coming)
        rulings += carrier_can_pay(battle, carrier, loading=True)
    return tuple(rulings)


def resolve_board(battle: NetepicBattle, action: Board, story: Story) -> None:
    """They go aboard one after another; from then on they and their carriers share one activation (below class 5)."""
    carriers = dict.fromkeys(boarding.carrier for boarding in action.boardings)
    sharers = units_of_stands(battle, [carrier for carrier in carriers if shares(battle, carrier)])
    for unit in units_of_stands(battle, [boarding.stand for boarding in action.boardings]):
        side = battle.scene.unit(unit).side
        if any(sharer in side_state(now(battle, story), side).active for sharer in sharers):
            # the carrier came for them: they act within its activation
            join(battle, (unit,), story)
        else:
            activate(now(battle, story), unit, story)
    for boarding in action.boardings:
        path = boarding_path(battle, boarding)
        cost = toll(battle, boarding.carrier) + travelled(Path(path)).value
        story.tell(Embarked(boarding.stand, boarding.carrier, path))
        spend(now(battle, story), boarding.stand, cost, story)
    for carrier in carriers:
        if not stand_state(battle, carrier).loaded:
            story.tell(Marked(carrier, "loaded", True, "model"))
        if shares(battle, carrier):
            join(battle, sharing(now(battle, story), battle.scene.model(carrier).unit), story)


def boarding_path(battle: NetepicBattle, boarding: Boarding) -> tuple[Pose, ...]:
    """Where the stand stands, the points it goes through, and where its edge touches the carrier's: straight to it."""
    stand, carrier = battle.scene.model(boarding.stand), battle.scene.model(boarding.carrier)
    start = stand.footprint.pose
    poses = [start]
    for x, y in boarding.through:
        poses.append(replace(start, x=Mm(x), y=Mm(y)))
    left = gap(stand.base.at(poses[-1]), carrier.footprint)
    return *poses, poses[-1].moved(left.b.x - left.a.x, left.b.y - left.a.y)


def legal_leave(battle: NetepicBattle, action: Leave) -> tuple[Ruling, ...]:
    """Activation and order of those who leave, how far from the hull, room there, and the carrier's movement."""
    stands = [stand for stand, _ in action.exits]
    aboard = [_is_aboard(battle, stand) for stand in stands]
    if not all(ruling.holds for ruling in aboard):
        return tuple(aboard)
    after = {id: replace(battle.scene.model(id), pose=pose, place="table") for id, pose in action.exits}
    rulings: list[Ruling] = []
    for unit in units_of_stands(battle, stands):
        rulings += _may_go(battle, unit)
    carriers = dict.fromkeys(battle.scene.model(stand).carrier for stand in stands)
    for carrier in carriers:
        rulings += carrier_can_pay(battle, carrier, loading=False)
        rulings += _not_encircled(battle, carrier, battle.scene.model(stands[0]))
    for stand in after.values():
        rulings.append(_exit_is_near(battle, stand))
        rulings += way_is_clear(battle, stand, _way_out(battle, stand))
    rulings += standing_room(battle, after)
    for unit in units_of_stands(battle, stands):
        mine = {id: stand for id, stand in after.items() if stand.unit == unit}
        rulings += contact_rulings(battle, unit, mine, crowded=True)
        rulings += coherent(battle, unit, mine)
    return tuple(rulings)


def resolve_leave(battle: NetepicBattle, action: Leave, story: Story) -> None:
    """They come to stand there, and have spent the cost of leaving and the way; the carriers' moves end (below class 5)."""
    carriers = tuple(dict.fromkeys(battle.scene.model(stand).carrier for stand, _ in action.exits))
    for unit in units_of_stands(battle, [stand for stand, _ in action.exits]):
        activate(now(battle, story), unit, story)
    for id, pose in action.exits:
        stand = replace(battle.scene.model(id), pose=pose, place="table")
        cost = toll(battle, stand.carrier) + _distance_out(battle, stand).value
        story.tell(SetUp(id, pose, stand.carrier))
        spend(now(battle, story), id, min(cost, allowance(battle, id).left), story)
    for carrier in carriers:
        if not stand_state(battle, carrier).unloaded:
            story.tell(Marked(carrier, "unloaded", True, "model"))


def carrier_can_pay(battle: NetepicBattle, carrier: str, *, loading: bool) -> tuple[Ruling, ...]:
    """What the carrier has moved, and what it loses for carrying, against its whole movement.

    One that cannot move at all, or keeps its movement, pays nothing.
    """
    waived = toll_waived(battle, carrier)
    if waived is not None:
        return (waived,)
    allowed, state = allowance(battle, carrier), stand_state(battle, carrier)
    if allowed.total == ZERO:
        return (
            Ruling(
                RULE, True, "immobile", evidence=(Fact("cannot-move", carrier),), subjects=(carrier,), source=SOURCE
            ),
        )
    costs = carrying_costs(battle, carrier, loaded=state.loaded or loading, unloaded=state.unloaded or not loading)
    at = battle.scene.model(carrier).footprint
    spot = Spot(*at.centre, at.bottom)
    used = Measurement(Mm(state.spent + costs), spot, spot, (carrier, carrier), "path")
    return (ruled(RULE, used, "within", allowed.total, clause="carrier", subjects=(carrier,), source=SOURCE),)


def _may_go(battle: NetepicBattle, unit: str) -> tuple[Ruling, ...]:
    return *may_move_now(battle, unit), order_moves(battle, unit)


def _may_board(battle: NetepicBattle, boarding: Boarding) -> tuple[Ruling, ...]:
    stand, carrier = battle.scene.model(boarding.stand), battle.scene.model(boarding.carrier)
    subjects = (stand.id, carrier.id)
    for one in (stand, carrier):
        if not one.on_table:
            return (
                Ruling(RULE, False, "on-table", evidence=(Fact(one.place, one.id),), subjects=subjects, source=SOURCE),
            )
    path = boarding_path(battle, boarding)
    way = travelled(Path(path))
    paid = toll(battle, carrier.id)
    left = allowance(battle, stand.id).left
    edges = gap(stand.base.at(path[-2]), carrier.footprint, ends=subjects)
    between = Measurement(
        way.value, way.a if len(path) > 2 else edges.a, edges.b, subjects, "gap" if len(path) == 2 else "path"
    )
    whole = Measurement(Mm(paid + way.value), edges.a, edges.b, subjects, "path")
    cost = ruled(RULE, whole, "within", left, clause="board", subjects=subjects, source=SOURCE)
    after_toll = Mm(max(left - paid, 0.0))
    near = ruled(RULE, between, "within", after_toll, clause="reach", subjects=subjects, source=SOURCE, parts=(cost,))
    return *not_pinned(battle, stand), near, *way_is_clear(battle, stand, path)


def _has_room(battle: NetepicBattle, carrier: str, coming: tuple[str, ...]) -> tuple[Ruling, ...]:
    aboard = tuple(stand.id for stand in battle.scene.aboard(carrier))
    return _may_hold(battle, carrier, (*aboard, *coming), coming)


def _may_hold(
    battle: NetepicBattle, carrier: str, stands: tuple[str, ...], coming: tuple[str, ...]
) -> tuple[Ruling, ...]:
    friends = all(battle.scene.side_of[stand] == battle.scene.side_of[carrier] for stand in stands)
    rules = collect(Carries, profile_of(battle, carrier).abilities)
    if not rules or not friends:
        fact = Fact("carries-nobody" if friends else "enemy", carrier)
        return (Ruling(RULE, False, "carrier-kind", evidence=(fact,), subjects=(carrier, *coming), source=SOURCE),)
    return tuple(rule.on_carry(Load(battle, carrier, stands, coming)) for rule in rules)


def _is_aboard(battle: NetepicBattle, stand: str) -> Ruling:
    place = battle.scene.model(stand).place
    return Ruling(RULE, place == "aboard", "aboard", evidence=(Fact(place, stand),), subjects=(stand,), source=SOURCE)


def _distance_out(battle: NetepicBattle, stand: Model) -> Measurement:
    """How far out it comes: its farthest part from the hull when it starts inside, its nearest when outside."""
    hull = battle.scene.model(stand.carrier).footprint
    ends = (stand.carrier, stand.id)
    if battle.options.leave_from == "inside":
        return reach(hull, stand.footprint, ends=ends)
    return gap(hull, stand.footprint, ends=ends)


def _exit_is_near(battle: NetepicBattle, stand: Model) -> Ruling:
    subjects = (stand.id, stand.carrier)
    hull = battle.scene.model(stand.carrier).footprint
    paid, left = toll(battle, stand.carrier), allowance(battle, stand.id).left
    after_toll = Mm(max(left - paid, 0.0))
    out = _distance_out(battle, stand)
    edges = gap(hull, stand.footprint, ends=out.ends)
    whole = Measurement(Mm(paid + out.value), edges.b, edges.a, subjects, "path")
    cost = ruled(RULE, whole, "within", left, clause="leave", subjects=subjects, source=SOURCE)
    if not out.within(after_toll) and touches(hull, stand.footprint):
        return ruled(
            RULE, edges, "within", ZERO, clause="against-hull", subjects=subjects, source=SOURCE, parts=(cost,)
        )
    return ruled(RULE, out, "within", after_toll, clause="out", subjects=subjects, source=SOURCE, parts=(cost,))


def _way_out(battle: NetepicBattle, stand: Model) -> tuple[Pose, ...]:
    """From where it touches the hull, straight to where it comes to stand."""
    hull = battle.scene.model(stand.carrier).footprint
    there = stand.footprint
    away = gap(there, hull)
    return there.pose.moved(away.b.x - away.a.x, away.b.y - away.a.y), there.pose


def _not_encircled(battle: NetepicBattle, carrier: str, leaver: Model) -> tuple[Ruling, ...]:
    """Whether there is room for a base beside a carrier that is engaged. No ruling for one that is not."""
    hull = battle.scene.model(carrier)
    against = opponents(battle, hull)
    if not against:
        return ()
    others = [stand.footprint for stand in battle.scene.standing_models() if stand.id != carrier]
    free = room_beside(hull.footprint, leaver.base, others)
    evidence = (Fact("room-beside" if free else "encircled", carrier),)
    subjects = (carrier, *(other.id for other in against))
    return (Ruling(RULE, free, "encircled", evidence=evidence, subjects=subjects, source=SOURCE),)


def over_capacity(battle: NetepicBattle) -> Mapping[str, Ruling]:
    """Carriers that hold more than they may, with the ruling that says so: for checking a set-up."""
    found: dict[str, Ruling] = {}
    for carrier in battle.scene.models:
        aboard = tuple(stand.id for stand in battle.scene.aboard(carrier))
        if aboard:
            wrong = [ruling for ruling in _may_hold(battle, carrier, aboard, ()) if not ruling.holds]
            found |= {carrier: wrong[0]} if wrong else {}
    return found
