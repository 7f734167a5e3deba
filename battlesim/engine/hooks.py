"""Finding the rules that answer a hook, and refusing rules whose hooks nobody calls. No rule is named here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeVar

from battlesim.errors import BattlesimError, did_you_mean

H = TypeVar("H")

_KNOWN: Final[dict[tuple[type, ...], dict[type, tuple[int, ...]]]] = {}
"""Which of rules of such classes, by their places, answer each hook that was asked for."""


class UnknownHook(BattlesimError):
    """A rule implements no hook of its ruleset, or a method that looks like one and is not."""


class Rules:
    """Some rules, to be asked hook by hook."""

    def __init__(self, rules: Sequence[Any]) -> None:
        self._rules = rules
        # asking a protocol is slow, and the answer for a class never changes
        self._known = _KNOWN.setdefault(tuple(map(type, rules)), {})

    def answering(self, hook: type[H]) -> tuple[H, ...]:
        """Those that implement the hook (a runtime-checkable protocol), in their order."""
        which = self._known.get(hook)
        if which is None:
            which = self._known[hook] = tuple(i for i, rule in enumerate(self._rules) if isinstance(rule, hook))
        return tuple([self._rules[i] for i in which]) if which else ()


def collect(hook: type[H], rules: Sequence[object]) -> tuple[H, ...]:
    """The rules that implement the hook, in their order."""
    return Rules(rules).answering(hook) if rules else ()


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
