"""YAML of the strict kind, with places."""

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlesim.scenario.document import MOST_DEPTH, parse, plain_scalar, read
from battlesim.scenario.problems import AT_MOST, Problem, ScenarioError, ScenarioSyntaxError


def refused(text: str | bytes) -> ScenarioSyntaxError:
    raw = text.encode() if isinstance(text, str) else text
    with pytest.raises(ScenarioSyntaxError) as caught:
        parse(raw, "f.battle.yaml")
    return caught.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("Yes", "Yes"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("1:30", "1:30"),
        ("2020-01-01", "2020-01-01"),
        ("1_000", "1_000"),
        ("010", 10),
        ("0o17", 15),
        ("0x1F", 31),
        ("-3", -3),
        ("+.5", 0.5),
        ("1e3", 1000.0),
        ("8.0", 8.0),
        ('6"', '6"'),
        ("32mm", "32mm"),
        ("nan", "nan"),
    ],
)
def test_plain_scalars_mean_what_yaml_1_2_says(text, value):
    found = plain_scalar(text)
    assert found == value
    assert type(found) is type(value)


def test_quoted_scalars_are_texts():
    assert parse(b"a: '3'\nb: \"true\"\nc: '.nan'", "f").content == {"a": "3", "b": "true", "c": ".nan"}


def test_keys_are_texts_and_sequences_are_tuples():
    assert parse(b"1: [a, 2]\ntrue: {8.0: x}", "f").content == {"1": ("a", 2), "true": {"8.0": "x"}}


def test_every_value_knows_its_place():
    document = parse(b"a: 1\nb:\n  - {c: 2, d: [3, 4]}\n  - e\n", "f")
    assert document.place(("a",)) == (1, 4)
    assert document.place(("b", 0, "d", 1)) == (3, 19)
    assert document.key_place(("b", 0, "d")) == (3, 12)
    assert document.place(("b", 1)) == (4, 5)
    assert document.value(("b", 0, "d")) == (3, 4)


def test_parts_of_a_location_that_are_not_in_the_file_are_passed_over():
    document = parse(b"a:\n  b: 1\n", "f")
    assert document.place(("a", "<tag>", "b", "nowhere")) == (2, 6)


def test_an_alias_repeats_its_anchor():
    assert parse(b"a: &x [1, 2]\nb: *x", "f").content == {"a": (1, 2), "b": (1, 2)}


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a: 1\n\tb: 2", "2:1", "a tab in the indentation"),
        ("a: b: c", "1:5", "quotes"),
        ("a: [1, 2", "1", "while parsing a flow sequence"),
        ("a: 1\nb: 2\na: 3", "3:1", "'a' is there twice (first in line 1)"),
        ("a: .nan", "1:4", "'.nan'"),
        ("a: -.inf", "1:4", "'-.inf'"),
        ("a: 1e999", "1:4", "too large"),
        ("a: " + "9" * 5000, "1:4", "5000 digits"),
        ("a: !!python/object:os.system {}", "1:4", "the tag"),
        ("a: !thing 3", "1:4", "the tag"),
        ("a: &x [*x]", "1:8", "inside the value that it repeats"),
        ("a: *x", "1:4", "no anchor &x"),
        ("a: 1\n---\nb: 2", "2:1", "a second document"),
        ("? [a]\n: b", "1:3", "a key is a plain text"),
        ("a: @x", "1:4", "a text cannot begin with '@'; put it in quotes"),
        ("a: 1\nb:2\nc: 3", "2:1", "is the ':' or the blank after it missing?; the line reads 'b:2'"),
        ("x: 1\na： 1\nb: 2", "2:1", "is the ':' or the blank after it missing?"),
        ("a:\n  - b: 1\n\u00a0\u00a0\u00a0\u00a0c: 2\n    d: 1", "3:1", "the blank '\\xa0' in the indentation"),
        ('a: 1\nb: "x\nc: 3\n', "2:4", "the line reads 'b: \"x'"),
        ("a:\n  - b\n  -c: 1", "3:3", "an item of a list begins with '- '"),
        ("a: 'x", "1:6", "quoted scalar"),
    ],
)
def test_what_is_not_strict_yaml_is_refused_at_its_place(text, place, words):
    error = refused(text)
    assert str(error).startswith(f"f.battle.yaml:{place}:")
    assert words in str(error)


@pytest.mark.parametrize("text", ["", "\n \n", "# only a comment\n", "---\n"])
def test_a_text_with_nothing_in_it_is_refused_as_a_whole(text):
    assert str(refused(text)).startswith("f.battle.yaml: the file is empty")


def test_bytes_that_are_no_text_are_refused_at_their_place():
    error = refused("a: 1\nb: é".encode("latin-1"))
    assert (error.line, error.column) == (2, 4)
    assert "0xe9" in str(error)
    assert "UTF-8" in str(error)


def test_a_binary_file_is_refused():
    assert "0x89" in str(refused(b"\x89PNG\r\n\x1a\n\0\0"))
    assert "'\\x00'" in str(refused(b"a: \0"))


def test_nesting_is_limited():
    deep = b"[" * (MOST_DEPTH + 1)
    assert "nested deeper" in str(refused(b"a: " + deep))
    fine = b"[" * (MOST_DEPTH - 1) + b"]" * (MOST_DEPTH - 1)
    parse(b"a: " + fine, "f")


def test_nesting_by_aliases_is_limited():
    lines = ["a0: &a0 [x]"] + [f"a{i}: &a{i} [*a{i - 1}]" for i in range(1, 60)]
    assert "nested deeper" in str(refused("\n".join(lines)))


def test_bombs_are_refused_at_once():
    lines = ["a0: &a0 [x, x]"] + [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]
    started = time.perf_counter()
    assert "aliases spelled out" in str(refused("\n".join(lines)))
    refused(b"[" * 900_000)
    refused(b"{a: " * 200_000)
    assert time.perf_counter() - started < 2.0


def test_a_file_of_ten_megabytes_is_refused_unread(tmp_path):
    path = tmp_path / "big.battle.yaml"
    path.write_bytes(b"a: 1\n" * 2_000_000)
    with pytest.raises(ScenarioSyntaxError, match=r"10\.0 MB; a scenario has 1 MB at most"):
        read(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    with pytest.raises(ScenarioSyntaxError, match=r"none\.battle\.yaml: there is no such file; expected a scenario"):
        read(tmp_path / "none.battle.yaml")
    with pytest.raises(ScenarioSyntaxError, match=": is a folder; expected a scenario"):
        read(tmp_path)


def test_an_error_shows_ten_problems_and_counts_the_rest():
    error = ScenarioError([Problem("f", n, 1, f"number {n}") for n in range(AT_MOST + 7, 0, -1)])
    lines = str(error).splitlines()
    assert len(lines) == AT_MOST + 1
    assert lines[0] == "f:1:1: number 1"
    assert lines[-1] == "f: and 7 more"
    assert (error.line, error.column) == (1, 1)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(raw):
    with contextlib.suppress(ScenarioSyntaxError):
        parse(raw, "f")


YAML_BITS = st.lists(
    st.sampled_from(
        [*"[]{},:&*?!|>'\"%@`#-\n\t ab1.~", "- ", ": ", "\n  ", "&x ", "*x", "<<", "---\n", "...\n", ".nan"]
    ),
    max_size=60,
)


@given(YAML_BITS)
def test_any_yaml_is_read_or_refused(bits):
    with contextlib.suppress(ScenarioSyntaxError):
        parse("".join(bits).encode(), "f")
