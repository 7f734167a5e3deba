"""Pydantic's errors as problems of a file: one sentence each, at the place of the offending text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import ValidationError

from battlesim.scenario.document import Document, Loc
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


def complaints(
    error: ValidationError, document: Document, base: Loc = (), asked: Mapping[str, Any] | None = None
) -> Iterator[Problem]:
    """The problems that a validation found; ``base`` is where in the document the validated value stands.

    Values that were ``asked`` for stand in no document: they are named themselves.
    """
    seen: set[tuple[Loc, str]] = set()
    unions = _unions(error)
    for problem in error.errors(include_url=False):
        loc = (*base, *problem["loc"])
        name = str(problem["loc"][0]) if problem["loc"] else ""
        if asked and name in asked:
            yield document.problem(base, f"{name}={asked[name]}, which was asked for: {_message(problem, asked[name])}")
            continue
        for union, expected in unions.items():
            if loc[len(base) :][: len(union)] == union:
                loc, message = (*base, *union), f"expected {expected}, not {_shown(document.value((*base, *union)))}"
                break
        else:
            message = _message(problem, document.value(loc))
        place = document.place(loc)
        at_key = message.startswith(("unknown key", "the key has no value")) or loc[-1:] == ("[key]",)
        if ((*place,), message) in seen:
            continue
        seen.add(((*place,), message))
        yield document.problem(loc, message, at_key=at_key)


def _unions(error: ValidationError) -> dict[tuple[int | str, ...], str]:
    """Plain unions that failed in all their branches report each; here they are one, with what all of them expected."""
    branches: dict[tuple[int | str, ...], list[str]] = {}
    for problem in error.errors(include_url=False):
        loc = problem["loc"]
        if loc and isinstance(loc[-1], str) and loc[-1] in _BRANCHES and problem["type"] in _EXPECTED:
            branches.setdefault(loc[:-1], []).append(_EXPECTED[problem["type"]])
    return {loc: " or ".join(dict.fromkeys(expected)) for loc, expected in branches.items() if len(expected) > 1}


_BRANCHES: Final = frozenset({"int", "float", "str", "bool", "constrained-int", "constrained-str"})


def _message(problem: Any, given: Any) -> str:
    kind, context = problem["type"], problem.get("ctx", {})
    shown = _shown(given)
    if kind == "battlesim.wrong":
        return str(problem["msg"])
    if kind in _EXPECTED:
        return f"expected {_EXPECTED[kind]}, not {shown}"
    match kind:
        case "missing":
            return f"the key {problem['loc'][-1]!r} is missing"
        case "extra_forbidden":
            return f"unknown key {problem['loc'][-1]!r}"
        case "literal_error":
            return f"expected {context['expected']}, not {shown}"
        case "greater_than_equal":
            return f"expected {context['ge']} or more, not {shown}"
        case "greater_than":
            return f"expected more than {context['gt']}, not {shown}"
        case "less_than_equal":
            return f"expected {context['le']} or less, not {shown}"
        case "less_than":
            return f"expected less than {context['lt']}, not {shown}"
        case "too_short" | "too_long":
            length = context.get("min_length") or context.get("max_length")
            bound = "at least" if kind == "too_short" else "at most"
            return f"expected a list of {bound} {length} items, not of {context['actual_length']}"
        case "string_pattern_mismatch":
            return f"expected a name of letters, digits, '_' and '-' that begins with a letter, not {shown}"
    return f"{problem['msg'][:1].lower()}{problem['msg'][1:]}, not {shown}"


def _shown(given: Any) -> str:
    match given:
        case None:
            return "nothing"
        case bool():
            return "true" if given else "false"
        case dict():
            return f"a mapping with {', '.join(repr(key) for key in list(given)[:4]) or 'no keys'}"
        case tuple():
            return f"a list of {len(given)}"
    text = repr(given)
    return text if len(text) <= 80 else text[:76] + " ..."
