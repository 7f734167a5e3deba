"""Fighting: the melee weapons of the models that are engaged, at units they are engaged with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.geometry.footprint import Pose
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.model.scene import Model
from battlesim.replay.timeline import ActionTaken, way_points
from battlesim.rules.wh40k.attack_hooks import ComesBesides
from battlesim.rules.wh40k.attacks import carry_out, constraints, spend
from battlesim.rules.wh40k.combine import by_rule
from battlesim.rules.wh40k.compile import compiled
from battlesim.rules.wh40k.engagement import engagement, unit_engaged
from battlesim.rules.wh40k.field import Field, now, side_of, standing, state_of, unit_has_keyword, weapons_of
from battlesim.rules.wh40k.fight_order import consolidating, fights_begun, next_place, pick_rulings
from battlesim.rules.wh40k.melee_moves import pile_in_rulings
from battlesim.rules.wh40k.profiles import Amount, Weapon
from battlesim.rules.wh40k.shooting import Aim, Volley, first_legal, idle_weapons, no_weapon, weapons_named
from battlesim.rules.wh40k.situations import Attack
from battlesim.rules.wh40k.state import UnitState
from battlesim.rules.wh40k.ways import Ways, all_ways, go

FIGHT: Final = "wh40k.fight"
SOURCE: Final = "core rules 12.04"


@dataclass(frozen=True, slots=True)
class Fight:
    """A unit fights: each engaged model with one melee weapon, the first it has unless the volley names another.

    With ``ways`` it overruns: it piles in once more, from where it is not engaged, before it strikes.
    """

    unit: str
    volleys: tuple[Volley, ...]
    landings: tuple[tuple[str, Pose], ...] = ()
    ways: Ways = ()

    @property
    def taken(self) -> ActionTaken:
        """For the record."""
        targets = tuple(dict.fromkeys(volley.target for volley in self.volleys))
        return ActionTaken("fight", (self.unit,), targets, way_points(self.ways))


def legal(field: Field, action: Fight) -> tuple[Ruling, ...]:
    """May the unit fight, and is there a model that reaches each target?"""
    may = tuple(_eligible(field, action))
    if not all(ruling.holds for ruling in may):
        return may
    rulings = [*may, *_overrun(field, action)]
    if not all(ruling.holds for ruling in rulings):
        return tuple(rulings)
    for volley, aims in _aimed(_after_overrun(field, action), action):
        named = bool(volley.weapons or volley.models)
        able = tuple(aim for aim in aims if aim.legal or (volley.attacks is not None and aim.rulings[0].holds))
        wanted = aims if named else able or aims
        rulings += by_rule(ruling for aim in wanted for ruling in aim.rulings)
        idle = idle_weapons(field, action.unit, volley, aims)
        if idle or not aims:
            rulings.append(no_weapon(FIGHT, action.unit, volley.target, idle))
    return tuple(rulings)


def resolve(field: Field, action: Fight, story: Story) -> None:
    """Pile in where it is an overrun; then settle every attack, and roll them batch by batch."""
    place = next_place(field) if fights_begun(field) else 0
    if action.ways:
        go(story, field, all_ways(field, action.unit, action.ways))
        field = now(field, story)
    attacks = [aim.attack for _, aims in _aimed(field, action) for aim in aims if aim.legal]
    specs = [compiled(attack) for attack in attacks]
    story.tell(*UnitState.marks(action.unit, fought=True, fought_as=place))
    spend(story, field, attacks)
    carry_out(story, field, action.unit, specs)


def _eligible(field: Field, action: Fight) -> Iterator[Ruling]:
    unit, state, clock = action.unit, state_of(field, action.unit), field.scene.clock
    phase = Fact(clock.phase or "no-phase", clock.side)
    yield Ruling(FIGHT, clock.phase == "fight", "phase", evidence=(phase,), subjects=(unit,), source=SOURCE)
    fought = Fact("fought" if state.fought else "not-fought", unit)
    yield Ruling(FIGHT, not state.fought, "once", evidence=(fought,), subjects=(unit,), source=SOURCE)
    engaged = unit_engaged(field, unit)
    holds = engaged.holds or state.charged or state.combat == "engaged" or state.woken
    yield Ruling(FIGHT, holds, "engaged", engaged.limit, "within", engaged.evidence, (unit,), SOURCE, (engaged,))
    if consolidating(field):
        woken = (Fact("woken" if state.woken else "not-woken", unit),)
        yield Ruling(FIGHT, state.woken, "woken", evidence=woken, subjects=(unit,), source=SOURCE)
    elif holds and not state.fought and fights_begun(field):
        yield from pick_rulings(field, unit)
    for volley in action.volleys:
        enemy = side_of(field, volley.target) != side_of(field, unit)
        evidence = (Fact("enemy" if enemy else "friend", volley.target),)
        yield Ruling(
            FIGHT,
            enemy,
            "enemy",
            evidence=evidence,
            subjects=(unit, volley.target),
            source=SOURCE,
        )
        if unit_has_keyword(field, unit, ("AIRCRAFT",)):
            flies = unit_has_keyword(field, volley.target, ("FLY",))
            what = (Fact("flies" if flies else "on-foot", volley.target),)
            yield Ruling(FIGHT, flies, "flying-target", None, None, what, (unit, volley.target), "core rules 23.04")


def _overrun(field: Field, action: Fight) -> Iterator[Ruling]:
    """A unit overruns if it is unengaged now, or was when the fights began; its models go as in a pile-in."""
    if not action.ways:
        return
    unit = action.unit
    met = unit_engaged(field, unit)
    free = not met.holds or state_of(field, unit).combat == "unengaged"
    yield Ruling(FIGHT, free, "unengaged-start", met.limit, "beyond", met.evidence, (unit,), "core rules 12.06", (met,))
    if free:
        yield from pile_in_rulings(field, unit, all_ways(field, unit, action.ways))


def _after_overrun(field: Field, action: Fight) -> Field:
    """The battle as it would be once the unit has piled in."""
    scene = field.scene
    for id, path in all_ways(field, action.unit, action.ways).items() if action.ways else ():
        scene = scene.with_model(structs.replace(scene.model(id), pose=path.end))
    return structs.replace(field, scene=scene)


def _aimed(field: Field, action: Fight) -> tuple[tuple[Volley, tuple[Aim, ...]], ...]:
    taken: set[tuple[str, str]] = set()
    parts: dict[tuple[str, str], int] = {}
    found = []
    for volley in action.volleys:
        aims: list[Aim] = []
        for model in field.scene.standing(action.unit):
            if volley.models and model.id not in volley.models:
                continue
            split = volley.attacks is not None
            choices = {
                use: of_one
                for use, of_one in _choices(field, model, volley)
                if (model.id, use) not in taken and (split or (model.id, use) not in parts)
            }
            if not choices:
                continue
            reaches = _reaches(field, model, volley.target)
            if reaches.holds and not split:
                taken.update((model.id, use) for use in choices)
            for use, weapons in choices.items():
                rulings = [reaches]
                apart = volley.attacks is not None and weapons[0].attacks != Amount(volley.attacks)
                if volley.attacks is not None:
                    used = parts.get((model.id, use), 0) + volley.attacks
                    if reaches.holds:
                        parts[model.id, use] = used
                    rulings.append(_split(model.id, weapons[0], used))
                    weapons = tuple(replace(weapon, attacks=Amount(volley.attacks)) for weapon in weapons)
                attacks = [Attack(field, model.id, weapon, volley.target, "melee", apart) for weapon in weapons]
                aims.append(first_legal([Aim(attack, (*rulings, *constraints(attack))) for attack in attacks]))
        found.append((volley, tuple(aims)))
    return tuple(found)


def _split(model: str, weapon: Weapon, used: int) -> Ruling:
    """A weapon's attacks go to several targets, no more of them than it has. A rolled number is not split."""
    limit = weapon.attacks.plus if weapon.attacks.fixed else 0
    count = (Count("split-attacks", used, limit),)
    return Ruling(FIGHT, used <= limit, "split", evidence=count, subjects=(model,), source="core rules 04.02")


def _reaches(field: Field, model: Model, target: str) -> Ruling:
    met = engagement(field.options, ((model.id, model.footprint),), standing(field, target))
    subjects = model.id, target
    return Ruling(FIGHT, met.holds, "model-engaged", met.limit, "within", met.evidence, subjects, SOURCE, (met,))


def _choices(field: Field, model: Model, volley: Volley) -> Iterator[tuple[str, tuple[Weapon, ...]]]:
    """What the model may strike with: one of its melee weapons, and each that comes besides, by what is used up by it.

    Of several profiles the first that may be used against the target is; of those named, where some are.
    """
    melee = tuple(weapon for weapon in weapons_of(field, model.id) if weapon.melee)
    if volley.weapons:
        melee = weapons_named(melee, volley.weapons)
    main = tuple(weapon for weapon in melee if not _besides(weapon))
    if main:
        yield "main", main
    besides: dict[str, list[Weapon]] = {}
    for weapon in melee:
        if _besides(weapon):
            besides.setdefault(weapon.group or weapon.id, []).append(weapon)
    for use, profiles in besides.items():
        yield use, tuple(profiles)


def _besides(weapon: Weapon) -> bool:
    return any(rule.on_besides(weapon) for rule in collect(ComesBesides, weapon.abilities))
