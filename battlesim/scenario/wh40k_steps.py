"""Steps of wh40k in scenario files, one small class an action, and the game as the loader takes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Annotated

from pydantic import Field

from battlesim.geometry.footprint import Pose
from battlesim.model.scene import Scene
from battlesim.roster.datasheets import datasheets
from battlesim.rules.wh40k.arrival import Arrive
from battlesim.rules.wh40k.charge import Charge
from battlesim.rules.wh40k.fighting import Fight
from battlesim.rules.wh40k.movement import Move, MoveType
from battlesim.rules.wh40k.options import VARIANTS, Options
from battlesim.rules.wh40k.profiles import UnitSheet
from battlesim.rules.wh40k.ruleset import WH40K
from battlesim.rules.wh40k.shooting import Shoot, Volley, weapons_named
from battlesim.rules.wh40k.transports import Disembark, DisembarkMode, Embark
from battlesim.rules.wh40k.turn import PHASES, Turn
from battlesim.rules.wh40k.ways import Ways
from battlesim.scenario.fields import Distance, FileModel, ModelRef, OneOrMore, PhaseRef, SideRef, UnitRef
from battlesim.scenario.games import Fault, Game
from battlesim.scenario.placements import XY, Placement, XYFacing
from battlesim.scenario.steps import Context, StepModel
from battlesim.scenario.wh40k_units import Wh40kUnit


class ClockSpec(FileModel):
    """A phase of a side's turn in a round; round 0 is before the battle."""

    round: Annotated[int, Field(ge=0, le=20)]
    side: SideRef
    phase: PhaseRef


class TurnStep(StepModel):
    """A phase begins."""

    KEY = "turn"
    turn: ClockSpec

    def action(self, context: Context) -> Turn:
        return Turn(self.turn.round, self.turn.side, self.turn.phase)


class GoingStep(StepModel):
    """How a unit goes: to a placement, ``through`` points on the way, or each model along its own path."""

    to: Placement | None = None
    through: tuple[XY, ...] = ()
    paths: dict[ModelRef, tuple[XY | XYFacing, ...]] = Field(default_factory=dict)

    def ways(self, context: Context, unit: str) -> Ways:
        """The models' ways, each from where it stands."""
        found = dict(context.paths(unit, self.to, through=self.through)) if self.to is not None else {}
        for model, points in self.paths.items():
            if model not in {m.id for m in context.models(unit)}:
                raise context.error("paths", f"{model!r} is no model of {unit!r}")
            start = context.scene.model(model).pose
            if start is None:
                raise context.error("paths", f"{model!r} is not on the table: it cannot move from there")
            found[model] = (start, *(Pose(p[0], p[1], p[2] if len(p) == 3 else start.facing) for p in points))
        return tuple(found.items())


class MoveStep(GoingStep):
    """A normal move."""

    KEY = "move"
    move: UnitRef

    def action(self, context: Context) -> Move:
        return _moving(self, context, self.move, "normal")


class AdvanceStep(GoingStep):
    """An advance: dice ``advance``."""

    KEY = "advance"
    advance: UnitRef

    def action(self, context: Context) -> Move:
        return _moving(self, context, self.advance, "advance")


class FallBackStep(GoingStep):
    """A fall back; a ``desperate`` one goes through enemies, with dice ``hazard``."""

    KEY = "fall-back"
    fall_back: UnitRef
    desperate: bool = False

    def action(self, context: Context) -> Move:
        return _moving(self, context, self.fall_back, "fall-back", desperate=self.desperate)


class RemainStationaryStep(StepModel):
    """A unit does not move."""

    KEY = "remain-stationary"
    remain_stationary: UnitRef

    def action(self, context: Context) -> Move:
        return Move(self.remain_stationary, "stationary")


class DeepStrikeStep(StepModel):
    """A unit arrives from reserves by deep strike."""

    KEY = "deep-strike"
    deep_strike: UnitRef
    to: Placement

    def action(self, context: Context) -> Arrive:
        return Arrive(self.deep_strike, context.poses(self.deep_strike, self.to), "wh40k.deep-strike")


class IngressStep(StepModel):
    """A unit arrives from reserves by the table's edges."""

    KEY = "ingress"
    ingress: UnitRef
    to: Placement

    def action(self, context: Context) -> Arrive:
        return Arrive(self.ingress, context.poses(self.ingress, self.to))


class EmbarkStep(StepModel):
    """A unit goes aboard a transport."""

    KEY = "embark"
    embark: UnitRef
    into: UnitRef

    def action(self, context: Context) -> Embark:
        return Embark(self.embark, self.into)


class DisembarkStep(StepModel):
    """A unit leaves its transport; ``mode`` only where it is not the one that the transport's move leaves."""

    KEY = "disembark"
    disembark: UnitRef
    to: Placement
    mode: DisembarkMode | None = None

    def action(self, context: Context) -> Disembark:
        return Disembark(self.disembark, context.poses(self.disembark, self.to), self.mode)


class VolleySpec(FileModel):
    """Some weapons at one target: those named in ``with``, of the models named in ``models``; without, all."""

    target: UnitRef
    with_: OneOrMore[str] = ()
    models: OneOrMore[ModelRef] = ()


class AttackStep(StepModel):
    """Whom a unit attacks: ``at`` one unit, ``with`` all weapons or those named, or at several, each with its own."""

    at: UnitRef | tuple[VolleySpec, ...]
    with_: OneOrMore[str] = ()
    models: OneOrMore[ModelRef] = ()

    def volleys(self, context: Context, unit: str) -> tuple[Volley, ...]:
        """The volleys, with every name checked."""
        if isinstance(self.at, str):
            volleys: tuple[Volley, ...] = (Volley(self.at, self.with_, self.models),)
        elif self.with_ or self.models:
            raise context.error("with" if self.with_ else "models", "with several targets, each has its own")
        else:
            volleys = tuple(Volley(one.target, one.with_, one.models) for one in self.at)
        sheet: UnitSheet = context.sheets[unit]
        carried = tuple(dict.fromkeys(weapon for weapons in sheet.weapons.values() for weapon in weapons))
        for volley in volleys:
            for name in volley.weapons:
                if not weapons_named(carried, (name,)):
                    context.pick("weapon", name, [weapon.name.en or weapon.id for weapon in carried], key="at")
            for model in volley.models:
                context.pick("model of it", model, context.scene.unit(unit).models, key="at")
        return volleys


class ShootStep(AttackStep):
    """A unit shoots: dice ``attacks``, ``hit``, ``wound``, ``save``, ``damage``, ``feel-no-pain``."""

    KEY = "shoot"
    shoot: UnitRef

    def action(self, context: Context) -> Shoot:
        return Shoot(self.shoot, self.volleys(context, self.shoot))


class FightStep(AttackStep):
    """A unit fights: dice as for shooting."""

    KEY = "fight"
    fight: UnitRef

    def action(self, context: Context) -> Fight:
        return Fight(self.fight, self.volleys(context, self.fight))


class ChargeStep(GoingStep):
    """A unit charges: dice ``charge``, two of them."""

    KEY = "charge"
    charge: UnitRef
    at: OneOrMore[UnitRef]

    def action(self, context: Context) -> Charge:
        return Charge(self.charge, self.at, self.ways(context, self.charge))


class Wh40kOptions(FileModel):
    """Distances of the core rules that a house rule changes."""

    engagement: Distance | None = None
    engagement_height: Distance | None = None
    neighbour: Distance | None = None
    envelope: Distance | None = None
    coherency_height: Distance | None = None
    exclusion: Distance | None = None
    edge_band: Distance | None = None
    embark: Distance | None = None
    disembark: Distance | None = None
    combat_disembark: Distance | None = None
    charge: Distance | None = None


def options_of(variant: str, given: Wh40kOptions) -> Options:
    """The ruleset's options."""
    changed = {f.name: getattr(given, f.name) for f in fields(Options) if getattr(given, f.name, None) is not None}
    return Options(variant=next(known for known in VARIANTS if known == variant), **changed)


def faults_of(scene: Scene, sheets: Mapping[str, UnitSheet], options: Options) -> Iterable[Fault]:
    """Passengers beyond a transport's capacity, or in something that is none."""
    for unit in scene.units.values():
        aboard = sum(len(scene.aboard(model)) for model in unit.models)
        capacity = sheets[unit.id].capacity
        if aboard > capacity:
            yield Fault(unit.id, f"{unit.id!r} carries {aboard} models and has room for {capacity}")


def _moving(step: GoingStep, context: Context, unit: str, kind: MoveType, *, desperate: bool = False) -> Move:
    return Move(unit, kind, step.ways(context, unit), desperate)


GAME = Game(
    ruleset=WH40K,
    steps=(
        TurnStep,
        MoveStep,
        AdvanceStep,
        FallBackStep,
        RemainStationaryStep,
        DeepStrikeStep,
        IngressStep,
        EmbarkStep,
        DisembarkStep,
        ShootStep,
        ChargeStep,
        FightStep,
    ),
    unit=Wh40kUnit,
    options_model=Wh40kOptions,
    options=options_of,
    variants=VARIANTS,
    names={
        "phase": lambda: PHASES,
        "datasheet": datasheets,
        "terrain category": lambda: ("exposed", "light", "dense"),
    },
    faults=faults_of,
)
