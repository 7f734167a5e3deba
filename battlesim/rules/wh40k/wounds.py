"""Losing wounds: from an allocated attack, which never spills, and as mortal wounds, which do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battlesim.engine.hooks import collect
from battlesim.engine.story import Story
from battlesim.model.event import Destroyed, WoundsLost
from battlesim.model.ruling import Ledger
from battlesim.model.scene import Model
from battlesim.rules.wh40k.compile import ward_of
from battlesim.rules.wh40k.field import Field, abilities_of, has_keyword, profile_of
from battlesim.rules.wh40k.situations import Ward
from battlesim.rules.wh40k.unit_hooks import ActsWhenDestroyed

MORTAL_WOUNDS: Final = "wh40k.mortal-wounds"


def lose(
    story: Story, model: str, amount: int, ward: Ward | None, *, rule: str = "", field: Field | None = None
) -> int:
    """The model loses up to that many wounds, less those its ward keeps; what it cannot lose is lost to nobody.

    Returns how many it lost. ``rule`` says by what, where it was not an ordinary attack. A model whose end has
    consequences (``field`` knows) stays where it fell, without wounds, until the attacks are over: see ``aftermath``.
    """
    lost = amount
    if ward is not None and amount:
        needs = Ledger("ward", ward.needed, (), ward.needed, face=True)
        lost -= len(story.roll("feel-no-pain", amount, target=ward.needed, subject=model, ledgers=(needs,)).successes)
    left = story.scene.model(model).wounds
    lost = min(lost, left)
    if lost:
        story.tell(WoundsLost(model, lost, left - lost, rule))
    if lost == left and not (field is not None and ends_with_consequences(field, story, model)):
        story.tell(Destroyed(model, rule))
    return lost


def ends_with_consequences(field: Field, story: Story, model: str) -> bool:
    """Whether something happens once the model is destroyed: it stands on the table, and carries others or acts then."""
    if not story.scene.model(model).on_table:
        return False
    return bool(story.scene.aboard(model) or collect(ActsWhenDestroyed, abilities_of(field, model)))


def mortal_wounds(story: Story, field: Field, unit: str, amount: int, *, rule: str = MORTAL_WOUNDS) -> int:
    """The unit suffers mortal wounds one after another, each by the model whose turn it is; returns how many were lost.

    A wounded model that is no character comes first, then any other that is none, then a wounded character, then any.
    The owner chooses among equals. They spill from a destroyed model to the next.
    """
    lost = 0
    for _ in range(amount):
        bearer = next_for_mortal(story, field, unit)
        if bearer is None:
            return lost
        lost += lose(story, bearer, 1, ward_of(field, bearer, mortal=True), rule=rule, field=field)
    return lost


def next_for_mortal(story: Story, field: Field, unit: str) -> str | None:
    """The model that suffers the unit's next mortal wound; None where none is left."""
    models = story.scene.alive(unit)
    if not models:
        return None
    others = [model for model in models if not has_keyword(field, model.id, ("CHARACTER",))]
    return chosen_bearer(story, field, unit, others or models)


def chosen_bearer(story: Story, field: Field, unit: str, models: Sequence[Model]) -> str:
    """A wounded one of the models if there is one, else the owner's choice; offered from the last to the first."""
    wounded = [model for model in models if model.wounds < profile_of(field, model.id).wounds]
    return story.choose("allocate", [model.id for model in reversed(wounded or models)], subject=unit)
