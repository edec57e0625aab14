"""Common parts of both PettingZoo environments: agents, spaces and deals."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.adapters.env_config import EnvConfig, choose_deal, require_library
from ludus.core.position import Position
from ludus.core.random import derive

require_library("gymnasium")
require_library("pettingzoo")

from gymnasium import spaces  # noqa: E402
from gymnasium.utils.seeding import np_random  # noqa: E402

VERSION = 1  # version in the names of these environments


class SeatAgents:
    """The agents `seat_0`, `seat_1`, ... of a game, with their spaces, and the deals they play."""

    def __init__(self, setting: EnvConfig, kind: str, waits: bool) -> None:
        self.config = setting
        self.agents = [f"seat_{seat}" for seat in range(setting.seats)]
        self.seat = {agent: seat for seat, agent in enumerate(self.agents)}
        self.metadata = {
            "name": f"ludus_{setting.game.name}_{kind}_v{VERSION}",
            "render_modes": setting.render_modes,
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.count = setting.actions.count + waits  # the last action is to wait
        low, high = setting.observe.low, setting.observe.high
        self.observation_spaces = {agent: self._observations(low, high) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(self.count) for agent in self.agents}
        self._dice: Any = None

    def _observations(self, low: np.ndarray, high: np.ndarray) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.count,), np.int8)
        return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})

    def start_game(self, seed: int | None, options: dict[str, Any] | None) -> Position:
        """Start the next game; a seed fixes this one and all following ones, the option `deal` only this one."""
        if seed is not None or self._dice is None:
            self._dice, _ = np_random(seed)
        root = int(self._dice.integers(1 << 63))
        return self.config.start_game(choose_deal(options, derive(root, "deal")))
