"""Where limits are tried: at angles that no grid favours, and just inside, on and just outside."""

from __future__ import annotations

import pytest

ODD_ANGLES = (7.0, 30.0, 37.3, 61.7, 123.4)
"""Degrees."""

NEAR = (-0.1, 0.0, 0.1)
"""Millimetres off the limit."""


def at_the_limit(limit: float) -> pytest.MarkDecorator:
    """Parametrises over the angles and over gaps just below, at and just above a limit."""
    pairs = [(angle, limit + off) for angle in ODD_ANGLES for off in NEAR]
    return pytest.mark.parametrize(("angle", "gap"), pairs, ids=lambda number: f"{number:g}")
