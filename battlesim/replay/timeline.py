"""A battle that has been played: a start, and steps with all that was rolled, ruled and done. No engine, no rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from battlesim.geometry.footprint import Pose
from battlesim.model.catalogue import Card, Sign
from battlesim.model.event import Event, Refused, RollMade
from battlesim.model.ruling import Ruling
from battlesim.model.scene import Scene
from battlesim.model.text import NO_TEXT, Text
from battlesim.replay.fold import fold_all
from battlesim.units import Mm

Entry = Ruling | Event

FORMAT = 1


class ActionTaken(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player wanted: the action's name, who acts, and on whom.

    ``wanted`` is where models were to stand. A model that is named several times goes from each of its poses to the
    next. A step keeps it where nobody was moved, as the action was refused or the ways only
    announced: else the events tell it.
    """

    name: str
    actors: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    wanted: tuple[tuple[str, Pose], ...] = ()


def way_points(ways: Iterable[tuple[str, Sequence[Pose]]]) -> tuple[tuple[str, Pose], ...]:
    """Ways of models, pose by pose, as ``ActionTaken.wanted`` has them."""
    return tuple((id, pose) for id, way in ways for pose in way)


class Step(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """One action: the rulings, rolls and events in the order they came.

    A recorded step, as replays have them, also holds the digest of the scene that they led to.
    """

    index: int
    action: ActionTaken
    entries: tuple[Entry, ...]
    digest: str = ""
    title: Text = NO_TEXT

    def recorded(self, after: Scene) -> Step:
        """The step with the digest of the scene that the engine had after it."""
        return replace(self, digest=digest(after))

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings, in order, without the ones they rest on."""
        return tuple([entry for entry in self.entries if isinstance(entry, Ruling)])

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events, rolls included, in order."""
        return tuple([entry for entry in self.entries if not isinstance(entry, Ruling)])

    @cached_property
    def rolls(self) -> tuple[RollMade, ...]:
        """The rolls, in order."""
        return tuple([entry for entry in self.entries if isinstance(entry, RollMade)])

    @property
    def rulings_of_rolls(self) -> Iterator[Ruling]:
        """The rulings that the sums of the rolls rest on, in order."""
        for roll in self.rolls:
            for ledger in roll.ledgers:
                yield from (modifier.ruling for modifier in ledger.modifiers if modifier.ruling is not None)

    @property
    def legal(self) -> bool:
        """Whether the action was carried out."""
        return not any(isinstance(event, Refused) for event in self.events)


@dataclass(frozen=True, slots=True)
class RuleName:
    """What a view may say about a rule: its names, its sentence, the names of its clauses."""

    names: Text
    summary: Text = NO_TEXT
    clauses: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Coherence:
    """What holds a unit together in this game: every model near another, and (envelope) near all of them."""

    neighbour: Mm
    vertical: Mm | None = None
    envelope: Mm | None = None


@dataclass(frozen=True)
class Header:
    """What a replay says before its first step. ``glossary`` has every rule that speaks in it, ``words`` the names of
    marks, phases, purposes and actions, ``cards`` what is known of each unit; ``quiet`` marks are bookkeeping,
    and marks with ``signs`` (alone, or with their value) are shown beside the unit's name."""

    title: Text
    ruleset: str
    ruleset_version: int
    variant: str
    unit: str
    start: Scene
    seed: str = ""
    source: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    glossary: Mapping[str, RuleName] = field(default_factory=dict)
    words: Mapping[str, Text] = field(default_factory=dict)
    coherency: Coherence | None = None
    quiet: tuple[str, ...] = ()
    signs: Mapping[str, Sign] = field(default_factory=dict)
    format: int = FORMAT
    program: str = ""


@dataclass(frozen=True)
class Timeline:
    """A whole replay. ``scenes[0]`` is the start and ``scenes[i + 1]`` the scene after step i: stepping back is an index."""

    header: Header
    steps: tuple[Step, ...]

    @cached_property
    def scenes(self) -> tuple[Scene, ...]:
        """len(steps) + 1 scenes."""
        return tuple(accumulate((s.events for s in self.steps), fold_all, initial=self.header.start))


def digest(scene: Scene) -> str:
    """A short fingerprint of all that can change in a scene: equal scenes, equal digests, on any machine."""
    told = hashlib.blake2b(digest_size=8)
    told.update(repr(scene.clock).encode())
    for side in scene.sides.values():
        told.update(f"{side.id}{sorted(side.marks.items())}".encode())
    told.update(b"".join([unit.fingerprint for unit in scene.units.values()]))
    told.update(b"".join([model.fingerprint for model in scene.models.values()]))
    for feature in scene.battlefield.features:
        if feature.damage:
            told.update(f"{feature.id}{feature.damage}{feature.category}".encode())
    return told.hexdigest()
