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
from ludus.adapters.observe import REDEALS, View
from ludus.adapters.rewards import utility
from ludus.adapters.setting import Setting, in_words
from ludus.core import contract
from ludus.core.errors import IllegalMove, NotationError, OptionError
from ludus.core.position import Position

TERMINAL = -4  # OpenSpiel's player number in terminal states


class _Written(msgspec.Struct, forbid_unknown_fields=True):
    """The format of `State.serialize`: how the state began, earlier visible moves, and the moves since."""

    game: str
    version: str
    seed: int | None
    origin: str | None
    told: list[str]
    moves: list[int]


class Game:
    """A game with its options."""

    def __init__(
        self,
        game: str | contract.Game,
        options: dict[str, Any] | None = None,
        observe: str | View = "state",
        redeals: int = REDEALS,
        actions: str | Sequence[int] | None = None,
    ) -> None:
        self.setting = Setting(game, options, observe, redeals, actions)

    def new_initial_state(self, seed: int = 0) -> State:
        """A new game with this seed."""
        return State(self, self.setting.deal(seed), [], [])

    def num_players(self) -> int:
        return self.setting.seats

    def num_distinct_actions(self) -> int:
        return self.setting.actions.count

    def min_utility(self) -> float:
        return utility(0.0, self.setting.seats)

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float | None:
        """The sum of all utilities; None if it is not constant."""
        return None if self.setting.seats == 1 else 0.0

    def observation_tensor_shape(self) -> list[int]:
        return list(self.setting.observe.low.shape)

    def observation_tensor_size(self) -> int:
        return int(self.setting.observe.low.size)

    def deserialize_state(self, text: str) -> State:
        """The state that `State.serialize` wrote; every move is replayed and must be legal."""
        try:
            written = msgspec.json.decode(text, type=_Written)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise NotationError(f"not a state: {error}") from None
        game, content = self.setting.game, self.setting.content
        if (written.game, written.version) != (game.name, game.version):
            raise NotationError(f"a state of {written.game} {written.version}, not of {game.name} {game.version}")
        if written.seed is not None:
            position = self.setting.deal(written.seed)
        elif written.origin is not None:
            position = Position.read(game, content, written.origin)
        else:
            raise NotationError("a state has a seed or an origin")
        state = State(self, position, [], written.told, position.copy() if written.seed is None else None)
        for move in written.moves:
            state._play(move)
        return state

    def __str__(self) -> str:
        return self.setting.game.name


class State:
    """A game in progress."""

    def __init__(
        self, game: Game, position: Position, history: list[int], told: list[str], origin: Position | None = None
    ) -> None:
        self._game, self._position = game, position
        self._history = history  # actions since the start, or since the state was resampled
        self._told = told  # moves visible to the player for whom it was resampled, before that
        self._origin = origin  # where a resampled state began; None for states from a seed
        self._heard: dict[int, list[str]] = {}  # cache by player until the next action, for searches

    def get_game(self) -> Game:
        return self._game

    @property
    def position(self) -> Position:
        """The underlying `Position`, with all hidden information."""
        return self._position

    # Current player and actions

    def current_player(self) -> int:
        return TERMINAL if self._position.ended else self._position.decider

    def is_terminal(self) -> bool:
        return self._position.ended is not None

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Legal actions in ascending order; empty for a player who is not the current one."""
        if player is not None and player != self.current_player():
            self._check(player)
            return []
        return sorted(self._actions().legal(self._position.moves()))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(self._game.num_distinct_actions())]

    def apply_action(self, action: int) -> None:
        """Apply an action; an illegal one raises and changes nothing."""
        move = self._actions().move(action, self._position.moves())
        if move is None:
            raise self._actions().refuse(action, self._position)
        self._play(move)

    def child(self, action: int) -> State:
        """The state after an action; this one is unchanged."""
        state = self.clone()
        state.apply_action(action)
        return state

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """An action of the current player in the game's notation; the player may be omitted."""
        chosen = player if action is None else action
        move = self._actions().move(chosen, self._position.moves())
        if move is None:
            raise self._actions().refuse(chosen, self._position)
        return self._position.write(move)

    def string_to_action(self, text: str) -> int:
        """A legal action from notation."""
        move, legal = self._position.read_move(text), self._position.moves()
        if move not in legal:
            raise IllegalMove(f"{text!r} is not legal here; legal are {', '.join(self._position.texts())}")
        return self._actions().action(move, legal)

    # Results

    def returns(self) -> list[float]:
        """The utilities of all players; zeros before the end."""
        result, players = self._position.result, self._game.num_players()
        return [0.0] * players if result is None else [utility(share, players) for share in result.shares]

    def player_return(self, player: int) -> float:
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
        """What a player sees now, as numbers: see observation.py."""
        return self._game.setting.observe(self._position, self._player(player))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that the player cannot distinguish from this one; `sampler` gives 0 <= number < 1."""
        self._check(player)
        position = self._position.redeal(player, int(sampler() * (1 << 53)))
        return State(self._game, position, [], self._all_heard(player), position.copy())

    # Copies and serialization

    def clone(self) -> State:
        return State(self._game, self._position.copy(), list(self._history), self._told, self._origin)

    def history(self) -> list[int]:
        """The actions so far; in a resampled state, those since then."""
        return list(self._history)

    def serialize(self) -> str:
        """The state as one line; `Game.deserialize_state` reads it.

        Not possible for a resampled state whose content came from the seed of the true game, which must not be
        revealed.
        """
        game, position = self._game.setting.game, self._position
        moves = [event.move for event in position.history]
        seed, origin = (position.seed, None) if self._origin is None else (None, self._origin.text())
        return msgspec.json.encode(_Written(game.name, game.version, seed, origin, self._told, moves)).decode()

    def __str__(self) -> str:
        return in_words(self._position, self._position.decider)

    def _actions(self) -> Actions:
        return self._game.setting.actions

    def _play(self, move: int) -> None:
        legal = self._position.moves()
        self._position.play(move)
        self._history.append(self._actions().action(move, legal))
        self._heard = {}

    def _view(self, seat: int) -> dict[str, Any]:
        position = self._position
        return position.game.view(position.content, position.state, seat)

    def _all_heard(self, seat: int) -> list[str]:
        if seat not in self._heard:
            self._heard[seat] = self._told + self._position.view(seat)["history"]
        return self._heard[seat]

    def _player(self, player: int | None) -> int:
        if player is None:
            return self._position.decider
        self._check(player)
        return player

    def _check(self, player: int) -> None:
        if player not in range(self._game.num_players()):
            raise OptionError(f"there is no player {player!r}; players are 0 to {self._game.num_players() - 1}")


def load_game(game: str | contract.Game, **options: Any) -> Game:
    """A game by its name or as an object, with its options; the class takes more arguments."""
    return Game(game, options)
