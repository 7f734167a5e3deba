"""Psychic powers: when one may be used, physical ones as shots, ethereal ones against the mind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.event import Marked
from battlesim.model.ruling import Count, Fact, Ledger, Ruling
from battlesim.rules.netepic.actions import UsePower
from battlesim.rules.netepic.activation import ORDERS_RULE
from battlesim.rules.netepic.elite_pool import Thrown, offer_rerolls
from battlesim.rules.netepic.fire_hooks import GivesPsychicSave, PsychicSave, UsesPowers
from battlesim.rules.netepic.hooks import FireQuestion
from battlesim.rules.netepic.interception import on_the_move
from battlesim.rules.netepic.losses import suffer
from battlesim.rules.netepic.profiles import NetepicBattle, Power, profile_of
from battlesim.rules.netepic.shooting import SHOOTING_ORDERS, faces_again
from battlesim.rules.netepic.shots import INTERCEPTION_RULE, ShotSpec, compile_shot, in_range
from battlesim.rules.netepic.sighting import lookout_over
from battlesim.rules.netepic.table import stand_state, unit_state
from battlesim.rules.netepic.turn import reveal
from battlesim.rules.netepic.volley import fire

RULE: Final = "netepic.psyker"
SAVE_RULE: Final = "netepic.sauvegarde-psychique"
SOURCE: Final = "NetEpic (FR), Psyker"
CERTAIN: Final = 1
"""A number to hit that needs no roll."""


def power_of(battle: NetepicBattle, stand: str, power: str) -> Power:
    """The power of that name of a stand that has it."""
    return next(mine for mine in profile_of(battle, stand).powers if mine.id == power)


def psychic_save(battle: NetepicBattle, stand: str) -> PsychicSave | None:
    """The best save that a stand has against ethereal attacks: one of them alone."""
    rules = collect(GivesPsychicSave, profile_of(battle, stand).abilities)
    found = [save for rule in rules if (save := rule.on_ethereal(battle, stand)) is not None]
    return min(found, key=lambda save: save.needs, default=None)


def legal(battle: NetepicBattle, action: UsePower) -> tuple[Ruling, ...]:
    """A psyker who has used no power this turn, the right phase and order, then what the power needs of its target.

    Being engaged or pinned does not matter.
    """
    power = power_of(battle, action.stand, action.power)
    rulings = [*_may_use(battle, action), *_in_time(battle, action, power)]
    if action.target:
        rulings += _fit_target(battle, action)
    if all(ruling.holds for ruling in rulings) and action.target:
        rulings += _compiled(battle, action, power).rulings if not power.ethereal else _reached(battle, action, power)
    return tuple(rulings)


def resolve(battle: NetepicBattle, action: UsePower, story: Story) -> None:
    """The power is used up for this turn, and does what it does."""
    power = power_of(battle, action.stand, action.power)
    story.tell(Marked(action.stand, "powers", stand_state(battle, action.stand).powers + 1, "model"))
    unit = battle.scene.model(action.stand).unit
    if action.mode != "shooting":
        reveal(battle, unit, story)
    if not action.target:
        return
    if power.ethereal:
        _strike_mind(battle, action, power, story)
        return
    fire(battle, [_compiled(battle, action, power)], story)


def _compiled(battle: NetepicBattle, action: UsePower, power: Power) -> ShotSpec:
    """A physical power as the shot that it is, with the re-rolls of the order."""
    asked = FireQuestion(battle, action.stand, power.weapon, action.target, action.mode)
    again = faces_again(battle, battle.scene.model(action.stand).unit)
    return compile_shot(asked, power.weapon.dice, lookout_over(battle), again=again)


def _strike_mind(battle: NetepicBattle, action: UsePower, power: Power, story: Story) -> None:
    """To hit without any re-roll of ones; then a psychic save, and nothing else, stands against it."""
    weapon, target = power.weapon, action.target
    hits = weapon.dice
    if weapon.to_hit > CERTAIN:
        made = story.roll("power", weapon.dice, target=weapon.to_hit, subject=action.stand, against=target)
        hits = len(made.successes)
    if not hits:
        return
    if profile_of(battle, target).save.sheet:
        evidence = (Fact("head", target),)
        story.rule(Ruling(RULE, True, "head", evidence=evidence, subjects=(target,), source=SOURCE))
    lost = hits - _saved(battle, target, hits, story)
    suffer(battle, [(target, 1, weapon)] * lost, "ethereal", story)


def _saved(battle: NetepicBattle, target: str, hits: int, story: Story) -> int:
    """How many of the hits the target's psychic save stops."""
    save = psychic_save(battle, target)
    if save is None:
        evidence = (Fact("no-psychic-save", target),)
        story.rule(Ruling(SAVE_RULE, False, "ward", evidence=evidence, subjects=(target,), source=SOURCE))
        return 0
    story.rule(save.ruling)
    ledgers = (Ledger("psychic-save", save.needs, (), save.needs),)
    made = story.roll("psychic-save", hits, target=save.needs, subject=target, ledgers=ledgers)
    dice = tuple(Thrown(target, face, k in made.successes) for k, face in enumerate(made.faces))
    side = battle.scene.side_of[target]
    dice = offer_rerolls(battle, story, side, dice, purpose="elite-save", target=save.needs, keep_first=False)
    return sum(die.success for die in dice)


def _may_use(battle: NetepicBattle, action: UsePower) -> Iterator[Ruling]:
    stand = battle.scene.model(action.stand)
    each: list[int] = [rule.on_powers() for rule in collect(UsesPowers, profile_of(battle, stand.id).abilities)]
    allowed = sum(each)
    used = stand_state(battle, stand.id).powers + 1
    yield Ruling(
        RULE, used <= allowed, "one", evidence=(Count("powers", used, allowed),), subjects=(stand.id,), source=SOURCE
    )
    if not stand.on_table:
        yield Ruling(
            RULE, False, "on-table", evidence=(Fact(stand.place, stand.id),), subjects=(stand.id,), source=SOURCE
        )


def _in_time(battle: NetepicBattle, action: UsePower, power: Power) -> Iterator[Ruling]:
    """The phase of the power, and for one of the combat phase an order that lets it shoot; or interception."""
    clock, unit = battle.scene.clock, battle.scene.model(action.stand).unit
    state = unit_state(battle, unit)
    if action.mode == "interception":
        holds = state.order == "first-fire" and not state.revealed and not power.ethereal
        what = "ethereal" if power.ethereal else "order-revealed" if state.revealed else state.order
        evidence = (Fact(what, unit),)
        yield Ruling(RULE, holds, "interception", evidence=evidence, subjects=(action.stand,), source=SOURCE)
        moving = not action.target or on_the_move(battle, battle.scene.model(action.target).unit)
        evidence = (Fact("moving" if moving else "not-moving", action.target),)
        subjects = (action.stand, action.target)
        yield Ruling(INTERCEPTION_RULE, moving, "moving", evidence=evidence, subjects=subjects, source=SOURCE)
    phase = "movement" if action.mode == "interception" else power.phase
    if clock.phase:
        yield Ruling(
            RULE, clock.phase == phase, "phase", evidence=(Fact(clock.phase),), subjects=(action.stand,), source=SOURCE
        )
    if clock.side and action.mode == "shooting":
        holds = clock.side == battle.scene.unit(unit).side
        evidence = (Fact("acting-side", clock.side),)
        yield Ruling(RULE, holds, "side", evidence=evidence, subjects=(action.stand,), source=SOURCE)
    if action.mode == "shooting" and power.phase == "combat":
        holds = state.order in SHOOTING_ORDERS
        evidence = (Fact(state.order, unit),)
        yield Ruling(ORDERS_RULE, holds, "power", evidence=evidence, subjects=(action.stand,), source=SOURCE)


def _fit_target(battle: NetepicBattle, action: UsePower) -> Iterator[Ruling]:
    scene, subjects = battle.scene, (action.stand, action.target)
    if scene.side_of[action.stand] == scene.side_of[action.target]:
        yield Ruling(RULE, False, "friend", evidence=(Fact("friend", action.target),), subjects=subjects, source=SOURCE)
    place = scene.model(action.target).place
    if place != "table":
        yield Ruling(RULE, False, "on-table", evidence=(Fact(place, action.target),), subjects=subjects, source=SOURCE)


def _reached(battle: NetepicBattle, action: UsePower, power: Power) -> Iterator[Ruling]:
    """What an ethereal power asks of its target: range, and sight unless it is blind."""
    near = in_range(FireQuestion(battle, action.stand, power.weapon, action.target))
    yield near
    if near.holds and not power.blind:
        yield lookout_over(battle).sees(action.stand, action.target)
