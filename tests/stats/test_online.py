import numpy as np
import pytest

from ludus.stats import elo_to_win_rate, openskill_ratings, ratings


def games(rng, count, elo=100):
    """Games between three players, each `elo` points better than the one before."""
    for _ in range(count):
        one, other = rng.choice(3, 2, replace=False)
        won = float(rng.random() < elo_to_win_rate(elo * (one - other)))
        yield (int(one), int(other)), (won, 1 - won)


def test_better_players_get_higher_skills():
    found = openskill_ratings(3, games(np.random.default_rng(1), 3000))
    assert found[0].mu < found[1].mu < found[2].mu
    assert all(skill.sigma < 1.5 for skill in found)
    assert found[0].ordinal == found[0].mu - 3 * found[0].sigma


def test_a_tie_says_less_than_a_win():
    (won, lost), (tied, even) = (
        openskill_ratings(2, [((0, 1), (1.0, 0.0))]),
        openskill_ratings(2, [((0, 1), (0.5, 0.5))]),
    )
    assert won.mu > 25 > lost.mu
    assert tied.mu == pytest.approx(even.mu)


def test_three_at_a_table_are_ranked_by_their_shares():
    first, second, third = openskill_ratings(3, [((0, 1, 2), (0.7, 0.3, 0.0))] * 5)
    assert first.mu > second.mu > third.mu


def test_the_order_of_the_games_counts():
    played = list(games(np.random.default_rng(2), 50))
    assert openskill_ratings(3, played) == openskill_ratings(3, played)
    assert openskill_ratings(3, played) != openskill_ratings(3, played[::-1])


def test_a_long_tournament_is_rated_by_its_first_games(monkeypatch):
    played = list(games(np.random.default_rng(3), 60))
    monkeypatch.setattr(ratings, "MOST", 40)
    assert openskill_ratings(3, played) == openskill_ratings(3, played[:40])
