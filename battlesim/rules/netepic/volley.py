"""Rolling shots that were compiled: to hit, to save, then the losses of all of them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from battlesim.engine.story import Story
from battlesim.model.event import RollMade
from battlesim.rules.netepic.elite_pool import Thrown, offer_rerolls
from battlesim.rules.netepic.losses import suffer
from battlesim.rules.netepic.profiles import NetepicBattle
from battlesim.rules.netepic.shields import absorb
from battlesim.rules.netepic.shots import ShotSpec

Key = tuple[object, ...]


def fire(battle: NetepicBattle, shots: Sequence[ShotSpec], story: Story) -> None:
    """Every shot is rolled to hit, every hit stand saves, and only then do stands fall."""
    hits = [
        shot for handful in _alike(_spotted(shots, story), _hit_key) for shot in _roll_to_hit(battle, handful, story)
    ]
    strike(battle, hits, story)


def strike(battle: NetepicBattle, hits: Sequence[ShotSpec], story: Story) -> None:
    """What has hit is taken by shields or saved, and only then do stands fall."""
    through = absorb(battle, hits, story)
    failed: dict[str, list[ShotSpec]] = {}
    for handful in _alike(through, _save_key):
        for hit in _roll_saves(battle, handful, story):
            failed.setdefault(hit.target, []).append(hit)
    in_order = [hit for stand in dict.fromkeys(hit.target for hit in hits) for hit in failed.get(stand, ())]
    suffer(battle, [(hit.target, hit.damage, hit.weapon) for hit in in_order], "shooting", story)


def _spotted(shots: Sequence[ShotSpec], story: Story) -> list[ShotSpec]:
    """The shots left once those that must make out their target have tried to, one die a shooter and target."""
    seen = []
    for shot in shots:
        if shot.spotted_on is not None:
            made = story.roll("spot", 1, target=shot.spotted_on, subject=shot.shooter, against=shot.target)
            if not made.successes:
                continue
        seen.append(shot)
    return seen


def _roll_to_hit(battle: NetepicBattle, shots: Sequence[ShotSpec], story: Story) -> list[ShotSpec]:
    """One handful: the shots that hit, once for each hit. All need the same with the same weapon."""
    first = shots[0]
    aimed = [shot for shot in shots for _ in range(shot.dice)]
    subject, against = _whose(battle, shots)
    made = story.roll(
        "hit",
        len(aimed),
        target=first.steps[0],
        subject=subject,
        against=against,
        ledgers=(first.to_hit,),
        always=first.always,
    )
    dice = _thrown([shot.shooter for shot in aimed], made)
    if first.misses is not None and not all(die.success for die in dice):
        story.rule(first.misses)
    dice = _reroll_faces(dice, first, story, subject, against)
    dice = offer_rerolls(
        battle,
        story,
        battle.scene.side_of[first.shooter],
        dice,
        purpose="elite-hit",
        target=first.steps[0],
        always=first.always,
        keep_first=True,
    )
    good = [die.success for die in dice]
    for step in first.steps[1:]:
        again = [k for k, success in enumerate(good) if success]
        if again:
            further = story.roll("hit-further", len(again), target=step, subject=subject, against=against)
            for k in again:
                good[k] = again.index(k) in further.successes
    strays = [shot.neighbour for shot, hit in zip(aimed, good, strict=True) if not hit and shot.neighbour is not None]
    hits = [shot for shot, hit in zip(aimed, good, strict=True) if hit]
    return [*hits, *(stray for handful in _alike(strays, _hit_key) for stray in _roll_strays(handful, story))]


def _roll_strays(shots: Sequence[ShotSpec], story: Story) -> list[ShotSpec]:
    """Misses that threaten whoever stands next to their target: those that hit, without another re-roll."""
    first = shots[0]
    made = story.roll(
        "hit-neighbour",
        len(shots),
        target=first.steps[0] if first.steps else 7,
        subject=first.shooter,
        against=first.target,
        ledgers=(first.to_hit,),
        always=first.always,
    )
    through = [shots[k] for k in made.successes]
    for step in first.steps[1:]:
        if through:
            further = story.roll("hit-further", len(through), target=step, subject=first.shooter, against=first.target)
            through = [through[k] for k in further.successes]
    return through


def _roll_saves(battle: NetepicBattle, hits: Sequence[ShotSpec], story: Story) -> list[ShotSpec]:
    """One handful of saves: the hits that were not saved."""
    first = hits[0]
    stands = [hit.target for hit in hits]
    if first.save is None:
        return list(hits)
    _, subject = _whose(battle, hits)
    made = story.roll("save", len(hits), target=first.save, subject=subject, ledgers=(first.save_ledger,))
    dice = _thrown(stands, made)
    again = [k for k, die in enumerate(dice) if not die.success]
    if first.save_again is not None and again:
        story.rule(first.save_again)
        second = story.roll("save-reroll", len(again), target=first.save, subject=subject)
        faces = dict(zip(again, second.faces, strict=True))
        saved = {again[k] for k in second.successes}
        dice = tuple(
            Thrown(die.owner, faces[k], k in saved, fresh=False) if k in faces else die for k, die in enumerate(dice)
        )
    dice = offer_rerolls(
        battle,
        story,
        battle.scene.side_of[first.target],
        dice,
        purpose="elite-save",
        target=first.save,
        keep_first=False,
    )
    return [hit for hit, die in zip(hits, dice, strict=True) if not die.success]


def _reroll_faces(
    dice: tuple[Thrown, ...], shot: ShotSpec, story: Story, subject: str, against: str
) -> tuple[Thrown, ...]:
    """The faces that this order rolls once more."""
    again = [k for k, die in enumerate(dice) if (shot.misses or die.face in shot.again) and not die.success]
    if not again:
        return dice
    made = story.roll(
        "hit-reroll", len(again), target=shot.steps[0], subject=subject, against=against, always=shot.always
    )
    new = dict(zip(again, made.faces, strict=True))
    good = {again[k] for k in made.successes}
    return tuple(Thrown(die.owner, new[k], k in good, fresh=False) if k in new else die for k, die in enumerate(dice))


def _thrown(owners: Sequence[str], made: RollMade) -> tuple[Thrown, ...]:
    return tuple(
        Thrown(owner, face, k in made.successes) for k, (owner, face) in enumerate(zip(owners, made.faces, strict=True))
    )


def _hit_key(shot: ShotSpec) -> Key:
    changes = tuple((modifier.rule, modifier.amount, modifier.applies) for modifier in shot.to_hit.modifiers)
    stray = _hit_key(shot.neighbour) if shot.neighbour else ()
    return (
        shot.weapon.id,
        shot.steps,
        shot.always,
        shot.again,
        shot.misses is not None,
        shot.to_hit.start,
        changes,
        stray,
    )


def _save_key(shot: ShotSpec) -> Key:
    return shot.save, shot.save_ledger, shot.save_again


def _alike(shots: Iterable[ShotSpec], key: Callable[[ShotSpec], Key]) -> list[list[ShotSpec]]:
    """Handfuls of shots with equal keys, in the order in which each key first comes."""
    found: dict[Key, list[ShotSpec]] = {}
    for shot in shots:
        found.setdefault(key(shot), []).append(shot)
    return list(found.values())


def _whose(battle: NetepicBattle, shots: Sequence[ShotSpec]) -> tuple[str, str]:
    """Who rolls, and at whom: a single stand by its own id, several by their detachment's."""
    shooters = dict.fromkeys(shot.shooter for shot in shots)
    targets = dict.fromkeys(shot.target for shot in shots)
    return _one_or_unit(battle, list(shooters)), _one_or_unit(battle, list(targets))


def _one_or_unit(battle: NetepicBattle, stands: Sequence[str]) -> str:
    if len(stands) == 1:
        return stands[0]
    return battle.scene.model(stands[0]).unit
