"""Which rulings are drawn, of the dozens that a step may hold."""

import pytest
from msgspec import structs

from battlesim.geometry.footprint import Spot
from battlesim.geometry.measure import Measurement
from battlesim.geometry.sight import Sightline
from battlesim.model.event import Refused
from battlesim.model.ruling import Ruling, ruled
from battlesim.replay.timeline import ActionTaken
from battlesim.units import Mm, inches
from battlesim.views.choice import chosen
from tests.views.samples import wh40k_battle

BATTLE = wh40k_battle()
SCENE = BATTLE.scenes[4]
SHOT = ActionTaken("shoot", ("terminators",), ("guard",))


def measured(value, ends=("terminators.1", "guard.1"), what="gap"):
    return Measurement(Mm(value), Spot(0, 0), Spot(value, 0), ends, what)


def drawn(*rulings, refused=False, action=SHOT):
    entries = (*rulings, Refused("shoot")) if refused else rulings
    step = structs.replace(BATTLE.steps[6], action=action, entries=entries)
    return chosen(SCENE, step, len(entries))


def test_no_more_than_three_are_drawn_in_full():
    rulings = [ruled(f"rule-{n}", measured(100 + n), "within", Mm(200 + 10 * n)) for n in range(9)]
    assert sum(shown.leading for shown in drawn(*rulings)) == 3


def test_the_nearest_to_its_limit_comes_first():
    far = ruled("far", measured(100), "within", inches(24))
    near = ruled("near", measured(600), "within", inches(24))
    assert [shown.ruling.rule for shown in drawn(far, near)] == ["near"]
    assert [shown.ruling.rule for shown in drawn(far, structs.replace(near, limit=Mm(610.0)))] == ["near", "far"]


def test_a_kept_distance_far_beyond_its_limit_is_left_out():
    limit = inches(2)
    assert drawn(ruled("unengaged", measured(500), "beyond", limit)) == ()
    assert len(drawn(ruled("unengaged", measured(60), "beyond", limit))) == 1


def test_coherency_that_holds_is_left_out_and_one_that_fails_is_drawn():
    ends = ("guard.1", "guard.2")
    assert drawn(ruled("coherency", measured(20, ends), "within", inches(2))) == ()
    assert len(drawn(ruled("coherency", measured(60, ends), "within", inches(2)))) == 1


def test_what_a_refusal_rests_on_is_drawn_alone():
    good = ruled("range", measured(400), "within", inches(24))
    bad = ruled("lone-operative", measured(312), "within", inches(12))
    assert [shown.ruling.rule for shown in drawn(good, bad, refused=True)] == ["lone-operative"]


def test_every_model_that_fails_gets_a_thin_line():
    parts = tuple(
        ruled("deep-strike", measured(190 - n, (f"terminators.{n + 1}", "guard.1")), "beyond", inches(8))
        for n in range(5)
    )
    bad = structs.replace(parts[0], parts=parts)
    shown = drawn(bad, refused=True)
    assert [each.leading for each in shown] == [True, False, False, False, False]


def test_a_clear_sightline_is_left_out_of_an_attack_and_a_blocked_one_explains_cover():
    clear = Sightline(True, Spot(0, 0), Spot(100, 0), ("terminators.1", "guard.1"))
    blocked = Sightline(
        False, Spot(0, 0), Spot(100, 0), ("terminators.1", "guard.1"), ("ruin",), (((0, 0), (1, 0), (0, 1)),)
    )
    assert drawn(Ruling("visible", True, evidence=(clear,))) == ()
    assert len(drawn(Ruling("cover", True, evidence=(blocked,)))) == 1


def test_a_ruling_without_evidence_speaks_through_what_it_rests_on():
    part = ruled("range", measured(400), "within", inches(24))
    assert [shown.ruling for shown in drawn(Ruling("targets", True, parts=(part,)))] == [part]


def test_what_a_holding_ruling_denies_is_not_drawn_as_a_failure():
    denied = ruled("engaged", measured(60), "within", inches(2))
    asked = ruled("unengaged", measured(60), "beyond", inches(2), parts=(denied,))
    assert [shown.ruling.rule for shown in drawn(asked)] == ["unengaged"]


@pytest.mark.parametrize("what", ["outside", "depth", "height"])
def test_a_table_edge_that_was_kept_is_not_drawn(what):
    assert drawn(ruled("on-table", measured(0, what=what), "within", Mm(0.0))) == ()


def test_a_model_that_did_not_move_has_no_path():
    assert drawn(ruled("heavy", measured(0, ("guard.1", "guard.1"), "path"), "within", inches(3))) == ()
    assert len(drawn(ruled("move", measured(100, ("guard.1", "guard.1"), "path"), "within", inches(6)))) == 1
