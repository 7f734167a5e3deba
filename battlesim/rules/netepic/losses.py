"""Stands that lose wounds, and those that others may be lost for."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.event import Destroyed, WoundsLost
from battlesim.rules.netepic.elite_pool import KEEP
from battlesim.rules.netepic.hooks import Cause, InterceptsLoss, LastChance, Loss, Sacrifice
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.table import now


def suffer(battle: NetepicBattle, losses: Sequence[tuple[str, int]], cause: Cause, story: Story) -> None:
    """Wounds are lost: first those that nothing can turn away, then, one by one, those that something may.

    So who stands in for another is chosen among those that are left.
    """
    guarded = [bool(collect(InterceptsLoss, profile_of(battle, stand).abilities)) for stand, _ in losses]
    for (stand, count), turned in zip(losses, guarded, strict=True):
        if not turned:
            lose(stand, count, story)
    for (stand, count), turned in zip(losses, guarded, strict=True):
        for _ in range(count if turned else 0):
            if story.scene.model(stand).place != "destroyed" and not turned_away(battle, stand, cause, story):
                lose(stand, 1, story)


def turned_away(battle: NetepicBattle, stand: str, cause: Cause, story: Story) -> bool:
    """Whether an ability of the stand saves it from one wound; what that takes happens."""
    for rule in collect(InterceptsLoss, profile_of(battle, stand).abilities):
        answer = rule.on_loss(Loss(now(battle, story), stand, cause))
        if answer is None or not story.rule(answer.ruling).holds:
            continue
        match answer:
            case Sacrifice(ruling, candidates):
                chosen = story.choose("sacrifice", (*candidates, KEEP), subject=stand)
                if chosen != KEEP:
                    destroy(chosen, story, rule=ruling.rule)
                    return True
            case LastChance(_, purpose, needs):
                if story.roll(purpose, 1, target=needs, subject=stand).successes:
                    return True
    return False


def lose(stand: str, count: int, story: Story) -> None:
    """Wounds are lost, as many as there are at most; with the last one the stand goes."""
    has = story.scene.model(stand).wounds
    lost = min(count, has)
    if lost:
        story.tell(WoundsLost(stand, lost, has - lost))
        if lost == has:
            destroy(stand, story)


def destroy(stand: str, story: Story, *, rule: str = "") -> None:
    """The stand leaves the table, and with it all that it carries."""
    aboard = story.scene.aboard(stand)
    story.tell(Destroyed(stand, rule))
    for cargo in aboard:
        destroy(cargo.id, story, rule="netepic.transport")
