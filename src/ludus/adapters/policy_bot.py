"""A trained policy as a bot: for matches, and as an opponent of the next agent.

    bot = PolicyBot("locm", lambda observation, mask, dice: int(np.argmax(scores(observation) + 1e9 * mask)))
    run_match(Match(game, content, [bot, load_bot(game, "random")], seed=7), 1000)

The policy is a function of what an environment with the same arguments gives an agent, and of a random generator seeded
by the game. If it uses anything else, such as a table that is still learning, games are not reproducible.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ludus.adapters.env_config import EnvConfig
from ludus.adapters.observation import DEFAULT_RESAMPLES, ObservationFunction
from ludus.bots.bot import Fault
from ludus.core.game import Game
from ludus.core.position import GameResult, Position

Policy = Callable[[np.ndarray, np.ndarray, np.random.Generator], Any]  # observation, mask, dice -> action


class PolicyBot:
    """A bot that asks a policy.

    Args:
        game: The game, or its name.
        policy: Function of observation, action mask and random generator; returns an action.
        name: The name of the bot.
        options: Options of the game.
        observe, redeals: See observation.py; as in training.
        actions: See actions.py; as in training.

    Raises:
        OptionError: an argument is wrong; the message names it.
        UnknownName: there is no such game.
    """

    reproducible = True

    def __init__(
        self,
        game: str | Game,
        policy: Policy,
        *,
        name: str = "policy",
        options: dict[str, Any] | None = None,
        observe: str | ObservationFunction = "state",
        redeals: int = DEFAULT_RESAMPLES,
        actions: str | Sequence[int] | None = None,
    ) -> None:
        self.name, self.policy = name, policy
        self._arguments = game, options, observe, redeals, actions
        self._of_thread = threading.local()  # an observer reuses buffers, and games may run in parallel
        self.config()

    def config(self) -> EnvConfig:
        """The observer and actions of this thread."""
        if not hasattr(self._of_thread, "setting"):
            self._of_thread.setting = EnvConfig(*self._arguments)
        return self._of_thread.setting  # type: ignore[no-any-return]

    def join(self, position: Position, seat: int, seed: int) -> SeatedPolicy:
        return SeatedPolicy(self, seat, seed)

    def close(self) -> None:
        """Do nothing: there are no resources."""


class SeatedPolicy:
    """A policy in one seat of one game."""

    log = ""

    def __init__(self, player: PolicyBot, seat: int, seed: int) -> None:
        self._policy, self._setting, self._seat = player.policy, player.config(), seat
        self._dice = np.random.default_rng(seed & (1 << 64) - 1)

    def choose(self, position: Position) -> int:
        legal, actions = position.legal_moves, self._setting.actions
        action = self._policy(self._setting.observe(position, self._seat), actions.mask(legal), self._dice)
        move = actions.move(action, legal)
        if move is None:
            raise Fault("illegal move", str(actions.illegal_action_error(action, position)))
        return move

    def watch(self, position: Position, move: int) -> None:
        """Do nothing: the policy sees the position when it chooses."""

    def end(self, result: GameResult | None) -> None:
        """Do nothing: there is nothing to clean up."""
