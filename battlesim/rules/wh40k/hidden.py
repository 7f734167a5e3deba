"""Hidden models: who is, and from how near they are seen all the same."""

from __future__ import annotations

from typing import Final

from battlesim.engine.remembered import remembered, settled
from battlesim.geometry.measure import Measurement, gap_3d, gap_to
from battlesim.model.ruling import Evidence, Fact, Ruling, ruled
from battlesim.model.scene import Model
from battlesim.rules.wh40k.field import LIGHT_FOOTED, Field, has_keyword, state_of
from battlesim.rules.wh40k.lookout import lookout, obscuring
from battlesim.units import Mm

HIDDEN: Final = "wh40k.hidden"
SOURCE: Final = "core rules 13.09, 13.11"


def hidden(field: Field, model: Model) -> Ruling:
    """Is the model hidden? On foot within an area with a light or dense feature, and its unit has made no ranged attack
    this turn or in the turn before."""
    return settled(field, ("hidden", model.id), lambda: _hidden(field, model))


def _hidden(field: Field, model: Model) -> Ruling:
    subjects = (model.id,)
    if not has_keyword(field, model.id, LIGHT_FOOTED):
        return Ruling(
            HIDDEN, False, "on-foot", evidence=(Fact("not-on-foot", model.id),), subjects=subjects, source=SOURCE
        )
    within = remembered(field.scene, ("hiding place", model.id), lambda: _hiding_place(field, model))
    if within is None:
        nowhere = (Fact("no-hiding-place", model.id),)
        return Ruling(HIDDEN, False, "area", evidence=nowhere, subjects=subjects, source=SOURCE)
    state = state_of(field, model.unit)
    fired = "shot" if state.shot else "shot-before" if state.shot_before else "not-shot"
    evidence = (within, Fact(fired, model.unit))
    return Ruling(HIDDEN, fired == "not-shot", "not-shot", evidence=evidence, subjects=subjects, source=SOURCE)


def detection(field: Field, observer: Model, target: Model) -> Ruling | None:
    """Is a hidden model within its detection range of the observer? Inclusive, in space. None where it is not hidden.

    A hidden model that something solid keeps from being fully visible has gone to ground: its range is shorter.
    """
    concealed = hidden(field, target)
    if not concealed.holds:
        return None
    ends = observer.id, target.id
    measured, options = gap_3d(observer.footprint, target.footprint, ends=ends), field.options
    limit, clause = _range(field, options.detection), "detection"
    also: tuple[Evidence, ...] = ()
    shorter = _range(field, Mm(options.detection - options.gone_to_ground))
    # nearer than that it is seen from, whether it has gone to ground or not
    if measured.within(limit) and (measured.beyond(shorter) or measured.close_call(shorter)):
        line = lookout(field.scene).past_solid(observer, target)
        if not line.clear:
            limit, clause, also = shorter, "gone-to-ground", (line,)
    return ruled(
        HIDDEN, measured, "within", limit, clause=clause, subjects=ends, source=SOURCE, also=also, parts=(concealed,)
    )


def _range(field: Field, asked: Mm) -> Mm:
    return max(field.options.least_detection, min(field.options.most_detection, asked))


def _hiding_place(field: Field, model: Model) -> Measurement | None:
    area = next((area for area in lookout(field.scene).areas(model) if obscuring(area)), None)
    return None if area is None else gap_to(model.footprint, area.shape, ends=(model.id, area.id))
