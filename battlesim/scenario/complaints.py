"""Pydantic's errors as problems of a file: one sentence each, at the place of the offending text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

from battlesim.errors import counted
from battlesim.scenario.document import Document, Loc
from battlesim.scenario.fields import shown
from battlesim.scenario.problems import Problem

_EXPECTED: Final[Mapping[str, str]] = {
    "int_type": "a whole number such as 3",
    "int_parsing": "a whole number such as 3",
    "int_from_float": "a whole number such as 3",
    "float_type": "a number such as 2.5",
    "bool_type": "true or false",
    "string_type": "a text",
    "tuple_type": "a list such as [1, 2]",
    "list_type": "a list such as [1, 2]",
    "dict_type": "a mapping such as {key: value}",
    "model_type": "a mapping such as {key: value}",
    "model_attributes_type": "a mapping such as {key: value}",
    "mapping_type": "a mapping such as {key: value}",
    "finite_number": "a finite number",
}


_PREFIXES: Final = ("Value error, ", "Assertion failed, ")


def complaints(
    error: ValidationError, document: Document, base: Loc = (), asked: Mapping[str, Any] | None = None
) -> Iterator[Problem]:
    """The problems that a validation found; ``base`` is where in the document the validated value stands.

    Values that were ``asked`` for stand in no document: they are named themselves.
    """
    problems = error.errors(include_url=False)
    unions = _unions(problems, document, base)
    seen: set[tuple[Loc, str]] = set()
    for problem in problems:
        loc = (*base, *problem["loc"])
        name = str(problem["loc"][0]) if problem["loc"] else ""
        if asked and name in asked:
            given = "" if asked[name] is None else asked[name]
            yield document.whole(f"{name}={given}, which was asked for: {_message(problem, asked[name], problems)}")
            continue
        union = _union(problem, document, base)
        if union in unions:
            loc, message = union, unions[union]
        else:
            message = _message(problem, document.value(loc), problems)
        place = document.place(loc)
        at_key = message.startswith(("unknown key", "the key has no value")) or loc[-1:] == ("[key]",)
        if message and ((*place,), message) not in seen:
            seen.add(((*place,), message))
            yield document.problem(loc, message, at_key=at_key)


def _unions(problems: Sequence[Any], document: Document, base: Loc) -> dict[Loc, str]:
    """Where a value may be of several kinds and is of none, each kind reports: here they are one message.

    It is empty where the value is of one of the kinds and something else is wrong with it, which is said for itself.
    """
    kinds: dict[Loc, dict[str, None]] = {}
    for problem in problems:
        union = _union(problem, document, base)
        if union is not None:
            kinds.setdefault(union, {})[_expected(problem, document.value(union), problems)] = None
    said = {union: "" for union in kinds if any(_within(union, one, document, base) for one in problems)}
    for union, expected in kinds.items():
        if union not in said and len(expected) > 1:
            said[union] = f"expected {' or '.join(expected)}, not {shown(document.value(union))}"
    return said


def _union(problem: Any, document: Document, base: Loc) -> Loc | None:
    """The value that is not of the kind which this problem speaks for, where its kind is a part of the location."""
    loc = (*base, *problem["loc"])
    if problem["type"] == "missing" and isinstance(loc[-1], int):
        loc = loc[:-1]
    elif problem["type"] not in _EXPECTED and problem["type"] != "too_long":
        return None
    return loc[:-1] if loc and not document.has(loc) else None


def _within(union: Loc, problem: Any, document: Document, base: Loc) -> bool:
    """Whether the problem is with a value of one of the union's kinds."""
    loc = (*base, *problem["loc"])
    return loc[: len(union)] == union and len(loc) > len(union) and _union(problem, document, base) != union


def _expected(problem: Any, given: Any, problems: Sequence[Any]) -> str:
    match problem["type"]:
        case "missing":
            # a list of fixed length misses each of its last items
            parent = problem["loc"][:-1]
            last = max(one["loc"][-1] for one in problems if one["loc"][:-1] == parent and one["type"] == "missing")
            return f"a list of {last + 1} items"
        case "too_long":
            return f"a list of at most {problem['ctx']['max_length']} items"
        case "tuple_type" if isinstance(given, dict):
            return "a list, each item of it after '- '"
    return _EXPECTED[problem["type"]]


def _message(problem: Any, given: Any, problems: Sequence[Any]) -> str:
    kind, context = problem["type"], problem.get("ctx", {})
    if kind == "battlesim.wrong":
        return str(problem["msg"])
    if kind in _EXPECTED or (kind == "missing" and isinstance(problem["loc"][-1], int)):
        return f"expected {_expected(problem, given, problems)}, not {shown(given)}"
    match kind:
        case "missing":
            return f"the key {problem['loc'][-1]!r} is missing"
        case "extra_forbidden":
            return f"unknown key {problem['loc'][-1]!r}"
        case "literal_error":
            return f"expected {context['expected']}, not {shown(given)}"
        case "greater_than_equal":
            return f"expected {context['ge']} or more, not {shown(given)}"
        case "greater_than":
            return f"expected more than {context['gt']}, not {shown(given)}"
        case "less_than_equal":
            return f"expected {context['le']} or less, not {shown(given)}"
        case "less_than":
            return f"expected less than {context['lt']}, not {shown(given)}"
        case "too_short" | "too_long":
            length = context.get("min_length") or context.get("max_length")
            bound = "at least" if kind == "too_short" else "at most"
            return f"expected a list of {bound} {counted(length, 'item')}, not of {context['actual_length']}"
        case "string_too_long":
            return f"expected a name of at most {context['max_length']} characters, not {shown(given)}"
        case "string_pattern_mismatch":
            return f"expected a name of letters, digits, '_' and '-' that begins with a letter, not {shown(given)}"
    said = str(problem["msg"])
    for prefix in _PREFIXES:
        said = said.removeprefix(prefix)
    if said.startswith("Input should be "):
        return f"expected {said.removeprefix('Input should be ')}, not {shown(given)}"
    return f"{said[:1].lower()}{said[1:]}"
