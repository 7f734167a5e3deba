"""What terrain does in this game, by the category of a feature: block sight, give cover, bar the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from battlesim.geometry.measure import gap_to
from battlesim.geometry.path import Obstacle
from battlesim.model.battlefield import Area, Feature
from battlesim.model.ruling import Fact, Modifier, Ruling
from battlesim.model.scene import Model
from battlesim.rules.netepic.options import Options
from battlesim.rules.netepic.profiles import NetepicBattle
from battlesim.units import ZERO

Cover = Literal["none", "soft", "hard"]
RULE: Final = "netepic.cover"
SOURCE: Final = "NetEpic (FR), terrain"


@dataclass(frozen=True, slots=True)
class Ground:
    """``blocks`` is the class that sight is held against (0: never in the way); ``barred`` stops every stand;
    ``raises`` is added to the class of a stand on it when sight is asked for."""

    blocks: int = 0
    cover: Cover = "none"
    barred: bool = False
    raises: int = 0


GROUNDS: Final[Mapping[str, Ground]] = {
    "open": Ground(),
    "forest": Ground(4, "soft"),
    "ruin": Ground(0, "soft"),
    "crater": Ground(0, "soft"),
    "swamp": Ground(0, "soft"),
    "barricade": Ground(1, "soft"),
    "trench": Ground(0, "hard"),
    "building": Ground(7, "hard", True),
    "bunker": Ground(3, "hard", True),
    "hill": Ground(3, raises=3),
    "wall": Ground(12, barred=True),
    "impassable": Ground(12, barred=True),
}


def ground_of(piece: Feature | Area) -> Ground:
    """What a category means; one that this game does not know is open ground."""
    return GROUNDS.get(piece.category, GROUNDS["open"])


def ways_barred(battle: NetepicBattle) -> tuple[Obstacle, ...]:
    """What no stand may pass through."""
    return tuple(
        Obstacle(feature.id, solid)
        for feature in battle.scene.battlefield.features
        if ground_of(feature).barred
        for solid in feature.solids
    )


def cover_of(battle: NetepicBattle, stand: Model) -> tuple[Cover, Ruling | None]:
    """The best cover that the stand is in: any part of it on the terrain. With the ruling that shows it."""
    best: tuple[Cover, Ruling | None] = ("none", None)
    field = battle.scene.battlefield
    pieces: tuple[Feature | Area, ...] = (*field.areas, *field.features)
    for piece in pieces:
        cover = ground_of(piece).cover
        if cover == "none" or (best[0] != "none" and cover == "soft"):
            continue
        measured = gap_to(stand.footprint, piece.shape, ends=(stand.id, piece.id))
        if measured.within(ZERO):
            ruling = Ruling(
                RULE, True, cover, evidence=(Fact(piece.category, piece.id),), subjects=(stand.id,), source=SOURCE
            )
            best = (cover, ruling)
    return best


def cover_modifier(options: Options, cover: Cover, ruling: Ruling | None) -> Modifier | None:
    """What cover takes from the roll to hit."""
    amount = {"none": 0, "soft": options.soft_cover, "hard": options.hard_cover}[cover]
    return Modifier(RULE, "add", amount, ruling) if amount else None
