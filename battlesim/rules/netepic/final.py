"""The final phase: what sinks again, what is repaired, stragglers, objectives and victory points."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.footprint import Base, Pose
from battlesim.geometry.measure import Measurement, gap
from battlesim.model.battlefield import Objective
from battlesim.model.event import Marked
from battlesim.model.ruling import Count, Fact, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.netepic.losses import destroy
from battlesim.rules.netepic.measuring import stand_gap
from battlesim.rules.netepic.movement import coherency_of
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.table import now, side_state, unit_state
from battlesim.rules.netepic.terrain import cover_of
from battlesim.rules.netepic.turn_hooks import ActsInFinal, AvoidsContact
from battlesim.units import Mm

RULE: Final = "netepic.final-phase"
OBJECTIVE_RULE: Final = "netepic.objectives"
VICTORY_RULE: Final = "netepic.victory-points"
SOURCE: Final = "NetEpic (FR), final phase"

_MIDDLE: Final = Base.disc(0.001)


def legal_end(battle: NetepicBattle) -> tuple[Ruling, ...]:
    """In the final phase, where the clock names one."""
    phase = battle.scene.clock.phase
    if not phase:
        return ()
    return (Ruling(RULE, phase == "final", "phase", evidence=(Fact(phase),), source=SOURCE),)


def end_turn(battle: NetepicBattle, story: Story) -> None:
    """In this order: what popped up sinks, repairs, stragglers, objectives, victory points."""
    for stand in battle.scene.models.values():
        if stand.marks.get("up"):
            story.tell(Marked(stand.id, "up", None, "model"))
    _repair(battle, story)
    if battle.options.stragglers == "lost":
        _lose_stragglers(battle, story)
    _take_objectives(now(battle, story), story)
    _count_points(now(battle, story), story)


def _repair(battle: NetepicBattle, story: Story) -> None:
    for stand in battle.scene.standing_models():
        for rule in collect(ActsInFinal, profile_of(battle, stand.id).abilities):
            repair = rule.on_final(now(battle, story), stand.id)
            if repair is None or not story.rule(repair.ruling).holds or repair.dice <= 0:
                continue
            made = story.roll(repair.purpose, repair.dice, target=repair.needs, subject=stand.id)
            if made.successes:
                had = story.scene.model(stand.id).marks.get(repair.mark)
                left = (had if isinstance(had, int) else 0) - len(made.successes)
                story.tell(Marked(stand.id, repair.mark, left if left > 0 else None, "model"))


def groups_of(battle: NetepicBattle, unit: str) -> list[list[Model]]:
    """The stands of a detachment on the table in groups that hold together, in order."""
    limit = coherency_of(battle, unit)
    groups: list[list[Model]] = []
    for stand in battle.scene.standing(unit):
        near = [
            group for group in groups if any(stand_gap(battle.options, stand, other).within(limit) for other in group)
        ]
        merged = [member for group in near for member in group]
        groups = [group for group in groups if group not in near]
        groups.append([*merged, stand])
    return groups


def _lose_stragglers(battle: NetepicBattle, story: Story) -> None:
    """Detachments that moved and are still torn apart keep the one group that their owner names: the largest first."""
    for unit in battle.scene.units:
        groups = sorted(groups_of(now(battle, story), unit), key=lambda group: -len(group))
        if len(groups) < 2 or not unit_state(battle, unit).moved:
            continue
        evidence = (Count("groups", len(groups), 1),)
        story.rule(Ruling("netepic.coherency", True, "stragglers", evidence=evidence, subjects=(unit,), source=SOURCE))
        kept = story.choose("group", tuple(group[0].id for group in groups), subject=unit)
        for group in groups:
            if group[0].id != kept:
                for stand in group:
                    destroy(now(battle, story), stand.id, story, rule="netepic.coherency")


def strength(battle: NetepicBattle, side: str, objective: Objective) -> tuple[int, tuple[Ruling, ...]]:
    """The wounds of a side near enough to an objective, one more a stand in cover; with what it rests on."""
    total, parts = 0, list[Ruling]()
    for stand, measured in _near(battle, side, objective):
        found = ruled(
            OBJECTIVE_RULE, measured, "within", battle.options.objective_reach,
            clause="reach", subjects=(stand.id, objective.id), source=SOURCE,
        )  # fmt: skip
        parts.append(found)
        if found.holds:
            total += stand.wounds + (cover_of(battle, stand)[0] != "none")
    return total, tuple(parts)


def _near(battle: NetepicBattle, side: str, objective: Objective) -> Iterator[tuple[Model, Measurement]]:
    """The stands that may count, with how far they are: those within reach, or the nearest alone."""
    marker = _MIDDLE.at(Pose(Mm(objective.at.x), Mm(objective.at.y)))
    found = []
    for unit in battle.scene.units_of(side):
        if unit_state(battle, unit.id).order == "fall-back":
            continue
        for stand in battle.scene.standing(unit.id):
            rules = collect(AvoidsContact, profile_of(battle, stand.id).abilities)
            if any(rule.on_engaged(battle, stand.id).holds for rule in rules):
                continue
            seen = stand.footprint if battle.options.measure == "edge" else _MIDDLE.at(stand.footprint.pose)
            found.append((stand, gap(seen, marker, ends=(stand.id, objective.id))))
    near = [entry for entry in found if entry[1].within(battle.options.objective_reach)]
    return iter(near or sorted(found, key=lambda entry: entry[1].value)[:1])


def _take_objectives(battle: NetepicBattle, story: Story) -> None:
    held = {side: list(side_state(battle, side).objectives) for side in battle.scene.sides}
    for objective in battle.scene.battlefield.objectives:
        counted = {side: strength(battle, side, objective) for side in battle.scene.sides}
        in_order = sorted(counted, key=lambda side: -counted[side][0])
        best, second = in_order[0], in_order[1] if len(in_order) > 1 else None
        mine, theirs = counted[best][0], counted[second][0] if second else 0
        taken = mine >= theirs + battle.options.objective_margin
        evidence = (Count("strength", mine), Count("strength", theirs))
        parts = tuple(part for side in in_order for part in counted[side][1])
        subjects = (best, objective.id) if taken else (objective.id,)
        clause = "taken" if taken else "contested"
        story.rule(Ruling(OBJECTIVE_RULE, True, clause, None, None, evidence, subjects, SOURCE, parts))
        if taken:
            for side, ids in held.items():
                held[side] = [id for id in ids if id != objective.id] + ([objective.id] if side == best else [])
    for side, ids in held.items():
        if tuple(ids) != side_state(battle, side).objectives:
            story.tell(Marked(side, "objectives", tuple(ids) or None, "side"))


def _count_points(battle: NetepicBattle, story: Story) -> None:
    """For each objective held, and for enemy detachments that are broken, by what their lists ask for them."""
    options = battle.options
    for side in battle.scene.sides:
        ids = side_state(battle, side).objectives
        broken = [unit.id for unit in battle.scene.enemies_of(side) if unit_state(battle, unit.id).broken]
        prices = [profile_of(battle, battle.scene.unit(unit).models[0]).points or 0 for unit in broken]
        destroyed = sum(math.ceil(price / options.points_a_victory_point) for price in prices)
        total = options.objective_points * len(ids) + destroyed
        evidence = (
            Count("victory-points", total),
            Count("objectives-held", len(ids)),
            Count("points-for-broken", destroyed),
        )
        story.rule(Ruling(VICTORY_RULE, True, "total", evidence=evidence, subjects=(side, *broken), source=SOURCE))
        if total != side_state(battle, side).victory_points:
            story.tell(Marked(side, "victory-points", total, "side"))
