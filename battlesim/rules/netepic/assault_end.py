"""The end of an assault: who has lost it, who pulls back and how, who may follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battlesim.engine.story import Story
from battlesim.model.event import Marked
from battlesim.model.ruling import Count, Ruling
from battlesim.rules.netepic.morale import lose_heart, morale_test
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.table import now, units_of_stands

RULE: Final = "netepic.assault"
SOURCE: Final = "NetEpic (FR), assault"
STRONGER: Final = 2
"""How many times the wounds of the winners keep losers from being pushed back."""
TALLER: Final = 3
"""By how many classes losers that are above the winners are not pushed back."""
PER_PENALTY: Final = 2
"""How many wounds of difference make the test one harder."""


def conclude(before: NetepicBattle, fighters: Sequence[str], story: Story) -> None:
    """The side that lost more wounds, or all that it had, has lost: its detachments test, and pull back or fall back.

    The winners may follow up. Losers that are much stronger than what is left of the winners stay where they are.
    """
    after = now(before, story)
    sides = tuple(dict.fromkeys(before.scene.side_of[stand] for stand in fighters))
    if len(sides) != 2:
        return
    mine = {side: [stand for stand in fighters if before.scene.side_of[stand] == side] for side in sides}
    lost = {
        side: sum(before.scene.model(stand).wounds - after.scene.model(stand).wounds for stand in mine[side])
        for side in sides
    }
    left = {side: [stand for stand in mine[side] if after.scene.model(stand).on_table] for side in sides}
    loser = _loser(sides, lost, left)
    evidence = tuple(Count("wounds-lost", lost[side]) for side in sides)
    if loser is None:
        story.rule(Ruling(RULE, True, "drawn", evidence=evidence, subjects=sides, source=SOURCE))
        return
    winner = next(side for side in sides if side != loser)
    evidence = (Count("wounds-lost", lost[winner]), Count("wounds-lost", lost[loser]))
    story.rule(Ruling(RULE, True, "lost", evidence=evidence, subjects=(winner, loser), source=SOURCE))
    penalty = max(lost[loser] - lost[winner], 0) // PER_PENALTY
    pushed = False
    for unit in units_of_stands(after, left[loser]):
        stays = _stands_fast(after, unit, left[loser], left[winner])
        if stays is not None:
            story.rule(stays)
            continue
        pushed = True
        if morale_test(after, unit, story, penalty=penalty):
            story.tell(Marked(unit, "withdraws", "regroup"))
        else:
            lose_heart(now(before, story), unit, story)
    if pushed or not left[loser]:
        for unit in units_of_stands(after, left[winner]):
            story.tell(Marked(unit, "withdraws", "follow-up"))


def _loser(sides: Sequence[str], lost: dict[str, int], left: dict[str, list[str]]) -> str | None:
    gone = [side for side in sides if not left[side]]
    if len(gone) == 1:
        return gone[0]
    if lost[sides[0]] == lost[sides[1]]:
        return None
    return max(sides, key=lambda side: lost[side])


def _stands_fast(battle: NetepicBattle, unit: str, losers: Sequence[str], winners: Sequence[str]) -> Ruling | None:
    """Why a detachment that lost is not pushed back: twice the wounds of the winners left, or three classes above."""
    if not winners:
        return None
    wounds = sum(battle.scene.model(stand).wounds for stand in losers)
    against = sum(battle.scene.model(stand).wounds for stand in winners)
    if wounds >= STRONGER * against:
        evidence = (Count("wounds-left", wounds), Count("wounds-left", against))
        return Ruling(RULE, True, "stronger", evidence=evidence, subjects=(unit,), source=SOURCE)
    mine = max(profile_of(battle, stand).blocking_class for stand in losers if battle.scene.model(stand).unit == unit)
    highest = max(profile_of(battle, stand).blocking_class for stand in winners)
    if mine >= highest + TALLER:
        evidence = (Count("class", mine), Count("class", highest))
        return Ruling(RULE, True, "taller", evidence=evidence, subjects=(unit,), source=SOURCE)
    return None
