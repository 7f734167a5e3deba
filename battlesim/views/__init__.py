"""Showing a battle: windows, pictures and films, drawn from its replay alone."""

import os

# the window library greets on the standard output, which belongs to what was asked for
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
