"""Every kind of expectation, held and missed."""

import pytest

from battlesim.scenario.loader import loads
from battlesim.scenario.problems import ScenarioError
from battlesim.scenario.runner import AS_WRITTEN, asked, folds, play

BATTLE = """\
battlesim: 1
title: A volley at half range
ruleset: wh40k
battlefield: {size: [60, 44]}
sides: {red: Crimson, blue: Azure}
units:
  - id: sternguard
    side: red
    base: 32mm
    profile: {M: 6, T: 4, Sv: 3+, W: 2}
    weapons: [{name: Bolt rifle, range: 24, A: 4, BS: 3, S: 4, AP: -1, D: 1, abilities: [Rapid Fire 1]}]
    at: [10, 20]
  - id: orks
    side: blue
    models: 5
    base: 32mm
    profile: {M: 6, T: 5, Sv: 5+, W: 1}
    at: {from: sternguard, gap: 12.0, along: 30, columns: 5}
  - {id: late, side: blue, base: 40mm, profile: {M: 5, T: 5, Sv: 2+, W: 3}, abilities: [Deep Strike], in: reserves}
steps:
  - turn: {round: 2, side: red, phase: shooting}
  - shoot: sternguard
    at: orks
    dice: {hit: [6, 5, 4, 3, 2], wound: [5, 5, 5, 1], save: [1, 1, 6]}
    expect:
"""


def played(*expectations):
    text = BATTLE + "".join(f"      - {one}\n" for one in expectations)
    return play(loads(text, path="f.battle.yaml"))


def outcome(expectation):
    """The result of the only expectation of the shooting."""
    result, written = played(expectation).steps[1].results
    assert written.text == AS_WRITTEN
    assert written.passed, written.detail
    return result


HELD = [
    "legal: true",
    "{ruling: half-range, holds: true}",
    "{ruling: half-range, measured: 12, limit: 12.0}",
    "{ruling: half-range, measured: 304.8mm, close-call: true, between: [sternguard, orks]}",
    "{ruling: half-range, between: [orks, sternguard]}",
    "no-ruling: deep-strike",
    "rolled: {hit: {needs: 3, count: 5, successes: 4, faces: [6, 5, 4, 3, 2]}}",
    "rolled: {hit: {by: sternguard, against: orks}, wound: [{count: 4}, {needs: 5}]}",
    "not-rolled: feel-no-pain",
    "lost: {orks: 2}",
    "lost: {sternguard: 0, orks: 2}",
    "models: {orks: 3, sternguard: 1}",
    "wounds: {sternguard.1: 2, late: 3}",
    "at: {sternguard.1: [10, 20]}",
    "at: {sternguard.1: [254mm, 508mm, 0]}",
    "in: {orks: table, late: reserves}",
    "clock: {round: 2, side: red, phase: shooting}",
]

MISSED = [
    ("legal: false", "the action is legal"),
    ("{ruling: half-range, holds: false}", "expected holds: false, but it holds"),
    ("{ruling: half-range, measured: 12.01}", "expected measured: 12.01 mv, but it is 12.00 mv (304.8000 mm)"),
    ("{ruling: half-range, limit: 24}", "expected limit: 24 mv, but it is 12.00 mv"),
    ("{ruling: half-range, close-call: false}", "but it is a close call"),
    ("{ruling: half-range, between: [sternguard, late]}", "but it is sternguard."),
    ("{ruling: deep-strike}", "deep-strike does not speak; the rulings were:"),
    ("no-ruling: half-range", "half-range speaks:"),
    ("rolled: {hit: {needs: 4}}", "expected hit: needs 4; the rolls were:"),
    ("rolled: {hits: {needs: 3}}", "nothing of the kind was rolled for 'hits'"),
    ("not-rolled: hit", "dice were rolled for 'hit'"),
    ("lost: {orks: 3}", "orks lost 2 of its models: orks."),
    ("models: {orks: 5}", "orks has 3 models left: orks."),
    ("wounds: {sternguard.1: 1}", "sternguard.1 has 2 left"),
    ("wounds: {orks: 1}", "orks has several models"),
    ("at: {sternguard.1: [10.001, 20]}", "sternguard.1 is at [10.0000, 20.0000]"),
    ("at: {sternguard.1: [10, 20, 5]}", "facing 0"),
    ("at: {late: [10, 20]}", "late.1 is not on the table but in reserves"),
    ("in: {late: table}", "late.1 is in reserves"),
    ("in: {orks: destroyed}", "is not destroyed"),
    ("state: {red: {no-such-mark: 3}}", "red has no-such-mark: none; all its marks are:"),
    ("clock: {round: 3}", "the round is 2, in round 2, red, shooting"),
    ("chosen: {allocate: orks.1}", "expected 'orks.1' for 'allocate'; the choices were:"),
    ("ledger: {no-such-sum: 3}", "expected no-such-sum: result 3; the sums were:"),
]


@pytest.mark.parametrize("expectation", HELD)
def test_what_is_so_holds(expectation):
    results = played(expectation).steps[1].results
    assert all(result.passed for result in results), [result.detail for result in results]


@pytest.mark.parametrize(("expectation", "words"), MISSED)
def test_what_is_not_so_fails_and_says_what_is(expectation, words):
    result = outcome(expectation)
    assert not result.passed
    assert words in result.detail


def test_a_missed_ruling_shows_both_ends_the_limit_and_the_source():
    detail = outcome("{ruling: half-range, measured: 12.01}").detail
    assert "from     sternguard." in detail
    assert "to       orks." in detail
    assert "limit    within 12.00 mv (304.8000 mm), a close call" in detail
    assert "source   " in detail


@pytest.mark.parametrize(
    ("written", "holds"), [("12.0", True), ("12.004", False), ("12.005", False), ("12.0001", True)]
)
def test_a_measured_length_is_compared_as_exactly_as_it_is_written(written, holds):
    assert outcome(f"{{ruling: half-range, measured: {written}}}").passed == holds


@pytest.mark.parametrize(
    ("expectation", "words"),
    [
        ("measured: 8", "'measured' says something of a ruling: name it"),
        ("{illegal: deep-strike, ruling: half-range}", "make two entries of a list"),
        ("{illegal: [deep-strike, half-range], measured: 3}", "is about one ruling, but 'illegal' names 2"),
        ("{}", "nothing is expected here"),
        ("lost: {ork: 2}", "did you mean 'orks'"),
        ("rolled: {hit: {need: 3}}", "did you mean 'needs'"),
        ("ruling: halfrange", "did you mean 'half-range'"),
        ("{ruling: half-range, measured: wide}", "expected a length"),
        ("lost: {orks: -1}", "expected 0 or more, not -1"),
        ("clock: {phase: shoot}", "did you mean 'shooting'"),
    ],
)
def test_an_expectation_that_says_nothing_is_refused(expectation, words):
    with pytest.raises(ScenarioError) as caught:
        played(expectation)
    assert words in str(caught.value)
    assert caught.value.line == 26


def test_what_will_be_asked_is_known_before_it_is_played():
    whole = played(*HELD)
    assert [one.text for one in asked(whole.scenario)] == [result.text for result in whole.results]
    assert all(one.line == result.line for one, result in zip(asked(whole.scenario), whole.results, strict=True))


def test_a_played_scenario_folds_to_what_the_engine_had():
    whole = played("legal: true")
    assert folds(whole) == ""
    assert whole.timeline.scenes[-1].alive("orks") == whole.timeline.scenes[-1].standing("orks")
    assert len(whole.timeline.scenes) == 3


def test_the_header_has_what_a_viewer_needs():
    header = played("legal: true").timeline.header
    assert (header.ruleset, header.variant, header.unit, header.source) == ("wh40k", "glossary", "mv", "f.battle.yaml")
    assert "wh40k.half-range" in header.glossary
    assert set(header.cards) == {"sternguard", "orks", "late"}
    assert header.title.en == "A volley at half range"


def test_a_battle_whose_dice_run_out_stops_there():
    text = (
        BATTLE.replace("hit: [6, 5, 4, 3, 2]", "hit: [6]") + "      - lost: {orks: 2}\n  - shoot: orks\n    at: late\n"
    )
    whole = play(loads(text, path="f.battle.yaml"))
    assert whole.misfit
    assert len(whole.timeline.steps) == 1
    shot, written = whole.steps[1].results
    assert (written.line, written.column, written.misfit) == (24, 11, True)
    assert "the script has only 1 left" in written.detail
    assert "could not be played to its end" in shot.detail
    assert [result.detail for result in whole.steps[2].results] == ["not reached: the battle stopped at step 2"]


def test_a_step_without_dice_or_seed_says_so():
    text = BATTLE[: BATTLE.index("    dice:")]
    whole = play(loads(text, path="f.battle.yaml"))
    assert "neither dice nor a seed are given" in whole.steps[1].results[0].detail


def test_a_seed_gives_the_same_battle_twice_and_another_seed_another():
    text = BATTLE[: BATTLE.index("    dice:")].replace("ruleset: wh40k", "ruleset: wh40k\nseed: 7")
    scenario = loads(text, path="f.battle.yaml")
    first, second = play(scenario).timeline.steps, play(scenario).timeline.steps
    assert first == second
    others = [play(scenario, seed=seed).timeline.steps for seed in range(5)]
    assert any(other != first for other in others)


JOINED = """\
battlesim: 1
title: A captain joins his squad
ruleset: netepic
battlefield: {size: [60, 44]}
units:
  - {id: squad, side: red, models: 2, profile: {class: 1, move: 10}, at: {line: [10, 20], along: 7, gap: 1}}
  - {id: captain, side: red, profile: {class: 1, move: 10}, abilities: [Personnage Lié], at: [11, 22]}
steps:
  - attach: captain
    to: squad
  - turn: {round: 1, phase: movement}
    expect:
"""


@pytest.mark.parametrize(
    ("key", "value"), [("in", "destroyed"), ("models", "0"), ("lost", "0"), ("wounds", "1"), ("at", "[11, 22]")]
)
def test_a_unit_that_is_a_part_of_another_has_no_answers_of_its_own(key, value):
    def asked_of(name):
        text = f"{JOINED}      - {{{key}: {{{name}: {value}}}}}\n"
        return play(loads(text, path="f.battle.yaml")).steps[1].results[0]

    assert not asked_of("captain").passed
    assert "a part of another unit; name its models, such as captain.1" in asked_of("captain").detail
    if key in ("wounds", "at"):
        assert asked_of("captain.1").passed
