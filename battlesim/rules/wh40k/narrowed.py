"""Keywords that a datasheet prints with a condition on the target: they bear on attacks against some units alone."""

from __future__ import annotations

from dataclasses import dataclass

from battlesim.rules.wh40k.field import Field, unit_has_keyword


@dataclass(frozen=True, slots=True)
class Narrowed:
    """``inner``, against units with one of the ``only`` keywords (any unit, where empty) and none of the ``never`` ones."""

    inner: object
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """The id of the keyword's own catalogue entry."""
        return str(getattr(self.inner, "rule", ""))

    def against(self, field: Field, unit: str) -> tuple[object, ...]:
        """The keyword, where it bears on attacks against that unit; else nothing."""
        wanted = not self.only or unit_has_keyword(field, unit, self.only)
        return (self.inner,) if wanted and not unit_has_keyword(field, unit, self.never) else ()

    @property
    def condition(self) -> str:
        """The condition as a datasheet prints it."""
        if self.only:
            return f"only against {', '.join(self.only)}"
        return f"not against {', '.join(self.never)}"
