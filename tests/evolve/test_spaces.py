"""Laws of every space, on drawn, mutated and crossed genomes."""

import copy
import json

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludus.evolve import Choices, GenomeError, Integers, Network, Reals, Subset
from ludus.util.errors import LudusError, OptionError
from tests.cases import each

SPACES = {
    "reals": Reals(5, -2.0, [1.0, 2.0, 3.0, 4.0, 5.0], names=["a", "b", "c", "d", "e"]),
    "unbounded reals": Reals(4, 0.0, 1.0, step=2.0, bounded=False),
    "one real": Reals(1, 0.0, 1e-9),
    "subset": Subset(12, 5, names=[f"card {i}" for i in range(12)]),
    "whole set": Subset(4, 4),
    "one thing": Subset(9, 1),
    "integers": Integers(6, -3, 3),
    "choices": Choices({"lanes": ["one", "two"], "hand": ["four", "five", "six"]}),
    "network": Network(3, 2, activations=("tanh", "relu"), max_nodes=5, max_links=9),
    "bare network": Network(["hp", "mana"], ["worth"], connected=0.0, add_link=1.0, drop_link=0.0),
}

everywhere = pytest.mark.parametrize("space", SPACES.values(), ids=SPACES.keys())
seeds = st.integers(0, 2**32)
rates = st.sampled_from([0.0, 0.05, 0.5, 1.0])


def grown(space, seed, steps=4):
    """A genome with some history behind it."""
    rng = np.random.default_rng(seed)
    genome = space.draw(rng)
    for _ in range(steps):
        genome = space.cross(space.mutate(genome, rng, 0.7), genome, rng)
    return genome, rng


@everywhere
@settings(max_examples=25, deadline=None)
@given(seed=seeds, rate=rates)
def test_results_are_valid_and_inputs_are_unchanged(space, seed, rate):
    a, rng = grown(space, seed)
    b, _ = grown(space, seed + 1)
    before = copy.deepcopy((space.to_data(a), space.to_data(b)))
    for child in (space.mutate(a, rng, rate), space.cross(a, b, rng)):
        space.from_data(space.to_data(child))  # raises on what is not valid
    assert (space.to_data(a), space.to_data(b)) == before


@everywhere
@settings(max_examples=25, deadline=None)
@given(seed=seeds)
def test_a_genome_survives_json_to_the_last_bit(space, seed):
    genome, _ = grown(space, seed)
    data = space.to_data(genome)
    back = space.from_data(json.loads(json.dumps(data)))
    assert space.to_data(back) == data
    assert type(back) is type(genome)
    assert space.describe(back) == space.describe(genome) != ""


@everywhere
@settings(max_examples=15, deadline=None)
@given(seed=seeds, rate=rates)
def test_results_depend_only_on_the_generator(space, seed, rate):
    def run():
        genome, rng = grown(space, seed)
        return space.to_data(space.mutate(genome, rng, rate)), rng.bit_generator.state

    assert run() == run()


def weights(network):
    return {(link["source"], link["target"]): link["weight"] for link in network["links"]}


@everywhere
@settings(max_examples=10, deadline=None)
@given(seed=seeds)
@example(seed=2667262)
def test_rate_nothing_changes_nothing_and_a_genome_crossed_with_itself_stays(space, seed):
    genome, rng = grown(space, seed)
    data = space.to_data(genome)
    assert space.to_data(space.mutate(genome, rng, 0.0)) == data
    child = space.to_data(space.cross(genome, genome, rng))
    if isinstance(space, Network):  # order may change, and a link that is off may come on
        assert weights(child) == weights(data)
    else:
        assert child == data


@everywhere
@each("data", [None, 3, "text", [], {}, [None], [float("nan")] * 5, [0] * 99, {"nodes": [], "links": []}])
def test_other_data_is_refused(space, data):
    with pytest.raises(GenomeError):
        space.from_data(data)


@settings(max_examples=40, deadline=None)
@given(seed=seeds, n=st.integers(1, 30), share=st.floats(0, 1), rate=st.floats(0, 1))
def test_a_subset_never_holds_a_thing_twice_and_children_hold_what_both_parents_hold(seed, n, share, rate):
    space = Subset(n, max(1, round(share * n)))
    rng = np.random.default_rng(seed)
    a, b = space.draw(rng), space.draw(rng)
    child, mutant = space.cross(a, b, rng), space.mutate(a, rng, rate)
    assert len(set(mutant)) == len(set(child)) == space.k
    assert set(a) & set(b) <= set(child) <= set(a) | set(b)


def test_a_mutated_gene_of_a_subset_is_a_new_thing():
    space = Subset(20, 10)
    rng = np.random.default_rng(1)
    genome = space.draw(rng)
    assert set(space.mutate(genome, rng, 1.0)).isdisjoint(genome)


def test_a_mutated_integer_is_another_one():
    space = Integers(50, 0, 3)
    rng = np.random.default_rng(1)
    genome = space.draw(rng)
    mutant = space.mutate(genome, rng, 1.0)
    assert all(x != y for x, y in zip(genome, mutant, strict=True))
    assert set(mutant) == {0, 1, 2, 3}


def test_steps_of_reals_are_a_share_of_each_range():
    space = Reals(2, 0.0, [1.0, 1000.0], step=0.05, bounded=False)
    rng = np.random.default_rng(1)
    middle = space.vector([0.5, 500.0])
    steps = np.array([space.mutate(middle, rng, 1.0) - middle for _ in range(4000)])
    assert steps.std(axis=0) == pytest.approx([0.05, 50.0], rel=0.05)


def test_reals_cannot_be_written_to_and_keep_their_bounds():
    space = Reals(3, 0.0, 1.0, step=5.0)
    genome = space.mutate(space.draw(np.random.default_rng(1)), np.random.default_rng(2), 1.0)
    assert genome.min() >= 0.0
    assert genome.max() <= 1.0
    with pytest.raises(ValueError, match="read-only"):
        genome[0] = 0.5


def test_subsets_are_made_from_names():
    space = SPACES["subset"]
    assert space.describe(space.from_names("card 3", "card 1", "card 0", "card 9", "card 11")) == (
        "card 0, card 1, card 3, card 9, card 11"
    )
    with pytest.raises(OptionError, match="card 99"):
        space.from_names("card 99", "card 1", "card 0", "card 9", "card 11")


@each(
    ("make", "word"),
    [
        (lambda: Reals(0, 0, 1), "genes"),
        (lambda: Reals(2, 1, 1), "no range"),
        (lambda: Reals(2, [0, 0, 0], 1), "low"),
        (lambda: Reals(2, 0, float("inf")), "high"),
        (lambda: Reals(2, 0, 1, names=["a"]), "names"),
        (lambda: Reals(2, 0, 1, names=["a", "a"]), "different"),
        (lambda: Subset(5, 6), "subset"),
        (lambda: Integers(3, 2, 2), "no range"),
        (lambda: Choices({}), "nothing"),
        (lambda: Choices({"lanes": ["one"]}), "lanes"),
        (lambda: Network(0, 1), "input"),
        (lambda: Network(2, 1, activations=["step"]), "step"),
        (lambda: Network(2, 1, activations=[]), "activation"),
        (lambda: Network(2, 3, max_nodes=2), "nodes"),
        (lambda: Network(2, 3, max_links=5), "links"),
    ],
)
def test_an_invalid_space_is_refused(make, word):
    with pytest.raises(LudusError, match=word):
        make()


@each(
    ("space", "data", "word"),
    [
        (SPACES["reals"], [0, 0, 0, 9, 0], "d is 9"),
        (SPACES["reals"], [0, 0, True, 0, 0], "c is True"),
        (SPACES["subset"], [0, 1, 2, 3, 3], "twice"),
        (SPACES["subset"], [0, 1, 2, 3, 12], "12"),
        (SPACES["integers"], [0, 0, 0, 0, 0, 4], "gene 5 is 4"),
        (SPACES["choices"], {"lanes": "three", "hand": "four"}, "three"),
    ],
)
def test_the_error_names_the_gene(space, data, word):
    with pytest.raises(GenomeError, match=word):
        space.from_data(data)
