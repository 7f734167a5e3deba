"""Broken scenario files: exit code 2, and one screen that says where, what and what was expected. Never a traceback."""

import json
import re

import pytest
from typer.testing import CliRunner

from battlesim.cli import app

SCREEN = (24, 400)
"""Lines, and characters of a line, that a message may have."""

FINE = """\
battlesim: 1
title: {en: A volley at 20 cm}
ruleset: netepic
shows: [transport]
battlefield: {size: [90, 60], terrain: [{id: wood, rectangle: [[70, 5], [10, 10]], category: forest}]}
sides: {red: Crimson, blue: Azure}
units:
  - id: rhino
    side: red
    base: {rectangle: [35mm, 20mm]}
    profile: {class: 3, move: 25, save: 4+}
    abilities: [Transport (4)]
    order: advance
    at: [40, 30, 37.3]
  - id: marines
    side: red
    models: 2
    profile: {class: 1, move: 10, save: 5+, af: 2}
    order: advance
    in: rhino
  - id: orks
    side: blue
    models: 3
    profile: {class: 1, move: 10, save: 6+, af: 2}
    weapons: [{name: Shoota, range: 35, dice: 1, to-hit: 5}]
    order: advance
    at: {from: rhino, gap: 20, along: 30, columns: 3}
steps:
  - turn: {round: 1, side: red, phase: movement}
  - leave: marines
    to: {from: rhino, gap: 1.0, along: 200, columns: 2}
    expect: {legal: true}
  - turn: {round: 1, side: red, phase: combat}
"""


@pytest.fixture
def written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(content):
        raw = content if isinstance(content, bytes) else content.encode()
        (tmp_path / "f.battle.yaml").write_bytes(raw)
        return "f.battle.yaml"

    return write


def swapped(old, new):
    """The fine file with one piece of text changed."""
    assert FINE.count(old) == 1, f"{old!r} is {FINE.count(old)} times in the fine file"
    return FINE.replace(old, new)


def invalid(path, *options):
    """Run a file that must be refused; what was said about it."""
    outcome = CliRunner().invoke(app, ["run", path, *options])
    assert outcome.exit_code == 2, outcome.output
    assert outcome.exception is None or isinstance(outcome.exception, SystemExit), outcome.exception
    said = outcome.output.rstrip("\n")
    assert "Traceback" not in said
    if "--json" in options:
        return said
    lines = said.splitlines()
    assert 1 <= len(lines) <= SCREEN[0]
    assert max(map(len, lines)) <= SCREEN[1] + 40
    return said


BROKEN = {
    "a typo in a key of the file": (swapped("shows:", "show:"), "4:1", "did you mean 'shows'?"),
    "a typo in a key of a unit": (swapped("    models: 3", "    modles: 3"), "23:5", "did you mean 'models'?"),
    "a typo in a key of a step": (swapped("    to: {from: rhino, gap: 1.0", "    too: {from: rhino, gap: 1.0"), "31:5", "did you mean 'to'?"),
    "a typo in a key of a placement": (swapped("columns: 3}", "colums: 3}"), "27:43", "did you mean 'columns'?"),
    "a typo in a key of a profile": (swapped("move: 25", "moves: 25"), "11:25", "did you mean 'move'?"),
    "a typo in an expectation": (swapped("{legal: true}", "{leagl: true}"), "32:14", "did you mean 'legal'"),
    "an unknown action": (swapped("  - leave: marines", "  - leeve: marines"), "30:5", "did you mean 'leave'?"),
    "a step without an action": (swapped("  - leave: marines\n", "  - title: Out\n"), "30:5", "expected one of"),
    "a step with two actions": (swapped("  - leave: marines\n", "  - leave: marines\n    shoot: orks\n"), "31:5", "one action"),
    "an unknown unit": (swapped("  - leave: marines\n", "  - leave: marine\n"), "30:12", "did you mean 'marines'"),
    "an unknown model": (swapped("{legal: true}", "{at: {marines.3: [1, 2]}}"), "32:19", "did you mean 'marines."),
    "an unknown side": (swapped("    side: blue", "    side: blu"), "22:11", "did you mean 'blue'?"),
    "an unknown ruleset": (swapped("netepic", "netepics"), "3:10", "did you mean 'netepic'?"),
    "an unknown rule shown": (swapped("shows: [transport]", "shows: [trnsport]"), "4:9", "did you mean 'transport'?"),
    "an unknown rule expected": (swapped("{legal: true}", "{illegal: transprot}"), "32:23", "did you mean 'transport'?"),
    "an unknown clause expected": (swapped("{legal: true}", "{illegal: transport/bord}"), "32:23", "no clause 'bord', did you mean 'board'"),
    "an unknown phase": (swapped("red, phase: movement", "red, phase: movment"), "29:40", "did you mean 'movement'?"),
    "an unknown ability": (swapped("[Transport (4)]", "[Transprot (4)]"), "12:17", "did you mean"),
    "an unknown option": (FINE + "options: {measures: edge}\n", "34:11", "did you mean 'measure'?"),
    "two areas of one id": (swapped("category: forest}]}", "category: forest}, {id: wood, disc: [[50, 5], 5]}]}"), "5:108", "there are two pieces of terrain with the id 'wood'"),
    "an unknown language": (swapped("{en: A volley at 20 cm}", "{de: Eine Salve}"), "2:8", "en, ja, fr"),
    "an unknown transport": (swapped("    in: rhino", "    in: rino"), "20:9", "did you mean 'rhino'?"),
    "an unknown unit of length": (swapped("gap: 20,", "gap: 20 parsecs,"), "27:28", "unknown unit 'parsecs': use mv, cm, mm"),
    "a text for a number": (swapped("models: 3", "models: three"), "23:13", "expected a whole number such as 3, not 'three'"),
    "a quoted number for a count": (swapped("models: 3", "models: '3'"), "23:13", "expected a whole number such as 3, not '3'"),
    "a list for a text": (swapped("id: orks", "id: [orks]"), "21:9", "expected a text, not a list of 1"),
    "a yes for a bool": (swapped("{legal: true}", "{legal: yes}"), "32:21", "expected true or false, not 'yes'"),
    "a number without a value": (swapped("models: 3", "models:"), "23:5", "no value; give it one or leave it out"),
    "a negative count": (swapped("models: 3", "models: -3"), "23:13", "expected 1 or more, not -3"),
    "a point of four numbers": (swapped("[40, 30, 37.3]", "[40, 30, 37.3, 1]"), "14:9", "expected a point such as [30, 20]"),
    "a missing key": (swapped("    to: {from: rhino, gap: 1.0, along: 200, columns: 2}\n", ""), "30:5", "the key 'to' is missing"),
    "two units of one id": (swapped("id: orks", "id: rhino"), "21:9", "there are two units 'rhino' (the first in line 8)"),
    "a unit named like a side": (swapped("id: orks", "id: blue"), "21:9", "is a side as well as a unit"),
    "a unit that is nowhere": (swapped("    at: [40, 30, 37.3]\n", ""), "8:5", "where is 'rhino'?"),
    "a unit in two places": (swapped("    in: rhino", "    in: rhino\n    at: [1, 2]"), "21:9", "both in 'rhino' and at a place"),
    "NaN": (swapped("gap: 20,", "gap: .nan,"), "27:28", "'.nan' is no number that can be used; expected a finite one"),
    "infinity": (swapped("[40, 30, 37.3]", "[40, .inf]"), "14:14", "expected a finite one"),
    "models on top of each other": (swapped("{from: rhino, gap: 20, along: 30, columns: 3}", "{line: [40, 30], along: 90}"), "27:9", "rhino.1 and orks.1 by"),
    "out of the table": (swapped("[40, 30, 37.3]", "[89.9, 30]"), "14:9", "partly off the table of 90 x 60 cm: rhino.1 by 1.65 cm"),
    "terrain out of the table": (swapped("[[70, 5]", "[[85, 5]"), "5:41", "partly off the table"),
    "a placement round itself": (swapped("at: [40, 30, 37.3]", "at: {from: orks, gap: 1, along: 0}"), "14:9", "relative to a unit that stands"),
    "too few points": (swapped("{from: rhino, gap: 20, along: 30, columns: 3}", "[[1, 2], [3, 4]]"), "27:9", "2 points for 3 models"),
    "an outline that crosses itself": (swapped("rectangle: [[70, 5], [10, 10]]", "outline: [[1, 1], [5, 5], [5, 1], [1, 5]]"), "5:41", "must not cross"),
    "too much for a transport": (swapped("    models: 2", "    models: 5"), "8:5", "of 4"),
    "the wrong version": (swapped("battlesim: 1", "battlesim: 2"), "1:12", "this program reads format 1"),
    "no version": (swapped("battlesim: 1\n", ""), "1:1", "begins with 'battlesim: 1'"),
    "the version misspelt": (swapped("battlesim: 1", "battlesm: 1"), "1:1", "unknown key 'battlesm', did you mean 'battlesim'?"),
    "the ruleset misspelt": (swapped("ruleset: netepic", "rulset: netepic"), "3:1", "unknown key 'rulset', did you mean 'ruleset'?"),
    "a list instead of a scenario": ("- battlesim: 1\n", "1:1", "expected a scenario: a mapping"),
    "bad YAML": (swapped("units:\n", "units: [\n"), "8:3", "while parsing a flow node"),
    "a tab": (swapped("    side: blue", "\tside: blue"), "22:1", "indent with spaces"),
    "a key twice": (swapped("    models: 3\n", "    models: 3\n    models: 4\n"), "24:5", "'models' is there twice (first in line 23)"),
    "a tag": (swapped("models: 3", "models: !!int 3"), "23:13", "has no meaning in a scenario"),
    "two documents": (FINE + "---\n" + FINE, "34:1", "a second document begins here"),
    "another encoding": (FINE.replace("Crimson", "Écarlate").encode("latin-1"), "6:14", "0xc9 is not UTF-8"),
    "a bomb of aliases": ("a: &a [x,x]\n" + "".join(f"{c}: &{c} [{','.join([f'*{p}'] * 10)}]\n" for p, c in zip("abcdefgh", "bcdefghi", strict=True)), "6:", "with aliases spelled out"),
    "an alias of itself": ("a: &a [*a]\n", "1:8", "inside the value that it repeats"),
    "deep nesting": ("a: " + "[" * 5000, "1:", "nested deeper than 40 levels"),
    "a layout and a battlefield": (FINE + "layout: bm-take-vs-take-02\n", "1:1", "one of battlefield"),
    "an unknown layout": (swapped("battlefield: {size: [90, 60], terrain: [{id: wood, rectangle: [[70, 5], [10, 10]], category: forest}]}", "layout: bm-take-vs-take-2"), "5:9", "did you mean 'bm-take-vs-take-02'"),
}  # fmt: skip


DROP = """\
battlesim: 1
title: A volley
ruleset: wh40k
battlefield: {size: [60, 44]}
units:
  - {id: terminators, side: red, datasheet: terminator-squad, in: reserves}
  - id: guard
    side: blue
    models: 2
    base: 25mm
    profile: {M: 6, T: 3, Sv: 5+, W: 1}
    weapons: [{name: Lasgun, range: 24, A: 1, BS: 4, S: 3, D: 1, abilities: [Rapid Fire 1]}]
    at: {line: [30, 20], gap: 0.5}
  - {id: orks, side: red, base: 32mm, profile: {M: 6, T: 5, W: 1}, at: {from: guard, gap: 12.0, along: 30}}
steps:
  - turn: {round: 2, side: blue, phase: shooting}
  - shoot: guard
    at: orks
    with: Lasgun
    dice: {hit: [1, 1, 1]}
    choices: {}
"""


def dropped(old, new):
    """The fine wh40k file with one piece of text changed."""
    assert DROP.count(old) == 1
    return DROP.replace(old, new)


BROKEN_WH40K = {
    "an unknown datasheet": (dropped("terminator-squad", "terminater-squad"), "6:45", "did you mean 'terminator-squad'"),
    "an unknown weapon": (dropped("with: Lasgun", "with: Lasgum"), "18:9", "did you mean 'Lasgun'"),
    "an unknown keyword": (dropped("Rapid Fire 1", "Rapid Fir 1"), "12:78", "did you mean 'rapid fire"),
    "an unknown variant": (dropped("ruleset: wh40k", "ruleset: wh40k\nvariant: glosary"), "4:10", "did you mean 'glossary'?"),
    "an unknown phase": (dropped("phase: shooting", "phase: shoting"), "16:41", "did you mean 'shooting'?"),
    "dice left over": (dropped("[1, 1, 1]", "[1, 1, 1, 6]"), "20:11", "1 of the dice for 'hit' were never rolled: [6]"),
    "too few dice": (dropped("[1, 1, 1]", "[1]"), "20:11", "but the script has only 0 left"),
    "dice for another purpose": (dropped("{hit:", "{hits:"), "20:11", "did you mean 'hits'?"),
    "an impossible face": (dropped("[1, 1, 1]", "[1, 1, 7]"), "20:11", "cannot show 7"),
    "no dice at all": (dropped("    dice: {hit: [1, 1, 1]}\n", ""), "17:5", "neither dice nor a seed are given"),
    "a choice left over": (dropped("choices: {}", "choices: {allocate: orks.1}"), "21:14", "was never asked for"),
    "an unknown unit of length": (dropped("gap: 12.0", "gap: 12 furlongs"), "14:91", "unknown unit 'furlongs'"),
    "a hull that crosses itself": (dropped("base: 25mm", "base: {hull: [[0, 0], [2, 2], [2, 0], [0, 2]]}"), "10:11", "must not cross"),
    "a base without size": (dropped("base: 25mm", "base: 0mm"), "10:11", "expected a length above 0"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN_WH40K)
def test_a_broken_wh40k_file_is_refused_with_place_and_advice(name, written):
    content, place, words = BROKEN_WH40K[name]
    said = invalid(written(content))
    assert f"f.battle.yaml:{place}: " in said
    assert words in said


def test_the_fine_wh40k_file_is_fine(written):
    outcome = CliRunner().invoke(app, ["run", written(DROP)])
    assert outcome.exit_code == 0, outcome.output


def test_the_fine_file_is_fine(written):
    outcome = CliRunner().invoke(app, ["run", written(FINE)])
    assert outcome.exit_code == 0, outcome.output


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_refused_with_place_and_advice(name, written):
    content, place, words = BROKEN[name]
    said = invalid(written(content))
    at = [line for line in said.splitlines() if line.startswith(f"f.battle.yaml:{place}")]
    assert at, said
    assert re.match(r"f\.battle\.yaml:\d+:\d+: ", at[0])
    assert any(words in line for line in at), said


@pytest.mark.parametrize("name", ["a typo in a key of a unit", "bad YAML", "models on top of each other"])
def test_check_and_json_refuse_it_too(name, written):
    content, place, _ = BROKEN[name]
    path = written(content)
    checked = CliRunner().invoke(app, ["check", path])
    assert checked.exit_code == 2
    assert f"f.battle.yaml:{place}" in checked.output
    assert invalid(path, "--json").startswith("[")


def test_all_that_is_wrong_is_said_at_once(written):
    broken = swapped("models: 3", "modles: 3").replace("side: blue", "side: blu").replace("{legal: true}", "{legal: 3}")
    said = invalid(written(broken))
    assert len(said.splitlines()) >= 3


def test_a_file_with_fifty_mistakes_fits_on_a_screen(written):
    steps = "".join(f"  - leave: nobody{n}\n" for n in range(50))
    said = invalid(written(FINE + steps))
    assert len(said.splitlines()) == 11
    assert said.endswith("f.battle.yaml: and 90 more")


def test_a_file_that_is_not_there_is_refused():
    assert invalid("nowhere.battle.yaml").startswith("nowhere.battle.yaml: there is no such file")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "the file is empty; expected a scenario file"),
        (b"\xef\xbb\xbf\n", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "this is not a text; expected a scenario file"),
        (FINE.encode("utf-16"), "the file is in UTF-16; expected a scenario file in UTF-8"),
        (b"# " + b"x" * 10_000_000, "the file has 10.0 MB; a scenario has 1 MB at most"),
    ],
)
def test_what_is_wrong_with_a_whole_file_has_no_place(written, content, words):
    said = invalid(written(content))
    assert said.startswith(f"f.battle.yaml: {words}")
    assert len(said.splitlines()) == 1
    (problem,) = json.loads(invalid("f.battle.yaml", "--json"))[0]["problems"]
    assert (problem["line"], problem["column"]) == (None, None)


ONCE = {
    "units": (("\nunits:", "\nunit:"), "5:1: unknown key 'unit', did you mean 'units'?"),
    "steps": (("\nsteps:", "\nstep:"), "15:1: unknown key 'step', did you mean 'steps'?"),
    "title": (("\ntitle:", "\nTitle:"), "2:1: unknown key 'Title', did you mean 'title'?"),
    "the table": (("\nbattlefield:", "\nbattelfield:"), "4:1: unknown key 'battelfield', did you mean 'battlefield'?"),
    "an id": (("  - id: guard", "  - ide: guard"), "7:5: unknown key 'ide', did you mean 'id'?"),
    "a side": (("    side: blue", "    sid: blue"), "8:5: unknown key 'sid', did you mean 'side'?"),
    "capitals": (("T: 3", "t: 3"), "11:21: unknown key 't', did you mean 'T'?"),
    "a target": (("    at: orks", "    At: orks"), "18:5: unknown key 'At', did you mean 'at'?"),
    "a name of a weapon": (("{name: Lasgun", "{nam: Lasgun"), "12:16: unknown key 'nam', did you mean 'name'?"),
    "a form of a placement": (("{line: [30, 20]", "{lin: [30, 20]"), "13:10: unknown key 'lin', did you mean 'line'?"),
    "a form of a base": (("base: 25mm", "base: {rond: 25mm}"), "10:12: unknown key 'rond', did you mean 'round'?"),
    "a unit without a name": (("  - id: guard\n    side", "  - side"), "7:5: the key 'id' is missing"),
    "a unit that does not exist": (("    at: orks", "    at: ork"), "18:9: there is no unit 'ork', did you mean 'orks'?"),
    "no unit": (("    at: orks", "    at: 3"), "18:9: expected the name of a unit, not 3"),
    "a seed below zero": (("\nunits:", "\nseed: -1\nunits:"), "5:7: expected 0 or more, not -1"),
    "options without a value": (("\nunits:", "\noptions:\nunits:"), "5:1: the key has no value; give it one or leave it out"),
    "a short list": (("size: [60, 44]", "size: [60]"), "4:21: expected a list of 2 items, not a list of 1"),
    "a short point": (("    choices: {}", "    expect: {at: {orks.1: [3]}}"), "21:27: expected a list of 2 items or a list of 3 items, not a list of 1"),
    "neither number nor sum": (("    choices: {}", "    expect: {ledger: {hit: x}}"), "21:28: expected a whole number such as 3 or a mapping such as {key: value}, not 'x'"),
    "a part of a sum": (("    choices: {}", "    expect: {ledger: {hit: {reslt: 3}}}"), "21:29: unknown key 'reslt', did you mean 'result' or 'rules'?"),
    "an action that there is not": (("  - shoot: guard", "  - fire: guard"), "17:5: there is no action 'fire'; there are turn, move, "),
    "a keyword without its number": (("Rapid Fire 1", "Rapid Fire"), "12:78: 'Rapid Fire' needs its number, such as 'Rapid Fire 1'"),
    "a keyword with nothing": (("Rapid Fire 1", "Rapid Fire 0"), "12:78: Rapid Fire 0: expected 1 or more, not 0"),
    "a face that no die has": (("Rapid Fire 1", "Anti-Vehicle 7+"), "12:78: Anti-Vehicle 7+: expected what a die needs, 2+ to 6+, not 7+"),
    "a place in the unit": (("    base: 25mm", "    base: 25mm\n    single: {first: {base: 32mm}}"), "11:14: expected the place of a model in its unit, such as 1, not 'first'"),
    "a long name": (("id: terminators", "id: " + "o" * 61), "6:10: expected a name of at most 60 characters"),
    "no ruleset": (("ruleset: wh40k", "ruleset:"), "3:9: the key 'ruleset' has no value; expected one of wh40k, netepic"),
    "a list of rulesets": (("ruleset: wh40k", "ruleset: [wh40k]"), "3:10: expected one of wh40k, netepic, not a list of 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", ONCE)
def test_one_mistake_is_one_complaint(name, written):
    (old, new), words = ONCE[name]
    said = invalid(written(dropped(old, new)))
    assert len(said.splitlines()) == 1, said
    assert said.startswith(f"f.battle.yaml:{words}")
    assert not any(raw in said for raw in ("Value error", "Input should", "tuple", "None", "True"))


def test_a_variant_of_a_game_without_any_is_one_complaint(written):
    said = invalid(written(swapped("ruleset: netepic", "ruleset: netepic\nvariant: core")))
    assert said == "f.battle.yaml:4:1: netepic has no variants; leave 'variant' out"


def test_a_folder_without_scenarios_is_refused(tmp_path):
    assert "no *.battle.yaml" in invalid(str(tmp_path))
