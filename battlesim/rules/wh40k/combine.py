"""One ruling for many models that are in the same case: the one nearest to its limit speaks, the others are its parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from battlesim.model.ruling import Ruling


def combined(rulings: Sequence[Ruling]) -> Ruling:
    """The ruling of all: it holds when all do. Its evidence is that of the ruling that was decided most narrowly.

    Among rulings of which some fail, a failing one speaks. Raises ValueError for none.
    """
    if not rulings:
        raise ValueError("no rulings to combine")
    if len(rulings) == 1:
        return rulings[0]
    holds = all(ruling.holds for ruling in rulings)
    speaking = min([ruling for ruling in rulings if ruling.holds == holds], key=_margin)
    subjects = tuple(dict.fromkeys([subject for ruling in rulings for subject in ruling.subjects]))
    return replace(speaking, subjects=subjects, parts=tuple(rulings))


def by_rule(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """Combined among rulings of the same rule, clause, limit and verdict, in the order in which each first appears."""
    cases: dict[tuple[object, ...], list[Ruling]] = {}
    for ruling in rulings:
        cases.setdefault((ruling.rule, ruling.clause, ruling.limit, ruling.holds), []).append(ruling)
    return tuple(combined(_distinct(case)) for case in cases.values())


def _distinct(rulings: Sequence[Ruling]) -> list[Ruling]:
    found: list[Ruling] = []
    known: dict[tuple[str, ...], list[Ruling]] = {}
    for ruling in rulings:
        # by subjects first: a ruling is deep, and nearly all differ in them
        alike = known.setdefault(ruling.subjects, [])
        if ruling not in alike:
            alike.append(ruling)
            found.append(ruling)
    return found


def _margin(ruling: Ruling) -> float:
    if ruling.measured is None or ruling.limit is None:
        return 0.0
    return abs(ruling.measured - ruling.limit)
