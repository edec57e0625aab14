from contextlib import nullcontext

import pytest

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.design.base.designer import DesignRequest
from ludus.design.dominion.kingdom_numbering import KingdomPool


@pytest.fixture(scope="session")
def pool():
    return KingdomPool("first")


@pytest.fixture
def design_request():
    """order(games=..., threads=...) is what the command line hands to a designer."""

    def make(games=None, seed=1, threads=1, folder=None, **options):
        game = load_game("dominion")
        return DesignRequest(
            game, options, games, seed, Threads(threads), folder, lambda what, count: nullcontext(_ignore)
        )

    return make


def _ignore(games):
    pass
