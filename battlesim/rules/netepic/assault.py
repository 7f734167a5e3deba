"""Assaults: who fights whom, 2D6 and factor against 2D6 and factor, and what the loser loses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.measure import nearest
from battlesim.model.event import Marked
from battlesim.model.ruling import Count, Fact, Ledger, Modifier, Ruling
from battlesim.model.scene import Model
from battlesim.rules.netepic.actions import Fight
from battlesim.rules.netepic.activation import may_fight_now
from battlesim.rules.netepic.assault_end import conclude
from battlesim.rules.netepic.elite_pool import KEEP, elite, pool_left, spend_one
from battlesim.rules.netepic.hooks import FactorQuestion, ModifiesAssaultFactor
from battlesim.rules.netepic.ledgers import ledger
from battlesim.rules.netepic.losses import suffer
from battlesim.rules.netepic.morale import morale_test
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of, stands_of_side
from battlesim.rules.netepic.table import now, opponents, unit_state, units_of_stands
from battlesim.rules.netepic.turn import acted
from battlesim.rules.netepic.turn_hooks import Frightens, OrdersDuels, StandsOutnumbering
from battlesim.units import ZERO

RULE: Final = "netepic.assault"
SOURCE: Final = "NetEpic (FR), assault"
DICE: Final = 2
FALLING_BACK: Final = 2
"""What a detachment that falls back loses of its factor."""


@dataclass(frozen=True, slots=True)
class Group:
    """One stand against one or more in contact with it, in the order in which they fight it."""

    one: str
    many: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AssaultSpec:
    """An assault ready to be rolled: its groups, and the factor of each stand with all that changes it.

    Compiled before any stand falls: what raises a factor does so until the assault is over.
    """

    groups: tuple[Group, ...]
    factors: Mapping[str, Ledger]

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Each stand with each that it fights, both ways."""
        for group in self.groups:
            for other in group.many:
                yield group.one, other
                yield other, group.one


def compile_assault(battle: NetepicBattle, action: Fight) -> AssaultSpec:
    """All stands of the detachment that are in contact, against all enemies that they touch."""
    ours = battle.scene.standing(action.unit)
    touching = {stand.id: tuple(other.id for other in opponents(battle, stand)) for stand in ours}
    groups = combat_groups({stand: others for stand, others in touching.items() if others})
    fighting = dict.fromkeys(stand for group in groups for stand in (group.one, *group.many))
    return AssaultSpec(groups, {stand: assault_factor(battle, stand) for stand in fighting})


def assault_factor(battle: NetepicBattle, stand: str) -> Ledger:
    """The factor of a stand: its own, and what abilities of friendly stands on the table change."""
    bearers: dict[ModifiesAssaultFactor, tuple[str, ...]] = {}
    for friend in stands_of_side(battle, battle.scene.side_of[stand]):
        for rule in collect(ModifiesAssaultFactor, profile_of(battle, friend.id).abilities):
            bearers[rule] = (*bearers.get(rule, ()), friend.id)
    modifiers: list[Modifier] = []
    for rule, whose in bearers.items():
        modifiers += rule.on_assault_factor(FactorQuestion(battle, stand), whose)
    unit = battle.scene.model(stand).unit
    if unit_state(battle, unit).order == "fall-back":
        ruling = Ruling(
            RULE, True, "falling-back", evidence=(Fact("fall-back", unit),), subjects=(unit,), source=SOURCE
        )
        modifiers.append(Modifier(RULE, "subtract", FALLING_BACK, ruling))
    return ledger("assault-factor", profile_of(battle, stand).assault_factor, modifiers)


def combat_groups(touching: Mapping[str, Sequence[str]]) -> tuple[Group, ...]:
    """Contacts sorted out into groups of one against many, as evenly as may be; every stand fights once.

    ``touching`` names the enemies that each stand of the one side is in contact with. The side with more stands joins
    the groups of the other, those with the fewest opponents first.
    """
    back: dict[str, list[str]] = {}
    for stand, others in touching.items():
        for other in others:
            back.setdefault(other, []).append(stand)
    ours_are_more = len(touching) >= len(back)
    joining: Mapping[str, Sequence[str]] = touching if ours_are_more else back
    fought: dict[str, list[str]] = {one: [] for one in (back if ours_are_more else touching)}
    for stand in sorted(joining, key=lambda stand: len(joining[stand])):
        fought[min(joining[stand], key=lambda one: len(fought[one]))].append(stand)
    lonely = [one for one, others in fought.items() if not others]
    for one in lonely:
        # nobody is left for it: it joins a fight that is still one against one
        reachable = back if one in back else touching
        for stand in reachable[one]:
            rival = next((other for other, others in fought.items() if others == [stand]), None)
            if rival is not None:
                del fought[rival]
                fought[stand] = [rival, one]
                break
    return tuple(Group(one, tuple(many)) for one, many in fought.items() if many)


def legal(battle: NetepicBattle, action: Fight) -> tuple[Ruling, ...]:
    """Activation, and an enemy in contact."""
    state = unit_state(battle, action.unit)
    return *may_fight_now(battle, action.unit, done=state.fought), _contact(battle, action.unit)


def resolve(battle: NetepicBattle, action: Fight, story: Story) -> None:
    """The duels of every group, one after another; then who has lost the assault, and what follows."""
    spec = frightened(battle, compile_assault(battle, action), story)
    for unit in dict.fromkeys((action.unit, *units_of_stands(battle, spec.factors))):
        if not unit_state(battle, unit).fought:
            story.tell(Marked(unit, "fought", True))
    acted(battle, action.unit, story)
    for ruling in _reasons(spec):
        story.rule(ruling)
    for group in spec.groups:
        for further, other in enumerate(_in_order(battle, group, story)):
            if all(story.scene.model(stand).on_table for stand in (group.one, other)):
                _duel(battle, spec, action.unit, group.one, other, _outnumbering(battle, group, further, story), story)
    conclude(battle, tuple(spec.factors), story)


def frightened(battle: NetepicBattle, spec: AssaultSpec, story: Story) -> AssaultSpec:
    """The assault with the factors of those who failed a test of morale against what frightens them: once a detachment."""
    factors, passed = dict(spec.factors), dict[tuple[str, str], bool]()
    for stand, other in spec.pairs():
        for rule in collect(Frightens, profile_of(battle, other).abilities):
            ruling, amount = rule.on_fright(battle, other, stand)
            unit = battle.scene.model(stand).unit
            if not ruling.holds:
                continue
            if (unit, ruling.rule) not in passed:
                story.rule(ruling)
                passed[unit, ruling.rule] = morale_test(battle, unit, story)
            before = factors[stand]
            afraid = any(modifier.rule == ruling.rule for modifier in before.modifiers)
            if not passed[unit, ruling.rule] and not afraid:
                modifier = Modifier(ruling.rule, "subtract", amount, ruling)
                factors[stand] = ledger("assault-factor", before.start, (*before.modifiers, modifier))
    return AssaultSpec(spec.groups, factors)


def _in_order(battle: NetepicBattle, group: Group, story: Story) -> Iterator[str]:
    """The opponents of a group in turn: as they stand, or as one who may say so likes."""
    rules = collect(OrdersDuels, profile_of(battle, group.one).abilities)
    left = list(group.many)
    if not rules or len(left) < 2:
        yield from left
        return
    story.rule(rules[0].on_duels(group.one))
    while left:
        chosen = story.choose("duel", tuple(left), subject=group.one)
        left.remove(chosen)
        yield chosen


def _outnumbering(battle: NetepicBattle, group: Group, further: int, story: Story) -> int:
    """How many dice more the next opponent of one stand rolls."""
    rules = collect(StandsOutnumbering, profile_of(battle, group.one).abilities)
    if not rules or not further:
        return further
    ruling, ignored = rules[0].on_outnumbered(group.one)
    story.rule(ruling)
    return max(further - ignored, 0)


def _reasons(spec: AssaultSpec) -> tuple[Ruling, ...]:
    """Why factors change or do not, each reason once."""
    modifiers = (modifier for factor in spec.factors.values() for modifier in factor.modifiers)
    return tuple(dict.fromkeys(modifier.ruling for modifier in modifiers if modifier.ruling is not None))


def _duel(
    battle: NetepicBattle, spec: AssaultSpec, unit: str, one: str, other: str, further: int, story: Story
) -> None:
    """One stand against one: each further opponent of the same stand rolls one die more. The activated side rolls first."""
    dice = {one: DICE, other: DICE + further}
    if battle.scene.model(one).unit != unit:
        one, other = other, one
    faces = {
        stand: story.roll("assault", dice[stand], subject=stand, against=against, ledgers=(spec.factors[stand],)).faces
        for stand, against in ((one, other), (other, one))
    }
    totals = _with_rerolls(battle, spec, faces, story)
    if totals[one] == totals[other]:
        evidence = (Count("assault-total", totals[one]), Count("assault-total", totals[other]))
        story.rule(Ruling(RULE, True, "tie", evidence=evidence, subjects=(one, other), source=SOURCE))
        return
    winner, loser = (one, other) if totals[one] > totals[other] else (other, one)
    evidence = (Count("assault-total", totals[winner]), Count("assault-total", totals[loser]))
    story.rule(Ruling(RULE, True, "won", evidence=evidence, subjects=(winner, loser), source=SOURCE))
    suffer(now(battle, story), [(loser, 1, None)], "assault", story)


def _with_rerolls(
    battle: NetepicBattle, spec: AssaultSpec, faces: Mapping[str, tuple[int, ...]], story: Story
) -> dict[str, int]:
    """The totals, after whoever is not ahead rolled their lowest die again, if they wanted to: once a stand."""
    rolled, asked = dict(faces), list[str]()
    totals = {stand: sum(rolled[stand]) + spec.factors[stand].result for stand in rolled}
    while True:
        least = min(totals.values())
        behind = next((stand for stand in totals if totals[stand] == least and stand not in asked), None)
        if behind is None:
            return totals
        asked.append(behind)
        side = battle.scene.side_of[behind]
        granted = elite(now(battle, story), behind) if pool_left(now(battle, story), side) > 0 else None
        if granted is None or story.choose("elite-assault", (behind, KEEP), subject=side) == KEEP:
            continue
        story.rule(granted)
        spend_one(battle, story, side)
        again = story.roll("elite-reroll", 1, subject=behind).faces[0]
        rolled[behind] = (*sorted(rolled[behind])[1:], again)
        totals[behind] = sum(rolled[behind]) + spec.factors[behind].result


def _contact(battle: NetepicBattle, unit: str) -> Ruling:
    ours = battle.scene.standing(unit)
    others = _enemy_stands(battle, unit)
    if not ours or not others:
        return Ruling(RULE, False, "contact", evidence=(Fact("off-table", unit),), subjects=(unit,), source=SOURCE)
    met = nearest(
        [stand.footprint for stand in ours],
        [stand.footprint for stand in others],
        names=[stand.id for stand in ours],
        other_names=[stand.id for stand in others],
    )
    subjects = (unit, battle.scene.model(met.ends[1]).unit)
    return Ruling(RULE, met.within(ZERO), "contact", ZERO, "within", (met,), subjects, SOURCE)


def _enemy_stands(battle: NetepicBattle, unit: str) -> tuple[Model, ...]:
    side = battle.scene.unit(unit).side
    return tuple(stand for other in battle.scene.enemies_of(side) for stand in battle.scene.standing(other.id))
