"""The player's window: its events without a display, and a real one where a virtual display can be had."""

import os
import shutil
import subprocess
import sys

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from battlesim.views.phrases import KEYS, PHRASES, phrase
from battlesim.views.player import Window, unit_at
from tests.views.samples import wh40k_battle

BATTLE = wh40k_battle()


@pytest.fixture
def window():
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 720))
    yield Window(BATTLE, (1280, 720))
    pygame.display.quit()


def press(window, key, text=""):
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=text, mod=0, scancode=0))


def click(window, at):
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.mouse.set_pos(at)
        window.handle(pygame.event.Event(kind, pos=at, button=1))
        for event in pygame.event.get():
            window.handle(event)


def run(window, seconds):
    surface = pygame.display.get_surface()
    for _ in range(round(seconds / 0.05)):
        window.tick(0.05)
    window.draw(surface)


def test_keys_play_step_and_go_back(window):
    press(window, pygame.K_SPACE)
    assert window.state.playing
    press(window, pygame.K_SPACE)
    press(window, pygame.K_END)
    assert window.state.position == 8.0
    press(window, pygame.K_LEFT)
    assert window.state.position == 7.0
    press(window, pygame.K_RIGHT)
    run(window, 20)
    assert window.state.position == 8.0
    press(window, pygame.K_HOME)
    assert window.state.position == 0.0


def test_a_wheel_over_the_table_zooms_about_the_pointer(window):
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(300, 200), rel=(0, 0), buttons=(0, 0, 0)))
    before = window.camera.to_table((300, 200))
    window.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=3))
    assert window.camera.to_table((300, 200)) == pytest.approx(before, abs=1e-6)
    run(window, 0.1)


def test_dragging_moves_the_table_and_not_the_step(window):
    held = window.camera.to_table((300, 200))
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(300, 200), button=1))
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(360, 230), rel=(60, 30), buttons=(1, 0, 0)))
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(360, 230), button=1))
    assert window.camera.to_screen(held) == pytest.approx((360, 230))
    assert window.state.position == 0.0


def test_the_timeline_can_be_clicked(window):
    left, top, right, _ = window.where.timeline
    x = left + 22 + (right - left - 44) * 5 / 8
    click(window, (round(x), round(top + 11)))
    assert window.state.position == 5.0


def test_pointing_at_a_model_shows_its_unit(window):
    tank = BATTLE.scenes[0].models["tank.1"]
    at = window.camera.to_screen(tank.footprint.centre)
    window.handle(
        pygame.event.Event(pygame.MOUSEMOTION, pos=(round(at[0]), round(at[1])), rel=(0, 0), buttons=(0, 0, 0))
    )
    assert window.state.hovered == "tank"
    run(window, 0.1)
    assert unit_at(BATTLE.scenes[0], (10.0, 10.0)) == ""


def test_buttons_do_what_their_keys_do(window):
    run(window, 0.1)
    click(window, window.controls.moves["end"].rect.center)
    assert window.state.position == 8.0
    click(window, window.controls.toggles["auras"].rect.center)
    assert window.state.options.auras
    run(window, 0.1)
    assert window.controls.toggles["auras"].is_selected
    click(window, window.controls.help.rect.center)
    assert window.state.help
    press(window, pygame.K_ESCAPE)
    assert not window.state.help


def test_every_language_fits_its_buttons_and_can_be_drawn(window):
    for _ in range(3):
        press(window, pygame.K_l)
        run(window, 0.1)
        rects = [
            b.rect for b in (*window.controls.moves.values(), *window.controls.toggles.values(), window.controls.help)
        ]
        rects += [window.controls.jump.rect, window.controls.language_menu.rect, window.controls.speed.rect]
        assert all(not a.colliderect(b) for n, a in enumerate(rects) for b in rects[n + 1 :])
        assert all(pygame.Rect(0, 0, 1280, 720).contains(rect) for rect in rects)


def test_a_resized_window_keeps_what_it_shows(window):
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(300, 200), rel=(0, 0), buttons=(0, 0, 0)))
    window.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=3))
    middle = window.camera.x, window.camera.y
    window.handle(pygame.event.Event(pygame.VIDEORESIZE, w=1600, h=900, size=(1600, 900)))
    assert (window.camera.x, window.camera.y) == middle
    assert window.where.size == (1600, 900)


def test_closing_ends_the_loop(window):
    window.handle(pygame.event.Event(pygame.QUIT))
    assert window.state.done


def test_the_help_names_every_key_in_three_languages():
    assert all(what.split("|")[0] in PHRASES for _, what in KEYS)
    assert all(text.en and text.ja and text.fr for text in PHRASES.values())
    assert phrase("start|end", "fr") == "Au début, À la fin"


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed")
def test_a_real_window_opens_steps_and_closes():
    read, write = os.pipe()
    display = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24"], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    try:
        os.close(write)
        number = os.read(read, 16).decode().strip()
        code = (
            "import threading, time, pygame;"
            "from tests.views.samples import wh40k_battle; from battlesim.views.player import play;\n"
            "def drive():\n"
            "    time.sleep(1.5)\n"
            "    post = lambda k: pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=k, unicode='', mod=0, scancode=0))\n"
            "    post(pygame.K_RIGHT); time.sleep(1.0); post(pygame.K_LEFT); post(pygame.K_h); time.sleep(0.3)\n"
            "    pygame.event.post(pygame.event.Event(pygame.QUIT))\n"
            "threading.Thread(target=drive, daemon=True).start()\n"
            "play(wh40k_battle(), language='ja', start=1)\n"
            "print('closed')\n"
        )
        environment = {k: v for k, v in os.environ.items() if k != "SDL_VIDEODRIVER"} | {
            "DISPLAY": f":{number}",
            "SDL_AUDIODRIVER": "dummy",
        }
        ran = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, cwd=os.getcwd()
        )
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.strip().endswith("closed")
    finally:
        display.terminate()
        display.wait()


@pytest.fixture
def several():
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 720))
    yield Window((BATTLE, BATTLE, BATTLE), (1280, 720))
    pygame.display.quit()


def test_of_several_battles_each_says_which_it_is(several):
    assert several.caption.startswith("1/3 · ")
    several.act("battle", "1")
    assert several.caption.startswith("2/3 · ")


def test_tab_goes_to_the_next_battle_and_shift_tab_back(several):
    press(several, pygame.K_TAB)
    assert several.number == 1
    several.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, unicode="", mod=pygame.KMOD_LSHIFT, scancode=0))
    assert several.number == 0
    press(several, pygame.K_TAB)
    press(several, pygame.K_TAB)
    press(several, pygame.K_TAB)
    assert several.number == 2


def test_buttons_go_to_the_battle_before_and_after(several):
    run(several, 0.1)
    click(several, several.controls.turns["1"].rect.center)
    run(several, 0.1)
    assert several.number == 1
    click(several, several.controls.turns["-1"].rect.center)
    assert several.number == 0


def test_a_battle_by_itself_has_no_such_buttons(window):
    assert window.controls.turns == {}
    window.act("battle", "1")
    assert window.number == 0


def test_a_battle_played_to_its_end_is_followed_by_the_next(several):
    press(several, pygame.K_PAGEDOWN)
    press(several, pygame.K_END)
    press(several, pygame.K_LEFT)
    press(several, pygame.K_SPACE)
    run(several, 30)
    assert several.number > 0
    assert several.state.playing or several.number == 2


def test_a_single_step_to_the_end_is_not_followed_by_the_next(several):
    press(several, pygame.K_END)
    press(several, pygame.K_LEFT)
    press(several, pygame.K_RIGHT)
    run(several, 30)
    assert (several.number, several.state.position) == (0, several.state.end)


def test_past_the_last_chapter_lies_the_next_battle(several):
    press(several, pygame.K_END)
    press(several, pygame.K_PAGEDOWN)
    assert (several.number, several.state.position) == (1, 0.0)
    press(several, pygame.K_PAGEUP)
    assert several.number == 0
