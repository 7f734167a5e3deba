"""Stands that army lists of netepic have, by their ids."""

from __future__ import annotations

import pytest

from battlesim.errors import UnknownName
from battlesim.roster.netepic_units import LISTED, listed_profile, not_modelled
from battlesim.rules.netepic.abilities import Elite, EnergyShields, Template, Transport
from battlesim.scenario.loader import loads
from battlesim.scenario.problems import ScenarioError
from battlesim.units import cm

FILE = """\
battlesim: 1
title: {{en: Listed}}
ruleset: netepic
battlefield: {{size: [120, 90]}}
units:
  - {{id: mine, side: red, datasheet: {mine}, at: {{grid: [20, 20], columns: 5, gap: 1}}}}
  - {{id: theirs, side: blue, datasheet: gardes-tactiques, models: 3, at: {{line: [100, 80], along: 180, gap: 1}}}}
steps:
  - turn: {{round: 1, phase: movement}}
"""


@pytest.mark.parametrize("id", LISTED)
def test_every_listed_stand_can_be_set_up(id):
    scenario = loads(FILE.format(mine=id))
    assert len(scenario.start.units["mine"].models) == LISTED[id].models
    assert scenario.sheets["mine"].profiles["mine.1"] == listed_profile(id)


def test_there_are_the_forty_units_and_the_uncertain_ones_say_so():
    assert len(LISTED) >= 40
    doubtful = {id for id, row in LISTED.items() if row.doubt}
    assert {"legionnaire-tactique-bolter", "dreadnought-psychique", "apothicaire", "astropathe", "reaver"} <= doubtful
    assert "is an estimate" in "".join(problem for problem in warnings("reaver"))


def warnings(id: str) -> list[str]:
    return [str(warning) for warning in loads(FILE.format(mine=id)).warnings]


def test_facts_are_those_of_the_lists():
    rhino, mastodon = listed_profile("rhino"), listed_profile("mastodon")
    assert (rhino.blocking_class, rhino.movement, str(rhino.save), rhino.assault_factor) == (3, cm(25), "4+", 0)
    assert Transport(12) in mastodon.abilities
    assert EnergyShields(2) in mastodon.abilities
    assert Elite(2) in listed_profile("terminators").abilities
    canon = listed_profile("tour-de-la-peste").weapons[0]
    assert (canon.minimum, canon.range) == (cm(50), cm(150))
    assert Template(cm(6)) in canon.abilities


def test_what_does_not_play_is_said():
    silent = [id for id in LISTED if not_modelled(listed_profile(id))]
    assert silent
    for id in silent:
        assert any("not modelled" in text and "mine" in text for text in warnings(id)), id


def test_a_mistyped_datasheet_offers_the_nearest():
    with pytest.raises(ScenarioError, match="did you mean 'rhino'"):
        loads(FILE.format(mine="rino"))
    with pytest.raises(UnknownName, match="did you mean 'rhino'"):
        listed_profile("rino")


def test_a_datasheet_leaves_no_room_for_a_profile():
    text = FILE.format(mine="rhino").replace("datasheet: rhino,", "datasheet: rhino, profile: {move: 10},")
    with pytest.raises(ScenarioError, match="a unit with a datasheet has no 'profile' of its own"):
        loads(text)


def test_abilities_of_the_file_come_on_top():
    text = FILE.format(mine="rhino").replace(
        "datasheet: rhino,", "datasheet: rhino, abilities: [Elite (1), Transport (2)],"
    )
    abilities = loads(text).sheets["mine"].profiles["mine.1"].abilities
    assert Elite(1) in abilities
    assert abilities.count(Transport(2)) == 1
