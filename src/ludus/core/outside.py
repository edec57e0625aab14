"""Players that live outside: programs that speak the text protocol of a game's community, bots for other engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol


class Conversation(Protocol):
    """What a program in one seat is sent, and what its replies mean. One object a game and seat.

    A reply may hold several moves: after `hear`, `move` is asked for one after another while `pending`.
    """

    pending: bool  # moves of the last reply are still to be made

    def watch(self, position: Any, move: int) -> None:
        """A move about to be made, by any seat: what the program is told of it comes with the next `ask`."""
        ...

    def ask(self, position: Any) -> str:
        """The text to send; whole lines."""
        ...

    def seconds(self, position: Any) -> float:
        """How long the program may take for this reply by the rules of its community."""
        ...

    def hear(self, position: Any, line: str) -> None:
        """Take the reply, one line. Raises NotationError for one that loses the game at once."""
        ...

    def move(self, position: Any) -> int:
        """The next move of the reply."""
        ...

    def notes(self) -> list[str]:
        """What the reply said or got wrong without losing by it; asked once after its last move."""
        ...


class Interpreter(Protocol):
    """The other side of a conversation: a bot of ours in one seat under somebody else's referee."""

    seat: int | None  # known once a text has told it

    def read(self, lines: Iterator[str]) -> Any:
        """The position that the next text describes, hidden things dealt anew; None when the match is over."""
        ...

    def write(self, position: Any, moves: list[int]) -> str:
        """The reply, one line, for moves made from the position that was read."""
        ...


@dataclass(frozen=True)
class NoMove:
    """What an adopted bot gave instead of a legal move, to be told in the words of its own engine."""

    method: str  # of the bot, which returned it
    answer: Any
    what: str  # what it is or is not, and what would be right
    fault: str = "unreadable reply"  # one of `ludus.players.seat`


@dataclass(frozen=True)
class Foreign:
    """Bots written in Python for another engine of the game, and how they play on ours."""

    base: str  # what their classes derive from, to be named in messages
    modules: dict[str, ModuleType]  # what their files import, by the names that they know it under
    adopt: Callable[[type], type | None]  # a class with the methods of `ludus.Bot`; None if it is not one of theirs
    fit: Callable[[Any], object]  # takes the content; raises ContentError if their bots have no words for it
