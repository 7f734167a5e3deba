from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.dice import (
    Choice,
    FirstChoice,
    NoDice,
    PathDice,
    Roll,
    ScriptedChoices,
    ScriptedDice,
    SeededChoices,
    SeededDice,
    exact,
)
from battlesim.errors import ChoiceScriptError, DiceScriptError


def test_scripted_dice_answer_by_purpose_in_order():
    dice = ScriptedDice({"hit": [6, 1, 4], "wound": [5]})
    assert dice.roll(Roll("hit", 2)) == (6, 1)
    assert dice.roll(Roll("wound")) == (5,)
    assert dice.roll(Roll("hit")) == (4,)
    dice.finish()


def test_a_purpose_that_is_not_scripted_is_an_error_with_a_suggestion():
    with pytest.raises(DiceScriptError, match="did you mean 'wound'"):
        ScriptedDice({"wound": [5]}).roll(Roll("wounds"))


def test_too_few_faces_are_an_error():
    with pytest.raises(DiceScriptError, match="only 1 left"):
        ScriptedDice({"hit": [5]}).roll(Roll("hit", 2, subject="guard"))


def test_a_face_that_the_die_does_not_have_is_an_error():
    with pytest.raises(DiceScriptError, match="cannot show 7"):
        ScriptedDice({"hit": [7]}).roll(Roll("hit"))
    with pytest.raises(DiceScriptError, match="cannot show 4"):
        ScriptedDice({"attacks": [4]}).roll(Roll("attacks", sides=3))


def test_left_over_faces_are_an_error():
    dice = ScriptedDice({"hit": [6, 1]})
    dice.roll(Roll("hit"))
    with pytest.raises(DiceScriptError, match="1 of the dice for 'hit' were never rolled"):
        dice.finish()


def test_no_dice_says_what_was_asked():
    with pytest.raises(DiceScriptError, match="3 dice are rolled for 'hit' of guard"):
        NoDice().roll(Roll("hit", 3, subject="guard"))


def test_the_same_seed_rolls_the_same_for_ever():
    assert SeededDice(7).roll(Roll("hit", 12)) == (5, 6, 6, 2, 5, 3, 3, 3, 6, 1, 4, 2)
    assert SeededDice(7).roll(Roll("hit", 50)) == SeededDice(7).roll(Roll("hit", 50))
    assert SeededDice(7).roll(Roll("hit", 50)) != SeededDice(8).roll(Roll("hit", 50))


def test_a_childs_dice_do_not_depend_on_what_was_rolled_before():
    used = SeededDice(7)
    used.roll(Roll("hit", 5))
    assert used.child("trial", 17).roll(Roll("hit", 9)) == SeededDice(7).child("trial", 17).roll(Roll("hit", 9))
    assert SeededDice(7).child("trial", 17).roll(Roll("hit", 9)) != SeededDice(7).child("trial", 18).roll(
        Roll("hit", 9)
    )


@given(st.integers(), st.integers(1, 20), st.sampled_from([3, 6]))
def test_seeded_faces_are_on_the_die(seed, count, sides):
    faces = SeededDice(seed).roll(Roll("hit", count, sides))
    assert len(faces) == count
    assert all(1 <= face <= sides for face in faces)


def test_the_first_option_is_the_sensible_one():
    assert FirstChoice().pick(Choice("allocate", ("a", "b"))) == "a"


def test_scripted_choices_answer_by_purpose_and_default_to_the_first():
    choose = ScriptedChoices({"allocate": ["b"]})
    assert choose.pick(Choice("sacrifice", ("x", "y"))) == "x"
    assert choose.pick(Choice("allocate", ("a", "b"))) == "b"
    choose.finish()


def test_a_choice_that_is_not_offered_is_an_error_with_a_suggestion():
    with pytest.raises(ChoiceScriptError, match=r"did you mean 'guard\.3'"):
        ScriptedChoices({"allocate": ["gard.3"]}).pick(Choice("allocate", ("guard.3", "guard.4")))


def test_left_over_and_missing_choices_are_errors():
    choose = ScriptedChoices({"allocate": ["a"]})
    with pytest.raises(ChoiceScriptError, match="never asked for"):
        choose.finish()
    choose.pick(Choice("allocate", ("a", "b")))
    with pytest.raises(ChoiceScriptError, match="a further choice"):
        choose.pick(Choice("allocate", ("a", "b")))


def test_seeded_choices_are_reproducible():
    asked = Choice("allocate", ("a", "b", "c"))
    assert [SeededChoices(3).pick(asked) for _ in range(5)] == [SeededChoices(3).pick(asked) for _ in range(5)]


def _wounds(dice: PathDice) -> int:
    hits = sum(face >= 3 for face in dice.roll(Roll("hit", 3)))
    wounds = sum(face >= 4 for face in dice.roll(Roll("wound", hits)))
    return sum(face < 5 for face in dice.roll(Roll("save", wounds)))


def test_enumerating_every_roll_gives_the_binomial_exactly():
    chance = Fraction(4, 6) * Fraction(3, 6) * Fraction(4, 6)
    expected = {k: comb(3, k) * chance**k * (1 - chance) ** (3 - k) for k in range(4)}
    assert exact(_wounds) == expected


def test_exact_chances_sum_to_one():
    assert sum(exact(_wounds).values()) == 1


def test_enumeration_stops_at_its_budget():
    with pytest.raises(DiceScriptError, match="too many"):
        exact(_wounds, budget=5)


def test_choices_can_be_enumerated_too():
    chances = exact(lambda path: path.pick(Choice("allocate", ("a", "b", "c"))))
    assert chances == dict.fromkeys("abc", Fraction(1, 3))
