"""Conversion between genomes, networks and the bot that uses them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ludus.core.options import read_options
from ludus.core.registry import find_game
from ludus.evolve import ACTIVATIONS, Net, Network
from ludus.players import Player
from ludus.players.compiled import player_with
from ludus.players.find import find_bot
from ludus.search.network_bots import NetworkBot
from ludus.search.network_files import NetworkPlan, Neuron, plan_data
from ludus.studies.dominion_networks.config import GAME, PLAYER, Settings

CHOICES = {"progress": ("sigmoid",), "buy": ("identity", "tanh"), "state": ("identity", "tanh")}
# Value of a turn before a network is trained: its coins.
PLAIN_STATE: NetworkPlan = {"value": Neuron("identity", 0.0, 1.0, {"coins": 1.0})}


def the_bot() -> NetworkBot:
    """The bot whose networks are trained."""
    bot = find_bot(find_game(GAME), PLAYER)
    assert isinstance(bot, NetworkBot)
    return bot


def space_of(name: str, connected: float = 1.0) -> Network:
    """Search space of all networks that fit into the bot under a name."""
    shape = the_bot().shapes[name]
    return Network(
        shape.inputs,
        shape.outputs,
        activations=CHOICES[name],
        max_nodes=shape.nodes,
        max_links=shape.links,
        connected=connected,
    )


def plan_of(space: Network, net: Net) -> NetworkPlan:
    """Convert a genome to a network by names; keeps only neurons that outputs depend on."""
    wiring = space.wiring(net)
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


def plan_from(data: Mapping[str, Any]) -> NetworkPlan:
    """Restore a network from the data of `plan_data`."""
    return {
        name: Neuron(neuron["activation"], neuron["bias"], neuron["response"], neuron["from"])
        for name, neuron in data.items()
    }


def networks_from(data: Mapping[str, Any]) -> dict[str, NetworkPlan]:
    """Restore all networks of a bot from stored data."""
    return {name: plan_from(network) for name, network in data.items()}


def kept_networks(plans: Mapping[str, NetworkPlan]) -> dict[str, Any]:
    """Networks as data to store."""
    return {name: plan_data(plan) for name, plan in plans.items()}


def player_of(settings: Settings, plans: Mapping[str, NetworkPlan], training: bool = True) -> Player:
    """Bot with these networks. In training it tries fewer orders of Actions."""
    bot = the_bot()
    params = bot.params_with(_template(settings.orders, settings.samples, training), plans)
    return player_with(find_game(GAME), bot, params, PLAYER)


@cache
def _template(orders: int, samples: int, training: bool) -> np.ndarray:
    """Parameters of the bot without networks."""
    bot = the_bot()
    params = bot.params.zeros(1)
    overrides = {"orders": orders, "samples": samples} if training else {}
    options = read_options(overrides, bot.options, PLAYER)
    bot.settle_numbers(options, bot.params.over(params))
    return params
