"""One shot at one unit, for the tests of keywords: who shoots, at whom, and what comes of it."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from battlesim.model.event import ChoiceMade, RollMade
from battlesim.replay.timeline import Step
from battlesim.rules.wh40k.options import Options
from battlesim.rules.wh40k.shooting import Shoot, Volley, specs_of
from battlesim.rules.wh40k.spec import AttackSpec
from tests.rules.wh40k.battles import (
    HERE,
    HUMAN,
    SHOOTING,
    Squad,
    at,
    battle,
    gun,
)

FAR = at(900, 400)
CORE = Options("core")
TOUGH = replace(HUMAN, wounds=3, save=3)
FIGHT = structs.replace(SHOOTING, phase="fight")
SHOT = Shoot("squad", (Volley("guard"),))


def armed(*abilities: object, **changes: object) -> Squad:
    """One model with one gun."""
    return Squad("squad", "red", (HERE,), weapons=(gun(36, *abilities, **changes),))


def row(count: int, **changes: object) -> Squad:
    """A target of that many models in a row."""
    return Squad("guard", "blue", tuple(at(900, 200 + 40 * k) for k in range(count)), **changes)  # type: ignore[arg-type]


def spec(squad: Squad, *others: Squad, options: Options | None = None) -> AttackSpec:
    """The one spec of a shot at the guard."""
    (found,) = specs_of(battle(squad, *others, options=options), SHOT)
    return found


def face_of(squad: Squad, *others: Squad) -> int:
    """What the hit roll of the shot needs."""
    needs = spec(squad, *others).hit
    assert needs is not None
    return needs.face


def rolled(step: Step, purpose: str) -> list[RollMade]:
    return [made for made in step.rolls if made.purpose == purpose]


def picks(step: Step, purpose: str) -> list[ChoiceMade]:
    return [event for event in step.events if isinstance(event, ChoiceMade) and event.purpose == purpose]


HERO = {1: replace(HUMAN, wounds=4)}


def led(count: int = 3, **changes: object) -> Squad:
    """A character with bodyguards."""
    return row(count, own_profiles=HERO, own_keywords={1: ("CHARACTER",)}, **changes)
