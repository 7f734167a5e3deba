"""``battlesim explain`` and ``battlesim rules`` as people and programs read them."""

import json
import os
import subprocess
import sys
import unicodedata

import pytest

from battlesim.commands.lines import broken
from battlesim.commands.tables import limit_text
from battlesim.resources import scenarios
from battlesim.scenario.explain import Limit
from battlesim.units import MV, inches
from tests.cli.commanded import battlesim, refusal

WIDTHS = (80, 120)


def printed(*arguments, width=80):
    """What a command prints that ends well."""
    outcome = battlesim(*arguments, width=width)
    assert outcome.exit_code == 0, outcome.output
    return outcome.output


def cells(line):
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)


def test_explain_says_what_the_rule_is_and_where_its_limit_lies():
    said = printed("explain", "deep-strike")
    for part in (
        "Deep Strike", "縦深攻撃", "Frappe en Profondeur", "wh40k.deep-strike", "plays", "line 99", "more than 8.00 mv",
        "clear case", "8.10 mv", "exact limit", "8.00 mv", "near miss", "7.90 mv", "✗ refused", "✓ holds",
        "battlesim play wh40k.deep-strike", "battlesim run scenarios/wh40k/deep-strike",
    ):  # fmt: skip
        assert part in said, part


def test_explain_speaks_japanese_and_french():
    assert "8.00 mv超" in printed("explain", "縦深攻撃", "--lang", "ja")
    said = printed("explain", "Frappe en Profondeur", "--lang", "fr", "--ruleset", "wh40k")
    assert "à plus de 8,00 mv" in said
    assert "✗ refusé" in said


def test_explain_prints_brackets_of_names():
    assert "[MELTA X]" in printed("explain", "melta")


def test_a_terminal_that_knows_no_japanese_gets_the_rest():
    told = subprocess.run(
        [sys.executable, "-m", "battlesim", "explain", "wh40k.deep-strike"],
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert b"more than 8.00 mv" in told.stdout


def test_explain_gives_programs_the_same():
    told = json.loads(printed("explain", "deep-strike", "--json"))
    assert told["id"] == "wh40k.deep-strike"
    assert told["limits"] == [
        {"rule": "wh40k.deep-strike", "clause": "distance", "comparison": "beyond", "limits": [8.0]}
    ]
    first, second, third = told["demos"][:3]
    assert [one["case"] for one in (first, second, third)] == ["clear", "limit", "near"]
    assert [one["measured"] for one in (first, second, third)] == pytest.approx([8.1, 8.0, 7.9])
    assert [one["holds"] for one in (first, second, third)] == [True, False, False]
    assert all((scenarios().parent / one["file"]).is_file() for one in told["demos"])


def test_explain_tells_what_is_not_known_or_not_clear():
    said = refusal("explain", "deep-stryke")
    assert "did you mean" in said
    assert "deep-strike" in said
    assert "wh40k.coherency or netepic.coherency" in refusal("explain", "coherency")
    assert "netepic.coherency" in printed("explain", "coherency", "--ruleset", "netepic")


@pytest.mark.parametrize("language", ["en", "ja", "fr"])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_of_the_rules_is_wider_than_the_terminal(language, width):
    said = printed("rules", "--lang", language, width=width)
    assert max(map(cells, said.splitlines())) <= width


@pytest.mark.parametrize("language", ["en", "ja", "fr"])
@pytest.mark.parametrize("rule", ["netepic.qg", "heavy"])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_of_an_explanation_is_wider_than_the_terminal(language, rule, width):
    said = printed("explain", rule, "--lang", language, width=width)
    commands = ("battlesim play ", "battlesim run ")
    assert max(cells(line) for line in said.splitlines() if not any(one in line for one in commands)) <= width


@pytest.mark.parametrize("language", ["en", "ja", "fr"])
def test_every_rule_is_in_the_table_or_in_a_list_below_it(language):
    ids = [rule["id"].split(".", 1)[1] for rule in json.loads(printed("rules", "--json"))]
    said = printed("rules", "--lang", language, width=120)
    assert [id for id in ids if id not in said] == []


@pytest.mark.parametrize("width", [10, 17, 40])
def test_japanese_lines_break_between_characters_but_not_before_a_full_stop(width):
    text = "予備戦力から、あらゆる敵兵から水平方向に8mvより遠い「任意」の地点に登場する。"
    lines = broken(text, width)
    assert "".join(lines) == text
    assert max(map(cells, lines)) <= width
    assert not any(line[0] in "。、」" or line[-1] in "「" for line in lines)


def test_words_stay_whole_and_units_stay_with_their_numbers():
    lines = broken("Arrives more than 8 mv from every enemy model : so.", 19)
    assert lines == ["Arrives more than", "8 mv from every", "enemy model : so."]


def test_a_word_too_long_for_a_line_is_cut():
    assert broken("abcdefghij", 4) == ["abcd", "efgh", "ij"]


@pytest.mark.parametrize(
    ("comparison", "limits", "language", "said"),
    [
        ("beyond", (8,), "en", "more than 8.00 mv"),
        ("beyond", (8,), "ja", "8.00 mv超"),
        ("short-of", (8,), "fr", "à moins de 8,00 mv"),
        ("within", (6, 9), "en", "within X (X: 6.00, 9.00 mv)"),
        ("within", (6, 9), "fr", "à X ou moins (X : 6,00 ; 9,00 mv)"),
        ("within", (1, 2, 3, 4), "en", "within X (X: 1.00 to 4.00 mv)"),
        ("within", (0,), "en", "in contact"),
        ("beyond", (0,), "en", "more than 0.00 mv"),
    ],
)
def test_a_limit_is_said_with_its_comparison(comparison, limits, language, said):
    limit = Limit("wh40k.any", "distance", comparison, tuple(inches(one) for one in limits))
    assert limit_text(limit, MV, language) == said
