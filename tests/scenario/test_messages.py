"""What is said of a step that came out otherwise: the same things in three languages."""

import unicodedata
from string import Formatter

import pytest

from battlesim.model.text import LANGUAGES
from battlesim.scenario.messages import MESSAGES, label, say


def places(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("key", MESSAGES)
def test_a_message_has_the_same_places_to_fill_in_in_every_language(key):
    text = MESSAGES[key]
    assert text.en
    assert text.ja
    assert text.fr
    assert places(text.en) == places(text.ja) == places(text.fr)


def test_of_one_thing_there_is_one():
    assert say("models-left", "en", unit="guard", count=1) == "guard has 1 model left"
    assert say("models-left", "en", unit="guard", count=2) == "guard has 2 models left"


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_equally_wide(language):
    def cells(text):
        return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)

    assert {cells(label(key, language)) for key in ("measured", "from", "to", "limit", "source")} == {9}
