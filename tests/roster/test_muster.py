"""Published units in a battle: how many models, on what, with which weapons."""

from collections import Counter

import pytest

from battlesim.errors import UnknownName
from battlesim.roster.bases import base_of, height_of
from battlesim.roster.datasheets import UnitSize, datasheet, datasheets, factions_of
from battlesim.roster.muster import BadLoadout, Mustered, muster, sizes_in_words
from battlesim.rules.wh40k.keywords.not_modelled import NotModelled
from battlesim.units import inches

CADIANS = "cadian-shock-troops"


def _carried(unit: Mustered, model: str) -> list[str]:
    return [weapon.id for weapon in unit.sheet.weapons[model]]


def _kinds(unit: Mustered) -> set[str]:
    return {caution.kind for caution in unit.cautions}


@pytest.fixture(scope="module")
def everybody() -> list[tuple[str, str, Mustered]]:
    return [(id, faction, muster(id, unit="u", faction=faction)) for id in datasheets() for faction in factions_of(id)]


def test_every_published_unit_musters(everybody):
    assert len(everybody) == 1096
    for id, faction, unit in everybody:
        count = len(unit.models)
        assert count >= 1, (id, faction)
        assert list(unit.sheet.profiles) == list(unit.sheet.weapons) == [f"u.{n + 1}" for n in range(count)]
        for model in unit.models:
            assert model.wounds == unit.sheet.profiles[model.id].wounds >= 1
            assert model.base.height


def test_every_published_size_of_a_unit_musters():
    for id in datasheets():
        for faction in factions_of(id):
            sheet = datasheet(id, faction=faction)
            for size in sheet.sizes:
                for models in (size.at_least, size.at_most):
                    unit = muster(sheet, unit="u", models=models)
                    assert len(unit.models) == models, (id, faction)


def test_the_units_with_a_published_base_are_1072(everybody):
    from wh40kdc.data import raw_data

    based = {(unit["faction_id"], unit["id"]) for unit in raw_data()["units"] if unit.get("base_size_mm")}
    assert len(based) == 1072
    assert based <= {(faction, id) for id, faction, _ in everybody}


def test_what_is_assumed_is_said(everybody, capsys):
    cautions = Counter(kind for _, _, unit in everybody for kind in _kinds(unit))
    silent: Counter[str] = Counter()
    for _, _, unit in everybody:
        found = [*unit.sheet.abilities, *(a for ws in unit.sheet.weapons.values() for w in ws for a in w.abilities)]
        silent.update(
            {ability.rule or "a rule of one datasheet" for ability in found if isinstance(ability, NotModelled)}
        )
    with capsys.disabled():
        print(f"\nunits by caution: {dict(cautions.most_common())}")
        print(f"units by keyword that does not play: {dict(silent.most_common())}")
    assert 100 <= cautions["hull-approximated"] <= 140
    assert cautions["base-approximated"] < 40
    for _, _, unit in everybody:
        for model, row in zip(unit.models, unit.sheet.profiles, strict=True):
            assert model.base.kind != "rectangle" or "hull-approximated" in _kinds(unit), row
        for caution in unit.cautions:
            assert caution.text.en
            assert caution.text.ja
            assert caution.text.fr


def test_a_squad_stands_on_its_round_bases():
    unit = muster("terminator-squad", unit="terminators", models=5)
    assert [model.id for model in unit.models] == [f"terminators.{n}" for n in range(1, 6)]
    assert {(base.kind, base.length, base.frame) for base in unit.bases} == {("disc", 40, False)}
    assert unit.models[0].name.en == "Terminator Sergeant"
    assert unit.sheet.points == 160


def test_the_smallest_size_is_the_default():
    assert len(muster(CADIANS, unit="guard").models) == 10


def test_a_bigger_size_has_its_own_leaders():
    names = [model.name.en for model in muster(CADIANS, unit="guard", models=20).models]
    assert names == ["Shock Trooper Sergeant"] * 2 + ["Shock Trooper"] * 18


@pytest.mark.parametrize(
    ("id", "models", "allowed"),
    [("terminator-squad", 12, "5 to 10 models"), (CADIANS, 12, "10 or 20 models"), ("falcon", 2, "1 model,")],
)
def test_a_number_of_models_outside_the_sizes_is_refused(id, models, allowed):
    with pytest.raises(BadLoadout, match=allowed):
        muster(id, unit="u", models=models)


def test_sizes_that_meet_are_one_range():
    sizes = [UnitSize(((1, 1), (4, 4))), UnitSize(((1, 1), (5, 9))), UnitSize(((20, 20),))]
    assert sizes_in_words(sizes) == "5 to 10 or 20"


def test_an_oval_base_has_its_long_side_along_its_facing():
    (base,) = muster("carnifexes", unit="u").bases
    assert (base.kind, base.length, base.width) == ("oval", 105, 70)


def test_a_large_flying_base_is_provisional():
    falcon = muster("falcon", unit="u")
    assert falcon.bases[0].kind == "oval"
    assert not falcon.bases[0].frame
    assert "base-provisional" in _kinds(falcon)


def test_a_small_flying_base_is_taken_as_32_mm():
    unit = muster("windriders", unit="u")
    assert {(base.kind, base.length) for base in unit.bases} == {("disc", 32)}
    assert "base-approximated" in _kinds(unit)


def test_a_rhino_stands_as_a_rectangle_and_says_so():
    rhino = muster("rhino of adeptus-astartes", unit="rhino")
    (base,) = rhino.bases
    assert (base.kind, base.length, base.width, base.frame) == ("rectangle", 115, 76, True)
    assert "115 × 76 mm" in rhino.cautions[0].text.en
    assert rhino.sheet.capacity == 12


def test_a_published_hull_stands_round_its_centroid_with_its_front_ahead():
    from wh40kdc.data import raw_data

    (hull,) = raw_data()["hull_shapes"]
    base, cautions = base_of(
        {"shape": "hull"}, subject="Falcon", keywords=("VEHICLE",), wounds=12, movement=14, outline=hull["points"]
    )
    assert not cautions
    assert (base.kind, base.frame) == ("hull", True)
    assert base.length == pytest.approx(hull["bounds_height_in"] * 25.4)
    assert base.width == pytest.approx(hull["bounds_width_in"] * 25.4)
    # up the page in the dataset is ahead here: the prongs of this hull, its farthest forward points
    front = min(hull["points"], key=lambda point: point["y"])
    ahead = max(base.outline)
    assert ahead[1] - sum(y for _, y in base.outline) / len(base.outline) == pytest.approx(front["x"] * 25.4, abs=15)


def test_models_without_any_published_base_get_one_and_say_so():
    unit = muster("overlord-amonhotekh", unit="u")
    assert unit.bases[0].kind == "disc"
    assert "base-approximated" in _kinds(unit)
    assert muster("land-speeder", unit="u").bases[0].length == 120


def test_heights_go_by_keyword():
    assert height_of(("INFANTRY",), across=25) == inches(1.5)
    assert height_of(("INFANTRY",), across=40) == inches(2)
    assert height_of(("VEHICLE", "TITANIC", "TOWERING"), across=109) == inches(7)


def test_a_choice_by_place_swaps_what_the_option_says():
    unit = muster(CADIANS, unit="guard", loadout={3: ["meltagun"]})
    assert _carried(unit, "guard.2") == ["lasgun", "close-combat-weapon-cadian-shock-troops"]
    assert _carried(unit, "guard.3") == ["close-combat-weapon-cadian-shock-troops", "meltagun"]


def test_a_counted_choice_takes_the_first_models_that_can():
    unit = muster(CADIANS, unit="guard", loadout=["2x Meltagun", "plasma gun"])
    assert "meltagun" in _carried(unit, "guard.2")
    assert "meltagun" in _carried(unit, "guard.3")
    assert "plasma-gun-standard" in _carried(unit, "guard.4")
    assert "lasgun" not in _carried(unit, "guard.4")


def test_only_replaces_everything():
    unit = muster(CADIANS, unit="guard", loadout={2: ["only", "flamer"]})
    assert _carried(unit, "guard.2") == ["flamer"]


def test_a_weapon_that_no_option_gives_comes_on_top():
    unit = muster("terminator-squad", unit="u", loadout={1: ["storm bolter"]})
    assert _carried(unit, "u.1").count("storm-bolter-terminator-squad") == 1
    assert "storm-bolter-terminator-squad-2" in _carried(unit, "u.1")


def test_weapon_ids_of_a_model_differ(everybody):
    for id, _, unit in everybody:
        for weapons in unit.sheet.weapons.values():
            ids = [weapon.id for weapon in weapons]
            assert len(ids) == len(set(ids)), id


def test_more_than_can_take_it_is_refused():
    with pytest.raises(BadLoadout, match="9 models here that can still take Meltagun, not 10"):
        muster(CADIANS, unit="guard", loadout=["10x meltagun"])


def test_a_model_that_is_not_there_is_refused():
    with pytest.raises(BadLoadout, match="models 1 to 10 here, none numbered 11"):
        muster(CADIANS, unit="guard", loadout={11: ["meltagun"]})


@pytest.mark.parametrize("wanted", ["meltagn", "1x meltagn", ""])
def test_an_unknown_weapon_is_refused(wanted):
    with pytest.raises(UnknownName, match="has no weapon"):
        muster(CADIANS, unit="guard", loadout=[wanted])
