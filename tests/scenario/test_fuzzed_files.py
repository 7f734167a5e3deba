"""Whatever a file holds, it loads or is refused with a place: nothing else ever comes out of the loader."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from battlesim.resources import scenarios
from battlesim.scenario.demos import scenario_files
from battlesim.scenario.loader import loads
from battlesim.scenario.problems import ScenarioError

WH40K = """\
battlesim: 1
title: {en: A volley, ja: 斉射}
ruleset: wh40k
variant: glossary
seed: 7
shows: [rapid-fire]
battlefield:
  size: [60, 44]
  terrain: [{id: ruin, rectangle: [[5, 5], [6, 4]], turn: 30, features: [{id: wall, outline: [[6, 6], [8, 6], [8, 7]], height: 5}]}]
  zones: [{id: home, side: red, rectangle: [[0, 0], [60, 9]]}]
  objectives: [{id: centre, at: [30, 22]}]
sides: {red: Crimson, blue: Azure}
units:
  - id: guard
    side: red
    models: 3
    base: 25mm
    profile: {M: 6, T: 3, Sv: 5+, W: 1}
    keywords: [INFANTRY]
    weapons: [{name: Lasgun, range: 24, A: 1, BS: 4, S: 3, AP: 0, D: 1, abilities: [Rapid Fire 1]}]
    at: {grid: [30, 20], columns: 2, gap: 0.5}
  - {id: orks, side: blue, models: 2, base: {oval: [60mm, 35mm]}, profile: {M: 6, T: 5, Sv: 6+, W: 1}, at: {from: guard, gap: 12.0, along: 30}}
steps:
  - turn: {round: 2, side: red, phase: shooting}
  - shoot: guard
    at: orks
    dice: {hit: [6, 4, 1], wound: [5, 2], save: [1]}
    choices: {allocate: orks.2}
    expect: [{lost: {orks: 1}}, {ruling: half-range, holds: true, measured: 12.0, between: [guard, orks]}]
"""
NETEPIC = """\
battlesim: 1
title: A move
ruleset: netepic
options: {measure: edge}
battlefield: {size: [90, 60], terrain: [{id: wood, disc: [[70, 20], 12], category: forest}]}
units:
  - {id: rhino, side: red, base: {rectangle: [35mm, 20mm]}, profile: {class: 3, move: 25, save: 4+}, abilities: [Transport (4)], order: advance, at: [40, 30, 37.3]}
  - {id: orks, side: red, models: 2, profile: {class: 1, move: 10, save: 6+, af: 2}, order: advance, in: rhino}
steps:
  - turn: {round: 1, side: red, phase: movement}
  - leave: orks
    to: {from: rhino, gap: 1.0, along: 200, columns: 2}
    expect: {legal: true}
"""
FINE = {"wh40k": WH40K, "netepic": NETEPIC}

VALUES = st.sampled_from(
    [
        "", "~", "true", "no", "0", "-1", "1", "99", "1e9", "-0.0", "8.5", ".nan", ".inf", "1e400", "9" * 40, "32mm", "8mv", '6"', "-3cm",
        "5 parsecs", "guard", "orks.1", "red", "reserves", "half-range", "[]", "{}", "[1, 2]", "[1, 2, 3, 4]", "[[1, 2], [3, 4], [1, 1]]",
        "{grid: [1, 2], columns: 1}", "{from: guard, gap: 0, along: 0}", "{by: 1, along: 1}", "{toward: orks}", "{line: [3, 3]}",
        "{point: [4, 4], facing: 1e300}", "{oval: [1, 2]}", "{hull: [[0, 0], [1, 1], [2, 2]]}", "{en: x}", "'3'", "突撃", "*x", "&x 1", "!!set {}",
        "D6", "4+", "Melta 2", "Transport (9)", "{hit: [7]}", "[a, [b, {c: d}]]",
    ]
)  # fmt: skip

LINE_BREAK = "\r\n|[\n\r\x85\u2028\u2029]"
"""All that YAML ends a line with."""


def loads_or_is_refused(text):
    error = refusal(text)
    if error is not None:
        said = str(error)
        assert len(said.splitlines()) <= 11
        if said.startswith("f.battle.yaml: the file is empty"):
            return
        assert re.match(r"f\.battle\.yaml:\d+:\d+: \S", said)
        assert 1 <= error.line <= len(re.findall(LINE_BREAK, text)) + 2


def refusal(text):
    try:
        loads(text, path="f.battle.yaml")
    except ScenarioError as error:
        return error
    return None


@pytest.mark.parametrize("name", FINE)
def test_the_fine_files_load(name):
    loads(FINE[name])


def spans(text):
    """Where values and keys of the file stand."""
    return [match.span() for match in re.finditer(r"[\w.+'\"()#-]+|\[[^][]*\]|\{[^{}]*\}", text)]


@settings(deadline=None)
@given(data=st.data(), name=st.sampled_from(sorted(FINE)))
def test_a_file_with_some_values_changed_loads_or_is_refused(data, name):
    text = FINE[name]
    for _ in range(data.draw(st.integers(1, 3))):
        start, end = data.draw(st.sampled_from(spans(text)))
        text = text[:start] + data.draw(VALUES) + text[end:]
    loads_or_is_refused(text)


@settings(deadline=None)
@given(data=st.data(), name=st.sampled_from(sorted(FINE)))
def test_a_file_with_lines_lost_doubled_and_moved_loads_or_is_refused(data, name):
    lines = FINE[name].splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["lose", "double", "move", "indent"])):
            case "lose" if len(lines) > 1:
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "move":
                lines.insert(data.draw(st.integers(0, len(lines) - 1)), lines.pop(at))
            case _:
                lines[at] = "  " + lines[at]
    loads_or_is_refused("".join(lines))


@settings(deadline=None)
@example("\r{")
@given(st.text(max_size=300))
def test_any_text_loads_or_is_refused(text):
    loads_or_is_refused(text)


@pytest.mark.parametrize("name", FINE)
def test_a_file_cut_off_anywhere_loads_or_is_refused(name):
    text = FINE[name]
    for end in range(0, len(text), 11):
        loads_or_is_refused(text[:end])


@pytest.mark.parametrize("path", scenario_files(scenarios())[::10], ids=lambda path: path.name)
def test_shipped_files_with_a_bit_flipped_load_or_are_refused(path):
    raw = path.read_bytes()
    for at in range(0, len(raw), max(len(raw) // 25, 1)):
        flipped = bytearray(raw)
        flipped[at] ^= 1 << (at % 8)
        error = refusal(bytes(flipped))
        assert error is None or error.line >= 1
