"""Holding what a step expects against what happened, with messages that show what decided."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from battlesim.model.event import ChoiceMade, Destroyed, RollMade
from battlesim.model.ruling import Count, Ledger, Ruling
from battlesim.model.scene import Mark, Model, Scene
from battlesim.model.wording import decimals
from battlesim.scenario.document import Loc
from battlesim.scenario.expectations import Expectation, LedgerExpectation, Mention, RollExpectation, Stated
from battlesim.scenario.happened import Happened, about_ruling, all_rulings, mark_text, place_of, said_of, told, yes
from battlesim.units import TOUCH, Mm

Ask = Callable[[Happened], str]
"""The empty text where it is as expected, else what is there instead."""


@dataclass(frozen=True)
class Check:
    """One expectation: where it stands in the file, what it says, and the question."""

    loc: Loc
    text: str
    ask: Ask


def checks(expected: Expectation, loc: Loc) -> Iterator[Check]:
    """The checks that one entry of ``expect`` stands for."""
    if expected.legal is not None:
        yield Check((*loc, "legal"), f"legal: {yes(expected.legal)}", partial(_legal, expected.legal))
    if expected.illegal is not None:
        for mention in expected.illegal:
            text = f"illegal: {mention}{about_ruling(expected)}"
            yield Check((*loc, "illegal"), text, partial(_ruled, mention, expected, True))
    if expected.ruling is not None:
        text = f"ruling: {expected.ruling}{about_ruling(expected)}"
        yield Check((*loc, "ruling"), text, partial(_ruled, expected.ruling, expected, False))
    for mention in expected.no_ruling or ():
        yield Check((*loc, "no-ruling"), f"no-ruling: {mention}", partial(_not_ruled, mention))
    for purpose, rolls in expected.rolled.items():
        for i, roll in enumerate(rolls):
            at = (*loc, "rolled", purpose, i)
            yield Check(at, f"rolled {purpose}: {said_of(roll)}", partial(_rolled, purpose, roll))
    for purpose in expected.not_rolled or ():
        yield Check((*loc, "not-rolled"), f"not-rolled: {purpose}", partial(_not_rolled, purpose))
    for stat, ledger in expected.ledger.items():
        asked = LedgerExpectation.model_construct(result=ledger) if isinstance(ledger, int) else ledger
        yield Check((*loc, "ledger", stat), f"ledger {stat}: {said_of(asked)}", partial(_ledger, stat, asked))
    for purpose, option in expected.chosen.items():
        yield Check((*loc, "chosen", purpose), f"chosen {purpose}: {option}", partial(_chosen, purpose, option))
    yield from _of_things(expected, loc)


def _of_things(expected: Expectation, loc: Loc) -> Iterator[Check]:
    for unit, number in expected.lost.items():
        yield Check((*loc, "lost", unit), f"lost {unit}: {number}", partial(_lost, unit, number))
    for unit, number in expected.models.items():
        yield Check((*loc, "models", unit), f"models {unit}: {number}", partial(_models, unit, number))
    for name, number in expected.wounds.items():
        yield Check((*loc, "wounds", name), f"wounds {name}: {number}", partial(_wounds, name, number))
    for name, point in expected.at.items():
        yield Check((*loc, "at", name), f"at {name}", partial(_at, name, point))
    for name, place in expected.in_.items():
        yield Check((*loc, "in", name), f"in {name}: {place}", partial(_in, name, place))
    for name, marks in expected.state.items():
        for mark, value in marks.items():
            yield Check(
                (*loc, "state", name, mark),
                f"state {name}: {mark} {mark_text(value)}",
                partial(_state, name, mark, value),
            )
    if expected.clock is not None:
        for key in ("round", "side", "phase"):
            value = getattr(expected.clock, key)
            if value is None:
                continue
            yield Check((*loc, "clock", key), f"clock {key}: {value}", partial(_clock, key, value))


def unexpected(happened: Happened, expected: tuple[Expectation, ...]) -> str:
    """What a step did that its file does not speak of: a refusal that no expectation names, or names in part."""
    if happened.step.legal:
        return ""
    if any(one.legal is False for one in expected):
        return ""
    named = [mention for one in expected for mention in one.illegal or ()]
    stray = [
        ruling
        for ruling in happened.step.rulings
        if not ruling.holds and not any(_is(deeper, mention, happened) for deeper in ruling.walk() for mention in named)
    ]
    if not stray:
        return ""
    head = happened.say("refused-by-more" if named else "not-expected")
    return "\n".join([head, *(told(ruling, happened, refused=True) for ruling in stray)])


def _legal(expected: bool, happened: Happened) -> str:
    if happened.step.legal == expected:
        return ""
    if expected:
        refusing = [ruling for ruling in happened.step.rulings if not ruling.holds]
        return "\n".join([happened.say("refused"), *(told(one, happened, refused=True) for one in refusing)])
    return "\n".join([happened.say("legal-rulings"), *all_rulings(happened)])


def _ruled(mention: Mention, expected: Expectation, refusal: bool, happened: Happened) -> str:
    if refusal and happened.step.legal:
        about = [one for one, _ in happened.rulings if _is(one, mention, happened)]
        found = [told(one, happened) for one in about] or all_rulings(happened)
        return "\n".join([happened.say("legal"), *found])
    candidates = [
        ruling for ruling, refused in happened.rulings if _is(ruling, mention, happened) and (refused or not refusal)
    ]
    if not candidates:
        head = happened.say("not-refusing" if refusal else "not-speaking", rule=mention)
        return "\n".join([head, *all_rulings(happened)])
    misses = [_missed(ruling, expected, happened) for ruling in candidates]
    if any(not missed for missed in misses):
        return ""
    lines = []
    for ruling, missed in zip(candidates, misses, strict=True):
        lines += [*missed, told(ruling, happened, refused=refusal)]
    return "\n".join(lines)


def _missed(ruling: Ruling, expected: Expectation, happened: Happened) -> list[str]:
    """What of the expectation this ruling does not meet."""
    missed = []
    if expected.holds is not None and ruling.holds != expected.holds:
        missed.append(happened.say("but-holds" if ruling.holds else "but-fails", expected=yes(expected.holds)))
    if expected.measured is not None:
        missed += _length("measured", expected.measured, ruling.measured, happened)
    if expected.limit is not None:
        missed += _length("limit", expected.limit, ruling.limit, happened)
    if expected.count is not None:
        counts = [piece.value for piece in ruling.evidence if isinstance(piece, Count)]
        if expected.count not in counts:
            found = _all(map(str, counts), happened)
            missed.append(happened.say("but-counted", expected=expected.count, found=found))
    if expected.close_call is not None and ruling.close_call != expected.close_call:
        key = "but-close" if ruling.close_call else "but-not-close"
        missed.append(happened.say(key, expected=yes(expected.close_call)))
    if expected.between is not None:
        measured = ruling.measurement
        ends = ruling.subjects if measured is None else measured.ends
        if not _both_ends(expected.between, ends, happened.after):
            wanted, found = (_all(names, happened) for names in (expected.between, ends))
            missed.append(happened.say("but-is", what="between", expected=wanted, found=found))
    return missed


def _length(what: str, expected: Stated, found: Mm | None, happened: Happened) -> list[str]:
    if found is None:
        return [happened.say("no-length", what=what, expected=expected.written)]
    if abs(found - expected.value) <= expected.tolerance + 1e-9:
        return []
    text = happened.wording.length(found, beside=expected.value)
    return [
        happened.say(
            "but-is", what=what, expected=expected.written, found=f"{text} {happened.wording.millimetres(found)}"
        )
    ]


def _all(names: Iterable[str], happened: Happened) -> str:
    return happened.say("and").join(names) or happened.say("nothing")


def _both_ends(expected: tuple[str, str], ends: tuple[str, ...], scene: Scene) -> bool:
    def means(name: str, end: str) -> bool:
        return end == name or (end in scene.models and scene.models[end].unit == name)

    first, second = expected
    return any(means(first, a) and means(second, b) for a in ends for b in ends if a != b)


def _not_ruled(mention: Mention, happened: Happened) -> str:
    spoken = [ruling for ruling, _ in happened.rulings if _is(ruling, mention, happened)]
    return "\n".join([happened.say("speaks", rule=mention), *(told(one, happened) for one in spoken)]) if spoken else ""


def _rolled(purpose: str, expected: RollExpectation, happened: Happened) -> str:
    rolls = [
        roll
        for roll in happened.step.rolls
        if roll.purpose == purpose
        and (expected.by is None or _means(expected.by, roll.subject, happened.before))
        and (expected.against is None or _means(expected.against, roll.against, happened.before))
    ]
    if any(_roll_is(roll, expected) for roll in rolls):
        return ""
    others = [happened.wording.roll(roll) for roll in (rolls or happened.step.rolls)]
    head = happened.say("rolls" if rolls else "not-rolled", purpose=purpose, expected=said_of(expected))
    ledgers = [happened.wording.ledger(ledger) for roll in rolls for ledger in roll.ledgers]
    return "\n".join([head, *(others or [happened.say("none")]), *ledgers])


def _roll_is(roll: RollMade, expected: RollExpectation) -> bool:
    return (
        (expected.needs is None or roll.target == expected.needs)
        and (expected.count is None or len(roll.faces) == expected.count)
        and (expected.faces is None or roll.faces == expected.faces)
        and (expected.successes is None or len(roll.successes) == expected.successes)
    )


def _not_rolled(purpose: str, happened: Happened) -> str:
    rolls = [happened.wording.roll(roll) for roll in happened.step.rolls if roll.purpose == purpose]
    return "\n".join([happened.say("rolled", purpose=purpose), *rolls]) if rolls else ""


def _ledger(stat: str, expected: LedgerExpectation, happened: Happened) -> str:
    ledgers = [ledger for roll in happened.step.rolls for ledger in roll.ledgers]
    about = [ledger for ledger in ledgers if ledger.stat == stat]
    if any(_ledger_is(ledger, expected, happened.prefix) for ledger in about):
        return ""
    found = [happened.wording.ledger(ledger) for ledger in (about or ledgers)]
    head = happened.say("sums", stat=stat, expected=said_of(expected))
    return "\n".join([head, *(found or [happened.say("none")])])


def _ledger_is(ledger: Ledger, expected: LedgerExpectation, prefix: str) -> bool:
    rules = tuple(modifier.rule.removeprefix(prefix) for modifier in ledger.applied)
    return (
        (expected.start is None or ledger.start == expected.start)
        and (expected.result is None or ledger.result == expected.result)
        and (expected.rules is None or rules == expected.rules)
    )


def _chosen(purpose: str, option: str, happened: Happened) -> str:
    made = [event for event in happened.step.events if isinstance(event, ChoiceMade)]
    if any(event.purpose == purpose and event.chosen == option for event in made):
        return ""
    found = [
        happened.say("choice", told=happened.wording.event(event), options=happened.listed(event.options))
        for event in made
    ]
    head = happened.say("choices", option=option, purpose=purpose)
    return "\n".join([head, *(found or [happened.say("none")])])


def _joined(name: str, scene: Scene, happened: Happened) -> str:
    """What is wrong with asking about the name now: its unit has become a part of another."""
    known = name in scene.units or name in scene.models
    return "" if known else happened.say("joined", name=name)


def _lost(unit: str, number: int, happened: Happened) -> str:
    if joined := _joined(unit, happened.before, happened):
        return joined
    lost = [
        event.model
        for event in happened.step.events
        if isinstance(event, Destroyed) and _unit_of(event.model, happened.before) == unit
    ]
    if len(lost) == number:
        return ""
    return _listed(happened.say("lost", unit=unit, count=len(lost)), lost, happened)


def _listed(told: str, names: Sequence[str], happened: Happened) -> str:
    return happened.say("listed", told=told, names=happened.listed(names)) if names else told


def _models(unit: str, number: int, happened: Happened) -> str:
    if joined := _joined(unit, happened.after, happened):
        return joined
    left = [model.id for model in happened.after.alive(unit)]
    if len(left) == number:
        return ""
    return _listed(happened.say("models-left", unit=unit, count=len(left)), left, happened)


def _wounds(name: str, number: int, happened: Happened) -> str:
    if joined := _joined(name, happened.after, happened):
        return joined
    model = _one_model(name, happened.after)
    if model is None:
        return happened.say("several", name=name)
    return "" if model.wounds == number else happened.say("wounds-left", model=model.id, count=model.wounds)


def _at(name: str, point: tuple[float, ...], happened: Happened) -> str:
    if joined := _joined(name, happened.after, happened):
        return joined
    model = _one_model(name, happened.after)
    if model is None:
        return happened.say("several", name=name)
    if model.pose is None:
        return happened.say("off-table", model=model.id, place=place_of(model, happened.wording.language))
    unit = happened.wording.unit
    off = math.hypot(model.pose.x - point[0], model.pose.y - point[1])
    turned = abs((model.pose.facing - point[2] + 180.0) % 360.0 - 180.0) if len(point) > 2 else 0.0
    if off <= TOUCH and turned <= 0.01 and model.on_table:
        return ""
    return happened.say(
        "is-at",
        model=model.id,
        x=f"{unit.number(model.pose.x):.4f}",
        y=f"{unit.number(model.pose.y):.4f}",
        facing=f"{model.pose.facing:g}",
        place=place_of(model, happened.wording.language),
        off=decimals(unit.text(Mm(off), digits=4), happened.wording.language),
    )


def _in(name: str, place: str, happened: Happened) -> str:
    scene = happened.after
    if joined := _joined(name, scene, happened):
        return joined
    models = scene.alive(name) if name in scene.units else (scene.models[name],)
    if place == "destroyed":
        left = [model.id for model in models if model.place != "destroyed"]
        return happened.say("not-destroyed", names=happened.listed(left)) if left else ""
    if not models:
        return happened.say("nothing-left", name=name)
    elsewhere = [
        happened.say("is-in", model=model.id, place=place_of(model, happened.wording.language))
        for model in models
        if place != model.place and not (model.place == "aboard" and _means(place, model.carrier, scene))
    ]
    return "; ".join(elsewhere[:6])


def _state(name: str, mark: str, value: Mark, happened: Happened) -> str:
    scene = happened.after
    found = scene.units.get(name) or scene.models.get(name) or scene.sides.get(name)
    if found is None:
        return happened.say("gone", name=name)
    has = found.marks.get(mark)
    if has == value and isinstance(has, bool) == isinstance(value, bool):
        return ""
    if has is None and value is False:
        return ""
    marks = happened.listed(f"{key}: {mark_text(kept)}" for key, kept in found.marks.items()) or happened.say("none")
    return happened.say("state", name=name, mark=mark, value=mark_text(has), marks=marks)


def _clock(key: str, value: object, happened: Happened) -> str:
    clock = happened.after.clock
    found = getattr(clock, key)
    if found == value:
        return ""
    now = f"{happened.wording.word('round')} {clock.round}"
    return happened.say("clock", what=key, found=repr(found), round=now, side=clock.side, phase=clock.phase)


def _is(ruling: Ruling, mention: Mention, happened: Happened) -> bool:
    return ruling.rule == happened.prefix + mention.rule and mention.clause in ("", ruling.clause)


def _means(name: str, id: str, scene: Scene) -> bool:
    """Whether a unit's or a model's name means that unit or model."""
    return name == id or _unit_of(id, scene) == name


def _unit_of(id: str, scene: Scene) -> str:
    return scene.models[id].unit if id in scene.models else id


def _one_model(name: str, scene: Scene) -> Model | None:
    if name in scene.models:
        return scene.models[name]
    models = scene.models_of(name) if name in scene.units else ()
    return models[0] if len(models) == 1 else None
