"""The JSON Schema of scenario files, for completion in editors: made from the models of the format and of all games."""

from __future__ import annotations

import json
from typing import Any, Final

import pydantic
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from battlesim.scenario.format import ScenarioFile
from battlesim.scenario.games import Game, game, game_names

Json = dict[str, Any]

MAKER: Final = f"pydantic {'.'.join(pydantic.VERSION.split('.')[:2])}"
"""What made the schema: another minor version may write the same models another way."""

_ID: Final = "https://json-schema.org/draft/2020-12/schema"


class _WithoutTitles(GenerateJsonSchema):
    """Without a title for every key, which would say the key again."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schema() -> Json:
    """The schema as JSON: the common part, and for each ruleset its units, steps and options."""
    games = [game(name) for name in game_names()]
    models: list[type[BaseModel]] = [ScenarioFile]
    for one in games:
        models += [one.unit, one.options_model, *one.steps]
    references, made = models_json_schema(
        [(model, "validation") for model in dict.fromkeys(models)],
        ref_template="#/$defs/{model}",
        schema_generator=_WithoutTitles,
    )
    definitions = made["$defs"]
    whole: Json = dict(definitions.pop(references[(ScenarioFile, "validation")]["$ref"].rsplit("/", 1)[1]))
    refs: dict[type[BaseModel], Json] = {
        model: references[(model, "validation")] for model in models if model is not ScenarioFile
    }
    whole["properties"] = {**whole["properties"], "ruleset": {"enum": [one.name for one in games]}}
    whole["allOf"] = [_of_game(one, refs) for one in games]
    return {
        "$schema": _ID,
        "title": "battlesim scenario",
        "$comment": f"made by `battlesim schema` with {MAKER}",
        **{key: value for key, value in whole.items() if key != "title"},
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """The schema as the text of a file."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def _of_game(one: Game, refs: dict[type[BaseModel], Json]) -> Json:
    """What holds where ``ruleset`` names this game."""
    properties: Json = {
        "units": {"items": refs[one.unit]},
        "steps": {"items": {"anyOf": [refs[model] for model in one.steps]}},
        "options": refs[one.options_model],
    }
    if one.variants:
        properties["variant"] = {"enum": list(one.variants)}
    return {
        "if": {"properties": {"ruleset": {"const": one.name}}, "required": ["ruleset"]},
        "then": {"properties": properties},
    }
