"""Which part of the table is seen, and how large."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from battlesim.views.primitives import Box, Point


@dataclass(frozen=True, slots=True)
class Camera:
    """A view of the table inside a rectangle of the screen.

    ``x`` and ``y`` are the table point, in mm, in the middle of ``port`` (left, top, right, bottom, in pixels),
    ``zoom`` pixels a mm, ``scale`` pixels a point.
    """

    x: float
    y: float
    zoom: float
    port: Box
    scale: float = 1.0

    @property
    def middle(self) -> Point:
        """The middle of the port, pixels."""
        return (self.port[0] + self.port[2]) / 2, (self.port[1] + self.port[3]) / 2

    @property
    def seen(self) -> Box:
        """The part of the table inside the port, mm."""
        half_width = (self.port[2] - self.port[0]) / 2 / self.zoom
        half_depth = (self.port[3] - self.port[1]) / 2 / self.zoom
        return self.x - half_width, self.y - half_depth, self.x + half_width, self.y + half_depth

    def to_screen(self, point: Point) -> Point:
        """Table mm to pixels."""
        cx, cy = self.middle
        return cx + (point[0] - self.x) * self.zoom, cy + (point[1] - self.y) * self.zoom

    def to_table(self, point: Point) -> Point:
        """Pixels to table mm."""
        cx, cy = self.middle
        return self.x + (point[0] - cx) / self.zoom, self.y + (point[1] - cy) / self.zoom

    def zoomed(self, factor: float, about: Point) -> Camera:
        """Larger by the factor; the table point under ``about`` (pixels) stays under it."""
        zoom = min(max(self.zoom * factor, 0.05), 40.0)
        x, y = self.to_table(about)
        cx, cy = self.middle
        return replace(self, zoom=zoom, x=x - (about[0] - cx) / zoom, y=y - (about[1] - cy) / zoom)

    def panned(self, dx: float, dy: float) -> Camera:
        """Dragged by so many pixels: the table follows the hand."""
        return replace(self, x=self.x - dx / self.zoom, y=self.y - dy / self.zoom)


def framing(box: Box, port: Box, *, scale: float = 1.0) -> Camera:
    """The camera that shows the whole box as large as the port allows."""
    width, depth = max(box[2] - box[0], 1e-6), max(box[3] - box[1], 1e-6)
    zoom = min((port[2] - port[0]) / width, (port[3] - port[1]) / depth)
    return Camera((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, zoom, port, scale)


def between(a: Camera, b: Camera, share: float) -> Camera:
    """On the way from one camera to another: zoom in equal ratios, so that the eye sees an even movement."""
    if share <= 0.0:
        return a
    if share >= 1.0:
        return b
    zoom = math.exp(math.log(a.zoom) * (1 - share) + math.log(b.zoom) * share)
    if math.isclose(a.zoom, b.zoom, rel_tol=1e-3):
        along = share
    else:
        # the centre moves with what is seen, so that a zoom in does not swing past its goal
        along = (1 / a.zoom - 1 / zoom) / (1 / a.zoom - 1 / b.zoom)
    return replace(b, zoom=zoom, x=a.x + (b.x - a.x) * along, y=a.y + (b.y - a.y) * along)


def smooth(share: float) -> float:
    """Slow, fast, slow: 0 to 1."""
    share = min(max(share, 0.0), 1.0)
    return share * share * share * (share * (share * 6 - 15) + 10)
