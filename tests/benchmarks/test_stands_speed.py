"""How fast a table full of stands is: ``pytest -m benchmark -s tests/benchmarks/test_stands_speed.py``.

Detachments of ten in rows across a table with woods, walls and buildings; time of the process itself. To reach with 300
stands: a volley of ten in 50 ms, an interception in 150 ms, a turn of both sides in a few seconds.
"""

from __future__ import annotations

import math
import time

import numpy as np
import pygame
import pytest

from battlesim.dice import FirstChoice, SeededDice
from battlesim.engine.engine import Battle, take
from battlesim.scenario.loader import loads
from battlesim.scenario.runner import play
from battlesim.scenario.steps import Context
from battlesim.views.frame import draw_frame, layout
from battlesim.views.options import ViewOptions
from battlesim.views.paint import Painter
from battlesim.views.show import Show
from tests.benchmarks.timing import median_ms, print_row

pytestmark = pytest.mark.benchmark

DETACHMENTS = (4, 8, 15)
"""On each side; the last makes a table of 300 stands."""

A_ROW, INTERCEPTED = 5, 3
TERRAIN = """
    - {id: wood, name: Wood, category: forest, solid: true, rectangle: [[30, 46], [16, 8]]}
    - {id: house, name: House, category: building, solid: true, rectangle: [[64, 48], [8, 5]]}
    - {id: wall, name: Wall, category: wall, solid: true, rectangle: [[98, 50], [18, 1]]}
    - {id: ruin, name: Ruin, category: ruin, solid: true, rectangle: [[140, 46], [12, 8]]}
"""


def battle(detachments: int) -> str:
    """A turn: every red detachment moves, those across from it intercept some, then everybody shoots."""
    units = ""
    for i in range(detachments):
        row, column = divmod(i, A_ROW)
        for side, y, order in (
            ("red", 34 - 6 * row, "advance"),
            ("blue", 58 + 6 * row, "first-fire" if i < A_ROW else "advance"),
        ):
            units += (
                f"  - {{id: {side}{i}, side: {side}, models: 10, profile: {{class: 1, move: 10, save: 5+, af: 1, morale: 6}},\n"
                f"     weapons: [{{name: Rifle, range: 50, to-hit: 5}}], order: {order},\n"
                f"     at: {{grid: [{5 + 34 * column + 11 * row}, {y}], columns: 5, gap: 0.6}}}}\n"
            )
    every = range(detachments)
    steps = ["turn: {round: 1, phase: movement, side: red}"]
    steps += [f"move: red{i}\n    to: {{by: 2, along: 90}}" for i in every[INTERCEPTED:]]
    for i in every[:INTERCEPTED]:
        steps += [f"move: red{i}\n    to: {{by: 9, along: 90}}\n    declared: true"]
        steps += [f"intercept: blue{i}\n    at: red{i}", f"continue: red{i}"]
    steps += ["turn: {round: 1, phase: combat}"]
    steps += [
        f"shoot: {side}{i}\n    at: {other}{i}" for i in every for side, other in (("red", "blue"), ("blue", "red"))
    ]
    return (
        "battlesim: 1\ntitle: Stands\nruleset: netepic\nseed: 7\n"
        f"battlefield:\n  size: [180, 120]\n  terrain:{TERRAIN}"
        f"units:\n{units}steps:\n" + "".join(f"  - {step}\n" for step in steps)
    )


def costs(text: str) -> dict[str, list[float]]:
    """Milliseconds of every step that was legal, by its action; answers kept from another run play no part."""
    scenario = loads(text)
    ruleset, dice, choose = scenario.game.ruleset, SeededDice(7), FirstChoice()
    now, spent = Battle(scenario.start, scenario.sheets, scenario.options), dict[str, list[float]]()
    for step in scenario.steps:
        context = Context(
            now.scene, now.sheets, now.options, ruleset.unit, lambda key, message: AssertionError(message)
        )
        start = time.process_time()
        now, done = take(ruleset, now, step.action(context), dice, choose)
        if done.legal:
            spent.setdefault(done.action.name, []).append((time.process_time() - start) * 1000)
    return spent


def test_a_turn_costs_near_linearly_more_with_more_stands():
    print()
    growth: dict[str, list[float]] = {}
    for detachments in DETACHMENTS:
        text = battle(detachments)
        runs = [costs(text) for _ in range(2)]
        print(f"{20 * detachments} stands")
        for action in ("move", "intercept", "shoot"):
            each = [min(pair) for pair in zip(*(run[action] for run in runs), strict=True)]
            growth.setdefault(action, []).append(sum(each) / len(each))
            print_row(f"  {action}, a detachment of ten ({len(each)}), mean", growth[action][-1])
            print_row("    the dearest", max(each))
        whole = min(sum(map(sum, run.values())) for run in runs)
        growth.setdefault("turn", []).append(whole)
        print_row("  a whole turn", whole)
    for work, found in growth.items():
        exponent = float(np.polyfit([math.log(n) for n in DETACHMENTS], [math.log(t) for t in found], 1)[0])
        print(f"{work}: cost grows with the number of stands to the power of {exponent:.2f}")


def test_a_frame_of_three_hundred_stands():
    timeline = play(loads(battle(DETACHMENTS[-1]))).timeline
    assert len(timeline.header.start.models) == 300
    show, painter, options, where = Show(timeline), Painter(), ViewOptions(), layout((1920, 1080))
    surface, moving = pygame.Surface((1920, 1080)), iter(3.3 + n / 1000 for n in range(400))

    def draw() -> None:
        position = next(moving)
        draw_frame(
            surface, show, painter, position, options, where, show.camera(position, where.port, scale=where.scale)
        )

    print()
    print_row("frame, 300 stands on their way, 1920 x 1080", median_ms(draw, runs=40, warm_up=8))
