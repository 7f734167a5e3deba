"""The earliest place of an interception, held against a look at every place of the way."""

import math
import random
from dataclasses import replace
from itertools import pairwise

import pytest
from msgspec import structs

from battlesim.geometry.footprint import Base, Pose
from battlesim.geometry.path import Path, travelled
from battlesim.model.battlefield import Area, Battlefield
from battlesim.rules.netepic.actions import Move
from battlesim.rules.netepic.earliest import STEP, Stops, meeting, meeting_before
from battlesim.rules.netepic.profiles import NetepicBattle
from battlesim.units import Mm
from tests.rules.netepic.tables import BOLTER, INFANTRY, detachment, play, table

LARGE = replace(INFANTRY, blocking_class=4, movement=Mm(400.0), base=Base.rectangle(60, 40))


def piece(rng: random.Random, id: str, category: str) -> Area:
    x, y, wide, deep = rng.uniform(760, 1100), rng.uniform(820, 900), rng.uniform(20, 150), rng.uniform(5, 60)
    return Area(id, id, ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)), (), category)


def way(rng: random.Random) -> tuple[Pose, ...]:
    """From left to right behind the terrain, round one corner."""
    y = rng.uniform(720, 780)
    return (
        Pose(Mm(800.0), Mm(y), 30.0),
        Pose(Mm(rng.uniform(900, 1000)), Mm(y + 20), 61.7),
        Pose(Mm(1120.0), Mm(y - 15), 123.4),
    )


def declared(seed: int) -> tuple[NetepicBattle, float]:
    """A large stand on its way past woods, barricades, walls and other stands; and how long the way is."""
    rng = random.Random(seed)
    path = way(rng)
    others = [Pose(Mm(rng.uniform(850, 1050)), Mm(rng.uniform(920, 960)), rng.uniform(0, 360)) for _ in range(3)]
    battle = table(
        detachment("guard", INFANTRY, Pose(Mm(1000.0), Mm(1000.0), 7.0), order="first-fire"),
        detachment("others", rng.choice([INFANTRY, LARGE]), *others),
        detachment("foe", LARGE, path[0], side="blue"),
    )
    kinds = ("forest", "wall", rng.choice(["barricade", "building", "hill"]))
    field = Battlefield(Mm(2000.0), Mm(2000.0), tuple(piece(rng, f"{kind} {k}", kind) for k, kind in enumerate(kinds)))
    battle = structs.replace(battle, scene=structs.replace(battle.scene, battlefield=field))
    battle, step = play(battle, Move("foe", (("foe.1", path),), declared=True))
    assert step.legal
    return battle, float(travelled(Path(path)).value)


@pytest.mark.parametrize("seed", range(10))
def test_no_place_before_the_earliest_one_can_be_shot_at(seed: int):
    battle, whole = declared(seed)
    found = meeting(battle, "guard.1", BOLTER, "foe.1", "interception")
    count = math.ceil(whole / STEP)
    places = [whole * k / count for k in range(count + 1)]
    looked = (meeting(battle, "guard.1", BOLTER, "foe.1", "interception", at=Mm(place)) for place in places)
    first = next((place for place, there in zip(places, looked, strict=True) if there.possible), None)
    assert found.possible is (first is not None)
    if first is not None:
        before = max((low for low, high in pairwise(places) if high <= first), default=0.0)
        assert before <= found.length <= first + 1e-6
        stops = Stops(battle, "foe")
        earlier = meeting_before(battle, "guard.1", BOLTER, "foe.1", "interception", found.length, stops=stops)
        assert earlier is None or earlier.length >= found.length - 1e-5
