"""What a game leaves to the players: each option of scenario files, its default, what else it may be, and what it means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args, get_origin

from battlesim.commands.lines import broken
from battlesim.commands.words import word
from battlesim.model.text import NO_TEXT, Language
from battlesim.scenario.fields import file_key
from battlesim.scenario.games import Game
from battlesim.units import Mm


def option_lines(game: Game, language: Language, width: int) -> Iterator[str]:
    """One option a paragraph, in the order of the game; nothing where its options have no words."""
    if not game.option_texts:
        return
    yield "\n" + word("options-list", language, game=game.name)
    for name, field in game.options_model.model_fields.items():
        told = game.option_texts.get(name, NO_TEXT).to(language)
        if not told:
            continue
        others = _choices(field.annotation)
        choices = f"  ({' | '.join(others)})" if others else ""
        yield f"  {file_key(name)}: {_value(field.default, game)}{choices}"
        yield from (f"      {line}" for line in broken(told, max(width - 6, 20)))


def _choices(annotation: object) -> list[str]:
    """What else it may be, where that is a list of words."""
    if annotation is bool:
        return ["true", "false"]
    if get_origin(annotation) is Literal:
        return [str(choice) for choice in get_args(annotation)]
    return []


def _value(default: object, game: Game) -> str:
    match default:
        case bool():
            return str(default).lower()
        case float():
            return game.ruleset.unit.text(Mm(default))
        case _:
            return str(default)
