"""Sight between two footprints: by hand, against another way of looking, and the laws that it keeps."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon

from battlesim.errors import BadGeometry
from battlesim.geometry.convex import Convex, Outline, come_within, crossings
from battlesim.geometry.footprint import Base, Footprint, Pose, Spot
from battlesim.geometry.sight import Blocker, SightField, Sightline, sight
from battlesim.units import TOUCH, ZERO, Mm
from tests.geometry import sight_tables as tables
from tests.limits import ODD_ANGLES

seeds = st.integers(0, 1_000_000)

LOOKER = Footprint.disc(0, 0, 32)
TARGET = Footprint.disc(400, 0, 40)


def box(name: str, x0: float, y0: float, x1: float, y1: float, *, top: float | None = None) -> Blocker:
    return Blocker(name, shapely.box(x0, y0, x1, y1), top=None if top is None else Mm(top))


def is_proof(line: Sightline, blockers: list[Blocker], *, width: float = 1.0) -> bool:
    """Whether the line alone shows that it is free."""
    (clearance,) = tables.clearances(np.array([line.a[:2]]), np.array([line.b[:2]]), blockers)
    return bool(clearance >= (width - TOUCH) / 2 - 1e-5)


def test_an_empty_table_is_seen_across() -> None:
    line = sight(LOOKER, TARGET, [], ends=("me", "you"))
    assert line == Sightline(True, Spot(16, 0, 0), Spot(380, 0, 0), ("me", "you"))


def test_a_wall_right_across_shuts_every_line() -> None:
    wall = box("wall", 200, -60, 212, 60)
    line = sight(LOOKER, TARGET, [wall])
    assert not line.clear
    assert line.blockers == ("wall",)
    assert line.outlines == (tuple(wall.shape.exterior.coords[:-1]),)
    assert (line.a, line.b) == (Spot(16, 0, 0), Spot(380, 0, 0))


def test_a_wall_with_a_gap_is_seen_through() -> None:
    blockers = [box("left", 200, -60, 212, 6), box("right", 200, 9, 212, 60)]
    line = sight(LOOKER, TARGET, blockers)
    assert line.clear
    assert is_proof(line, blockers)
    assert line.blockers == ()


def test_two_bases_hide_a_third_only_together() -> None:
    left, right = Blocker("left", Footprint.disc(200, -13, 40)), Blocker("right", Footprint.disc(240, 13, 40))
    assert sight(LOOKER, TARGET, [left]).clear
    assert sight(LOOKER, TARGET, [right]).clear
    assert sight(LOOKER, TARGET, [right, left]).blockers == ("right", "left")


def test_every_blocker_is_named_not_only_the_first() -> None:
    walls = [box(f"wall {k}", 100 + 50 * k, -80, 105 + 50 * k, 80) for k in range(4)]
    aside = box("aside", 100, 200, 110, 300)
    assert sight(LOOKER, TARGET, [walls[2], aside, walls[0], walls[3], walls[1]]).blockers == (
        "wall 2", "wall 0", "wall 3", "wall 1",
    )  # fmt: skip


@pytest.mark.parametrize("x", [-40, 450])
def test_a_wall_behind_either_end_blocks_nothing(x: float) -> None:
    assert sight(LOOKER, TARGET, [box("wall", x, -100, x + 10, 100)]).clear


def test_touching_bases_see_each_other_though_a_wall_stands_over_the_rest() -> None:
    a, b = Footprint.disc(0, 0, 32), Footprint.disc(32, 0, 32)
    blockers = [box("above", -50, 3, 80, 40), box("below", -50, -40, 80, -3)]
    line = sight(a, b, blockers)
    assert line.clear
    assert is_proof(line, blockers)


def test_a_model_looks_past_its_own_corner_of_a_wall() -> None:
    corner = Blocker("corner", tables.corner(150, 150))
    inside = Footprint.disc(45, 45, 60)
    assert not sight(inside, Footprint.disc(-60, 80, 32), [corner]).clear
    assert sight(inside, Footprint.disc(250, 20, 32), [corner]).clear


def test_only_the_part_of_a_target_outside_the_wall_is_seen() -> None:
    half_in = box("wall", 395, -60, 460, 60)
    assert sight(LOOKER, TARGET, [half_in]).clear
    front = box("front", 370, -60, 381, 60)
    line = sight(LOOKER, TARGET, [half_in, front])
    assert not line.clear
    assert line.blockers == ("wall", "front")


def test_nobody_sees_out_of_a_blocker_that_covers_him() -> None:
    assert not sight(LOOKER, TARGET, [box("rock", -20, -20, 20, 20)]).clear
    assert not sight(TARGET, LOOKER, [box("rock", -20, -20, 20, 20)]).clear
    # the rim that a line needs half its width of is not enough, a wider one is
    assert not sight(LOOKER, TARGET, [Blocker("base", Footprint.disc(0, 0, 31.02))]).clear
    assert sight(LOOKER, TARGET, [Blocker("base", Footprint.disc(0, 0, 30.9))]).clear


def test_models_on_two_floors_see_each_other_where_they_overlap() -> None:
    above = Footprint.disc(10, 0, 32)
    assert sight(LOOKER, above, []).clear
    common = box("cover", -8, -16, 18, 16)
    assert not sight(LOOKER, above, [common, box("lid", -60, -60, 60, 60)]).clear
    # round the cover of what they share, from the rest of one to the rest of the other
    plus, bar = (
        Footprint(Base.rectangle(100, 20), Pose(Mm(0), Mm(0))),
        Footprint(Base.rectangle(20, 100), Pose(Mm(0), Mm(0))),
    )
    line = sight(plus, bar, [box("cover", -11, -11, 11, 11)])
    assert line.clear
    assert is_proof(line, [box("cover", -11, -11, 11, 11)])
    assert not sight(plus, bar, [Blocker("big", Footprint.disc(0, 0, 102))]).clear


@pytest.mark.parametrize("degrees", ODD_ANGLES)
@pytest.mark.parametrize("offset", [0.0, 9.3, -13.7])
@pytest.mark.parametrize(("gap", "clear"), [(0.9, False), (0.94, False), (1.0, True), (1.06, True), (1.1, True)])
def test_a_slit_lets_through_what_is_not_wider(gap: float, clear: bool, offset: float, degrees: float) -> None:
    a, b, walls = tables.slit_table(gap, degrees, offset)
    line = sight(a, b, walls)
    assert line.clear == clear
    assert not line.clear or is_proof(line, walls)


@pytest.mark.parametrize("degrees", ODD_ANGLES)
@pytest.mark.parametrize(("gap", "clear"), [(0.94, False), (1.06, True)])
def test_a_slit_between_two_bases_is_judged_as_exactly(gap: float, clear: bool, degrees: float) -> None:
    a, b = tables.turned_disc(-200, 0, 32, degrees), tables.turned_disc(200, 0, 32, degrees)
    bases = [tables.turned_disc(0, sign * (30 + gap / 2), 60, degrees) for sign in (-1, 1)]
    wings = [tables.turned(shapely.box(-3, y - 60, 3, y + 60), degrees, 0, 0) for y in (-80, 80)]
    blockers = [Blocker(f"b{i}", shape) for i, shape in enumerate([*bases, *wings])]
    assert sight(a, b, blockers).clear == clear


@pytest.mark.parametrize("degrees", ODD_ANGLES)
@pytest.mark.parametrize(("off", "clear"), [(-0.1, False), (0.0, True), (0.1, True)])
def test_a_line_may_graze_a_wall(off: float, clear: bool, degrees: float) -> None:
    # the wall covers both bases but for a strip along their lower edges, at 0 exactly half a line high
    a, b = tables.turned_disc(-200, 0, 32, degrees), tables.turned_disc(200, 0, 32, degrees)
    wall = Blocker("wall", tables.turned(shapely.box(-250, -15.5 + off, 250, 300), degrees, 0, 0))
    assert sight(a, b, [wall]).clear == clear


@pytest.mark.parametrize("degrees", ODD_ANGLES)
def test_two_walls_that_touch_leave_no_line_even_without_width(degrees: float) -> None:
    a, b = tables.turned_disc(-200, 0, 32, degrees), tables.turned_disc(200, 0, 32, degrees)
    halves = [shapely.box(0, -100, 10, 3.7), shapely.box(0, 3.7, 10, 100)]
    walls = [Blocker(f"{i}", tables.turned(half, degrees, 0, 0)) for i, half in enumerate(halves)]
    assert not sight(a, b, walls, width=Mm(0)).clear
    assert not sight(a, b, walls).clear


def test_a_line_without_width_passes_any_gap() -> None:
    walls = [box("left", 200, -100, 210, 3.7), box("right", 200, 3.75, 210, 100)]
    assert sight(LOOKER, TARGET, walls, width=Mm(0)).clear
    assert not sight(LOOKER, TARGET, walls).clear


def test_a_room_with_a_door_is_looked_into_only_through_the_door() -> None:
    inside = Footprint.disc(0, 0, 25)
    for width, clear in ((0.9, False), (1.1, True), (8.0, True)):
        blockers = [Blocker("room", tables.room(120, width))]
        line = sight(inside, Footprint.disc(300, 0, 25), blockers)
        assert line.clear == clear
        assert not clear or is_proof(line, blockers)
    assert not sight(inside, Footprint.disc(-300, 0, 25), [Blocker("room", tables.room(120, 8.0))]).clear


def test_a_ring_of_walls_shuts_in_whoever_stands_inside() -> None:
    ring = Blocker("ring", shapely.Point(0, 0).buffer(80).difference(shapely.Point(0, 0).buffer(70)))
    assert not sight(LOOKER, TARGET, [ring]).clear
    assert sight(LOOKER, Footprint.disc(40, 0, 25), [ring]).clear
    assert not sight(Footprint.disc(-200, 0, 32), TARGET, [ring]).clear


@pytest.mark.parametrize(("top", "clear"), [(30.0, True), (40.0, True), (41.0, False), (None, False)])
def test_a_wall_lower_than_both_models_hides_nothing(top: float | None, clear: bool) -> None:
    a, b = (Base.disc(32, height=40).at(Pose(Mm(x), Mm(0))) for x in (0, 300))
    assert sight(a, b, [box("wall", 100, -200, 110, 200, top=top)]).clear == clear
    assert sight(b, a, [box("wall", 100, -200, 110, 200, top=top)]).clear == clear


def test_a_model_without_a_height_looks_over_nothing() -> None:
    low = box("wall", 100, -200, 110, 200, top=5)
    assert not sight(LOOKER, TARGET, [low]).clear
    assert not sight(LOOKER, Base.disc(32, height=100).at(Pose(Mm(300), Mm(0))), [low]).clear


@pytest.mark.parametrize(("x", "clear"), [(60.0, False), (230.0, True)])
def test_a_line_to_a_tall_model_passes_over_a_wall_near_it(x: float, clear: bool) -> None:
    small, tall = Base.disc(32, height=20).at(Pose(Mm(0), Mm(0))), Base.disc(32, height=120).at(Pose(Mm(300), Mm(0)))
    wall = box("wall", x, -200, x + 10, 200, top=60)
    assert sight(small, tall, [wall]).clear == clear
    assert sight(tall, small, [wall]).clear == clear
    # the heights of the line tell where it runs
    assert not clear or (sight(small, tall, [wall]).a.z, sight(small, tall, [wall]).b.z) == (20, 120)


def test_a_line_passes_under_a_floor() -> None:
    a, b = (Base.disc(32, height=40).at(Pose(Mm(x), Mm(0))) for x in (0, 300))
    floor = Blocker("floor", shapely.box(20, -200, 200, 200), bottom=Mm(76), top=Mm(80))
    assert sight(a, b, [floor]).clear
    upstairs = Base.disc(32, height=40).at(Pose(Mm(150), Mm(0), 0.0, Mm(80)))
    assert not sight(a, upstairs, [floor]).clear


def test_what_a_line_looks_over_is_not_named_as_a_blocker() -> None:
    a, b = (Base.disc(32, height=40).at(Pose(Mm(x), Mm(0))) for x in (0, 300))
    walls = [box("low", 50, -200, 60, 200, top=30), box("high", 100, -200, 110, 200, top=50)]
    assert sight(a, b, walls).blockers == ("high",)


def test_a_model_as_a_blocker_ends_at_its_height() -> None:
    assert Blocker.model("m", Base.disc(32, height=40).at(Pose(Mm(0), Mm(0), 0.0, Mm(76)))).top == 116
    assert Blocker.model("m", LOOKER).top is None


def test_a_prepared_table_ignores_the_names_it_is_told_to() -> None:
    field = SightField([box("wall", 200, -60, 212, 60), Blocker("friend", Footprint.disc(100, 0, 60))])
    assert field.sight(LOOKER, TARGET).blockers == ("wall", "friend")
    assert field.sight(LOOKER, TARGET, ignoring={"wall"}).blockers == ("friend",)
    assert field.sight(LOOKER, TARGET, ignoring={"wall", "friend"}).clear


def test_a_clear_line_is_the_same_whether_or_not_blockers_are_asked_for() -> None:
    field = SightField([box("wall", 200, -60, 212, 60)])
    assert field.clear_line(LOOKER, TARGET) is None
    aside = TARGET.moved(0, 300)
    assert field.clear_line(LOOKER, aside) == field.sight(LOOKER, aside)


def test_bad_outlines_and_widths_are_refused() -> None:
    bow = Polygon([(0, 0), (10, 10), (10, 0), (0, 10)])
    with pytest.raises(BadGeometry, match="'bow'"):
        Blocker("bow", bow)
    with pytest.raises(BadGeometry, match="top"):
        box("wall", 0, 0, 10, 10, top=-1)
    with pytest.raises(BadGeometry, match="width"):
        SightField([], width=Mm(math.nan))


def test_sight_agrees_with_a_dense_search_on_random_tables() -> None:
    verdicts = [check_against_search(seed) for seed in range(12)]
    assert 2 < sum(verdicts) < 10


@pytest.mark.benchmark
def test_sight_agrees_with_a_dense_search_on_many_random_tables() -> None:
    verdicts = [check_against_search(seed) for seed in range(100, 700)]
    assert 200 < sum(verdicts) < 400


def check_against_search(seed: int) -> bool:
    a, b, blockers = tables.random_table(seed)
    line = sight(a, b, blockers)
    if line.clear:
        assert is_proof(line, blockers), seed
        assert a.shape.distance(shapely.Point(line.a)) < 0.02, seed
        assert b.shape.distance(shapely.Point(line.b)) < 0.02, seed
    else:
        assert tables.widest_line(a, b, blockers) < 0.5, seed
    return line.clear


def test_sight_is_the_same_from_both_ends_on_random_tables() -> None:
    check_symmetry(range(250))


@pytest.mark.benchmark
def test_sight_is_the_same_from_both_ends_on_ten_thousand_random_tables() -> None:
    check_symmetry(range(10_000))


def check_symmetry(numbers: range) -> None:
    for seed in numbers:
        a, b, blockers = tables.random_table(seed)
        field = SightField(blockers)
        there, back = field.sight(a, b), field.sight(b, a)
        assert (there.clear, there.blockers) == (back.clear, back.blockers), seed
        assert (there.a, there.b) == (back.b, back.a), seed


@given(seeds, st.sampled_from(ODD_ANGLES), st.floats(-500, 500), st.floats(-500, 500))
@settings(max_examples=25, deadline=None)
def test_turning_shifting_or_mirroring_the_table_changes_nothing(
    seed: int, degrees: float, dx: float, dy: float
) -> None:
    table = tables.random_table(seed)
    clear = sight(*table).clear
    # half a turn also swaps the end from which the search starts
    for other in (tables.shifted(table, degrees, dx, dy), tables.shifted(table, 180, 0, 0), tables.mirrored(table)):
        assert sight(*other).clear == clear


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_one_more_blocker_never_opens_a_line(seed: int) -> None:
    a, b, blockers = tables.random_table(seed)
    seen = [sight(a, b, blockers[:count]).clear for count in range(len(blockers) + 1)]
    assert seen == sorted(seen, reverse=True)


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_a_wider_line_never_passes_where_a_narrower_one_does_not(seed: int) -> None:
    a, b, blockers = tables.random_table(seed)
    seen = [sight(a, b, blockers, width=Mm(width)).clear for width in (0.0, 0.5, 1.0, 3.0, 10.0)]
    assert seen == sorted(seen, reverse=True)


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_the_blockers_that_are_named_shut_every_line_alone(seed: int) -> None:
    a, b, blockers = tables.random_table(seed)
    line = sight(a, b, blockers)
    named = [blocker for blocker in blockers if blocker.name in line.blockers]
    assert line.clear or not sight(a, b, named).clear


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_the_parts_of_an_outline_make_up_the_whole(seed: int) -> None:
    rng = random.Random(seed)
    pick = rng.randrange(3)
    shape = tables.star(rng, 80) if pick == 0 else tables.room(120, 9) if pick == 1 else tables.corner(90, 120)
    shape = tables.turned(shape, rng.uniform(0, 360), rng.uniform(0, 900), rng.uniform(0, 900))
    parts = shapely.union_all([part.core for part in Outline.of(shape, growth=0.0).convex_parts()])
    assert parts.difference(shape.buffer(2 * TOUCH)).area < 1e-6
    assert shape.difference(parts.buffer(2 * TOUCH)).area < 1e-6


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_crossings_lie_on_both_edges_and_none_is_forgotten(seed: int) -> None:
    rng = random.Random(seed)
    shapes = [
        Convex.around(
            np.array([[rng.uniform(-30, 30), rng.uniform(-30, 30)] for _ in range(rng.choice((1, 2, 5)))]), 8.0
        )
        for _ in range(2)
    ]
    found = crossings(*shapes)
    edges = [shape.polygon.exterior for shape in shapes]
    rough = shapely.get_coordinates(edges[0].intersection(edges[1]))
    assert all(edge.distance(shapely.Point(point)) < 0.01 for edge in edges for point in found)
    assert all(min(np.hypot(*(found - point).T), default=math.inf) < 1.0 for point in rough)


@pytest.mark.parametrize("width", [0.0, 1.0])
@pytest.mark.parametrize("degrees", ODD_ANGLES)
@pytest.mark.parametrize(
    ("length", "depth", "ahead", "clear"),
    [
        (80, 80, 0, False),
        (40, 800, 20, False),
        (31, 800, 24.5, False),
        (60, 60, 20, False),
        (40, 16, 20, True),
        (30, 800, 25, False),
    ],
)
def test_what_lies_over_an_end_shuts_a_line_of_any_width(width, degrees, length, depth, ahead, clear):
    """A blocker over all of the observer, half of it, a sliver, all but its back; one that leaves its sides free; one
    that touches it all along its front."""
    x, y = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    observer = Base.rectangle(20, 20).at(Pose(500, 500, degrees))
    target = Base.rectangle(20, 20).at(Pose(500 + 300 * x, 500 + 300 * y, degrees))
    over = Base.rectangle(length, depth).at(Pose(500 + ahead * x, 500 + ahead * y, degrees))
    for blocker in (Blocker("over", over), Blocker("over", over.shape)):
        assert sight(observer, target, [blocker], width=width).clear is clear
        assert sight(target, observer, [blocker], width=width).clear is clear


def test_ends_on_one_spot_see_past_the_same_blockers_as_ends_beside_it() -> None:
    wall = [Blocker("wall", shapely.box(30, -40, 34, 40))]
    plank = Base.rectangle(100, 20)
    for off in (0.0, 0.001):
        looker = Footprint.disc(off, 0, 32)
        seen = SightField(wall).fully_visible(looker, plank.at(Pose(Mm(0), Mm(0))))
        assert (seen.full, seen.blockers) == (False, ("wall",))


@pytest.mark.parametrize("reach", [-0.1, -1e-9])
@pytest.mark.parametrize("prepared", [True, False])
def test_nothing_comes_nearer_than_touching(reach: float, prepared: bool) -> None:
    core = shapely.box(0, 0, 10, 10)
    if prepared:
        shapely.prepare(core)
    cores, line = np.array([core], dtype=object), LineString([(-5, 5), (15, 5)])
    assert not come_within(cores, line, np.array([reach])).any()
    assert come_within(cores, line, np.array([0.0])).all()


def test_an_end_that_lies_wholly_under_a_blocker_sees_not_even_whom_it_overlaps() -> None:
    under = Footprint(Base.disc(60), Pose(Mm(-122.127074), Mm(-12.77584), 45.0))
    beside = Footprint(Base.oval(60, 35), Pose(Mm(-105.122995), Mm(14.57565), 187.367817))
    over = Blocker(
        "over", Polygon([(-189.74, -16.2), (-126.47, -66.87), (-74.52, -41.98), (-66.85, 15.16), (-134.05, 57.8)])
    )
    assert isinstance(over.shape, Polygon)
    assert over.shape.contains(under.shape)
    assert not over.shape.contains(beside.shape)
    for a, b in ((under, beside), (beside, under)):
        assert not sight(a, b, [over], width=ZERO).clear


def test_of_two_ends_that_overlap_a_free_part_of_both_sees_past_what_covers_the_shared_part() -> None:
    a, b = Footprint.disc(0, 0, 60), Footprint.disc(40, 0, 60)
    assert sight(a, b, [Blocker("between", shapely.box(9, -30, 31, 30))]).clear is False
    assert sight(a, b, [Blocker("between", shapely.box(9, -23, 31, 30))]).clear is True
