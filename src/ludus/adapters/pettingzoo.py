"""PettingZoo AEC environment: every seat an agent, one decision at a time.

    env = LudusAEC("locm", options={"setup": "dealt"})
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

An observation is a dict with the row of numbers, `observation`, and the `action_mask`, which is empty for agents that
are not to decide. A seat may decide several times in a row, and all agents get a reward after every decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.adapters.env_config import EnvConfig, RewardFunction, choose_deal, require_library, result_info
from ludus.adapters.observation import DEFAULT_RESAMPLES, ObservationFunction
from ludus.core.game import Game
from ludus.core.position import Position
from ludus.core.random import derive
from ludus.util.errors import GameOver

require_library("gymnasium")
require_library("pettingzoo")

from gymnasium import spaces  # noqa: E402
from gymnasium.utils.seeding import np_random  # noqa: E402
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # noqa: E402

VERSION = 1  # version in the names of the PettingZoo environments


class LudusAEC(AECEnv[str, dict[str, Any], Any]):  # type: ignore[misc]
    """A game as a cycle of agents. The arguments are those of `LudusEnv`.

    Raises:
        OptionError: an argument is wrong; the message names it.
        UnknownName: there is no such game.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        options: dict[str, Any] | None = None,
        observe: str | ObservationFunction = "state",
        redeals: int = DEFAULT_RESAMPLES,
        actions: str | Sequence[int] | None = None,
        reward: str | RewardFunction = "share",
        illegal: str | float = "raise",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        setting = EnvConfig(game, options, observe, redeals, actions, reward, illegal, render_mode)
        self._seats = seats = SeatAgents(setting, "aec", waits=False)
        self.game, self.content, self.names = setting.game, setting.content, setting.observe.names
        self.metadata, self.render_mode = seats.metadata, render_mode
        self.possible_agents = list(seats.agents)
        self.agents: list[str] = []
        self.observation_spaces: dict[str, Any] = seats.observation_spaces
        self.action_spaces: dict[str, Any] = seats.action_spaces
        self._position: Position | None = None
        self._legal: list[int] = []

    @property
    def position(self) -> Position:
        """The game being played, with all hidden information.

        Raises:
            GameOver: no game has begun.
        """
        if self._position is None:
            raise GameOver("no game has begun: call reset() first")
        return self._position

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations: the numbers and the action mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: Fixes this game and all following ones.
            options: The only option is `deal`: the seed that `ludus.new_game` would take.

        Raises:
            OptionError: the option is not a whole number.
        """
        self._position = self._seats.start_game(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._ask(self._position)

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent.

        Returns:
            `observation`, the numbers, and `action_mask`, all zeros if the agent does not decide now.
        """
        setting, position, seat = self._seats.config, self.position, self._seats.seat[agent]
        legal = self._legal if seat == position.current_player else []
        return {"observation": setting.observe(position, seat), "action_mask": setting.actions.mask(legal)}

    def step(self, action: Any) -> None:
        """Take an action of the current agent; an agent whose game is over takes None.

        Raises:
            GameOver: all agents are done, or no game has begun.
            IllegalMove: the action is not legal, and the environment was made with `illegal="raise"`.
        """
        position, setting, agent = self.position, self._seats.config, self.agent_selection
        if not self.agents:
            raise GameOver("the game is over: call reset() for the next one")
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        move = setting.actions.move(action, self._legal)
        if move is not None:
            position.play(move)
            self.rewards = {other: setting.rewards.reward(position, self._seats.seat[other]) for other in self.agents}
            self._ask(position)
        elif setting.illegal is None:
            raise setting.actions.illegal_action_error(action, position)
        else:
            self.rewards = {other: setting.illegal if other == agent else 0.0 for other in self.agents}
            self._end({"reason": "illegal action"})
        self._accumulate_rewards()

    def render(self) -> Any:
        """The position as the current agent sees it: `ansi` as text, `svg` as a picture."""
        return self._seats.config.render(self.position, self.position.current_player)

    def close(self) -> None:
        """Do nothing: there are no resources."""

    def texts(self) -> dict[int, str]:
        """The legal actions of the current agent, with their meaning."""
        return self._seats.config.actions.texts(self.position)

    def _ask(self, position: Position) -> None:
        """Prepare the next decision, or the end."""
        self._legal = position.legal_moves
        self.agent_selection = self.possible_agents[position.current_player]
        if not self._legal:
            self._end(result_info(position))

    def _end(self, info: dict[str, Any]) -> None:
        self._legal = []
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: dict(info) for agent in self.agents}
        self._deads_step_first()


class SeatAgents:
    """The agents `seat_0`, `seat_1`, ... of both PettingZoo environments: their spaces, and the deals they play."""

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
