"""Morale: tests of 2D6, detachments that break or lose heart, and rallying."""

from __future__ import annotations

import math
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.event import Marked
from battlesim.model.ruling import Count, Fact, Ledger, Modifier, Ruling
from battlesim.rules.netepic.ledgers import ledger
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of, stands_of_side
from battlesim.rules.netepic.table import now, unit_state
from battlesim.rules.netepic.turn import reveal
from battlesim.rules.netepic.turn_hooks import ModifiesMorale, MoraleQuestion, PassesMorale

RULE: Final = "netepic.morale"
BREAK_RULE: Final = "netepic.break-point"
RALLY_RULE: Final = "netepic.rally"
SOURCE: Final = "NetEpic (FR), morale"
UNHURT_BONUS: Final = 1


def morale_of(battle: NetepicBattle, unit: str) -> int | None:
    """What 2D6 have to reach: the host's, so that of its first stand left; 0 never tests, None is not known."""
    left = battle.scene.alive(unit)
    return profile_of(battle, left[0].id).morale if left else None


def morale_ledger(battle: NetepicBattle, unit: str, penalty: int = 0) -> Ledger:
    """What is added to the dice: for a detachment that lost nobody, by abilities, and less a penalty."""
    modifiers = []
    if len(battle.scene.alive(unit)) == len(battle.scene.unit(unit).models):
        ruling = Ruling(RULE, True, "unhurt", evidence=(Fact("unhurt", unit),), subjects=(unit,), source=SOURCE)
        modifiers.append(Modifier(RULE, "add", UNHURT_BONUS, ruling))
    if penalty:
        evidence = (Count("lost-more-by", 2 * penalty),)
        ruling = Ruling(RULE, True, "penalty", evidence=evidence, subjects=(unit,), source=SOURCE)
        modifiers.append(Modifier(RULE, "subtract", penalty, ruling))
    bearers: dict[ModifiesMorale, tuple[str, ...]] = {}
    for friend in stands_of_side(battle, battle.scene.unit(unit).side):
        for rule in collect(ModifiesMorale, profile_of(battle, friend.id).abilities):
            bearers[rule] = (*bearers.get(rule, ()), friend.id)
    for rule, whose in bearers.items():
        modifiers += rule.on_morale(MoraleQuestion(battle, unit), whose)
    return ledger("morale-bonus", 0, modifiers)


def morale_test(battle: NetepicBattle, unit: str, story: Story, *, penalty: int = 0, rule: str = RULE) -> bool:
    """Roll 2D6 and what is added to them against the detachment's morale; told with its ruling.

    A detachment whose morale is 0 or not known, or that fears nothing, passes without a roll.
    """
    battle = now(battle, story)
    fearless = _fearless(battle, unit)
    if fearless is not None:
        story.rule(fearless)
        return True
    needs = morale_of(battle, unit)
    if not needs:
        return True
    added = morale_ledger(battle, unit, penalty)
    faces = story.roll("morale", 2, subject=unit, ledgers=(added,)).faces
    total = sum(faces) + added.result
    evidence = (Count("morale-total", total), Count("morale", needs))
    passed = total >= needs
    story.rule(Ruling(rule, passed, "test", evidence=evidence, subjects=(unit,), source=SOURCE))
    return passed


def lose_heart(battle: NetepicBattle, unit: str, story: Story) -> None:
    """The detachment falls back: that is its order until it rallies, and it has a move to make."""
    state = unit_state(now(battle, story), unit)
    if state.order != "fall-back":
        story.tell(Marked(unit, "order", "fall-back"))
    reveal(battle, unit, story)
    for stand in battle.scene.standing(unit):
        # whoever was on the way goes no farther that way
        story.tell(*(Marked(stand.id, mark, None, "model") for mark in ("gone", "way") if mark in stand.marks))
    if state.withdraws != "fall-back" and battle.scene.standing(unit):
        story.tell(Marked(unit, "withdraws", "fall-back"))


def break_point(battle: NetepicBattle, unit: str) -> int:
    """How many losses break a detachment: what its list says, else half of its stands, rounded up."""
    stands = battle.scene.unit(unit).models
    listed = profile_of(battle, stands[0]).break_point
    return listed if listed is not None else math.ceil(len(stands) / 2)


def losses(battle: NetepicBattle, unit: str) -> int:
    """How many of its stands are destroyed."""
    return len(battle.scene.unit(unit).models) - len(battle.scene.alive(unit))


def aftermath(before: NetepicBattle, story: Story) -> None:
    """What the losses of an action do: detachments that reach their break point are broken and test their morale.

    So do those that lost half of their stands, or more, in the one action, where this table has it so.
    """
    for unit in before.scene.units:
        after = now(before, story)
        if unit not in after.scene.units:
            continue
        had, left = len(before.scene.alive(unit)), len(after.scene.alive(unit))
        if left >= had:
            continue
        tests = _breaks(after, unit, story)
        if not tests and before.options.affected_tests and 2 * (had - left) >= had and left:
            evidence = (Count("lost-at-once", had - left, had),)
            story.rule(Ruling(RULE, True, "affected", evidence=evidence, subjects=(unit,), source=SOURCE))
            tests = True
        tests = tests and left > 0 and unit_state(now(before, story), unit).order != "fall-back"
        if tests and not morale_test(now(before, story), unit, story):
            lose_heart(now(before, story), unit, story)


def legal_rally(battle: NetepicBattle, unit: str) -> tuple[Ruling, ...]:
    """In the final phase, a detachment that falls back; where the table has it so, near a stand that lets it."""
    clock, order = battle.scene.clock, unit_state(battle, unit).order
    rulings = []
    if clock.phase:
        evidence = (Fact(clock.phase),)
        final = clock.phase == "final"
        rulings.append(Ruling(RALLY_RULE, final, "phase", evidence=evidence, subjects=(unit,), source=SOURCE))
    falling = order == "fall-back" and bool(battle.scene.alive(unit))
    evidence = (Fact(order, unit),)
    rulings.append(Ruling(RALLY_RULE, falling, "falling-back", evidence=evidence, subjects=(unit,), source=SOURCE))
    if battle.options.rally == "charismatic" and falling:
        helped = [m.ruling for m in morale_ledger(battle, unit).modifiers if m.rule != RULE and m.ruling is not None]
        near = next((ruling for ruling in helped if ruling.holds), helped[0] if helped else None)
        rulings.append(
            near
            if near is not None
            else Ruling(
                RALLY_RULE, False, "nobody", evidence=(Fact("no-charisma", unit),), subjects=(unit,), source=SOURCE
            )
        )
    return tuple(rulings)


def rally(battle: NetepicBattle, unit: str, story: Story) -> None:
    """A morale test; one that passes is free to take orders again."""
    if morale_test(battle, unit, story, rule=RALLY_RULE):
        story.tell(Marked(unit, "order", None), Marked(unit, "withdraws", None))


def _fearless(battle: NetepicBattle, unit: str) -> Ruling | None:
    """Why the detachment passes, where all of its stands fear nothing."""
    found = None
    for stand in battle.scene.alive(unit):
        rules = collect(PassesMorale, profile_of(battle, stand.id).abilities)
        found = next((rule.on_fearless(unit) for rule in rules), None)
        if found is None:
            return None
    return found


def _breaks(battle: NetepicBattle, unit: str, story: Story) -> bool:
    limit, lost = break_point(battle, unit), losses(battle, unit)
    if unit_state(battle, unit).broken or lost < limit:
        return False
    evidence = (Count("losses", lost, limit),)
    story.rule(Ruling(BREAK_RULE, True, "broken", evidence=evidence, subjects=(unit,), source=SOURCE))
    story.tell(Marked(unit, "broken", True))
    return True
