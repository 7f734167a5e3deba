"""Rolling shots that were compiled: to hit, to save, then the losses of all of them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from battlesim.engine.story import Story
from battlesim.model.event import RollMade
from battlesim.rules.netepic.elite_pool import Thrown, offer_rerolls
from battlesim.rules.netepic.losses import suffer
from battlesim.rules.netepic.profiles import NetepicBattle
from battlesim.rules.netepic.shots import ShotSpec

Key = tuple[object, ...]


def fire(battle: NetepicBattle, shots: Sequence[ShotSpec], story: Story) -> None:
    """Every shot is rolled to hit, every hit stand saves, and only then do stands fall."""
    hits = [shot for handful in _alike(shots, _hit_key) for shot in _roll_to_hit(battle, handful, story)]
    failed: dict[str, int] = {}
    for handful in _alike(hits, _save_key):
        for stand in _roll_saves(battle, handful, story):
            failed[stand] = failed.get(stand, 0) + 1
    in_order = dict.fromkeys(shot.target for shot in shots)
    suffer(battle, [(stand, failed[stand]) for stand in in_order if stand in failed], "shooting", story)


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
    through = [shot for shot, die in zip(aimed, dice, strict=True) if die.success]
    for step in first.steps[1:]:
        if through:
            further = story.roll("hit-further", len(through), target=step, subject=subject, against=against)
            through = [through[k] for k in further.successes]
    return through


def _roll_saves(battle: NetepicBattle, hits: Sequence[ShotSpec], story: Story) -> list[str]:
    """One handful of saves: the stands that failed, once for each failure."""
    first = hits[0]
    stands = [hit.target for hit in hits]
    if first.save is None:
        return stands
    _, subject = _whose(battle, hits)
    made = story.roll("save", len(hits), target=first.save, subject=subject, ledgers=(first.save_ledger,))
    dice = offer_rerolls(
        battle,
        story,
        battle.scene.side_of[first.target],
        _thrown(stands, made),
        purpose="elite-save",
        target=first.save,
        keep_first=False,
    )
    return [stand for stand, die in zip(stands, dice, strict=True) if not die.success]


def _reroll_faces(
    dice: tuple[Thrown, ...], shot: ShotSpec, story: Story, subject: str, against: str
) -> tuple[Thrown, ...]:
    """The faces that this order rolls once more."""
    again = [k for k, die in enumerate(dice) if die.face in shot.again and not die.success]
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
    return shot.weapon.id, shot.steps, shot.always, shot.again, shot.to_hit.start, changes


def _save_key(shot: ShotSpec) -> Key:
    return shot.save, shot.save_ledger


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
