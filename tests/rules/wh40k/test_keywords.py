"""Keyword texts in three languages, and what does not play."""

from __future__ import annotations

import pytest

from battlesim.engine.hooks import UnknownHook, check_hooks
from battlesim.errors import UnknownName
from battlesim.rules.wh40k.catalogue import CATALOGUE
from battlesim.rules.wh40k.hooks import HOOKS
from battlesim.rules.wh40k.keywords import (
    PLAYING,
    Assault,
    CloseQuarters,
    DeepStrike,
    FeelNoPain,
    Heavy,
    IgnoresCover,
    InvulnerableSave,
    LoneOperative,
    Melta,
    NotModelled,
    RapidFire,
    Stealth,
    Torrent,
)
from battlesim.rules.wh40k.keywords.parse import FORMS, keyword, parse_keyword
from battlesim.rules.wh40k.profiles import Amount
from battlesim.units import inches

ENTRIES = {entry.id: entry for entry in CATALOGUE}


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("Melta 2", "[MELTA 2]", "〔メルタ 2〕", "メルタ ２", "［メルタ 2］", "FUSION 2"), Melta(Amount(2))),
        (("Rapid Fire D6+3", "〔ラピッドファイア D6+3〕", "[TIR RAPIDE D6+3]"), RapidFire(Amount(3, 1, 6))),
        (("Heavy", "〔ヘヴィ〕", "[LOURD]"), Heavy()),
        (("Torrent", "〔噴射〕", "[TORRENT]"), Torrent()),
        (("Assault", "〔アサルト〕", "[ASSAUT]"), Assault()),
        (("Pistol", "〔ピストル〕", "[PISTOLET]"), CloseQuarters("wh40k.pistol")),
        (("Close-quarters", "close quarters", "〔至近〕", "[COMBAT RAPPROCHÉ]", "combat rapproche"), CloseQuarters()),
        (("Ignores Cover", "〔遮蔽無効〕", "[IGNORE LE COUVERT]"), IgnoresCover()),
        (("Feel No Pain 5+", "痛みを知らぬ者 5+", "痛みを知らぬ者5+", "Insensible à la Douleur 5+"), FeelNoPain(5)),
        (("Invulnerable save 4+", "スペシャルセーヴ値 4+", "Sauvegarde invulnérable 4+"), InvulnerableSave(4)),
        (("Stealth", "隠密", "隠密能力", "Discrétion"), Stealth()),
        (("Deep Strike", "縦深攻撃", "Frappe en Profondeur"), DeepStrike()),
        (("Lone Operative", "単独工作員", "Agent Solitaire"), LoneOperative()),
        (("Lone Operative 9", 'Lone Operative 9"', "単独工作員 9mv", "Agent Solitaire 9"), LoneOperative(inches(9))),
    ],
)
def test_keywords_are_read_in_three_languages(texts: tuple[str, ...], expected: object):
    assert [parse_keyword(text) for text in texts] == [expected] * len(texts)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Anti-Vehicle 4+", "anti"),
        ("〔特効 ビークル 4+〕", "anti"),
        ("［ビークル 特効 4+］", "anti"),
        ("Sustained Hits D3", "sustained-hits"),
        ("DÉFLAGRATION 2", "blast"),
        ("twin linked", "twin-linked"),
        ("斥候 6mv", "scouts"),
        ("Destruction Néfaste D3", "deadly-demise"),
        ("［蹂躙 2］", "cleave"),
    ],
)
def test_what_does_not_play_yet_is_known_by_name(text: str, rule: str):
    found = parse_keyword(text)
    assert isinstance(found, NotModelled)
    assert found.rule == f"wh40k.{rule}"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Melt 2", "melta"),
        ("Rapidfire", "rapid fire"),
        ("Deap Strike", "deep strike"),
        ("Feel No Pian 5+", "feel no pain"),
    ],
)
def test_an_unknown_keyword_is_an_error_with_a_suggestion(text: str, hint: str):
    with pytest.raises(UnknownName, match=f"did you mean '{hint}'"):
        parse_keyword(text)


def test_keywords_have_ids_and_parameters():
    assert keyword("melta", {"value": 2}) == Melta(Amount(2))
    assert keyword("rapid-fire", {"value": "D6+3"}) == RapidFire(Amount(3, 1, 6))
    assert keyword("heavy") == Heavy()
    assert isinstance(keyword("anti", {"target_keyword": "Infantry", "threshold": 4}), NotModelled)
    with pytest.raises(UnknownName, match="melta"):
        keyword("melto")


def test_a_keyword_that_is_narrowed_to_some_targets_does_not_play_in_full():
    assert isinstance(keyword("melta", {"value": 2, "excluded_target_keywords": ["Monster"]}), NotModelled)


def test_the_catalogue_and_the_texts_name_the_same_keywords():
    printed = {entry.id for entry in CATALOGUE if entry.kind != "core"}
    assert {form.rule for form in FORMS} == printed
    assert {form.rule for form in FORMS if form.make} == {
        e.id for e in CATALOGUE if e.kind != "core" and e.status == "plays"
    }


def test_a_rule_with_a_misspelt_hook_is_refused():
    class Wrong:
        rule = "wh40k.wrong"

        def on_hitt(self) -> None: ...

    with pytest.raises(UnknownHook, match="did you mean 'on_hit'"):
        check_hooks(Wrong, HOOKS)
    assert len(PLAYING) == len(set(PLAYING))
