"""Pixels, probed where they must be so."""

import os

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from battlesim.geometry.footprint import Base, Pose
from battlesim.model.event import WoundsLost
from battlesim.views.camera import framing
from battlesim.views.frame import draw_frame, layout, scale_of
from battlesim.views.lettering import Lettering
from battlesim.views.log import Die
from battlesim.views.options import ViewOptions
from battlesim.views.paint import Painter, token
from battlesim.views.palette import FAILS, HOLDS, LOOKS, styles
from battlesim.views.panel import die_face
from battlesim.views.primitives import Layer, Token
from battlesim.views.show import Show
from battlesim.views.sprites import sprite
from battlesim.views.terrain import hatch_lines
from tests.views.samples import WORDS, netepic_battle, wh40k_battle

BATTLE = wh40k_battle()


def near(pixel, colour, by=60):
    return all(abs(p - c) <= by for p, c in zip(pixel[:3], colour[:3], strict=True))


def frame(battle, position, size=(1280, 720), **options):
    show, where = Show(battle), layout(size)
    surface = pygame.Surface(size)
    camera = show.camera(position, where.port, scale=where.scale)
    draw_frame(surface, show, Painter(), position, ViewOptions(**options), where, camera, still=True)
    return surface, camera


@pytest.mark.parametrize("style", range(4))
def test_a_base_has_its_side_s_rim_and_a_shadow_beside_it(style):
    picture = sprite(Base.disc(32), 90.0, style, "standing", "", 4.0)
    middle = picture.get_width() // 2
    rim = [picture.get_at((middle - round(out * 64), middle + dy)) for out in (0.78, 0.9) for dy in (-3, 0, 3)]
    assert any(near(pixel, LOOKS[style].rim) for pixel in rim)
    below = picture.get_at((middle + 8, middle + 64 + 5))
    assert 0 < below[3] < 255
    assert sum(below[:3]) < 60


def test_the_two_first_sides_differ_in_lightness_and_in_pattern():
    def light(colour):
        return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]

    assert LOOKS[0].pattern != LOOKS[1].pattern
    # blue and orange: apart in the yellow-blue direction, which every kind of colour blindness but the rarest keeps
    assert abs((LOOKS[0].rim[2] - LOOKS[0].rim[0]) - (LOOKS[1].rim[2] - LOOKS[1].rim[0])) > 250
    assert light(HOLDS) - light(FAILS) > 50


def test_a_side_that_is_called_by_a_colour_gets_it():
    assert styles(("red", "blue")) == {"red": 1, "blue": 0}
    assert styles(("north", "south")) == {"north": 0, "south": 1}
    assert styles(("a", "red", "c")) == {"a": 0, "red": 1, "c": 2}


def test_a_base_faces_where_its_pose_says():
    for facing, dx, dy in ((0, 1, 0), (90, 0, 1), (180, -1, 0), (270, 0, -1)):
        picture = sprite(Base.disc(32), facing, 0, "standing", "", 4.0)
        middle, reach = picture.get_width() / 2, 64 - 13
        pixel = picture.get_at((round(middle + dx * reach), round(middle + dy * reach)))
        assert near(pixel, (255, 252, 240), 90), facing


def test_the_wounds_bar_is_as_long_as_what_is_left():
    surface = pygame.Surface((200, 200))
    camera = framing((0, 0, 100, 100), (0.0, 0.0, 200.0, 200.0))
    token(surface, Token(Layer.BASE, "m", Base.disc(40), Pose(50, 50), 0, wounds=1 / 3), camera)
    row = 100 + 40 + 4
    colours = [surface.get_at((x, row)) for x in range(60, 141)]
    filled = sum(near(pixel, LOOKS[0].rim, 20) for pixel in colours)
    assert filled == pytest.approx(64 / 3, abs=2)


def test_wounded_models_and_only_they_have_a_bar():
    wounded = {e.model for step in BATTLE.steps for e in step.events if isinstance(e, WoundsLost) and e.left}
    shapes = Show(BATTLE).at(8.0, ViewOptions()).moving
    assert {p.model for p in shapes if isinstance(p, Token) and p.wounds is not None} == wounded


def test_the_middle_of_the_refused_line_carries_its_label():
    surface, camera = frame(BATTLE, 2.0)
    measured = BATTLE.steps[1].rulings[0].measurement
    a, b = camera.to_screen(measured.a[:2]), camera.to_screen(measured.b[:2])
    near_b = (round(a[0] + (b[0] - a[0]) * 0.9), round(a[1] + (b[1] - a[1]) * 0.9))
    patch = [surface.get_at((near_b[0] + dx, near_b[1] + dy)) for dx in range(-9, 10) for dy in range(-9, 10)]
    assert any(near(pixel, FAILS, 30) for pixel in patch)


def test_zones_can_be_hidden():
    shown, camera = frame(BATTLE, 0.0)
    hidden, _ = frame(BATTLE, 0.0, zones=False)
    at = tuple(round(v) for v in camera.to_screen((60, 1000)))
    assert shown.get_at(at) != hidden.get_at(at)


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (1920, 1080), (2560, 1440), (1000, 1400)])
@pytest.mark.parametrize("battle", [BATTLE, netepic_battle()], ids=["wh40k", "netepic"])
def test_every_size_can_be_drawn(battle, size):
    surface, _ = frame(battle, 2.0, size)
    assert surface.get_size() == size


def test_the_scale_follows_the_screen():
    assert [scale_of(s) for s in ((640, 360), (1280, 720), (1920, 1080), (2560, 1440))] == [0.75, 1.0, 1.5, 2.0]


def test_the_same_moment_is_drawn_the_same():
    first, _ = frame(BATTLE, 6.5)
    second, _ = frame(BATTLE, 6.5)
    assert pygame.image.tobytes(first, "RGB") == pygame.image.tobytes(second, "RGB")


def test_a_success_is_bright_and_a_failure_dim():
    hit, miss = (die_face(Die(5, lit), 24).get_at((12, 3)) for lit in (True, False))
    assert sum(hit[:3]) > 600 > 300 > sum(miss[:3])
    assert die_face(Die(5, True, True), 24).get_at((22, 3)) != die_face(Die(5, True), 24).get_at((22, 3))


def test_japanese_and_french_have_glyphs_of_their_own():
    write = Lettering(1.0)
    missing = pygame.image.tobytes(_line(write, "\ue000"), "RGB")
    for text in ("縦深攻撃", "射撃フェイズ", "éàçœÉŒ", "ŁódźŠ", "≤→×“”"):
        for character in text:
            assert pygame.image.tobytes(_line(write, character), "RGB") != missing, character
    assert write.measure("縦深攻撃", 14.0, False)[0] == pytest.approx(56, abs=3)


def _line(write, text):
    surface = pygame.Surface((40, 30))
    write.draw(surface, text, (4, 2), 18.0, (255, 255, 255, 255))
    return surface


def test_lines_break_at_spaces_and_between_japanese_characters():
    write = Lettering(1.0)
    for text in (
        "the quick brown fox jumps over the lazy dog",
        "敵のいるところから八インチより遠くに配置しなければならない。そうでなければ拒否される。",
    ):
        lines = write.wrapped(text, 12.0, False, 120.0)
        assert len(lines) > 1
        assert all(write.measure(line, 12.0, False)[0] <= 120 for line in lines)
        assert not any(line.startswith(("、", "。", "ー")) for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_cut_text_ends_in_an_ellipsis_and_fits():
    write = Lettering(1.0)
    cut = write.cut("a name that is far too long for its place", 12.0, True, 90.0)
    assert cut.endswith("…")
    assert write.measure(cut, 12.0, True)[0] <= 90
    assert write.cut("short", 12.0, True, 90.0) == "short"


def test_hatch_lines_stay_inside_a_notched_area():
    from battlesim.views.primitives import Hatch, Stroke

    ring = ((0, 0), (100, 0), (100, 100), (50, 40), (0, 100))
    lines = hatch_lines((ring,), Hatch(37.3, 7.0, Stroke((0, 0, 0, 255))))
    assert len(lines) > 10
    for a, b in lines:
        for share in (0.02, 0.5, 0.98):
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            roof = 100 - 60 * (1 - abs(x - 50) / 50)
            assert -0.01 <= x <= 100.01
            assert -0.01 <= y <= roof + 0.5


def test_words_of_the_sample_are_in_three_languages():
    assert all(word.ja and word.fr for word in WORDS.values())


@pytest.mark.parametrize("position", [0.0, 2.0, 3.0, 3.6, 4.0, 7.0])
def test_bases_kept_with_the_ground_look_as_they_did(position):
    show, painter, options, where = Show(wh40k_battle()), Painter(), ViewOptions(), layout((960, 540))
    camera = show.camera(position, where.port, scale=where.scale)
    pictures = []
    for _ in range(4):
        surface = pygame.Surface(where.size)
        draw_frame(surface, show, painter, position, options, where, camera)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    # the first stretches the ground from a larger picture
    assert pictures[1] == pictures[2] == pictures[3]


def test_a_base_that_moves_leaves_no_copy_behind():
    show, painter, options, where = Show(wh40k_battle()), Painter(), ViewOptions(), layout((960, 540))
    camera = show.whole(where.port, scale=where.scale)
    surface, fresh = pygame.Surface(where.size), pygame.Surface(where.size)
    for position in (3.0, 3.0, 3.0, 3.3, 3.5, 3.7, 4.0, 4.0, 4.0):
        draw_frame(surface, show, painter, position, options, where, camera)
    draw_frame(fresh, Show(wh40k_battle()), Painter(), 4.0, options, where, camera, still=True)
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(fresh, "RGB")
