"""Pictures and films: whole files, without a display."""

import os
import subprocess
import sys

import pytest
from PIL import Image

from battlesim.errors import BattlesimError
from battlesim.replay.timeline import Timeline
from battlesim.views.export import positions, render
from tests.views.samples import netepic_battle, wh40k_battle

BATTLE = netepic_battle()
SMALL = (480, 270)


def test_a_picture_has_the_asked_size_and_shows_the_asked_step(tmp_path):
    first, last = tmp_path / "first.png", tmp_path / "last.png"
    render(BATTLE, first, size=SMALL, step=0)
    render(BATTLE, last, size=SMALL)
    with Image.open(first) as a, Image.open(last) as b:
        assert a.size == b.size == SMALL
        assert a.convert("RGB").tobytes() != b.convert("RGB").tobytes()


def test_an_animation_has_as_many_frames_as_it_told_of(tmp_path):
    told = []
    render(
        BATTLE, tmp_path / "b.gif", size=SMALL, fps=4, seconds_per_step=0.8, progress=lambda n, of: told.append((n, of))
    )
    assert told[-1][0] == told[-1][1] == len(told) == len(positions(BATTLE, 4, 0.8))
    with Image.open(tmp_path / "b.gif") as picture:
        assert picture.size == SMALL
        assert 1 < picture.n_frames <= len(told)
        lasting = []
        for n in range(picture.n_frames):
            picture.seek(n)
            lasting.append(picture.info["duration"])
        assert sum(lasting) == pytest.approx(250 * len(told), abs=10 * len(told))


def test_a_film_can_be_decoded_and_has_its_frames(tmp_path):
    import imageio_ffmpeg

    out = tmp_path / "b.mp4"
    render(BATTLE, out, size=(481, 271), fps=5, seconds_per_step=0.8)
    reader = imageio_ffmpeg.read_frames(str(out))
    about = next(reader)
    assert about["size"] == (480, 270)
    assert sum(1 for _ in reader) == len(positions(BATTLE, 5, 0.8))


def test_an_unknown_suffix_is_refused_with_the_known_ones(tmp_path):
    with pytest.raises(BattlesimError, match=r"\.bmp.*\.png, \.svg, \.gif, \.mp4, \.html"):
        render(BATTLE, tmp_path / "b.bmp")


@pytest.mark.parametrize("step", [4, -2, 99])
def test_a_step_that_is_not_there_is_refused(tmp_path, step):
    with pytest.raises(BattlesimError, match=f"no step {step + 1}: the steps are 1 to 4"):
        render(BATTLE, tmp_path / "b.png", step=step)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("count", "said"), [(0, "the battle has no steps; 0 is its start"), (1, "the only step is 1, and 0 is the start")]
)
def test_a_battle_without_a_second_step_is_not_said_to_have_several(tmp_path, count, said):
    short = Timeline(BATTLE.header, BATTLE.steps[:count])
    with pytest.raises(BattlesimError, match=f"^there is no step 2: {said}$"):
        render(short, tmp_path / "b.png", step=1)


@pytest.mark.parametrize("suffix", ["png", "svg", "html", "gif"])
def test_a_battle_without_steps_is_its_start(tmp_path, suffix):
    render(Timeline(BATTLE.header, ()), tmp_path / f"b.{suffix}", size=SMALL, fps=2)
    assert (tmp_path / f"b.{suffix}").stat().st_size > 1000


@pytest.mark.parametrize("size", [(0, 100), (100000, 100000), (319, 240)])
def test_an_impossible_size_is_refused(tmp_path, size):
    with pytest.raises(BattlesimError, match="pixels"):
        render(BATTLE, tmp_path / "b.png", size=size)


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(BattlesimError, match="no folder"):
        render(BATTLE, tmp_path / "nowhere" / "b.png", size=SMALL)


def test_an_interrupted_film_leaves_nothing_and_keeps_the_old_one(tmp_path):
    out = tmp_path / "b.mp4"
    out.write_bytes(b"the old one")

    def stop(number, of):
        if number == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        render(BATTLE, out, size=SMALL, fps=5, progress=stop)
    assert [path.name for path in tmp_path.iterdir()] == ["b.mp4"]
    assert out.read_bytes() == b"the old one"


def test_no_display_is_needed(tmp_path):
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    code = (
        "from pathlib import Path; import pygame;"
        "from tests.views.samples import wh40k_battle; from battlesim.views.export import render;"
        f"render(wh40k_battle(), Path({str(tmp_path / 'x.png')!r}), language='ja', size=(640, 360), step=1);"
        "assert not pygame.display.get_init()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, cwd=os.getcwd(), timeout=60)
    with Image.open(tmp_path / "x.png") as picture:
        assert picture.size == (640, 360)


def test_a_film_starts_at_the_start_and_ends_at_the_end():
    battle = wh40k_battle()
    frames = positions(battle, 25, None)
    assert frames[0] == 0.0
    assert frames[-1] == 8.0
    assert list(frames) == sorted(frames)
    assert {float(n) for n in range(9)} <= set(frames)


def test_several_battles_become_one_film(tmp_path):
    import imageio_ffmpeg

    out = tmp_path / "both.mp4"
    told = []
    render(
        (BATTLE, wh40k_battle()), out, size=SMALL, fps=2, seconds_per_step=0.5, progress=lambda n, of: told.append(n)
    )
    frames = sum(len(positions(battle, 2, 0.5)) for battle in (BATTLE, wh40k_battle()))
    reader = imageio_ffmpeg.read_frames(str(out))
    next(reader)
    assert sum(1 for _ in reader) == frames == told[-1]


def test_several_battles_become_one_animation(tmp_path):
    told = []
    render(
        (BATTLE, BATTLE),
        tmp_path / "both.gif",
        size=SMALL,
        fps=2,
        seconds_per_step=0.5,
        progress=lambda n, of: told.append(of),
    )
    assert told[-1] == 2 * len(positions(BATTLE, 2, 0.5))
