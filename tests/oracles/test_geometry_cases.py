"""Numeric cases from public projects: distances, coherency, moves and places.

Each kind of case has one function that answers it, and every case of a kind is asked. Kinds that nothing answers yet,
and single cases that do not apply, are listed with the reason.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path as FilePath
from typing import Any

import pytest
import shapely

from battlesim.geometry.coherency import coherency
from battlesim.geometry.extent import wholly_inside
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import gap, gap_to, height_gap
from battlesim.geometry.overlap import overlap
from battlesim.geometry.path import Obstacle, Path, first_contact, travelled
from battlesim.units import ZERO, Mm, inches

Case = Mapping[str, Any]

CASES: list[Case] = json.loads((FilePath(__file__).parent / "geometry_cases.json").read_text(encoding="utf-8"))

LEFT_OUT = {
    "pivot_cost_in": "10th edition only: pivots are free now",
    "engagement_range_in": "10th edition only: the range was one inch, and barricades made it two",
    "end_of_turn_removal": "a rule about which models go, not a measurement",
    "arrival_legal": "a rule of reserves",
    "has_deep_strike": "a rule about keywords",
    "scout_start_legal": "states the verdict's condition and no geometry",
    "hidden_visible": "a rule of visibility",
    "benefit_of_cover": "a rule of cover",
    "plunging_fire": "a rule of cover",
    "disembark": "a rule of transports",
    "charge_targets": "a rule of charges",
    "charge_end_legal": "a rule of charges",
    "charge_eligible": "a rule of charges",
    "targetable": "a rule about targets",
    "objective_control": "a rule of objectives",
    "point_los": "sight",
    "base_los": "sight",
    "ruin_los": "sight through terrain with categories",
    "area_los": "sight through terrain with categories",
    "los_grade": "sight",
}

LEFT_OUT_CASES = {
    "infantry-through-wall": "a rule about keywords; the wall is not in the case",
    "escape-clause": "a rule about walls one stands in; the wall is not in the case",
}


def _diameter(model: Case) -> Mm:
    if "d_mm" in model:
        return Mm(float(model["d_mm"]))
    return inches(model["d_in"] if "d_in" in model else 2 * model["r"])


def footprint(model: Case) -> Footprint:
    """A model of a case: places in inches, sizes in inches (r, d_in) or millimetres (d_mm, size_mm)."""
    x, y, z = (*model["at"], 0)[:3]
    height = inches(model["height"]) if "height" in model else None
    if model.get("shape") == "oval":
        base = Base.oval(*model["size_mm"], height=height)
    else:
        base = Base("disc", _diameter(model), _diameter(model), height, frame=height is not None)
    return base.at(Pose(inches(x), inches(y), float(model.get("facing", 0)), inches(z)))


def _answer_distance(given: Case, expected: Case) -> None:
    measured = gap(footprint(given["a"]), footprint(given["b"]))
    assert measured.value == pytest.approx(inches(expected["distance"]), abs=inches(expected["tolerance"]))


def _answer_engaged(given: Case, expected: Case) -> None:
    a, b = footprint(given["a"]), footprint(given["b"])
    across, up = gap(a, b), height_gap(a, b)
    assert (across.within(inches(2)) and up.within(inches(5))) is expected["engaged_11e"]
    if "range" in expected:
        assert math.hypot(across.value, up.value) == pytest.approx(inches(expected["range"]))
    if "engaged_10e" in expected:
        assert across.within(inches(1)) is expected["engaged_10e"]


def _answer_coherency(given: Case, expected: Case) -> None:
    models = [(str(k), footprint(model)) for k, model in enumerate(given["models"])]
    found = coherency(
        models, neighbour=inches(given["neighbour_in"]), envelope=inches(given["span_in"]), vertical=inches(5)
    )
    assert found.holds is expected["coherent"]
    detail = expected["detail"]
    if detail:
        assert [m.ends[0] for m in found.lonely] == [str(k) for k in detail["no_neighbour"]]
        assert (len(found.groups) == 1) is detail["single_group"]
        assert len(found.stretched) == detail["span_pairs"]


def _answer_move(given: Case, expected: Case) -> None:
    start, end = (Pose(inches(x), inches(y)) for x, y in (given["frm"], given["to"]))
    assert travelled(Path.straight(start, end)).within(inches(given["M"])) is expected["legal"]


def _answer_path(given: Case, expected: Case) -> None:
    mover, box = footprint(given["mover"]), given["box"]
    (x, y), half_w, half_d = box["at"], box["w"] / 2, box["d"] / 2
    wall = Obstacle("terrain", _rectangle([[x - half_w, y - half_d], [x + half_w, y + half_d]]), top=inches(box["h"]))
    met = first_contact(mover.base, Path.straight(mover.pose, Pose(*map(inches, given["to"]))), [wall])
    assert bool(met) is expected["blocked"]
    assert met[0].name == expected["reason"]


def _answer_end(given: Case, expected: Case) -> None:
    mover, wall = footprint(given["mover"]), _rectangle(given["wall"])
    assert not wall.covers(shapely.Point(mover.centre)), "the centre is clear of the wall"
    assert gap_to(mover, wall).beyond(ZERO) is expected["legal"]


def _answer_placement(given: Case, expected: Case) -> None:
    model = footprint(given)
    if "board" in given:
        out = wholly_inside(model, shapely.box(0, 0, *map(inches, given["board"])))
        assert out.within(ZERO) is expected["legal"]
        assert out.value == pytest.approx(inches(0.5))
    else:
        (left, top), (right, bottom) = given["terrain"]
        width, depth = inches(right - left), inches(bottom - top)
        block = Base.rectangle(width, depth).at(Pose(inches((left + right) / 2), inches((top + bottom) / 2)))
        assert (overlap(model, block) is None) is expected["legal"]


def _answer_scout_end(given: Case, expected: Case) -> None:
    measured = gap(footprint(given["model"]), footprint(given["enemy"]))
    assert measured.value == pytest.approx(inches(expected["gap"]), abs=inches(0.01))
    assert measured.beyond(inches(8)) is expected["legal_11e"]
    assert measured.beyond(inches(9)) is expected["legal_10e"]


def _rectangle(corners: list[list[float]]) -> shapely.Polygon:
    (left, top), (right, bottom) = corners
    return shapely.box(inches(left), inches(top), inches(right), inches(bottom))


ANSWERS: dict[str, Callable[[Case, Case], None]] = {
    "base_to_base_distance_in": _answer_distance,
    "engaged": _answer_engaged,
    "coherency": _answer_coherency,
    "move_legal": _answer_move,
    "path_blocked": _answer_path,
    "end_position_legal": _answer_end,
    "placement_legal": _answer_placement,
    "scout_end_legal": _answer_scout_end,
}


@pytest.mark.parametrize(
    "case",
    [c for c in CASES if c["kind"] in ANSWERS and c["id"] not in LEFT_OUT_CASES],
    ids=lambda case: str(case["id"]),
)
def test_a_public_case_has_the_published_answer(case: Case) -> None:
    ANSWERS[case["kind"]](case["input"], case["expected"])


def test_every_case_is_answered_or_left_out_with_a_reason() -> None:
    kinds = {case["kind"] for case in CASES}
    assert kinds == set(ANSWERS) | set(LEFT_OUT)
    assert not set(ANSWERS) & set(LEFT_OUT)
    assert {case["id"] for case in CASES if case["kind"] in ANSWERS} >= set(LEFT_OUT_CASES)
