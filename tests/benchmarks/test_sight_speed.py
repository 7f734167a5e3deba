"""How fast a line of sight is decided on a published table with two armies: ``pytest -m benchmark -s tests/benchmarks``."""

from __future__ import annotations

import itertools
import json
import random
import statistics
import time
from collections.abc import Callable
from importlib import resources
from typing import Any

import numpy as np
import pytest
import shapely
import wh40kdc
from shapely.geometry import LineString, Polygon

from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.sight import Blocker, SightField
from battlesim.units import Mm, inches
from tests.benchmarks.timing import print_row

BASES = (Base.disc(25), Base.disc(32), Base.disc(32), Base.disc(40), Base.disc(60), Base.oval(60, 35))


def layouts() -> list[list[dict[str, Any]]]:
    bundle = json.loads((resources.files("wh40kdc") / "_bundle.json").read_text(encoding="utf-8"))
    return [wh40kdc.resolve_layout(layout, bundle["terrain_templates"]) for layout in bundle["terrain_layouts"][::12]]


def terrain(pieces: list[dict[str, Any]]) -> tuple[list[Blocker], list[Blocker]]:
    """Areas and walls."""
    areas, walls = [], []
    for piece in pieces:
        if piece["piece_type"] == "area":
            outline = Polygon([(inches(v["x"]), inches(v["y"])) for v in piece["vertices"]]).buffer(0)
            areas.append(Blocker(piece["id"], outline))
        for i, wall in enumerate(piece.get("walls", ())):
            line = LineString([(inches(v["x"]), inches(v["y"])) for v in wall["points"]])
            thick = line.buffer(inches(wall["thickness"]) / 2, cap_style="flat", join_style="mitre")
            walls.append(Blocker(f"{piece['id']} {i}", thick))
    return areas, walls


def armies(seed: int) -> list[Footprint]:
    """Two times sixty models all over the table, none on top of another."""
    rng = random.Random(seed)
    models: list[Footprint] = []
    while len(models) < 120:
        pose = Pose(Mm(rng.uniform(40, 1484)), Mm(rng.uniform(40, 1078)), rng.uniform(0, 360))
        if all(np.hypot(pose.x - other.pose.x, pose.y - other.pose.y) > 60 for other in models):
            models.append(rng.choice(BASES).at(pose))
    return models


def table(pieces: list[dict[str, Any]], seed: int) -> tuple[list[Footprint], list[Blocker], list[Blocker]]:
    areas, walls = terrain(pieces)
    models = armies(seed)
    return models, areas, [*walls, *(Blocker(f"model {i}", model) for i, model in enumerate(models))]


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000.0


@pytest.mark.benchmark
@pytest.mark.parametrize("with_areas", [False, True], ids=["walls and models", "areas, walls and models"])
def test_sight_on_published_layouts_with_two_armies(with_areas: bool) -> None:
    clear, blocked, prepared = [], [], []
    for seed, pieces in enumerate(layouts()):
        models, areas, blockers = table(pieces, seed)
        everything = [*areas, *blockers] if with_areas else blockers
        prepared.append(timed(lambda blockers=everything: SightField(blockers)))  # type: ignore[misc]
        field = SightField(everything)
        rng = random.Random(seed)
        for i, j in (rng.sample(range(120), 2) for _ in range(100)):
            a, b = models[i], models[j]
            # an area that one of them stands in hides nothing
            within = {area.name for area in areas if area.shape.intersects(shapely.union(a.shape, b.shape))}
            ignoring = {f"model {i}", f"model {j}", *within}
            lines = []
            spent = min(timed(lambda: lines.append(field.sight(a, b, ignoring=ignoring))) for _ in range(2))  # noqa: B023
            (clear if lines[0].clear else blocked).append(spent)
    both = clear + blocked
    print()
    print_row("prepare the table", statistics.median(prepared))
    print_row(f"one line of sight ({len(both)} pairs), median", statistics.median(both))
    print_row("    mean", statistics.mean(both))
    print_row("    95 of 100 are faster than", float(np.percentile(both, 95)))
    print_row(f"    clear ({len(clear)}), median", statistics.median(clear))
    print_row(f"    not clear ({len(blocked)}), median", statistics.median(blocked))


@pytest.mark.benchmark
def test_full_visibility_on_a_published_layout() -> None:
    models, _, blockers = table(layouts()[0], 7)
    field = SightField(blockers)
    pairs = [random.Random(seed).sample(range(120), 2) for seed in range(60)]
    full = [
        timed(lambda: field.fully_visible(models[i], models[j], ignoring={f"model {i}", f"model {j}"}))  # noqa: B023
        for i, j in pairs
    ]
    print()
    print_row("full visibility of one model, median", statistics.median(full))


@pytest.mark.benchmark
def test_sight_next_to_segments_tested_one_by_one() -> None:
    """A peer that samples: 16 x 16 lines between edge points, each against the blockers grown by half a line."""
    models, _, blockers = table(layouts()[0], 3)
    field = SightField(blockers)
    shapes = [
        (blocker.shape.shape if isinstance(blocker.shape, Footprint) else blocker.shape).buffer(0.5)
        for blocker in blockers
    ]
    tree = shapely.STRtree(shapes)

    def sampled(i: int, j: int) -> bool:
        own = {len(shapes) - 120 + i, len(shapes) - 120 + j}
        for p, q in itertools.product(models[i].shape.exterior.coords[::8], models[j].shape.exterior.coords[::8]):
            if not set(tree.query(LineString([p, q]), predicate="intersects").tolist()) - own:
                return True
        return False

    pairs = [random.Random(seed).sample(range(120), 2) for seed in range(60)]
    ours = [
        timed(lambda: field.sight(models[i], models[j], ignoring={f"model {i}", f"model {j}"}))  # noqa: B023
        for i, j in pairs
    ]
    peer = [timed(lambda: sampled(i, j)) for i, j in pairs]  # noqa: B023
    print()
    print_row(
        "one line of sight, median", statistics.median(ours), peer="256 sampled lines", peer_ms=statistics.median(peer)
    )
