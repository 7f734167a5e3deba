"""Templates: where they may be laid, how they deviate, and what lies under them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from shapely.geometry import Point

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import Measurement, gap, gap_to
from battlesim.geometry.region import as_region
from battlesim.model.ruling import Count, Evidence, Fact, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.netepic.actions import Barrage, Laying, Shoot
from battlesim.rules.netepic.activation import may_fight_now, shoots
from battlesim.rules.netepic.armament import arms_allowed, use_up
from battlesim.rules.netepic.fire_hooks import (
    AddsTemplates,
    FiresIndirectly,
    GuidesFire,
    HidesFromFire,
    LaysTemplate,
    ScattersTemplates,
    TemplateShape,
)
from battlesim.rules.netepic.hooks import FireQuestion
from battlesim.rules.netepic.measuring import spot_gap
from battlesim.rules.netepic.profiles import ALL_ROUND, NetepicBattle, Weapon, profile_of
from battlesim.rules.netepic.shooting import (
    able_to_fire,
    armed,
    compile_shooting,
    faces_again,
    may_fire,
    order_shoots,
    weapon_of,
)
from battlesim.rules.netepic.shots import compile_hit
from battlesim.rules.netepic.sighting import Lookout, arc_of, lookout_over, wedge_at
from battlesim.rules.netepic.structures import batter
from battlesim.rules.netepic.table import now, unit_state
from battlesim.rules.netepic.volley import fire
from battlesim.units import ZERO, Mm, cm

RULE: Final = "netepic.templates"
INDIRECT_RULE: Final = "netepic.indirect-fire"
SOURCE: Final = "NetEpic (FR), templates"
NARROW: Final = cm(1)
"""Width of the flame template at the shooter."""
INDIRECT_DICE: Final = 2
GUIDED_DICE: Final = 1
LAST_ARROW: Final = 4
"""The scatter die: four arrows, then two hits."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The templates of one weapon on the table, and who lies under them."""

    stand: str
    weapon: Weapon
    templates: tuple[Footprint, ...]
    under: tuple[str, ...]


def legal(battle: NetepicBattle, action: Barrage) -> tuple[Ruling, ...]:
    """Activation and order, then every template: range, arc, sight, an enemy under it."""
    rulings = [*may_fight_now(battle, action.unit, done=unit_state(battle, action.unit).shot)]
    rulings.append(order_shoots(battle, action.unit))
    fired = [(laying.stand, weapon_of(battle, laying.stand, laying.weapon)) for laying in action.layings]
    for stand, _ in fired:
        rulings += able_to_fire(battle, stand, (stand,))
    beside = Shoot(action.unit, action.aims)
    for aim in action.aims:
        rulings += may_fire(battle, aim)
    rulings += arms_allowed(battle, [*fired, *armed(battle, beside)])
    if action.indirect:
        rulings += _may_fire_indirectly(battle, action, fired)
    if all(ruling.holds for ruling in rulings):
        lookout = lookout_over(battle)
        for laying, (_, weapon) in zip(action.layings, fired, strict=True):
            rulings += _may_lie(battle, action, laying, weapon, lookout)
    return tuple(rulings)


def resolve(battle: NetepicBattle, action: Barrage, story: Story) -> None:
    """Further templates are rolled for, templates deviate, and each stand under one is rolled for."""
    shoots(battle, action.unit, story)
    again = faces_again(battle, action.unit)
    shots = []
    fired = []
    for laying in action.layings:
        weapon = weapon_of(battle, laying.stand, laying.weapon)
        fired.append((laying.stand, weapon))
        laid = _come_to_lie(battle, action, laying, weapon, story)
        evidence: tuple[Evidence, ...] = (Count("covered", len(laid.under)),)
        evidence = (*(as_region("template", template.shape) for template in laid.templates), *evidence)
        story.rule(Ruling(RULE, True, "covers", None, None, evidence, (laying.stand, *laid.under), SOURCE))
        for feature in battle.scene.battlefield.features:
            if any(gap_to(template, feature.shape).within(ZERO) for template in laid.templates):
                batter(now(battle, story), weapon, feature.id, 1, story)
        for target in laid.under:
            if not story.scene.model(target).on_table:
                continue
            asked = FireQuestion(battle, laying.stand, weapon, target, template=True)
            shots.append(compile_hit(asked, 1, (), again=again))
    beside = [shot for shot in compile_shooting(battle, Shoot(action.unit, action.aims)) if shot.possible]
    shots += [shot for shot in beside if story.scene.model(shot.target).on_table]
    use_up(battle, [*fired, *((shot.shooter, shot.weapon) for shot in beside)], story)
    fire(now(battle, story), [shot for shot in shots if shot.possible], story)


def shape_of(weapon: Weapon) -> TemplateShape | None:
    """The template that a weapon lays, if it lays one."""
    rules = collect(LaysTemplate, weapon.abilities)
    return rules[0].on_template() if rules else None


def template_at(battle: NetepicBattle, stand: str, weapon: Weapon, point: tuple[float, float]) -> Footprint:
    """A disc with its centre there, or a flame from the stand's edge towards it."""
    shape = shape_of(weapon)
    assert shape is not None, f"{weapon.id} lays no template"
    if shape.diameter is not None:
        return Base.disc(shape.diameter).at(Pose(Mm(point[0]), Mm(point[1])))
    start = gap_to(battle.scene.model(stand).footprint, Point(point)).a
    way = math.degrees(math.atan2(point[1] - start.y, point[0] - start.x))
    options = battle.options
    return _flame(options.flame_length, options.flame_width).at(Pose(Mm(start.x), Mm(start.y), way))


def covered(battle: NetepicBattle, templates: Sequence[Footprint]) -> tuple[str, ...]:
    """The stands on the table under one of the templates, friends too: the border of a template belongs to it."""
    return tuple(
        stand.id
        for stand in battle.scene.standing_models()
        if any(_under(battle, stand, template).within(ZERO) for template in templates)
    )


def _under(battle: NetepicBattle, stand: Model, template: Footprint) -> Measurement:
    """How far outside the template the stand is: its centre, or all of it."""
    if battle.options.template_covers == "any_part":
        return gap(template, stand.footprint)
    return gap_to(template, Point(stand.footprint.centre))


def _come_to_lie(battle: NetepicBattle, action: Barrage, laying: Laying, weapon: Weapon, story: Story) -> Laid:
    count = 1
    for rule in collect(AddsTemplates, weapon.abilities):
        made = story.roll("templates", 1, sides=rule.on_more_templates(), subject=laying.stand)
        count += made.faces[0]
    templates = tuple(template_at(battle, laying.stand, weapon, point) for point in laying.at[:count])
    dice = _deviation_dice(battle, action, templates, story)
    if dice:
        dx, dy = _deviation(battle, dice, laying.stand, story)
        templates = tuple(template.moved(dx, dy) for template in templates)
    return Laid(laying.stand, weapon, templates, covered(battle, templates))


def _deviation_dice(battle: NetepicBattle, action: Barrage, templates: Sequence[Footprint], story: Story) -> int:
    """How many D6 the templates deviate by: those of indirect fire, or of what lies under them; none without either."""
    if action.indirect:
        return GUIDED_DICE if action.observer else INDIRECT_DICE
    most = 0
    for stand in covered(battle, templates):
        for rule in collect(ScattersTemplates, profile_of(battle, stand).abilities):
            dice, ruling = rule.on_covered(battle, stand)
            story.rule(ruling)
            most = max(most, dice)
    return most


def _deviation(battle: NetepicBattle, dice: int, stand: str, story: Story) -> tuple[float, float]:
    """How far the templates shift, in mm: a way in degrees from +x towards +y, and a sum of dice in cm."""
    if battle.options.scatter_die and story.roll("scatter", 1, subject=stand).faces[0] > LAST_ARROW:
        return 0.0, 0.0
    way = math.radians(story.roll("direction", 1, sides=360, subject=stand).faces[0] % 360)
    far = cm(sum(story.roll("deviation", dice, subject=stand).faces))
    return far * math.cos(way), far * math.sin(way)


def _may_fire_indirectly(
    battle: NetepicBattle, action: Barrage, fired: Sequence[tuple[str, Weapon]]
) -> Iterator[Ruling]:
    for stand, weapon in fired:
        sources = (*weapon.abilities, *profile_of(battle, stand).abilities)
        rules = collect(FiresIndirectly, sources)
        if not rules:
            yield Ruling(
                INDIRECT_RULE, False, "artillery", None, None, (Fact("no-artillery", stand),), (stand,), SOURCE
            )
        for rule in rules[:1]:
            yield rule.on_indirect(battle, stand)
    if action.observer:
        guides = collect(GuidesFire, profile_of(battle, action.observer).abilities)
        friend = battle.scene.side_of[action.observer] == battle.scene.unit(action.unit).side
        if not guides or not friend:
            evidence = (Fact("no-observer", action.observer),)
            yield Ruling(INDIRECT_RULE, False, "observer", None, None, evidence, (action.observer,), SOURCE)
        for guide in guides[:1]:
            yield guide.on_guide(battle, action.observer)


def _may_lie(
    battle: NetepicBattle, action: Barrage, laying: Laying, weapon: Weapon, lookout: Lookout
) -> Iterator[Ruling]:
    """Where each template is, one ruling a question; a template that is no disc starts at the shooter and has no range."""
    shape = shape_of(weapon)
    subjects = (laying.stand,)
    more: list[int] = [rule.on_more_templates() for rule in collect(AddsTemplates, weapon.abilities)]
    most = 1 + sum(more)
    count = len(laying.at) if shape is not None else 0
    evidence = (Count("templates", count, most),)
    fits = shape is not None and count <= most
    yield Ruling(RULE, fits, "number", None, None, evidence, subjects, SOURCE)
    if not fits or shape is None:
        return
    templates = [template_at(battle, laying.stand, weapon, point) for point in laying.at]
    under = covered(battle, templates)
    watcher = action.observer if action.indirect else laying.stand
    for k, (point, template) in enumerate(zip(laying.at, templates, strict=True)):
        yield _in_arc(battle, laying.stand, weapon, point)
        if shape.diameter is None:
            continue
        yield from _in_range(battle, laying.stand, weapon, point)
        if watcher:
            yield lookout.sees_spot(watcher, point, ignoring=covered(battle, (template,)))
        if k:
            yield _next_to_another(laying.stand, templates, k)
    yield _enemy_under(battle, action, laying, under, lookout)


def _in_range(battle: NetepicBattle, stand: str, weapon: Weapon, spot: tuple[float, float]) -> Iterator[Ruling]:
    measured = spot_gap(battle.options, battle.scene.model(stand), spot, name="template")
    yield ruled(RULE, measured, "within", weapon.range, clause="range", subjects=(stand,), source=SOURCE)
    if weapon.minimum > ZERO:
        holds = not measured.short_of(weapon.minimum)
        yield Ruling(RULE, holds, "minimum", weapon.minimum, None, (measured,), (stand,), SOURCE)


def _in_arc(battle: NetepicBattle, stand: str, weapon: Weapon, spot: tuple[float, float]) -> Ruling:
    degrees, subjects = arc_of(battle, stand, weapon), (stand,)
    if degrees >= ALL_ROUND:
        return Ruling(RULE, True, "arc", None, None, (Fact("all-round", stand),), subjects, SOURCE)
    outside = gap_to(wedge_at(battle.scene.model(stand).footprint.pose, degrees), Point(spot), ends=(stand, "template"))
    return Ruling(RULE, outside.within(ZERO), "arc", ZERO, "within", (outside,), subjects, SOURCE)


def _next_to_another(stand: str, templates: Sequence[Footprint], k: int) -> Ruling:
    """A further template touches one that was laid before it."""
    apart: list[Measurement] = [gap(templates[k], other, ends=("template", "template")) for other in templates[:k]]
    nearest = min(apart, key=lambda measured: measured.value)
    return ruled(RULE, nearest, "within", ZERO, clause="touching", subjects=(stand,), source=SOURCE)


def _enemy_under(
    battle: NetepicBattle, action: Barrage, laying: Laying, under: Sequence[str], lookout: Lookout
) -> Ruling:
    """An enemy under it that could be shot at: seen by who fires or guides (unguided fire sees nobody), not hidden."""
    watcher = action.observer if action.indirect else laying.stand
    weapon = weapon_of(battle, laying.stand, laying.weapon)
    mine = battle.scene.side_of[laying.stand]
    against = []
    for stand in under:
        if battle.scene.side_of[stand] == mine:
            continue
        asked = FireQuestion(battle, laying.stand, weapon, stand)
        reasons = [found.ruling for rule in _hiding(battle, stand) if (found := rule.on_aim(asked))]
        if watcher:
            reasons.append(lookout.sees(watcher, stand))
        against += [reason for reason in reasons if not reason.holds]
        if all(reason.holds for reason in reasons):
            return Ruling(RULE, True, "target", None, None, (Fact("enemy", stand),), (laying.stand, stand), SOURCE)
    evidence = (Count("covered", len(under)),)
    return Ruling(RULE, False, "target", None, None, evidence, (laying.stand,), SOURCE, tuple(against))


def _hiding(battle: NetepicBattle, stand: str) -> tuple[HidesFromFire, ...]:
    return collect(HidesFromFire, profile_of(battle, stand).abilities)


@cache
def _flame(length: int, width: int) -> Base:
    """A flame along its facing: narrow at its fixed point, then wider, with a round end."""
    far, half = cm(length), cm(width) / 2
    middle = max(far - half, 1.0)
    arc = [math.radians(degrees) for degrees in range(-90, 91, 15)]
    rim = [(middle + half * math.cos(angle), half * math.sin(angle)) for angle in arc]
    return Base.hull([(0.0, -NARROW / 2), *rim, (0.0, NARROW / 2)])
