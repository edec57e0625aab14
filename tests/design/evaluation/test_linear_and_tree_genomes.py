"""Genomes of evaluations: drawn, varied, crossed, written and read."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludus
from ludus.design.evaluation import BinaryTree, LinearWeights, NaryTree, genome_space, read_genome, write_genome
from ludus.design.evaluation.linear_and_tree_genomes import TreeGrammar
from ludus.search.evaluation_genome_packing import KINDS
from ludus.search.expression import BINARY, NARY, Constant, Feature, Operation, depth, iter_nodes, size
from ludus.search.templates.expression_vm import MOST_NODES
from ludus.testing.example_games import stalls
from ludus.util.errors import ContentError, UnknownName
from tests.cases import each
from tests.messages import mentions
from tests.search import savings

LOCM = ludus.load_game("locm")
GAMES = {"locm": LOCM, "stalls": stalls.game, "savings": savings.game}
seeds = st.integers(0, 2**32)


def rng(seed):
    return np.random.default_rng(seed)


def trees(genome):
    return genome.state, genome.card


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=40)
@given(seed=seeds)
def test_drawn_mutated_and_crossed_genomes_read_back_from_their_data(game, kind, seed):
    space, random = genome_space(GAMES[game], kind), rng(seed)
    a, b = space.draw(random), space.draw(random)
    for genome in (a, b, space.mutate(a, random, 0.5), space.cross(a, b, random), space.mutate(b, random, 1.0)):
        assert genome.kind == kind
        assert space.from_data(json.loads(json.dumps(space.to_data(genome)))) == genome
        if kind != "linear":
            assert max(map(size, trees(genome))) <= MOST_NODES


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=40)
@given(seed=seeds)
def test_the_same_random_numbers_give_the_same_genomes_and_parents_do_not_change(kind, seed):
    space = genome_space(LOCM, kind)
    genomes = []
    for _ in range(2):
        random = rng(seed)
        a, b = space.draw(random), space.draw(random)
        before = json.dumps([space.to_data(a), space.to_data(b)])
        genomes.append((a, b, space.cross(a, b, random), space.mutate(a, random, 0.3)))
        assert json.dumps([space.to_data(a), space.to_data(b)]) == before
    assert genomes[0] == genomes[1]


@each("kind", KINDS)
def test_at_rate_0_nothing_mutates(kind):
    space = genome_space(LOCM, kind)
    genome = space.draw(rng(1))
    assert space.mutate(genome, rng(2), 0.0) == genome


def test_a_linear_genome_has_twenty_weights_from_minus_1_to_1():
    drawn = [genome_space(LOCM, "linear").draw(rng(seed)).weights for seed in range(100)]
    assert {len(weights) for weights in drawn} == {20}
    flat = np.array(drawn).ravel()
    assert -1 <= flat.min() < -0.99
    assert 0.99 < flat.max() <= 1
    assert (flat * 65536 == np.round(flat * 65536)).all()


def test_each_weight_mutates_with_the_given_chance_by_a_step_or_a_new_draw():
    space = genome_space(LOCM, "linear")
    genome, random = LinearWeights((5.0,) * 20), rng(1)
    changed = [weight for _ in range(500) for weight in space.mutate(genome, random, 0.05).weights if weight != 5.0]
    assert len(changed) == pytest.approx(500, rel=0.2)
    drawn = [weight for weight in changed if abs(weight) <= 1]
    assert len(drawn) == pytest.approx(250, rel=0.25)
    steps = [weight - 5 for weight in changed if abs(weight) > 1]
    assert np.std(steps) == pytest.approx(0.25, rel=0.2)


def test_a_child_has_each_weight_from_one_parent_or_the_other():
    space = genome_space(LOCM, "linear")
    child = space.cross(LinearWeights((1.0,) * 20), LinearWeights((2.0,) * 20), rng(3))
    assert set(child.weights) == {1.0, 2.0}


@each(("kind", "operators"), [("binary", BINARY), ("tree", NARY)])
def test_trees_are_drawn_with_depths_from_2_to_5_and_every_operation_and_feature(kind, operators):
    space = genome_space(LOCM, kind)
    drawn = [space.draw(rng(seed)) for seed in range(300)]
    assert {depth(genome.state) for genome in drawn} == {1, 2, 3, 4, 5}  # 1: what may end early does so at once
    seen = [node for genome in drawn for tree in trees(genome) for node in iter_nodes(tree)]
    assert {node.operator for node in seen if isinstance(node, Operation)} == set(operators)
    assert {node.name for node in seen if isinstance(node, Feature)} == set(LOCM.features.names)
    leaves = [node for node in seen if not isinstance(node, Operation)]
    constants = [node.value for node in leaves if isinstance(node, Constant)]
    assert len(constants) / len(leaves) == pytest.approx(1 / 3, abs=0.05)
    assert all(-1 <= value <= 1 for value in constants)


def test_a_full_binary_tree_of_depth_5_has_63_nodes():
    assert size(TreeGrammar(("a",), BINARY).grow(5, True, rng(1))) == 63


@each("kind", ["binary", "tree"])
def test_each_node_mutates_with_the_given_chance_in_all_forms(kind):
    space, random = genome_space(LOCM, kind), rng(5)
    genome = space.draw(rng(12))
    count = sum(map(size, trees(genome)))
    mutants = [space.mutate(genome, random, 0.05) for _ in range(400)]
    assert sum(mutant == genome for mutant in mutants) / 400 == pytest.approx(0.95**count, abs=0.1)
    assert len(set(mutants)) > 50
    assert {size(mutant.state) for mutant in mutants} > {size(genome.state)}


@each("kind", ["binary", "tree"])
def test_a_child_is_one_parent_with_a_subtree_of_the_other(kind):
    space, random = genome_space(stalls.game, kind), rng(6)
    for _ in range(50):
        a, b = space.draw(random), space.draw(random)
        child = space.cross(a, b, random)
        for mine, theirs, generated in zip(trees(a), trees(b), trees(child), strict=True):
            pieces = set(iter_nodes(mine)) | set(iter_nodes(theirs))
            leaves = [node for node in iter_nodes(generated) if not isinstance(node, Operation)]
            assert set(leaves) <= pieces


def test_a_child_that_would_grow_too_large_is_the_first_parent():
    garden = TreeGrammar(("a",), NARY)
    large = Operation("add", (Feature("a"),) * 63)
    deep = Constant(1.0)
    for _ in range(20):
        deep = Operation("add", (deep, Operation("mul", (Feature("a"), Feature("a")))))
    for seed in range(40):
        assert size(garden.cross(large, deep, rng(seed))) <= MOST_NODES
    assert large in {garden.cross(large, large, rng(seed)) for seed in range(40)}


def test_without_pieces_the_card_tree_is_zero():
    space = genome_space(savings.game, "tree")
    genome = space.mutate(space.cross(space.draw(rng(1)), space.draw(rng(2)), rng(3)), rng(4), 1.0)
    assert genome.card == Constant(0.0)


# Files


@pytest.mark.parametrize("kind", KINDS)
def test_files_store_a_genome_exactly(tmp_path, kind):
    genome = genome_space(LOCM, kind).draw(rng(7))
    write_genome(tmp_path / "best.json", LOCM, genome)
    assert read_genome(tmp_path / "best.json", LOCM) == genome
    data = json.loads((tmp_path / "best.json").read_text())
    assert (data["game"], data["kind"], data["features"]) == ("locm", kind, "standard")


def test_a_file_nested_without_end_is_refused(tmp_path):
    (tmp_path / "deep.json").write_text('{"game": "locm", "kind": "tree", "card": 0, "state": ' + "[" * 100_000)
    with pytest.raises(ContentError, match="nested too deeply"):
        read_genome(tmp_path / "deep.json", LOCM)


def test_a_space_refuses_genomes_of_another_kind_and_game():
    linear = genome_space(LOCM, "linear")
    with pytest.raises(ContentError, match=mentions("'linear'", "'standard'", "'tree'")):
        genome_space(LOCM, "tree").from_data(linear.to_data(linear.draw(rng(1))))
    with pytest.raises(ContentError, match=mentions("'locm'", "'stalls'")):
        genome_space(stalls.game, "linear").from_data(linear.to_data(linear.draw(rng(1))))
    with pytest.raises(UnknownName, match=mentions("'trees'", "'tree'")):
        genome_space(LOCM, "trees")
    with pytest.raises(UnknownName, match="no set of features of locm named 'all'"):
        genome_space(LOCM, "tree", "all")


def test_genomes_are_values():
    leaf = Feature("my_health")
    assert BinaryTree(leaf, Constant(1.0)) != NaryTree(leaf, Constant(1.0))
    assert len({NaryTree(leaf, Constant(1.0)), NaryTree(leaf, Constant(1.0))}) == 1
