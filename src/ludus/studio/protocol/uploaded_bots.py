"""Messages about uploaded bots. Their code runs under the limits of all external code and is never sent to a page."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludus.studio.protocol.base import Message, Name

LARGEST_BOT = 256 * 1024  # bytes of a bot's source

BotKind = Literal["python", "command", "lines"]


class NewBot(Message, frozen=True):
    """An uploaded Python file, or a command of this machine. It replaces a bot of the same name."""

    name: Annotated[str, Meta(max_length=40)]
    game: Name
    kind: BotKind
    code: Annotated[str, Meta(max_length=LARGEST_BOT)]  # the source, or the command line
    cls: Name = ""  # the class in the source; empty: the only bot class
    options: Name = ""  # key=value,key=value; for Python bots
    offered: bool = False  # whether guests may play against it


class BotFault(Message, frozen=True):
    """What is wrong with the source of a bot, and where."""

    message: str
    line: int  # from 1; 0: in no line
    column: int  # from 1; 0: the whole line
    kind: Literal["error", "warning"]  # with a warning it can be uploaded


class CheckedBot(Message, frozen=True):
    """A source as it was checked, without running it. Without an error it can be uploaded."""

    cls: str  # the class that plays; empty: none is found
    faults: list[BotFault]


class BotTemplate(Message, frozen=True):
    """A small bot to begin with."""

    title: str
    game: str  # empty: for every game
    code: str


class BotOffer(Message, frozen=True):
    offered: bool


class BotRow(Message, frozen=True):
    """An uploaded bot. It can be named as @NAME like any other bot."""

    name: str
    game: str
    kind: BotKind
    detail: str  # its class and options, for the owner only
    offered: bool
    size: int  # bytes of its source; 0 for guests
    added: str
