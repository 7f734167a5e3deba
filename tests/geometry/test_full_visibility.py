"""Full visibility: which stretches of an edge are hidden, by hand and against a dense search."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
import shapely
from shapely.geometry import LineString

from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.sight import Blocker, Exposure, SightField, fully_visible, sight
from battlesim.units import Mm
from tests.geometry import sight_tables as tables
from tests.limits import ODD_ANGLES

LOOKER = Footprint.disc(0, 0, 32)
TARGET = Footprint.disc(400, 0, 40)


def wall(name: str, x0: float, y0: float, x1: float, y1: float) -> Blocker:
    return Blocker(name, shapely.box(x0, y0, x1, y1))


def length(exposure: Exposure) -> float:
    return sum(LineString(run).length for run in exposure.hidden)


def test_a_target_in_the_open_is_fully_visible() -> None:
    assert fully_visible(LOOKER, TARGET, [], ends=("me", "you")) == Exposure(True, ("me", "you"))


def test_a_wall_before_half_of_the_target_hides_a_part_of_its_edge() -> None:
    exposure = fully_visible(LOOKER, TARGET, [wall("wall", 370, 0, 375, 80), wall("aside", 200, 200, 210, 300)])
    assert (exposure.full, exposure.blockers) == (False, ("wall",))
    assert exposure.outlines == (((375, 0), (375, 80), (370, 80), (370, 0)),)
    (run,) = exposure.hidden
    assert all(math.hypot(x - 400, y) == pytest.approx(20, abs=0.01) for x, y in run)
    # the lowest hidden point is on the line from the lowest of the looker past the corner, half a line away from it
    low = min(y for _, y in run)
    assert -0.5 < low < 4.0


def test_a_hidden_target_is_hidden_on_all_of_the_edge_that_faces() -> None:
    exposure = fully_visible(LOOKER, TARGET, [wall("wall", 200, -60, 212, 60)])
    # the half turn that faces, a little more than half of the rim toward the smaller looker being out of its view
    assert length(exposure) == pytest.approx(math.pi * 20, rel=0.05)


def test_the_far_side_does_not_face_and_need_not_be_seen() -> None:
    assert fully_visible(LOOKER, TARGET, [wall("behind", 405, -60, 460, -19), wall("too", 421, -60, 440, 60)]).full


def test_what_one_part_of_the_looker_does_not_see_another_may() -> None:
    # a thin post between two wide bases hides nothing for good
    wide, post = Footprint.disc(0, 0, 60), Blocker("post", Footprint.disc(100, 0, 10))
    assert fully_visible(wide, Footprint.disc(200, 0, 60), [post]).full
    assert not fully_visible(Footprint.disc(0, 0, 8), Footprint.disc(200, 0, 60), [post]).full


def test_two_posts_hide_a_stretch_that_neither_hides_alone() -> None:
    posts = [Blocker("left", Footprint.disc(150, -5.2, 10)), Blocker("right", Footprint.disc(150, 5.2, 10))]
    small, target = Footprint.disc(0, 0, 16), Footprint.disc(200, 0, 40)
    assert fully_visible(small, target, posts[:1]).full == fully_visible(small, target, posts[1:]).full
    assert length(fully_visible(small, target, posts)) > sum(length(fully_visible(small, target, [p])) for p in posts)


@pytest.mark.parametrize("degrees", ODD_ANGLES)
@pytest.mark.parametrize(("gap", "full"), [(0.9, False), (1.1, True)])
def test_a_slit_shows_what_is_right_behind_it_only_to_a_line_that_passes(
    gap: float, full: bool, degrees: float
) -> None:
    a, b, walls = tables.slit_table(gap, degrees, 0.0)
    exposure = fully_visible(a, b, walls)
    assert not exposure.full
    assert (len(exposure.hidden) == 2) == full
    assert sight(a, b, walls).clear == full


def test_a_blocker_against_the_target_hides_the_edge_beneath_it() -> None:
    exposure = fully_visible(LOOKER, TARGET, [Blocker("friend", Footprint.disc(370, 0, 20))])
    assert exposure.blockers == ("friend",)
    assert not exposure.full


def test_a_low_wall_hides_nothing_of_tall_models() -> None:
    a, b = (Base.disc(32, height=40).at(Pose(Mm(x), Mm(0))) for x in (0, 300))
    low = Blocker("low", shapely.box(150, 0, 160, 90), top=Mm(30))
    high = Blocker("high", shapely.box(150, 0, 160, 90), top=Mm(50))
    assert fully_visible(a, b, [low]).full
    assert not fully_visible(a, b, [high]).full


def test_a_prepared_table_ignores_the_names_it_is_told_to() -> None:
    field = SightField([wall("wall", 370, 0, 375, 80)])
    assert not field.fully_visible(LOOKER, TARGET).full
    assert field.fully_visible(LOOKER, TARGET, ignoring=("wall",)).full


def test_a_hull_hides_its_own_dent_which_then_does_not_face() -> None:
    arrow = Base.hull([(-60, -40), (60, -40), (60, 40), (-60, 40), (20, 0)]).at(Pose(Mm(300), Mm(0)))
    assert fully_visible(LOOKER, arrow, []).full
    exposure = fully_visible(LOOKER, arrow, [Blocker("post", Footprint.disc(225, 0, 42))])
    tip = shapely.Point(320, 0)
    assert any(LineString(run).distance(tip) < 0.1 for run in exposure.hidden)


def check_against_search(seed: int) -> int:
    """Spots on the edge, hidden or not, as a search for a line from each says; how many spots counted."""
    a, b, blockers = tables.random_table(seed)
    blockers = blockers[:5]
    exposure = fully_visible(a, b, blockers)
    assert not exposure.full or sight(a, b, blockers).clear, seed
    hidden = shapely.MultiLineString([list(run) for run in exposure.hidden])
    rng, rim = random.Random(seed), shapely.get_exterior_ring(b.shape)
    counted = 0
    for _ in range(12):
        spot = shapely.line_interpolate_point(rim, rng.random(), normalized=True)
        inside = not hidden.is_empty and hidden.distance(spot) < 0.03
        # where a stretch ends, a hair decides
        if not hidden.is_empty and (hidden.boundary.distance(spot) < 0.8):
            continue
        clear, deep = tables.best_view(np.array(spot.coords[0]), a, b, blockers, points=120)
        faces = deep < 1e-9
        assert not inside or faces, (seed, spot)
        assert not inside or clear < 0.5, (seed, spot)
        assert inside or not faces or clear > 0.45, (seed, spot)
        counted += faces
    return counted


def test_hidden_stretches_agree_with_a_dense_search_on_random_tables() -> None:
    assert sum(check_against_search(seed) for seed in range(5)) > 10


@pytest.mark.benchmark
def test_hidden_stretches_agree_with_a_dense_search_on_many_random_tables() -> None:
    assert sum(check_against_search(seed) for seed in range(1000, 1250)) > 800


@pytest.mark.parametrize("over", [-0.0002, 0.0, 0.0002, 0.001])
@pytest.mark.parametrize("width", [0.0, 0.004, 1.0])
def test_a_sketch_of_a_sliver_gives_the_exact_verdict(over: float, width: float) -> None:
    """A wall as thin as a hair that just covers the looker from a spot of the target's edge."""
    looker, target = Base.rectangle(20, 20).at(Pose(Mm(0), Mm(0))), Footprint.disc(110, 0, 40)
    x, y = 110 - 20 * math.cos(math.radians(7.5)), 20 * math.sin(math.radians(7.5))
    high, low = (y + (x - 50) / (x - 10) * (corner - y) for corner in (10, -10))
    sliver = shapely.box(50, low - over, 50.001, high + over)
    field = SightField([Blocker("sliver", sliver)], width=Mm(width))
    assert field.fully_visible(looker, target, sketched=True).full is field.fully_visible(looker, target).full
