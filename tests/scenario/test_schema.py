"""The shipped JSON Schema: current, and kept by every shipped file."""

import json
from functools import cache

import pytest
from jsonschema import Draft202012Validator

from battlesim.resources import assets
from battlesim.scenario.document import parse, read
from battlesim.scenario.games import game, game_names
from battlesim.scenario.schema import MAKER, schema_text
from tests.shipped import FILES


@cache
def shipped_schema():
    return json.loads((assets() / "battle.schema.json").read_text(encoding="utf-8"))


def as_json(value):
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    return [as_json(one) for one in value] if isinstance(value, tuple) else value


@cache
def validator():
    return Draft202012Validator(shipped_schema())


def faults(content):
    return [error.message for error in validator().iter_errors(as_json(content))]


def test_the_shipped_schema_is_current():
    """After a change of the models: ``battlesim schema --out assets/battle.schema.json``."""
    if MAKER not in shipped_schema()["$comment"]:
        pytest.skip(f"the shipped schema was not made with {MAKER}: the same models may read another way")
    assert (assets() / "battle.schema.json").read_text(encoding="utf-8") == schema_text()


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(shipped_schema())


def test_the_schema_has_every_action_of_every_game():
    text = json.dumps(shipped_schema())
    for name in game_names():
        for step in game(name).steps:
            assert f'"{step.KEY}"' in text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_shipped_file_keeps_the_schema(path):
    assert faults(read(path).content) == []


SMALL = """\
battlesim: 1
title: Small
ruleset: netepic
battlefield: {size: [90, 60]}
units:
  - {id: orks, side: blue, profile: {class: 1, move: 10}, at: [10, 20]}
steps:
  - turn: {round: 1, phase: movement}
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Small", "titel: Small"),
        ("netepic", "netepics"),
        ("battlesim: 1", "battlesim: 2"),
        ("at: [10, 20]", "at: [10, 20, 30, 40]"),
        ("at: [10, 20]", "at: {grit: [1, 2]}"),
        ("at: [10, 20]", "at: ['10 parsecs', 20]"),
        ("move: 10", "moves: 10"),
        ("turn:", "tern:"),
        ("phase: movement}", "phase: movement, when: now}"),
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(old, new):
    assert faults(parse(SMALL.encode(), "f").content) == []
    assert faults(parse(SMALL.replace(old, new).encode(), "f").content) != []
