"""How fast scenarios load and play: ``pytest -m benchmark -s tests/benchmarks``. To reach: 20 ms and 50 ms."""

from __future__ import annotations

import pytest

from battlesim.dice import FirstChoice, SeededDice
from battlesim.engine.engine import Battle, take
from battlesim.replay.file import dump_lines
from battlesim.scenario.loader import loads
from battlesim.scenario.runner import play
from battlesim.scenario.steps import Context
from tests.benchmarks.timing import median_ms, print_row

pytestmark = pytest.mark.benchmark


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


@pytest.mark.parametrize(("units", "models"), [(4, 5), (4, 10)])
def test_a_scenario_of_forty_steps(units, models):
    text = battle(units, models)
    scenario = loads(text)
    assert len(scenario.steps) == 40
    name = f"forty steps, {2 * units * models} models"
    print()
    print_row(f"load, {name}", median_ms(lambda: loads(text), runs=30))
    print_row(f"play without a display, {name}", median_ms(lambda: play(scenario), runs=10))
    timeline = play(scenario).timeline
    print_row(f"write the replay, {name}", median_ms(lambda: list(dump_lines(timeline)), runs=10))


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
