"""Frozen values of several kinds that stand in one list, and say in a file which kind each of them is."""

from __future__ import annotations

import re

from msgspec import Struct


def _kebab(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


# nothing frozen is ever part of a cycle, so the garbage collector need not look at it
class Kinded(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag=_kebab):
    """A value whose kind is the name of its class: a ``ClockSet`` is a "clock-set", in files too."""

    @property
    def kind(self) -> str:
        """The kind, as files have it."""
        return str(self.__struct_config__.tag)
