"""Loading a scenario: from a file to a battle that is set up and steps that are read, or to all that is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from battlesim.errors import BattlesimError, did_you_mean, nearest
from battlesim.model.battlefield import Battlefield
from battlesim.model.scene import Scene
from battlesim.scenario.complaints import complaints
from battlesim.scenario.document import Document, Loc, parse, read
from battlesim.scenario.fields import Known, keys_of, nearest_or_all, shown
from battlesim.scenario.format import FORMAT, ScenarioFile
from battlesim.scenario.games import Game, game, game_names
from battlesim.scenario.problems import Problem, ScenarioError
from battlesim.scenario.setup import SetUpFaults, set_up
from battlesim.scenario.steps import StepModel
from battlesim.scenario.table import LayoutSpec, battlefield_of
from battlesim.scenario.units import Desk, UnitSpec


@dataclass(frozen=True)
class Scenario:
    """A scenario that can be played: the battle as it is set up, its steps as the ruleset's models, and its document."""

    path: str
    document: Document
    file: ScenarioFile
    game: Game
    variant: str
    options: Any
    start: Scene
    sheets: Mapping[str, Any]
    steps: tuple[StepModel, ...]
    warnings: tuple[Problem, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    """The options as they were given: those of the file, or what goes before them."""


def load(path: Path | str, *, variant: str | None = None, options: Mapping[str, Any] | None = None) -> Scenario:
    """The scenario in a file, under another variant of its ruleset if one is named; ``options`` go before the file's.

    Raises ScenarioError.
    """
    return _Loading(read(Path(path)), variant, options).scenario()


def loads(
    text: str | bytes,
    *,
    path: str = "scenario.battle.yaml",
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Scenario:
    """The scenario in a text; ``path`` is what its errors call it. Raises ScenarioError."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return _Loading(parse(raw, path), variant, options).scenario()


class _Names(Mapping[str, tuple[str, ...]]):
    """Names by noun, each list made when it is first asked for."""

    def __init__(self, makers: Mapping[str, Callable[[], Iterable[str]]]) -> None:
        self._makers = dict(makers)
        self._made: dict[str, tuple[str, ...]] = {}

    def __getitem__(self, noun: str) -> tuple[str, ...]:
        if noun not in self._made:
            self._made[noun] = tuple(self._makers[noun]())
        return self._made[noun]

    def __contains__(self, noun: object) -> bool:
        return noun in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


class _Loading:
    """One load: gathers problems, and goes on as long as what follows can still be judged."""

    def __init__(self, document: Document, variant: str | None, options: Mapping[str, Any] | None = None) -> None:
        self.document = document
        self.variant = variant
        self.asked = dict(options or {})
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []

    def scenario(self) -> Scenario:
        content = self.document.content
        found = self._game(content)
        names = self._names(content, found)
        known = Known(found.ruleset.unit, names)
        try:
            file: ScenarioFile | None = ScenarioFile.model_validate(content, context=known)
        except ValidationError as error:
            self.problems += complaints(error, self.document)
            file = None
        variant = self._variant(content, found)
        options = self._options(content, found, variant, known)
        field = self._battlefield(file)
        units = self._units(content, found, known)
        scene: Scene | None = None
        sheets: Mapping[str, Any] = {}
        if file is not None and field is not None and options is not None and units is not None:
            set_up_scene = self._set_up(file, found, field, units, options)
            if set_up_scene is not None:
                scene, sheets = set_up_scene
        steps = self._steps(content, found, self._with_units(names, scene))
        if self.problems:
            raise ScenarioError(self.problems)
        assert file is not None
        assert scene is not None, "a scene that cannot be set up says why"
        return Scenario(
            self.document.path,
            self.document,
            file,
            found,
            variant,
            options,
            scene,
            sheets,
            steps,
            tuple(self.warnings),
            self._given(content),
        )

    def wrong(self, loc: Loc, message: str, *, at_key: bool = False) -> None:
        """Take note of a problem."""
        self.problems.append(self.document.problem(loc, message, at_key=at_key))

    def _game(self, content: Any) -> Game:
        """The game; without one nothing else can be judged."""
        if not isinstance(content, dict):
            raise self._stop((), "expected a scenario: a mapping that begins with 'battlesim: 1'")
        if "battlesim" not in content:
            raise self._missing(content, "battlesim", f"a scenario begins with 'battlesim: {FORMAT}'")
        version = content["battlesim"]
        if version != FORMAT or isinstance(version, bool | float):
            raise self._stop(
                ("battlesim",),
                f"this program reads format {FORMAT}; expected battlesim: {FORMAT}, not {shown(version)}",
            )
        name = content.get("ruleset")
        if name is None:
            raise self._missing(content, "ruleset", f"expected one of {', '.join(game_names())}")
        if not isinstance(name, str):
            raise self._stop(("ruleset",), f"expected one of {', '.join(game_names())}, not {shown(name)}")
        if name not in game_names():
            known = nearest_or_all(name, game_names())
            raise self._stop(("ruleset",), f"there is no ruleset {name!r}{known}")
        return game(name)

    def _missing(self, content: dict[str, Any], key: str, why: str) -> ScenarioError:
        """A key without which nothing can be judged is not there, has no value, or stands under a wrong spelling."""
        if key in content:
            return self._stop((key,), f"the key {key!r} has no value; {why}")
        known = set(ScenarioFile.model_fields)
        for given in (given for given in content if given not in known):
            if did_you_mean(str(given), [key]):
                message = f"unknown key {given!r}{did_you_mean(str(given), [key])}"
                return ScenarioError([*self.problems, self.document.problem((given,), message, at_key=True)])
        return self._stop((), f"the key {key!r} is missing; {why}")

    def _stop(self, loc: Loc, message: str) -> ScenarioError:
        return ScenarioError([*self.problems, self.document.problem(loc, message)])

    def _names(self, content: dict[str, Any], found: Game) -> _Names:
        rules = {entry.slug: entry for entry in found.ruleset.catalogue}
        clauses = {f"clause of {id}": [key for key, _ in entry.clauses] for id, entry in rules.items()}
        makers: dict[str, Callable[[], Iterable[str]]] = {
            **found.names,
            **{noun: partial(tuple, keys) for noun, keys in clauses.items()},
            "ruleset": game_names,
            "rule": lambda: rules,
            "layout": _layout_names,
        }
        if found.variants:
            makers["variant"] = lambda: found.variants
        # what cannot be read is complained of itself: whoever names something of it may well be right
        if _all_have(content, "id"):
            makers["unit"] = lambda: _unit_ids(content)
        if _all_have(content, "side") or _lists_sides(content):
            makers["side"] = lambda: _sides(content)
        return _Names(makers)

    def _with_units(self, names: _Names, scene: Scene | None) -> _Names:
        makers: dict[str, Callable[[], Iterable[str]]] = {noun: partial(names.__getitem__, noun) for noun in names}
        if scene is not None:
            makers["unit"] = lambda: scene.units
            makers["model"] = lambda: scene.models
            makers["objective"] = lambda: [one.id for one in scene.battlefield.objectives]
            makers["area"] = lambda: [one.id for one in scene.battlefield.areas]
        return _Names(makers)

    def _variant(self, content: dict[str, Any], found: Game) -> str:
        named = content.get("variant")
        if "variant" in content and not found.variants:
            self.wrong(("variant",), f"{found.name} has no variants; leave 'variant' out", at_key=True)
        if self.variant is not None and self.variant not in found.variants:
            near = nearest_or_all(self.variant, found.variants) or "; it has none at all"
            message = f"{found.name} has no variant {self.variant!r}, which was asked for{near}"
            self.problems.append(self.document.whole(message))
        wanted = named if self.variant is None else self.variant
        return wanted if wanted in found.variants else found.variants[0] if found.variants else ""

    def _options(self, content: dict[str, Any], found: Game, variant: str, known: Known) -> Any:
        if content.get("options", {}) is None:
            # the file's own complaint
            return None
        try:
            model = found.options_model.model_validate(self._given(content), context=known)
        except ValidationError as error:
            self.problems += complaints(error, self.document, ("options",), self.asked)
            return None
        try:
            return found.options(variant, model)
        except BattlesimError as error:
            self.wrong(("options",), str(error))
            return None

    def _given(self, content: dict[str, Any]) -> Any:
        """The options of the file with those that were asked for put before them."""
        given = content.get("options", {})
        return {**given, **self.asked} if self.asked and isinstance(given, dict) else given

    def _battlefield(self, file: ScenarioFile | None) -> Battlefield | None:
        if file is None:
            return None
        if (file.battlefield is None) == (file.layout is None):
            both = "and 'layout' are both there" if file.battlefield else "or 'layout' is missing"
            self.wrong(
                (), f"'battlefield' {both}; a scenario has one of battlefield: {{size: [60, 44]}} or layout: <id>"
            )
            return None
        if file.battlefield is not None:
            before = len(self.problems)
            field = battlefield_of(file.battlefield, lambda loc, message: self.wrong(("battlefield", *loc), message))
            return field if len(self.problems) == before else None
        from battlesim.roster.layouts import layout

        asked = file.layout if isinstance(file.layout, LayoutSpec) else LayoutSpec.model_construct(id=file.layout)
        # the first side attacks and the second defends, unless the file says otherwise
        first, second, *_ = [*_sides(self.document.content), "", ""]
        return layout(
            asked.id,
            attacker=asked.attacker or first or "attacker",
            defender=asked.defender or second or "defender",
        )

    def _units(self, content: dict[str, Any], found: Game, known: Known) -> list[UnitSpec] | None:
        raw = content.get("units")
        if not isinstance(raw, tuple):
            return None
        specs: list[UnitSpec] = []
        first: dict[str, int] = {}
        for i, unit in enumerate(raw):
            try:
                spec = found.unit.model_validate(unit, context=known)
            except ValidationError as error:
                self.problems += complaints(error, self.document, ("units", i))
            else:
                specs.append(spec)
            id = unit.get("id") if isinstance(unit, dict) else None
            if isinstance(id, str):
                if id in first:
                    line = self.document.place(("units", first[id], "id"))[0]
                    self.wrong(
                        ("units", i, "id"),
                        f"there are two units {id!r} (the first in line {line}); give each its own id",
                    )
                elif id in _sides(content):
                    self.wrong(("units", i, "id"), f"{id!r} is a side as well as a unit; give one another name")
                first.setdefault(id, i)
        return specs if len(specs) == len(raw) and len(first) == len(raw) else None

    def _set_up(
        self, file: ScenarioFile, found: Game, field: Battlefield, units: list[UnitSpec], options: Any
    ) -> tuple[Scene, Mapping[str, Any]] | None:
        desks = [Desk(found.ruleset.unit, options, partial(self._at, ("units", i))) for i in range(len(units))]
        sides = {id: file.sides.get(id) for id in _sides(self.document.content)}
        faults = SetUpFaults(
            lambda i, key, message: self.wrong(("units", i, *([key] if key else [])), message),
            lambda i, message: self.warnings.append(self.document.problem(("units", i), message)),
        )
        before = len(self.problems)
        made = set_up(found, field, sides, units, desks, options, faults, self.problems)
        return made if len(self.problems) == before else None

    def _at(self, base: Loc, key: str, message: str) -> ScenarioError:
        loc = (*base, *key.split("/")) if key else base
        return ScenarioError([self.document.problem(loc, message)])

    def _steps(self, content: dict[str, Any], found: Game, names: _Names) -> tuple[StepModel, ...]:
        raw = content.get("steps")
        if not isinstance(raw, tuple):
            return ()
        known = Known(found.ruleset.unit, names)
        by_key = {model.KEY: model for model in found.steps}
        steps = []
        for i, step in enumerate(raw):
            model = self._step_model(step, i, by_key)
            if model is None:
                continue
            try:
                steps.append(model.model_validate(step, context=known))
            except ValidationError as error:
                self.problems += complaints(error, self.document, ("steps", i))
        return tuple(steps)

    def _step_model(self, step: Any, i: int, by_key: Mapping[str, type[StepModel]]) -> type[StepModel] | None:
        if not isinstance(step, dict):
            self.wrong(("steps", i), f"expected a step such as {{move: guard, to: [30, 20]}}, not {shown(step)}")
            return None
        actions = [key for key in step if key in by_key]
        if len(actions) > 1:
            # a key may be one action's own and another action's name
            whole = [key for key in actions if set(actions) <= set(keys_of(by_key[key]))]
            actions = whole if len(whole) == 1 else actions
        if len(actions) == 1:
            return by_key[actions[0]]
        if actions:
            named = " and ".join(repr(key) for key in actions)
            self.wrong(("steps", i, actions[1]), f"a step has one action, but here are {named}", at_key=True)
            return None
        # what is a key of some action is no misspelt action
        used = {key for model in by_key.values() for key in keys_of(model)}
        strange = [key for key in step if key not in used]
        for key in sorted(strange, key=lambda key: not nearest(key, by_key))[:1]:
            self.wrong(
                ("steps", i, key), f"there is no action {key!r}{nearest_or_all(key, by_key, at_most=99)}", at_key=True
            )
            return None
        self.wrong(("steps", i), f"this step has no action; expected one of {', '.join(by_key)}")
        return None


def _layout_names() -> Iterable[str]:
    from battlesim.roster.layouts import layouts

    return layouts()


def _all_have(content: dict[str, Any], key: str) -> bool:
    """Whether all units are there and say as much of themselves."""
    units = content.get("units")
    return isinstance(units, tuple) and all(isinstance(unit, dict) and isinstance(unit.get(key), str) for unit in units)


def _lists_sides(content: dict[str, Any]) -> bool:
    listed = content.get("sides")
    return isinstance(listed, dict) and bool(listed)


def _unit_ids(content: dict[str, Any]) -> list[str]:
    units = content.get("units")
    if not isinstance(units, tuple):
        return []
    return [unit["id"] for unit in units if isinstance(unit, dict) and isinstance(unit.get("id"), str)]


def _sides(content: dict[str, Any]) -> list[str]:
    """The sides: those that ``sides:`` lists, else those that units belong to, in order."""
    if _lists_sides(content):
        return list(content["sides"])
    units = content.get("units")
    named = [unit.get("side") for unit in units if isinstance(unit, dict)] if isinstance(units, tuple) else []
    return list(dict.fromkeys(side for side in named if isinstance(side, str)))
