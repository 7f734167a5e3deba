"""Shapes that are refused, and what a base knows of itself."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
import shapely

from battlesim.errors import BadGeometry
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.units import Mm
from tests.geometry.true_edges import ARROW, BASES, at, edge

NAN, INF = math.nan, math.inf


@pytest.mark.parametrize("number", [NAN, INF, -INF])
@pytest.mark.parametrize("field", ["x", "y", "facing", "elevation"])
def test_a_pose_that_is_nowhere_is_refused_by_name(field: str, number: float) -> None:
    numbers = {"x": 1.0, "y": 2.0, "facing": 3.0, "elevation": 4.0, field: number}
    with pytest.raises(BadGeometry, match=f"{field} is {number!r}"):
        Pose(**numbers)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [0, -1, NAN, INF])
def test_a_base_without_a_size_is_refused(size: float) -> None:
    with pytest.raises(BadGeometry, match="above zero"):
        Base.disc(size)
    with pytest.raises(BadGeometry, match="width"):
        Base.oval(75, size)
    with pytest.raises(BadGeometry, match="length"):
        Base.rectangle(size, 30)


@pytest.mark.parametrize("height", [-1, NAN])
def test_a_base_with_a_height_below_the_table_is_refused(height: float) -> None:
    with pytest.raises(BadGeometry, match="height"):
        Base.disc(32, height=height)


def test_a_hull_that_crosses_itself_is_refused_with_the_place() -> None:
    with pytest.raises(BadGeometry, match=r"cross or touch itself.*\[5 5\]"):
        Base.hull([(0, 0), (10, 10), (10, 0), (0, 10)])


def test_a_hull_that_touches_itself_is_refused() -> None:
    with pytest.raises(BadGeometry, match=r"\[5 0\]"):
        Base.hull([(0, 0), (5, 0), (10, 0), (10, 10), (5, 0), (0, 10)])


@pytest.mark.parametrize("outline", [[], [(0, 0), (1, 1)], [(0, 0), (1, 1), (0, 0)]])
def test_a_hull_with_too_few_corners_is_refused(outline: list[tuple[float, float]]) -> None:
    with pytest.raises(BadGeometry, match="three corners"):
        Base.hull(outline)


def test_a_hull_without_area_is_refused() -> None:
    with pytest.raises(BadGeometry, match="hull"):
        Base.hull([(0, 0), (5, 5), (10, 10)])


def test_a_hull_with_a_corner_nowhere_is_refused_with_the_corner() -> None:
    with pytest.raises(BadGeometry, match=r"\(nan, 4.0\)"):
        Base.hull([(0, 0), (5, 0), (NAN, 4)])


def test_a_hull_may_be_written_closed() -> None:
    assert Base.hull([*ARROW, ARROW[0]]) == Base.hull(ARROW)


def test_only_a_notched_hull_is_not_convex() -> None:
    assert {name for name, base in BASES.items() if not base.convex} == {"hull"}
    assert Base.hull(((-30, -30), (30, -30), (30, 30), (-30, 30))).convex
    # a corner in the middle of a side is no notch
    assert Base.hull(((-30, -30), (0, -30), (30, -30), (30, 30), (-30, 30))).convex


@pytest.mark.parametrize("name", BASES)
def test_the_circumradius_reaches_the_farthest_point_of_the_edge(name: str) -> None:
    base = BASES[name]
    points = edge(at(base, 0, 0), np.arange(3600) / 3600)
    assert base.circumradius == pytest.approx(float(np.hypot(points[:, 0], points[:, 1]).max()), abs=0.01)


@pytest.mark.parametrize("name", BASES)
def test_the_drawn_shape_is_the_true_edge(name: str) -> None:
    footprint = at(BASES[name], 120, -40, 37.3)
    points = edge(footprint, np.arange(720) / 720)
    drawn = footprint.shape.exterior
    assert float(shapely.distance(drawn, shapely.points(points)).max()) < 0.02
    low, high = points.min(axis=0), points.max(axis=0)
    assert footprint.bounds == pytest.approx((*low, *high), abs=0.02)


def test_facings_turn_from_x_towards_y() -> None:
    # y runs down the page, so a quarter turn from facing right faces down
    nose = at(Base.hull(((0, -1), (10, 0), (0, 1))), 0, 0, 90).core[1]
    assert nose == pytest.approx([0, 10])


def test_a_stadium_lies_along_its_facing() -> None:
    with pytest.raises(BadGeometry, match="longer than wide"):
        Base.stadium(30, 60)
    assert Base.stadium(40, 40).at(Pose(Mm(0), Mm(0))).core.shape == (1, 2)


def test_a_footprint_is_a_value() -> None:
    assert Footprint.disc(1, 2, 32) == at(Base.disc(32), 1, 2)
    assert hash(Footprint.disc(1, 2, 32)) == hash(at(Base.disc(32), 1, 2))


def test_a_pickled_footprint_takes_no_hash_to_another_process() -> None:
    here = Footprint.disc(10, 20, 32)
    assert hash(here) == hash(Footprint.disc(10, 20, 32))
    there = pickle.loads(pickle.dumps(here))
    assert there == here
    assert "_hash" not in vars(there)
    assert "_hash" not in vars(there.base)
