"""A match from one position: the player to move knows the same in all games, all else is dealt anew."""

import numpy as np
import pytest

from ludus.arena.match_spec import PositionMatch
from ludus.arena.runner import play_range, run_match
from ludus.backends import Threads
from ludus.backends.processes import Processes
from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.testing.example_games import magpies
from ludus.util.errors import OptionError

GAME = magpies.game


def middle(moves=4):
    position = Position.start(GAME, GAME.content(seats=3), 5)
    for _ in range(moves):
        position.play(position.legal_moves[0])
    return Position.read(GAME, position.content, position.text())


def games(position=None, seed=1):
    return PositionMatch(position or middle(), [load_bot(GAME, "random") for _ in range(3)], seed, "here.json")


def test_who_is_to_move_sees_the_same_in_every_deal_and_the_rest_is_dealt_anew():
    position = middle()
    match = games(position)
    starts = [match.start_position(number) for number in range(0, 24, 3)]
    assert all(
        start.observation(start.current_player) == position.observation(position.current_player) for start in starts
    )
    assert len({start.bytes() for start in starts}) > 1


def test_the_games_of_a_deal_begin_with_the_same_position_and_other_seats():
    match = games()
    starts = [match.start_position(number).bytes() for number in range(3)]
    assert len(set(starts)) == 1
    assert [match.seating(number) for number in range(3)] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads():
    one, two, other = (
        run_match(games(), 60, Threads(1)),
        run_match(games(), 60, Threads(2)),
        run_match(games(seed=2), 60, Threads(1)),
    )
    assert one.digest() == two.digest() != other.digest()
    assert np.array_equal(play_range(games(), range(30, 60)).payoffs, one.payoffs[30:])


def test_a_position_after_the_end_is_refused():
    position = middle()
    while not position.end_reason:
        position.play(position.legal_moves[0])
    with pytest.raises(OptionError, match=r"here\.json: the game is over there"):
        games(position)


def test_other_places_are_refused_in_words():
    with pytest.raises(OptionError, match="use --backend threads"):
        run_match(games(), 60, Processes(1))
