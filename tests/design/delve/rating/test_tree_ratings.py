"""What trees are rated by: the formulas, as printed and as corrected."""

import numpy as np
import pytest

from ludus.core import plain
from ludus.design.delve.rating import tree_ratings
from ludus.design.delve.rating.tree_ratings import (
    RATING_COLUMNS,
    RATINGS,
    SUMS,
    TRIED,
    TURNS,
    WEIGHTS,
    WON,
    TreeGoals,
    balance_rating,
    node_count_rating,
    useful_rating,
    weighted_total,
)
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import OptionError
from tests.cases import each

win_rating, turn_rating = plain(tree_ratings.win_rating), plain(tree_ratings.turn_rating)


def tree_of(*parents):
    return SkillTree("t", tuple(SkillNode(f"n{i}", 0, 1, above) for i, above in enumerate(parents)))


def rate(counts, won=0, left=0.0, without=-1, low=3.0, high=5.0, printed=False):
    """One deck in one encounter: wins by turn, and losses with a part of the hit points left."""
    sums = np.zeros((1, 1, 1, SUMS))
    for turn, count in counts.items():
        sums[0, 0, 0, TURNS + turn - 1] = count
        sums[0, 0, 0, WON] += count
    sums[0, 0, 0, TRIED] = sums[0, 0, 0, WON] + won
    sums[0, 0, 0, tree_ratings.LEFT] = won * left
    result = np.zeros(len(RATING_COLUMNS))
    tree_ratings.compiled_rate_sums()(sums, without, np.array([100]), 0.7, low, high, printed, result)
    return dict(zip(RATING_COLUMNS, result, strict=True))


def test_the_win_rate_is_best_at_its_target_and_falls_to_both_sides():
    assert win_rating(0.7, 0.7, 0, 100, 10, False) == 1
    assert win_rating(0.35, 0.7, 0, 100, 10, False) == 0.5
    assert win_rating(0.85, 0.7, 0, 100, 10, False) == pytest.approx(0.5)
    assert win_rating(1.0, 0.7, 0, 100, 10, False) == 0


def test_without_a_win_a_closer_loss_is_rated_better():
    assert win_rating(0.0, 0.7, 0.25, 100, 10, False) == -0.25
    assert win_rating(0.0, 0.7, 0.5, 100, 10, False) == -0.5


def test_the_printed_win_rate_jumps_at_its_target():
    assert win_rating(0.7000001, 0.7, 0, 100, 10, True) == pytest.approx(0.3 / 0.7, abs=1e-5)
    assert win_rating(0.0, 0.7, 0.5, 100, 10, True) == -1 / 500  # minus one over all hit points left


def test_a_win_is_rated_by_how_far_its_turn_is_from_the_bounds():
    assert [turn_rating(x, 3, 5, False) for x in (1.5, 3, 4, 5, 5.5, 7, 10)] == [0.5, 1, 1, 1, 0.5, -1, -4]
    assert [turn_rating(x, 3, 5, True) for x in (2, 3, 5, 6)] == [2, 3, 5, -6]


def test_median_is_the_lower_one_and_the_most_frequent_turn_the_first_of_equals():
    result = rate({2: 2, 7: 2})
    assert result["MedianWinTurn"] == pytest.approx(2 / 3)
    assert result["MfcWinTurn"] == pytest.approx(2 / 3)
    assert result["AverageWinTurn"] == 1.0  # 4.5
    assert rate({2: 2, 7: 3})["MedianWinTurn"] == pytest.approx(-1)


def test_encounters_that_no_build_reaches_are_rated_minus_one():
    result = rate({})
    assert [result[name] for name in RATING_COLUMNS] == [-1, -1, -1, -1, -1, 0]


def test_losses_are_gracious_when_little_was_missing():
    assert rate({4: 3})["GraciousLoss"] == 1
    assert rate({4: 3}, won=1, left=0.2)["GraciousLoss"] == pytest.approx(0.8)
    lost = rate({}, won=5, left=1.0)
    assert (lost["GraciousLoss"], lost["WinRate"], lost["AverageWinTurn"]) == (0, -1, -1)


def test_one_bad_case_weighs_more_than_in_a_mean():
    assert useful_rating([1.0, 1.0, 1.0, 0.0]) == 0.5
    assert useful_rating([0.75] * 4) == 0.75


def test_a_tree_is_balanced_if_the_branches_of_each_node_have_equal_sizes():
    assert balance_rating(tree_of((), (), ())) == 1
    assert balance_rating(tree_of((), (0,), (1,))) == 1
    assert balance_rating(tree_of((), (), (1,), (2,))) == pytest.approx((1 / 3 + 1 / 2 + 1 / 3) / (1 + 1 / 2 + 1 / 3))
    assert balance_rating(SkillTree("none", ())) == 1


def test_a_node_with_two_parents_counts_once_in_each_subtree():
    diamond = tree_of((), (0,), (0,), (1, 2))
    assert balance_rating(diamond) == 1
    assert balance_rating(tree_of((), (), (0,), (0,), (2, 3))) < 1


def test_the_size_of_a_tree_is_rated_by_what_was_asked_for():
    assert [node_count_rating(tree_of(*[()] * n), 4) for n in (0, 2, 4, 6, 8)] == [0, 0.5, 1, 0.5, 0]


def test_the_total_is_a_weighted_mean():
    weights = [WEIGHTS[name] for name in RATINGS]
    assert weighted_total([0.25] * len(RATINGS), weights) == pytest.approx(0.25)
    assert weighted_total([1.0] + [0.0] * (len(RATINGS) - 1), weights) == pytest.approx(3 / 11)


@each(
    ("goals", "words"),
    [
        ({"win": 0}, "win ratio of 0"),
        ({"win": 1.2}, "win ratio of 1.2"),
        ({"turns": (5, 3)}, "5 to 3 turns"),
        ({"turns": (0, 3)}, "0 to 3 turns"),
        ({"nodes": 0}, "tree of 0 nodes"),
    ],
)
def test_goals_that_nothing_can_meet_are_refused(goals, words):
    with pytest.raises(OptionError, match=words):
        TreeGoals(**goals)
