"""Conversion between genomes, networks and the bot that uses them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ludus.bots import CompiledBot
from ludus.bots.compiled import compiled_bot_with_params
from ludus.bots.lookup import find_bot_spec
from ludus.core.game_registry import load_game
from ludus.evolve import ACTIVATIONS, Network, NetworkGenome
from ludus.search.network_bots import NetworkBot, NetworkSpec, Neuron
from ludus.search.network_files import network_to_data
from ludus.studies.dominion_networks.config import BOT_NAME, GAME, NetworksConfig
from ludus.util.options import read_options

ACTIVATION_CHOICES = {"progress": ("sigmoid",), "buy": ("identity", "tanh"), "state": ("identity", "tanh")}
# Value of a turn before a network is trained: its coins.
COIN_STATE_NETWORK: NetworkSpec = {"value": Neuron("identity", 0.0, 1.0, {"coins": 1.0})}


def network_bot() -> NetworkBot:
    """The bot whose networks are trained."""
    bot = find_bot_spec(load_game(GAME), BOT_NAME)
    assert isinstance(bot, NetworkBot)
    return bot


def network_space(name: str, connected: float = 1.0) -> Network:
    """Search space of all networks that fit into the bot under a name."""
    shape = network_bot().shapes[name]
    return Network(
        shape.inputs,
        shape.outputs,
        activations=ACTIVATION_CHOICES[name],
        max_nodes=shape.nodes,
        max_links=shape.links,
        connected=connected,
    )


def network_plan(space: Network, net: NetworkGenome) -> NetworkSpec:
    """Convert a genome to a network by names; keeps only neurons that outputs depend on."""
    wiring = space.to_arrays(net)
    outputs = {int(at) - wiring.inputs: name for at, name in zip(wiring.output, space.output_names, strict=True)}
    names = [outputs.get(k, f"hidden {k}") for k in range(len(wiring.bias))]
    sources = [*space.input_names, *names]
    plan: dict[str, Neuron] = {}
    for k, name in enumerate(names):
        links = range(int(wiring.first[k]), int(wiring.first[k + 1]))
        plan[name] = Neuron(
            ACTIVATIONS[int(wiring.activation[k])],
            float(wiring.bias[k]),
            float(wiring.response[k]),
            {sources[int(wiring.source[link])]: float(wiring.weight[link]) for link in links},
        )
    return plan


def plan_from_data(data: Mapping[str, Any]) -> NetworkSpec:
    """Restore a network from the data of `network_to_data`."""
    return {
        name: Neuron(neuron["activation"], neuron["bias"], neuron["response"], neuron["from"])
        for name, neuron in data.items()
    }


def plans_from_data(data: Mapping[str, Any]) -> dict[str, NetworkSpec]:
    """Restore all networks of a bot from stored data."""
    return {name: plan_from_data(network) for name, network in data.items()}


def plans_to_data(plans: Mapping[str, NetworkSpec]) -> dict[str, Any]:
    """Networks as data to store."""
    return {name: network_to_data(plan) for name, plan in plans.items()}


def bot_with_networks(settings: NetworksConfig, plans: Mapping[str, NetworkSpec], training: bool = True) -> CompiledBot:
    """Bot with these networks. In training it tries fewer orders of Actions."""
    bot = network_bot()
    params = bot.copy_params_with(_params_template(settings.orders, settings.samples, training), plans)
    return compiled_bot_with_params(load_game(GAME), bot, params, BOT_NAME)


@cache
def _params_template(orders: int, samples: int, training: bool) -> np.ndarray:
    """Parameters of the bot without networks."""
    bot = network_bot()
    params = bot.params.zeros(1)
    overrides = {"orders": orders, "samples": samples} if training else {}
    options = read_options(overrides, bot.options, BOT_NAME)
    bot.write_options(options, bot.params.over(params))
    return params
