"""Both crossovers: children are valid, the one pairs nodes, the other keeps builds that win."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.delve.rating.rater import Rater, TreeGoals
from ludus.design.delve.variation.mutable_tree import TreeLimits
from ludus.design.delve.variation.operators import cross_builds, cross_nodes, strengthen
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.games.delve.game_data import default_encounters, reference_decks
from ludus.games.delve.skill_tree import check_nodes
from ludus.util.errors import OptionError
from tests.design.delve.random_trees import rng, rows_of, seeds, sizes, some_tree, tree_of

LIMITS = TreeLimits()


def builds_of(tree, size):
    """All sets of so many nodes that a player can have."""
    return [
        build
        for build in combinations(range(len(tree)), size)
        if all(not tree.nodes[i].parents or tree.nodes[i].parents[0] in build for i in build)
    ]


def shape(tree, build):
    """A build, however its nodes are numbered: each as the targets and values on the way to it."""

    def way(i):
        node = tree.nodes[i]
        return (*(way(node.parents[0]) if node.parents else ()), (node.target, node.value))

    return tuple(sorted(way(i) for i in build))


@settings(deadline=None, max_examples=150)
@given(seed=seeds, one=sizes, two=sizes, printed=st.booleans(), builds=st.integers(0, 3))
def test_children_are_valid_trees_within_the_limits_and_parents_stay_as_they_were(seed, one, two, printed, builds):
    limits = TreeLimits(12, formulas="printed" if printed else "corrected")
    a, b = (some_tree(seed + k, size, formulas=limits.formulas) for k, size in enumerate((one, two)))
    before = rows_of(a), rows_of(b)
    winning = [builds_of(tree, 2)[:builds] for tree in (a, b)]
    for cross in (
        lambda dice: cross_nodes(a, b, dice, limits),
        lambda dice: cross_builds(a, b, *winning, dice, limits),
    ):
        child = cross(rng(seed))
        check_nodes(child.name, child.nodes)
        assert child == cross(rng(seed))
        assert len(child) <= 12
        assert max(child.depths, default=0) <= max((*a.depths, *b.depths), default=0)
        assert all(limits.min_value <= node.value <= 10 for node in child.nodes)
    assert (rows_of(a), rows_of(b)) == before


@settings(deadline=None, max_examples=50)
@given(seed=seeds, size=sizes)
def test_a_tree_crossed_node_by_node_with_itself_is_itself(seed, size):
    tree = some_tree(seed, size)
    assert cross_nodes(tree, tree, rng(seed), LIMITS) == tree


def test_a_crossed_value_is_the_average_half_of_the_time_or_a_third_printed():
    a, b = tree_of((0, 2, -1)), tree_of((1, 8, -1))

    def values(formulas):
        limits = TreeLimits(formulas=formulas)
        return Counter(cross_nodes(a, b, rng(seed), limits).nodes[0].value for seed in range(900))

    assert values("corrected") == {
        2: pytest.approx(225, abs=45),
        5: pytest.approx(450, abs=50),
        8: pytest.approx(225, abs=45),
    }
    assert all(count == pytest.approx(300, abs=45) for count in values("printed").values())
    targets = Counter(cross_nodes(a, b, rng(seed), LIMITS).nodes[0].target for seed in range(400))
    assert targets[0] == pytest.approx(200, abs=40)


def test_children_without_a_partner_stay_half_of_the_time_with_all_below_them():
    a, b = tree_of((0, 4, -1)), tree_of((0, 4, -1), (1, 5, -1), (2, 6, 1), (3, 7, -1))
    observed = Counter(tuple(rows_of(cross_nodes(a, b, rng(seed), LIMITS))) for seed in range(800))
    assert set(observed) == {
        ((0, 4, -1),),
        ((0, 4, -1), (1, 5, -1), (2, 6, 1)),
        ((0, 4, -1), (3, 7, -1)),
        ((0, 4, -1), (1, 5, -1), (3, 7, -1), (2, 6, 1)),
    }
    assert all(count == pytest.approx(200, abs=40) for count in observed.values())


@settings(deadline=None, max_examples=100)
@given(seed=seeds, one=st.integers(6, 12), two=st.integers(6, 12))
def test_a_child_of_builds_has_a_winning_build_of_a_parent_whole(seed, one, two):
    a, b = some_tree(seed, one), some_tree(seed + 1, two)
    winning = [builds_of(tree, 3)[::4] for tree in (a, b)]
    child = cross_builds(a, b, *winning, rng(seed), LIMITS)
    wanted = {shape(tree, build) for tree, builds in zip((a, b), winning, strict=True) for build in builds}
    result = {shape(child, build) for build in builds_of(child, 3)}
    assert wanted & result or not wanted or len(child) < 3
    assert min(len(a), len(b)) <= len(child) <= max(len(a), len(b))


def test_both_parents_give_builds_and_equal_nodes_become_one():
    a = tree_of((0, 3, -1), (1, 2, 0), (2, 9, -1))
    b = tree_of((0, 3, -1), (4, 5, 0), (6, 9, -1))
    for seed in range(20):
        child = cross_builds(a, b, [(0, 1)], [(0, 1)], rng(seed), LIMITS)
        assert rows_of(child) in ([(0, 3, -1), (1, 2, 0), (4, 5, 0)], [(0, 3, -1), (4, 5, 0), (1, 2, 0)])


def test_without_winning_builds_nodes_are_paired():
    a, b = some_tree(1, 9), some_tree(2, 9)
    assert cross_builds(a, b, [], [], rng(3), LIMITS) == cross_nodes(a, b, rng(3), LIMITS)


def test_a_space_crosses_by_builds_what_it_has_learnt():
    space = TreeSpace(nodes=10, crossover="builds")
    a, b = space.random(rng(1), 10), space.random(rng(2), 8)
    with pytest.raises(OptionError, match="`learn` which builds"):
        space.cross(a, b, rng(3))
    winning = [builds_of(tree, 3) for tree in (a, b)]
    space.learn_winning_builds(a, winning[0])
    space.learn_winning_builds(b, [set(build) for build in winning[1]])
    assert space.cross(a, b, rng(3)) == cross_builds(a, b, *winning, rng(3), space.limits)


def test_builds_that_win_in_a_parent_win_in_the_child_that_has_them():
    rater = Rater(reference_decks()[:6], default_encounters(), TreeGoals(nodes=8), seed=1)
    space = TreeSpace(nodes=8, depth=5, crossover="builds")
    parents = [space.random(rng(seed), 8) for seed in range(4)]
    for seed in range(40):  # random trees are too weak to win everything
        parents = [strengthen(tree, rng(seed), space.limits) or tree for tree in parents]
    won = [rater.rate(tree).winning for tree in parents]
    assert sum(map(bool, won)) >= 3  # with six decks, one of the trees still never wins everything
    for tree, winning in zip(parents, won, strict=True):
        space.learn_winning_builds(tree, winning)
    common = 0
    for i, j in combinations(range(4), 2):
        child = space.cross(parents[i], parents[j], rng(i))
        wanted = {shape(parents[k], build) for k in (i, j) for build in won[k]}
        winning = {shape(child, build) for build in rater.rate(child).winning}
        there = {shape(child, build) for build in builds_of(child, 5)}
        assert wanted & there <= winning
        common += len(wanted & there)
    assert common > 6
