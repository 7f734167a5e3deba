"""Templates: their borders, their range, how they deviate, and who lies under them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.geometry.footprint import Pose
from battlesim.model.text import Text
from battlesim.rules.netepic.abilities import Artillery, ForwardObserver, HoloField, MoreTemplates, Template
from battlesim.rules.netepic.actions import Barrage, Laying
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.profiles import Weapon
from battlesim.rules.netepic.table import side_state
from battlesim.rules.netepic.templates import covered, template_at
from battlesim.units import Mm, cm
from tests.limits import NEAR, ODD_ANGLES
from tests.rules.netepic.tables import (
    CENTRE,
    INFANTRY,
    SQUARE,
    detachment,
    middle,
    place,
    play,
    ruling,
    table,
    with_abilities,
)

MORTAR = Weapon("mortar", Text("Mortar"), cm(50), 1, 4, 0, (Template(cm(6)),))
GUN = with_abilities(INFANTRY, weapons=(MORTAR,))


def away(angle: float, distance: float, *, of: tuple[float, float] = CENTRE) -> tuple[float, float]:
    return of[0] + distance * math.cos(math.radians(angle)), of[1] + distance * math.sin(math.radians(angle))


def at(point: tuple[float, float], facing: float = 0.0) -> Pose:
    return Pose(Mm(point[0]), Mm(point[1]), facing)


def battle(*poses: Pose, options: Options | None = None, gun=GUN, foe=INFANTRY, order: str = "advance"):
    """A gun in the middle, and enemies at the poses."""
    return table(
        detachment("gun", gun, middle(0), order=order),
        detachment("foe", foe, *poses, side="blue"),
        options=options,
    )


def lay(*points: tuple[float, float], **more) -> Barrage:
    return Barrage("gun", (Laying("gun.1", "mortar", points),), **more)


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_stand_is_under_a_template_with_its_centre(angle, off):
    centre = away(angle, 300)
    stands = battle(at(away(angle + 50, 30 + off, of=centre), angle))
    under = covered(stands, [template_at(stands, "gun.1", MORTAR, centre)])
    assert under == (() if off > 0 else ("foe.1",))


def test_a_barrage_is_the_sides_activation_where_the_table_alternates():
    centre = away(30, 300)
    after, step = play(battle(at(centre), options=Options(alternate=True)), lay(centre), dice={"hit": [1]})
    assert step.legal
    assert side_state(after, "red").acted


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_or_with_any_part_where_the_option_says_so(angle, off):
    centre = away(angle, 300)
    # flush with the line from the template's centre, its nearest edge half a side nearer
    stands = battle(
        at(away(angle, 30 + SQUARE / 2 + off, of=centre), angle), options=Options(template_covers="any_part")
    )
    under = covered(stands, [template_at(stands, "gun.1", MORTAR, centre)])
    assert under == (() if off > 0 else ("foe.1",))


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_range_runs_from_the_edge_to_the_centre_of_the_template(angle, off):
    gun = table(
        detachment("gun", GUN, middle(angle)),
        detachment("foe", INFANTRY, at(away(angle, 510 + off)), side="blue"),
    )
    _, step = play(gun, lay(away(angle, 510 + off)), dice={"hit": [1]} if off <= 0 else {})
    found = ruling(step, "templates", "range")
    assert found.holds == (off <= 0)
    assert found.measured == pytest.approx(500 + off, abs=1e-3)


def test_with_centres_it_runs_from_the_centre():
    foe = at(away(0, 500))
    _, step = play(battle(foe, options=Options(measure="centre")), lay(away(0, 500)), dice={"hit": [1]})
    assert ruling(step, "templates", "range").measured == pytest.approx(500)


@given(
    angle=st.floats(0, 360), near=st.floats(0, 200), turn=st.floats(0, 360), shift=st.floats(-200, 200)
)  # fmt: skip
def test_who_is_under_does_not_hang_on_where_the_table_lies(angle, near, turn, shift):
    centre, moved = away(angle, 300), away(angle + turn, 300, of=(CENTRE[0] + shift, CENTRE[1]))
    spot = away(angle + 40, near, of=centre)
    other = away(angle + turn + 40, near, of=moved)
    here, there = battle(at(spot)), battle(at(other))
    if abs(near - 30) < 0.02:
        return
    one = covered(here, [template_at(here, "gun.1", MORTAR, centre)])
    two = covered(there, [template_at(there, "gun.1", MORTAR, moved)])
    assert one == two or math.dist(CENTRE, centre) <= 30 or math.dist(CENTRE, moved) <= 30


@pytest.mark.parametrize("degrees", [1, 37, 90, 180, 271, 360])
def test_a_template_deviates_by_the_dice(degrees):
    gun = with_abilities(
        GUN, weapons=(Weapon("mortar", Text("Mortar"), cm(75), 1, 4, 0, (Template(cm(6)), Artillery())),)
    )
    hit = away(degrees, 70, of=away(0, 300))
    stands = battle(at(away(0, 300)), at(hit), gun=gun, order="first-fire")
    dice = {"scatter": [4], "direction": [degrees], "deviation": [3, 4], "hit": [4], "save": [1]}
    after, _ = play(stands, lay(away(0, 300), indirect=True), dice=dice)
    assert place(after, "foe.1") == "table"
    assert place(after, "foe.2") == "destroyed"


def test_without_the_scatter_die_it_always_deviates():
    gun = with_abilities(GUN, Artillery())
    stands = battle(at(away(0, 300)), gun=gun, order="first-fire", options=Options(scatter_die=False))
    after, step = play(stands, lay(away(0, 300), indirect=True), dice={"direction": [90], "deviation": [6, 6]})
    assert place(after, "foe.1") == "table"
    assert not [roll for roll in step.rolls if roll.purpose == "scatter"]


def test_an_observer_takes_a_die_away():
    stands = table(
        detachment("gun", with_abilities(GUN, Artillery()), middle(0), order="first-fire"),
        detachment("eyes", with_abilities(INFANTRY, ForwardObserver()), middle(0).moved(0, 100)),
        detachment("foe", INFANTRY, at(away(0, 300)), side="blue"),
    )
    action = lay(away(0, 300), indirect=True, observer="eyes.1")
    _, step = play(stands, action, dice={"scatter": [1], "direction": [90], "deviation": [1], "hit": [2]})
    assert ruling(step, "observateur-avance", "guide").holds


def test_a_direct_template_deviates_over_a_holo_field_alone():
    over = battle(at(away(0, 300)), foe=with_abilities(INFANTRY, HoloField()))
    _, step = play(over, lay(away(0, 300)), dice={"scatter": [1], "direction": [90], "deviation": [6, 6]})
    assert ruling(step, "holo-champ", "deviation").holds
    _, plain = play(battle(at(away(0, 300))), lay(away(0, 300)), dice={"hit": [1]})
    assert [roll.purpose for roll in plain.rolls] == ["hit"]


@pytest.mark.parametrize("off", NEAR)
def test_a_further_template_touches_another(off):
    gun = with_abilities(
        GUN, weapons=(Weapon("mortar", Text("Mortar"), cm(50), 1, 4, 0, (Template(cm(6)), MoreTemplates())),)
    )
    first = away(0, 300)
    stands = battle(at(first), gun=gun)
    action = lay(first, away(37.3, 60 + off, of=first))
    _, step = play(stands, action, dice={"templates": [1], "hit": [1]} if off <= 0 else {})
    assert ruling(step, "templates", "touching").holds == (off <= 0)


def test_a_flame_reaches_its_length_and_no_farther():
    flame = Weapon("mortar", Text("Flamer"), cm(50), 1, 4, 0, (Template(None),))
    gun = with_abilities(GUN, weapons=(flame,))
    for angle in ODD_ANGLES:
        for far, there in ((119.9, True), (120.1, False)):
            stands = table(
                detachment("gun", gun, middle(angle)),
                detachment("foe", INFANTRY, at(away(angle, SQUARE / 2 + far)), side="blue"),
            )
            under = covered(stands, [template_at(stands, "gun.1", flame, away(angle, 400))])
            assert ("foe.1" in under) is there
