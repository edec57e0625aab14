"""Intervals over decks, against numbers by hand."""

import math

import numpy as np
import pytest

from ludus.design.delve.playtest.deck_intervals import difference_over_decks, turns_over_decks, wins_over_decks
from ludus.stats import proportion, proportion_difference
from ludus.stats.judgement import above, judge

T_3 = 3.182446  # 97.5 % quantile of Student's t with 3 degrees of freedom
SHARES = np.array([[0.25, 0.35], [0.5, 0.5], [0.6, 0.4], [0.7, 0.7]])  # means 0.3, 0.5, 0.5, 0.7


def test_a_deck_is_the_unit_of_a_win_ratio():
    half = T_3 * np.std([0.3, 0.5, 0.5, 0.7], ddof=1) / 2
    wins = wins_over_decks(SHARES)
    assert (wins.value, wins.low, wins.high) == pytest.approx((0.5, 0.5 - half, 0.5 + half), abs=1e-5)
    assert wins.count == 4


def test_more_orders_of_cards_do_not_narrow_the_interval():
    assert wins_over_decks(np.tile(SHARES, 50)).low == pytest.approx(wins_over_decks(SHARES).low)


def test_intervals_of_shares_stay_between_0_and_1():
    wins = wins_over_decks(np.array([[0.0], [0.0], [1.0]]))
    assert (wins.low, wins.high) == (0, 1)
    more = difference_over_decks(np.array([[1.0], [1.0], [0.0]]), np.zeros((3, 1)))
    assert -1 <= more.low < more.high == 1


def test_with_one_deck_an_order_of_cards_is_the_unit():
    one = np.array([[0.2, 0.4, 0.6, 0.8]])
    assert wins_over_decks(one).count == 4
    assert wins_over_decks(one).high < 1


def test_equal_decks_do_not_make_an_interval_vanish():
    won, lost = np.ones((5, 2)), np.zeros((5, 2))
    assert wins_over_decks(won) == proportion(np.ones(5))
    assert wins_over_decks(won).low < 1
    assert difference_over_decks(won, lost) == proportion_difference(np.ones(5), np.zeros(5))


def test_differences_are_paired_by_deck():
    more = difference_over_decks(SHARES + np.array([[0.1], [0.1], [0.1], [0.2]]), SHARES)
    half = T_3 * np.std([0.1, 0.1, 0.1, 0.2], ddof=1) / 2
    assert (more.value, more.low, more.high) == pytest.approx((0.125, 0.125 - half, 0.125 + half), abs=1e-5)


def test_turns_are_weighted_by_fights_won():
    turns = turns_over_decks(np.array([[3.0, 3.0], [0.5, 0.5]]), np.array([[1.0, 1.0], [0.1, 0.1]]))
    assert turns.value == pytest.approx(3.5 / 1.1)
    assert turns.low < turns.value < turns.high
    assert math.isnan(turns_over_decks(np.zeros((2, 2)), np.zeros((2, 2))).value)


def test_decks_of_which_most_win_all_fights_are_trials():
    wins = wins_over_decks(np.array([[1.0]] * 11 + [[0.99]]))
    assert wins.low < 0.75
    assert judge(wins, above(0.5)) == "holds"
    assert judge(wins, above(0.9)) == "undecided"
    more = difference_over_decks(np.array([[1.0]] * 11 + [[0.99]]), np.full((12, 1), 0.9))
    assert judge(more, above(0.0)) == "undecided"
