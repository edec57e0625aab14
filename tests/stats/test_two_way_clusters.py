"""Intervals over rows and columns: over trees and decks."""

import numpy as np
import pytest

from ludus.stats.two_way_clusters import clustered_difference, clustered_mean, clustered_ratio, pseudo_values
from ludus.studies.claims import below_mark


def test_intervals_allow_for_other_decks_and_other_trees():
    """Cells that differ by deck alone, or by tree alone, are as many as there are decks, or trees."""
    rng, ones = np.random.default_rng(1), np.ones((8, 30))  # 8 trees: t = 2.365
    decks, trees = rng.normal(size=30), rng.normal(size=8)
    by_deck, by_tree = clustered_ratio(ones * decks, ones), clustered_ratio(ones * trees[:, None], ones)
    assert by_deck.value == pytest.approx(decks.mean())
    assert by_deck.high - by_deck.value == pytest.approx(2.3646 * decks.std(ddof=1) / 30**0.5, rel=1e-3)
    assert by_tree.high - by_tree.value == pytest.approx(2.3646 * trees.std(ddof=1) / 8**0.5, rel=1e-3)
    assert np.isnan(clustered_ratio(0 * ones, 0 * ones).value)


def test_a_single_tree_has_the_interval_of_its_decks():
    decks = np.random.default_rng(2).normal(size=12)  # t = 2.201
    estimate = clustered_mean(decks[None])
    assert estimate.high - estimate.value == pytest.approx(2.201 * decks.std(ddof=1) / 12**0.5, rel=1e-3)
    assert estimate.count == 12


def test_a_difference_does_not_vary_with_what_decks_do_to_both_sides():
    rng = np.random.default_rng(3)
    decks, one, other = rng.normal(size=12), rng.normal(size=(9, 1)), rng.normal(size=(7, 1))
    apart = clustered_difference(1 + decks + one, decks + other)
    assert apart.value == pytest.approx(1 + one.mean() - other.mean())
    error = (one.var(ddof=1) / 9 + other.var(ddof=1) / 7) ** 0.5
    assert apart.high - apart.value == pytest.approx(2.447 * error, rel=1e-3)  # 7 trees: t = 2.447
    wide = clustered_difference(decks + one, rng.normal(size=12) + other)
    assert wide.high - wide.low > apart.high - apart.low


def test_trees_with_unknown_cells_are_left_out_and_decks_must_be_the_same():
    cells = np.arange(12.0).reshape(3, 4)
    cells[1, 2] = np.nan
    assert clustered_mean(cells).value == pytest.approx(cells[[0, 2]].mean())
    assert np.isnan(clustered_difference(cells[1:2], cells).value)
    with pytest.raises(ValueError, match="4 columns cannot be compared with 3"):
        clustered_difference(cells, cells[:, :3])


def test_pseudo_values_of_a_mean_are_its_cells():
    cells = np.random.default_rng(4).normal(size=(5, 12))
    without = np.stack([np.delete(cells, k, axis=1).mean(axis=1) for k in range(12)], axis=1)
    assert pseudo_values(cells.mean(axis=1), without) == pytest.approx(cells)


def test_pseudo_values_have_the_mean_and_the_spread_of_their_number():
    cells = np.random.default_rng(5).uniform(1, 2, size=(1, 400))
    root = np.sqrt(cells.mean(axis=1))
    without = np.sqrt(np.stack([np.delete(cells, k, axis=1).mean(axis=1) for k in range(400)], axis=1))
    estimate = clustered_mean(pseudo_values(root, without))
    assert estimate.value == pytest.approx(root[0])
    slope = 0.5 / root[0]  # of the square root, at the mean
    assert estimate.high - root[0] == pytest.approx(slope * 1.966 * cells.std(ddof=1) / 20, rel=0.01)


def test_coverage_is_as_stated():
    rng, hits = np.random.default_rng(6), 0
    for _ in range(1000):
        cells = rng.normal(0, 0.5, (20, 1)) + rng.normal(0, 0.5, (1, 12)) + rng.normal(size=(20, 12))
        other = rng.normal(0, 0.5, (20, 1)) + rng.normal(0, 0.5, (1, 12)) + rng.normal(size=(20, 12))
        estimate = clustered_difference(cells, other)
        hits += estimate.low < 0 < estimate.high
    assert 0.93 < hits / 1000 < 0.99


def test_decks_of_which_too_few_differ_have_no_interval_to_be_trusted():
    decks = np.ones(12)
    decks[0] = 0.99
    rng = np.random.default_rng(4)
    assert clustered_mean(np.ones((5, 1)) * decks).is_tied
    assert clustered_difference(np.ones((5, 1)) * decks, np.zeros((4, 12))).is_tied
    assert not clustered_mean(rng.random((5, 12))).is_tied
    by_tree = rng.random((5, 1)) * np.ones(12)  # decks do not matter: trees are the units
    assert not clustered_mean(by_tree).is_tied
    assert clustered_mean(np.array([[1.0], [1.0], [1.0], [0.99]]) * np.ones(12)).is_tied


def test_numbers_by_each_unit_alone_tell_the_mean_and_follow_the_estimate():
    rng = np.random.default_rng(3)
    one, other = rng.normal(size=(5, 4)), rng.normal(size=(3, 4))
    by_column, by_row = clustered_mean(one).unit_values
    assert by_column == pytest.approx(one.mean(axis=0))
    assert by_row == pytest.approx(one.mean(axis=1))
    difference = clustered_difference(one, other)
    by_column, by_row, by_other_row = difference.unit_values
    assert by_column == pytest.approx(one.mean(axis=0) - other.mean(axis=0))
    assert by_row == pytest.approx(one.mean(axis=1) - other.mean())
    assert by_other_row == pytest.approx(one.mean() - other.mean(axis=1))
    below = below_mark(difference, 2.0)
    assert np.mean(below.unit_values[0]) == pytest.approx(below.value)
    assert below.unit_values[0] == pytest.approx(2.0 - np.array(by_column))
