"""The catalogue says everything that a ruling may need to be told with."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

import battlesim.rules.netepic as package
from battlesim.model.text import LANGUAGES
from battlesim.rules.netepic.catalogue import CATALOGUE
from battlesim.rules.netepic.french_list import FRENCH_LIST
from battlesim.rules.netepic.options import OPTION_TEXTS, Options
from battlesim.rules.netepic.words import WORDS
from tests.shipped import spoken, steps_of

SOURCES = sorted(Path(package.__file__).parent.rglob("*.py"))


def test_ids_are_unique():
    ids = [entry.id for entry in CATALOGUE]
    assert len(ids) == len(set(ids))


def test_the_list_has_its_19_entries_in_its_order():
    lines = [entry.seed_line for entry in FRENCH_LIST]
    assert lines == sorted(lines)
    assert lines == [1, 7, 11, 17, 26, 35, 42, 47, 49, 55, 60, 65, 70, 91, 110, 116, 122, 129, 169]


def test_entries_without_text_play_nothing():
    blank = [entry.seed_line for entry in FRENCH_LIST if entry.status == "no-text"]
    assert blank == [1, 11, 49, 116]


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.id)
def test_every_entry_speaks_three_languages(entry):
    for text in (entry.names, entry.summary, *(words for _, words in entry.clauses)):
        for language in LANGUAGES:
            assert getattr(text, language), f"{entry.id} has nothing in {language}"


def test_every_option_is_described_in_three_languages():
    assert [field.name for field in fields(Options)] == list(OPTION_TEXTS)
    assert all(getattr(text, language) for text in OPTION_TEXTS.values() for language in LANGUAGES)


def test_every_word_has_three_languages():
    for word, text in WORDS.items():
        assert all(getattr(text, language) for language in LANGUAGES), word


def test_every_fact_and_count_in_the_rules_has_a_word():
    said = {what for path in SOURCES for what in re.findall(r'(?:Fact|Count)\("([^"]+)"', path.read_text("utf-8"))}
    assert said
    assert said <= set(WORDS)


def test_every_ruling_has_evidence_and_a_source():
    said = list(spoken(steps_of("netepic")))
    assert said
    assert not [ruling for ruling in said if not (ruling.evidence and ruling.source)]


def test_every_rule_named_in_the_rules_is_in_the_catalogue():
    named = {id for path in SOURCES for id in re.findall(r'"(netepic\.[a-z0-9-]+)"', path.read_text("utf-8"))}
    assert named <= {entry.id for entry in CATALOGUE}
