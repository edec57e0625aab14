import numpy as np
import pytest

from ludus.bots import bot_names, load_bot
from ludus.core.position import Position
from ludus.testing.example_games import auction
from ludus.util.errors import UnknownName
from tests.messages import mentions

GAME = auction.game


def first_choices(count, compiled=True):
    """What the random player bids first, with one pair of dice after another."""
    bot = load_bot(GAME, "random", compiled)
    position = Position.start(GAME, GAME.content(), 1)
    arrays = bot.records()
    addresses = [array.ctypes.data for array in arrays]
    moves_chosen = []
    for seed in range(count):
        bot.begin_entry(position._data_address, position._address, seed, *addresses)
        moves_chosen.append(bot.choose_entry(position._data_address, position._address, 0, *addresses))
    return position.legal_moves, moves_chosen


def test_every_name_that_is_listed_finds_a_player():
    for name, summary in bot_names(GAME).items():
        assert summary
        assert load_bot(GAME, name).name == name


def test_an_unknown_player_is_met_with_what_there_is():
    with pytest.raises(UnknownName, match=mentions("auction", "'randon'", "'random'")):
        load_bot(GAME, "randon")


def test_the_random_bot_plays_every_legal_move_with_equal_probability():
    moves, moves_chosen = first_choices(6000)
    counts = np.bincount([moves.index(move) for move in moves_chosen], minlength=len(moves))
    expected = len(moves_chosen) / len(moves)
    assert ((counts - expected) ** 2 / expected).sum() < 20.5  # chi-squared, 5 degrees of freedom: 1 in 1000


def test_the_random_player_is_the_same_compiled_and_plain():
    assert first_choices(20) == first_choices(20, compiled=False)


def test_a_bot_is_compiled_once_however_often_it_is_asked_for():
    assert load_bot(GAME, "random").choose_entry is load_bot(GAME, "random").choose_entry
