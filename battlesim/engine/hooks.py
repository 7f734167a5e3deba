"""Finding the rules that answer a hook, and refusing rules whose hooks nobody calls. No rule is named here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol, TypeGuard, TypeVar

from battlesim.errors import BattlesimError, did_you_mean

H = TypeVar("H")

_KNOWN: Final[dict[tuple[type, Any], bool]] = {}


class UnknownHook(BattlesimError):
    """A rule implements no hook of its ruleset, or a method that looks like one and is not."""


def collect(hook: type[H], rules: Iterable[object]) -> tuple[H, ...]:
    """The rules that implement the hook (a runtime-checkable protocol), in their order."""
    return tuple([rule for rule in rules if _answers(rule, hook)])


def _answers(rule: object, hook: type[H]) -> TypeGuard[H]:
    # asking a protocol is slow, and the answer for a class never changes
    kind = type(rule), hook
    if kind not in _KNOWN:
        _KNOWN[kind] = isinstance(rule, hook)
    return _KNOWN[kind]


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
