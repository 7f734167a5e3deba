"""Assaults: groups, factors and what is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from battlesim.rules.netepic.abilities import HQ, Dodge, Elite, Leader
from battlesim.rules.netepic.actions import Fight
from battlesim.rules.netepic.assault import assault_factor, combat_groups
from battlesim.rules.netepic.options import Options
from tests.rules.netepic.tables import (
    INFANTRY,
    RHINO,
    beside,
    detachment,
    middle,
    place,
    play,
    ruling,
    table,
    with_abilities,
)

CONTACTS = st.dictionaries(
    st.sampled_from([f"a{k}" for k in range(6)]),
    st.lists(st.sampled_from([f"b{k}" for k in range(6)]), min_size=1, max_size=3, unique=True),
    min_size=1,
)


def duel(profile=INFANTRY, *, others=(), options=None):
    return table(
        detachment("squad", profile, middle(30)),
        detachment("foe", INFANTRY, beside(30, 0), side="blue"),
        *others,
        options=options,
    )


@given(CONTACTS)
def test_groups_join_only_stands_in_contact_and_none_twice(touching):
    groups = combat_groups(touching)
    stands = [stand for group in groups for stand in (group.one, *group.many)]
    assert len(stands) == len(set(stands))
    for group in groups:
        for other in group.many:
            assert other in touching.get(group.one, []) or group.one in touching.get(other, [])


@given(CONTACTS)
def test_the_side_with_more_stands_fights_with_all_of_them(touching):
    groups = combat_groups(touching)
    stands = {stand for group in groups for stand in (group.one, *group.many)}
    enemies = {other for others in touching.values() for other in others}
    assert (set(touching) if len(touching) >= len(enemies) else enemies) <= stands


def test_two_against_two_pair_off():
    groups = combat_groups({"a1": ["b1", "b2"], "a2": ["b1"]})
    assert sorted((group.one, group.many) for group in groups) == [("b1", ("a2",)), ("b2", ("a1",))]


def test_the_higher_total_wins_and_no_save_is_rolled():
    after, step = play(duel(), Fight("squad"), dice={"assault": [6, 6, 1, 1]})
    assert place(after, "foe.1") == "destroyed"
    assert [roll.purpose for roll in step.rolls] == ["assault", "assault"]


def test_a_tie_costs_nothing():
    after, step = play(duel(), Fight("squad"), dice={"assault": [3, 4, 1, 6]})
    assert ruling(step, "assault", "tie").holds
    assert place(after, "squad.1") == place(after, "foe.1") == "table"


def test_no_sacrifice_in_assault():
    battle = duel(with_abilities(INFANTRY, HQ()), others=(detachment("guard", INFANTRY, beside(210, 1)),))
    after, step = play(battle, Fight("squad"), dice={"assault": [1, 1, 6, 6]})
    assert not ruling(step, "qg", "assault").holds
    assert place(after, "squad.1") == "destroyed"
    assert place(after, "guard.1") == "table"


def test_a_dodge_is_one_die():
    battle = duel(with_abilities(INFANTRY, Dodge(4)))
    after, _ = play(battle, Fight("squad"), dice={"assault": [1, 1, 6, 6], "dodge": [4]})
    assert place(after, "squad.1") == "table"
    after, _ = play(battle, Fight("squad"), dice={"assault": [1, 1, 6, 6], "dodge": [3]})
    assert place(after, "squad.1") == "destroyed"


def test_the_loser_may_spend_a_re_roll_on_its_lowest_die():
    battle = duel(with_abilities(INFANTRY, Elite(1)))
    after, step = play(battle, Fight("squad"), dice={"assault": [1, 5, 4, 4], "elite-reroll": [5]})
    assert place(after, "foe.1") == "destroyed"
    assert step.rolls[-1].purpose == "elite-reroll"


def test_a_meneur_raises_all_six_stands_of_a_detachment_through_one():
    poses = [beside(0, 120.0), *[beside(0, 120.0).moved(25 * k, 0) for k in range(1, 6)]]
    battle = table(
        detachment("chief", with_abilities(INFANTRY, Leader()), middle(0)), detachment("squad", INFANTRY, *poses)
    )
    assert [assault_factor(battle, f"squad.{k}").result for k in range(1, 7)] == [3] * 6


def test_a_meneur_raises_no_enemy_and_no_titan():
    titan = with_abilities(RHINO, blocking_class=5)
    battle = table(
        detachment("chief", with_abilities(INFANTRY, Leader()), middle(0)),
        detachment("titan", titan, beside(0, 20)),
        detachment("foe", INFANTRY, beside(90, 20), side="blue"),
    )
    assert assault_factor(battle, "titan.1").result == 0
    assert assault_factor(battle, "foe.1").result == 2


def test_a_meneur_raises_itself_only_where_the_option_says_so():
    chief = detachment("chief", with_abilities(INFANTRY, Leader()), middle(0))
    assert assault_factor(table(chief), "chief.1").result == 2
    assert assault_factor(table(chief, options=Options(meneur_self=True)), "chief.1").result == 3


def test_its_own_comrades_profit_from_a_meneur():
    unit, models, sheet = detachment("squad", INFANTRY, middle(0), beside(0, 30))
    sheet = type(sheet)(sheet.name, {**sheet.profiles, "squad.1": with_abilities(INFANTRY, Leader())})
    battle = table((unit, models, sheet))
    assert [assault_factor(battle, f"squad.{k}").result for k in (1, 2)] == [2, 3]


def test_two_meneurs_add_up_only_where_the_option_says_so():
    chiefs = [
        detachment(f"chief{k}", with_abilities(INFANTRY, Leader()), beside(angle, 10))
        for k, angle in ((1, 90), (2, 200))
    ]
    squad = detachment("squad", INFANTRY, middle(0))
    assert assault_factor(table(*chiefs, squad), "squad.1").result == 3
    assert assault_factor(table(*chiefs, squad, options=Options(meneur_stacks=True)), "squad.1").result == 4


def test_nobody_is_raised_aboard_a_transport():
    battle = table(
        detachment("chief", with_abilities(INFANTRY, Leader()), middle(0)),
        detachment("rhino", RHINO, beside(0, 10)),
        detachment("squad", INFANTRY, "rhino.1"),
    )
    assert assault_factor(battle, "squad.1").result == 2
