"""Spatial cases of public projects that ask a rule of the game rather than a ruler."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from shapely.geometry import LineString, Polygon, box

from battlesim.geometry.footprint import Base, Pose, Spot, outline_of
from battlesim.model.battlefield import Area, Battlefield, Feature, Objective, Zone
from battlesim.model.ruling import Fact
from battlesim.model.scene import Clock
from battlesim.rules.wh40k.arrival import Arrive, every_model_has
from battlesim.rules.wh40k.charge import Charge
from battlesim.rules.wh40k.cover import cover
from battlesim.rules.wh40k.deployment import Scout
from battlesim.rules.wh40k.engagement import unit_engaged
from battlesim.rules.wh40k.field import Field
from battlesim.rules.wh40k.hidden import detection
from battlesim.rules.wh40k.keywords import DeepStrike, LoneOperative, Scouts
from battlesim.rules.wh40k.movement import Move
from battlesim.rules.wh40k.objectives import control_of, places
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.plunging import better_aim
from battlesim.rules.wh40k.sighting import fully_visible, visibility
from battlesim.rules.wh40k.situations import Attack, Sighting
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.transports import Disembark
from battlesim.rules.wh40k.turn import Turn
from battlesim.units import inches
from tests.rules.wh40k.battles import CHARGE, HUMAN, MOVEMENT, Squad, at, away, battle, gun, play, refusals, ruling

Case = Mapping[str, Any]

CASES: list[Case] = json.loads((Path(__file__).parent / "geometry_cases.json").read_text(encoding="utf-8"))
BY_ID: Mapping[str, Case] = {case["id"]: case for case in CASES}

LEFT_OUT = {
    "engagement_range_in": "the 10th edition's range",
    "pivot_cost_in": "the 10th edition's pivots",
    "base_to_base_distance_in": "a ruler's question",
    "coherency": "a ruler's question",
    "path_blocked": "a ruler's question",
    "end_position_legal": "a ruler's question",
    "placement_legal": "a ruler's question",
    "point_los": "sight between points, which are no bases",
}
LEFT_OUT_CASES = {
    "escape-clause": "a wall that one stands in may be left: there is no such rule in the book's text",
}
WALL_THICKNESS = 0.1


def of_kind(*kinds: str) -> list[str]:
    return [case["id"] for case in CASES if case["kind"] in kinds and case["id"] not in LEFT_OUT_CASES]


def pose(place: list[float]) -> Pose:
    x, y, *z = (inches(number) for number in place)
    return at(x, y, elevation=z[0] if z else 0.0)


def base(model: Case) -> Base:
    height = inches(model["height"]) if "height" in model else None
    if "d_mm" in model:
        return Base.disc(model["d_mm"], height=height)
    return Base.disc(inches(2 * model["r"] if "r" in model else model["d_in"]), height=height)


def squad(id: str, side: str, model: Case, **changes: Any) -> Squad:
    return Squad(id, side, (pose(model["at"]),), base=base(model), **changes)


def wall_area(line: list[list[float]], **changes: Any) -> Area:
    """A wall of a hair's breadth along a line, in an area of its own outline."""
    outline = outline_of(LineString([(inches(x), inches(y)) for x, y in line]).buffer(WALL_THICKNESS, cap_style="flat"))
    return Area("wall", "wall", outline, (Feature("brick", "brick", outline, "dense"),), **changes)


def rectangle(corners: list[list[float]]) -> Polygon:
    (x0, y0), (x1, y1) = corners
    return box(inches(x0), inches(y0), inches(x1), inches(y1))


def sees(field: Field) -> bool:
    return all(ruling.holds for ruling in visibility(Sighting(field, "observer.1", "target")))


@pytest.mark.parametrize("id", of_kind("engaged"))
def test_engaged(id: str):
    case = BY_ID[id]
    a, b = case["input"]["a"], case["input"]["b"]
    bodies = [structs.replace(base(model), frame="height" in model) for model in (a, b)]
    field = battle(
        Squad("first", "red", (_from_centre(a),), base=bodies[0]),
        Squad("other", "blue", (_from_centre(b),), base=bodies[1]),
    )
    assert unit_engaged(field, "first").holds is case["expected"]["engaged_11e"]


def _from_centre(model: Case) -> Pose:
    """The published tables have their origin in the middle."""
    return pose([model["at"][0] + 20, model["at"][1] + 20, *model["at"][2:]])


@pytest.mark.parametrize("id", of_kind("arrival_legal"))
def test_arrivals(id: str):
    case = BY_ID[id]
    given = case["input"]
    abilities = (DeepStrike(),) if given.get("deep_strike") else ()
    if "gap" in given:
        landing = at(inches(40), 40)
        enemy, side = away(inches(given["gap"]), 90, origin=landing), {}
    else:
        landing, enemy = pose(given["at"]), pose(given["enemy_at"])
        side = {"zones": (Zone("zone", "blue", outline_of(rectangle(given["opponent_zone"]))),)}
    field = battle(
        Squad("squad", "red", (None,), abilities=abilities),
        Squad("guard", "blue", (enemy,)),
        clock=Clock(given.get("round", 2), "red", "movement"),
    )
    board = given.get("board", [60, 44])
    table = Battlefield(inches(board[0]), inches(board[1]), **side)
    field = structs.replace(field, scene=structs.replace(field.scene, battlefield=table))
    by = "wh40k.deep-strike" if given.get("deep_strike") else ""
    _, step = play(field, Arrive("squad", (("squad.1", landing),), by))
    assert step.legal is case["expected"]["legal"]


@pytest.mark.parametrize("id", of_kind("has_deep_strike"))
def test_deep_strike_of_a_unit(id: str):
    case = BY_ID[id]
    having = {k: (DeepStrike(),) for k, has in enumerate(case["input"]["models"], 1) if has}
    field = battle(Squad("squad", "red", (None,) * len(case["input"]["models"]), own=having))
    assert every_model_has(field, "squad", "wh40k.deep-strike").holds is case["expected"]["unit_has_deep_strike"]


@pytest.mark.parametrize("id", of_kind("charge_targets"))
def test_charge_targets_are_within_the_roll(id: str):
    case = BY_ID[id]
    here = at(760, 560)
    selectable = []
    for k, (name, gap) in enumerate(case["input"]["enemies_edge_in"].items()):
        angle = 7.0 + 120.0 * k
        enemy = away(inches(gap), angle, origin=here)
        end = away(inches(gap) - 32 - 10, angle, origin=here)
        field = battle(Squad("squad", "red", (here,)), Squad("guard", "blue", (enemy,)), clock=CHARGE)
        roll = {"charge": [3, case["input"]["roll"] - 3]} if gap <= 12 else {}
        _, step = play(field, Charge("squad", ("guard",), (("squad.1", (here, end)),)), roll)
        target = [ruling for ruling in step.rulings if ruling.clause in ("target", "declare") and not ruling.holds]
        if not target:
            selectable.append(name)
    assert selectable == case["expected"]["selectable"]


@pytest.mark.parametrize("id", of_kind("charge_end_legal"))
def test_a_charge_ends_engaged_with_targets_alone(id: str):
    case = BY_ID[id]
    start, end = at(400, 400), at(600, 400)
    enemies = {"A": at(600, 400 + 32 + 20), "B": at(600, 400 - 32 - 20)}
    squads = [Squad(name, "blue", (enemies[name],)) for name in case["input"]["engaged_with"]]
    field = battle(Squad("squad", "red", (start,)), *squads, clock=CHARGE)
    _, step = play(field, Charge("squad", tuple(case["input"]["targets"]), (("squad.1", (start, end)),)))
    assert step.legal is case["expected"]["legal"]


@pytest.mark.parametrize("id", of_kind("charge_eligible"))
def test_who_may_charge(id: str):
    case = BY_ID[id]
    marks = {"moved": "advance"} if case["input"]["advanced"] else {}
    start, end = at(400, 400), at(530, 400)
    field = battle(Squad("squad", "red", (start,), marks=marks), Squad("guard", "blue", (at(600, 400),)), clock=CHARGE)
    _, step = play(field, Charge("squad", ("guard",), (("squad.1", (start, end)),)))
    assert step.legal is case["expected"]["eligible"]


@pytest.mark.parametrize("id", of_kind("targetable"))
def test_lone_operatives(id: str):
    case = BY_ID[id]
    reach = LoneOperative(inches(case["input"]["lone_operative"]))
    field = battle(
        Squad("observer", "red", (at(400, 400),)),
        Squad(
            "target", "blue", (away(inches(case["input"]["distance"]), 37.3, origin=at(400, 400)),), abilities=(reach,)
        ),
    )
    assert sees(field) is case["expected"]["targetable"]


@pytest.mark.parametrize("id", of_kind("base_los"))
def test_sight_past_a_wall(id: str):
    case = BY_ID[id]
    given = case["input"]
    field = battle(
        squad("observer", "red", given["a"]), squad("target", "blue", given["b"]), areas=[wall_area(given["wall"])]
    )
    assert sees(field) is case["expected"]["visible"]


@pytest.mark.parametrize("id", of_kind("ruin_los"))
def test_sight_into_a_ruin(id: str):
    case = BY_ID[id]
    given = case["input"]
    outline = outline_of(rectangle(given["area"]["rect"]))
    features = ()
    if given["wall"] is not None and given["wall_solid"]:
        solid = outline_of(LineString([(inches(x), inches(y)) for x, y in given["wall"]]).buffer(WALL_THICKNESS))
        features = (Feature("wall", "wall", solid, "dense"),)
    field = battle(
        squad("observer", "red", given["shooter"]),
        squad("target", "blue", given["target"]),
        areas=[Area("ruin", "ruin", outline, features, "dense")],
    )
    assert sees(field) is case["expected"]["visible"]


@pytest.mark.parametrize("id", of_kind("area_los"))
def test_sight_across_linked_areas(id: str):
    case = BY_ID[id]
    given = case["input"]
    areas = [
        Area(name, name, tuple((inches(x), inches(y)) for x, y in corners), (), "light", "pair")
        for name, corners in given["areas"].items()
        if name != "linked"
    ]
    field = battle(squad("observer", "red", given["observer"]), squad("target", "blue", given["target"]), areas=areas)
    assert sees(field) is case["expected"]["visible"]


@pytest.mark.parametrize("id", of_kind("los_grade"))
def test_how_much_is_seen(id: str):
    case = BY_ID[id]
    given, strip = case["input"], case["input"]["strip"]
    x, y, w, h = (inches(number) for number in (*strip["at"], strip["w"], strip["h"]))
    outline = outline_of(box(x - w / 2, y - h / 2, x + w / 2, y + h / 2))
    area = Area("strip", "strip", outline, (Feature("brick", "brick", outline, "dense"),))
    field = battle(
        squad("observer", "red", given["observer"], weapons=(gun(48),), keywords=("VEHICLE",)),
        squad("target", "blue", given["target"], keywords=("VEHICLE",)),
        areas=[area],
    )
    assert sees(field) is case["expected"]["visible"]
    if "fully_visible" in case["expected"]:
        ends = field.scene.model("observer.1"), field.scene.model("target.1")
        assert fully_visible(field, *ends).holds is case["expected"]["fully_visible"]
    if "cover" in case["expected"]:
        assert cover(Attack(field, "observer.1", gun(48), "target")).holds is case["expected"]["cover"]


@pytest.mark.parametrize("id", of_kind("benefit_of_cover"))
def test_cover_within_areas(id: str):
    case = BY_ID[id]
    given = case["input"]
    area = Area("ruin", "ruin", outline_of(rectangle(given["area"]["rect"])), (), given["area"]["category"])
    field = battle(
        Squad("observer", "red", (at(inches(10), inches(30)),), weapons=(gun(48),)),
        Squad("target", "blue", tuple(pose(place) for place in given["models"]), keywords=(given["keyword"],)),
        areas=[area],
    )
    assert cover(Attack(field, "observer.1", gun(48), "target")).holds is case["expected"]["cover"]


@pytest.mark.parametrize("id", of_kind("hidden_visible"))
def test_hidden_models(id: str):
    case = BY_ID[id]
    given = case["input"]
    outline = outline_of(rectangle(given["area"]["rect"]))
    bricks = ()
    if given["gone_to_ground"]:
        x, y = (inches(number) for number in given["target"]["at"])
        part = outline_of(box(x + 18, y, x + 20, y + 40))
        bricks = (Feature("bricks", "bricks", part, "dense", (part,)),)
    field = battle(
        squad("observer", "red", given["observer"]),
        squad("target", "blue", given["target"]),
        areas=[Area("ruin", "ruin", outline, bricks, given["area"]["category"])],
        options=Options(detection=inches(given["detection"])),
    )
    ends = field.scene.model("observer.1"), field.scene.model("target.1")
    assert inches(case["expected"]["gap"]) == pytest.approx(detection(field, *ends).measured, abs=0.5)
    assert sees(field) is case["expected"]["visible"]


@pytest.mark.parametrize("id", of_kind("plunging_fire"))
def test_plunging_fire(id: str):
    given = BY_ID[id]["input"]
    height = inches(given.get("attacker_elevation", 0))
    keywords = ("VEHICLE", "TOWERING") if given.get("towering") else ("INFANTRY",)
    here = at(400, 400, elevation=height)
    target = structs.replace(
        away(inches(given.get("distance", 10)), 37.3, origin=here), elevation=inches(given.get("target_elevation", 0))
    )
    field = battle(Squad("observer", "red", (here,), keywords=keywords), Squad("target", "blue", (target,)))
    change = better_aim(Attack(field, "observer.1", gun(48), "target"))
    assert (change is not None and change.applies) is BY_ID[id]["expected"]["applies"]


@pytest.mark.parametrize("id", of_kind("disembark"))
def test_disembarking_by_what_the_transport_did(id: str):
    case = BY_ID[id]
    moved = {"unmoved": {}, "normal_move": {"moved": "normal"}, "fell_back": {"moved": "fall-back"}}
    hull, here = Base.disc(100), at(600, 400)
    for off, inside in ((-0.1, True), (0.1, False)):
        field = battle(
            Squad(
                "carrier",
                "red",
                (here,),
                base=hull,
                capacity=6,
                keywords=("VEHICLE",),
                marks=moved[case["input"]["transport"]],
            ),
            Squad("squad", "red", ("carrier.1",)),
            clock=MOVEMENT,
        )
        landing = away(inches(3) - 32 + off, 37.3, other=hull)
        after, step = play(field, Disembark("squad", (("squad.1", landing),)))
        if not case["expected"].get("eligible", True):
            assert refusals(step) == ["transports/transport-moved"]
            continue
        assert step.legal is inside
        if inside:
            assert UnitState.of(after.scene.unit("squad")).disembarked == case["expected"]["mode"]


@pytest.mark.parametrize("id", of_kind("move_legal"))
def test_moves(id: str):
    case = BY_ID[id]
    given = case["input"]
    if "mover" in given:
        start, keyword = pose(given["mover"]["at"]), given["keywords"][0]
        areas = [wall_area([[29.5, 20], [29.5, 36]])]
    else:
        start, keyword, areas = pose([given["frm"][0] + 10, given["frm"][1] + 10]), "INFANTRY", []
    end = pose(given["to"] if "mover" in given else [given["to"][0] + 10, given["to"][1] + 10])
    mover = Squad("squad", "red", (start,), keywords=(keyword,))
    field = battle(mover, Squad("guard", "blue", (at(1400, 1000),)), clock=MOVEMENT, areas=areas)
    _, step = play(field, Move("squad", "normal", (("squad.1", (start, end)),)))
    assert step.legal is case["expected"]["legal"]


@pytest.mark.parametrize("id", of_kind("end_of_turn_removal"))
def test_who_is_removed_at_the_end_of_a_turn(id: str):
    case = BY_ID[id]
    models = tuple(pose(place) for place in case["input"]["models_at"])
    table = battle(
        Squad("squad", "red", models), Squad("guard", "blue", (at(1500, 1100),)), clock=Clock(2, "red", "fight")
    )
    # the table of the case is taller than ours
    table = structs.replace(table, scene=structs.replace(table.scene, battlefield=Battlefield(inches(60), inches(60))))
    after, _ = play(table, Turn(2, "red", "end"))
    removed = [k for k, model in enumerate(after.scene.models_of("squad")) if not model.alive]
    assert removed == case["expected"]["removed"]


@pytest.mark.parametrize("id", of_kind("scout_end_legal"))
def test_where_scouts_may_end(id: str):
    case = BY_ID[id]
    end = squad("scouts", "red", case["input"]["model"]).poses[0]
    assert isinstance(end, Pose)
    start = end.moved(-inches(5), 0.0)
    scouts = Squad("scouts", "red", (start,), base=base(case["input"]["model"]), abilities=(Scouts(inches(6)),))
    table = battle(scouts, squad("guard", "blue", case["input"]["enemy"]), clock=Clock(0, "red", "pre-battle"))
    zone = Zone("zone", "red", outline_of(box(0, 0, inches(14), inches(44))))
    table = structs.replace(
        table, scene=structs.replace(table.scene, battlefield=Battlefield(inches(60), inches(44), (), (zone,)))
    )
    _, step = play(table, Scout("scouts", (("scouts.1", (start, end)),)))
    assert step.legal is case["expected"]["legal_11e"]
    assert ruling(step, "scouts", "distance").measured == pytest.approx(inches(case["expected"]["gap"]), abs=0.15)


@pytest.mark.parametrize("id", of_kind("scout_start_legal"))
def test_where_scouts_may_start(id: str):
    case = BY_ID[id]
    for x, inside in ((200, True), (400, False)):
        scouts = Squad("scouts", "red", (at(x, 400),), abilities=(Scouts(inches(6)),))
        table = battle(scouts, clock=Clock(0, "red", "pre-battle"))
        zone = Zone("zone", "red", outline_of(box(0, 0, 410, 1000)))
        table = structs.replace(
            table, scene=structs.replace(table.scene, battlefield=Battlefield(inches(60), inches(44), (), (zone,)))
        )
        _, step = play(table, Scout("scouts", (("scouts.1", (at(x, 400), at(x - 20, 400))),)))
        if inside == case["input"]["wholly_within_own_dz"]:
            assert step.legal is case["expected"]["legal"]
        else:
            assert step.legal is not case["expected"]["legal"]


@pytest.mark.parametrize("id", of_kind("objective_control"))
def test_who_controls_an_objective(id: str):
    case = BY_ID[id]
    table = battle(
        Squad("squad", "red", (at(570, 400),), profile=replace(HUMAN, control=case["input"]["oc_a"])),
        Squad("guard", "blue", (at(640, 400),), profile=replace(HUMAN, control=case["input"]["oc_b"])),
    )
    marked = replace(table.scene.battlefield, objectives=(Objective("centre", Spot(605, 400)),))
    table = structs.replace(table, scene=structs.replace(table.scene, battlefield=marked))
    owner, control = control_of(table, places(table)[0])
    assert (owner or None) == case["expected"]["controller"]
    assert (Fact("contested", "") in control.evidence) is case["expected"]["contested"]


ASKED: Mapping[str, Callable[..., None]] = {
    "engaged": test_engaged,
    "arrival_legal": test_arrivals,
    "has_deep_strike": test_deep_strike_of_a_unit,
    "charge_targets": test_charge_targets_are_within_the_roll,
    "charge_end_legal": test_a_charge_ends_engaged_with_targets_alone,
    "charge_eligible": test_who_may_charge,
    "targetable": test_lone_operatives,
    "base_los": test_sight_past_a_wall,
    "ruin_los": test_sight_into_a_ruin,
    "area_los": test_sight_across_linked_areas,
    "los_grade": test_how_much_is_seen,
    "benefit_of_cover": test_cover_within_areas,
    "hidden_visible": test_hidden_models,
    "plunging_fire": test_plunging_fire,
    "disembark": test_disembarking_by_what_the_transport_did,
    "move_legal": test_moves,
    "end_of_turn_removal": test_who_is_removed_at_the_end_of_a_turn,
    "scout_end_legal": test_where_scouts_may_end,
    "scout_start_legal": test_where_scouts_may_start,
    "objective_control": test_who_controls_an_objective,
}


def test_every_kind_is_asked_or_left_out_with_a_reason():
    assert {case["kind"] for case in CASES} == set(ASKED) | set(LEFT_OUT)
    assert not set(ASKED) & set(LEFT_OUT)
    assert set(LEFT_OUT_CASES) <= set(BY_ID)
