"""Compiled networks: the same numbers as the plain ones that evolution defines, from files that are checked."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.core import plain, rule
from ludus.evolve import ACTIVATIONS, Network, NetworkArrays
from ludus.search import network_inference
from ludus.search.network_bots import NetworkShape, Neuron
from ludus.search.network_files import TrainingFacts, networks_to_data, read_networks, read_training_facts
from ludus.search.portable_math import exponential, hyperbolic_tangent, sine
from ludus.util.errors import ContentError
from tests.cases import each
from tests.messages import mentions

SHAPE = NetworkShape(("a", "b", "c"), ("x asked", "y asked"), ("worth", "doubt"), nodes=12, links=60)
SPACE = Network(SHAPE.inputs, SHAPE.outputs, activations=ACTIVATIONS, max_nodes=12, max_links=60, add_node=0.6)
SMALL = 1e-15


@rule(export=True)
def all_values(records, inputs, signal, sums, values):
    network_inference.sum_steady_inputs(records[0], inputs, sums)
    network_inference.activate_nodes(records[0], sums, signal, values)


def grown(seed, steps=12):
    """A network with hidden nodes of all kinds."""
    rng = np.random.default_rng(seed)
    net = SPACE.draw(rng)
    for _ in range(steps):
        net = SPACE.mutate(net, rng, 0.8)
    return net


def plan_of(net):
    """A genome by names, with its links in an order of their own."""
    wiring = SPACE.to_arrays(net)
    names = [f"hidden {k}" for k in range(len(wiring.bias))]
    for at, name in zip(wiring.output, SHAPE.outputs, strict=True):
        names[at - wiring.inputs] = name
    sources = [*SHAPE.inputs, *names]
    return {
        name: Neuron(
            ACTIVATIONS[wiring.activation[k]],
            float(wiring.bias[k]),
            float(wiring.response[k]),
            {
                sources[wiring.source[j]]: float(wiring.weight[j])
                for j in reversed(range(wiring.first[k], wiring.first[k + 1]))
            },
        )
        for k, name in enumerate(names)
    }


def in_order(wiring):
    """The same wiring with each node's links in the order in which records add them up."""
    source, weight = wiring.source.copy(), wiring.weight.copy()
    for j in range(len(wiring.bias)):
        part = slice(wiring.first[j], wiring.first[j + 1])
        order = np.argsort(source[part])
        source[part], weight[part] = source[part][order], weight[part][order]
    arrays = wiring.bias, wiring.response, wiring.activation, wiring.first
    return NetworkArrays(wiring.inputs, *arrays, source, weight, wiring.output)


def run(net, inputs, signal, compiled):
    records = SHAPE.pack(plan_of(net))
    if compiled:
        sums, values = np.zeros(network_inference.MAX_NODES), np.zeros(network_inference.MAX_NODES)
        all_values(records, np.array(inputs, float), signal, sums, values)
        found = values.tolist()
    else:
        record, sums = SHAPE.record.over(records), [math.nan] * network_inference.MAX_NODES
        found = [math.nan] * network_inference.MAX_NODES
        plain(network_inference.sum_steady_inputs)(record, inputs, sums)
        plain(network_inference.activate_nodes)(record, sums, signal, found)
    return [found[at] for at in records["outputs"][0]]


def with_signal(inputs, signal):
    return [*inputs, *(float(k == signal) for k in range(len(SHAPE.signals)))]


@each("signal", [network_inference.NO_SIGNAL, 0, 1])
def test_compiled_networks_agree_with_network_arrays(signal):
    rng = np.random.default_rng(5)
    for seed in range(60):
        net, inputs = grown(seed), rng.uniform(-2, 2, 3).tolist()
        expected = SPACE.to_arrays(net).run(with_signal(inputs, signal))
        assert run(net, inputs, signal, compiled=True) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_compiled_and_plain_networks_agree_bit_for_bit():
    rng = np.random.default_rng(6)
    for seed in range(40):
        net, inputs, signal = grown(seed), rng.uniform(-2, 2, 3).tolist(), seed % 3 - 1
        assert run(net, inputs, signal, compiled=True) == run(net, inputs, signal, compiled=False)


def test_a_network_without_library_functions_is_wirings_bit_for_bit():
    exact, rng = ("identity", "relu", "clamped", "abs"), np.random.default_rng(7)
    space = Network(SHAPE.inputs, SHAPE.outputs, activations=exact, max_nodes=12, max_links=60, add_node=0.6)
    for _ in range(40):
        net = space.draw(rng)
        for _ in range(12):
            net = space.mutate(net, rng, 0.8)
        inputs, signal = rng.uniform(-2, 2, 3).tolist(), int(rng.integers(-1, 2))
        expected = in_order(space.to_arrays(net)).run(with_signal(inputs, signal))
        assert run(net, inputs, signal, compiled=True) == expected


def test_every_activation_agrees_with_network_arrays():
    from ludus.evolve.network_space import activate

    assert network_inference.ACTIVATIONS == ACTIVATIONS
    for number in range(len(ACTIVATIONS)):
        for z in (*np.linspace(-20, 20, 801), -1e6, 1e6, 0.0, 1e-9):
            assert plain(network_inference.activate)(number, float(z)) == pytest.approx(
                activate(number, z), rel=0, abs=3 * SMALL
            )


@settings(max_examples=500)
@given(st.floats(-120, 120))
def test_exponential_tangent_and_sine_are_good_to_the_last_digit_or_two(x):
    assert plain(exponential)(x) == pytest.approx(math.exp(x), rel=SMALL)
    assert plain(hyperbolic_tangent)(x) == pytest.approx(math.tanh(x), rel=0, abs=SMALL)
    assert plain(sine)(x) == pytest.approx(math.sin(x), rel=0, abs=SMALL)


def data():
    plan = {"worth": Neuron("tanh", 0.1, 1.0, {"a": 0.1, "y asked": -3.0}), "doubt": Neuron("abs", 0, 1.0, {"b": 1.0})}
    return networks_to_data("chess", "kasparov", "by hand", {"one": plan})


def read(tmp_path, data):
    file = tmp_path / "networks.json"
    file.write_text(data if isinstance(data, str) else json.dumps(data))
    return read_networks(file, "chess", "kasparov", {"one": SHAPE})


def test_networks_are_read_as_they_were_written(tmp_path):
    plan = plan_of(grown(3, 30))
    assert read(tmp_path, networks_to_data("chess", "kasparov", "", {"one": plan})) == {"one": plan}
    assert list(read(tmp_path, data())["one"]) == ["worth", "doubt"]


def change(path, value):
    found = data()
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return found


NODE = ("networks", "one", "worth")
WRONG = {
    "not JSON": ("{", "line 1: this is not JSON"),
    "a list": ([], "has the fields game, player, made, trained, networks"),
    "another game": (change(("game",), "go"), "field 'game': these networks are for 'go', not for 'chess'"),
    "another player": (change(("player",), "deep blue"), "for 'deep blue', not for 'kasparov'"),
    "another network": (change(("networks",), {"two": {}}), "there must be the networks one"),
    "no output": (change(("networks", "one"), {}), "field 'one': the output 'worth' is missing"),
    "a strange activation": (change((*NODE, "activation"), "tan"), "activation named 'tan'; did you mean 'tanh'"),
    "a strange source": (change((*NODE, "from"), {"z asked": 1}), "earlier node 'z asked'; did you mean 'y asked'"),
    "a later source": (change((*NODE, "from"), {"doubt": 1}), "field 'one.worth.from': there is no input or earlier"),
    "a weight too large": (change((*NODE, "from"), {"a": 1e9}), "between -1000 and 1000, not 1000000000.0"),
    "a number of many digits": (change((*NODE, "bias"), 10**400), "between -1000 and 1000, not 1000"),
    "no end": (change((*NODE, "bias"), math.inf), "between -1000 and 1000, not inf"),
    "more digits than can be": ("9" * 5000, "this file cannot be read"),
    "no number": (change((*NODE, "bias"), "much"), "field 'one.worth.bias': this must be a number, not 'much'"),
    "not finite": (change((*NODE, "response"), math.nan), "this must be a number, not nan"),
    "a missing field": (change(NODE, {"bias": 1}), "a node has the fields activation, bias, response, from"),
    "an input as node": (change(("networks", "one", "a"), data()["networks"]["one"]["doubt"]), "is an input"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_is_refused_with_location_and_reason(what, tmp_path):
    content, message = WRONG[what]
    with pytest.raises(ContentError) as error:
        read(tmp_path, content)
    assert message in str(error.value)
    assert "networks.json" in str(error.value)


def test_a_missing_file_is_reported():
    with pytest.raises(ContentError, match=r"nowhere\.json: there is no such file"):
        read_networks("nowhere.json", "chess", "kasparov", {"one": SHAPE})


def test_a_network_that_is_too_large_is_refused():
    plan = {f"hidden {k}": Neuron("tanh", 0.0, 1.0, {"a": 1.0}) for k in range(11)}
    plan |= {name: Neuron("tanh", 0.0, 1.0, {"b": 1.0}) for name in SHAPE.outputs}
    with pytest.raises(ContentError, match=mentions("13 nodes", "13 links", "12", "60")):
        SHAPE.pack(plan)


def test_a_file_says_against_whom_its_networks_were_trained(tmp_path):
    file = tmp_path / "networks.json"
    facts = TrainingFacts(("big-money",), "drew")
    file.write_text(json.dumps(networks_to_data("chess", "kasparov", "", {}, facts)))
    assert read_training_facts(file) == facts
    file.write_text(json.dumps(networks_to_data("chess", "kasparov", "", {})))
    assert read_training_facts(file) is None
    file.write_text(json.dumps({"trained": {"opponents": "drew"}}))
    with pytest.raises(ContentError, match=mentions("networks.json", "'trained'", "opponents")):
        read_training_facts(file)
