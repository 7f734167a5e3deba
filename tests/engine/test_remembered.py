"""What is kept from one question to the next, and what is asked anew."""

from msgspec.structs import replace

from battlesim.engine.remembered import of_table, remembered, settled
from battlesim.geometry.footprint import Base, Pose
from battlesim.model.battlefield import Battlefield
from battlesim.model.event import Destroyed, Marked, Moved, WoundsLost
from battlesim.model.scene import Model, Scene, Side, Unit
from battlesim.model.text import Text
from battlesim.replay.fold import fold
from battlesim.units import Mm


def table() -> Scene:
    models = {
        id: Model(id, "guard", Text(en=id), Base.disc(25), 2, pose=Pose(Mm(100.0 * n), Mm(100)))
        for n, id in enumerate(("guard.1", "guard.2"), 1)
    }
    guard = Unit("guard", "blue", Text(en="Guard"), tuple(models))
    return Scene(Battlefield(Mm(600), Mm(400)), {"blue": Side("blue", Text(en="Blue"))}, {"guard": guard}, models)


def asked(scene: Scene, *, since: list[Scene]) -> bool:
    """Whether the question is worked out for this scene; what it is worked out for is added to the list."""
    before = len(since)
    remembered(scene, "where", lambda: since.append(scene))
    return len(since) > before


def test_a_question_is_worked_out_once_for_a_scene():
    scene, since = table(), []
    assert asked(scene, since=since)
    assert not asked(scene, since=since)
    assert remembered(scene, "another question", lambda: 7) == 7


def test_wounds_and_marks_do_not_ask_anew():
    scene, since = table(), []
    asked(scene, since=since)
    hurt = fold(fold(scene, WoundsLost("guard.1", 1, 1)), Marked("guard", "moved", True))
    assert not asked(hurt, since=since)


def test_a_move_and_a_death_ask_anew():
    scene, since = table(), []
    asked(scene, since=since)
    start = scene.model("guard.1").footprint.pose
    moved = fold(scene, Moved("guard.1", (start, start.moved(1, 0))))
    assert asked(moved, since=since)
    assert asked(fold(moved, Destroyed("guard.2")), since=since)
    assert not asked(scene, since=since)


def test_another_battlefield_asks_anew():
    scene, since = table(), []
    asked(scene, since=since)
    assert asked(replace(scene, battlefield=Battlefield(Mm(600), Mm(400))), since=since)


def test_what_is_settled_holds_for_one_battle_alone():
    one, other = [1], [1]
    assert settled(one, "sum", lambda: sum(one)) == 1
    assert settled(one, "sum", lambda: 99) == 1
    assert settled(other, "sum", lambda: 99) == 99


def test_a_question_about_the_table_is_worked_out_once_whoever_stands_where():
    scene, since = table(), []
    start = scene.model("guard.1").footprint.pose
    moved = fold(scene, Moved("guard.1", (start, start.moved(1, 0))))
    for each in (scene, moved):
        of_table(each.battlefield, "walls", lambda: since.append("asked"))
    assert since == ["asked"]
    of_table(Battlefield(Mm(600), Mm(400)), "walls", lambda: since.append("asked of another"))
    assert since == ["asked", "asked of another"]
