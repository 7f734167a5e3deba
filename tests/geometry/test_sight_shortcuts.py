"""What is decided early about sight is what the whole search would have decided."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon, box

from battlesim.geometry.convex import Convex, Outline, core_arrays
from battlesim.geometry.footprint import Base, Floats, Footprint, Pose, turned
from battlesim.geometry.sight import Blocker, SightField
from battlesim.geometry.tangents import free_line
from battlesim.geometry.way import Way, shut_by_one, straight_line
from battlesim.units import Mm
from tests.geometry.sight_tables import random_table

BASES = (Base.disc(32), Base.disc(60), Base.oval(75, 42), Base.rectangle(100, 60))


def somewhere(rng: random.Random, low: float, high: float) -> Footprint:
    pose = Pose(Mm(rng.uniform(low, high)), Mm(rng.uniform(0, 300)), rng.uniform(0, 360))
    return rng.choice(BASES).at(pose)


def blockers(rng: random.Random) -> list[Blocker]:
    found = []
    for k in range(rng.randint(1, 4)):
        x, y = rng.uniform(180, 420), rng.uniform(0, 300)
        found.append(Blocker(f"wall {k}", box(x, y, x + rng.uniform(2, 30), y + rng.uniform(5, 160))))
    return found


def convex(footprint: Footprint) -> Convex:
    return Convex(footprint.core, footprint.radius)


@pytest.mark.parametrize("seed", range(40))
def test_a_sketch_says_whether_all_is_seen_as_the_exact_answer_does(seed: int):
    rng = random.Random(seed)
    a, b = somewhere(rng, 0, 100), somewhere(rng, 500, 600)
    field = SightField(blockers(rng))
    assert field.fully_visible(a, b, sketched=True).full is field.fully_visible(a, b).full


@pytest.mark.parametrize("seed", range(60))
def test_lines_that_one_shape_shuts_are_not_found_by_the_search_either(seed: int):
    rng = random.Random(seed)
    a, b = convex(somewhere(rng, 0, 100)), convex(somewhere(rng, 500, 600))
    walls = [Convex.around(_corners(blocker), 0.5) for blocker in blockers(rng)]
    found = free_line(a, b, walls)
    if shut_by_one(a, b, walls):
        assert found is None
    if straight_line(a, b, *core_arrays(walls)) is not None:
        assert found is not None


@pytest.mark.parametrize("off", [-0.1, 0.1])
def test_a_wall_shuts_the_strip_when_it_reaches_past_both_sides(off: float):
    a, b = (Convex(Footprint.disc(x, 0, 32).core, 16.0) for x in (0, 300))
    wall = Convex.around(_corners(Blocker("wall", box(140, -16 - off, 150, 16 + off))))
    assert shut_by_one(a, b, [wall.grown(0.01)]) is (off > 0)


@pytest.mark.parametrize("off", [-0.1, 0.1])
def test_a_wall_that_is_not_grown_shuts_the_strip_all_the_same(off: float):
    a, b = (Convex(Footprint.disc(x, 0, 32).core, 16.0) for x in (0, 300))
    wall = Convex.around(_corners(Blocker("wall", box(140, -16 - off, 150, 16 + off))))
    assert shut_by_one(a, b, [wall]) is (off > 0)
    assert (free_line(a, b, [wall]) is None) is (off > 0)


def test_what_lies_over_an_end_is_left_to_the_search():
    a, b = (Convex(Footprint.disc(x, 0, 32).core, 16.0) for x in (0, 300))
    over = Outline.of(box(10, -40, 40, 40), growth=0.0)
    assert Way([a], [b], [over]).clear == []


def _corners(blocker: Blocker) -> Floats:
    assert isinstance(blocker.shape, Polygon)
    return np.array(blocker.shape.exterior.coords[:-1])


@pytest.mark.parametrize("seed", range(60))
def test_a_sketch_says_the_same_on_tables_full_of_dents(seed: int):
    a, b, walls = random_table(seed)
    field = SightField(walls)
    assert field.fully_visible(a, b, sketched=True).full is field.fully_visible(a, b).full


@pytest.mark.parametrize("base", [*BASES, Base.hull([(-40, -30), (50, -30), (20, 40)]), Base.stadium(70, 25)])
def test_the_corner_that_lies_farthest_in_a_direction_is_found_by_the_normals(base: Base):
    shape = Convex.around(base.at(Pose(Mm(310), Mm(170), 33.3)).core, 5.0)
    angles = np.linspace(-7.0, 7.0, 997)
    along = np.column_stack([np.cos(angles), np.sin(angles)])
    reached = (shape.farthest(angles) * along).sum(axis=1)
    assert reached == pytest.approx((along @ shape.points.T).max(axis=1), abs=1e-9)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.floats(-90, 90), st.floats(-90, 90)), min_size=3, max_size=9, unique=True), st.floats(0, 7)
)
def test_corners_in_one_line_do_not_mislead_the_search_for_the_farthest(
    corners: list[tuple[float, float]], turn: float
):
    hull = Convex.around(turned(np.array(corners), turn))
    # every side with its middle as one more corner, which rounding puts to either side of it
    middles = (hull.points + np.roll(hull.points, -1, axis=0)) / 2
    shape = Convex(np.stack([hull.points, middles], axis=1).reshape(-1, 2))
    angles = np.linspace(0.0, 6.2, 311)
    along = np.column_stack([np.cos(angles), np.sin(angles)])
    assert (shape.farthest(angles) * along).sum(axis=1) == pytest.approx((along @ shape.points.T).max(axis=1), abs=1e-6)
