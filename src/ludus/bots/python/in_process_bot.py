"""Python bots that are called directly in this process: for debugging, or to save time.

They see the same as in a process of their own, and errors cost them the game, but there is no limit on time or memory,
and they could read anything in this process.
"""

from __future__ import annotations

from ludus.bots.external.limits import Limits, TimeBudget
from ludus.bots.external.process import BotLog
from ludus.bots.python.bot import Bot
from ludus.bots.python.bot_file import BotFile
from ludus.bots.python.bot_runner import BOT_ERRORS, BotRunner
from ludus.bots.python.subprocess_bot import SeatObservation, read_bot_move, refuse_bots_that_cannot_start
from ludus.core.game import Game
from ludus.core.position import GameResult, Position
from ludus.core.random import derive
from ludus.util.errors import OptionError


class InProcessBot:
    """A class in a Python file, called directly. The file is loaded once and may keep state between games."""

    reproducible = False

    def __init__(self, game: Game, file: BotFile) -> None:
        self.game, self.file, self.name = game, file, file.text
        try:
            self.bot_class = file.load(game)
        except BOT_ERRORS as error:
            raise OptionError(f"{file.text}: {file.describe_error(error)}") from error

    def join(self, position: Position, seat: int, seed: int) -> SeatedInProcessBot:
        return SeatedInProcessBot(self.file, self.bot_class, position, seat, seed)

    def probe(self, position: Position) -> None:
        """Raise OptionError if the bot cannot be created."""
        with refuse_bots_that_cannot_start(self.name):
            SeatedInProcessBot(self.file, self.bot_class, position, 0, 0, trial=True)

    def close(self) -> None:
        """Do nothing: there is no process to end."""


class SeatedInProcessBot:
    """A Python bot in this process during one game."""

    def __init__(
        self, file: BotFile, kind: type[Bot], position: Position, seat: int, seed: int, trial: bool = False
    ) -> None:
        self._log, self._turns, self._position = BotLog(Limits().log), 0, position
        self._observation = SeatObservation(position, seat, derive(seed, "shown"))
        self._runner = BotRunner(position.game, self._observation.content, seat, derive(seed, "bot"), self._note)
        self._runner.load(file, kind)
        if not trial:
            self._runner.begin()

    def choose(self, position: Position) -> int:
        self._turns, self._position = self._turns + 1, position
        self._log.begin_turn(self._turns)
        # as for other bots at the start of a turn; not enforced here
        seconds = TimeBudget(position.game, Limits()).remaining()
        return read_bot_move(position, self._runner.choose(*self._observation.take_turn(position), seconds))

    def watch(self, position: Position, move: int) -> None:
        self._observation.watch(position, move)

    def end(self, result: GameResult | None) -> None:
        self._runner.end(result, *self._observation.take_turn(self._position))

    @property
    def log(self) -> str:
        return self._log.text()

    def _note(self, text: str) -> None:
        for line in text.splitlines():
            self._log.add_line("err", line)
