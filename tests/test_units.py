from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.errors import BadLength
from battlesim.units import CM, MM, MV, TOUCH, cm, inches, length_unit, parse_length


@pytest.mark.parametrize(
    ("number", "mm"), [(2, 50.8), (3, 76.2), (6, 152.4), (8, 203.2), (9, 228.6), (12, 304.8), (24, 609.6)]
)
def test_inches_are_the_nearest_float_to_the_true_length(number, mm):
    assert inches(number) == mm


def test_multiplying_by_hand_is_what_inches_avoids():
    assert 6 * 25.4 != 152.4
    assert inches(6) == 152.4


@given(st.integers(0, 10_000))
def test_tenths_of_an_inch_convert_exactly(tenths):
    assert inches(tenths / 10) == float(Fraction(tenths, 10) * Fraction(254, 10))


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("8mv", 203.2),
        ('6"', 152.4),
        ("6in", 152.4),
        ("12cm", 120.0),
        ("32mm", 32.0),
        (" 7.5 cm ", 75.0),
        (8, 203.2),
        ("8", 203.2),
        (".5", 12.7),
    ],
)
def test_lengths_are_read_in_their_own_unit_or_the_games(text, mm):
    assert parse_length(text, unit=MV) == mm


@pytest.mark.parametrize("text", ["", "eight", "8 miles", "1e3", "nan", "inf", "1..2", "--1", "8 9"])
def test_what_is_no_length_is_refused_with_the_text(text):
    with pytest.raises(BadLength) as refused:
        parse_length(text, unit=CM)
    assert repr(text.strip()) in str(refused.value) or "unit" in str(refused.value)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_length_is_never_nan_or_endless(number):
    with pytest.raises(BadLength):
        inches(number)


def test_a_truth_value_is_no_length():
    with pytest.raises(BadLength):
        parse_length(True, unit=MM)


def test_lengths_print_in_the_players_unit():
    assert MV.text(inches(8)) == "8.00 mv"
    assert CM.text(cm(6.1)) == "6.10 cm"
    assert CM.number(cm(6.1)) == 6.1


def test_units_go_by_their_symbols():
    assert length_unit("cm") is CM
    assert length_unit(" MV ") is MV


def test_there_is_one_tolerance_and_it_is_a_hundredth_of_a_millimetre():
    assert TOUCH == 0.01
