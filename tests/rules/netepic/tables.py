"""Small tables for the tests of the netepic rules: detachments in a line of code, stands at exact gaps along odd angles."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from battlesim.dice import FirstChoice, ScriptedChoices, ScriptedDice
from battlesim.engine.engine import Battle, take
from battlesim.geometry.footprint import Base, Pose
from battlesim.model.battlefield import Battlefield
from battlesim.model.scene import Clock, Model, Scene, Side, Unit
from battlesim.model.text import Text
from battlesim.replay.timeline import Step
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.profiles import NetepicBattle, Profile, Save, Sheet, Weapon
from battlesim.rules.netepic.ruleset import NETEPIC
from battlesim.units import Mm, cm

SQUARE = 20.0
CENTRE = (1000.0, 1000.0)

BOLTER = Weapon("bolter", Text("Bolter"), cm(50), 1, 5)
INFANTRY = Profile(Text("Infantry"), 1, cm(10), Save(5), 2, (BOLTER,))
RHINO = Profile(Text("Rhino"), 3, cm(25), Save(4), 0, kind="vehicle", base=Base.rectangle(SQUARE, SQUARE), abilities=())


def with_abilities(profile: Profile, *abilities: object, **changes: object) -> Profile:
    """The profile with these abilities."""
    return replace(profile, abilities=abilities, **changes)


def beside(angle: float, gap: float, *, of: tuple[float, float] = CENTRE) -> Pose:
    """A 20 mm square flush with one that stands at ``of`` and faces the angle: exactly ``gap`` mm away along it."""
    way = math.radians(angle)
    apart = SQUARE + gap
    return Pose(Mm(of[0] + apart * math.cos(way)), Mm(of[1] + apart * math.sin(way)), angle)


def middle(angle: float) -> Pose:
    """The pose of the stand that ``beside`` measures from."""
    return Pose(Mm(CENTRE[0]), Mm(CENTRE[1]), angle)


def detachment(
    id: str,
    profile: Profile,
    *poses: Pose | str,
    side: str = "red",
    order: str = "advance",
) -> tuple[Unit, tuple[Model, ...], Sheet]:
    """Stands of one profile at the poses; a text instead is the carrier that it is aboard of."""
    models = []
    for number, pose in enumerate(poses, start=1):
        name = f"{id}.{number}"
        if isinstance(pose, str):
            models.append(Model(name, id, profile.name, profile.base, profile.wounds, "aboard", None, pose))
        else:
            models.append(Model(name, id, profile.name, profile.base, profile.wounds, "table", pose))
    unit = Unit(id, side, profile.name, tuple(model.id for model in models), {"order": order} if order else {})
    return unit, tuple(models), Sheet(profile.name, {model.id: profile for model in models})


def table(*detachments: tuple[Unit, tuple[Model, ...], Sheet], options: Options | None = None) -> NetepicBattle:
    """A battle on an open table of two metres."""
    scene = Scene(
        Battlefield(Mm(2000.0), Mm(2000.0)),
        {"red": Side("red", Text("red")), "blue": Side("blue", Text("blue"))},
        {unit.id: unit for unit, _, _ in detachments},
        {model.id: model for _, models, _ in detachments for model in models},
        Clock(),
    )
    return Battle(scene, {unit.id: sheet for unit, _, sheet in detachments}, options or Options())


def play(
    battle: NetepicBattle,
    action: object,
    *,
    dice: Mapping[str, Sequence[int]] | None = None,
    choices: Mapping[str, Sequence[str]] | None = None,
) -> tuple[NetepicBattle, Step]:
    """One action, all its scripted dice and choices used."""
    rolls = ScriptedDice(dice or {})
    picks = ScriptedChoices(choices) if choices else FirstChoice()
    after, step = take(NETEPIC, battle, action, rolls, picks)  # type: ignore[arg-type]
    rolls.finish()
    if isinstance(picks, ScriptedChoices):
        picks.finish()
    return after, step


def chief_and_squad(
    ability: object, angle: float, gap: float, *, order: str = "advance", options: Options | None = None
) -> NetepicBattle:
    """A chief with that ability in the middle, and a plain squad of its side exactly ``gap`` mm away along the angle."""
    return table(
        detachment("chief", with_abilities(INFANTRY, ability), middle(angle)),
        detachment("squad", INFANTRY, beside(angle, gap), order=order),
        options=options,
    )


def ruling(step: Step, rule: str, clause: str = ""):
    """The first ruling of that rule (and clause) in the step, those that others and rolls rest on included."""
    found = [deeper for given in step.rulings for deeper in given.walk()]
    for roll in step.rolls:
        found += [m.ruling for ledger in roll.ledgers for m in ledger.modifiers if m.ruling is not None]
    return next(one for one in found if one.rule == f"netepic.{rule}" and clause in ("", one.clause))


def place(battle: NetepicBattle, stand: str) -> str:
    """Where a stand is now."""
    return battle.scene.model(stand).place
