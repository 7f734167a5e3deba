"""How the cost of a phase grows with the armies: ``pytest -m benchmark -s tests/benchmarks/test_army_speed.py``.

Published datasheets on a published layout, ten models a unit; time of the process itself. To reach: near-linear from 50 to
400 models a side.
"""

from __future__ import annotations

import math
import random
import statistics
import time

import numpy as np
import pytest

from battlesim.dice import FirstChoice, SeededDice
from battlesim.engine.engine import Battle, take
from battlesim.rules.wh40k.lookout import Lookout
from battlesim.scenario.loader import Scenario, loads
from battlesim.scenario.steps import Context
from tests.benchmarks.timing import print_row

pytestmark = pytest.mark.benchmark

SIZES = (50, 100, 200, 400)
A_ROW = 8


def battle(models: int, phase: str) -> str:
    """Both sides in rows of squads; every red unit moves, or shoots at the blue unit across the table."""
    units = ""
    for i in range(models // 10):
        row, column = divmod(i, A_ROW)
        x = 1 + 7.35 * column
        units += (
            f"  - {{id: red{i}, side: red, datasheet: intercessor-squad, models: 10,\n"
            f"     at: {{grid: [{x}, {19 - 2.9 * row:.2f}], columns: 5, gap: 0.1}}}}\n"
            f"  - {{id: blue{i}, side: blue, datasheet: cadian-shock-troops, models: 10,\n"
            f"     at: {{grid: [{x}, {24 + 2.9 * row:.2f}], columns: 5, gap: 0.1}}}}\n"
        )
    each = {
        "movement": "  - {{move: red{i}, to: {{by: 0.05, along: 90}}}}\n",
        "shooting": "  - {{shoot: red{i}, at: blue{i}}}\n",
    }[phase]
    steps = "".join(each.format(i=i) for i in range(models // 10))
    return (
        "battlesim: 1\ntitle: Armies\nruleset: wh40k\nseed: 7\nlayout: bm-take-vs-take-02\n"
        f"units:\n{units}steps:\n  - turn: {{round: 2, side: red, phase: {phase}}}\n{steps}"
    )


def seconds(scenario: Scenario) -> tuple[float, int]:
    """How long the steps take in the engine, and how many of them were legal."""
    ruleset, dice, choose = scenario.game.ruleset, SeededDice(7), FirstChoice()
    now, legal, spent = Battle(scenario.start, scenario.sheets, scenario.options), 0, 0.0
    for step in scenario.steps:
        action = step.action(
            Context(now.scene, now.sheets, now.options, ruleset.unit, lambda key, message: AssertionError(message))
        )
        start = time.process_time()
        now, done = take(ruleset, now, action, dice, choose)
        spent += time.process_time() - start
        legal += done.legal
    return spent, legal


@pytest.mark.parametrize("phase", ["movement", "shooting"])
def test_a_phase_costs_near_linearly_more_with_larger_armies(phase):
    print()
    found = []
    for models in SIZES:
        # loaded anew each time: answers are kept for a scene that is asked again
        runs = [seconds(loads(battle(models, phase))) for _ in range(2)]
        spent, legal = min(runs)
        found.append(spent)
        print(f"{phase}, {models} models a side: {spent * 1000:8.1f} ms, {legal - 1} of {models // 10} legal")
    exponent = float(np.polyfit([math.log(n) for n in SIZES], [math.log(t) for t in found], 1)[0])
    print(f"{phase}: cost grows with the number of models to the power of {exponent:.2f}")


def test_one_line_of_sight_between_models_of_two_armies():
    scene = loads(battle(100, "shooting")).start
    rng, seer, spent = random.Random(1), Lookout(scene), []
    for _ in range(200):
        one, other = rng.choice(scene.models_of("red3")), scene.model(f"blue{rng.randrange(10)}.{rng.randint(1, 10)}")
        start = time.process_time()
        seer.line(one, other)
        spent.append((time.process_time() - start) * 1000)
    print()
    print_row("one line of sight, 200 models on a published layout", statistics.median(spent))
