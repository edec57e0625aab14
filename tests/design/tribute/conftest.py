from contextlib import nullcontext

import pytest

from ludus.backends import Threads
from ludus.core.game_registry import load_game
from ludus.design.base.designer import DesignRequest
from ludus.games.tribute import card_edits


@pytest.fixture(scope="session")
def game():
    return load_game("tribute")


@pytest.fixture(scope="session")
def design_request(game):
    """order(games=..., threads=...) is what the command line hands to a designer."""

    def make(games=None, seed=1, threads=1, folder=None, **options):
        return DesignRequest(
            game, options, games, seed, Threads(threads), folder, lambda what, count: nullcontext(_ignore)
        )

    return make


@pytest.fixture(scope="session")
def changed_file(game, tmp_path_factory):
    """changed_file({"cards.the_portcullis.play": 20}) is a file with these numbers instead of the game's own."""

    def write(values):
        text, whole = card_edits.file_of(game.content())
        by_name = {str(number): number for number in card_edits.numbers(whole)}
        file = tmp_path_factory.mktemp("cards") / "mine.toml"
        file.write_text(card_edits.rewrite(text, whole, {by_name[name]: value for name, value in values.items()}))
        return str(file)

    return write


def _ignore(games):
    pass
