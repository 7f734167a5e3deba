"""What a way costs: its length, difficult ground, barricades, doors, going backwards; and how far a titan turns on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.geometry.crossing import length_inside, passages
from battlesim.geometry.footprint import Base, Pose
from battlesim.geometry.measure import Measurement, gap_to
from battlesim.geometry.path import Obstacle, Path, travelled
from battlesim.model.battlefield import Area, Feature
from battlesim.model.ruling import Count, Fact, Ruling
from battlesim.model.scene import Model
from battlesim.rules.netepic.profiles import NetepicBattle, Profile, profile_of
from battlesim.rules.netepic.table import stand_state
from battlesim.rules.netepic.terrain import ways_barred
from battlesim.rules.netepic.turn_hooks import EasesGround, PassesOver, TurnsFreely
from battlesim.units import ZERO, Mm, cm

RULE: Final = "netepic.movement"
GROUND_RULE: Final = "netepic.ground"
BUILDING_RULE: Final = "netepic.buildings"
SOURCE: Final = "NetEpic (FR), movement"
GARRISONED: Final = ("building", "bunker")
CROSSING: Final = cm(5)
"""What it costs to cross a barricade or a trench, and to go into a building or leave it."""
TURNING_CLASS: Final = 5
MOST_TURNING: Final = 90.0

_MIDDLE: Final = Base.disc(0.02)

_DIFFICULT: Final[dict[str, frozenset[str]]] = {
    "forest": frozenset({"cavalry", "vehicle", "super-heavy"}),
    "ruin": frozenset({"cavalry", "vehicle", "super-heavy"}),
    "crater": frozenset({"cavalry", "vehicle", "super-heavy"}),
    "swamp": frozenset({"infantry", "artillery", "walker", "cavalry", "vehicle", "super-heavy"}),
}
"""The kinds of stand that go at half speed there. Knights and titans wade through."""


@dataclass(frozen=True, slots=True)
class Way:
    """What a way costs a stand, with the rulings that add to its length."""

    path: Path
    length: Measurement
    extra: Mm
    rulings: tuple[Ruling, ...]
    door: bool

    @property
    def cost(self) -> Measurement:
        """Its length and all that is added to it, as one measurement."""
        plain = self.length
        return Measurement(Mm(plain.value + self.extra), plain.a, plain.b, plain.ends, "path")


def way_of(battle: NetepicBattle, mover: Model, poses: Sequence[Pose]) -> Way:
    """The way with its costs. What passes over terrain pays for its length alone."""
    path = Path(tuple(poses))
    length = travelled(path, ends=(mover.id, mover.id))
    if passes_over(battle, mover.id) is not None:
        return Way(path, length, ZERO, (), False)
    found, door = list[tuple[float, Ruling]](), False
    found += _difficult(battle, mover, path)
    found += _obstacles(battle, mover, path)
    for entry in _doors(battle, mover, path):
        found.append(entry)
        door = True
    found += _backwards(battle, mover, path)
    extra = math.fsum(amount for amount, _ in found)
    return Way(path, length, Mm(extra), tuple(ruling for _, ruling in found), door)


def passes_over(battle: NetepicBattle, stand: str) -> Ruling | None:
    """Why this stand goes over terrain and stands, where it does."""
    rules = collect(PassesOver, profile_of(battle, stand).abilities)
    answers = (rule.on_pass_over(battle, stand) for rule in rules)
    return next((ruling for ruling in answers if ruling.holds), None)


def walls_for(battle: NetepicBattle, mover: Model, path: Path) -> tuple[Obstacle, ...]:
    """What bars the way of this stand: all barred ground, but for the building that infantry goes into or comes from."""
    barred = ways_barred(battle)
    if passes_over(battle, mover.id) is not None:
        return ()
    if profile_of(battle, mover.id).kind != "infantry":
        return barred
    entered = building_at(battle, path.end)
    left = building_at(battle, path.start)
    open_ = {piece.id for piece in (entered, left) if piece is not None}
    return tuple(obstacle for obstacle in barred if obstacle.name not in open_)


def building_at(battle: NetepicBattle, pose: Pose) -> Feature | None:
    """The building in which the middle of a stand would be there, of those that infantry may garrison."""
    for feature in battle.scene.battlefield.features:
        if feature.category in GARRISONED and _holds(feature, pose):
            return feature
    return None


def inside(battle: NetepicBattle, building: Feature) -> tuple[Model, ...]:
    """The stands in a building, in order."""
    return tuple(
        stand
        for stand in battle.scene.standing_models()
        if stand.pose is not None and profile_of(battle, stand.id).kind == "infantry" and _holds(building, stand.pose)
    )


def garrison(battle: NetepicBattle, after: dict[str, Model]) -> tuple[Ruling, ...]:
    """Whether buildings take in those that go into them: infantry alone, no enemy in it, room enough."""
    found = []
    for building in battle.scene.battlefield.features:
        if building.category not in GARRISONED:
            continue
        new = [
            stand
            for stand in after.values()
            if _garrisons(battle, building, stand) and not _was_inside(battle, building, stand.id)
        ]
        if not new:
            continue
        there = [stand for stand in inside(battle, building) if stand.id not in after]
        side = battle.scene.side_of[new[0].id]
        foe = next((stand for stand in there if battle.scene.side_of[stand.id] != side), None)
        subjects = (building.id, *(stand.id for stand in new))
        if foe is not None:
            evidence = (Fact("enemy", foe.id),)
            found.append(Ruling(BUILDING_RULE, False, "enemy", evidence=evidence, subjects=subjects, source=SOURCE))
        staying = [stand for stand in after.values() if _garrisons(battle, building, stand)]
        held, most = len(there) + len(staying), battle.options.building_capacity
        count = Count("places", held, most)
        found.append(
            Ruling(BUILDING_RULE, held <= most, "capacity", evidence=(count,), subjects=subjects, source=SOURCE)
        )
    return tuple(found)


def door_rulings(battle: NetepicBattle, stand: str, way: Way) -> tuple[Ruling, ...]:
    """Going into a building and leaving one are not both done in a turn. No ruling for those that do neither."""
    if not (way.door and stand_state(battle, stand).door):
        return ()
    return (Ruling(BUILDING_RULE, False, "both", evidence=(Fact("door", stand),), subjects=(stand,), source=SOURCE),)


def turning(battle: NetepicBattle, stand: str, path: Sequence[Pose]) -> tuple[float, tuple[Ruling, ...]]:
    """How many degrees the stand turns on its way, and whether it may, from class 5 on: 90 a turn."""
    profile = profile_of(battle, stand)
    turned = math.fsum(abs((b.facing - a.facing + 180) % 360 - 180) for a, b in pairwise(path))
    if profile.blocking_class < TURNING_CLASS or not turned:
        return turned, ()
    free = next((rule.on_turn(stand) for rule in collect(TurnsFreely, profile.abilities)), None)
    if free is not None and free.holds:
        return turned, (free,)
    total = round(stand_state(battle, stand).turned + turned, 6)
    count = Count("degrees", math.ceil(total), int(MOST_TURNING))
    return turned, (
        Ruling(RULE, total <= MOST_TURNING, "turning", evidence=(count,), subjects=(stand,), source=SOURCE),
    )


def _difficult(battle: NetepicBattle, mover: Model, path: Path) -> Iterator[tuple[float, Ruling]]:
    profile = profile_of(battle, mover.id)
    for category, kinds in _DIFFICULT.items():
        if profile.kind not in kinds or _eased(profile, category):
            continue
        pieces = [piece for piece in _pieces(battle) if piece.category == category]
        slow = length_inside(path, [piece.shape for piece in pieces])
        if slow <= 0:
            continue
        first = next(piece for piece in pieces if length_inside(path, [piece.shape]) > 0)
        start = travelled(path, ends=(mover.id, first.id))
        measured = Measurement(slow, start.a, start.b, (mover.id, first.id), "path")
        evidence = (measured, Fact(category, first.id), Fact(profile.kind, mover.id))
        yield slow, Ruling(GROUND_RULE, True, "half", evidence=evidence, subjects=(mover.id, first.id), source=SOURCE)


def _obstacles(battle: NetepicBattle, mover: Model, path: Path) -> Iterator[tuple[float, Ruling]]:
    profile = profile_of(battle, mover.id)
    if profile.blocking_class >= TURNING_CLASS:
        return
    for piece in _pieces(battle):
        if piece.category not in ("barricade", "trench") or _eased(profile, piece.category):
            continue
        crossed = passages(path, piece.shape)
        if crossed:
            evidence = (Fact(piece.category, piece.id), Count("crossings", crossed))
            subjects = (mover.id, piece.id)
            ruling = Ruling(GROUND_RULE, True, "cross", evidence=evidence, subjects=subjects, source=SOURCE)
            yield CROSSING * crossed, ruling


def _doors(battle: NetepicBattle, mover: Model, path: Path) -> Iterator[tuple[float, Ruling]]:
    if profile_of(battle, mover.id).kind != "infantry":
        return
    before, after = building_at(battle, path.start), building_at(battle, path.end)
    if before is after:
        return
    for piece in (before, after):
        if piece is not None:
            evidence = (Fact(piece.category, piece.id),)
            subjects = (mover.id, piece.id)
            yield CROSSING, Ruling(BUILDING_RULE, True, "door", evidence=evidence, subjects=subjects, source=SOURCE)


def _backwards(battle: NetepicBattle, mover: Model, path: Path) -> Iterator[tuple[float, Ruling]]:
    if not battle.options.backwards_doubles:
        return
    back = 0.0
    for a, b in pairwise(path.poses):
        length = math.hypot(b.x - a.x, b.y - a.y)
        way = math.degrees(math.atan2(b.y - a.y, b.x - a.x))
        if length and abs((way - b.facing + 180) % 360 - 180) > 90 + 1e-6:
            back += length
    if back:
        whole = travelled(path, ends=(mover.id, mover.id))
        measured = Measurement(Mm(back), whole.a, whole.b, whole.ends, "path")
        ruling = Ruling(RULE, True, "backwards", evidence=(measured,), subjects=(mover.id,), source=SOURCE)
        yield back, ruling


def _eased(profile: Profile, category: str) -> bool:
    return any(rule.on_ground(category) for rule in collect(EasesGround, profile.abilities))


def _pieces(battle: NetepicBattle) -> tuple[Area | Feature, ...]:
    """Areas, and the features that stand in areas of another category: none twice."""
    field = battle.scene.battlefield
    found: list[Area | Feature] = [area for area in field.areas if area.category]
    for area in field.areas:
        found += [feature for feature in area.features if feature.category != area.category]
    return tuple(found)


def _garrisons(battle: NetepicBattle, building: Feature, stand: Model) -> bool:
    infantry = profile_of(battle, stand.id).kind == "infantry"
    return infantry and stand.pose is not None and _holds(building, stand.pose)


def _was_inside(battle: NetepicBattle, building: Feature, stand: str) -> bool:
    before = battle.scene.model(stand)
    return before.on_table and before.pose is not None and _holds(building, before.pose)


def _holds(building: Feature, pose: Pose) -> bool:
    return gap_to(_MIDDLE.at(pose), building.shape).within(ZERO)
