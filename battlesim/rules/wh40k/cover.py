"""The benefit of cover: whether the target has it against one attacking model, and what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.remembered import settled
from battlesim.geometry.measure import gap_to
from battlesim.model.battlefield import Area
from battlesim.model.ruling import Evidence, Modifier, Ruling
from battlesim.model.scene import Model
from battlesim.rules.wh40k.field import LIGHT_FOOTED, Field, has_keyword
from battlesim.rules.wh40k.hooks import DeniesCover, GivesCover
from battlesim.rules.wh40k.lookout import lookout
from battlesim.rules.wh40k.sighting import fully_visible
from battlesim.rules.wh40k.situations import Attack

BENEFIT_OF_COVER: Final = "wh40k.benefit-of-cover"
SOURCE: Final = "core rules 13.08"


def cover(attack: Attack) -> Ruling:
    """Does the target have the benefit of cover against this model's attack?

    A rule of the weapon may take it away, a rule of either may give it. Else every model of the target must be either
    light-footed within a terrain area, or not fully visible past terrain: what is shown is each model's reason, and the
    first model without one where there is no cover.
    """
    subjects = attack.attacker, attack.target
    for denier in attack.answering(DeniesCover):
        denied = denier.on_no_cover(attack)
        if denied is not None and denied.holds:
            return Ruling(
                BENEFIT_OF_COVER, False, "ignored", None, None, denied.evidence, subjects, denied.source, (denied,)
            )
    for giver in collect(GivesCover, (*attack.rules, *attack.target_rules)):
        given = giver.on_cover(attack)
        if given is not None and given.holds:
            return Ruling(BENEFIT_OF_COVER, True, "given", None, None, given.evidence, subjects, given.source, (given,))
    shown: list[Evidence] = []
    for model, area in _in_turn(attack):
        covered, piece = _covered(attack, model, area)
        if not covered:
            return Ruling(BENEFIT_OF_COVER, False, "every-model", evidence=(piece,), subjects=subjects, source=SOURCE)
        shown.append(piece)
    return Ruling(BENEFIT_OF_COVER, True, "every-model", evidence=tuple(shown), subjects=subjects, source=SOURCE)


def worse_aim(attack: Attack) -> Modifier | None:
    """What cover does to a ranged attack: the BS is worsened by one, outside the limits of hit modifiers."""
    if attack.kind == "melee":
        return None
    ruling = cover(attack)
    return Modifier(BENEFIT_OF_COVER, "add", 1, ruling, ruling.holds)


def _covered(attack: Attack, model: Model, area: Area | None) -> tuple[bool, Evidence]:
    if area is not None:
        return True, gap_to(model.footprint, area.shape, ends=(model.id, area.id))
    full = fully_visible(attack.field, attack.model, model)
    return not full.holds, full.evidence[0]


def _in_turn(attack: Attack) -> Sequence[tuple[Model, Area | None]]:
    """The models of the target, each with the first terrain area that covers it by standing in it.

    Those outside all areas come first, the nearest before the others: one of them that is seen whole settles the matter.
    """
    areas = _standing_in(attack.field, attack.target)
    models = lookout(attack.field.scene).nearest_first(attack.model, attack.target)
    pairs = [(model, areas.get(model.id)) for model in models]
    return sorted(pairs, key=lambda pair: pair[1] is not None) if areas else pairs


def _standing_in(field: Field, unit: str) -> Mapping[str, Area]:
    """The models of the unit that stand in a terrain area which covers them, and that area."""

    def asked() -> Mapping[str, Area]:
        found = ((model.id, _on_foot_within(field, model)) for model in field.scene.standing(unit))
        return {id: area for id, area in found if area is not None}

    return settled(field, ("standing in", unit), asked)


def _on_foot_within(field: Field, model: Model) -> Area | None:
    if not has_keyword(field, model.id, LIGHT_FOOTED):
        return None
    return next(iter(lookout(field.scene).areas(model)), None)
