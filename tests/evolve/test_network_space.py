"""Networks: what they compute, their limits, and the data that is no network."""

import random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from neat.nn import FeedForwardNetwork

from ludus.evolve import ACTIVATIONS, GenomeError, LinkGene, Network, NetworkGenome, NodeGene
from ludus.evolve.neat_adapter import configure, to_genome
from ludus.evolve.network_space import activate
from tests.cases import each

SMALL = Network(3, 2, activations=ACTIVATIONS, max_nodes=9, max_links=24, add_node=1.0, add_link=1.0)


def grown(space, seed, steps):
    rng = np.random.default_rng(seed)
    net = space.draw(rng)
    for _ in range(steps):
        net = space.mutate(net, rng, 0.8)
    return net


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 25))
def test_the_arrays_compute_what_neat_python_computes(seed, steps):
    net = grown(SMALL, seed, steps)
    theirs = FeedForwardNetwork.create(
        to_genome(net, 0, None, range(len(net.links))), SimpleNamespace(genome_config=configure(SMALL, 1.0))
    )
    ours = SMALL.to_arrays(net)
    for x in np.random.default_rng(seed).normal(size=(5, 3)).tolist():
        assert ours.run(x) == theirs.activate(x)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_networks_grow_to_their_limits_and_not_beyond(seed):
    net = grown(SMALL, seed, 60)
    assert 2 <= len(net.nodes) <= 9
    assert len(net.links) <= 24


def test_the_limits_are_reached():
    nets = [grown(SMALL, seed, 60) for seed in range(20)]
    assert max(len(net.nodes) for net in nets) == 9
    assert max(len(net.links) for net in nets) > 15


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 25))
def test_arrays_list_nodes_after_their_inputs(seed, steps):
    wiring = SMALL.to_arrays(grown(SMALL, seed, steps))
    assert len(wiring.first) == len(wiring.bias) + 1
    assert wiring.first[-1] == len(wiring.source) == len(wiring.weight)
    for j in range(len(wiring.bias)):
        assert all(wiring.source[wiring.first[j] : wiring.first[j + 1]] < wiring.inputs + j)


def test_a_network_worked_out_by_hand():
    space = Network(["hp", "mana"], ["worth"], activations=("identity", "relu"))
    net = NetworkGenome(
        (NodeGene(0, 1.0, 2.0, "identity"), NodeGene(5, -1.0, 1.0, "relu"), NodeGene(7, 9.0, 1.0, "relu")),
        (
            LinkGene(-1, 5, 2.0, True),
            LinkGene(5, 0, 3.0, True),
            LinkGene(-2, 0, 4.0, True),
            LinkGene(-1, 0, 100.0, False),
        ),
    )
    assert space.to_arrays(space.from_data(space.to_data(net))).run([2.0, 0.5]) == [1 + 2 * (3 * (2 * 2 - 1) + 4 * 0.5)]
    assert len(space.to_arrays(net).bias) == 2  # node 7 feeds nothing
    assert space.describe(net).splitlines() == [
        "2 inputs, 2 hidden, 1 outputs, 3 of 4 links on",
        "worth = identity(+1 +2 * (+3 hidden 5 +4 mana))",
        "hidden 5 = relu(-1 +1 * (+2 hp))",
        "hidden 7 = relu(+9)",
    ]


@each("name", ACTIVATIONS)
def test_activations_are_always_finite(name):
    for z in (-1e300, -1.0, 0.0, 1e-9, 3.0, 1e300):
        assert np.isfinite(activate(ACTIVATIONS.index(name), z))


def test_the_global_generators_are_neither_read_nor_changed():
    state, numpy_state = random.getstate(), np.random.get_state()[1].tolist()
    first = [grown(SMALL, seed, 20) for seed in range(3)]
    assert random.getstate() == state
    assert np.random.get_state()[1].tolist() == numpy_state
    random.seed(99)
    np.random.seed(99)
    assert [grown(SMALL, seed, 20) for seed in range(3)] == first


NODES = [
    {"key": 0, "bias": 0.0, "response": 1.0, "activation": "tanh"},
    {"key": 3, "bias": 0.0, "response": 1.0, "activation": "tanh"},
]


def link(source, target, weight=1.0):
    return {"source": source, "target": target, "weight": weight, "on": True}


@each(
    ("nodes", "links", "word"),
    [
        (NODES[1:], [], "0 .. 0"),
        (NODES + NODES[1:], [], "different keys"),
        ([{**NODES[0], "activation": "sin"}], [], "sin"),
        ([{**NODES[0], "bias": float("inf")}], [], "bias inf"),
        ([{**NODES[0], "colour": 1}], [], "colour"),
        (NODES, [link(-3, 0)], "-3"),
        (NODES, [link(0, 3)], "from 0 to 3"),
        (NODES, [link(-1, 2)], "to 2"),
        (NODES, [link(-1, 0, float("nan"))], "nan"),
        (NODES, [link(-1, 0), link(-1, 0)], "same ends"),
        ([*NODES, {**NODES[1], "key": 4}], [link(3, 4), link(4, 3)], "circle"),
        (NODES, [link(3, 3)], "circle"),
        ([NODES[0], *({**NODES[1], "key": 9 + i} for i in range(4))], [], "at most 4"),
    ],
)
def test_data_that_is_no_network_is_refused(nodes, links, word):
    space = Network(2, 1, max_nodes=4, max_links=5)
    with pytest.raises(GenomeError, match=word):
        space.from_data({"nodes": nodes, "links": links})
