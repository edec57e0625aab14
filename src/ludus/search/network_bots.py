"""Bots that decide by neural networks: the shapes of their networks, and networks as records.

A bot declares the shapes of its networks, so that evolution needs no knowledge of the game. Networks become records for
`ludus.search.network_inference`. Nodes are listed in evaluation order: a link comes from an input or from an earlier
node. The bot defines the inputs and outputs; an input without a link is not used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.structured_records import copy_record
from ludus.search.network_inference import ACTIVATIONS, MAX_NODES, network_record
from ludus.util.errors import ContentError, UnknownName
from ludus.util.text import did_you_mean


@dataclass(frozen=True)
class Neuron:
    """A node; `links` are the weights of its incoming links by source name."""

    activation: str
    bias: float
    response: float
    links: Mapping[str, float]


NetworkSpec = Mapping[str, Neuron]  # nodes by name, in evaluation order


@dataclass(frozen=True)
class NetworkShape:
    """Inputs and outputs of a network of a bot, and its maximal size."""

    steady: tuple[str, ...]
    signals: tuple[str, ...]
    outputs: tuple[str, ...]
    nodes: int
    links: int

    def __post_init__(self) -> None:
        assert len(self.outputs) <= self.nodes <= MAX_NODES
        assert len(set(self.inputs + self.outputs)) == len(self.inputs + self.outputs)

    @property
    def inputs(self) -> tuple[str, ...]:
        return self.steady + self.signals

    @cached_property
    def record(self) -> Any:
        """Record type of such networks."""
        return network_record(len(self.signals), self.nodes, self.links, len(self.outputs))

    def pack(self, plan: NetworkSpec) -> np.ndarray:
        """Convert a network to one record. Links are summed in the order of inputs and nodes, not of the file."""
        self.check(plan)
        array = self.record.zeros(1)
        record = array[0]
        steady = {name: k for k, name in enumerate(self.steady)}
        signals = {name: k for k, name in enumerate(self.signals)}
        nodes = {name: k for k, name in enumerate(plan)}
        record["count"], at = len(plan), 0
        record["outputs"] = [nodes[name] for name in self.outputs]
        for k, neuron in enumerate(plan.values()):
            record["activation"][k] = ACTIVATIONS.index(neuron.activation)
            record["bias"][k], record["response"][k] = neuron.bias, neuron.response
            for indices, name_of_end in ((steady, "first"), (nodes, "middle")):
                record[name_of_end][k] = at
                for source, weight in sorted((indices[name], w) for name, w in neuron.links.items() if name in indices):
                    record["source"][at], record["weight"][at] = source, weight
                    at += 1
            for name, weight in neuron.links.items():
                if name in signals:
                    record["lead"][k, signals[name]] = weight
        record["first"][len(plan)] = at
        return array

    def check(self, plan: NetworkSpec) -> None:
        """Check that a network fits this shape.

        Raises:
            ContentError: it does not; the message says why.
        """
        links = sum(len(neuron.links) for neuron in plan.values())
        if len(plan) > self.nodes or links > self.links:
            raise ContentError(f"{len(plan)} nodes and {links} links; at most {self.nodes} and {self.links}")
        for name in self.outputs:
            if name not in plan:
                raise ContentError(f"the output {name!r} is missing; nodes are {', '.join(plan) or 'none'}")
        known = list(self.inputs)
        for name, neuron in plan.items():
            if name in self.inputs:
                raise ContentError(f"{name!r} is an input, and cannot be a node too", field=name)
            if neuron.activation not in ACTIVATIONS:
                raise ContentError(str(UnknownName("activation", neuron.activation, list(ACTIVATIONS))), field=name)
            for source in neuron.links:
                if source not in known:
                    hint = did_you_mean(source, known)
                    raise ContentError(f"there is no input or earlier node {source!r}{hint}", field=f"{name}.from")
            known.append(name)


@dataclass(frozen=True, eq=False)
class NetworkBot(BotSpec):
    """A bot whose params have one field per network, the record of the network."""

    shapes: Mapping[str, NetworkShape] = field(default_factory=dict)
    numbers: tuple[str, ...] = ()  # options that its rules read
    inputs: Mapping[str, Any] = field(default_factory=dict)  # rules (data, state, seat, values) that write the steady
    # inputs of a network; only for networks that depend on the position alone
    shipped: Mapping[str, Path] = field(default_factory=dict)  # files of networks by name; the usual one is ""

    def networks_file(self, option: str | None) -> str | Path:
        """The file of the option `networks`: a shipped one by name, the usual one for None, or the file named."""
        return self.shipped.get(option or "", option or "")

    def write_networks(self, plans: Mapping[str, NetworkSpec], params: Any) -> None:
        """Write networks into a plain view of the params."""
        for name, plan in plans.items():
            shape = self.shapes[name]
            setattr(params, name, shape.record.over(shape.pack(plan)))

    def write_options(self, options: Any, params: Any) -> None:
        """Write options into a plain view of the params."""
        for name in self.numbers:
            setattr(params, name, getattr(options, name))

    def copy_params_with(self, params: np.ndarray, plans: Mapping[str, NetworkSpec]) -> np.ndarray:
        """Return a copy of a params record with other networks."""
        copy = copy_record(params)
        self.write_networks(plans, self.params.over(copy))
        return copy
