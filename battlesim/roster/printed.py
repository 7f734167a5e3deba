"""The dataset's keyword records as the texts that a datasheet prints: ``Rapid Fire 1``, ``Anti-Infantry 4+``."""

from __future__ import annotations

from typing import Final

from battlesim.errors import UnknownName
from battlesim.roster.published import Record
from battlesim.rules.wh40k.keywords.not_modelled import NotModelled
from battlesim.rules.wh40k.keywords.parse import parse_keyword

_HYPHENED: Final = {"twin-linked": "Twin-linked", "close-quarters": "Close-quarters"}


def weapon_keywords(reference: Record) -> tuple[tuple[str, str], ...]:
    """The texts of one weapon keyword, each with the condition that it only works under ("" for none).

    One record may hold two texts: ``MONSTER/VEHICLE`` is an anti for each.
    """
    id = reference["keyword_id"]
    parameters = reference.get("parameters") or {}
    name = _HYPHENED.get(id) or id.replace("-", " ").title()
    if id == "anti":
        targets = [target.strip().title() for target in parameters["target_keyword"].split("/")]
        return tuple(
            (f"Anti-{target} {parameters['threshold']}+", _condition(parameters, targets)) for target in targets
        )
    if id == "hunter":
        return ((f"{name} {parameters.get('target_keyword', '')}".strip(), ""),)
    value = parameters.get("value")
    return ((name if value is None else f"{name} {value}", _condition(parameters, [])),)


def _condition(parameters: Record, targets: list[str]) -> str:
    """Against whom alone a keyword works, where that is not its own target anyway."""
    only = [keyword for keyword in parameters.get("required_target_keywords_any") or () if keyword not in targets]
    never = parameters.get("excluded_target_keywords") or ()
    if only:
        return f"only against {', '.join(only)}"
    return f"not against {', '.join(never)}" if never else ""


def keyword(text: str, *, condition: str = "") -> object:
    """The keyword object of a printed text, and of the condition that narrows it; NotModelled for one that does not play."""
    printed = f"{text} ({condition})" if condition else text
    try:
        return parse_keyword(printed)
    except UnknownName:
        return NotModelled("", printed)
