from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import pytest

from battlesim.engine.hooks import UnknownHook, check_hooks, collect


@runtime_checkable
class ModifiesDamage(Protocol):
    def on_damage(self, attack: str) -> int: ...


@runtime_checkable
class GivesCover(Protocol):
    def on_cover(self, attack: str) -> bool: ...


@dataclass(frozen=True)
class Hotter:
    def on_damage(self, attack: str) -> int:
        return 2


@dataclass(frozen=True)
class Misspelt:
    def on_damge(self, attack: str) -> int:
        return 2


class Silent:
    pass


def test_rules_are_found_by_what_they_answer_in_their_order():
    rules = (Hotter(), Silent(), Hotter())
    assert collect(ModifiesDamage, rules) == (rules[0], rules[2])
    assert collect(GivesCover, rules) == ()


def test_a_misspelt_hook_is_refused_with_a_suggestion():
    with pytest.raises(UnknownHook, match="did you mean 'on_damage'"):
        check_hooks(Misspelt, (ModifiesDamage, GivesCover))


def test_a_rule_without_any_hook_is_refused():
    with pytest.raises(UnknownHook, match="implements no hook"):
        check_hooks(Silent, (ModifiesDamage, GivesCover))


def test_a_rule_with_one_hook_passes():
    check_hooks(Hotter, (ModifiesDamage, GivesCover))
