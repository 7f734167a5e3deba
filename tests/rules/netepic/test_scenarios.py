"""The shipped scenarios of the game, seen from the catalogue: each rule has its demonstrations, each clause its words."""

from __future__ import annotations

from collections import Counter

import pytest

from battlesim.model.text import LANGUAGES
from battlesim.rules.netepic.catalogue import CATALOGUE
from tests.shipped import files_of, played

FILES = files_of("netepic")
PLAYED_RULES = [entry for entry in CATALOGUE if entry.status == "plays"]


@pytest.mark.parametrize("entry", PLAYED_RULES, ids=lambda entry: entry.id)
def test_every_rule_that_plays_has_three_scenarios(entry):
    shown = Counter(rule for path in FILES for rule in dict.fromkeys(played(path).scenario.file.shows))
    assert shown[entry.id.removeprefix("netepic.")] >= 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem.removesuffix(".battle"))
def test_every_clause_that_speaks_has_its_words(path):
    named = {(entry.id, clause) for entry in CATALOGUE for clause, _ in entry.clauses}
    for step in played(path).timeline.steps:
        for ruling in step.rulings:
            for deeper in ruling.walk():
                assert (deeper.rule, deeper.clause) in named


def test_every_title_has_three_languages():
    for path in FILES:
        title = played(path).timeline.header.title
        assert all(getattr(title, language) for language in LANGUAGES), path.name
