"""``battlesim compare``: exit codes, JSON and what people read."""

import json
import re

import pytest

from battlesim.resources import scenarios
from tests.cli.commanded import battlesim, refusal

HAZARD = scenarios() / "wh40k" / "hazard-roll" / "hazard-2-in-glossary.battle.yaml"
DROP = scenarios() / "wh40k" / "deep-strike" / "deep-strike-exactly-8.battle.yaml"
RANGE = scenarios() / "netepic" / "range" / "at-the-limit.battle.yaml"


def test_what_comes_out_the_same_ends_with_zero():
    outcome = battlesim("compare", DROP, "--variants", "glossary", "core")
    assert outcome.exit_code == 0, outcome.output
    assert "the same in all 2 steps" in outcome.output


def test_what_parts_ends_with_one_and_shows_both_sides():
    outcome = battlesim("compare", HAZARD, "--variants", "glossary", "core")
    assert outcome.exit_code == 1
    said = " ".join(outcome.output.split())
    assert "they part at step 2 of 2: Disembark" in said
    assert "needs 2+: 3 of 3" in said
    assert "needs 3+: 2 of 3" in said
    assert "at the end" in said


@pytest.mark.parametrize(("language", "word"), [("ja", "分かれる"), ("fr", "séparation à l'étape 2")])
def test_it_is_said_in_three_languages(language, word):
    assert word in battlesim("compare", HAZARD, "--variants", "glossary", "core", "--lang", language).output


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [("en", "on the table", "destroyed"), ("ja", "戦場", "撃破"), ("fr", "sur la table", "détruit")],
)
def test_where_models_are_at_the_end_is_said_in_three_languages(language, first, second):
    said = battlesim("compare", HAZARD, "--variants", "glossary", "core", "--lang", language).output.splitlines()
    assert said[-3].endswith(first)
    assert said[-2].endswith(second)


def test_two_values_of_an_option_are_two_ways():
    outcome = battlesim("compare", RANGE, "--option", "measure=edge", "--option", "measure=centre", "--json")
    assert outcome.exit_code == 1
    (one,) = json.loads(outcome.output)
    assert [way["options"] for way in one["ways"]] == [{"measure": "edge"}, {"measure": "centre"}]
    assert one["parts_at"]["index"] == 1
    assert one["parts_at"]["action"] == "shoot"
    assert one["differences"][0] == {"step": 1, "kind": "verdict", "first": "legal", "second": "refused"}
    ranges = [
        d
        for d in one["differences"]
        if d["kind"] == "ruling" and (d["first"] or d["second"])["rule"] == "netepic.range"
    ]
    assert [ranges[0]["first"]["holds"], ranges[0]["second"]["holds"]] == [True, False]
    assert {"subject", "what", "first", "second"} == set(one["left"][0])


def test_several_files_end_with_the_worst(tmp_path):
    broken = tmp_path / "broken.battle.yaml"
    broken.write_text("battlesim: 2", encoding="utf-8")
    outcome = battlesim("compare", DROP, HAZARD, broken, "--variants", "glossary", "core", "--json")
    assert outcome.exit_code == 2
    same, parts, bad = json.loads(outcome.output)
    assert (same["same"], parts["same"], bad["same"]) == (True, False, None)
    assert "expected battlesim: 1" in bad["error"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "say what to compare"),
        (("--option", "measure"), "expected an option such as measure=centre"),
        (("--option", "measure=edge"), "give the option 'measure' twice"),
        (("--option", "measure=1e999"), "too large"),
    ],
)
def test_what_makes_no_two_ways_is_refused(arguments, said):
    assert said in refusal("compare", RANGE, *arguments)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ("measure=edgy", "measure=centre"),
            "measure=edgy, which was asked for: expected 'edge' or 'centre', not 'edgy'",
        ),
        (
            ("mesure=edge", "mesure=centre"),
            "mesure=edge, which was asked for: unknown key 'mesure', did you mean 'measure'?",
        ),
    ],
)
def test_an_option_that_is_none_is_named_itself(options, said):
    outcome = battlesim("compare", RANGE, *(word for one in options for word in ("--option", one)))
    assert outcome.exit_code == 2
    assert said in outcome.output


def test_japanese_has_its_own_commas_and_colons():
    path = scenarios() / "wh40k" / "indirect-fire" / "indirect-unseen-in-glossary.battle.yaml"
    said = battlesim("compare", path, "--variants", "glossary", "core", "--lang", "ja", width=400).output
    assert "（攻撃ダイス 2、技能値 3+" in said
    assert "targets.1、場所：" in said
    assert re.findall(r"[ぁ-んァ-ヶ一-龠] ?[,:]|[,:] ?[ぁ-んァ-ヶ一-龠]", said) == []
