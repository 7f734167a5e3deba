"""Rolling an AttackSpec: hits, wounds, saves from the lowest up, damage to one model at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from battlesim.engine.story import Story
from battlesim.model.event import RollMade
from battlesim.model.ruling import Ledger
from battlesim.rules.wh40k.field import Field
from battlesim.rules.wh40k.profiles import Amount
from battlesim.rules.wh40k.spec import AttackSpec, Needs, Number, Reroll, SaveGroup
from battlesim.rules.wh40k.wounds import chosen_bearer, lose, mortal_wounds_on_one

DEVASTATING: Final = "wh40k.devastating-wounds"


def play(story: Story, field: Field, spec: AttackSpec) -> None:
    """Carry out one batch of identical attacks, and tell what comes of it. ``field`` knows the sheets."""
    for ground in spec.grounds:
        story.rule(ground)
    if not story.scene.alive(spec.target):
        return
    attacker = story.scene.model(spec.attackers[0]).unit
    dice, gathered = _gather(story, spec, attacker)
    hits, sure = _hits(story, spec, attacker, dice, gathered)
    wounds, devastating = _wounds(story, spec, attacker, hits, sure)
    damage = _damage_roller(story, spec, attacker)
    _saves(story, field, spec, attacker, wounds, damage)
    _devastate(story, field, spec, devastating, damage)


def roll_amount(
    story: Story,
    purpose: str,
    amount: Amount,
    *,
    subject: str,
    against: str = "",
    ledgers: Sequence[Ledger] = (),
) -> int:
    """An amount with its dice rolled."""
    if amount.fixed:
        return amount.plus
    made = story.roll(purpose, amount.dice, sides=amount.sides, subject=subject, against=against, ledgers=ledgers)
    return sum(made.faces) + amount.plus


def _gather(story: Story, spec: AttackSpec, attacker: str) -> tuple[int, tuple[Ledger, ...]]:
    """How many attack dice the batch has: what is random is rolled for each weapon."""
    if spec.attacks.fixed:
        ledger = spec.attacks.ledger()
        return ledger.result * len(spec.attackers), (ledger,)
    ledgers = tuple(_settled(story, spec.attacks, attacker, spec.target) for _ in spec.attackers)
    return sum(ledger.result for ledger in ledgers), ledgers


def _settled(story: Story, number: Number, subject: str, against: str) -> Ledger:
    base = roll_amount(story, number.stat, number.amount, subject=subject, against=against)
    extras = [roll_amount(story, number.stat, e.amount, subject=subject, against=against) for e in number.rolled_extras]
    return number.ledger(base, extras)


def _hits(story: Story, spec: AttackSpec, attacker: str, dice: int, gathered: tuple[Ledger, ...]) -> tuple[int, int]:
    """Hits that still have to wound, and hits that wound without a roll."""
    if spec.hit is None:
        return dice, 0
    faces = _rolled(story, "hit", dice, spec.hit, spec.critical_hit, spec.reroll_hit, attacker, spec.target, gathered)
    criticals = sum(face >= spec.critical_hit for face in faces)
    hits = sum(_succeeds(face, spec.hit, spec.critical_hit) for face in faces)
    extra = 0
    if spec.extra_hits is not None:
        extra = sum(
            roll_amount(story, "extra-hits", spec.extra_hits, subject=attacker, against=spec.target)
            for _ in range(criticals)
        )
    if spec.lethal and criticals and story.choose("lethal-hits", ("wound", "roll"), subject=attacker) == "wound":
        return hits - criticals + extra, criticals
    return hits + extra, 0


def _wounds(story: Story, spec: AttackSpec, attacker: str, hits: int, sure: int) -> tuple[int, int]:
    """Wounds that saves are rolled for, and critical wounds that devastate."""
    faces = _rolled(story, "wound", hits, spec.wound, spec.critical_wound, spec.reroll_wound, attacker, spec.target)
    criticals = sum(face >= spec.critical_wound for face in faces)
    wounds = sum(_succeeds(face, spec.wound, spec.critical_wound) for face in faces) + sure
    return (wounds - criticals, criticals) if spec.devastating else (wounds, 0)


def _rolled(
    story: Story,
    purpose: str,
    count: int,
    needs: Needs,
    critical: int,
    reroll: Reroll,
    attacker: str,
    target: str,
    ledgers: tuple[Ledger, ...] = (),
) -> Sequence[int]:
    """The faces of a handful, with re-rolled ones in place of the first."""
    if count == 0:
        return ()
    always = tuple(range(critical, 7))
    first = story.roll(
        purpose,
        count,
        target=needs.face,
        subject=attacker,
        against=target,
        ledgers=(*ledgers, *needs.ledgers),
        always=always,
        never=(1,),
    )
    again = [face for face in first.faces if _again(face, needs, critical, reroll)]
    if not again:
        return first.faces
    kept = [face for face in first.faces if not _again(face, needs, critical, reroll)]
    second = story.roll(
        f"{purpose}-reroll",
        len(again),
        target=needs.face,
        subject=attacker,
        against=target,
        ledgers=needs.ledgers,
        always=always,
        never=(1,),
    )
    return (*kept, *second.faces)


def _again(face: int, needs: Needs, critical: int, reroll: Reroll) -> bool:
    return (reroll == "ones" and face == 1) or (reroll == "failed" and not _succeeds(face, needs, critical))


def _succeeds(face: int, needs: Needs, critical: int) -> bool:
    return face != 1 and (face >= needs.face or face >= critical)


def _saves(story: Story, field: Field, spec: AttackSpec, attacker: str, wounds: int, damage: Callable[[], int]) -> None:
    """The target's owner rolls a die for each wound, and they are resolved from the lowest up."""
    if wounds == 0:
        return
    groups = _declared(story, field, spec)
    made = _save_roll(story, spec, groups, attacker, wounds)
    for face in sorted(made.faces):
        group = _current(story, groups)
        if group is None:
            return
        if face != 1 and face >= group.save.face:
            continue
        living = [story.scene.model(id) for id in group.models if story.scene.model(id).alive]
        bearer = chosen_bearer(story, field, spec.target, living)
        lose(story, bearer, damage(), group.ward_of(bearer))


def _save_roll(story: Story, spec: AttackSpec, groups: Sequence[SaveGroup], attacker: str, wounds: int) -> RollMade:
    faces = {group.save.face for group in groups}
    damage = (spec.damage.ledger(),) if spec.damage.fixed else ()
    return story.roll(
        "save",
        wounds,
        # with more than one group it depends on whose turn it is when the die comes up
        target=faces.pop() if len(faces) == 1 else None,
        subject=spec.target,
        against=attacker,
        ledgers=(*(ledger for group in groups for ledger in group.save.ledgers), *damage),
        never=(1,),
    )


def _declared(story: Story, field: Field, spec: AttackSpec) -> tuple[SaveGroup, ...]:
    """The allocation order: characters after all others, and within each kind a group with a wounded model first.

    Among equals the owner chooses; a group is offered by the name of its first living model.
    """
    left = [group for group in spec.groups if _current(story, (group,)) is not None]
    ordered: list[SaveGroup] = []
    while left:
        rank = min(_rank(story, group) for group in left)
        equals = [group for group in left if _rank(story, group) == rank]
        names = {_first_living(story, group): group for group in equals}
        chosen = names[story.choose("allocation-order", list(names), subject=spec.target)]
        ordered.append(chosen)
        left.remove(chosen)
    return tuple(ordered)


def _rank(story: Story, group: SaveGroup) -> tuple[bool, bool]:
    living = [story.scene.model(id) for id in group.models if story.scene.model(id).alive]
    return group.character, not any(model.wounds < group.wounds for model in living)


def _first_living(story: Story, group: SaveGroup) -> str:
    return next(id for id in group.models if story.scene.model(id).alive)


def _current(story: Story, groups: Sequence[SaveGroup]) -> SaveGroup | None:
    """The first group with a living model."""
    living = (g for g in groups if any(story.scene.model(id).alive for id in g.models))
    return next(living, None)


def _damage_roller(story: Story, spec: AttackSpec, attacker: str) -> Callable[[], int]:
    if spec.damage.fixed:
        fixed = spec.damage.ledger().result
        return lambda: fixed
    return lambda: _settled(story, spec.damage, attacker, spec.target).result


def _devastate(story: Story, field: Field, spec: AttackSpec, criticals: int, damage: Callable[[], int]) -> None:
    """After all ordinary damage: each critical wound deals its damage as mortal wounds to one model."""
    for _ in range(criticals):
        if not story.scene.alive(spec.target):
            return
        if spec.devastating == "invulnerable-save" and _invulnerable_saved(story, spec):
            continue
        mortal_wounds_on_one(story, field, spec.target, damage(), rule=DEVASTATING)


def _invulnerable_saved(story: Story, spec: AttackSpec) -> bool:
    group = _current(story, spec.groups)
    if group is None or group.invulnerable is None:
        return False
    made = story.roll("invulnerable-save", 1, target=group.invulnerable, subject=spec.target, never=(1,))
    return bool(made.successes)
