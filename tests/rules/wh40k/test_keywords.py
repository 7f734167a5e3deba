"""Keyword texts in three languages, and what does not play."""

from __future__ import annotations

import re

import pytest

from battlesim.engine.hooks import UnknownHook, check_hooks
from battlesim.errors import UnknownName
from battlesim.rules.wh40k.catalogue import CATALOGUE
from battlesim.rules.wh40k.hooks import HOOKS
from battlesim.rules.wh40k.keywords import (
    PLAYING,
    Anti,
    Assault,
    Blast,
    Cleave,
    CloseQuarters,
    Conversion,
    Damaged,
    DeepStrike,
    DevastatingWounds,
    ExtraAttacks,
    FeelNoPain,
    Hazardous,
    Heavy,
    Hunter,
    IgnoresCover,
    IndirectFire,
    InvulnerableSave,
    Lance,
    LethalHits,
    LoneOperative,
    Melta,
    OneShot,
    Precision,
    Psychic,
    RapidFire,
    Stealth,
    SustainedHits,
    Torrent,
    TwinLinked,
)
from battlesim.rules.wh40k.keywords.parse import FORMS, keyword, parse_keyword
from battlesim.rules.wh40k.narrowed import Narrowed
from battlesim.rules.wh40k.profiles import Amount, BadAmount
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
def test_every_keyword_is_known_by_name(text: str, rule: str):
    assert getattr(parse_keyword(text), "rule", "") == f"wh40k.{rule}"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (
            ("Anti-Vehicle 4+", "〔特効 ビークル 4+〕", "［ビークル 特効 4+］", "ANTI-VÉHICULE 4+"),
            Anti(("VEHICLE",), 4),
        ),
        (("Anti-Infantry 2+", "〔特効 インファントリー 2+〕", "〔特効 INFANTRY 2+〕"), Anti(("INFANTRY",), 2)),
        (("Anti-Monster/Vehicle 3+", "〔特効 モンスター/ビークル 3+〕"), Anti(("MONSTER", "VEHICLE"), 3)),
        (("Anti-Epic Hero 2+",), Anti(("EPIC HERO",), 2)),
        (("Twin-linked", "〔ツインリンク〕", "[JUMELÉ]"), TwinLinked()),
        (("Lethal Hits", "〔会心ヒット〕", "[TOUCHES FATALES]"), LethalHits()),
        (("Devastating Wounds", "〔会心ウーンズ〕", "[BLESSURES DÉVASTATRICES]"), DevastatingWounds()),
        (("Sustained Hits D3", "〔連続命中 D3〕", "[TOUCHES SOUTENUES D3]"), SustainedHits(Amount(0, 1, 3))),
        (("Lance", "〔ランス〕", "[LANCE]"), Lance()),
        (("Precision", "〔精密攻撃〕", "[PRÉCISION]"), Precision()),
        (("Blast", "〔ブラスト〕", "[DÉFLAGRATION]", "Blast 1"), Blast()),
        (("Blast 2", "〔ブラスト 2〕", "[DÉFLAGRATION 2]"), Blast(Amount(2))),
        (("Hazardous", "〔暴発〕", "[À RISQUE]"), Hazardous()),
        (("Indirect Fire", "〔間接射撃〕", "[TIR INDIRECT]"), IndirectFire()),
        (("Extra Attacks", "〔追加攻撃〕", "[ATTAQUES BONUS]"), ExtraAttacks()),
        (("One Shot", "〔一発限り〕", "[TIR UNIQUE]"), OneShot()),
        (("Psychic", "［サイキック］", "[PSYCHIQUE]"), Psychic()),
        (("Cleave 2", "［蹂躙 2］", "[ABATTAGE 2]"), Cleave(Amount(2))),
        (("Conversion",), Conversion()),
        (("Hunter Monster, Vehicle", "［ハンター モンスター/ビークル］"), Hunter(("MONSTER", "VEHICLE"))),
        (("Damaged: 1-4 wounds remaining", "Damaged 4"), Damaged(4)),
        (("Invulnerable save 5+ (only against ranged attacks)",), InvulnerableSave(5, "ranged")),
        (("Lethal Hits (not against Monster, Vehicle)",), Narrowed(LethalHits(), never=("MONSTER", "VEHICLE"))),
        (("Melta 2 (only against Fly)",), Narrowed(Melta(Amount(2)), only=("FLY",))),
    ],
)
def test_keywords_of_weapons_are_read_in_three_languages(texts: tuple[str, ...], expected: object):
    assert [parse_keyword(text) for text in texts] == [expected] * len(texts)


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
    assert keyword("anti", {"target_keyword": "Infantry", "threshold": 4}) == Anti(("INFANTRY",), 4)
    assert keyword("blast") == Blast()
    with pytest.raises(UnknownName, match="melta"):
        keyword("melto")


def test_a_keyword_may_be_narrowed_to_some_targets():
    narrowed = Narrowed(Melta(Amount(2)), never=("MONSTER",))
    assert keyword("melta", {"value": 2, "excluded_target_keywords": ["Monster"]}) == narrowed


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


@pytest.mark.parametrize(("text", "said"), [("3", "3"), ("D6", "D6"), ("2d3 + 1", "2D3+1"), ("99D6-2", "99D6-2")])
def test_an_amount_is_a_number_or_dice(text: str, said: str):
    assert str(Amount.parse(text)) == said


@pytest.mark.parametrize("text", ["", "D4", "2D7", "0D6", "100D6", "1000", "D6+1000", "10²", "٣", "D6D6", "2 D6 3"])
def test_no_other_dice_are_rolled_and_no_such_numbers_counted(text: str):
    with pytest.raises(BadAmount):
        Amount.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "Rapid Fire 0", "Sustained Hits 0", "Melta 0", "Blast 0", "Cleave 0", "Deadly Demise 0", "Firing Deck 0",
        "Damaged 1-0", "Scouts 0 mv", "Lone Operative 0", "Anti-Vehicle 0+", "Anti-Vehicle 1+", "Anti-Vehicle 7+",
        "Feel No Pain 1+", "Feel No Pain 7+", "Invulnerable Save 1+", "Invulnerable Save 7+", "メルタ 0",
    ],
)  # fmt: skip
def test_a_number_that_no_keyword_has_is_refused_by_its_name(text: str):
    with pytest.raises(BadAmount, match=f"{re.escape(text)}: expected "):
        parse_keyword(text)


def test_data_may_write_a_length_with_its_unit_but_no_dice_for_a_count():
    assert keyword("scouts", {"value": "6mv"}) == keyword("scouts", {"value": 6})
    with pytest.raises(BadAmount, match="expected a number, not D6"):
        keyword("firing-deck", {"value": "D6"})
