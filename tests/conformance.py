"""Laws that every ruleset keeps, whatever is tried: held against battles of random actions.

A game brings a small battle by seed and the next random action; what the laws say is asked of every step.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from battlesim.dice import SeededChoices, SeededDice
from battlesim.engine.engine import Battle, Ruleset, take
from battlesim.geometry.overlap import overlap
from battlesim.model.event import ChoiceMade, Destroyed, Moved, Refused, RollMade, SetUp
from battlesim.model.ruling import Ruling
from battlesim.model.scene import Model, Scene
from battlesim.model.text import Text
from battlesim.replay.file import dump_lines, load, save
from battlesim.replay.fold import fold_all
from battlesim.replay.timeline import Header, Step, Timeline, digest


@dataclass(frozen=True)
class Game:
    """A ruleset to try: how its small battles begin, and what is tried next. Both depend on the generator alone."""

    ruleset: Ruleset[Any, Any, Any]
    begin: Callable[[random.Random], Battle[Any, Any]]
    act: Callable[[Battle[Any, Any], random.Random], Any]

    @property
    def name(self) -> str:
        """For the ids of tests."""
        return self.ruleset.name


@dataclass(frozen=True)
class Tried:
    """One action that was tried: the battle before and after it, and the step."""

    before: Battle[Any, Any]
    action: Any
    after: Battle[Any, Any]
    step: Step

    def __str__(self) -> str:
        return f"step {self.step.index}: {self.action}"


def tries(game: Game, seed: int, count: int) -> Iterator[Tried]:
    """So many random actions, one after another, with seeded dice and choices."""
    chance = random.Random(f"{game.name}:{seed}")
    battle = game.begin(chance)
    dice, choose = SeededDice(seed), SeededChoices(seed)
    for index in range(count):
        action = game.act(battle, chance)
        after, step = take(game.ruleset, battle, action, dice, choose, index=index)
        yield Tried(battle, action, after, step)
        battle = after


def timeline_of(game: Game, seed: int, count: int) -> Timeline:
    """The same as a replay."""
    tried = list(tries(game, seed, count))
    ruleset = game.ruleset
    header = Header(
        Text("random"), ruleset.name, ruleset.version, "", ruleset.unit.symbol, tried[0].before.scene, seed=str(seed)
    )
    return Timeline(header, tuple(one.step.recorded(one.after.scene) for one in tried))


def check_step(game: Game, tried: Tried) -> None:
    """The laws of a single step."""
    before, after, step = tried.before.scene, tried.after.scene, tried.step
    assert fold_all(before, step.events) == after, f"the fold differs from the engine in {tried}"
    _check_rulings(game, tried)
    _check_refusal(tried)
    _check_scene(after, tried)
    _check_moves(tried)


def check_bytes(game: Game, seed: int, count: int, tmp_path: Any) -> None:
    """The same seed gives the same bytes, and what is read back is what was written."""
    first, again = timeline_of(game, seed, count), timeline_of(game, seed, count)
    assert list(dump_lines(first)) == list(dump_lines(again))
    path = tmp_path / "random.replay"
    save(first, path)
    loaded = load(path)
    assert loaded.damage is None
    assert list(dump_lines(loaded.timeline)) == list(dump_lines(first))
    assert digest(loaded.timeline.scenes[-1]) == digest(first.scenes[-1])


def _check_rulings(game: Game, tried: Tried) -> None:
    known = {entry.id: {"", *dict(entry.clauses)} for entry in game.ruleset.catalogue}
    scene = tried.before.scene
    assert any(isinstance(entry, Ruling) for entry in tried.step.entries), f"nothing was ruled in {tried}"
    for top in tried.step.rulings:
        for ruling in top.walk():
            assert ruling.rule in known, f"{ruling.rule} is not in the catalogue: {tried}"
            assert ruling.clause in known[ruling.rule], f"{ruling.rule} has no clause {ruling.clause!r}: {tried}"
            assert ruling.evidence, f"{ruling.rule}/{ruling.clause} says not why: {tried}"
            assert ruling.source, f"{ruling.rule}/{ruling.clause} says not whence: {tried}"
            for subject in ruling.subjects:
                assert subject, f"{ruling.rule}/{ruling.clause} speaks of nobody: {tried}"
    for event in tried.step.events:
        if isinstance(event, RollMade):
            assert all(1 <= face <= event.sides for face in event.faces)
            assert all(0 <= k < len(event.faces) for k in event.successes)
        if isinstance(event, ChoiceMade):
            assert event.chosen in event.options
        if isinstance(event, Destroyed):
            assert event.model in scene.models


def _check_refusal(tried: Tried) -> None:
    """A refused action leaves everybody who is left where he was, and some ruling says why."""
    refused = [event for event in tried.step.events if isinstance(event, Refused)]
    assert len(refused) <= 1, f"refused twice: {tried}"
    assert bool(refused) == (not tried.step.legal)
    if not refused:
        return
    assert any(not ruling.holds for ruling in tried.step.rulings), f"refused without a reason: {tried}"
    for model in tried.after.scene.models.values():
        was = tried.before.scene.models[model.id]
        if model.place != "destroyed":
            assert (model.place, model.pose, model.carrier) == (was.place, was.pose, was.carrier), (
                f"{model.id}: {tried}"
            )


def _check_scene(scene: Scene, tried: Tried) -> None:
    """Nobody is in two places, or has fewer wounds than none."""
    listed = [id for unit in scene.units.values() for id in unit.models]
    assert sorted(listed) == sorted(scene.models), f"models in no unit, or in two: {tried}"
    for model in scene.models.values():
        assert model.wounds >= 0, f"{model.id} has {model.wounds} wounds: {tried}"
        assert model.id in scene.units[model.unit].models
        match model.place:
            case "table":
                assert model.pose is not None, f"{model.id} stands nowhere: {tried}"
                assert not model.carrier, f"{model.id} stands on the table and in {model.carrier}: {tried}"
            case "aboard":
                assert model.pose is None, f"{model.id} is aboard and on the table: {tried}"
                assert scene.models[model.carrier].place != "destroyed", f"{model.id} is aboard a wreck: {tried}"
            case "reserves":
                assert model.pose is None, f"{model.id} is in reserves and on the table: {tried}"
                assert not model.carrier
            case "destroyed":
                assert not scene.aboard(model.id), f"somebody is aboard {model.id}, which is destroyed: {tried}"


def _check_moves(tried: Tried) -> None:
    """Whoever moved or was set up begins where he stood, and ends on the table and on nobody."""
    scene = tried.after.scene
    table = scene.battlefield.shape.buffer(0.01)
    moved: dict[str, Model] = {}
    for event in tried.step.events:
        if isinstance(event, Moved | SetUp) and scene.models[event.model].on_table:
            moved[event.model] = scene.models[event.model]
        if isinstance(event, Moved):
            was = tried.before.scene.models[event.model]
            if was.on_table and event.model not in [e.model for e in tried.step.events if isinstance(e, SetUp)]:
                first = next(e for e in tried.step.events if isinstance(e, Moved) and e.model == event.model)
                assert first.path[0] == was.pose, f"{event.model} begins elsewhere: {tried}"
    for id, model in moved.items():
        assert table.covers(model.footprint.shape) or model.footprint.slack, f"{id} ends off the table: {tried}"
        for other in scene.standing_models():
            if other.id == id or other.pose is None or model.pose is None:
                continue
            if abs(other.pose.elevation - model.pose.elevation) > 1.0:
                continue
            assert overlap(model.footprint, other.footprint) is None, f"{id} stands on {other.id}: {tried}"
