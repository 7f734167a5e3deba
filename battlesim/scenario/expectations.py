"""What a step may expect, as a file says it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator

from battlesim.scenario.fields import FileModel


class Expectation(FileModel):
    """One expectation: see the fields for what can be said."""


def _listed(given: Any) -> Any:
    return (given,) if isinstance(given, dict) else given


Expectations = Annotated[tuple[Expectation, ...], BeforeValidator(_listed)]
