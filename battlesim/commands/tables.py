"""What ``rules`` and ``explain`` print for people: tables that fit the terminal, whatever the language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final, Literal

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Line

from battlesim.commands.lines import broken
from battlesim.commands.words import word
from battlesim.model.catalogue import RuleEntry
from battlesim.model.ruling import Comparison, Ruling
from battlesim.model.sentences import COMPARED
from battlesim.model.text import LANGUAGES, NO_TEXT, Language
from battlesim.model.wording import Wording, decimals
from battlesim.scenario.explain import Demo, Explanation, Limit
from battlesim.units import ZERO, LengthUnit

_WIDE: Final = 110
_MOST_LIMITS: Final = 3
_SIGNS: Final[Mapping[Comparison, str]] = {"within": "≤", "beyond": ">", "short-of": "<"}


def rules_table(listed: Sequence[tuple[RuleEntry, Sequence[Path]]], language: Language, width: int) -> RenderableType:
    """The rules with how many scenarios show each, game by game; what does not play is listed at the end."""
    parts: list[RenderableType] = []
    for ruleset, group in groupby(listed, key=lambda one: one[0].ruleset):
        of_game = list(group)
        parts.append(_game_heading(ruleset, of_game, language))
        parts += _of_game([(entry, len(files)) for entry, files in of_game], language, width)
    return Group(*parts)


def _game_heading(
    ruleset: str, listed: Sequence[tuple[RuleEntry, Sequence[Path]]], language: Language
) -> RenderableType:
    playing = [files for entry, files in listed if entry.status == "plays"]
    shown = dict.fromkeys(path for files in playing for path in files)
    told = word("counted", language, plays=len(playing), all=len(listed), demos=len(shown))
    return Line.assemble("\n", (ruleset, "bold"), "  ", (told, "dim"))


def _of_game(listed: Sequence[tuple[RuleEntry, int]], language: Language, width: int) -> Iterator[RenderableType]:
    playing = [(entry, count) for entry, count in listed if entry.status == "plays"]
    heads = [word(key, language) for key in ("rule", "status", "line", "demos")]
    states, lines = [word("plays", language)], [str(entry.seed_line) for entry, _ in playing]
    # the columns of one game are alike in all its tables
    slug = max(cell_len(text) for text in (heads[0], *(entry.slug for entry, _ in playing)))
    fixed = [slug, _widest(heads[1], *states), _widest(heads[2], *lines), cell_len(heads[3])]
    names = max((cell_len(entry.names.to(language)) for entry, _ in playing), default=0) if width >= _WIDE else 0
    names = min(names, 30)
    rest = max(width - sum(fixed) - names - 2 * (5 if names else 4), 20)
    named: list[_Column] = [(word("name", language), names, "left")] if names else []
    for kind in ("weapon", "unit", "core"):
        of_kind = [(entry, count) for entry, count in playing if entry.kind == kind]
        if not of_kind:
            continue
        table = _columns(
            (heads[0], fixed[0], "left"),
            *named,
            (word("does", language), rest, "left"),
            (heads[1], fixed[1], "left"),
            (heads[2], fixed[2], "right"),
            (heads[3], fixed[3], "right"),
        )
        for entry, count in of_kind:
            name, does = entry.names.to(language), entry.summary.to(language)
            told = _folded(does, rest)
            if not names:
                told = Line.assemble((("\n".join(broken(name, rest))), "bold"), "\n", told)
            table.add_row(
                Line(entry.slug, "cyan"),
                *([Line("\n".join(broken(name, names)), "bold")] if names else []),
                told,
                Line(states[0], "green"),
                Line(str(entry.seed_line or "")),
                Line(str(count)),
            )
        yield Line("\n" + word(f"{kind}-rules", language), "bold underline")
        yield table
    for status, heading in (("not-modelled", "not-modelled-list"), ("no-text", "no-text-list")):
        left = [entry for entry, _ in listed if entry.status == status]
        if left:
            yield Line("\n" + word(heading, language), "bold underline")
            yield _listed(left, language, width)


def _listed(entries: Sequence[RuleEntry], language: Language, width: int) -> RenderableType:
    """Ids and names, one beside the other."""
    slug = max(cell_len(entry.slug) for entry in entries)
    lines = []
    for entry in entries:
        name = "\n".join(broken(entry.names.to(language), max(width - slug - 4, 20)))
        first, *more = name.split("\n")
        lines.append(Line.assemble("  ", (entry.slug.ljust(slug), "dim"), "  ", first))
        lines += [Line(" " * (slug + 4) + text) for text in more]
    return Group(*lines)


def explanation_text(
    explanation: Explanation, language: Language, width: int, wording: Wording, paths: Mapping[Path, str]
) -> RenderableType:
    """All there is to say of a rule, in one language; its names in all three."""
    entry = explanation.entry
    names = dict.fromkeys(entry.names.to(one) for one in (language, *LANGUAGES))
    called = Line("\n".join(broken("  ·  ".join(names), width)), "bold")
    about = [entry.id, word(entry.kind, language), word(entry.status, language), entry.source]
    if entry.seed_line:
        about.append(word("seed-line", language, line=entry.seed_line))
    parts: list[RenderableType] = [
        Line(""),
        called,
        Line("\n".join(broken(" · ".join(about), width)), "dim"),
        Line(""),
        _folded(entry.summary.to(language), width),
    ]
    clauses = _clauses(explanation, language, width, wording)
    if clauses is not None:
        parts += [Line("\n" + word("clauses", language), "bold underline"), clauses]
    own = [demo for demo in explanation.demos if demo.own]
    others = [demo for demo in explanation.demos if not demo.own]
    for heading, demos in (("demos", own), ("also", others)):
        if demos:
            title = word(heading, language)
            parts.append(Line(f"\n{title[0].upper()}{title[1:]}", "bold underline"))
            parts.append(_demos(demos, language, width, wording, paths))
    if explanation.demos:
        parts += [Line(""), *_commands(explanation, language, paths)]
    else:
        parts.append(Line("\n" + word("no-demos", language)))
    parts += [Line(word("broken", language, file=paths[path]), "red") for path in explanation.broken]
    return Group(*parts)


def _clauses(explanation: Explanation, language: Language, width: int, wording: Wording) -> RenderableType | None:
    """The clauses in the order of the catalogue, those with limits with what they ask."""
    entry = explanation.entry
    rows: list[tuple[str, str]] = []
    for clause, names in (*entry.clauses, ("", NO_TEXT)):
        asked = [one for one in explanation.limits if one.rule == entry.id and one.clause == clause]
        said = word("or", language).join(limit_text(one, explanation.unit, language) for one in asked)
        if clause or said:
            rows.append((names.to(language) or entry.names.to(language), said))
    rows += [
        (wording.rule(one.rule), limit_text(one, explanation.unit, language))
        for one in explanation.limits
        if one.rule != entry.id
    ]
    if not rows:
        return None
    first = min(max(cell_len(name) for name, _ in rows), width // 2)
    rest = width - first - 4
    table = _columns((None, first, "left"), (None, rest, "left"))
    for name, said in rows:
        table.add_row("\n".join(broken(name, first)), Line("\n".join(broken(said, rest)), "cyan"))
    return Padding(table, (0, 0, 0, 2))


def limit_text(limit: Limit, unit: LengthUnit, language: Language) -> str:
    """What a clause asks, in words: ``more than 8.00 mv``; of several limits, ``within X (X: 6.00, 9.00 mv)``."""
    if limit.comparison == "within" and limit.limits == (ZERO,):
        return word("contact", language)
    asked = COMPARED[limit.comparison].to(language)
    if len(limit.limits) == 1:
        return asked.format(limit=decimals(unit.text(limit.limits[0]), language))
    numbers = [decimals(f"{unit.number(one):.2f}", language) for one in limit.limits]
    if len(numbers) > _MOST_LIMITS:
        listed = word("range", language, low=numbers[0], high=numbers[-1])
    else:
        listed = word("numbers", language).join(numbers)
    return word("where", language, asked=asked.format(limit="X"), limits=f"{listed} {unit.symbol}")


def _demos(
    demos: Sequence[Demo], language: Language, width: int, wording: Wording, paths: Mapping[Path, str]
) -> RenderableType:
    rows = [
        (
            word(demo.case, language),
            *_verdict(demo, language),
            *_measured(demo, wording),
            demo.title.to(language),
            Path(paths[demo.path]).name.split(".battle")[0],
        )
        for demo in demos
    ]
    heads = [word(key, language) for key in ("case", "verdict", "measured", "asked")]
    widths = [
        _widest(heads[0], *(row[0] for row in rows)),
        _widest(heads[1], *(row[1] for row in rows)),
        _widest(heads[2], *(row[3] for row in rows)),
        _widest(heads[3], *(row[4] for row in rows)),
    ]
    rest = max(width - sum(widths) - 2 * 4, 16)
    table = _columns(
        (heads[0], widths[0], "left"),
        (heads[1], widths[1], "left"),
        (heads[2], widths[2], "right"),
        (heads[3], widths[3], "right"),
        (word("scenario", language), rest, "left"),
    )
    for case, verdict, style, measured, asked, title, name in rows:
        told = Line.assemble("\n".join(broken(title, rest)), "\n", ("\n".join(broken(name, rest)), "dim"))
        table.add_row(case, Line(verdict, style), measured, asked, told)
    return table


def _verdict(demo: Demo, language: Language) -> tuple[str, str]:
    """The verdict with its mark, and its colour."""
    if demo.silent:
        return "✗ " + word("silent", language), "red"
    if demo.ruling is None:
        return "–", "dim"
    if demo.ruling.holds:
        return "✓ " + word("holds", language), "green"
    return "✗ " + word("fails" if demo.legal else "refused", language), "red"


def _measured(demo: Demo, wording: Wording) -> tuple[str, str]:
    """What was measured or counted or rolled, and what it was held against."""
    ruling, count, roll = demo.ruling, demo.count, demo.roll
    if ruling is not None and ruling.measured is not None:
        # at the limit more digits would tell of rounding alone
        beside = None if ruling.close_call else ruling.limit
        return wording.length(ruling.measured, beside=beside), _asked(ruling, wording)
    if count is not None:
        return str(count.value), "" if count.limit is None else str(count.limit)
    if roll is not None:
        faces = " ".join(map(str, roll.faces[:5])) + (" …" if len(roll.faces) > 5 else "")
        return faces, "" if roll.target is None else f"{roll.target}+"
    return "", ""


def _asked(ruling: Ruling, wording: Wording) -> str:
    if ruling.limit is None or ruling.comparison is None:
        return ""
    return f"{_SIGNS[ruling.comparison]} {wording.length(ruling.limit)}"


def _commands(explanation: Explanation, language: Language, paths: Mapping[Path, str]) -> Iterator[RenderableType]:
    """How to watch the demos, and how to run them."""
    own = [demo for demo in explanation.demos if demo.own]
    first = paths[(own or explanation.demos)[0].path]
    run = Path(first).parent.as_posix() if own else first
    for key, command in (("watch", f"battlesim play {explanation.entry.id}"), ("run", f"battlesim run {run}")):
        yield Line.assemble((word(key, language) + "  ", "bold"), (command, "cyan"), no_wrap=True, overflow="ignore")


_Column = tuple[str | None, int, Literal["left", "right"]]


def _columns(*columns: _Column) -> Table:
    """A table of columns with given widths in cells and two blanks between them; without heads where there are none."""
    headed = any(head is not None for head, _, _ in columns)
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=headed, header_style="dim", pad_edge=False)
    for head, cells, justify in columns:
        table.add_column(head or "", width=cells, justify=justify, overflow="fold")
    return table


def _folded(text: str, width: int) -> Line:
    return Line("\n".join(broken(text, width)))


def _widest(*texts: str) -> int:
    return max(map(cell_len, texts))


def printed(console: Console, what: RenderableType) -> None:
    """Print without reading anything in it as markup or colouring numbers; what is to be one line stays one."""
    console.print(what, markup=False, highlight=False, crop=False)
