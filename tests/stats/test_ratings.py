"""Elo and OpenSkill ratings."""

from itertools import combinations

import numpy as np
import pytest

from ludus.stats import (
    GroupResults,
    elo_to_win_rate,
    openskill_ratings,
    probability_above_zero,
    proportion,
    rate,
    ratings,
    win_rate_to_elo,
)
from ludus.stats.ratings import ELO_PER_LOGIT
from tests.cases import each


def field(rng, strengths, deals, seats=2, first_seat=0.0, luck=0.0, seat_luck=0.0):
    """A round robin. Strengths are log-odds; `luck` favours a player for a whole deal, `seat_luck` the first seat of
    a deal, whoever plays it."""
    favour, result = rng.normal(0, seat_luck, deals), []
    for group in combinations(range(len(strengths)), seats):
        lucky = np.array(strengths)[list(group)] + rng.normal(0, luck, (deals, seats))
        shares = np.zeros((deals, seats, seats))
        for game in range(seats):
            odds = lucky.copy()
            odds[:, game] += first_seat + favour  # player `game` of the group sits first
            chances = np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)
            winner = (chances.cumsum(axis=1) < rng.random((deals, 1))).sum(axis=1)
            shares[np.arange(deals), game, winner] = 1
        result.append(GroupResults(group, shares))
    return result


def drawn_and_won(deals, won, players=(0, 1)):
    """Two players: some deals are won from both seats, the rest drawn."""
    shares = np.full((deals, 2, 2), 0.5)
    shares[:won] = [1.0, 0.0]
    return GroupResults(players, shares)


@each("seats", [2, 3, 4])
def test_strengths_are_found_again(seats):
    strengths = [0.9, 0.3, 0.0, -0.4, -0.8]
    result = rate(field(np.random.default_rng(1), strengths, 5000, seats, first_seat=0.4), 5)
    for k, strength in enumerate(strengths):
        assert result.player(k).value == pytest.approx(strength * ELO_PER_LOGIT, abs=12)
        assert result.player(k).low < result.player(k).value < result.player(k).high
    assert result.values[:5].sum() == pytest.approx(0, abs=1e-6)
    assert result.seat(0, seats - 1).value == pytest.approx(0.4 * ELO_PER_LOGIT, abs=10)


def test_two_players_are_rated_by_their_win_rate():
    result = rate([drawn_and_won(1000, 300)], 2)
    assert result.difference(0, 1).value == pytest.approx(win_rate_to_elo(0.65), abs=0.2)
    assert result.expected([0, 1]) == pytest.approx([0.65, 0.35], abs=1e-3)
    assert result.expected([1, 0]) == pytest.approx([0.35, 0.65], abs=1e-3)


def test_equal_players_have_no_lead():
    result = rate([drawn_and_won(100, 0)], 2)
    assert result.player(0).value == pytest.approx(0)
    assert probability_above_zero(result.difference(0, 1)) == pytest.approx(0.5)


COVERAGE = {
    "independent games": {"strengths": [0, 0.5, 1.0, 1.5], "first_seat": 0.3},
    "luck of the deal": {"strengths": [0, 0.5, 1.0, 1.5], "first_seat": 0.3, "luck": 1.5, "seat_luck": 1.0},
    "one far ahead": {"strengths": [0, 0.5, 1.0, 4.0], "luck": 0.5},
    "three at a table": {"strengths": [0, 0.3, 0.6, 0.9], "seats": 3, "seat_luck": 1.0},
}


@each("case", COVERAGE)
@each("deals", [30, 200], quick=1)
def test_intervals_hold_the_truth_19_times_in_20(case, deals):
    rng, setting = np.random.default_rng(2), COVERAGE[case]
    truth = rate(field(rng, deals=40_000, **setting), 4)  # luck bends the model: its own limit is what it estimates
    players, leads = [], []
    for _ in range(150):
        result = rate(field(rng, deals=deals, **setting), 4)
        each = [result.player(k) for k in range(4)]
        players += [each[k].low <= truth.values[k] <= each[k].high for k in range(4)]
        lead = result.difference(3, 0)
        leads.append(lead.low <= truth.values[3] - truth.values[0] <= lead.high)
    assert 0.92 <= np.mean(players) <= 0.975
    assert 0.90 <= np.mean(leads) <= 0.985


def test_games_of_one_deal_are_not_taken_for_independent():
    # every deal decides both of its games, so 2 n games are worth n
    rng = np.random.default_rng(3)
    won = rng.random(400) < 0.6
    twice = np.where(won[:, None, None], [1.0, 0.0], [0.0, 1.0])
    twice = np.repeat(twice, 2, axis=1)
    lead = rate([GroupResults((0, 1), twice)], 2).difference(0, 1)
    wilson = proportion(won.astype(float))
    assert lead.low == pytest.approx(win_rate_to_elo(wilson.low), abs=2)
    assert lead.high == pytest.approx(win_rate_to_elo(wilson.high), abs=2)


def test_luck_that_all_pairs_share_is_counted_once():
    # the same 100 deals again and again teach nothing new
    rng = np.random.default_rng(4)
    shares = rng.integers(0, 2, (100, 2)).astype(float)
    games = np.stack([shares, 1 - shares], axis=2)
    pairs = [GroupResults(group, games) for group in ((0, 1), (0, 2), (0, 3))]
    once, thrice = rate(pairs[:1], 2).difference(0, 1), rate(pairs, 4)
    for other in (1, 2, 3):
        assert thrice.difference(0, other).low == pytest.approx(once.low, abs=2)
    assert not thrice.difference(1, 2).has_interval  # no deal tells them apart


def test_a_player_that_wins_every_game_has_a_finite_rating_and_its_own_tier():
    result = rate([drawn_and_won(50, 50, (0, 1)), drawn_and_won(50, 50, (0, 2)), drawn_and_won(50, 20, (1, 2))], 3)
    assert result.tiers == [[0], [1, 2]]
    assert 400 < result.difference(0, 1).value < 2000
    assert not result.difference(0, 1).has_interval
    assert not result.player(0).has_interval


def saturated(players, won):
    """A round robin: `won` has the deals of 20 that the first of a pair wins, or 20 as many as all."""
    return rate([drawn_and_won(20, won[pair], pair) for pair in combinations(range(players), 2)], players)


def test_ratings_are_around_the_mean_of_the_largest_group_that_can_be_compared():
    result = saturated(3, {(0, 1): 20, (0, 2): 20, (1, 2): 8})
    assert result.reference == [1, 2]
    assert result.player(1).value == pytest.approx(-result.player(2).value) != 0
    assert result.player(1).low < result.player(1).value < result.player(1).high
    assert result.difference(1, 2).has_interval
    assert result.player(0).value > result.player(1).value
    assert not result.player(0).has_interval


def test_players_of_a_group_outside_the_mean_are_still_compared_with_each_other():
    result = saturated(4, {(0, 1): 8, (0, 2): 20, (0, 3): 20, (1, 2): 20, (1, 3): 20, (2, 3): 8})
    assert result.tiers == [[0, 1], [2, 3]]
    assert result.reference == [0, 1]
    assert [result.player(k).has_interval for k in range(4)] == [True, True, False, False]
    assert result.difference(2, 3).has_interval
    assert not result.difference(1, 2).has_interval


def test_no_player_has_an_interval_if_nobody_can_be_compared():
    result = saturated(3, {(0, 1): 20, (0, 2): 20, (1, 2): 20})
    assert result.reference == [0, 1, 2]
    assert [round(result.player(k).value) for k in range(3)] == [
        round(result.player(0).value),
        0,
        -round(result.player(0).value),
    ]
    assert not any(result.player(k).has_interval for k in range(3))


def test_deals_that_all_ended_alike_have_no_interval_of_width_zero():
    result = rate([drawn_and_won(20, 0)], 2)
    assert result.difference(0, 1).value == 0
    assert not result.difference(0, 1).has_interval


def test_tiers_are_in_order_of_strength():
    pairs = [drawn_and_won(10, 10, (2, 0)), drawn_and_won(10, 10, (2, 1)), drawn_and_won(10, 10, (0, 1))]
    assert rate(pairs, 3).tiers == [[2], [0], [1]]
    circle = [drawn_and_won(10, 10, (0, 1)), drawn_and_won(10, 10, (1, 2)), drawn_and_won(10, 10, (2, 0))]
    assert rate(circle, 3).tiers == [[0, 1, 2]]


def test_pairs_may_have_played_different_numbers_of_games():
    strengths = [1.0, 0.0, -1.0]
    pairs = field(np.random.default_rng(5), strengths, 4000)
    pairs[0] = GroupResults(pairs[0].players, pairs[0].payoffs[:300])
    result = rate(pairs, 3)
    assert result.player(0).value == pytest.approx(ELO_PER_LOGIT, abs=25)
    assert result.difference(0, 1).high - result.difference(0, 1).low > 8


def test_one_deal_has_no_interval():
    result = rate([drawn_and_won(1, 1)], 2)
    assert np.isinf(result.player(0).high)
    assert probability_above_zero(result.difference(0, 1)) == 0.5


def test_players_without_connecting_games_are_not_rated():
    with pytest.raises(ValueError, match="chain"):
        rate([drawn_and_won(5, 1, (0, 1)), drawn_and_won(5, 1, (2, 3))], 4)


def games(rng, count, elo=100):
    """Games between three players, each `elo` points better than the one before."""
    for _ in range(count):
        one, other = rng.choice(3, 2, replace=False)
        won = float(rng.random() < elo_to_win_rate(elo * (one - other)))
        yield (int(one), int(other)), (won, 1 - won)


def test_better_players_get_higher_skills():
    result = openskill_ratings(3, games(np.random.default_rng(1), 3000))
    assert result[0].mu < result[1].mu < result[2].mu
    assert all(skill.sigma < 1.5 for skill in result)
    assert result[0].ordinal == result[0].mu - 3 * result[0].sigma


def test_a_tie_changes_ratings_less_than_a_win():
    (won, lost), (tied, even) = (
        openskill_ratings(2, [((0, 1), (1.0, 0.0))]),
        openskill_ratings(2, [((0, 1), (0.5, 0.5))]),
    )
    assert won.mu > 25 > lost.mu
    assert tied.mu == pytest.approx(even.mu)


def test_three_players_are_ranked_by_their_payoffs():
    first, second, third = openskill_ratings(3, [((0, 1, 2), (0.7, 0.3, 0.0))] * 5)
    assert first.mu > second.mu > third.mu


def test_the_order_of_the_games_counts():
    played = list(games(np.random.default_rng(2), 50))
    assert openskill_ratings(3, played) == openskill_ratings(3, played)
    assert openskill_ratings(3, played) != openskill_ratings(3, played[::-1])


def test_a_long_tournament_is_rated_by_its_first_games(monkeypatch):
    played = list(games(np.random.default_rng(3), 60))
    monkeypatch.setattr(ratings, "MAX_OPENSKILL_GAMES", 40)
    assert openskill_ratings(3, played) == openskill_ratings(3, played[:40])


def test_the_last_bits_of_sums_change_no_rating():
    """Processors add in other orders; so do contests in another order."""
    games = field(np.random.default_rng(4), [0.9, 0.3, 0.0, -0.4, -0.8], 40)
    first, second = rate(games, 5), rate(games[::-1], 5)
    assert (first.values != second.values).any(), "the orders have other last bits"
    for k, other in combinations(range(5), 2):
        assert first.player(k) == second.player(k)
        assert first.difference(k, other) == second.difference(k, other)
        assert first.expected([k, other]).tolist() == second.expected([k, other]).tolist()
    assert first.seat(0, 1) == second.seat(0, 1)
