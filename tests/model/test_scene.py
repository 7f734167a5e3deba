"""What a scene says of its models and its ground."""

from __future__ import annotations

import pytest

from battlesim.errors import UnknownName
from battlesim.geometry.footprint import Base, Pose
from battlesim.model.battlefield import Area, Battlefield, Feature
from battlesim.model.event import TerrainDamaged
from battlesim.model.scene import Model, Scene, Side, Unit
from battlesim.model.text import Text
from battlesim.replay.fold import fold
from battlesim.replay.timeline import digest
from battlesim.units import ZERO, Mm

RING = ((0.0, 0.0), (80.0, 0.0), (80.0, 80.0), (0.0, 80.0))
HALL = Feature("hall", "Hall", RING, "building", walls=(((0.0, 0.0), (80.0, 0.0), (80.0, 5.0), (0.0, 5.0)),))


def scene(*gaps: float, area: str = "building") -> Scene:
    """Red squares in a row from the left, a blue one after each, so far from it."""
    models, x = {}, 200.0
    for k, gap in enumerate(gaps, start=1):
        for side, at in (("red", x), ("blue", x + 20 + gap)):
            id = f"{side}.{k}"
            models[id] = Model(id, side, Text(id), Base.rectangle(20, 20), 1, "table", Pose(Mm(at), Mm(200.0)))
        x += 200
    units = {s: Unit(s, s, Text(s), tuple(id for id in models if id.startswith(s))) for s in ("red", "blue")}
    field = Battlefield(Mm(2000.0), Mm(500.0), (Area("hall", "Hall", RING, (HALL,), area),))
    return Scene(field, {s: Side(s, Text(s)) for s in ("red", "blue")}, units, models)


@pytest.mark.parametrize(("gap", "there"), [(-0.005, True), (0.0, True), (0.009, True), (0.1, False)])
def test_models_of_two_sides_that_meet_are_touching(gap, there):
    assert scene(gap).touching == ({"red.1": ("blue.1",), "blue.1": ("red.1",)} if there else {})


def test_friends_that_meet_are_not():
    met = scene(0.0, 0.0)
    moved = met.models["red.2"]
    beside = Model(moved.id, "red", moved.name, moved.base, 1, "table", Pose(Mm(180.0), Mm(200.0)))
    assert met.with_model(beside).touching == {"red.1": ("blue.1",), "blue.1": ("red.1",)}


def test_damage_leaves_a_feature_standing():
    hurt = fold(scene(50), TerrainDamaged("hall", 2, 1))
    (feature,) = hurt.battlefield.features
    assert (feature.damage, feature.category, feature.fallen) == (2, "building", False)
    assert feature.walls == HALL.walls


def test_what_falls_lies_flat_and_takes_its_area_with_it():
    flat = fold(scene(50), TerrainDamaged("hall", 3, 0, "ruin"))
    (feature,) = flat.battlefield.features
    assert (feature.category, feature.walls, feature.height, feature.fallen) == ("ruin", (), ZERO, True)
    assert flat.battlefield.areas[0].category == "ruin"
    assert fold(scene(50, area="swamp"), TerrainDamaged("hall", 3, 0, "ruin")).battlefield.areas[0].category == "swamp"


def test_damage_to_terrain_changes_the_digest():
    before = scene(50)
    after = fold(before, TerrainDamaged("hall", 1, 2))
    assert len({digest(before), digest(after), digest(fold(before, TerrainDamaged("hall", 3, 0, "ruin")))}) == 3


def test_terrain_that_is_not_there_cannot_be_damaged():
    with pytest.raises(UnknownName, match="did you mean 'hall'"):
        fold(scene(50), TerrainDamaged("hal", 1, 2))
