"""Questions that players ask, with the answers that follow from the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shapely.geometry import box

from battlesim.geometry.extent import wholly_inside
from battlesim.geometry.footprint import Base, outline_of
from battlesim.model.battlefield import Area, Feature
from battlesim.model.ruling import Modifier
from battlesim.rules.wh40k.arrival import Arrive
from battlesim.rules.wh40k.compile import hit_needs
from battlesim.rules.wh40k.cover import cover
from battlesim.rules.wh40k.field import standing
from battlesim.rules.wh40k.keywords import Heavy
from battlesim.rules.wh40k.lookout import areas_of
from battlesim.rules.wh40k.movement import Move
from battlesim.rules.wh40k.placing import coherent
from battlesim.rules.wh40k.shooting import Shoot, Volley
from battlesim.rules.wh40k.sighting import visibility
from battlesim.rules.wh40k.situations import Attack, Sighting
from battlesim.rules.wh40k.turn import Turn
from battlesim.units import inches
from tests.rules.wh40k.battles import HERE, MOVEMENT, Squad, at, away, battle, gun, play, refusals


def crater(x0: float, y0: float, x1: float, y1: float) -> Area:
    return Area("crater", "crater", outline_of(box(x0, y0, x1, y1)), category="exposed")


def wall(x0: float, y0: float, x1: float, y1: float) -> Area:
    outline = outline_of(box(x0, y0, x1, y1))
    return Area("wall", "wall", outline, (Feature("brick", "brick", outline, "dense"),))


def test_a_heavy_weapon_may_be_turned_on_the_spot():
    tank = Squad("tank", "red", (HERE,), base=Base.oval(120, 92), keywords=("VEHICLE",), weapons=(gun(48, Heavy()),))
    field = battle(tank, Squad("guard", "blue", (at(1100, 700),)), clock=MOVEMENT)
    field, _ = play(field, Move("tank", "normal", (("tank.1", (HERE, HERE.turned(37.3))),)))
    field, _ = play(field, Turn(2, "red", "shooting"))
    assert Heavy().steady(field, "tank").holds
    _, step = play(field, Shoot("tank", (Volley("guard"),)), {"hit": [1]})
    assert step.rolls[0].target == 3


def test_one_model_that_moved_too_far_takes_heavy_from_all():
    start = (HERE, at(600, 440))
    squad = Squad("squad", "red", start, weapons=(gun(48, Heavy()),))
    field = battle(squad, Squad("guard", "blue", (at(1200, 400),)), clock=MOVEMENT)
    ways = (("squad.2", (start[1], at(600 + inches(3.1) * 0.8, 440 - inches(3.1) * 0.6))),)
    field, _ = play(field, Move("squad", "normal", ways))
    field, _ = play(field, Turn(2, "red", "shooting"))
    _, step = play(field, Shoot("squad", (Volley("guard"),)), {"hit": [1, 1]})
    assert [(made.target, len(made.faces)) for made in step.rolls] == [(4, 2)]


def test_cover_and_a_penalty_to_the_roll_add_up():
    field = battle(
        Squad("squad", "red", (HERE,)), Squad("guard", "blue", (at(900, 400),)), areas=[crater(850, 350, 950, 450)]
    )
    attack = Attack(field, "squad.1", gun(24, skill=3), "guard")
    assert hit_needs(attack, (Modifier("some", "subtract", 1),)).face == 5
    assert hit_needs(attack, (Modifier("some", "subtract", 1), Modifier("other", "subtract", 1))).face == 5


def test_cover_is_decided_for_each_shooter():
    four = tuple(at(900, 340 + 40 * k) for k in range(4))
    shooters = Squad("squad", "red", (HERE, at(600, 620)))
    guard = Squad("guard", "blue", (*four, at(840, 470)))
    field = battle(shooters, guard, areas=[crater(880, 300, 960, 500), wall(700, 424, 702, 470)])
    verdicts = [cover(Attack(field, model, gun(48), "guard")) for model in ("squad.1", "squad.2")]
    assert [verdict.holds for verdict in verdicts] == [True, False]


def test_a_base_half_on_an_area_is_within_it_and_not_wholly():
    area = crater(600, 300, 700, 500)
    field = battle(Squad("squad", "red", (HERE,)), areas=[area])
    footprint = field.scene.model("squad.1").footprint
    assert areas_of(field.scene.battlefield, footprint) == (area,)
    assert wholly_inside(footprint, area.shape).value == pytest.approx(16)


def test_an_ingress_base_of_32_mm_has_its_centre_5_37_inches_from_the_edge():
    for centre, legal in ((5.37, True), (5.371, False)):
        field = battle(Squad("squad", "red", (None,)), Squad("guard", "blue", (at(1000, 600),)), clock=MOVEMENT)
        _, step = play(field, Arrive("squad", (("squad.1", at(inches(centre), 500)),)))
        assert refusals(step) == ([] if legal else ["arrival/edge-band"])


def test_an_area_no_longer_hides_those_who_step_onto_it():
    ruin = Area("ruin", "ruin", outline_of(box(700, 200, 800, 600)), (), "dense")
    behind, on_edge = at(900, 400), at(810, 400)
    for there, seen in ((behind, False), (on_edge, True)):
        field = battle(Squad("squad", "red", (HERE,)), Squad("guard", "blue", (there,)), areas=[ruin])
        assert all(ruling.holds for ruling in visibility(Sighting(field, "squad.1", "guard"))) is seen


def test_third_parties_block_and_mates_do_not():
    row = tuple(at(750, 300 + 32.2 * k) for k in range(8))
    shooters, target = Squad("squad", "red", (HERE, at(560, 400))), Squad("guard", "blue", (at(900, 400),))
    for unit, seen in (("friends", False), ("squad", True), ("guard", True)):
        if unit == "friends":
            field = battle(shooters, Squad("friends", "red", row), target)
        elif unit == "squad":
            field = battle(replace(shooters, poses=(*shooters.poses, *row)), target)
        else:
            field = battle(shooters, replace(target, poses=(*target.poses, *row)))
        assert all(ruling.holds for ruling in visibility(Sighting(field, "squad.1", "guard"))) is seen


def test_ten_bases_of_32_mm_in_a_row_are_too_long_and_in_two_ranks_are_not():
    row = tuple(at(600 + 32 * k, 400) for k in range(10))
    ranks = tuple(at(600 + 32 * (k % 5), 400 + 32 * (k // 5)) for k in range(10))
    for poses, holds in ((row, False), (ranks, True)):
        field = battle(Squad("squad", "red", poses))
        verdict = coherent(field.options, "squad", standing(field, "squad"))
        assert verdict.holds is holds
        if not holds:
            assert inches(10.08) == pytest.approx(verdict.measured, abs=0.1)


def test_a_move_that_passes_a_unit_and_ends_beyond_its_reach_is_legal():
    start = at(520, 400)
    for gap, legal in ((inches(2.1), True), (inches(2), False)):
        enemy = away(gap, 90, origin=at(640, 400))
        field = battle(Squad("squad", "red", (start,)), Squad("guard", "blue", (enemy,)), clock=MOVEMENT)
        _, step = play(field, Move("squad", "normal", (("squad.1", (start, at(640, 400))),)))
        assert step.legal is legal
        assert refusals(step) == ([] if legal else ["movement/ends-unengaged"])
