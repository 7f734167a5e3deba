"""Small battles for the tests of the wh40k rules: units in a line of code, models at exact gaps along odd angles."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from msgspec import structs

from battlesim.dice import ScriptedChoices, ScriptedDice
from battlesim.engine.engine import Battle, take
from battlesim.geometry.footprint import Base, Pose
from battlesim.model.battlefield import Area, Battlefield
from battlesim.model.ruling import Ruling
from battlesim.model.scene import Clock, Model, Scene, Side, Unit
from battlesim.model.text import Text
from battlesim.replay.timeline import Step
from battlesim.rules.wh40k.field import Field
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.profiles import Amount, Profile, UnitSheet, Weapon
from battlesim.rules.wh40k.ruleset import WH40K, Action
from battlesim.units import Mm, inches

BASE = Base.disc(32)
HUMAN = Profile(Text("Human"), inches(6), 4, 7, 1)
MOVEMENT = Clock(2, "red", "movement")
SHOOTING = Clock(2, "red", "shooting")
CHARGE = Clock(2, "red", "charge")


@dataclass(frozen=True)
class Squad:
    """A unit to be put on a table. A pose None is in reserves, a text is the model that carries it."""

    id: str
    side: str
    poses: tuple[Pose | str | None, ...]
    base: Base = BASE
    profile: Profile = HUMAN
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[object, ...] = ()
    keywords: tuple[str, ...] = ("INFANTRY",)
    capacity: int = 0
    marks: Mapping[str, object] = field(default_factory=dict)
    own: Mapping[int, tuple[object, ...]] = field(default_factory=dict)
    own_keywords: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    own_profiles: Mapping[int, Profile] = field(default_factory=dict)
    left: Mapping[int, int] = field(default_factory=dict)

    @property
    def sheet(self) -> UnitSheet:
        """Its sheet."""
        ids = [f"{self.id}.{k}" for k in range(1, len(self.poses) + 1)]
        return UnitSheet(
            Text(self.id),
            self.keywords,
            {id: self.own_profiles.get(k, self.profile) for k, id in enumerate(ids, 1)},
            dict.fromkeys(ids, self.weapons),
            self.abilities,
            {f"{self.id}.{k}": abilities for k, abilities in self.own.items()},
            {f"{self.id}.{k}": keywords for k, keywords in self.own_keywords.items()},
            self.capacity,
        )

    def models(self) -> list[Model]:
        """Its models."""
        found = []
        for k, pose in enumerate(self.poses, 1):
            wounds = self.left.get(k, self.own_profiles.get(k, self.profile).wounds)
            place = "table" if isinstance(pose, Pose) else "aboard" if pose else "reserves"
            found.append(
                Model(
                    f"{self.id}.{k}",
                    self.id,
                    Text(self.id),
                    self.base,
                    wounds,
                    place,  # type: ignore[arg-type]
                    pose if isinstance(pose, Pose) else None,
                    pose if isinstance(pose, str) else "",
                )
            )
        return found


def at(x: float, y: float, facing: float = 0.0, elevation: float = 0.0) -> Pose:
    """A pose, mm."""
    return Pose(Mm(x), Mm(y), facing, Mm(elevation))


HERE = at(600, 400)
"""Where `away` measures from, unless told."""


def away(gap: float, angle: float, *, origin: Pose = HERE, base: Base = BASE, other: Base = BASE) -> Pose:
    """Where a round base stands whose edge is exactly ``gap`` from that of another round one along an angle."""
    apart = gap + (base.width + other.width) / 2
    return origin.moved(apart * math.cos(math.radians(angle)), apart * math.sin(math.radians(angle)))


def losing(field: Field, *models: str) -> Field:
    """The battle with those models destroyed."""
    scene = field.scene
    for id in models:
        scene = scene.with_model(structs.replace(scene.model(id), place="destroyed", wounds=0))
    return structs.replace(field, scene=scene)


def gun(reach: float | None = 24, *abilities: object, **changes: object) -> Weapon:
    """A weapon with A1, skill 4+, S4, AP0, D1; ``reach`` in inches, None for melee."""
    range = None if reach is None else inches(reach)
    weapon = Weapon("gun", Text("Gun"), range, Amount(1), 4, 4, 0, Amount(1), abilities)
    return replace(weapon, **changes)  # type: ignore[arg-type]


def battle(
    *squads: Squad, clock: Clock = SHOOTING, areas: Sequence[Area] = (), options: Options | None = None
) -> Field:
    """A battle on a table of 60 x 44 inches."""
    scene = Scene(
        Battlefield(inches(60), inches(44), tuple(areas)),
        {"red": Side("red", Text("red")), "blue": Side("blue", Text("blue"))},
        {s.id: Unit(s.id, s.side, Text(s.id), tuple(m.id for m in s.models()), dict(s.marks)) for s in squads},  # type: ignore[arg-type]
        {model.id: model for s in squads for model in s.models()},
        clock,
    )
    return Battle(scene, {s.id: s.sheet for s in squads}, options or Options())


def play(
    field: Field,
    action: Action,
    dice: Mapping[str, Sequence[int]] | None = None,
    choices: Mapping[str, Sequence[str]] | None = None,
) -> tuple[Field, Step]:
    """Take the action with exactly these dice and choices."""
    rolled, chosen = ScriptedDice(dice or {}), ScriptedChoices(choices or {})
    after, step = take(WH40K, field, action, rolled, chosen)
    rolled.finish()
    chosen.finish()
    return after, step


def refusals(step: Step) -> list[str]:
    """What forbids the action, as ``rule/clause`` without the ruleset's prefix; nothing where it was carried out."""
    if step.legal:
        return []
    return [f"{r.rule.removeprefix('wh40k.')}/{r.clause}" for r in step.rulings if not r.holds]


def ruling(step: Step, rule: str, clause: str | None = None) -> Ruling:
    """The first ruling of that rule in a step, nested ones included."""
    found = [
        part
        for entry in step.rulings
        for part in entry.walk()
        if part.rule == f"wh40k.{rule}" and clause in (None, part.clause)
    ]
    assert found, f"{rule} does not speak; the rulings were {[(r.rule, r.clause) for r in step.rulings]}"
    return found[0]
