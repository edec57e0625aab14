"""Game states as a bot sees them, and simulation of moves."""

# ruff: noqa: N815

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, Protocol

from .enums import BoardState, CardType, ChoiceDataType, PatronId, PlayerEnum
from .move import BasicMove


@dataclass(eq=False)
class PatronStates:
    """The player whom each patron favours, in the order of the game."""

    patrons: dict[PatronId, PlayerEnum]


@dataclass(eq=False)
class UniqueCard:
    """A physical card. `effects` lists its effect when played, and its combos with the second to fourth card of its
    deck.
    """

    name: str
    deck: PatronId
    cost: int
    type: CardType
    hp: int  # -1: not an agent
    taunt: bool
    unique_id: int
    effects: list[str]


@dataclass(eq=False)
class SerializedAgent:
    """An agent in play."""

    currentHP: int
    representing_card: UniqueCard
    activated: bool


@dataclass(eq=False)
class EndGameState:
    """How a game ended, as texts: PLAYER1, PRESTIGE_OVER_40_NOT_MATCHED."""

    winner: str
    reason: str
    AdditionalContext: str


@dataclass(eq=False)
class CardOptions:
    possible_cards: list[UniqueCard]


@dataclass(eq=False)
class EffectOptions:
    possible_effects: list[str]


@dataclass(eq=False)
class Choice:
    """The pending choice, which must be made first."""

    max_choices: int
    min_choices: int
    context: str
    choice_follow_up: str
    type: ChoiceDataType
    possible_options: CardOptions | EffectOptions


@dataclass(eq=False)
class Player:
    """A player with nothing hidden. The order of the own draw pile is true only for known cards."""

    player_id: PlayerEnum
    hand: list[UniqueCard]
    cooldown_pile: list[UniqueCard]
    played: list[UniqueCard]
    known_upcoming_draws: list[UniqueCard]
    agents: list[SerializedAgent]
    power: int
    patron_calls: int
    coins: int
    prestige: int
    draw_pile: list[UniqueCard]


CurrentPlayer = Player  # name in early releases


@dataclass(eq=False)
class EnemyPlayer:
    """The rival; its hand and draw pile are one list."""

    player_id: PlayerEnum
    agents: list[SerializedAgent]
    power: int
    coins: int
    prestige: int
    hand_and_draw: list[UniqueCard]
    played: list[UniqueCard]
    cooldown_pile: list[UniqueCard]


class Engine(Protocol):
    """Plays moves on states. A state is found by its id for as long as one of its objects exists."""

    def find(self, state_id: str) -> Any: ...

    def apply(
        self, board: Any, move: BasicMove, seed: int | None, unknown: bool = False
    ) -> tuple[Any, list[BasicMove]]: ...


class GameState:
    """A position as the player to move sees it."""

    def __init__(
        self,
        state_id: str,
        patron_states: PatronStates,
        tavern_available_cards: list[UniqueCard],
        board_state: BoardState,
        upcoming_effects: list[str],
        start_of_next_turn_effects: list[str],
        current_player: Player,
        enemy_player: EnemyPlayer | Player,
        completed_actions: list[str],
        tavern_cards: list[UniqueCard],
        pending_choice: Choice | None,
        end_game_state: EndGameState | None,
        engine_service_stub: Engine | None,
    ) -> None:
        self.state_id = state_id
        self.patron_states = patron_states
        self.tavern_available_cards = tavern_available_cards
        self.board_state = board_state
        self.upcoming_effects = upcoming_effects
        self.start_of_next_turn_effects = start_of_next_turn_effects
        self.current_player = current_player
        self.enemy_player = enemy_player
        self.completed_actions = completed_actions
        self.tavern_cards = tavern_cards
        self.pending_choice = pending_choice
        self.end_game_state = end_game_state
        self._engine_service_stub = engine_service_stub
        self._board = engine_service_stub.find(state_id) if engine_service_stub is not None else None

    def apply_move(
        self, move: BasicMove, seed: int | None = None, unknown: bool = False
    ) -> tuple[SeededGameState, list[BasicMove]]:
        """Simulate a move.

        Everything that the player to move cannot see is resampled first, by the seed. Without a seed a true position is
        resampled at random, and a simulated one continues with its deal.

        With `unknown`, nothing is resampled. A card that the move reveals becomes an unknown card: its name is
        "Unknown", its `unique_id` is -1, and no move can use it. Later moves of such a simulation are simulated in the
        same way, until the end of the turn; then there are no possible moves.

        Returns:
            The state after the move, with nothing hidden, and its possible moves. With `unknown`, a `GameState` as the
            player sees it.

        Raises:
            ValueError: the move is not possible, or this state is not part of the running game.
        """
        if self._engine_service_stub is None or self._board is None:
            raise ValueError("no move can be tried here: the game is over, or this state does not come from it")
        return self._engine_service_stub.apply(self._board, move, seed, unknown)

    def debug_print(self, indent: int = 0) -> None:
        """Print all fields, one per line."""
        print(" " * indent + type(self).__name__)
        for name, value in vars(self).items():
            if not name.startswith("_"):
                _print(name, value, indent + 2)


class SeededGameState(GameState):
    """A simulated position."""

    enemy_player: Player

    def __init__(
        self,
        state_id: str,
        patron_states: PatronStates,
        tavern_available_cards: list[UniqueCard],
        board_state: BoardState,
        upcoming_effects: list[str],
        start_of_next_turn_effects: list[str],
        current_player: Player,
        enemy_player: EnemyPlayer | Player,
        completed_actions: list[str],
        tavern_cards: list[UniqueCard],
        pending_choice: Choice | None,
        end_game_state: EndGameState | None,
        initial_seed: int,
        current_seed: int,
        engine_service_stub: Engine | None,
    ) -> None:
        super().__init__(
            state_id,
            patron_states,
            tavern_available_cards,
            board_state,
            upcoming_effects,
            start_of_next_turn_effects,
            current_player,
            enemy_player,
            completed_actions,
            tavern_cards,
            pending_choice,
            end_game_state,
            engine_service_stub,
        )
        self.initial_seed, self.current_seed = initial_seed, current_seed


def _print(name: str, value: Any, indent: int) -> None:
    head = " " * indent + name
    if is_dataclass(value):
        print(f"{head}: {type(value).__name__}")
        for item in fields(value):
            _print(item.name, getattr(value, item.name), indent + 2)
    elif isinstance(value, list) and value and not isinstance(value[0], str):
        print(f"{head}:")
        for k, item in enumerate(value):
            _print(str(k), item, indent + 2)
    else:
        print(f"{head}: {value.name if isinstance(value, Enum) else value}")
