"""Trees as genomes: drawn, mutated, written, read, told; and cut at the end."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.design.delve.variation.mutable_tree import post_process, to_mutable, to_tree, trim_to_size
from ludus.design.delve.variation.tree_space import TreeSpace
from ludus.evolve import GenomeError, MuPlusLambda, Nsga2, load_optimiser
from ludus.games.delve.skill_tree import SkillNode, SkillTree
from ludus.util.errors import OptionError, UnknownName
from tests.cases import each
from tests.design.delve.random_trees import rng, rows_of, seeds, sizes, some_tree, tree_of
from tests.messages import mentions

SPACE = TreeSpace(nodes=15, depth=5)


@settings(deadline=None, max_examples=100)
@given(seed=seeds)
def test_whatever_is_drawn_mutated_or_crossed_comes_back_from_its_data(seed):
    dice = rng(seed)
    a, b = SPACE.draw(dice), SPACE.draw(dice)
    for tree in (a, SPACE.mutate(a, dice, 1.0), SPACE.cross(a, b, dice), *SPACE.mutants(b, dice)):
        assert SPACE.from_data(json.loads(json.dumps(SPACE.to_data(tree)))) == tree
        assert max(tree.depths) <= 5
    assert SPACE.mutate(a, dice, 0.0) == a


def test_random_small_trees_have_5_to_10_nodes_and_every_target():
    drawn = [SPACE.draw(rng(seed)) for seed in range(200)]
    assert {len(tree) for tree in drawn} == set(range(5, 11))
    assert {node.target for tree in drawn for node in tree.nodes} == set(range(8))
    assert {len(TreeSpace(nodes=3).draw(rng(seed))) for seed in range(20)} == {3}
    assert len(SPACE.random(rng(1), 15)) == 15


def test_the_zero_point_is_the_root_alone_and_grows():
    assert len(SPACE.root_only) == 0
    assert SPACE.describe(SPACE.root_only) == "no nodes"
    grown = [tree for seed in range(50) for tree in SPACE.mutants(SPACE.root_only, rng(seed))]
    assert {len(tree) for tree in grown} == {1}
    assert len(grown) == pytest.approx(40, abs=9)  # a new node, by its chance 0.8


def test_genomes_are_named_after_their_targets_and_described_in_brackets():
    tree = SPACE.to_genome(tree_of((0, 3, -1), (2, 2, 0), (4, 5, 0), (0, 1, -1)))
    assert [node.name for node in tree.nodes] == ["area 1", "area 2", "mana 1", "area mana 1"]
    assert SPACE.describe(tree) == "+3 area (+2 mana, +5 area mana), +1 area"


def test_a_tree_in_any_order_is_one_genome():
    one = SkillTree("one", (SkillNode("x", 1, 2, (1,)), SkillNode("y", 0, 4), SkillNode("z", 3, 1)))
    two = SkillTree("two", (SkillNode("p", 0, 4), SkillNode("q", 3, 1), SkillNode("r", 1, 2, (0,))))
    assert SPACE.to_genome(one) == SPACE.to_genome(two)


@each(
    ("data", "said"),
    [
        ("tree", "a list of at most 15 nodes"),
        ([[0, 1, -1]] * 16, "a list of at most 15 nodes"),
        ([[0, 1]], "node 1 … target"),
        ([[0, True, -1]], "node 1 … target"),
        ([[8, 1, -1]], "node 1: target 8; targets are 0 to 7"),
        ([[0, 0, -1]], "node 1 … value 0 … 1 … 10"),
        ([[0, 1, -1], [0, 11, 0]], "node 2: value 11"),
        ([[0, 1, -1], [0, 1, 1]], "node 2 … parent 1 … -1 … 0"),
        ([[0, 1, i - 1] for i in range(6)], "node 6 … 6 deep … 5"),
    ],
)
def test_other_data_is_refused_with_the_node(data, said):
    with pytest.raises(GenomeError, match=mentions(said)):
        SPACE.from_data(data)


def test_options_that_make_no_sense_are_refused():
    with pytest.raises(OptionError, match=mentions("'recursive'", "'builds'", "'one point'")):
        TreeSpace(crossover="one point")
    with pytest.raises(UnknownName, match=mentions("'strenghten'", "'strengthen'")):
        TreeSpace(chances={"strenghten": 0.5})
    with pytest.raises(OptionError, match=mentions("merge", "0 to 1")):
        TreeSpace(chances={"merge": 2})
    with pytest.raises(OptionError, match="the size of a random tree"):
        SPACE.random(rng(1), 16)


@each("several", [False, True])
def test_optimisers_search_the_space_and_go_on_as_if_they_never_stopped(several):
    def score(tree):
        strong = sum(node.value for node in tree.nodes if node.target == 3)
        return [strong, -len(tree)] if several else strong

    if several:
        run = Nsga2(SPACE, objectives=2, population=12, mutation_rate=0.3, seed=1)
    else:
        run = MuPlusLambda(SPACE, parents=4, children=12, mutation_rate=0.3, crossover_rate=0.5, seed=1)
    for generation in range(12):
        run.tell([score(tree) for tree in run.ask()])
        if generation == 5:
            again = load_optimiser(run.dump(), SPACE)
        if generation > 5:
            again.tell([score(tree) for tree in again.ask()])
    assert again.dump() == run.dump()
    if not several:
        assert run.best.score > 20


# Cutting


@settings(deadline=None, max_examples=60)
@given(seed=seeds, size=sizes, nodes=st.integers(0, 15))
def test_trimming_takes_off_leaves_from_below(seed, size, nodes):
    tree = some_tree(seed, size)
    root = to_mutable(tree)
    trim_to_size(root, nodes)
    left = to_tree(root)
    assert len(left) == min(nodes, len(tree))
    # Whatever is left at the deepest level, all above it is whole.
    deepest = max(left.depths, default=0)
    assert sum(depth < deepest for depth in left.depths) == sum(depth < deepest for depth in tree.depths)


def test_of_the_deepest_leaves_the_weakest_goes_first():
    root = to_mutable(tree_of((0, 1, -1), (1, 5, 0), (2, 3, 0), (3, 3, 0)))
    trim_to_size(root, 3)
    assert rows_of(to_tree(root)) == [(0, 1, -1), (1, 5, 0), (2, 3, 0)]


def test_nodes_without_effect_go_and_their_children_move_up():
    tree = tree_of((0, 0, -1), (1, 5, 0), (2, 0, 0), (3, 3, 2), (4, 1, -1))
    assert rows_of(post_process(tree, 5)) == [(1, 5, -1), (3, 3, -1), (4, 1, -1)]


def test_a_branch_of_one_kind_too_large_to_have_becomes_a_path_the_strongest_first():
    branch = [
        (1, 2, 0),
        (1, 3, 1),
        (1, 4, 1),
        (1, 9, 2),
    ]  # below a node of another kind: 5 nodes, of which 4 can be had
    tree = tree_of((0, 1, -1), *branch)
    assert rows_of(post_process(tree, 4)) == [(0, 1, -1), (1, 2, 0), (1, 4, 1), (1, 3, 2)]
    assert post_process(tree, 5).depths == tree.depths  # all of it can be had, so the order is a choice


def test_a_branch_of_one_kind_beyond_reach_is_cut_and_mixed_branches_stay():
    tree = tree_of((0, 1, -1), (1, 1, 0), (0, 1, 1), (0, 1, 2), (1, 2, -1), (0, 2, 4), (0, 2, 4))
    assert rows_of(post_process(tree, 2)) == [(0, 1, -1), (1, 2, -1), (1, 1, 0), (0, 2, 1), (0, 2, 1)]


@settings(deadline=None, max_examples=60)
@given(seed=seeds, size=sizes, reach=st.integers(1, 6))
def test_post_processing_twice_is_post_processing_once(seed, size, reach):
    tree = some_tree(seed, size, formulas="printed")
    once = post_process(tree, reach)
    assert post_process(once, reach) == once
    assert all(node.value > 0 for node in once.nodes)
    assert max(once.depths, default=0) <= reach
    assert len(once) <= len(tree)
