"""Bots that decide by neural networks; they declare the network shapes, so that evolution needs no game knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludus.core.bot import BotSpec
from ludus.core.record import copy_record
from ludus.search.network_files import NetworkSpec, NetworkShape


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
