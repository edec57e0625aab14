"""Matches with fixed seats: consecutive seeds, and every bot keeps its seat."""

import numpy as np
import pytest

from ludus.arena import Match, run_sequential_test
from ludus.arena.match_spec import FixedSeatMatch
from ludus.arena.runner import play_range, replay_game, run_match
from ludus.backends import Threads
from ludus.bots import load_bot
from ludus.core.position import Position
from ludus.stats import Sprt
from ludus.testing.example_games import auction
from ludus.util.errors import OptionError
from tests.cases import each

GAME = auction.game


def row(seed=123, *names):
    return FixedSeatMatch(GAME, GAME.content(), [load_bot(GAME, name) for name in names or ("random", "random")], seed)


@each("seed", [0, 123, 2**64 - 2, -1])
def test_game_k_is_dealt_from_the_seed_plus_k_as_it_is(seed):
    for number in range(4):
        played = replay_game(row(seed), number)
        start = Position.start(GAME, GAME.content(), (seed + number) % 2**64)
        assert played._origin == start.bytes()


def test_seats_are_fixed_and_every_game_is_one_observation():
    match = row()
    outcomes = run_match(match, 5)
    assert len(outcomes) == 5
    assert [match.seating(number) for number in range(3)] == [[0, 1]] * 3
    assert np.array_equal(match.by_player(outcomes), outcomes.payoffs)
    assert np.array_equal(match.by_deal(outcomes.payoffs), outcomes.payoffs)


def test_games_come_out_the_same_on_any_number_of_threads_and_alone():
    together = run_match(row(), 40, Threads(1))
    assert run_match(row(), 40, Threads(2)).digest() == together.digest()
    assert play_range(row(), range(7, 20)).digest() == _cut(together, 7, 20).digest()
    assert replay_game(row(), 9).result.payoffs == tuple(together.payoffs[9])


def test_the_dice_of_the_players_are_those_of_a_match():
    match = Match(GAME, GAME.content(), row().players, 123)
    assert np.array_equal(match.seeds(range(6))[:, 1:], row().seeds(range(6))[:, 1:])


def test_a_sequential_test_looks_at_single_games():
    outcomes, verdict = run_sequential_test(row(), Sprt(-5000, 5000, 0.4, 0.4), 200)
    assert verdict.decision != "running"
    assert len(outcomes) == verdict.count


def test_graphics_cards_make_their_seeds_themselves_and_cannot_do_it():
    with pytest.raises(OptionError, match="use threads"):
        row().seed_roots()


def _cut(outcomes, first, last):
    return type(outcomes)(
        *(getattr(outcomes, name)[first:last] for name in ("payoffs", "scores", "end_reasons", "lengths"))
    )
