"""The base class of Python bots, and the `Turn` they get for each decision.

    import ludus

    class Rusher(ludus.Bot):
        def choose(self, turn):
            return max(turn.moves, key=self.worth)

A bot object plays one game. It may store anything in its attributes; nothing is carried over to the next game. For
training, `--keep` lets one object play all games of a match: `begin` and `end` are called for each of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from typing import Any, Literal, overload

from ludus.core.game import Game
from ludus.core.position import GameResult, Position
from ludus.core.random import derive
from ludus.util.errors import OptionError

EFFECT_SEPARATOR = "\t"  # between a move and its effects, in messages to a bot's process


class Bot:
    """A bot in one seat of a game. Only `choose` has to be written. All attributes are set before `__init__` runs."""

    game: Game
    seat: int
    random: random.Random  # random numbers, the same for the same seed
    options: dict[str, int | float | str]  # from `bots.py:Rusher:depth=3`; values that look like numbers are numbers
    last: Turn | None = None  # the final position; set when `end` is called

    _write: Callable[[str], None]

    def begin(self) -> None:
        """Called before the game begins."""

    def choose(self, turn: Turn) -> str | int:
        """Choose a move. Every bot has to write this method.

        Args:
            turn: The decision: legal moves, observation, history.

        Returns:
            One of `turn.moves`, or one of `turn.numbers`. Anything else loses the game.
        """
        raise NotImplementedError(f"{type(self).__name__} does not say how to choose")

    def end(self, result: GameResult | None) -> None:
        """Called when the game is over, by its rules or by a fault.

        Args:
            result: End reason, payoffs and scores; None if the game was aborted.
        """

    def log(self, text: object) -> None:
        """Write a note for the author; it is stored with the game.

        Args:
            text: Any object; it is written as text.
        """
        self._write(str(text))


class Turn:
    """A decision that a bot has to make. Nothing hidden from the seat is in it, not even in private attributes.

    Attributes:
        seat: The seat that decides.
        seconds: Time limit for the answer.
    """

    def __init__(
        self,
        position: Position,
        seat: int,
        history: list[str],
        dice: random.Random,
        seconds: float = 0.0,
        effects: list[list[str]] | None = None,
    ) -> None:
        self._position, self._history, self._dice = position, history, dice
        self._effects = [[] for _ in history] if effects is None else effects
        self.seat = seat
        self.seconds = seconds  # time limit for the answer

    @property
    def history(self) -> list[str]:
        """All moves so far that the seat may see."""
        return [*self._history]

    @property
    def effects(self) -> list[list[str]]:
        """Public effects of each move of `history`, in the same order; empty lists if the game does not offer them."""
        return [[*texts] for texts in self._effects]

    @cached_property
    def numbers(self) -> list[int]:
        """The legal moves as numbers, in the order of `moves`."""
        return self._position.legal_moves

    @cached_property
    def moves(self) -> list[str]:
        """The legal moves in notation."""
        return self._position.legal_move_texts()

    @cached_property
    def view(self) -> dict[str, Any]:
        """The observation of the seat as plain data, with the visible moves under "history"."""
        position = self._position
        return {**position.game.observation(position.content, position.state, self.seat), "history": self.history}

    @overload
    def simulate(self, seed: int | None = None, unknown: Literal[False] = False) -> Position: ...

    @overload
    def simulate(self, seed: int | None = None, *, unknown: Literal[True]) -> Any: ...

    def simulate(self, seed: int | None = None, unknown: bool = False) -> Any:
        """A position for trying out moves: everything hidden from the seat is resampled.

        Moves of every seat can be played on it. Each call gives another sample; average over several. With `unknown`,
        cards that a move reveals stay unknown instead: they cannot be used, and the simulation ends with the turn. Only
        some games offer this.

        Args:
            seed: Seed of the sample; drawn from the bot's own random numbers if None.
            unknown: Simulate with unknown cards.

        Returns:
            A position with the same observation for the seat. With `unknown`, an object of the game with `legal_moves`,
            `legal_move_texts`, `play`, `observation`, `copy` and `is_over`.

        Raises:
            OptionError: the game does not offer unknown cards, or both arguments are given.
        """
        if unknown:
            game = self._position.game
            if game.simulate_unknown is None:
                raise OptionError(f"{game.name} does not simulate with unknown cards; use samples")
            if seed is not None:
                raise OptionError("a simulation with unknown cards has no sample, so it takes no seed")
            return game.simulate_unknown(self._position, self.seat)
        return self._position.resample(self.seat, self._dice.getrandbits(63) if seed is None else seed)


def seat_again(bot: Bot, seat: int, seed: int) -> None:
    """Seat a kept bot in another game: it has a new seat and new random numbers, and everything else as before.

    Args:
        bot: The bot.
        seat: Its seat.
        seed: Seed of its random numbers.
    """
    bot.seat, bot.random, bot.last = seat, random.Random(derive(seed, "random")), None


def seat_bot(
    kind: type[Bot], game: Game, seat: int, seed: int, options: dict[str, Any], write: Callable[[str], None]
) -> Bot:
    """Create a bot with its attributes set before its own `__init__` runs.

    Args:
        kind: Class of the bot.
        game: The game.
        seat: Its seat.
        seed: Seed of its random numbers.
        options: Its options.
        write: Receives the notes of `Bot.log`.
    """
    bot = kind.__new__(kind)
    bot.game, bot.seat, bot.options, bot._write = game, seat, options, write
    bot.random = random.Random(derive(seed, "random"))
    bot.__init__()  # type: ignore[misc]
    return bot
