"""Bots that decide by neural networks, and the files of their networks.

A bot declares the shapes of its networks, so that evolution needs no knowledge of the game. A file contains the
networks of one bot; they become records for `ludus.search.network_inference`:

    {
      "game": "dominion",
      "player": "fynbo-nellemann",
      "made": "ludus run dominion-networks",
      "networks": {
        "progress": {
          "hidden 7": {"activation": "tanh", "bias": 0.2, "response": 1.0, "from": {"provinces": -1.5, "turn": 2.0}},
          "progress": {"activation": "sigmoid", "bias": -0.4, "response": 1.0, "from": {"hidden 7": 0.9}}
        }
      }
    }

Nodes are listed in evaluation order: a link comes from an input or from an earlier node. The bot defines the inputs and
outputs; an input without a link is not used.
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
from ludus.util.errors import ContentError, LudusError, UnknownName
from ludus.util.files import read_json
from ludus.util.text import did_you_mean

MAX_WEIGHT = 1000.0  # largest weight, so that no value overflows
FIELDS = ("activation", "bias", "response", "from")
_FILE_FIELDS = ("game", "player", "made", "networks")


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
    inputs: Mapping[str, Any] = field(default_factory=dict)  # rules (table, state, seat, values) that write the steady
    # inputs of a network; only for networks that depend on the position alone

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


def read_networks(
    file: str | Path, game: str, player: str, shapes: Mapping[str, NetworkShape]
) -> dict[str, NetworkSpec]:
    """Read the networks of a file.

    Args:
        file: path of the file.
        game: name of the game.
        player: name of the bot.
        shapes: required networks by name.

    Raises:
        ContentError: the file is not valid, or its networks do not fit.
    """
    data = read_json(file, "networks")
    try:
        if not isinstance(data, dict) or not {"game", "player", "networks"} <= set(data) <= {*_FILE_FIELDS}:
            raise ContentError(f"a file with networks has the fields {', '.join(_FILE_FIELDS)}; made may be left out")
        for field, wanted in (("game", game), ("player", player)):
            if data[field] != wanted:
                raise ContentError(f"these networks are for {data[field]!r}, not for {wanted!r}", field=field)
        networks = data["networks"]
        if not isinstance(networks, dict) or set(networks) != set(shapes):
            raise ContentError(f"there must be the networks {', '.join(shapes)}", field="networks")
        return {name: _network_from_data(networks[name], name, shape) for name, shape in shapes.items()}
    except LudusError as error:
        if isinstance(error, ContentError):
            raise error if error.file else ContentError(error.what, file, field=error.field) from None
        raise ContentError(str(error), file) from None


def networks_to_data(game: str, player: str, made: str, plans: Mapping[str, NetworkSpec]) -> dict[str, Any]:
    """Convert networks to plain data for JSON; `read_networks` restores them exactly."""
    return {
        "game": game,
        "player": player,
        "made": made,
        "networks": {name: network_to_data(plan) for name, plan in plans.items()},
    }


def network_to_data(plan: NetworkSpec) -> dict[str, Any]:
    """Convert one network to plain data."""
    return {
        name: dict(zip(FIELDS, (neuron.activation, neuron.bias, neuron.response, dict(neuron.links)), strict=True))
        for name, neuron in plan.items()
    }


def _network_from_data(data: Any, network: str, shape: NetworkShape) -> NetworkSpec:
    if not isinstance(data, dict):
        raise ContentError("a network is nodes by their names", field=network)
    plan = {name: _neuron_from_data(node, f"{network}.{name}") for name, node in data.items()}
    try:
        shape.check(plan)
    except ContentError as error:
        raise ContentError(error.what, field=f"{network}.{error.field}" if error.field else network) from None
    return plan


def _neuron_from_data(data: Any, field: str) -> Neuron:
    if not isinstance(data, dict) or set(data) != set(FIELDS):
        raise ContentError(f"a node has the fields {', '.join(FIELDS)}", field=field)
    links = data["from"]
    if not isinstance(links, dict):
        raise ContentError("links are weights by the names of their sources", field=f"{field}.from")
    weights = {name: _number(weight, f"{field}.from.{name}") for name, weight in links.items()}
    bias, response = _number(data["bias"], f"{field}.bias"), _number(data["response"], f"{field}.response")
    return Neuron(str(data["activation"]), bias, response, weights)


def _number(value: Any, field: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise ContentError(f"this must be a number, not {value!r}", field=field)
    if abs(value) > MAX_WEIGHT:
        raise ContentError(f"this must be between -{MAX_WEIGHT:g} and {MAX_WEIGHT:g}, not {value!r}", field=field)
    return float(value)
