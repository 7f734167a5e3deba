"""battlesim: a spatial battle simulator for tabletop wargames.

Units are real base shapes on a real table, and every decision carries the geometry that decided it.
"""

__version__ = "0.1.0"
