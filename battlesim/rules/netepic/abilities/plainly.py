"""Rulings that rest on one plain circumstance, which is what most abilities give."""

from __future__ import annotations

from typing import Protocol

from battlesim.model.ruling import Fact, Ruling


class _Rule(Protocol):
    @property
    def rule(self) -> str: ...
    @property
    def source(self) -> str: ...


def plainly(ability: _Rule, clause: str, what: str, *subjects: str, holds: bool = True) -> Ruling:
    """The ability's ruling for ``what``, which is the first subject's."""
    evidence = (Fact(what, subjects[0]),)
    return Ruling(ability.rule, holds, clause, evidence=evidence, subjects=subjects, source=ability.source)
