"""Feed-forward networks for compiled players: what NEAT grows, as records and rules.

    value of a node = activation(bias + response * sum of weight * value over its links)

A network has inputs, nodes in the order in which they are computed, and outputs, which are nodes. Inputs are of two
kinds. Steady ones have any value. Of the signals at most one is 1 and all others are 0: they say which of several
things the network is asked about. What the steady inputs bring to each node is added up once, and every signal then
costs next to nothing:

    add_up(network, inputs, sums)
    for signal in range(...):
        finish(network, sums, signal, values)          # NO_SIGNAL: all of them 0
        values[network.outputs[0]]

`inputs`, `sums` and `values` are float64 scratch: the steady inputs, and MOST_NODES each. Nothing is fused and no
library function is called, so the values are the same bits on every machine. `ludus.search.network_files` makes the
records.
"""

# mypy: ignore-errors

from ludus.core import Record, float64, rule, uint8, uint16
from ludus.core.exact import plus, times
from ludus.core.record import RecordType
from ludus.search.exponential import exponential, hyperbolic_tangent, sine

MOST_NODES = 32
NO_SIGNAL = -1

# By number in the records; scaled and cut off as neat-python does. New ones go to the end.
ACTIVATIONS = ("identity", "sigmoid", "tanh", "relu", "clamped", "gauss", "sin", "abs")
IDENTITY, SIGMOID, TANH, RELU, CLAMPED, GAUSS, SIN, ABS = range(len(ACTIVATIONS))


def network_record(signals: int, nodes: int, links: int, outputs: int) -> RecordType:
    """The record of networks with so many signals and outputs, and room for so many nodes and links."""
    fields = {
        "count": uint8,  # of nodes
        "outputs": uint8[outputs],  # the nodes that are outputs
        "activation": uint8[nodes],
        "bias": float64[nodes],
        "response": float64[nodes],
        "first": uint16[nodes + 1],  # where each node's links begin: those from steady inputs
        "middle": uint16[nodes],  # where its links from other nodes begin
        "source": uint16[links],  # the number of an input, or of a node
        "weight": float64[links],
        "lead": float64[nodes, max(signals, 1)],  # the weight of every signal
    }
    return RecordType("NetworkRecord", (Record,), {"__annotations__": fields})


@rule
def add_up(network, inputs, sums):
    """What the steady inputs bring to each node."""
    for node in range(network.count):
        total = 0.0
        for k in range(network.first[node], network.middle[node]):
            total = plus(total, times(inputs[network.source[k]], network.weight[k]))
        sums[node] = total


@rule
def finish(network, sums, signal, values):
    """The value of every node, with one signal on."""
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
    """Without signals: the value of every node."""
    add_up(network, inputs, sums)
    finish(network, sums, NO_SIGNAL, values)


@rule
def activate(activation, z):
    if activation == TANH:
        return hyperbolic_tangent(cut(times(2.5, z), 60.0))
    if activation == SIGMOID:
        return 1.0 / (1.0 + exponential(-cut(times(5.0, z), 60.0)))
    if activation == RELU:
        return max(0.0, z)
    if activation == CLAMPED:
        return cut(z, 1.0)
    if activation == GAUSS:
        near = cut(z, 3.4)
        return exponential(times(-5.0, times(near, near)))
    if activation == SIN:
        return sine(cut(times(5.0, z), 60.0))
    return abs(z) if activation == ABS else z


@rule(inline=True)
def cut(z, limit):
    return max(-limit, min(limit, z))
