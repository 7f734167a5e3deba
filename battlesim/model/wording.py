"""Sentences about what was ruled, rolled and done, in English, Japanese and French. Made when shown, never stored.

A ``Wording`` holds what the sentences need: the language, the players' unit of length, the glossary of rules and the
words of the game (phases, marks, roll purposes, actions). A word that is missing is shown as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol, assert_never

from battlesim.geometry.footprint import Spot
from battlesim.geometry.measure import Measurement
from battlesim.geometry.path import Path, travelled
from battlesim.geometry.region import Region
from battlesim.geometry.sight import Sightline
from battlesim.model.event import (
    ChoiceMade,
    ClockSet,
    Destroyed,
    Embarked,
    Event,
    Joined,
    Marked,
    Moved,
    Refused,
    RollMade,
    SetUp,
    TerrainDamaged,
    Withdrawn,
    WoundsLost,
    WoundsRegained,
)
from battlesim.model.ruling import Count, Evidence, Fact, Ledger, Modifier, Ruling
from battlesim.model.scene import Mark
from battlesim.model.sentences import COMPARED, MUST_BE, SAID
from battlesim.model.text import NO_TEXT, Language, Text
from battlesim.units import MM, LengthUnit, Mm


class RuleWords(Protocol):
    """What a glossary says of a rule."""

    @property
    def names(self) -> Text: ...
    @property
    def clauses(self) -> Mapping[str, Text]: ...


def _as_it_is(id: str) -> str:
    return id


def decimals(text: str, language: Language) -> str:
    """A text with numbers as the language writes them: in French the decimals stand behind a comma."""
    return text.replace(".", ",") if language == "fr" else text


@dataclass(frozen=True)
class Wording:
    """Makes sentences in one language. ``name`` turns an id of a model or unit into what is shown: the id itself by default.

    ``quiet`` marks are bookkeeping: nobody is told of them.
    """

    language: Language = "en"
    unit: LengthUnit = MM
    glossary: Mapping[str, RuleWords] = field(default_factory=dict)
    words: Mapping[str, Text] = field(default_factory=dict)
    name: Callable[[str], str] = _as_it_is
    quiet: tuple[str, ...] = ()

    def rule(self, id: str, number: int | None = None) -> str:
        """The name of a rule; with the ``number`` that it has on a sheet, where it is printed with an X."""
        entry = self.glossary.get(id)
        return numbered(entry.names.to(self.language), number) or id if entry else id

    def clause(self, id: str, clause: str) -> str:
        """What a clause of a rule is called; the empty text where it has no name."""
        entry = self.glossary.get(id)
        return entry.clauses.get(clause, NO_TEXT).to(self.language) if entry else ""

    def word(self, word: str) -> str:
        """A word of the game: a phase, a mark, a purpose, an action."""
        return self.words.get(word, NO_TEXT).to(self.language) or word

    def heading(self, word: str) -> str:
        """A word of the game at the start of a line."""
        return capital(self.word(word))

    def listed(self, parts: Iterable[str]) -> str:
        """Several things one after another."""
        return self._said("list").join(parts)

    def mark(self, mark: str, value: Mark) -> str:
        """A mark with its value. What has a phrase of its own ("moved advance") is said by it."""
        if value is True:
            return self.word(mark)
        if f"{mark} {value}" in self.words:
            return self.word(f"{mark} {value}")
        several = value if isinstance(value, tuple) else (str(value),)
        # a phrase goes on with a word, a number or a list stands apart
        return self._said(
            "number" if isinstance(value, str) else "count",
            what=self.word(mark),
            value=self.listed(self.name(self.word(v)) for v in several),
        )

    def length(self, length: Mm, *, beside: Mm | None = None) -> str:
        """A length in the players' unit; with as many digits as it takes to tell it from the one ``beside`` it."""
        text = self.unit.text(length)
        if beside is not None and abs(length - beside) >= 1e-6:
            for digits in (2, 3, 4, 5):
                text = self.unit.text(length, digits=digits)
                if float(text.split()[0]) != float(self.unit.text(beside, digits=digits).split()[0]):
                    break
        return decimals(text, self.language)

    def _end(self, end: str) -> str:
        """What a measurement ends on: a model or a piece of terrain by its name, else the word for it."""
        named = self.name(end) if end else "?"
        return self.word(end) if named == end else named

    def millimetres(self, length: Mm) -> str:
        """A length to a ten-thousandth of a millimetre, in brackets."""
        return decimals(f"({length:.4f} mm)", self.language)

    def spot(self, spot: Spot) -> str:
        """A point of the table in the players' unit: ``(30.00, 20.00)``, the height only where there is one."""
        numbers = [spot.x, spot.y] + ([spot.z] if spot.z else [])
        told = [decimals(f"{self.unit.number(Mm(number)):.2f}", self.language) for number in numbers]
        # a comma between numbers that have commas would not tell them apart
        return f"({(' ; ' if self.language == 'fr' else ', ').join(told)})"

    def ruling(self, ruling: Ruling, *, refused: bool = False, reasons: bool = False) -> str:
        """One sentence: the rule, its verdict, what was measured and against what, and the source.

        ``refused`` is for a ruling that forbade an action; ``reasons`` adds the rulings that it rests on.
        """
        verdict = self._said("holds" if ruling.holds else "refused" if refused else "fails")
        clause = self.clause(ruling.rule, ruling.clause)
        head = (
            self.rule(ruling.rule)
            + (self._said("bracketed", what=clause) if clause else "")
            + self._said("colon")
            + verdict
        )
        told = self._said("and").join(self._pieces(ruling))
        sentence = head + (self._said("stop") + told if told else "")
        if ruling.source:
            sentence += self._said("bracketed", what=ruling.source)
        if reasons and ruling.parts:
            rest = self._said("and").join(self.ruling(part, reasons=True) for part in ruling.parts)
            sentence += self._said("stop") + self._said("because") + rest
        return sentence

    def measurement(self, measurement: Measurement, *, limit: Mm | None = None) -> str:
        """What was measured, from what to what."""
        a, b = (self._end(end) for end in measurement.ends)
        value = self.length(measurement.value, beside=limit)
        if limit is not None and measurement.close_call(limit):
            value = self.length(measurement.value) + self._said("close")
        way_to = measurement.what == "path" and measurement.ends[0] != measurement.ends[1]
        return self._said("path-to" if way_to else measurement.what, a=a, b=b, value=value)

    def evidence(self, piece: Evidence) -> str:
        """One piece of evidence."""
        match piece:
            case Measurement():
                return self.measurement(piece)
            case Sightline():
                a, b = (self._end(end) for end in piece.ends)
                if piece.clear:
                    return self._said("clear", a=a, b=b)
                blockers = self.listed(self.name(blocker) for blocker in piece.blockers) or self._said("nothing")
                return self._said("blocked", a=a, b=b, blockers=blockers)
            case Region():
                return self._said("region", name=self.word(piece.name))
            case Count():
                if piece.limit is None:
                    return self._said("count", what=self.word(piece.what), value=piece.value)
                return self._said("count-limit", what=self.word(piece.what), value=piece.value, limit=piece.limit)
            case Fact():
                what = self.word(piece.what)
                if not piece.subject:
                    return what
                return self._said("fact-of", subject=self.name(piece.subject), what=what)
            case _:
                assert_never(piece)

    def ledger(self, ledger: Ledger) -> str:
        """How a number came about: ``Attacks 2 +2 [RAPID FIRE 2] = 4``; what a die has to reach: ``BS 3+, cover: 4+``."""
        stat = self.word(ledger.stat)
        if not ledger.applied:
            return self._said("ledger-same", stat=stat, result=f"{ledger.result}{'+' if ledger.face else ''}")
        first = ledger.applied[0]
        compared = self._numbers(first) if first.operation == "replace" else []
        if len(compared) == 2:
            return self._said("ledger-table", first=compared[0], second=compared[1], result=ledger.result)
        if ledger.face:
            changes = "".join(self._said("change-face", rule=self._reason(one)) for one in ledger.applied)
            return self._said("ledger-face", stat=stat, start=ledger.start, changes=changes, result=ledger.result)
        changes = "".join(
            self._said("change", amount=amount_text(modifier), rule=self.rule(modifier.rule, modifier.amount))
            for modifier in ledger.applied
        )
        if not ledger.start and len(ledger.applied) == 1:
            return stat + changes
        return self._said("ledger", stat=stat, start=ledger.start, changes=changes, result=ledger.result)

    def roll(self, made: RollMade) -> str:
        """Who rolled what for what, what was needed and how many made it."""
        faces = " ".join(str(face) for face in made.faces) or self._said("no-dice")
        told = self._said(
            "roll", who=self._who(made.subject, made.against), purpose=self.word(made.purpose), faces=faces
        )
        if made.target is not None and made.faces:
            told += self._said("needs", target=made.target, count=len(made.successes), all=len(made.faces))
        return told

    def event(self, event: Event) -> str:
        """One sentence about what happened."""
        match event:
            case ClockSet(clock):
                parts = [
                    self._said("round", word=self.heading("round"), round=clock.round)
                    if clock.round
                    else self._said("before")
                ]
                parts += [self.name(clock.side)] if clock.side else []
                parts += [self.word(clock.phase)] if clock.phase else []
                return self.listed(parts)
            case SetUp(model, _, carrier):
                if carrier:
                    return self._said("set-up-from", model=self.name(model), carrier=self.name(carrier))
                return self._said("set-up", model=self.name(model))
            case Moved(model, path):
                length = travelled(Path(path)).value
                if not length:
                    return self._said("turned", model=self.name(model))
                return self._said("moved", model=self.name(model), value=self.length(length))
            case Embarked(model, carrier):
                return self._said("embarked", model=self.name(model), carrier=self.name(carrier))
            case Withdrawn(model):
                return self._said("withdrawn", model=self.name(model))
            case WoundsLost(model, amount, left, rule) | WoundsRegained(model, amount, left, rule):
                told = self._said(event.kind, model=self.name(model), amount=amount, left=left)
                return told + self._by(rule)
            case Destroyed(model, rule):
                return self._said("destroyed", model=self.name(model)) + self._by(rule)
            case TerrainDamaged(terrain, _, left, category, rule):
                if category:
                    told = self._said("terrain-falls", terrain=self.name(terrain), category=self.word(category))
                else:
                    told = self._said("terrain-damaged", terrain=self.name(terrain), left=left)
                return told + self._by(rule)
            case Joined(unit, host):
                return self._said("joined", unit=self.name(unit), host=self.name(host))
            case Marked(subject, mark, value):
                return self._marked(self.name(subject), mark, value)
            case RollMade():
                return self.roll(event)
            case ChoiceMade(purpose, _, chosen, subject):
                who = self._who(subject, "")
                return self._said("chosen", who=who, purpose=self.word(purpose), chosen=self.name(self.word(chosen)))
            case Refused(action, subjects):
                who = self.listed(self.name(subject) for subject in subjects)
                return self._said("refused-action", action=self.word(action) + (f" {who}" if who else ""))
            case _:
                assert_never(event)

    def entry(self, entry: Ruling | Event, *, refused: bool = False) -> str:
        """One sentence about an entry of a step."""
        return self.ruling(entry, refused=refused) if isinstance(entry, Ruling) else self.event(entry)

    def _pieces(self, ruling: Ruling) -> list[str]:
        """What the evidence says, with the limit next to the measurement that it was held against."""
        measured = ruling.measurement
        pieces = []
        for piece in ruling.evidence:
            if piece is measured and ruling.limit is not None and ruling.comparison is not None:
                told = self.measurement(piece, limit=ruling.limit)
                limit = self.length(ruling.limit)
                words = self._said("list") + COMPARED[ruling.comparison].to(self.language)
                if not ruling.holds:
                    words = self._said("and") + MUST_BE[ruling.comparison].to(self.language)
                pieces.append(told + words.format(limit=limit))
            else:
                pieces.append(self.evidence(piece))
        return pieces

    def _marked(self, subject: str, mark: str, value: Mark) -> str:
        if value is None or value is False:
            return self._said("unmarked", subject=subject, mark=self.word(mark))
        return self._said("marked", subject=subject, mark=self.mark(mark, value))

    def _numbers(self, modifier: Modifier) -> list[str]:
        """The plain numbers that a modifier rests on, where it rests on nothing else."""
        evidence = modifier.ruling.evidence if modifier.ruling else ()
        numbers = [piece for piece in evidence if isinstance(piece, Count)]
        whole = len(numbers) == len(evidence)
        return [self._said("number", what=self.word(one.what), value=one.value) for one in numbers] if whole else []

    def _reason(self, modifier: Modifier) -> str:
        """Why a die needs another face: the numbers behind it, else the rule."""
        return self.listed(self._numbers(modifier)) or self.rule(modifier.rule, modifier.amount)

    def _who(self, subject: str, against: str) -> str:
        if subject and against:
            return self._said("who-against", subject=self.name(subject), against=self.name(against))
        return self._said("who", subject=self.name(subject)) if subject else ""

    def _by(self, rule: str) -> str:
        return self._said("by-rule", rule=self.rule(rule)) if rule else ""

    def _said(self, key: str, **parts: object) -> str:
        template = SAID[key].to(self.language)
        return template.format(**parts) if parts else template


def capital(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def numbered(name: str, number: object = None) -> str:
    """A name of a rule with its number for the X; without one, the form without an X where the name has both.

    >>> numbered("[MELTA X]", 2), numbered("[BLAST], [BLAST X]"), numbered("Feel No Pain X+", 5)
    ('[MELTA 2]', '[BLAST]', 'Feel No Pain 5+')
    """
    forms = _FORMS.split(name)
    if number is None:
        return forms[0]
    # where two letters stand for something, the first is a word and the second the number
    letter = _Y if _Y.search(forms[-1]) else _X
    return letter.sub(str(number), forms[-1])


_FORMS: Final = re.compile(r", (?=\S)|(?<=〕) ")
_X: Final = re.compile(r"(?<![A-Za-zÀ-ÿ])[Xx](?![A-Za-zÀ-ÿ]{3})")
_Y: Final = re.compile(r"(?<![A-Za-zÀ-ÿ])Y(?![A-Za-zÀ-ÿ]{3})")


def amount_text(modifier: Modifier) -> str:
    """What a modifier does, in signs: ``+1``, ``x2``, ``=4``."""
    signs = {"replace": "=", "multiply": "x", "divide": "/", "cap": "max "}
    match modifier.operation:
        case "add":
            return f"{modifier.amount:+d}"
        case "subtract":
            return f"{-modifier.amount:+d}"
        case operation:
            return f"{signs[operation]}{modifier.amount}"
