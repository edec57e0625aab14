"""One player in one seat of one game: what the arena talks to when not everybody is compiled.

A player (`Sitter`) is asked to sit down for a game and answers with a `Sitting`, which decides move by move.
Whatever goes wrong on its side is a `Fault`: it costs the player this game, with a reason that is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from ludus.core.errors import LudusError
from ludus.core.position import Position, Result

# How a game can end by a player's fault, beside the reasons of its rules.
FAULTS = (
    "illegal move",  # an answer that is no legal move
    "unreadable reply",  # an answer that is no answer at all
    "timeout",
    "crashed",  # the player's process or code ended with an error
    "closed its pipes",
    "too much output",
    "out of memory",
    "too many processes",
    "too much computing time",
    "could not start",
    "endless game",  # more decisions than any sensible game has; the fault of nobody
)


MOST = 400  # letters that a fault may take to explain; the list of legal moves comes besides


class Fault(LudusError):
    """A player loses this game by its own fault; `reason` is one of FAULTS, `legal` are moves it could have made."""

    def __init__(self, reason: str, what: str = "", legal: Sequence[str] = ()) -> None:
        assert reason in FAULTS, reason
        self.reason = reason
        said = "".join(letter if letter.isprintable() else " " for letter in what[:MOST])  # no tricks with the terminal
        offer = f"; legal are {', '.join(legal)}" if legal else ""
        super().__init__(f"{reason}: {said}{offer}" if said else reason)


class Sitting(Protocol):
    """A player during one game."""

    def choose(self, position: Position) -> int:
        """The move of this seat, whose decision is pending. The position is the true one: show views of it only."""
        ...

    def watch(self, position: Position, move: int) -> None:
        """A move about to be made, by any seat, this one included. What the seat may know of it: `game.tell`."""
        ...

    def end(self, result: Result | None) -> None:
        """The game is over, by its rules or by a fault (or broken off: None).

        Called exactly once, whatever happened; never raises.
        """
        ...

    @property
    def log(self) -> str:
        """What the player wrote for its author: `log()` calls, standard error."""
        ...


class Sitter(Protocol):
    """A player that can be asked to a game."""

    @property
    def name(self) -> str:
        """The text that finds it."""
        ...

    @property
    def reproducible(self) -> bool:
        """Whether a game is a function of its seeds; others are kept move by move."""
        ...

    def sit(self, position: Position, seat: int, seed: int) -> Sitting:
        """Take a seat in a game that begins at this position. May raise Fault."""
        ...

    def leave(self) -> None:
        """No more games: end every process. May be called more than once."""
        ...


@runtime_checkable
class Tried(Protocol):
    """A player of whom can be known before its first game that it could never start."""

    def try_out(self, position: Position) -> None:
        """Raise OptionError if it cannot be made ready for games that begin like this."""
        ...
