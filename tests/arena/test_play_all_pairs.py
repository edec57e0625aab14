"""Leagues: every pair on the same deals."""

import numpy as np
import pytest

from ludus.arena.match_spec import Match
from ludus.arena.play_all_pairs import POINTS_PER_DEAL, all_pairs, play_pairwise
from ludus.arena.runner import replay_game, run_match
from ludus.backends import Threads
from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.testing.example_games import magpies
from ludus.util.errors import OptionError

game = load_game("locm")
contents = [game.content(draft_seed=seed) for seed in (1, 2, 3)]
players = [load_compiled_bot(game, text) for text in ("random", "baseline1", "baseline2")]


def test_a_league_is_the_matches_of_its_pairs():
    result = play_pairwise(game, contents, players, all_pairs(3), deals=7, seed=5)
    assert result.pairs.tolist() == [[0, 1], [0, 2], [1, 2]]
    for k, (a, b) in enumerate(result.pairs):
        match = Match(game, contents, [players[a], players[b]], seed=5)
        outcomes = run_match(match, 14)
        deals = match.by_deal(match.by_player(outcomes))
        assert np.array_equal(result.deals(k, a), deals[:, 0])
        assert np.array_equal(result.deals(k, b), deals[:, 1])
        assert result.lengths[k] == outcomes.lengths.sum()
    wins = [result.deals(0, 0).mean() + result.deals(1, 0).mean()]
    assert result.shares()[0] == pytest.approx(wins[0] / 2)
    assert result.points.max() <= POINTS_PER_DEAL
    assert result.games == 3 * 14


def test_the_number_of_threads_changes_nothing():
    one = play_pairwise(game, contents, players, all_pairs(3), deals=20, seed=5, backend=Threads(1))
    two = play_pairwise(game, contents, players, all_pairs(3), deals=20, seed=5, backend=Threads(2))
    assert one.points.tobytes() == two.points.tobytes()
    assert one.lengths.tolist() == two.lengths.tolist()


def test_deal_k_is_played_on_content_k_modulo_their_number():
    match = Match(game, contents, players[:2], seed=5)
    assert [match.content_of(k).options.draft_seed for k in range(8)] == [1, 1, 2, 2, 3, 3, 1, 1]
    outcomes = run_match(match, 8)
    for k in range(8):
        position = replay_game(match, k)
        assert position.length == outcomes.lengths[k]
        assert position.content.options == contents[k // 2 % 3].options


def test_only_games_for_two_have_leagues():
    with pytest.raises(OptionError, match="a league plays games for two"):
        play_pairwise(magpies.game, [magpies.game.content()], [], all_pairs(2), deals=1, seed=1)
