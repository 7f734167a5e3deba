"""What ``explain`` reads from the rulings of the demos."""

from functools import cache

import pytest

from battlesim.resources import scenarios
from battlesim.scenario.demos import demos, entries, scenario_files
from battlesim.scenario.explain import CASES, explain, explained_json, margin
from battlesim.scenario.games import game, game_names
from battlesim.units import MV, cm, inches
from tests.limits import ODD_ANGLES

SHOWN = demos(scenario_files(scenarios()))
BY_ID = {entry.id: entry for entry in entries(game_names())}

DROP = """\
battlesim: 1
title: {en: A drop at GAP}
ruleset: wh40k
shows: [deep-strike]
battlefield: {size: [60, 44]}
units:
  - {id: terminators, side: red, models: 5, base: 40mm, profile: {M: 5, T: 5, Sv: 2+, W: 3}, abilities: [Deep Strike], in: reserves}
  - {id: guard, side: blue, models: 10, base: 25mm, profile: {M: 6, T: 3, Sv: 5+, W: 1}, at: {grid: [30, 20], columns: 5, gap: 0.5}}
steps:
  - turn: {round: 2, side: red, phase: movement}
  - deep-strike: terminators
    to: {from: guard, gap: GAP, along: ALONG, columns: 5}
    expect: EXPECT
"""


@cache
def explained(id):
    return explain(BY_ID[id], SHOWN.get(id, ()), game(BY_ID[id].ruleset).ruleset.unit)


@pytest.fixture
def drops(tmp_path):
    def write(*gaps):
        paths = []
        for number, (gap, along) in enumerate(gaps):
            legal = float(gap.removesuffix("mm")) > 203.21
            text = DROP.replace("GAP", gap).replace("ALONG", str(along))
            text = text.replace("EXPECT", "{legal: true}" if legal else "{illegal: deep-strike}")
            paths.append(tmp_path / f"{number}.battle.yaml")
            paths[-1].write_text(text, encoding="utf-8")
        return paths

    return write


def test_deep_strike_needs_more_than_eight_mv():
    (limit,) = explained("wh40k.deep-strike").limits
    assert (limit.clause, limit.comparison, limit.limits) == ("distance", "beyond", (inches(8),))


def test_the_limit_of_a_weapon_ability_may_be_that_of_another_rule():
    limits = explained("wh40k.melta").limits
    assert {limit.rule for limit in limits} == {"wh40k.half-range"}
    assert inches(6) in limits[0].limits


def test_a_sacrifice_is_within_six_cm():
    asked = {(one.clause, one.comparison): one.limits for one in explained("netepic.qg").limits}
    assert asked["sacrifice", "within"] == (cm(6),)


@pytest.mark.parametrize("along", ODD_ANGLES)
def test_clear_case_exact_limit_and_near_miss_are_told_apart_by_a_tenth_of_a_mm(drops, along):
    paths = drops(("203.1mm", along), ("203.2mm", along), ("203.3mm", along))
    found = explain(BY_ID["wh40k.deep-strike"], paths, MV).demos
    assert [demo.case for demo in found] == ["clear", "limit", "near"]
    assert [demo.legal for demo in found] == [True, False, False]
    assert [round(float(demo.margin), 3) for demo in found] == pytest.approx([0.1, 0.0, -0.1], abs=0.002)


def test_a_miss_by_more_than_a_unit_is_not_near(drops):
    near, far = explain(BY_ID["wh40k.deep-strike"], drops(("177.9mm", 7), ("177.7mm", 7)), MV).demos
    assert (near.case, far.case) == ("near", "against")


def test_a_demo_that_cannot_be_played_is_named(drops, tmp_path):
    bad = tmp_path / "bad.battle.yaml"
    bad.write_text("battlesim: 2", encoding="utf-8")
    found = explain(BY_ID["wh40k.deep-strike"], [bad, *drops(("204mm", 7))], MV)
    assert found.broken == (bad,)
    assert len(found.demos) == 1


def test_a_rule_without_demos_has_its_clauses_alone():
    bare = explain(BY_ID["wh40k.deep-strike"], (), MV)
    assert bare.demos == () == bare.limits
    assert explained_json(bare, {})["clauses"]


def test_the_rule_s_own_demos_come_first_and_in_the_order_of_their_cases():
    found = explained("wh40k.deep-strike").demos
    assert [demo.own for demo in found] == sorted((demo.own for demo in found), reverse=True)
    cases = [CASES.index(demo.case) for demo in found if demo.own]
    assert cases == sorted(cases)
    assert [demo.case for demo in found[:3]] == ["clear", "limit", "near"]


@pytest.mark.parametrize(
    "id", ["wh40k.deep-strike", "wh40k.engagement", "netepic.qg", "netepic.meneur", "netepic.elite-aura"]
)
def test_a_margin_is_positive_where_the_comparison_holds(id):
    for demo in explained(id).demos:
        apart = margin(demo.ruling) if demo.ruling else None
        if apart is not None and demo.case in ("clear", "near"):
            assert (apart > 0) == (demo.case == "clear")


def test_a_demo_of_where_the_rule_keeps_silent_is_a_counter_case():
    silent = [demo for demo in explained("netepic.parade").demos if demo.silent]
    assert "one-opponent.battle.yaml" in [demo.path.name for demo in silent]
    assert {(demo.case, demo.ruling) for demo in silent} == {("against", None)}
