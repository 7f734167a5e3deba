"""Published datasheets: what is read, and what is refused."""

import pytest

from battlesim.errors import UnknownName
from battlesim.roster.datasheets import AmbiguousDatasheet, datasheet
from battlesim.roster.printed import weapon_keywords
from battlesim.roster.unplayed import not_modelled
from battlesim.rules.wh40k.catalogue import CATALOGUE
from battlesim.rules.wh40k.keywords import (
    DeepStrike,
    Hunter,
    InvulnerableSave,
    LethalHits,
    LoneOperative,
    NotModelled,
    RapidFire,
)
from battlesim.rules.wh40k.narrowed import Narrowed
from battlesim.rules.wh40k.profiles import Amount
from battlesim.units import inches


def test_a_datasheet_has_its_profile_and_keywords():
    terminators = datasheet("terminator-squad")
    profile = terminators.profiles["Terminator"]
    assert (profile.movement, profile.toughness, profile.save, profile.wounds) == (inches(5), 6, 2, 3)
    assert profile.invulnerable == 4
    assert terminators.keywords == ("INFANTRY", "IMPERIUM", "TERMINATOR")
    assert terminators.faction_keywords == ("ADEPTUS ASTARTES",)
    assert DeepStrike() in terminators.abilities


def test_a_weapon_has_its_numbers_and_keyword_objects():
    (storm_bolter,) = datasheet("terminator-squad").weapons["storm-bolter-terminator-squad"]
    assert storm_bolter.range == inches(24)
    assert (storm_bolter.attacks, storm_bolter.skill, storm_bolter.strength) == (Amount(2), 3, 5)
    assert RapidFire(Amount(2)) in storm_bolter.abilities


def test_profiles_of_one_weapon_share_a_group():
    standard, supercharge = datasheet("cadian-shock-troops").weapons["plasma-gun"]
    assert (standard.id, supercharge.id) == ("plasma-gun-standard", "plasma-gun-supercharge")
    assert standard.group == supercharge.group == "plasma-gun"
    assert supercharge.name.en == "Plasma gun (Supercharge)"


def test_a_weapon_with_a_ranged_and_a_melee_profile_has_no_group():
    ranged, melee = datasheet("preacher-teguen of agents-of-the-imperium").weapons["zealots-vindictor"]
    assert (ranged.melee, melee.melee) == (False, True)
    assert ranged.group == melee.group == ""


def test_settings_of_a_weapon_for_range_and_fights_are_told_apart():
    lascutter = datasheet("cerastus-knight-atrapos").weapons["atrapos-lascutter"]
    assert [weapon.id.removeprefix("atrapos-lascutter-") for weapon in lascutter] == [
        "low-intensity",
        "high-intensity",
        "low-intensity-melee",
        "high-intensity-melee",
    ]
    assert [weapon.group for weapon in lascutter] == ["atrapos-lascutter"] * 2 + ["atrapos-lascutter-melee"] * 2


def test_a_torrent_weapon_has_no_skill():
    (flamer,) = datasheet("cadian-shock-troops").weapons["flamer"]
    assert flamer.skill is None


def test_a_conditional_keyword_is_not_modelled():
    ((text, condition),) = weapon_keywords(
        {"keyword_id": "lethal-hits", "parameters": {"excluded_target_keywords": ["Monster", "Vehicle"]}}
    )
    assert (text, condition) == ("Lethal Hits", "not against Monster, Vehicle")


def test_an_anti_of_two_keywords_is_two_antis():
    found = weapon_keywords({"keyword_id": "anti", "parameters": {"target_keyword": "MONSTER/VEHICLE", "threshold": 4}})
    assert found == (("Anti-Monster 4+", ""), ("Anti-Vehicle 4+", ""))


def test_an_anti_whose_condition_is_its_own_target_has_none():
    parameters = {"required_target_keywords_any": ["Vehicle"], "target_keyword": "Vehicle", "threshold": 2}
    assert weapon_keywords({"keyword_id": "anti", "parameters": parameters}) == (("Anti-Vehicle 2+", ""),)


def test_an_ability_of_ones_own_is_never_taken_for_a_keyword():
    abilities = datasheet("cadian-shock-troops").abilities
    assert NotModelled("", "Shock Troops") in abilities


def test_a_save_against_one_kind_of_attack_is_an_ability():
    armiger = datasheet("knight-errant")
    (profile,) = armiger.profiles.values()
    assert profile.invulnerable is None
    assert InvulnerableSave(5, "ranged") in armiger.abilities


def test_a_profile_against_some_targets_is_a_hunter_and_a_keyword_may_be_narrowed():
    hunter, standard = datasheet("terminator-squad").weapons["chainfist-terminator-squad"]
    assert hunter.abilities == (Hunter(("MONSTER",)), Hunter(("VEHICLE",)))
    assert standard.abilities == ()
    (slugga,) = datasheet("ardmob-boyz").weapons["slugga"]
    assert Narrowed(LethalHits(), never=("MONSTER", "VEHICLE")) in slugga.abilities


def test_nearly_every_published_weapon_profile_plays():
    coverage = not_modelled()
    weapons = [one for one in coverage.unplayed if one.kind == "weapon"]
    assert coverage.profiles > 5000
    assert coverage.silent_profiles <= 10
    assert sum(one.count for one in weapons) >= coverage.silent_profiles
    glossary = {entry.names.en.strip("[]").casefold() for entry in CATALOGUE if entry.seed_line}
    assert not [one for one in coverage.unplayed if one.text.casefold() in glossary]


def test_lone_operatives_are_read():
    assert LoneOperative() in datasheet("vindicare-assassin").abilities


def test_a_transport_has_its_capacity_and_whom_it_refuses():
    transport = datasheet("rhino", faction="adeptus-astartes").transport
    assert transport is not None
    assert (transport.capacity, transport.never) == (12, ("JUMP PACK",))


@pytest.mark.parametrize(("models", "cost"), [(10, 70), (20, 145)])
def test_a_unit_costs_what_its_size_costs(models, cost):
    assert datasheet("cadian-shock-troops").cost(models) == cost


def test_a_first_copy_costs_what_first_copies_cost():
    rhino = datasheet("rhino of adeptus-astartes")
    assert rhino.cost(1) == 65
    assert [tier.cost for tier in rhino.points] == [65, 75]


def test_an_id_of_two_factions_needs_a_faction():
    with pytest.raises(AmbiguousDatasheet, match=r"adeptus-astartes and grey-knights.*rhino of adeptus-astartes"):
        datasheet("rhino")


def test_a_faction_chooses_its_own_copy():
    assert datasheet("rhino of grey-knights").cost(1) == 70
    assert datasheet("rhino", faction="grey-knights") is datasheet("rhino of grey-knights")


def test_a_faction_without_the_datasheet_is_told_who_has_it():
    with pytest.raises(UnknownName, match="adeptus-astartes, grey-knights"):
        datasheet("rhino of orks")


def test_an_unknown_id_names_the_nearest():
    with pytest.raises(UnknownName, match="'terminator-squad'"):
        datasheet("terminater-squad")


def test_a_leader_knows_whom_it_may_join():
    assert "battle-sisters-squad" in datasheet("aestred-thurga-and-agathae-dolan").leads


def test_a_forgotten_weapon_is_added():
    terminators = datasheet("terminator-squad")
    assert terminators.completed == ("storm-bolter-terminator-squad",)
    assert all("storm-bolter-terminator-squad" in row.weapons for row in terminators.rows)
