"""Questions that players ask of the French text, each answered by shipped scenarios at the exact limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.scenario.runner import play

FOLDER = Path(__file__).parents[3] / "scenarios" / "netepic"

QUESTIONS = {
    "may a stand exactly 6 cm away be lost for a QG, one of another class, one at 6.1": (
        "qg/sacrifice-at-the-limit",
        "qg/sacrifice-outside",
        "qg/another-class",
    ),
    "may a stand that died in the same volley be lost for it": ("qg/same-volley",),
    "may one be lost for it in assault": ("qg/not-in-assault",),
    "must it be of the QG's own detachment": ("qg/sacrifice-inside", "qg/own-detachment-only"),
    "from how far may a stand with 10 cm board": (
        "transport/board-inside",
        "transport/board-at-the-limit",
        "transport/board-outside",
        "transport/board-on-a-charge",
    ),
    "how far from the hull does a stand get that leaves": (
        "transport/leave-at-the-limit",
        "transport/leave-outside",
        "transport/leave-counted-from-outside",
        "transport/first-fire-troops-stay",
    ),
    "what is left after in and out in one turn": (
        "transport/in-and-out-in-one-turn",
        "transport/carriers-that-keep-their-movement",
    ),
    "who decides whether two detachments fit one transport": (
        "transport/capacity-of-two",
        "transport/the-carrier-pays-too",
    ),
    "which transports take walkers": ("transport/walkers", "personnage/one-comes-free"),
    "how many of a detachment does a Meneur at 12 cm raise": (
        "meneur/at-the-limit",
        "meneur/outside",
        "meneur/not-for-class-5",
    ),
    "does the Elite aura reach 12 cm": (
        "elite-aura/inside",
        "elite-aura/at-the-limit",
        "elite-aura/not-for-class-3",
        "elite-aura/adds-nothing-to-the-pool",
    ),
    "what may DR do against a charge": (
        "interception/at-the-earliest-place",
        "dr/interception-at-the-limit",
        "dr/interception-outside",
        "dr/counter-charge",
        "dr/class-2-yes-class-3-no",
    ),
    "who gets out of a surrounded transport": (
        "transport/encircled",
        "transport/one-gap-left",
        "transport/a-gap-too-narrow",
    ),
    "what does a psyker do to a titan with two shields": (
        "psyker/ethereal-against-shields",
        "psyker/physical-against-shields",
        "sauvegarde-psychique/the-better-of-two",
    ),
    "how does a command unit shoot that charged, and how do its ones fare": (
        "unite-commandement/charge-shoots-as-advance",
        "unite-commandement/advance-keeps-its-ones",
        "unite-commandement/pinned-keeps-its-order",
    ),
    "is AA fire hampered at a walker, a flyer, a class 5": (
        "anti-aerien/walker-on-the-ground",
        "anti-aerien/flyer-behind",
        "anti-aerien/class-5",
    ),
}


@pytest.mark.parametrize(
    ("question", "scenario"), [(question, name) for question, names in QUESTIONS.items() for name in names]
)
def test_the_answer_holds(question, scenario):
    played = play(FOLDER / f"{scenario}.battle.yaml")
    wrong = [result.detail for step in played.steps for result in step.results if not result.passed]
    assert not wrong
