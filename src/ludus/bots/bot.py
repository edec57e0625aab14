"""Interfaces of bots, and two ways to use a bot outside a match.

`BotFactory` joins a game and returns a `SeatedBot`, which decides move by move. Every failure of a bot is a `Fault`: it
loses this game, and the reason is counted. `advise` asks a bot for a hint without hidden information, and
`play_under_referee` lets a bot play for an external referee.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, runtime_checkable

from ludus.core.game import Content, Game
from ludus.core.position import GameResult, Position
from ludus.core.random import as_int64, derive
from ludus.util.errors import LudusError, OptionError

STARVED = "starved timeout"  # a timeout while others had the processors; the game is played once more

# How a game can end by a bot's fault, in addition to the end reasons of its rules.
FAULTS = (
    "illegal move",  # the answer is a text or a number, but not a legal move
    "unreadable reply",  # the answer is empty, or neither a text nor a number
    "timeout",
    "crashed",  # the bot's process or code ended with an error
    "closed its pipes",
    "too much output",
    "out of memory",
    "too many processes",
    "too much computing time",
    "could not start",
    "endless game",  # too many decisions; no bot is to blame
    STARVED,
)


MAX_FAULT_CHARS = 400  # characters of an explanation, without the list of legal moves


class Fault(LudusError):
    """A bot loses this game by its own fault.

    Args:
        reason: one of FAULTS.
        what: explanation; long ones are cut.
        legal: moves that the bot could have made.
    """

    def __init__(self, reason: str, what: str = "", legal: Sequence[str] = ()) -> None:
        assert reason in FAULTS, reason
        self.reason = reason
        # no control characters for the terminal
        details = "".join(letter if letter.isprintable() else " " for letter in what[:MAX_FAULT_CHARS])
        alternatives = f"; legal are {', '.join(legal)}" if legal else ""
        super().__init__(f"{reason}: {details}{alternatives}" if details else reason)


class EndErrors:
    """Errors of a bot after the end of its games, as in `game_end`: they change no result, but its author should know.

    Attributes:
        count: Number of games.
        last: The last error in words.
    """

    def __init__(self) -> None:
        self.count, self.last = 0, ""
        self._lock = threading.Lock()

    def add(self, error: str) -> None:
        with self._lock:
            self.count, self.last = self.count + 1, error


class SeatedBot(Protocol):
    """A bot in one seat of one game."""

    def choose(self, position: Position) -> int:
        """The move of this seat, which must decide now.

        Args:
            position: The true position: pass on observations only.

        Raises:
            Fault: the bot fails; it loses this game.
        """
        ...

    def watch(self, position: Position, move: int) -> None:
        """A move that any seat is about to make, including this one.

        Args:
            position: The true position before the move.
            move: The move; `game.is_move_visible` says whether the seat may see it.

        Raises:
            Fault: the bot fails; it loses this game.
        """
        ...

    def end(self, result: GameResult | None) -> None:
        """The game is over, by its rules or by a fault.

        Called exactly once in every case; never raises.

        Args:
            result: The result; None if the game was aborted.
        """
        ...

    @property
    def log(self) -> str:
        """What the bot wrote for its author: `log()` calls, standard error."""
        ...


class BotFactory(Protocol):
    """A bot that can join games."""

    @property
    def name(self) -> str:
        """The text that loads it."""
        ...

    @property
    def reproducible(self) -> bool:
        """Whether a game is a function of its seeds; games of other bots are stored move by move."""
        ...

    def join(self, position: Position, seat: int, seed: int) -> SeatedBot:
        """Take a seat in a game.

        Args:
            position: The position at which the game begins.
            seat: The seat.
            seed: Seed of the bot's own random numbers.

        Raises:
            Fault: the bot cannot start.
        """
        ...

    def close(self) -> None:
        """No more games: end all processes. May be called more than once."""
        ...


@runtime_checkable
class Probeable(Protocol):
    """A bot that can be tested before its first game."""

    def probe(self, position: Position) -> None:
        """Raise OptionError if the bot cannot start in games that begin at this position."""
        ...


def advise(bot: BotFactory, position: Position, seat: int) -> int:
    """The move that a bot suggests for a seat.

    The bot sees a resampled position: everything the seat can see, and nothing else that is true. The resampling and
    the bot's dice are seeded by the observation, so a hint cannot reveal the seed of the game.

    Args:
        bot: The bot that is asked.
        position: The true position; it is this seat's turn.
        seat: The seat that gets the hint.

    Returns:
        A legal move.

    Raises:
        Fault: the bot fails or suggests an illegal move.
    """
    root = derive(0, repr(position.game.observation(position.content, position.state, seat)))
    resampled = position.resample(seat, derive(root, "deal"))
    seated = bot.join(resampled, seat, as_int64(derive(root, "dice")))
    try:
        move = seated.choose(resampled)
    finally:
        seated.end(None)
    if move not in resampled.legal_moves:
        raise Fault("illegal move", "what it would do is not legal here")
    return move


def play_under_referee(
    game: Game, content: Content, bot: BotFactory, seed: int, lines: Iterator[str], reply: Callable[[str], None]
) -> None:
    """Play one match under an external referee, until its input ends.

    Args:
        game: The game; it must have a client of the referee's text protocol.
        content: The content that is played.
        bot: The bot that decides.
        seed: Seed of the bot.
        lines: The referee's output.
        reply: Called with each reply, one line of text.

    Raises:
        OptionError: the game has no such protocol.
    """
    if game.protocols.client is None:
        raise OptionError(f"{game.name} has no text protocol that other referees speak")
    client = game.protocols.client(content)
    seated: SeatedBot | None = None
    try:
        while (position := client.read(lines)) is not None:
            assert client.seat is not None
            if seated is None:
                seated = bot.join(position, client.seat, seed)
            moves, ahead = [], position.copy()
            while not ahead.end_reason and ahead.current_player == client.seat:
                move = seated.choose(ahead)
                seated.watch(ahead, move)
                ahead.play(move)
                moves.append(move)
            reply(client.write(position, moves))
    finally:
        if seated is not None:
            seated.end(None)
