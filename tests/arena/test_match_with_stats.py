"""Statistics of games: declared by a game, loaded by name, and filled while games are played."""

import dataclasses
import subprocess
import sys

import numpy as np
import pytest

from ludus.arena.match_spec import Match
from ludus.arena.match_with_stats import MatchWithStats
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.core import Record, int64, rule
from ludus.core.game import GameStats
from ludus.testing.example_games import auction
from ludus.util.errors import OptionError, UnknownName


class AuctionStats(Record):
    moves: int64
    last_move: int64
    score: int64[2]


@rule
def record_move(data, state, move, stats):
    stats.moves += 1
    stats.last_move = move


@rule
def record_end(data, state, stats):
    for seat in range(2):
        stats.score[seat] = state.points[seat]


@rule
def record_nothing(data, state, move, stats):
    pass


STATS = GameStats(AuctionStats, on_move=record_move, on_end=record_end)
AT_THE_END = GameStats(AuctionStats, on_move=record_nothing, on_end=record_end)
game = dataclasses.replace(
    auction.game, name="counted-auction", stats={"all": lambda: STATS, "at_the_end": lambda: AT_THE_END}
)


@pytest.fixture
def match():
    return Match(game, game.content(), [load_bot(game, "random", compiled=False)] * 2, 1, compiled=False)


def test_every_game_has_a_record_that_the_two_rules_fill(match):
    counted = MatchWithStats(match, compiled=False).play(10)
    assert (counted.stats["moves"] == counted.outcomes.lengths).all()
    assert (counted.stats["score"] == counted.outcomes.scores).all()
    assert counted.outcomes.digest() == run_match(match, 10).digest()


def test_statistics_are_chosen_by_name_and_the_first_are_the_default(match):
    assert game.load_stats() is game.load_stats("all") is STATS
    assert game.load_stats("at_the_end") is AT_THE_END
    counted = MatchWithStats(match, compiled=False, stats_name="at_the_end").play(4)
    assert not np.any(counted.stats["moves"])
    assert (counted.stats["score"] == counted.outcomes.scores).all()


def test_games_without_statistics_and_unknown_names_are_refused(match):
    with pytest.raises(OptionError, match="auction has no game statistics"):
        auction.game.load_stats()
    with pytest.raises(UnknownName, match=r"'al'; did you mean 'all'\?"):
        MatchWithStats(match, compiled=False, stats_name="al")


def test_a_game_imports_its_statistics_on_first_use():
    code = (
        "import sys; from ludus.core.game_registry import game_names, load_game; [load_game(n) for n in game_names()]; "
        "print([name for name in sys.modules if name.startswith('ludus.games') and name.endswith('_stats')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
