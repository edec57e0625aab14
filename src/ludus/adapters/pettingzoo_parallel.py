"""PettingZoo parallel environment: every seat an agent, and all act in every step.

    env = LudusParallel(auction.game)
    observations, infos = env.reset(seed=7)
    while env.agents:
        actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
        observations, rewards, terminations, truncations, infos = env.step(actions)

Seats that decide without knowing of each other's choices act in one step; all others have an additional action, the
last one, which is to wait, and their mask allows nothing else. So games with simultaneous secret picks have one step
per round, games for one player one step per decision, and turn-based games work, too, but waste steps: `LudusAEC` fits
them better.

A simultaneous secret pick is two decisions in a row in a game, the first one hidden. A game does not declare whether
the second seat can know anything of the first one's pick; `pending_decisions` detects it. The second seat does not see
the move, and for every pick of the first seat, the second is to decide and its resampled states are the same, byte for
byte. By the law of resampling it then sees the same, and has the same moves. With three or more seats, each is tested
with one choice of those before; `check_independence` checks the choices that were really made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.adapters.env_config import EnvConfig, RewardFunction, result_info
from ludus.adapters.observation import DEFAULT_RESAMPLES, ObservationFunction
from ludus.adapters.pettingzoo import SeatAgents
from ludus.core.game import Game
from ludus.core.position import Position
from ludus.util.errors import ContractError, GameOver, IllegalMove, OptionError

from pettingzoo import ParallelEnv  # type: ignore[import-untyped]  # isort: skip  # after ludus.adapters.pettingzoo, which requires it


# a seat, and a position that it cannot distinguish from the one in which it will decide
PendingDecisions = list[tuple[int, Position]]

StepResult = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class LudusParallel(ParallelEnv[str, dict[str, Any], Any]):  # type: ignore[misc]
    """A game in which all seats act in every step. The arguments are those of `LudusEnv`.

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
        setting = EnvConfig(game, options, observe, redeals, actions, reward, illegal, render_mode)
        self._seats = seats = SeatAgents(setting, "parallel", waits=setting.seats > 1)
        self.game, self.content, self.names = setting.game, setting.content, setting.observe.names
        self.metadata, self.render_mode = seats.metadata, render_mode
        self.possible_agents = list(seats.agents)
        self.agents: list[str] = []
        self.observation_spaces: dict[str, Any] = seats.observation_spaces
        self.action_spaces: dict[str, Any] = seats.action_spaces
        self.wait = setting.actions.count  # the action of agents that have nothing to decide
        self._position: Position | None = None
        self._asked: PendingDecisions = []

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
        """The space of an agent's actions; the last one is to wait."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Start a new game.

        Args:
            seed: Fixes this game and all following ones.
            options: The only option is `deal`: the seed that `ludus.new_game` would take.

        Returns:
            Observations and infos by agent.

        Raises:
            OptionError: the option is not a whole number.
        """
        self._position = position = self._seats.start_game(seed, options)
        self.agents = list(self.possible_agents)
        self._asked = pending_decisions(position)
        return self._observations(position), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> StepResult:
        """Take the actions of all agents.

        Args:
            actions: Actions by agent; agents without a decision wait (`env.wait`) or are left out.

        Returns:
            Observations, rewards, terminations, truncations and infos by agent.

        Raises:
            GameOver: the game is over, or none has begun.
            OptionError: an agent is unknown, or one that must decide has no action.
            IllegalMove: an action is not legal, and the environment was made with `illegal="raise"`.
            ContractError: what a seat sees depends on several picks taken together; use `LudusAEC`.
        """
        position, setting, agents = self.position, self._seats.config, self.agents
        if not agents:
            raise GameOver("the game is over: call reset() for the next one")
        moves, illegal_agents = self._read(actions)
        if illegal_agents and setting.illegal is not None:
            self._asked, self.agents = [], []
            rewards = {agent: setting.illegal if agent in illegal_agents else 0.0 for agent in agents}
            return self._report(position, agents, rewards, {"reason": "illegal action"})
        for k, ((seat, seen), move) in enumerate(zip(self._asked, moves, strict=True)):
            if k > 1:
                check_independence(seen, position, seat)
            position.play(move)
        self._asked = pending_decisions(position)
        if position.end_reason:
            self.agents = []
        rewards = {agent: setting.rewards.reward(position, self._seats.seat[agent]) for agent in agents}
        return self._report(position, agents, rewards, result_info(position))

    def render(self) -> Any:
        """The position as the current player sees it: `ansi` as text, `svg` as a picture."""
        return self._seats.config.render(self.position, self.position.current_player)

    def close(self) -> None:
        """Do nothing: there are no resources."""

    def texts(self) -> dict[str, dict[int, str]]:
        """The legal actions of every agent that must decide, with their meaning."""
        return {self.possible_agents[seat]: self._seats.config.actions.texts(seen) for seat, seen in self._asked}

    def _read(self, actions: dict[str, Any]) -> tuple[list[int], list[str]]:
        """The moves of the agents that must decide, and the agents whose action is illegal; or raise for those."""
        setting = self._seats.config
        if unknown := set(actions) - set(self.agents):
            raise OptionError(f"there is no agent {', '.join(sorted(map(str, unknown)))} in this game")
        deciding = {self.possible_agents[seat]: seen for seat, seen in self._asked}
        moves, illegal_agents = [], []
        for agent, seen in deciding.items():
            if agent not in actions:
                raise OptionError(f"{agent} has to decide, but has no action")
            move = setting.actions.move(actions[agent], seen.legal_moves)
            if move is not None:
                moves.append(move)
            elif setting.illegal is None:
                raise setting.actions.illegal_action_error(actions[agent], seen)
            else:
                illegal_agents.append(agent)
        for agent, action in actions.items():
            if agent not in deciding and action != self.wait:
                if setting.illegal is None:
                    raise IllegalMove(f"{agent} has nothing to decide and can only wait ({self.wait}), not {action!r}")
                illegal_agents.append(agent)
        return moves, illegal_agents

    def _report(
        self, position: Position, agents: list[str], rewards: dict[str, float], info: dict[str, Any]
    ) -> StepResult:
        over = dict.fromkeys(agents, not self.agents)
        infos = {agent: dict(info) for agent in agents}
        return self._observations(position), rewards, over, dict.fromkeys(agents, False), infos

    def _observations(self, position: Position) -> dict[str, Any]:
        deciding = dict(self._asked)
        return {agent: self._observe(deciding.get(seat), position, seat) for agent, seat in self._seats.seat.items()}

    def _observe(self, shown: Position | None, position: Position, seat: int) -> dict[str, Any]:
        setting = self._seats.config
        mask = np.zeros(self._seats.count, np.int8)
        if shown is not None:
            mask[: self.wait] = setting.actions.mask(shown.legal_moves)
        elif self._asked:
            mask[self.wait] = 1
        return {"observation": setting.observe(shown or position, seat), "action_mask": mask}


def pending_decisions(position: Position) -> PendingDecisions:
    """The seats that must act now, in the order of their decisions; empty after the end."""
    pending: PendingDecisions = []
    current: Position | None = position if not position.end_reason else None
    while current is not None:
        pending.append((current.current_player, current))
        current = _independent_successor(current, [seat for seat, _ in pending])
    return pending


def check_independence(shown: Position, position: Position, seat: int) -> None:
    """Check that a seat could not have known anything from several picks taken together.

    Args:
        shown: The position that the seat's agent saw.
        position: The true position before the seat's move.
        seat: The seat.

    Raises:
        ContractError: the seat can distinguish the two positions.
    """
    if position.current_player != seat or not indistinguishable(shown, position, seat):
        raise ContractError(
            f"{position.game.name}: what seat {seat} sees depends on several picks before its own taken together; "
            "such a game cannot be played in parallel, use LudusAEC"
        )


def indistinguishable(one: Position, other: Position, seat: int) -> bool:
    """Whether a seat cannot distinguish two positions of one game: its resampled states are equal."""
    return one.resample(seat, 1).bytes() == other.resample(seat, 1).bytes()


def _independent_successor(position: Position, asked: list[int]) -> Position | None:
    """The next seat's position if it looks the same to that seat for every move made here; else None."""
    first = None
    moves = position.legal_moves
    for move in moves:
        after = position.copy()
        after.play(move)
        if after.end_reason or after.current_player in asked:
            return None
        if len(moves) > 1 and position.game.is_move_visible(
            position.content, position.state, move, after.current_player
        ):
            return None
        if first is None:
            first = after
        elif after.current_player != first.current_player or not indistinguishable(first, after, after.current_player):
            return None
    return first
