import json
import re

import pytest

from battlesim.geometry.footprint import Base, Pose, Spot
from battlesim.geometry.measure import Measurement
from battlesim.model.battlefield import Battlefield
from battlesim.model.event import (
    ChoiceMade,
    ClockSet,
    Destroyed,
    Embarked,
    Joined,
    Marked,
    Moved,
    RollMade,
    SetUp,
    Withdrawn,
    WoundsLost,
    WoundsRegained,
)
from battlesim.model.ruling import Fact, Ledger, Modifier, Ruling, ruled
from battlesim.model.scene import Clock, Model, Scene, Side, Unit
from battlesim.model.text import Text
from battlesim.replay.file import ReplayError, dump_lines, first_drift, load, save
from battlesim.replay.fold import fold, fold_all
from battlesim.replay.timeline import ActionTaken, Header, Step, Timeline, digest
from battlesim.units import inches

DISC = Base.disc(32)


def _scene() -> Scene:
    def unit(name: str, side: str, count: int, y: float) -> tuple[Unit, list[Model]]:
        models = [
            Model(f"{name}.{n}", name, Text(name), DISC, 2, "table", Pose(100.0 * n, y)) for n in range(1, count + 1)
        ]
        return Unit(name, side, Text(name), tuple(m.id for m in models)), models

    guard, guards = unit("guard", "blue", 3, 100)
    rhino, rhinos = unit("rhino", "blue", 1, 300)
    return Scene(
        Battlefield(inches(60), inches(44)),
        {"blue": Side("blue", Text("Azure")), "red": Side("red", Text("Crimson"))},
        {"guard": guard, "rhino": rhino},
        {m.id: m for m in guards + rhinos},
    )


MEASURED = Measurement(inches(8), Spot(0.1, 0.2), Spot(203.3, 0.2), ("guard.1", "rhino.1"))
RULING = ruled(
    "wh40k.deep-strike", MEASURED, "beyond", inches(8), clause="distance", subjects=("guard",), source="glossary"
)
LEDGER = Ledger(
    "hit", 3, (Modifier("wh40k.heavy", "add", 1, Ruling("wh40k.heavy", True, evidence=(Fact("unmoved"),))),), 2
)
ENTRIES = (
    (ClockSet(Clock(1, "blue", "movement")), Moved("guard.1", (Pose(100, 100), Pose(150.5, 120.25, 30)))),
    (RULING, RollMade("hit", (6, 1, 4), target=3, subject="guard", successes=(0, 2), ledgers=(LEDGER,))),
    (
        WoundsLost("guard.2", 1, 1),
        WoundsLost("guard.3", 2, 0),
        Destroyed("guard.3"),
        ChoiceMade("allocate", ("a", "b"), "a"),
    ),
    (Embarked("guard.1", "rhino.1"), Marked("guard", "advanced", True), Marked("blue", "pool", 3, "side")),
)


def _timeline() -> Timeline:
    scene, steps = _scene(), []
    for index, entries in enumerate(ENTRIES):
        scene = fold_all(scene, (entry for entry in entries if not isinstance(entry, Ruling)))
        steps.append(Step(index, ActionTaken("move", ("guard",)), entries, digest(scene), Text(f"step {index}")))
    header = Header(Text("a battle", "戦い", "une bataille"), "wh40k", 1, "glossary", "mv", _scene(), seed="7")
    return Timeline(header, tuple(steps))


def test_moving_ends_where_the_path_ends():
    moved = fold(_scene(), Moved("guard.1", (Pose(100, 100), Pose(120, 100), Pose(120, 180))))
    assert moved.model("guard.1").pose == Pose(120, 180)
    assert _scene().model("guard.1").pose == Pose(100, 100)


def test_a_model_aboard_is_not_on_the_table_and_comes_back_by_being_set_up():
    aboard = fold(_scene(), Embarked("guard.1", "rhino.1"))
    assert aboard.model("guard.1").pose is None
    assert [m.id for m in aboard.aboard("rhino.1")] == ["guard.1"]
    assert [m.id for m in aboard.standing("guard")] == ["guard.2", "guard.3"]
    out = fold(aboard, SetUp("guard.1", Pose(200, 300), "rhino.1"))
    assert out.model("guard.1").on_table
    assert out.aboard("rhino.1") == ()


def test_a_destroyed_model_leaves_the_table_and_keeps_its_last_place():
    gone = fold(_scene(), Destroyed("guard.2"))
    assert gone.model("guard.2").pose == Pose(200, 100)
    assert [m.id for m in gone.alive("guard")] == ["guard.1", "guard.3"]


def test_wounds_are_what_the_event_says_is_left():
    assert fold(_scene(), WoundsLost("guard.1", 1, 1)).model("guard.1").wounds == 1
    assert fold(_scene(), WoundsRegained("guard.1", 1, 2)).model("guard.1").wounds == 2


def test_marks_come_and_go_in_any_order_with_the_same_digest():
    one = fold_all(_scene(), [Marked("guard", "advanced", True), Marked("guard", "shot", 2)])
    other = fold_all(_scene(), [Marked("guard", "shot", 2), Marked("guard", "advanced", True)])
    assert digest(one) == digest(other) != digest(_scene())
    assert digest(fold_all(one, [Marked("guard", "advanced", None), Marked("guard", "shot", None)])) == digest(_scene())


def test_marks_belong_to_units_models_or_sides():
    scene = fold_all(_scene(), [Marked("guard.1", "used", ("melta",), "model"), Marked("red", "points", 3, "side")])
    assert scene.model("guard.1").marks == {"used": ("melta",)}
    assert scene.sides["red"].marks == {"points": 3}


def test_a_unit_that_joins_another_is_part_of_it():
    scene = fold(_scene(), Joined("rhino", "guard"))
    assert list(scene.units) == ["guard"]
    assert scene.unit("guard").models == ("guard.1", "guard.2", "guard.3", "rhino.1")
    assert scene.model("rhino.1").unit == "guard"


def test_a_model_can_be_withdrawn_to_reserves():
    assert fold(_scene(), Withdrawn("guard.1")).model("guard.1").place == "reserves"


@pytest.mark.parametrize(
    "event",
    [
        Moved("guard.1", (Pose(100, 100), Pose(101, 100))),
        Destroyed("guard.1"),
        Embarked("guard.1", "rhino.1"),
        Marked("guard", "m", 1),
    ],
)
def test_every_change_shows_in_the_digest(event):
    assert digest(fold(_scene(), event)) != digest(_scene())


def test_a_saved_replay_loads_equal(tmp_path):
    path = tmp_path / "a.replay.jsonl"
    save(_timeline(), path)
    loaded = load(path)
    assert loaded.damage is None
    assert loaded.timeline == _timeline()
    assert loaded.timeline.scenes == _timeline().scenes
    assert list(tmp_path.iterdir()) == [path]


def test_saving_again_gives_the_same_bytes(tmp_path):
    one, two = tmp_path / "1", tmp_path / "2"
    save(_timeline(), one)
    save(load(one).timeline, two)
    assert one.read_bytes() == two.read_bytes()


def test_stepping_back_is_an_index():
    scenes = _timeline().scenes
    assert len(scenes) == 5
    assert scenes[1].model("guard.1").pose == Pose(150.5, 120.25, 30)
    assert scenes[0] == _scene()


def test_a_truncated_replay_plays_as_far_as_it_goes(tmp_path):
    path = tmp_path / "a"
    save(_timeline(), path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) - 50])
    loaded = load(path)
    assert len(loaded.timeline.steps) == 3
    assert str(loaded.damage).startswith(f"{path}:5: ")


def test_every_cut_is_reported_and_the_whole_steps_play(tmp_path):
    path = tmp_path / "a"
    save(_timeline(), path)
    whole = path.read_bytes()
    first = whole.index(b"\n")
    for cut in range(first + 1, len(whole) - 1, 7):
        path.write_bytes(whole[:cut])
        loaded = load(path)
        complete = max(whole[:cut].count(b"\n") - 1, 0)
        assert len(loaded.timeline.steps) in (complete, complete + 1)
        assert loaded.damage is not None


def test_every_flipped_bit_in_a_step_is_found_or_changes_no_state(tmp_path):
    path = tmp_path / "a"
    save(_timeline(), path)
    whole = path.read_bytes()
    first = whole.index(b"\n")
    reported = 0
    for at in range(first + 1, len(whole) - 1, 11):
        broken = bytearray(whole)
        broken[at] ^= 4
        path.write_bytes(bytes(broken))
        loaded = load(path)
        reported += loaded.damage is not None
        assert loaded.timeline.scenes == _timeline().scenes[: len(loaded.timeline.scenes)]
    assert reported > 30


@pytest.mark.parametrize(
    ("written", "damaged"),
    [
        (b'"subjects"', b'"s\xb6bjects"'),
        (b'"subjects"', b'"sbbjects"'),
        (b'"modifiers"', b'"modifierz"'),
        (b'"targets"', b'"tar\xc3ets"'),
        (b'"elevation"', b'"elevatiom"'),
        (b'"title"', b'"titld"'),
    ],
)
def test_a_damaged_name_of_a_field_is_found_though_the_field_may_be_left_out(tmp_path, written, damaged):
    path = tmp_path / "a"
    save(_timeline(), path)
    first, *steps = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([first, *(step.replace(written, damaged, 1) for step in steps)]))
    assert "damaged" in str(load(path).damage)


NAMES_IN_A_HEADER = sorted(
    set(re.findall('"([a-z_]+)":', next(dump_lines(_timeline())))) - {"blue", "red", "guard", "rhino"}
)


@pytest.mark.parametrize("name", NAMES_IN_A_HEADER)
def test_a_damaged_name_of_a_field_of_the_header_is_found(tmp_path, name):
    path = tmp_path / "a"
    save(_timeline(), path)
    first, *steps = path.read_bytes().split(b"\n")
    damaged = f'"{name}":'.encode()
    assert damaged in first
    path.write_bytes(b"\n".join([first.replace(damaged, damaged.upper(), 1), *steps]))
    with pytest.raises(ReplayError, match="a:1: this is not a battlesim replay"):
        load(path)


def test_a_damaged_name_in_the_title_of_a_step_is_found(tmp_path):
    path = tmp_path / "a"
    save(_timeline(), path)
    first, *steps = path.read_bytes().split(b"\n")
    steps[0] = steps[0].replace(b'"title":{"en"', b'"title":{"eN"', 1)
    path.write_bytes(b"\n".join([first, *steps]))
    assert "unknown field `eN` - at `$.title`" in str(load(path).damage)


@pytest.mark.parametrize("deep", [51, 200, 400, 700, 20_000])
def test_rulings_that_rest_on_one_another_too_deep_are_damage(tmp_path, deep):
    path = tmp_path / "a"
    save(_timeline(), path)
    first, *steps = path.read_bytes().split(b"\n")
    ruling = b'{"kind":"ruling","rule":"wh40k.cover","holds":true,"parts":['
    steps[0] = steps[0].replace(b'"entries":[', b'"entries":[' + ruling * deep + b"]}" * deep + b",", 1)
    path.write_bytes(b"\n".join([first, *steps]))
    assert "a:2: this line is damaged: it is nested too deeply" in str(load(path).damage)


def test_a_line_of_brackets_alone_is_refused_without_counting_them(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b'{"title":' + b"[" * 100_000)
    with pytest.raises(ReplayError, match="a:1: this is not a battlesim replay"):
        load(path)
    path.write_bytes(b'{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}")
    with pytest.raises(ReplayError, match=r"a:1: .*nested too deeply"):
        load(path)


def test_a_changed_number_that_still_parses_is_found_by_the_digest(tmp_path):
    path = tmp_path / "a"
    save(_timeline(), path)
    path.write_text(path.read_text().replace('"left":1', '"left":2'))
    loaded = load(path)
    assert len(loaded.timeline.steps) == 2
    assert "digest" in str(loaded.damage)


def test_a_missing_line_is_named(tmp_path):
    path = tmp_path / "a"
    save(_timeline(), path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:2] + lines[3:]))
    assert "missing" in str(load(path).damage)


@pytest.mark.parametrize("content", ["", "\n", "not json\n", "{}\n", "[1]\n", "\x00\x01\n"])
def test_what_is_no_replay_is_refused_with_its_place(tmp_path, content):
    path = tmp_path / "a"
    path.write_text(content)
    with pytest.raises(ReplayError, match="a:1: "):
        load(path)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(ReplayError, match="cannot be read"):
        load(tmp_path / "nothing")


def test_another_format_is_refused_with_its_number(tmp_path):
    path = tmp_path / "a"
    save(_timeline(), path)
    path.write_text(path.read_text().replace('"format":1', '"format":9'))
    with pytest.raises(ReplayError, match="format 9"):
        load(path)


def test_the_first_step_that_drifted_is_named():
    timeline = _timeline()
    changed = Step(1, ActionTaken("shoot", ("guard",)), timeline.steps[1].entries, timeline.steps[1].digest)
    other = Timeline(timeline.header, (timeline.steps[0], changed, *timeline.steps[2:]))
    assert first_drift(timeline, timeline) is None
    assert first_drift(timeline, other) == 1
    assert first_drift(timeline, Timeline(timeline.header, timeline.steps[:3])) == 3


def test_each_line_is_one_step_and_names_its_entries(tmp_path):
    path = tmp_path / "a"
    save(_timeline(), path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [entry["kind"] for entry in lines[2]["entries"]] == ["ruling", "roll-made"]
    assert lines[2]["entries"][0]["evidence"][0]["value"] == 203.2
