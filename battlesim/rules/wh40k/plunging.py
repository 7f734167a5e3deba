"""Plunging fire: a ranged attack from high up, or of something towering, at a unit on the ground."""

from __future__ import annotations

from typing import Final

from battlesim.geometry.footprint import Spot
from battlesim.geometry.measure import Measurement, height_above
from battlesim.model.ruling import Evidence, Fact, Modifier, Ruling
from battlesim.model.scene import Model
from battlesim.rules.wh40k.field import has_keyword, unit_has_keyword
from battlesim.rules.wh40k.ranges import distance
from battlesim.rules.wh40k.sighting import visibility
from battlesim.rules.wh40k.situations import Attack
from battlesim.units import ZERO

PLUNGING_FIRE: Final = "wh40k.plunging-fire"
SOURCE: Final = "core rules 22.05"
_AIRCRAFT: Final = ("AIRCRAFT",)


def better_aim(attack: Attack) -> Modifier | None:
    """What plunging fire does: the BS is improved by one. None for an attacker that is neither high up nor towering."""
    if attack.kind == "melee" or (_on_ground(attack.model) and not _towering(attack)):
        return None
    ruling = plunging(attack)
    return Modifier(PLUNGING_FIRE, "subtract", 1, ruling, ruling.holds)


def plunging(attack: Attack) -> Ruling:
    """Does this attack plunge? From 3 inches above the ground or more, or towering with the target within 12 inches.

    Both limits are inclusive. The target must be visible, with a model on ground level; aircraft neither plunge nor are
    plunged upon.
    """
    subjects = attack.attacker, attack.target
    flying = _aircraft(attack)
    if flying:
        return Ruling(
            PLUNGING_FIRE, False, "aircraft", evidence=(Fact("aircraft", flying),), subjects=subjects, source=SOURCE
        )
    grounded = next((model for model in attack.targets if _on_ground(model)), None)
    if grounded is None:
        high = tuple(_height(model.id, model) for model in attack.targets)
        return Ruling(PLUNGING_FIRE, False, "ground-level", evidence=high, subjects=subjects, source=SOURCE)
    seen = visibility(attack.sighting)
    if not all(ruling.holds for ruling in seen):
        unseen: tuple[Evidence, ...] = (Fact("not-visible", attack.target),)
        return Ruling(PLUNGING_FIRE, False, "visible", evidence=unseen, subjects=subjects, source=SOURCE, parts=seen)
    limit, near = attack.field.options.plunging, attack.field.options.towering
    height = _height(grounded.id, attack.model)
    if not height.short_of(limit) or not _towering(attack):
        return Ruling(
            PLUNGING_FIRE, not height.short_of(limit), "height", limit, None, (height,), subjects, SOURCE, parts=seen
        )
    measured = distance(attack)
    return Ruling(
        PLUNGING_FIRE, measured.within(near), "towering", near, "within", (measured,), subjects, SOURCE, parts=seen
    )


def _towering(attack: Attack) -> bool:
    return has_keyword(attack.field, attack.attacker, ("TOWERING",))


def _aircraft(attack: Attack) -> str:
    """Which of the two is an aircraft, or the empty text."""
    if has_keyword(attack.field, attack.attacker, _AIRCRAFT):
        return attack.attacker
    return attack.target if unit_has_keyword(attack.field, attack.target, _AIRCRAFT) else ""


def _on_ground(model: Model) -> bool:
    return _height(model.id, model).within(ZERO)


def _height(ground: str, model: Model) -> Measurement:
    """How high above the ground the model stands."""
    (x, y), z = model.footprint.centre, model.footprint.bottom
    return height_above(Spot(x, y, z), ZERO, ends=(ground, model.id))
