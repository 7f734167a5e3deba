"""Stands that lose wounds, and those that others may be lost for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.event import Destroyed, WoundsLost
from battlesim.model.ruling import Count, Ruling
from battlesim.rules.netepic.elite_pool import KEEP
from battlesim.rules.netepic.emergency import leave_wreck
from battlesim.rules.netepic.fire_hooks import SavesFriends, StopsStandIns
from battlesim.rules.netepic.hooks import Cause, InterceptsLoss, LastChance, Loss, Sacrifice
from battlesim.rules.netepic.profiles import NetepicBattle, Weapon, origin, profile_of, stands_of_side
from battlesim.rules.netepic.table import now

TRANSPORT_RULE: Final = "netepic.transport"
TRANSPORT_SOURCE: Final = "NetEpic (FR), Transport (X)"


def suffer(battle: NetepicBattle, losses: Sequence[tuple[str, int, Weapon | None]], cause: Cause, story: Story) -> None:
    """Wounds are lost: first those that nothing can turn away, then, one by one, those that something may.

    So who stands in for another is chosen among those that are left. Each loss is a stand, how many wounds, and the
    weapon that took them, where one did.
    """
    losses = drawn_by_lot(battle, losses, story)
    sheltered = {id for side in battle.scene.sides for id in _sheltered(battle, side)}
    guarded = [
        stand in sheltered or bool(collect(InterceptsLoss, profile_of(battle, stand).abilities))
        for stand, _, _ in losses
    ]
    for (stand, count, weapon), turned in zip(losses, guarded, strict=True):
        if not turned:
            lose(stand, count, story, Loss(battle, stand, cause, weapon))
    for (stand, count, weapon), turned in zip(losses, guarded, strict=True):
        for _ in range(count if turned else 0):
            if story.scene.model(stand).place == "destroyed":
                break
            loss = Loss(now(battle, story), stand, cause, weapon)
            if not turned_away(loss, story):
                lose(stand, 1, story, loss)


def drawn_by_lot(
    battle: NetepicBattle, losses: Sequence[tuple[str, int, Weapon | None]], story: Story
) -> Sequence[tuple[str, int, Weapon | None]]:
    """The losses, after dice decided which transports are destroyed.

    Where several stands of one detachment of transports are, and not all of them carry the same, each of its stands on
    the table is as likely to be one of them.
    """
    dying: dict[str, dict[str, list[int]]] = {}
    for k, (stand, count, _) in enumerate(losses):
        if count >= battle.scene.model(stand).wounds:
            dying.setdefault(battle.scene.model(stand).unit, {}).setdefault(stand, []).append(k)
    changed = list(losses)
    for unit, named in dying.items():
        carriers = [stand.id for stand in battle.scene.standing(unit)]
        loads = {tuple(sorted(origin(cargo.id) for cargo in battle.scene.aboard(id))) for id in carriers}
        if len(named) < 2 or len(loads) < 2:
            continue
        evidence = (Count("transports-lost", len(named), len(carriers)),)
        story.rule(Ruling(TRANSPORT_RULE, True, "by-lot", evidence=evidence, subjects=(unit,), source=TRANSPORT_SOURCE))
        hurt = {stand for stand, _, _ in losses} - named.keys()
        left = [id for id in carriers if id not in hurt]
        for places in named.values():
            drawn = left[0]
            if len(left) > 1:
                drawn = left[story.roll("which-transport", 1, sides=len(left), subject=unit).faces[0] - 1]
            left.remove(drawn)
            for k in places:
                # what destroys a stand twice destroys one stand
                changed[k] = (drawn, *losses[k][1:])
    return changed


def _sheltered(battle: NetepicBattle, side: str) -> tuple[str, ...]:
    """The stands of a side, where one of its stands on the table can turn away losses of others."""
    stands = stands_of_side(battle, side)
    helped = any(collect(SavesFriends, profile_of(battle, stand.id).abilities) for stand in stands)
    return tuple(stand.id for stand in stands) if helped else ()


def _answers(loss: Loss) -> Iterator[Sacrifice | LastChance]:
    """What may turn a loss away: the abilities of the stand, then those of its friends, each kind of die once."""
    rolled = set[str]()
    for rule in collect(InterceptsLoss, profile_of(loss.battle, loss.stand).abilities):
        answer = rule.on_loss(loss)
        if answer is not None:
            rolled |= {answer.purpose} if isinstance(answer, LastChance) else set()
            yield answer
    if not loss.battle.scene.model(loss.stand).on_table:
        return
    for friend in stands_of_side(loss.battle, loss.battle.scene.side_of[loss.stand]):
        for helper in collect(SavesFriends, profile_of(loss.battle, friend.id).abilities):
            helped = helper.on_friends_loss(loss, friend.id)
            if helped is not None and helped.purpose not in rolled:
                rolled |= {helped.purpose} if helped.ruling.holds else set()
                yield helped


def _nobody_stands_in(loss: Loss, story: Story) -> bool:
    """Whether the weapon keeps others from being lost instead of its target."""
    for rule in collect(StopsStandIns, loss.weapon.abilities if loss.weapon else ()):
        stopping = rule.on_stand_in(loss)
        if story.rule(stopping.ruling).holds:
            made = story.roll(stopping.purpose, 1, target=stopping.needs, against=loss.stand)
            if made.successes:
                return True
    return False


def turned_away(loss: Loss, story: Story) -> bool:
    """Whether an ability saves the stand from one wound; what that takes happens."""
    for answer in _answers(loss):
        if not story.rule(answer.ruling).holds:
            continue
        stand = loss.stand
        match answer:
            case Sacrifice(ruling, candidates):
                if _nobody_stands_in(loss, story):
                    continue
                chosen = story.choose("sacrifice", (*candidates, KEEP), subject=stand)
                if chosen != KEEP:
                    destroy(now(loss.battle, story), chosen, story, rule=ruling.rule)
                    return True
            case LastChance(_, purpose, needs):
                if story.roll(purpose, 1, target=needs, subject=stand).successes:
                    return True
    return False


def lose(stand: str, count: int, story: Story, loss: Loss) -> None:
    """Wounds are lost, as many as there are at most; with the last one the stand goes."""
    has = story.scene.model(stand).wounds
    lost = min(count, has)
    if lost:
        story.tell(WoundsLost(stand, lost, has - lost))
        if lost == has:
            destroy(now(loss.battle, story), stand, story, loss=loss)


def destroy(battle: NetepicBattle, stand: str, story: Story, *, rule: str = "", loss: Loss | None = None) -> None:
    """The stand leaves the table; what it carries tries to get out."""
    aboard, carrier = battle.scene.aboard(stand), battle.scene.model(stand)
    story.tell(Destroyed(stand, rule))
    if aboard:
        leave_wreck(battle, carrier, aboard, loss, story)
