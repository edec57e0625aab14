from contextlib import nullcontext
from dataclasses import replace

import pytest

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.design.base.designer import DesignRequest
from ludus.games.locm.card_edits import cards_of
from ludus.games.locm.card_list import write_cards

FEWEST = 60  # cards that a draft needs: the fewer there are, the more games each is in


@pytest.fixture(scope="session")
def game():
    return load_game("locm")


@pytest.fixture
def design_request(game):
    """order(games=..., threads=...) is what the command line hands to a designer."""

    def make(games=None, seed=1, threads=1, folder=None, **options):
        return DesignRequest(
            game, options, games, seed, Threads(threads), folder, lambda what, count: nullcontext(_ignore)
        )

    return make


@pytest.fixture
def small_list(game, tmp_path):
    """small_list({7: {"cost": 0}}) is a file with the first 60 official cards, some of them changed by number."""

    def write(changes=None, name="small.csv"):
        cards = cards_of(game.content())[:FEWEST]
        cards = [replace(card, **(changes or {}).get(card.number, {})) for card in cards]
        file = tmp_path / name
        file.write_text(write_cards(cards))
        return str(file)

    return write


def _ignore(games):
    pass
