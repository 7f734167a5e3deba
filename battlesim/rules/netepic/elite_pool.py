"""The army's re-rolls, and dice that may be rolled again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.event import Marked
from battlesim.model.ruling import Ruling
from battlesim.rules.netepic.hooks import EliteQuestion, FillsElitePool, GrantsElite
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of, stands_of_side
from battlesim.rules.netepic.table import now, side_state

KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Thrown:
    """A die on the table: whose it is, what it shows, whether that is good enough, and whether it was rolled again."""

    owner: str
    face: int
    success: bool
    fresh: bool = True


def pool_size(battle: NetepicBattle, side: str) -> int:
    """The re-rolls that the army started with: each detachment that has them brings its number once."""
    total = 0
    for sheet in battle.sheets.values():
        mine = [profile for stand, profile in sheet.profiles.items() if battle.scene.side_of[stand] == side]
        brought = [rule.on_elite_pool() for profile in mine for rule in collect(FillsElitePool, profile.abilities)]
        total += max(brought, default=0)
    return total


def pool_left(battle: NetepicBattle, side: str) -> int:
    """The re-rolls not spent yet."""
    return pool_size(battle, side) - side_state(battle, side).elite_spent


def elite(battle: NetepicBattle, stand: str) -> Ruling | None:
    """Why this stand may use the army's re-rolls, in the first way that it may; None where it may not."""
    return next((ruling for ruling in elite_rulings(battle, stand) if ruling.holds), None)


def elite_rulings(battle: NetepicBattle, stand: str) -> tuple[Ruling, ...]:
    """What every ability of its side says about this stand, those that are not concerned left out."""
    found = []
    for bearer in stands_of_side(battle, battle.scene.side_of[stand]):
        for rule in collect(GrantsElite, profile_of(battle, bearer.id).abilities):
            ruling = rule.on_elite(EliteQuestion(battle, stand), bearer.id)
            if ruling is not None:
                found.append(ruling)
    return tuple(found)


def offer_rerolls(
    battle: NetepicBattle,
    story: Story,
    side: str,
    dice: Sequence[Thrown],
    *,
    purpose: str,
    target: int,
    always: tuple[int, ...] = (),
    keep_first: bool,
) -> tuple[Thrown, ...]:
    """The dice after the owner spent what re-rolls they wanted on failures: one die a stand, none that was re-rolled.

    ``keep_first`` is whether keeping them is the sensible thing, and offered first. Where none of them may, what stands
    against it is told.
    """
    dice, served = tuple(dice), list[str]()
    while pool_left(now(battle, story), side) > 0:
        failing = {
            die.owner: k
            for k, die in reversed(list(enumerate(dice)))
            if die.fresh and not die.success and die.owner not in served
        }
        asked = {owner: elite_rulings(now(battle, story), owner) for owner in reversed(failing)}
        granted = {owner: ruling for owner, given in asked.items() for ruling in given if ruling.holds}
        if not granted:
            for ruling in dict.fromkeys(ruling for given in asked.values() for ruling in given):
                story.rule(ruling)
            break
        options = (KEEP, *granted) if keep_first else (*granted, KEEP)
        chosen = story.choose(purpose, options, subject=side)
        if chosen == KEEP:
            break
        story.rule(granted[chosen])
        spend_one(battle, story, side)
        made = story.roll("elite-reroll", 1, target=target, subject=chosen, always=always)
        k = failing[chosen]
        again = replace(dice[k], face=made.faces[0], success=bool(made.successes), fresh=False)
        dice = (*dice[:k], again, *dice[k + 1 :])
        served.append(chosen)
    return dice


def spend_one(battle: NetepicBattle, story: Story, side: str) -> None:
    """One re-roll is gone."""
    spent = side_state(now(battle, story), side).elite_spent
    story.tell(Marked(side, "elite-spent", spent + 1, "side"))
