"""Answers that are asked for again and again, kept from one question to the next.

A scene never changes, so keeping what was found in one changes nothing but the time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from battlesim.model.battlefield import Battlefield
from battlesim.model.scene import Model, Scene

K = TypeVar("K")
T = TypeVar("T")


class _Unasked:
    """Stands for an answer that nobody has asked for."""


_UNASKED: Final = _Unasked()
_KEPT: Final[deque[tuple[Scene, dict[Hashable, Any]]]] = deque(maxlen=4)
_TABLES: Final[deque[tuple[Battlefield, dict[Hashable, Any]]]] = deque(maxlen=4)
_SETTLED: Final[deque[tuple[object, dict[Hashable, Any]]]] = deque(maxlen=2)


def remembered(scene: Scene, question: Hashable, answer: Callable[[], T]) -> T:
    """The answer to a question about where models stand in the scene, worked out when it is first asked.

    Scenes that differ in wounds, marks and the clock alone share it.
    """
    return _first(_answers(scene), question, answer)


def of_table(battlefield: Battlefield, question: Hashable, answer: Callable[[], T]) -> T:
    """The answer to a question about the table and its terrain alone, worked out when it is first asked."""
    return _first(_kept(_TABLES, battlefield), question, answer)


def settled(field: object, question: Hashable, answer: Callable[[], T]) -> T:
    """The answer to any question about this very battle as it is now, worked out when it is first asked."""
    return _first(_kept(_SETTLED, field), question, answer)


def _kept(kept: deque[tuple[K, dict[Hashable, Any]]], one: K) -> dict[Hashable, Any]:
    for known, answers in kept:
        if known is one:
            return answers
    kept.appendleft((one, {}))
    return kept[0][1]


def _first(answers: dict[Hashable, Any], question: Hashable, answer: Callable[[], T]) -> T:
    found: T | _Unasked = answers.get(question, _UNASKED)
    if isinstance(found, _Unasked):
        found = answers[question] = answer()
    return found


def _answers(scene: Scene) -> dict[Hashable, Any]:
    for known, answers in _KEPT:
        if known is scene:
            return answers
    for known, answers in _KEPT:
        if _stand_alike(known, scene):
            _KEPT.appendleft((scene, answers))
            return answers
    _KEPT.appendleft((scene, {}))
    return _KEPT[0][1]


def _stand_alike(one: Scene, other: Scene) -> bool:
    return (
        one.battlefield is other.battlefield
        and len(one.models) == len(other.models)
        and (one.units is other.units or _sides(one) == _sides(other))
        and all(a is b or _stands_as(a, b) for a, b in zip(one.models.values(), other.models.values(), strict=True))
    )


def _stands_as(one: Model, other: Model) -> bool:
    # poses are never made anew for a model that has not moved
    return (
        one.pose is other.pose
        and one.place == other.place
        and one.id == other.id
        and one.unit == other.unit
        and one.base is other.base
    )


def _sides(scene: Scene) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(unit.id, unit.side, unit.models) for unit in scene.units.values()]
