"""Published tables: what stands where, and what is made of the published numbers."""

import pytest
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union

from battlesim.errors import UnknownName
from battlesim.model.battlefield import Battlefield
from battlesim.roster.layouts import layout, layouts
from battlesim.units import TOUCH, inches

ONE_OF_EACH_MAP = {
    "sweeping-engagement": "bm-assets-vs-assets-01",
    "crucible-of-battle": "bm-assets-vs-assets-02",
    "tipping-point": "bm-assets-vs-assets-03",
    "search-and-destroy": "bm-disrupt-vs-assets-03",
    "dawn-of-war": "bm-take-vs-take-02",
    "hammer-and-anvil": "bm-purge-vs-recon-01",
    "kotc-colosseum": "kotc-colosseum",
}
OWNED_SQUARE_INCHES = {
    "sweeping-engagement": 660,
    "crucible-of-battle": 660,
    "tipping-point": 704,
    "search-and-destroy": 596.4,
    "dawn-of-war": 720,
    "hammer-and-anvil": 792,
    "kotc-colosseum": 324,
}


@pytest.fixture(scope="module")
def tables() -> dict[str, Battlefield]:
    return {id: layout(id) for id in layouts()}


def test_there_are_forty_six_layouts(tables):
    assert len(tables) == 46


def test_a_standard_table_is_sixty_by_forty_four_inches(tables):
    sizes = {(table.width, table.depth) for id, table in tables.items() if id != "kotc-colosseum"}
    assert sizes == {(inches(60), inches(44))}
    assert tables["kotc-colosseum"].width == tables["kotc-colosseum"].depth == inches(36)


def test_every_standard_layout_has_sixteen_areas(tables):
    assert {len(table.areas) for id, table in tables.items() if id != "kotc-colosseum"} == {16}


def test_every_outline_is_a_valid_polygon_on_the_table(tables):
    for id, table in tables.items():
        # nothing overhangs: not even the ragged edges of the area templates
        board = box(-TOUCH, -TOUCH, table.width + TOUCH, table.depth + TOUCH)
        for area in table.areas:
            shapes = [area.shape, *(feature.shape for feature in area.features)]
            shapes += [solid for feature in area.features for solid in feature.solids]
            for shape in shapes:
                assert shape.is_valid, (id, area.id)
                assert shape.area > 0
                assert board.covers(shape), (id, area.id)


def test_every_wall_lies_in_the_outline_of_its_feature(tables):
    for id, table in tables.items():
        for feature in table.features:
            outside = unary_union(feature.solids).difference(feature.shape.buffer(TOUCH))
            assert outside.is_empty, (id, feature.id)


def test_every_feature_stands_in_its_area_or_in_the_one_beside_it(tables):
    for id, table in tables.items():
        for area in table.areas:
            around = unary_union(
                [other.shape for other in table.areas if other.shape.distance(area.shape) < inches(0.1)]
            )
            for feature in area.features:
                assert feature.shape.difference(around).area < inches(0.6) ** 2, (id, feature.id)


def test_no_two_walls_of_different_areas_overlap(tables):
    for id, table in tables.items():
        walls = [unary_union([solid for f in area.features for solid in f.solids]) for area in table.areas]
        for number, wall in enumerate(walls):
            for other in walls[:number]:
                assert wall.intersection(other).area < 1.0, id


def test_an_open_wall_is_a_strip_half_an_inch_thick(tables):
    ruin = next(f for f in tables["bm-take-vs-take-02"].features if f.name == "Battlemaster EF")
    (wall,) = ruin.solids
    # an L of 6 by 4.5 inches
    assert wall.area == pytest.approx((6 * 0.5 + 4 * 0.5) * 25.4**2, rel=1e-4)


def test_a_barricade_fills_its_outline(tables):
    barricade = next(f for f in tables["bm-take-vs-take-02"].features if f.name == "Battlemaster Short Barrier")
    assert barricade.solids[0].area == pytest.approx(barricade.shape.area, rel=1e-4)
    assert (barricade.category, barricade.height) == ("light", inches(2))


def test_a_closed_wall_without_a_roof_is_a_block(tables):
    generator = next(f for f in tables["bm-take-vs-take-02"].features if f.name == "Battlemaster Generator")
    assert len(generator.solids) == 1
    assert generator.solids[0].area == pytest.approx((4.5 + 2.5) * 25.4**2, rel=1e-3)


def test_a_closed_wall_under_a_roof_leaves_a_room(tables):
    tower = next(f for f in tables["bm-take-vs-take-02"].features if f.name == "Battlemaster Tower")
    assert tower.roof
    assert len(tower.solids) == 4
    room = tower.shape.difference(unary_union(tower.solids))
    assert room.area == pytest.approx(1.0 * 1.5 * 25.4**2, rel=1e-3)


def test_an_area_takes_the_heaviest_category_of_its_features(tables):
    table = tables["bm-take-vs-take-02"]
    mixed = next(a for a in table.areas if {f.category for f in a.features} == {"light", "dense"})
    assert mixed.category == "dense"
    assert next(a for a in table.areas if {f.category for f in a.features} == {"light"}).category == "light"


def test_a_wall_that_stands_in_no_area_is_the_area_of_its_own_outline(tables):
    wall = next(a for a in tables["kotc-colosseum"].areas if a.id == "colosseum-wall-ne")
    assert wall.outline == wall.features[0].outline
    assert wall.features[0].height == inches(6)


def test_linked_areas_share_one_objective_in_the_middle(tables):
    table = tables["bm-take-vs-take-02"]
    assert len([area for area in table.areas if area.linked]) == 2
    (center,) = (objective.at for objective in table.objectives if objective.id == "center")
    assert (center.x, center.y) == pytest.approx((inches(30), inches(22)), abs=0.05)


def test_every_standard_layout_has_a_home_objective_for_each_side(tables):
    for id, table in tables.items():
        if id == "kotc-colosseum":
            continue
        names = [objective.id for objective in table.objectives]
        assert len(names) == len(set(names))
        assert {"home-attacker", "home-defender", "expansion-1", "expansion-2"} <= set(names), id


def test_a_bare_objective_is_no_terrain(tables):
    table = tables["kotc-colosseum"]
    assert len(table.objectives) == 5
    assert not [area for area in table.areas if area.id.startswith("obj")]


@pytest.mark.parametrize("map", ONE_OF_EACH_MAP)
def test_the_zones_of_a_map_lie_on_the_table_and_apart(tables, map):
    table = tables[ONE_OF_EACH_MAP[map]]
    (attacker,) = table.zones_of("attacker")
    (defender,) = table.zones_of("defender")
    for zone in (attacker, defender):
        assert zone.shape.is_valid
        assert table.shape.buffer(TOUCH).covers(zone.shape)
        assert zone.shape.area / 25.4**2 == pytest.approx(OWNED_SQUARE_INCHES[map], abs=0.1)
    assert attacker.shape.intersection(defender.shape).area == 0


def test_a_zone_stands_where_its_map_puts_it(tables):
    (attacker,) = tables["bm-take-vs-take-02"].zones_of("attacker")
    assert attacker.shape.bounds == (0, inches(32), inches(60), inches(44))


def test_territories_halve_the_table(tables):
    table = tables["bm-take-vs-take-02"]
    assert sum(z.shape.area for z in table.zones if z.role == "territory") == pytest.approx(table.shape.area)


def test_zones_belong_to_the_sides_that_are_named():
    table = layout("bm-take-vs-take-02", attacker="red", defender="blue")
    assert [zone.id for zone in table.zones_of("red")] == ["attacker"]
    assert [zone.id for zone in table.zones_of("blue")] == ["defender"]
    assert not table.zones_of("attacker")


def test_a_layout_is_made_once():
    assert layout("bm-take-vs-take-02").areas is layout("bm-take-vs-take-02").areas


def test_outlines_stay_within_the_tolerance_of_what_was_published(tables):
    from wh40kdc import resolve_layout
    from wh40kdc.data import raw_data

    raw = raw_data()
    published = next(row for row in raw["terrain_layouts"] if row["id"] == "bm-assets-vs-assets-01")
    areas = {area.id: area for area in tables["bm-assets-vs-assets-01"].areas}
    for piece in resolve_layout(published, raw["terrain_templates"]):
        if piece["piece_type"] == "area":
            exact = Polygon([(v["x"] * 25.4, v["y"] * 25.4) for v in piece["vertices"]])
            # tested at the corners of both, where they can differ most
            ring = areas[piece["id"]].shape.exterior
            assert max(ring.distance(Point(corner)) for corner in exact.exterior.coords) <= TOUCH + 1e-5


def test_an_unknown_layout_names_the_nearest():
    with pytest.raises(UnknownName, match="'bm-take-vs-take-02'"):
        layout("bm-take-vs-take-2")
