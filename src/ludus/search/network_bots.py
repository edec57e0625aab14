"""Bots that play by networks: their shapes, so that evolution can grow the networks without knowing the game."""

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
    """The params have a field for the record of each network, by its name."""

    shapes: Mapping[str, Shape] = field(default_factory=dict)
    numbers: tuple[str, ...] = ()  # the options that its rules read
    inputs: Mapping[str, Any] = field(default_factory=dict)  # rules (table, state, seat, values) that write the steady
    # inputs of a network; only of networks that depend on nothing but the position

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
        """A copy of one record of params, with other networks."""
        copy = twin(params)
        self.settle(plans, self.params.over(copy))
        return copy
