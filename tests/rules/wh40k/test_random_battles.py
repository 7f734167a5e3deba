"""Random small battles with transports, explosives, attached units and scouts: nothing but rulings comes of any action."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from msgspec import structs
from shapely.geometry import box

from battlesim.dice import FirstChoice, SeededDice
from battlesim.engine.engine import take
from battlesim.geometry.footprint import Base, Pose, Spot, outline_of
from battlesim.geometry.overlap import overlap
from battlesim.model.battlefield import Area, Feature, Objective, Zone
from battlesim.model.scene import Clock, Scene
from battlesim.model.text import Text
from battlesim.replay.fold import fold_all
from battlesim.rules.wh40k.attached import with_joined
from battlesim.rules.wh40k.command import BattleShock
from battlesim.rules.wh40k.deployment import Deploy, Scout
from battlesim.rules.wh40k.field import Field
from battlesim.rules.wh40k.fighting import Fight
from battlesim.rules.wh40k.keywords import DeadlyDemise, FiringDeck, Infiltrators, Leader, Scouts
from battlesim.rules.wh40k.movement import Move
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.profiles import Amount, Profile
from battlesim.rules.wh40k.ruleset import WH40K, Action
from battlesim.rules.wh40k.shooting import Shoot, Volley
from battlesim.rules.wh40k.surge import Surge
from battlesim.rules.wh40k.transports import Disembark, Embark
from battlesim.rules.wh40k.turn import PHASES, Turn
from battlesim.units import inches
from tests.rules.wh40k.battles import Squad, at, battle, gun

TANK = Profile(Text("Tank"), inches(10), 9, 3, 4)
HERO = Profile(Text("Hero"), inches(6), 4, 3, 3)


def army(side: str, y: float, toward: float) -> Iterator[Squad]:
    """A transport with passengers, explosive tanks, an attached unit, scouts in reserves, and infantry."""
    lance, fists = gun(30, strength=12, ap=-4, damage=Amount(0, 1, 6), skill=2), gun(None, strength=8, id="fists")
    yield Squad(f"{side}-van", side, (at(500, y),), Base.rectangle(110, 75), TANK, (lance,),
                (DeadlyDemise(Amount(0, 1, 3)), FiringDeck(2)), ("VEHICLE", "TRANSPORT"), 10)  # fmt: skip
    yield Squad(f"{side}-crew", side, (f"{side}-van.1",) * 5, weapons=(gun(24), fists))
    tanks = tuple(at(660 + 110 * k, y) for k in range(2))
    yield Squad(f"{side}-tanks", side, tanks, Base.disc(80), TANK, (lance,), (DeadlyDemise(Amount(2)),), ("VEHICLE",))
    row = tuple(at(500 + 40 * k, y + toward * 90) for k in range(4))
    yield Squad(f"{side}-guard", side, row, weapons=(gun(24), fists))
    yield Squad(f"{side}-hero", side, (at(660, y + toward * 90),), profile=HERO, weapons=(fists,), abilities=(Leader(),),
                keywords=("INFANTRY", "CHARACTER"), marks={"attached-to": f"{side}-guard"})  # fmt: skip
    yield Squad(f"{side}-scouts", side, (None, None), abilities=(Scouts(inches(6)), Infiltrators()), weapons=(gun(24),))


def start(variant: str) -> Field:
    outline = outline_of(box(560, 480, 700, 500))
    wall = Area(
        "wall", "wall", outline, (Feature("brick", "brick", outline, "dense", height=inches(4)),), objective=True
    )
    field = battle(*army("red", 350, 1), *army("blue", 720, -1), areas=[wall], clock=Clock(),
                   options=Options(variant=variant))  # type: ignore[arg-type]  # fmt: skip
    zones = (
        Zone("red-zone", "red", outline_of(box(0, 0, 1524, 420))),
        Zone("blue-zone", "blue", outline_of(box(0, 680, 1524, 1117))),
    )
    board = replace(field.scene.battlefield, zones=zones, objectives=(Objective("centre", Spot(800, 550)),))
    return structs.replace(field, scene=with_joined(structs.replace(field.scene, battlefield=board)))


def somewhere(dice: random.Random, scene: Scene, unit: str, far: float) -> tuple[tuple[str, Pose], ...]:
    """The unit's models, shifted as one or set up in a row at random."""
    angle, by = dice.uniform(0, 2 * math.pi), dice.uniform(0, far)
    x, y = dice.uniform(100, 1400), dice.uniform(100, 1000)
    return tuple(
        (m.id, m.pose.moved(by * math.cos(angle), by * math.sin(angle)) if m.pose else at(x + 40 * k, y))
        for k, m in enumerate(scene.alive(unit))
    )


def anything(dice: random.Random, field: Field) -> Action:
    """An action, sensible or not; more often than not one of the phase, by the side whose turn it is."""
    scene, clock = field.scene, field.scene.clock
    own = [unit.id for unit in scene.units_of(clock.side)] if dice.random() < 0.8 else []
    unit, other = dice.choice(own or list(scene.units)), dice.choice(own or list(scene.units))
    poses = somewhere(dice, scene, unit, 160)
    ways = tuple((id, (scene.model(id).pose or pose, pose)) for id, pose in poses if scene.model(id).on_table)
    target = dice.choice([u.id for u in scene.enemies_of(scene.unit(unit).side)])
    crew = f"{scene.unit(unit).side}-crew"
    deck = ((f"{crew}.1", "gun"),) if unit.endswith("van") and crew in scene.units and dice.random() < 0.5 else ()
    shoot = Shoot(unit, (Volley(target),), deck=deck)
    by_phase: dict[str, list[Action]] = {
        "deployment": [Deploy(unit, poses, dice.choice(("", "wh40k.infiltrators")))],
        "pre-battle": [Scout(unit, ways, () if ways else poses)],
        "command": [BattleShock(clock.side or "red")],
        "movement": [
            Move(unit, dice.choice(("normal", "advance", "fall-back", "stationary")), ways, dice.random() < 0.3),
            Embark(unit, other),
            Disembark(unit, poses),
        ],
        "shooting": [shoot, shoot, shoot, Surge(unit, inches(dice.uniform(1, 8)), ways)],
        "fight": [Fight(unit, (Volley(target),))],
    }
    every = [action for actions in by_phase.values() for action in actions]
    return dice.choice(by_phase.get(clock.phase, every) if dice.random() < 0.8 else every)


def next_phase(clock: Clock) -> Turn:
    """The phase after this one: deployment, then turns of both sides."""
    if clock.phase in ("", "deployment"):
        return Turn(0, "red", "pre-battle" if clock.phase else "deployment")
    if clock.phase == "pre-battle":
        return Turn(1, "red", "command")
    if clock.phase != "end":
        return Turn(clock.round, clock.side, PHASES[PHASES.index(clock.phase) + 1])
    return Turn(clock.round, "blue", "command") if clock.side == "red" else Turn(clock.round + 1, "red", "command")


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_tried_the_battle_stays_in_order(seed: int):
    dice, rolls = random.Random(seed), SeededDice(seed)
    field = start("core" if seed % 2 else "glossary")
    for number in range(160):
        action = next_phase(field.scene.clock) if number % 5 == 0 else anything(dice, field)
        before = field.scene
        field, step = take(WH40K, field, action, rolls, FirstChoice())
        scene = field.scene
        assert fold_all(before, step.events) == scene
        assert scene == before or step.legal or action.taken.name in ("advance", "charge", "fall-back")
        for model in scene.models.values():
            assert (model.wounds > 0) is (model.place != "destroyed"), model.id
            assert model.place != "aboard" or scene.model(model.carrier).place in ("table", "reserves"), model.id
        standing = [model.footprint for model in scene.standing_models()]
        if step.legal and any(event.kind in ("set-up", "moved") for event in step.events):
            assert all(overlap(a, b) is None for k, a in enumerate(standing) for b in standing[:k])
