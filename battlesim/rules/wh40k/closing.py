"""Closing with the enemy: ending nearer than before, and as near as a model can."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import gap
from battlesim.geometry.path import Path, travelled
from battlesim.geometry.quick import surely_overlap
from battlesim.model.ruling import Fact, Ruling, ruled
from battlesim.rules.wh40k.combine import combined
from battlesim.rules.wh40k.engagement import engaged_pairs
from battlesim.rules.wh40k.field import Field, Standing, nearest_of
from battlesim.rules.wh40k.ways import end_rulings, way_rulings
from battlesim.units import ZERO, Mm

_TURNS: Final = 24
"""Places are tried in so many directions round each target model."""
_TRIED: Final = 16
"""So many places within the distance are tried before a model counts as unable."""

Wanted = Callable[[Standing], bool]
"""Whether a model that stands there is where it has to be."""


def moved_of(paths: Mapping[str, Path]) -> tuple[str, ...]:
    """The models that go somewhere, in order. A pivot on the spot is no such thing."""
    return tuple(id for id, path in paths.items() if travelled(path).beyond(ZERO))


def closer_ruling(
    field: Field,
    rule: str,
    paths: Mapping[str, Path],
    targets: Callable[[str], Sequence[Sequence[Standing]]],
    source: str,
) -> Ruling | None:
    """Does each model that moves end closer to a target than it began? None where nobody moves.

    ``targets`` are the models of each unit that counts for a model; being closer to one of the units is enough.
    """
    found = []
    for id in moved_of(paths):
        base = field.scene.model(id).base
        before, after = (id, base.at(paths[id].start)), (id, base.at(paths[id].end))
        pairs = [(nearest_of((after,), target), nearest_of((before,), target)) for target in targets(id) if target]
        if not pairs:
            evidence = (Fact("no-target", id),)
            found.append(Ruling(rule, False, "closer", evidence=evidence, subjects=(id,), source=source))
            continue
        now, then = min(pairs, key=lambda pair: pair[0].value - pair[1].value)
        found.append(
            ruled(rule, now, "short-of", then.value, clause="closer", subjects=(id,), source=source, also=(then,))
        )
    return combined(found) if found else None


def if_able(
    field: Field,
    rule: str,
    clause: str,
    *,
    unit: str,
    paths: Mapping[str, Path],
    targets: Sequence[Standing],
    near: Mm,
    distance: Callable[[str], Mm],
    wanted: Wanted,
    models: Sequence[str],
    apart_from: Sequence[Standing] = (),
    skies: bool = False,
    source: str,
) -> Iterator[Ruling]:
    """Does each of the models end where it has to, unless it cannot? A place it could have gone to is the proof.

    A model that is not ``wanted`` where it ends is held to it only if some place ``near`` a target is free, within its
    ``distance`` in a straight line on its own level, in the unit's coherency and engaged with none of ``apart_from``.
    Longer ways round are not tried. Silent where all models are as wanted.
    """
    ends = {id: (id, field.scene.model(id).base.at(path.end)) for id, path in paths.items()}
    for id in models:
        if wanted(ends[id]) or not targets:
            continue
        place = _place(
            field, unit, paths[id].start, id, ends, targets, near, distance(id), wanted, apart_from, skies=skies
        )
        measured = nearest_of((ends[id],), targets)
        if place is None:
            unable = (Fact("unable", id), measured)
            yield Ruling(rule, True, clause, evidence=unable, subjects=(id,), source=source)
        else:
            could = nearest_of(((id, place),), targets)
            yield Ruling(rule, False, clause, near, "within", (measured, could), (id,), source)


def keeps_ruling(
    field: Field,
    rule: str,
    paths: Mapping[str, Path],
    enemies: Mapping[str, Sequence[Standing]],
    source: str,
) -> Ruling | None:
    """Does no model lose an enemy unit that it was engaged with? None where nobody who moves was engaged."""
    found = []
    for id in moved_of(paths):
        base = field.scene.model(id).base
        before, after = (id, base.at(paths[id].start)), (id, base.at(paths[id].end))
        for enemy, models in enemies.items():
            if not engaged_pairs(field.options, (before,), models):
                continue
            measured = nearest_of((after,), models)
            kept = bool(engaged_pairs(field.options, (after,), models))
            limit = field.options.engagement
            found.append(Ruling(rule, kept, "keeps-engaged", limit, "within", (measured,), (id, enemy), source))
    return combined(found) if found else None


def _place(
    field: Field,
    unit: str,
    start: Pose,
    id: str,
    ends: Mapping[str, Standing],
    targets: Sequence[Standing],
    near: Mm,
    distance: Mm,
    wanted: Wanted,
    apart_from: Sequence[Standing],
    *,
    skies: bool,
) -> Footprint | None:
    base = field.scene.model(id).base
    mates = [end[1] for name, end in ends.items() if name != id]
    crowd = [*mates, *(model.footprint for model in field.scene.standing_models(except_units=(unit,)))]
    tried = 0
    for pose in _candidates(base, start, targets, near, distance):
        there = (id, base.at(pose))
        if (
            any(surely_overlap(there[1], other) for other in crowd)
            or not wanted(there)
            or engaged_pairs(field.options, (there,), apart_from)
        ):
            continue
        tried += 1
        if tried > _TRIED:
            return None
        stands = tuple(there if name == id else end for name, end in ends.items())
        way = way_rulings(field, unit, {id: Path((start, pose))}, skies=skies)
        if all(r.holds for r in end_rulings(field, unit, stands)) and all(r.holds for r in way):
            return there[1]
    return None


def _candidates(base: Base, start: Pose, targets: Sequence[Standing], near: Mm, distance: Mm) -> Iterator[Pose]:
    """Places at three gaps round each target model that a straight line reaches, the nearest first."""
    found: list[tuple[float, int, float, float]] = []
    for k, (_, target) in enumerate(targets):
        x, y = target.centre
        straight = math.atan2(start.y - y, start.x - x)
        far = base.circumradius + target.base.circumradius
        if math.hypot(start.x - x, start.y - y) > distance + far + near:
            continue
        for turn in range(_TURNS):
            angle = straight + turn * 2 * math.pi / _TURNS
            for apart in (near, near / 2, 0.0):
                length = far + apart
                across = math.hypot(x + length * math.cos(angle) - start.x, y + length * math.sin(angle) - start.y)
                # a place beside a base that is no disc lies nearer to it than beside its circle
                if across <= distance + (0.0 if base.kind == target.base.kind == "disc" else far):
                    found.append((across, k, angle, apart))
    for _, k, angle, apart in sorted(found):
        pose = _at_gap(base, start, targets[k][1], angle, apart)
        if travelled(Path((start, pose))).within(distance):
            yield pose


def _at_gap(base: Base, start: Pose, target: Footprint, angle: float, apart: float) -> Pose:
    """Where the base stands that far from the target in a direction: exact for discs, from outside for others."""
    x, y = target.centre
    length = base.circumradius + target.base.circumradius + apart

    def there() -> Pose:
        return replace(start, x=Mm(x + length * math.cos(angle)), y=Mm(y + length * math.sin(angle)))

    if not base.kind == target.base.kind == "disc":
        for _ in range(6):
            length -= max(0.0, gap(base.at(there()), target).value - apart)
    return there()
