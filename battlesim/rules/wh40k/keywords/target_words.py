"""Keywords of targets as books print them, in three languages, as the sheets have them: in English, in capitals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_ENGLISH: Final[Mapping[str, str]] = {
    # as the dataset has them beside the plural of the rules
    "beast": "BEASTS",
    "swarms": "SWARM",
    "モンスター": "MONSTER",
    "monstre": "MONSTER",
    "ビークル": "VEHICLE",
    "車輌": "VEHICLE",
    "vehicule": "VEHICLE",
    "インファントリー": "INFANTRY",
    "歩兵": "INFANTRY",
    "infanterie": "INFANTRY",
    "キャラクター": "CHARACTER",
    "personnage": "CHARACTER",
    "エピックヒーロー": "EPIC HERO",
    "heros epique": "EPIC HERO",
    "フライ": "FLY",
    "飛行": "FLY",
    "vol": "FLY",
    "サイカー": "PSYKER",
    "タイタニック": "TITANIC",
    "titanesque": "TITANIC",
    "ウォーカー": "WALKER",
    "marcheur": "WALKER",
    "ディーモン": "DAEMON",
    "デーモン": "DAEMON",
    "demon": "DAEMON",
    "ケイオス": "CHAOS",
    "ビースト": "BEASTS",
    "bete": "BEASTS",
    "betes": "BEASTS",
    "スウォーム": "SWARM",
    "nuee": "SWARM",
    "マウント": "MOUNTED",
    "騎兵": "MOUNTED",
    "monte": "MOUNTED",
    "タウリング": "TOWERING",
    "imposant": "TOWERING",
    "エアクラフト": "AIRCRAFT",
    "航空機": "AIRCRAFT",
    "aeronef": "AIRCRAFT",
}


def target_keywords(text: str) -> tuple[str, ...]:
    """The keywords that a text in small letters, without accents, names; several are parted by strokes or commas.

    >>> target_keywords("monster/ビークル")
    ('MONSTER', 'VEHICLE')
    """
    words = [word.strip() for word in re.split(r"[/,、・]", text)]
    return tuple(dict.fromkeys(_ENGLISH.get(word, word.upper()) for word in words if word))
