"""What the camera shows."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.views.camera import Camera, between, framing, smooth
from battlesim.views.frame import layout
from battlesim.views.show import Show
from tests.views.samples import netepic_battle, wh40k_battle

PORT = (0.0, 50.0, 950.0, 650.0)
REAL = st.floats(-2000, 2000)


@given(REAL, REAL, st.floats(0.1, 8), st.floats(0, 950), st.floats(50, 650), st.floats(0.5, 2))
def test_zooming_keeps_the_point_under_the_cursor(x, y, zoom, px, py, factor):
    camera = Camera(x, y, zoom, PORT)
    before = camera.to_table((px, py))
    assert camera.zoomed(factor, (px, py)).to_table((px, py)) == pytest.approx(before, abs=1e-6)


@given(REAL, REAL, st.floats(0.1, 8), st.floats(-500, 500), st.floats(-500, 500))
def test_a_dragged_point_stays_under_the_hand(x, y, zoom, dx, dy):
    camera = Camera(x, y, zoom, PORT)
    held = camera.to_table((400, 300))
    assert camera.panned(dx, dy).to_screen(held) == pytest.approx((400 + dx, 300 + dy), abs=1e-6)


def test_framing_shows_the_whole_box():
    camera = framing((100, 200, 700, 400), PORT)
    seen = camera.seen
    assert seen[0] <= 100 + 1e-9
    assert seen[1] <= 200 + 1e-9
    assert seen[2] >= 700 - 1e-9
    assert seen[3] >= 400 - 1e-9


def test_the_way_between_two_cameras_is_even_and_ends_at_both():
    a, b = framing((0, 0, 1524, 1118), PORT), framing((700, 300, 1100, 560), PORT)
    assert between(a, b, 0.0) == a
    assert between(a, b, 1.0) == b
    zooms = [between(a, b, n / 10).zoom for n in range(11)]
    steps = [math.log(q / p) for p, q in pairwise(zooms)]
    assert steps == pytest.approx([steps[0]] * 10)


def test_smooth_starts_and_ends_gently():
    assert (smooth(0), smooth(0.5), smooth(1)) == (0, 0.5, 1)
    assert smooth(0.05) < 0.002
    assert smooth(0.95) > 0.998


@pytest.mark.parametrize("battle", [wh40k_battle(), netepic_battle()], ids=["wh40k", "netepic"])
def test_what_a_step_is_about_is_in_sight_when_it_is_told(battle):
    show, where = Show(battle), layout((1280, 720))
    for step in battle.steps:
        seen = show.camera(step.index + 1.0, where.port, scale=where.scale).seen
        scene = battle.scenes[step.index + 1]
        for unit in (*step.action.actors, *step.action.targets):
            for model in scene.standing(unit):
                x, y = model.footprint.centre
                assert seen[0] <= x <= seen[2], (step.index, model.id)
                assert seen[1] <= y <= seen[3], (step.index, model.id)


def test_the_camera_moves_without_jumps():
    show, where = Show(wh40k_battle()), layout((1280, 720))
    cameras = [show.camera(n / 100, where.port, scale=1.0) for n in range(801)]
    for a, b in pairwise(cameras):
        assert abs(math.log(b.zoom / a.zoom)) < 0.12
        assert math.dist((a.x, a.y), (b.x, b.y)) * b.zoom < 110


def test_a_small_stand_on_a_large_table_is_never_a_speck():
    battle = netepic_battle()
    show, where = Show(battle), layout((1280, 720))
    camera = show.camera(2.0, where.port, scale=1.0)
    assert 20 * camera.zoom >= 20
