"""Where texts go: greedy, the most important first, never on one another, off the bases where there is room."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

import numpy as np

from battlesim.views.camera import Camera
from battlesim.views.primitives import Area, Box, Label, Layer, Line, Point, Primitive, Token, box_of, disjoint, grown

Measure = Callable[[str, float, bool], Point]
"""Width and height in pixels of a text of so many points, bold or not."""

_CELL: Final = 6
WOUNDS: Final = 9.0
"""Room below a base for its bar of wounds, in points."""
_RING: Final = 0.18
"""How far beyond an objective marker the ring of its holder reaches, as a share of the marker's width."""
_MUST: Final = 0.8
"""What a covered cell costs a label that is placed even where it covers a base; it costs others one."""
_NEAREST: Final = 4
_SLID: Final = 3.0
_STEPS: Final = (0.0, 10.0, 24.0, 44.0, 70.0, 104.0)


@dataclass(frozen=True, slots=True)
class Placed:
    """A label with its box in pixels, and a leader line where it had to go far."""

    label: Label
    box: Box
    leader: tuple[Point, Point] | None = None


class Crowd:
    """How much of any box on the screen is covered, answered from a summed grid of cells."""

    def __init__(self, port: Box, boxes: Iterable[Box]) -> None:
        self._left, self._top = port[0], port[1]
        wide = max(int((port[2] - port[0]) / _CELL) + 2, 2)
        deep = max(int((port[3] - port[1]) / _CELL) + 2, 2)
        self._size = wide, deep
        corners = np.zeros((deep + 1, wide + 1), np.int64)
        given = np.array(list(boxes), float).reshape(-1, 4)
        # a cell counts from its middle on, so that boxes side by side do not seem to overlap
        x0, x1 = (np.rint((given[:, n] - self._left) / _CELL).clip(0, wide).astype(np.int64) for n in (0, 2))
        y0, y1 = (np.rint((given[:, n] - self._top) / _CELL).clip(0, deep).astype(np.int64) for n in (1, 3))
        # each box adds one from its first corner on, and takes it away past its last
        for x, y, change in ((x0, y0, 1), (x1, y0, -1), (x0, y1, -1), (x1, y1, 1)):
            np.add.at(corners, (y, x), change)
        cells = corners.cumsum(0).cumsum(1)[:-1, :-1]
        sums = np.zeros((deep + 1, wide + 1), np.int64)
        sums[1:, 1:] = cells.cumsum(0).cumsum(1)
        # one cell at a time is read faster through a view
        self._sums = sums.data

    def covered(self, box: Box) -> float:
        """Covered cells in the box; a cell under two bases counts twice."""
        wide, deep = self._size
        left, top = self._left, self._top
        x0, x1 = round((box[0] - left) / _CELL), round((box[2] - left) / _CELL)
        y0, y1 = round((box[1] - top) / _CELL), round((box[3] - top) / _CELL)
        x0, x1, y0, y1 = min(max(x0, 0), wide), min(max(x1, 0), wide), min(max(y0, 0), deep), min(max(y1, 0), deep)
        if x1 <= x0 or y1 <= y0:
            return 0.0
        sums = self._sums
        return float(sums[y1, x1] - sums[y1, x0] - sums[y0, x1] + sums[y0, x0])


def padding(label: Label, scale: float) -> Point:
    """Room round a text, in pixels on each side: across and down."""
    return (7.0 * scale, 3.0 * scale) if label.verdict or label.style is not None else (5.0 * scale, 2.0 * scale)


def sign_room(label: Label, scale: float) -> float:
    """Room before a text for its verdict or its side's colour, pixels."""
    if label.verdict:
        return (label.size + 6.0) * scale
    return (label.size * 0.62 + 4.0) * scale if label.style is not None else 0.0


def badge_room(label: Label, scale: float) -> float:
    """Room behind a text for each of its badges, pixels."""
    return (label.size * 1.3 + 8.0) * scale


def in_the_way(shapes: Iterable[Primitive], camera: Camera) -> tuple[list[Box], list[Box]]:
    """What texts stay off, as boxes in pixels: bases with objective markers, and pieces of the lines of evidence."""
    bases: list[Box] = []
    lines: list[Box] = []
    for shape in shapes:
        match shape:
            case Token() if shape.look != "ghost":
                (x, y), r = camera.to_screen((shape.pose.x, shape.pose.y)), shape.base.circumradius * camera.zoom
                bases.append((x - r, y - r, x + r, y + r + (0.0 if shape.wounds is None else WOUNDS * camera.scale)))
            case Area(layer=Layer.MARKER):
                bases.append(marker_box(shape, camera))
            case Line(glow=True):
                lines += along([camera.to_screen(point) for point in shape.points], camera.scale)
            case _:
                pass
    return bases, lines


def marker_box(marker: Area, camera: Camera) -> Box:
    """The box of an objective marker, with room for the ring of the side that holds it, pixels."""
    x0, y0, x1, y1 = _screen_box(box_of(marker.rings[0]), camera)
    return grown((x0, y0, x1, y1), (x1 - x0) * _RING + 4.0 * camera.scale)


def along(points: Sequence[Point], scale: float) -> list[Box]:
    """Small boxes along a polyline, pixels."""
    reach, boxes = 7.0 * scale, list[Box]()
    for a, b in pairwise(points):
        count = min(max(int(math.dist(a, b) / (2 * reach)), 1), 200)
        for n in range(count + 1):
            x, y = a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count
            boxes.append((x - reach, y - reach, x + reach, y + reach))
    return boxes


def place(
    labels: Sequence[Label],
    camera: Camera,
    measure: Measure,
    *,
    bases: Sequence[Box] = (),
    lines: Sequence[Box] = (),
    kept_free: Sequence[Box] = (),
) -> tuple[Placed, ...]:
    """Every label that finds a place inside the port, as disjoint boxes; ``kept_free`` boxes (pixels) stay free too,
    even of leaders.

    ``bases`` and ``lines`` are boxes in pixels that labels stay off where they can; one that belongs on a line minds
    only the bases.

    A label whose ``around`` lies outside the port is left out, and so is one without room, unless it is a ``must``.
    """
    crowd = Crowd(camera.port, (*bases, *lines))
    own = Crowd(camera.port, bases) if lines and any(label.along for label in labels) else crowd
    taken: list[Box] = list(kept_free)
    placed: list[Placed] = []
    inside = grown(camera.port, -2.0 * camera.scale)
    for label in sorted(labels, key=lambda label: label.rank):
        anchor = _anchor(label, camera, inside)
        if disjoint(anchor, inside) and not label.must:
            continue
        width, height = measure(label.text, label.size, label.bold)
        across, down = padding(label, camera.scale)
        beside = sign_room(label, camera.scale) + len(label.badges) * badge_room(label, camera.scale)
        size = width + 2 * across + beside, height + 2 * down
        ways = tuple(_candidates(label, anchor, size, camera, inside))
        found = _best(label, ways, size, camera, own if label.along else crowd, taken, kept_free, inside)
        if found is None and label.must and (anywhere := _anywhere(anchor, size, taken, inside)):
            found = anywhere, anchor
        if found is None:
            continue
        box, tied = found
        taken.append(grown(box, 1.5 * camera.scale))
        placed.append(Placed(label, box, _leader(label, tied, box, camera)))
    return tuple(placed)


def _anchor(label: Label, camera: Camera, inside: Box) -> Box:
    anchor = _screen_box(label.around, camera)
    if label.spots and disjoint(anchor, inside):
        seen = (point for point in map(camera.to_screen, label.spots) if not disjoint((*point, *point), inside))
        spot = next(seen, None)
        return anchor if spot is None else (*spot, *spot)
    return anchor


def _screen_box(box: Box, camera: Camera) -> Box:
    return (*camera.to_screen((box[0], box[1])), *camera.to_screen((box[2], box[3])))


_Way = tuple[Point, float, Box]
"""A middle for a label, what it costs, and what the label is tied to there."""


def _candidates(label: Label, anchor: Box, size: Point, camera: Camera, inside: Box) -> Iterator[_Way]:
    if label.along:
        for middle, cost in _beside_line(label, size, camera):
            yield middle, cost, anchor
        return
    for middle, cost in _round(anchor, size, camera.scale):
        yield middle, cost, anchor
    # a label of a ring may slide along it before it goes far away
    for number, point in enumerate(map(camera.to_screen, label.spots)):
        spot = (*point, *point)
        if not disjoint(spot, inside):
            for middle, cost in islice(_round(spot, size, camera.scale), _NEAREST):
                yield middle, cost + _SLID + number * 0.4, spot


def _best(
    label: Label,
    ways: Iterable[_Way],
    size: Point,
    camera: Camera,
    crowd: Crowd,
    taken: list[Box],
    kept_free: Sequence[Box],
    inside: Box,
) -> tuple[Box, Box] | None:
    """The box that costs least, and what it is tied to."""
    best: tuple[Box, Box] | None = None
    least = math.inf
    for middle, cost, anchor in ways:
        if cost >= least:
            continue
        box = _centred(middle, size)
        if not _contains(inside, box) or not _clear_of(box, taken):
            continue
        cost += crowd.covered(box) * (_MUST if label.must else 1.0)
        if cost >= least:
            continue
        line = _leader(label, anchor, box, camera)
        if line is None or not any(crosses(line, free) for free in kept_free):
            best, least = (box, anchor), cost
            if cost == 0.0:
                break
    return best


def _clear_of(box: Box, taken: Sequence[Box]) -> bool:
    # asked some two thousand times a frame
    left, top, right, bottom = box
    return not any(x0 < right and left < x1 and y0 < bottom and top < y1 for x0, y0, x1, y1 in taken)


def crosses(segment: tuple[Point, Point], box: Box) -> bool:
    """Whether a segment has a point inside a box."""
    (x, y), (dx, dy) = segment[0], (segment[1][0] - segment[0][0], segment[1][1] - segment[0][1])
    first, last = 0.0, 1.0
    for start, way, low, high in ((x, dx, box[0], box[2]), (y, dy, box[1], box[3])):
        if way == 0.0:
            if not low < start < high:
                return False
            continue
        enter, leave = sorted(((low - start) / way, (high - start) / way))
        first, last = max(first, enter), min(last, leave)
    return first < last


def _centred(middle: Point, size: Point) -> Box:
    return middle[0] - size[0] / 2, middle[1] - size[1] / 2, middle[0] + size[0] / 2, middle[1] + size[1] / 2


def _contains(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _round(anchor: Box, size: Point, scale: float) -> Iterator[tuple[Point, float]]:
    """Middles round a box with their costs: above first, then below, beside, at the corners, and farther out."""
    x, y = (anchor[0] + anchor[2]) / 2, (anchor[1] + anchor[3]) / 2
    half_width, half_height = size[0] / 2, size[1] / 2
    for number, step in enumerate(_STEPS):
        out = (3.0 + step) * scale
        left, right = anchor[0] - out - half_width, anchor[2] + out + half_width
        above, below = anchor[1] - out - half_height, anchor[3] + out + half_height
        far = number * 7.0
        yield (x, above), far
        yield (x, below), far + 0.5
        yield (right, y), far + 1.0
        yield (left, y), far + 1.0
        for end, cost in ((anchor[0] + half_width, 1.5), (anchor[2] - half_width, 1.5)):
            yield (end, above), far + cost
            yield (end, below), far + cost + 0.5
        for side in (left, right):
            yield (side, above), far + 3.0
            yield (side, below), far + 3.5


def _beside_line(label: Label, size: Point, camera: Camera) -> Iterator[tuple[Point, float]]:
    """Middles on a segment where it is long enough to be seen on both sides of the text, else beside it."""
    assert label.along is not None
    a, b = camera.to_screen(label.along[0]), camera.to_screen(label.along[1])
    length = math.dist(a, b)
    ux, uy = ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length > 1e-6 else (1.0, 0.0)
    # the part of the line that the text would hide
    hidden = min(size[0] / abs(ux) if ux else math.inf, size[1] / abs(uy) if uy else math.inf)
    nx, ny = (uy, -ux) if -ux < 0 or (ux == 0 and uy > 0) else (-uy, ux)
    clear = abs(nx) * size[0] / 2 + abs(ny) * size[1] / 2 + 6.0 * camera.scale
    shares = (0.5, 0.38, 0.62, 0.25, 0.75)
    if length > hidden + 36.0 * camera.scale:
        for number, share in enumerate(shares):
            yield (a[0] + ux * length * share, a[1] + uy * length * share), number * 1.0
    for number, step in enumerate(_STEPS):
        out = clear + step * camera.scale
        for share in shares:
            x, y = a[0] + ux * length * share, a[1] + uy * length * share
            cost = 2.0 + number * 3.0 + abs(share - 0.5) * 4.0
            yield (x + nx * out, y + ny * out), cost
            yield (x - nx * out, y - ny * out), cost + 0.5


def _anywhere(anchor: Box, size: Point, taken: list[Box], inside: Box) -> Box | None:
    """The free place nearest to the anchor, on a coarse grid; None where the port is full."""
    x = min(max((anchor[0] + anchor[2]) / 2, inside[0]), inside[2])
    y = min(max((anchor[1] + anchor[3]) / 2, inside[1]), inside[3])
    across = np.arange(inside[0] + size[0] / 2, inside[2] - size[0] / 2, size[1])
    down = np.arange(inside[1] + size[1] / 2, inside[3] - size[1] / 2, size[1])
    middles = sorted(((float(mx), float(my)) for mx in across for my in down), key=lambda m: math.dist(m, (x, y)))
    boxes = (_centred(middle, size) for middle in middles)
    return next((box for box in boxes if _clear_of(box, taken)), None)


def _leader(label: Label, anchor: Box, box: Box, camera: Camera) -> tuple[Point, Point] | None:
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if label.along is not None:
        a, b = camera.to_screen(label.along[0]), camera.to_screen(label.along[1])
        goal = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    else:
        goal = min(max(middle[0], anchor[0]), anchor[2]), min(max(middle[1], anchor[1]), anchor[3])
    edge = min(max(goal[0], box[0]), box[2]), min(max(goal[1], box[1]), box[3])
    return (edge, goal) if math.dist(edge, goal) > 16.0 * camera.scale else None
