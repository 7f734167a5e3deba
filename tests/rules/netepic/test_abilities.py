"""What abilities are called, and what they refuse."""

from __future__ import annotations

import pytest

from battlesim.engine.hooks import UnknownHook, check_hooks
from battlesim.errors import UnknownName
from battlesim.rules.netepic.abilities import (
    HQ,
    AttachedCharacter,
    DamagesBuildings,
    Dodge,
    Elite,
    EliteAura,
    EnergyShields,
    IgnoresCover,
    Leader,
    NotModelled,
    PointDefence,
    PsychicWard,
    Template,
    Transport,
    medic,
)
from battlesim.rules.netepic.abilities.known_other import OTHER_NAMES
from battlesim.rules.netepic.abilities.parse import known_spellings, parse_ability
from battlesim.rules.netepic.catalogue import CATALOGUE
from battlesim.rules.netepic.hooks import HOOKS
from battlesim.units import cm


@pytest.mark.parametrize(
    ("printed", "ability"),
    [
        ("Transport (2)", Transport(2)),
        ("transport 2", Transport(2)),
        ("輸送（6）", Transport(6)),
        ("QG", HQ()),
        ("HQ", HQ()),
        ("Quartier General", HQ()),
        ("司令部", HQ()),
        ("Meneur", Leader()),
        ("Leader", Leader()),
        ("先導者", Leader()),
        ("DR (1)", PointDefence(1)),
        ("Défense rapprochée (3)", PointDefence(3)),
        ("近接防御 (1)", PointDefence(1)),
        ("Elite (2)", Elite(2)),
        ("Élite (2)", Elite(2)),
        ("精鋭 (2)", Elite(2)),
        ("Aura d'Elite (12 cm)", EliteAura()),
        ("Esquive (3+)", Dodge(3)),
        ("Esquive 3+", Dodge(3)),
        ("Dodge (5+)", Dodge(5)),
        ("Ignore les couverts", IgnoresCover()),
        ("PERSONNAGE LIE", AttachedCharacter()),
        ("Sauvegarde Psychique (4+)", PsychicWard(4)),
        ("サイキックセーヴ 4+", PsychicWard(4)),
        ("Endommage les bâtiments (PA -3)", DamagesBuildings(-3)),
        ("Gabarit (6 cm)", Template(cm(6))),
        ("Template (flame)", Template(None)),
        ("Boucliers (4)", EnergyShields(4)),
        ("Médecin", medic()),
        ("Terreur", NotModelled("Terreur")),
    ],
)
def test_an_ability_reads_as_lists_print_it(printed, ability):
    assert parse_ability(printed) == ability


def test_a_misspelt_ability_offers_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 'Transport'"):
        parse_ability("Transprt (2)")


def test_a_missing_number_is_asked_for():
    with pytest.raises(UnknownName, match="needs a number such as 'Transport \\(2\\)'"):
        parse_ability("Transport")


def test_a_number_too_many_is_refused():
    with pytest.raises(UnknownName, match="has no number"):
        parse_ability("Meneur (2)")


@pytest.mark.parametrize("entry", [entry for entry in CATALOGUE if entry.kind != "core"], ids=lambda entry: entry.id)
def test_every_name_of_the_list_is_understood(entry):
    if entry.id == "netepic.sans-texte":
        return
    for name in (entry.names.fr, entry.names.en, entry.names.ja):
        if entry.status == "no-text" and entry.id.endswith("supplementaires") and name != entry.names.fr:
            continue
        parse_ability(name.replace("(X", "(2").replace("+X", "+2").replace("-X", "-2").replace("(x", "(6"))


def test_every_known_name_reads():
    for name in known_spellings():
        number = "" if name in OTHER_NAMES else " (2)"
        try:
            parse_ability(name + number)
        except UnknownName:
            parse_ability(name)


def test_a_house_rule_is_another_number():
    assert HQ(reach=cm(10)).reach == 100.0


def test_an_ability_with_a_misspelt_hook_is_refused():
    class Wrong:
        def on_lose(self) -> None: ...

    with pytest.raises(UnknownHook, match="did you mean 'on_loss'"):
        check_hooks(Wrong, HOOKS)
