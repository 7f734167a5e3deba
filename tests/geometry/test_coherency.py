"""Coherency: neighbours, envelope, one group, and every violation named."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest

from battlesim.geometry.coherency import Coherency, coherency
from battlesim.geometry.footprint import Footprint
from battlesim.geometry.measure import gap
from battlesim.units import cm, inches
from tests.geometry.true_edges import BASES, at
from tests.limits import NEAR, ODD_ANGLES


def line(*places: float, angle: float = 0.0, elevation: float = 0.0) -> list[tuple[str, Footprint]]:
    """Round 32 mm bases named a, b, c... that far along a line."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return [
        (n, Footprint.disc(x * c, x * s, 32, elevation=elevation)) for n, x in zip("abcdefgh", places, strict=False)
    ]


def checked(models: list[tuple[str, Footprint]], needed: int = 1) -> Coherency:
    return coherency(models, neighbour=inches(2), envelope=inches(9), vertical=inches(5), neighbours_needed=needed)


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_a_neighbour_may_be_two_inches_away(angle: float, off: float) -> None:
    found = checked(line(0, 32 + inches(2) + off, angle=angle))
    assert found.holds is (off <= 0)
    assert len(found.links) == (off <= 0)
    assert [m.ends for m in found.lonely] == ([] if off <= 0 else [("a", "b"), ("b", "a")])


@pytest.mark.parametrize("angle", ODD_ANGLES)
@pytest.mark.parametrize("off", NEAR)
def test_every_other_model_may_be_nine_inches_away(angle: float, off: float) -> None:
    last = 32 + inches(9) + off
    found = checked(line(0, last / 4, last / 2, last * 3 / 4, last, angle=angle))
    assert found.holds is (off <= 0)
    assert [m.ends for m in found.stretched] == ([] if off <= 0 else [("a", "e")])
    assert found.lonely == ()
    assert found.groups == (("a", "b", "c", "d", "e"),)


@pytest.mark.parametrize("off", NEAR)
def test_a_neighbour_may_be_five_inches_up(off: float) -> None:
    low, high = line(0), [("up", Footprint.disc(10, 0, 32, elevation=inches(5) + off))]
    found = checked(low + high)
    assert found.holds is (off <= 0)
    if off > 0:
        assert {m.what for m in found.violations} == {"height"}
        assert [m.ends for m in found.stretched] == [("a", "up")]


def test_two_pairs_apart_are_two_groups_without_a_lonely_model() -> None:
    found = coherency(line(0, 60, 400, 460), neighbour=inches(2))
    assert found.groups == (("a", "b"), ("c", "d"))
    assert found.violations == ()
    assert not found.holds


def test_a_model_far_off_is_named_with_the_nearest_other() -> None:
    found = checked(line(0, 40, 80, 300))
    assert [(m.ends, round(m.value)) for m in found.lonely] == [(("d", "c"), 188)]
    assert [m.ends for m in found.links] == [("a", "b"), ("a", "c"), ("b", "c")]


def test_two_neighbours_can_be_asked_of_every_model() -> None:
    row = line(0, 80, 160, 200)
    assert checked(row).holds
    found = checked(row, needed=2)
    assert [m.ends for m in found.lonely] == [("a", "c"), ("d", "b")]
    ring = [("n", Footprint.disc(0, 0, 32)), ("m", Footprint.disc(50, 0, 32)), ("o", Footprint.disc(25, 40, 32))]
    assert checked(ring, needed=2).holds


def test_one_model_holds_and_so_does_none() -> None:
    assert checked(line(0), needed=2).holds
    assert checked([]).holds
    assert checked(line(0)).groups == (("a",),)


def test_long_bases_are_neighbours_edge_to_edge() -> None:
    riders = [(str(k), at(BASES["oval"], 0, k * (42 + inches(2)), 0)) for k in range(3)]
    assert checked(riders).holds
    turned = [(str(k), at(BASES["oval"], 0, k * (42 + inches(2)), 30)) for k in range(3)]
    assert checked(turned).holds
    assert not coherency(riders, neighbour=cm(5)).holds


@pytest.mark.parametrize("name", ["oval", "rectangle", "hull"])
@pytest.mark.parametrize("count", [4, 9, 12])
def test_links_and_the_widest_pair_are_single_gaps_whatever_the_size_of_the_unit(name: str, count: int) -> None:
    rng = random.Random(count)
    models = [
        (f"m{k}", at(BASES[name], rng.uniform(0, 300), rng.uniform(0, 300), rng.uniform(0, 360))) for k in range(count)
    ]
    single = {pair: gap(models[pair[0]][1], models[pair[1]][1]) for pair in combinations(range(count), 2)}
    found = checked(models)
    near = [m for m in single.values() if m.within(inches(2))]
    assert [m.value for m in found.links] == pytest.approx([m.value for m in near], abs=1e-9)
    assert found.widest is not None
    assert found.widest.value == pytest.approx(max(m.value for m in single.values()), abs=1e-9)
