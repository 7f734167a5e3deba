"""The steps of a netepic scenario file, and the game as the loader and the runner see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from battlesim.engine.engine import Battle
from battlesim.engine.hooks import collect
from battlesim.model.scene import Model, Scene
from battlesim.model.wording import Wording
from battlesim.replay.timeline import RuleName
from battlesim.roster.netepic_units import listed_names
from battlesim.rules.netepic.actions import (
    Aim,
    BeginPhase,
    Board,
    Boarding,
    Fight,
    GiveOrders,
    Leave,
    Move,
    React,
    Shoot,
)
from battlesim.rules.netepic.activation import PHASES
from battlesim.rules.netepic.boarding import over_capacity
from battlesim.rules.netepic.hooks import Carries, FireMode, Load
from battlesim.rules.netepic.options import OPTION_TEXTS, STANDARD, Options
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.reactions import earliest_target, reaction_shots
from battlesim.rules.netepic.ruleset import NETEPIC
from battlesim.rules.netepic.shooting import aims_at
from battlesim.rules.netepic.state import Order
from battlesim.rules.netepic.terrain import GROUNDS
from battlesim.scenario.fields import Distance, FileModel, OneOrMore, PhaseRef, SideRef, UnitOrModelRef, UnitRef
from battlesim.scenario.games import Fault, Game
from battlesim.scenario.netepic_fire_steps import AttachStep, BarrageStep, BombardStep, PowerStep, battle_of
from battlesim.scenario.netepic_turn_steps import TURN_STEPS, NetepicTurnOptions
from battlesim.scenario.netepic_units import NetepicUnit
from battlesim.scenario.placements import XY, Placement
from battlesim.scenario.steps import Context, StepModel


class ClockSpec(FileModel):
    """Where the battle goes on: the round, the phase, and the side whose activation it is (either's, without)."""

    round: Annotated[int, Field(ge=1, le=99)]
    phase: PhaseRef
    side: SideRef | None = None


class TurnStep(StepModel):
    """The clock moves on."""

    KEY: ClassVar[str] = "turn"
    turn: ClockSpec

    def action(self, context: Context) -> BeginPhase:
        """A new round, phase or side."""
        return BeginPhase(self.turn.round, self.turn.phase, self.turn.side or "")


class OrdersStep(StepModel):
    """Orders for detachments: ``orders: {marines: charge, guard: first-fire}``."""

    KEY: ClassVar[str] = "orders"
    orders: Annotated[dict[UnitRef, Order], Field(min_length=1)]

    def action(self, context: Context) -> GiveOrders:
        """In the order of the file."""
        for unit in self.orders:
            context.pick("detachment", unit, context.scene.units, key="orders")
        return GiveOrders(tuple(self.orders.items()))


class MoveStep(StepModel):
    """Stands of a detachment move: all of them, or one stand by its id.

    ``declared``: they say which way they go. Enemies may ``react`` to it or ``intercept`` it; ``continue`` ends it.
    """

    KEY: ClassVar[str] = "move"
    move: UnitOrModelRef
    to: Placement
    through: tuple[XY, ...] = ()
    declared: bool = False

    def action(self, context: Context) -> Move:
        """The stands on the table, each along its own path."""
        paths = context.paths(self.move, self.to, through=self.through)
        return Move(context.unit_of(self.move, key="move"), paths, self.declared)


class BoardStep(StepModel):
    """Stands go aboard: ``into`` one transport, or the transports of a detachment, filled one after another."""

    KEY: ClassVar[str] = "board"
    board: OneOrMore[UnitOrModelRef]
    into: UnitOrModelRef
    through: tuple[XY, ...] = ()

    def action(self, context: Context) -> Board:
        """In the order named."""
        stands = [model.id for name in self.board for model in context.models(name, key="board")]
        carriers = [model.id for model in context.models(self.into, key="into")]
        if not stands or not carriers:
            raise context.error("board" if not stands else "into", "nobody is left of that name")
        through = tuple((float(x), float(y)) for x, y in self.through)
        return Board(tuple(Boarding(*pair, through) for pair in _filled(battle_of(context), stands, carriers)))


class LeaveStep(StepModel):
    """Stands leave what carries them."""

    KEY: ClassVar[str] = "leave"
    leave: OneOrMore[UnitOrModelRef]
    to: Placement

    def action(self, context: Context) -> Leave:
        """In the order named, at the poses of the placement in turn."""
        stands = [model.id for name in self.leave for model in context.models(name, key="leave") if not model.on_table]
        if not stands:
            raise context.error("leave", "none of them is aboard a transport")
        return Leave(context.poses(self.leave[0], self.to, models=stands))


class ShootStep(StepModel):
    """A detachment shoots ``at`` a detachment (its dice are spread), a stand, or one of them for each of its stands.

    ``weapon`` is the name of one weapon, or one for each stand; all of them without. ``stands`` are those that shoot, all of
    them without.
    """

    KEY: ClassVar[str] = "shoot"
    shoot: UnitRef
    at: OneOrMore[UnitOrModelRef]
    weapon: OneOrMore[str] = ()
    stands: OneOrMore[UnitOrModelRef] = ()

    def action(self, context: Context) -> Shoot:
        """Aims in the order of the stands."""
        battle = battle_of(context)
        chosen = [model.id for name in self.stands for model in context.models(name, key="stands")]
        stands = [
            m.id for m in context.models(self.shoot, key="shoot") if m.on_table and (not chosen or m.id in chosen)
        ]
        if not stands:
            raise context.error("shoot", f"{self.shoot!r} has no stand on the table that could shoot")
        for target in self.at:
            context.models(target, key="at")
        known = dict.fromkeys(weapon.id for stand in stands for weapon in profile_of(battle, stand).weapons)
        for weapon in self.weapon:
            context.pick("weapon", weapon, known, key="weapon")
        if not known:
            raise context.error("shoot", f"{self.shoot!r} has no weapons")
        if len(self.weapon) not in (0, 1, len(stands)):
            raise context.error(
                "weapon", f"{len(self.weapon)} weapons for {len(stands)} stands: expected one, or one each"
            )
        if len(self.at) not in (1, len(stands)):
            raise context.error("at", f"{len(self.at)} targets for {len(stands)} stands: expected one, or one for each")
        targets = self.at * len(stands) if len(self.at) == 1 else self.at
        aimed = dict(zip(stands, targets, strict=True))
        weapons = self.weapon * len(stands) if len(self.weapon) == 1 else self.weapon or ("",) * len(stands)
        with_ = dict(zip(stands, weapons, strict=True))
        mine = [aim for aim in aims_at(battle, self.shoot, "") if aim.stand in aimed]
        fired = [aim for aim in mine if with_[aim.stand] in ("", aim.weapon)]
        return Shoot(self.shoot, tuple(Aim(aim.stand, aim.weapon, aimed[aim.stand]) for aim in fired))


class ReactStep(StepModel):
    """Stands fire at enemies on the move: one shot for each target ``at`` which they fire.

    A detachment fires one shot from each of its stands that can, at one target; a single stand one at each of several.
    A detachment as target means its nearest stand, or the one that can first be shot at on its declared way. On such a way
    the shot is fired at the earliest place, or ``when`` the target has gone so far.
    """

    KEY: ClassVar[str] = "react"
    react: UnitOrModelRef
    at: OneOrMore[UnitOrModelRef]
    as_: Literal["interception", "counter-charge"] = "interception"
    when: Distance | None = None

    def action(self, context: Context) -> React:
        """Pairs of a stand and its target."""
        battle = battle_of(context)
        stands = [model for model in context.models(self.react, key="react") if model.on_table]
        if len(stands) > 1:
            stands = [model for model in stands if reaction_shots(battle, model.id) is not None]
        if not stands:
            raise context.error("react", f"{self.react!r} has no stand on the table with shots to react with")
        if len(stands) > 1 and len(self.at) > 1:
            raise context.error("at", "several stands fire at one target: name one, or one stand for several targets")
        pairs = [(stand.id, _first_of(context, battle, stand, name, self.as_)) for stand in stands for name in self.at]
        return React(self.as_, tuple(pairs), self.when)


class AssaultStep(StepModel):
    """The assault of a detachment is resolved, against all enemies in contact with it."""

    KEY: ClassVar[str] = "assault"
    assault: UnitRef

    def action(self, context: Context) -> Fight:
        """All its stands in contact fight."""
        return Fight(context.pick("detachment", self.assault, context.scene.units, key="assault"))


class NetepicOptions(NetepicTurnOptions):
    """How this table plays; see ``battlesim rules`` for what each option means."""

    measure: Literal["edge", "centre"] = STANDARD.measure
    leave_from: Literal["inside", "outside"] = STANDARD.leave_from
    natural_six_hits: bool = STANDARD.natural_six_hits
    seven_plus: Literal["six_then_four", "never"] = STANDARD.seven_plus
    soft_cover: Annotated[int, Field(ge=0, le=5)] = STANDARD.soft_cover
    hard_cover: Annotated[int, Field(ge=0, le=5)] = STANDARD.hard_cover
    stands_block_sight: bool = STANDARD.stands_block_sight
    qg_other_detachment: bool = STANDARD.qg_other_detachment
    meneur_self: bool = STANDARD.meneur_self
    meneur_stacks: bool = STANDARD.meneur_stacks
    weak_sides: Literal["flank_and_rear", "rear", "none"] = STANDARD.weak_sides
    fire_into_assault: Literal["free", "risky", "forbidden"] = STANDARD.fire_into_assault
    template_covers: Literal["centre", "any_part"] = STANDARD.template_covers
    flame_length: Annotated[int, Field(ge=2, le=50)] = STANDARD.flame_length
    flame_width: Annotated[int, Field(ge=2, le=20)] = STANDARD.flame_width
    scatter_die: bool = STANDARD.scatter_die
    building_points: Annotated[int, Field(ge=1, le=20)] = STANDARD.building_points
    building_save: Annotated[int, Field(ge=1, le=12)] = STANDARD.building_save
    building_dice: Annotated[int, Field(ge=1, le=4)] = STANDARD.building_dice
    building_to_hit: Annotated[int, Field(ge=0, le=5)] = STANDARD.building_to_hit


def options_of(variant: str, given: NetepicOptions) -> Options:
    """The ruleset's options; the game has no variants beside them."""
    return Options(**given.model_dump())


def set_up_faults(scene: Scene, sheets: Mapping[str, Any], options: Any) -> Iterable[Fault]:
    """Transports that start with more aboard than they carry."""
    battle: NetepicBattle = Battle(scene, sheets, options)
    names = {entry.id: RuleName(entry.names, entry.summary, dict(entry.clauses)) for entry in NETEPIC.catalogue}
    wording = Wording(unit=NETEPIC.unit, glossary=names, words=NETEPIC.words)
    for carrier, ruling in over_capacity(battle).items():
        yield Fault(scene.model(carrier).unit, f"{carrier} cannot carry all that is aboard: {wording.ruling(ruling)}")


def _filled(battle: NetepicBattle, stands: list[str], carriers: list[str]) -> Iterable[tuple[str, str]]:
    """Each stand and the first carrier that still has room for it; the last one where none has."""
    coming: dict[str, list[str]] = {carrier: [] for carrier in carriers}
    for stand in stands:
        carrier = next((one for one in carriers if _fits(battle, one, [*coming[one], stand])), carriers[-1])
        coming[carrier].append(stand)
        yield stand, carrier


def _fits(battle: NetepicBattle, carrier: str, coming: list[str]) -> bool:
    aboard = tuple(model.id for model in battle.scene.aboard(carrier))
    rules = collect(Carries, profile_of(battle, carrier).abilities)
    return bool(rules) and all(rule.on_carry(Load(battle, carrier, (*aboard, *coming))).holds for rule in rules)


def _first_of(context: Context, battle: NetepicBattle, stand: Model, name: str, mode: FireMode) -> str:
    models = [model.id for model in context.models(name, key="at") if model.on_table]
    if not models:
        raise context.error("at", f"{name!r} has no stand on the table")
    return earliest_target(battle, stand.id, models, mode)


GAME: Final = Game(
    NETEPIC,
    (
        TurnStep,
        OrdersStep,
        MoveStep,
        BoardStep,
        LeaveStep,
        ShootStep,
        BarrageStep,
        BombardStep,
        PowerStep,
        AttachStep,
        ReactStep,
        AssaultStep,
        *TURN_STEPS,
    ),
    NetepicUnit,
    NetepicOptions,
    options_of,
    names={"phase": lambda: PHASES, "datasheet": listed_names, "terrain category": lambda: GROUNDS},
    faults=set_up_faults,
    option_texts=OPTION_TEXTS,
)
