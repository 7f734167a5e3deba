"""The scenario file as a whole: what stands in it beside the ruleset's own units, steps and options."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from battlesim.model.text import NO_TEXT
from battlesim.scenario.expectations import RuleRef
from battlesim.scenario.fields import FileModel, LocalText, Named
from battlesim.scenario.table import BattlefieldSpec, LayoutSpec

FORMAT = 1

Raw = Any
"""A part that is read later, by models that depend on the ruleset."""


def _layout_kind(given: Any) -> str | None:
    return "<id>" if isinstance(given, str) else "<layout>" if isinstance(given, dict) else None


Layout = Annotated[
    Annotated[str, Named("layout"), Tag("<id>")] | Annotated[LayoutSpec, Tag("<layout>")],
    Discriminator(
        _layout_kind,
        custom_error_type="battlesim.wrong",
        custom_error_message="expected the id of a published layout, or {id: ..., attacker: ..., defender: ...}",
    ),
]


class ScenarioFile(FileModel):
    """A battle: who plays what where, what happens step by step, and what must come of it.

    ``battlefield`` describes a table, ``layout`` names a published one: one of the two. ``shows`` are the rules that this
    scenario demonstrates. ``seed`` is for the steps that do not write down their dice. ``about`` is a longer text for
    whoever watches.
    """

    battlesim: Literal[1]
    title: LocalText
    ruleset: Annotated[str, Named("ruleset")]
    about: LocalText = NO_TEXT
    variant: Annotated[str, Named("variant")] | None = None
    options: Raw = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] | str | None = None
    shows: tuple[RuleRef, ...] = ()
    battlefield: BattlefieldSpec | None = None
    layout: Layout | None = None
    sides: dict[str, LocalText] = Field(default_factory=dict)
    units: tuple[Raw, ...]
    steps: tuple[Raw, ...]
