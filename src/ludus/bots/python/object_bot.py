"""Bots that exist already, as objects of a script: the same object plays all games, in the script's own process."""

from __future__ import annotations

import inspect
import os
import sys
from time import monotonic

from ludus.bots.bot import Fault
from ludus.bots.external.limits import Limits
from ludus.bots.python.bot import Bot
from ludus.bots.python.bot_factories import InProcessBot, SeatedInProcessBot
from ludus.bots.python.bot_file import BotFile
from ludus.core.game import Game
from ludus.core.position import Position

IN_THIS_PROCESS = "in this process"  # where the files of such a bot are


class ObjectBot(InProcessBot):
    """An object of a script as a bot. Its errors are printed, and a turn that took too long loses the game."""

    def __init__(self, game: Game, name: str, owner: object, bot_class: type[Bot], turn_seconds: float) -> None:
        """Let an object play.

        Args:
            game: The game.
            name: The name of the bot.
            owner: The object, for messages.
            bot_class: A class whose instances let the object decide; it is made once.
            turn_seconds: Time for all decisions of a turn. It is checked after each decision, not enforced.
        """
        source = inspect.getsourcefile(type(owner)) or type(owner).__name__
        file = BotFile(source, type(owner).__name__, {}, os.path.basename(source))
        super().__init__(game, file, Limits(keep=IN_THIS_PROCESS), bot_class)
        self.name, self.turn_seconds = name, turn_seconds

    def join(self, position: Position, seat: int, seed: int) -> SeatedObjectBot:
        return SeatedObjectBot(self, position, seat, seed, self.turn_seconds)


class SeatedObjectBot(SeatedInProcessBot):
    """An object of a script during one game."""

    def __init__(self, bot: ObjectBot, position: Position, seat: int, seed: int, turn_seconds: float) -> None:
        self._allowed, self._spent = turn_seconds, 0.0  # seconds for a turn, and of this turn so far
        super().__init__(bot, position, seat, seed)

    def choose(self, position: Position) -> int:
        began = monotonic()
        move = super().choose(position)
        self._spent += monotonic() - began
        if self._spent > self._allowed:
            raise Fault("timeout", f"its turn took {self._spent:.1f} s; {self._allowed:g} s are allowed")
        return move

    def seconds(self, position: Position) -> float:
        return max(self._allowed - self._spent, 0.0)

    def watch(self, position: Position, move: int) -> None:
        if position.current_player != self._seat:
            self._spent = 0.0
        super().watch(position, move)

    def _note(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)
