"""What the players of each game say in each language: words that mean one thing, and cards in their own abbreviations."""

import re
from itertools import combinations

import pytest

from battlesim.model.text import Text
from battlesim.resources import scenarios
from battlesim.rules.netepic import card as netepic_card
from battlesim.rules.netepic import profiles as netepic
from battlesim.rules.netepic.abilities.parse import parse_ability
from battlesim.rules.netepic.fire_words import FIRE_WORDS
from battlesim.rules.netepic.turn_words import TURN_WORDS
from battlesim.rules.netepic.words import WORDS as NETEPIC_WORDS
from battlesim.rules.wh40k import card as wh40k_card
from battlesim.rules.wh40k.attack_words import ATTACK_WORDS
from battlesim.rules.wh40k.battle_words import BATTLE_WORDS
from battlesim.rules.wh40k.keywords import FeelNoPain
from battlesim.rules.wh40k.melee_words import MELEE_WORDS
from battlesim.rules.wh40k.narrowed import Narrowed
from battlesim.rules.wh40k.profiles import Amount, Profile, UnitSheet, Weapon
from battlesim.rules.wh40k.sight_words import SIGHT_WORDS
from battlesim.rules.wh40k.words import WORDS as WH40K_WORDS
from battlesim.scenario.demos import entries, scenario_files
from battlesim.scenario.document import read
from battlesim.units import cm, inches


@pytest.mark.parametrize("parts", [(ATTACK_WORDS, BATTLE_WORDS, MELEE_WORDS, SIGHT_WORDS), (FIRE_WORDS, TURN_WORDS)])
def test_no_word_is_given_in_two_places(parts):
    assert [key for one, two in combinations(parts, 2) for key in one if key in two] == []


def test_the_words_of_a_part_are_those_of_the_game():
    for part in (ATTACK_WORDS, BATTLE_WORDS, MELEE_WORDS, SIGHT_WORDS):
        assert {key: WH40K_WORDS[key] for key in part} == part
    for part in (FIRE_WORDS, TURN_WORDS):
        assert {key: NETEPIC_WORDS[key] for key in part} == part
    assert WH40K_WORDS["combat"].en == "combat disembark"


def french(game):
    """All that a game says in French: its words, its rules and its scenarios."""
    yield from (text.fr for text in {"wh40k": WH40K_WORDS, "netepic": NETEPIC_WORDS}[game].values())
    for entry in entries((game,)):
        yield from (entry.names.fr, entry.summary.fr, *(text.fr for _, text in entry.clauses))
    for path in scenario_files(scenarios()):
        content = read(path).content
        if content["ruleset"] == game:
            for one in (content, *content["steps"]):
                yield from (one[key]["fr"] for key in ("title", "about") if isinstance(one.get(key), dict))


@pytest.mark.parametrize(
    ("game", "others"),
    [("wh40k", r"pour toucher|\btour \d|\bTour \d"), ("netepic", r"jets? de touche\b|\b[Rr]ound\b")],
)
def test_a_game_has_one_french_word_for_a_thing(game, others):
    assert [said for said in french(game) if re.search(others, said)] == []


VETERAN = Profile(Text("Veteran"), inches(6), 4, 3, 2, invulnerable=5)


def told(rows, language):
    return [f"{label.to(language)}: {text.to(language)}" for label, text in rows]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "M 6 T 4 Sv 3+ InSv 5+ W 2 Ld 7+ OC 1"),
        ("ja", "M 6 T 4 Sv 3+ スペシャルセーヴ 5+ W 2 Ld 7+ OC 1"),
        ("fr", "M 6 E 4 Sv 3+ Sv inv 5+ PV 2 Cd 7+ OC 1"),
    ],
)
def test_a_profile_of_wh40k_has_the_abbreviations_of_its_language(language, said):
    assert wh40k_card.profile_row(VETERAN).to(language) == said


@pytest.mark.parametrize(
    ("language", "ranged", "melee"),
    [
        ("en", "24 A 2 BS 3+ S 4 AP -1 D D3", "melee A 3 WS 4+ S 5 AP 0 D 1"),
        ("ja", "24 A 2 BS 3+ S 4 AP -1 D D3", "白兵 A 3 WS 4+ S 5 AP 0 D 1"),
        ("fr", "24 A 2 CT 3+ F 4 PA -1 D D3", "mêlée A 3 CC 4+ F 5 PA 0 D 1"),
    ],
)
def test_a_weapon_of_wh40k_has_the_abbreviations_of_its_language(language, ranged, melee):
    gun = Weapon("gun", Text("Gun"), inches(24), Amount(2), 3, 4, -1, Amount.parse("D3"))
    blade = Weapon("blade", Text("Blade"), None, Amount(3), 4, 5, 0, Amount(1))
    assert wh40k_card.weapon_row(gun).to(language) == ranged
    assert wh40k_card.weapon_row(blade).to(language) == melee


def test_a_card_lists_in_japanese_with_japanese_commas():
    only = Narrowed(FeelNoPain(5), only=("MONSTER", "VEHICLE"))
    sheet = UnitSheet(Text("Squad"), ("INFANTRY", "SMOKE"), {"a.1": VETERAN}, {}, (FeelNoPain(5), only))
    rows = told(wh40k_card.card(sheet, "a").rows, "ja")
    assert "アビリティ: 痛みを知らぬ者 5+、痛みを知らぬ者 5+（MONSTER、VEHICLEに対してのみ）" in rows
    assert "キーワード: INFANTRY、SMOKE" in rows
    assert "Keywords: INFANTRY, SMOKE" in told(wh40k_card.card(sheet, "a").rows, "en")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Movement: 10 cm", "Save: location sheet", "Bolter: 50 cm / 1 / 5+ / AP -1"]),
        ("ja", ["移動力: 10 cm", "セーヴ: 部位表", "Bolter: 50 cm / 1 / 5+ / 装甲貫通 -1"]),
        ("fr", ["Mvt: 10 cm", "Svg: Fiche", "Bolter: 50 cm / 1 / 5+ / PA -1"]),
    ],
)
def test_a_card_of_netepic_has_the_abbreviations_of_its_language(language, said):
    bolter = netepic.Weapon("bolter", Text("Bolter"), cm(50), 1, 5, -1)
    profile = netepic.Profile(Text("Stand"), 1, cm(10), netepic.Save(sheet=True), weapons=(bolter,))
    rows = told(netepic_card.card(netepic.Sheet(Text("Stand"), {"a.1": profile}), "a").rows, language)
    assert [one for one in said if one not in rows] == []


def test_the_abilities_of_a_stand_are_listed_in_japanese_with_japanese_commas():
    profile = netepic.Profile(
        Text("Stand"), 1, cm(10), abilities=(parse_ability("DR (1)"), parse_ability("Transport (2)"))
    )
    (*_, last) = told(netepic_card.card(netepic.Sheet(Text("Stand"), {"a.1": profile}), "a").rows, "ja")
    assert last == "能力: 近接防御 (1)、輸送 (2)"
