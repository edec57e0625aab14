from contextlib import nullcontext

import pytest

from ludus.compute import Threads
from ludus.core.registry import find_game
from ludus.design.contract import Order
from ludus.design.kingdoms.pool import Pool


@pytest.fixture(scope="session")
def pool():
    return Pool("first")


@pytest.fixture
def order():
    """order(games=..., threads=...) is what the command line hands to a designer."""

    def make(games=None, seed=1, threads=1, folder=None, **options):
        game = find_game("dominion")
        return Order(game, options, games, seed, Threads(threads), folder, lambda what, count: nullcontext(_ignore))

    return make


def _ignore(games):
    pass
