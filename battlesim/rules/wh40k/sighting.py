"""Who can be seen: the line of sight from model to model, and the rules that hide a unit all the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.geometry.footprint import Footprint, Spot
from battlesim.geometry.measure import gap_to
from battlesim.geometry.sight import Blocker, SightField, Sightline
from battlesim.model.battlefield import Area, Battlefield, Feature
from battlesim.model.ruling import Fact, Ruling
from battlesim.model.scene import Model, Scene
from battlesim.rules.wh40k.field import shared_abilities
from battlesim.rules.wh40k.hooks import RulesVisibility
from battlesim.rules.wh40k.situations import Sighting
from battlesim.units import ZERO, Mm

VISIBILITY: Final = "wh40k.visibility"
SOURCE: Final = "core rules 06.01, 13.10"
_HIDING: Final = ("light", "dense")


def visibility(sighting: Sighting) -> tuple[Ruling, ...]:
    """Can the model see the unit? All rulings that bear on it: the unit is visible when every one of them holds.

    A unit is visible when one of its models is; the nearest ones are tried first.
    """
    if not sighting.observing.on_table or not sighting.targets:
        off = sighting.target if sighting.observing.on_table else sighting.observer
        away = Ruling(VISIBILITY, False, "on-table", evidence=(Fact("off-table", off),), subjects=_subjects(sighting))
        return (away,)
    asked = (
        rule.on_visibility(sighting)
        for rule in collect(RulesVisibility, shared_abilities(sighting.field, sighting.target))
    )
    return (*(ruling for ruling in asked if ruling is not None), _in_sight(sighting))


def past_terrain(sighting: Sighting, target: Model) -> Sightline:
    """A line to one model past terrain alone: clear when all of it is seen, else to a part that terrain hides."""
    observer, battlefield = sighting.observing, sighting.field.scene.battlefield
    lookout = _terrain_lookout(battlefield)
    ignoring = _seen_through(battlefield, (observer.footprint, target.footprint))
    ends = observer.id, target.id
    seen = lookout.fully_visible(observer.footprint, target.footprint, ends=ends, ignoring=ignoring)
    if seen.full:
        return lookout.sight(observer.footprint, target.footprint, ends=ends, ignoring=ignoring)
    (x, y), hidden = observer.footprint.centre, seen.hidden[0][len(seen.hidden[0]) // 2]
    a, b = Spot(x, y, observer.footprint.bottom), Spot(*hidden, target.footprint.bottom)
    return Sightline(False, a, b, ends, seen.blockers, seen.outlines)


def areas_of(battlefield: Battlefield, footprint: Footprint) -> tuple[Area, ...]:
    """The terrain areas that the base is within: any part of it, whatever its height."""
    return tuple(area for area in battlefield.areas if gap_to(footprint, area.shape).within(ZERO))


def obscuring(area: Area) -> bool:
    """Whether the area cannot be seen through: it has a light or a dense feature."""
    return area.category in _HIDING or any(feature.category in _HIDING for feature in area.features)


def _in_sight(sighting: Sighting) -> Ruling:
    scene, observer = sighting.field.scene, sighting.observing
    lookout = _lookout(scene)
    own = {model.id for model in scene.standing(observer.unit)} | {model.id for model in sighting.targets}
    near = sorted(sighting.targets, key=lambda model: _apart(observer, model))
    blocked: list[Sightline] = []
    for target in near:
        through = _seen_through(scene.battlefield, (observer.footprint, target.footprint))
        line = lookout.sight(
            observer.footprint, target.footprint, ends=(observer.id, target.id), ignoring=own | through
        )
        if line.clear:
            return Ruling(VISIBILITY, True, "sight", evidence=(line,), subjects=_subjects(sighting), source=SOURCE)
        blocked.append(line)
    return Ruling(VISIBILITY, False, "sight", evidence=tuple(blocked), subjects=_subjects(sighting), source=SOURCE)


def _apart(observer: Model, target: Model) -> float:
    (x, y), (to_x, to_y) = observer.footprint.centre, target.footprint.centre
    return (to_x - x) ** 2 + (to_y - y) ** 2


def _subjects(sighting: Sighting) -> tuple[str, ...]:
    return sighting.observer, sighting.target


def _seen_through(battlefield: Battlefield, ends: Iterable[Footprint]) -> set[str]:
    """The blockers that do not count for a line between these two: areas that one of them is within, and their links.

    Of a feature known by its outline alone nobody can say where it is solid to a base that stands in it.
    """
    ignored: set[str] = set()
    for footprint in ends:
        within = areas_of(battlefield, footprint)
        links = {area.linked for area in within if area.linked}
        ignored |= {_as_blocker(area) for area in battlefield.areas if area in within or area.linked in links}
        ignored |= {
            feature.id
            for area in within
            for feature in area.features
            if not feature.walls and gap_to(footprint, feature.shape).within(ZERO)
        }
    return ignored


def _as_blocker(area: Area) -> str:
    """The name of an area as a blocker, which may not be that of a feature in it."""
    return area.id


def _terrain(battlefield: Battlefield) -> Iterator[Blocker]:
    for area in battlefield.areas:
        if obscuring(area):
            yield Blocker(_as_blocker(area), area.shape)
        for feature in area.features:
            if feature.category != "exposed":
                yield from _solid_parts(feature)


def _solid_parts(feature: Feature) -> Iterator[Blocker]:
    top = None if feature.height is None else Mm(feature.bottom + feature.height)
    for solid in feature.solids:
        yield Blocker(feature.id, solid, feature.bottom, top)


_SCENES: deque[tuple[Scene, SightField]] = deque(maxlen=4)
_TABLES: deque[tuple[Battlefield, SightField]] = deque(maxlen=4)


def _lookout(scene: Scene) -> SightField:
    """Terrain and models, prepared once for each scene; the last few are kept."""
    for known, lookout in _SCENES:
        if known is scene:
            return lookout
    models = (Blocker.model(model.id, model.footprint) for model in scene.standing_models())
    lookout = SightField((*_terrain(scene.battlefield), *models))
    _SCENES.append((scene, lookout))
    return lookout


def _terrain_lookout(battlefield: Battlefield) -> SightField:
    for known, lookout in _TABLES:
        if known is battlefield:
            return lookout
    lookout = SightField(tuple(_terrain(battlefield)))
    _TABLES.append((battlefield, lookout))
    return lookout
