"""Action encodings: moves as the numbers 0 .. count-1 that learning libraries expect, with a mask of the legal ones.

    "number"   the action is the number of the move; the game must state the largest one (`largest_move`)
    a list     of moves, such as [0, 256, 257]: the action is the index of the move in it
    "index"    the action is the index of the move among those legal now, so its meaning changes with every position

With the first two an action means the same throughout the game, so an agent can learn its value. The third always
works.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludus.core.game import Game
from ludus.core.position import Position
from ludus.util.errors import ContractError, IllegalMove, OptionError


class Actions:
    """The action encoding of one game. Arguments named `legal` are lists from `position.legal_moves`.

    Args:
        game: The game.
        actions: "number", "index", or a list of moves; see the top of this module. Default: "number" if the game states
            its largest move, else "index".

    Raises:
        OptionError: the encoding does not exist, or does not fit the game.
    """

    def __init__(self, game: Game, actions: str | Sequence[int] | None = None) -> None:
        self._game = game
        self._moves: Sequence[int] | None = None
        if actions is None:
            actions = "index" if game.largest_move is None else "number"
        if actions == "number":
            if game.largest_move is None:
                raise OptionError(f"actions: {game.name} does not state its largest move; use 'index' or a list")
            self._moves = range(game.largest_move + 1)
        elif isinstance(actions, str):
            if actions != "index":
                raise OptionError(f"actions: 'number', 'index' or a list of moves, not {actions!r}")
        else:
            self._moves = [_as_int(move) for move in actions]
            if not self._moves or len(set(self._moves)) < len(self._moves):
                raise OptionError("actions: the list of moves must not be empty or contain duplicates")
        self.count = game.max_moves if self._moves is None else len(self._moves)
        self._place = None if isinstance(self._moves, range | None) else {m: k for k, m in enumerate(self._moves)}

    def legal(self, legal: list[int]) -> list[int] | range:
        """The actions of the legal moves, in the same order.

        Raises:
            ContractError: a legal move is larger than the game states.
            OptionError: a legal move is not in the list of moves.
        """
        if self._moves is None:
            return range(len(legal))
        if self._place is None:
            if legal and not 0 <= min(legal) <= max(legal) < self.count:
                raise ContractError(f"{self._game.name}: a legal move is not between 0 and {self.count - 1}: {legal}")
            return legal
        try:
            return [self._place[move] for move in legal]
        except KeyError as error:
            raise OptionError(f"actions: the move {error} is legal here, but not in the list") from None

    def mask(self, legal: list[int]) -> np.ndarray:
        """1 for each legal action, 0 for the others."""
        mask = np.zeros(self.count, np.int8)
        if self._moves is None:
            mask[: len(legal)] = 1
        else:
            mask[self.legal(legal)] = 1
        return mask

    def move(self, action: Any, legal: list[int]) -> int | None:
        """The move of an action, or None if the action is not legal here."""
        number = _as_int(action)
        if self._moves is None:
            return legal[number] if 0 <= number < len(legal) else None
        move = self._moves[number] if 0 <= number < self.count else None
        return move if move in legal else None

    def action(self, move: int, legal: list[int]) -> int:
        """The action of a legal move."""
        return self.legal(legal)[legal.index(move)]

    def illegal_action_error(self, action: Any, position: Position) -> IllegalMove:
        """The error for an illegal action; it is not raised here.

        Args:
            action: The action.
            position: The position; the message lists its legal actions.
        """
        legal = position.legal_moves
        listed = ", ".join(f"{action} ({text})" for action, text in self.texts(position, 12).items())
        more = f" and {len(legal) - 12} more" if len(legal) > 12 else ""
        return IllegalMove(
            f"the action {action!r} is not legal for seat {position.current_player}; legal are {listed}{more}"
        )

    def texts(self, position: Position, most: int | None = None) -> dict[int, str]:
        """The legal actions with their meaning in the notation of the game.

        Args:
            position: The position.
            most: Largest number of actions; None: all.
        """
        legal = position.legal_moves
        return {a: position.write_move(m) for a, m in list(zip(self.legal(legal), legal, strict=True))[:most]}


def _as_int(number: Any) -> int:
    try:
        return int(operator.index(number))
    except TypeError:
        raise OptionError(f"an action is a whole number, not {number!r}") from None
