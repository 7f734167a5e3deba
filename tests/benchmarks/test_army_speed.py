"""How the cost of a phase grows with the armies: ``pytest -m benchmark -s tests/benchmarks/test_army_speed.py``.

Published datasheets on a published layout, ten models a unit; time of the process itself. To reach: near-linear from 50 to
400 models a side.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from functools import cache
from typing import Final

import numpy as np
import pytest
import shapely

from battlesim.dice import FirstChoice, SeededDice
from battlesim.engine.engine import Battle, take
from battlesim.rules.wh40k.lookout import Lookout
from battlesim.scenario.loader import Scenario, loads
from battlesim.scenario.steps import Context
from tests.benchmarks.timing import print_row

pytestmark = pytest.mark.benchmark

SIZES = (50, 100, 200, 400)
A_ROW: Final = 8
LAYOUT: Final = "bm-take-vs-take-02"
PITCH: Final = 32 / 25.4 + 0.1
"""From one 32 mm base of a squad to the next, inches."""


@cache
def clear_places(first: float, step: float) -> tuple[tuple[float, float], ...]:
    """Where squads of five by two stand clear of walls and of each other, from the middle of the table outwards, inches."""
    scene = loads(f"battlesim: 1\ntitle: Table\nruleset: wh40k\nlayout: {LAYOUT}\nunits: []\nsteps: []\n").start
    walls = shapely.union_all([solid for feature in scene.battlefield.features for solid in feature.solids])
    shapely.prepare(walls)
    found: list[tuple[float, float]] = []
    y, edge = first, 0.8
    while edge <= y <= 44 - edge - PITCH:
        x = edge
        while x <= 60 - edge - 4 * PITCH:
            spots = [((x + PITCH * i) * 25.4, (y + PITCH * j) * 25.4) for i in range(5) for j in range(2)]
            free = all(abs(x - other[0]) > 5 * PITCH or abs(y - other[1]) > 2 * PITCH for other in found)
            # room for the base and for a move of a twentieth of an inch
            if free and shapely.distance(walls, shapely.points(spots)).min() > 18:
                found.append((round(x, 2), round(y, 2)))
            x += 0.2
        y += step
    return tuple(found)


def battle(models: int, phase: str) -> str:
    """Both sides in rows of squads; every red unit moves, or shoots at the blue unit across the table.

    Those that move stand clear of walls, where all moves are legal; those that shoot stand straight across.
    """
    units = ""
    if phase == "movement":
        red, blue = clear_places(19.5, -0.2), clear_places(23.1, 0.2)
    else:
        red, blue = (
            [(1 + 7.35 * (i % A_ROW), round(y + step * (i // A_ROW), 2)) for i in range(models // 10)]
            for y, step in ((19, -2.9), (24, 2.9))
        )
    for i in range(models // 10):
        (x, y), (to_x, to_y) = red[i], blue[i]
        units += (
            f"  - {{id: red{i}, side: red, datasheet: intercessor-squad, models: 10,\n"
            f"     at: {{grid: [{x}, {y}], columns: 5, gap: 0.1}}}}\n"
            f"  - {{id: blue{i}, side: blue, datasheet: cadian-shock-troops, models: 10,\n"
            f"     at: {{grid: [{to_x}, {to_y}], columns: 5, gap: 0.1}}}}\n"
        )
    each = {
        "movement": "  - {{move: red{i}, to: {{by: 0.05, along: 90}}}}\n",
        "shooting": "  - {{shoot: red{i}, at: blue{i}}}\n",
    }[phase]
    steps = "".join(each.format(i=i) for i in range(models // 10))
    return (
        f"battlesim: 1\ntitle: Armies\nruleset: wh40k\nseed: 7\nlayout: {LAYOUT}\n"
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
