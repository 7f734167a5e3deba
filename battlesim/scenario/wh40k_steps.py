"""Steps of wh40k in scenario files, one small class an action, and the game as the loader takes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Annotated, Literal

from pydantic import Field

from battlesim.errors import counted
from battlesim.geometry.footprint import Pose
from battlesim.model.scene import Scene
from battlesim.rules.wh40k.arrival import Arrive
from battlesim.rules.wh40k.attached import joined_sheets, joining_faults, with_joined
from battlesim.rules.wh40k.fighting import Fight
from battlesim.rules.wh40k.movement import Move, MoveType
from battlesim.rules.wh40k.options import VARIANTS, Options
from battlesim.rules.wh40k.profiles import UnitSheet
from battlesim.rules.wh40k.ruleset import WH40K
from battlesim.rules.wh40k.shooting import Shoot, Volley, weapons_named
from battlesim.rules.wh40k.transports import Disembark, DisembarkMode, Embark
from battlesim.rules.wh40k.turn import PHASES, Turn
from battlesim.scenario.fields import Distance, FileModel, ModelRef, OneOrMore, PhaseRef, SideRef, UnitRef
from battlesim.scenario.games import Fault, Game
from battlesim.scenario.placements import Placement
from battlesim.scenario.steps import Context, StepModel
from battlesim.scenario.wh40k_battle_steps import BATTLE_STEPS
from battlesim.scenario.wh40k_going import GoingStep
from battlesim.scenario.wh40k_melee_steps import MELEE_STEPS
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


class FlyingStep(GoingStep):
    """A move that may be made in the ``skies``: above everything, 2 inches shorter, by a unit that flies.

    A ``mobile`` move of a super-heavy walker goes through features, and rolls for it: dice ``mobile``.
    """

    skies: bool = False
    mobile: bool = False


class MoveStep(FlyingStep):
    """A normal move."""

    KEY = "move"
    move: UnitRef

    def action(self, context: Context) -> Move:
        return _moving(self, context, self.move, "normal")


class AdvanceStep(FlyingStep):
    """An advance: dice ``advance``."""

    KEY = "advance"
    advance: UnitRef

    def action(self, context: Context) -> Move:
        return _moving(self, context, self.advance, "advance")


class FallBackStep(FlyingStep):
    """A fall back; a ``desperate`` one goes through enemies, with dice ``hazard`` and ``battle-shock``."""

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


class StrikeSpec(VolleySpec):
    """Some melee weapons at one target; ``attacks`` are how many of each weapon's attacks go there, where it splits them."""

    attacks: Annotated[int, Field(ge=1, le=100)] | None = None


class AttackStep(StepModel):
    """Whom a unit attacks: ``at`` one unit, ``with`` all weapons or those named, or at several, each with its own.

    ``emergency`` is where units aboard choose to get out, should their transport be destroyed.
    """

    at: UnitRef | tuple[VolleySpec, ...]
    with_: OneOrMore[str] = ()
    models: OneOrMore[ModelRef] = ()
    emergency: dict[UnitRef, Placement] = Field(default_factory=dict)

    def landings(self, context: Context) -> tuple[tuple[str, Pose], ...]:
        """Where passengers choose to stand that get out of a wreck; see ``emergency``."""
        return tuple(
            place
            for unit, placement in self.emergency.items()
            for place in context.poses(unit, placement, key="emergency")
        )

    def volleys(self, context: Context, unit: str) -> tuple[Volley, ...]:
        """The volleys, with every name checked."""
        if isinstance(self.at, str):
            volleys: tuple[Volley, ...] = (Volley(self.at, self.with_, self.models),)
        elif self.with_ or self.models:
            raise context.error("with" if self.with_ else "models", "with several targets, each has its own")
        else:
            volleys = tuple(
                Volley(one.target, one.with_, one.models, one.attacks if isinstance(one, StrikeSpec) else None)
                for one in self.at
            )
        sheet: UnitSheet = context.sheets[unit]
        for volley in volleys:
            for name in volley.weapons:
                carried = tuple(dict.fromkeys(weapon for weapons in sheet.weapons.values() for weapon in weapons))
                if not weapons_named(carried, (name,)):
                    context.pick("weapon", name, [weapon.name.en or weapon.id for weapon in carried], key="at")
            for model in volley.models:
                context.pick("model of it", model, context.scene.unit(unit).models, key="at")
        return volleys


class ShootStep(AttackStep):
    """A unit shoots: dice ``attacks``, ``hit``, ``wound``, ``save``, ``damage``, ``feel-no-pain``, ``hazard`` and others.

    ``indirect`` is shooting at what may be out of sight, which the unit's indirect fire weapons can. ``deck`` are
    models aboard a transport with a firing deck, each with the weapon that it lends.
    """

    KEY = "shoot"
    shoot: UnitRef
    indirect: bool = False
    deck: dict[ModelRef, str] = Field(default_factory=dict)

    def action(self, context: Context) -> Shoot:
        kind: Literal["", "indirect"] = "indirect" if self.indirect else ""
        deck = tuple(self.deck.items())
        return Shoot(self.shoot, self.volleys(context, self.shoot), kind, self.landings(context), deck)


class SnapShootStep(AttackStep):
    """A unit shoots in the enemy's movement phase, where only unmodified sixes hit: dice as for shooting."""

    KEY = "snap-shoot"
    snap_shoot: UnitRef

    def action(self, context: Context) -> Shoot:
        return Shoot(self.snap_shoot, self.volleys(context, self.snap_shoot), "snap", self.landings(context))


class FightStep(AttackStep, GoingStep):
    """A unit fights: dice as for shooting. With a way it overruns: it piles in first, from where it is not engaged.

    Without ``at`` nobody strikes.
    """

    KEY = "fight"
    fight: UnitRef
    at: UnitRef | tuple[StrikeSpec, ...] = ()

    def action(self, context: Context) -> Fight:
        volleys = self.volleys(context, self.fight)
        return Fight(self.fight, volleys, self.landings(context), self.ways(context, self.fight))


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
    emergency: Distance | None = None
    objective: Distance | None = None
    objective_height: Distance | None = None


def options_of(variant: str, given: Wh40kOptions) -> Options:
    """The ruleset's options."""
    changed = {f.name: getattr(given, f.name) for f in fields(Options) if getattr(given, f.name, None) is not None}
    return Options(variant=next(known for known in VARIANTS if known == variant), **changed)


def faults_of(scene: Scene, sheets: Mapping[str, UnitSheet], options: Options) -> Iterable[Fault]:
    """Passengers beyond a transport's capacity, or in something that is none, and units that cannot join another."""
    for unit in scene.units.values():
        aboard = sum(sheets[passenger.unit].room for model in unit.models for passenger in scene.aboard(model))
        capacity = sheets[unit.id].capacity
        if aboard > capacity:
            yield Fault(unit.id, f"{unit.id!r} carries {counted(aboard, 'model')} and has room for {capacity}")
    for id, message in joining_faults(scene, sheets):
        yield Fault(id, message)


def start_of(scene: Scene, sheets: Mapping[str, UnitSheet], options: Options) -> Scene:
    """The battle begins with attached units formed."""
    return with_joined(scene)


def _moving(step: FlyingStep, context: Context, unit: str, kind: MoveType, *, desperate: bool = False) -> Move:
    return Move(unit, kind, step.ways(context, unit), desperate, step.skies, step.mobile)


def _datasheets() -> Iterable[str]:
    # the published datasheets take a while to load, and many files use none
    from battlesim.roster.datasheets import datasheets

    return datasheets()


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
        SnapShootStep,
        FightStep,
        *MELEE_STEPS,
        *BATTLE_STEPS,
    ),
    unit=Wh40kUnit,
    options_model=Wh40kOptions,
    options=options_of,
    variants=VARIANTS,
    names={
        "phase": lambda: PHASES,
        "datasheet": _datasheets,
        "terrain category": lambda: ("exposed", "light", "dense"),
    },
    start=start_of,
    shown=joined_sheets,
    faults=faults_of,
)
