"""Games and states with OpenSpiel's method names, for code written against OpenSpiel.

    game = load_game("locm", setup="dealt")
    state = game.new_initial_state(seed=7)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

OpenSpiel itself is not needed. There are no chance nodes: chance comes from the seed of a state, so two states with the
same seed and actions are the same, and `resample_from_infostate` gives other deals. Utilities are zero-sum: 1 for a
sole win, 0 for an equal share; in games for one player the utility is the payoff.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np

from ludus.adapters.actions import Actions
from ludus.adapters.env_config import EnvConfig, position_text, utility
from ludus.adapters.observation import DEFAULT_RESAMPLES, ObservationFunction
from ludus.core import game as contract
from ludus.core.position import Position
from ludus.util.errors import IllegalMove, NotationError, OptionError

TERMINAL = -4  # OpenSpiel's player number in terminal states


class _SerializedState(msgspec.Struct, forbid_unknown_fields=True):
    """The format of `OpenSpielState.serialize`: how the state began, earlier visible moves, and the moves since."""

    game: str
    version: str
    seed: int | None
    origin: str | None
    told: list[str]
    moves: list[int]


class OpenSpielGame:
    """A game with its options.

    Args:
        game: The game, or its name.
        options: Options of the game.
        observe, redeals: See observation.py.
        actions: See actions.py.

    Raises:
        UnknownName: there is no such game.
        OptionError: an argument is wrong; the message names it.
    """

    def __init__(
        self,
        game: str | contract.Game,
        options: dict[str, Any] | None = None,
        observe: str | ObservationFunction = "state",
        redeals: int = DEFAULT_RESAMPLES,
        actions: str | Sequence[int] | None = None,
    ) -> None:
        self.config = EnvConfig(game, options, observe, redeals, actions)

    def new_initial_state(self, seed: int = 0) -> OpenSpielState:
        """A new game with this seed."""
        return OpenSpielState(self, self.config.start_game(seed), [], [])

    def num_players(self) -> int:
        """Number of seats."""
        return self.config.seats

    def num_distinct_actions(self) -> int:
        """Number of actions; each is below it."""
        return self.config.actions.count

    def min_utility(self) -> float:
        """The lowest utility: that of a lost game."""
        return utility(0.0, self.config.seats)

    def max_utility(self) -> float:
        """The highest utility: that of a sole win."""
        return 1.0

    def utility_sum(self) -> float | None:
        """The sum of all utilities; None if it is not constant."""
        return None if self.config.seats == 1 else 0.0

    def observation_tensor_shape(self) -> list[int]:
        """Shape of `OpenSpielState.observation_tensor`."""
        return list(self.config.observe.low.shape)

    def observation_tensor_size(self) -> int:
        """Number of numbers in `OpenSpielState.observation_tensor`."""
        return int(self.config.observe.low.size)

    def deserialize_state(self, text: str) -> OpenSpielState:
        """The state that `OpenSpielState.serialize` wrote; every move is replayed and must be legal.

        Args:
            text: The state as one line.

        Raises:
            NotationError: the text is not a state of this game.
            IllegalMove: a move in it is not legal.
        """
        try:
            written = msgspec.json.decode(text, type=_SerializedState)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise NotationError(f"not a state: {error}") from None
        game, content = self.config.game, self.config.content
        if (written.game, written.version) != (game.name, game.version):
            raise NotationError(f"a state of {written.game} {written.version}, not of {game.name} {game.version}")
        if written.seed is not None:
            position = self.config.start_game(written.seed)
        elif written.origin is not None:
            position = Position.read(game, content, written.origin)
        else:
            raise NotationError("a state has a seed or an origin")
        state = OpenSpielState(self, position, [], written.told, position.copy() if written.seed is None else None)
        for move in written.moves:
            state._play(move)
        return state

    def __str__(self) -> str:
        return self.config.game.name


class OpenSpielState:
    """A game in progress. `OpenSpielGame.new_initial_state` makes it."""

    def __init__(
        self,
        game: OpenSpielGame,
        position: Position,
        history: list[int],
        told: list[str],
        origin: Position | None = None,
    ) -> None:
        self._game, self._position = game, position
        self._history = history  # actions since the start, or since the state was resampled
        self._told = told  # moves visible to the player for whom it was resampled, before that
        self._origin = origin  # where a resampled state began; None for states from a seed
        self._heard: dict[int, list[str]] = {}  # cache by player until the next action, for searches

    def get_game(self) -> OpenSpielGame:
        """The game of this state."""
        return self._game

    @property
    def position(self) -> Position:
        """The underlying `Position`, with all hidden information."""
        return self._position

    # Current player and actions

    def current_player(self) -> int:
        """The player that has to decide; TERMINAL after the end."""
        return TERMINAL if self._position.end_reason else self._position.current_player

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._position.end_reason is not None

    def is_chance_node(self) -> bool:
        """Always False: chance comes from the seed."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Always False: players decide one after another."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Legal actions in ascending order; empty for a player who is not the current one.

        Args:
            player: The player; None: the current one.

        Raises:
            OptionError: there is no such player.
        """
        if player is not None and player != self.current_player():
            self._check(player)
            return []
        return sorted(self._actions().legal(self._position.legal_moves))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """One number for each action: 1 if it is in `legal_actions(player)`, else 0."""
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(self._game.num_distinct_actions())]

    def apply_action(self, action: int) -> None:
        """Apply an action.

        Raises:
            IllegalMove: the action is not legal here; nothing has changed.
        """
        move = self._actions().move(action, self._position.legal_moves)
        if move is None:
            raise self._actions().illegal_action_error(action, self._position)
        self._play(move)

    def child(self, action: int) -> OpenSpielState:
        """The state after an action; this one is unchanged.

        Raises:
            IllegalMove: the action is not legal here.
        """
        state = self.clone()
        state.apply_action(action)
        return state

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """An action of the current player in the game's notation.

        Args:
            player: The current player; may be omitted, then this argument is the action.
            action: The action.

        Raises:
            IllegalMove: the action is not legal here.
        """
        chosen = player if action is None else action
        move = self._actions().move(chosen, self._position.legal_moves)
        if move is None:
            raise self._actions().illegal_action_error(chosen, self._position)
        return self._position.write_move(move)

    def string_to_action(self, text: str) -> int:
        """A legal action from notation.

        Args:
            text: The action in the game's notation.

        Raises:
            NotationError: the text is not a move of this game.
            IllegalMove: the move is not legal here.
            GameOver: the game has ended.
        """
        move, legal = self._position.read_move(text), self._position.legal_moves
        if move not in legal:
            raise IllegalMove(f"{text!r} is not legal here; legal are {', '.join(self._position.legal_move_texts())}")
        return self._actions().action(move, legal)

    # Results

    def returns(self) -> list[float]:
        """The utilities of all players; zeros before the end."""
        result, players = self._position.result, self._game.num_players()
        return [0.0] * players if result is None else [utility(share, players) for share in result.payoffs]

    def player_return(self, player: int) -> float:
        """The utility of a player; zero before the end.

        Raises:
            OptionError: there is no such player.
        """
        self._check(player)
        return self.returns()[player]

    # Observations

    def information_state_string(self, player: int | None = None) -> str:
        """Everything a player has seen so far, as one text; equal for states the player cannot distinguish.

        In a resampled state, the earlier history of other players is that of the player for whom it was resampled.
        """
        seat = self._player(player)
        return msgspec.json.encode({**self._view(seat), "history": self._all_heard(seat)}).decode()

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now."""
        return msgspec.json.encode(self._view(self._player(player))).decode()

    def observation_tensor(self, player: int | None = None) -> np.ndarray:
        """What a player sees now, as numbers: see observation.py.

        Args:
            player: The player; None: the current one.

        Raises:
            OptionError: there is no such player.
        """
        return self._game.config.observe(self._position, self._player(player))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """A state that the player cannot distinguish from this one.

        Args:
            player: The player.
            sampler: Returns a random number, 0 <= number < 1.

        Raises:
            OptionError: there is no such player.
        """
        self._check(player)
        position = self._position.resample(player, int(sampler() * (1 << 53)))
        return OpenSpielState(self._game, position, [], self._all_heard(player), position.copy())

    # Copies and serialization

    def clone(self) -> OpenSpielState:
        """An independent copy."""
        return OpenSpielState(self._game, self._position.copy(), list(self._history), self._told, self._origin)

    def history(self) -> list[int]:
        """The actions so far; in a resampled state, those since then."""
        return list(self._history)

    def serialize(self) -> str:
        """The state as one line; `OpenSpielGame.deserialize_state` reads it.

        Not possible for a resampled state whose content came from the seed of the true game, which must not be
        revealed.
        """
        game, position = self._game.config.game, self._position
        moves = [event.move for event in position.history]
        seed, origin = (position.seed, None) if self._origin is None else (None, self._origin.text())
        return msgspec.json.encode(_SerializedState(game.name, game.version, seed, origin, self._told, moves)).decode()

    def __str__(self) -> str:
        return position_text(self._position, self._position.current_player)

    def _actions(self) -> Actions:
        return self._game.config.actions

    def _play(self, move: int) -> None:
        legal = self._position.legal_moves
        self._position.play(move)
        self._history.append(self._actions().action(move, legal))
        self._heard = {}

    def _view(self, seat: int) -> dict[str, Any]:
        position = self._position
        return position.game.observation(position.content, position.state, seat)

    def _all_heard(self, seat: int) -> list[str]:
        if seat not in self._heard:
            self._heard[seat] = self._told + self._position.observation(seat)["history"]
        return self._heard[seat]

    def _player(self, player: int | None) -> int:
        if player is None:
            return self._position.current_player
        self._check(player)
        return player

    def _check(self, player: int) -> None:
        if player not in range(self._game.num_players()):
            raise OptionError(f"there is no player {player!r}; players are 0 to {self._game.num_players() - 1}")


def load_game(game: str | contract.Game, **options: Any) -> OpenSpielGame:
    """A game with OpenSpiel's method names; `OpenSpielGame` takes more arguments.

    Args:
        game: The game, or its name.
        options: Options of the game.

    Raises:
        UnknownName: there is no such game.
        OptionError: an option is unknown or has an invalid value.
    """
    return OpenSpielGame(game, options)
