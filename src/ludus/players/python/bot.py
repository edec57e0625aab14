"""The class that Python bots derive from, and what they are shown when they have to decide.

    import ludus

    class Rusher(ludus.Bot):
        def choose(self, turn):
            return max(turn.moves, key=self.worth)

A bot object plays one game. It may remember what it likes in its attributes; nothing is carried over to the next game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from typing import Any

from ludus.core.contract import Game
from ludus.core.position import Position, Result
from ludus.core.random import derive


class Bot:
    """A player in one seat of one game. Only `choose` has to be written. All attributes are there from the start."""

    game: Game
    seat: int
    random: random.Random  # its dice, the same for the same seed
    options: dict[str, int | float | str]  # from `bots.py:Rusher:depth=3`; what reads as a number is one
    last: Turn | None = None  # the position at the end of the game; there when `end` is called

    _write: Callable[[str], None]

    def begin(self) -> None:
        """The game is about to begin."""

    def choose(self, turn: Turn) -> str | int:
        """One of `turn.moves`, or one of `turn.numbers`."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to choose")

    def end(self, result: Result | None) -> None:
        """The game is over, by its rules or by somebody's fault; without a result it was broken off."""

    def log(self, text: object) -> None:
        """A note for the author, kept with the game."""
        self._write(str(text))


class Turn:
    """A decision that a bot has to make. What its seat cannot see is nowhere in it, not even in private attributes."""

    def __init__(
        self, position: Position, seat: int, history: list[str], dice: random.Random, seconds: float = 0.0
    ) -> None:
        self._position, self._history, self._dice = position, history, dice
        self.seat = seat
        self.seconds = seconds  # that the answer may take

    @property
    def history(self) -> list[str]:
        """All moves that the seat was told of."""
        return [*self._history]

    @cached_property
    def numbers(self) -> list[int]:
        """The legal moves as numbers, in the order of `moves`."""
        return self._position.moves()

    @cached_property
    def moves(self) -> list[str]:
        """The legal moves in notation."""
        return self._position.texts()

    @cached_property
    def view(self) -> dict[str, Any]:
        """All that the seat sees, as plain data, and under "history" all moves it was told of."""
        here = self._position
        return {**here.game.view(here.content, here.state, self.seat), "history": self.history}

    def simulate(self, seed: int | None = None) -> Position:
        """A position to try things out: all that the seat cannot see is dealt anew, by its own dice or by a seed.

        Every seat's moves can be played on it. Two calls give two deals; average over several.
        """
        return self._position.redeal(self.seat, self._dice.getrandbits(63) if seed is None else seed)


def seat_bot(
    kind: type[Bot], game: Game, seat: int, seed: int, options: dict[str, Any], write: Callable[[str], None]
) -> Bot:
    """A bot with its attributes set, before its own `__init__` runs."""
    bot = kind.__new__(kind)
    bot.game, bot.seat, bot.options, bot._write = game, seat, options, write
    bot.random = random.Random(derive(seed, "random"))
    bot.__init__()  # type: ignore[misc]
    return bot
