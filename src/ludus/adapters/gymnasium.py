"""Gymnasium environment: one agent in one seat, bots in the others.

    env = gymnasium.make("ludus.adapters.gymnasium:ludus/locm-v1", opponents="random", options={"setup": "dealt"})
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

A step is one decision of the agent, and all decisions of others up to its next one. Games end by themselves, so nothing
is ever truncated. `info` has the mask of legal actions and the agent's seat, at the end also the result. Seeds:
`reset(seed=s)` fixes this game and all following ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.adapters.env_config import EnvConfig, RewardFunction, choose_deal, require_library, result_info
from ludus.adapters.observation import DEFAULT_RESAMPLES, ObservationFunction
from ludus.bots.bot import BotFactory, SeatedBot
from ludus.bots.lookup import load_bot
from ludus.core import game_registry
from ludus.core.game import Game
from ludus.core.position import Position
from ludus.core.random import as_int64, derive
from ludus.util.errors import GameOver, OptionError

require_library("gymnasium")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402

VERSION = 1  # of these environments, in their names; the rules have their own, `env.unwrapped.game.version`
TRIES = 100  # games may end before the agent's first decision; so many are tried for an episode


class LudusEnv(gymnasium.Env[np.ndarray, np.int64]):
    """A game for one agent.

    Args:
        game: The game, or its name.
        opponents: One bot for all other seats, or one for each, in the order of seats after the agent's: texts such as
            "random", or objects with a method `join`.
        seat: The agent's seat, or "random" for another one in every game.
        options: Options of the game.
        observe, redeals: See observation.py.
        actions: See actions.py.
        reward: See `Rewards`.
        illegal: "raise", or a number: an illegal action then ends the game with this reward.
        render_mode: "ansi", "svg" or None.

    Raises:
        OptionError: an argument is wrong; the message names it.
        UnknownName: there is no such game or bot.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 2}  # noqa: RUF012 - the base class has it so

    def __init__(
        self,
        game: str | Game,
        opponents: str | BotFactory | Sequence[str | BotFactory] = "random",
        seat: int | str = "random",
        *,
        options: dict[str, Any] | None = None,
        observe: str | ObservationFunction = "state",
        redeals: int = DEFAULT_RESAMPLES,
        actions: str | Sequence[int] | None = None,
        reward: str | RewardFunction = "share",
        illegal: str | float = "raise",
        render_mode: str | None = None,
    ) -> None:
        self._setting = setting = EnvConfig(game, options, observe, redeals, actions, reward, illegal, render_mode)
        self.game, self.content, self.actions = setting.game, setting.content, setting.actions
        self.names = setting.observe.names  # names of the numbers in an observation
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "render_modes": setting.render_modes}
        self.observation_space = spaces.Box(setting.observe.low, setting.observe.high, dtype=np.float32)
        self.action_space = spaces.Discrete(setting.actions.count)
        self._opponents = _find_opponents(setting, opponents)
        self._seat = _check_seat(seat, setting.seats)
        self._position: Position | None = None
        self._sittings: dict[int, SeatedBot] = {}  # by seat
        self._legal: list[int] = []
        self.seat = 0

    @property
    def position(self) -> Position:
        """The game being played, with all hidden information: for debugging, not for agents.

        Raises:
            GameOver: no game has begun.
        """
        if self._position is None:
            raise GameOver("no game has begun: call reset() first")
        return self._position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start a new game.

        Args:
            seed: Fixes this game and all following ones; None continues with the random numbers of the last seed.
            options: May fix this game: `deal`, the seed that `ludus.new_game` would take, and `seat`.

        Returns:
            The observation at the agent's first decision, and `info` with the mask of legal actions and the seat.

        Raises:
            OptionError: an option is unknown or has an invalid value.
            GameOver: many games in a row ended before the agent's first decision.
        """
        super().reset(seed=seed)
        if unknown := set(options or {}) - {"deal", "seat"}:
            raise OptionError(f"reset: there is no option {', '.join(sorted(unknown))}; options are deal and seat")
        wanted = _check_seat((options or {}).get("seat", self._seat), self._setting.seats)
        self._leave_game()
        for _ in range(TRIES):
            position = self._begin(int(self.np_random.integers(1 << 63)), wanted, options)
            info = self._info(position)
            if self._legal:
                return self._setting.observe(position, self.seat), info
        raise GameOver(f"{self.game.name}: {TRIES} games ended before the agent in seat {self.seat} had to decide")

    def _begin(self, root: int, wanted: int | str, options: dict[str, Any] | None) -> Position:
        """Start a game and let the others play up to the agent's first decision."""
        self.seat = derive(root, "seat") % self._setting.seats if isinstance(wanted, str) else wanted
        self._position = position = self._setting.start_game(choose_deal(options, derive(root, "deal")))
        for k, opponent in enumerate(self._opponents):
            other = (self.seat + 1 + k) % self._setting.seats
            self._sittings[other] = opponent.join(position, other, as_int64(derive(root, "player", other)))
        self._let_others_play(position)
        return position

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the others play up to the agent's next decision or the end.

        Args:
            action: A legal action; see `info["action_mask"]`.

        Returns:
            Observation, reward, terminated, truncated (always False) and `info`; at the end, `info` has the result.

        Raises:
            GameOver: the game is over, or none has begun.
            IllegalMove: the action is not legal, and the environment was made with `illegal="raise"`.
        """
        position, setting = self.position, self._setting
        if not self._legal:
            raise GameOver("the game is over: call reset() for the next one")
        move = setting.actions.move(action, self._legal)
        if move is None:
            if setting.illegal is None:
                raise setting.actions.illegal_action_error(action, position)
            self._leave_game()
            info = {"action_mask": setting.actions.mask([]), "seat": self.seat, "reason": "illegal action"}
            return setting.observe(position, self.seat), setting.illegal, True, False, info
        self._play(position, move)
        self._let_others_play(position)
        reward = setting.rewards.reward(position, self.seat)
        info = self._info(position)
        return setting.observe(position, self.seat), reward, not self._legal, False, info

    def render(self) -> Any:
        """The position as the agent sees it: `ansi` as text, `svg` as a picture."""
        return self._setting.render(self.position, self.seat)

    def close(self) -> None:
        """End the game, and close the opponents."""
        self._leave_game()
        for opponent in self._opponents:
            opponent.close()

    def action_masks(self) -> np.ndarray:
        """The legal actions, in the form that sb3-contrib's MaskablePPO expects."""
        return self._setting.actions.mask(self._legal).astype(bool)

    def texts(self) -> dict[int, str]:
        """The legal actions with their meaning."""
        return self._setting.actions.texts(self.position) if self._legal else {}

    def _info(self, position: Position) -> dict[str, Any]:
        self._legal = position.legal_moves
        info = {"action_mask": self._setting.actions.mask(self._legal), "seat": self.seat}
        if not self._legal:
            info |= result_info(position)
            self._leave_game()
        return info

    def _let_others_play(self, position: Position) -> None:
        while (seat := position.current_player) != self.seat and not position.end_reason:
            self._play(position, self._sittings[seat].choose(position))

    def _play(self, position: Position, move: int) -> None:
        for bot in self._sittings.values():
            bot.watch(position, move)
        position.play(move)

    def _leave_game(self) -> None:
        """Tell the opponents that the game ended or was aborted."""
        seated, self._sittings, self._legal = self._sittings, {}, []
        for bot in seated.values():
            bot.end(self.position.result)


def register_envs() -> list[str]:
    """Register every known game as an environment `ludus/NAME-v1`; returns all names."""
    names = {name: f"ludus/{name}-v{VERSION}" for name in game_registry.game_names()}
    for name, id in names.items():
        if id not in gymnasium.registry:
            gymnasium.register(id, f"{__name__}:LudusEnv", kwargs={"game": name})
    return list(names.values())


def _find_opponents(setting: EnvConfig, opponents: str | BotFactory | Sequence[str | BotFactory]) -> list[BotFactory]:
    count = setting.seats - 1
    is_single = isinstance(opponents, str) or hasattr(opponents, "join")
    bots: Any = [opponents] * count if is_single else opponents
    if len(bots) != count:
        raise OptionError(f"opponents: {setting.game.name} has {count} other seats here, not {len(bots)}")
    return [load_bot(setting.game, bot, content=setting.content) if isinstance(bot, str) else bot for bot in bots]


def _check_seat(seat: Any, seats: int) -> int | str:
    if seat == "random" or (isinstance(seat, int) and seat in range(seats)):
        return seat  # type: ignore[no-any-return]
    raise OptionError(f"seat: 'random' or a seat from 0 to {seats - 1}, not {seat!r}")


register_envs()
