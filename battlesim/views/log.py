"""What a step says in the side panel: rows of rulings, dice, and what came of them, as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Final

from battlesim.geometry.path import Path, travelled
from battlesim.model.battlefield import Area, Feature
from battlesim.model.event import ClockSet, Destroyed, Embarked, Event, Marked, Moved, RollMade, SetUp, WoundsLost
from battlesim.model.ruling import Ruling
from battlesim.model.scene import Mark, Scene, Unit
from battlesim.model.sentences import COMPARED, MUST_BE
from battlesim.model.text import Language, Text
from battlesim.model.wording import Wording, capital
from battlesim.replay.timeline import Header, Step, Timeline
from battlesim.units import length_unit
from battlesim.views.choice import chosen
from battlesim.views.moment import Moment
from battlesim.views.primitives import Badge, Verdict
from battlesim.views.signs import badge, sign_of

_SAID: Final = {
    "destroyed": Text("{unit}: {count} destroyed", "{unit}：{count}体撃破", "{unit} : {count} détruits"),
    "set-up": Text("{unit}: {count} set up", "{unit}：{count}体配置", "{unit} : {count} déployés"),
    "embarked": Text("{unit}: {count} go aboard", "{unit}：{count}体乗車", "{unit} : {count} embarquent"),
    "moved": Text("{unit}: {count} move, {value} at most", "{unit}：{count}体移動、最大{value}", "{unit} : {count} bougent, {value} au plus"),
    "wounds-lost": Text("{unit}: {amount} lost", "{unit}：{amount}ダメージ", "{unit} : {amount} perdus"),
    "refused": Text("Refused: nothing happens", "不可：何も起きない", "Refusé : rien ne se passe"),
    "earlier": Text("Earlier", "これまで", "Auparavant"),
    "start": Text("Before the first step", "最初のステップの前", "Avant la première étape"),
    "round": Text("{word} {round}", "第{round}{word}", "{word} {round}"),
    "before": Text("Before the battle", "戦闘前", "Avant la bataille"),
    "step": Text("Step {number} of {count}", "ステップ {number}／{count}", "Étape {number} sur {count}"),
    "aboard": Text("aboard", "乗車中", "à bord"),
    "reserves": Text("in reserves", "予備戦力", "en réserve"),
    "lost": Text("At the end: {lost} of {count} models lost", "終了時：{count}体中{lost}体喪失", "À la fin, figurines perdues : {lost} sur {count}"),
    "of": Text("{part} of {whole}", "{whole}体中{part}体", "{part} sur {whole}"),
    "the-table": Text("the table", "戦場", "la table"),
    "carries": Text("Aboard", "乗車中", "À bord"),
    "more-line": Text("and {count} more line", "ほか{count}行", "et encore {count} ligne"),
    "more-lines": Text("and {count} more lines", "ほか{count}行", "et encore {count} lignes"),
    "more-unit": Text("and {count} more unit", "ほか{count}ユニット", "et encore {count} unité"),
    "more-units": Text("and {count} more units", "ほか{count}ユニット", "et encore {count} unités"),
    "models": Text("{alive} of {count} models", "{count}体中{alive}体", "figurines : {alive} sur {count}"),
}  # fmt: skip


_FEW: Final = 2
_MOST_CHOICES: Final = 2
_MOST_PIECES: Final = 4
_ORDER: Final = {"choice-made": 0, "destroyed": 2, "marked": 3}


def said(key: str, language: Language, **parts: object) -> str:
    """A phrase of the window's own."""
    return _SAID[key].to(language).format(**parts)


def left_out(what: str, count: int, language: Language) -> str:
    """That so many more lines or units are not shown."""
    return said(f"more-{what}" if count == 1 else f"more-{what}s", language, count=count)


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A verdict with the rule's name, and what was measured against what; ``demand`` is what was asked for in vain."""

    verdict: Verdict
    title: str
    details: tuple[str, ...]
    depth: int = 0
    demand: str = ""


@dataclass(frozen=True, slots=True)
class Die:
    """One die: its face, whether it succeeded (None where nothing was needed), and whether it is a second try."""

    face: int
    lit: bool | None
    again: bool = False


@dataclass(frozen=True, slots=True)
class DiceRow:
    """A roll: what for, the face needed, the dice, how many made it, and the sums behind it."""

    purpose: str
    who: str
    needs: str
    dice: tuple[Die, ...]
    score: str
    sums: tuple[str, ...] = ()
    sides: int = 6


@dataclass(frozen=True, slots=True)
class NoteRow:
    """Something that happened; ``grave`` for losses and refusals."""

    text: str
    grave: bool = False


@dataclass(frozen=True, slots=True)
class CardRow:
    """A unit: side, name, how many are left, what its sheet says, and its marks with their signs."""

    style: int
    name: str
    strength: str
    lines: tuple[tuple[str, str], ...]
    marks: tuple[tuple[str, Badge | None], ...] = ()
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A step that is over, in a line."""

    verdict: Verdict
    text: str


@dataclass(frozen=True, slots=True)
class PassedRow:
    """The rules that were asked and raised no objection, by name."""

    rules: tuple[str, ...]

    @property
    def text(self) -> str:
        """The names in a line."""
        return " · ".join(self.rules)


Row = HistoryRow | PassedRow | RulingRow | DiceRow | NoteRow | CardRow


def wording(header: Header, language: Language) -> Wording:
    """Sentences for this replay in that language, with names in place of ids."""
    return Wording(
        language, length_unit(header.unit), header.glossary, header.words, partial(_name, header, language),
        header.quiet,
    )  # fmt: skip


def _name(header: Header, language: Language, id: str) -> str:
    """What is not in the scene has a word of the game, but for the table itself."""
    if id == "table":
        return said("the-table", language)
    name = name_of(header.start, language, id)
    return header.words[id].to(language) if name == id and id in header.words else name


def name_of(scene: Scene, language: Language, id: str) -> str:
    """What an id is called: its unit's name, and the model's number where there are several."""
    if id in scene.units:
        return scene.units[id].name.to(language)
    if id in scene.models:
        model = scene.models[id]
        unit = scene.units[model.unit]
        number = f" {id.rpartition('.')[2]}" if len(unit.models) > 1 else ""
        return unit.name.to(language) + number
    if id in scene.sides:
        return scene.sides[id].name.to(language)
    field = scene.battlefield
    pieces: tuple[Area | Feature, ...] = (*field.areas, *field.features)
    return next((piece.name for piece in pieces if piece.id == id), id)


def rows(header: Header, now: Moment, language: Language, *, details: bool = False) -> tuple[Row, ...]:
    """The rows of the step on show, as far as it is told.

    What decided comes in full, what merely passed by name alone; with ``details`` every ruling comes in full, with the
    rulings that it rests on, and every mark.
    """
    if now.step is None:
        return ()
    speak = wording(header, language)
    entries = now.step.entries[: now.told]
    told = {shown.ruling for shown in chosen(now.scene, now.step, now.told) if shown.leading}
    made: list[Row] = []
    pair: tuple[str, str] | None = None
    for kind, group in groupby(entries, key=_sort):
        several = list(group)
        if kind == "ruling":
            rulings = [entry for entry in several if isinstance(entry, Ruling)]
            made += _all_rulings(rulings, speak) if details else _main_rulings(rulings, told, now.step, speak)
        elif kind == "roll":
            for roll in several:
                assert isinstance(roll, RollMade)
                made.append(_roll(roll, speak, named=(roll.subject, roll.against) != pair))
                pair = roll.subject, roll.against
        else:
            made += _notes([e for e in several if not isinstance(e, Ruling)], header.start, speak, details=details)
    if made and now.progress < 1.0 and isinstance(made[-1], DiceRow):
        made[-1] = _partly(made[-1], now.progress)
    return tuple(made)


def _sort(entry: Ruling | Event) -> str:
    return {"ruling": "ruling", "roll-made": "roll"}.get(entry.kind, "event")


def _all_rulings(rulings: Sequence[Ruling], speak: Wording) -> Iterator[Row]:
    for ruling in rulings:
        yield from _rulings(ruling, speak, 0)


def _main_rulings(rulings: Sequence[Ruling], told: set[Ruling], step: Step, speak: Wording) -> Iterator[Row]:
    """The rulings that decided in full, then the names of the rules that raised no objection."""
    passed: dict[str, None] = {}
    for ruling in rulings:
        telling = [r for r in ruling.walk() if r in told]
        if telling:
            yield from (_ruling(r, speak, 0) for r in telling)
        elif ruling.holds:
            passed[speak.rule(ruling.rule)] = None
        elif not step.legal:
            yield _ruling(ruling, speak, 0)
    if passed:
        yield PassedRow(tuple(passed))


def _rulings(ruling: Ruling, speak: Wording, depth: int) -> Iterator[RulingRow]:
    yield _ruling(ruling, speak, depth)
    for part in ruling.parts:
        yield from _rulings(part, speak, min(depth + 1, 3))


def _ruling(ruling: Ruling, speak: Wording, depth: int) -> RulingRow:
    details = [speak.clause(ruling.rule, ruling.clause)] if ruling.clause else []
    measured, demand = ruling.measurement, ""
    for piece in ruling.evidence[:_MOST_PIECES]:
        if piece is measured and measured is not None:
            details.append(speak.measurement(measured, limit=ruling.limit))
            if ruling.limit is not None and ruling.comparison is not None:
                limit = speak.length(ruling.limit)
                if not ruling.holds:
                    demand = MUST_BE[ruling.comparison].to(speak.language).format(limit=limit)
                elif not ruling.clause:
                    details.append(COMPARED[ruling.comparison].to(speak.language).format(limit=limit))
        else:
            details.append(speak.evidence(piece))
    verdict: Verdict = "holds" if ruling.holds else "fails"
    return RulingRow(verdict, speak.rule(ruling.rule), tuple(d for d in details if d), depth, demand)


def _roll(roll: RollMade, speak: Wording, *, named: bool) -> DiceRow:
    hit = frozenset(roll.successes)
    again = "re-roll" in roll.purpose or "reroll" in roll.purpose
    dice = tuple(Die(face, None if roll.target is None else n in hit, again) for n, face in enumerate(roll.faces))
    who = " → ".join(speak.name(id) for id in (roll.subject, roll.against) if id) if named else ""
    needs = "" if roll.target is None else f"{roll.target}+"
    score = "" if roll.target is None else f"{len(roll.successes)} / {len(roll.faces)}"
    sums = tuple(capital(speak.ledger(ledger)) for ledger in roll.ledgers if ledger.applied)
    return DiceRow(speak.heading(roll.purpose), who, needs, dice, score, sums, roll.sides)


def _partly(row: DiceRow, progress: float) -> DiceRow:
    """The roll while its dice still fall, one after another."""
    out = min(int(progress * 1.25 * len(row.dice)) + 1, len(row.dice))
    if out == len(row.dice):
        return row
    return DiceRow(row.purpose, row.who, row.needs, row.dice[:out], "", row.sums, row.sides)


def _notes(events: Sequence[Event], scene: Scene, speak: Wording, *, details: bool) -> Iterator[NoteRow]:
    """What happened, told by unit where it happened to several of its models."""
    happened: dict[tuple[str, str], list[Event]] = {}
    for event in sorted(events, key=lambda event: _ORDER.get(event.kind, 1)):
        if _notable(event, details, speak.quiet):
            happened.setdefault((event.kind, _unit(event, scene)), []).append(event)
    for (kind, unit), several in happened.items():
        name = speak.name(unit) if unit else ""
        grave = kind in ("destroyed", "wounds-lost", "refused")
        if kind == "refused":
            yield NoteRow(said("refused", speak.language), True)
        elif kind == "choice-made" and len(several) > _MOST_CHOICES and not details:
            continue
        elif len(several) == 1 or not unit:
            yield from (NoteRow(speak.event(event), grave) for event in several)
        elif kind == "wounds-lost":
            lost = sum(e.amount for e in several if isinstance(e, WoundsLost))
            yield NoteRow(said("wounds-lost", speak.language, unit=name, amount=lost), True)
        elif kind == "moved":
            longest = max(travelled(Path(e.path)).value for e in several if isinstance(e, Moved))
            yield NoteRow(said("moved", speak.language, unit=name, count=len(several), value=speak.length(longest)))
        elif kind in ("destroyed", "set-up", "embarked"):
            yield NoteRow(said(kind, speak.language, unit=name, count=len(several)), grave)
        else:
            yield from (NoteRow(speak.event(event), grave) for event in several)


def _notable(event: Event, details: bool, quiet: Sequence[str]) -> bool:
    """Quiet marks never are; marks of single models and marks that end only in detail."""
    if not isinstance(event, Marked):
        return True
    return event.mark not in quiet and (details or (event.of != "model" and event.value not in (None, False)))


def _unit(event: Event, scene: Scene) -> str:
    if isinstance(event, Moved | SetUp | Embarked | Destroyed | WoundsLost) and event.model in scene.models:
        return scene.models[event.model].unit
    return ""


def caption(header: Header, step: Step | None, language: Language) -> str:
    """What the step on show is about: its title, else the action with who acts on whom."""
    if step is None:
        return " – ".join(side.name.to(language) for side in header.start.sides.values())
    return step.title.to(language) or action(header, step, language)


def history(timeline: Timeline, index: int, language: Language, *, most: int = 12) -> tuple[HistoryRow, ...]:
    """The steps before that one, the last of them first."""
    earlier = timeline.steps[max(index - most, 0) : max(index, 0)]
    return tuple(
        HistoryRow("holds" if step.legal else "fails", caption(timeline.header, step, language))
        for step in reversed(earlier)
    )


def action(header: Header, step: Step, language: Language) -> str:
    """The action of a step in a line."""
    speak = wording(header, language)
    clocks = [event for event in step.events if isinstance(event, ClockSet)]
    if clocks:
        return speak.event(clocks[-1])
    told = speak.heading(step.action.name)
    actors = _named(header.start, step.action.actors, speak)
    targets = _named(header.start, step.action.targets, speak)
    told += f" · {actors}" if actors else ""
    return told + (f" → {targets}" if targets else "")


def _named(scene: Scene, ids: Sequence[str], speak: Wording) -> str:
    """Those who act or are acted on: models by their units where there are many."""
    if len(ids) > _FEW:
        ids = tuple(dict.fromkeys(scene.models[id].unit if id in scene.models else id for id in ids))
    return speak.listed(speak.name(id) for id in ids)


def card(header: Header, scene: Scene, unit: str, style: int, language: Language, *, whole: bool = True) -> CardRow:
    """A unit's card: its sheet's rows, how many stand, and its marks; the first few alone unless the ``whole``."""
    speak = wording(header, language)
    found = scene.units[unit]
    sheet = header.cards.get(unit)
    alive, everyone = scene.alive(unit), scene.models_of(unit)
    strength = said("models", language, alive=len(alive), count=len(everyone)) if len(everyone) > 1 else ""
    away = {model.place for model in alive} & {"aboard", "reserves"}
    places = [said(place, language) for place in sorted(away)]
    full = sum(header.start.models[model.id].wounds for model in everyone if model.id in header.start.models)
    left = sum(model.wounds for model in alive)
    shown = {
        mark: value for mark, value in found.marks.items() if value not in (None, False) and mark not in speak.quiet
    }
    marks = tuple(
        (capital(speak.mark(mark, value)), _badge(header, found, mark, value, language))
        for mark, value in shown.items()
    )
    lines = tuple((label.to(language), text.to(language)) for label, text in sheet.rows) if sheet else ()
    if not whole:
        lines, marks = lines[:_FEW], marks[:_FEW]
    lines = (*_passengers(scene, unit, language), *lines)
    return CardRow(
        style, found.name.to(language), " · ".join([s for s in (strength, *places) if s]), lines, marks,
        left / full if full else 1.0,
    )  # fmt: skip


def _badge(header: Header, unit: Unit, mark: str, value: Mark, language: Language) -> Badge | None:
    sign = sign_of(header, unit, mark, value)
    return badge(sign, language) if sign else None


def losses(header: Header, scene: Scene, looks: Mapping[str, int], language: Language) -> tuple[CardRow, ...]:
    """A card a side with the models that it lost, by units; empty where nobody lost any."""
    made = []
    for side in scene.sides.values():
        # by the units of the start: those that joined others since are told apart
        start = [model for model in header.start.models.values() if header.start.side_of[model.id] == side.id]
        lost = [model.unit for model in start if scene.models[model.id].place == "destroyed"]
        lines = tuple(
            (
                header.start.units[unit].name.to(language),
                said("of", language, part=lost.count(unit), whole=len(header.start.units[unit].models)),
            )
            for unit in dict.fromkeys(lost)
        )
        told = said("lost", language, lost=len(lost), count=len(start))
        share = 1.0 - len(lost) / len(start) if start else 1.0
        made.append((len(lost), CardRow(looks[side.id], side.name.to(language), told, lines, (), share)))
    return tuple(row for _, row in made) if any(count for count, _ in made) else ()


def _passengers(scene: Scene, unit: str, language: Language) -> tuple[tuple[str, str], ...]:
    """Who is aboard a unit of transports, by units."""
    aboard = [model.unit for carrier in scene.models_of(unit) for model in scene.aboard(carrier.id)]
    told = (f"{scene.units[one].name.to(language)} ×{aboard.count(one)}" for one in dict.fromkeys(aboard))
    return ((said("carries", language), Wording(language).listed(told)),) if aboard else ()


def step_of(timeline: Timeline, index: int, language: Language) -> str:
    """Where in the replay a step stands."""
    if index < 0:
        return said("start", language)
    return said("step", language, number=index + 1, count=len(timeline.steps))
