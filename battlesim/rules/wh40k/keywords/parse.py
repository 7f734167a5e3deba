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
    Anti,
    Assault,
    Blast,
    Cleave,
    CloseQuarters,
    Conversion,
    Damaged,
    DeadlyDemise,
    DeepStrike,
    DevastatingWounds,
    ExtraAttacks,
    FeelNoPain,
    FightsFirst,
    FiringDeck,
    Hazardous,
    Heavy,
    Hover,
    Hunter,
    IgnoresCover,
    IndirectFire,
    Infiltrators,
    InvulnerableSave,
    Lance,
    Leader,
    LethalHits,
    LoneOperative,
    Melta,
    NotModelled,
    OneShot,
    Precision,
    Psychic,
    RapidFire,
    Scouts,
    Stealth,
    SuperHeavyWalker,
    Support,
    SustainedHits,
    Torrent,
    TwinLinked,
)
from battlesim.rules.wh40k.keywords.target_words import target_keywords
from battlesim.rules.wh40k.narrowed import Narrowed
from battlesim.rules.wh40k.profiles import Amount, BadAmount
from battlesim.units import MV, Mm, parse_length

Parameters = Mapping[str, object]
Make = Callable[[Parameters], object]

_AMOUNT: Final = r"(?P<value>\d*d\d+(?:\s*[+-]\s*\d+)?|\d+)"
_LENGTH: Final = r"(?P<value>\d+(?:\.\d+)?)\s*(?:mv|in|inches|\"|″|''|ps|po|pouces)?"
_NEEDED: Final = r"(?P<value>\d)\+?"
_ANYTHING: Final = r"(?P<value>.+)"
_RANGED: Final = ("ranged", "射撃", "tir")
_NARROWED: Final = re.compile(r"(?P<inner>.+?)\s*\((?P<how>only|not) against (?P<whom>(?!ranged|melee).+)\)")


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
    """The keyword that a text names; raises UnknownName with what may have been meant, and BadAmount.

    Brackets of any kind and capitals do not matter. Published keywords without a part in the game give NotModelled.

    >>> parse_keyword("〔メルタ 2〕") == parse_keyword("[FUSION 2]") == parse_keyword("Melta 2")
    True
    """
    wanted = _plain(text)
    narrowed = _NARROWED.fullmatch(wanted)
    if narrowed is not None:
        whom, inner = target_keywords(narrowed["whom"]), parse_keyword(narrowed["inner"])
        return narrow(inner, only=whom) if narrowed["how"] == "only" else narrow(inner, never=whom)
    for pattern, form in _patterns():
        found = pattern.fullmatch(wanted)
        if found is not None:
            return _made(form, {k: v for k, v in found.groupdict().items() if v is not None}, text)
    known = [form.words[0] for form in FORMS]
    name = re.sub(r"[\s\d+d]+$", "", wanted)
    raise UnknownName(f"unknown keyword {text!r}{did_you_mean(name, known)}")


def narrow(inner: object, *, only: tuple[str, ...] = (), never: tuple[str, ...] = ()) -> object:
    """The keyword as it bears on attacks against some units alone; one that does not play stays that."""
    if isinstance(inner, NotModelled):
        return NotModelled(inner.rule, f"{inner.text} ({Narrowed(inner, only, never).condition})")
    return Narrowed(inner, only, never)


def keyword(id: str, parameters: Parameters | None = None) -> object:
    """The keyword with that id, as data sets name it, and its parameters (``value``; ``target_keyword``, ``threshold``).

    ``required_target_keywords_any`` and ``excluded_target_keywords`` narrow it to some targets. Raises UnknownName and BadAmount.
    """
    form = _by_id().get(id)
    if form is None:
        raise UnknownName(f"unknown keyword {id!r}{did_you_mean(id, _by_id())}")
    given = dict(parameters or {})
    text = " ".join([form.words[0], *(str(value) for value in given.values())])
    only = _capitals(given.pop("required_target_keywords_any", ()))
    never = _capitals(given.pop("excluded_target_keywords", ()))
    if form.parameter and not form.optional and not given:
        return NotModelled(form.rule, text)
    made = _made(form, given, text)
    return narrow(made, only=only, never=never) if only or never else made


def _made(form: Form, parameters: Parameters, text: str) -> object:
    if form.make is None:
        return NotModelled(form.rule, " ".join(text.split()))
    try:
        return form.make(parameters)
    except BadAmount as error:
        raise BadAmount(f"{' '.join(text.split())}: {error}") from None


def _capitals(given: object) -> tuple[str, ...]:
    words = given if isinstance(given, list | tuple) else ()
    return tuple(keyword for word in words for keyword in target_keywords(_plain(str(word))))


def _anti(parameters: Parameters) -> Anti:
    return Anti(target_keywords(_plain(str(parameters["target_keyword"]))), _needed(parameters, "threshold"))


def _hunter(parameters: Parameters) -> Hunter:
    given = parameters.get("value", parameters.get("target_keyword", ""))
    return Hunter(target_keywords(_plain(str(given))))


def _invulnerable(parameters: Parameters) -> InvulnerableSave:
    against = str(parameters.get("against", ""))
    if not against:
        return InvulnerableSave(_needed(parameters))
    return InvulnerableSave(_needed(parameters), "ranged" if against in _RANGED else "melee")


def _amount(parameters: Parameters) -> Amount:
    amount = Amount.parse(str(parameters["value"]))
    if amount.fixed and amount.plus < 1:
        raise BadAmount(f"expected 1 or more, not {amount}")
    return amount


def _one(parameters: Parameters) -> Amount:
    return _amount(parameters) if "value" in parameters else Amount(1)


def _count(parameters: Parameters) -> int:
    amount = _amount(parameters)
    if not amount.fixed:
        raise BadAmount(f"expected a number, not {amount}")
    return amount.plus


def _needed(parameters: Parameters, name: str = "value") -> int:
    face = int(str(parameters[name]).rstrip("+"))
    if not 2 <= face <= 6:
        raise BadAmount(f"expected what a die needs, 2+ to 6+, not {face}+")
    return face


def _length(parameters: Parameters) -> Mm:
    length = parse_length(str(parameters["value"]), unit=MV)
    if not length:
        raise BadAmount(f"expected a length above zero, not {parameters['value']}")
    return length


def _lone(parameters: Parameters) -> LoneOperative:
    return LoneOperative(reach=_length(parameters)) if "value" in parameters else LoneOperative()


FORMS: Final[Sequence[Form]] = (
    Form(
        "anti",
        ("anti",),
        _anti,
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
    Form("twin-linked", ("twin-linked", "ツインリンク", "jumelé"), lambda _: TwinLinked()),
    Form("pistol", ("pistol", "ピストル", "pistolet"), lambda _: CloseQuarters("wh40k.pistol")),
    Form("close-quarters", ("close-quarters", "至近", "combat rapproché"), lambda _: CloseQuarters()),
    Form("heavy", ("heavy", "ヘヴィ", "lourd"), lambda _: Heavy()),
    Form("indirect-fire", ("indirect fire", "間接射撃", "tir indirect"), lambda _: IndirectFire()),
    Form("lethal-hits", ("lethal hits", "会心ヒット", "touches fatales"), lambda _: LethalHits()),
    Form(
        "devastating-wounds",
        ("devastating wounds", "会心ウーンズ", "blessures dévastatrices"),
        lambda _: DevastatingWounds(),
    ),
    Form(
        "sustained-hits",
        ("sustained hits", "連続命中", "touches soutenues"),
        lambda p: SustainedHits(_amount(p)),
        _AMOUNT,
    ),
    Form("lance", ("lance", "ランス"), lambda _: Lance()),
    Form("precision", ("precision", "精密攻撃", "précision"), lambda _: Precision()),
    Form("blast", ("blast", "ブラスト", "déflagration"), lambda p: Blast(_one(p)), _AMOUNT, optional=True),
    Form("melta", ("melta", "メルタ", "fusion"), lambda p: Melta(_amount(p)), _AMOUNT),
    Form("hazardous", ("hazardous", "暴発", "à risque"), lambda _: Hazardous()),
    Form("ignores-cover", ("ignores cover", "遮蔽無効", "ignore le couvert"), lambda _: IgnoresCover()),
    Form("extra-attacks", ("extra attacks", "追加攻撃", "attaques bonus"), lambda _: ExtraAttacks()),
    Form("one-shot", ("one shot", "一発限り", "tir unique"), lambda _: OneShot()),
    Form(
        "invulnerable-save",
        ("invulnerable save", "スペシャルセーヴ値", "sauvegarde invulnérable", "スペシャルセーヴ"),
        _invulnerable,
        _NEEDED + r"(?:\s*\(?(?:only against\s+)?(?P<against>ranged|melee|射撃|白兵戦|tir|melee)[^)]*\)?)?",
    ),
    Form(
        "feel-no-pain",
        ("feel no pain", "痛みを知らぬ者", "insensible à la douleur"),
        lambda p: FeelNoPain(_needed(p)),
        _NEEDED,
    ),
    Form(
        "deadly-demise",
        ("deadly demise", "恐るべき最期", "destruction néfaste"),
        lambda p: DeadlyDemise(_amount(p)),
        _AMOUNT,
    ),
    Form("stealth", ("stealth", "隠密", "discrétion", "隠密能力"), lambda _: Stealth()),
    Form("deep-strike", ("deep strike", "縦深攻撃", "frappe en profondeur"), lambda _: DeepStrike()),
    Form("scouts", ("scouts", "斥候", "éclaireurs"), lambda p: Scouts(_length(p)), _LENGTH),
    Form("infiltrators", ("infiltrators", "浸透戦術", "infiltrateurs"), lambda _: Infiltrators()),
    Form("leader", ("leader", "指揮官", "meneur"), lambda _: Leader()),
    Form("fights-first", ("fights first", "先手", "combat en premier"), lambda _: FightsFirst()),
    Form("lone-operative", ("lone operative", "単独工作員", "agent solitaire"), _lone, _LENGTH, optional=True),
    Form("psychic", ("psychic", "サイキック", "psychique"), lambda _: Psychic()),
    Form("cleave", ("cleave", "蹂躙", "abattage"), lambda p: Cleave(_amount(p)), _AMOUNT),
    Form(
        "firing-deck", ("firing deck", "射撃デッキ", "pont de tir"), lambda p: FiringDeck(_count(p)), r"(?P<value>\d+)"
    ),
    Form("support", ("support", "支援", "appui"), lambda _: Support()),
    Form("hover", ("hover", "ホバー", "stationnaire"), lambda _: Hover()),
    Form(
        "super-heavy-walker",
        ("super-heavy walker", "超重歩行兵器", "marcheur super-lourd"),
        lambda _: SuperHeavyWalker(),
    ),
    Form("conversion", ("conversion", "コンヴァージョン"), lambda _: Conversion()),
    Form("hunter", ("hunter", "ハンター", "chasseur"), _hunter, _ANYTHING),
    Form(
        "damaged",
        ("damaged", "損傷", "endommagé"),
        lambda p: Damaged(_count(p)),
        r":?\s*(?:1-)?(?P<value>\d+)(?:\s+(?:wounds?\s+remaining|pv\s+restants?))?",
    ),
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
