"""How far a weapon reaches: whether its target is in range, and whether it is within half range."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.engine.remembered import remembered
from battlesim.geometry.measure import Measurement
from battlesim.model.ruling import Fact, Ruling, ruled
from battlesim.rules.wh40k.field import nearest_of_each, standing
from battlesim.rules.wh40k.hooks import RulesHalfRange
from battlesim.rules.wh40k.situations import Attack
from battlesim.units import Mm

HALF_RANGE: Final = "wh40k.half-range"
SHOOTING: Final = "wh40k.shooting"
_HALF_RANGE_SOURCE: Final = "core rules 24.25, 24.30"


def distance(attack: Attack) -> Measurement:
    """From the attacking model to the nearest model of the target, in space."""

    field, unit, target = attack.field, attack.unit, attack.target

    def asked() -> Mapping[str, Measurement]:
        return nearest_of_each(standing(field, unit), standing(field, target))

    return remembered(field.scene, ("distances", unit, target), asked)[attack.attacker]


def in_range(attack: Attack) -> Ruling:
    """Is the target within the weapon's range? Inclusive, to the nearest of its models, in sight or not."""
    limit = attack.weapon.range
    assert limit is not None, f"{attack.weapon.id} is a melee weapon"
    return ruled(
        SHOOTING,
        distance(attack),
        "within",
        limit,
        clause="range",
        subjects=(attack.attacker, attack.target),
        source="core rules 04.02",
    )


def half_range(attack: Attack) -> Ruling:
    """Is the target within half range? The one place to ask; a rule of the weapon or of its bearer may answer instead."""
    for rule in attack.answering(RulesHalfRange):
        answer = rule.on_half_range(attack)
        if answer is not None:
            return answer
    subjects = (attack.attacker, attack.target)
    if attack.weapon.range is None:
        melee = (Fact("melee", attack.attacker),)
        return Ruling(HALF_RANGE, False, "melee", evidence=melee, subjects=subjects, source=_HALF_RANGE_SOURCE)
    limit = Mm(attack.weapon.range / 2)
    return ruled(HALF_RANGE, distance(attack), "within", limit, subjects=subjects, source=_HALF_RANGE_SOURCE)
