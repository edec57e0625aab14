"""Adapter class: presents every decision to a bot of the package in its terms, and splits its answers into moves."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ludus.core.contract import Game, NoMove
from ludus.core.position import Result
from ludus.games.tribute import moves as m
from ludus.games.tribute import state as s
from ludus.games.tribute.guests.boards import Board, Boards
from ludus.games.tribute.guests.listing import Garbage, WrongChoice, draft_number, moves_for, possible_moves
from ludus.games.tribute.guests.words import Words, end_state
from ludus.games.tribute.scripts.base_ai import BaseAI
from ludus.games.tribute.scripts.enums import PatronId


def adopt(kind: type) -> type | None:
    """Make a class with the methods of `ludus.Bot` from a class of the package; None if `kind` is not one."""
    if not issubclass(kind, BaseAI):
        return None
    return type(kind.__name__, (Guest,), {"kind": kind})


class Guest:
    """Has the interface of `ludus.Bot`, which packages below `ludus.bots` cannot import."""

    kind: type[BaseAI]
    game: Game
    seat: int
    options: dict[str, Any]
    last: Any  # last decision or position, as a Turn
    _write: Callable[[str], None]

    def __init__(self) -> None:
        self._bot = make(self.kind, self.options)
        self._boards: Boards | None = None
        self._answer: list[int] = []  # remaining moves of a choice of several cards
        self._actions: list[str] = []
        self._heard = 0  # number of history moves already among the actions

    def begin(self) -> None:
        self._bot.pregame_prepare()

    def choose(self, turn: Any) -> Any:
        """The bot's answer as one of our moves."""
        if self._answer:
            return self._answer.pop(0)
        board, boards = self._look(turn)
        if board.state.asked == s.DRAFT_PATRON:
            chosen = self._bot.select_patron([PatronId(move & m.THING) for move in turn.numbers])
            try:
                return m.DRAFT | draft_number(chosen)
            except Garbage:
                return NoMove("select_patron", chosen, "no PatronId; return one of available_patrons")
        moves = possible_moves(board.position, board.state, boards.words)
        answer = self._bot.play(boards.seen(board), moves, int(turn.seconds * 1000))
        try:
            first, *self._answer = moves_for(board.position, board.state, boards.words, answer)
            return first
        except Garbage:
            return NoMove("play", answer, "no move; return one of possible_moves")
        except WrongChoice as wrong:
            return NoMove("play", answer, str(wrong), "illegal move")

    def end(self, result: Result | None) -> None:
        if result is None or self.last is None:
            return  # aborted without a fault
        board, boards = self._look(self.last)
        drafting = board.state.phase == s.DRAFT
        end = end_state(result.reason, result.shares, drafting, result.reason)
        state = None if drafting else boards.seen(board)
        if takes(self._bot.game_end, 2):
            self._bot.game_end(end, state)  # type: ignore[arg-type]
        else:
            self._bot.game_end(state)  # type: ignore[call-arg, arg-type]

    def _look(self, turn: Any) -> tuple[Board, Boards]:
        position = turn._position
        if self._boards is None:
            self._boards = Boards(Words(position.content))
        boards = self._boards
        fresh = turn.history[self._heard :]
        self._heard += len(fresh)
        self._actions += filter(None, (boards.action(text.partition(": ")[2]) for text in fresh))
        return Board(position, self._actions), boards


def make(kind: type[BaseAI], options: dict[str, Any]) -> BaseAI:
    """Make a bot; its name is the first argument, as in the package, and the options are keyword arguments."""
    names = [*inspect.signature(kind).parameters]
    first = [kind.__name__] if names and names[0] not in options else []
    return kind(*first, **options)


def takes(method: Callable[..., None], count: int) -> bool:
    """Whether a method accepts so many arguments: early releases passed one to `game_end`."""
    try:
        inspect.signature(method).bind(*[None] * count)
    except TypeError:
        return False
    return True
