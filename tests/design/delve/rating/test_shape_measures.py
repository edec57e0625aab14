"""Measures of a tree's shape."""

import pytest
from hypothesis import given, settings

from ludus.design.delve.rating.shape_measures import clusters, measure_shape, specialised_branches
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from tests.design.delve.random_trees import seeds, sizes, some_tree, tree_of

AREA, TARGETED, MANA, AREA_MANA, AREA_ENERGY = 0, 1, 2, 4, 5


def test_a_small_tree_is_measured_by_hand():
    result = measure_shape(tree_of((0, 1, -1), (1, 1, -1), (2, 1, 0), (3, 1, 0), (4, 1, 0), (5, 1, 2)))
    assert (result.size, result.leaves, result.depth) == (6, 4, 3)
    assert result.branching == (2 + 3 + 1) / 3
    # The root: branches of 5 and 1. The first node, at depth 1: 2, 1 and 1. The third, at depth 2: one branch.
    assert result.balance == pytest.approx((1 / 5 + 1 / 2 / 2 + 1 / 3) / (1 + 1 / 2 + 1 / 3))
    assert result.variety == pytest.approx(0.8617, abs=1e-4)  # log 6 / log 8


def test_a_tree_without_nodes_has_measures_too():
    result = measure_shape(SkillTree("none", ()))
    assert (result.size, result.depth, result.branching, result.balance, result.variety) == (0, 0, 0.0, 1.0, 0.0)


def test_clusters_are_three_or_more_of_one_target_that_hang_together():
    tree = tree_of((AREA, 1, -1), (AREA, 1, 0), (AREA, 1, 0), (MANA, 1, 2), (AREA, 1, 3), (MANA, 1, -1), (MANA, 1, 5))
    assert clusters(tree) == [(0, 1, 2)]
    assert measure_shape(tree).clustered == 3 / 7


def test_a_specialised_branch_raises_one_class_of_cards_all_the_way():
    tree = tree_of(
        (TARGETED, 1, -1),
        (AREA, 1, 0),
        (AREA_MANA, 1, 1),
        (MANA, 1, 1),
        (AREA, 1, -1),
        (AREA_MANA, 1, 4),
        (AREA_ENERGY, 1, 4),
    )
    assert specialised_branches(tree) == [(1, 2, 3)]  # all raise area mana; after the last root no class is common
    assert measure_shape(tree).specialised == 3 / 7


def test_a_specialised_branch_counts_once_as_the_largest():
    path = tree_of(*((AREA, 1, i - 1) for i in range(5)))
    assert specialised_branches(path) == [(0, 1, 2, 3, 4)]
    assert clusters(path) == [(0, 1, 2, 3, 4)]


def test_shared_children_belong_to_every_branch_above_them():
    tree = SkillTree(
        "web", (SkillNode("a", 0, 1), SkillNode("b", 0, 1), SkillNode("c", 0, 1, (0, 1)), SkillNode("d", 4, 1, (2,)))
    )
    assert specialised_branches(tree) == [(0, 2, 3), (1, 2, 3)]
    assert measure_shape(tree).balance == 1.0
    assert measure_shape(tree).specialised == 1.0


@settings(deadline=None, max_examples=80)
@given(seed=seeds, size=sizes)
def test_measures_stay_within_their_ranges(seed, size):
    tree = some_tree(seed, size)
    result = measure_shape(tree)
    for share in (result.balance, result.clustered, result.specialised, result.variety):
        assert 0 <= share <= 1 + 1e-12
    assert result.depth <= result.size
    assert result.leaves <= result.size
    assert result.branching == 0 or 1 <= result.branching <= result.size
