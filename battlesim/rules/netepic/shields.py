"""Energy shields: which hits they take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.event import Marked
from battlesim.model.ruling import Count, Ruling
from battlesim.rules.netepic.fire_hooks import HasShields
from battlesim.rules.netepic.profiles import NetepicBattle, profile_of
from battlesim.rules.netepic.shots import ShotSpec
from battlesim.rules.netepic.table import now, stand_state

RULE: Final = "netepic.boucliers-energetiques"
SOURCE: Final = "NetEpic (FR), Boucliers Energétiques (X)"


def shields_of(battle: NetepicBattle, stand: str) -> int:
    """The shields that a stand began with."""
    found: list[int] = [rule.on_shields() for rule in collect(HasShields, profile_of(battle, stand).abilities)]
    return sum(found)


def shields_up(battle: NetepicBattle, stand: str) -> int:
    """The shields that a stand has left."""
    return max(shields_of(battle, stand) - stand_state(battle, stand).shields_down, 0)


def absorb(battle: NetepicBattle, hits: Sequence[ShotSpec], story: Story) -> list[ShotSpec]:
    """The hits that no shield takes, in order. A hit with PA -1 or better brings one shield down; PA 0 does nothing."""
    through = []
    for hit in hits:
        up = shields_up(now(battle, story), hit.target)
        if not up:
            through.append(hit)
            continue
        if hit.passes is not None:
            story.rule(hit.passes)
            through.append(hit)
            continue
        falls = hit.weapon.pa < 0
        evidence = (Count("shields", up, shields_of(battle, hit.target)),)
        subjects = (hit.target, hit.shooter)
        story.rule(
            Ruling(RULE, True, "falls" if falls else "holds", evidence=evidence, subjects=subjects, source=SOURCE)
        )
        if falls:
            down = stand_state(now(battle, story), hit.target).shields_down
            story.tell(Marked(hit.target, "shields-down", down + 1, "model"))
    return through
