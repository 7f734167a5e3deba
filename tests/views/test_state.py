"""The player's state, without a window."""

import pytest

from battlesim.model.text import LANGUAGES
from battlesim.views.camera import framing
from battlesim.views.state import (
    SPEEDS,
    TOGGLES,
    advanced,
    back,
    chapter_turned,
    chapters,
    fitted,
    followed,
    jumped,
    next_language,
    opened,
    panned,
    play_toggled,
    position_at,
    scrolled,
    speed_changed,
    stepped,
    toggled,
    zoomed,
)
from tests.views.samples import wh40k_battle

BATTLE = wh40k_battle()
STATE = opened(BATTLE)
CAMERA = framing((0, 0, 1524, 1118), (0.0, 50.0, 950.0, 650.0))


def played(state, seconds, every=1 / 60):
    for _ in range(round(seconds / every)):
        state = advanced(state, every)
    return state


def test_a_paused_player_stands_still():
    assert advanced(STATE, 10.0) == STATE


def test_playing_takes_each_step_its_own_time():
    state = played(play_toggled(STATE), STATE.seconds[0])
    assert state.position == pytest.approx(1.0, abs=0.02)


def test_playing_to_the_end_stops_there_and_starts_over():
    state = played(play_toggled(STATE), sum(STATE.seconds) + 1)
    assert (state.position, state.playing) == (8.0, False)
    assert play_toggled(state).position == 0.0


@pytest.mark.parametrize("speed", SPEEDS)
def test_speed_is_a_factor_of_time(speed):
    state = play_toggled(STATE)
    while state.speed != speed:
        state = speed_changed(state, 1 if speed > state.speed else -1)
    assert advanced(state, 0.2 / speed).position == pytest.approx(0.2 / STATE.seconds[0])


def test_one_long_tick_is_as_good_as_many_short_ones():
    assert advanced(play_toggled(STATE), 5.0).position == pytest.approx(
        played(play_toggled(STATE), 5.0, 0.001).position, abs=1e-6
    )


def test_a_step_plays_to_the_next_whole_number_and_pauses():
    state = stepped(STATE)
    assert state.playing
    state = played(state, STATE.seconds[0] + 1)
    assert (state.position, state.playing) == (1.0, False)


def test_a_step_asked_for_during_a_step_ends_it_at_once():
    state = advanced(stepped(jumped(STATE, 2)), 0.3)
    assert 2.0 < state.position < 3.0
    assert stepped(state).position == 3.0


def test_back_goes_to_the_end_of_the_step_before():
    assert back(jumped(STATE, 4)).position == 3.0
    assert back(jumped(STATE, 3.4)).position == 3.0
    assert back(STATE).position == 0.0


def test_the_end_has_no_next_step():
    end = jumped(STATE, 99)
    assert stepped(end) == end
    assert end.position == 8.0


def test_chapters_are_the_turns_and_phases():
    marks = chapters(BATTLE, "en")
    assert [mark.position for mark in marks] == [1.0, 5.0]
    assert chapter_turned(STATE, marks, 1).position == 1.0
    assert chapter_turned(jumped(STATE, 1), marks, 1).position == 5.0
    assert chapter_turned(jumped(STATE, 5), marks, 1).position == 8.0
    assert chapter_turned(jumped(STATE, 5), marks, -1).position == 1.0
    assert chapter_turned(jumped(STATE, 1), marks, -1).position == 0.0


def test_zooming_and_panning_end_the_following():
    assert STATE.following
    zoomed_in = zoomed(STATE, CAMERA, 1.5, (300.0, 200.0))
    assert not zoomed_in.following
    assert zoomed_in.camera.to_table((300.0, 200.0)) == pytest.approx(CAMERA.to_table((300.0, 200.0)))
    assert not panned(STATE, CAMERA, 10, 0).following
    assert fitted(zoomed_in).camera is None
    assert followed(zoomed_in).following
    assert followed(zoomed_in).camera is None


@pytest.mark.parametrize("layer", TOGGLES)
def test_a_toggle_changes_one_layer_and_twice_none(layer):
    once = toggled(STATE, layer)
    changed = [name for name in TOGGLES if getattr(once.options, name) != getattr(STATE.options, name)]
    assert changed == [layer]
    assert toggled(once, layer) == STATE


def test_languages_go_round():
    state, heard = STATE, []
    for _ in range(4):
        heard.append(state.options.language)
        state = next_language(state)
    assert heard == [*LANGUAGES, LANGUAGES[0]]


def test_the_log_does_not_scroll_past_its_newest_line():
    assert scrolled(STATE, -50).scrolled == 0.0
    assert scrolled(scrolled(STATE, 80), -30).scrolled == 50.0


def test_the_timeline_snaps_to_steps_and_is_free_between_them():
    assert position_at(100, 100, 900, 8) == 0.0
    assert position_at(203, 100, 900, 8) == 1.0
    assert position_at(150, 100, 900, 8) == 0.5
    assert position_at(5000, 100, 900, 8) == 8.0


def test_a_replay_without_steps_can_be_opened():
    from dataclasses import replace

    empty = opened(replace(BATTLE, steps=()))
    assert advanced(play_toggled(empty), 1.0).position == 0.0
    assert stepped(empty).position == 0.0
