"""What ``battlesim rules`` says of the choices that a game leaves to the players."""

from __future__ import annotations

from battlesim.commands.options import option_lines
from battlesim.rules.netepic.options import OPTION_TEXTS
from battlesim.scenario.games import game
from tests.cli.commanded import battlesim


def test_every_option_is_listed_with_its_default_in_three_languages():
    netepic = game("netepic")
    for language in ("en", "ja", "fr"):
        lines = list(option_lines(netepic, language, 4000))
        assert "  measure: edge  (edge | centre)" in lines
        assert "  zone-small: 7.50 cm" in lines
        assert "  natural-six-hits: false  (true | false)" in lines
        told = "\n".join(lines)
        assert all(text.to(language) in told for text in OPTION_TEXTS.values())


def test_every_option_of_the_file_has_its_words():
    netepic = game("netepic")
    assert set(netepic.options_model.model_fields) == set(OPTION_TEXTS)


def test_rules_prints_them():
    printed = battlesim("rules", "--ruleset", "netepic").output
    assert "weak-sides: flank_and_rear" in printed
    assert "weak-sides" not in battlesim("rules", "--ruleset", "wh40k").output


def test_no_line_is_wider_than_the_terminal():
    for line in option_lines(game("netepic"), "fr", 60):
        assert len(line) <= 80
