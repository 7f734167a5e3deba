"""Saves, arcs and stands as lists give them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.errors import UnknownName
from battlesim.model.scene import Unit
from battlesim.model.text import Text
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.profiles import BadSave, Profile, Save, Weapon, origin
from battlesim.rules.netepic.shots import save_ledger, steps_to_hit
from battlesim.rules.netepic.state import UnitState
from battlesim.units import cm

SAVES = st.none() | st.integers(1, 6)


@pytest.mark.parametrize("text", ["4+", "6+f", "4+/6+f", "-"])
def test_a_save_prints_as_it_reads(text):
    assert str(Save.parse(text)) == text


@pytest.mark.parametrize("text", ["4", "7+", "4+/5+", "f", "4+/", "x"])
def test_what_is_no_save_is_refused(text):
    with pytest.raises(BadSave, match="expected a save"):
        Save.parse(text)


@given(armour=SAVES, fixed=SAVES, pa=st.integers(-6, 0))
def test_the_better_save_counts_and_pa_touches_armour_alone(armour, fixed, pa):
    profile = Profile(Text("x"), 1, cm(10), Save(armour, fixed))
    made = save_ledger(profile, Weapon("w", Text("w"), cm(10), 1, 4, pa))
    possible = [needed for needed in (None if armour is None else armour - pa, fixed) if needed is not None]
    assert min(made.result, 7) == min([*possible, 7])


@given(st.integers(1, 6))
def test_what_a_die_can_show_takes_one_die(needed):
    assert steps_to_hit(Options(), needed) == ((needed,), ())


def test_seven_and_more_take_a_six_and_a_second_die():
    assert [steps_to_hit(Options(), needed)[0] for needed in (7, 8, 9, 10)] == [(6, 4), (6, 5), (6, 6), ()]


def test_seven_may_be_out_of_reach():
    assert steps_to_hit(Options(seven_plus="never"), 7) == ((), ())


def test_a_natural_six_may_always_hit():
    assert steps_to_hit(Options(natural_six_hits=True), 9) == ((9,), (6,))


def test_small_stands_fire_all_round_and_large_ones_to_the_front():
    weapon = Weapon("w", Text("w"), cm(10), 1, 4)
    assert Profile(Text("x"), 2, cm(10)).arc_of(weapon) == 360
    assert Profile(Text("x"), 3, cm(10)).arc_of(weapon) == 180
    assert Profile(Text("x"), 3, cm(10)).arc_of(Weapon("w", Text("w"), cm(10), 1, 4, arc=360)) == 360


def test_a_stand_keeps_the_name_of_the_detachment_it_was_bought_with():
    assert origin("iron-hands.12") == "iron-hands"


def test_an_unknown_mark_is_refused():
    with pytest.raises(UnknownName, match="did you mean 'order'"):
        UnitState.of(Unit("squad", "red", Text("Squad"), (), {"ordre": "charge"}))
