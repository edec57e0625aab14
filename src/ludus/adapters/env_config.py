"""Configuration of an environment: game, options, observations, actions, rewards and rendering.

Rewards are

"share"      the payoff, from 0 to 1, when the game ends (the default)
"points"     the change of the game's own score since the last reward
a function   of a position and a seat, called after every step
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import msgspec

from ludus.adapters.actions import Actions
from ludus.adapters.observation import DEFAULT_RESAMPLES, ObservationFunction, Observer, make_observer
from ludus.core import game_registry
from ludus.core.compile.progress import report_compilation
from ludus.core.game import Content, Game, no_svg
from ludus.core.game_engine import engine_exports
from ludus.core.position import Position
from ludus.util.errors import LudusError, OptionError
from ludus.util.extras import install_hint

RewardFunction = Callable[[Position, int], float]


class EnvConfig:
    """A game prepared for an environment. The arguments are those of `LudusEnv`.

    Raises:
        OptionError: an argument is wrong; the message names it.
    """

    def __init__(
        self,
        game: str | Game,
        options: dict[str, Any] | None = None,
        observe: str | ObservationFunction = "state",
        redeals: int = DEFAULT_RESAMPLES,
        actions: str | Sequence[int] | None = None,
        reward: str | RewardFunction = "share",
        illegal: str | float = "raise",
        render_mode: str | None = None,
    ) -> None:
        self.game = game_registry.load_game(game) if isinstance(game, str) else game
        self.content: Content = self.game.content(**options or {})
        self.seats = self.game.seat_count(self.content.data)
        with report_compilation(self.game, lambda: engine_exports(self.game)):
            self.observe: Observer = make_observer(self.game, self.content, observe, redeals)
            Position.start(self.game, self.content, 0)  # compiles the rules if needed
        self.actions = Actions(self.game, actions)
        self.rewards = Rewards(reward)
        if illegal != "raise" and (isinstance(illegal, str | bool) or not isinstance(illegal, int | float)):
            raise OptionError(f"illegal: 'raise' or a reward for illegal actions, not {illegal!r}")
        self.illegal = None if illegal == "raise" else float(illegal)
        self.render_modes = ["ansi"] if self.game.rendering.svg is no_svg else ["ansi", "svg"]
        if render_mode not in (None, *self.render_modes):
            raise OptionError(
                f"render_mode: {self.game.name} has {', '.join(self.render_modes)} or None, not {render_mode!r}"
            )
        self.render_mode = render_mode

    def start_game(self, seed: int) -> Position:
        """Start a new game; the first rewards count from here."""
        position = Position.start(self.game, self.content, seed)
        self.rewards.begin(position)
        return position

    def render(self, position: Position, seat: int) -> str | None:
        """The position as a seat sees it, in the chosen render mode."""
        if self.render_mode == "svg":
            return position.svg(seat)
        if self.render_mode == "ansi":
            return position_text(position, seat)
        return None


class Rewards:
    """Rewards of all seats in one game at a time; `begin` starts the next one.

    Args:
        reward: "share": the payoff at the end, 0 before; "points": the change of the score since the last reward; or a
            function of a position and a seat.

    Raises:
        OptionError: there is no such reward.
    """

    def __init__(self, reward: str | RewardFunction = "share") -> None:
        if not callable(reward) and reward not in ("share", "points"):
            raise OptionError(f"reward: 'share', 'points' or a function of a position and a seat, not {reward!r}")
        self._reward = reward
        self._before: list[int] = []

    def begin(self, position: Position) -> None:
        """Begin a game at this position."""
        if self._reward == "points":
            self._before = list(position.scores)

    def reward(self, position: Position, seat: int) -> float:
        """The reward of a seat for what happened since its last reward.

        Args:
            position: The position after that.
            seat: The seat.
        """
        if callable(self._reward):
            return float(self._reward(position, seat))
        if self._reward == "share":
            result = position.result
            return 0.0 if result is None else result.payoffs[seat]
        points = position.scores[seat]
        change = points - self._before[seat]
        self._before[seat] = points
        return float(change)


def position_text(position: Position, seat: int) -> str:
    """The game's own description of a position as a seat sees it; without one, the observation as JSON."""
    if position.game.rendering.describe is not None:
        return position.describe(seat)
    return msgspec.json.format(msgspec.json.encode(position.observation(seat)), indent=2).decode()


def result_info(position: Position) -> dict[str, Any]:
    """The result of a game for an environment's `info`; empty before the end."""
    result = position.result
    return {} if result is None else {"reason": result.reason, "shares": result.payoffs, "points": result.scores}


def choose_deal(options: dict[str, Any] | None, otherwise: int) -> int:
    """The seed of the next game.

    Args:
        options: Options of a reset; the option `deal` is a seed.
        otherwise: The seed without this option.

    Raises:
        OptionError: the option is not a whole number.
    """
    deal = (options or {}).get("deal", otherwise)
    if not isinstance(deal, int) or isinstance(deal, bool):
        raise OptionError(f"deal: the seed of a game is a whole number, not {deal!r}")
    return deal


def utility(share: float, seats: int) -> float:
    """A payoff scaled to sum to zero: a sole win is 1, an equal share 0. For one player it is the payoff."""
    return share if seats == 1 else (seats * share - 1) / (seats - 1)


class MissingLibrary(LudusError, ImportError):
    """An optional library is not installed."""


def require_library(library: str) -> None:
    """Raise MissingLibrary, with the command that installs it, if a library is missing."""
    try:
        import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library:
            raise  # it is installed, but one of its own dependencies is missing
        raise MissingLibrary(f"{library} is not installed; to get it, {install_hint('rl')}") from None
