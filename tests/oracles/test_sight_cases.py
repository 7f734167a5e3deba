"""Numeric cases of sight from public projects. Their tables are in inches; what each policy means here is said beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from shapely.geometry import LineString, Polygon

from battlesim.geometry.footprint import Footprint
from battlesim.geometry.sight import Blocker, fully_visible, sight
from battlesim.units import Mm, inches

Case = Mapping[str, Any]

_CASES: list[Case] = json.loads((Path(__file__).parent / "geometry_cases.json").read_text(encoding="utf-8"))
HAIR = 0.02
"""How thick a wall without thickness is here, and how wide a point, mm."""


def cases(*kinds: str) -> Any:
    found = [case for case in _CASES if case["kind"] in kinds]
    return pytest.mark.parametrize("case", found, ids=[case["id"] for case in found])


def model(given: Case) -> Footprint:
    x, y = given["at"]
    return Footprint.disc(inches(x), inches(y), given["d_mm"] if "d_mm" in given else inches(given["d_in"]))


def outline(points: list[list[float]]) -> Polygon:
    return Polygon([(inches(x), inches(y)) for x, y in points])


def thin_wall(points: list[list[float]]) -> Blocker:
    line = LineString([(inches(x), inches(y)) for x, y in points])
    return Blocker("wall", line.buffer(HAIR / 2, cap_style="flat"))


@cases("point_los")
def test_points_see_each_other_past_a_thin_wall_as_published(case: Case) -> None:
    # that project lets a tangent contact block; none of its cases hangs on it, and here it does not
    ends = [Footprint.disc(inches(x), inches(y), HAIR) for x, y in (case["input"]["a"], case["input"]["b"])]
    line = sight(*ends, [thin_wall(case["input"]["wall"])], width=Mm(0))
    assert line.clear == case["expected"]["visible"]


@cases("base_los")
def test_bases_see_each_other_past_the_end_of_a_wall_as_published(case: Case) -> None:
    given = case["input"]
    assert sight(model(given["a"]), model(given["b"]), [thin_wall(given["wall"])]).clear == case["expected"]["visible"]


@cases("los_grade")
def test_visible_and_fully_visible_are_told_apart_as_published(case: Case) -> None:
    observer, target, strip = (case["input"][name] for name in ("observer", "target", "strip"))
    (x, y), w, h = strip["at"], strip["w"] / 2, strip["h"] / 2
    blockers = [Blocker("strip", outline([[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]]))]
    assert sight(model(observer), model(target), blockers).clear == case["expected"]["visible"]
    exposure = fully_visible(model(observer), model(target), blockers)
    assert exposure.full == case["expected"].get("fully_visible", case["expected"]["visible"])
    assert exposure.blockers == ("strip",)


@cases("area_los")
def test_linked_areas_hide_what_is_wholly_behind_them_as_published(case: Case) -> None:
    given = case["input"]
    observer, target = model(given["observer"]), model(given["target"])
    areas = [Blocker(name, outline(given["areas"][name])) for name in ("trap_a", "trap_b")]
    # linked areas are one: a model within any of them is within both, and what it is within hides nothing
    within = given["areas"]["linked"] and any(
        area.shape.intersects(base.shape) for area in areas for base in (observer, target)
    )
    assert sight(observer, target, [] if within else areas).clear == case["expected"]["visible"]


@cases("ruin_los")
def test_solid_walls_hide_the_inside_of_a_ruin_and_windows_do_not_as_published(case: Case) -> None:
    given = case["input"]
    # the target stands in the ruin, so that only its solid walls are in the way
    walls = [thin_wall(given["wall"])] if given["wall"] and given["wall_solid"] else []
    assert sight(model(given["shooter"]), model(given["target"]), walls).clear == case["expected"]["visible"]
