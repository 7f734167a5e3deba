"""Getting out of a wreck: who tries when a transport is destroyed, what they need, and where they come to stand."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from battlesim.engine.story import Story
from battlesim.geometry.footprint import Footprint, Pose
from battlesim.geometry.measure import gap, gap_to
from battlesim.model.event import Destroyed, SetUp
from battlesim.model.ruling import Fact, Ledger, Modifier, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.netepic.hooks import Loss
from battlesim.rules.netepic.ledgers import ledger
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.table import now
from battlesim.rules.netepic.terrain import ways_barred
from battlesim.rules.netepic.zones import zone_radius
from battlesim.units import ZERO, Mm

RULE: Final = "netepic.emergency-exit"
SOURCE: Final = "NetEpic (FR), emergency exit"

_RINGS: Final = 5.0
"""How far apart the places round a wreck are that are tried, mm."""


def exit_ledger(battle: NetepicBattle, carrier: str, loss: Loss | None) -> Ledger:
    """What the die needs: the usual, harder by the PA of the shot; another number in assaults and where no save was left."""
    options = battle.options
    weapon = loss.weapon if loss else None
    profile = profile_of(battle, carrier)
    no_save = loss is None or weapon is None or loss.cause != "shooting" or profile.save.armour is None
    if no_save:
        ruling = Ruling(RULE, True, "no-save", evidence=(Fact("no-save", carrier),), subjects=(carrier,), source=SOURCE)
        return ledger("exit", options.exit_roll, [Modifier(RULE, "replace", options.exit_without_save, ruling)])
    assert weapon is not None
    modifiers = []
    if options.exit_worsened_by_pa and weapon.pa:
        ruling = Ruling(RULE, True, "pa", evidence=(Fact("pa", carrier),), subjects=(carrier,), source=SOURCE)
        modifiers.append(Modifier(RULE, "add", -weapon.pa, ruling))
    return ledger("exit", options.exit_roll, modifiers)


def leave_wreck(
    battle: NetepicBattle, carrier: Model, aboard: tuple[Model, ...], loss: Loss | None, story: Story
) -> None:
    """Each of those aboard rolls; the others, and those that find no room in the wreck's zone, are lost with it."""
    needs = exit_ledger(battle, carrier.id, loss)
    for stand in aboard:
        made = story.roll("emergency-exit", 1, target=needs.result, subject=stand.id, ledgers=(needs,))
        if not made.successes:
            story.tell(Destroyed(stand.id, RULE))
            continue
        place = next(places(now(battle, story), carrier, stand), None)
        if place is None:
            evidence = (Fact("no-room", carrier.id),)
            subjects = (stand.id, carrier.id)
            story.rule(Ruling(RULE, True, "no-room", evidence=evidence, subjects=subjects, source=SOURCE))
            story.tell(Destroyed(stand.id, RULE))
            continue
        there = Footprint(stand.base, place)
        measured = gap(there, _middle(carrier), ends=(stand.id, carrier.id))
        radius, subjects = zone_radius(battle, carrier.id), (stand.id, carrier.id)
        story.rule(ruled(RULE, measured, "within", radius, clause="placed", subjects=subjects, source=SOURCE))
        story.tell(SetUp(stand.id, place, carrier.id))


def places(battle: NetepicBattle, carrier: Model, stand: Model) -> Iterator[Pose]:
    """Where a stand could come to stand: in the zone of the wreck, on free ground, in contact with nobody; the nearest first."""
    wreck = carrier.footprint.pose
    radius = zone_radius(battle, carrier.id) + stand.base.circumradius
    standing = [model.footprint for model in battle.scene.standing_models()]
    near = [other for other in standing if gap(other, carrier.footprint).within(Mm(2 * radius))]
    barred = ways_barred(battle)
    for ring in range(math.ceil(radius / _RINGS) + 1):
        count = 1 if ring == 0 else 12 * ring
        for k in range(count):
            angle = math.radians(360 * k / count)
            there = Pose(
                Mm(wreck.x + _RINGS * ring * math.cos(angle)),
                Mm(wreck.y + _RINGS * ring * math.sin(angle)),
                wreck.facing,
            )
            body = Footprint(stand.base, there)
            if not gap(body, _middle(carrier)).within(zone_radius(battle, carrier.id)):
                continue
            if not battle.scene.battlefield.shape.covers(body.shape):
                continue
            if any(gap(body, other).within(ZERO) for other in near):
                continue
            if any(not isinstance(o.shape, Footprint) and gap_to(body, o.shape).within(ZERO) for o in barred):
                continue
            yield there


def _middle(carrier: Model) -> Footprint:
    pose = carrier.footprint.pose
    return Footprint.disc(float(pose.x), float(pose.y), 0.002)
