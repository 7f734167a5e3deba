"""What is to be seen at a position."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from msgspec import structs

from battlesim.model.event import Destroyed, Moved, RollMade
from battlesim.views.log import DiceRow
from battlesim.views.moment import along, moment, pace, place
from battlesim.views.options import ViewOptions
from battlesim.views.primitives import Line, Token
from battlesim.views.show import Show
from tests.views.samples import netepic_battle, wh40k_battle

BATTLE = wh40k_battle()
MOVE, SHOOT = 3, 6


def beat(step, kind):
    return next(beat for beat in pace(BATTLE.steps[step]).beats if beat.kind == kind)


def test_a_whole_number_is_the_end_of_the_step_before_it():
    assert place(0.0, 8) == (-1, 1.0)
    assert place(3.0, 8) == (2, 1.0)
    assert place(3.25, 8) == (3, 0.25)


def test_positions_outside_the_replay_are_its_ends():
    assert moment(BATTLE, -5.0).scene is BATTLE.scenes[0]
    assert moment(BATTLE, 99.0).scene is BATTLE.scenes[-1]


@pytest.mark.parametrize("index", range(len(BATTLE.steps) + 1))
def test_at_rest_the_scene_is_the_folded_one(index):
    assert moment(BATTLE, float(index)).scene is BATTLE.scenes[index]


@pytest.mark.parametrize("battle", [BATTLE, netepic_battle()], ids=["wh40k", "netepic"])
def test_every_entry_is_told_once_and_in_order(battle):
    for step in battle.steps:
        beats = pace(step).beats
        assert [n for b in beats for n in range(b.first, b.stop)] == list(range(len(step.entries)))
        assert all(a.end == pytest.approx(b.start) for a, b in pairwise(beats))
        assert not beats or (beats[0].start > 0 and beats[-1].end < 1)


def test_halfway_along_a_bent_path_a_model_is_on_the_path():
    moves = beat(MOVE, "move")
    now = moment(BATTLE, MOVE + (moves.start + moves.end) / 2)
    for event in BATTLE.steps[MOVE].events:
        assert isinstance(event, Moved)
        pose = now.passages[event.model].pose
        a, corner, b = event.path
        first, second = math.dist((a.x, a.y), (corner.x, corner.y)), math.dist((corner.x, corner.y), (b.x, b.y))
        assert second > first
        gone = (first + second) / 2 - first
        assert pose.x == pytest.approx(corner.x + (b.x - corner.x) * gone / second, abs=1e-3)
        assert pose.y == pytest.approx(corner.y + (b.y - corner.y) * gone / second, abs=1e-3)


def test_a_path_is_walked_by_its_length_and_not_by_its_corners():
    path = next(e for e in BATTLE.steps[MOVE].events if isinstance(e, Moved)).path
    whole = sum(math.dist((p.x, p.y), (q.x, q.y)) for p, q in pairwise(path))
    for share in (0.0, 0.1, 0.37, 0.5, 0.9, 1.0):
        pose, behind = along(path, share)
        gone = sum(math.dist((p.x, p.y), (q.x, q.y)) for p, q in pairwise(path[: behind + 1]))
        gone += math.dist((path[behind].x, path[behind].y), (pose.x, pose.y))
        assert gone == pytest.approx(share * whole, abs=1e-3)


def test_a_pivot_turns_the_shorter_way():
    start = BATTLE.scenes[0].models["guard.1"].pose
    assert start.facing == 180.0
    path = (start.turned(170), start.turned(-170))
    assert along(path, 0.5)[0].facing == pytest.approx(0.0, abs=1e-6)


def test_a_model_that_is_set_up_fades_in():
    arrive = next(b for b in pace(BATTLE.steps[2]).beats if b.kind == "arrive")
    opacities = [
        moment(BATTLE, 2 + arrive.start + (arrive.end - arrive.start) * share).passages["terminators.1"].opacity
        for share in (0.1, 0.5, 0.9)
    ]
    assert opacities == sorted(opacities)
    assert opacities[0] < 0.1 < 0.9 < opacities[2]


def test_the_fallen_stay_as_marks_until_the_step_is_over():
    show = Show(BATTLE)
    fallen = {e.model for e in BATTLE.steps[SHOOT].events if isinstance(e, Destroyed)}
    seen = show.at(SHOOT + 1.0, ViewOptions()).moving
    assert {p.model for p in seen if isinstance(p, Token) and p.look == "fallen"} == fallen
    later = show.at(SHOOT + 2.0, ViewOptions()).moving
    assert not fallen & {p.model for p in later if isinstance(p, Token)}


def test_rolls_come_one_after_another_and_dice_too():
    show = Show(BATTLE)
    rolls = [b for b in pace(BATTLE.steps[SHOOT]).beats if b.kind == "roll"]
    assert len(rolls) == sum(isinstance(e, RollMade) for e in BATTLE.steps[SHOOT].entries)
    counts = []
    for roll in rolls:
        early, late = roll.start + (roll.end - roll.start) * 0.3, roll.end - 1e-6
        for share in (early, late):
            rows = show.rows(moment(BATTLE, SHOOT + share), "en")
            counts.append(sum(len(row.dice) for row in rows if isinstance(row, DiceRow)))
    assert counts == sorted(counts)
    assert len(set(counts)) == len(counts)
    assert counts[-1] == sum(len(e.faces) for e in BATTLE.steps[SHOOT].rolls)


def test_stepping_back_shows_identical_primitives():
    show, options = Show(BATTLE), ViewOptions()
    first = [show.at(float(n), options).moving for n in range(9)]
    again = [Show(BATTLE).at(float(n), options).moving for n in reversed(range(9))]
    assert first == again[::-1]


def test_a_trail_grows_with_its_model():
    moves = beat(MOVE, "move")
    show = Show(BATTLE)
    lengths = []
    for share in (0.3, 0.6, 1.0):
        seen = show.at(MOVE + moves.start + (moves.end - moves.start) * share, ViewOptions()).moving
        trail = next(p for p in seen if isinstance(p, Line) and p.start == "dot")
        lengths.append(sum(math.dist(p, q) for p, q in pairwise(trail.points)))
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1]


def test_a_model_that_falls_off_the_table_is_not_drawn():
    off = structs.replace(BATTLE.steps[2], entries=(Destroyed("terminators.1"),))
    battle = replace(BATTLE, steps=(*BATTLE.steps[:2], off))
    for share in (0.1, 0.3, 0.5, 0.9, 1.0):
        seen = Show(battle).at(2 + share, ViewOptions()).moving
        assert not any(isinstance(p, Token) and p.model == "terminators.1" for p in seen)
