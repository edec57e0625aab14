"""Run a Python bot: load its file, call its methods, turn its errors into `Fault`s."""

from __future__ import annotations

import operator
import os
import random
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludus.bots.bot import Fault
from ludus.bots.python.bot import EFFECT_SEPARATOR, Bot, Turn, seat_again, seat_bot
from ludus.bots.python.bot_file import BotFile
from ludus.bots.python.bot_package import BotPackage
from ludus.core.external_protocols import InvalidAnswer
from ludus.core.game import Content, Game
from ludus.core.position import GameResult, Position
from ludus.core.random import derive

LUDUS_FOLDER = f"{Path(__file__).parents[2]}{os.sep}"  # the folder of Ludus
BOT_ERRORS = (Exception, SystemExit)  # errors of a bot; KeyboardInterrupt is ours


class BotRunner:
    """One bot during a game, with the moves it has seen. `write` receives notes and tracebacks for its log."""

    def __init__(self, game: Game, content: Content, seat: int, seed: int, write: Callable[[str], None]) -> None:
        self.game, self.write = game, write
        self._bot: Bot | None = None
        self._sit_down(content, seat, seed)

    @property
    def loaded(self) -> bool:
        """Whether the bot exists."""
        return self._bot is not None

    def next_game(self, content: Content, seat: int, seed: int) -> None:
        """Seat the bot in another game; it is the same object as before."""
        self._sit_down(content, seat, seed)
        if self._bot is not None:
            seat_again(self._bot, seat, seed)

    def _sit_down(self, content: Content, seat: int, seed: int) -> None:
        self.content, self.seat, self.seed = content, seat, seed
        self._history: list[str] = []
        self._effects: list[list[str]] = []  # public effects of each move of the history
        self._dice = random.Random(derive(seed, "simulate"))

    def load(self, file: BotFile, kind: type[Bot] | None = None, package: BotPackage | None = None) -> None:
        """Load the bot's class unless it is given, check that it can play this content, and create the bot.

        Args:
            file: The bot's file.
            kind: Its class, if it is loaded already.
            package: A private copy of its package, to load it from.
        """
        self._file = file
        try:
            bot_class: type[Any] = kind or file.load(self.game, package)
            if self.game.protocols.third_party and not issubclass(bot_class, Bot):  # adopted
                self.game.protocols.third_party().fit(self.content)
            self._bot = seat_bot(bot_class, self.game, self.seat, self.seed, file.values, self._note)
        except BOT_ERRORS as error:
            raise self._fault(error, "could not start") from None

    def begin(self) -> None:
        """Call the bot's `begin`."""
        assert self._bot is not None
        try:
            self._bot.begin()
        except BOT_ERRORS as error:
            raise self._fault(error) from None

    def choose(self, state: bytes, moves: list[str], seconds: float) -> int | str:
        assert self._bot is not None
        try:
            choice = self._bot.choose(self._turn(state, moves, seconds))
        except BOT_ERRORS as error:
            raise self._fault(error) from None
        if isinstance(choice, InvalidAnswer):
            raise Fault(
                choice.fault, f"{choice.method}() returned {_short_repr(choice.answer)}, which is {choice.what}"
            )
        if isinstance(choice, str):
            return choice.strip()
        try:
            number = operator.index(choice)
            if not isinstance(choice, bool) and abs(number) < 1 << 63:
                return number
        except TypeError:
            pass
        raise Fault(
            "unreadable reply", f"choose() returned {_short_repr(choice)}, which is neither a text nor a number"
        )

    def end(self, result: GameResult | None, state: bytes, moves: list[str]) -> None:
        """Call the bot's `end`. A Fault that it raises does not change the result: the game is over."""
        assert self._bot is not None
        self._bot.last = self._turn(state, moves)
        try:
            self._bot.end(result)
        except BOT_ERRORS as error:
            raise self._fault(error) from None

    def _note(self, text: str) -> None:
        self.write(text)  # the log of the present game

    def _turn(self, state: bytes, moves: list[str], seconds: float = 0.0) -> Turn:
        for text in moves:
            move, *effects = text.split(EFFECT_SEPARATOR)
            self._history.append(move)
            self._effects.append(effects)
        position = Position.from_bytes(self.game, self.content, state)
        return Turn(position, self.seat, self._history, self._dice, seconds, self._effects)

    def _fault(self, error: BaseException, reason: str = "crashed") -> Fault:
        """Write the traceback to the log, without our own frames; returns the fault."""
        frame = error.__traceback__
        while frame and frame.tb_frame.f_code.co_filename.startswith(LUDUS_FOLDER):
            frame = frame.tb_next
        self.write("".join(traceback.format_exception(type(error), error, frame)).rstrip("\n"))
        return Fault("out of memory" if isinstance(error, MemoryError) else reason, self._file.describe_error(error))


def _short_repr(value: object) -> str:
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."
