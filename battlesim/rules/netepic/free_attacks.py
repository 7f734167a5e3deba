"""Leaving an assault: every enemy in contact that a stand walks away from strikes at it once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from battlesim.engine.story import Story
from battlesim.model.ruling import Count, Ruling
from battlesim.model.scene import Model
from battlesim.rules.netepic.losses import suffer
from battlesim.rules.netepic.measuring import in_contact
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.table import now, opponents

RULE: Final = "netepic.free-attack"
SOURCE: Final = "NetEpic (FR), leaving an assault"
NEEDS: Final = ((13, 4), (7, 5))
"""From which assault factor on, what the die needs; 6 below."""
WEAK: Final = 6


def needed(assault_factor: int) -> int:
    """What an enemy of that factor needs to hit a stand that leaves it.

    >>> [needed(6), needed(7), needed(12), needed(13)]
    [6, 5, 5, 4]
    """
    return next((needs for least, needs in NEEDS if assault_factor >= least), WEAK)


def left_behind(battle: NetepicBattle, after: Mapping[str, Model]) -> Iterator[tuple[str, str]]:
    """Each stand that moves out of contact and each enemy that it leaves."""
    for id, stand in after.items():
        before = battle.scene.model(id)
        if not before.on_table or before.pose == stand.pose:
            continue
        for enemy in opponents(battle, before):
            if not in_contact(stand, enemy):
                yield id, enemy.id


def free_attacks(battle: NetepicBattle, after: Mapping[str, Model], story: Story) -> None:
    """The enemies left behind roll a die each; what hits takes a wound, without a save."""
    for id, enemy in left_behind(battle, after):
        if not story.scene.model(id).on_table:
            continue
        factor = profile_of(battle, enemy).assault_factor
        evidence = (Count("assault-factor", factor),)
        story.rule(Ruling(RULE, True, "leaving", evidence=evidence, subjects=(id, enemy), source=SOURCE))
        if story.roll("free-attack", 1, target=needed(factor), subject=enemy, against=id).successes:
            suffer(now(battle, story), [(id, 1, None)], "assault", story)
