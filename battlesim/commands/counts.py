"""Numbers of steps as a person says them."""

from __future__ import annotations

from battlesim.errors import counted


def first_steps(count: int) -> str:
    """So many steps from the start on, as a sentence has them.

    >>> first_steps(0), first_steps(1), first_steps(2)
    ('the start alone', 'the first step', 'the first 2 steps')
    """
    if not count:
        return "the start alone"
    return "the first step" if count == 1 else f"the first {counted(count, 'step')}"
