"""Protocols of external bots: programs that speak the text protocol of a game's community, bots for other engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol


class ProtocolServer(Protocol):
    """Our side of the protocol for a program in one seat: writes requests, reads replies. One object per game and seat.

    A reply may contain several moves: after `hear`, `move` returns the next one while `pending`.
    """

    pending: bool  # the last reply contains further moves

    def watch(self, position: Any, move: int) -> None:
        """Observe a move of any seat before it is played; the next `ask` reports it to the program if needed."""
        ...

    def ask(self, position: Any) -> str:
        """Return the text to send, in whole lines."""
        ...

    def seconds(self, position: Any) -> float:
        """Return the time limit of this reply in seconds, by the rules of the community."""
        ...

    def hear(self, position: Any, line: str) -> None:
        """Read the reply, one line.

        Raises:
            NotationError: the reply loses the game at once.
        """
        ...

    def move(self, position: Any) -> int:
        """Return the next move of the reply."""
        ...

    def notes(self) -> list[str]:
        """Return messages and harmless mistakes of the reply; called once after its last move."""
        ...


class ProtocolClient(Protocol):
    """The program's side of the protocol: one of our bots in one seat under an external referee."""

    seat: int | None  # None until a message tells it

    def read(self, lines: Iterator[str]) -> Any:
        """Return the position of the next message, hidden information resampled; None when the match is over."""
        ...

    def write(self, position: Any, moves: list[int]) -> str:
        """Return the reply line for moves made from the position that was read."""
        ...


@dataclass(frozen=True)
class InvalidAnswer:
    """An invalid answer of a third-party bot, reported in the terms of its own engine."""

    method: str  # method of the bot that returned it
    answer: Any
    what: str  # what is wrong with it and what would be right
    fault: str = "unreadable reply"  # one of the faults of the bots package


@dataclass(frozen=True)
class ThirdPartyApi:
    """Support for bots written in Python for another engine of the game."""

    base: str  # name of their base class, for messages
    modules: dict[str, ModuleType]  # modules that their files import, by name
    adopt: Callable[[type], type | None]  # wraps a class as a `ludus.Bot` class; None if it is not one of theirs
    fit: Callable[[Any], object]  # takes the content; raises ContentError if their API cannot express it
    adopt_object: Callable[[object], type | None]  # the same as `adopt` for a bot that a script has made
    bot_names: dict[str, str]  # bots of that engine by name, and what they are called here
