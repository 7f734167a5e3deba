"""The catalogue says everything in three languages, and every ruling, fact and die has its words."""

from __future__ import annotations

import pytest

from battlesim.model.event import ChoiceMade, ClockSet, Marked, RollMade
from battlesim.model.ruling import Count, Fact
from battlesim.model.text import LANGUAGES
from battlesim.replay.timeline import Step
from battlesim.rules.wh40k.catalogue import CATALOGUE
from battlesim.rules.wh40k.words import WORDS
from tests.shipped import files_of, played, spoken, steps_of

ENTRIES = {entry.id: entry for entry in CATALOGUE}
SCENARIOS = files_of("wh40k")


@pytest.fixture(scope="module")
def steps() -> tuple[Step, ...]:
    return steps_of("wh40k")


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.id)
def test_an_entry_has_names_and_a_sentence_in_three_languages(entry):
    for language in LANGUAGES:
        assert getattr(entry.names, language)
        assert getattr(entry.summary, language)
        assert all(getattr(text, language) for _, text in entry.clauses)
    assert entry.source


def test_ids_are_unique_and_every_text_of_the_glossary_has_its_entry():
    assert len(ENTRIES) == len(CATALOGUE)
    lines = [entry.seed_line for entry in CATALOGUE if entry.seed_line]
    assert lines == list(range(3, 120, 4))


def test_words_are_in_three_languages():
    assert all(getattr(text, language) for text in WORDS.values() for language in LANGUAGES)


def test_every_rule_that_plays_has_three_scenarios():
    shown = [rule for path in SCENARIOS for rule in played(path).scenario.file.shows]
    few = [e.id for e in CATALOGUE if e.status == "plays" and shown.count(e.id.removeprefix("wh40k.")) < 3]
    assert not few


def test_every_ruling_names_a_rule_and_a_clause_of_the_catalogue(steps: tuple[Step, ...]):
    for ruling in spoken(steps):
        assert ruling.rule in ENTRIES
        assert ruling.clause in ("", *dict(ENTRIES[ruling.rule].clauses)), (ruling.rule, ruling.clause)


def test_every_ruling_has_evidence_and_a_source(steps: tuple[Step, ...]):
    assert not [ruling for ruling in spoken(steps) if not (ruling.evidence and ruling.source)]


def test_every_fact_number_die_choice_and_mark_has_a_word(steps: tuple[Step, ...]):
    used: set[str] = set()
    for ruling in spoken(steps):
        # weapons that nobody may use go by the names that they were given
        kinds = Count if ruling.clause == "weapon" else Count | Fact
        used |= {piece.what for piece in ruling.evidence if isinstance(piece, kinds)}
    for step in steps:
        used.add(step.action.name)
        for event in step.events:
            match event:
                case RollMade():
                    used |= {event.purpose, *(ledger.stat for ledger in event.ledgers)}
                case ChoiceMade():
                    used.add(event.purpose)
                case Marked():
                    used.add(event.mark)
                case ClockSet(clock):
                    used.add(clock.phase)
    assert used - set(WORDS) == set()


def test_every_modifier_names_a_rule_of_the_catalogue(steps: tuple[Step, ...]):
    for step in steps:
        for made in step.rolls:
            for ledger in made.ledgers:
                assert all(modifier.rule in ENTRIES for modifier in ledger.modifiers)


def explained(made: RollMade) -> bool:
    """Whether the ledgers of a roll come to the face that it needed."""
    results = {ledger.stat: ledger.result for ledger in made.ledgers}
    match made.purpose.removesuffix("-reroll"):
        case "hit":
            face = max(2, min(6, results["skill"] - results["hit"]))
            return made.target == max(face, results.get("misses", 1) + 1)
        case "wound":
            return made.target == max(2, min(6, results["wound-table"] - results["wound"]))
        case _:
            return made.target in results.values()


def test_every_die_that_needed_something_can_be_asked_why(steps: tuple[Step, ...]):
    needed = [made for step in steps for made in step.rolls if made.target is not None]
    assert len(needed) > 500
    unexplained = {made.purpose for made in needed if not made.ledgers or not explained(made)}
    assert not unexplained


def test_every_change_of_a_hit_or_wound_roll_has_its_ruling(steps: tuple[Step, ...]):
    for made in (made for step in steps for made in step.rolls if made.purpose in ("hit", "wound")):
        for modifier in (modifier for ledger in made.ledgers for modifier in ledger.modifiers):
            assert modifier.ruling is not None, (made.purpose, modifier.rule)
