"""What a scene says of its models and its ground."""

from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.errors import UnknownName
from battlesim.geometry.footprint import Base, Pose
from battlesim.model.battlefield import Area, Battlefield, Feature
from battlesim.model.event import (
    ClockSet,
    Destroyed,
    Embarked,
    Event,
    Marked,
    Moved,
    SetUp,
    TerrainDamaged,
    Withdrawn,
    WoundsLost,
    WoundsRegained,
)
from battlesim.model.scene import Clock, Model, Scene, Side, Unit
from battlesim.model.text import Text
from battlesim.replay.fold import fold, fold_all
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


def test_a_model_keeps_its_footprint_until_it_stands_elsewhere():
    before = scene(50)
    there = before.model("red.1").footprint
    hurt = fold_all(before, (WoundsLost("red.1", 1, 0), Marked("red.1", "hurt", True, "model")))
    assert hurt.model("red.1").footprint is there
    moved = fold(hurt, Moved("red.1", (there.pose, there.pose.moved(5, 0))))
    assert moved.model("red.1").footprint == there.moved(5, 0)


MODELS = st.sampled_from(["red.1", "blue.1", "red.2"])
SPOTS = st.builds(lambda x, y: Pose(Mm(x), Mm(y)), st.integers(0, 900), st.integers(0, 400))
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(lambda who, a, b: Moved(who, (a, b)), MODELS, SPOTS, SPOTS),
    st.builds(SetUp, MODELS, SPOTS),
    st.builds(Embarked, MODELS, st.just("blue.2")),
    st.builds(Withdrawn, MODELS),
    st.builds(WoundsLost, MODELS, st.just(1), st.integers(0, 3)),
    st.builds(WoundsRegained, MODELS, st.just(1), st.integers(0, 3)),
    st.builds(Destroyed, MODELS),
    st.builds(Marked, MODELS, st.sampled_from("ab"), st.sampled_from([None, 1, "far"]), st.just("model")),
    st.builds(Marked, st.sampled_from(["red", "blue"]), st.sampled_from("ab"), st.sampled_from([None, True])),
    st.builds(
        Marked, st.sampled_from(["red", "blue"]), st.sampled_from("ab"), st.sampled_from([None, 2.5]), st.just("side")
    ),
    st.builds(ClockSet, st.builds(Clock, st.integers(1, 5))),
)


@given(st.lists(EVENTS, max_size=12))
def test_events_in_one_go_lead_where_they_lead_one_by_one(events: list[Event]):
    start = scene(50, 30)
    together, one_by_one = fold_all(start, events), reduce(fold, events, start)
    assert together == one_by_one
    assert digest(together) == digest(one_by_one)
