"""Space of feed-forward networks of any topology, as in NEAT (based on neat-python), and networks as plain arrays.

`NetworkArrays` has the nodes in evaluation order, for compiled code:

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
from typing import Any, ClassVar

import msgspec
import numpy as np

from ludus.evolve.spaces import GenomeError, checked_float, checked_int, gene_names
from ludus.util.errors import OptionError, UnknownName
from ludus.util.extras import require_extra

# The arrays store the index of an activation in this tuple; new ones must be appended.
ACTIVATIONS = ("identity", "sigmoid", "tanh", "relu", "clamped", "gauss", "sin", "abs")


class NodeGene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A node: keys 0 .. outputs-1 are the outputs, larger ones are hidden."""

    key: int
    bias: float
    response: float
    activation: str


class LinkGene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link from an input (-1 the first, -2 the second, ...) or a hidden node to a node."""

    source: int
    target: int
    weight: float
    on: bool


class NetworkGenome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A network genome: nodes and links in the order of their creation."""

    nodes: tuple[NodeGene, ...]
    links: tuple[LinkGene, ...]


class Network:
    """Space of networks with named or numbered inputs and outputs.

    A random network has no hidden nodes. Mutation changes each weight and bias with probability `rate`, and the
    topology with the probabilities below times `rate`. Crossover matches links by their ends; genes of only one parent
    come from one parent, chosen at random. (The optimiser Neat matches links by history.)

    Args:
        inputs, outputs: names, or numbers of them.
        activations: allowed activation functions.
        max_nodes, max_links: maximal size; outputs count as nodes.
        connected: fraction of the links from inputs to outputs that a random network has.
        add_node: probability that a link is split by a new node.
        drop_node: probability that a node is removed.
        add_link: probability of a new link.
        drop_link: probability that a link is removed.
    """

    stored_name: ClassVar[str] = "Network"  # in checkpoints

    def __init__(
        self,
        inputs: int | Sequence[str],
        outputs: int | Sequence[str],
        *,
        activations: Sequence[str] = ("tanh",),
        max_nodes: int = 64,
        max_links: int = 512,
        connected: float = 1.0,
        add_node: float = 0.1,
        drop_node: float = 0.05,
        add_link: float = 0.3,
        drop_link: float = 0.1,
    ) -> None:
        self.input_names, self.output_names = _input_names(inputs, "input"), _input_names(outputs, "output")
        self.inputs, self.outputs = len(self.input_names), len(self.output_names)
        self.activations = tuple(activations)
        for name in self.activations:
            if name not in ACTIVATIONS:
                raise UnknownName("activation", name, list(ACTIVATIONS))
        if not self.activations:
            raise OptionError(f"no activation is given; there are {', '.join(ACTIVATIONS)}")
        self.connected = checked_float(connected, "the share of links at the start", 0.0, 1.0)
        self.max_nodes = checked_int(max_nodes, f"the most nodes, with {self.outputs} outputs,", self.outputs)
        initial = round(self.inputs * self.outputs * connected)
        self.max_links = checked_int(max_links, f"the most links, with {initial} at the start,", max(1, initial))
        self.add_node = checked_float(add_node, "the chance of a new node", 0.0, 1.0)
        self.drop_node = checked_float(drop_node, "the chance that a node goes", 0.0, 1.0)
        self.add_link = checked_float(add_link, "the chance of a new link", 0.0, 1.0)
        self.drop_link = checked_float(drop_link, "the chance that a link goes", 0.0, 1.0)

    def draw(self, rng: np.random.Generator) -> NetworkGenome:
        _require_neat()
        from ludus.evolve import neat_adapter

        return neat_adapter.draw(self, rng)

    def mutate(self, genome: NetworkGenome, rng: np.random.Generator, rate: float) -> NetworkGenome:
        _require_neat()
        from ludus.evolve import neat_adapter

        return neat_adapter.mutate(self, genome, rng, rate)

    def cross(self, a: NetworkGenome, b: NetworkGenome, rng: np.random.Generator) -> NetworkGenome:
        _require_neat()
        from ludus.evolve import neat_adapter

        return neat_adapter.cross(self, a, b, rng)

    def to_data(self, genome: NetworkGenome) -> dict[str, Any]:
        return {"nodes": msgspec.to_builtins(list(genome.nodes)), "links": msgspec.to_builtins(list(genome.links))}

    def from_data(self, data: Any) -> NetworkGenome:
        try:
            net = msgspec.convert(data, NetworkGenome)
        except msgspec.ValidationError as wrong:
            raise GenomeError(f"this is not a network: {wrong}") from None
        self._check(net)
        return net

    def to_arrays(self, genome: NetworkGenome) -> NetworkArrays:
        """Convert a network to plain arrays for compiled code."""
        return network_to_arrays(genome, self.inputs, self.outputs)

    def describe(self, genome: NetworkGenome) -> str:
        on = [link for link in genome.links if link.on]
        hidden = len(genome.nodes) - self.outputs
        links = f"{len(on)} of {len(genome.links)} links on"
        lines = [f"{self.inputs} inputs, {hidden} hidden, {self.outputs} outputs, {links}"]
        for node in sorted(genome.nodes, key=lambda node: node.key):
            terms = [f"{link.weight:+.3g} {self._name(link.source)}" for link in on if link.target == node.key]
            inner = f"{node.bias:+.3g}" + (f" {node.response:+.3g} * ({' '.join(terms)})" if terms else "")
            lines.append(f"{self._name(node.key)} = {node.activation}({inner})")
        return "\n".join(lines)

    def _name(self, key: int) -> str:
        if key < 0:
            return self.input_names[-1 - key]
        return self.output_names[key] if key < self.outputs else f"hidden {key}"

    def _check(self, net: NetworkGenome) -> None:
        keys = [node.key for node in net.nodes]
        known = set(keys)
        if len(known) != len(keys) or not known >= set(range(self.outputs)) or min(keys, default=0) < 0:
            raise GenomeError(f"nodes have different keys, 0 .. {self.outputs - 1} for the outputs; got {keys}")
        if len(keys) > self.max_nodes or len(net.links) > self.max_links:
            raise GenomeError(
                f"{len(keys)} nodes and {len(net.links)} links; at most {self.max_nodes} and {self.max_links}"
            )
        for node in net.nodes:
            if node.activation not in self.activations:
                raise GenomeError(f"{self._name(node.key)} has activation {node.activation!r}, none of this space's")
            if not np.isfinite([node.bias, node.response]).all():
                raise GenomeError(f"{self._name(node.key)} has bias {node.bias}, response {node.response}")
        ends = [(link.source, link.target) for link in net.links]
        sources = known - set(range(self.outputs)) | {-1 - i for i in range(self.inputs)}
        for link in net.links:
            if link.source not in sources or link.target not in known:
                raise GenomeError(f"a link from {link.source} to {link.target}: no such input, hidden node or output")
            if not np.isfinite(link.weight):
                raise GenomeError(f"the link from {link.source} to {link.target} weighs {link.weight}")
        if len(set(ends)) != len(ends):
            raise GenomeError("two links have the same ends")
        if _has_cycle(ends):
            raise GenomeError("the links form a circle; networks here feed forward")


@dataclass(frozen=True)
class NetworkArrays:
    """A network as arrays, nodes in the order of their computation.

    `value` in the comments is the list of the inputs and, after them, the results of the nodes.
    """

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


def _input_names(given: int | Sequence[str], word: str) -> tuple[str, ...]:
    if isinstance(given, int):
        return gene_names(None, checked_int(given, f"the number of {word}s", 1), word)
    names = gene_names(given, len(given), word)
    checked_int(len(names), f"the number of {word}s", 1)
    return names


def _has_cycle(ends: list[tuple[int, int]]) -> bool:
    """Return whether links remain after repeated removal of links into nodes without outgoing links."""
    edges = ends
    while edges:
        feeding = {source for source, _ in edges}
        remaining = [(source, target) for source, target in edges if target in feeding]
        if len(remaining) == len(edges):
            return True
        edges = remaining
    return False


def _require_neat() -> None:
    """Raise an error if neat-python, which varies networks, is not installed."""
    require_extra("studies", "variation of networks", "neat")
