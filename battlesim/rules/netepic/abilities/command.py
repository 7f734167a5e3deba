"""Unité de Commandement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from battlesim.rules.netepic.state import Order

SHIFTED: Final[Mapping[Order, Order]] = {"charge": "advance", "advance": "first-fire"}


@dataclass(frozen=True, slots=True)
class CommandUnit:
    """Once all moves are over it shoots by the next order: Charge as Advance, Advance as a revealed First Fire."""

    rule: ClassVar[str] = "netepic.unite-commandement"
    source: ClassVar[str] = "NetEpic (FR), Unité de Commandement"

    def on_moves_over(self, order: Order) -> Order | None:
        """None where the order stays as it is."""
        return SHIFTED.get(order)

    def on_attached(self) -> bool:
        """A character who joins a command unit is part of one."""
        return True
