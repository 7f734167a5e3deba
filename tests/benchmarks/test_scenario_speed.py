"""How fast scenarios load and play: ``pytest -m benchmark -s tests/benchmarks``. To reach: 20 ms and 50 ms.

Each run plays a battle that was loaded anew, with nothing kept from the runs before it.
"""

from __future__ import annotations

import statistics
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from battlesim.dice import FirstChoice, SeededDice
from battlesim.engine.engine import Battle, take
from battlesim.replay.file import dump_lines
from battlesim.scenario.loader import Scenario, load, loads
from battlesim.scenario.runner import play
from battlesim.scenario.steps import Context
from tests.benchmarks.timing import median_ms, once_ms, print_row

pytestmark = pytest.mark.benchmark

FIVE_ROUNDS: Final = Path(__file__).parents[2] / "scenarios/wh40k/battle/five-rounds.battle.yaml"


def battle(units: int, models: int) -> str:
    """Forty steps of wh40k: two rounds of moves and volleys between two lines of units."""
    listed, steps = "", ""
    for i in range(units):
        for side, y, weapon in (
            ("red", 8, "Bolter, range: 24, A: 2, BS: 3"),
            ("blue", 26, "Lasgun, range: 24, A: 1, BS: 4"),
        ):
            listed += (
                f"  - {{id: {side}{i}, side: {side}, models: {models}, base: 32mm, profile: {{M: 6, T: 4, Sv: 3+, W: 2}},\n"
                f"     keywords: [INFANTRY], weapons: [{{name: {weapon}, S: 4, AP: -1, D: 1, abilities: [Rapid Fire 1]}}],\n"
                f"     at: {{grid: [{4 + 12 * i}, {y}], columns: 5, gap: 0.5}}}}\n"
            )
    turns = [(r, side) for r in (1, 2) for side in ("red", "blue")]
    for number, side in turns:
        steps += f"  - turn: {{round: {number}, side: {side}, phase: movement}}\n"
        for i in range(4):
            steps += f"  - move: {side}{i % units}\n    to: {{by: 1, along: {90 if side == 'red' else 270}}}\n"
        steps += f"  - turn: {{round: {number}, side: {side}, phase: shooting}}\n"
        for i in range(4):
            other = "blue" if side == "red" else "red"
            steps += f"  - shoot: {side}{i % units}\n    at: {other}{i % units}\n    expect: {{not-rolled: damage}}\n"
    return (
        "battlesim: 1\ntitle: Forty steps\nruleset: wh40k\nseed: 7\nbattlefield: {size: [60, 44]}\n"
        f"units:\n{listed}steps:\n{steps}"
    )


def two_lists() -> Scenario:
    """The first forty steps of the five-round battle: two published lists on a published layout, ovals among them."""
    scenario = load(FIVE_ROUNDS)
    return replace(scenario, steps=scenario.steps[:40])


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("40 models", lambda: loads(battle(4, 5))),
        ("80 models", lambda: loads(battle(4, 10))),
        ("two published lists", two_lists),
    ],
)
def test_a_scenario_of_forty_steps(name, read):
    scenario = read()
    assert len(scenario.steps) == 40
    print()
    if name != "two published lists":
        print_row(f"load forty steps, {name}", median_ms(read, runs=30))
    spent = sorted(once_ms(read, play) for _ in range(25))
    print_row(f"play forty steps without a display, {name}", statistics.median(spent))
    print_row("    the quickest of 25, time of the process itself", spent[0])
    timeline = play(scenario).timeline
    print_row(f"    write the replay, {name}", median_ms(lambda: list(dump_lines(timeline)), runs=10))


def test_what_the_runner_adds_to_the_engine():
    scenario = loads(battle(4, 5))
    ruleset = scenario.game.ruleset

    def engine_alone():
        dice, choose = SeededDice(7), FirstChoice()
        now = Battle(scenario.start, scenario.sheets, scenario.options)
        for step in scenario.steps:
            context = Context(
                now.scene, now.sheets, now.options, ruleset.unit, lambda key, message: AssertionError(message)
            )
            now, _ = take(ruleset, now, step.action(context), dice, choose)

    print()
    alone = median_ms(engine_alone, runs=10)
    print_row("play, 40 models", median_ms(lambda: play(scenario), runs=10), peer="the engine alone", peer_ms=alone)
