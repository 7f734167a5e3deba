"""From which side a stand is attacked, and what that does to its armour."""

from __future__ import annotations

from typing import Final, Literal

from shapely.geometry import Point

from battlesim.engine.hooks import collect
from battlesim.geometry.measure import Measurement, gap_to
from battlesim.model.ruling import Fact, Modifier, Ruling
from battlesim.rules.netepic.fire_hooks import ArmoursFlanks
from battlesim.rules.netepic.hooks import FireQuestion
from battlesim.rules.netepic.profiles import FRONT, NetepicBattle, profile_of
from battlesim.rules.netepic.sighting import wedge_at
from battlesim.units import ZERO

RULE: Final = "netepic.flanks"
SOURCE: Final = "NetEpic (FR), flank and rear shots"
REAR: Final = 90
SMALLEST: Final = 3
"""The class from which stands have a front: smaller ones face every way."""
WEAKER: Final = 1

Side = Literal["front", "flank", "rear"]


def side_attacked(battle: NetepicBattle, shooter: str, target: str) -> tuple[Side, Measurement]:
    """Where the middle of the shooter lies round the target; the borders belong to front and rear.

    The measurement is how far outside the target's front the shooter is. Small stands have a front all round.
    """
    me, other = battle.scene.model(target).footprint, battle.scene.model(shooter).footprint
    from_there = Point(other.centre)
    outside = gap_to(wedge_at(me.pose, FRONT), from_there, ends=(target, shooter))
    if profile_of(battle, target).blocking_class < SMALLEST or outside.within(ZERO):
        return "front", outside
    behind = gap_to(wedge_at(me.pose.turned(180), REAR), from_there)
    return ("rear" if behind.within(ZERO) else "flank"), outside


def flank_modifier(asked: FireQuestion) -> Modifier | None:
    """What a shot from flank or rear takes from the armour save; none from the front, or where the options say so."""
    which = asked.battle.options.weak_sides
    if which == "none" or profile_of(asked.battle, asked.target).blocking_class < SMALLEST:
        return None
    side, outside = side_attacked(asked.battle, asked.shooter, asked.target)
    if side == "front" or (side == "flank" and which == "rear"):
        return None
    armoured = [
        rule
        for rule in collect(ArmoursFlanks, profile_of(asked.battle, asked.target).abilities)
        if side in rule.on_weak_side()
    ]
    rule = getattr(armoured[0], "rule", RULE) if armoured else RULE
    evidence = (outside, Fact(f"from-{side}", asked.target))
    subjects = (asked.shooter, asked.target)
    ruling = Ruling(rule, True, side, None, None, evidence, subjects, SOURCE)
    return Modifier(rule, "add", WEAKER, ruling, not armoured)
