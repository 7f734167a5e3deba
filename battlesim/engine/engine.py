"""Running an action through a ruleset: is it legal, then what comes of it. Knows no rule and no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from battlesim.dice import Choose, Dice
from battlesim.engine.story import Story
from battlesim.model.catalogue import Card, RuleEntry, Sign
from battlesim.model.event import Embarked, Moved, Refused, SetUp
from battlesim.model.ruling import Ruling
from battlesim.model.scene import Scene
from battlesim.model.text import NO_TEXT, Text
from battlesim.replay.timeline import ActionTaken, Coherence, RuleName, Step
from battlesim.units import LengthUnit


class Action(Protocol):
    """What a player wants: a frozen object of a ruleset that can say what it is."""

    @property
    def taken(self) -> ActionTaken:
        """What it is, for the replay."""
        ...


_ARRIVALS: Final = (Moved, SetUp, Embarked)

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741
A_contra = TypeVar("A_contra", bound=Action, contravariant=True)
A = TypeVar("A", bound=Action)


class Battle(Struct, Generic[S, O], frozen=True):
    """A battle under way: the scene, which changes, and what does not: each unit's sheet and the ruleset's options."""

    scene: Scene
    sheets: Mapping[str, S]
    options: O


@dataclass(frozen=True)
class Ruleset(Generic[S, O, A]):
    """A game, as the engine needs it.

    ``legal`` answers with all rulings that bear on the action: it is legal when every one of them holds. ``resolve``
    carries an action out and does not check again. ``version`` goes up with any change of outcome. ``quiet`` marks are
    bookkeeping that no viewer needs to see; ``signs`` are for marks, alone or with their value ("moved advance").
    """

    name: str
    version: int
    unit: LengthUnit
    legal: Callable[[Battle[S, O], A], tuple[Ruling, ...]]
    resolve: Callable[[Battle[S, O], A, Story], None]
    catalogue: tuple[RuleEntry, ...]
    card: Callable[[S, str], Card]
    words: Mapping[str, Text] = field(default_factory=dict)
    coherency: Coherence | None = None
    quiet: tuple[str, ...] = ()
    signs: Mapping[str, Sign] = field(default_factory=dict)

    @cached_property
    def glossary(self) -> Mapping[str, RuleName]:
        """What may be said of each of its rules, by id."""
        return {entry.id: RuleName(entry.names, entry.summary, dict(entry.clauses)) for entry in self.catalogue}


def take(
    ruleset: Ruleset[S, O, A],
    battle: Battle[S, O],
    action: A,
    dice: Dice,
    choose: Choose,
    *,
    index: int = 0,
    title: Text = NO_TEXT,
) -> tuple[Battle[S, O], Step]:
    """Take one action. An illegal one is refused: the step shows why, and the scene stays as it was."""
    story = Story(battle.scene, dice, choose)
    rulings = ruleset.legal(battle, action)
    for ruling in rulings:
        story.rule(ruling)
    if all(ruling.holds for ruling in rulings):
        ruleset.resolve(battle, action, story)
    else:
        story.tell(Refused(action.taken.name, action.taken.actors))
    taken = action.taken
    if any(isinstance(entry, _ARRIVALS) for entry in story.entries):
        taken = replace(taken, wanted=())
    step = Step(index, taken, tuple(story.entries), title=title)
    return replace(battle, scene=story.scene), step
