"""Where two ways of playing one scenario part."""

import pytest

from battlesim.model.event import Destroyed, RollMade
from battlesim.model.ruling import Ruling
from battlesim.scenario.compare import NothingToCompare, Way, compare
from battlesim.scenario.problems import ScenarioError
from battlesim.scenario.runner import play

EDGE, CENTRE = Way(options={"measure": "edge"}), Way(options={"measure": "centre"})

SHOT = """\
battlesim: 1
title: {en: A shot at GAP}
ruleset: netepic
SEED
battlefield: {size: [90, 60]}
units:
  - id: squad
    side: red
    profile: {class: 1, move: 10, save: 6+}
    weapons: [{name: Bolter, range: 50, dice: 1, to_hit: 5}]
    order: advance
    at: [20, 30]
  - {id: boyz, side: blue, profile: {class: 1, move: 10, save: '-'}, order: advance, at: {from: squad, gap: GAP, along: 7}}
steps:
  - turn: {round: 1, side: red, phase: combat}
  - shoot: squad
    at: boyz
    DICE
    expect: EXPECT
"""


@pytest.fixture
def shot(tmp_path):
    def write(gap, *, dice="dice: {hit: [5]}", expect="{legal: true}", seed=""):
        text = SHOT.replace("GAP", gap).replace("DICE", dice).replace("EXPECT", expect).replace("SEED\n", seed)
        path = tmp_path / "shot.battle.yaml"
        path.write_text(text.replace("to_hit", "to-hit"), encoding="utf-8")
        return path

    return write


def test_the_same_way_twice_never_parts(shot):
    found = compare(shot("30"), Way(), Way())
    assert found.same
    assert found.parts_at is None
    assert found.differences == () == found.left


def test_a_target_in_range_from_edge_to_edge_alone_is_where_they_part(shot):
    found = compare(shot("49.9"), EDGE, CENTRE)
    assert found.parts_at == 1
    kinds = [one.kind for one in found.differences]
    assert kinds[0] == "verdict"
    assert (found.differences[0].pair.first, found.differences[0].pair.second) == ("legal", "refused")
    ranges = [
        one.pair
        for one in found.differences
        if isinstance(one.pair.first, Ruling) and one.pair.first.rule == "netepic.range"
    ]
    (pair,) = ranges
    assert (pair.first.holds, pair.second.holds) == (True, False)
    assert pair.second.measured > pair.first.measured
    assert any(isinstance(one.pair.first, Destroyed) and one.pair.second is None for one in found.differences)
    assert any(isinstance(one.pair.first, RollMade) and one.pair.second is None for one in found.differences)
    assert any(
        (left.subject, left.first, left.second) == ("boyz.1", "destroyed", "on the table") for left in found.left
    )


def test_dice_left_over_in_one_way_are_told_of(shot):
    found = compare(shot("49.9"), EDGE, CENTRE)
    scripts = [one.pair for one in found.differences if one.kind == "script"]
    # refused, the step also runs otherwise than written: the refusal is what is told
    assert scripts == [] or scripts[0].first is None


def test_dice_that_are_wanting_in_one_way_are_where_they_part(shot):
    found = compare(shot("49.9", dice="", expect="{illegal: range}"), EDGE, CENTRE)
    assert found.reached == 1
    (only,) = found.differences
    assert (only.step, only.kind) == (1, "script")
    assert "neither dice nor a seed are given" in only.pair.first
    assert only.pair.second is None
    assert found.left == ()


def test_a_file_whose_dice_fit_neither_way_is_not_valid(shot):
    path = shot("30", dice="dice: {hitt: [5]}")
    with pytest.raises(NothingToCompare, match="step 2 cannot be played in either way"):
        compare(path, EDGE, CENTRE)


def test_a_seed_rolls_the_same_dice_in_both_ways(shot):
    path = shot("30", dice="", expect="{legal: true}", seed="seed: 11\n")
    found = compare(path, EDGE, CENTRE)
    rolls = [[roll.faces for step in played.timeline.steps for roll in step.rolls] for played in found.played]
    assert rolls[0] == rolls[1] != []


def test_a_measured_length_alone_is_a_difference(shot):
    found = compare(shot("30"), EDGE, CENTRE)
    assert {one.kind for one in found.differences} == {"ruling"}
    assert found.left == ()
    assert not found.same


def test_variants_part_where_the_hazard_roll_shows_a_two():
    from battlesim.resources import scenarios

    path = scenarios() / "wh40k" / "hazard-roll" / "hazard-2-in-glossary.battle.yaml"
    found = compare(path, Way("glossary"), Way("core"))
    (roll,) = [one.pair for one in found.differences if one.kind == "roll"]
    assert (roll.first.target, roll.second.target) == (2, 3)
    assert roll.first.faces == roll.second.faces


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (Way("core"), "netepic has no variant 'core'"),
        (Way(options={"mesure": "edge"}), "did you mean 'measure'"),
        (Way(options={"measure": "middle"}), "expected 'edge' or 'centre'"),
    ],
)
def test_a_way_that_does_not_exist_is_refused(shot, way, said):
    with pytest.raises(ScenarioError, match=said):
        compare(shot("30"), way, way)


def test_options_go_before_those_of_the_file_and_into_the_replay(shot):
    path = shot("30", seed="options: {measure: centre, soft-cover: 2}\n")
    played = play(path, options={"measure": "edge"})
    assert played.timeline.header.options == {"measure": "edge", "soft-cover": "2"}
    assert played.scenario.options.measure == "edge"
    assert played.scenario.options.soft_cover == 2


def test_a_rule_that_speaks_by_another_clause_is_put_beside_itself(shot):
    from battlesim.resources import scenarios

    path = scenarios() / "wh40k" / "devastating-wounds" / "devastating-after-normal-damage.battle.yaml"
    found = compare(path, Way("glossary"), Way("core"))
    pairs = [one.pair for one in found.differences if one.kind == "ruling"]
    assert pairs
    assert all(pair.first.rule == pair.second.rule and pair.first.clause != pair.second.clause for pair in pairs)
