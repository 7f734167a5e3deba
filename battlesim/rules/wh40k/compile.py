"""Compiling: a weapon, a target and what is measured between them become an AttackSpec. No die is rolled here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from battlesim.engine.hooks import collect
from battlesim.engine.remembered import settled
from battlesim.model.ruling import Arithmetic, Count, Fact, Ledger, Modifier, Ruling
from battlesim.model.scene import Model
from battlesim.rules.wh40k.attack_hooks import (
    AddsHits,
    Devastates,
    EasesCriticalHits,
    EasesCriticalWounds,
    Endangers,
    IgnoresPenalties,
    LimitsHits,
    PicksCharacters,
    RerollsWounds,
    WoundsWithoutRoll,
)
from battlesim.rules.wh40k.combine import by_rule
from battlesim.rules.wh40k.cover import worse_aim
from battlesim.rules.wh40k.field import Field, abilities_of, has_keyword, profile_of
from battlesim.rules.wh40k.hooks import (
    HitsAutomatically,
    ModifiesAttacks,
    ModifiesDamage,
    ModifiesHit,
    ModifiesSave,
    ModifiesSkill,
    ModifiesWound,
    PreventsWounds,
)
from battlesim.rules.wh40k.plunging import better_aim
from battlesim.rules.wh40k.situations import Attack, Loss, Ward
from battlesim.rules.wh40k.spec import (
    BEST_NEEDED,
    NO_SAVE,
    WORST_SKILL,
    AttackSpec,
    Change,
    Needs,
    Number,
    SaveGroup,
    reckon,
)

CRITICAL: Final = 6
WOUND_ROLL: Final = "wh40k.wound-roll"
SAVES: Final = "wh40k.saves"

INVULNERABLE: Final = "wh40k.invulnerable-save"

C = TypeVar("C")


def compiled(attack: Attack, *, circumstances: Sequence[Modifier] = ()) -> AttackSpec:
    """The attack of one weapon of one model. ``circumstances`` modify the hit roll on top of what its rules do."""
    automatic = _automatic(attack)
    attacks = Number(
        "attacks", attack.weapon.attacks, _present(r.on_attacks(attack) for r in attack.answering(ModifiesAttacks))
    )
    damage = Number(
        "damage", attack.weapon.damage, _present(r.on_damage(attack) for r in attack.answering(ModifiesDamage))
    )
    hit = None if automatic else hit_needs(attack, circumstances)
    wound = wound_needs(attack)
    extra = next(iter(_present(r.on_extra_hits(attack) for r in attack.answering(AddsHits))), None)
    lethal = _permitted(r.on_lethal(attack) for r in attack.answering(WoundsWithoutRoll))
    again = _permitted(r.on_wound_reroll(attack) for r in attack.answering(RerollsWounds))
    devastating = _permitted(r.on_devastating(attack) for r in attack.answering(Devastates))
    danger = _permitted(r.on_danger(attack) for r in attack.answering(Endangers))
    precise = [r.on_precision(attack) for r in attack.answering(PicksCharacters)]
    changes: list[Change] = [*attacks.changes, *damage.changes, *((extra,) if extra else ())]
    ledgers = [*(hit.ledgers if hit else ()), *wound.ledgers]
    changes += [modifier for ledger in ledgers for modifier in ledger.modifiers]
    grounds = [change.ruling for change in changes if change.ruling is not None]
    grounds += _present((automatic, lethal, again, devastating, danger))
    grounds += [ruling for rulings in precise for ruling in rulings]
    options = attack.field.options
    return AttackSpec(
        weapon=attack.weapon.id,
        name=attack.weapon.name,
        attackers=(attack.attacker,),
        target=attack.target,
        kind=attack.kind,
        attacks=attacks,
        hit=hit,
        wound=wound,
        ap=attack.weapon.ap,
        damage=damage,
        groups=save_groups(attack.field, attack.target, attack.weapon.ap, melee=attack.kind == "melee"),
        critical_hit=_critical("critical-hit", hit),
        critical_wound=_critical("critical-wound", wound),
        reroll_wound="any" if again else "",
        extra_hits=extra.amount if extra else None,
        lethal=lethal is not None,
        devastating="" if devastating is None else "invulnerable-save" if options.devastating_saved else "no-save",
        precision=_picked(precise),
        danger=danger is not None,
        grounds=by_rule(grounds),
    )


def batched(specs: Iterable[AttackSpec]) -> tuple[AttackSpec, ...]:
    """Identical attacks as one, in the order in which each first appears; what was measured for each stays as parts."""
    batches: dict[tuple[object, ...], list[AttackSpec]] = {}
    for spec in specs:
        batches.setdefault(spec.number_key, []).append(spec)
    return tuple(_merged(batch) for batch in batches.values())


def hit_needs(attack: Attack, circumstances: Sequence[Modifier] = ()) -> Needs:
    """What the hit roll needs: the skill with what changes it, between 2 and 6, and the roll's modifiers, one at most."""
    assert attack.weapon.skill is not None, f"{attack.weapon.id} has no skill"
    worsened = worse_aim(attack)
    on_skill = [*(r.on_skill(attack) for r in attack.answering(ModifiesSkill)), worsened, better_aim(attack)]
    ignored = _permitted(r.on_penalties(attack) for r in attack.answering(IgnoresPenalties))
    changes = _present(on_skill)
    if ignored is not None:
        changes = tuple(_set_aside(change, ignored, worse="add") for change in changes)
    skill = reckon("skill", attack.weapon.skill, changes, least=BEST_NEEDED)
    if skill.result > WORST_SKILL:
        skill = replace(skill, result=WORST_SKILL)
    on_roll = _present(r.on_hit(attack) for r in attack.answering(ModifiesHit))
    modifiers = (*on_roll, *circumstances)
    if ignored is not None:
        modifiers = tuple(_set_aside(modifier, ignored, worse="subtract") for modifier in modifiers)
    roll = roll_ledger("hit", modifiers)
    face = _face(skill.result - roll.result)
    eased = (r.on_critical_hit(attack) for r in attack.answering(EasesCriticalHits))
    ledgers = [skill, roll, *_critical_ledger("critical-hit", eased)]
    misses = reckon("misses", 1, _present([*(r.on_miss(attack) for r in attack.answering(LimitsHits)), _snap(attack)]))
    if misses.modifiers:
        ledgers.append(misses)
    return Needs(max(face, misses.result + 1), tuple(ledgers), misses.result)


def wound_needs(attack: Attack) -> Needs:
    """What the wound roll needs: strength against the highest toughness, and the roll's modifiers, one at most."""
    strength, toughness = attack.weapon.strength, toughness_of(attack.field, attack.target)
    start = wound_face(strength, toughness)
    ruling = Ruling(
        WOUND_ROLL,
        True,
        "table",
        evidence=(Count("strength", strength), Count("toughness", toughness)),
        subjects=(attack.attacker, attack.target),
        source="core rules 05.02",
    )
    table = reckon("wound-table", strength, (Modifier(WOUND_ROLL, "replace", start, ruling),))
    roll = roll_ledger("wound", _present(r.on_wound(attack) for r in attack.answering(ModifiesWound)))
    critical = _critical_ledger(
        "critical-wound", (r.on_critical_wound(attack) for r in attack.answering(EasesCriticalWounds))
    )
    return Needs(_face(start - roll.result), (table, roll, *critical))


def wound_face(strength: int, toughness: int) -> int:
    """The wound table.

    >>> [wound_face(s, t) for s, t in ((10, 5), (9, 5), (5, 5), (4, 7), (5, 10))]
    [2, 3, 4, 5, 6]
    """
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 4 if strength == toughness else 3 if strength > toughness else 5


def toughness_of(field: Field, unit: str) -> int:
    """The toughness that attacks on the unit use: the highest among its models, characters aside while others live."""
    return settled(field, ("toughness", unit), lambda: _toughness_of(field, unit))


def _toughness_of(field: Field, unit: str) -> int:
    models = field.scene.alive(unit)
    others = [model for model in models if not has_keyword(field, model.id, ("CHARACTER",))]
    return max(profile_of(field, model.id).toughness for model in others or models)


def roll_ledger(stat: str, modifiers: Sequence[Modifier]) -> Ledger:
    """The sum of a roll's modifiers, one either way at most."""
    ledger = reckon(stat, 0, modifiers)
    capped = max(-1, min(1, ledger.result))
    return ledger if capped == ledger.result else replace(ledger, result=capped)


def save_groups(field: Field, unit: str, ap: int, *, melee: bool = False) -> tuple[SaveGroup, ...]:
    """The allocation groups of a unit: one for each character, one for all others that share wounds and saves.

    Characters come last. Within each kind the order is the unit's own; the owner may choose another.
    """
    return settled(field, ("save groups", unit, ap, melee), lambda: _save_groups(field, unit, ap, melee))


def _save_groups(field: Field, unit: str, ap: int, melee: bool) -> tuple[SaveGroup, ...]:
    kinds: dict[tuple[object, ...], list[Model]] = {}
    for model in field.scene.alive(unit):
        profile = profile_of(field, model.id)
        character = has_keyword(field, model.id, ("CHARACTER",))
        invulnerable = _invulnerable(field, model.id, melee=melee)
        key = (character, model.id if character else "", profile.wounds, profile.save, invulnerable)
        kinds.setdefault(key, []).append(model)
    ordered = sorted(kinds.items(), key=lambda item: bool(item[0][0]))
    return tuple(_group(field, models, bool(key[0]), ap, melee=melee) for key, models in ordered)


def ward_of(field: Field, model: str, *, mortal: bool = False) -> Ward | None:
    """The best of the model's dice against lost wounds; among equals the first."""
    loss = Loss(field, model, mortal)
    asked = (rule.on_wound_lost(loss) for rule in collect(PreventsWounds, abilities_of(field, model)))
    return min((ward for ward in asked if ward is not None), key=lambda ward: ward.needed, default=None)


def _group(field: Field, models: Sequence[Model], character: bool, ap: int, *, melee: bool) -> SaveGroup:
    first = models[0].id
    profile, invulnerable = profile_of(field, first), _invulnerable(field, first, melee=melee)
    modifiers = [Modifier(SAVES, "add", -ap, _pierced(ap))] if ap else []
    start = min(max(profile.save, BEST_NEEDED), NO_SAVE)
    if invulnerable is not None:
        modifiers.append(
            Modifier(INVULNERABLE, "cap", max(invulnerable, BEST_NEEDED), applies=invulnerable < start - ap)
        )
    ledger = reckon("save", start, modifiers, least=BEST_NEEDED)
    other = None if invulnerable is None else _other_save(start - ap, max(invulnerable, BEST_NEEDED), start, modifiers)
    return SaveGroup(
        models=tuple(model.id for model in models),
        wounds=profile.wounds,
        save=Needs(ledger.result, (ledger,)),
        invulnerable=invulnerable,
        other=other if other is not None and ledger.result < other.face < NO_SAVE else None,
        character=character,
        wards=tuple(ward_of(field, model.id) for model in models),
    )


def _pierced(ap: int) -> Ruling:
    return Ruling(SAVES, True, "ap", evidence=(Count("ap", ap),), source="core rules 05.04")


def _other_save(armour: int, invulnerable: int, start: int, modifiers: Sequence[Modifier]) -> Needs:
    """What the worse of the two saves needs."""
    if invulnerable < armour:
        return Needs(armour, (reckon("save", start, [replace(m, applies=m.rule == SAVES) for m in modifiers]),))
    return Needs(invulnerable, (reckon("save", invulnerable, ()),))


def _invulnerable(field: Field, model: str, *, melee: bool) -> int | None:
    """The model's best invulnerable save against such attacks, from its profile or its abilities."""
    given = _present(rule.on_save(model, melee=melee) for rule in collect(ModifiesSave, abilities_of(field, model)))
    printed = profile_of(field, model).invulnerable
    return min([*(modifier.amount for modifier in given), *([] if printed is None else [printed])], default=None)


def _automatic(attack: Attack) -> Ruling | None:
    asked = (rule.on_aim(attack) for rule in attack.answering(HitsAutomatically))
    return next((ruling for ruling in asked if ruling is not None and ruling.holds), None)


def _merged(batch: Sequence[AttackSpec]) -> AttackSpec:
    if len(batch) == 1:
        return batch[0]
    first = batch[0]
    grounds = by_rule(ground for spec in batch for ground in spec.grounds)
    attackers = tuple(a for spec in batch for a in spec.attackers)
    seen = tuple(dict.fromkeys(model for spec in batch for model in spec.precision or ()))
    return replace(first, attackers=attackers, grounds=grounds, precision=None if first.precision is None else seen)


def _critical_ledger(stat: str, changes: Iterable[Modifier | None]) -> tuple[Ledger, ...]:
    """From which unmodified face on it is critical: 6, or less; nothing to say where nothing changes it."""
    given = _present(changes)
    return (reckon(stat, CRITICAL, given),) if given else ()


def _critical(stat: str, needs: Needs | None) -> int:
    ledgers = () if needs is None else needs.ledgers
    return next((ledger.result for ledger in ledgers if ledger.stat == stat), CRITICAL)


def _snap(attack: Attack) -> Modifier | None:
    """Snap shooting hits with unmodified sixes alone."""
    if attack.kind != "snap":
        return None
    evidence = (Fact("snap-shooting", attack.unit),)
    subjects = attack.attacker, attack.target
    ruling = Ruling(
        "wh40k.snap-shooting", True, "sixes", evidence=evidence, subjects=subjects, source="core rules 15.09"
    )
    return Modifier("wh40k.snap-shooting", "replace", 5, ruling)


def _set_aside(modifier: Modifier, by: Ruling, *, worse: Arithmetic) -> Modifier:
    """The modifier, without effect where it makes things worse."""
    if modifier.operation != worse or not modifier.applies:
        return modifier
    return replace(modifier, ruling=by, applies=False)


def _permitted(rulings: Iterable[Ruling | None]) -> Ruling | None:
    """The first ruling that holds."""
    return next((ruling for ruling in rulings if ruling is not None and ruling.holds), None)


def _picked(precise: Sequence[tuple[Ruling, ...]]) -> tuple[str, ...] | None:
    """The characters that may suffer first; None where the weapon is not precise."""
    if not precise:
        return None
    return tuple(dict.fromkeys(ruling.subjects[-1] for rulings in precise for ruling in rulings if ruling.holds))


def _face(needed: int) -> int:
    return max(BEST_NEEDED, min(WORST_SKILL, needed))


def _present(changes: Iterable[C | None]) -> tuple[C, ...]:
    return tuple([change for change in changes if change is not None])
