"""Regions for drawing agree with the measurements they stand for."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from shapely.geometry import box

from battlesim.geometry.extent import wholly_inside
from battlesim.geometry.footprint import Base, Footprint
from battlesim.geometry.measure import gap, nearest
from battlesim.geometry.region import Region, around, as_region, as_shape, reach_region, setup_region
from battlesim.units import ZERO, inches
from tests.geometry.true_edges import BASES, at

TABLE = box(0, 0, 600, 400)


def test_a_region_keeps_holes_and_parts() -> None:
    shape = shapely.union_all([box(0, 0, 10, 10).difference(box(4, 4, 6, 6)), box(20, 0, 30, 10)])
    region = as_region("two", shape)
    assert sorted(len(part) for part in region.parts) == [1, 2]
    assert as_shape(region).equals(shape)
    assert as_region("none", shapely.Polygon()) == Region("none", ())
    assert as_region("none", shapely.Point(1, 2)).is_empty


@pytest.mark.parametrize("name", BASES)
def test_an_aura_is_what_lies_within_its_distance(name: str) -> None:
    source = at(BASES[name], 300, 200, 37.3)
    aura = as_shape(around([source], inches(3)))
    rng = np.random.default_rng(3)
    for x, y in rng.uniform((100, 0), (500, 400), (200, 2)):
        away = gap(source, Footprint.disc(x, y, 1e-4)).value
        # the drawn edge strays from the true one by a tenth of a millimetre or less
        if abs(away - inches(3)) > 0.2:
            assert aura.covers(shapely.Point(x, y)) is (away < inches(3))


@pytest.mark.parametrize("name", BASES)
def test_a_base_may_be_set_up_just_where_the_region_says(name: str) -> None:
    base, facing = BASES[name], 30.0
    enemies = [Footprint.disc(300, 200, 32), at(BASES["oval"], 420, 230, 61.7), at(BASES["hull"], 120, 300, 5)]
    region = as_shape(setup_region(TABLE, enemies, inches(3), base, facing=facing))
    rng = np.random.default_rng(5)
    for x, y in rng.uniform((0, 0), (600, 400), (120, 2)):
        placed = at(base, x, y, facing)
        away, out = nearest([placed], enemies), wholly_inside(placed, TABLE)
        clear = abs(away.value - inches(3)) > 0.3 and abs(region.boundary.distance(shapely.Point(x, y))) > 0.3
        if clear:
            assert region.covers(shapely.Point(x, y)) is (away.beyond(inches(3)) and out.within(ZERO))


def test_a_table_without_room_has_no_place_to_set_up() -> None:
    assert setup_region(TABLE, [Footprint.disc(300, 200, 32)], inches(24), Base.disc(32)).is_empty


def test_a_base_in_the_open_reaches_a_disc() -> None:
    region = as_shape(reach_region(Footprint.disc(300, 200, 32), inches(3), TABLE))
    assert region.area == pytest.approx(math.pi * inches(3) ** 2, rel=1e-3)


def test_a_wall_is_gone_round_and_the_way_round_counts() -> None:
    wall = box(330, 100, 340, 300)
    region = as_shape(reach_region(Footprint.disc(300, 200, 32), inches(6), TABLE, obstacles=[wall]))
    # behind the wall is 74 mm away as the crow flies; round its corner it is over 200
    assert not region.covers(shapely.Point(374, 200))
    assert region.covers(shapely.Point(300, 60))
    through = as_shape(reach_region(Footprint.disc(300, 200, 32), inches(6), TABLE))
    assert through.covers(shapely.Point(374, 200))
    far = as_shape(reach_region(Footprint.disc(300, 200, 32), inches(12), TABLE, obstacles=[wall]))
    # from (300, 200) round the rounded corner over (335, 84) and back down to (374, 200)
    assert far.covers(shapely.Point(374, 180))


def test_a_base_cannot_get_through_a_gap_narrower_than_itself() -> None:
    walls = [box(330, 0, 340, 185), box(330, 215, 340, 400)]
    assert not as_shape(reach_region(Footprint.disc(300, 200, 32), inches(6), TABLE, obstacles=walls)).covers(
        shapely.Point(400, 200)
    )
    assert as_shape(reach_region(Footprint.disc(300, 200, 25), inches(6), TABLE, obstacles=walls)).covers(
        shapely.Point(400, 200)
    )


def test_a_base_that_overlaps_a_wall_gets_nowhere() -> None:
    assert reach_region(Footprint.disc(300, 200, 32), inches(6), TABLE, obstacles=[box(300, 190, 310, 210)]).is_empty
