"""The games that a scenario file may name, each a ``Game``: all that the loader and the runner need of a ruleset.

``battlesim/scenario/wh40k_steps.py`` and ``netepic_steps.py`` each define a module constant ``GAME: Game``. They are
imported when a file first names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Final

from battlesim.engine.engine import Ruleset
from battlesim.errors import UnknownName, did_you_mean
from battlesim.model.scene import Scene
from battlesim.model.text import Text
from battlesim.scenario.fields import FileModel
from battlesim.scenario.steps import StepModel
from battlesim.scenario.units import UnitSpec

AnyRuleset = Ruleset[Any, Any, Any]
"""A ruleset whose sheets, options and actions the file format passes on without looking inside."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with the set-up that only the ruleset can know (a transport over capacity, say), and with whom."""

    unit: str
    message: str


def no_faults(scene: Scene, sheets: Mapping[str, Any], options: Any) -> Iterable[Fault]:
    """Nothing to say about a set-up."""
    return ()


def as_it_is(scene: Scene, sheets: Mapping[str, Any], options: Any) -> Scene:
    """The start as the file has it."""
    return scene


def as_they_are(scene: Scene, sheets: Mapping[str, Any]) -> Mapping[str, Any]:
    """The sheets as the units were built."""
    return sheets


@dataclass(frozen=True)
class Game:
    """One ruleset, as scenario files see it.

    ``steps`` are its actions and ``unit`` its units. ``variants`` are the names that ``variant:`` may have, the default
    first (none: the key is refused). ``options_model`` is what ``options:`` may hold; ``options(variant, model)`` makes
    the ruleset's own options of the two. ``names`` are the names by noun that never change during a file, for ``Named``
    fields: ``phase``, ``datasheet``... (rules, units, models and sides are added by the loader, and so are published
    layouts). ``start`` adds what every battle of this game begins with to the set-up scene (marks of sides, say).
    ``shown`` are the sheets that a viewer may read, each unit's at the start. ``faults`` checks a set-up.
    ``option_texts`` say what each option means, by its field. The noun ``terrain category`` limits what ``category:``
    of terrain may say.
    """

    ruleset: AnyRuleset
    steps: tuple[type[StepModel], ...]
    unit: type[UnitSpec]
    options_model: type[FileModel]
    options: Callable[[str, Any], Any]
    variants: tuple[str, ...] = ()
    names: Mapping[str, Callable[[], Iterable[str]]] = field(default_factory=dict)
    start: Callable[[Scene, Mapping[str, Any], Any], Scene] = as_it_is
    faults: Callable[[Scene, Mapping[str, Any], Any], Iterable[Fault]] = no_faults
    shown: Callable[[Scene, Mapping[str, Any]], Mapping[str, Any]] = as_they_are
    option_texts: Mapping[str, Text] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The ruleset's name, as ``ruleset:`` has it."""
        return self.ruleset.name


_MODULES: Final = {"wh40k": "battlesim.scenario.wh40k_steps", "netepic": "battlesim.scenario.netepic_steps"}


def game_names() -> tuple[str, ...]:
    """The names that ``ruleset:`` may have."""
    return tuple(_MODULES)


@cache
def game(name: str) -> Game:
    """The game of that name; raises UnknownName."""
    if name not in _MODULES:
        raise UnknownName(f"there is no ruleset {name!r}{did_you_mean(name, game_names())}")
    found = import_module(_MODULES[name]).GAME
    assert isinstance(found, Game), f"{_MODULES[name]}.GAME is not a Game"
    return found
