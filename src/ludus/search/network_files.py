"""Files of neural networks: JSON with the networks of one bot.

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

Nodes are listed in evaluation order: a link comes from an input or from an earlier node. `trained` may say how the
networks were made: `{"opponents": ["big-money"], "yardstick": "drew"}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from ludus.search.network_bots import NetworkShape, NetworkSpec, Neuron
from ludus.util.errors import ContentError, LudusError
from ludus.util.files import read_json

MAX_WEIGHT = 1000.0  # largest weight, so that no value overflows
FIELDS = ("activation", "bias", "response", "from")
_FILE_FIELDS = ("game", "player", "made", "trained", "networks")


class TrainingFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How networks were trained: opponents that were always there, and the bot by which their strength was chosen."""

    opponents: tuple[str, ...]
    yardstick: str = ""


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
            raise ContentError(
                f"a file with networks has the fields {', '.join(_FILE_FIELDS)}; made and trained may be left out"
            )
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


def read_training_facts(file: str | Path) -> TrainingFacts | None:
    """How the networks of a file were trained; None if the file does not say.

    Raises:
        ContentError: the file is not valid.
    """
    data = read_json(file, "networks")
    if not isinstance(data, dict) or "trained" not in data:
        return None
    try:
        return msgspec.convert(data["trained"], TrainingFacts)
    except msgspec.ValidationError as error:
        raise ContentError(str(error), file, field="trained") from None


def networks_to_data(
    game: str, player: str, made: str, plans: Mapping[str, NetworkSpec], trained: TrainingFacts | None = None
) -> dict[str, Any]:
    """Convert networks to plain data for JSON; `read_networks` restores them exactly."""
    return {
        "game": game,
        "player": player,
        "made": made,
        **({"trained": msgspec.to_builtins(trained)} if trained else {}),
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
