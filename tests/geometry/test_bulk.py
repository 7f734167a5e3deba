"""Whole armies at once give what single measurements give."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlesim.errors import BadGeometry
from battlesim.geometry.bulk import gap_matrix, nearest_each_3d, pairs_within
from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.measure import gap, gap_3d, gap_each
from battlesim.units import TOUCH, Mm, inches
from tests.geometry.true_edges import BASES, at

places, facings = st.floats(-400, 400), st.floats(0, 360)
armies = st.lists(st.builds(at, st.sampled_from(list(BASES.values())), places, places, facings), max_size=12)


@settings(max_examples=40, deadline=None)
@given(armies, armies, st.floats(0, 400))
def test_bulk_gaps_are_the_single_gaps(ps: list[Footprint], qs: list[Footprint], limit: float) -> None:
    gaps = gap_matrix(ps, qs)
    assert gaps.shape == (len(ps), len(qs))
    single = {(i, j): gap(p, q) for (i, p), (j, q) in itertools.product(enumerate(ps), enumerate(qs))}
    for pair, measured in single.items():
        assert gaps[pair] == pytest.approx(measured.value, abs=1e-9)
    assert pairs_within(ps, qs, Mm(limit)) == tuple(pair for pair, m in single.items() if m.within(Mm(limit)))
    if qs:
        for i, found in enumerate(nearest_each_3d(ps, qs)):
            assert found.value == pytest.approx(min(gap_3d(ps[i], q).value for q in qs), abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(armies, armies)
def test_gaps_of_pairs_are_the_single_gaps(ps: list[Footprint], qs: list[Footprint]) -> None:
    pairs = list(zip(ps, qs, strict=False))
    ends = [(f"p{k}", f"q{k}") for k in range(len(pairs))]
    for (p, q), names, found in zip(pairs, ends, gap_each(pairs, ends=ends), strict=True):
        single = gap(p, q, ends=names)
        assert found.ends == names
        assert found.value == pytest.approx(single.value, abs=1e-9)
        assert found.a == pytest.approx(single.a, abs=1e-6)
        assert found.b == pytest.approx(single.b, abs=1e-6)


def test_two_hundred_round_bases_a_side_agree_with_single_gaps() -> None:
    rng = np.random.default_rng(7)
    ps, qs = ([Footprint.disc(x, y, d) for x, y in rng.uniform(0, 1500, (200, 2))] for d in (32, 40))
    gaps = gap_matrix(ps, qs)
    assert gaps.min() == 0
    for i, j in rng.integers(0, 200, (500, 2)):
        assert gaps[i, j] == pytest.approx(gap(ps[i], qs[j]).value, abs=1e-9)


@pytest.mark.parametrize(("off", "inside"), [(-0.1, True), (0.0, True), (0.1, False)])
def test_pairs_within_a_limit_include_the_limit(off: float, inside: bool) -> None:
    one, other = Footprint.disc(0, 0, 32), Footprint.disc(0, 32 + inches(6) + off, 32)
    assert pairs_within([one], [other], inches(6)) == (((0, 0),) if inside else ())


def test_the_nearest_of_each_is_named_and_the_first_among_equals() -> None:
    ps = [Footprint.disc(0, 0, 32), Footprint.disc(100, 0, 32)]
    qs = [Footprint.disc(50, 60, 32), Footprint.disc(50, -60, 32)]
    assert [m.ends for m in nearest_each_3d(ps, qs, names="ab", other_names="xy")] == [("a", "x"), ("b", "x")]


def test_nothing_has_no_pairs_and_no_nearest() -> None:
    one = [Footprint.disc(0, 0, 32)]
    assert gap_matrix([], one).shape == (0, 1)
    assert pairs_within(one, [], Mm(5)) == ()
    assert nearest_each_3d([], one) == ()
    with pytest.raises(BadGeometry, match="none"):
        nearest_each_3d(one, [])


@pytest.mark.parametrize("shape", [Base.disc(32), Base.oval(75, 42), Base.stadium(60, 25), Base.rectangle(60, 30)])
@pytest.mark.parametrize("others", [0, 5, 150])
def test_pairs_at_the_very_limit_are_those_of_the_ruler_however_many_are_asked_about(shape: Base, others: int) -> None:
    rng = random.Random(others)
    far = [Footprint.disc(5000 + 100 * n, 9000, 32) for n in range(others)]
    for _ in range(120):
        angle, facing = rng.uniform(0, 2 * math.pi), rng.uniform(0, 360)
        p = shape.at(Pose(Mm(rng.uniform(0, 900)), Mm(rng.uniform(0, 900)), facing))
        q = Footprint.disc(p.pose.x + 200 * math.cos(angle), p.pose.y + 200 * math.sin(angle), 40)
        # a limit that the gap meets to the last bit, or misses by it
        limit = Mm(gap(p, q).value - TOUCH)
        for asked in (limit, Mm(math.nextafter(limit, 0.0)), Mm(math.nextafter(limit, 1e9))):
            assert (pairs_within([p, *far], [q, *far[::-1]], asked)[:1] == ((0, 0),)) is gap(p, q).within(asked)
