"""Bots from genomes, and genomes converted to trees."""

import pickle

import numpy as np
import pytest

import ludus
from ludus.arena import Match
from ludus.arena.runner import run_match
from ludus.bots import load_bot
from ludus.core import plain
from ludus.core.position import Position
from ludus.design.evaluation import (
    BinaryTree,
    LinearWeights,
    as_tree,
    genome_bot,
    genome_space,
    read_genome,
    write_genome,
)
from ludus.search.evaluation import evaluation_of
from ludus.search.expression import Constant, Feature, Operation, size
from ludus.search.templates.expression_vm import Memo
from ludus.testing.example_games import stalls
from ludus.util.errors import OptionError, UnknownName
from tests.cases import each
from tests.messages import mentions
from tests.search import savings

LOCM = ludus.load_game("locm")


def rng(seed):
    return np.random.default_rng(seed)


def outcomes(game, players, count=60, seed=3, **options):
    return run_match(Match(game, game.content(**options), players, seed), count)


def evaluations(game, genome, positions):
    """What a genome says of positions, from both seats."""
    evaluation = evaluation_of(game, genome.family, genome.features)
    params = evaluation.params(bytearray(evaluation.pack(genome)))
    scratch = type("Scratch", (), {"memo": Memo.over(Memo.zeros(1))})
    evaluate = plain(evaluation.evaluate)
    return [
        evaluate(game.data.over(position.content.data), position.state, seat, params, scratch)
        for position in positions
        for seat in range(2)
    ]


def some_positions(game, **options):
    positions, random = [], rng(1)
    for seed in range(3):
        position = Position.start(game, game.content(**options), seed)
        while moves := position.legal_moves:
            if len(position.history) % 15 == 0:
                positions.append(position.copy())
            position.play(moves[int(random.integers(len(moves)))])
    return positions


@each("game", [LOCM, stalls.game, savings.game])
def test_a_linear_genome_and_its_tree_give_every_position_the_same_value(game):
    positions = some_positions(game)
    for seed in range(5):
        linear = genome_space(game, "linear").draw(rng(seed))
        assert evaluations(game, linear, positions) == evaluations(game, as_tree(game, linear), positions)


@each("options", [{}, {"version": "1.5"}, {"version": "1.0", "setup": "dealt"}])
def test_a_linear_genome_and_its_tree_play_the_same_games(options):
    space = genome_space(LOCM, "linear")
    for seed in range(3):
        a, b = space.draw(rng(seed)), read_genome(LOCM.features.hints.weights, LOCM)
        first = outcomes(LOCM, [genome_bot(LOCM, a), genome_bot(LOCM, b)], 120, **options)
        second = outcomes(
            LOCM, [genome_bot(LOCM, as_tree(LOCM, a)), genome_bot(LOCM, as_tree(LOCM, b))], 120, **options
        )
        assert first.digest() == second.digest()


def test_a_binary_tree_and_its_tree_play_the_same_games():
    space = genome_space(LOCM, "binary")
    small = [genome for genome in map(space.draw, map(rng, range(20))) if size(genome.state) < 40 > size(genome.card)]
    for a, b in zip(small[:5], small[5:10], strict=True):
        assert as_tree(LOCM, a) == as_tree(LOCM, as_tree(LOCM, a))
        first = outcomes(LOCM, [genome_bot(LOCM, a), genome_bot(LOCM, b)], 40)
        second = outcomes(LOCM, [genome_bot(LOCM, as_tree(LOCM, a)), genome_bot(LOCM, as_tree(LOCM, b))], 40)
        assert first.digest() == second.digest()


def test_the_tree_of_a_linear_genome_is_a_sum_of_products():
    tree = as_tree(stalls.game, LinearWeights((1.0, -1.0, 0.0, 2.0, 0.5, 0.5, 0.75)))
    first = Operation("mul", (Constant(1.0), Feature("my_coins")))
    assert tree.state.operator == "add"
    assert tree.state.parts[0] == first
    assert [part.parts[1].name for part in tree.card.parts] == ["size", "red", "green", "blue"]


def test_a_bot_from_a_genome_plays_like_one_from_its_file(tmp_path):
    for kind in ("linear", "binary", "tree"):
        genome = genome_space(LOCM, kind).draw(rng(8))
        write_genome(tmp_path / "genome.json", LOCM, genome)
        generated, read = genome_bot(LOCM, genome), load_bot(LOCM, f"agent:genome={tmp_path / 'genome.json'}")
        assert generated.params.tobytes() == read.params.tobytes()
        assert (generated.game, generated.spec, generated.begin_address, generated.choose_address) == (
            LOCM,
            read.spec,
            read.begin_address,
            read.choose_address,
        )


def test_a_genome_plays_in_any_search_with_options():
    genome = genome_space(stalls.game, "tree").draw(rng(2))
    generated = genome_bot(stalls.game, genome, "beam", width=3, depth=5)
    assert generated.spec.name == "beam"
    assert (int(generated.params["width"][0]), int(generated.params["depth"][0])) == (3, 5)
    assert len(outcomes(stalls.game, [generated, genome_bot(stalls.game, genome, "greedy", name="other")])) == 60


def test_invalid_searches_and_options_are_refused():
    genome = genome_space(stalls.game, "tree").draw(rng(2))
    with pytest.raises(UnknownName, match="no search that evaluates named 'flat'"):
        genome_bot(stalls.game, genome, "flat")
    with pytest.raises(OptionError, match=mentions("width:", "64")):
        genome_bot(stalls.game, genome, "beam", width=100)
    with pytest.raises(OptionError, match=mentions("leave out the file")):
        genome_bot(stalls.game, genome, "greedy", weights="x.json")
    with pytest.raises(OptionError, match="there are 7 features, but 3 weights"):
        genome_bot(stalls.game, LinearWeights((1.0, 2.0, 3.0)))


def test_a_binary_tree_full_of_differences_may_be_too_large_as_a_tree():
    node = Feature("my_coins")
    for _ in range(31):
        node = Operation("sub", (Feature("my_coins"), node))
    assert size(node) == 63
    with pytest.raises(OptionError, match=mentions("94 nodes", "64")):
        as_tree(stalls.game, BinaryTree(node, Constant(0.0)))


def test_genome_bots_can_be_pickled_and_combined():
    genome = genome_space(LOCM, "tree").draw(rng(3))
    generated = genome_bot(LOCM, genome)
    sent = pickle.loads(pickle.dumps(generated))
    assert sent.params.tobytes() == generated.params.tobytes()
    rival = load_bot(LOCM, "baseline2")
    assert outcomes(LOCM, [generated, rival]).digest() == outcomes(LOCM, [sent, rival]).digest()
