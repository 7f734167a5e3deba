"""Rolling an AttackSpec: hits, wounds, saves from the lowest up, damage to one model at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from battlesim.engine.story import Story
from battlesim.model.event import RollMade
from battlesim.model.ruling import Ledger, Modifier, Ruling
from battlesim.rules.wh40k.compile import ward_of
from battlesim.rules.wh40k.field import Field
from battlesim.rules.wh40k.profiles import Amount
from battlesim.rules.wh40k.spec import BEST_NEEDED, AttackSpec, Needs, Number, Reroll, SaveGroup, reckon
from battlesim.rules.wh40k.wounds import chosen_bearer, lose, next_for_mortal

DEVASTATING: Final = "wh40k.devastating-wounds"
LETHAL: Final = "wh40k.lethal-hits"
SUSTAINED: Final = "wh40k.sustained-hits"
LETHAL_CHOICE: Final = "lethal-hits"

Wanted = Reroll | Literal["not-critical"]


def play(story: Story, field: Field, spec: AttackSpec) -> None:
    """Carry out one batch of identical attacks, and tell what comes of it. ``field`` knows the sheets."""
    for ground in spec.grounds:
        story.rule(ground)
    attackers = tuple(model for model in spec.attackers if story.scene.model(model).alive)
    if not attackers or not story.scene.alive(spec.target):
        return
    spec = replace(spec, attackers=attackers)
    attacker = story.scene.model(spec.attackers[0]).unit
    dice, gathered = _gather(story, spec, attacker)
    hits, sure, scored = _hits(story, spec, attacker, dice, gathered)
    wounds, devastating, dealt = _wounds(story, spec, attacker, hits, sure, scored)
    if not wounds + devastating:
        return
    damage = _damage_roller(story, spec, attacker)
    groups, picked = _declared(story, spec, attacker)
    if wounds:
        _saves(story, field, spec, attacker, groups, wounds, dealt, damage)
    _devastate(story, field, spec, groups, picked, devastating, damage)


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


def _hits(
    story: Story, spec: AttackSpec, attacker: str, dice: int, gathered: tuple[Ledger, ...]
) -> tuple[int, int, Ledger]:
    """Hits that still have to wound, hits that wound without a roll, and how the first number came about."""
    if spec.hit is None:
        return dice, 0, reckon("hits", dice, ())
    faces = _rolled(story, "hit", dice, spec.hit, spec.critical_hit, spec.reroll_hit, attacker, spec.target, gathered)
    hits = sum(_succeeds(face, spec.hit, spec.critical_hit) for face in faces)
    criticals = sum(face >= spec.critical_hit and face > spec.hit.never for face in faces)
    changes: list[Modifier] = []
    if spec.extra_hits is not None and criticals:
        extra = sum(
            roll_amount(story, "extra-hits", spec.extra_hits, subject=attacker, against=spec.target)
            for _ in range(criticals)
        )
        changes.append(Modifier(SUSTAINED, "add", extra, _ground(spec, SUSTAINED)))
    sure = 0
    if spec.lethal:
        wanted = [story.choose(LETHAL_CHOICE, ("wound", "roll"), subject=attacker) for _ in range(criticals)]
        sure = wanted.count("wound")
        changes += [Modifier(LETHAL, "subtract", sure, _ground(spec, LETHAL))] if sure else []
    ledger = reckon("hits", hits, changes)
    return ledger.result, sure, ledger


def _wounds(
    story: Story, spec: AttackSpec, attacker: str, hits: int, sure: int, scored: Ledger
) -> tuple[int, int, Ledger]:
    """Wounds that saves are rolled for, critical wounds that devastate, and how the first number came about."""
    faces = _rolled(
        story, "wound", hits, spec.wound, spec.critical_wound, spec.reroll_wound, attacker, spec.target, _told(scored)
    )
    wounds = sum(_succeeds(face, spec.wound, spec.critical_wound) for face in faces)
    criticals = sum(face >= spec.critical_wound for face in faces) if spec.devastating else 0
    changes = [Modifier(LETHAL, "add", sure, _ground(spec, LETHAL))] if sure else []
    changes += [Modifier(DEVASTATING, "subtract", criticals, _ground(spec, DEVASTATING))] if criticals else []
    ledger = reckon("wounds", wounds, changes)
    return ledger.result, criticals, ledger


def _told(ledger: Ledger) -> tuple[Ledger, ...]:
    """The ledger of a number of dice, where it is not simply what was scored."""
    return (ledger,) if ledger.modifiers else ()


def _ground(spec: AttackSpec, rule: str) -> Ruling | None:
    """The ruling of that rule that bore on the attack."""
    return next((ground for ground in spec.grounds if ground.rule == rule), None)


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
    always, never = tuple(range(critical, 7)), tuple(range(1, needs.never + 1))
    first = story.roll(
        purpose,
        count,
        target=needs.face,
        subject=attacker,
        against=target,
        ledgers=(*ledgers, *needs.ledgers),
        always=always,
        never=never,
    )
    wanted: Wanted = reroll
    if reroll == "any":
        wanted = _wanted(story, purpose, first.faces, needs, critical, attacker)
    again = [face for face in first.faces if _again(face, needs, critical, wanted)]
    if not again:
        return first.faces
    kept = [face for face in first.faces if not _again(face, needs, critical, wanted)]
    second = story.roll(
        f"{purpose}-reroll",
        len(again),
        target=needs.face,
        subject=attacker,
        against=target,
        ledgers=needs.ledgers,
        always=always,
        never=never,
    )
    return (*kept, *second.faces)


def _wanted(story: Story, purpose: str, faces: Sequence[int], needs: Needs, critical: int, attacker: str) -> Wanted:
    """Which of the dice the attacker makes again: those that failed, all that are not critical, or none."""
    if all(face >= critical for face in faces):
        return ""
    options = ["failed"] if any(_again(face, needs, critical, "failed") for face in faces) else []
    options = [*options, "none", "not-critical"]
    chosen = story.choose(f"{purpose}-reroll", options, subject=attacker)
    return "" if chosen == "none" else "failed" if chosen == "failed" else "not-critical"


def _again(face: int, needs: Needs, critical: int, reroll: Wanted) -> bool:
    match reroll:
        case "ones":
            return face == 1
        case "failed":
            return not _succeeds(face, needs, critical)
        case "not-critical":
            return face < critical
        case _:
            return False


def _succeeds(face: int, needs: Needs, critical: int) -> bool:
    return face > needs.never and (face >= needs.face or face >= critical)


def _saves(
    story: Story,
    field: Field,
    spec: AttackSpec,
    attacker: str,
    groups: Sequence[SaveGroup],
    wounds: int,
    dealt: Ledger,
    damage: Callable[[], int],
) -> None:
    """The target's owner rolls a die for each wound, and they are resolved from the lowest up."""
    needs = {group.models: _chosen_save(story, field, spec, group) for group in groups}
    made = _save_roll(story, spec, [(group, needs[group.models]) for group in groups], attacker, wounds, dealt)
    for face in sorted(made.faces):
        group = _current(story, groups)
        if group is None:
            return
        needed = needs[group.models]
        if needed is None:
            needed = _chosen_save(story, field, spec, group, once=True) or group.save
        if face != 1 and face >= needed.face:
            continue
        living = [story.scene.model(id) for id in group.models if story.scene.model(id).alive]
        bearer = chosen_bearer(story, field, spec.target, living)
        lose(story, bearer, damage(), group.ward_of(bearer), field=field)


def _chosen_save(story: Story, field: Field, spec: AttackSpec, group: SaveGroup, *, once: bool = False) -> Needs | None:
    """What the save needs by the save that the owner uses, the better one first; None to be asked for each attack."""
    if group.other is None or not field.options.save_chosen:
        return group.save
    better, worse = "invulnerable-save", "armour-save"
    if group.save.face != group.invulnerable:
        better, worse = worse, better
    options = (better, worse) if once else (better, worse, "each-attack")
    chosen = story.choose("save-by", options, subject=spec.target)
    if chosen == "each-attack":
        return None
    return group.save if chosen == better else group.other


def _save_roll(
    story: Story,
    spec: AttackSpec,
    needs: Sequence[tuple[SaveGroup, Needs | None]],
    attacker: str,
    wounds: int,
    dealt: Ledger,
) -> RollMade:
    faces = {None if one is None else one.face for _, one in needs}
    damage = (spec.damage.ledger(),) if spec.damage.fixed else ()
    used = [one for group, chosen in needs for one in ((chosen,) if chosen else (group.save, group.other)) if one]
    ledgers = [ledger for one in used for ledger in one.ledgers]
    return story.roll(
        "save",
        wounds,
        # with more than one group it depends on whose turn it is when the die comes up
        target=faces.pop() if len(faces) == 1 else None,
        subject=spec.target,
        against=attacker,
        ledgers=(*_told(dealt), *ledgers, *damage),
        never=(1,),
    )


def _declared(story: Story, spec: AttackSpec, attacker: str) -> tuple[tuple[SaveGroup, ...], SaveGroup | None]:
    """The allocation order, and the group at its head where the attacker picked it.

    A character that the attacker may pick comes first, where he wants it. Else characters come after all others, and
    within each kind a group with a wounded model first. Among equals the owner chooses; a group is offered by the name
    of its first living model.
    """
    picked = _picked(story, spec, attacker)
    ordered = _ordered(story, spec, [group for group in spec.groups if group is not picked])
    return (ordered, None) if picked is None else ((picked, *ordered), picked)


def _picked(story: Story, spec: AttackSpec, attacker: str) -> SaveGroup | None:
    """The group of the character that the attacker picks, if he may and does."""
    offered = {model: group for group in spec.groups for model in group.models if model in (spec.precision or ())}
    living = [model for model in offered if story.scene.model(model).alive]
    if not living:
        return None
    return offered.get(story.choose("precision", [*living, "nobody"], subject=attacker))


def _ordered(story: Story, spec: AttackSpec, groups: Sequence[SaveGroup]) -> tuple[SaveGroup, ...]:
    left = [group for group in groups if _current(story, (group,)) is not None]
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


def _devastate(
    story: Story,
    field: Field,
    spec: AttackSpec,
    groups: Sequence[SaveGroup],
    picked: SaveGroup | None,
    criticals: int,
    damage: Callable[[], int],
) -> None:
    """After all ordinary damage: each critical wound deals its damage as mortal wounds to one model.

    They are suffered as mortal wounds are, but first by the character that the attacker picked.
    """
    for _ in range(criticals):
        head = _current(story, (picked,)) if picked is not None else None
        bearer = head.models[0] if head is not None else next_for_mortal(story, field, spec.target)
        if bearer is None:
            return
        if spec.devastating == "invulnerable-save" and _invulnerable_saved(story, bearer, groups):
            continue
        lose(story, bearer, damage(), ward_of(field, bearer, mortal=True), rule=DEVASTATING, field=field)


def _invulnerable_saved(story: Story, bearer: str, groups: Sequence[SaveGroup]) -> bool:
    """Whether the model that is about to suffer is saved by what AP leaves alone."""
    needed = next(group.invulnerable for group in groups if bearer in group.models)
    if needed is None:
        return False
    ledger = reckon("save", max(needed, BEST_NEEDED), ())
    made = story.roll("invulnerable-save", 1, target=ledger.result, subject=bearer, ledgers=(ledger,), never=(1,))
    return bool(made.successes)
