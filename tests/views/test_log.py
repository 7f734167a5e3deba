"""What the side panel says."""

from dataclasses import replace

from msgspec import structs

from battlesim.geometry.footprint import Spot
from battlesim.model.catalogue import Sign
from battlesim.model.event import Embarked
from battlesim.model.text import Text
from battlesim.replay.fold import fold
from battlesim.units import inches
from battlesim.views.log import DiceRow, NoteRow, RulingRow, action, caption, card, history, wording
from battlesim.views.moment import moment
from battlesim.views.options import ViewOptions
from battlesim.views.palette import LOOKS, NEUTRAL
from battlesim.views.portray import models
from battlesim.views.primitives import Area, Badge, Token
from battlesim.views.show import Show
from battlesim.views.signs import badges
from tests.views.samples import netepic_battle, wh40k_battle

BATTLE = wh40k_battle()
SHOW = Show(BATTLE)


def rows(position, language="en", show=SHOW):
    return show.rows(moment(show.timeline, position), language)


def test_a_refusal_says_what_was_measured_and_what_it_must_be():
    ruling, note = rows(2.0)
    assert isinstance(ruling, RulingRow)
    assert (ruling.verdict, ruling.title) == ("fails", "Deep Strike")
    assert any("8.00 mv" in detail for detail in ruling.details)
    assert ruling.demand == "it must be more than 8.00 mv"
    assert isinstance(note, NoteRow)
    assert note.grave


def test_lengths_have_the_decimal_sign_of_their_language():
    for language, told, other in (("en", "8.00 mv", "8,00"), ("ja", "8.00 mv", "8,00"), ("fr", "8,00 mv", "8.00")):
        ruling, _ = rows(2.0, language)
        assert any(told in detail for detail in ruling.details)
        assert told in ruling.demand
        assert other not in str(ruling)
    (moved,) = rows(4.0, "fr")
    assert "10,90 mv" in moved.text


def test_a_point_of_the_table_keeps_its_numbers_apart():
    spot = Spot(inches(30), inches(20.5))
    assert wording(BATTLE.header, "en").spot(spot) == "(30.00, 20.50)"
    assert wording(BATTLE.header, "fr").spot(spot) == "(30,00 ; 20,50)"


def test_lengths_are_told_apart_in_french_too():
    said = wording(BATTLE.header, "fr").length(inches(8.001), beside=inches(8))
    assert said == "8,001 mv"


def test_a_roll_shows_its_need_its_dice_and_its_whole_ledger():
    hit = next(row for row in rows(7.0) if isinstance(row, DiceRow) and row.purpose == "Hit")
    assert (hit.needs, hit.score) == ("3+", "10 / 15")
    assert sum(bool(die.lit) for die in hit.dice) == 10
    assert hit.sums == ("Attacks 10 +5 Rapid Fire = 15", "BS 3 +1 Benefit of cover -1 Heavy = 3")


def test_re_rolls_are_marked():
    again = next(row for row in rows(8.0) if isinstance(row, DiceRow) and "re-roll" in row.purpose)
    assert all(die.again for die in again.dice)
    assert not any(die.again for row in rows(7.0) if isinstance(row, DiceRow) for die in row.dice)


def test_what_befalls_a_whole_unit_is_told_once():
    notes = [row.text for row in rows(7.0) if isinstance(row, NoteRow)]
    assert notes == [
        "Cadian Shock Troops, Allocate: Cadian Shock Troops 1",
        "Cadian Shock Troops: 5 lost",
        "Cadian Shock Troops: 5 destroyed",
    ]
    (moved,) = rows(4.0)
    assert moved == NoteRow("Eradicators: 3 move, 10.90 mv at most")


def test_the_three_languages_say_it_in_their_words():
    titles = [row.title for language in ("en", "ja", "fr") for row in rows(2.0, language) if isinstance(row, RulingRow)]
    assert titles == ["Deep Strike", "縦深攻撃", "Frappe en Profondeur"]


def test_the_caption_is_the_title_or_the_action():
    assert caption(BATTLE.header, BATTLE.steps[1], "fr") == "8,00 mv pile, ce n'est pas plus de 8"
    assert caption(BATTLE.header, BATTLE.steps[7], "en") == "Shoot · Leman Russ → Terminator Squad"
    assert action(BATTLE.header, BATTLE.steps[0], "ja") == "第2ラウンド、紅の先鋒、移動フェイズ"


def test_history_has_the_last_step_first_and_its_verdict():
    past = history(BATTLE, 3, "en")
    assert [row.verdict for row in past] == ["holds", "fails", "holds"]


def test_cards_tell_how_many_are_left():
    cards = SHOW.cards(moment(BATTLE, 7.0), "en")
    assert [card.name for card in cards] == ["Terminator Squad", "Cadian Shock Troops"]
    assert cards[1].strength == "5 of 10 models"
    assert cards[1].share == 0.5
    assert cards[0].marks == (("Arrived: 2", None),)


def test_the_start_has_a_card_for_every_unit():
    show = Show(netepic_battle())
    assert len(show.cards(moment(show.timeline, 0.0), "en")) == 5


def test_marks_have_their_signs_once_they_may_be_seen():
    signs = {"arrived 2": Sign(Text("A"), "disc"), "order charge": Sign(Text("C"), "triangle", with_mark="revealed")}
    header = replace(BATTLE.header, signs=signs)
    scene = BATTLE.scenes[3]
    unit = scene.units["terminators"]
    row = card(header, scene, "terminators", 0, "en")
    assert row.marks == (("Arrived: 2", Badge("A", "disc", NEUTRAL)),)
    hidden = structs.replace(unit, marks={"order": "charge"})
    assert badges(header, hidden, "en") == ()
    assert badges(header, structs.replace(unit, marks={"order": "charge", "revealed": True}), "en") == (
        Badge("C", "triangle", NEUTRAL),
    )


def test_quiet_marks_are_never_told():
    header = replace(BATTLE.header, quiet=("arrived",))
    assert card(header, BATTLE.scenes[3], "terminators", 0, "en").marks == ()
    show = Show(replace(BATTLE, header=header))
    told = [row for details in (False, True) for row in show.rows(moment(BATTLE, 3.0), "en", details=details)]
    assert told
    assert not [row for row in told if isinstance(row, NoteRow) and "rrived" in row.text]


def test_the_card_of_a_transport_lists_who_is_aboard():
    scene = BATTLE.scenes[0]
    for n in (1, 2):
        scene = fold(scene, Embarked(f"guard.{n}", "tank.1"))
    row = card(BATTLE.header, scene, "tank", 0, "en", whole=False)
    assert row.lines[0] == ("Aboard", "Cadian Shock Troops ×2")
    shapes = models(BATTLE.header, replace(moment(BATTLE, 0.0), scene=scene), ViewOptions())
    assert next(p for p in shapes if isinstance(p, Token) and p.model == "tank.1").aboard == 2


def test_the_end_tells_what_each_side_lost():
    rows_of_sides = SHOW.losses(moment(BATTLE, 8.0), "en")
    assert [(row.name, row.strength) for row in rows_of_sides] == [
        ("Crimson Vanguard", "At the end: 1 of 8 models lost"),
        ("Azure Company", "At the end: 5 of 11 models lost"),
    ]
    assert rows_of_sides[1].lines == (("Cadian Shock Troops", "5 of 10"),)
    assert SHOW.losses(moment(BATTLE, 1.0), "en") == ()


def test_what_a_side_controls_has_a_ring_of_its_own():
    scene = BATTLE.scenes[0]
    held = structs.replace(scene.sides["red"], marks={"controls": ("o1", "yard"), "points": 3})
    shapes = models(
        BATTLE.header,
        replace(moment(BATTLE, 0.0), scene=structs.replace(scene, sides={**scene.sides, held.id: held})),
        ViewOptions(),
    )
    rings = [p for p in shapes if isinstance(p, Area) and p.edge is not None and p.edge.colour[:3] == LOOKS[1].rim[:3]]
    assert len(rings) == 2
    assert rings[1].rings[0] == next(area.outline for area in scene.battlefield.areas if area.id == "yard")


def test_whom_an_action_is_about_is_listed_as_the_language_lists():
    step = structs.replace(BATTLE.steps[6], action=structs.replace(BATTLE.steps[6].action, targets=("guard", "riders")))
    assert "," in action(BATTLE.header, step, "fr").split("→")[1]
    told = action(BATTLE.header, step, "ja").split("→")[1]
    assert "、" in told
    assert "," not in told
