"""Texts find their places without meeting."""

import math
import os
from dataclasses import replace
from itertools import combinations

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy as np
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.model.text import LANGUAGES
from battlesim.units import length_unit
from battlesim.views.camera import Camera, framing
from battlesim.views.frame import layout
from battlesim.views.inset import Filled, chosen_places, corners, ruler_places
from battlesim.views.labels import Crowd, badge_room, crosses, in_the_way, marker_box, place
from battlesim.views.lettering import Lettering
from battlesim.views.options import ViewOptions
from battlesim.views.paint import Painter
from battlesim.views.palette import INK
from battlesim.views.primitives import Area, Badge, Label, Layer, Token, disjoint, grown
from battlesim.views.show import Show
from battlesim.views.signs import CORNERS
from battlesim.views.tags import badge
from tests.views.samples import netepic_battle, wh40k_battle

PORT = (0.0, 0.0, 950.0, 600.0)


def boxes_of(shapes, camera):
    found = []
    for shape in shapes:
        if isinstance(shape, Token) and shape.look != "ghost":
            x, y = camera.to_screen((shape.pose.x, shape.pose.y))
            r = shape.base.circumradius * camera.zoom
            found.append((x - r, y - r, x + r, y + r))
    return found


def places(show, position, language, where, *, whole):
    camera = (
        show.whole(where.port, scale=where.scale) if whole else show.camera(position, where.port, scale=where.scale)
    )
    shapes = show.at(position, ViewOptions(language, auras=True)).moving
    free = [box for box in (show.inset_box(camera, position), show.ruler_box(camera, position)) if box]
    labels = [p for p in shapes if isinstance(p, Label)]
    placed = place(labels, camera, Lettering(where.scale).measure, bases=boxes_of(shapes, camera), kept_free=free)
    return camera, labels, placed


@pytest.mark.parametrize(
    "battle", [wh40k_battle(), wh40k_battle(extra=6), netepic_battle()], ids=["small", "large", "netepic"]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_labels_overlap_at_any_moment(battle, language):
    show, where = Show(battle), layout((1280, 720))
    for n in range(2 * len(battle.steps) + 1):
        for whole in (True, False):
            camera, _, placed = places(show, n / 2, language, where, whole=whole)
            for a, b in combinations(placed, 2):
                assert disjoint(a.box, b.box), (n / 2, a.label.text, b.label.text)
            for each in placed:
                assert camera.port[0] <= each.box[0] <= each.box[2] <= camera.port[2]
                assert camera.port[1] <= each.box[1] <= each.box[3] <= camera.port[3]


def test_every_measured_value_finds_a_place():
    show, where = Show(wh40k_battle(extra=14)), layout((1280, 720))
    for position in (2.0, 3.0, 7.0):
        _, labels, placed = places(show, position, "en", where, whole=False)
        must = {label.text for label in labels if label.must}
        assert must
        assert must <= {each.label.text for each in placed}


def test_a_dense_screen_has_the_same_labels_larger():
    show = Show(wh40k_battle())
    small, large = layout((1280, 720)), layout((2560, 1440))
    assert (small.scale, large.scale) == (1.0, 2.0)
    one, two = (places(show, 2.0, "en", where, whole=False)[2] for where in (small, large))
    assert [p.label.text for p in one] == [p.label.text for p in two]
    for a, b in zip(one, two, strict=True):
        assert b.box[3] - b.box[1] == pytest.approx(2 * (a.box[3] - a.box[1]), rel=0.12)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 1500), st.floats(0, 1100), st.integers(1, 26)), max_size=25), st.floats(0.3, 3.0)
)
def test_labels_never_meet_wherever_they_want_to_be(wishes, zoom):
    camera = Camera(760.0, 560.0, zoom, PORT)
    labels = [Label(Layer.LABEL, "n" * n, (x, y, x + 30, y + 30), (255,) * 4, must=n % 3 == 0) for x, y, n in wishes]
    placed = place(labels, camera, lambda text, size, bold: (len(text) * size * 0.6, size * 1.36))
    assert all(disjoint(a.box, b.box) for a, b in combinations(placed, 2))


def test_a_label_that_had_to_go_far_has_a_leader_to_its_unit():
    camera = framing((0, 0, 950, 600), PORT)
    crowd = [(x, y, x + 30.0, y + 30.0) for x in range(380, 560, 30) for y in range(200, 380, 30)]
    label = Label(Layer.LABEL, "deep in the crowd", (460, 280, 480, 300), (255,) * 4)
    (placed,) = place([label], camera, lambda text, size, bold: (120.0, 16.0), bases=crowd)
    assert placed.leader is not None
    assert not any(not disjoint(placed.box, box) for box in crowd) or placed.leader


def test_what_is_kept_free_is_free_of_leaders_too():
    camera, free = framing((0, 0, 950, 600), PORT), (400.0, 250.0, 520.0, 290.0)
    # the only gap in the crowd lies beyond what is kept free
    cells = [(x, y, x + 20.0, y + 20.0) for x in range(280, 640, 20) for y in range(140, 460, 20)]
    crowd = [cell for cell in cells if disjoint(cell, (420.0, 190.0, 500.0, 250.0))] * 3
    label = Label(Layer.LABEL, "a name", (450.0, 300.0, 470.0, 320.0), INK)
    for kept, crossing in (((), True), ((free,), False)):
        (placed,) = place([label], camera, lambda text, size, bold: (40.0, 16.0), bases=crowd, kept_free=kept)
        assert bool(placed.leader and crosses(placed.leader, free)) is crossing


@pytest.mark.parametrize("angle", [7.0, 30.0, 61.7, 123.4, 250.0])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_name_beside_an_objective_marker_stays_off_it(angle, size):
    show, where = Show(wh40k_battle()), layout(size)
    spot = show.header.start.battlefield.objectives[0].at
    x, y = spot.x + 42 * math.cos(math.radians(angle)), spot.y + 42 * math.sin(math.radians(angle))
    camera = framing((x - 200, y - 150, x + 200, y + 150), where.port, scale=where.scale)
    still = show.at(0.0, ViewOptions()).still
    name = Label(Layer.LABEL, "Sly Marbo", (x - 16, y - 16, x + 16, y + 16), INK, style=0)
    (placed,) = Painter().draw(pygame.Surface(size), still, (name,), camera)
    held = 20.0 * 1.35 * camera.zoom
    across, down = camera.to_screen((spot.x, spot.y))
    assert disjoint(placed.box, (across - held, down - held, across + held, down + held))


def test_a_picture_of_shapes_keeps_its_texts_off_markers_and_lines_as_well():
    show, where = Show(wh40k_battle()), layout((1280, 720))
    camera = show.camera(2.0, where.port, scale=where.scale)
    seen = show.at(2.0, ViewOptions())
    bases, lines = in_the_way((*seen.still, *seen.moving), camera)
    markers = [marker_box(p, camera) for p in seen.still if isinstance(p, Area) and p.layer == Layer.MARKER]
    assert markers
    assert set(markers) <= set(bases)
    assert lines


def test_a_segment_crosses_the_boxes_that_it_passes_through():
    box = (10.0, 10.0, 20.0, 20.0)
    assert crosses(((0.0, 0.0), (30.0, 30.0)), box)
    assert crosses(((15.0, 0.0), (15.0, 12.0)), box)
    assert not crosses(((15.0, 0.0), (15.0, 10.0)), box)
    assert not crosses(((0.0, 12.0), (12.0, 30.0)), box)
    assert not crosses(((25.0, 0.0), (25.0, 30.0)), box)


def test_a_limit_slides_along_its_ring_before_it_leaves_it():
    camera = framing((0, 0, 950, 600), PORT)
    ring = [(475 + 120 * math.sin(n / 12 * math.pi), 300 - 120 * math.cos(n / 12 * math.pi)) for n in range(24)]
    label = Label(Layer.LABEL, "≤ 9.00 mv", (*ring[0], *ring[0]), INK, rank=2, spots=tuple(ring))
    (placed,) = place([label], camera, lambda *_: (60.0, 16.0), bases=[(415.0, 60.0, 535.0, 290.0)])
    assert placed.leader is None
    assert not disjoint(grown(placed.box, 8.0), (355.0, 180.0, 595.0, 420.0))


def test_a_measured_value_would_rather_be_farther_off_than_on_a_base():
    camera = framing((0, 0, 950, 600), PORT)
    bases = [(400.0, y, 560.0, y + 22.0) for y in (268.0, 310.0)]
    ends = ((470.0, 300.0), (482.0, 300.0))
    label = Label(Layer.LABEL, "0.53 mv", (470, 300, 482, 300), INK, along=ends, must=True, verdict="holds")
    (placed,) = place([label], camera, lambda *_: (30.0, 16.0), bases=bases)
    assert all(disjoint(grown(placed.box, -3.0), base) for base in bases)


def test_a_label_whose_unit_is_out_of_sight_is_left_out():
    camera = framing((0, 0, 950, 600), PORT)
    label = Label(Layer.LABEL, "away", (2000, 2000, 2030, 2030), (255,) * 4)
    assert place([label], camera, lambda text, size, bold: (60.0, 16.0)) == ()


def test_the_crowd_counts_what_a_box_covers():
    crowd = Crowd(PORT, [(60.0, 60.0, 120.0, 120.0)])
    assert crowd.covered((60.0, 60.0, 120.0, 120.0)) == 100.0
    assert crowd.covered((120.0, 60.0, 180.0, 120.0)) == 0.0
    assert crowd.covered((90.0, 90.0, 300.0, 300.0)) == 25.0


def test_badges_widen_the_plate_of_a_label():
    camera = Camera(100.0, 100.0, 2.0, PORT, 1.0)
    plain = Label(Layer.LABEL, "Boyz", (100, 100, 120, 120), INK, style=0)
    signed = replace(plain, badges=(Badge("C", "triangle", INK), Badge("B", "hexagon", INK)))
    boxes = [place([label], camera, Lettering(1.0).measure)[0].box for label in (plain, signed)]
    room = boxes[1][2] - boxes[1][0] - (boxes[0][2] - boxes[0][0])
    assert room == pytest.approx(2 * badge_room(plain, 1.0))


@pytest.mark.parametrize("battle", [wh40k_battle(), netepic_battle()], ids=["wh40k", "netepic"])
@pytest.mark.parametrize("size", [(1280, 720), (900, 900)])
def test_the_small_map_hides_as_few_bases_as_any_corner_would(battle, size):
    show, where = Show(battle), layout(size)
    shown = 0
    for n in range(1, len(battle.steps) + 1):
        camera = show.camera(float(n), where.port, scale=where.scale)
        box = show.inset_box(camera, float(n))
        if box is None:
            continue
        shown += 1
        models = [
            m
            for scene in battle.scenes[n - 1 : n + 1]
            for m in scene.models.values()
            if m.on_table and m.pose is not None
        ]

        def hidden(corner, models=models, camera=camera):
            around = [(*camera.to_screen((m.pose.x, m.pose.y)), m.base.circumradius * camera.zoom) for m in models]
            return sum(not disjoint((x - r, y - r, x + r, y + r), corner) for x, y, r in around)

        assert hidden(box) == min(hidden(corner) for corner in corners(camera, battle.header.start.battlefield))
    assert shown


@pytest.mark.parametrize(
    "battle", [wh40k_battle(), wh40k_battle(extra=6), netepic_battle()], ids=["small", "large", "netepic"]
)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (900, 900)])
def test_the_ruler_touches_no_base_and_not_the_small_map(battle, size):
    show, where = Show(battle), layout(size)
    shown = 0
    for n in range(1, len(battle.steps) + 1):
        camera = show.camera(float(n), where.port, scale=where.scale)
        inset = show.inset_box(camera, float(n))
        if inset is None:
            continue
        shown += 1
        ruler = show.ruler_box(camera, float(n))
        assert disjoint(ruler, inset)
        for shape in show.at(float(n), ViewOptions()).moving:
            if isinstance(shape, Token) and shape.look == "standing":
                (x, y), r = camera.to_screen((shape.pose.x, shape.pose.y)), shape.base.circumradius * camera.zoom
                assert disjoint(ruler, (x - r, y - r, x + r, y + r)), (n, shape.model)
    assert shown


def test_the_ruler_leaves_its_corner_for_a_model_alone():
    field, unit = netepic_battle().header.start.battlefield, length_unit("cm")
    camera = Camera(600.0, 400.0, 1.0, PORT)
    corner = camera.to_table(ruler_places(unit, camera)[0][:2])
    empty, nothing = Filled(np.zeros((0, 3)), np.zeros((0, 3))), np.zeros((0, 3))
    there = Filled(np.array([(*corner, 12.0)]), nothing)
    places = chosen_places((empty, there, empty), (camera,) * 3, field, unit)
    assert [ruler for _, ruler in places] == [0, 2, 2]


@pytest.mark.parametrize("shape", ["disc", *CORNERS])
@pytest.mark.parametrize("letter", ["突", "C"])
def test_the_letter_of_a_badge_is_as_large_in_every_shape_and_lies_inside_it(shape, letter):
    colour, size = (240, 200, 120, 255), 40.0
    surface = pygame.Surface((100, 100))
    badge(surface, Badge(letter, shape, colour), (50.0, 50.0), size, 1.0)
    dark = [(x, y) for x in range(100) for y in range(100) if surface.get_at((x, y))[:3] == (16, 18, 22)]
    tall = max(y for _, y in dark) - min(y for _, y in dark)
    assert tall > (0.5 if letter == "突" else 0.35) * size
    # a letter that runs over the edge of its shape touches the black ground
    beside = {surface.get_at((x + dx, y + dy))[:3] for x, y in dark for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    assert (0, 0, 0) not in beside
