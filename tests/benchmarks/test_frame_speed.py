"""How fast pictures are drawn in software: ``pytest -m benchmark -s tests/benchmarks``."""

from __future__ import annotations

import time
from pathlib import Path

import pygame
import pytest

from battlesim.views.export import positions, render
from battlesim.views.frame import draw_frame, layout
from battlesim.views.options import ViewOptions
from battlesim.views.paint import Painter
from battlesim.views.show import Show
from tests.benchmarks.timing import median_ms, print_row
from tests.views.samples import wh40k_battle

pytestmark = pytest.mark.benchmark
SIZE = (1920, 1080)


def test_a_frame_of_three_hundred_models_with_evidence():
    battle = wh40k_battle(extra=14)
    models = len(battle.header.start.models)
    assert models >= 299
    show, painter, options, where = Show(battle), Painter(), ViewOptions(), layout(SIZE)
    surface = pygame.Surface(SIZE)
    still = iter([2.0] * 400)
    moving = iter(3.3 + n / 1000 for n in range(400))
    travelling = iter(1.0 + n / 800 for n in range(1, 100))

    def draw(position: float) -> None:
        camera = show.camera(position, where.port, scale=where.scale)
        draw_frame(surface, show, painter, position, options, where, camera)

    print()
    for name, way in (("at rest", still), ("models on their way", moving), ("camera on its way", travelling)):
        print_row(
            f"frame, {models} models, evidence, 1920 x 1080, {name}",
            median_ms(lambda way=way: draw(next(way)), runs=60, warm_up=8),
        )


def test_a_frame_drawn_for_the_first_time():
    battle = wh40k_battle(extra=14)

    def draw() -> None:
        show, where = Show(battle), layout(SIZE)
        camera = show.camera(2.0, where.port, scale=where.scale)
        draw_frame(pygame.Surface(SIZE), show, Painter(), 2.0, ViewOptions(), where, camera, still=True)

    print()
    print_row("first frame, ground drawn anew, 1920 x 1080", median_ms(draw, runs=5, warm_up=1))


def test_a_film_of_three_hundred_frames(tmp_path: Path):
    battle = wh40k_battle(extra=14)
    start = time.perf_counter()
    render(battle, tmp_path / "film.mp4", size=(1280, 720), fps=25)
    spent = time.perf_counter() - start
    frames = len(positions(battle, 25, None))
    print()
    print_row(f"300 of {frames} frames to MP4, 1280 x 720", spent * 1000 * 300 / frames)
