"""Rules are found by their ids and by their names as printed."""

import pytest

from battlesim.errors import UnknownName
from battlesim.scenario.demos import entries
from battlesim.scenario.games import game_names
from battlesim.scenario.lookup import find_rule, plain_name, printed_names

ENTRIES = tuple(entries(game_names()))


@pytest.mark.parametrize(
    ("what", "id"),
    [
        ("wh40k.deep-strike", "wh40k.deep-strike"),
        ("deep-strike", "wh40k.deep-strike"),
        ("縦深攻撃", "wh40k.deep-strike"),
        ("meneur", "netepic.meneur"),
        ("leader", "wh40k.leader"),
        ("Feel No Pain", "wh40k.feel-no-pain"),
        ("insensible a la douleur", "wh40k.feel-no-pain"),
        ("Insensible à la Douleur 5+", "wh40k.feel-no-pain"),
        ("〔メルタ 2〕", "wh40k.melta"),
        ("［メルタ Ｘ］", "wh40k.melta"),
        ("Melta 2", "wh40k.melta"),
        ("[FUSION D3]", "wh40k.melta"),
        ("〔ブラスト 2〕", "wh40k.blast"),
        ("Deflagration", "wh40k.blast"),
        ("痛みを知らぬ者 5+", "wh40k.feel-no-pain"),
        ("単独工作員 9mv", "wh40k.lone-operative"),
        ("QG", "netepic.qg"),
        ("HQ", "netepic.qg"),
        ("Quartier Général (QG)", "netepic.qg"),
        ("Transport (2)", "netepic.transport"),
        ("Aura d’Elite", "netepic.elite-aura"),
        ("DR (6)", "netepic.dr"),
    ],
)
def test_a_rule_is_found_by_what_it_is_called(what, id):
    assert find_rule(what, ENTRIES).id == id


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_every_rule_is_found_by_its_id_and_by_each_of_its_names_within_its_game(entry):
    of_game = tuple(entries((entry.ruleset,)))
    assert find_rule(entry.id, ENTRIES) is entry
    for name in printed_names(entry):
        called = [one for one in of_game if plain_name(name) in map(plain_name, printed_names(one))]
        if called == [entry]:
            assert find_rule(name, of_game) is entry


@pytest.mark.parametrize(
    ("what", "first", "second"),
    [
        ("coherency", "wh40k.coherency", "netepic.coherency"),
        ("Meneur", "wh40k.leader", "netepic.meneur"),
        ("Leader", "wh40k.leader", "netepic.meneur"),
    ],
)
def test_a_name_of_both_games_is_asked_to_be_told_apart(what, first, second):
    with pytest.raises(UnknownName, match=f"several rules are called '{what}': say {first} or {second}"):
        find_rule(what, ENTRIES)
    assert find_rule(what, tuple(entries(("netepic",)))).id == second


@pytest.mark.parametrize(
    ("what", "near"),
    [
        ("deep-stryke", "deep-strike"),
        ("縦深攻", "縦深攻撃"),
        ("Insensible à la Douler", "Insensible à la Douleur X\\+"),
    ],
)
def test_an_unknown_rule_is_answered_with_the_nearest_in_its_language(what, near):
    with pytest.raises(UnknownName, match=f"there is no rule '{what}', did you mean .*'{near}'"):
        find_rule(what, ENTRIES)


@pytest.mark.parametrize(
    ("what", "offer"),
    [
        ("meltta", "'melta'"),
        ("wh40k.meltta", "'wh40k.melta'"),
        ("coherenci", "'wh40k.coherency' or 'netepic.coherency' or 'coherence-elargie'"),
        ("Lieder", "'wh40k.leader' or 'netepic.meneur'"),
        ("Frape en Profondeur", "'wh40k.deep-strike' or 'netepic.fep'"),
    ],
)
def test_each_rule_is_offered_in_one_spelling_and_by_its_id_where_another_is_called_so(what, offer):
    with pytest.raises(UnknownName) as refused:
        find_rule(what, ENTRIES)
    assert str(refused.value).endswith(f", did you mean {offer}?")


@pytest.mark.parametrize("what", ["", "  ", "[]", "zzzzzzzz"])
def test_what_is_nothing_like_a_rule_points_to_the_list(what):
    with pytest.raises(UnknownName, match="battlesim rules lists them all"):
        find_rule(what, ENTRIES)


def test_kana_that_differ_by_a_voice_mark_stay_apart():
    assert plain_name("ハスト") != plain_name("バスト")
    assert plain_name("ﾊﾞｽﾄ") == plain_name("バスト")
