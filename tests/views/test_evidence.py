"""How rulings are drawn."""

from dataclasses import replace

import pytest
from msgspec import structs

from battlesim.geometry.extent import reach
from battlesim.geometry.footprint import Footprint, Pose, Spot
from battlesim.geometry.measure import Measurement
from battlesim.model.event import Refused
from battlesim.model.ruling import Ruling, ruled
from battlesim.model.text import LANGUAGES, Text
from battlesim.replay.timeline import ActionTaken
from battlesim.units import Mm, inches
from battlesim.views.moment import moment
from battlesim.views.options import ViewOptions
from battlesim.views.palette import FAILS, HOLDS
from battlesim.views.primitives import Area, Glyph, Label, Layer, Line, Token
from battlesim.views.show import Show
from tests.limits import ODD_ANGLES
from tests.views.samples import drop, netepic_battle, timeline_of, wh40k_battle, wh40k_header

BATTLE = wh40k_battle()
REFUSED, ALLOWED, HIDDEN, SHOT = 2.0, 3.0, 6.0, 7.0


def seen(position, battle=BATTLE, **options):
    return Show(battle).at(position, ViewOptions(**options)).moving


def measured_line(shapes):
    return next(p for p in shapes if isinstance(p, Line) and p.start == "tick" and p.glow)


def test_a_refused_deep_strike_is_a_dashed_red_line_that_says_eight_with_a_cross():
    shapes = seen(REFUSED)
    line = measured_line(shapes)
    assert line.stroke.dash is not None
    assert line.stroke.colour == FAILS
    said = next(p for p in shapes if isinstance(p, Label) and p.text == "8.00 mv")
    assert said.verdict == "fails"
    assert said.along == line.points


def test_the_line_joins_the_two_measured_points():
    ruling = BATTLE.steps[1].rulings[0]
    a, b = ruling.measurement.a, ruling.measurement.b
    assert measured_line(seen(REFUSED)).points == ((a.x, a.y), (b.x, b.y))


def test_an_allowed_one_is_solid_and_green_with_a_check():
    shapes = seen(ALLOWED)
    line = measured_line(shapes)
    assert line.stroke.dash is None
    assert line.stroke.colour == HOLDS
    assert next(p for p in shapes if isinstance(p, Label) and p.along).verdict == "holds"


def test_the_exclusion_is_a_ring_round_the_whole_enemy_unit():
    ring = next(p for p in seen(REFUSED) if isinstance(p, Area) and p.layer == Layer.AURA)
    guard = BATTLE.scenes[0].standing("guard")
    limit = inches(8)
    assert min(x for x, _ in ring.rings[0]) == pytest.approx(
        min(m.footprint.bounds[0] for m in guard) - limit, abs=0.01
    )
    assert max(y for _, y in ring.rings[0]) == pytest.approx(
        max(m.footprint.bounds[3] for m in guard) + limit, abs=0.01
    )
    assert ring.edge is not None
    assert ring.edge.dash is not None


def test_the_refused_model_is_shown_where_it_was_measured():
    ghost = next(p for p in seen(REFUSED) if isinstance(p, Token) and p.look == "refused")
    point = BATTLE.steps[1].rulings[0].measurement.a
    middle = ghost.pose
    assert ((middle.x - point.x) ** 2 + (middle.y - point.y) ** 2) ** 0.5 == pytest.approx(20.0, abs=1e-3)


@pytest.mark.parametrize("angle", ODD_ANGLES)
def test_the_ghost_stands_where_the_model_would_have_stood(angle):
    header = wh40k_header()
    setups, ruling = drop(header.start, 8.0, angle)
    step = structs.replace(BATTLE.steps[1], entries=(ruling, *BATTLE.steps[1].entries[1:]))
    battle = replace(BATTLE, steps=(BATTLE.steps[0], step))
    ghost = next(p for p in seen(REFUSED, battle) if isinstance(p, Token) and p.look == "refused")
    there = next(s.pose for s in setups if s.model == ghost.model)
    assert (ghost.pose.x, ghost.pose.y) == pytest.approx((there.x, there.y), abs=0.01)


def test_a_blocked_sightline_outlines_its_blocker_with_a_cross():
    shapes = seen(HIDDEN)
    assert any(isinstance(p, Area) and p.layer == Layer.EVIDENCE and p.edge and p.edge.colour == FAILS for p in shapes)
    assert any(isinstance(p, Glyph) and p.name == "cross" for p in shapes)


def test_rulings_that_share_a_measurement_share_one_label():
    labels = [p for p in seen(SHOT) if isinstance(p, Label) and p.along]
    assert len(labels) == 1
    rings = [p.text for p in seen(SHOT) if isinstance(p, Label) and p.verdict and not p.along]
    assert sorted(rings) == ["≤ 12.00 mv", "≤ 24.00 mv"]


def test_a_refusal_is_explained_by_what_failed_alone():
    battle = netepic_battle()
    near, far = battle.steps[1].rulings[0], battle.steps[3].rulings[0]
    step = structs.replace(battle.steps[3], entries=(near, far, *battle.steps[3].entries[1:]))
    shapes = seen(4.0, replace(battle, steps=(*battle.steps[:3], step)))
    assert {p.verdict for p in shapes if isinstance(p, Label) and p.verdict} == {"fails"}


def test_evidence_appears_with_its_ruling_and_not_before():
    assert not any(isinstance(p, Line) for p in seen(1.0 + 1e-3))
    assert any(isinstance(p, Line) for p in seen(1.99))


def test_evidence_can_be_hidden():
    assert not any(isinstance(p, Line) and p.glow for p in seen(REFUSED, evidence=False))


@pytest.mark.parametrize("battle", [BATTLE, netepic_battle()], ids=["wh40k", "netepic"])
def test_a_language_changes_texts_and_nothing_else(battle):
    show = Show(battle)
    for position in range(len(battle.steps) + 1):
        pictures = []
        for language in LANGUAGES:
            shapes = show.at(float(position), ViewOptions(language)).moving
            pictures.append([replace(p, text="") if isinstance(p, Label) else p for p in shapes])
        assert pictures[0] == pictures[1] == pictures[2]


def test_the_ledger_s_rulings_are_drawn_when_their_roll_is_told():
    roll = BATTLE.steps[6].rolls[0]
    at = BATTLE.steps[6].entries.index(roll)
    assert moment(BATTLE, 6.0 + 1e-3).told < at
    shapes = seen(7.0)
    assert any(isinstance(p, Label) and p.text == "≤ 12.00 mv" for p in shapes)


def test_names_stand_once_for_each_unit_on_the_table():
    labels = [p.text for p in seen(REFUSED) if isinstance(p, Label) and p.style is not None and not p.bold]
    assert len(labels) == len(set(labels))
    assert "Eradicators" in labels


def refused_with(wanted, entries):
    header = wh40k_header()
    action = ActionTaken("deep-strike", ("terminators",), wanted=wanted)
    return timeline_of(header, ((action, (*entries, Refused("deep-strike", ("terminators",))), Text()),))


def test_every_model_of_a_refused_set_up_is_shown_and_those_too_near_are_crossed():
    setups, ruling = drop(wh40k_header().start, 8.0, 37.3)
    shapes = seen(1.0, refused_with(tuple((s.model, s.pose) for s in setups), (ruling,)))
    ghosts = {p.model: p for p in shapes if isinstance(p, Token) and p.look in ("wanted", "refused")}
    assert {id: ghost.pose for id, ghost in ghosts.items()} == {s.model: s.pose for s in setups}
    assert [id for id, ghost in ghosts.items() if ghost.look == "refused"] == [ruling.measurement.ends[0]]


def test_where_no_model_is_to_blame_all_are_crossed():
    setups, _ = drop(wh40k_header().start, 9.0, 37.3)
    phase = Ruling("wh40k.arrival", False, "phase", subjects=("terminators",))
    shapes = seen(1.0, refused_with(tuple((s.model, s.pose) for s in setups), (phase,)))
    assert [p.look for p in shapes if isinstance(p, Token) and p.model.startswith("terminators")] == ["refused"] * 5


def test_a_refused_move_shows_its_way_corner_by_corner():
    header = wh40k_header()
    start = header.start.models["melta.1"].pose
    way = (start, start.moved(40, 60), start.moved(140, 60))
    long = Measurement(inches(7), Spot(start.x, start.y), Spot(start.x + 140, start.y + 60), ("melta.1",) * 2, "path")
    too_long = ruled("wh40k.move", long, "within", inches(5), subjects=("melta.1",))
    action = ActionTaken("move", ("melta",), wanted=tuple(("melta.1", pose) for pose in way))
    shapes = seen(1.0, timeline_of(header, ((action, (too_long, Refused("move", ("melta",))), Text()),)))
    trail = next(p for p in shapes if isinstance(p, Line) and p.layer == Layer.TRAIL)
    assert trail.points == tuple((pose.x, pose.y) for pose in way)
    looks = [(p.look, p.pose) for p in shapes if isinstance(p, Token) and p.model == "melta.1"]
    assert looks == [("standing", start), ("refused", way[-1])]


def test_a_base_measured_by_its_far_side_stands_on_the_near_side_of_that_point():
    header = wh40k_header()
    where = Footprint(header.start.models["terminators.1"].base, Pose(Mm(700), Mm(700)))
    carrier = header.start.models["melta.1"].footprint
    far = reach(carrier, where, ends=("melta.1", "terminators.1"))
    ruling = ruled("wh40k.move", far, "within", inches(3), subjects=("terminators.1",))
    action = ActionTaken("disembark", ("terminators",))
    shapes = seen(1.0, timeline_of(header, ((action, (ruling, Refused("disembark")), Text()),)))
    ghost = next(p for p in shapes if isinstance(p, Token) and p.look == "refused")
    assert (ghost.pose.x, ghost.pose.y) == pytest.approx((700, 700), abs=0.01)


def test_measured_values_and_limits_have_the_decimal_comma_in_french():
    show = Show(wh40k_battle())
    labels = [p.text for p in show.at(2.0, ViewOptions("fr")).moving if isinstance(p, Label)]
    assert {"8,00 mv", "> 8,00 mv"} <= set(labels)
    assert not any("." in text for text in labels)
