"""A unit's attacks, all of them compiled: its dangerous weapons first or last, and batch after batch between."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.ruling import Ruling
from battlesim.rules.wh40k.attack_hooks import ConstrainsTarget, SpentByUse
from battlesim.rules.wh40k.compile import batched
from battlesim.rules.wh40k.field import Field, model_state_of, now
from battlesim.rules.wh40k.hazard import hazard_rolls, overheating
from battlesim.rules.wh40k.roll import play
from battlesim.rules.wh40k.situations import Attack
from battlesim.rules.wh40k.spec import AttackSpec
from battlesim.rules.wh40k.state import ModelState


def carry_out(story: Story, field: Field, unit: str, specs: Sequence[AttackSpec]) -> None:
    """Roll a unit's attacks, identical ones together. ``specs`` are of single weapons, in the order chosen.

    Each dangerous weapon is rolled for: before any attack where a bearer is at risk (glossary), else after the last.
    """
    users = tuple(model for spec in specs if spec.danger for model in spec.attackers)
    if users and field.options.hazard_before_attacks:
        overheating(story, field, unit, users)
    for spec in batched(specs):
        play(story, field, spec)
    if users and not field.options.hazard_before_attacks:
        hazard_rolls(story, field, unit, len(users))


def spend(story: Story, field: Field, attacks: Sequence[Attack]) -> None:
    """Weapons that can be chosen once a battle have been."""
    for attack in attacks:
        used = tuple(rule.on_use(attack.weapon) for rule in collect(SpentByUse, attack.weapon.abilities))
        if used:
            before = model_state_of(now(field, story), attack.attacker).spent
            story.tell(*ModelState.marks(attack.attacker, spent=tuple(dict.fromkeys((*before, *used)))))


def constraints(attack: Attack) -> tuple[Ruling, ...]:
    """May the weapon be used against this target? Of several answers by the same rule, one that permits it is enough."""
    answers: dict[str, Ruling] = {}
    for rule in collect(ConstrainsTarget, attack.weapon.abilities):
        answer = rule.on_target(attack)
        if answer is not None and (answer.rule not in answers or answer.holds):
            answers[answer.rule] = answer
    return tuple(answers.values())
