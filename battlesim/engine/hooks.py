"""Finding the rules that answer a hook, and refusing rules whose hooks nobody calls. No rule is named here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar, cast

from battlesim.errors import BattlesimError, did_you_mean

H = TypeVar("H")

_KNOWN: Final[dict[tuple[type, ...], tuple[int, ...]]] = {}
"""Which of rules of such classes, by their places, answer a hook: the hook first, then the classes."""


class UnknownHook(BattlesimError):
    """A rule implements no hook of its ruleset, or a method that looks like one and is not."""


def collect(hook: type[H], rules: Sequence[object]) -> tuple[H, ...]:
    """The rules that implement the hook (a runtime-checkable protocol), in their order."""
    # asking a protocol is slow, and the answer for a class never changes
    kinds = hook, *map(type, rules)
    which = _KNOWN.get(kinds)
    if which is None:
        which = _KNOWN[kinds] = tuple(i for i, rule in enumerate(rules) if isinstance(rule, hook))
    return cast(tuple[H, ...], tuple([rules[i] for i in which])) if which else ()


def check_hooks(rule: type, hooks: Sequence[type]) -> None:
    """Raise UnknownHook unless the class implements one hook or more, and has no ``on_`` method beyond the hooks'."""
    known = {name for hook in hooks for name in vars(hook) if name.startswith("on_")}
    mine = {name for name in dir(rule) if name.startswith("on_")}
    for name in sorted(mine - known):
        raise UnknownHook(f"{rule.__name__}.{name} is no hook of its ruleset{did_you_mean(name, known)}")
    if not mine:
        raise UnknownHook(f"{rule.__name__} implements no hook: one of {', '.join(sorted(known))}")


class Rule(Protocol):
    """Anything that a hook can be found on: a small frozen object with the id of its catalogue entry."""

    @property
    def rule(self) -> str:
        """The id of its entry in the catalogue."""
        ...
