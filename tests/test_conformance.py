"""Both rulesets keep the laws of the engine, whatever is tried."""

from __future__ import annotations

import pytest

from tests.conformance import Game, check_bytes, check_step, tries
from tests.rules.netepic.random_battles import NETEPIC_GAME
from tests.rules.wh40k.random_battles import WH40K_GAME

GAMES = (WH40K_GAME, NETEPIC_GAME)


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    """Each of them."""
    found: Game = request.param
    return found


@pytest.mark.parametrize("seed", range(3))
def test_every_step_of_a_random_battle_keeps_the_laws(game: Game, seed: int):
    for tried in tries(game, seed, 80):
        check_step(game, tried)


def test_the_same_seed_gives_the_same_bytes_and_reads_back(game: Game, tmp_path):
    check_bytes(game, 11, 60, tmp_path)


def test_random_battles_do_something(game: Game):
    legal = [one for seed in range(3) for one in tries(game, seed, 80) if one.step.legal]
    names = {one.step.action.name for one in legal}
    assert len(legal) >= 60
    assert len(names) >= 5
