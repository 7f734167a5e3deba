"""Sentences about rulings, rolls and events in three languages."""

from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from battlesim.geometry.footprint import Footprint, Pose, Spot
from battlesim.geometry.measure import Measurement, gap
from battlesim.geometry.region import Region
from battlesim.geometry.sight import Sightline
from battlesim.model.event import (
    ChoiceMade,
    ClockSet,
    Destroyed,
    Embarked,
    Joined,
    Marked,
    Moved,
    Refused,
    RollMade,
    SetUp,
    Withdrawn,
    WoundsLost,
    WoundsRegained,
)
from battlesim.model.ruling import Count, Fact, Ledger, Modifier, Ruling, ruled
from battlesim.model.scene import Clock
from battlesim.model.text import LANGUAGES, Text
from battlesim.model.wording import Wording, amount_text, numbered
from battlesim.units import CM, MV, Mm, inches


@dataclass
class Entry:
    names: Text
    clauses: dict = field(default_factory=dict)


GLOSSARY = {
    "wh40k.deep-strike": Entry(
        Text("Deep Strike", "縦深攻撃", "Frappe en Profondeur"), {"distance": Text("distance", "距離", "distance")}
    ),
    "wh40k.cover": Entry(Text("Benefit of Cover")),
}
WORDS = {
    "round": Text("round", "ラウンド", "tour"),
    "hit": Text("hit", "命中", "toucher"),
    "movement": Text("Movement", "移動", "Mouvement"),
}


def wording(language="en"):
    return Wording(language, MV, GLOSSARY, WORDS)


def dropped(apart):
    measured = gap(Footprint.disc(0, 0, 32), Footprint.disc(32 + apart, 0, 32), ends=("guard.3", "terminators.1"))
    return ruled("wh40k.deep-strike", measured, "beyond", inches(8), clause="distance", source="Core rules 24.09")


def test_a_refusal_says_what_was_measured_and_what_it_must_be():
    assert wording().ruling(dropped(190.5), refused=True) == (
        "Deep Strike (distance): refused. guard.3 to terminators.1 is 7.50 mv; it must be more than 8.00 mv "
        "(Core rules 24.09)"
    )


def test_a_ruling_that_holds_says_what_it_was_held_against():
    assert wording().ruling(dropped(215.9)) == (
        "Deep Strike (distance): holds. guard.3 to terminators.1 is 8.50 mv, more than 8.00 mv (Core rules 24.09)"
    )


def test_a_close_call_is_named():
    assert "8.00 mv (at the limit); it must be more than 8.00 mv" in wording().ruling(dropped(203.2))


def test_a_tenth_of_a_millimetre_is_never_rounded_onto_the_limit():
    assert "is 8.004 mv, more than 8.00 mv" in wording().ruling(dropped(203.3))
    assert "is 7.996 mv; it must" in wording().ruling(dropped(203.1))


def test_japanese_and_french_say_the_same():
    japanese = wording("ja").ruling(dropped(190.5), refused=True)
    assert (
        japanese
        == "縦深攻撃（距離）：不可。guard.3からterminators.1まで7.50 mv、8.00 mvを超えなければならない（Core rules 24.09）"
    )
    french = wording("fr").ruling(dropped(190.5), refused=True)
    assert french.startswith("Frappe en Profondeur (distance) : refusé. ")
    assert french.endswith("de guard.3 à terminators.1 : 7,50 mv ; il faut plus de 8,00 mv (Core rules 24.09)")


def test_reasons_are_told_where_they_are_asked_for():
    ruling = Ruling("wh40k.cover", True, parts=(dropped(203.3),))
    assert "because" not in wording().ruling(ruling)
    assert "because Deep Strike (distance): holds" in wording().ruling(ruling, reasons=True)


def test_an_unknown_rule_or_word_is_shown_as_it_is():
    plain = Wording("ja", CM)
    assert plain.ruling(Ruling("netepic.qg", False)).startswith("netepic.qg")
    assert plain.word("phase-x") == "phase-x"


def test_names_of_models_can_be_replaced():
    said = Wording("en", MV, name=str.upper).ruling(dropped(203.3))
    assert "GUARD.3 to TERMINATORS.1" in said


A, B = Spot(0, 0), Spot(25.4, 0)
EVIDENCE = [
    (Measurement(Mm(25.4), A, B, ("a.1", "a.1"), "path"), "a.1 moves 1.00 mv"),
    (Measurement(Mm(25.4), A, B, ("a.1", "wall"), "path"), "a.1 to wall is a way of 1.00 mv"),
    (Sightline(True, A, B, ("a.1", "b.1")), "a.1 sees b.1 along a free line"),
    (Sightline(False, A, B, ("a.1", "b.1"), ("wall", "c.2")), "no free line from a.1 to b.1: blocked by wall, c.2"),
    (Region("zone", ()), "area: zone"),
    (Count("places", 3), "places: 3"),
    (Count("places", 3, 2), "places: 3 of 2"),
    (Fact("moved", "a"), "a: moved"),
    (Fact("night"), "night"),
]


@pytest.mark.parametrize(("piece", "sentence"), EVIDENCE)
def test_every_kind_of_evidence_has_a_sentence(piece, sentence):
    assert wording().evidence(piece) == sentence


P, Q = Pose(Mm(0.0), Mm(0.0)), Pose(Mm(76.2), Mm(101.6))
EVENTS = [
    (ClockSet(Clock(2, "red", "movement")), "Round 2, red, Movement"),
    (ClockSet(Clock()), "Before the battle"),
    (SetUp("a.1", P), "a.1 is set up"),
    (SetUp("a.1", P, "rhino.1"), "a.1 gets out of rhino.1"),
    (Moved("a.1", (P, Q)), "a.1 moves 5.00 mv"),
    (Moved("a.1", (P, replace(Q, elevation=Mm(76.2)))), "a.1 moves 8.00 mv"),
    (Moved("a.1", (P, P)), "a.1 turns on the spot"),
    (Embarked("a.1", "rhino.1"), "a.1 gets into rhino.1"),
    (Withdrawn("a.1"), "a.1 leaves the table for reserves"),
    (WoundsLost("a.1", 2, 1, "wh40k.cover"), "a.1 loses 2: 1 left (Benefit of Cover)"),
    (WoundsRegained("a.1", 1, 2), "a.1 regains 1: 2 left"),
    (Destroyed("a.1"), "a.1 is destroyed"),
    (Joined("a", "b"), "a joins b"),
    (Marked("a", "moved", True), "a: moved"),
    (Marked("a", "order", "charge"), "a: order charge"),
    (Marked("a", "moved", None), "a: no longer moved"),
    (ChoiceMade("allocate", ("a.1", "a.2"), "a.2", "a"), "a, allocate: a.2"),
    (Refused("move", ("a",)), "move a: refused"),
    (RollMade("hit", (6, 1, 4), 6, 3, "a", "b", (0, 2)), "a at b, hit: 6 1 4, needs 3+: 2 of 3"),
    (RollMade("hit", ()), "hit: no dice"),
]


@pytest.mark.parametrize(("event", "sentence"), EVENTS, ids=lambda one: getattr(one, "kind", None))
def test_every_event_has_a_sentence(event, sentence):
    assert wording().event(event) == sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_evidence_has_a_sentence_in_every_language(language):
    said = [wording(language).event(event) for event, _ in EVENTS] + [
        wording(language).evidence(piece) for piece, _ in EVIDENCE
    ]
    assert all(sentence and "{" not in sentence for sentence in said)
    if language != "en":
        assert said != [sentence for _, sentence in EVENTS + EVIDENCE]


def test_a_ledger_is_a_sum():
    ledger = Ledger("BS", 3, (Modifier("wh40k.cover", "add", 1), Modifier("wh40k.x", "subtract", 1, applies=False)), 4)
    assert wording().ledger(ledger) == "BS 3 +1 Benefit of Cover = 4"
    assert wording().ledger(Ledger("BS", 3, (), 3)) == "BS 3"
    assert wording().ledger(Ledger("roll", 0, (Modifier("wh40k.cover", "add", 1),), 1)) == "roll +1 Benefit of Cover"


def test_a_face_that_a_die_needs_has_a_plus_and_its_reasons():
    worse = Modifier("wh40k.cover", "add", 1)
    assert wording().ledger(Ledger("BS", 3, (worse,), 4, face=True)) == "BS 3+, Benefit of Cover: 4+"
    pierced = Ruling("wh40k.saves", True, evidence=(Count("AP", -1),))
    save = Ledger("save", 5, (Modifier("wh40k.saves", "add", 1, pierced),), 6, face=True)
    assert wording().ledger(save) == "save 5+, AP -1: 6+"


def test_a_face_from_a_table_says_what_was_compared():
    compared = Ruling("wh40k.wound-roll", True, evidence=(Count("strength", 5), Count("toughness", 3)))
    table = Ledger("wound-table", 5, (Modifier("wh40k.wound-roll", "replace", 3, compared),), 3, face=True)
    assert wording().ledger(table) == "strength 5 against toughness 3: 3+"


@pytest.mark.parametrize(
    ("name", "number", "shown"),
    [
        ("[RAPID FIRE X]", 2, "[RAPID FIRE 2]"),
        ("[BLAST], [BLAST X]", None, "[BLAST]"),
        ("[BLAST], [BLAST X]", 1, "[BLAST 1]"),
        ("〔ブラスト〕 〔ブラスト X〕", 1, "〔ブラスト 1〕"),
        ("Feel No Pain X+", 5, "Feel No Pain 5+"),
        ("[ANTI-X Y+]", 4, "[ANTI-X 4+]"),
        ("Template (x cm)", 6, "Template (6 cm)"),
        ("斥候 Xmv", 6, "斥候 6mv"),
        ("Extra", 6, "Extra"),
    ],
)
def test_a_name_has_its_number_for_the_x(name, number, shown):
    assert numbered(name, number) == shown


def test_a_mark_with_a_phrase_of_its_own_is_said_by_it():
    words = {"moved": Text("moved"), "moved advance": Text("advanced"), "order": Text("order")}
    speak = Wording(words=words)
    assert speak.mark("moved", "advance") == "advanced"
    assert speak.mark("order", "charge") == "order charge"
    assert speak.mark("moved", True) == "moved"


@pytest.mark.parametrize(
    ("operation", "text"),
    [("add", "+2"), ("subtract", "-2"), ("multiply", "x2"), ("divide", "/2"), ("replace", "=2"), ("cap", "max 2")],
)
def test_a_modifier_is_shown_in_signs(operation, text):
    assert amount_text(Modifier("r", operation, 2)) == text
