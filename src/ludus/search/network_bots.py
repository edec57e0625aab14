"""Bots that decide by neural networks; they declare the network shapes, so that evolution needs no game knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludus.core.bot import Bot
from ludus.core.record import twin
from ludus.search.network_files import NetworkPlan, Shape


@dataclass(frozen=True, eq=False)
class NetworkBot(Bot):
    """A bot whose params have one field per network, the record of the network."""

    shapes: Mapping[str, Shape] = field(default_factory=dict)
    numbers: tuple[str, ...] = ()  # options that its rules read
    inputs: Mapping[str, Any] = field(default_factory=dict)  # rules (table, state, seat, values) that write the steady
    # inputs of a network; only for networks that depend on the position alone

    def settle(self, plans: Mapping[str, NetworkPlan], params: Any) -> None:
        """Write networks into a plain view of the params."""
        for name, plan in plans.items():
            shape = self.shapes[name]
            setattr(params, name, shape.record.over(shape.pack(plan)))

    def settle_numbers(self, options: Any, params: Any) -> None:
        """Write options into a plain view of the params."""
        for name in self.numbers:
            setattr(params, name, getattr(options, name))

    def params_with(self, params: np.ndarray, plans: Mapping[str, NetworkPlan]) -> np.ndarray:
        """Return a copy of a params record with other networks."""
        copy = twin(params)
        self.settle(plans, self.params.over(copy))
        return copy
