"""The telling of one action: what is ruled, rolled, chosen and done goes through here, and changes the scene at once."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.dice import Choice, Choose, Dice, Roll
from battlesim.model.event import ChoiceMade, Event, RollMade
from battlesim.model.ruling import Ledger, Ruling
from battlesim.model.scene import Scene
from battlesim.replay.fold import fold_all
from battlesim.replay.timeline import Entry


class Story:
    """One action being carried out. ``scene`` is always the state after all that was told so far."""

    def __init__(self, scene: Scene, dice: Dice, choose: Choose) -> None:
        self.scene = scene
        self.entries: list[Entry] = []
        self._dice = dice
        self._choose = choose

    def tell(self, *events: Event) -> None:
        """Events happen, in this order."""
        self.scene = fold_all(self.scene, events)
        self.entries += events

    def rule(self, ruling: Ruling) -> Ruling:
        """A ruling is given; returned as it came, to be asked whether it holds."""
        self.entries.append(ruling)
        return ruling

    def roll(
        self,
        purpose: str,
        count: int = 1,
        *,
        sides: int = 6,
        target: int | None = None,
        subject: str = "",
        against: str = "",
        ledgers: Sequence[Ledger] = (),
        always: Sequence[int] = (),
        never: Sequence[int] = (),
    ) -> RollMade:
        """Roll a handful and tell it. ``target`` makes successes of the faces that reach it; the faces in ``always``
        and ``never`` succeed and fail whatever the target."""
        faces = self._dice.roll(Roll(purpose, count, sides, subject)) if count else ()
        successes: tuple[int, ...] = ()
        if target is not None:
            successes = tuple(
                i for i, face in enumerate(faces) if face not in never and (face >= target or face in always)
            )
        made = RollMade(purpose, faces, sides, target, subject, against, successes, tuple(ledgers))
        self.tell(made)
        return made

    def choose(self, purpose: str, options: Sequence[str], *, subject: str = "") -> str:
        """A player chooses one of the options; with a single option nothing is asked."""
        assert options, f"nothing to choose for {purpose}"
        if len(options) == 1:
            return options[0]
        chosen = self._choose.pick(Choice(purpose, tuple(options), subject))
        self.tell(ChoiceMade(purpose, tuple(options), chosen, subject))
        return chosen
