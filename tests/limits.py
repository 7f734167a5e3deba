"""Where limits are tried: at angles that no grid favours, and just inside, on and just outside."""

ODD_ANGLES = (7.0, 30.0, 37.3, 61.7, 123.4)
"""Degrees."""

NEAR = (-0.1, 0.0, 0.1)
"""Millimetres off the limit."""
