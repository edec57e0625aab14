"""The builds of a tree, against a slow and simple way to find them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core import plain
from ludus.design.delve.builds.enumeration import (
    enumerate_levels,
    find_builds,
    table_of_levels,
    tree_arrays,
    write_first_states,
)
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import ContentError, OptionError
from tests.cases import thorough
from tests.design.delve.brute_force import played_builds, slow_builds, trees

ENCOUNTERS = 4


def sets(result, encounter):
    return {frozenset(nodes) for nodes in result.sets(encounter)}


@settings(max_examples=60, deadline=None)
@given(trees(prices=(1,)), st.integers(0, 2))
def test_all_builds_are_found_of_trees_whose_nodes_have_several_parents(tree, points):
    result = find_builds(tree, ENCOUNTERS, points)
    for encounter, expected in enumerate(slow_builds(tree, ENCOUNTERS, points)):
        assert sets(result, encounter) == set(expected)
        assert result.count(encounter) == len(expected)


@settings(max_examples=60, deadline=None)
@given(trees(most=7, prices=(0, 1, 2, 3)), st.integers(0, 2))
def test_points_can_be_saved_where_a_node_costs_more_than_one(tree, points):
    result = find_builds(tree, ENCOUNTERS, points)
    for encounter, expected in enumerate(slow_builds(tree, ENCOUNTERS, points)):
        assert sets(result, encounter) == set(expected)


@settings(max_examples=thorough(8, 60), deadline=None)
@given(trees(most=5, prices=(0, 1, 2, 3)), st.integers(0, 2))
def test_builds_are_those_that_the_game_leads_to(tree, points):
    result = find_builds(tree, 3, points)
    for encounter, expected in enumerate(played_builds(tree, 3, points)):
        assert sets(result, encounter) == set(expected)


def test_a_player_begins_with_the_nodes_that_are_had():
    tree = SkillTree(
        "t", (SkillNode("a", 0, 1), SkillNode("b", 0, 1, (0,)), SkillNode("c", 0, 1, (1,)), SkillNode("d", 0, 1))
    )
    result = find_builds(tree, 2, owned=(0, 1))
    assert sets(result, 0) == {frozenset({0, 1})}
    assert sets(result, 1) == {frozenset({0, 1, 2}), frozenset({0, 1, 3})}
    with pytest.raises(ContentError, match="it has nodes 0 to 3"):
        find_builds(tree, 2, owned=(4,))


def test_a_small_tree_is_had_whole_in_the_end():
    tree = SkillTree("t", (SkillNode("a", 0, 1), SkillNode("b", 0, 1)))
    assert [find_builds(tree, 5).count(encounter) for encounter in range(5)] == [1, 2, 1, 1, 1]
    assert [find_builds(SkillTree("none", ()), 3).count(encounter) for encounter in range(3)] == [1, 1, 1]


@settings(max_examples=25, deadline=None)
@given(trees(most=9, prices=(1, 1, 2)), st.integers(0, 1), st.integers(1, 2**32))
def test_a_sample_has_builds_of_the_tree_and_represents_all_of_them_equally(tree, points, seed):
    expected = slow_builds(tree, ENCOUNTERS, points)
    result = find_builds(tree, ENCOUNTERS, points, cap=4, sample=2000, seed=seed)
    if result.sampled_from is None:
        return
    for encounter, builds in enumerate(expected):
        assert sets(result, encounter) <= set(builds)
        assert result.count(encounter) == pytest.approx(len(builds), rel=0.35)


def two_chains(length):
    """Two chains of nodes that cost 1, and a node that nobody can pay, so that points are saved."""
    chains = [
        SkillNode(f"{name}{i}", 0, 1, (start + i - 1,) if i else ())
        for name, start in (("a", 0), ("b", length))
        for i in range(length)
    ]
    return SkillTree("chains", (*chains, SkillNode("dear", 0, 1, (), 20)))


def test_states_that_are_carried_over_from_level_to_level_fit_into_the_table():
    shape, budgets = tree_arrays(two_chains(6)), np.array([1, 2, 3, 4, 5], np.int64)
    book = table_of_levels(shape, 4, cap=6)
    write_first_states(shape, book, shape.had[np.newaxis])
    states, steps = np.array([[0, 1], *[[0, 0]] * 4]), np.zeros((5, 2), np.int64)
    assert plain(enumerate_levels)(shape, book, states, steps, budgets, 6) == 5  # plain Python checks every index
    result = find_builds(two_chains(6), 4, points=2, cap=6)
    assert result.sampled_from is None
    assert [result.count(encounter) for encounter in range(4)] == [6, 10, 15, 21]


def test_a_sample_depends_on_its_seed_alone():
    tree = SkillTree("wide", tuple(SkillNode(f"n{i}", i % 8, 3) for i in range(70)))
    one, again, other = (find_builds(tree, 5, cap=100, sample=200, seed=seed) for seed in (3, 3, 4))
    assert one.sampled_from == 2
    assert one.drawn.tobytes() == again.drawn.tobytes()
    assert one.weights.tobytes() == again.weights.tobytes()
    assert one.sets(4) == again.sets(4) != other.sets(4)
    assert one.count(4) == pytest.approx(70 * 69 * 68 * 67 / 24)


def test_walks_of_a_star_visit_all_builds_equally_often():
    tree = SkillTree("star", tuple(SkillNode(f"n{i}", 0, 1) for i in range(6)))
    result = find_builds(tree, 3, cap=5, sample=3000)
    counts = np.unique([hash(build) for build in result.sets(2)], return_counts=True)[1]
    assert len(counts) == 15
    assert counts.min() > 120


def test_senseless_numbers_are_refused():
    with pytest.raises(OptionError, match="at least 1 build and 10 walks"):
        find_builds(SkillTree("none", ()), 3, cap=0)
    with pytest.raises(OptionError, match="sample=5"):
        find_builds(SkillTree("none", ()), 3, sample=5)
