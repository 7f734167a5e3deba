"""What a scenario file of this game is told when something in it is wrong."""

from __future__ import annotations

import pytest

from battlesim.scenario.loader import loads
from battlesim.scenario.problems import ScenarioError
from battlesim.scenario.runner import play

FILE = """\
battlesim: 1
title: {en: Test}
ruleset: netepic
battlefield: {size: [60, 40]}
units:
  - {id: rhino, side: red, base: {rectangle: [35mm, 20mm]}, profile: {class: 3, move: 25, save: 4+}, abilities: [Transport (2)], order: advance, at: [30, 20]}
  - {id: squad, side: red, models: 2, profile: {move: 10, save: 5+}, weapons: [{name: Heavy bolter, range: 50, to-hit: 5}], order: advance, at: {from: rhino, gap: 2, along: 30}}
  - {id: foe, side: blue, profile: {move: 10}, at: [50, 20]}
steps:
  - turn: {round: 1, phase: movement}
  - board: squad
    into: rhino
"""


def problem(*changes: tuple[str, str]) -> str:
    text = FILE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(ScenarioError) as raised:
        play(loads(text))
    return str(raised.value)


def test_the_file_itself_is_fine():
    assert play(loads(FILE)).failed == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Transport (2)", "Transprt (2)", "did you mean 'Transport'"),
        ("save: 5+", "save: 9+", "expected a save such as '4+'"),
        ("order: advance, at: [30, 20]", "order: avance, at: [30, 20]", "advance"),
        ("phase: movement", "phase: movment", "did you mean 'movement'"),
        ("into: rhino", "into: rino", "did you mean 'rhino'"),
        ("profile: {move: 10}, ", "", "needs a profile"),
        ("to-hit: 5", "tohit: 5", "did you mean 'to-hit'"),
        ("range: 50", "range: 50, pa: 1", "expected 0 or less"),
    ],
)
def test_a_mistake_is_named(old, new, said):
    assert said in problem((old, new))


def test_a_transport_over_capacity_is_no_set_up():
    said = problem(
        ("models: 2", "models: 3"),
        ("at: {from: rhino, gap: 2, along: 30}", "in: rhino"),
        ("  - board: squad\n    into: rhino\n", ""),
    )
    assert "rhino.1 cannot carry all that is aboard" in said
    assert "3 of 2" in said


def test_an_unknown_weapon_offers_the_known_ones():
    text = FILE + "  - turn: {round: 1, phase: combat}\n  - shoot: squad\n    at: foe\n    weapon: heavy-blaster\n"
    with pytest.raises(ScenarioError, match="did you mean 'heavy-bolter'"):
        play(loads(text.replace("  - board: squad\n    into: rhino\n", "")))


def test_a_detachment_of_several_kinds_has_no_profile_of_its_own():
    said = problem(("profile: {move: 10}, ", "profile: {move: 10}, stands: [{profile: {move: 10}}], "))
    assert "a detachment with 'stands' has no 'profile' of its own" in said


def test_several_kinds_of_stands_make_one_detachment():
    text = FILE.replace(
        "profile: {move: 10}, ",
        "stands: [{name: Boss, profile: {move: 10, af: 5}, abilities: [QG]}, {models: 2, profile: {move: 10}}], ",
    ).replace("at: [50, 20]", "at: {line: [50, 20], along: 90, gap: 1}")
    scenario = loads(text)
    assert scenario.sheets["foe"].profiles["foe.1"].assault_factor == 5
    assert len(scenario.start.units["foe"].models) == 3
