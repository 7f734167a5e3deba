"""What stands on the way of a line: whole where that tells enough, in pieces where it does not."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from shapely.geometry import box

from battlesim.geometry.convex import SEAL, Convex, Outline, come_within, core_arrays
from battlesim.geometry.footprint import Footprint
from battlesim.geometry.way import Way, shut_by_one, straight_line, tried_line
from tests.geometry.sight_tables import corner, random_table, turned


def disc(x: float, y: float, diameter: float = 32.0) -> Convex:
    return Convex(Footprint.disc(x, y, diameter).core, diameter / 2)


def test_a_hull_between_the_ends_stays_whole_and_one_off_the_way_is_left_out():
    near = Outline.of_area(corner(80, 80), 0.5)
    far = Outline.of_area(turned(corner(80, 80), 0, 40, 900), 0.5)
    way = Way([disc(-100, 40)], [disc(200, 40)], [near, far])
    assert way.clear == way.shapes == [near.hull]


def test_an_outline_around_an_end_counts_in_pieces_that_keep_clear_of_it():
    around = Outline.of_area(corner(80, 80), 0.5)
    stands = disc(32, 32, 25)
    way = Way([stands], [disc(-300, 32)], [around])
    assert way.clear == []
    assert way.uncut[0].tolist() == [around.core]
    assert all(shape.core.distance(stands.core) > stands.radius + shape.radius for shape in way.shapes)


def test_an_outline_round_an_end_that_lies_off_the_way_is_left_aside():
    behind = Outline.of_area(corner(80, 80), 0.5)
    way = Way([disc(32, 32, 25)], [disc(300, 32)], [behind])
    assert way.shapes == []
    assert len(way.uncut[0]) == 0


def test_nothing_stands_on_the_way_where_there_is_nothing():
    a, b = disc(0, 0), disc(300, 0)
    way = Way([a], [b], [])
    assert way.clear == way.shapes == []
    assert straight_line(a, b, *way.uncut) == (16.0, 0.0, 284.0, 0.0)


@pytest.mark.parametrize("seed", range(80))
def test_lines_keep_clear_of_the_pieces_where_they_keep_clear_of_the_whole(seed: int):
    a, b, walls = random_table(seed)
    if a.base.kind == "hull" or b.base.kind == "hull":
        a, b = Footprint.disc(*a.centre, 40), Footprint.disc(*b.centre, 32)
    ends = Convex(a.core, a.radius), Convex(b.core, b.radius)
    if ends[0].core.distance(ends[1].core) <= ends[0].radius + ends[1].radius:
        pytest.skip("the two ends overlap")
    way = Way(ends[:1], ends[1:], [Outline.of(wall.shape, growth=0.5) for wall in walls])
    cores, radii = core_arrays(way.shapes)
    straight = straight_line(*ends, *way.uncut)
    for line in (straight, tried_line(*ends, *way.uncut) if straight is None else None):
        if line is not None:
            drawn = shapely.linestrings([line[:2], line[2:]])
            # pieces are filled where a dent is shallower than the tolerance
            assert not come_within(cores, drawn, np.maximum(radii - 0.01 - SEAL, 0.0)).any()
    assert not (shut_by_one(*ends, way.clear) and straight_line(*ends, cores, radii) is not None)


def test_a_wall_over_an_end_leaves_the_line_to_its_other_side_free():
    a, b = disc(0, 0, 60), disc(300, 0)
    over = Outline.of_area(box(-40, -5, -10, 5), 0.0)
    assert straight_line(a, b, *Way([a], [b], [over]).uncut) == (30.0, 0.0, 284.0, 0.0)
