"""Inference of feed-forward networks, such as those of NEAT, in compiled bots: records and rules.

    value of a node = activation(bias + response * sum of weight * value over its links)

A network has inputs, nodes in evaluation order, and outputs, which are nodes. There are two kinds of inputs. Steady
inputs have any value. Signals are one-hot: at most one is 1 and all others are 0; they select the item that the network
evaluates. The contribution of the steady inputs to each node is summed once, and every signal is then cheap:

    sum_steady_inputs(network, inputs, sums)
    for signal in range(...):
        activate_nodes(network, sums, signal, values)          # NO_SIGNAL: all signals are 0
        values[network.outputs[0]]

`inputs`, `sums` and `values` are float64 scratch arrays: the steady inputs, and MAX_NODES elements each. No operation
is fused and no library function is called, so the values have the same bits on every machine.
`ludus.search.network_bots` creates the records.
"""

# mypy: ignore-errors

from ludus.core import Record, float64, rule, uint8, uint16
from ludus.core.compile.intrinsics import plus, times
from ludus.core.structured_records import RecordType
from ludus.search.portable_math import exponential, hyperbolic_tangent, sine

MAX_NODES = 32
NO_SIGNAL = -1

# The index is stored in the records; scaled and clipped as in neat-python. New ones must be appended.
ACTIVATIONS = ("identity", "sigmoid", "tanh", "relu", "clamped", "gauss", "sin", "abs")
IDENTITY, SIGMOID, TANH, RELU, CLAMPED, GAUSS, SIN, ABS = range(len(ACTIVATIONS))


def network_record(signals: int, nodes: int, links: int, outputs: int) -> RecordType:
    """Return the record type of networks with this many signals and outputs, and at most this many nodes and links."""
    fields = {
        "count": uint8,  # number of nodes
        "outputs": uint8[outputs],  # indices of the output nodes
        "activation": uint8[nodes],
        "bias": float64[nodes],
        "response": float64[nodes],
        "first": uint16[nodes + 1],  # index of each node's first link; links from steady inputs come first
        "middle": uint16[nodes],  # index of its first link from another node
        "source": uint16[links],  # index of an input or of a node
        "weight": float64[links],
        "lead": float64[nodes, max(signals, 1)],  # weight of every signal
    }
    return RecordType("NetworkRecord", (Record,), {"__annotations__": fields})


@rule
def sum_steady_inputs(network, inputs, sums):
    """Sum the contributions of the steady inputs to each node."""
    for node in range(network.count):
        total = 0.0
        for k in range(network.first[node], network.middle[node]):
            total = plus(total, times(inputs[network.source[k]], network.weight[k]))
        sums[node] = total


@rule
def activate_nodes(network, sums, signal, values):
    """Compute the value of every node, with one signal set."""
    for node in range(network.count):
        total = sums[node]
        if signal != NO_SIGNAL:
            total = plus(total, network.lead[node, signal])
        for k in range(network.middle[node], network.first[node + 1]):
            total = plus(total, times(values[network.source[k]], network.weight[k]))
        z = plus(network.bias[node], times(network.response[node], total))
        values[node] = activate(network.activation[node], z)


@rule
def run_network(network, inputs, sums, values):
    """Compute the value of every node without signals."""
    sum_steady_inputs(network, inputs, sums)
    activate_nodes(network, sums, NO_SIGNAL, values)


@rule
def activate(activation, z):
    if activation == TANH:
        return hyperbolic_tangent(clamp(times(2.5, z), 60.0))
    if activation == SIGMOID:
        return 1.0 / (1.0 + exponential(-clamp(times(5.0, z), 60.0)))
    if activation == RELU:
        return max(0.0, z)
    if activation == CLAMPED:
        return clamp(z, 1.0)
    if activation == GAUSS:
        near = clamp(z, 3.4)
        return exponential(times(-5.0, times(near, near)))
    if activation == SIN:
        return sine(clamp(times(5.0, z), 60.0))
    return abs(z) if activation == ABS else z


@rule(inline=True)
def clamp(z, limit):
    return max(-limit, min(limit, z))
