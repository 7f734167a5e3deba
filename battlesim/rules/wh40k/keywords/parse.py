"""Keyword texts as books print them, in English, Japanese or French, turned into keyword objects. Read at the edges only."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from battlesim.errors import UnknownName, did_you_mean
from battlesim.rules.wh40k.keywords import (
    Assault,
    CloseQuarters,
    DeepStrike,
    FeelNoPain,
    Heavy,
    IgnoresCover,
    InvulnerableSave,
    LoneOperative,
    Melta,
    NotModelled,
    RapidFire,
    Stealth,
    Torrent,
)
from battlesim.rules.wh40k.profiles import Amount
from battlesim.units import MV, parse_length

Parameters = Mapping[str, object]
Make = Callable[[Parameters], object]

_AMOUNT: Final = r"(?P<value>\d*d\d+(?:\s*[+-]\s*\d+)?|\d+)"
_LENGTH: Final = r"(?P<value>\d+(?:\.\d+)?)\s*(?:mv|in|inches|\"|″|''|ps|po|pouces)?"
_NEEDED: Final = r"(?P<value>\d)\+?"
_ANYTHING: Final = r"(?P<value>.+)"


@dataclass(frozen=True, slots=True)
class Form:
    """How one keyword is written: its id, its printed words in any language (in small letters), and its parameter.

    ``parameter`` is a pattern with a group ``value``, "" for none; ``patterns`` are whole texts for the irregular ones.
    """

    id: str
    words: tuple[str, ...]
    make: Make | None = None
    parameter: str = ""
    optional: bool = False
    patterns: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """The id of the catalogue entry."""
        return f"wh40k.{self.id}"


def parse_keyword(text: str) -> object:
    """The keyword that a text names; raises UnknownName with what may have been meant.

    Brackets of any kind and capitals do not matter. Published keywords without a part in the game give NotModelled.

    >>> parse_keyword("〔メルタ 2〕") == parse_keyword("[FUSION 2]") == parse_keyword("Melta 2")
    True
    """
    wanted = _plain(text)
    for pattern, form in _patterns():
        found = pattern.fullmatch(wanted)
        if found is not None:
            return _made(form, {k: v for k, v in found.groupdict().items() if v is not None}, text)
    known = [form.words[0] for form in FORMS]
    name = re.sub(r"[\s\d+d]+$", "", wanted)
    raise UnknownName(f"unknown keyword {text!r}{did_you_mean(name, known)}")


def keyword(id: str, parameters: Parameters | None = None) -> object:
    """The keyword with that id, as data sets name it, and its parameters (``value``; ``target_keyword``, ``threshold``).

    Parameters that narrow it to some targets make it NotModelled, as it would else do too much. Raises UnknownName.
    """
    form = _by_id().get(id)
    if form is None:
        raise UnknownName(f"unknown keyword {id!r}{did_you_mean(id, _by_id())}")
    given = dict(parameters or {})
    text = " ".join([form.words[0], *(str(value) for value in given.values())])
    narrowed = [key for key in given if key not in ("value", "target_keyword", "threshold")]
    if narrowed or (form.parameter and not form.optional and not given):
        return NotModelled(form.rule, text)
    return _made(form, given, text)


def is_glossary(id: str) -> bool:
    """Whether there is a keyword of that id."""
    return id in _by_id()


def _made(form: Form, parameters: Parameters, text: str) -> object:
    if form.make is None:
        return NotModelled(form.rule, " ".join(text.split()))
    return form.make(parameters)


def _amount(parameters: Parameters) -> Amount:
    return Amount.parse(str(parameters["value"]))


def _needed(parameters: Parameters) -> int:
    return int(str(parameters["value"]).rstrip("+"))


def _lone(parameters: Parameters) -> LoneOperative:
    if "value" not in parameters:
        return LoneOperative()
    return LoneOperative(reach=parse_length(str(parameters["value"]), unit=MV))


FORMS: Final[Sequence[Form]] = (
    Form(
        "anti",
        ("anti",),
        None,
        r"(?P<target_keyword>.+?)\s+(?P<threshold>\d)\+",
        patterns=(
            r"anti-(?P<target_keyword>.+?)\s+(?P<threshold>\d)\+",
            r"特効\s*(?P<target_keyword>.+?)\s*(?P<threshold>\d)\+",
            r"(?P<target_keyword>.+?)\s*特効\s*(?P<threshold>\d)\+",
        ),
    ),
    Form("assault", ("assault", "アサルト", "assaut"), lambda _: Assault()),
    Form("rapid-fire", ("rapid fire", "ラピッドファイア", "tir rapide"), lambda p: RapidFire(_amount(p)), _AMOUNT),
    Form("torrent", ("torrent", "噴射"), lambda _: Torrent()),
    Form("twin-linked", ("twin-linked", "ツインリンク", "jumelé")),
    Form("pistol", ("pistol", "ピストル", "pistolet"), lambda _: CloseQuarters("wh40k.pistol")),
    Form("close-quarters", ("close-quarters", "至近", "combat rapproché"), lambda _: CloseQuarters()),
    Form("heavy", ("heavy", "ヘヴィ", "lourd"), lambda _: Heavy()),
    Form("indirect-fire", ("indirect fire", "間接射撃", "tir indirect")),
    Form("lethal-hits", ("lethal hits", "会心ヒット", "touches fatales")),
    Form("devastating-wounds", ("devastating wounds", "会心ウーンズ", "blessures dévastatrices")),
    Form("sustained-hits", ("sustained hits", "連続命中", "touches soutenues"), None, _AMOUNT),
    Form("lance", ("lance", "ランス")),
    Form("precision", ("precision", "精密攻撃", "précision")),
    Form("blast", ("blast", "ブラスト", "déflagration"), None, _AMOUNT, optional=True),
    Form("melta", ("melta", "メルタ", "fusion"), lambda p: Melta(_amount(p)), _AMOUNT),
    Form("hazardous", ("hazardous", "暴発", "à risque")),
    Form("ignores-cover", ("ignores cover", "遮蔽無効", "ignore le couvert"), lambda _: IgnoresCover()),
    Form("extra-attacks", ("extra attacks", "追加攻撃", "attaques bonus")),
    Form("one-shot", ("one shot", "一発限り", "tir unique")),
    Form(
        "invulnerable-save",
        ("invulnerable save", "スペシャルセーヴ値", "sauvegarde invulnérable", "スペシャルセーヴ"),
        lambda p: InvulnerableSave(_needed(p)),
        _NEEDED,
    ),
    Form(
        "feel-no-pain",
        ("feel no pain", "痛みを知らぬ者", "insensible à la douleur"),
        lambda p: FeelNoPain(_needed(p)),
        _NEEDED,
    ),
    Form("deadly-demise", ("deadly demise", "恐るべき最期", "destruction néfaste"), None, _AMOUNT),
    Form("stealth", ("stealth", "隠密", "discrétion", "隠密能力"), lambda _: Stealth()),
    Form("deep-strike", ("deep strike", "縦深攻撃", "frappe en profondeur"), lambda _: DeepStrike()),
    Form("scouts", ("scouts", "斥候", "éclaireurs"), None, _LENGTH),
    Form("infiltrators", ("infiltrators", "浸透戦術", "infiltrateurs")),
    Form("leader", ("leader", "指揮官", "meneur")),
    Form("fights-first", ("fights first", "先手", "combat en premier")),
    Form("lone-operative", ("lone operative", "単独工作員", "agent solitaire"), _lone, _LENGTH, optional=True),
    Form("psychic", ("psychic", "サイキック", "psychique")),
    Form("cleave", ("cleave", "蹂躙", "abattage"), None, _AMOUNT),
    Form("firing-deck", ("firing deck", "射撃デッキ", "pont de tir"), None, _AMOUNT),
    Form("support", ("support", "appui")),
    Form("hover", ("hover", "ホバー", "stationnaire")),
    Form("super-heavy-walker", ("super-heavy walker", "超重歩行兵器", "marcheur super-lourd")),
    Form("conversion", ("conversion",)),
    Form("hunter", ("hunter",), None, _ANYTHING, optional=True),
)
"""Every published keyword. Those with ``make`` None do not play yet."""


@cache
def _by_id() -> Mapping[str, Form]:
    return {form.id: form for form in FORMS}


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Form], ...]:
    found: list[tuple[re.Pattern[str], Form]] = []
    for form in FORMS:
        written = [re.escape(_plain(word)).replace(r"\ ", r"\s+").replace(r"\-", r"[\s-]*") for word in form.words]
        whole = form.patterns or (_with_parameter(f"(?:{'|'.join(written)})", form),)
        found += [(re.compile(pattern, re.IGNORECASE), form) for pattern in whole]
    return tuple(found)


def _with_parameter(words: str, form: Form) -> str:
    if not form.parameter:
        return words
    return rf"{words}(?:\s*{form.parameter})?" if form.optional else rf"{words}\s*{form.parameter}"


def _plain(text: str) -> str:
    """Small letters, single spaces, no brackets, hyphens and digits of one kind; accents stay out of the comparison."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    folded = re.sub(r"[〔〕\[\]［］【】]", " ", folded)
    folded = re.sub(r"[‐‑‒–−]", "-", folded)
    # without accents, but not without the marks that make other kana
    latin = "".join(
        c for c in unicodedata.normalize("NFD", folded) if not (unicodedata.combining(c) and c not in "\u3099\u309a")
    )
    return " ".join(unicodedata.normalize("NFC", latin).split())
