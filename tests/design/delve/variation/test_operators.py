"""The operators: what they may do to any tree, and what they do to small ones."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.delve.variation.mutable_tree import MAX_NODE_VALUE, TreeLimits, to_mutable, to_tree
from ludus.design.delve.variation.operators import (
    OPERATORS,
    add_node,
    merge,
    move,
    retarget,
    split,
    strengthen,
    swap,
    weaken,
)
from ludus.evolve import GenomeError
from ludus.games.delve.skill_tree import SkillNode, SkillTree, check_nodes
from ludus.util.errors import OptionError
from tests.design.delve.random_trees import rng, rows_of, seeds, sizes, some_tree, tree_of
from tests.messages import mentions

CORRECTED, PRINTED = TreeLimits(), TreeLimits(formulas="printed")


def outcomes(operator, tree, limits=CORRECTED, tries=400):
    return [operator(tree, rng(seed), limits) for seed in range(tries)]


@pytest.mark.parametrize("operator", OPERATORS)
@settings(deadline=None, max_examples=100)
@given(seed=seeds, size=sizes, depth=st.integers(1, 6), printed=st.booleans())
def test_every_operator_yields_a_valid_tree_within_the_limits_and_never_alters_its_input(
    operator, seed, size, depth, printed
):
    limits = TreeLimits(15, depth, "printed" if printed else "corrected")
    tree = some_tree(seed, size, depth=depth, formulas=limits.formulas)
    before = rows_of(tree)
    changed = OPERATORS[operator](tree, rng(seed), limits)
    assert rows_of(tree) == before
    assert OPERATORS[operator](tree, rng(seed), limits) == changed
    if changed is not None:
        check_nodes(changed.name, changed.nodes)
        assert changed.is_thesis_tree
        assert changed != tree
        assert len(changed) <= 15
        assert max(changed.depths, default=0) <= depth
        assert all(limits.min_value <= node.value <= MAX_NODE_VALUE for node in changed.nodes)
        assert to_tree(to_mutable(changed)) == changed


@settings(deadline=None, max_examples=100)
@given(seed=seeds, size=st.integers(1, 15))
def test_values_move_by_one_up_to_a_step_more_than_the_depth(seed, size):
    tree = some_tree(seed, size)
    for operator, sign in ((strengthen, 1), (weaken, -1)):
        changed = operator(tree, rng(seed), CORRECTED)
        if changed is not None:
            moved = [
                (new.value - old.value, depth)
                for old, new, depth in zip(tree.nodes, changed.nodes, tree.depths, strict=True)
                if new != old
            ]
            assert len(moved) == 1
            assert 1 <= sign * moved[0][0] <= 1 + moved[0][1]


def test_the_weak_rather_grow_and_the_strong_rather_shrink():
    tree = tree_of((0, 1, -1), (0, 4, -1))
    grown = Counter(rows_of(changed)[0][1] > 1 for changed in outcomes(strengthen, tree))
    assert grown[True] == pytest.approx(400 * 4 / 5, abs=35)
    shrunk = Counter(rows_of(changed)[1][1] < 4 for changed in outcomes(weaken, tree_of((0, 2, -1), (0, 4, -1))))
    assert shrunk[True] == pytest.approx(400 * 4 / 6, abs=40)


def test_what_cannot_grow_or_shrink_is_not_chosen():
    assert strengthen(tree_of((0, MAX_NODE_VALUE, -1)), rng(1), CORRECTED) is None
    assert weaken(tree_of((0, 1, -1)), rng(1), CORRECTED) is None
    assert rows_of(weaken(tree_of((0, 1, -1)), rng(1), PRINTED)) == [(0, 0, -1)]
    assert all(
        operator(SkillTree("none", ()), rng(1), CORRECTED) is None for operator in (strengthen, weaken, merge, split)
    )


def test_merging_gives_the_target_of_the_stronger_both_values_and_all_children():
    tree = tree_of((0, 2, -1), (1, 3, -1), (5, 1, 0), (6, 1, 1), (7, 4, 1))
    merged = {str(rows_of(changed)) for changed in outcomes(merge, tree) if changed is not None}
    assert str([(1, 5, -1), (5, 1, 0), (6, 1, 0), (7, 4, 0)]) in merged


def test_merging_takes_the_weakest_sibling_and_leaves_only_children_alone():
    tree = tree_of((0, 5, -1), (1, 1, -1), (2, 3, -1))
    observed = {tuple(sorted(node.value for node in changed.nodes)) for changed in outcomes(merge, tree)}
    assert observed == {(3, 6), (4, 5)}  # 5 + 1; 1 + 3 from either
    assert merge(tree_of((0, 5, -1), (0, 5, 0)), rng(1), CORRECTED) is None


def test_merged_values_stop_at_the_highest():
    assert rows_of(merge(tree_of((0, 8, -1), (1, 7, -1)), rng(1), CORRECTED)) == [(0, MAX_NODE_VALUE, -1)]


def test_a_split_shares_value_and_children():
    tree = tree_of((3, 7, -1), (0, 1, 0), (1, 1, 0), (2, 1, 0))
    for changed in outcomes(split, tree, tries=100):
        twins = [node for node in changed.nodes if node.target == 3]
        assert [node.parents for node in twins] == [(), ()]
        assert sum(node.value for node in twins) == 7
        assert min(node.value for node in twins) >= 1
        assert sorted(node.target for node in changed.nodes) == [0, 1, 2, 3, 3]


def test_the_printed_biases_of_merging_and_splitting_are_the_other_way_round():
    pairs = tree_of((0, 1, -1), (1, 9, -1), (2, 1, 0), (3, 1, 0), (4, 9, 1), (5, 9, 1))

    def merged_weak(limits):
        return sum((2, 2, 0) in rows_of(changed) for changed in outcomes(merge, pairs, limits))

    assert merged_weak(CORRECTED) > 2 * merged_weak(PRINTED)

    twins = tree_of((0, 2, -1), (1, 9, -1))

    def split_strong(limits):
        return sum([node.target for node in changed.nodes].count(1) == 2 for changed in outcomes(split, twins, limits))

    assert split_strong(CORRECTED) == pytest.approx(400 * 9 / 11, abs=35)
    assert split_strong(PRINTED) == pytest.approx(400 * 1 / 9, abs=30)


def test_a_full_tree_neither_splits_nor_grows():
    tree = some_tree(3, 15)
    full = TreeLimits(nodes=len(tree))
    assert split(tree, rng(1), full) is None
    assert add_node(tree, rng(1), full) is None


def test_new_nodes_hang_on_leaves_half_of_the_time_and_seldom_on_the_crowded():
    tree = tree_of((0, 1, -1), (0, 1, 0), (0, 1, 0), (0, 1, 1))  # children: root 1, a 2, b 1, c and d none

    def depths(limits, tries):
        """The depths of the nodes that are added."""
        return Counter(
            next(iter(Counter(changed.depths) - Counter(tree.depths)))
            for changed in outcomes(add_node, tree, limits, tries)
        )

    by_depth = depths(CORRECTED, 2000)
    assert by_depth[1] == pytest.approx(2000 * 0.20, abs=80)  # below the root, one of two with one child
    assert by_depth[2] == pytest.approx(2000 * 0.10, abs=60)  # below a
    assert by_depth[3] == pytest.approx(2000 * (0.20 + 0.25), abs=100)  # below b, and the leaf c
    assert by_depth[4] == pytest.approx(2000 * 0.25, abs=90)  # below the leaf d
    assert 4 not in depths(TreeLimits(depth=3), 200)


def test_the_deeper_a_new_node_the_stronger_it_can_be():
    limits = TreeLimits(nodes=2)
    first = outcomes(add_node, SkillTree("none", ()), limits)
    assert {changed.nodes[0].value for changed in first} == {1, 2, 3, 4}
    second = [changed for changed in outcomes(add_node, tree_of((0, 1, -1)), limits) if changed.depths == (1, 2)]
    assert {changed.nodes[1].value for changed in second} == {1, 2, 3, 4, 5}


def test_other_trees_and_limits_are_refused_with_the_reason():
    two = SkillTree("web", (SkillNode("a", 0, 1), SkillNode("b", 0, 1), SkillNode("c", 0, 1, (0, 1))))
    with pytest.raises(GenomeError, match="tree 'web', node 'c': 2 parents"):
        strengthen(two, rng(1), CORRECTED)
    with pytest.raises(GenomeError, match="node 'a': price 2"):
        strengthen(SkillTree("dear", (SkillNode("a", 0, 1, (), 2),)), rng(1), CORRECTED)
    with pytest.raises(OptionError, match=mentions("nodes", "1 to 256", "0")):
        TreeLimits(nodes=0)
    with pytest.raises(OptionError, match="formulas are 'corrected' or 'printed'"):
        TreeLimits(formulas="right")


def test_retargeting_changes_one_target_and_nothing_else():
    tree = some_tree(4, 8)
    for changed in outcomes(retarget, tree, tries=50):
        different = [(old, new) for old, new in zip(tree.nodes, changed.nodes, strict=True) if old.target != new.target]
        assert len(different) == 1
        assert [node.value for node in changed.nodes] == [node.value for node in tree.nodes]
        assert [node.parents for node in changed.nodes] == [node.parents for node in tree.nodes]


def test_moving_keeps_all_effects_and_reaches_other_parents():
    tree = tree_of([0, 1, -1], [1, 2, 0], [2, 3, 0])
    shapes = set()
    for changed in outcomes(move, tree, TreeLimits(15, 2), tries=100):
        if changed is not None:
            assert sorted((node.target, node.value) for node in changed.nodes) == [(0, 1), (1, 2), (2, 3)]
            shapes.add(tuple(sorted((node.target, len(node.parents)) for node in changed.nodes)))
    assert len(shapes) >= 2
    assert move(tree_of([0, 1, -1]), rng(1), CORRECTED) is None


def test_swapping_exchanges_the_effects_of_two_nodes():
    tree = tree_of([0, 1, -1], [1, 2, 0])
    changed = swap(tree, rng(1), CORRECTED)
    assert [(node.target, node.value) for node in changed.nodes] == [(1, 2), (0, 1)]
    assert swap(tree_of([0, 1, -1], [0, 1, 0]), rng(1), CORRECTED) is None
