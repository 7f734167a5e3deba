"""Numbers of steps as a person says them."""

from __future__ import annotations


def steps(count: int) -> str:
    """So many steps.

    >>> steps(1), steps(2)
    ('1 step', '2 steps')
    """
    return "1 step" if count == 1 else f"{count} steps"


def first_steps(count: int) -> str:
    """So many steps from the start on, as a sentence has them.

    >>> first_steps(0), first_steps(1), first_steps(2)
    ('the start alone', 'the first step', 'the first 2 steps')
    """
    if not count:
        return "the start alone"
    return "the first step" if count == 1 else f"the first {count} steps"
