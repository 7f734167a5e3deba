"""Random tables for the tests of sight, and a check of sight that shares no idea with it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import shapely
from msgspec.structs import replace
from shapely import affinity
from shapely.geometry import Polygon

from battlesim.geometry.footprint import Base, Footprint, Pose
from battlesim.geometry.sight import Blocker
from battlesim.units import Mm

BASES = (
    Base.disc(25), Base.disc(32), Base.disc(40), Base.disc(60), Base.oval(60, 35), Base.oval(90, 52),
    Base.rectangle(60, 30), Base.stadium(70, 25), Base.hull([(-40, -30), (50, -30), (50, 0), (0, 5), (-10, 40)]),
)  # fmt: skip


def placed(base: Base, x: float, y: float, facing: float = 0.0) -> Footprint:
    return Footprint(base, Pose(Mm(x), Mm(y), facing))


def turned(shape: Polygon, degrees: float, x: float, y: float) -> Polygon:
    """A polygon turned about the origin, then shifted."""
    moved = affinity.translate(affinity.rotate(shape, degrees, origin=(0, 0)), x, y)
    assert isinstance(moved, Polygon)
    return moved


def wall(length: float, thickness: float = 12.7) -> Polygon:
    return shapely.box(-length / 2, -thickness / 2, length / 2, thickness / 2)


def corner(long: float, short: float, thickness: float = 12.7) -> Polygon:
    """An L of two walls, its inner side in the quadrant of positive x and y."""
    t = thickness
    return Polygon([(0, 0), (long, 0), (long, t), (t, t), (t, short), (0, short)])


def room(size: float, door: float, thickness: float = 12.7) -> Polygon:
    """Four walls in one piece, open by a door in one of them."""
    t, half = thickness, size / 2
    square, inner = shapely.box(-half, -half, half, half), shapely.box(t - half, t - half, half - t, half - t)
    cut = square.difference(inner).difference(shapely.box(half - 2 * t, -door / 2, half + 2 * t, door / 2))
    assert isinstance(cut, Polygon)
    return cut


def star(rng: random.Random, size: float) -> Polygon:
    """An outline with dents."""
    count = rng.randint(5, 14)
    radii = [size * rng.uniform(0.35, 1.0) for _ in range(count)]
    return Polygon(
        [(r * math.cos(math.tau * i / count), r * math.sin(math.tau * i / count)) for i, r in enumerate(radii)]
    )


def random_blocker(rng: random.Random, name: str, reach: float) -> Blocker:
    x, y, facing = rng.uniform(-reach, reach), rng.uniform(-reach * 0.6, reach * 0.6), rng.uniform(0, 360)
    match rng.randrange(7):
        case 0:
            return Blocker(name, turned(wall(rng.uniform(40, 220)), facing, x, y))
        case 1:
            return Blocker(name, turned(corner(rng.uniform(50, 150), rng.uniform(50, 150)), facing, x, y))
        case 2:
            return Blocker(name, turned(star(rng, rng.uniform(30, 90)), facing, x, y))
        case 3:
            return Blocker(name, turned(room(rng.uniform(70, 160), rng.uniform(2, 40)), facing, x, y))
        case _:
            return Blocker(name, placed(rng.choice(BASES), x, y, facing))


def random_table(seed: int) -> tuple[Footprint, Footprint, list[Blocker]]:
    """Two ends that do not overlap, and up to fourteen blockers that may overlap anything."""
    rng = random.Random(seed)
    reach = rng.choice((120.0, 200.0, 320.0))
    while True:
        ends = [
            placed(rng.choice(BASES), side * rng.uniform(0.2, 1) * reach, rng.uniform(-60, 60), rng.uniform(0, 360))
            for side in (-1, 1)
        ]
        if not ends[0].shape.intersects(ends[1].shape):
            break
    blockers = [random_blocker(rng, f"b{i}", reach) for i in range(rng.randint(1, 14))]
    return ends[0], ends[1], blockers


def slit_table(gap: float, degrees: float, offset: float) -> tuple[Footprint, Footprint, list[Blocker]]:
    """Two bases that can only see each other through a slit between two walls, the whole at an angle."""
    a, b = turned_disc(-200, 0, 32, degrees), turned_disc(230, 0, 40, degrees)
    upper = turned(shapely.box(-6, offset + gap / 2, 6.7, 400), degrees, 0, 0)
    lower = turned(shapely.box(-6, -400, 6.7, offset - gap / 2), degrees, 0, 0)
    return a, b, [Blocker("upper", upper), Blocker("lower", lower)]


def turned_disc(x: float, y: float, diameter: float, degrees: float) -> Footprint:
    angle = math.radians(degrees)
    return Footprint.disc(
        x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle), diameter
    )


Table = tuple[Footprint, Footprint, list[Blocker]]


def shifted(table: Table, degrees: float, dx: float, dy: float) -> Table:
    """The whole table turned about the origin, then shifted."""

    def move(shape: Polygon | Footprint) -> Polygon | Footprint:
        if isinstance(shape, Polygon):
            return turned(shape, degrees, dx, dy)
        (x, y), angle = shape.centre, math.radians(degrees)
        return placed(
            shape.base,
            x * math.cos(angle) - y * math.sin(angle) + dx,
            x * math.sin(angle) + y * math.cos(angle) + dy,
            shape.pose.facing + degrees,
        )

    return _mapped(table, move)


def mirrored(table: Table) -> Table:
    """The whole table as in a mirror along the x axis."""

    def mirror(shape: Polygon | Footprint) -> Polygon | Footprint:
        if isinstance(shape, Polygon):
            flipped = affinity.scale(shape, 1, -1, origin=(0, 0))
            assert isinstance(flipped, Polygon)
            return flipped
        base = shape.base
        if base.kind == "hull":
            base = Base.hull([(x, -y) for x, y in base.outline])
        return placed(base, shape.pose.x, -shape.pose.y, -shape.pose.facing)

    return _mapped(table, mirror)


def _mapped(table: Table, move: Callable[[Polygon | Footprint], Polygon | Footprint]) -> Table:
    a, b, blockers = table
    ends = [end for end in (move(a), move(b)) if isinstance(end, Footprint)]
    return ends[0], ends[1], [replace(blocker, shape=move(blocker.shape)) for blocker in blockers]


def clearances(
    starts: npt.NDArray[np.float64], ends: npt.NDArray[np.float64], blockers: list[Blocker]
) -> npt.NDArray[np.float64]:
    """How far each segment stays from the nearest blocker, mm."""
    segments = shapely.linestrings(np.stack([starts, ends], axis=-2))
    best = np.full(len(segments), np.inf)
    for blocker in blockers:
        shape = blocker.shape
        core, radius = (shape.core_geometry, shape.radius) if isinstance(shape, Footprint) else (shape, 0.0)
        shapely.prepare(core)
        best = np.minimum(best, shapely.distance(core, segments) - radius)
    return best


def widest_line(a: Footprint, b: Footprint, blockers: list[Blocker], *, points: int = 64, rounds: int = 7) -> float:
    """Half the width of the widest line found by trying pairs of edge points, closer and closer: never too much."""
    edges = [shapely.get_exterior_ring(a.shape), shapely.get_exterior_ring(b.shape)]
    grid = (np.arange(points) + 0.5) / points
    s, t = (axis.ravel() for axis in np.meshgrid(grid, grid))
    spread, found = 1.0 / points, -math.inf
    for _ in range(rounds):
        starts, ends = (
            shapely.get_coordinates(shapely.line_interpolate_point(edge, share % 1.0, normalized=True))
            for edge, share in zip(edges, (s, t), strict=True)
        )
        clear = clearances(starts, ends, blockers)
        found = max(found, float(clear.max()))
        best = np.argsort(-clear)[:24]
        spread /= 2.5
        offsets = np.linspace(-2, 2, 5) * spread
        ds, dt = (axis.ravel() for axis in np.meshgrid(offsets, offsets))
        s, t = (s[best][:, None] + ds).ravel(), (t[best][:, None] + dt).ravel()
    return found


def best_view(
    spot: npt.NDArray[np.float64], a: Footprint, own: Footprint, blockers: list[Blocker], *, points: int = 240
) -> tuple[float, float]:
    """From one spot on an edge: the widest clearance of a line to an edge point of ``a``, past the blockers and its own body.

    The second number is the same without any blockers: how deep the best line cuts into its own body, zero or less.
    """
    edge = shapely.get_exterior_ring(a.shape)
    share, spread = (np.arange(points) + 0.5) / points, 1.0 / points
    clear, deep = -math.inf, math.inf
    for _ in range(7):
        ends = shapely.get_coordinates(shapely.line_interpolate_point(edge, share % 1.0, normalized=True))
        starts = np.broadcast_to(spot, ends.shape)
        through = shapely.length(
            shapely.intersection(shapely.linestrings(np.stack([starts, ends], axis=1)), own.shape.buffer(-0.002))
        )
        outside = through < 1e-9
        free = np.where(outside, clearances(starts, ends, blockers), -math.inf)
        clear, deep = max(clear, float(free.max())), min(deep, float(through.min()))
        best = np.argsort(-free)[:12]
        spread /= 2.5
        share = (share[best][:, None] + np.linspace(-2, 2, 9) * spread).ravel()
    return clear, deep
