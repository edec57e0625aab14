"""Adapter class: presents every decision to a bot of the package in its terms, and splits its answers into moves."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ludus.core.external_protocols import InvalidAnswer
from ludus.core.game import Game
from ludus.core.position import GameResult
from ludus.games.tribute import move_bits as m
from ludus.games.tribute import state as s
from ludus.games.tribute.sot_adapter.game_states import SotBoard, SotBoardStore
from ludus.games.tribute.sot_adapter.move_conversion import (
    NotAMove,
    WrongChoice,
    draft_number,
    possible_moves,
    to_own_moves,
)
from ludus.games.tribute.sot_adapter.vocabulary import SotVocabulary, end_state
from ludus.games.tribute.sot_api.base_ai import BaseAI
from ludus.games.tribute.sot_api.enums import PatronId
from ludus.games.tribute.sot_api.move import BasicMove


def adapt_bot_class(kind: type) -> type | None:
    """Make a class with the methods of `ludus.Bot` from a class of the package; None if `kind` is not one."""
    if not issubclass(kind, BaseAI):
        return None
    return type(kind.__name__, (SotBotAdapter,), {"make": staticmethod(lambda options: make_bot(kind, options))})


def adapt_bot_object(bot: object) -> type | None:
    """Make a class with the methods of `ludus.Bot` whose objects let an existing bot of the package decide.

    Returns:
        The class; None if `bot` is not a bot of the package.
    """
    if not isinstance(bot, BaseAI):
        return None
    return type(type(bot).__name__, (SotBotAdapter,), {"make": staticmethod(lambda options: bot)})


class SotBotAdapter:
    """Has the interface of `ludus.Bot`, which packages below `ludus.bots` cannot import."""

    make: Callable[[dict[str, Any]], BaseAI]  # of the options
    game: Game
    seat: int
    options: dict[str, Any]
    last: Any  # last decision or position, as a Turn
    _write: Callable[[str], None]

    def __init__(self) -> None:
        self._bot = self.make(self.options)
        self._forget_game()

    def begin(self) -> None:
        self._forget_game()
        self._bot.pregame_prepare()

    def _forget_game(self) -> None:
        self._boards: SotBoardStore | None = None
        self._pending_moves: list[int] = []  # remaining moves of a choice of several cards
        self._actions: list[str] = []
        self._history_read = 0  # number of history moves already among the actions

    def choose(self, turn: Any) -> Any:
        """The bot's answer as one of our moves."""
        if self._pending_moves:
            return self._pending_moves.pop(0)
        board, boards = self._board_of(turn)
        if board.state.asked == s.DRAFT_PATRON:
            chosen = self._bot.select_patron([PatronId(m.split_move(move)[1]) for move in turn.numbers])
            try:
                return m.DRAFT | draft_number(chosen)
            except NotAMove:
                return InvalidAnswer("select_patron", chosen, "no PatronId; return one of available_patrons")
        moves = possible_moves(board.position, board.state, boards.words)
        answer = self._bot.play(boards.visible_state(board), moves, int(turn.seconds * 1000))
        try:
            first, *self._pending_moves = to_own_moves(board.position, board.state, boards.words, answer)
            return first
        except NotAMove:
            fault = "illegal move" if isinstance(answer, BasicMove) else "unreadable reply"
            return InvalidAnswer("play", answer, "no move; return one of possible_moves", fault)
        except WrongChoice as wrong:
            return InvalidAnswer("play", answer, str(wrong), "illegal move")

    def end(self, result: GameResult | None) -> None:
        if result is None or self.last is None:
            return  # aborted without a fault
        board, boards = self._board_of(self.last)
        drafting = board.state.phase == s.DRAFT
        end = end_state(result.reason, result.payoffs, drafting, result.reason)
        state = None if drafting else boards.visible_state(board)
        if accepts_arguments(self._bot.game_end, 2):
            self._bot.game_end(end, state)  # type: ignore[arg-type]
        else:
            self._bot.game_end(state)  # type: ignore[call-arg, arg-type]

    def _board_of(self, turn: Any) -> tuple[SotBoard, SotBoardStore]:
        position = turn._position
        if self._boards is None:
            self._boards = SotBoardStore(SotVocabulary(position.content))
        boards = self._boards
        first, self._history_read = self._history_read, len(turn.history)
        for text, effects in zip(turn.history[first:], turn.effects[first:], strict=True):
            self._actions += boards.actions(text.partition(": ")[2], effects)
        return SotBoard(position, self._actions), boards


def make_bot(kind: type[BaseAI], options: dict[str, Any]) -> BaseAI:
    """Make a bot; its name is the first argument, as in the package, and the options are keyword arguments."""
    names = [*inspect.signature(kind).parameters]
    first = [kind.__name__] if names and names[0] not in options else []
    return kind(*first, **options)


def accepts_arguments(method: Callable[..., None], count: int) -> bool:
    """Whether a method accepts so many arguments: early releases passed one to `game_end`."""
    try:
        inspect.signature(method).bind(*[None] * count)
    except TypeError:
        return False
    return True
