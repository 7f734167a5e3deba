"""What the rules command says of published datasheets."""

from __future__ import annotations

import pytest

from battlesim.roster.unplayed import not_modelled
from tests.cli.commanded import battlesim


@pytest.mark.parametrize("language", ["en", "ja", "fr"])
def test_the_rules_end_with_how_many_profiles_play(language: str):
    told = battlesim("rules", "--ruleset", "wh40k", "--lang", language).stdout
    coverage = not_modelled()
    assert str(coverage.profiles - coverage.silent_profiles) in told
    for one in coverage.unplayed:
        if one.kind == "weapon":
            assert f"{one.count:5}  {one.text}" in told


def test_all_that_does_not_play_can_be_listed():
    told = " ".join(battlesim("rules", "--not-modelled").stdout.split())
    # long names are folded at the width of the terminal
    assert all(" ".join(f"{one.count} {one.text}".split()) in told for one in not_modelled().unplayed)


def test_the_other_game_has_no_published_datasheets():
    told = battlesim("rules", "--ruleset", "netepic").stdout
    assert str(not_modelled().profiles) not in told
