"""Networks as plain arrays in evaluation order, for compiled code.

    value[0 .. inputs-1]  are the inputs, value[inputs + j] is the value of node j
    value[inputs + j] = activation_j(bias[j] + response[j] * sum of weight[k] * value[source[k]])
                        over k from first[j] to first[j + 1] - 1, in that order
    the outputs are value[output[0]], value[output[1]], ...

Nodes that no output depends on and disabled links are omitted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ludus.evolve.network import LinkGene, NetworkGenome

# The arrays store the index of an activation in this tuple; new ones must be appended.
ACTIVATIONS = ("identity", "sigmoid", "tanh", "relu", "clamped", "gauss", "sin", "abs")


@dataclass(frozen=True)
class NetworkArrays:
    inputs: int
    bias: np.ndarray  # float64, one per node
    response: np.ndarray  # float64, one per node
    activation: np.ndarray  # int8, one per node: index into ACTIVATIONS
    first: np.ndarray  # int32, nodes + 1: index of each node's first link
    source: np.ndarray  # int32, one per link: index into value
    weight: np.ndarray  # float64, one per link
    output: np.ndarray  # int32, one per output: index into value

    def run(self, inputs: Sequence[float]) -> list[float]:
        """Compute the outputs in plain Python: the reference for compiled code."""
        value = [float(x) for x in inputs]
        for j in range(len(self.bias)):
            total = 0.0
            for k in range(self.first[j], self.first[j + 1]):
                total += value[self.source[k]] * float(self.weight[k])
            value.append(activate(int(self.activation[j]), float(self.bias[j]) + float(self.response[j]) * total))
        return [value[i] for i in self.output]


def activate(number: int, z: float) -> float:
    """Apply the activation with this index; scaled and clipped as in neat-python."""
    name = ACTIVATIONS[number]
    if name == "sigmoid":
        return 1.0 / (1.0 + math.exp(-_clamp(5.0 * z, 60.0)))
    if name == "tanh":
        return math.tanh(_clamp(2.5 * z, 60.0))
    if name == "relu":
        return max(0.0, z)
    if name == "clamped":
        return _clamp(z, 1.0)
    if name == "gauss":
        return math.exp(-5.0 * _clamp(z, 3.4) ** 2)
    if name == "sin":
        return math.sin(_clamp(5.0 * z, 60.0))
    if name == "abs":
        return abs(z)
    return z


def network_to_arrays(net: NetworkGenome, inputs: int, outputs: int) -> NetworkArrays:
    """Convert a network to arrays. Node keys as in neat-python: -1 .. -inputs are inputs, 0 .. outputs-1 outputs."""
    into: dict[int, list[LinkGene]] = {node.key: [] for node in net.nodes}
    for link in net.links:
        if link.on:
            into[link.target].append(link)
    order = _evaluation_order(into, outputs)
    index = {-1 - i: i for i in range(inputs)} | {key: inputs + j for j, key in enumerate(order)}
    nodes = {node.key: node for node in net.nodes}
    links = [link for key in order for link in into[key]]
    counts = [len(into[key]) for key in order]
    return NetworkArrays(
        inputs=inputs,
        bias=np.array([nodes[key].bias for key in order], dtype=np.float64),
        response=np.array([nodes[key].response for key in order], dtype=np.float64),
        activation=np.array([ACTIVATIONS.index(nodes[key].activation) for key in order], dtype=np.int8),
        first=np.array([0, *np.cumsum(counts)], dtype=np.int32),
        source=np.array([index[link.source] for link in links], dtype=np.int32),
        weight=np.array([link.weight for link in links], dtype=np.float64),
        output=np.array([index[key] for key in range(outputs)], dtype=np.int32),
    )


def _evaluation_order(into: dict[int, list[LinkGene]], outputs: int) -> list[int]:
    """Return the keys of the nodes that the outputs depend on, in topological order."""
    order: list[int] = []
    done: set[int] = set()
    waiting = list(range(outputs))[::-1]
    while waiting:
        key = waiting[-1]
        missing = [link.source for link in into[key] if link.source >= 0 and link.source not in done]
        if key in done or not missing:
            waiting.pop()
            if key not in done:
                done.add(key)
                order.append(key)
        else:
            waiting.extend(missing)
    return order


def _clamp(z: float, limit: float) -> float:
    return max(-limit, min(limit, z))
