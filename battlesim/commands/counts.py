"""Numbers of steps as a person says them."""

from __future__ import annotations


def steps(count: int) -> str:
    """So many steps.

    >>> steps(1), steps(2)
    ('1 step', '2 steps')
    """
    return "1 step" if count == 1 else f"{count} steps"


def first_steps(count: int) -> str:
    """The first so many steps.

    >>> first_steps(0), first_steps(1), first_steps(2)
    ('no step', 'the first step', 'the first 2 steps')
    """
    if not count:
        return "no step"
    return "the first step" if count == 1 else f"the first {count} steps"
